/* SPDX-License-Identifier: MIT */
/*
 * debugger/host - the program under ptrace. One thread of its own seizes, waits and makes every
 * ptrace call; the functions below may be called from any one other thread (the session's) and
 * block until done.
 *
 * States: none -> running <-> stopped (one thread in the event loop of its wrapper, or outside GL)
 * -> gone. While stopped only the stopping thread stands still; see wire/wire.h for the protocol.
 */
#ifndef GS_HOST_H
#define GS_HOST_H

#include <glib.h>
#include "debugger/base/error.h"
#include "wire/record.h"
#include "wire/wire.h"

struct gs_host;
struct gs_patience;

struct gs_launch {
	char **argv;	      /* argv[0] looked up in PATH */
	char **environment;   /* extra NAME=VALUE, NULL-terminated; NULL: none */
	char *directory;      /* NULL: ours */
	char *follow;	      /* shell pattern, NULL: first process that calls GL */
	bool refuse_binaries; /* glProgramBinary fails, as after an update of the driver: sources
				 must be compiled */
	bool mesa_trace;      /* the program is told that there is GL_MESA_trace */
	struct gs_wire_told told; /* and other extensions, limits and versions than the driver's */
	/* Each process that calls GL is the debuggee, one after the other, and stops before its
	 * first call. Those that call GL beside it never are. The end is that of the program that
	 * was started, and of the debuggee. */
	bool each_process;
	bool freeze_clocks; /* the clocks that the program reads stand still while it is held */
	char *output;	    /* file for stdout and stderr; NULL: our stderr */
	bool appends;	    /* to that file: it is not emptied first */
	const struct gs_patience *patience; /* for the reader of output, if that is a FIFO
					       (debugger/base/patience.h) */
	int output_fd;			    /* if output is NULL and this > 0: there */
	/* The program has our standard streams and process group, as if it were started by hand:
	 * output, output_fd and input_fd do not count. */
	bool keeps_streams;
	/* Of a player: 1 + the number of the trace's call before which it stops first, hidden
	 * (wire/wire.h) and without a log; 0: any program stops before its first call. */
	uint64_t waits_before;
	int input_fd; /* the program's stdin if > 0; else /dev/null: ours is for commands, and a
			 terminal would stop the program */
};

enum gs_host_event_kind {
	GS_HOST_STOPPED, /* in the event loop; .slot, the call is in gs_host_slot() */
	GS_HOST_OUTSIDE, /* paused outside GL; .tid */
	GS_HOST_SIGNAL,	 /* a signal that will end it is about to be delivered; .signal.
			    gs_host_resume delivers it */
	GS_HOST_EXITED, /* .status is the exit status; of the debuggee, or of the whole tree if none
			   called GL (.called_gl) */
	GS_HOST_KILLED, /* by .signal */
	GS_HOST_TIMEOUT,     /* of gs_host_wait; it runs on */
	GS_HOST_INTERRUPTED, /* gs_host_interrupt was called while waiting; it runs on */
	GS_HOST_REFUSED, /* a thread was to stop and the kernel refused it: it runs on, and never
			    stops again */
};

struct gs_host_event {
	enum gs_host_event_kind kind;
	pid_t pid, tid;
	unsigned slot;
	int signal, status;
	bool called_gl;
};

/* Where the preload library is: GLSTEP_PRELOAD, else beside a build tree's executable, else
 * PKGLIBDIR. */
char *gs_host_preload_path(void);

/* Absolute path of the program that would be started with this environment; g_free. NULL:
 * CANNOT_START says in one sentence why it cannot be. */
char *gs_host_check_program(
	const struct gs_launch *launch, char *const *environment, GError **error);

/* Starts the program; it runs. NULL: error CANNOT_START in one sentence (not found, not executable,
 * static, 32-bit, setuid, ...). */
struct gs_host *gs_host_new(const struct gs_launch *launch, GError **error);
/* Kills the program if it still runs (unless detached), joins the thread; processes of its that
 * outlive it are let go. NULL is fine. */
void gs_host_free(struct gs_host *host);
/* Nothing of the program runs any more. */
bool gs_host_is_over(struct gs_host *host);
/* The debuggee has ended, which may not have been reported yet. Thread-safe. */
bool gs_host_has_ended(struct gs_host *host);

struct gs_wire_header *gs_host_wire(struct gs_host *host);
struct gs_wire_slot *gs_host_slot(struct gs_host *host, unsigned slot);
void *gs_host_bulk(struct gs_host *host);

/* Why the calls of a program that has ended without any may not have been seen; g_free. NULL:
 * nothing is known. */
char *gs_host_unreachable(struct gs_host *host);
/* Why not all of the program can be debugged; "" nothing is known; g_free. */
char *gs_host_note(struct gs_host *host);
/* Names of other executables of the program that call GL, "" none; g_free. */
char *gs_host_others(struct gs_host *host);
/* What the debuggee is to a user: the program as it was started, or the path of the executable that
 * a wrapper has started; g_free. */
char *gs_host_program(struct gs_host *host, const char *started);
/* Which debuggee that is, from 0; and calls that those before it had made. */
uint32_t gs_host_debuggee(struct gs_host *host);
uint64_t gs_host_calls_before(struct gs_host *host);

/* Waits for the next event. timeout_ms < 0: no limit. */
void gs_host_wait(struct gs_host *host, int timeout_ms, struct gs_host_event *event);

/* What gs_host_wait gave last comes again. */
void gs_host_give_back(struct gs_host *host);

/* Serves one request in the stopped slot; the answer stays in the slot and the bulk area until the
 * next request. False: refused (code from answer.status, message from answer.error), timed out
 * (TIMEOUT: the thread is still in the driver; an event will come), or the program died
 * (NO_PROGRAM). */
bool gs_host_request(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, int timeout_ms, GError **error);

/* The same in two: begins it; until its answer was taken, nothing else is asked. */
bool gs_host_begin_request(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, GError **error);
/* gs_host_end_request would not wait. */
bool gs_host_is_served(struct gs_host *host, unsigned slot);
/* Waits for the answer. Where that takes too long, was interrupted, or gives_up says so (NULL:
 * never), which is asked once more after each gs_host_look_again: TIMEOUT, and the request can be
 * waited for again. */
bool gs_host_end_request(struct gs_host *host, unsigned slot, int timeout_ms,
	bool (*gives_up)(gpointer data), gpointer data, GError **error);
/* Any thread. */
void gs_host_look_again(struct gs_host *host);

/* Any thread. While the program runs and its calls are logged: the one that it has been in for
 * longest among those it is in now. *which: a number that no other one has. False: none is known.
 */
bool gs_host_call_in_progress(struct gs_host *host, uint32_t *function, uint64_t *which);

/* Run on from a stop; run conditions are in header.run. Also delivers a pending fatal signal, or
 * ends "outside GL". */
void gs_host_resume(struct gs_host *host, unsigned slot, enum gs_wire_resume how);

/* Any thread: the next GL call of the program, if there is one, stops. An event follows. */
void gs_host_pause_at_call(struct gs_host *host);
/* Ask the running program to stop: at its next GL call, or after patience_ms outside GL. An event
 * follows. */
void gs_host_pause(struct gs_host *host, int patience_ms);
/* Thread- and async-signal-safe: makes a blocked gs_host_wait/request return INTERRUPTED/TIMEOUT.
 */
void gs_host_interrupt(struct gs_host *host);
/* Forgets an interrupt that came while nothing was blocked. */
void gs_host_forget_interrupt(struct gs_host *host);

/* Ends the program and its processes. Those that have left its session (setsid: daemons) and are
 * not debugged run on untraced, as they would if the program were killed without glstep. */
void gs_host_kill(struct gs_host *host);
/* Lets it run on alone: clears attached, drains slots, PTRACE_DETACH. */
bool gs_host_detach(struct gs_host *host, GError **error);

/* A frame of the program's own call stack, innermost first; glstep's frames are left out. */
struct gs_stack_frame {
	uint64_t address;
	char *function;	 /* demangled; NULL: not known */
	char *file;	 /* absolute where the debug information says so; NULL: there is none */
	unsigned line;	 /* 0 unknown */
	char *module;	 /* path of the executable or library, "" none */
	uint64_t offset; /* of the address, as the module's symbol table counts */
	bool is_inlined; /* into the next frame, whose address it has */
};
struct gs_stack {
	pid_t thread;
	struct gs_stack_frame *frames;
	size_t n_frames;
	char *note; /* why it may end too early, "" none */
};
void gs_stack_clear(struct gs_stack *stack);

/* The call stack of the thread that has stopped last. False: UNSUPPORTED or OUTSIDE_GL, in one
 * sentence. */
bool gs_host_backtrace(struct gs_host *host, struct gs_stack *stack, GError **error);

/* Bytes of the program's memory; false if unreadable. */
bool gs_host_read(struct gs_host *host, uint64_t address, void *buffer, size_t size);
/* NUL-terminated string, at most max bytes; g_free. NULL if unreadable. */
char *gs_host_read_string(struct gs_host *host, uint64_t address, size_t max);

/* Logged calls, in order of their index but for calls during which other threads made many; their
 * thread is flags >> GS_CALL_TID_SHIFT. The run, and what it points at, lasts until the function
 * returns; but for the heads the program may write there, so it is read once. Called
 * from the host's log thread or from within gs_host_flush_log, never from two threads at a time.
 * False: no more should come. Then the log thread leaves them in the rings, where the program's
 * threads wait for room, until gs_host_continue_log. */
typedef bool (*gs_host_log_func)(const struct gs_record_run *run, gpointer data);
void gs_host_set_log(struct gs_host *host, gs_host_log_func func, gpointer data);
/* Returns after every record written before now has been handed over. */
void gs_host_flush_log(struct gs_host *host);
void gs_host_continue_log(struct gs_host *host);

#endif
