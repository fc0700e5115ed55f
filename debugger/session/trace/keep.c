/* SPDX-License-Identifier: MIT */
/* Keeping a frame of a program that runs, and starting the program anew to record it whole. */
#include <string.h>
#include "effects/extract/extract.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "debugger/session/run.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

void gs_kept_frame_clear(struct gs_kept_frame *kept)
{
	g_free(kept->path);
	memset(kept, 0, sizeof *kept);
}

/* The recording's file, with all calls so far in it; g_free. NULL: it has not what its calls need.
 */
static char *whole_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error)
{
	char *path = gs_session_flush_recording(session, figures);
	if (path && figures->plays)
		return path;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"the frame cannot be kept: %s, so what it needs is not known; %s`trace start FILE` "
		"records from now on with what lives now, so that later frames can be kept, and "
		"`trace restart FILE` starts the program anew, records it from its first call, and "
		"runs it on to this frame",
		path ? "the program began the recording, without what lived then"
		     : "the calls before it were not recorded",
		path ? "once that is ended with `trace stop`, " : "");
	g_free(path);
	return NULL;
}

static void begin(struct gs_session *session, enum gs_keeping keeping, uint64_t frame)
{
	session->keeping_frame = frame;
	g_atomic_int_set(&session->keeping, keeping);
}

/* What is kept of a source: n frames from one on; GS_LAST_FRAME: that ended last. Return false if
 * none has ended. */
static bool choose(const struct gs_save_source *source, uint64_t frame, uint64_t n,
	struct gs_extract_wish *wish, GError **error)
{
	*wish = gs_session_last_frames(source, n);
	if (frame != GS_LAST_FRAME)
		wish->first = wish->last = frame;
	if (source->frames || frame != GS_LAST_FRAME)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"no frame has ended so far (no buffer swap, no frame terminator)");
	return false;
}

/* As keep_ended, of a source that is open. */
static bool keep_of(struct gs_session *session, const struct gs_save_source *source,
	const char *path, const struct gs_extract_wish *wish, bool may_interrupt,
	struct gs_kept_frame *kept, GError **error)
{
	struct gs_extract_figures extracted = {0};
	/* of the last frames, each has another number in the file from time to time */
	kept->frame = wish->first + source->first_frame;
	kept->frames = wish->last - wish->first + 1;
	kept->is_held = source->last > 0;
	kept->path = g_strdup(path);
	if (may_interrupt) /* else it is an errand, while the program runs */
		begin(session, GS_KEEPING_WRITES, kept->frame);
	bool good = gs_session_write_part(
		session, source, kept->path, wish, may_interrupt, &extracted, error);
	if (may_interrupt)
		g_atomic_int_set(&session->keeping, GS_KEEPING_NOTHING);
	kept->calls = extracted.kept;
	kept->of_calls = extracted.calls;
	kept->made_up = extracted.made_up;
	return good;
}

static bool keep_ended(struct gs_session *session, const char *path, uint64_t frame, uint64_t n,
	bool may_interrupt, struct gs_kept_frame *kept, GError **error)
{
	struct gs_recording_figures figures;
	struct gs_save_source source;
	struct gs_extract_wish wish;
	memset(kept, 0, sizeof *kept);
	g_autofree char *recording = whole_recording(session, &figures, error);
	if (!recording || !gs_session_open_source(session, &source, error))
		return false;
	bool good = choose(&source, frame, n, &wish, error);
	g_autofree char *name = path || !good ? g_strdup(path)
					      : gs_recording_name_of_frame(
							recording, wish.first + source.first_frame);
	good = good && keep_of(session, &source, name, &wish, may_interrupt, kept, error);
	kept->of_program = figures.calls;
	if (!good)
		gs_kept_frame_clear(kept);
	gs_session_close_source(&source);
	return good;
}

/* Which number a frame has in the recording: frames that other threads have ended since its last
 * call began come before it there. A call that another thread has ended before may still be on its
 * way to the log. */
static bool find_in_recording(
	struct gs_session *session, const struct gs_frame_end *end, uint64_t *frame, GError **error)
{
	enum { TRIES = 2000, PAUSE = 1000 }; /* of so many microseconds */
	struct gs_recording_figures figures;
	bool found = false;
	for (unsigned i = 0; i < TRIES && !found; i++) {
		if (i)
			g_usleep(PAUSE);
		g_free(gs_session_flush_recording(session, &figures));
		g_mutex_lock(&session->record_lock);
		found = session->recording &&
			gs_recording_frame_of(session->recording, end->call, frame);
		g_mutex_unlock(&session->record_lock);
	}
	if (!found)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the call that has ended the frame is not in the recording, so it is not "
			"known which one to keep: ask for the next frame");
	return found;
}

/* The frame of the pending call's window, which ends. first: the number that it has if nothing ends
 * it. */
static bool end_pending(struct gs_session *session, uint64_t first, uint64_t *frame, GError **error)
{
	struct gs_frame_end end;
	if (!gs_session_end_frame(session, gs_session_slot(session)->drawable, &end, error))
		return false;
	if (end.kind == GS_FRAME_COUNTED)
		return find_in_recording(session, &end, frame, error);
	*frame = end.kind == GS_FRAME_UNCOUNTED ? end.frame : first;
	if (end.kind == GS_FRAME_UNCOUNTED || !gs_session_has_windows(session))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"the program has ended, and no frame of this window has ended before, so none is "
		"kept: `trace save FILE frame N` keeps one by its number");
	return false;
}

bool gs_session_keep_frame(struct gs_session *session, const char *path, struct gs_kept_frame *kept,
	struct gs_stop *stop, GError **error)
{
	struct gs_recording_figures figures;
	memset(stop, 0, sizeof *stop);
	memset(kept, 0, sizeof *kept);
	gs_session_begin(session);
	if (!gs_session_need_live(session, GS_LIVE_RECORD, error) ||
		!gs_session_need_program(session, error))
		return false;
	if (session->life == GS_LIFE_RUNNING && !gs_session_catch_up(session, error))
		return false;
	char *recording = whole_recording(session, &figures, error);
	g_free(recording);
	if (!recording)
		return false;
	if (session->debug && !gs_session_leave(session, stop, error))
		return false;
	gs_stop_clear(stop);
	uint64_t frame = GS_LAST_FRAME;
	if (session->life == GS_LIFE_STOPPED &&
		!end_pending(session, figures.frames, &frame, error))
		return false;
	bool good = keep_ended(session, path, frame, 1, true, kept, error);
	gs_session_fill_stop(session, stop);
	return good;
}

bool gs_session_keep_ended_frame(struct gs_session *session, const char *path, uint64_t frame,
	struct gs_kept_frame *kept, GError **error)
{
	return keep_ended(session, path, frame, 1, false, kept, error);
}

bool gs_session_keep_last(struct gs_session *session, const char *path, uint64_t n,
	struct gs_kept_frame *kept, GError **error)
{
	gs_session_begin(session);
	return gs_session_need_live(session, GS_LIVE_RECORD, error) &&
	       keep_ended(session, path, GS_LAST_FRAME, n, true, kept, error);
}

enum gs_keeping gs_session_keeping(const struct gs_session *session, uint64_t *frame)
{
	enum gs_keeping keeping = (enum gs_keeping)g_atomic_int_get(&session->keeping);
	*frame = session->keeping_frame;
	return keeping;
}

uint64_t gs_session_frames(const struct gs_session *session)
{
	return session->host ? gs_host_wire(session->host)->frames : 0;
}

uint64_t gs_session_drawn_so_far(const struct gs_session *session)
{
	struct gs_wire_header *header = session->host ? gs_host_wire(session->host) : NULL;
	return header ? header->frames + header->draws : 0;
}

/* To the frame's first call. Also true where the program stops or ends before. */
static bool run_to_frame(struct gs_session *session, uint64_t frame, GError **error)
{
	if (!frame || session->life != GS_LIFE_STOPPED ||
		!gs_session_run_on(session, GS_RUN_FRAME, frame, NULL, error))
		return !frame || session->life != GS_LIFE_STOPPED;
	bool stands = session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_CALL;
	return !stands || gs_session_run_on(session, GS_RUN_STEP, 1, NULL, error);
}

bool gs_session_record_anew(
	struct gs_session *session, const char *path, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	if (!gs_session_need_live(session, GS_LIVE_RECORD, error))
		return false;
	uint64_t frame = gs_session_frames(session);
	gs_session_end(session);
	if (!gs_session_record(session, path, 0, error) || !gs_session_start(session, stop, error))
		return false;
	gs_stop_clear(stop);
	begin(session, GS_KEEPING_RUNS, frame);
	bool is_there = run_to_frame(session, frame, error);
	g_atomic_int_set(&session->keeping, GS_KEEPING_NOTHING);
	if (!is_there)
		return false;
	gs_session_fill_stop(session, stop);
	return true;
}
