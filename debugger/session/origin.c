/* SPDX-License-Identifier: MIT */
#include "debugger/session/origin.h"

#include <string.h>
#include "debugger/calls/calls.h"
#include "debugger/session/private.h"
#include "debugger/session/run.h"
#include "debugger/session/shader/debug.h"
#include "debugger/session/shader/looked-up.h"
#include "debugger/session/stop.h"
#include "debugger/session/trace/recordings.h"
#include "debugger/session/trace/replay.h"

void gs_texel_origin_clear(struct gs_texel_origin *origin)
{
	g_free(origin->lookup);
	gs_pixel_history_clear(&origin->history);
	memset(origin, 0, sizeof *origin);
}

/* Where the draw that looks up stands. */
struct reader {
	uint64_t call, frame;
	uint64_t number; /* of the frame's draws, from 1; 0: not known */
};

static struct reader reader_of(struct gs_session *session)
{
	struct gs_call_store *store = gs_session_call_store(session);
	struct gs_call_drawn drawn = {0};
	struct gs_stop stop = {0};
	gs_session_fill_stop(session, &stop);
	gs_session_flush_calls(session);
	gs_call_drawn_at(store, gs_call_store_find(store, stop.call.index), &stop.call, &drawn);
	struct reader reader = {stop.call.index, stop.frame, drawn.number};
	gs_call_drawn_clear(&drawn);
	gs_stop_clear(&stop);
	return reader;
}

static bool writes(const struct gs_pixel_event *event)
{
	const struct gs_wire_pixel *what = &event->what;
	return !what->masked && (what->kind != GS_PIXEL_DRAW || what->left[GS_PIXEL_DEPTH]);
}

/* How many draws were made before the frame; UINT64_MAX: no event tells it. */
static uint64_t draws_before(const struct gs_pixel_history *history)
{
	for (guint i = 0; i < history->events->len; i++) {
		const struct gs_pixel_event *event = g_ptr_array_index(history->events, i);
		if (event->drawn.number)
			return event->stop.draw - (event->drawn.number - 1);
	}
	return UINT64_MAX;
}

/* Whether it is made before what looks up, in its frame or in that frame's like. */
static bool is_before(const struct gs_pixel_history *history, const struct gs_pixel_event *event,
	const struct reader *reader, bool is_trace)
{
	uint64_t before = draws_before(history);
	if (is_trace)
		return event->stop.call.index < reader->call;
	return !reader->number || before == UINT64_MAX ||
	       event->stop.draw - before < reader->number - 1;
}

/* The last one, of those that are made before; any: of all. */
static bool find_writer(const struct gs_pixel_history *history, const struct reader *reader,
	bool is_trace, bool any, unsigned *found)
{
	for (guint i = history->events->len; i-- > 0;) {
		const struct gs_pixel_event *event = g_ptr_array_index(history->events, i);
		*found = i;
		if (writes(event) && (any || is_before(history, event, reader, is_trace)))
			return true;
	}
	return false;
}

/* A texel that this frame has not written yet is the last one's. */
static bool find_event(struct gs_session *session, struct gs_texel_origin *origin,
	const struct reader *reader, struct gs_stop *stop, GError **error)
{
	bool is_trace = gs_session_is_trace(session);
	struct gs_pixel_history *history = &origin->history;
	if (!gs_session_pixel_history(
		    session, &origin->texel, GS_PIXEL_NO_FRAME, history, stop, error))
		return false;
	if (find_writer(history, reader, is_trace, false, &origin->event))
		return true;
	if (is_trace && history->frame == reader->frame && history->frame) {
		gs_pixel_history_clear(history);
		gs_stop_clear(stop);
		if (!gs_session_pixel_history(
			    session, &origin->texel, reader->frame - 1, history, stop, error))
			return false;
	}
	if (find_writer(history, reader, is_trace, true, &origin->event))
		return true;
	g_autofree char *buffer = gs_pixel_buffer_text(origin->texel.buffer, 0);
	g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
		"`%s` looked up the texel %u %u of %s, and no call of this frame or the last has "
		"written it",
		origin->lookup, origin->texel.x, origin->texel.y, buffer);
	return false;
}

static const struct gs_pixel_event *writer_of(const struct gs_texel_origin *origin)
{
	return g_ptr_array_index(origin->history.events, origin->event);
}

static bool need_draw(const struct gs_texel_origin *origin, GError **error)
{
	const struct gs_pixel_event *event = writer_of(origin);
	if (event->what.kind == GS_PIXEL_DRAW || event->what.kind == GS_PIXEL_UNSURE)
		return true;
	g_autofree char *buffer = gs_pixel_buffer_text(origin->texel.buffer, 0);
	g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
		"`%s` looked up the texel %u %u of %s, which the call %" G_GUINT64_FORMAT
		", %s, has written: no fragment of a draw",
		origin->lookup, origin->texel.x, origin->texel.y, buffer, event->stop.call.index,
		event->stop.call.name);
	return false;
}

/* A program is at the end of the frame that was looked at. */
static bool go_there(struct gs_session *session, const struct gs_texel_origin *origin,
	struct gs_stop *stop, GError **error)
{
	const struct gs_pixel_event *event = writer_of(origin);
	uint64_t number = event->drawn.number;
	uint64_t drawable = stop->drawable;
	struct gs_frame_end end;
	gs_stop_clear(stop);
	if (gs_session_is_trace(session))
		return gs_session_goto(session, event->stop.call.index, stop, error);
	if (number)
		return gs_session_end_frame(session, drawable, &end, error) &&
		       gs_session_run(session, GS_RUN_DRAW, number, NULL, stop, error);
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"which draw of its frame wrote the texel is not known: `log on`, or a trace, tells "
		"it");
	return false;
}

bool gs_session_origin(struct gs_session *session, struct gs_texel_origin *origin,
	struct gs_stop *stop, struct gs_where *where, GError **error)
{
	memset(origin, 0, sizeof *origin);
	memset(stop, 0, sizeof *stop);
	if (!gs_session_looked_up(session, &origin->texel, &origin->lookup, error))
		return false;
	const struct reader reader = reader_of(session);
	struct gs_pixel pixel = origin->texel;
	pixel.buffer = 0;
	pixel.is_texel = false;
	if (!find_event(session, origin, &reader, stop, error) || !need_draw(origin, error) ||
		!go_there(session, origin, stop, error))
		return false;
	if (!writer_of(origin)->what.layered)
		pixel.layer = 0;
	return gs_session_debug_pixel(session, &pixel, where, error);
}
