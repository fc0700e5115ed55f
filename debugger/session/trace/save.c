/* SPDX-License-Identifier: MIT */
/* A part of what is recorded, or of the trace that is open, to a file of its own. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "effects/extract/extract.h"
#include "debugger/base/temporary-file.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"
#include "export/export.h"

/* Write what is held to a file without a name. */
static bool write_held(
	struct gs_save_source *source, struct gs_recording_join *join, GError **error)
{
	source->fd = gs_temporary_file_open_any(NULL);
	if (source->fd < 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the last frames cannot be put together: %s: set TMPDIR to a directory "
			"with room",
			g_strerror(errno));
		gs_recording_join_free(join);
		return false;
	}
	source->path = g_strdup_printf("/proc/self/fd/%d", source->fd);
	return gs_recording_join_write_fd(join, source->fd, error);
}

static void set_source(
	struct gs_save_source *source, const struct gs_recording_figures *figures, bool is_held)
{
	source->frames = figures->frames;
	source->last = figures->last;
	source->first_frame = figures->last ? figures->first_frame : 0;
	source->is_held = is_held;
}

/* Of what is recorded. Return false if nothing is, or with an error. */
static bool open_recording(
	struct gs_session *session, struct gs_save_source *source, GError **error)
{
	struct gs_recording_figures figures;
	struct gs_recording_join *join = NULL;
	g_mutex_lock(&session->record_lock);
	bool is_there = session->recording;
	if (is_there) {
		join = gs_recording_join_now(session->recording);
		gs_recording_figures(session->recording, &figures);
		set_source(source, &figures, session->is_held);
		source->path = g_strdup(gs_recording_path(session->recording));
	}
	g_mutex_unlock(&session->record_lock);
	if (!is_there || !source->last)
		return is_there;
	if (!join) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the last frames cannot be read back");
		return false;
	}
	if (!source->is_held)
		return gs_recording_join_write(join, source->path, error);
	source->origin = g_path_get_basename(source->path);
	source->origin[gs_recording_stem(source->origin)] = '\0';
	g_clear_pointer(&source->path, g_free);
	return write_held(source, join, error);
}

bool gs_session_open_source(
	struct gs_session *session, struct gs_save_source *source, GError **error)
{
	g_autoptr(GError) why = NULL;
	*source = (struct gs_save_source){.fd = -1};
	if (session->opened) {
		const char *trace = gs_opened_path(session->opened);
		source->path = g_strdup(gs_session_trace_path(session));
		if (!g_str_equal(source->path, trace)) /* it is a file of edits, in memory */
			source->origin = g_path_get_basename(trace);
		return true;
	}
	if (session->host)
		gs_host_flush_log(session->host);
	if (open_recording(session, source, &why))
		return true;
	gs_session_close_source(source);
	if (why)
		g_propagate_error(error, g_steal_pointer(&why));
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"no trace is being recorded, and none is open: `trace start FILE` begins "
			"one");
	return false;
}

void gs_session_close_source(struct gs_save_source *source)
{
	if (source->fd >= 0)
		close(source->fd);
	source->fd = -1;
	g_clear_pointer(&source->path, g_free);
	g_clear_pointer(&source->origin, g_free);
}

struct gs_extract_wish gs_session_last_frames(const struct gs_save_source *source, uint64_t frames)
{
	return (struct gs_extract_wish){.trust = GS_EFFECTS_SWAP_FORGETS,
		.first = source->frames > frames ? source->frames - frames : 0,
		.last = source->frames ? source->frames - 1 : 0};
}

static void tell_interrupted(const char *path, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT, "interrupted: '%s' was not written", path);
}

/* Any thread. */
static bool is_interrupted(void *data)
{
	struct gs_session *session = data;
	return g_atomic_int_get(&session->interrupted);
}

/* Whether the file is the one that is read, which must stay as it is. */
static bool is_source(
	struct gs_session *session, const struct gs_save_source *source, const char *path)
{
	g_autofree char *whole = g_canonicalize_filename(path, NULL);
	return g_str_equal(source->path, path) ||
	       (session->opened && g_str_equal(gs_opened_path(session->opened), whole));
}

bool gs_session_write_part(struct gs_session *session, const struct gs_save_source *source,
	const char *path, const struct gs_extract_wish *wanted, bool may_interrupt,
	struct gs_extract_figures *figures, GError **error)
{
	struct gs_extract_wish wish = *wanted;
	char *why = NULL;
	if (is_source(session, source, path)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is the trace itself: name another file", path);
		return false;
	}
	wish.origin = source->origin;
	wish.first_frame = source->first_frame;
	wish.stops = may_interrupt ? is_interrupted : NULL;
	wish.stops_data = session;
	enum gs_extract_result result = gs_extract(source->path, path, &wish, figures, NULL, &why);
	if (result == GS_EXTRACT_STOPPED)
		tell_interrupted(path, error);
	else if (result != GS_EXTRACT_DONE)
		g_set_error(error, GS_ERROR,
			result >= GS_EXTRACT_NO_FILE ? GS_ERROR_CANNOT_WRITE : GS_ERROR_USAGE,
			"%s: %s",
			result >= GS_EXTRACT_NO_FILE ? path
			: source->origin	     ? source->origin
						     : source->path,
			why);
	g_free(why);
	return result == GS_EXTRACT_DONE;
}

/* Frames that are held have the program's numbers, and all of them are those that were asked for.
 * Set error USAGE if one is not there. */
static bool count_as_held(
	const struct gs_save_source *source, struct gs_extract_wish *wish, GError **error)
{
	struct gs_extract_wish all = gs_session_last_frames(source, source->last);
	uint64_t first = source->first_frame, end = first + source->frames;
	if (wish->is_all) {
		*wish = all;
		return true;
	}
	if (wish->is_call) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the last frames are held, and calls have no numbers there: `trace save "
			"FILE last` writes the frame that ended last, and a draw of that can be "
			"saved");
		return false;
	}
	if (wish->first < first || wish->first >= end) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"frame %" G_GUINT64_FORMAT " is not held: from %" G_GUINT64_FORMAT
			" up to %" G_GUINT64_FORMAT " they are",
			(guint64)wish->first, (guint64)first, (guint64)(end ? end - 1 : 0));
		return false;
	}
	wish->first -= first;
	wish->last = MAX(wish->last, first) - first;
	return true;
}

/* Write the whole trace that is open, with its edits; without, its bytes as they are. */
static bool write_opened(struct gs_session *session, const struct gs_save_source *source,
	const char *path, GError **error)
{
	const char *why = NULL, *trace = gs_opened_path(session->opened);
	char *text = NULL;
	if (is_source(session, source, path)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is the trace itself: name another file", path);
		return false;
	}
	struct gs_trace_reader *reader = gs_trace_open(source->path, NULL, NULL, &text);
	if (!reader) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s: %s", trace,
			text ? text : "there is no memory left");
		free(text);
		return false;
	}
	gs_trace_reader_ask(reader, is_interrupted, session);
	bool is_good = gs_trace_edits_save(reader, trace, path, &why) == GS_TRACE_WRITTEN;
	if (gs_trace_reader_state(reader) == GS_TRACE_STOPPED)
		tell_interrupted(path, error);
	else if (!is_good)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE, "%s: %s", path, why);
	gs_trace_close(reader);
	return is_good;
}

bool gs_session_save_trace(struct gs_session *session, const char *path,
	const struct gs_extract_wish *wanted, struct gs_extract_figures *figures, GError **error)
{
	struct gs_extract_wish wish = *wanted;
	struct gs_save_source source;
	gs_session_begin(session);
	if (!gs_session_open_source(session, &source, error))
		return false;
	if (session->opened && wish.is_all) {
		bool is_whole = write_opened(session, &source, path, error);
		gs_session_close_source(&source);
		return is_whole;
	}
	bool is_written = (!source.is_held || count_as_held(&source, &wish, error)) &&
			  gs_session_write_part(
				  session, &source, path, &wish, true, figures, error);
	gs_session_close_source(&source);
	return is_written;
}

bool gs_session_export(struct gs_session *session, const char *folder,
	const struct gs_export_wish *wanted, struct gs_export_figures *figures, GError **error)
{
	struct gs_export_wish wish = *wanted;
	struct gs_save_source source;
	g_autofree char *why = NULL;
	if (!gs_session_open_source(session, &source, error))
		return false;
	gs_session_begin(session);
	wish.name = source.origin;
	wish.stops = is_interrupted;
	wish.stops_data = session;
	enum gs_export_result result = gs_export(source.path, folder, &wish, figures, &why);
	if (result == GS_EXPORT_STOPPED)
		tell_interrupted(folder, error);
	else if (result != GS_EXPORT_DONE)
		g_set_error(error, GS_ERROR,
			result >= GS_EXPORT_NO_FOLDER ? GS_ERROR_CANNOT_WRITE : GS_ERROR_USAGE,
			"%s: %s",
			result >= GS_EXPORT_NO_FOLDER ? folder
			: source.origin		      ? source.origin
						      : source.path,
			why);
	gs_session_close_source(&source);
	return result == GS_EXPORT_DONE;
}
