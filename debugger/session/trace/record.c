/* SPDX-License-Identifier: MIT */
/*
 * Recording a trace while the program runs: begun by the user, or by the program with
 * glNewTraceMESA. Such a trace goes on in the user's, if there is one.
 */
#include "debugger/session/trace/record.h"

#include "data/data.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "wire/memory.h"

/* ---- what the program is to log ---- */

enum gs_wire_log gs_session_log_level(struct gs_session *session)
{
	g_mutex_lock(&session->record_lock);
	bool records = session->recording &&
		       !session->program_traces->len; /* that one it logs itself */
	g_mutex_unlock(&session->record_lock);
	return records		 ? GS_LOG_RECORD
	       : session->opened ? GS_LOG_OFF
	       : session->times	 ? MAX(session->log, GS_LOG_ON)
				 : session->log;
}

/* What is timed. */
static enum gs_wire_times times_wanted(struct gs_session *session)
{
	g_mutex_lock(&session->record_lock);
	uint32_t recorded = session->recording ? session->recording_start.times : GS_TIMES_OFF;
	g_mutex_unlock(&session->record_lock);
	return session->times ? session->times : (enum gs_wire_times)recorded;
}

void gs_session_set_log_header(struct gs_session *session, struct gs_wire_header *header)
{
	const struct gs_recording_classes *classes = &session->trace_classes;
	header->log = gs_session_log_level(session);
	header->times = times_wanted(session);
	header->log_at_once = session->recording_start.at_once;
	header->keep_frames = session->keep_frames;
	header->trace_errors = classes->on & GS_WIRE_TRACE_ERRORS    ? GS_TRACE_ERRORS_ON
			       : classes->off & GS_WIRE_TRACE_ERRORS ? GS_TRACE_ERRORS_OFF
								     : GS_TRACE_ERRORS_PROGRAM;
}

void gs_session_send_log_level(struct gs_session *session)
{
	if (!session->host || !gs_session_has_program(session))
		return;
	struct gs_wire_header *header = gs_host_wire(session->host);
	gs_session_set_log_header(session, header);
	gs_wire_notify_program(header);
}

/* ---- what is told of a recording; with the lock ---- */

/* What the recording has of it; while it has nothing, what was told stays: the call with which it
 * comes is pending. */
static void tell_missing(struct gs_session *session)
{
	const GPtrArray *missing = gs_recording_missing(session->recording);
	if (missing->len && missing->len != session->told_missing->len) {
		g_ptr_array_set_size(session->told_missing, 0);
		gs_recording_missing_copy(session->told_missing, missing);
	}
	session->told.missing = session->told_missing->len;
}

static void tell(struct gs_session *session)
{
	g_mutex_lock(&session->told_lock);
	if (session->recording) {
		gs_recording_figures(session->recording, &session->told);
		tell_missing(session);
	}
	g_mutex_unlock(&session->told_lock);
}

static void set_recording(struct gs_session *session, struct gs_recording *recording)
{
	session->recording = recording;
	g_mutex_lock(&session->told_lock);
	g_free(session->told_path);
	session->told_path = recording && !session->is_held ? g_strdup(gs_recording_path(recording))
							    : NULL;
	if (recording)
		g_ptr_array_set_size(session->told_missing, 0);
	g_mutex_unlock(&session->told_lock);
	tell(session);
}

char *gs_session_recording_now(struct gs_session *session, struct gs_recording_figures *figures)
{
	g_mutex_lock(&session->told_lock);
	char *path = g_strdup(session->told_path);
	*figures = session->told;
	g_mutex_unlock(&session->told_lock);
	return path;
}

/* ---- traces that the program begins; in the log's thread, with the lock ---- */

/* Of what is recorded; to be freed. */
static char *program_of(struct gs_session *session)
{
	const char *started = session->launch.argv ? session->launch.argv[0] : "";
	return session->host ? gs_host_program(session->host, started) : g_strdup(started);
}

static struct gs_recording_start start_of(
	struct gs_session *session, const char *program, uint64_t leaves)
{
	struct gs_recording_start start = session->recording_start;
	start.program = program;
	start.leaves = leaves;
	return start;
}

static void set_note(struct gs_session *session, const char *what, const GError *error)
{
	g_free(session->trace_note);
	session->trace_note = g_strdup_printf("%s: %s", what, error->message);
}

static void begin_program_trace(struct gs_session *session, const struct gs_record *record)
{
	GError *error = NULL;
	char *name = gs_recording_trace_name(record), *program = program_of(session);
	const struct gs_recording_start start = start_of(
		session, program, gs_recording_trace_leaves(record));
	set_recording(session, gs_recording_new_named(name ? name : "", &start, &error));
	if (session->recording)
		gs_recording_set_classes(session->recording, &session->trace_classes);
	else
		set_note(session, "the program's trace", error);
	g_clear_error(&error);
	g_free(program);
	g_free(name);
}

static void end_program_trace(struct gs_session *session)
{
	GError *error = NULL;
	if (!gs_recording_end(session->recording, NULL, &error))
		set_note(session, "the program's trace", error);
	g_clear_error(&error);
	set_recording(session, NULL);
	g_array_set_size(session->program_traces, 0);
}

/* Of records, from *next on, those up to before are the recording's, but for those that the program
 * had made before it knew. */
static bool add(
	struct gs_session *session, const struct gs_record *records, size_t *next, size_t before)
{
	bool records_them = session->recording && before > *next;
	for (size_t i = *next, from = i; records_them && i < before; from = i) {
		while (i < before && records[i].call.flags & GS_CALL_RECORDED)
			i++;
		if (i > from)
			gs_recording_add(session->recording, records + from, i - from);
		while (i < before && !(records[i].call.flags & GS_CALL_RECORDED))
			i++;
	}
	if (records_them)
		tell(session);
	*next = before;
	return records_them;
}

/* The i-th call begins or ends the trace of a context. One that begins while another context's is
 * open goes on in that file, which ends with the last of them. */
static bool follow_program(
	struct gs_session *session, const struct gs_record *records, size_t *next, size_t i)
{
	uint64_t context = gs_recording_trace_context(&records[i]);
	GArray *open = session->program_traces;
	guint at = 0;
	bool begins = records[i].call.function == GS_FN_glNewTraceMESA, added = false;
	if (!context || (session->recording && !open->len)) /* the user's goes on */
		return false;
	while (at < open->len && g_array_index(open, uint64_t, at) != context)
		at++;
	bool known = at < open->len;
	if (begins && known && open->len == 1) {
		added = add(session, records, next, i);
		end_program_trace(session);
		known = false;
	}
	if (begins && !session->recording) {
		added |= add(session, records, next, i);
		begin_program_trace(session, &records[i]);
	}
	if (begins && !known && session->recording) {
		g_array_append_val(open, context);
	} else if (!begins && known) {
		g_array_remove_index_fast(open, at);
		added = add(session, records, next, i + 1);
		if (!open->len)
			end_program_trace(session);
	}
	return added;
}

static bool begins_or_ends_trace(unsigned function)
{
	return function == GS_FN_glNewTraceMESA || function == GS_FN_glEndTraceMESA;
}

static bool record_calls(struct gs_session *session, const struct gs_record_run *run)
{
	struct gs_record records[GS_RECORD_RUN_MAX];
	size_t next = 0;
	bool records_them = false;
	gs_record_run_read(run, records);
	for (size_t i = 0; i < run->n; i++)
		if (begins_or_ends_trace(records[i].call.function))
			records_them |= follow_program(session, records, &next, i);
	return add(session, records, &next, run->n) || records_them;
}

bool gs_session_record_calls(struct gs_session *session, const struct gs_record_run *run)
{
	g_mutex_lock(&session->record_lock);
	bool concerned = session->recording != NULL;
	for (size_t i = 0; i < run->n && !concerned; i++)
		concerned = begins_or_ends_trace(run->heads[i].function);
	bool records_them = concerned && record_calls(session, run);
	g_mutex_unlock(&session->record_lock);
	return records_them;
}

void gs_session_record_quiet(struct gs_session *session)
{
	g_mutex_lock(&session->record_lock);
	if (session->recording)
		gs_recording_add(session->recording, NULL, 0); /* flushes what is due */
	g_mutex_unlock(&session->record_lock);
}

char *gs_session_take_trace_note(struct gs_session *session)
{
	g_mutex_lock(&session->record_lock);
	char *note = session->trace_note;
	session->trace_note = NULL;
	g_mutex_unlock(&session->record_lock);
	return note;
}

/* ---- the user's ---- */

void gs_session_set_recording(struct gs_session *session, const struct gs_recording_start *start)
{
	session->recording_start = *start;
}

/* No file is written for a program that does not exist. */
static bool check_program(struct gs_session *session, GError **error)
{
	char **environment = g_get_environ();
	char *path = gs_host_check_program(&session->launch, environment, error);
	bool is_there = path;
	g_strfreev(environment);
	g_free(path);
	return is_there;
}

/* Which is pending, and is recorded, too. */
static bool is_at_first_call(struct gs_session *session)
{
	uint64_t before = session->host ? gs_host_calls_before(session->host) : 0;
	return session->life == GS_LIFE_STOPPED && session->reason != GS_REASON_ERROR &&
	       atomic_load(&gs_host_wire(session->host)->calls) <= before + 1;
}

/* While the program stands, it is made at once; where it cannot be, with a later call. */
static void take_snapshot(struct gs_session *session)
{
	const uint64_t number[6] = {0};
	struct gs_stream answer;
	gs_session_begin(session);
	if (session->life != GS_LIFE_STOPPED ||
		!gs_session_request(session, GS_REQUEST_SNAPSHOT, number, NULL, &answer, NULL))
		return;
	g_mutex_lock(&session->told_lock);
	gs_recording_missing_read(session->told_missing, (const uint8_t *)answer.data, answer.size);
	session->told.missing = session->told_missing->len;
	g_mutex_unlock(&session->told_lock);
}

GPtrArray *gs_session_recording_missing(struct gs_session *session)
{
	GPtrArray *missing = gs_recording_missing_new();
	g_mutex_lock(&session->told_lock);
	gs_recording_missing_copy(missing, session->told_missing);
	g_mutex_unlock(&session->told_lock);
	return missing;
}

/* End the user's recording, or what is held; with the lock. NULL: there is none. */
static struct gs_recording *take_recording(struct gs_session *session)
{
	struct gs_recording *recording = session->recording;
	session->is_held = false;
	set_recording(session, NULL);
	session->keep_frames = 0;
	g_array_set_size(session->program_traces, 0);
	return recording;
}

static void drop_held(struct gs_session *session)
{
	g_mutex_lock(&session->record_lock);
	struct gs_recording *held = session->is_held ? take_recording(session) : NULL;
	g_mutex_unlock(&session->record_lock);
	if (held)
		gs_recording_end(held, NULL, NULL);
}

bool gs_session_begin_recording(
	struct gs_session *session, const char *path, uint32_t last, bool is_held, GError **error)
{
	bool runs = session->host && gs_session_has_program(session);
	uint64_t leaves = runs ? atomic_load(&gs_host_wire(session->host)->leaves) : 0;
	char *program = program_of(session);
	struct gs_recording_start start = start_of(session, program, leaves);
	start.is_whole = !runs || is_at_first_call(session);
	start.wire = session->host ? gs_host_wire(session->host) : NULL;
	start.keep_frames = last;
	start.is_held = is_held;
	start.takes_over = session->is_held;
	start.number = session->host && !start.is_whole ? gs_wire_begin_recording(start.wire) : 0;
	struct gs_recording *recording = gs_recording_new(path, &start, error);
	g_free(program);
	if (!recording)
		return false;
	drop_held(session);
	session->keep_frames = last;
	gs_recording_set_classes(recording, &session->trace_classes);
	if (runs)
		gs_host_flush_log(session->host); /* what came before is not part of it */
	g_mutex_lock(&session->record_lock);
	if (session->recording) /* the program has begun one meanwhile */
		end_program_trace(session);
	session->is_held = is_held;
	set_recording(session, recording);
	g_mutex_unlock(&session->record_lock);
	gs_session_send_log_level(session);
	if (start.number)
		take_snapshot(session);
	return true;
}

void gs_session_hold_frames(struct gs_session *session)
{
	g_autoptr(GError) error = NULL;
	uint32_t frames = session->launch.keep_last;
	g_mutex_lock(&session->record_lock);
	bool records = session->recording;
	g_mutex_unlock(&session->record_lock);
	if (!frames || records || session->opened || !gs_session_has_program(session) ||
		gs_session_begin_recording(session, NULL, frames, true, &error))
		return;
	g_mutex_lock(&session->record_lock);
	set_note(session, "the last frames are not held", error);
	g_mutex_unlock(&session->record_lock);
}

bool gs_session_record(struct gs_session *session, const char *path, uint32_t last, GError **error)
{
	if (!gs_session_need_live(session, GS_LIVE_RECORD, error))
		return false;
	g_autofree char *known = gs_session_recording_path(session);
	if (known) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a trace is being recorded already, to '%s': end it first", known);
		return false;
	}
	bool starts = session->life == GS_LIFE_NONE && session->launch.argv && !session->opened;
	if (starts && !check_program(session, error))
		return false;
	return gs_session_begin_recording(session, path, last, false, error);
}

uint32_t gs_session_process(struct gs_session *session)
{
	return session->host ? gs_host_debuggee(session->host) : 0;
}

char *gs_session_not_recorded(struct gs_session *session)
{
	return session->host ? gs_host_others(session->host) : g_strdup("");
}

/* Of the user's recording, or also of what is held. */
static char *path_of(struct gs_session *session, bool may_be_held)
{
	if (session->host)
		gs_host_flush_log(session->host); /* the program may have begun one */
	g_mutex_lock(&session->record_lock);
	bool is_meant = session->recording && (may_be_held || !session->is_held);
	char *path = is_meant ? g_strdup(gs_recording_path(session->recording)) : NULL;
	g_mutex_unlock(&session->record_lock);
	return path;
}

char *gs_session_recording_path(struct gs_session *session)
{
	return path_of(session, false);
}

char *gs_session_flush_recording(struct gs_session *session, struct gs_recording_figures *figures)
{
	char *path = path_of(session, true);
	g_mutex_lock(&session->record_lock);
	if (session->recording) {
		gs_recording_flush(session->recording);
		gs_recording_figures(session->recording, figures);
	}
	g_mutex_unlock(&session->record_lock);
	return path;
}

char *gs_session_write_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error)
{
	char *path = gs_session_recording_path(session);
	struct gs_recording_join *join = NULL;
	g_mutex_lock(&session->record_lock);
	if (session->recording) {
		join = gs_recording_join_now(session->recording);
		gs_recording_figures(session->recording, figures);
	}
	g_mutex_unlock(&session->record_lock);
	if (join && !gs_recording_join_write(join, path, error))
		g_clear_pointer(&path, g_free);
	return path;
}

bool gs_session_end_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error)
{
	if (session->host)
		gs_host_flush_log(session->host);
	g_mutex_lock(&session->record_lock);
	struct gs_recording *recording = session->is_held ? NULL : take_recording(session);
	g_mutex_unlock(&session->record_lock);
	if (!recording) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "no trace is being recorded");
		return false;
	}
	gs_session_send_log_level(session);
	bool is_good = gs_recording_end(recording, figures, error);
	gs_session_hold_frames(session);
	return is_good;
}

void gs_session_drop_recording(struct gs_session *session)
{
	drop_held(session);
	gs_session_end_recording(session, NULL, NULL);
}
