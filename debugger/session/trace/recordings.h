/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/recordings - a session and traces: one that is open in place of a program,
 * and those that are recorded, kept and saved. As all of a session (session.h).
 */
#ifndef GS_SESSION_RECORDINGS_H
#define GS_SESSION_RECORDINGS_H

#include "debugger/session/session.h"

/* ---- a trace in place of a program: debugger/open/opened.h ---- */

/* Read the trace into the list of calls, before anything else is done with the session. What needs
 * a program then runs the trace's player, glstep-replay, and numbers of calls are the trace's.
 * Return false and set error USAGE (it is no trace); TIMEOUT (interrupted) or CANNOT_WRITE: the
 * list has what was read so far then. */
bool gs_session_open(struct gs_session *session, const char *path, GError **error);
/* Return the absolute path of the opened trace, or of a file of its edits, which all that read
 * traces take for the edited one (edits.h), borrowed as long as the session; NULL: none is
 * open. Any thread may call it once the trace is open. */
const char *gs_session_trace_path(struct gs_session *session);
/* Likewise, of the trace itself, as users know it. */
const char *gs_session_trace_name(struct gs_session *session);
/* Return the path of glstep-replay: beside glstep, or in the PATH; g_free. NULL: it is in neither.
 */
char *gs_session_player(void);
/* Return how much of the trace was read, from 0 to 1; 1 also without a trace. Any thread. */
double gs_session_open_progress(struct gs_session *session);
/* Return whether a trace is open. */
bool gs_session_is_trace(struct gs_session *session);
/* Return false and set error USAGE if the launch names a trace and has something that only a
 * program can have. */
bool gs_launch_check(const struct gs_launch *launch, GError **error);
/* Return a sentence about a trace that is cut or damaged or, of an extracted one, about where what
 * it was extracted for begins; static or the session's. NULL: it is neither. */
const char *gs_session_trace_message(struct gs_session *session);
/* Get the number of the call with which that begins. Return false if the trace does not tell it. */
bool gs_session_trace_beginning(struct gs_session *session, uint64_t *number);
/* Return what the frame of an opened extracted trace was in the trace that it is from: "frame 4 of
 * game.trace"; g_free. NULL: it does not tell that. */
char *gs_session_trace_frame(struct gs_session *session, uint64_t frame);
/* Return the number that a user sees of a frame: the one that it had where an extracted trace is
 * from, if that is told, else its own. */
uint64_t gs_session_shown_frame(struct gs_session *session, uint64_t frame);
/* Get the frame that a user sees under that number. Return false if the trace has none. */
bool gs_session_find_frame(struct gs_session *session, uint64_t shown, uint64_t *frame);
/* Play up to the trace's call of that number, and stop before it; if the player leaves it out,
 * before the next one that it makes, which the stop's note says. Errors also: USAGE, NO_PROGRAM (it
 * ended before). */
bool gs_session_goto(
	struct gs_session *session, uint64_t number, struct gs_stop *stop, GError **error);
/* Start the player anew, and stop before the call that is pending now. Errors: likewise. */
bool gs_session_again(struct gs_session *session, struct gs_stop *stop, GError **error);
/* Return the number of the pending call, if it is in the list; else how many calls the list has, as
 * all of them come before. */
uint64_t gs_session_list_position(struct gs_session *session);

/* ---- recording a trace: debugger/record/recording.h ----
 *
 * Of a launch that has keep_last, the last frames are held while nobody records: what is said of a
 * recording's frames goes for them, too, by the program's own numbers; but they have no file, and
 * the functions that tell of a recording say that there is none. Where the program crashes, they
 * are written to a new file, which the note of that stop names.
 */

/* Record the call stack of the thread that has stopped, with its pending call. Errors: those of
 * gs_session_backtrace. */
bool gs_session_record_stack(struct gs_session *session, uint64_t call, GError **error);
/* Set how the next recordings are written; start->program and start->leaves are ignored. */
void gs_session_set_recording(struct gs_session *session, const struct gs_recording_start *start);
/* Begin a recording: of the calls from now on, or from the first one if the program was not started
 * yet. path NULL: a new file named after the program; last: keep that many of the last frames
 * alone, 0: all. Errors: USAGE (one is being made already), CANNOT_WRITE, CANNOT_START. */
bool gs_session_record(struct gs_session *session, const char *path, uint32_t last, GError **error);
/* Return a new list of what lives and is not in the recording, or was not in the last one, struct
 * gs_recording_missing: of the pending call's context at once, of others once they are used; or
 * what an opened trace lacks, once it is read. Any thread. */
GPtrArray *gs_session_recording_missing(struct gs_session *session);
/* Return which process is debugged, from 0, if struct gs_launch says that each of them is. */
uint32_t gs_session_process(struct gs_session *session);
/* Return the names of executables that have called GL beside the process that was recorded, "" if
 * there are none; g_free. */
char *gs_session_not_recorded(struct gs_session *session);
/* Return the path of the recording's file; g_free. NULL: nothing is being recorded. */
char *gs_session_recording_path(struct gs_session *session);
/* Likewise, and get its figures so far, or those of the last recording. Any thread. */
char *gs_session_recording_now(struct gs_session *session, struct gs_recording_figures *figures);
/* Write all calls so far to the recording's file, also where it keeps the last frames alone. Return
 * the file's name, to be freed, and the figures; NULL: CANNOT_WRITE, or nothing is being recorded,
 * without an error. May be called as an errand. */
char *gs_session_write_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error);
/* Set which classes of calls (bits of enum gs_wire_trace_class) are recorded from now on, and which
 * are not, in this recording and later ones, whatever the program says. Errors: USAGE (a trace is
 * open). */
bool gs_session_set_trace_classes(
	struct gs_session *session, uint32_t on, uint32_t off, GError **error);
const struct gs_recording_classes *gs_session_trace_classes(struct gs_session *session);
/* Write a comment behind the calls so far. Errors: USAGE (nothing is being recorded). */
bool gs_session_trace_comment(struct gs_session *session, const char *text, GError **error);
/* Write *n calls that ask for the state of attribute groups (bits as of glPushAttrib), with what GL
 * answers now, for players to compare. names: for the comment before them. Errors: likewise, and
 * those of a question to the program. */
bool gs_session_trace_assert(struct gs_session *session, uint32_t groups, const char *names,
	unsigned *n, GError **error);
/* Write a part of what is being recorded, or of the opened trace, to another file, with the calls
 * that it needs (effects/extract/extract.h). Errors: USAGE (nothing is recorded or open, there is
 * no such part), CANNOT_WRITE, TIMEOUT (interrupted: there is no such file then). */
bool gs_session_save_trace(struct gs_session *session, const char *path,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures, GError **error);
/* Write it, or frames of it, as a program in C (export/export.h). Errors: likewise. */
struct gs_export_wish;
struct gs_export_figures;
bool gs_session_export(struct gs_session *session, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, GError **error);
/* A frame that was kept in a file of its own. */
struct gs_kept_frame {
	char *path;
	uint64_t frames; /* how many, from .frame on */
	bool is_held;	 /* of the last frames that are held: .of_program counts these alone */
	uint64_t frame, calls, of_calls; /* calls: written, of those that were recorded so far */
	/* Among those written, the ones that the recorder has made up; and how many calls the
	 * program has made so far. */
	uint64_t made_up, of_program;
};
void gs_kept_frame_clear(struct gs_kept_frame *kept);
#define GS_LAST_FRAME UINT64_MAX
/* Return how many frames the program has ended; 0 if it was not started. */
uint64_t gs_session_frames(const struct gs_session *session);
/* Return a number that grows with each draw and each end of a frame. */
uint64_t gs_session_drawn_so_far(const struct gs_session *session);
/* Return the name of the function of GL that the running program is in, static. *which: a number
 * that only this call has. NULL: it is in none, or that is not known, as its calls are only
 * counted. Any thread. */
const char *gs_session_call_in_progress(const struct gs_session *session, uint64_t *which);
/* What gs_session_keep_frame or gs_session_record_anew is doing, and for which frame. Any thread
 * may ask. */
enum gs_keeping {
	GS_KEEPING_NOTHING, /* of these: it may run to the end of the frame */
	GS_KEEPING_RUNS,    /* the program, to the frame */
	GS_KEEPING_WRITES   /* the file */
};
enum gs_keeping gs_session_keeping(const struct gs_session *session, uint64_t *frame);
/* Write the frame of the pending call to a file of its own, with what it needs of the calls before:
 * run the program on to the frame's end, and stop at the next one's first call. If it is paused
 * outside GL, write the last frame that has ended. path NULL: a new file beside the recording.
 * Errors: USAGE (not all calls so far are recorded), CANNOT_WRITE, TIMEOUT (interrupted), those of
 * running on. */
bool gs_session_keep_frame(struct gs_session *session, const char *path, struct gs_kept_frame *kept,
	struct gs_stop *stop, GError **error);
/* Likewise, of a frame that has ended, without running the program on; GS_LAST_FRAME: the last one.
 * May be called as an errand. */
bool gs_session_keep_ended_frame(struct gs_session *session, const char *path, uint64_t frame,
	struct gs_kept_frame *kept, GError **error);
/* Write the last n frames that have ended, or all that there are; the program stays where it is.
 * Errors: likewise. */
bool gs_session_keep_last(struct gs_session *session, const char *path, uint64_t n,
	struct gs_kept_frame *kept, GError **error);
/* Start the program anew, record it from its first call on, and run it to the first call of the
 * frame in which it was. Errors: those of gs_session_record, and of starting and running it. */
bool gs_session_record_anew(
	struct gs_session *session, const char *path, struct gs_stop *stop, GError **error);
/* End the recording; its file is complete then. Errors: USAGE (there is none), CANNOT_WRITE. */
bool gs_session_end_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error);

#endif
