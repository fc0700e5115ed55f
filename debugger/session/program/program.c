/* SPDX-License-Identifier: MIT */
/* The program of the pending call, its framebuffer and GL state: decoding of wire/describe.h. */
#include <string.h>
#include "debugger/calls/calls.h"
#include "debugger/session/program/inspect.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/program/uniform.h"
#include "debugger/session/wait.h"

/* A count from the stream; what it counts takes at least `least` bytes each. */
static size_t get_count(struct gs_stream *s, uint64_t least)
{
	uint64_t n = gs_stream_get_u32(s);
	if (n * least > s->size - s->at)
		s->failed = true;
	return s->failed ? 0 : n;
}

static void read_source(struct gs_stream *s, struct gs_source_info *source)
{
	source->object = gs_stream_get_u32(s);
	source->stage = gs_stream_get_u32(s);
	source->program = gs_stream_get_u32(s);
	source->edited = gs_stream_get_u32(s);
	source->label = g_utf8_make_valid(gs_stream_get_string(s), -1);
	source->program_label = g_utf8_make_valid(gs_stream_get_string(s), -1);
	size_t n = get_count(s, 9);
	GString *text = g_string_new(NULL);
	for (size_t i = 0; i < n; i++) {
		uint64_t length;
		const char *string = gs_stream_get_bytes(s, &length);
		g_string_append_len(text, string, length);
	}
	source->source = g_string_free(text, FALSE);
}

static void read_variable(struct gs_stream *s, struct gs_uniform_info *u, bool has_value)
{
	u->name = g_strdup(gs_stream_get_string(s));
	u->gl_type = gs_stream_get_u32(s);
	u->array_size = gs_stream_get_u32(s);
	u->type = gs_uniform_type_text(u);
	u->location = (int32_t)gs_stream_get_u32(s);
	if (has_value) {
		uint64_t length;
		u->n_locations = get_count(s, 4);
		u->locations = g_new(int32_t, u->n_locations + 1);
		for (size_t i = 0; i < u->n_locations; i++)
			u->locations[i] = (int32_t)gs_stream_get_u32(s);
		const char *bytes = gs_stream_get_bytes(s, &length);
		u->value = g_bytes_new(bytes, length);
	}
}

static bool read_program(struct gs_stream *s, struct gs_program_info *info, GError **error)
{
	info->program = gs_stream_get_u32(s);
	info->api = gs_stream_get_u32(s);
	info->gl_version = gs_stream_get_u32(s);
	gs_stream_get_u32(s); /* link serial */
	info->flags = gs_stream_get_u32(s);
	info->renderer = g_utf8_make_valid(gs_stream_get_string(s), -1);
	info->n_sources = get_count(s, 38);
	info->sources = g_new0(struct gs_source_info, info->n_sources + 1);
	for (size_t i = 0; i < info->n_sources; i++)
		read_source(s, &info->sources[i]);
	info->n_uniforms = get_count(s, 33);
	info->uniforms = g_new0(struct gs_uniform_info, info->n_uniforms + 1);
	for (size_t i = 0; i < info->n_uniforms; i++)
		read_variable(s, &info->uniforms[i], true);
	info->n_attributes = get_count(s, 21);
	info->attributes = g_new0(struct gs_uniform_info, info->n_attributes + 1);
	for (size_t i = 0; i < info->n_attributes; i++)
		read_variable(s, &info->attributes[i], false);
	info->n_outputs = get_count(s, 17);
	info->outputs = g_new0(struct gs_output_info, info->n_outputs + 1);
	for (size_t i = 0; i < info->n_outputs; i++) {
		info->outputs[i].name = g_strdup(gs_stream_get_string(s));
		info->outputs[i].location = gs_stream_get_u32(s);
		info->outputs[i].index = gs_stream_get_u32(s);
	}
	info->n_subroutines = get_count(s, 22);
	info->subroutines = g_new0(struct gs_subroutine_info, info->n_subroutines + 1);
	for (size_t i = 0; i < info->n_subroutines; i++) {
		info->subroutines[i].stage = gs_stream_get_u32(s);
		info->subroutines[i].uniform = g_strdup(gs_stream_get_string(s));
		info->subroutines[i].function = g_strdup(gs_stream_get_string(s));
	}
	if (!s->failed)
		return true;
	gs_program_info_clear(info);
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the program's description of its GL program is malformed");
	return false;
}

/* Of struct gs_call_uniform; the names of elements are kept in texts. */
static void add_uniform(GArray *found, GStringChunk *texts, const struct gs_uniform_info *uniform)
{
	struct gs_call_uniform whole = {uniform->location, uniform->name};
	size_t length = strlen(uniform->name) - (g_str_has_suffix(uniform->name, "[0]") ? 3 : 0);
	g_array_append_val(found, whole);
	for (size_t i = 1; i < uniform->n_locations; i++) {
		g_autofree char *name = g_strdup_printf("%.*s[%zu]", (int)length, uniform->name, i);
		struct gs_call_uniform element = {
			uniform->locations[i], g_string_chunk_insert(texts, name)};
		g_array_append_val(found, element);
	}
}

/* The list of calls learns what the locations are called of which the program never asks. */
static void tell_names(struct gs_session *session, const struct gs_program_info *info)
{
	struct gs_call_store *store = gs_session_call_store(session);
	const struct gs_wire_slot *slot = gs_session_slot(session);
	uint64_t number = slot->call.index;
	if (!store || (session->opened && !gs_replay_number(session, &number)))
		return;
	if (!session->opened)
		gs_host_flush_log(session->host);
	const struct gs_call_info pending = {.index = number};
	struct gs_call_place place = gs_call_store_find(store, number);
	if (!gs_call_info_follows(store, place, &pending))
		return;
	GArray *uniforms = g_array_new(FALSE, FALSE, sizeof(struct gs_call_uniform));
	GStringChunk *texts = g_string_chunk_new(1024);
	for (size_t i = 0; i < info->n_uniforms; i++)
		add_uniform(uniforms, texts, &info->uniforms[i]);
	/* a trace's list is whole, and its player may number objects otherwise */
	gs_call_store_tell(store, (uint32_t)slot->tid, place, session->opened ? 0 : info->program,
		(const struct gs_call_uniform *)(const void *)uniforms->data, uniforms->len);
	g_array_free(uniforms, TRUE);
	g_string_chunk_free(texts);
}

bool gs_session_program(struct gs_session *session, struct gs_program_info *info, GError **error)
{
	struct gs_stream answer;
	memset(info, 0, sizeof *info);
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_PROGRAM, NULL, NULL, &answer, error) ||
		!read_program(&answer, info, error))
		return false;
	tell_names(session, info);
	return true;
}

bool gs_session_framebuffer(struct gs_session *session, struct gs_picture *picture, GError **error)
{
	struct gs_stream answer;
	struct gs_wire_image image;
	memset(picture, 0, sizeof *picture);
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_FRAMEBUFFER, NULL, NULL, &answer, error))
		return false;
	gs_stream_get(&answer, &image, sizeof image);
	uint64_t row = (uint64_t)image.width * 4;
	bool sane = !answer.failed && image.width <= 65536 && image.height <= 65536;
	bool none = sane && image.format == GS_WIRE_IMAGE_NO_COLOUR;
	const uint8_t *pixels = sane && !none ? gs_stream_claim(&answer, row * image.height) : NULL;
	picture->colour = image.colour;
	picture->depth = image.depth;
	picture->point = image.point;
	picture->framebuffer = image.framebuffer;
	memcpy(picture->label, image.label, sizeof image.label);
	gs_inspect_clean_label(picture->label);
	if (none) {
		picture->width = image.width;
		picture->height = image.height;
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the draw framebuffer has no colour buffer");
		return false;
	}
	if (!pixels || image.format != GS_WIRE_IMAGE_RGBA8) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the program's answer with its framebuffer is malformed");
		return false;
	}
	uint8_t *rgba = g_malloc(row * image.height + 1);
	for (uint64_t y = 0; y < image.height; y++)
		memcpy(rgba + (image.height - 1 - y) * row, pixels + y * row, row);
	picture->width = image.width;
	picture->height = image.height;
	picture->rgba = g_bytes_new_take(rgba, row * image.height);
	return true;
}

/* ---- another source ---- */

/* In a trace: keep it as an edit of the call that gave the program its source. Return false if it
 * is none, and lost when the player begins anew; or with an error. */
static bool keep_source(struct gs_session *session, enum gs_stage stage, unsigned object,
	const char *text, GError **error)
{
	struct gs_program_info info;
	uint64_t program = 0;
	unsigned n = 0;
	if (!session->opened || !gs_session_program(session, &info, NULL))
		return false;
	for (size_t i = 0; i < info.n_sources; i++)
		if (info.sources[i].stage == stage && n++ == object)
			program = info.sources[i].program ? info.sources[i].program : info.program;
	gs_program_info_clear(&info);
	return program && gs_edits_set_source(session, program, stage, object, text, error);
}

bool gs_session_set_source(struct gs_session *session, enum gs_stage stage, unsigned object,
	const char *text, GError **error)
{
	gs_session_begin(session);
	if (session->debug) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the source cannot be changed while the draw's shader is being debugged: "
			"`shader leave` first");
		return false;
	}
	struct gs_stream input;
	if (!gs_session_need_stop(session, error) || !gs_session_input(session, &input))
		return false;
	gs_stream_put_u32(&input, stage);
	gs_stream_put_u32(&input, object);
	gs_stream_put_u32(&input, text == NULL);
	gs_stream_put_string(&input, text ? text : "");
	if (input.failed) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"this source is too large for the shared memory");
		return false;
	}
	GError *failure = NULL;
	if (!gs_session_request(session, GS_REQUEST_SET_SOURCE, NULL, &input, NULL, error))
		return false;
	session->is_edited |= !keep_source(session, stage, object, text, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return !failure;
}

bool gs_session_draws_fixed(struct gs_session *session)
{
	struct gs_program_info info;
	if (!gs_session_program(session, &info, NULL))
		return true;
	bool fixed = gs_program_info_has_fixed(&info);
	gs_program_info_clear(&info);
	return fixed;
}

void gs_session_refuse_no_program(struct gs_session *session, GError **error)
{
	char *advice = gs_session_program_advice(session);
	g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER, "no program is in use (%s): %s",
		gs_session_draws_fixed(session) ? "GL draws with fixed function"
						: "GL draws nothing in this context without one",
		advice);
	g_free(advice);
}
