/* SPDX-License-Identifier: MIT */
/* pixel, next pixel, history pixel, history texture: one pixel of the framebuffer or a texture, and
 * which calls touch it. */
#include <math.h>
#include <string.h>
#include "verbs/verbs.h"
#include "data/data.h"
#include "data/texels.h"
#include "debugger/session/origin.h"
#include "debugger/session/pixel.h"

/* With "window" the window's buffer, also where another one is bound. */
static struct gs_pixel pixel_of(const struct gs_arguments *arguments)
{
	return (struct gs_pixel){.x = gs_argument_unsigned(arguments, "X", 0),
		.y = gs_argument_unsigned(arguments, "Y", 0),
		.layer = gs_argument_unsigned(arguments, "L", 0),
		.sample = gs_argument_unsigned(arguments, "S", 0),
		.buffer = gs_argument_has(arguments, "window") ? GS_PIXEL_ANY_WINDOW : 0};
}

/* ---- what is told ---- */

static void put_colour(struct gs_reply *reply, const char *name, const struct gs_pixel_colour *c)
{
	if (!c->n) {
		gs_json_string(reply->json, name, NULL);
		return;
	}
	gs_json_begin_list(reply->json, name);
	for (unsigned i = 0; i < c->n; i++) {
		const struct gs_scalar scalar = gs_number_scalar(c->base, c->value[i]);
		gs_json_scalar(reply->json, &scalar);
	}
	json_builder_end_array(reply->json);
}

static const char *rejection(const struct gs_wire_pixel *what)
{
	static const char *const names[] = {[GS_PIXEL_COVERED] = "discard",
		[GS_PIXEL_FACING] = "cull",
		[GS_PIXEL_SCISSOR] = "scissor",
		[GS_PIXEL_ALPHA] = "alpha",
		[GS_PIXEL_STENCIL] = "stencil",
		[GS_PIXEL_DEPTH] = "depth"};
	enum gs_pixel_test by = gs_pixel_rejected(what);
	if (what->kind == GS_PIXEL_DRAW && by < GS_N_PIXEL_TESTS)
		return names[by];
	return what->masked ? "mask" : NULL;
}

static void put_samples(JsonBuilder *json, const struct gs_wire_pixel *what)
{
	static const char *const names[] = {
		"covered", "cull", "scissor", "alpha", "stencil", "depth"};
	gs_json_begin_object(json, "samples");
	for (unsigned i = 0; i < GS_N_PIXEL_TESTS; i++)
		gs_json_integer(json, names[i], (int64_t)what->left[i]);
	json_builder_end_object(json);
}

static void put_primitives(struct gs_reply *reply, const struct gs_wire_pixel *what)
{
	gs_json_begin_list(reply->json, "primitives");
	for (unsigned i = 0; i < what->n_primitives && i < GS_PIXEL_PRIMITIVES; i++) {
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "primitive", what->primitives[i].index);
		gs_json_integer(reply->json, "passed", what->primitives[i].passed);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	gs_json_boolean(reply->json, "more_primitives", what->more_primitives);
}

static const char *kind_name(const struct gs_wire_pixel *what)
{
	static const char *const kinds[GS_N_PIXEL_KINDS] = {"nothing", "draw", "clear", "copy",
		"unsure", "upload", "mipmap", "dispatch", "store"};
	return kinds[what->kind % GS_N_PIXEL_KINDS];
}

/* The event's call, as a member. */
static void put_call(struct gs_reply *reply, const char *name, const struct gs_pixel_event *event)
{
	gs_json_begin_object(reply->json, name);
	gs_reply_call(reply, &event->stop.call);
	gs_reply_drawn(reply, &event->drawn);
	json_builder_end_object(reply->json);
}

/* The members of an object. */
static void put_event(struct gs_reply *reply, const struct gs_pixel_event *event)
{
	const struct gs_wire_pixel *what = &event->what;
	char *text = gs_pixel_event_text(event);
	gs_json_string(reply->json, "kind", kind_name(what));
	gs_json_string(reply->json, "text", text);
	gs_json_string(reply->json, "rejected", rejection(what));
	if (what->kind == GS_PIXEL_DRAW) {
		put_samples(reply->json, what);
		if (what->samples > 1)
			gs_json_integer(reply->json, "samples_written", what->samples_written);
		put_primitives(reply, what);
	}
	put_colour(reply, "before", &event->before);
	put_colour(reply, "output", &event->output);
	gs_json_integer(reply->json, "output_of", (int64_t)gs_pixel_output_of(event));
	gs_json_flag(reply->json, "no_output", event->has_no_output);
	put_colour(reply, "after", &event->after);
	g_free(text);
}

/* ---- pixel ---- */

bool gs_verb_pixel(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const struct gs_pixel pixel = pixel_of(arguments);
	struct gs_where where = {0};
	bool good = gs_session_debug_pixel(verbs->session, &pixel, &where, error);
	return gs_reply_where(reply, good, &where, false);
}

/* ---- next pixel ---- */

bool gs_verb_next_pixel(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const struct gs_pixel pixel = pixel_of(arguments);
	struct gs_stop stop;
	bool good = gs_session_next_pixel(verbs->session, &pixel, &stop, error);
	return gs_reply_stop(verbs, reply, good, &stop);
}

/* ---- history pixel ---- */

static void put_elsewhere(struct gs_reply *reply, const struct gs_pixel_history *history)
{
	gs_json_begin_list(reply->json, "elsewhere");
	for (unsigned i = 0; i < history->n_elsewhere; i++) {
		const struct gs_wire_elsewhere *e = &history->elsewhere[i];
		char *buffer = gs_pixel_elsewhere_text(history, i);
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "buffer", buffer);
		gs_json_integer(reply->json, "calls", (int64_t)e->calls);
		json_builder_end_object(reply->json);
		g_free(buffer);
	}
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "refused", history->n_refused);
}

/* After the events; pixel: the window is proposed where most of the frame goes there; NULL: not. */
static void put_notes(struct gs_reply *reply, const struct gs_pixel_history *history,
	const struct gs_pixel *pixel)
{
	g_auto(GStrv) notes = gs_pixel_history_notes(history);
	gs_json_begin_list(reply->json, "notes");
	for (char **note = notes; *note; note++)
		json_builder_add_string_value(reply->json, *note);
	if (pixel && history->n_elsewhere &&
		history->elsewhere[0].buffer >> 62 == GS_PIXEL_WINDOW &&
		history->buffer >> 62 != GS_PIXEL_WINDOW) {
		g_autofree char *window = g_strdup_printf(
			"`history pixel %u %u window` asks for the window's pixel.", pixel->x,
			pixel->y);
		json_builder_add_string_value(reply->json, window);
	}
	if (history->is_part)
		json_builder_add_string_value(reply->json,
			"These are the calls from the pending one on: in a trace, only those of a "
			"window's pixels are found from the frame's beginning.");
	if (gs_pixel_history_advice(history))
		json_builder_add_string_value(reply->json, gs_pixel_history_advice(history));
	json_builder_end_array(reply->json);
}

/* Each of several fragments can be debugged: the last one's number, as `focus` takes it. */
static void put_fragments(struct gs_reply *reply, const struct gs_pixel_event *event)
{
	enum { MOST = 255 }; /* gs_fragment_operations.fragment */
	uint64_t n = MIN(gs_pixel_fragments(&event->what), MOST);
	if (n > 1 && event->drawn.program) /* fixed function has no shader to debug */
		gs_json_integer(reply->json, "last_fragment", (int64_t)n - 1);
}

/* The facts before the events. */
static void put_frame(struct gs_reply *reply, const struct gs_pixel_history *history)
{
	char *buffer = gs_pixel_buffer_text(history->buffer, 0);
	uint32_t width = history->width ? history->width : history->width_before;
	uint32_t height = history->height ? history->height : history->height_before;
	gs_json_integer(reply->json, "frame", (int64_t)history->frame);
	gs_json_string(reply->json, "buffer", buffer);
	gs_json_integer(reply->json, "width", width);
	gs_json_integer(reply->json, "height", height);
	gs_json_boolean(reply->json, "part", history->is_part);
	put_elsewhere(reply, history);
	g_free(buffer);
}

static void put_history(struct gs_verbs *verbs, struct gs_reply *reply,
	const struct gs_pixel_history *history, const struct gs_pixel *pixel)
{
	put_frame(reply, history);
	gs_json_integer(reply->json, "x", pixel->x);
	gs_json_integer(reply->json, "y", pixel->y);
	if (pixel->is_texel) {
		gs_json_integer(reply->json, "texture", (uint32_t)pixel->buffer);
		gs_json_integer(reply->json, "level", gs_pixel_level(pixel->buffer));
		gs_json_integer(reply->json, "layer", pixel->layer);
	}
	gs_json_flag(reply->json, "trace", gs_session_is_trace(verbs->session));
	gs_json_begin_list(reply->json, "events");
	for (guint i = 0; i < history->events->len; i++) {
		const struct gs_pixel_event *event = g_ptr_array_index(history->events, i);
		json_builder_begin_object(reply->json);
		put_call(reply, "call", event);
		gs_json_integer(reply->json, "draw", (int64_t)event->stop.draw);
		gs_json_boolean(reply->json, "changed_between", event->changed_between);
		put_event(reply, event);
		put_fragments(reply, event);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	put_notes(reply, history, pixel->is_texel ? NULL : pixel);
}

/* Of all of a texture: what calls do to its texels is not known. */
static void put_writes(struct gs_reply *reply, const struct gs_pixel_history *history)
{
	gs_json_integer(reply->json, "frame", (int64_t)history->frame);
	gs_json_integer(reply->json, "texture", (uint32_t)history->buffer);
	gs_json_begin_list(reply->json, "events");
	for (guint i = 0; i < history->events->len; i++) {
		const struct gs_pixel_event *event = g_ptr_array_index(history->events, i);
		g_autofree char *into = gs_pixel_buffer_text(event->what.buffer, 0);
		/* else its arguments say which level that is */
		bool is_attached = event->what.kind <= GS_PIXEL_COPY && event->what.buffer &&
				   !gs_data_texels((unsigned)gs_data_find(event->stop.call.name));
		json_builder_begin_object(reply->json);
		put_call(reply, "call", event);
		gs_json_integer(reply->json, "draw", (int64_t)event->stop.draw);
		gs_json_string(reply->json, "kind", kind_name(&event->what));
		gs_json_string(reply->json, "text", gs_pixel_write_text(event));
		gs_json_string(reply->json, "into", is_attached ? into : NULL);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	put_notes(reply, history, NULL);
}

static bool tell_history(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, const struct gs_pixel *pixel, GError **error)
{
	struct gs_pixel_history history;
	struct gs_stop stop;
	uint64_t frame = gs_argument_number(arguments, "FRAME", GS_PIXEL_NO_FRAME);
	bool good = gs_session_pixel_history(verbs->session, pixel, frame, &history, &stop, error);
	if (good && reply->is_bare) {
		reply->history = g_memdup2(&history, sizeof history);
		gs_reply_keep_stop(reply, &stop);
		return true;
	}
	if (good && pixel->anywhere)
		put_writes(reply, &history);
	else if (good)
		put_history(verbs, reply, &history, pixel);
	gs_pixel_history_clear(&history);
	if (good)
		gs_reply_keep_stop(reply, &stop);
	else
		gs_stop_clear(&stop);
	return good;
}

bool gs_verb_history_pixel(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const struct gs_pixel pixel = pixel_of(arguments);
	return tell_history(verbs, arguments, reply, &pixel, error);
}

/* ---- history texture ---- */

enum { MOST_LEVELS = 32 }; /* gs_wire_pixel.buffer */

bool gs_verb_history_texture(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_pixel pixel = pixel_of(arguments);
	uint64_t name = gs_argument_number(arguments, "N", 0);
	uint64_t level = gs_argument_number(arguments, "L", 0);
	uint64_t layer = gs_argument_number(arguments, "Z", 0);
	if (!name || name > UINT32_MAX || level >= MOST_LEVELS || layer >= GS_PIXEL_LAYERS) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"texture %" G_GUINT64_FORMAT " has no level %" G_GUINT64_FORMAT
			" and layer %" G_GUINT64_FORMAT ": `textures` lists what is bound",
			name, level, layer);
		return false;
	}
	pixel.layer = (uint32_t)layer;
	pixel.is_texel = true;
	pixel.buffer = gs_pixel_of_texture((uint32_t)name, (unsigned)level, pixel.layer,
		gs_argument_has(arguments, "stencil"));
	return tell_history(verbs, arguments, reply, &pixel, error);
}

/* ---- written texture ---- */

bool gs_verb_written_texture(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t name = gs_argument_number(arguments, "N", 0);
	const struct gs_pixel pixel = {.is_texel = true,
		.anywhere = true,
		.buffer = gs_pixel_of_texture((uint32_t)name, 0, 0, false)};
	if (name && name <= UINT32_MAX)
		return tell_history(verbs, arguments, reply, &pixel, error);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"there is no texture %" G_GUINT64_FORMAT ": `textures` lists what is bound", name);
	return false;
}

/* ---- origin ---- */

static void put_writer(struct gs_reply *reply, const struct gs_texel_origin *origin)
{
	const struct gs_pixel_event *event = g_ptr_array_index(
		origin->history.events, origin->event);
	gs_json_string(reply->json, "lookup", origin->lookup);
	put_call(reply, "writer", event);
}

bool gs_verb_origin(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_texel_origin origin;
	struct gs_stop stop;
	struct gs_where where = {0};
	bool good = gs_session_origin(verbs->session, &origin, &stop, &where, error);
	if (good && !reply->is_bare) {
		put_history(verbs, reply, &origin.history, &origin.texel);
		put_writer(reply, &origin);
		gs_json_begin_object(reply->json, "where");
	}
	gs_texel_origin_clear(&origin);
	if (good)
		gs_reply_keep_stop(reply, &stop);
	else
		gs_stop_clear(&stop);
	bool replied = gs_reply_where(reply, good, &where, false);
	if (good && !reply->is_bare)
		json_builder_end_object(reply->json);
	return replied;
}
