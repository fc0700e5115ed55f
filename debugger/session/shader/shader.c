/* SPDX-License-Identifier: MIT */
/* The shader of the pending draw: beginning and leaving. */
#include <string.h>
#include "data/data.h"
#include "data/draw.h"
#include "debugger/engine/undefined/dropped-uniforms.h"
#include "debugger/session/shader/operations.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/shader/shader.h"
#include "debugger/session/program/stand-in.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"
#include "debugger/session/shader/where.h"

/* ---- beginning ---- */

static void refuse_fixed(struct gs_session *session, enum gs_stage stage, GError **error)
{
	char *advice = gs_session_program_advice(session);
	g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER,
		gs_session_draws_fixed(session)
			? "this draw uses fixed function and has no %s shader: %s"
			: "this draw has no program, without which GL draws nothing in this "
			  "context, and so no %s shader: %s",
		gs_stage_name(stage), advice);
	g_free(advice);
}

static bool refuse_program(struct gs_session *session, const struct gs_debug *debug, GError **error)
{
	const struct gs_program_info *info = &debug->info;
	enum gs_stage stage = debug->stage;
	bool fragment = stage == GS_STAGE_FRAGMENT;
	if (debug->stands_in_for)
		return false;
	if (fragment && info->flags & GS_PROGRAM_ARB)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_GLSL,
			"an ARB assembly program is in use, which is not GLSL: only GLSL shaders "
			"can be stepped");
	else if ((fragment && (info->program == 0 || info->flags & GS_PROGRAM_FIXED)) ||
		 (!fragment && info->n_sources == 0 && !(info->flags & GS_PROGRAM_NO_SOURCE)))
		refuse_fixed(session, stage, error);
	else if (info->flags & GS_PROGRAM_NO_SOURCE && info->n_sources)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SOURCE,
			"program %u was made from SPIR-V, there is no GLSL source to step: "
			"`program`, `blocks`, `textures` and `buffers` show what it reads, "
			"`framebuffer` and `history pixel` what it draws",
			info->program);
	else if (info->flags & GS_PROGRAM_NO_SOURCE)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SOURCE,
			"program %u was made from a binary, there is no GLSL source to "
			"step: with `--refuse-binaries`, a program that keeps binaries in a cache "
			"compiles its sources",
			info->program);
	else
		return false;
	return true;
}

static bool is_list(const struct gs_debug *debug)
{
	unsigned function = debug->call->function;
	return function == GS_FN_glCallList || function == GS_FN_glCallLists;
}

/* Tell how a list whose draws are executed one by one may differ from the program's own call.
 * differs: enum gs_list_difference bits. */
static void note_list_differs(unsigned differs, GString *note)
{
	bool quads = differs & GS_LIST_SPLITS_QUADS, current = differs & GS_LIST_LEAVES_CURRENT;
	g_string_append_printf(note,
		"%sdraws of the display list are executed one by one: the driver may %s%s%s than "
		"in a list, and the program's picture may differ by that",
		note->len ? "; " : "", quads ? "make other triangles of their quads" : "",
		quads && current ? " and " : "",
		current ? "leave another current colour, normal or texture coordinate behind" : "");
}

/* What the driver has removed from its program, and values are with. */
static void note_removed(const struct gs_debug *debug, GString *note)
{
	if (debug->shares_runs)
		g_string_append_printf(note,
			"%sthis driver runs the shader once for several samples, as nothing that "
			"it writes needs gl_SampleID and the like, which it names: values are "
			"those of a run for each sample, as GLSL says, and pixels may differ",
			note->len ? "; " : "");
	char *dropped = gs_dropped_uniforms(&debug->info, debug->plan);
	if (dropped)
		g_string_append_printf(note,
			"%sthe driver's program has no uniform %s, as nothing that it writes needs "
			"it: what the program sets is lost, and here it has its initial value",
			note->len ? "; " : "", dropped);
	g_free(dropped);
}

static bool takes_apart(const struct gs_debug *debug)
{
	return is_list(debug) || gs_data_draws_several(debug->call->function);
}

static char *begin_note(const struct gs_session *session, const struct gs_debug *debug)
{
	GString *note = g_string_new(NULL);
	unsigned fragment = session->operations.fragment;
	if (fragment)
		g_string_append_printf(note,
			"fragment %u of each pixel is shown, without tests (`focus X Y` goes back "
			"to the visible fragments)",
			fragment - 1);
	else if (gs_session_other_operations(session))
		g_string_append(note, "the debug draw's per-fragment operations differ from the "
				      "program's (`set test`, `set buffer`)");
	else if (debug->target.samples_real != debug->target.samples_redraw)
		g_string_append_printf(note,
			"the redraw covers %" G_GUINT64_FORMAT
			" samples, the draw itself %" G_GUINT64_FORMAT
			": values may belong to other fragments",
			debug->target.samples_redraw, debug->target.samples_real);
	unsigned n_incomplete = gs_debug_incomplete_vertices(debug);
	const char *draws_of = is_list(debug) ? "display list" : "call";
	if (n_incomplete)
		g_string_append_printf(note,
			"%sthe last %u vertices of %s do not complete a primitive: GL ignores "
			"them, and may not run the shader for them",
			note->len ? "; " : "", n_incomplete,
			debug->target.height > 1 ? "each instance" : "the draw");
	if (debug->target.undrawn)
		g_string_append_printf(note,
			"%sthe condition of glBeginConditionalRender is not met: GL will not "
			"execute this "
			"draw; the values are those it would have",
			note->len ? "; " : "");
	if (gs_debug_mixes_primitive_id(debug) &&
		gs_shader_mentions(debug->shader, "gl_PrimitiveID"))
		g_string_append_printf(note,
			"%sthis driver (llvmpipe of Mesa 25.3 to 26.1.5) exchanges gl_PrimitiveID, "
			"which the shader reads, and other inputs: values may be wrong",
			note->len ? "; " : "");
	char *unwritten = gs_unwritten_inputs_read(debug->unwritten_inputs);
	if (unwritten)
		g_string_append_printf(note,
			"%sthe %s shader never writes %s, which this one reads: undefined",
			note->len ? "; " : "", gs_stage_name(debug->stage_before), unwritten);
	g_free(unwritten);
	note_removed(debug, note);
	if (debug->draws.draws > 1 && debug->draws.all)
		g_string_append_printf(note,
			"%sthe %s makes %u draws, which are debugged as one (`shader STAGE draw "
			"N`: the Nth of them, from 0)",
			note->len ? "; " : "", draws_of, debug->draws.draws);
	if (debug->draws.draws > 1 && !debug->draws.all)
		g_string_append_printf(note,
			"%sthis is draw %u, counted from 0, of the %u that the %s makes",
			note->len ? "; " : "", debug->draws.draw, debug->draws.draws, draws_of);
	if (debug->draws.differs)
		note_list_differs(debug->draws.differs, note);
	return g_string_free(note, FALSE);
}

/* Brings a display list or a glMultiDraw* to the chosen draw (0: none), so that the program of that
 * draw is in use. */
static bool choose_draw(
	struct gs_session *session, struct gs_debug *debug, unsigned choice, GError **error)
{
	const uint64_t number[6] = {choice, debug->stage == GS_STAGE_FRAGMENT};
	unsigned function = debug->call->function;
	struct gs_stream answer;
	if (!takes_apart(debug)) {
		if (choice)
			g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
				"a draw can be chosen only in a display list or a glMultiDraw; the "
				"pending call is %s",
				gs_data_name(function));
		return choice == 0;
	}
	if (!gs_session_request(session, GS_REQUEST_CHOOSE_DRAW, number, NULL, &answer, error))
		return false;
	gs_stream_get(&answer, &debug->draws, sizeof debug->draws);
	if (answer.failed)
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the program's answer with the draws of %s is malformed",
			gs_data_name(function));
	return !answer.failed;
}

/* The list, which chooses a program, stands at a draw without such a shader, and others follow. */
static bool may_try_next(const struct gs_debug *debug, const GError *error)
{
	return debug->info.flags & GS_PROGRAM_IN_LIST && is_list(debug) && !debug->draws.all &&
	       debug->draws.draw + 1 < debug->draws.draws &&
	       g_error_matches(error, GS_ERROR, GS_ERROR_NO_SHADER);
}

static void add_vertex_source(struct gs_program_info *info, char *source)
{
	info->sources = g_renew(struct gs_source_info, info->sources, info->n_sources + 2);
	info->sources[info->n_sources++] = (struct gs_source_info){
		.stage = GS_STAGE_VERTEX, .source = source};
}

/* Puts a shader that reads the program's attributes in the place of a program that has no source.
 * Returns what that is made from; NULL: it has one, or the context's GLSL cannot place them. */
static const char *stand_in_for_program(struct gs_program_info *info)
{
	const char *made_from = info->n_sources ? "SPIR-V" : "a binary";
	char *source = info->flags & GS_PROGRAM_NO_SOURCE ? gs_stand_in_source(info) : NULL;
	if (!source)
		return NULL;
	gs_program_info_clear_sources(info);
	add_vertex_source(info, source);
	return made_from;
}

/* Only the vertices are wanted. Puts a shader in the place of what has no source: GL's own vertex
 * stage, or the program. */
static void stand_in(struct gs_debug *debug)
{
	bool fixed = debug->info.flags & GS_PROGRAM_FIXED_VERTEX;
	if (fixed)
		add_vertex_source(&debug->info,
			g_strdup("void main()\n{\n\tgl_Position = ftransform();\n}\n"));
	debug->stands_in_for = fixed ? NULL : stand_in_for_program(&debug->info);
}

/* Call before anything of a display list or a glMultiDraw* is executed. Refuses and returns true if
 * none of its draws has such a shader. */
static bool refuse_all_draws(
	struct gs_session *session, struct gs_debug *debug, bool vertices, GError **error)
{
	bool refused;
	if (!takes_apart(debug))
		return false;
	if (!gs_session_program(session, &debug->info, NULL))
		return false; /* whoever asks for the draw is told why */
	if (vertices)
		stand_in(debug);
	refused = !(debug->info.flags & GS_PROGRAM_IN_LIST) &&
		  refuse_program(session, debug, error);
	gs_program_info_clear(&debug->info);
	return refused;
}

/* Brings the pending call to the draw that is debugged, and asks for its program. Unless the user
 * has chosen a draw of a list that chooses programs, the first with a program is meant: lists often
 * begin without. */
static bool find_program(struct gs_session *session, struct gs_debug *debug, unsigned choice,
	bool vertices, GError **error)
{
	unsigned next = choice;
	if (refuse_all_draws(session, debug, vertices, error))
		return false;
	for (;;) {
		GError *failure = NULL;
		if (!choose_draw(session, debug, next, error) ||
			!gs_session_program(session, &debug->info, error))
			return false;
		if (vertices)
			stand_in(debug);
		if (!refuse_program(session, debug, &failure))
			return true;
		if (choice || !may_try_next(debug, failure)) {
			g_propagate_error(error, failure);
			return false;
		}
		g_clear_error(&failure);
		next = debug->draws.draw + 2; /* one plus its number */
		gs_program_info_clear(&debug->info);
	}
}

void gs_session_drop_shader(struct gs_session *session)
{
	session->sent.served = NULL;
	gs_debug_free(session->debug);
	gs_debug_free(session->lost_debug);
	session->debug = session->lost_debug = NULL;
	if (session->history)
		g_array_free(session->history, TRUE);
	session->history = NULL;
}

bool gs_session_leave_any_shader(struct gs_session *session, GError **error)
{
	struct gs_stop stop;
	if (!session->debug)
		return true;
	if (!gs_session_leave(session, &stop, error))
		return false;
	gs_stop_clear(&stop);
	return true;
}

static bool end_request(struct gs_session *session, GError **error)
{
	uint64_t number[6] = {session->keeps_variants ? GS_KEEPS_VARIANTS : 0};
	return gs_session_request(session, GS_REQUEST_DEBUG_END, number, NULL, NULL, error);
}

/* vertices: only these are wanted, also of what has no source. where NULL: no element's path is. */
static bool begin_shader(struct gs_session *session, enum gs_stage stage, unsigned choice,
	bool vertices, struct gs_where *where, GError **error)
{
	if (where)
		memset(where, 0, sizeof *where);
	gs_session_begin(session);
	if (!gs_session_need_draw(session, error) || !gs_session_need_no_list(session, error))
		return false;
	if (!gs_session_leave_any_shader(session, error))
		return false;
	gs_session_drop_shader(session);
	const struct gs_program_link link = gs_session_link(session);
	struct gs_debug *debug = gs_debug_new(&link, &gs_session_slot(session)->call, stage);
	uint64_t operations[6] = {0};
	gs_session_put_operations(session, operations);
	bool begun = false;
	if (!find_program(session, debug, choice, vertices, error) ||
		!gs_debug_parse(debug, error) ||
		!gs_debug_begin_target(debug, operations, &begun, error) ||
		!gs_debug_find_coverage(debug, gs_session_other_operations(session), error))
		goto fail;
	debug->note = begin_note(session, debug);
	if (where && !gs_debug_begin_path(debug, error))
		goto fail;
	session->debug = debug;
	if (where)
		gs_debug_fill_where(debug, where);
	return true;
fail:
	if (begun && session->life == GS_LIFE_STOPPED)
		end_request(session, NULL);
	gs_debug_free(debug);
	return false;
}

bool gs_session_shader(
	struct gs_session *session, enum gs_stage stage, struct gs_where *where, GError **error)
{
	return begin_shader(session, stage, 0, false, where, error);
}

bool gs_session_shader_of_draw(struct gs_session *session, enum gs_stage stage, unsigned draw,
	struct gs_where *where, GError **error)
{
	return begin_shader(session, stage, draw + 1, false, where, error);
}

bool gs_session_begin_vertices(struct gs_session *session, GError **error)
{
	struct gs_where where;
	bool begun = begin_shader(session, GS_STAGE_VERTEX, 0, true, &where, error);
	gs_where_clear(&where);
	return begun;
}

bool gs_session_begin_elements(struct gs_session *session, enum gs_stage stage, GError **error)
{
	return begin_shader(session, stage, 0, false, NULL, error);
}

bool gs_session_in_shader(struct gs_session *session)
{
	return session->debug != NULL;
}

const struct gs_shader *gs_session_shader_tree(struct gs_session *session)
{
	return session->debug ? session->debug->shader : NULL;
}

bool gs_session_leave(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	gs_session_drop_shader(session);
	if (!end_request(session, error))
		return false;
	gs_session_fill_stop(session, stop);
	return true;
}
