/* SPDX-License-Identifier: MIT */
#include "debugger/session/pixel.h"

#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/search.h"
#include "debugger/calls/windows.h"
#include "debugger/session/program/inspect.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/request.h"
#include "debugger/session/run.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

/* ---- what was found ---- */

void gs_pixel_event_clear(struct gs_pixel_event *event)
{
	gs_stop_clear(&event->stop);
	gs_call_drawn_clear(&event->drawn);
	memset(event, 0, sizeof *event);
}

static void event_free(gpointer data)
{
	gs_pixel_event_clear(data);
	g_free(data);
}

void gs_pixel_history_clear(struct gs_pixel_history *history)
{
	g_clear_pointer(&history->events, g_ptr_array_unref);
	g_clear_pointer(&history->refusal, g_free);
}

/* ---- asking ---- */

static void take_colour(const struct gs_field *field, struct gs_pixel_colour *colour)
{
	memset(colour, 0, sizeof *colour);
	colour->base = field->type.base;
	for (size_t k = 0; k < field->n_scalars && k < 4; k++) {
		colour->letters[k] = field->scalar_names[k][0];
		colour->value[k] = field->values[k];
		colour->n++;
	}
}

static void put_pixel(const struct gs_pixel *pixel, uint64_t number[3])
{
	number[0] = pixel->anywhere ? GS_PIXEL_ANYWHERE : pixel->x | (uint64_t)pixel->y << 32;
	number[1] = pixel->buffer;
	number[2] = pixel->sample | (uint64_t)pixel->layer << 32;
}

/* wish: enum gs_pixel_wish, with the colour */
static bool ask(struct gs_session *session, const struct gs_pixel *pixel, unsigned wish,
	struct gs_wire_pixel *what, struct gs_pixel_colour *colour, GError **error)
{
	struct gs_stream answer;
	uint64_t number[6] = {0};
	put_pixel(pixel, number);
	number[3] = wish | GS_PIXEL_WISH_COLOUR;
	if (!gs_session_request(session, GS_REQUEST_PIXEL, number, NULL, &answer, error))
		return false;
	gs_stream_get(&answer, what, sizeof *what);
	memset(colour, 0, sizeof *colour);
	if (!what->buffer || !what->width)
		return true;
	struct gs_field *field = gs_inspect_texels(&answer, g_strdup("pixel"), error);
	if (!field)
		return false;
	take_colour(field, colour);
	gs_field_free(field);
	return true;
}

/* Whether a fragment shader's text may write colours. */
static bool names_output(const char *source)
{
	return g_regex_match_simple(
		"\\bout\\b|\\bgl_FragColor\\b|\\bgl_FragData\\b", source, G_REGEX_RAW, 0);
}

/* Of the program in use: no draw buffer gets anything from it. False also where that is not known.
 */
static bool has_no_output(struct gs_session *session)
{
	struct gs_program_info info;
	if (!gs_session_program(session, &info, NULL))
		return false;
	bool known = info.program &&
		     !(info.flags & (GS_PROGRAM_ARB | GS_PROGRAM_FIXED | GS_PROGRAM_NO_SOURCE |
					    GS_PROGRAM_IN_LIST));
	for (size_t i = 0; known && i < info.n_sources; i++)
		known = info.sources[i].stage != GS_STAGE_FRAGMENT ||
			!names_output(info.sources[i].source);
	gs_program_info_clear(&info);
	return known;
}

/* What the shader gives, also where a test rejects it; not known where it discards all, or the draw
 * cannot be done on a copy. */
static void ask_output(
	struct gs_session *session, const struct gs_pixel *pixel, struct gs_pixel_event *event)
{
	enum gs_pixel_test rejected = gs_pixel_rejected(&event->what);
	const struct gs_drawn_location location = {.what = GS_DRAWN_OUTPUT,
		.untested = rejected % GS_N_PIXEL_TESTS,
		.buffer = event->what.draw_buffer,
		.layer = event->what.layered ? gs_pixel_layer(event->what.buffer) : 0,
		.sample = event->what.sample};
	const struct gs_rect area = {pixel->x, pixel->y, 1, 1};
	if (pixel->anywhere || event->what.kind != GS_PIXEL_DRAW || event->what.discards ||
		event->what.draw_buffer >= GS_PIXEL_STENCIL_BUFFER)
		return;
	event->has_no_output = has_no_output(session);
	if (event->has_no_output)
		return;
	struct gs_field *field = gs_inspect_drawn(session, &location, &area, true, NULL, NULL);
	if (field)
		take_colour(field, &event->output);
	gs_field_free(field);
}

bool gs_session_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_pixel_event *event, GError **error)
{
	memset(event, 0, sizeof *event);
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) ||
		!ask(session, pixel, GS_PIXEL_WISH_TOUCH | GS_PIXEL_WISH_COUNTS, &event->what,
			&event->before, error))
		return false;
	ask_output(session, pixel, event);
	gs_session_fill_stop(session, &event->stop);
	return true;
}

/* The pending draw runs a fragment shader there, or may. */
static bool has_fragment(struct gs_session *session, const struct gs_pixel *pixel, GError **error)
{
	struct gs_pixel_event event;
	if (!gs_session_pixel(session, pixel, &event, error))
		return false;
	const struct gs_wire_pixel *what = &event.what;
	bool has = what->kind == GS_PIXEL_UNSURE ||
		   (what->kind == GS_PIXEL_DRAW && (what->left[GS_PIXEL_DEPTH] || what->discards));
	char *text = gs_pixel_event_text(&event);
	if (!has)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"pixel %u %u: the pending call, %s, %s; `next pixel %u %u` runs to the "
			"next one that changes it",
			pixel->x, pixel->y, event.stop.call.name, text, pixel->x, pixel->y);
	g_free(text);
	gs_pixel_event_clear(&event);
	return has;
}

bool gs_session_debug_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_where *where, GError **error)
{
	const uint32_t at[] = {pixel->x, pixel->y, pixel->layer, pixel->sample};
	if (!gs_session_in_shader(session)) {
		if (!has_fragment(session, pixel, error) ||
			!gs_session_shader(session, GS_STAGE_FRAGMENT, where, error))
			return false;
		gs_where_clear(where);
	}
	return gs_session_focus_element(session, at,
		pixel->sample  ? 4
		: pixel->layer ? 3
			       : 2,
		where, error);
}

/* ---- running ---- */

static void set_pixel(struct gs_session *session, const struct gs_pixel *pixel)
{
	put_pixel(pixel, gs_host_wire(session->host)->run.pixel);
}

/* Of the framebuffer that is bound, so that another one's pixel is not meant later; a window's that
 * is not bound is any. */
static bool choose_buffer(struct gs_session *session, struct gs_pixel *pixel,
	struct gs_wire_pixel *what, GError **error)
{
	struct gs_pixel_colour colour;
	if (!ask(session, pixel, 0, what, &colour, error))
		return false;
	if (what->buffer && !pixel->anywhere)
		pixel->buffer = what->buffer;
	return true;
}

bool gs_session_next_pixel(struct gs_session *session, const struct gs_pixel *wanted,
	struct gs_stop *stop, GError **error)
{
	struct gs_pixel pixel = *wanted;
	struct gs_wire_pixel what;
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!gs_session_leave_shader(session, error) || !gs_session_need_stop(session, error) ||
		!choose_buffer(session, &pixel, &what, error))
		return false;
	set_pixel(session, &pixel);
	return gs_session_run(session, GS_RUN_PIXEL, 1, NULL, stop, error);
}

/* ---- history ---- */

struct walk {
	struct gs_session *session;
	struct gs_pixel pixel;
	struct gs_pixel_history *history;
	uint64_t drawable;		/* whose frame it is; 0: any */
	struct gs_pixel_event *open;	/* its after is not known yet; NULL */
	struct gs_pixel_colour present; /* as read last; n 0: it was not */
};

static bool is_at_call(const struct gs_session *session)
{
	return session->life == GS_LIFE_STOPPED && session->reason != GS_REASON_ERROR;
}

/* Whether it touched the pixel shows afterwards only. */
static bool is_by_value(enum gs_pixel_kind kind)
{
	return kind == GS_PIXEL_UNSURE || kind == GS_PIXEL_DISPATCH || kind == GS_PIXEL_STORE;
}

/* What touches it was executed: a call that glstep was unsure of counts only if it has changed the
 * pixel. */
static void close_event(struct walk *w)
{
	struct gs_pixel_event *event = w->open;
	w->open = NULL;
	if (!event)
		return;
	event->after = w->present;
	if (!w->pixel.anywhere && is_by_value(event->what.kind) &&
		gs_pixel_same(&event->before, &event->after))
		event_free(event);
	else
		g_ptr_array_add(w->history->events, event);
}

/* At a stop. False: the driver does not answer here, and not of the pixel. *touched: the pending
 * call has become the open event. */
static bool look(struct walk *w, bool *touched, GError **error)
{
	struct gs_pixel_event *event = g_new0(struct gs_pixel_event, 1);
	struct gs_pixel_colour last = w->present;
	if (!ask(w->session, &w->pixel, GS_PIXEL_WISH_TOUCH | GS_PIXEL_WISH_COUNTS, &event->what,
		    &event->before, error)) {
		g_free(event);
		return false;
	}
	bool was_open = w->open != NULL;
	*touched = false;
	if (!event->what.buffer) { /* another thread's: what the last event does is read later */
		w->present.n = 0;
		g_free(event);
		return true;
	}
	if (!w->pixel.anywhere)
		w->history->buffer = w->pixel.buffer = event->what.buffer; /* of several windows,
									      the first */
	if (event->what.width) {
		w->history->width = event->what.width;
		w->history->height = event->what.height;
	}
	w->present = event->before;
	close_event(w);
	event->changed_between = !was_open && last.n && !gs_pixel_same(&last, &event->before);
	*touched = event->what.kind != GS_PIXEL_NOTHING;
	if (!*touched) {
		w->history->changed_after = event->changed_between;
		g_free(event);
		return true;
	}
	ask_output(w->session, &w->pixel, event);
	gs_session_fill_stop(w->session, &event->stop);
	w->open = event;
	return true;
}

/* The pending call was not asked about. */
static void note_refusal(struct walk *w, const GError *why)
{
	const struct gs_wire_call *call = &gs_session_slot(w->session)->call;
	if (!(gs_data_flags(call->function) & GS_FUNCTION_DRAWS) &&
		!(gs_data_kinds(call->function) & (GS_KIND_CLEARS | GS_KIND_BLITS)))
		return;
	if (!w->history->n_refused++)
		w->history->refusal = g_strdup(why->message);
}

/* Of a program, whose frame would have to be complete. */
static bool refuse_unended(struct gs_session *session, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		gs_session_has_program(session)
			? "the program has stopped outside of GL before the frame has ended, so "
			  "what touches the pixel is not known: ask again"
			: "the program has ended, and no frame of this window has ended before: "
			  "`restart`, and ask earlier");
	return false;
}

/* In another context or block the pixel cannot be read: it is at the next stop. */
static bool walk_on(struct walk *w, bool *more, GError **error)
{
	struct gs_session *session = w->session;
	GError *why = NULL;
	bool touched = false;
	if (is_at_call(session) && !look(w, &touched, &why)) {
		bool fatal = !g_error_matches(why, GS_ERROR, GS_ERROR_UNSUPPORTED);
		if (fatal) {
			g_propagate_error(error, why);
			return false;
		}
		note_refusal(w, why);
		g_clear_error(&why);
		w->present.n = 0;
		close_event(w);
	}
	*more = !gs_session_is_at_frame_end(session, w->drawable);
	if (!*more && !gs_session_is_trace(session))
		w->history->frame = gs_session_slot(session)->call.frame;
	if (!*more)
		return true;
	if (!gs_session_frame_may_end(session, error))
		return false;
	set_pixel(session, &w->pixel);
	if (!gs_session_run_on(
		    session, touched ? GS_RUN_STEP : GS_RUN_PIXEL_IN_FRAME, 1, NULL, error))
		return false;
	if (g_atomic_int_get(&session->interrupted) && gs_session_expired(session, error))
		return false;
	*more = session->life == GS_LIFE_STOPPED;
	return *more || gs_session_is_trace(session) || refuse_unended(session, error);
}

static int by_calls(const void *a, const void *b)
{
	const struct gs_wire_elsewhere *first = a, *second = b;
	return (first->calls < second->calls) - (first->calls > second->calls);
}

static void take_elsewhere(struct gs_pixel_history *history, const struct gs_wire_run *run)
{
	memcpy(history->elsewhere, run->elsewhere, sizeof history->elsewhere);
	while (history->n_elsewhere < GS_WIRE_ELSEWHERE &&
		history->elsewhere[history->n_elsewhere].calls)
		history->n_elsewhere++;
	qsort(history->elsewhere, history->n_elsewhere, sizeof *history->elsewhere, by_calls);
}

static void find_drawn(struct gs_session *session, const struct gs_pixel_history *history)
{
	struct gs_call_store *store = gs_session_call_store(session);
	gs_session_flush_calls(session);
	for (guint i = 0; i < history->events->len; i++) {
		struct gs_pixel_event *event = g_ptr_array_index(history->events, i);
		const struct gs_call_info *call = &event->stop.call;
		gs_call_drawn_at(
			store, gs_call_store_find(store, call->index), call, &event->drawn);
	}
}

/* last: the pixel's colour at the end of the frame before; NULL: not to be compared */
static bool collect(struct gs_session *session, const struct gs_pixel *pixel, uint64_t drawable,
	struct gs_pixel_history *history, const struct gs_pixel_colour *last, GError **error)
{
	struct walk w = {
		.session = session, .pixel = *pixel, .history = history, .drawable = drawable};
	struct gs_wire_run *run = &gs_host_wire(session->host)->run;
	bool more = session->life == GS_LIFE_STOPPED, good = true;
	memset(run->elsewhere, 0, sizeof run->elsewhere);
	run->last_elsewhere = 0;
	history->width_before = history->width;
	history->height_before = history->height;
	history->width = history->height = 0;
	history->changed_after = false;
	history->n_elsewhere = 0;
	gs_session_enter_frame(session, drawable);
	while (more && good)
		good = walk_on(&w, &more, error);
	gs_session_leave_frame(session);
	close_event(&w);
	history->is_other = last && last->n && w.present.n && !gs_pixel_same(last, &w.present);
	history->clocks_stand = session->launch.freeze_clocks;
	find_drawn(session, history);
	if (gs_session_has_program(session))
		take_elsewhere(history, run);
	return good;
}

static bool is_window(uint64_t buffer)
{
	return buffer >> 62 == GS_PIXEL_WINDOW;
}

static bool refuse_frame(const struct gs_pixel *pixel, uint64_t frame, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"in another frame of a trace only a window's pixels are found: `history pixel %u "
		"%u %" G_GUINT64_FORMAT " window`, or go there first",
		pixel->x, pixel->y, frame);
	return false;
}

/* Returns whose frame the history is of: the window's, or what the thread draws into that asks; 0:
 * nothing that is shown. A window that was not told becomes that one. */
static uint64_t name_window(struct gs_session *session, struct gs_pixel *pixel)
{
	uint64_t drawable = gs_session_slot(session)->drawable;
	if (!is_window(pixel->buffer) || !drawable)
		return drawable;
	if (!(pixel->buffer & GS_PIXEL_DRAWABLE))
		pixel->buffer |= drawable;
	return pixel->buffer & GS_PIXEL_DRAWABLE;
}

/* Find the frame with this number of a window that ends none in the trace, or that ends none any
 * more. Returns false if the trace has no such frame. */
static bool find_unended(struct gs_call_store *store, uint64_t number, uint64_t window,
	struct gs_window_frame *frame)
{
	struct gs_wire_call call = {0};
	*frame = (struct gs_window_frame){.number = number, .first = gs_calls_frame(store, number)};
	if (!gs_call_store_get(store, frame->first, &call) || call.frame != number)
		return false;
	struct gs_window_frame last;
	if (gs_calls_window_frame(
		    store, window, (struct gs_call_place){gs_call_store_count(store)}, &last))
		*frame = last;
	return true;
}

/* Find the frame in the trace that is asked for: of the window that the pending call draws into, or
 * the one with that number, whichever window's it is. */
static bool find_frame(struct gs_session *session, struct gs_pixel *pixel, uint64_t number,
	struct gs_pixel_history *history, struct gs_window_frame *frame, GError **error)
{
	struct gs_call_store *store = session->calls;
	uint64_t at = 0, window = name_window(session, pixel);
	bool is_numbered = number != GS_PIXEL_NO_FRAME, found;
	gs_replay_number(session, &at);
	if (is_numbered && !history->is_part) {
		history->frame = number;
		found = gs_calls_numbered_frame(store, number, frame) ||
			find_unended(store, number, window, frame);
	} else {
		found = gs_calls_window_frame(
				store, window, gs_call_store_find(store, at), frame) ||
			find_unended(store, history->frame, 0, frame);
		if (is_numbered && number != history->frame && number != frame->number)
			return refuse_frame(pixel, number, error);
	}
	if (!found)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the trace has no frame %" G_GUINT64_FORMAT, history->frame);
	return found;
}

/* The pixel is one of that window. */
static void choose_window(struct gs_pixel *pixel, uint64_t window, struct gs_pixel_history *history)
{
	if (!window || window == (pixel->buffer & GS_PIXEL_DRAWABLE))
		return;
	pixel->buffer = history->buffer = GS_PIXEL_ANY_WINDOW | window;
	history->width = history->height = 0;
}

/* To where the player was, unless the user has paused it on its way. */
static bool go_back(struct gs_session *session, uint64_t number, bool good, struct gs_stop *stop,
	GError **error)
{
	if (!good && g_atomic_int_get(&session->interrupted))
		return false;
	return gs_session_goto(session, number, stop, good ? error : NULL) && good;
}

/* In a trace. Of what is bound before the pending call, only a window's buffer is the same one in a
 * player that begins anew; a texture that was named is the one of that name. */
static bool collect_frame(struct gs_session *session, const struct gs_pixel *wanted,
	uint64_t number, struct gs_pixel_history *history, GError **error)
{
	struct gs_pixel pixel = *wanted;
	struct gs_window_frame frame = {0};
	struct gs_wire_call call = {0};
	struct gs_stop first = {0};
	history->is_part = !is_window(pixel.buffer) && !pixel.is_texel;
	if (!find_frame(session, &pixel, number, history, &frame, error))
		return false;
	if (frame.number != UINT64_MAX)
		history->frame = frame.number;
	if (is_window(pixel.buffer))
		choose_window(&pixel, frame.window, history);
	gs_call_store_get(session->calls, frame.first, &call);
	bool good = history->is_part || gs_session_goto(session, call.index, &first, error);
	gs_stop_clear(&first);
	good = good && collect(session, &pixel, frame.window, history, NULL, error);
	history->first_frame = history->frame;
	return good;
}

static bool collect_in_trace(struct gs_session *session, const struct gs_pixel *pixel,
	uint64_t number, struct gs_pixel_history *history, struct gs_stop *stop, GError **error)
{
	uint64_t back = 0;
	gs_replay_number(session, &back);
	bool good = collect_frame(session, pixel, number, history, error);
	if (good && pixel->is_texel && number == GS_PIXEL_NO_FRAME && !history->events->len &&
		history->frame) {
		uint64_t first = history->frame;
		good = collect_frame(session, pixel, first - 1, history, error);
		history->first_frame = first;
	}
	return go_back(session, back, good, stop, error);
}

/* A program that runs has a next frame only. */
static bool check_next(struct gs_session *session, uint64_t frame, GError **error)
{
	uint64_t next = atomic_load(&gs_host_wire(session->host)->frames) + 1;
	if (frame == GS_PIXEL_NO_FRAME || frame == next)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"a running program tells only of its next frame, %" G_GUINT64_FORMAT
		": a trace of it tells of any",
		next);
	return false;
}

/* Runs to the end of the drawable's present frame, and tells which colour the pixel has there; n 0:
 * that is not known. */
static void look_at_end(struct gs_session *session, const struct gs_pixel *pixel, uint64_t drawable,
	struct gs_pixel_colour *colour)
{
	struct gs_wire_pixel what;
	gs_session_enter_frame(session, drawable);
	bool ends = gs_session_is_at_frame_end(session, drawable) ||
		    (gs_session_run_on(session, GS_RUN_FRAME_END, 1, NULL, NULL) &&
			    gs_session_is_at_frame_end(session, drawable));
	gs_session_leave_frame(session);
	if (!ends || !ask(session, pixel, 0, &what, colour, NULL))
		colour->n = 0;
}

/* In another frame of a trace the pixel may be one of another window, which may be larger. */
static bool choose_for_history(struct gs_session *session, struct gs_pixel *pixel, uint64_t frame,
	struct gs_wire_pixel *what, GError **error)
{
	struct gs_pixel corner = {.buffer = pixel->buffer, .anywhere = pixel->anywhere};
	bool may_be_other = gs_session_is_trace(session) && frame != GS_PIXEL_NO_FRAME;
	bool good = choose_buffer(session, may_be_other ? &corner : pixel, what, error);
	if (may_be_other)
		pixel->buffer = corner.buffer;
	return good;
}

/* The next frame of a program. */
static bool collect_next(struct gs_session *session, struct gs_pixel *pixel,
	struct gs_pixel_history *history, GError **error)
{
	uint64_t drawable = name_window(session, pixel);
	struct gs_pixel_colour last;
	struct gs_frame_end end;
	look_at_end(session, pixel, drawable, &last);
	if (!gs_session_end_frame(session, drawable, &end, error) ||
		(session->life != GS_LIFE_STOPPED && !refuse_unended(session, error)))
		return false;
	return collect(session, pixel, drawable, history, &last, error);
}

bool gs_session_pixel_history(struct gs_session *session, const struct gs_pixel *wanted,
	uint64_t frame, struct gs_pixel_history *history, struct gs_stop *stop, GError **error)
{
	struct gs_pixel pixel = *wanted;
	struct gs_wire_pixel what;
	memset(stop, 0, sizeof *stop);
	memset(history, 0, sizeof *history);
	gs_session_begin(session);
	if (!gs_session_leave_shader(session, error) || !gs_session_need_stop(session, error) ||
		(!gs_session_is_trace(session) && !check_next(session, frame, error)) ||
		!choose_for_history(session, &pixel, frame, &what, error))
		return false;
	history->events = g_ptr_array_new_with_free_func(event_free);
	history->is_texel = pixel.is_texel;
	history->anywhere = pixel.anywhere;
	history->buffer = pixel.buffer;
	history->width = what.width;
	history->height = what.height;
	gs_session_fill_stop(session, stop);
	history->frame = stop->frame;
	gs_stop_clear(stop);
	if (gs_session_is_trace(session))
		return collect_in_trace(session, &pixel, frame, history, stop, error);
	bool good = collect_next(session, &pixel, history, error);
	uint64_t first = history->frame;
	if (good && pixel.is_texel && frame == GS_PIXEL_NO_FRAME && !history->events->len)
		good = collect_next(session, &pixel, history, error);
	history->first_frame = first;
	gs_session_fill_stop(session, stop);
	return good;
}
