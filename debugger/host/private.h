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
	HOLD_SIGNAL,  /* .signal will end the program */
	HOLD_OUTSIDE, /* paused */
};

/* One thread of one process of the program's tree. Belongs to the host thread. */
struct tracee {
	pid_t tid, tgid; /* tgid 0: not known yet */
	enum hold hold;
	int signal;
	int slot;	/* last one known, -1 none */
	bool listening; /* in a group-stop */
};

/* Of a slot: who may touch it. */
enum slot_state {
	SLOT_FREE, /* running */
	SLOT_STOPPED,
	SLOT_BUSY,	/* serves a request; gs_host_request waits */
	SLOT_ABANDONED, /* serves a request; nobody waits any more: the answer becomes an event */
};

enum command_kind {
	COMMAND_REQUEST,
	COMMAND_RESUME,
	COMMAND_INTERRUPT,
	COMMAND_KILL,
	COMMAND_DETACH,
	COMMAND_TRACEE, /* .function, with the tracee of .tid if that is held, else NULL */
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

/* A word to wait on: async-signal-safe to wake. */
struct notifier {
	_Atomic uint32_t word, sleepers;
};

/* Whether to look for a thing before sleeping: on an idle machine it comes in 10 microseconds, and
 * falling asleep costs more; on a busy one spinning only keeps the other side from running. So it
 * depends on how it went so far. */
struct spinner {
	int luck;
	unsigned turn;
};

struct host_log {
	GMutex lock; /* one drains at a time */
	GThread *readers[2];
	_Atomic gint64 looked; /* when a processor was idle last; monotonic time */
	/* The thread that runs where a processor is idle sets piece_wanted; the reader reads,
	 * stores how much it was and whether records were held back, and clears it. */
	_Atomic uint32_t piece_wanted;
	_Atomic uint64_t piece_read;
	_Atomic bool piece_held;
	gs_host_log_func func;
	gpointer data;
	_Atomic bool quit;
	_Atomic bool held;	   /* func wants no more */
	pid_t tids[GS_WIRE_SLOTS]; /* last known thread of each slot */
	/* of each slot: the last call read, and memory whose call has not come yet */
	struct gs_record_base base[GS_WIRE_SLOTS];
	GByteArray *memory[GS_WIRE_SLOTS];
	struct ring *rings;		    /* of log.c: GS_WIRE_SLOTS */
	struct gs_record_run *run;	    /* of log.c */
	uint64_t in_call[GS_WIRE_SLOTS];    /* of each slot, when it was seen to hold others back */
	gint64 since[GS_WIRE_SLOTS];	    /* and since when */
	uint64_t unfinished[GS_WIRE_SLOTS]; /* of each slot: 1 + the index of such a call; 0 none */
};

/* Why a process does not load our library, or cannot be debugged; the first one that is known is
 * told, of a program that calls no GL. */
enum hidden {
	HIDDEN_NAMESPACE, /* of process numbers */
	HIDDEN_32_BIT,
	HIDDEN_UNPRIVILEGED, /* it has not got what its file gives it */
	HIDDEN_SECURE,	     /* AT_SECURE: the loader ignores LD_PRELOAD */
	HIDDEN_USER,	     /* namespace */
	HIDDEN_FILES,	     /* our library is not among those that it sees */
	HIDDEN_LARGE,	     /* its environment cannot be put right */
	HIDDEN_MUSL,
	HIDDEN_STATIC,
	N_HIDDEN
};

struct gs_host {
	/* written before the thread runs */
	int wire_fd;
	int preload_fd;	 /* -1: LD_PRELOAD can name the library's path */
	int clock_fd;	 /* likewise, of libglstep-clock.so */
	char *preloads;	 /* what we have put at the head of LD_PRELOAD */
	char *wire_name; /* of GS_WIRE_ENV */
	bool freezes_clocks;
	void *wire;		  /* GS_WIRE_SIZE */
	struct launch_plan *plan; /* during gs_host_new */
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
	_Atomic bool gone;		/* no process is left, or detached */
	struct spinner session_spinner; /* session's */
	struct gs_host_event reported;	/* session's: what gs_host_wait gave last */
	struct gs_host_event end;	/* the exit event, for those who ask again */

	/* the thread's own */
	struct spinner thread_spinner;
	GHashTable *tracees; /* tid -> struct tracee */
	struct tracee *last; /* looked up last */
	pid_t root;
	int root_status, owner_status;		  /* as wait gives it */
	bool each_process, root_ended, has_drawn; /* has_drawn: a debuggee that has ended */
	_Atomic uint32_t debuggee;		  /* how many came before it */
	_Atomic uint64_t calls_before;
	_Atomic pid_t memory_pid; /* whose memory gs_host_read reads */
	pid_t pausing;		  /* thread that was interrupted for a pause, 0 none */
	bool had_owner, killing, detaching;
	char *hidden[N_HIDDEN]; /* lock: the first process's executable; NULL: there is none */
	_Atomic bool end_posted, detached;
	uint64_t handled; /* the debuggee's caught and ignored signals, as of a moment ago */
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
/* Until the word is no longer what gs_host_notifier_look gave, or deadline (monotonic microseconds;
 * < 0 none). */
void gs_host_notifier_wait(struct notifier *notifier, uint32_t seen, gint64 deadline);
bool gs_host_spinner_tries(struct spinner *spinner);
void gs_host_spinner_had(struct spinner *spinner, bool luck);

/* ---- queue.c ---- */

void gs_host_post_event(struct gs_host *host, const struct gs_host_event *event);
/* Unread events of that thread (tid), or of that process (pid), are void: it has ended. 0: any. */
void gs_host_drop_events(struct gs_host *host, pid_t pid, pid_t tid);
bool gs_host_has_unread_stop(struct gs_host *host);
void gs_host_return_event(struct gs_host *host, const struct gs_host_event *event); /* first */
bool gs_host_take_event(struct gs_host *host, struct gs_host_event *event); /* false: none */

/* ---- host.c ---- */

/* Session's thread: what has to be done with a stopped thread by the one that traces it; blocks. */
void gs_host_on_thread(struct gs_host *host, pid_t tid,
	void (*function)(struct tracee *tracee, gpointer data), gpointer data);

/* ---- thread.c ---- */

void gs_host_thread_prepare(void); /* once a process: the signal that ends a wait */
gpointer gs_host_thread_main(gpointer host);
void gs_host_thread_wake(struct gs_host *host);

/* ---- events.c ---- */

/* What a wait status says, and the duty that comes with it. */
enum tracee_stop_kind {
	TRACEE_GONE,	 /* thread or process has ended: forget it; nothing to continue */
	TRACEE_NEW_TASK, /* made a thread or process, .message is its tid: expect that, continue the
			   parent */
	TRACEE_EXEC, /* new image; its other threads are gone without a word: forget them, continue
		      */
	TRACEE_GROUP_STOP, /* job control has stopped it: PTRACE_LISTEN, so that SIGCONT finds it */
	TRACEE_TRAP,	   /* a new task's first stop, our interrupt, or the end of a group-stop:
			     continue,       unless pausing */
	TRACEE_WIRE,	   /* its wrapper has stopped it, in .slot: keep it, tell the session */
	TRACEE_FATAL,	   /* .signal will end the debuggee: keep it, tell the session */
	TRACEE_OURS, /* the fault of a guarded copy, or a plea for memory, which was done: continue
		      */
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
/* The part of dispatch that any mode needs: ends, new tasks, exec. */
void gs_host_note_gone(struct gs_host *host, const struct tracee_stop *tracee_stop);
void gs_host_note_exec(struct gs_host *host, const struct tracee_stop *tracee_stop);
void gs_host_tree_ended(struct gs_host *host);
void gs_host_tracee_continue(struct tracee *tracee, int signal);
/* Publishes a request in the slot and lets its thread run. */
void gs_host_serve(struct gs_host *host, struct tracee *tracee, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size);
/* A tracee that is stopped runs on untraced, with that signal (0 none), and is forgotten. */
void gs_host_let_go(struct gs_host *host, struct tracee *tracee, int signal);
/* All but daemons, which are let go when they stop next. */
void gs_host_kill_all(struct gs_host *host);

/* ---- clock.c: where freezes_clocks is set; on the host thread ---- */

void gs_host_clock_hold(struct gs_host *host); /* a thread is held for the user */
/* That thread runs on, others may be held. NULL: all run on. */
void gs_host_clock_release(struct gs_host *host, const struct tracee *released);

/* ---- environment.c ---- */

/* A list of NAME=VALUE, which is taken, with what a process of the program has to find there. What
 * has another value keeps its place, and what was not there comes last. */
char **gs_host_complete_environment(const struct gs_host *host, char **environment, bool *changed);

/* ---- image.c ---- */

/* The interpreter named in an ELF file's PT_INTERP; false: there is none. */
bool gs_host_find_loader(int fd, const Elf64_Ehdr *head, char loader[PATH_MAX]);
bool gs_host_is_musl(const char *loader);
/* A process has just executed a file, and not run since: it loads our libraries if it can. */
void gs_host_look_at_image(struct gs_host *host, pid_t pid);

/* ---- hidden.c ---- */

void gs_host_hide(struct gs_host *host, enum hidden why, const char *path);

/* ---- detach.c ---- */

void gs_host_detach_all(struct gs_host *host);

/* ---- launch.c ---- */

bool gs_host_plan_launch(struct gs_host *host, const struct gs_launch *launch, GError **error);
void gs_host_plan_free(struct launch_plan *plan);
/* On the host thread: fork, seize, exec. False: host->command_error says why. */
bool gs_host_start_program(struct gs_host *host);

/* ---- memory.c ---- */

pid_t gs_host_proc_tgid(pid_t tid);	       /* 0: gone */
bool gs_host_proc_in_our_namespace(pid_t pid); /* of process numbers */
/* The name of the program that traces it, with its number; NULL: none does. g_free. */
char *gs_host_proc_tracer(pid_t pid);
/* Its executable's path, where that is to run as another user or group and does not, as the kernel
 * wants it of what is traced. NULL: it has what it is to have; g_free. */
char *gs_host_proc_lost_privileges(pid_t pid);
/* Will this signal, delivered now, end the debuggee, of which tid is a thread? */
bool gs_host_proc_signal_is_fatal(struct gs_host *host, pid_t tid, int signal);
bool gs_host_proc_has_signal(pid_t tid); /* one that it does not block waits to be delivered */

/* ---- interrupted.c ---- */

/* The thread has stopped for our interrupt: a system call that has failed for that alone is made
 * again when it goes on. */
void gs_host_make_call_again(const struct tracee *tracee);

/* ---- guarded.c ---- */

/* The signal is the fault of a guarded copy: the thread goes on behind that, without it. */
bool gs_host_passes_fault(struct gs_host *host, const struct tracee *tracee, int signal);

/* ---- plea.c ---- */

/* The signal is a process's plea for the shared memory: it has been answered, as could be. */
bool gs_host_hears_plea(struct gs_host *host, const struct tracee *tracee, int signal);

/* ---- log.c ---- */

void gs_host_log_init(struct gs_host *host);
void gs_host_log_finish(struct gs_host *host);
void gs_host_log_drain(struct gs_host *host); /* all that is there */
/* What is in order, until some more than `most` bytes are read. Returns how many that were; *held:
 * some are left, for which it is too early, or for another time. */
uint64_t gs_host_log_drain_ordered(struct gs_host *host, uint64_t most, bool *held);
/* With the lock. */
void gs_host_log_hand_over(struct gs_host *host, const struct gs_record_run *run);
/* The debuggee is gone: drains, then makes all slots free for the next one. */
void gs_host_log_reset_slots(struct gs_host *host);

/* ---- log-readers.c ---- */

void gs_host_log_start(struct gs_host *host);
void gs_host_log_stop(struct gs_host *host);

/* ---- unfinished.c; on the host thread ---- */

/* The call that the slot's thread is making goes to the log's function, behind all that were
 * logged, unless it has already. pid: of the process, whose memory can still be read; 0: it is
 * gone. */
void gs_host_log_unfinished(struct gs_host *host, unsigned slot, pid_t pid);
/* Of all threads of a debuggee that is gone. */
void gs_host_log_all_unfinished(struct gs_host *host);

#endif
