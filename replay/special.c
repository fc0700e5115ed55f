/* SPDX-License-Identifier: MIT */
/* Calls that need more than the tables of data/ say: state that names depend on, mapped buffers,
 * memory of the program, waits, and calls that a player must not make. */
#include <string.h>
#include "data/constants.h"
#include "replay/private.h"

enum {
	INVALID_INDEX = -1,
	MOST_LISTS = 1 << 24,
};

static const uint64_t one_minute = 60000000000;

/* ---- memory of the program ---- */

static void act_malloc(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	uint64_t size = gs_trace_argument(call, 0), address = gs_trace_number(&call->result);
	void *memory = address && size ? g_try_malloc0(size) : NULL;
	(void)play;
	if (memory)
		gs_regions_add(player->regions, address, size, memory);
}

static void act_free(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	(void)play;
	gs_regions_remove(player->regions, gs_trace_argument(call, 0));
}

static void act_memcpy(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	uint64_t left;
	(void)play;
	if (call->function->n_args < 2 || call->args[1].class != GS_TRACE_BLOB)
		return;
	const struct gs_trace_value *bytes = &call->args[1];
	void *memory = gs_regions_find(player->regions, gs_trace_argument(call, 0), &left);
	if (!memory || left < bytes->n) {
		gs_replay_leave_out(
			player, "memcpy", call, "writes where the trace says of no memory");
		return;
	}
	memcpy(memory, bytes->bytes, bytes->n);
}

/* ---- mapped buffers ---- */

/* Forget the mappings that the call ends, as GL may use their memory for something else. */
static bool prepare_unmap(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	(void)call;
	(void)args;
	gs_regions_unmap_each(
		player->regions, gs_replay_context(player)->group, player->step->buffers);
	return true;
}

static void learn_map(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	const struct gs_follow_step *step = player->step;
	uint64_t address = gs_trace_number(&call->result);
	(void)args;
	if (step->event == GS_FOLLOW_MAPS && result)
		gs_regions_add_mapped(player->regions, address, step->size,
			(void *)(uintptr_t)result, gs_replay_context(player)->group, step->buffer);
	if (!address != !result)
		gs_replay_tell(player, call->function->name, call,
			result ? "maps here, and failed when it was recorded"
			       : "fails here, and what is written there is lost");
}

/* ---- names of a program's parts ---- */

static void learn_link(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	(void)args;
	(void)result;
	gs_name_map_forget_in(gs_replay_context(player)->group->names, gs_trace_argument(call, 0));
}

static void learn_subroutine(struct gs_player *player, const struct gs_trace_call *call,
	uint64_t stage, bool is_location, uint64_t result)
{
	uint64_t recorded = gs_trace_number(&call->result);
	if ((int32_t)recorded != -1 && (int32_t)result != -1)
		gs_name_map_add_in(gs_replay_context(player)->group->names, GS_OBJECT_SUBROUTINE,
			gs_trace_argument(call, 0),
			gs_replay_subroutine(stage, is_location, recorded), (uint32_t)result);
}

/* Note the location of a subroutine uniform. */
static void learn_subroutine_location(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	learn_subroutine(player, call, args[1], true, result);
}

static void learn_resource(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	/* In the order of GL_VERTEX_SUBROUTINE and GL_VERTEX_SUBROUTINE_UNIFORM. */
	static const uint16_t stages[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER,
		GL_COMPUTE_SHADER};
	enum gs_object_kind kind = args[1] == GL_UNIFORM_BLOCK		? GS_OBJECT_BLOCK
				   : args[1] == GL_SHADER_STORAGE_BLOCK ? GS_OBJECT_STORAGE_BLOCK
				   : args[1] == GL_UNIFORM		? GS_OBJECT_LOCATION
									: GS_OBJECT_NONE;
	bool is_location = call->function->kinds & GS_KIND_ASKS_LOCATION;
	uint64_t recorded = gs_trace_number(&call->result);
	uint64_t subroutine = args[1] - GL_VERTEX_SUBROUTINE; /* subroutine uniforms follow */
	if (subroutine < 2 * G_N_ELEMENTS(stages) &&
		is_location == (subroutine >= G_N_ELEMENTS(stages)))
		learn_subroutine(player, call, stages[subroutine % G_N_ELEMENTS(stages)],
			is_location, result);
	else if (is_location && kind == GS_OBJECT_LOCATION)
		gs_replay_learn_location(
			player, call, gs_trace_argument(call, 0), (uint32_t)result);
	else if (!is_location && kind != GS_OBJECT_NONE && kind != GS_OBJECT_LOCATION &&
		 (int32_t)recorded != -1 && (int32_t)result != -1)
		gs_name_map_add_in(gs_replay_context(player)->group->names, kind,
			gs_trace_argument(call, 0), (uint32_t)recorded, (uint32_t)result);
}

/* Move each index, which is this driver's already, to the place of its subroutine uniform here. */
static bool prepare_subroutines(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	uint32_t n = call->args[2].class == GS_TRACE_ARRAY ? call->args[2].n : 0;
	uint32_t *indices = (uint32_t *)(uintptr_t)args[2], *here;
	if (n != args[1] || !(here = gs_replay_take(player, (n + 1) * sizeof *here)))
		return true;
	memcpy(here, indices, n * sizeof *here);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t recorded = gs_replay_subroutine(args[0], true, i);
		uint32_t at = gs_name_map_find_in(gs_replay_context(player)->group->names,
			GS_OBJECT_SUBROUTINE, gs_replay_program(player), recorded);
		if (at < n)
			here[at] = indices[i];
	}
	args[2] = (uintptr_t)here;
	return true;
}

/* Note the number of a block here, after a query of a block's name by number: programs go through
 * all blocks and use the number of the one with a name. */
static void learn_listed(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	unsigned (*find_block)(unsigned, const char *) = gs_replay_find(
		player, "glGetUniformBlockIndex");
	unsigned (*find_resource)(unsigned, unsigned, const char *) = gs_replay_find(
		player, "glGetProgramResourceIndex");
	unsigned n_args = call->function->n_args, here = (unsigned)INVALID_INDEX;
	const struct gs_trace_value *name = n_args ? &call->args[n_args - 1] : NULL;
	(void)result;
	if (!name || name->class != GS_TRACE_STRING)
		return;
	bool is_resource = n_args == 6;
	if (is_resource && find_resource)
		here = find_resource((unsigned)args[0], (unsigned)args[1], name->text);
	else if (!is_resource && find_block)
		here = find_block((unsigned)args[0], name->text);
	enum gs_object_kind kind = !is_resource || args[1] == GL_UNIFORM_BLOCK ? GS_OBJECT_BLOCK
				   : args[1] == GL_SHADER_STORAGE_BLOCK ? GS_OBJECT_STORAGE_BLOCK
									: GS_OBJECT_NONE;
	if (kind != GS_OBJECT_NONE && here != (unsigned)INVALID_INDEX)
		gs_name_map_add_in(gs_replay_context(player)->group->names, kind,
			gs_trace_argument(call, 0),
			(uint32_t)gs_trace_argument(call, is_resource ? 2 : 1), here);
}

/* ---- arguments ---- */

/* Pass no lengths of sources: they end with NULs, so that no length can be wrong. */
static bool prepare_source(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	(void)player;
	args[3] = 0;
	args[1] = call->args[2].n;
	return call->args[2].class == GS_TRACE_ARRAY;
}

/* Wait for a minute at most, if the sync object was signalled when it was recorded. */
static bool prepare_wait(struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	uint64_t result = gs_trace_number(&call->result);
	(void)player;
	if (result != GL_TIMEOUT_EXPIRED && result != GL_WAIT_FAILED)
		args[2] = one_minute;
	return args[0];
}

static bool prepare_sync(struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	(void)player;
	(void)call;
	return args[0];
}

/* Refuse ranges of very many display lists, as drivers go through all names. */
static bool prepare_lists(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	int32_t range = (int32_t)args[call->function->n_args == 1 ? 0 : 1];
	if (range <= MOST_LISTS)
		return true;
	gs_replay_leave_out(player, call->function->name, call, "is about %d lists", range);
	return false;
}

static bool prepare_copy(struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	for (unsigned i = 0; i <= 6; i += 6)
		args[i] = gs_replay_name(player,
			args[i + 1] == GL_RENDERBUFFER ? GS_OBJECT_RENDERBUFFER : GS_OBJECT_TEXTURE,
			gs_trace_argument(call, i));
	return true;
}

static bool prepare_label(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	enum gs_object_kind kind = gs_data_label_kind((uint32_t)args[0]);
	if (kind != GS_OBJECT_NONE)
		args[1] = gs_replay_name(player, kind, gs_trace_argument(call, 1));
	return true;
}

/* Allocate the memory that GL writes to until another one is set. */
static bool prepare_feedback(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	bool is_select = call->function->n_args == 2;
	void *memory = (int32_t)args[0] < 0 ? NULL : g_try_malloc0(args[0] * 4 + 16);
	args[is_select ? 1 : 2] = (uintptr_t)memory;
	return memory;
}

/* Keep the memory that GL writes to, and free the other one; GL may have refused the new one. */
static void learn_feedback(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	struct gs_replay_context *context = gs_replay_context(player);
	bool is_select = call->function->n_args == 2;
	void **memory = is_select ? &context->selection : &context->feedback;
	void *offered = (void *)(uintptr_t)args[is_select ? 1 : 2], *taken = NULL;
	void (*get)(unsigned, void **) = gs_replay_find(player, "glGetPointerv");
	(void)result;
	get(is_select ? GL_SELECTION_BUFFER_POINTER : GL_FEEDBACK_BUFFER_POINTER, &taken);
	if (taken == offered) {
		g_free(*memory);
		*memory = offered;
	} else {
		g_free(offered);
	}
}

static void act_nothing(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	(void)player;
	(void)play;
	(void)call;
}

static void act_end_frame(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	(void)play;
	(void)call;
	gs_replay_end_frame(player);
}

/* ---- which calls ---- */

/* Functions on memory of the program, whose calls the recorder makes up. */
/* Note whether a query decides if anything is drawn. */
static void learn_condition(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result)
{
	(void)args;
	(void)result;
	gs_replay_context(player)->in_condition = call->function->n_args > 0;
}

static const struct {
	const char *name;
	gs_replay_act act;
} memory_acts[] = {{"malloc", act_malloc}, {"free", act_free}, {"memcpy", act_memcpy}};

/* Functions of vendors that do the same are played like the plain ones (gs_data_plain). */
static const struct {
	unsigned function;
	gs_replay_act act;
	gs_replay_prepare prepare;
	gs_replay_learn learn;
} specials[] = {
	{GS_FN_glDebugMessageCallback, act_nothing, NULL, NULL},
	{GS_FN_glEGLImageTargetTexture2DOES, gs_replay_act_image_target, NULL, NULL},
	{GS_FN_glEGLImageTargetRenderbufferStorageOES, gs_replay_act_image_target, NULL, NULL},
	{GS_FN_glEGLImageTargetTexStorageEXT, gs_replay_act_image_target, NULL, NULL},
	{GS_FN_glEGLImageTargetTextureStorageEXT, gs_replay_act_image_target, NULL, NULL},
	{GS_FN_glTexImage2D, NULL, gs_replay_prepare_image, NULL},
	{GS_FN_glStringMarkerGREMEDY, act_nothing, NULL, NULL},
	{GS_FN_glFrameTerminatorGREMEDY, act_end_frame, NULL, NULL},
	{GS_FN_glMapObjectBufferATI, NULL, NULL, learn_map},
	{GS_FN_glUnmapBuffer, NULL, prepare_unmap, NULL},
	{GS_FN_glUnmapNamedBuffer, NULL, prepare_unmap, NULL},
	{GS_FN_glUnmapObjectBufferATI, NULL, prepare_unmap, NULL},
	{GS_FN_glDeleteBuffers, NULL, prepare_unmap, NULL},
	{GS_FN_glLinkProgram, NULL, NULL, learn_link},
	{GS_FN_glProgramBinary, NULL, NULL, learn_link},
	{GS_FN_glGetProgramResourceIndex, NULL, NULL, learn_resource},
	{GS_FN_glGetProgramResourceLocation, NULL, NULL, learn_resource},
	{GS_FN_glGetActiveUniformBlockName, NULL, NULL, learn_listed},
	{GS_FN_glGetProgramResourceName, NULL, NULL, learn_listed},
	{GS_FN_glGetSubroutineUniformLocation, NULL, NULL, learn_subroutine_location},
	{GS_FN_glUniformSubroutinesuiv, NULL, prepare_subroutines, NULL},
	{GS_FN_glShaderSource, NULL, prepare_source, NULL},
	{GS_FN_glCompileShaderIncludeARB, NULL, prepare_source, NULL},
	{GS_FN_glClientWaitSync, NULL, prepare_wait, NULL},
	{GS_FN_glWaitSync, NULL, prepare_sync, NULL},
	{GS_FN_glDeleteSync, NULL, prepare_sync, NULL},
	{GS_FN_glGetSynciv, NULL, prepare_sync, NULL},
	{GS_FN_glCopyImageSubData, NULL, prepare_copy, NULL},
	{GS_FN_glObjectLabel, NULL, prepare_label, NULL},
	{GS_FN_glLabelObjectEXT, NULL, prepare_label, NULL},
	{GS_FN_glGetObjectLabel, NULL, prepare_label, NULL},
	{GS_FN_glGenLists, NULL, prepare_lists, NULL},
	{GS_FN_glDeleteLists, NULL, prepare_lists, NULL},
	{GS_FN_glFeedbackBuffer, NULL, prepare_feedback, learn_feedback},
	{GS_FN_glSelectBuffer, NULL, prepare_feedback, learn_feedback},
	{GS_FN_glBeginConditionalRender, NULL, NULL, learn_condition},
	{GS_FN_glBeginConditionalRenderNVX, NULL, NULL, learn_condition},
	{GS_FN_glEndConditionalRender, NULL, NULL, learn_condition},
};

static void find_by_name(struct gs_play *play)
{
	for (size_t i = 0; i < G_N_ELEMENTS(memory_acts); i++)
		if (strcmp(memory_acts[i].name, play->trace->name) == 0)
			play->act = memory_acts[i].act;
}

void gs_replay_find_special(struct gs_play *play)
{
	uint64_t kinds = gs_data_kinds(play->number);
	unsigned plain = gs_data_plain(play->number);
	if (!play->info) {
		find_by_name(play);
	} else if (kinds & GS_KIND_WINDOW) {
		gs_replay_act act = gs_replay_window_act(play->number);
		if (!act)
			act = gs_replay_image_act(play->number);
		play->act = act ? act : act_nothing;
	} else if (gs_data_flags(play->number) & GS_FUNCTION_OURS) {
		play->act = act_nothing;
	} else if (kinds & GS_KIND_MAPS) {
		play->learn = learn_map;
	} else if (kinds & GS_KIND_BUFFER_DATA) {
		play->prepare = prepare_unmap;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(specials); i++) {
		if (specials[i].function != plain)
			continue;
		play->act = specials[i].act;
		play->prepare = specials[i].prepare;
		play->learn = specials[i].learn;
	}
}
