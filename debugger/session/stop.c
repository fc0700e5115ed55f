/* SPDX-License-Identifier: MIT */
/* Fills in what a stop tells: why, at which call, in which frame. */
#include <inttypes.h>
#include <string.h>
#include "data/constants.h"
#include "data/data.h"
#include "debugger/base/debug-log.h"
#include "debugger/calls/calls.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

void gs_stop_clear(struct gs_stop *stop)
{
	gs_call_info_clear(&stop->call);
	g_free(stop->note);
	memset(stop, 0, sizeof *stop);
}

static void fill_last_call(struct gs_session *session, struct gs_stop *stop)
{
	gs_host_flush_log(session->host);
	uint64_t n = session->opened ? 0 : gs_calls_count(session);
	stop->has_call = n && gs_calls_get(session, (struct gs_call_place){n - 1}, &stop->call);
}

bool gs_session_is_at_frame_end(struct gs_session *session, uint64_t drawable)
{
	const struct gs_wire_slot *slot = gs_session_slot(session);
	return session->life == GS_LIFE_STOPPED && session->reason != GS_REASON_ERROR &&
	       slot->ends_frame && (!drawable || slot->drawable == drawable);
}

const char *gs_session_call_in_progress(const struct gs_session *session, uint64_t *which)
{
	uint32_t function;
	return session->host && gs_host_call_in_progress(session->host, &function, which)
		       ? gs_data_name(function)
		       : NULL;
}

/* The wrapper has told which call it is in, where calls are logged. */
void gs_session_fill_inside(struct gs_session *session, struct gs_stop *stop)
{
	uint64_t which = 0;
	stop->inside = gs_session_call_in_progress(session, &which);
	if (stop->inside)
		stop->inside_index =
			gs_host_slot(session->host, (unsigned)(which % GS_WIRE_SLOTS))->call.index;
}

char *gs_stop_outside_text(const struct gs_stop *stop)
{
	if (!stop->inside)
		return g_strdup("outside GL");
	return g_strdup_printf("in call %" PRIu64
			       ", %s, which has not returned yet (outside GL: no call is "
			       "pending)",
		stop->inside_index, stop->inside);
}

/* With the names that the calls before it have told. */
static void name_call(struct gs_session *session, struct gs_stop *stop)
{
	struct gs_call_store *store = gs_session_call_store(session);
	struct gs_wire_call listed;
	if (!session->opened)
		gs_host_flush_log(session->host);
	struct gs_call_place place = gs_call_store_find(store, stop->call.index);
	pid_t thread = stop->call.thread;
	if (session->opened && gs_call_store_get(store, place, &listed))
		stop->call.thread = (pid_t)(listed.flags >> GS_CALL_TID_SHIFT);
	gs_call_info_name(store, place, &stop->call);
	stop->call.thread = thread;
}

/* Before all else that there is to say. */
static void note_state(struct gs_session *session, struct gs_stop *stop)
{
	char *state = gs_replay_note(session);
	if (!state)
		return;
	char *other = stop->note;
	stop->note = *other ? g_strdup_printf("%s; %s", state, other) : g_strdup(state);
	g_free(other);
	g_free(state);
}

void gs_session_add_note(struct gs_stop *stop, const char *note)
{
	char *other = stop->note;
	stop->note = other && *other ? g_strdup_printf("%s; %s", other, note) : g_strdup(note);
	g_free(other);
}

void gs_session_fill_stop(struct gs_session *session, struct gs_stop *stop)
{
	struct gs_wire_header *header = gs_host_wire(session->host);
	GBytes *memory = gs_session_pending_memory(session, GS_SHOWN_LIMIT);
	memset(stop, 0, sizeof *stop);
	stop->frame = header->frames;
	stop->draw = header->draws;
	stop->is_player = session->opened;
	gs_debug_log(GS_DEBUG_SESSION,
		"the program's state is %d, frame %" PRIu64 ", draw %" PRIu64, session->life,
		stop->frame, stop->draw);
	switch (session->life) {
	case GS_LIFE_STOPPED: {
		const struct gs_wire_slot *slot = gs_session_slot(session);
		stop->kind = session->reason == GS_REASON_BREAKPOINT ? GS_STOP_BREAKPOINT
			     : session->reason == GS_REASON_ERROR    ? GS_STOP_ERROR
								     : GS_STOP_CALL;
		stop->has_call = true;
		stop->breakpoint = session->hit;
		gs_call_from_wire(&slot->call, (pid_t)slot->tid, memory, &stop->call);
		g_bytes_unref(memory);
		stop->frame = slot->call.frame;
		stop->draw = slot->call.draw;
		stop->gl_error = stop->kind == GS_STOP_ERROR ? slot->call.gl_error : 0;
		gs_replay_number_stop(session, stop);
		session->frame = stop->frame;
		session->draw = stop->draw;
		name_call(session, stop);
		stop->list_mode = slot->list_mode;
		stop->ends_frame = gs_session_is_at_frame_end(session, 0);
		stop->drawable = slot->drawable;
		stop->is_draw = stop->kind != GS_STOP_ERROR && gs_call_is_draw(slot->call.function);
		break;
	}
	case GS_LIFE_SIGNAL:
		stop->kind = GS_STOP_SIGNAL;
		stop->signal = session->signal;
		fill_last_call(session, stop);
		break;
	case GS_LIFE_ENDED:
		stop->kind = GS_STOP_EXITED;
		stop->status = session->status;
		stop->signal = session->by_signal ? session->signal : 0;
		if (session->opened) { /* whose player counts from where it has started */
			stop->frame = MAX(stop->frame, session->frame);
			stop->draw = MAX(stop->draw, session->draw);
		}
		break;
	default:
		stop->kind = GS_STOP_CALL;
		stop->outside_gl = true;
		gs_session_fill_inside(session, stop);
		break;
	}
	stop->note = gs_host_note(session->host);
	if (!*stop->note && !stop->is_draw) {
		g_free(stop->note);
		stop->note = gs_session_others_note(session);
	}
	const char *failure = gs_replay_failure(session);
	if (failure && !*stop->note) {
		g_free(stop->note);
		stop->note = g_strdup(failure);
	}
	char *trace = gs_session_take_trace_note(session);
	if (trace && !*stop->note) {
		g_free(stop->note);
		stop->note = g_steal_pointer(&trace);
	}
	g_free(trace);
	g_autofree char *crash = gs_session_keep_crash(session);
	if (crash)
		gs_session_add_note(stop, crash);
	char *left_out = gs_replay_take_left_out(session);
	if (left_out)
		gs_session_add_note(stop, left_out);
	g_free(left_out);
	char *differing = gs_replay_take_differing(session);
	if (differing)
		gs_session_add_note(stop, differing);
	g_free(differing);
	note_state(session, stop);
}

const char *gs_stop_list_text(const struct gs_stop *stop)
{
	if (!stop->list_mode)
		return "";
	return stop->list_mode == GL_COMPILE_AND_EXECUTE
		       ? ", executed, and goes into a display list"
		       : ", not executed: goes into a display list";
}
