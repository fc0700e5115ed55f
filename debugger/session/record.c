/* SPDX-License-Identifier: MIT */
/* Recording a trace while the program runs. */
#include "debugger/session/record.h"
#include "debugger/session/private.h"

enum gs_wire_log gs_session_log_level(struct gs_session *session)
{
	g_mutex_lock(&session->record_lock);
	bool records = session->recording;
	g_mutex_unlock(&session->record_lock);
	return records ? GS_LOG_RECORD : session->log;
}

void gs_session_send_log_level(struct gs_session *session)
{
	if (!session->host || !gs_session_has_program(session))
		return;
	struct gs_wire_header *header = gs_host_wire(session->host);
	header->log = gs_session_log_level(session);
	gs_wire_notify_program(header);
}

bool gs_session_record_calls(struct gs_session *session, const struct gs_record *records, size_t n)
{
	g_mutex_lock(&session->record_lock);
	bool records_them = session->recording;
	if (records_them)
		gs_recording_add(session->recording, records, n);
	g_mutex_unlock(&session->record_lock);
	return records_them;
}

bool gs_session_record(struct gs_session *session, const char *path, GError **error)
{
	if (session->recording) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a trace is being recorded already, to '%s': end it first",
			gs_recording_path(session->recording));
		return false;
	}
	bool runs = session->host && gs_session_has_program(session);
	uint64_t leaves = runs ? atomic_load(&gs_host_wire(session->host)->leaves) : 0;
	struct gs_recording *recording = gs_recording_new(
		path, session->launch.argv ? session->launch.argv[0] : "", leaves, error);
	if (!recording)
		return false;
	if (session->host)
		atomic_fetch_add(&gs_host_wire(session->host)->recordings, 1);
	if (runs)
		gs_host_flush_log(session->host); /* what came before is not part of it */
	g_mutex_lock(&session->record_lock);
	session->recording = recording;
	g_mutex_unlock(&session->record_lock);
	gs_session_send_log_level(session);
	return true;
}

const char *gs_session_recording_path(struct gs_session *session)
{
	return session->recording ? gs_recording_path(session->recording) : NULL;
}

bool gs_session_end_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error)
{
	if (!session->recording) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "no trace is being recorded");
		return false;
	}
	if (session->host)
		gs_host_flush_log(session->host);
	g_mutex_lock(&session->record_lock);
	struct gs_recording *recording = session->recording;
	session->recording = NULL;
	g_mutex_unlock(&session->record_lock);
	gs_session_send_log_level(session);
	return gs_recording_end(recording, figures, error);
}

void gs_session_drop_recording(struct gs_session *session)
{
	if (session->recording)
		gs_session_end_recording(session, NULL, NULL);
}
