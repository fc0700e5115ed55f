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

/* The executed calls, thread-safe; unlimited. */
uint64_t gs_calls_count(struct gs_session *session);
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
	GS_NEEDS_STOP = 1 << 7,	 /* it is stopped at a call, where GL can be asked */
	GS_NEEDS_DRAW = 1 << 8,	 /* the same, and the call draws */
	GS_NEEDS_SHADER = 1 << 9 /* a shader is being debugged */
};
/* Return whether they are met; start the program where that is all that lacks. Set the error of the
 * first that is not. */
bool gs_session_need(struct gs_session *session, unsigned needs, GError **error);
/* Return the word for the n-th of these needs; NULL past the last. */
const char *gs_needs_word(unsigned needs, unsigned n);

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
/* From now on, or from the first call if the program was not started yet. path NULL: a new file
 * named after the program. Errors: USAGE (one is being made already), CANNOT_WRITE,
 * CANNOT_START. */
bool gs_session_record(struct gs_session *session, const char *path, GError **error);
/* Where struct gs_launch says that each process is debugged: which one that is, from 0. */
uint32_t gs_session_process(struct gs_session *session);
/* Names of executables that have called GL beside the process that was recorded, "" none; to be
 * freed. */
char *gs_session_not_recorded(struct gs_session *session);
/* The file's name, to be freed; NULL: nothing is being recorded. */
char *gs_session_recording_path(struct gs_session *session);
/* The same, and the figures so far, or the last one's. From any thread. */
char *gs_session_recording_now(struct gs_session *session, struct gs_recording_figures *figures);
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

/* ---- what the pending call would use ---- */

bool gs_session_program(struct gs_session *session, struct gs_program_info *info, GError **error);
/* name: as `program` lists it, an array's without [0] (all its elements) or with [k] (one). value:
 * numbers, true or false, matrices column by column; brackets, commas and "vec3(...)" may stand
 * around them. It stays until the program changes it. A member of a block
 * (debugger/session/program/block.h) is written into the program's buffer: note, g_free, says so;
 * else NULL. */
bool gs_session_set_uniform(struct gs_session *session, const char *name, const char *value,
	char **note, GError **error);

/* Runs on with another source for a stage of the program in use: text, or NULL, the program's own
 * again. object: among the stage's shader objects, from 0. The driver's messages are in the error.
 * Not while a shader is being debugged. */
bool gs_session_set_source(struct gs_session *session, enum gs_stage stage, unsigned object,
	const char *text, GError **error);

/* False with UNSUPPORTED and a size: the framebuffer has no colour; its size and formats are told.
 */
bool gs_session_framebuffer(struct gs_session *session, struct gs_picture *picture, GError **error);
/* lines "NAME = VALUE" */
bool gs_session_state(struct gs_session *session, char **text, GError **error);
/* From now on the state is noted whenever a stop is left, and with frames also when a frame begins,
 * which takes some milliseconds each. The first look at the state (gs_session_state), or at what
 * has changed, has it noted from then on, too. */
void gs_session_note_state(struct gs_session *session, bool frames);
/* What of the state is different from what it was when the last stop was left, or when this frame
 * began (after the swap of buffers before it), in the same context. In GL's order. since: the call
 * that was pending then, may be NULL. NULL: it was not noted. */
struct gs_state_change {
	char *name, *before, *now;
};
GPtrArray *gs_session_state_changes(
	struct gs_session *session, bool frame, uint64_t *since, GError **error);

/* ---- what is bound, and what it holds ---- */

struct gs_field;
/* Each binding of a texture, a buffer, or an attachment of the draw framebuffer; g_free.
 * wire/inspect.h */
struct gs_wire_resource;
bool gs_session_resources(
	struct gs_session *session, struct gs_wire_resource **resources, size_t *n, GError **error);
/* "unit 3", "GL_UNIFORM_BUFFER 2"; g_free */
char *gs_resource_binding(const struct gs_wire_resource *resource);
const char *gs_resource_enum(uint32_t value);	 /* "GL_RGBA8"; static, "unknown" */
const char *gs_resource_format(uint32_t format); /* "RGBA8"; static; NULL: not known */
/* What the program calls the samplers or images of a texture's unit, or the attribute that is read
 * from a buffer: "tiles, noise[2]"; g_free. NULL: it reads none from there. */
char *gs_resource_users(
	const struct gs_wire_resource *resource, const struct gs_program_info *program);
/* False: a draw with the program (0: fixed function) does not read this texture, as its target is
 * not enabled, or not the one that the unit's samplers read. */
bool gs_resource_is_read(
	const struct gs_wire_resource *resource, const struct gs_program_info *program);

struct gs_texel_location {
	uint32_t texture;	       /* 0: an attachment */
	uint32_t attachment;	       /* GL_COLOR_ATTACHMENT0, GL_BACK_LEFT, GL_DEPTH, ... */
	unsigned level, layer, sample; /* layer: slice; face of a cube map; 6 * cube + face */
	bool stencil;		       /* of a packed depth and stencil format */
	unsigned step; /* greater than 1: of each square of so many texels only one is wanted; then:
			*/
	bool quickly;  /* else not at all */
};
/* As stored (sRGB encoded, integers as integers), row 0 at y = 0; components r g b a, l, i, d(epth)
 * or s(tencil). Of a buffer texture: as gs_session_buffer, by the texture's format. */
struct gs_field *gs_session_texels(
	struct gs_session *session, const struct gs_texel_location *location, GError **error);
struct gs_field *gs_session_buffer(
	struct gs_session *session, const struct gs_buffer_view *view, GError **error);

/* What the pending draw, with the program's own shaders, makes of a draw buffer: GS_DRAWN_OUTPUT
 * what the fragment shader gives, GS_DRAWN_AFTER what the framebuffer will hold, or would hold with
 * the session's per-fragment operations: is it so? gs_session_drawn_otherwise; GS_DRAWN_COVERED how
 * many samples of each pixel the draw covers. Redrawn onto a copy. undrawn: whether GL will not
 * execute the draw, because the condition of glBeginConditionalRender is not met: AFTER is then
 * what is there already, and nothing is covered; may be NULL. */
#define GS_UNDRAWN "the draw is not made: the condition of glBeginConditionalRender is not met"
struct gs_drawn_location {
	unsigned what;	 /* enum gs_drawn */
	unsigned aspect; /* enum gs_drawn_aspect: a draw buffer's colours, or depth or stencil,
			    after only */
	unsigned buffer, layer, sample;
	unsigned untested; /* output: enum gs_pixel_test, from this one on none is made; 0: all are
			    */
};
bool gs_session_drawn_otherwise(const struct gs_session *session);
struct gs_field *gs_session_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, bool *undrawn, GError **error);

/* The focus element of a fragment shader: what was captured beside what the draw writes without us.
 */
struct gs_check {
	unsigned x, y, layer, sample; /* pixel */
	unsigned n;		      /* components */
	char *element;		      /* "(3, 4)", "(3, 4, layer 1)"; g_free */
	bool finished;		      /* at the end of main */
	bool has_debugged;	      /* only there, and where one was written */
	bool discarded;		      /* the debugged fragment; has_debugged is false then */
	unsigned held;		      /* which components the framebuffer has, a bit each */
	double debugged[4], output[4], after[4];
	enum gs_base base;  /* of these */
	unsigned undefined; /* which components of debugged were not written, a bit each */
	bool same_output; /* the undebugged shader gives what was captured; true also where that is
			     not known */
	bool same_after;  /* the framebuffer will hold what the undebugged shader gives, of the
			     components that it has */
	char *expression; /* the output, NULL unknown */
	char *why;	  /* sentences, "" where all are the same; g_free */
};
void gs_check_clear(struct gs_check *check);
bool gs_session_check(struct gs_session *session, struct gs_check *check, GError **error);

/* ---- the shader of the pending draw ---- */

struct gs_where_frame {
	const char *function; /* owned by the session's shader: valid until leave */
	unsigned line;
};
struct gs_where {
	enum gs_stage stage;
	bool finished, reached;
	unsigned object; /* index of the shader object in the stage's sources */
	unsigned n_objects;
	struct gs_span span;
	char *text; /* marked text */
	enum gs_site_kind kind;
	char *function;
	struct gs_where_frame *frames;			 /* outermost first */
	unsigned n_frames, frame;			 /* frame: the one looked from (up/down) */
	unsigned iterations[GS_MAX_LOOPS], n_iterations; /* of the innermost frame */
	uint64_t active, total;
	bool counted;		   /* active is known */
	unsigned focus_x, focus_y; /* its cell of the grid of elements */
	struct gs_element focus;
	unsigned layers, samples; /* of the target of fragments: the grid has so many pictures, one
				     below the other, those of a layer's samples together; else 1 */
	unsigned fragment;	  /* gs_fragment_operations.fragment */
	unsigned draw, draws; /* the one of those that the pending display list makes; draws 0: it
				 is no list, or all are one */
	unsigned call_draws;  /* how many the pending glMultiDraw* or display list makes; 0: another
				 call */
	bool focus_here;
	bool is_decision, is_loop; /* true or false */
	bool chooses;	/* a switch, or a call of one of several functions: gs_session_cases */
	int breakpoint; /* number of the one that stopped us, -1 */
	/* Its condition holds at another element than the focus, in this cell. */
	bool holds_elsewhere;
	unsigned holds_x, holds_y;
	struct gs_element holds_at;
	char *note; /* binding note, coverage difference, ... "" none */
};
void gs_where_clear(struct gs_where *where);

bool gs_session_shader(
	struct gs_session *session, enum gs_stage stage, struct gs_where *where, GError **error);
/* The same, of the draw of that number (from 0) among those that the pending glCallList,
 * glCallLists or glMultiDraw* makes: what comes before it is executed for good. */
bool gs_session_shader_of_draw(struct gs_session *session, enum gs_stage stage, unsigned draw,
	struct gs_where *where, GError **error);
/* a cell */
bool gs_session_focus(
	struct gs_session *session, unsigned x, unsigned y, struct gs_where *where, GError **error);
/* By what its stage counts; what is left out at the end is 0, and of a fragment the first sample
 * covered. */
bool gs_session_focus_element(struct gs_session *session, const uint32_t *at, unsigned n,
	struct gs_where *where, GError **error);
/* The element at a cell of the grid; false: there is none. */
bool gs_session_element(
	struct gs_session *session, unsigned x, unsigned y, struct gs_element *element);
enum gs_shader_move {
	GS_MOVE_STEP,
	GS_MOVE_OVER,
	GS_MOVE_OUT,
	GS_MOVE_BACK,
	GS_MOVE_BACK_OVER,
	GS_MOVE_RESET,
	GS_MOVE_CONTINUE,
	GS_MOVE_CONTINUE_NAN,
	GS_MOVE_UNTIL,
	GS_MOVE_ITERATION,
	GS_MOVE_BRANCH,
	GS_MOVE_TO,
	GS_MOVE_CASE,
};
#define GS_UNTIL(object, line) (((unsigned)(object) + 1) << 24 | (unsigned)(line))
/* argument: UNTIL line, or GS_UNTIL for one in another shader object of the stage; ITERATION
 * number, BRANCH 1/0, TO index of a step of the history, CASE index of what gs_session_cases lists
 */
bool gs_session_move(struct gs_session *session, enum gs_shader_move move, unsigned argument,
	struct gs_where *where, GError **error);
bool gs_session_where(struct gs_session *session, struct gs_where *where, GError **error);
/* For a user interface that shows the focus element's values first: a move in a large target
 * returns before the elements at its position are counted, which takes a draw of all of them.
 * gs_session_where counts them. */
void gs_session_set_counting_later(struct gs_session *session, bool later);
/* While nothing is asked: has the driver compile what the next moves along the path will need,
 * where something is missing; once at most, *more: call again. It does not wait until that is done:
 * functions that need nothing of the program return meanwhile, all others wait for it first. Values
 * that the next moves may ask for meanwhile are fetched before. */
bool gs_session_prepare(struct gs_session *session, bool *more, GError **error);
/* 0: innermost */
bool gs_session_select_frame(
	struct gs_session *session, unsigned frame, struct gs_where *where, GError **error);
bool gs_session_leave(struct gs_session *session, struct gs_stop *stop, GError **error);
bool gs_session_in_shader(struct gs_session *session);
/* Tokens' kinds and spans etc. for the source view; borrowed until leave. */
const struct gs_shader *gs_session_shader_tree(struct gs_session *session);

/* Per-fragment operations of the debug draw: as the program has them, on, or off. Kept for the
 * session, from draw to draw. */
struct gs_fragment_operations {
	/* BLEND and MASK, as clear_alpha, not of captured values, which are never blended nor
	 * masked: of gs_session_drawn */
	enum gs_test test[GS_N_TESTED];
	bool clear_depth, clear_stencil,
		clear_alpha; /* to these values; else the program's buffer is copied */
	double depth, alpha;
	int stencil;
	unsigned fragment; /* of several at a pixel: 0 the one that stays visible; else 1 + the
			    * number (from 0, in the order drawn, discarded ones not counted) of the
			    * one that each pixel shows, whatever the tests say; at most 255 */
};
void gs_session_fragment_operations(
	struct gs_session *session, struct gs_fragment_operations *operations);
/* While a fragment shader is being debugged it is captured anew with them; it stands where it
 * stood, if its element of the focus is still covered and comes there, and where says where that is
 * (else text is NULL). False: they cannot be, or the draw covers nothing with them; then they are
 * what they were. */
bool gs_session_set_fragment_operations(struct gs_session *session,
	const struct gs_fragment_operations *operations, struct gs_where *where, GError **error);

struct gs_variable_info {
	char *name, *type;
	const char *qualifier; /* "in", "uniform", "local", "parameter", ... static */
	bool changed, written, is_builtin;
	bool is_named;		      /* the shader's text has its name */
	const char *never_written_by; /* stage whose output it is and that never writes it, or never
					 all of it, static; NULL */
	char **undefined; /* written: the parts that are not, as expressions; NULL: none */
	bool dropped;	  /* a uniform that the driver's program has not got */
};
void gs_variables_free(struct gs_variable_info *variables, size_t n);
bool gs_session_scope(
	struct gs_session *session, struct gs_variable_info **variables, size_t *n, GError **error);

/* What is said of a value that is .dropped. */
#define GS_DROPPED                                                                                 \
	"the driver's program has not got a uniform that this reads: what the program sets is "    \
	"lost, and this is of its initial value"

/* A value with its shape. */
struct gs_value {
	struct gs_type type; /* structs borrowed from the session's shader */
	struct gs_scalar *scalars;
	size_t n_scalars;
	bool written;	    /* false: it holds what the driver has for what was not written */
	uint8_t *undefined; /* not 0 for each scalar of which that is so; NULL: none */
	const char *never_written_by; /* stage that never writes an input in it, static; NULL */
	bool dropped; /* it reads a uniform that the driver's program has not got: its initial value
		       */
};
void gs_value_clear(struct gs_value *value);
bool gs_session_print(struct gs_session *session, const char *expression, struct gs_value *value,
	char **type_name, GError **error);
/* Several at once, in as few draws as possible: entry i of errors is NULL or why expression i has
 * no value. */
bool gs_session_print_many(struct gs_session *session, const char *const *expressions, size_t n,
	struct gs_value *values, char **type_names, GError **errors, GError **error);

struct gs_field *gs_session_values(
	struct gs_session *session, const char *expression, GError **error);
/* For a glance before them: the first of each step x step elements, in a field that is so much
 * smaller, whose counts, min and max are of these alone. elements is NULL. */
struct gs_field *gs_session_glance(
	struct gs_session *session, const char *expression, unsigned step, GError **error);
/* The same as gs_session_values for a picture in passing: where images are large it does not come
 * along at the next positions. covered: the bounds of what the draw covers in one of the layers and
 * samples of the grid, if these lay on one another. */
struct gs_field *gs_session_picture(struct gs_session *session, const char *expression,
	struct gs_rect *covered, GError **error);
struct gs_mask *gs_session_mask(struct gs_session *session, GError **error);
/* A switch at which the focus stands: where elements go, in the order of the text. Where it has no
 * default, the last entry is for those that no case fits. Or a call through an array of subroutine
 * uniforms whose index is no constant: the functions. */
struct gs_case_info {
	char *label; /* as written; "default"; name of the function */
	bool is_default, has_value;
	int64_t value;	   /* of the label */
	uint64_t elements; /* that go there */
};
bool gs_session_cases(
	struct gs_session *session, struct gs_case_info **cases, size_t *n, GError **error);
void gs_cases_free(struct gs_case_info *cases, size_t n);

/* Geometry: the vertices that an element has emitted at the present position, in order. */
struct gs_emitted_vertex {
	uint32_t vertex, strip, stream;
	bool emitted;		 /* false: it will be, but has not been yet here; then no values */
	struct gs_value *values; /* of each output */
};
struct gs_emitted {
	char **names; /* of outputs: gl_Position first */
	size_t n_names;
	struct gs_emitted_vertex *vertices;
	size_t n_vertices;
	char **undefined; /* outputs, or parts of them, that hold nothing at the position: not
			     written since the last emit, or at all */
};
/* of the focus element */
struct gs_emitted *gs_session_emitted(struct gs_session *session, GError **error);
void gs_emitted_free(struct gs_emitted *emitted);

/* Geometry: what every element emits; of vertices that are not emitted yet at the present position
 * there are no values. */
enum gs_emitter {
	GS_EMITTER_NONE, /* no element stands at the cell */
	GS_EMITTER_HERE,
	GS_EMITTER_ELSEWHERE, /* it does not reach the position */
	GS_EMITTER_UNKNOWN,   /* GL does not tell its vertices from those of another instance */
};
struct gs_emissions_vertex {
	uint32_t cell; /* of the element */
	uint32_t vertex, strip, stream;
	bool emitted;
};
struct gs_emissions {
	unsigned width, height;	     /* the grid of elements, as of fields */
	uint8_t *emitters;	     /* enum gs_emitter of each cell */
	struct gs_element *elements; /* the elements there */
	char **outputs;		     /* names, gl_Position first */
	size_t n_outputs;
	size_t *first_scalar; /* of each output, n_outputs + 1 */
	char **scalar_names;
	enum gs_base *bases; /* of each scalar */
	size_t n_scalars;
	struct gs_emissions_vertex *vertices; /* cell by cell, each in the order of emission; of the
						 elements here only */
	size_t n_vertices;
	double *values; /* [vertex * n_scalars + k]; NaN where not emitted */
	uint64_t *bits; /* the same, exact */
};
struct gs_emissions *gs_session_emissions(struct gs_session *session, GError **error);
void gs_emissions_free(struct gs_emissions *emissions);
/* As gs_field_scalar. */
struct gs_scalar gs_emissions_scalar(const struct gs_emissions *emissions, size_t vertex, size_t k);
/* Those emitted, a row each: the element, vertex, output primitive, stream, values. .csv */
bool gs_emissions_save(const struct gs_emissions *emissions, const char *path,
	const struct gs_patience *patience, GError **error);

struct gs_profile *gs_session_profile(struct gs_session *session, GError **error);
/* A number for each element, from one draw: sites executed in the whole shader; texture lookups, a
 * scalar a sampler; iterations of the loop as gs_session_profile counts them (NaN: does not come to
 * it). */
enum gs_count { GS_COUNT_SITES, GS_COUNT_LOOKUPS, GS_COUNT_ITERATIONS };
struct gs_field *gs_session_count(struct gs_session *session, enum gs_count what, GError **error);

/* How many elements execute something that begins on a line, each once, of the lines where
 * something does; and the lines that #if and the like skip. In order of object and line; NULL:
 * error. g_free.
 */
struct gs_reach {
	unsigned object, line;
	bool is_skipped;
	uint64_t elements;
};
struct gs_reach *gs_session_reach(struct gs_session *session, size_t *n, GError **error);

struct gs_history_entry {
	unsigned depth; /* functions that have been entered, main included */
	unsigned n_iterations, iterations[GS_MAX_LOOPS]; /* of the innermost one's loops */
	struct gs_span span;
	unsigned object;
};
const struct gs_history_entry *gs_session_history(struct gs_session *session, size_t *n);
/* How many programs the driver has compiled for the debugging of this draw. */
uint64_t gs_session_programs(const struct gs_session *session);

/*
 * What the steps of the path up to the present position have written: those whose marked text is
 * over at a position from first to last (indices in the history), in that order. A variable that is
 * not visible any more when the text is over is left out, as is what has no value that can be read.
 * gs_changes_free. False: error.
 */
struct gs_change {
	size_t step, at; /* index of the step that wrote, of the position at which it is over */
	char *name, *type_name;
	struct gs_value value;
};
bool gs_session_changes(struct gs_session *session, size_t first, size_t last,
	struct gs_change **changes, size_t *n, GError **error);
void gs_changes_free(struct gs_change *changes, size_t n);

/* The same in small, without limit: step i of the focus element's path; the last is the present
 * position. */
struct gs_path_summary_entry {
	unsigned site;
	unsigned line, object; /* of the marked text */
	unsigned depth;	       /* calls on the way to it */
	enum gs_site_kind kind;
	bool is_decision;
	unsigned decision; /* what was decided there (1, 0; switch: case index) */
};
/* False: go no further. */
typedef bool (*gs_path_summary_func)(
	size_t index, const struct gs_path_summary_entry *entry, gpointer data);
bool gs_session_path_summary(
	struct gs_session *session, gs_path_summary_func func, gpointer data, GError **error);

/* Lines and byte columns from 1. */
struct gs_source_location {
	unsigned object, line, column;
};
/* location: of a name in the shader being debugged; becomes that of its declaration. */
bool gs_session_definition(
	struct gs_session *session, struct gs_source_location *location, GError **error);
char *gs_session_site_text(struct gs_session *session, unsigned site); /* its marked text; g_free */

#endif
