/* SPDX-License-Identifier: MIT */
/* Running on to where the program is to stop. */
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/condition.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/request.h"
#include "debugger/session/run.h"
#include "debugger/session/program/state.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

/* Frames of other drawables that one run within a frame lets end. While the frame's thread is
 * stopped, others may end as many as they like. */
enum { MOST_OTHERS = 100 };
enum { CONDITION_LIMIT = 4 << 20 }; /* bytes of what a pointer points at: whole sources */

static bool set_conditions(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error)
{
	static const uint32_t stop_at[] = {
		[GS_RUN_STEP] = GS_STOP_AT_EVERY,
		[GS_RUN_SKIP] = GS_STOP_AT_EVERY,
		[GS_RUN_DRAW] = GS_STOP_AT_DRAW,
		[GS_RUN_FRAME] = GS_STOP_AT_FRAME,
		[GS_RUN_PROGRAM] = GS_STOP_AT_PROGRAM,
		[GS_RUN_ERROR] = GS_STOP_AT_ERROR,
		[GS_RUN_NAMED] = GS_STOP_AT_NAMED,
		[GS_RUN_CONTINUE] = 0,
		[GS_RUN_PIXEL] = GS_STOP_AT_PIXEL,
		[GS_RUN_PIXEL_IN_FRAME] = GS_STOP_AT_PIXEL | GS_STOP_AT_PIXEL_COVERED |
					  GS_STOP_AT_FRAME | GS_STOP_AT_UNSHOWN,
		[GS_RUN_FRAME_END] = GS_STOP_AT_FRAME | GS_STOP_AT_UNSHOWN,
	};
	uint8_t named[GS_WIRE_FUNCTIONS / 8] = {0};
	if (run == GS_RUN_NAMED && !gs_session_match_functions(pattern, named, error))
		return false;
	struct gs_wire_header *header = gs_host_wire(session->host);
	memcpy(header->run.named, named, sizeof named);
	header->run.drawable = session->in_frame.drawable;
	header->run.frames_most = header->frames + MOST_OTHERS;
	bool stays = session->in_frame.on && run == GS_RUN_STEP && session->life == GS_LIFE_STOPPED;
	header->run.thread = stays ? (uint32_t)gs_session_slot(session)->tid : 0;
	gs_wire_set_run(header, stop_at[run], MAX(count, 1));
	header->log = gs_session_log_level(session);
	gs_wire_notify_program(header);
	return true;
}

/* Once stopped, the other threads must not stop for the same reason. */
static void clear_conditions(struct gs_session *session)
{
	if (!gs_session_has_program(session))
		return;
	struct gs_wire_header *header = gs_host_wire(session->host);
	gs_wire_set_run(header, 0, 0);
	gs_wire_notify_program(header);
}

static bool breaks(const struct gs_breakpoint *b, const struct gs_wire_call *call,
	struct gs_session *session, GBytes **memory)
{
	if (b->kind != GS_BREAK_CALL ||
		!g_pattern_match_simple(b->pattern, gs_data_name(call->function)))
		return false;
	if (b->test && gs_call_condition_needs_memory(b->test) && !*memory)
		*memory = gs_session_pending_memory(session, CONDITION_LIMIT);
	return !b->test || gs_call_condition_holds(b->test, call, *memory);
}

/* Counts the hits. False: the breakpoint's condition does not hold, or it is to be ignored, and
 * nothing else stops here. */
static bool count_hits(struct gs_session *session)
{
	bool is_break = session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_BREAKPOINT;
	bool is_error = session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_ERROR;
	struct gs_wire_call call = {0};
	GBytes *memory = NULL;
	session->hit = -1;
	if (is_break)
		call = gs_session_slot(session)->call;
	for (unsigned i = 0; i < session->breakpoints->len; i++) {
		struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, i);
		bool hits = (is_error && b->kind == GS_BREAK_ERROR) ||
			    (is_break && breaks(b, &call, session, &memory));
		if (hits && gs_breakpoint_hit(b) && session->hit < 0)
			session->hit = (int)b->number;
	}
	g_bytes_unref(memory);
	if ((!is_break && !is_error) || session->hit >= 0 || session->life != GS_LIFE_STOPPED)
		return true;
	const struct gs_wire_run *run = &gs_host_wire(session->host)->run;
	if (!run->stop_at || (atomic_load(&run->count) & GS_WIRE_RUN_LEFT) > 0)
		return false;
	if (is_break)
		session->reason = GS_REASON_CALL; /* where the run was to end anyway */
	return true;
}

bool gs_session_has_room(struct gs_session *session, GError **error)
{
	if (session->log != GS_LOG_OFF && !gs_call_store_retry(session->calls, error))
		return false;
	g_atomic_int_set(&session->crowded, 0);
	gs_host_continue_log(session->host);
	return true;
}

static bool wait_for_stop(struct gs_session *session, GError **error)
{
	g_atomic_int_set(&session->waiting, 1);
	bool good = gs_session_wait(session, error);
	g_atomic_int_set(&session->waiting, 0);
	return good;
}

static bool resume_and_wait(struct gs_session *session, enum gs_wire_resume how, GError **error)
{
	for (;; how = GS_RESUME_EXECUTE) {
		if (!gs_session_await(session, error) || !gs_session_has_room(session, error))
			return false;
		gs_host_resume(session->host, session->slot, how);
		session->life = GS_LIFE_RUNNING;
		session->serving = false;
		if (!wait_for_stop(session, error))
			return false;
		if (session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_PAUSE &&
			g_atomic_int_get(&session->crowded) &&
			!g_atomic_int_get(&session->interrupted))
			continue;
		if (count_hits(session))
			return true;
		session->reason = GS_REASON_PAUSE; /* should it end here */
		if (g_atomic_int_get(&session->interrupted))
			return true;
		if (gs_session_expired(session, error))
			return false;
	}
}

bool gs_session_run_to(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error)
{
	return !g_atomic_int_get(&session->waiting) ||
	       set_conditions(session, run, count, pattern, error);
}

bool gs_session_run_on(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error)
{
	if (!gs_session_leave_state(session, error) ||
		!set_conditions(session, run, count, pattern, error))
		return false;
	bool is_skip = run == GS_RUN_SKIP;
	if (is_skip && !gs_edits_begin(session, GS_TRACE_EDIT_SKIP, NULL, NULL, error))
		return false;
	session->is_edited |= is_skip && !session->opened;
	gs_spare_hold(session);
	bool good = resume_and_wait(session, is_skip ? GS_RESUME_SKIP : GS_RESUME_EXECUTE, error);
	clear_conditions(session);
	if (is_skip && !gs_edits_keep(session, good ? error : NULL))
		return false;
	gs_spare_follow(session);
	return good;
}

void gs_session_enter_frame(struct gs_session *session, uint64_t drawable)
{
	session->in_frame.on = true;
	session->in_frame.drawable = drawable;
	struct gs_wire_header *header = gs_host_wire(session->host);
	header->run.frames_most = header->frames + MOST_OTHERS;
}

void gs_session_leave_frame(struct gs_session *session)
{
	memset(&session->in_frame, 0, sizeof session->in_frame);
}

bool gs_session_frame_may_end(struct gs_session *session, GError **error)
{
	const struct gs_wire_header *header = gs_host_wire(session->host);
	if (!session->in_frame.drawable || !gs_session_is_at_frame_end(session, 0) ||
		header->frames < header->run.frames_most)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		"no frame of this window has ended while other windows have ended %d: it may be "
		"drawn only when it is used; do something in it, or ask at a call that draws into "
		"another one",
		(int)MOST_OTHERS);
	return false;
}

static void note_end(const struct gs_wire_slot *slot, struct gs_frame_end *end)
{
	*end = (struct gs_frame_end){.frame = slot->call.frame,
		.call = slot->call.index,
		.kind = (enum gs_wire_frame_end)slot->ends_frame};
}

static bool end_frame(
	struct gs_session *session, uint64_t drawable, struct gs_frame_end *end, GError **error)
{
	memset(end, 0, sizeof *end);
	while (session->life == GS_LIFE_STOPPED) {
		bool ends = gs_session_is_at_frame_end(session, drawable);
		if (ends)
			note_end(gs_session_slot(session), end);
		else if (!gs_session_frame_may_end(session, error))
			return false;
		if (!gs_session_run_on(
			    session, ends ? GS_RUN_STEP : GS_RUN_FRAME_END, 1, NULL, error))
			return false;
		if (ends)
			break;
		if (g_atomic_int_get(&session->interrupted) && gs_session_expired(session, error))
			return false;
	}
	return true;
}

bool gs_session_end_frame(
	struct gs_session *session, uint64_t drawable, struct gs_frame_end *end, GError **error)
{
	gs_session_enter_frame(session, drawable);
	bool good = end_frame(session, drawable, end, error);
	gs_session_leave_frame(session);
	return good;
}

bool gs_session_leave_shader(struct gs_session *session, GError **error)
{
	struct gs_stop stop = {0};
	bool good = !session->debug || gs_session_leave(session, &stop, error);
	gs_stop_clear(&stop);
	return good;
}
