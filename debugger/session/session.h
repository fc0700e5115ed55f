/* SPDX-License-Identifier: MIT */
/*
 * debugger/session - the model of a debugging session, without any user interface. console/ and ui/
 * are its two faces.
 *
 * A session belongs to one thread at a time; its functions block (bounded by the timeout) and
 * return false with a GError of domain GS_ERROR. Only gs_session_interrupt and the gs_calls
 * functions may be called from elsewhere. The window runs it in a worker thread
 * (debugger/base/worker.h), the console in its own. Strings in results are owned by the result:
 * clear it with its gs_..._clear function.
 */
#ifndef GS_SESSION_H
#define GS_SESSION_H

#include <glib.h>
#include "debugger/record/recording.h"
#include "debugger/base/error.h"
#include "debugger/calls/info.h"
#include "debugger/engine/show/buffer-layout.h"
#include "debugger/engine/show/field.h"
#include "debugger/engine/show/profile.h"
#include "debugger/engine/program-info.h"
#include "debugger/host/host.h"
#include "glsl/glsl.h"
#include "instrument/instrument.h"
#include "wire/describe.h"

struct gs_session;
struct gs_patience;
struct gs_extract_wish;
struct gs_extract_figures;

/* Return a session whose program is not started yet. *launch is copied. */
struct gs_session *gs_session_new(const struct gs_launch *launch);
/* Kill the program, unless it has ended or was detached, and free the session. */
void gs_session_free(struct gs_session *session);
/* Set how many milliseconds each function may take; 60,000 by default. */
void gs_session_set_timeout(struct gs_session *session, int ms);
/* Have the function that blocks now pause the program and return. Any thread and signal handlers
 * may call it. */
void gs_session_interrupt(struct gs_session *session);
/* Likewise, and interrupt the functions called next, too, until one ends the program. */
void gs_session_interrupt_all(struct gs_session *session);

/* Let the functions called next give way to more urgent ones. One that has to wait for a variant
 * that is compiled ahead (gs_session_prepare), and gs_session_prepare itself, fails with TIMEOUT as
 * soon as gives_way returns true; the variant is compiled nevertheless. gives_way is called when
 * the waiting begins and after each gs_session_look_again. NULL: never give way. */
void gs_session_set_gives_way(
	struct gs_session *session, bool (*gives_way)(gpointer data), gpointer data);
/* Any thread and signal handlers may call it. */
void gs_session_look_again(struct gs_session *session);

/* Errands are what can be done while a function waits for the program to stop: to begin a
 * recording, and to end it. Set the function that does them; it is called in the session's thread
 * soon after gs_session_call_errands, which any thread may call. If no function waits then, it is
 * called when the next one does. */
void gs_session_set_errands(
	struct gs_session *session, void (*errands)(gpointer data), gpointer data);
void gs_session_call_errands(struct gs_session *session);

/* ---- calls ---- */

/* Return how many calls were executed, also those that the list has dropped. Any thread. */
uint64_t gs_calls_count(struct gs_session *session);
/* Set how many bytes the list of calls keeps, as gs_call_store_keep does, also after restarts. */
void gs_session_keep_calls(struct gs_session *session, uint64_t bytes);
/* Return whether more than one thread of the program calls GL: while one is stopped, the others go
 * on. */
bool gs_session_has_threads(const struct gs_session *session);
/* Return whether it has drawn into more than one window, pixmap or pbuffer so far. */
bool gs_session_has_windows(const struct gs_session *session);
/* Get the call at a place of the list, to be freed by gs_call_info_clear. Return false if there is
 * none. Any thread. */
bool gs_calls_get(
	struct gs_session *session, struct gs_call_place place, struct gs_call_info *call);
/* Return the list itself (debugger/calls/calls.h, view.h), borrowed; NULL before the first start.
 * It lives as long as the session. */
struct gs_call_store;
struct gs_call_store *gs_session_call_store(struct gs_session *session);
/* Return whether a user interface that works for a function of the session is to stop, with error
 * set: its time is over, or it was interrupted. */
bool gs_session_gives_up(struct gs_session *session, GError **error);
/* Return the same as patience for files that are read or written; borrowed. */
const struct gs_patience *gs_session_patience(struct gs_session *session);
/* Begin the time of such work, as each function of the session begins its own. */
void gs_session_begin(struct gs_session *session);
/* Add all calls that were executed so far to the list. */
void gs_session_flush_calls(struct gs_session *session);

/* ---- running ---- */

enum gs_stop_kind {
	GS_STOP_CALL,
	GS_STOP_BREAKPOINT,
	GS_STOP_ERROR,
	GS_STOP_SIGNAL,
	GS_STOP_EXITED
};

/* Where and why the program has stopped. */
struct gs_stop {
	enum gs_stop_kind kind;
	bool has_call;
	struct gs_call_info call; /* pending; for ERROR the executed one */
	uint64_t frame, draw;	  /* numbers of the present ones, from 0 */
	int status;		  /* EXITED */
	int signal;		  /* SIGNAL; also an EXITED by a signal: status 128 + signal */
	uint32_t gl_error;
	int breakpoint;	       /* BREAKPOINT: number of the one that was hit first */
	bool outside_gl;       /* paused outside GL, or inside a call of it: no call is pending */
	const char *inside;    /* then that call's function; NULL: none, or not known; static */
	uint64_t inside_index; /* its call number */
	bool is_draw;	       /* the pending call draws or dispatches */
	bool ends_frame;       /* the pending call ends one */
	uint64_t drawable;     /* of that frame, or that it draws into: gs_wire_slot.drawable */
	uint32_t list_mode; /* GL_COMPILE or GL_COMPILE_AND_EXECUTE: it goes into a display list */
	bool is_player;	    /* of a trace: what has ended or stopped is its player */
	char *note;	    /* something the user should know, "" none */
};
void gs_stop_clear(struct gs_stop *stop);
/* Return "outside GL", or in which call the program is paused; g_free. */
char *gs_stop_outside_text(const struct gs_stop *stop);
/* Return ", goes into a display list" of a pending call that is compiled into one, else ""; static.
 */
const char *gs_stop_list_text(const struct gs_stop *stop);

enum gs_run {
	GS_RUN_STEP,
	GS_RUN_SKIP,
	GS_RUN_DRAW,
	GS_RUN_FRAME,
	GS_RUN_PROGRAM,
	GS_RUN_ERROR,
	GS_RUN_NAMED,
	GS_RUN_CONTINUE,
	/* to what changes the pixel of gs_wire_run: gs_session_next_pixel */
	GS_RUN_PIXEL,
	GS_RUN_PIXEL_IN_FRAME, /* to what touches it, or as FRAME_END */
	/* to the end of a frame, or of what a program draws that shows nothing: decision 038 */
	GS_RUN_FRAME_END,
};

/* The functions that have a stop fill it in if they return true, to be freed by gs_stop_clear. */

/* Start the program, which stops before its first call of GL. If it was started before, get the
 * present stop. */
bool gs_session_start(struct gs_session *session, struct gs_stop *stop, GError **error);
/* As an errand: have the program, which runs on, stop there, too. A run that has ended meanwhile
 * stays where it ended. run: any but SKIP. */
bool gs_session_run_to(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error);
/* Run on to the count-th draw, frame, ...; STEP executes `count` calls. pattern: for NAMED, a shell
 * pattern of function names. In an extracted trace that is not played yet, all but CONTINUE run
 * from the beginning of what it was extracted for. */
bool gs_session_run(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, struct gs_stop *stop, GError **error);
/* Likewise, to the end of a frame of that drawable (gs_stop.drawable; 0: any), or to a named call
 * of a thread that draws into it. Return false also if so many frames of other drawables have ended
 * that it may never come. */
bool gs_session_run_in_window(struct gs_session *session, uint64_t drawable, enum gs_run run,
	uint64_t count, const char *pattern, struct gs_stop *stop, GError **error);
/* Get the present stop once more, without running anything. If the program runs, as a function gave
 * up waiting for it, pause it: at its next call, or outside GL if it makes none soon. */
bool gs_session_stop_now(struct gs_session *session, struct gs_stop *stop, GError **error);
/* Kill the program and start it again. */
bool gs_session_restart(struct gs_session *session, struct gs_stop *stop, GError **error);
/* Let the program run on without glstep. */
bool gs_session_detach(struct gs_session *session, GError **error);
bool gs_session_kill(struct gs_session *session, GError **error);
/* Return whether the program was started, and has not ended or been detached. */
bool gs_session_has_program(struct gs_session *session);
/* Return whether the program has ended, also if it did so while it was stopped. Any thread. */
bool gs_session_has_ended(struct gs_session *session);
/* Get the present stop as gs_session_stop_now does; if the program has ended, that is the stop. */
bool gs_session_take_end(struct gs_session *session, struct gs_stop *stop, GError **error);
/* Set what of each call the program logs for the list of calls. */
bool gs_session_set_log(struct gs_session *session, enum gs_wire_log log, GError **error);

/* If no GL program is in use, return a sentence on how to come to one, or that the program has used
 * none so far; g_free. */
char *gs_session_program_advice(struct gs_session *session);
/* Set the error that says so. */
void gs_session_refuse_no_program(struct gs_session *session, GError **error);
/* Return whether the present context can draw without a program; true also if that is not known. */
bool gs_session_draws_fixed(struct gs_session *session);

/* ---- what must be so ---- */

/* What needs a program that runs, and so cannot be done while a trace is open. */
enum gs_live {
	GS_LIVE_RECORD, /* the calls, into a trace */
	GS_LIVE_LOG,	/* the calls, into the list */
	GS_LIVE_DETACH
};
/* Return why it cannot be done then, as part of a sentence; static. */
const char *gs_live_why(enum gs_live what);

/* What must be so before something can be done, as bits. */
enum gs_needs {
	GS_NEEDS_NOTHING = 0,
	GS_NEEDS_TRACE = 1 << 0,       /* a trace is open */
	GS_NEEDS_LIVE_RECORD = 1 << 1, /* none is: enum gs_live */
	GS_NEEDS_LIVE_LOG = 1 << 2,
	GS_NEEDS_LIVE_DETACH = 1 << 3,
	GS_NEEDS_RECORDING = 1 << 4, /* a trace is being recorded */
	GS_NEEDS_CALLS = 1 << 5, /* there is a list of calls, maybe of a program that has ended */
	GS_NEEDS_PROGRAM =
		1 << 6, /* the program has not ended; if it has not begun it can be started */
	GS_NEEDS_STOP = 1 << 7,	  /* it is stopped at a call, where GL can be asked */
	GS_NEEDS_DRAW = 1 << 8,	  /* the same, and the call draws */
	GS_NEEDS_SHADER = 1 << 9, /* a shader is being debugged */
	GS_NEEDS_FILE = 1 << 10	  /* a trace is open, and all else is read from its file */
};
/* Return whether all of these are so. Start the program if that is all that lacks. Else set the
 * error of the first that is not so. */
bool gs_session_need(struct gs_session *session, unsigned needs, GError **error);
/* Return the word of `help --json` for the n-th of these needs, static; NULL past the last. */
const char *gs_needs_word(unsigned needs, unsigned n);
/* Change an argument of the pending call, and get the stop with it. value: as a user types it. */
bool gs_session_set_argument(struct gs_session *session, const char *name, const char *value,
	struct gs_stop *stop, GError **error);

/* Get the call stack of the thread that has stopped: at a call, outside GL, or by a signal. In a
 * trace, get the one that was recorded with the pending call; errors also: USAGE (none is pending),
 * UNSUPPORTED (no stack was recorded). */
bool gs_session_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error);
/* Get the call stack of the trace's player. Error USAGE: no trace is open. */
bool gs_session_player_backtrace(
	struct gs_session *session, struct gs_stack *stack, GError **error);

struct gs_breakpoint {
	unsigned number;
	enum { GS_BREAK_CALL, GS_BREAK_ERROR, GS_BREAK_LINE } kind;
	char *pattern;	       /* CALL */
	unsigned line, object; /* LINE */
	/* LINE: enum gs_stage that was debugged when it was set. -1: none was, and it counts in
	 * all stages of all programs */
	int stage;
	unsigned program; /* LINE, unless stage is -1: the GL program in which it was set. It counts
			     there, */
	char *text;	  /* and in other programs whose line has this text; "": in no other */
	char *condition;  /* CALL, LINE; NULL none */
	struct gs_call_condition *test; /* CALL: the condition, parsed */
	bool any;	  /* LINE: stop for any element, not the focus element alone */
	uint64_t hits;	  /* how often it was hit */
	uint64_t ignored; /* how many of the next hits do not stop */
};
/* Add a breakpoint on calls of the functions that match a shell pattern; on GL errors; on a line of
 * the shader object that the focus stands in. condition: debugger/calls/condition.h for calls, an
 * expression of the shader for lines; NULL: none. */
bool gs_session_break_call(
	struct gs_session *session, const char *pattern, const char *condition, GError **error);
bool gs_session_break_error(struct gs_session *session, GError **error);
bool gs_session_break_line(
	struct gs_session *session, unsigned line, const char *condition, bool any, GError **error);
/* Likewise, on a line of the stage's shader object with that index. */
bool gs_session_break_line_in(struct gs_session *session, unsigned object, unsigned line,
	const char *condition, bool any, GError **error);
/* Add a breakpoint like *b, which is from another session, with a number of its own and no hits.
 * Errors: those of its kind. */
bool gs_session_break_again(
	struct gs_session *session, const struct gs_breakpoint *b, GError **error);
/* Replace the condition (NULL: none) and .any of the breakpoint of that number; number and hits
 * stay. Errors: USAGE (there is none, it is on GL errors, or `any` of calls), those of adding. */
bool gs_session_break_change(struct gs_session *session, unsigned number, const char *condition,
	bool any, GError **error);
/* Set .ignored of the breakpoint of that number; .hits counts ignored hits, too. */
bool gs_session_break_ignore(
	struct gs_session *session, unsigned number, uint64_t count, GError **error);
bool gs_session_delete(struct gs_session *session, unsigned number, GError **error);
/* Return whether a breakpoint on a line counts in the shader that is debugged. */
bool gs_session_break_counts(struct gs_session *session, const struct gs_breakpoint *b);
/* Return a line of a source, from 1, without white space around it; g_free. "": there is none. */
char *gs_source_line(const char *source, unsigned line);
/* Return the *n breakpoints, borrowed until one is added, changed or deleted. */
const struct gs_breakpoint *gs_session_breakpoints(struct gs_session *session, size_t *n);
/* Return copies of n breakpoints, without .test; to be freed by gs_breakpoints_free, which takes
 * NULL. */
struct gs_breakpoint *gs_breakpoints_copy(const struct gs_breakpoint *list, size_t n);
void gs_breakpoints_free(struct gs_breakpoint *list, size_t n);
/* Return whether a breakpoint on a line counts in that stage of a GL program, whose shader object
 * has that source. */
bool gs_breakpoint_counts(
	const struct gs_breakpoint *b, enum gs_stage stage, unsigned program, const char *source);

#include "debugger/session/program/in-use.h"
#include "debugger/session/shader/debug.h"
#include "debugger/session/trace/recordings.h"

#endif
