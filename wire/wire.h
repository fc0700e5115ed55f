/* SPDX-License-Identifier: MIT */
/*
 * wire/ - what the preload library and the debugger share: one memfd.
 *
 * The debugger makes the memfd (GS_WIRE_SIZE, sparse, sealed so that nobody can resize it) and
 * names it to the program in the environment, GS_WIRE_ENV=/proc/PID/fd/N:NONCE. Every process of
 * the program's tree that loads the preload library opens it; only the one whose
 * pid stands in header.owner_pid (the debuggee) may log or stop.
 *
 * Only the right process may claim it: a process without a tracer that stops is stopped forever,
 * and /proc/PID/fd/N may be the memory of a later run, or of another user. So a process takes part
 * only if the memfd belongs to its user and is sealed, header.nonce is the one in its environment
 * (random in each run), header.pid_namespace is its own, and /proc/self/status names header.tracer
 * as its tracer. A forked process checks the last two again. From then on tracing ends in two ways:
 * by detaching, which clears header.attached first, and by the tracer's death, which ends the
 * program (PTRACE_O_EXITKILL).
 *
 * A protocol: bump GS_WIRE_VERSION whenever the layout or meaning of a field changes.
 * No GLib in this folder; every field has a fixed width and one writer:
 *   [D] written by the debugger, read by the program
 *   [P] written by the program, read by the debugger
 *
 * How a thread stops. The wrapper fills its slot's call, sets reason, increments
 * slot.stop_sequence, then does tgkill(self, SIGSTOP). The debugger, seeing the
 * signal-delivery-stop (si_code SI_TKILL, si_pid == own tgid) of a tid whose slot has
 * stop_sequence != served_sequence, writes slot.request, sets request.sequence to
 * stop_sequence and continues the thread with signal 0. The wrapper loops on tgkill until
 * request.sequence == stop_sequence (a signal handler may have run), serves the
 * request, fills slot.answer and stops again - unless the request was
 * GS_REQUEST_RESUME, after which it leaves the event loop. Where the kernel refuses tgkill (a
 * seccomp filter), the wrapper counts that in header.unstoppable, closes the slot and goes on; its
 * thread never stops again.
 *
 * A slot is open while stop_sequence != request.sequence; its thread is then about to stop, or has
 * stopped. So that detach is exact, the wrapper looks at attached after the increment and before
 * each tgkill: if it is 0, it sets stop_sequence back to request.sequence and goes on as after
 * GS_RESUME_EXECUTE, without any stop. The debugger clears attached first, and does not detach from
 * a thread whose slot is open.
 */
#ifndef GS_WIRE_H
#define GS_WIRE_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "wire/clock.h"
#include "wire/condition.h"
#include "wire/told.h"

#define GS_WIRE_ENV "GLSTEP_WIRE"
#define GS_WIRE_MAGIC 0x3150455453534c47ull /* "GLSSTEP1" */
#define GS_WIRE_VERSION 38u
/* Stands in the preload library, with the version behind it, so that the debugger can tell one of
 * another version by its file. */
#define GS_WIRE_MARK "glstep protocol, version "
#define GS_WIRE_TEXT_OF(version) #version
#define GS_WIRE_MARK_OF(version) GS_WIRE_MARK GS_WIRE_TEXT_OF(version)
#define GS_WIRE_SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

enum {
	GS_WIRE_ELSEWHERE = 8,
	GS_WIRE_SLOTS = 64,	  /* threads that may call GL at one time */
	GS_WIRE_ARGS = 20,	  /* most arguments of any GL function, and some */
	GS_WIRE_FUNCTIONS = 4096, /* bitmaps below have so many bits */
	GS_WIRE_NONCE_SIZE = 40,
	GS_WIRE_ERROR_SIZE = 4096,   /* text of a refused request, driver's log included */
	GS_WIRE_RING_SIZE = 8 << 20, /* bytes of each slot's log ring */
	GS_WIRE_RING_WAKE = GS_WIRE_RING_SIZE /
			    4, /* the reader is woken whenever that many more bytes are there */
};

/* Conditions that end a run, bits of gs_wire_run.stop_at: each stops before such a call, ERROR
 * after it. */
enum gs_wire_stop_at {
	GS_STOP_AT_EVERY = 1 << 0,
	GS_STOP_AT_DRAW = 1 << 1,    /* draws and dispatches */
	GS_STOP_AT_FRAME = 1 << 2,   /* what ends a frame: GS_FRAME_COUNTED */
	GS_STOP_AT_PROGRAM = 1 << 3, /* glUseProgram and its like */
	GS_STOP_AT_ERROR = 1 << 4,   /* after a call that raised a GL error */
	GS_STOP_AT_NAMED = 1 << 5,   /* functions in gs_wire_run.named */
	GS_STOP_AT_PIXEL = 1 << 6,   /* what changes gs_wire_run.pixel */
	/* and what covers it without changing it */
	GS_STOP_AT_PIXEL_COVERED = 1 << 7,
	GS_STOP_AT_UNSHOWN =
		1 << 8, /* what ends what is drawn where nothing is shown: GS_FRAME_UNCOUNTED */
};

/* Why a thread has stopped. */
enum gs_wire_reason {
	GS_REASON_NONE = 0,
	GS_REASON_CALL = 1,	  /* before call: a condition of the run was met */
	GS_REASON_BREAKPOINT = 2, /* before call: in header.breakpoints */
	GS_REASON_ERROR = 3,	  /* after call, which has raised call.gl_error */
	GS_REASON_PAUSE = 4,	  /* before call: header.pause was set */
	GS_REASON_ANSWER = 5,	  /* slot.answer is there; the call is still pending */
};

enum { GS_KEEPS_VARIANTS = 1 }; /* of GS_REQUEST_DEBUG_END */
enum gs_wire_request_kind {
	GS_REQUEST_NONE = 0,
	GS_REQUEST_RESUME = 1,	/* number[0]: enum gs_wire_resume; header.run says until when */
	GS_REQUEST_SET_ARG = 2, /* see wire/describe.h */
	GS_REQUEST_PROGRAM = 3, /* answer in bulk: see wire/describe.h */
	GS_REQUEST_FRAMEBUFFER =
		4, /* answer in bulk: struct gs_wire_image, then rows RGBA8, bottom row first */
	/* Answer in bulk: lines "NAME = VALUE\n", all state GL can be asked. number[0] 1: as it was
	   at the start of the last frame that began in this context. answer.number: [0] the
	   context, as a number; of a frame's beginning [1] the frame, [2] its first call */
	GS_REQUEST_STATE = 5,
	GS_REQUEST_MACROS = 6, /* bulk in: see wire/describe.h; which macros the driver defines */
	GS_REQUEST_DEBUG_BEGIN =
		7,		/* number[0]: enum gs_stage; answer in bulk: struct gs_wire_debug */
	GS_REQUEST_CAPTURE = 8, /* bulk in and answer: see wire/capture.h */
	/* forget target and variants of the pending draw; number[0]: GS_KEEPS_VARIANTS: keep these
	 * for the next draw that is debugged */
	GS_REQUEST_DEBUG_END = 9,
	GS_REQUEST_SET_UNIFORM = 10,
	GS_REQUEST_KEEP_SIFT = 13, /* these two: see wire/capture.h */
	GS_REQUEST_SIFT = 14,
	GS_REQUEST_SET_SOURCE = 12,  /* bulk in: see wire/describe.h */
	GS_REQUEST_CHOOSE_DRAW = 20, /* number[0]: 0 or 1 + the draw of the pending glCallList or
					glMultiDraw*; answer in bulk: struct gs_wire_draws */
	GS_REQUEST_RESOURCES = 30,   /* these six: see wire/inspect.h */
	GS_REQUEST_TEXELS = 31,
	GS_REQUEST_BUFFER = 32,
	GS_REQUEST_DRAWN = 33,
	GS_REQUEST_BLOCKS = 34,
	GS_REQUEST_SET_BUFFER = 35,    /* bulk in */
	GS_REQUEST_PIXEL = 36,	       /* see wire/inspect.h */
	GS_REQUEST_ASSERT_GROUPS = 40, /* number[0]: attribute groups, as glPushAttrib takes them;
					  answer in bulk: as GS_WIRE_CALLS of wire/memory.h */
	GS_REQUEST_SNAPSHOT = 41, /* what lives, for the recording that has begun with the number
				     header.snapshots; answer in bulk: as GS_WIRE_MISSING */
	GS_REQUEST_CALL_MEMORY =
		11, /* number[0]: bytes of each at most; answer in bulk: see wire/describe.h */
};

/* header.log */
enum gs_wire_log {
	GS_LOG_OFF = 0,
	GS_LOG_ON = 1,	 /* every call; call memory only of calls at which the program stopped, of
			    markers, and of what names things */
	GS_LOG_FULL = 2, /* every call with its call memory, outputs and GL errors */
	/* Every call with all of its call memory, however large, and outputs: for a recording. GL
	   errors are not asked for. */
	GS_LOG_RECORD = 3,
};

/* header.trace_errors: are GL errors asked for while a trace is recorded? */
enum gs_wire_trace_errors {
	GS_TRACE_ERRORS_PROGRAM = 0, /* as the program says with glEnableTraceMESA */
	GS_TRACE_ERRORS_ON = 1,
	GS_TRACE_ERRORS_OFF = 2,
};

/* header.times: what of the calls that are logged is timed. */
enum gs_wire_times {
	GS_TIMES_OFF = 0,
	GS_TIMES_CALLS = 1, /* when each began, and how long the driver had it */
	/* and how long GL takes for each that draws, dispatches, clears or copies pixels, which is
	   waited for before and after it: the program draws the same, and takes longer */
	GS_TIMES_GL = 2,
};

enum gs_wire_resume {
	GS_RESUME_EXECUTE =
		0, /* execute the pending call (a no-op after GS_REASON_ERROR) and run on */
	GS_RESUME_SKIP = 1, /* do not execute it; its return value is 0 */
};

/* How a request ended; each is an error code of the console too (debugger/base/error.h). */
enum gs_wire_status {
	GS_STATUS_OK = 0,
	GS_STATUS_NO_DRAW,
	GS_STATUS_NO_SHADER,
	GS_STATUS_NO_SOURCE,
	GS_STATUS_NOT_GLSL,
	GS_STATUS_UNSUPPORTED,
	GS_STATUS_DRIVER_REFUSED, /* answer.error holds the driver's log */
	GS_STATUS_NOT_COVERED,
	GS_STATUS_USAGE,
	GS_STATUS_INTERNAL,
};

enum gs_wire_call_flag {
	GS_CALL_EXECUTED = 1 << 0,
	GS_CALL_SKIPPED = 1 << 1,
	GS_CALL_EDITED = 1 << 2,
	GS_CALL_RETURNED = 1 << 3, /* ret is valid */
	/* glBegin, kept in a display list for a draw from vertex arrays: current colours and the
	   like stay what they are */
	GS_CALL_KEEPS_CURRENT = 1 << 4,
	/* In the list of an opened trace: the recorder has made the call up, not the program */
	GS_CALL_FAKE = 1 << 5,
	/* ends a counted frame, and is none of GS_FUNCTION_SWAPS */
	GS_CALL_ENDS_FRAME = 1 << 6,
	/* [P] made while the program records: all of its memory is there */
	GS_CALL_RECORDED = 1 << 7,
	/* Bits 8 to 31 of a logged call: its thread. [P] may leave them 0; then [D] puts the slot's
	   tid in while draining. */
	GS_CALL_TID_SHIFT = 8,
};

/* What a call does to frames: preload/core/frames.c says which calls these are. A frame belongs to
 * the window, pixmap or pbuffer that the call shows. */
enum gs_wire_frame_end {
	GS_FRAME_GOES_ON = 0,
	GS_FRAME_COUNTED = 1,	/* ends the frame whose number is that of the frames before it */
	GS_FRAME_UNCOUNTED = 2, /* ends what a program without windows draws: no trace counts it */
};

/* A call as logged and as pending. Arguments are raw: integers sign- or zero-extended as
 * declared, floats and doubles by their bits, pointers as addresses in the program. */
struct gs_wire_call {
	uint64_t index;	   /* over the whole run, from 0 */
	uint32_t function; /* enum gs_gl_function of data/functions.h */
	uint32_t flags;
	uint32_t gl_error; /* raised by it, else 0 */
	uint32_t n_args;
	uint64_t frame; /* number of frames that were counted before it: GS_FRAME_COUNTED */
	uint64_t draw;	/* number of draws before it */
	uint64_t ret;
	uint64_t
		leave; /* how many had ended before it, plus 1; 0: not counted, see header.leaves */
	/* See header.times. Nanoseconds of CLOCK_MONOTONIC when the driver was called, 0: it is not
	 * timed; nanoseconds until it returned; and until GL had done what the call asks for, plus
	 * 1, 0: that was not measured. Of glBegin to glEnd the last has what all of them take. */
	uint64_t began, took, gl_took;
	uint64_t args[GS_WIRE_ARGS];
};
static_assert(sizeof(struct gs_wire_call) == 80 + 8 * GS_WIRE_ARGS, "wire layout");

struct gs_wire_request {
	_Atomic uint64_t sequence; /* [D] last: publishes the rest */
	uint32_t kind;
	uint32_t reserved;
	uint64_t number[6];
	uint64_t bulk_size; /* bytes of input at the start of the bulk area */
};

struct gs_wire_answer {
	uint32_t status; /* [P] enum gs_wire_status */
	uint32_t reserved;
	uint64_t number[6];
	uint64_t bulk_size;		/* bytes of output at the start of the bulk area */
	char error[GS_WIRE_ERROR_SIZE]; /* one sentence, UTF-8, NUL-terminated; the log after a
					   newline */
};

/* For a thread in a wrapper: registers from which its caller's call stack can be found if the
 * driver's frames cannot be unwound (drivers generate code without unwind information). */
struct gs_wire_registers {
	uint64_t pc; /* 0: not in a wrapper, or not supported on this machine */
	uint64_t sp, bp, bx, r12, r13, r14, r15; /* x86-64 */
};

/* One for each thread that has called GL. */
struct gs_wire_slot {
	_Atomic uint32_t tid;		  /* [P] 0: free */
	uint32_t reason;		  /* [P] */
	_Atomic uint64_t stop_sequence;	  /* [P] */
	_Atomic uint64_t served_sequence; /* [P] set to stop_sequence when the request was taken */
	struct gs_wire_call call;	  /* [P]; args changed only through GS_REQUEST_SET_ARG */
	struct gs_wire_request request;	  /* [D] */
	struct gs_wire_answer answer;	  /* [P] */
	struct gs_wire_registers registers; /* [P] */
	_Atomic uint64_t ring_head;	    /* [P] bytes written: records of wire/call-record.h */
	_Atomic uint64_t ring_tail; /* [D] bytes read; the program waits instead of overwriting
				       unread ones */
	/* [P] while a call is made that will be logged: 1 + an index that is not above its own;
	 * else 0. Set before the call takes its index, cleared after its record is there: all calls
	 * below these, and below header.calls read first, are in the rings. */
	_Atomic uint64_t in_call;
	/* [P] GL_COMPILE or GL_COMPILE_AND_EXECUTE: the pending call goes into a display list; 0 */
	uint32_t list_mode;
	/* [P] While a recorded call is made, what its pointers point at, as wire/memory.h has it:
	 * that many bytes, at that address of the program, or at that offset of the slot's ring.
	 * Size 0: there is none. */
	uint32_t memory_in_ring;
	uint64_t memory_at;
	_Atomic uint64_t memory_size;
	/* [P] At a stop: what the pending call ends, and of which drawable, as GS_PIXEL_DRAWABLE
	   has it (0: none); where it ends nothing, the drawable that the thread draws into. */
	uint32_t ends_frame; /* enum gs_wire_frame_end */
	uint32_t reserved;
	uint64_t drawable;
};

/* A player of a trace that runs in place of a program (wire/player.h). */
struct gs_wire_player {
	_Atomic uint64_t
		number; /* [P] 1 + of the trace's call that is being made; 0: none so far */
	_Atomic uint64_t stop_at; /* [D] 1 + of the trace's call to stop before; 0: none */
	_Atomic uint32_t
		missed; /* [P] 1: it is none of GL's, so the next call stops; [D] clears it */
	_Atomic uint32_t hidden; /* [D] 1: it shows no window and tells of no difference */
	/* Of the first draw left out since [D] has cleared left_out, or of the call to stop before,
	 * if that is left out: 1 + its number, and why. 0: none was. */
	_Atomic uint64_t left_out; /* [P] */
	char left_out_why[240];	   /* [P] */
	/* How many answers of GL were told of that differ from the recording's, and the first since
	 * [D] has cleared differs: 1: there is one. */
	_Atomic uint32_t differences; /* [P] */
	_Atomic uint32_t differs;     /* [P] */
	char differs_what[240];	      /* [P] */
};

/* A colour buffer that is not the one asked for, and how many calls draw, clear or copy into it. */
struct gs_wire_elsewhere {
	uint64_t buffer; /* as gs_wire_pixel.buffer names it; 0: none */
	uint64_t calls;
};

/* Until when to run; written while the debuggee's threads are stopped, or by pause. */
struct gs_wire_run {
	uint32_t stop_at; /* enum gs_wire_stop_at bits */
	uint32_t thread;  /* GS_STOP_AT_EVERY: of that one alone; 0: of any */
	/* GS_WIRE_RUN_LEFT of it: stop at the Nth match; decremented at each, 1 stops at the first.
	 * Above that the number of the run: a thread that was interrupted while it looked whether
	 * its call matches must not count for the next one. */
	_Atomic uint64_t count;
	uint8_t named[GS_WIRE_FUNCTIONS / 8];
	/* GS_STOP_AT_NAMED, _FRAME, _UNSHOWN: of threads that draw into that alone, and of its
	 * frames; 0: of any. Once frames_most frames were counted, the end of any stops, too. */
	uint64_t drawable, frames_most;
	uint64_t pixel[3]; /* number[0] to [2] of GS_REQUEST_PIXEL */
	/* [P] Where calls that were asked about with GS_PIXEL_WISH_TOUCH draw, clear or copy, if
	 * not into the buffer that was asked about: one entry a buffer, the last one for all that
	 * have none of their own. [D] clears them. Then the index of the last such call, plus 1. */
	struct gs_wire_elsewhere elsewhere[GS_WIRE_ELSEWHERE];
	uint64_t last_elsewhere;
};

#define GS_WIRE_RUN_LEFT 0xffffffffffull

/* Addresses in the owner. A thread that faults (SIGSEGV, SIGBUS, from the kernel) between begin and
 * end has copied from where there is nothing: [D] lets it go on at out, without the signal. */
struct gs_wire_copy {
	uint64_t begin, end, out; /* [P] 0: no such code */
};

enum { GS_WIRE_OTHERS = 8, GS_WIRE_OTHER_SIZE = 64 };

struct gs_wire_header {
	uint64_t magic;
	uint32_t version;
	uint32_t tracer; /* [D] the thread that traces the program, as a process number; never 0 */
	char nonce[GS_WIRE_NONCE_SIZE]; /* [D] hexadecimal digits, NUL-terminated */
	_Atomic uint32_t
		attached; /* [D] 1: wrappers may stop. Cleared by detach: then never again */
	_Atomic uint32_t owner_pid; /* [P] claims by compare-and-swap from 0; [D] clears it when the
				       process has ended */
	_Atomic uint32_t owner_drew;	  /* [P] the owner has drawn something */
	_Atomic uint32_t whole_processes; /* [D] what calls GL while another process is the debuggee
					     does not become it later */
	_Atomic uint32_t log; /* [D] enum gs_wire_log: every call goes into its thread's ring */
	_Atomic uint32_t
		pause; /* [D] 1: the next wrapper of any thread stops; [P] clears it then */
	_Atomic uint32_t stall_lock_tid; /* [P] thread that holds the stall lock, as its draw is
					    being debugged, or as it stops before the first call:
					    other GL threads wait */
	_Atomic uint32_t
		settings_generation; /* [D] incremented when log, run or breakpoints changed */
	_Atomic uint32_t first_stop; /* [D] 1: stop before the first call; [P] clears it */
	char follow[1024];	     /* [D] shell pattern for the debuggee's executable, "" any */
	_Atomic uint64_t calls, frames, draws; /* [P] executed so far */
	_Atomic uint32_t several_drawables;    /* [P] more than one was current so far */
	/* [P] calls that have ended, counted while a recording wants to know their order and more
	 * than one thread calls GL */
	_Atomic uint64_t leaves;
	_Atomic uint32_t log_at_once; /* [D] a call that was recorded does not return before it was
					 read */
	_Atomic uint32_t recordings;  /* [D], [P] how many were begun */
	/* [D] the number of the recording that begins with what lives (GS_WIRE_SNAPSHOT); 0 none */
	_Atomic uint32_t snapshots;
	/* [D] each time that so many frames have ended, [P] begins such a recording; 0: it does not
	 */
	_Atomic uint32_t keep_frames;
	_Atomic uint64_t snapshot_read; /* [D], [P] bytes of pieces of the snapshot area that are
					   not needed any more, counted on */
	uint8_t breakpoints[GS_WIRE_FUNCTIONS / 8]; /* [D] bit per function */
	_Atomic uint32_t break_on_error;	    /* [D] */
	_Atomic uint32_t refuse_binaries; /* [D] glProgramBinary fails: the program falls back on
					     its sources */
	_Atomic uint32_t mesa_trace;	  /* [D] the program is told that there is GL_MESA_trace */
	struct gs_wire_told told;	  /* [D] and what else it is told that its driver has */
	_Atomic uint32_t trace_errors;	  /* [D] enum gs_wire_trace_errors */
	_Atomic uint32_t times;		  /* [D] enum gs_wire_times */
	_Atomic uint32_t program_traces;  /* [P] traces that the program has begun with
					     glNewTraceMESA: while it is not 0, calls are logged as
					     with GS_LOG_RECORD */
	_Atomic uint32_t unstoppable; /* [P] threads that could not stop because the kernel refused
					 tgkill; wakes log_wake, too */
	_Atomic uint32_t log_wake; /* [P] incremented, and woken as a futex, every GS_WIRE_RING_WAKE
				      bytes; [D] likewise at its end */
	_Atomic uint32_t log_waits; /* [P] incremented by a thread that waits until the debugger has
				       read what it did */
	_Atomic uint32_t note_frames; /* [D] 1: record GL's state at the start of each frame, for
					 GS_REQUEST_STATE */
	struct gs_wire_conditions conditions; /* [D] */
	_Atomic uint64_t log_limit;	      /* [D] most bytes to record per pointer */
	uint64_t pid_namespace;		      /* [D] inode of /proc/self/ns/pid; 0 unknown */
	struct gs_wire_run run;		      /* [D] */
	struct gs_wire_player player;
	struct gs_wire_copy copy;
	struct gs_wire_clock clock;
	char unreachable[512];	   /* [P] any process: why its GL calls are not seen; "" none */
	_Atomic uint32_t n_others; /* [P] processes that call GL and are not the debuggee, so far */
	char others[GS_WIRE_OTHERS]
		   [GS_WIRE_OTHER_SIZE]; /* [P] their executables' names, of the first ones */
	char note[1024]; /* [P] why something cannot be debugged (a feature disabled itself), ""
			    none */
	struct gs_wire_slot slots[GS_WIRE_SLOTS];
};

enum { GS_LABEL_SIZE = 64 }; /* of an object's label, cut where it is longer */

struct gs_wire_image {
	uint32_t width, height;
	uint32_t format; /* enum gs_wire_image_format */
	/* of what is drawn into, as GL tells them, sized; 0: there is none, or it is not known */
	uint32_t colour, depth;
	uint32_t point;		   /* of the colour, as GS_REQUEST_TEXELS takes it; 0: not known */
	uint32_t framebuffer;	   /* 0: the window's */
	char label[GS_LABEL_SIZE]; /* the framebuffer's; "": none */
};
enum gs_wire_image_format {
	GS_WIRE_IMAGE_RGBA8 = 0,
	GS_WIRE_IMAGE_NO_COLOUR = 1 /* no rows follow */
};

/* Areas of the memfd, in this order, page-aligned. The program maps the parts that it uses. */
#define GS_WIRE_PAGE 65536ull
#define GS_WIRE_ALIGN(n) (((n) + GS_WIRE_PAGE - 1) / GS_WIRE_PAGE * GS_WIRE_PAGE)
/* A byte a function, in pages of its own, which the owner maps over its own table: which path the
 * wrapper takes (enum gs_wire_path). [P] sets it. [D] clears all when it
 * changes log, run, breakpoints, pause, break_on_error or attached while the program may be running
 * (gs_wire_notify_program), so that the next calls check again. */
enum gs_wire_path {
	GS_PATH_SLOW = 0,     /* looks at each condition */
	GS_PATH_STRAIGHT = 1, /* none concerns the function: straight to the driver */
	GS_PATH_LOGGED = 2,   /* none does, but calls are logged */
};
#define GS_WIRE_FAST_PATH_OFFSET GS_WIRE_ALIGN(sizeof(struct gs_wire_header))
#define GS_WIRE_FAST_PATH_SIZE GS_WIRE_PAGE
#define GS_WIRE_RINGS_OFFSET (GS_WIRE_FAST_PATH_OFFSET + GS_WIRE_FAST_PATH_SIZE)
#define GS_WIRE_BULK_OFFSET                                                                        \
	GS_WIRE_ALIGN(GS_WIRE_RINGS_OFFSET + (uint64_t)GS_WIRE_SLOTS * GS_WIRE_RING_SIZE)
#define GS_WIRE_BULK_SIZE (1ull << 30)
/* Snapshots, in pieces of whole pages: preload/core/shared/wire-snapshot.c. [D] gives the memory
 * back when it has read one. */
#define GS_WIRE_SNAPSHOT_OFFSET (GS_WIRE_BULK_OFFSET + GS_WIRE_BULK_SIZE)
#define GS_WIRE_SNAPSHOT_SIZE (2ull << 30)
#define GS_WIRE_SIZE (GS_WIRE_SNAPSHOT_OFFSET + GS_WIRE_SNAPSHOT_SIZE)

static inline uint8_t *gs_wire_ring(void *base, unsigned slot)
{
	return (uint8_t *)base + GS_WIRE_RINGS_OFFSET + (uint64_t)slot * GS_WIRE_RING_SIZE;
}

static inline void *gs_wire_bulk(void *base)
{
	return (char *)base + GS_WIRE_BULK_OFFSET;
}

static inline _Atomic uint8_t *gs_wire_fast_path(void *base)
{
	return (_Atomic uint8_t *)((char *)base + GS_WIRE_FAST_PATH_OFFSET);
}

/* [D] Makes the program notice changes of the header: needed whenever its threads may be running.
 */
static inline void gs_wire_notify_program(struct gs_wire_header *header)
{
	atomic_fetch_add(&header->settings_generation, 1);
	_Atomic uint64_t *eight = (_Atomic uint64_t *)(void *)gs_wire_fast_path(header);
	for (unsigned i = 0; i < GS_WIRE_FUNCTIONS / 8; i++)
		atomic_store_explicit(&eight[i], 0, memory_order_relaxed);
}

/* [D], [P] Begins a recording with what lives: when a thread finds its number, it finds that, too.
 * Returns the number. */
static inline uint32_t gs_wire_begin_recording(struct gs_wire_header *header)
{
	uint32_t number = atomic_load(&header->recordings) + 1;
	atomic_store(&header->snapshots, number);
	atomic_store(&header->recordings, number);
	return number;
}

/* [D] The next run. named is set before. Does not arm. */
static inline void gs_wire_set_run(struct gs_wire_header *header, uint32_t stop_at, uint64_t count)
{
	uint64_t number = (atomic_load(&header->run.count) | GS_WIRE_RUN_LEFT) + 1;
	header->run.stop_at = stop_at;
	atomic_store(
		&header->run.count, number | (count < GS_WIRE_RUN_LEFT ? count : GS_WIRE_RUN_LEFT));
}

static inline bool gs_wire_bit(const uint8_t *bits, unsigned n)
{
	return n < GS_WIRE_FUNCTIONS && (bits[n / 8] >> (n % 8) & 1);
}

/* Why nothing that needs GL is answered there; both sides say it. */
#define GS_WIRE_IN_LIST                                                                            \
	"a display list is being compiled, and glstep's own GL calls would be added to it; step "  \
	"to the call after glEndList"

#endif
