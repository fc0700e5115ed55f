/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/edits - the edits of an opened trace: a list beside its file
 * (trace/edits/edits.h), which the list of calls shows and every player plays. All that reads the
 * trace (saving, exporting, statistics, what a frame needs) reads it with its edits, since
 * gs_session_trace_path names a file of them then.
 *
 * After an edit the player is started anew and comes back to the call at which it stood, unless it
 * has made the edit itself.
 */
#ifndef GS_SESSION_EDITS_H
#define GS_SESSION_EDITS_H

#include "debugger/session/session.h"
#include "trace/edits/edits.h"

/* The session's part of it (debugger/session/private.h). */
struct gs_session_edits {
	struct gs_trace_edits *list; /* NULL: there were none so far */
	char *path;		     /* of the list as a file in memory */
	int file;		     /* -1: there is none */
	int is_in_effect;	     /* atomic: some edit has an effect */
	bool has_begun;		     /* the last one is being made by the player */
};

/* Return the list; NULL: there are no edits. */
const struct gs_trace_edits *gs_session_edits(const struct gs_session *session);
/* Add an edit, whose .id is ignored. Return its number, and get where the player stands then; stop
 * is empty if it was not started. 0: errors USAGE (no trace is open; the edit cannot be made), and
 * those of gs_session_goto, where the edit is in the list nevertheless. */
unsigned gs_session_edit(struct gs_session *session, const struct gs_trace_edit *edit,
	struct gs_stop *stop, GError **error);
/* Take an edit back (redo: make it again); id 0: the last one. Return it, borrowed until the list
 * changes; NULL: errors likewise. */
const struct gs_trace_edit *gs_session_undo(
	struct gs_session *session, unsigned id, bool redo, struct gs_stop *stop, GError **error);
/* Write the list to a file. Errors: USAGE (there is none), CANNOT_WRITE. */
bool gs_session_save_edits(struct gs_session *session, const char *path, GError **error);
/* Take the edits of a file in place of those that there are. Errors: as gs_session_edit. */
bool gs_session_load_edits(
	struct gs_session *session, const char *path, struct gs_stop *stop, GError **error);
/* Return the name that edits have for the call of that number, and the number of the call of that
 * name; GS_TRACE_NO_CALL: there is none. */
uint64_t gs_session_call_name(struct gs_session *session, uint64_t number);
uint64_t gs_session_call_number(struct gs_session *session, uint64_t name);

/* ---- for the files of debugger/session: edit-list.c ---- */

/* Return whether the edits of the list can be made. */
bool gs_edits_check(struct gs_session *session, GError **error);
/* Add an edit that can be made, as the last; nothing knows of it yet. */
bool gs_edits_add(struct gs_session *session, const struct gs_trace_edit *edit, GError **error);
const struct gs_trace_edit *gs_edits_last(const struct gs_session *session);
/* Return the number of the first call that an edit changes, as things are now. */
uint64_t gs_edits_first_changed(struct gs_session *session, const struct gs_trace_edit *edit);
/* Show the calls as they are edited, and have no player go on that plays others. from: the first of
 * them that is another one. */
bool gs_edits_take_effect(struct gs_session *session, uint64_t from, GError **error);
/* Read a file of edits, and the path of its trace, to be freed by free; NULL and error USAGE. */
struct gs_trace_edits *gs_edits_read(const char *path, char **trace, GError **error);

/* Add an edit of the pending call that the player makes itself (is_made), or is about to: look
 * whether it can be made, and do nothing else until gs_edits_keep or gs_edits_drop. Return false,
 * with an error, if it cannot. Without a trace: return true, and do nothing. */
bool gs_edits_begin(struct gs_session *session, enum gs_trace_edit_kind kind, const char *argument,
	const char *text, GError **error);
/* It was made: show it, and have other players make it. Return false with an error. */
bool gs_edits_keep(struct gs_session *session, GError **error);
void gs_edits_drop(struct gs_session *session); /* it was not made */
/* edit-source.c: give the stage of a program, by its name in the trace, another source from now on,
 * or the recorded one if it is NULL, by an edit of the call that gave it. Return false if the trace
 * has no such call, or with an error. */
bool gs_edits_set_source(struct gs_session *session, uint64_t program, enum gs_stage stage,
	unsigned object, const char *source, GError **error);
/* Open a file of edits: return the path of its trace, g_free; NULL: errors USAGE. */
char *gs_edits_open(struct gs_session *session, const char *path, GError **error);
/* The trace was read into the list: show what was edited by the file. */
bool gs_edits_opened(struct gs_session *session, GError **error);
void gs_edits_close(struct gs_session *session);

#endif
