/* SPDX-License-Identifier: MIT */
/*
 * debugger/host, shared by its files:
 *   host.c       the functions of host.h
 *   notifier.c   waiting for the other thread
 *   queue.c      events on their way to the session
 *   thread.c     the thread: waiting for tracees and commands, carrying out commands
 *   events.c     what a stop means (next_event's half) and what is done then (dispatch)
 *   debuggee.c   which process that is
 *   detach.c     letting everything go
 *   check.c      may this file be started?
 *   launch.c     memfd, environment, fork, seize, exec
 *   environment.c  what the program's processes find there
 *   image.c      what is done for a file that a process has just executed
 *   initial-stack.c  the environment of such a process
 *   hidden.c     why calls are not seen
 *   log.c        draining the rings
 *   log-readers.c  the threads that do so
 *   unfinished.c calls in which the program ends
 *   memory.c     the program's memory and /proc
 *   clock.c      clocks that stand still while the program is held
 *   guarded.c    faults of the library's copies
 *   plea.c       the shared memory, for who cannot open it
 *   backtrace.c  the call stack of a stopped thread
 */
#ifndef GS_HOST_PRIVATE_H
#define GS_HOST_PRIVATE_H

#include <elf.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/types.h>
#include "debugger/host/host.h"

/* Why a tracee is kept stopped. */
enum hold {
	HOLD_NONE,
	HOLD_LOOP,    /* in the event loop of its wrapper, its slot open */
	HOLD_SIGNAL,  /* by .signal, which will end the program */
	HOLD_OUTSIDE, /* paused */
};

/* One thread of one process of the program's tree. Belongs to the host thread. */
struct tracee {
	pid_t tid, tgid; /* tgid 0: not known yet */
	enum hold hold;
	int signal;
	int slot;	/* last known, -1 none */
	bool listening; /* in a group-stop */
};

/* Who may use a slot. */
enum slot_state {
	SLOT_FREE, /* running */
	SLOT_STOPPED,
	SLOT_BUSY,	/* serves a request; gs_host_request waits */
	SLOT_ABANDONED, /* serves a request nobody waits for: the answer becomes an event */
};

enum command_kind {
	COMMAND_REQUEST,
	COMMAND_RESUME,
	COMMAND_INTERRUPT,
	COMMAND_KILL,
	COMMAND_DETACH,
	COMMAND_TRACEE, /* call .function with the tracee of .tid, or NULL if it is not held */
	COMMAND_QUIT,
};

struct command {
	enum command_kind kind;
	unsigned slot;
	pid_t tid; /* RESUME of a signal or a pause: of that thread; TRACEE */
	void (*function)(struct tracee *tracee, gpointer data);
	gpointer data;
	enum gs_wire_request_kind request;
	uint64_t number[6];
	uint64_t bulk_size;
};

struct ring;

/* A word to wait on; waking is async-signal-safe. */
struct notifier {
	_Atomic uint32_t word, sleepers;
};

/* Decides whether to spin before sleeping. On an idle machine the answer comes within 10
 * microseconds, and sleeping costs more; on a busy one spinning only delays the other side. So it
 * depends on how well spinning worked so far. */
struct spinner {
	int luck;
	unsigned turn;
};

struct host_log {
	GMutex lock; /* held while draining */
	GThread *readers[2];
	_Atomic gint64 looked; /* when a processor was last seen idle; monotonic time */
	/* The thread that runs when a processor is idle sets piece_wanted; the reader drains,
	 * stores how much it read and whether records were held back, and clears it. */
	_Atomic uint32_t piece_wanted;
	_Atomic uint64_t piece_read;
	_Atomic bool piece_held;
	gs_host_log_func func;
	gpointer data;
	_Atomic bool quit;
	_Atomic bool held;	   /* func wants no more */
	pid_t tids[GS_WIRE_SLOTS]; /* last known thread of each slot */
	/* of each slot: the last call read, and memory whose call has not been read yet */
	struct gs_record_base base[GS_WIRE_SLOTS];
	GByteArray *memory[GS_WIRE_SLOTS];
	struct ring *rings;		    /* of log.c: GS_WIRE_SLOTS */
	struct gs_record_run *run;	    /* of log.c */
	uint64_t in_call[GS_WIRE_SLOTS];    /* of each slot: in_call when it was seen to hold others
					       back */
	gint64 since[GS_WIRE_SLOTS];	    /* and when that was */
	uint64_t unfinished[GS_WIRE_SLOTS]; /* of each slot: 1 + index of its unfinished call; 0
					       none */
};

/* Why a process does not load our library or cannot be debugged. For a program that calls no GL,
 * the first known reason is reported. */
enum hidden {
	HIDDEN_NAMESPACE, /* of process numbers */
	HIDDEN_32_BIT,
	HIDDEN_UNPRIVILEGED, /* it lacks the privileges that its file grants */
	HIDDEN_SECURE,	     /* AT_SECURE: the loader ignores LD_PRELOAD */
	HIDDEN_USER,	     /* namespace */
	HIDDEN_FILES,	     /* it cannot see our library's file */
	HIDDEN_LARGE,	     /* its environment is too large to be changed */
	HIDDEN_MUSL,
	HIDDEN_STATIC,
	N_HIDDEN
};

struct gs_host {
	/* written before the thread runs */
	int wire_fd;
	int preload_fd;	 /* -1: LD_PRELOAD can name the library's path */
	int clock_fd;	 /* likewise, of libglstep-clock.so */
	char *preloads;	 /* our part at the head of LD_PRELOAD */
	char *wire_name; /* of GS_WIRE_ENV */
	bool freezes_clocks;
	void *wire;		    /* GS_WIRE_SIZE */
	struct launch_setup *setup; /* during gs_host_new */
	GThread *thread;
	pthread_t thread_id;

	/* session -> thread: one command at a time */
	struct command command;
	_Atomic uint32_t posted, taken, done; /* counts of commands */
	struct notifier to_thread;
	bool command_good; /* result of the last command, valid when done == posted */
	char *command_error;
	_Atomic bool asleep; /* the thread is, or is about to be, blocked in waitid */
	_Atomic bool quitting;

	/* thread -> session */
	struct notifier to_session;
	GMutex lock;			    /* events */
	GQueue events;			    /* struct gs_host_event, allocated */
	_Atomic uint32_t n_events, n_fatal; /* n_fatal: tracees held by a fatal signal */
	_Atomic int slot_state[GS_WIRE_SLOTS];
	_Atomic bool interrupted;
	_Atomic uint32_t refusals;	/* of header.unstoppable, told so far */
	_Atomic bool gone;		/* no process is left, or we have detached */
	struct spinner session_spinner; /* session's */
	struct gs_host_event reported;	/* session's: the last event of gs_host_wait */
	struct gs_host_event end;	/* the exit event, for those who ask again */

	/* the thread's own */
	struct spinner thread_spinner;
	GHashTable *tracees; /* tid -> struct tracee */
	struct tracee *last; /* looked up last */
	pid_t root;
	int root_status, owner_status;		  /* as wait gives it */
	bool each_process, root_ended, has_drawn; /* has_drawn: an earlier debuggee has */
	_Atomic uint32_t debuggee;		  /* number of debuggees before it */
	_Atomic uint64_t calls_before;
	_Atomic pid_t memory_pid; /* whose memory gs_host_read reads */
	pid_t pausing;		  /* thread interrupted for a pause; 0 none */
	bool had_owner, killing, detaching;
	char *hidden[N_HIDDEN]; /* lock: the first process's executable; NULL: there is none */
	_Atomic bool end_posted, detached;
	uint64_t handled; /* cached: the debuggee's caught and ignored signals */
	gint64 handled_until;

	struct host_log log;
};

static inline struct gs_wire_header *host_header(struct gs_host *host)
{
	return host->wire;
}

static inline struct gs_wire_slot *host_slot(struct gs_host *host, unsigned slot)
{
	return &host_header(host)->slots[slot];
}

static inline bool slot_is_open(struct gs_wire_slot *slot)
{
	return atomic_load(&slot->stop_sequence) != atomic_load(&slot->request.sequence);
}

static inline pid_t host_owner(struct gs_host *host)
{
	return (pid_t)atomic_load(&host_header(host)->owner_pid);
}

/* ---- notifier.c ---- */

uint32_t gs_host_notifier_look(struct notifier *notifier);
void gs_host_notifier_wake(struct notifier *notifier);
/* Waits until the word differs from what gs_host_notifier_look returned, or until deadline
 * (monotonic microseconds; < 0 none). */
void gs_host_notifier_wait(struct notifier *notifier, uint32_t seen, gint64 deadline);
bool gs_host_spinner_tries(struct spinner *spinner);
void gs_host_spinner_had(struct spinner *spinner, bool luck);

/* ---- queue.c ---- */

void gs_host_post_event(struct gs_host *host, const struct gs_host_event *event);
/* Drops unread events of a thread (tid) or process (pid) that has ended. 0: any. */
void gs_host_drop_events(struct gs_host *host, pid_t pid, pid_t tid);
bool gs_host_has_unread_stop(struct gs_host *host);
void gs_host_return_event(struct gs_host *host, const struct gs_host_event *event); /* first */
bool gs_host_take_event(struct gs_host *host, struct gs_host_event *event); /* false: none */

/* ---- host.c ---- */

/* Session's thread: has the host's thread, which traces it, call a function with a stopped thread;
 * blocks. */
void gs_host_on_thread(struct gs_host *host, pid_t tid,
	void (*function)(struct tracee *tracee, gpointer data), gpointer data);

/* ---- thread.c ---- */

void gs_host_thread_prepare(void); /* once per process: sets up the signal that ends a wait */
gpointer gs_host_thread_main(gpointer host);
void gs_host_thread_wake(struct gs_host *host);

/* ---- events.c ---- */

/* What a wait status means: what to do. */
enum tracee_stop_kind {
	TRACEE_GONE,	 /* thread or process has ended: forget it; nothing to continue */
	TRACEE_NEW_TASK, /* it has made a thread or process, whose tid is .message: expect that,
			    continue it */
	TRACEE_EXEC, /* new image; its other threads are gone without notice: forget them, continue
		      */
	TRACEE_GROUP_STOP, /* stopped by job control: PTRACE_LISTEN, so that SIGCONT works */
	TRACEE_TRAP, /* a new task's first stop, our interrupt, or the end of a group-stop: continue
			unless pausing */
	TRACEE_WIRE, /* stopped by its wrapper, in .slot: hold it, tell the session */
	TRACEE_FATAL,  /* .signal will end the debuggee: hold it, tell the session */
	TRACEE_OURS,   /* a guarded copy's fault, or a plea for memory, already handled: continue */
	TRACEE_SIGNAL, /* any other signal: deliver it */
};

struct tracee_stop {
	enum tracee_stop_kind kind;
	struct tracee *tracee;
	int status, signal;
	unsigned slot;
	unsigned long message;
};

struct tracee *gs_host_find_tracee(struct gs_host *host, pid_t tid);
struct tracee *gs_host_add_tracee(struct gs_host *host, pid_t tid, pid_t tgid);
void gs_host_classify(struct gs_host *host, pid_t tid, int status, struct tracee_stop *tracee_stop);
void gs_host_dispatch(struct gs_host *host, const struct tracee_stop *tracee_stop);
/* The part of dispatch that is always needed: ends, new tasks, exec. */
void gs_host_note_gone(struct gs_host *host, const struct tracee_stop *tracee_stop);
void gs_host_note_exec(struct gs_host *host, const struct tracee_stop *tracee_stop);
void gs_host_tree_ended(struct gs_host *host);
void gs_host_tracee_continue(struct tracee *tracee, int signal);
/* Publishes a request in the slot and lets its thread run. */
void gs_host_serve(struct gs_host *host, struct tracee *tracee, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size);
/* Detaches from a stopped tracee, with that signal (0 none), and forgets it. */
void gs_host_let_go(struct gs_host *host, struct tracee *tracee, int signal);
/* Kills all but daemons, which are detached when they next stop. */
void gs_host_kill_all(struct gs_host *host);

/* ---- clock.c: where freezes_clocks is set; on the host thread ---- */

void gs_host_clock_hold(struct gs_host *host); /* a thread is held for the user */
/* That thread runs on, others may still be held. NULL: all run on. */
void gs_host_clock_release(struct gs_host *host, const struct tracee *released);

/* ---- environment.c ---- */

/* Completes a list of NAME=VALUE, which it takes, by what a process of the program needs. Changed
 * variables keep their places, new ones come last. Sets *changed. */
char **gs_host_complete_environment(const struct gs_host *host, char **environment, bool *changed);

/* ---- image.c ---- */

/* Gets the interpreter of an ELF file's PT_INTERP. Returns false if there is none. */
bool gs_host_find_loader(int fd, const Elf64_Ehdr *head, char loader[PATH_MAX]);
bool gs_host_is_musl(const char *loader);
/* Call when a process has executed a file and not run since: makes it load our libraries if it can.
 */
void gs_host_look_at_image(struct gs_host *host, pid_t pid);

/* ---- hidden.c ---- */

void gs_host_hide(struct gs_host *host, enum hidden why, const char *path);

/* ---- detach.c ---- */

void gs_host_detach_all(struct gs_host *host);

/* ---- launch.c ---- */

bool gs_host_setup_launch(struct gs_host *host, const struct gs_launch *launch, GError **error);
void gs_host_setup_free(struct launch_setup *setup);
/* On the host thread: fork, seize, exec. False: host->command_error says why. */
bool gs_host_start_program(struct gs_host *host);

/* ---- memory.c ---- */

pid_t gs_host_proc_tgid(pid_t tid);	       /* 0: gone */
bool gs_host_proc_in_our_namespace(pid_t pid); /* of process numbers */
/* Returns the name and number of the program that traces it; g_free. NULL if none does. */
char *gs_host_proc_tracer(pid_t pid);
/* Returns the path of its executable if that is setuid or setgid and, being traced, does not run
 * so; g_free. NULL if it has its privileges. */
char *gs_host_proc_lost_privileges(pid_t pid);
/* Whether this signal, delivered now to a thread of the debuggee, will end it. */
bool gs_host_proc_signal_is_fatal(struct gs_host *host, pid_t tid, int signal);
bool gs_host_proc_has_signal(pid_t tid); /* whether a signal that it does not block is pending */

/* ---- interrupted.c ---- */

/* Call for a thread that our interrupt has stopped: has it repeat a system call that has failed
 * only because of that. */
void gs_host_make_call_again(const struct tracee *tracee);

/* ---- guarded.c ---- */

/* If the signal is the fault of a guarded copy, has the thread go on behind that without it, and
 * returns true. */
bool gs_host_passes_fault(struct gs_host *host, const struct tracee *tracee, int signal);

/* ---- plea.c ---- */

/* If the signal is a process's plea for the shared memory, answers it and returns true. */
bool gs_host_hears_plea(struct gs_host *host, const struct tracee *tracee, int signal);

/* ---- log.c ---- */

void gs_host_log_init(struct gs_host *host);
void gs_host_log_finish(struct gs_host *host);
void gs_host_log_drain(struct gs_host *host); /* reads all records */
/* Reads records that are in order, until somewhat more than `most` bytes are read. Returns how many
 * bytes; *held: records are left, because it is too early for them or `most` was reached. */
uint64_t gs_host_log_drain_ordered(struct gs_host *host, uint64_t most, bool *held);
/* Hands a run over to the log's function. Holds the lock. */
void gs_host_log_hand_over(struct gs_host *host, const struct gs_record_run *run);
/* Hands over that nothing has come for some time: no records. */
void gs_host_log_tell_quiet(struct gs_host *host);
/* Call when the debuggee is gone: drains, then frees all slots for the next one. */
void gs_host_log_reset_slots(struct gs_host *host);

/* ---- log-readers.c ---- */

void gs_host_log_start(struct gs_host *host);
void gs_host_log_stop(struct gs_host *host);

/* ---- unfinished.c; on the host thread ---- */

/* Hands the call in progress in a slot over to the log's function, after all logged ones, unless
 * that was done already. pid: the process, if its memory can still be read; 0: it is gone. */
void gs_host_log_unfinished(struct gs_host *host, unsigned slot, pid_t pid);
/* Likewise for all threads of a debuggee that is gone. */
void gs_host_log_all_unfinished(struct gs_host *host);

#endif
