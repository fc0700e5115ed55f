/* SPDX-License-Identifier: MIT */
/* What the user says of a recording, in place of a program that knows GL_MESA_trace: which classes
 * of calls it has, comments, assertions, call stacks. */
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/wait.h"

bool gs_session_need_recording(struct gs_session *session, GError **error)
{
	if (!gs_session_need_live(session, GS_LIVE_RECORD, error))
		return false;
	char *path = gs_session_recording_path(session);
	if (!path)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"no trace is being recorded: `trace start FILE` begins one");
	g_free(path);
	return path != NULL;
}

bool gs_session_set_trace_classes(
	struct gs_session *session, uint32_t on, uint32_t off, GError **error)
{
	struct gs_recording_classes *classes = &session->trace_classes;
	if (!gs_session_need_live(session, GS_LIVE_RECORD, error))
		return false;
	if (session->host && gs_session_has_program(session))
		gs_host_flush_log(session->host);
	g_mutex_lock(&session->record_lock);
	classes->on = (classes->on & ~off) | on;
	classes->off = (classes->off & ~on) | off;
	if (session->recording)
		gs_recording_set_classes(session->recording, classes);
	g_mutex_unlock(&session->record_lock);
	gs_session_send_log_level(session);
	return true;
}

const struct gs_recording_classes *gs_session_trace_classes(struct gs_session *session)
{
	return &session->trace_classes;
}

/* The stopped thread's, or 0. */
static uint32_t stopped_thread(struct gs_session *session)
{
	return session->life == GS_LIFE_STOPPED ? atomic_load(&gs_session_slot(session)->tid) : 0;
}

bool gs_session_trace_comment(struct gs_session *session, const char *text, GError **error)
{
	if (!gs_session_need_recording(session, error))
		return false;
	g_mutex_lock(&session->record_lock);
	bool good = session->recording;
	if (good)
		gs_recording_comment(session->recording, stopped_thread(session), text);
	g_mutex_unlock(&session->record_lock);
	return good || gs_session_need_recording(session, error);
}

bool gs_session_trace_assert(
	struct gs_session *session, uint32_t groups, const char *names, unsigned *n, GError **error)
{
	const uint64_t number[6] = {groups};
	struct gs_stream answer;
	gs_session_begin(session);
	if (!gs_session_need_recording(session, error) || !gs_session_need_stop(session, error) ||
		!gs_session_request(
			session, GS_REQUEST_ASSERT_GROUPS, number, NULL, &answer, error))
		return false;
	gs_host_flush_log(session->host);
	g_mutex_lock(&session->record_lock);
	*n = session->recording ? gs_recording_assert(session->recording, stopped_thread(session),
					  names, (const uint8_t *)answer.data, answer.size)
				: 0;
	g_mutex_unlock(&session->record_lock);
	return true;
}

bool gs_session_record_stack(struct gs_session *session, uint64_t call, GError **error)
{
	struct gs_stack stack = {0};
	if (!gs_session_backtrace(session, &stack, error))
		return false;
	struct gs_recording_frame *frames = g_new0(struct gs_recording_frame, stack.n_frames);
	for (size_t i = 0; i < stack.n_frames; i++) {
		const struct gs_stack_frame *from = &stack.frames[i];
		frames[i] = (struct gs_recording_frame){
			from->module, from->function, from->file, from->line, from->offset};
	}
	g_mutex_lock(&session->record_lock);
	if (session->recording)
		gs_recording_add_stack(session->recording, call, frames, stack.n_frames);
	g_mutex_unlock(&session->record_lock);
	g_free(frames);
	gs_stack_clear(&stack);
	return true;
}
