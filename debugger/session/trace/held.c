/* SPDX-License-Identifier: MIT */
/*
 * The last frames of a program that is debugged, held in case they are wanted: a recording that
 * keeps the last frames alone, without a file (record.c). What is wanted of it is written like a
 * part of any recording; where the program crashes, it is written here.
 */
#include <signal.h>
#include "debugger/session/private.h"
#include "debugger/session/trace/record.h"

/* Beside where a recording would be; never a file that is there. g_free */
static char *name_of_crash(const char *program)
{
	g_autofree char *base = g_path_get_basename(program);
	g_autofree char *stem = g_strdup_printf("%s-crash", base);
	return gs_recording_free_name(stem);
}

/* Whether such a signal asks a program to end. */
static bool is_asked(int number)
{
	return number == SIGTERM || number == SIGINT || number == SIGHUP;
}

static bool has_crashed(const struct gs_session *session)
{
	bool by_signal = session->life == GS_LIFE_SIGNAL ||
			 (session->life == GS_LIFE_ENDED && session->by_signal);
	return by_signal && session->is_held && !session->is_killed && !is_asked(session->signal);
}

static char *crash_text(const char *name, const struct gs_save_source *source, uint64_t frames)
{
	if (!source->frames)
		return g_strdup_printf("%s has its calls: no frame had ended", name);
	return frames == 1 ? g_strdup_printf("%s has its last frame, and the calls after it", name)
			   : g_strdup_printf("%s has its last %" G_GUINT64_FORMAT
					     " frames, and the calls after them",
				     name, (guint64)frames);
}

static char *write_crash(struct gs_session *session, GError **error)
{
	struct gs_save_source source;
	struct gs_extract_figures figures = {0};
	if (!gs_session_open_source(session, &source, error))
		return NULL;
	g_autofree char *name = name_of_crash(source.origin);
	char *text = NULL;
	struct gs_extract_wish wish = gs_session_last_frames(&source, source.last);
	wish.with_rest = true; /* the frame in which it has ended */
	wish.is_all = !source.frames;
	if (gs_session_write_part(session, &source, name, &wish, false, &figures, error))
		text = crash_text(name, &source, wish.last - wish.first + 1);
	gs_session_close_source(&source);
	return text;
}

char *gs_session_keep_crash(struct gs_session *session)
{
	g_autoptr(GError) error = NULL;
	if (session->has_crash || !has_crashed(session))
		return NULL;
	session->has_crash = true;
	char *text = write_crash(session, &error);
	return text ? text
		    : g_strdup_printf("the frames before it are not kept: %s", error->message);
}
