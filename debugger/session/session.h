/* SPDX-License-Identifier: MIT */
/*
 * debugger/session - the model of a debugging session, without any user interface. console/ and ui/
 * are its two faces.
 *
 * A session belongs to one thread at a time; its functions block (bounded by the timeout) and
 * return false with a GError of domain GS_ERROR. Only gs_session_interrupt and the gs_calls
 * functions may be called from elsewhere. The window runs it in a worker thread
 * (frontend/worker.h), the console in its own. Strings in results are owned by the result: clear it
 * with its gs_..._clear function.
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

struct gs_session *gs_session_new(const struct gs_launch *launch); /* copied; nothing is started */
/* kills a program that has not ended or been detached */
void gs_session_free(struct gs_session *session);
/* for each function; default 60,000 */
void gs_session_set_timeout(struct gs_session *session, int ms);
/* thread- and signal-safe: the blocked function pauses the program */
void gs_session_interrupt(struct gs_session *session);
/* the functions called next, too, until one ends the program */
void gs_session_interrupt_all(struct gs_session *session);

/* Of the functions called next: where one has to wait for a program that is compiled ahead
 * (gs_session_prepare), it fails with TIMEOUT once gives_way says so, which is asked after each
 * gs_session_look_again, too. The program is still compiled. gs_session_prepare ends likewise.
 * NULL: never. */
void gs_session_set_gives_way(
	struct gs_session *session, bool (*gives_way)(gpointer data), gpointer data);
/* Any thread, as gs_session_interrupt. */
void gs_session_look_again(struct gs_session *session);

/* What can be done while a function waits for the program to stop: beginning a recording and ending
 * it. errands is called for that, in the session's thread, soon after gs_session_call_errands,
 * which any thread may call. Where no function waits, it is not called before the next one does. */
void gs_session_set_errands(
	struct gs_session *session, void (*errands)(gpointer data), gpointer data);
void gs_session_call_errands(struct gs_session *session);

/* ---- calls ---- */

/* How many calls were executed, also those that the list has dropped; thread-safe. */
uint64_t gs_calls_count(struct gs_session *session);
/* The list of calls keeps so many bytes from now on, as gs_call_store_keep has it, also after
 * restarts. */
void gs_session_keep_calls(struct gs_session *session, uint64_t bytes);
/* More than one thread of the program calls GL: while one is stopped, the others call on. */
bool gs_session_has_threads(const struct gs_session *session);
/* It has drawn into more than one window, pixmap or pbuffer so far. */
bool gs_session_has_windows(const struct gs_session *session);
bool gs_calls_get(
	struct gs_session *session, struct gs_call_place place, struct gs_call_info *call);
/* The list itself (debugger/calls/calls.h, view.h); NULL before the first start. Lives as long as
 * the session. */
struct gs_call_store;
struct gs_call_store *gs_session_call_store(struct gs_session *session);
/* True, with an error: the function's time is over, or it was interrupted. */
bool gs_session_gives_up(struct gs_session *session, GError **error);
/* The same for what is read and written (debugger/base/patience.h). */
const struct gs_patience *gs_session_patience(struct gs_session *session);
/* a function's time begins, as at the beginning of each one */
void gs_session_begin(struct gs_session *session);
/* session's thread: all calls executed before now are there */
void gs_session_flush_calls(struct gs_session *session);

/* ---- running ---- */

enum gs_stop_kind {
	GS_STOP_CALL,
	GS_STOP_BREAKPOINT,
	GS_STOP_ERROR,
	GS_STOP_SIGNAL,
	GS_STOP_EXITED
};

struct gs_stop {
	enum gs_stop_kind kind;
	bool has_call;
	struct gs_call_info call; /* pending; for ERROR the executed one */
	uint64_t frame, draw;
	int status; /* EXITED */
	int signal; /* SIGNAL; also an EXITED by a signal: status 128 + signal */
	uint32_t gl_error;
	int breakpoint;	       /* BREAKPOINT: number of the one that was hit first */
	bool outside_gl;       /* paused outside GL, or inside a call of it: no call is pending */
	const char *inside;    /* then that call's function; NULL: none, or not known; static */
	uint64_t inside_index; /* of that call */
	bool is_draw;	       /* the pending call draws or dispatches */
	bool ends_frame;       /* the pending call ends one */
	uint64_t drawable;     /* of that frame, or that it draws into: gs_wire_slot.drawable */
	uint32_t list_mode; /* GL_COMPILE or GL_COMPILE_AND_EXECUTE: it goes into a display list */
	bool is_player;	    /* of a trace: what has ended or stopped is its player */
	char *note;	    /* something the user should know, "" none */
};
void gs_stop_clear(struct gs_stop *stop);
/* "outside GL", or in which call of it: where the program is paused; g_free. */
char *gs_stop_outside_text(const struct gs_stop *stop);
/* ", goes into a display list": of a pending call that is compiled into one; "" others; static */
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
bool gs_session_start(struct gs_session *session, struct gs_stop *stop, GError **error);
/* As an errand: the program, which runs on, is to stop there, too. A run that has ended meanwhile
 * stands where it ended. Not SKIP. */
bool gs_session_run_to(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error);
/* pattern: for NAMED, a shell pattern of function names. count: Nth. Of an extracted trace that is
 * not played yet all but CONTINUE run from where begins what it was extracted for. */
bool gs_session_run(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, struct gs_stop *stop, GError **error);
/* Likewise to the end of a frame of that drawable (gs_stop.drawable; 0: any), or to a named call of
 * a thread that draws into it. False, too: so many frames of others have ended that it may not
 * come. */
bool gs_session_run_in_window(struct gs_session *session, uint64_t drawable, enum gs_run run,
	uint64_t count, const char *pattern, struct gs_stop *stop, GError **error);
bool gs_session_pause(struct gs_session *session, struct gs_stop *stop, GError **error);
/* the present stop again, nothing run */
bool gs_session_stop_now(struct gs_session *session, struct gs_stop *stop, GError **error);
bool gs_session_restart(struct gs_session *session, struct gs_stop *stop, GError **error);
bool gs_session_detach(struct gs_session *session, GError **error);
bool gs_session_kill(struct gs_session *session, GError **error);
bool gs_session_has_program(struct gs_session *session);
/* The program has ended, also while it was stopped and nobody has asked. Thread-safe. */
bool gs_session_has_ended(struct gs_session *session);
/* Takes that end over, if there is one; the stop tells of it. */
bool gs_session_take_end(struct gs_session *session, struct gs_stop *stop, GError **error);
bool gs_session_set_log(struct gs_session *session, enum gs_wire_log log, GError **error);

/* Where no program of shaders is in use: how to come to one, or that the program has used none so
 * far. g_free */
char *gs_session_program_advice(struct gs_session *session);
/* Sets the error that says so. */
void gs_session_refuse_no_program(struct gs_session *session, GError **error);
/* Whether the present context draws without a program; true also where that is not known. */
bool gs_session_draws_fixed(struct gs_session *session);

/* ---- what must be so ---- */

/* What needs a program that runs, and so cannot be done while a trace is open. */
enum gs_live {
	GS_LIVE_RECORD, /* the calls, into a trace */
	GS_LIVE_LOG,	/* the calls, into the list */
	GS_LIVE_DETACH
};
const char *gs_live_why(enum gs_live what); /* part of a sentence; static */

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
/* Return whether they are met; start the program where that is all that lacks. Set the error of the
 * first that is not. */
bool gs_session_need(struct gs_session *session, unsigned needs, GError **error);
/* Return the word for the n-th of these needs; NULL past the last. */
const char *gs_needs_word(unsigned needs, unsigned n);
bool gs_session_set_argument(struct gs_session *session, const char *name, const char *value,
	struct gs_stop *stop, GError **error);

/* Of the thread that has stopped: at a call, outside GL, or by a signal. In a trace: as it was
 * recorded with the pending call; errors also: USAGE (none is pending), UNSUPPORTED (it was not).
 */
bool gs_session_backtrace(struct gs_session *session, struct gs_stack *stack, GError **error);
/* In a trace: its player's own. USAGE: none is open. */
bool gs_session_player_backtrace(
	struct gs_session *session, struct gs_stack *stack, GError **error);

struct gs_breakpoint {
	unsigned number;
	enum { GS_BREAK_CALL, GS_BREAK_ERROR, GS_BREAK_LINE } kind;
	char *pattern;	       /* CALL */
	unsigned line, object; /* LINE */
	int stage; /* LINE: enum gs_stage that was being debugged when it was set; -1 none was: it
		      counts in each, of each program */
	unsigned program; /* LINE, stage not -1: in which it was set, where it counts; */
	char *text;	  /* and in other programs whose line reads so; "": in no other */
	char *condition;  /* CALL, LINE; NULL none */
	struct gs_call_condition *test; /* CALL: the condition, read */
	bool any;			/* LINE: for any element */
	uint64_t hits;
	uint64_t ignored; /* so many of the next hits do not stop */
};
/* condition: debugger/calls/condition.h; NULL none. */
bool gs_session_break_call(
	struct gs_session *session, const char *pattern, const char *condition, GError **error);
bool gs_session_break_error(struct gs_session *session, GError **error);
bool gs_session_break_line(
	struct gs_session *session, unsigned line, const char *condition, bool any, GError **error);
/* The same in another shader object of the stage than the one that the focus stands in. */
bool gs_session_break_line_in(struct gs_session *session, unsigned object, unsigned line,
	const char *condition, bool any, GError **error);
/* One like it, as it was set in another session: with a number of its own, and no hits. Errors:
 * those of its kind. */
bool gs_session_break_again(
	struct gs_session *session, const struct gs_breakpoint *b, GError **error);
/* Another condition (NULL: none) and any for the one of that number; number and hits stay. On
 * errors: USAGE. */
bool gs_session_break_change(struct gs_session *session, unsigned number, const char *condition,
	bool any, GError **error);
/* So many hits of that number, counted from now, do not stop; hits counts them. On errors: USAGE.
 */
bool gs_session_break_ignore(
	struct gs_session *session, unsigned number, uint64_t count, GError **error);
bool gs_session_delete(struct gs_session *session, unsigned number, GError **error);
/* Whether one on a line counts in the shader being debugged. */
bool gs_session_break_counts(struct gs_session *session, const struct gs_breakpoint *b);
/* A line of a source, from 1, without space around it; g_free. "": there is none. */
char *gs_source_line(const char *source, unsigned line);
const struct gs_breakpoint *gs_session_breakpoints(struct gs_session *session, size_t *n);
/* Copies of n, whose conditions are not read; gs_breakpoints_free, which takes NULL. */
struct gs_breakpoint *gs_breakpoints_copy(const struct gs_breakpoint *list, size_t n);
void gs_breakpoints_free(struct gs_breakpoint *list, size_t n);
/* Whether one on a line counts in that stage of a program, where its shader object has that source.
 */
bool gs_breakpoint_counts(
	const struct gs_breakpoint *b, enum gs_stage stage, unsigned program, const char *source);

#include "debugger/session/program/in-use.h"
#include "debugger/session/shader/debug.h"
#include "debugger/session/trace/recordings.h"

#endif
