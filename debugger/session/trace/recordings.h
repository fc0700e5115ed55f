/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/trace/recordings - a session and traces: one that is open in place of a program,
 * and those that are recorded, kept and saved. As all of a session (session.h).
 */
#ifndef GS_SESSION_RECORDINGS_H
#define GS_SESSION_RECORDINGS_H

#include "debugger/session/session.h"

/* ---- a trace in place of a program: debugger/open/opened.h ---- */

/* Before anything else: reads the trace into the list of calls. What needs a program runs the
 * trace's player, glstep-replay, and numbers of calls are the trace's. False: USAGE (it is no
 * trace); TIMEOUT (interrupted) or CANNOT_WRITE: the list holds what was read so far. */
bool gs_session_open(struct gs_session *session, const char *path, GError **error);
/* Of the opened trace, absolute; NULL: none is open. From any thread, once it is. */
const char *gs_session_trace_path(struct gs_session *session);
/* glstep-replay: beside glstep, or in the PATH. To be freed; NULL: it is in neither. */
char *gs_session_player(void);
/* While it is read: from 0 to 1; 1 also where there is no trace. From any thread. */
double gs_session_open_progress(struct gs_session *session);
bool gs_session_is_trace(struct gs_session *session);
/* False: the launch names a trace, and something that is for a program alone. USAGE. */
bool gs_launch_check(const struct gs_launch *launch, GError **error);
/* A sentence about a trace that is cut or damaged, or where, in an extracted one, what was asked
 * for begins; NULL: neither. */
const char *gs_session_trace_message(struct gs_session *session);
/* The number of the call with which that begins; false: it is not told. */
bool gs_session_trace_beginning(struct gs_session *session, uint64_t *number);
/* What the frame was where such a trace was taken from: "frame 4 of game.trace"; g_free. NULL: that
 * is not told. Once it is open. */
char *gs_session_trace_frame(struct gs_session *session, uint64_t frame);
/* The number under which that frame is shown, and the frame that is shown so: where it is told what
 * it was elsewhere, that number, else its own. False: it was none of those in the file. */
uint64_t gs_session_shown_frame(struct gs_session *session, uint64_t frame);
bool gs_session_find_frame(struct gs_session *session, uint64_t shown, uint64_t *frame);
/* Stands before the trace's call of that number, or before the next one that the player executes:
 * then the stop's note says so. Errors also: USAGE, NO_PROGRAM (it ended before). */
bool gs_session_goto(
	struct gs_session *session, uint64_t number, struct gs_stop *stop, GError **error);
/* Begins anew, and stands before the call that is pending now. Errors as above. */
bool gs_session_again(struct gs_session *session, struct gs_stop *stop, GError **error);
/* The number of the pending call, if it is one of the list; else the count of the list: all of its
 * calls come before. */
uint64_t gs_session_list_position(struct gs_session *session);

/* ---- recording a trace: debugger/record/recording.h ---- */

/* The call stack of the thread that has stopped goes into the trace, with its pending call. False:
 * as gs_session_backtrace. */
bool gs_session_record_stack(struct gs_session *session, uint64_t call, GError **error);
/* How the next recordings are written: program and leaves do not count. */
void gs_session_set_recording(struct gs_session *session, const struct gs_recording_start *start);
/* Record from now on, or from the first call if the program was not started yet. path NULL: a new
 * file named after the program; last: keep that many of the last frames alone, 0: all. Errors:
 * USAGE (one is being made already), CANNOT_WRITE, CANNOT_START. */
bool gs_session_record(struct gs_session *session, const char *path, uint32_t last, GError **error);
/* Return a new list of what lives and is not in the recording, or was not in the last one, struct
 * gs_recording_missing: of the pending call's context at once, of others once they are used; or
 * what an opened trace lacks, once it is read. Any thread. */
GPtrArray *gs_session_recording_missing(struct gs_session *session);
/* Where struct gs_launch says that each process is debugged: which one that is, from 0. */
uint32_t gs_session_process(struct gs_session *session);
/* Names of executables that have called GL beside the process that was recorded, "" none; to be
 * freed. */
char *gs_session_not_recorded(struct gs_session *session);
/* The file's name, to be freed; NULL: nothing is being recorded. */
char *gs_session_recording_path(struct gs_session *session);
/* The same, and the figures so far, or the last one's. From any thread. */
char *gs_session_recording_now(struct gs_session *session, struct gs_recording_figures *figures);
/* Write all calls so far to the recording's file, also where it keeps the last frames alone. Return
 * the file's name, to be freed, and the figures; NULL: CANNOT_WRITE, or nothing is being recorded,
 * without an error. May be called as an errand. */
char *gs_session_write_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error);
/* Classes of calls (enum gs_wire_trace_class) that are recorded from now on, or not any more, in
 * this recording and later ones, whatever the program says. Errors: USAGE (a trace is open). */
bool gs_session_set_trace_classes(
	struct gs_session *session, uint32_t on, uint32_t off, GError **error);
const struct gs_recording_classes *gs_session_trace_classes(struct gs_session *session);
/* Behind the calls so far. Errors: USAGE (nothing is being recorded). */
bool gs_session_trace_comment(struct gs_session *session, const char *text, GError **error);
/* Calls that ask for the state of attribute groups (as glPushAttrib takes them), and what they
 * answer now; *n: how many. names: for the comment before them. Errors: as above, and those of a
 * question to the program. */
bool gs_session_trace_assert(struct gs_session *session, uint32_t groups, const char *names,
	unsigned *n, GError **error);
/* Writes a part of what is being recorded, or of the opened trace, to another file
 * (effects/extract/extract.h says of the part what it needs). Errors: USAGE (nothing is recorded or
 * open, there is no such part), CANNOT_WRITE, TIMEOUT (interrupted: there is no such file then). */
bool gs_session_save_trace(struct gs_session *session, const char *path,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures, GError **error);
/* Writes it, or frames of it, as a program in C (export/export.h). Errors: likewise. */
struct gs_export_wish;
struct gs_export_figures;
bool gs_session_export(struct gs_session *session, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, GError **error);
/* A frame that was kept in a file of its own. */
struct gs_kept_frame {
	char *path;
	uint64_t frame, calls, of_calls; /* calls: written, of those that were recorded so far */
	/* Among those written, the ones that the recorder has made up; and how many calls the
	 * program has made so far. */
	uint64_t made_up, of_program;
};
void gs_kept_frame_clear(struct gs_kept_frame *kept);
#define GS_LAST_FRAME UINT64_MAX
/* How many frames the program has ended; it need not have started. */
uint64_t gs_session_frames(const struct gs_session *session);
/* A number that grows with each draw and with each end of a frame. */
uint64_t gs_session_drawn_so_far(const struct gs_session *session);
/* The name of the function of GL that the program is in while it runs, static; *which: of this call
 * alone. NULL: it is in none, or that is not known as its calls are only counted. Any thread. */
const char *gs_session_call_in_progress(const struct gs_session *session, uint64_t *which);
/* What is being done for gs_session_keep_frame or gs_session_record_anew, and of which frame. Any
 * thread may ask. */
enum gs_keeping {
	GS_KEEPING_NOTHING, /* of these: it may run to the end of the frame */
	GS_KEEPING_RUNS,    /* the program, to the frame */
	GS_KEEPING_WRITES   /* the file */
};
enum gs_keeping gs_session_keeping(const struct gs_session *session, uint64_t *frame);
/* Keeps the frame of the pending call, with what it needs of the calls before: the program runs on
 * to the frame's end and stands at the next one's first call. Outside GL: the last frame that has
 * ended. path NULL: a new file beside the recording. Errors: USAGE (not all calls so far are
 * recorded), CANNOT_WRITE, TIMEOUT (interrupted), those of running on.
 */
bool gs_session_keep_frame(struct gs_session *session, const char *path, struct gs_kept_frame *kept,
	struct gs_stop *stop, GError **error);
/* Likewise a frame that has ended, GS_LAST_FRAME: the last one, without running the program on; may
 * be called as an errand. */
bool gs_session_keep_ended_frame(struct gs_session *session, const char *path, uint64_t frame,
	struct gs_kept_frame *kept, GError **error);
/* Starts the program anew, records it from its first call on, and runs it to the first call of the
 * frame in which it was. Errors: those of gs_session_record, and of starting and running it. */
bool gs_session_record_anew(
	struct gs_session *session, const char *path, struct gs_stop *stop, GError **error);
/* Ends it; the file is whole. Errors: USAGE (there is none), CANNOT_WRITE. */
bool gs_session_end_recording(
	struct gs_session *session, struct gs_recording_figures *figures, GError **error);

#endif
