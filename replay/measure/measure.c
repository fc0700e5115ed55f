/* SPDX-License-Identifier: MIT */
/* Decides which calls are measured, and writes the rows of the table. */
#include "replay/measure/measure.h"

#include <errno.h>
#include <string.h>
#include "replay/measure/measuring.h"

static const char *const columns[GS_N_MEASURED] = {
	[GS_MEASURED_VERTICES] = "vertex_invocations",
	[GS_MEASURED_DISPATCH] = "compute_invocations",
	[GS_MEASURED_OTHERS] = "other_texture_fetches",
	[GS_MEASURED_ASSEMBLED] = "assembled_primitives",
	[GS_MEASURED_DEGENERATE] = "degenerate_primitives",
	[GS_MEASURED_OUTSIDE] = "outside_primitives",
	[GS_MEASURED_CULLED] = "culled_primitives",
	[GS_MEASURED_CLIPPED] = "clipped_primitives",
	[GS_MEASURED_RASTERIZED] = "rasterized_primitives",
	[GS_MEASURED_TRIANGLES] = "rasterized_triangles",
	[GS_MEASURED_AREA] = "triangle_pixels",
	[GS_MEASURED_FRAGMENTS] = "fragments",
	[GS_MEASURED_DISCARDED] = "discarded_fragments",
	[GS_MEASURED_FETCHES] = "fragment_texture_fetches",
	[GS_MEASURED_PASSED] = "samples_passed",
	[GS_MEASURED_UNSEEN] = "unseen_draws",
	[GS_MEASURED_TOUCHED] = "touched_pixels",
	[GS_MEASURED_PASS] = "touched_first_in_pass",
	[GS_MEASURED_FRAME] = "touched_first_in_frame",
};

/* ---- which calls ---- */

enum kind {
	KIND_UNASKED,
	KIND_NONE,
	KIND_DRAW,
	KIND_PIXELS, /* draws without vertices */
	KIND_BEGIN,
	KIND_END,
	KIND_LIST,
	KIND_LISTS,
	KIND_DISPATCH,
	KIND_LINK,
	KIND_BINARY,
	KIND_NEW_PROGRAM,
	KIND_DELETE,
	KIND_VARYINGS,
	KIND_NEW_LIST,
	KIND_END_LIST,
	KIND_CLEAR,
	KIND_TARGET,
	KIND_HARMLESS, /* harmless in display lists */
};

/* Return the kind of a function that draws; KIND_NONE if it does not draw, or nothing that is
 * measured. */
static enum kind kind_of_draw(unsigned function)
{
	const struct gs_draw_rule *rule = gs_data_draw(function);
	switch (rule ? (enum gs_draw_source)rule->source : GS_DRAW_PATH) {
	case GS_DRAW_BLOCK:
		return KIND_END;
	case GS_DRAW_LISTS:
		return function == GS_FN_glCallList ? KIND_LIST : KIND_LISTS;
	case GS_DRAW_PIXELS:
	case GS_DRAW_BITMAP:
	case GS_DRAW_TEXTURE:
		return KIND_PIXELS;
	case GS_DRAW_GROUPS:
		return KIND_DISPATCH;
	case GS_DRAW_PATH:
	case GS_DRAW_COMMANDS:
		return KIND_NONE;
	default:
		return KIND_DRAW;
	}
}

/* Return the kind of a function that is known by its number; KIND_UNASKED for all others. */
static enum kind kind_of_number(unsigned function)
{
	switch (gs_data_plain(function)) {
	case GS_FN_glBegin:
		return KIND_BEGIN;
	case GS_FN_glCopyPixels:
		return KIND_NONE;
	case GS_FN_glLinkProgram:
		return KIND_LINK;
	case GS_FN_glProgramBinary:
		return KIND_BINARY;
	case GS_FN_glCreateProgram:
	case GS_FN_glCreateShaderProgramv:
	case GS_FN_glCreateShaderProgramEXT:
		return KIND_NEW_PROGRAM;
	case GS_FN_glDeleteProgram:
	case GS_FN_glDeleteObjectARB:
		return KIND_DELETE;
	case GS_FN_glTransformFeedbackVaryings:
	case GS_FN_glTransformFeedbackVaryingsNV:
		return KIND_VARYINGS;
	case GS_FN_glNewList:
		return KIND_NEW_LIST;
	case GS_FN_glEndList:
		return KIND_END_LIST;
	case GS_FN_glShadeModel:
		return KIND_HARMLESS;
	default:
		return KIND_UNASKED;
	}
}

/* Return whether the function specifies a vertex, or attributes of those that follow. */
static bool is_of_vertices(unsigned function)
{
	return gs_data_flags(function) & GS_FUNCTION_IN_BLOCK &&
	       !(gs_data_flags(function) & GS_FUNCTION_DRAWS) &&
	       !(gs_data_kinds(function) & GS_KIND_MAY_BE_VERTEX) &&
	       function != GS_FN_glPrimitiveRestartNV;
}

static enum kind kind_of(struct gs_play *play)
{
	uint64_t kinds = gs_data_kinds(play->number);
	if (play->measured != KIND_UNASKED)
		return play->measured;
	play->measured = kind_of_number(play->number);
	if (play->measured == KIND_UNASKED)
		play->measured = kinds & GS_KIND_CLEARS		     ? KIND_CLEAR
				 : kinds & GS_KIND_BINDS_FRAMEBUFFER ? KIND_TARGET
				 : is_of_vertices(play->number)	     ? KIND_HARMLESS
								     : kind_of_draw(play->number);
	return play->measured;
}

/* Return the shape of a mode, as transform feedback has it; that of patches depends on the
 * program. */
static GLenum shape_of(uint64_t mode)
{
	switch (mode) {
	case GL_POINTS:
		return GL_POINTS;
	case GL_LINES:
	case GL_LINE_LOOP:
	case GL_LINE_STRIP:
	case GL_LINES_ADJACENCY:
	case GL_LINE_STRIP_ADJACENCY:
		return GL_LINES;
	case GL_PATCHES:
		return GS_NO_SHAPE;
	default:
		return GL_TRIANGLES;
	}
}

static GLenum mode_of(const struct gs_play *play, const struct gs_wire_call *done)
{
	const struct gs_draw_rule *rule = gs_data_draw(play->number);
	if (rule && rule->source == GS_DRAW_EVALUATOR)
		return done->args[rule->mode] == GL_FILL ? GL_TRIANGLES : GS_NO_SHAPE;
	if (rule && rule->source == GS_DRAW_RECTANGLE)
		return GL_TRIANGLES;
	return rule && gs_draw_has(rule->mode) && !rule->has_modes
		       ? shape_of(done->args[rule->mode])
		       : GS_NO_SHAPE;
}

/* ---- lists that change nothing when they are executed again ---- */

static void follow_list(struct gs_measure *measure, enum kind kind, const struct gs_wire_call *done)
{
	struct gs_measured_list *list = &measure->compiled;
	GLenum mode;
	if (kind == KIND_NEW_LIST) {
		measure->list = (GLuint)done->args[0];
		*list = (struct gs_measured_list){.is_repeatable = true, .mode = GS_NO_SHAPE};
	} else if (kind == KIND_END_LIST) {
		g_hash_table_insert(gs_measuring_lists(measure), GUINT_TO_POINTER(measure->list),
			g_memdup2(list, sizeof(*list)));
		measure->list = 0;
	} else if (kind == KIND_BEGIN) {
		mode = shape_of(done->args[0]);
		list->is_repeatable &= list->mode == GS_NO_SHAPE || list->mode == mode;
		list->mode = mode;
	} else if (measure->list && kind != KIND_HARMLESS && kind != KIND_END) {
		list->is_repeatable = false;
	}
}

/* ---- rows ---- */

static void add_row(struct gs_measure *measure)
{
	fprintf(measure->file, "%llu,%s", (unsigned long long)measure->number,
		measure->play->info->name);
	for (unsigned i = 0; i < GS_N_MEASURED; i++)
		if (measure->is_known[i])
			fprintf(measure->file, ",%llu", (unsigned long long)measure->values[i]);
		else
			fputc(',', measure->file);
	fputc('\n', measure->file);
}

struct gs_measure *gs_measure_new(struct gs_player *player)
{
	const char *path = player->options->measure;
	FILE *file = fopen(path, "w");
	if (!file) {
		fprintf(stderr, "glstep-replay: %s: %s\n", path, g_strerror(errno));
		return NULL;
	}
	fputs("call,function", file);
	for (unsigned i = 0; i < GS_N_MEASURED; i++)
		fprintf(file, ",%s", columns[i]);
	fputc('\n', file);
	struct gs_measure *measure = g_new0(struct gs_measure, 1);
	measure->player = player;
	measure->file = file;
	measure->told = g_hash_table_new(NULL, NULL);
	gs_measuring_load(measure);
	return measure;
}

bool gs_measure_free(struct gs_measure *measure)
{
	if (!measure)
		return true;
	bool is_good = !ferror(measure->file);
	is_good = fclose(measure->file) == 0 && is_good;
	if (!is_good)
		fprintf(stderr, "glstep-replay: %s: it could not be written to its end\n",
			measure->player->options->measure);
	g_hash_table_destroy(measure->told);
	gs_measuring_free_covered(measure->covered);
	g_free(measure);
	return is_good;
}

/* ---- one call ---- */

static bool is_wanted(const struct gs_measure *measure)
{
	const struct gs_player *player = measure->player;
	return player->frames >= player->options->first_frame;
}

static void begin(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, const struct gs_wire_call *done)
{
	enum kind kind = kind_of(play);
	memset(measure->is_known, 0, sizeof(measure->is_known));
	measure->is_open = true;
	measure->play = play;
	measure->number = call->number;
	measure->done = *done;
	measure->is_block = kind == KIND_BEGIN;
	measure->is_list = kind == KIND_LIST || kind == KIND_LISTS;
	measure->mode = measure->is_block ? shape_of(done->args[0]) : mode_of(play, done);
	measure->context = gs_measuring_context(measure);
	gs_measuring_forget_errors(measure);
	gs_measuring_begin_counters(measure, kind == KIND_DISPATCH);
	if (kind == KIND_DISPATCH)
		gs_measuring_begin_dispatch(measure);
	if (!measure->is_block)
		return;
	if (!measure->context->again)
		measure->context->again = gs_measuring_list(measure);
	measure->gl.NewList(measure->context->again, GL_COMPILE_AND_EXECUTE);
}

/* Return whether the program has queries running that would count our draws, too. */
static bool counts_itself(struct gs_measure *measure)
{
	static const GLenum targets[] = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED,
		GL_ANY_SAMPLES_PASSED_CONSERVATIVE, GL_PRIMITIVES_GENERATED,
		GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_VERTICES_SUBMITTED_ARB,
		GL_PRIMITIVES_SUBMITTED_ARB, GL_VERTEX_SHADER_INVOCATIONS_ARB,
		GL_TESS_CONTROL_SHADER_PATCHES_ARB, GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB,
		GL_GEOMETRY_SHADER_INVOCATIONS, GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB,
		GL_FRAGMENT_SHADER_INVOCATIONS_ARB, GL_CLIPPING_INPUT_PRIMITIVES_ARB,
		GL_CLIPPING_OUTPUT_PRIMITIVES_ARB};
	bool any = false;
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++) {
		int current = 0;
		measure->gl.GetQueryiv(targets[i], GL_CURRENT_QUERY, &current);
		any |= current != 0;
	}
	gs_measuring_forget_errors(measure);
	return any;
}

static bool feeds_back(struct gs_measure *measure)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	return context->version >= (context->is_es ? 30u : 40u) &&
	       gs_measuring_get(measure, GL_TRANSFORM_FEEDBACK_ACTIVE);
}

static bool renders(struct gs_measure *measure)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	return context->is_es || context->is_core ||
	       gs_measuring_get(measure, GL_RENDER_MODE) == GL_RENDER;
}

/* Return why the call cannot be executed again without being noticed; NULL: it can. */
static const char *why_not_again(
	struct gs_measure *measure, const struct gs_measured_program *program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	const struct gs_measured_list *list = NULL;
	if (context->version < 30)
		return "GL has a version below 3.0";
	if (measure->is_list) {
		list = g_hash_table_lookup(gs_measuring_lists(measure),
			GUINT_TO_POINTER((GLuint)measure->done.args[0]));
		if (!list || !list->is_repeatable || measure->play->measured != KIND_LIST)
			return "its display lists do more than to draw";
		measure->mode = list->mode == GS_NO_SHAPE ? GL_TRIANGLES : list->mode;
	}
	if (program->has_effects)
		return "its shaders write more than pixels, or are not known";
	if (context->in_condition || counts_itself(measure))
		return "the program counts there itself";
	if (feeds_back(measure))
		return "transform feedback is running";
	if (!renders(measure))
		return "it draws no pixels, but gives feedback";
	gs_measuring_forget_errors(measure);
	return NULL;
}

/* Measure whether the call is unseen: no sample passes, and it does nothing else. */
static void look_at_use(struct gs_measure *measure, const struct gs_measured_program *program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	bool is_used = program->has_effects || !renders(measure) || measure->primitives == 0 ||
		       measure->is_seen ||
		       (context->version >= 30 &&
			       gs_measuring_is_enabled(measure, GL_RASTERIZER_DISCARD)) ||
		       feeds_back(measure);
	if ((measure->is_seen || measure->is_known[GS_MEASURED_PASSED]) &&
		measure->primitives != UINT64_MAX)
		gs_measure_set(measure, GS_MEASURED_UNSEEN, !is_used);
}

static void look_again(struct gs_measure *measure, enum kind kind)
{
	struct gs_measured_program program = gs_measuring_program(measure);
	const char *why = why_not_again(measure, &program);
	look_at_use(measure, &program);
	/* In feedback or selection mode the driver may shade vertices itself. */
	measure->is_known[GS_MEASURED_VERTICES] &= renders(measure);
	/* A display list may change state before it draws. */
	if (program.fetches == GS_FETCHES_NONE && !(measure->is_list && why))
		gs_measure_set(measure, GS_MEASURED_FETCHES, 0);
	if (program.others == GS_FETCHES_NONE && !(measure->is_list && why))
		gs_measure_set(measure, GS_MEASURED_OTHERS, 0);
	if (why)
		return gs_measuring_tell(measure, why);
	if (kind == KIND_PIXELS)
		for (unsigned i = GS_MEASURED_ASSEMBLED; i <= GS_MEASURED_AREA; i++)
			gs_measure_set(measure, i, 0);
	else
		gs_measuring_positions(measure, &program);
	if (kind == KIND_PIXELS)
		gs_measure_set(measure, GS_MEASURED_OTHERS, 0);
	else
		gs_measuring_other_fetches(measure, &program);
	if (gs_measuring_is_enabled(measure, GL_RASTERIZER_DISCARD))
		for (unsigned i = GS_MEASURED_FRAGMENTS; i <= GS_MEASURED_FRAME; i++)
			gs_measure_set(measure, i, 0);
	else
		gs_measuring_coverage(measure, &program);
}

static void end(struct gs_measure *measure, enum kind kind)
{
	measure->is_open = false;
	if (measure->is_block)
		measure->gl.EndList();
	gs_measuring_forget_errors(measure);
	gs_measuring_end_counters(measure);
	if (kind == KIND_DISPATCH) {
		gs_measuring_end_dispatch(measure);
		add_row(measure);
		return;
	}
	look_again(measure, kind);
	gs_measuring_forget_errors(measure);
	add_row(measure);
}

/* ---- all calls ---- */

void gs_measure_before(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done)
{
	enum kind kind;
	if (!measure)
		return;
	kind = kind_of(play);
	/* Calls that are compiled into a display list are not executed now. */
	if (measure->is_open || measure->list)
		return;
	if (kind == KIND_TARGET)
		measure->target = gs_measuring_get(measure, GL_DRAW_FRAMEBUFFER_BINDING);
	if (kind == KIND_LINK)
		gs_measuring_before_link(measure, (GLuint)done->args[0]);
	else if (kind == KIND_BINARY)
		gs_measuring_forget_program(measure, (GLuint)done->args[0]);
	else if (kind == KIND_VARYINGS)
		gs_measuring_forget_positions(measure, (GLuint)done->args[0]);
	else if (is_wanted(measure) && ((kind >= KIND_DRAW && kind <= KIND_BEGIN) ||
					       (kind >= KIND_LIST && kind <= KIND_DISPATCH)))
		begin(measure, play, call, done);
}

void gs_measure_after(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done)
{
	enum kind kind;
	if (!measure)
		return;
	kind = kind_of(play);
	if (measure->is_open && kind == KIND_END)
		measure->number = call->number;
	if (kind == KIND_NEW_PROGRAM)
		gs_measuring_forget_program(measure, (GLuint)done->ret);
	else if (kind == KIND_DELETE)
		gs_measuring_program_deleted(measure, (GLuint)done->args[0]);
	else if (measure->list || kind == KIND_NEW_LIST)
		follow_list(measure, kind, done);
	else if (measure->is_open && (!measure->is_block || kind == KIND_END) &&
		 gs_replay_context(measure->player)->measured == measure->context)
		end(measure, kind);
	else if (kind == KIND_LINK)
		gs_measuring_after_link(measure, (GLuint)done->args[0]);
	else if (kind == KIND_CLEAR ||
		 (kind == KIND_TARGET &&
			 measure->target != gs_measuring_get(measure, GL_DRAW_FRAMEBUFFER_BINDING)))
		gs_measuring_end_pass(measure);
}

void gs_measure_leave(struct gs_measure *measure)
{
	if (!measure)
		return;
	/* A block that is still open cannot end later: its context may be destroyed then. */
	measure->is_open = false;
	gs_measuring_end_pass(measure);
}

void gs_measure_end_frame(struct gs_measure *measure)
{
	if (measure)
		gs_measuring_free_covered(g_steal_pointer(&measure->covered));
}
