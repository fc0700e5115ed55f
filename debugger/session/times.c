/* SPDX-License-Identifier: MIT */
#include "debugger/session/times.h"

#include "analysis/timed.h"
#include "analysis/timeline.h"
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/search.h"
#include "debugger/open/measuring.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/run.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/trace/recordings.h"

enum { ROUNDS = 5, MOST_FRAMES = 100, TEXTS = 1024 };

void gs_call_times_clear(struct gs_call_times *times)
{
	if (times->calls)
		g_array_unref(times->calls);
	if (times->texts)
		g_string_chunk_free(times->texts);
	g_free(times->method);
	memset(times, 0, sizeof *times);
}

/* ---- what the list of calls says of a call ---- */

static char *program_of(
	struct gs_session *session, struct gs_call_place place, const struct gs_wire_call *call)
{
	if (!(gs_data_flags(call->function) & GS_FUNCTION_DRAWS))
		return NULL;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(session->calls);
	char *program = gs_call_names_program(
		gs_call_groups_names(groups), call->flags >> GS_CALL_TID_SHIFT, place);
	gs_call_store_unlock_groups(session->calls);
	return program ? program : g_strdup("no program");
}

static char *target_of(
	struct gs_session *session, struct gs_call_place place, const struct gs_wire_call *call)
{
	char *target = NULL;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(session->calls);
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, place);
	size_t i = frame ? frame->pass : gs_call_passes_begin(passes);
	for (; i < gs_call_passes_count(passes) && !target; i++) {
		const struct gs_call_pass *pass = gs_call_passes_get(passes, i);
		if (pass->thread == call->flags >> GS_CALL_TID_SHIFT && place.n >= pass->first.n &&
			place.n < pass->end.n)
			target = gs_call_groups_shown_target(groups, pass);
	}
	gs_call_store_unlock_groups(session->calls);
	return target;
}

static const char *keep(struct gs_call_times *times, const char *text)
{
	return text ? g_string_chunk_insert_const(times->texts, text) : NULL;
}

/* Add a call, whose times are filled in. */
static void add_call(struct gs_session *session, struct gs_call_times *times,
	struct gs_call_place place, const struct gs_wire_call *call, struct gs_call_time *time)
{
	const struct gs_function_info *info = gs_call_store_function(
		session->calls, call->function);
	g_autofree char *program = time->has_gpu ? program_of(session, place, call) : NULL;
	g_autofree char *target = time->has_gpu ? target_of(session, place, call) : NULL;
	time->call = call->index;
	time->frame = call->frame;
	time->thread = call->flags >> GS_CALL_TID_SHIFT;
	time->function = keep(times, info ? info->name : NULL);
	time->program = keep(times, program);
	time->target = keep(times, target);
	g_array_append_val(times->calls, *time);
}

/* ---- a program that runs ---- */

static void set_times(struct gs_session *session, enum gs_wire_times times)
{
	session->times = times;
	gs_session_send_log_level(session);
}

static bool refuse_end(GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"the program has ended, or stopped outside of GL, before a frame to time has "
		"ended: "
		"`restart`, and ask earlier");
	return false;
}

/* Run over the end of n frames of that drawable. */
static bool end_frames(
	struct gs_session *session, uint64_t drawable, uint64_t n, uint64_t *last, GError **error)
{
	struct gs_frame_end end = {0};
	for (; n > 0; n--) {
		if (!gs_session_end_frame(session, drawable, &end, error))
			return false;
		if (end.kind == GS_FRAME_GOES_ON)
			return refuse_end(error);
		*last = end.call;
	}
	return true;
}

static void take_call(struct gs_session *session, struct gs_call_times *times,
	struct gs_call_place place, const struct gs_wire_call *call)
{
	struct gs_call_time time = {.began = call->began,
		.took = call->took,
		.gpu = call->gl_took ? call->gl_took - 1 : 0,
		.has_gpu = call->gl_took};
	if (call->began)
		add_call(session, times, place, call, &time);
}

static bool time_next(
	struct gs_session *session, uint64_t n, struct gs_call_times *times, GError **error)
{
	uint64_t drawable = gs_session_slot(session)->drawable, first, last = 0;
	struct gs_wire_call call;
	if (!end_frames(session, drawable, 1, &first, error))
		return false;
	if (session->life != GS_LIFE_STOPPED)
		return refuse_end(error);
	set_times(session, GS_TIMES_GL);
	bool good = end_frames(session, drawable, n, &last, error);
	set_times(session, GS_TIMES_OFF);
	if (!good)
		return false;
	if (session->host)
		gs_host_flush_log(session->host);
	struct gs_call_place place = gs_call_store_find(session->calls, first + 1);
	for (; gs_call_store_get(session->calls, place, &call); place.n++)
		if (call.index > first && call.index <= last)
			take_call(session, times, place, &call);
	if (times->calls->len)
		times->frame = g_array_index(times->calls, struct gs_call_time, 0).frame;
	times->method = g_strdup("each call was made once, and those that draw were waited for: "
				 "by timestamps of GL where it has them and does not draw in "
				 "software, else by how long it took");
	return true;
}

/* ---- a trace ---- */

static void take_timed(struct gs_session *session, struct gs_call_times *times,
	struct gs_call_place place, const struct gs_wire_call *call, const struct gs_timed_row *row)
{
	struct gs_call_time time = {.took = row->cpu,
		.gpu = row->gpu,
		.spread = row->gpu_spread,
		.has_gpu = !row->why,
		.has_spread = !row->why};
	add_call(session, times, place, call, &time);
}

static bool time_in_trace(
	struct gs_session *session, uint64_t n, struct gs_call_times *times, GError **error)
{
	uint64_t last = times->frame + n - 1;
	g_autofree char *player = gs_session_player(), *why = NULL;
	g_autofree char *frames = g_strdup_printf(
		"%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, times->frame, last);
	struct gs_timed *timed = gs_player_time(player ? player : "glstep-replay",
		gs_session_trace_path(session), frames, ROUNDS, gs_session_patience(session), &why);
	struct gs_wire_call call;
	if (!timed) {
		g_set_error_literal(error, GS_ERROR, GS_ERROR_UNSUPPORTED, why);
		return false;
	}
	struct gs_call_place place = gs_calls_frame(session->calls, times->frame);
	for (; gs_call_store_get(session->calls, place, &call) && call.frame <= last; place.n++) {
		const struct gs_timed_row *row = gs_timed_find(timed, call.index);
		if (row)
			take_timed(session, times, place, &call, row);
	}
	times->method = g_strdup_printf("%d rounds of a player, the least of each; %s", (int)ROUNDS,
		gs_timed_method(timed));
	gs_timed_free(timed);
	return true;
}

bool gs_session_time(struct gs_session *session, uint64_t n, struct gs_call_times *times,
	struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	memset(times, 0, sizeof *times);
	gs_session_begin(session);
	if (!gs_session_leave_shader(session, error) || !gs_session_need_stop(session, error))
		return false;
	gs_session_fill_stop(session, stop);
	times->frame = stop->frame;
	times->frames = MIN(n, MOST_FRAMES);
	times->calls = g_array_new(FALSE, FALSE, sizeof(struct gs_call_time));
	times->texts = g_string_chunk_new(TEXTS);
	gs_stop_clear(stop);
	bool good = (gs_session_is_trace(session) ? time_in_trace : time_next)(
		session, times->frames, times, error);
	if (good)
		gs_session_fill_stop(session, stop);
	else
		gs_call_times_clear(times);
	return good;
}

struct gs_timeline *gs_call_times_timeline(const struct gs_call_times *times)
{
	struct gs_timeline *timeline = gs_timeline_new();
	gs_timeline_set_method(timeline, times->method);
	for (guint i = 0; i < times->calls->len; i++) {
		const struct gs_call_time *time = &g_array_index(
			times->calls, struct gs_call_time, i);
		const struct gs_timeline_call told = {.call = time->call,
			.frame = time->frame,
			.thread = time->thread,
			.name = time->function ? time->function : "?",
			.program = time->program,
			.target = time->target,
			.began = time->began,
			.took = time->took,
			.gpu = time->gpu,
			.has_gpu = time->has_gpu};
		gs_timeline_add(timeline, &told);
	}
	return timeline;
}
