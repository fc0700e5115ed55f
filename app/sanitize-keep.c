/* SPDX-License-Identifier: MIT */
/*
 * A small trace with the draw of each finding. Of a trace that is a draw with what it needs; of a
 * program, which is recorded meanwhile, a frame, as the calls of a recording have other numbers
 * than those of the program.
 */
#include <glib/gstdio.h>
#include "app/sanitize-reports.h"
#include "debugger/session/trace/recordings.h"
#include "effects/extract/extract.h"

char *gs_sanitize_record(struct gs_session *session, const char *folder, GError **error)
{
	g_autofree char *path = g_build_filename(folder, "whole.trace.part", NULL);
	if (!gs_sanitize_make_folder(folder, error) || !gs_session_record(session, path, 0, error))
		return NULL;
	return g_steal_pointer(&path);
}

/* What a kept trace begins with. */
enum part { DRAW, FRAME, WHOLE };

/* Return the command that leads to the place in the kept trace. */
static char *command(const struct gs_finding *f, const char *path, enum part part)
{
	g_autoptr(GString) text = g_string_new("glstep");
	g_autofree char *quoted = g_shell_quote(path);
	if (part == WHOLE && f->frame)
		g_string_append_printf(text, " -e 'next frame %" G_GUINT64_FORMAT "'", f->frame);
	g_string_append(text, " -e 'next draw");
	if (part != DRAW && f->draw_of_frame)
		g_string_append_printf(text, " %" G_GUINT64_FORMAT, f->draw_of_frame + 1);
	g_string_append_c(text, '\'');
	for (char **word = f->commands; *word; word++)
		g_string_append_printf(text, " -e '%s'", *word);
	for (size_t i = 0; i < f->first.n_operands; i++) {
		if (!f->first.operands[i].is_text)
			continue;
		g_autofree char *print = g_strdup_printf("print %s", f->first.operands[i].text);
		g_autofree char *word = g_shell_quote(print);
		g_string_append_printf(text, " -e %s", word);
	}
	g_string_append_printf(text, " %s", quoted);
	return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Write the frame from the recording; frame UINT64_MAX: all of it. */
static bool extract_frame(const char *recording, uint64_t frame, const char *path, GError **error)
{
	struct gs_extract_wish wish = {.trust = GS_EFFECTS_SWAP_FORGETS,
		.is_all = frame == UINT64_MAX,
		.first = frame,
		.last = frame};
	struct gs_extract_figures figures = {0};
	g_autofree char *why = NULL;
	if (gs_extract(recording, path, &wish, &figures, NULL, &why) == GS_EXTRACT_DONE)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE, "'%s': %s", path,
		why ? why : "it cannot be written");
	return false;
}

static bool extract_draw(
	struct gs_session *session, uint64_t call, const char *path, GError **error)
{
	const struct gs_extract_wish wish = {
		.trust = GS_EFFECTS_SWAP_FORGETS, .is_call = true, .first = call, .last = call};
	struct gs_extract_figures figures = {0};
	return gs_session_save_trace(session, path, &wish, &figures, error);
}

struct keeping {
	struct gs_session *session;
	const char *folder, *recording; /* the latter NULL: of the opened trace */
	uint64_t frames;		/* that the recording has; the last may not have ended */
	GHashTable *written;		/* names of files */
};

static char *name_of(const struct gs_finding *f, enum part part)
{
	return part == WHOLE   ? g_strdup("whole.trace")
	       : part == FRAME ? g_strdup_printf("frame-%" G_GUINT64_FORMAT ".trace", f->frame)
			       : g_strdup_printf("frame-%" G_GUINT64_FORMAT
						 "-call-%" G_GUINT64_FORMAT ".trace",
					 f->frame, f->call);
}

static bool keep(const struct keeping *k, struct gs_finding *f, GError **error)
{
	enum part part = !k->recording ? DRAW : f->frame < k->frames ? FRAME : WHOLE;
	char *name = name_of(f, part);
	g_autofree char *path = g_build_filename(k->folder, name, NULL);
	bool good = !g_hash_table_add(k->written, name) ||
		    (part == DRAW ? extract_draw(k->session, f->call, path, error)
				  : extract_frame(k->recording,
					    part == FRAME ? f->frame : UINT64_MAX, path, error));
	if (!good)
		return false;
	f->command = command(f, path, part);
	f->kept = g_steal_pointer(&path);
	return true;
}

bool gs_sanitize_keep(struct gs_session *session, const struct gs_findings *findings,
	const char *folder, const char *recording, GError **error)
{
	g_autoptr(GHashTable)
		written = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const struct keeping k = {session, folder, recording, gs_session_frames(session), written};
	bool good = recording ? gs_session_end_recording(session, NULL, error)
			      : gs_sanitize_make_folder(folder, error);
	for (guint i = 0; good && i < findings->list->len; i++) {
		struct gs_finding *f = findings->list->pdata[i];
		if (!f->suppressed && !gs_finding_is_note(f))
			good = keep(&k, f, error);
	}
	if (recording)
		g_remove(recording);
	return good;
}
