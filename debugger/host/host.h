/* SPDX-License-Identifier: MIT */
/*
 * debugger/host - the program under ptrace. A thread of its own seizes, waits and makes every
 * ptrace call. The functions below are called from one other thread (the session's) and block until
 * done.
 *
 * States: none -> running <-> stopped (one thread in the event loop of its wrapper, or outside GL)
 * -> gone. While stopped only the stopping thread stands still; see wire/wire.h for the protocol.
 */
#ifndef GS_HOST_H
#define GS_HOST_H

#include <glib.h>
#include "debugger/base/error.h"
#include "wire/call-record.h"
#include "wire/wire.h"

struct gs_host;
struct gs_patience;

struct gs_launch {
	char **argv;	    /* argv[0] is looked up in PATH */
	char **environment; /* additional NAME=VALUE, NULL-terminated, or NULL */
	char *directory;    /* NULL: ours */
	char *follow; /* shell pattern of the process to debug; NULL: the first that calls GL */
	bool refuse_binaries; /* make glProgramBinary fail, as after a driver update, so that
				 sources are compiled */
	bool mesa_trace;      /* tell the program that there is GL_MESA_trace */
	struct gs_wire_told
		told; /* extensions, limits and versions to tell it instead of the driver's */
	/* Debug each process that calls GL, one after the other; each stops before its first call.
	 * Processes that call GL while another is debugged are skipped. The session ends when the
	 * started program and the debuggee have ended. */
	bool each_process;
	uint64_t list_size; /* bytes of the disk for the list of calls, as gs_call_store_keep has
			     * it; the host ignores it */
	/* How many of the last frames the session holds, in case they are wanted; 0: none. The host
	 * ignores it. */
	uint32_t keep_last;
	bool freeze_clocks; /* stop the clocks that the program reads while it is held */
	char *output;	    /* file for its stdout and stderr; NULL: our stderr */
	bool appends;	    /* append to that file */
	const struct gs_patience
		*patience; /* for opening output if it is a FIFO (debugger/base/patience.h) */
	int output_fd;	   /* instead of output, if > 0 */
	/* Give the program our standard streams and process group, as if started from a shell;
	 * output, output_fd and input_fd are ignored. */
	bool keeps_streams;
	/* For a player: 1 + number of the trace's call before which it stops first, hidden
	 * (wire/wire.h) and without a log. 0: the program stops before its first call. */
	uint64_t waits_before;
	bool records; /* it is recorded from its first call on */
	int input_fd; /* its stdin if > 0; else /dev/null, as ours is for commands, and reading a
			 terminal would stop the program */
};

enum gs_host_event_kind {
	GS_HOST_STOPPED, /* in the event loop; .slot, the call is in gs_host_slot() */
	GS_HOST_OUTSIDE, /* paused outside GL; .tid */
	GS_HOST_SIGNAL,	 /* .signal, which will end it, is about to be delivered, by gs_host_resume
			  */
	GS_HOST_EXITED,	 /* .status is the exit status of the debuggee, or of the started program if
			    no process has called GL (.called_gl) */
	GS_HOST_KILLED,	 /* by .signal */
	GS_HOST_TIMEOUT, /* of gs_host_wait; the program runs on */
	GS_HOST_INTERRUPTED, /* by gs_host_interrupt while waiting; the program runs on */
	GS_HOST_REFUSED, /* the kernel refused to stop a thread: it runs on and never stops again */
};

struct gs_host_event {
	enum gs_host_event_kind kind;
	pid_t pid, tid;
	unsigned slot;
	int signal, status;
	bool called_gl;
};

/* Returns the path of the preload library: GLSTEP_PRELOAD, else beside the executable in a build
 * tree, else in PKGLIBDIR; g_free. */
char *gs_host_preload_path(void);

/* Returns the absolute path of the program that would be started with this environment; g_free.
 * NULL if it cannot be started: CANNOT_START with a sentence. */
char *gs_host_check_program(
	const struct gs_launch *launch, char *const *environment, GError **error);

/* Starts the program and lets it run. Returns NULL with CANNOT_START and a sentence on failure (not
 * found, not executable, static, 32-bit, setuid, ...). */
struct gs_host *gs_host_new(const struct gs_launch *launch, GError **error);
/* Kills the program if it still runs and is not detached, detaches processes that outlive it, and
 * joins the thread. NULL is fine. */
void gs_host_free(struct gs_host *host);
/* Whether no process of the program runs any more. */
bool gs_host_is_over(struct gs_host *host);
/* Whether the debuggee has ended, even if that has not been reported yet. Any thread. */
bool gs_host_has_ended(struct gs_host *host);

struct gs_wire_header *gs_host_wire(struct gs_host *host);
struct gs_wire_slot *gs_host_slot(struct gs_host *host, unsigned slot);
void *gs_host_bulk(struct gs_host *host);

/* Returns why calls of a program that has ended without any may have gone unseen; g_free. NULL if
 * nothing is known. */
char *gs_host_unreachable(struct gs_host *host);
/* Returns why parts of the program cannot be debugged, or ""; g_free. */
char *gs_host_note(struct gs_host *host);
/* Returns the names of the program's other executables that call GL, or ""; g_free. */
char *gs_host_others(struct gs_host *host);
/* Returns the debuggee's name for users: the program as it was started, or the path of the
 * executable that a wrapper script has started; g_free. */
char *gs_host_program(struct gs_host *host, const char *started);
/* Return the number of the debuggee, from 0 on, and how many calls earlier ones have made. */
uint32_t gs_host_debuggee(struct gs_host *host);
uint64_t gs_host_calls_before(struct gs_host *host);

/* Waits for the next event; timeout_ms < 0: without limit. */
void gs_host_wait(struct gs_host *host, int timeout_ms, struct gs_host_event *event);

/* Has gs_host_wait return its last event again. */
void gs_host_give_back(struct gs_host *host);

/* Has the stopped slot's thread serve a request; the answer stays in the slot and the bulk area
 * until the next one. Returns false if it refuses (code from answer.status, message from
 * answer.error), times out (TIMEOUT: the thread is still in the driver, an event will follow), or
 * the program has died (NO_PROGRAM). */
bool gs_host_request(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, int timeout_ms, GError **error);

/* The same in two steps. Begins a request; no other may be made until its answer was taken. */
bool gs_host_begin_request(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, GError **error);
/* Whether gs_host_end_request would return at once. */
bool gs_host_is_served(struct gs_host *host, unsigned slot);
/* Waits for the answer. Returns false with TIMEOUT if that takes too long, was interrupted, or
 * gives_up (may be NULL) returns true, which is called again after each gs_host_look_again; call it
 * once more to wait on. */
bool gs_host_end_request(struct gs_host *host, unsigned slot, int timeout_ms,
	bool (*gives_up)(gpointer data), gpointer data, GError **error);
/* Has a waiting gs_host_end_request call gives_up. Any thread may call this. */
void gs_host_look_again(struct gs_host *host);

/* While the program runs and its calls are logged: gets the call that has been in progress longest.
 * *which: a unique number of it. Returns false if none is known. Any thread. */
bool gs_host_call_in_progress(struct gs_host *host, uint32_t *function, uint64_t *which);

/* Resumes from a stop, with the run conditions in header.run. Also delivers a pending fatal signal,
 * and resumes from a stop outside GL. */
void gs_host_resume(struct gs_host *host, unsigned slot, enum gs_wire_resume how);

/* Has the program stop at its next GL call; an event follows if there is one. Any thread. */
void gs_host_pause_at_call(struct gs_host *host);
/* Has the running program stop at its next GL call, or outside GL after patience_ms. An event
 * follows. */
void gs_host_pause(struct gs_host *host, int patience_ms);
/* Makes a blocked gs_host_wait, or the next one, return INTERRUPTED once, and requests TIMEOUT
 * until that or gs_host_forget_interrupt. Thread-safe and async-signal-safe. */
void gs_host_interrupt(struct gs_host *host);
/* Forgets an interrupt: what is waited for from now on is something else. */
void gs_host_forget_interrupt(struct gs_host *host);

/* Kills the program and its processes. Daemons (which have called setsid) that are not debugged run
 * on untraced, as they would if the program were killed without glstep. */
void gs_host_kill(struct gs_host *host);
/* Detaches from the program, which runs on: clears header.attached, drains the slots,
 * PTRACE_DETACH. */
bool gs_host_detach(struct gs_host *host, GError **error);

/* A frame of the program's call stack, without glstep's frames. */
struct gs_stack_frame {
	uint64_t address;
	char *function;	 /* demangled; NULL: not known */
	char *file;	 /* absolute if the debug information has that; NULL: none */
	unsigned line;	 /* 0 unknown */
	char *module;	 /* path of the executable or library, "" none */
	uint64_t offset; /* of the address in the module, as in its symbol table */
	bool is_inlined; /* into the next frame, whose address it has */
};
struct gs_stack {
	pid_t thread;
	struct gs_stack_frame *frames;
	size_t n_frames;
	char *note; /* why it may be incomplete; "": none */
};
void gs_stack_clear(struct gs_stack *stack);

/* Gets the call stack of the thread that has stopped last, innermost frame first. Returns false
 * with UNSUPPORTED or OUTSIDE_GL and a sentence. */
bool gs_host_backtrace(struct gs_host *host, struct gs_stack *stack, GError **error);

/* Reads the program's memory. Returns false if it cannot be read. */
bool gs_host_read(struct gs_host *host, uint64_t address, void *buffer, size_t size);
/* Reads a NUL-terminated string of at most max bytes; g_free. Returns NULL if it cannot be read. */
char *gs_host_read_string(struct gs_host *host, uint64_t address, size_t max);

/* Receives logged calls, in order of their index except for calls during which other threads made
 * many. A call's thread is flags >> GS_CALL_TID_SHIFT. The run and what it points at are valid
 * until the function returns; the program may write to all but the heads, so read it once. Called
 * by the log thread or in gs_host_flush_log, by one thread at a time. A run of no calls: none has
 * come for some time. Returns false to get no more: calls then stay in the rings, and the program's
 * threads wait for room, until gs_host_continue_log. */
typedef bool (*gs_host_log_func)(const struct gs_record_run *run, gpointer data);
void gs_host_set_log(struct gs_host *host, gs_host_log_func func, gpointer data);
/* Returns when all records written so far have been handed over. */
void gs_host_flush_log(struct gs_host *host);
void gs_host_continue_log(struct gs_host *host);

#endif
