/* SPDX-License-Identifier: MIT */
/*
 * The host thread sleeps in waitid for its tracees, and yet must hear commands. A command wakes it
 * by a signal whose handler jumps out of the wait, so none is lost between looking for one and
 * falling asleep. Nor is a tracee's event: where the kernel has taken one, waited_for says so
 * before the handler can run, and then it does not jump.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "debugger/host/private.h"

#define WAKE_SIGNAL (SIGRTMIN + 9)

enum {
	SPIN_THREAD =
		30, /* microseconds to look for a command after a stop, before sleeping in waitid */
	KILL_PATIENCE = 10000000,
};

static __thread sigjmp_buf wake_jump;
static __thread volatile sig_atomic_t wake_armed;
static __thread volatile siginfo_t waited_for;

static void on_wake(int signal)
{
	if (wake_armed && !waited_for.si_pid) {
		wake_armed = 0;
		siglongjmp(wake_jump, 1);
	}
}

void gs_host_thread_prepare(void)
{
	static gsize once;
	if (g_once_init_enter(&once)) {
		struct sigaction action;
		memset(&action, 0, sizeof action);
		action.sa_handler = on_wake;
		action.sa_flags = SA_NODEFER; /* it may be left by a jump */
		sigaction(WAKE_SIGNAL, &action, NULL);
		/* ignored by who started us, the kernel would throw exit statuses away */
		action.sa_handler = SIG_DFL;
		action.sa_flags = 0;
		struct sigaction old;
		if (sigaction(SIGCHLD, NULL, &old) == 0 &&
			(old.sa_handler == SIG_IGN || old.sa_flags & SA_NOCLDWAIT))
			sigaction(SIGCHLD, &action, NULL);
		g_once_init_leave(&once, 1);
	}
}

void gs_host_thread_wake(struct gs_host *host)
{
	gs_host_notifier_wake(&host->to_thread);
	if (atomic_load(&host->asleep))
		pthread_kill(host->thread_id, WAKE_SIGNAL);
}

static bool has_command(struct gs_host *host)
{
	return atomic_load(&host->posted) != atomic_load(&host->taken);
}

/* ---- waiting ---- */

/* Next tracee with something to say: its tid, what is in waited_for; 0 woken or none yet; -1 there
 * are no tracees. */
static pid_t look_for_tracee(int flags)
{
	waited_for.si_pid = 0;
	/* the system call itself: no cancellation point that a jump would leave in disorder */
	if (syscall(SYS_waitid, P_ALL, 0, &waited_for,
		    WEXITED | WSTOPPED | __WALL | __WNOTHREAD | flags, NULL) < 0)
		return errno == ECHILD ? -1 : 0;
	return waited_for.si_pid;
}

static pid_t sleep_for_tracee(struct gs_host *host)
{
	pid_t tid = 0;
	waited_for.si_pid = 0;
	if (sigsetjmp(wake_jump, 0) == 0) {
		atomic_store(&host->asleep, true);
		wake_armed = 1;
		if (!has_command(host))
			tid = look_for_tracee(0);
		wake_armed = 0;
		atomic_store(&host->asleep, false);
		return tid;
	}
	atomic_store(&host->asleep, false);
	return 0;
}

/* As waitpid would give it. */
static int waited_status(void)
{
	switch (waited_for.si_code) {
	case CLD_EXITED:
		return waited_for.si_status << 8;
	case CLD_KILLED:
		return waited_for.si_status;
	case CLD_DUMPED:
		return waited_for.si_status | 0x80;
	default: /* CLD_TRAPPED, CLD_STOPPED: signal, event above it */
		return waited_for.si_status << 8 | 0x7f;
	}
}

/* Acts on what look_for_tracee gave. */
static void handle_tracee(struct gs_host *host, pid_t tid)
{
	struct tracee_stop tracee_stop;
	if (tid < 0) {
		gs_host_tree_ended(host);
	} else if (tid > 0) {
		gs_host_classify(host, tid, waited_status(), &tracee_stop);
		gs_host_dispatch(host, &tracee_stop);
	}
}

/* After a stop the session's next command mostly comes at once. */
static void spin_for_command(struct gs_host *host)
{
	if (!gs_host_spinner_tries(&host->thread_spinner))
		return;
	gint64 end = g_get_monotonic_time() + SPIN_THREAD;
	do {
		for (unsigned i = 0; i < 64; i++)
			if (has_command(host)) {
				gs_host_spinner_had(&host->thread_spinner, true);
				return;
			}
	} while (g_get_monotonic_time() < end);
	gs_host_spinner_had(&host->thread_spinner, false);
}

/* ---- commands ---- */

static struct tracee *tracee_in_slot(struct gs_host *host, unsigned slot)
{
	pid_t tid = (pid_t)atomic_load(&host_slot(host, slot)->tid);
	struct tracee *tracee = gs_host_find_tracee(host, tid);
	return tracee && tracee->hold == HOLD_LOOP && tracee->slot == (int)slot ? tracee : NULL;
}

static void do_request(struct gs_host *host, const struct command *command)
{
	struct tracee *tracee = tracee_in_slot(host, command->slot);
	if (tracee) {
		gs_host_serve(host, tracee, command->request, command->number, command->bulk_size);
	} else { /* it has ended */
		atomic_store(&host->slot_state[command->slot], SLOT_FREE);
		gs_host_notifier_wake(&host->to_session);
	}
}

static void resume_held(struct gs_host *host, pid_t tid)
{
	struct tracee *tracee = gs_host_find_tracee(host, tid);
	if (tracee)
		gs_host_clock_release(host, tracee);
	if (tracee && tracee->hold == HOLD_SIGNAL) {
		atomic_fetch_sub(&host->n_fatal, 1);
		gs_host_tracee_continue(tracee, tracee->signal);
	} else if (tracee && tracee->hold == HOLD_OUTSIDE && tracee->listening) {
		tracee->hold = HOLD_NONE;
		ptrace(PTRACE_LISTEN, tid, 0, 0);
	} else if (tracee && tracee->hold == HOLD_OUTSIDE) {
		gs_host_tracee_continue(tracee, 0);
	}
}

static void do_resume(struct gs_host *host, const struct command *command)
{
	if (command->tid) {
		resume_held(host, command->tid);
		return;
	}
	struct tracee *tracee = command->slot < GS_WIRE_SLOTS ? tracee_in_slot(host, command->slot)
							      : NULL;
	if (!tracee)
		return;
	gs_host_clock_release(host, tracee);
	atomic_store(&host->slot_state[command->slot], SLOT_FREE);
	gs_host_serve(host, tracee, GS_REQUEST_RESUME, command->number, 0);
}

static struct tracee *running(struct gs_host *host, pid_t tid)
{
	struct tracee *tracee = gs_host_find_tracee(host, tid);
	return tracee && tracee->hold == HOLD_NONE ? tracee : NULL;
}

/* The thread that a pause outside GL stops: the debuggee's that calls GL, else its first, else the
 * program's first. */
static struct tracee *pause_target(struct gs_host *host)
{
	pid_t owner = host_owner(host);
	struct tracee *target = NULL;
	for (unsigned i = 0; i < GS_WIRE_SLOTS && owner && !target; i++) {
		target = running(host, (pid_t)atomic_load(&host_slot(host, i)->tid));
		if (target && target->tgid != owner)
			target = NULL;
	}
	if (!target && owner)
		target = running(host, owner);
	if (!target)
		target = running(host, host->root);
	GHashTableIter iter;
	gpointer value;
	g_hash_table_iter_init(&iter, host->tracees);
	while (!target && g_hash_table_iter_next(&iter, NULL, &value))
		target = running(host, ((struct tracee *)value)->tid);
	return target;
}

static void do_interrupt(struct gs_host *host)
{
	struct tracee *target = gs_host_has_unread_stop(host) ? NULL : pause_target(host);
	if (!target)
		return;
	host->pausing = target->tid;
	ptrace(PTRACE_INTERRUPT, target->tid, 0, 0);
}

static void do_kill(struct gs_host *host)
{
	gint64 deadline = g_get_monotonic_time() + KILL_PATIENCE;
	gs_host_kill_all(host);
	while (!atomic_load(&host->gone) && g_get_monotonic_time() < deadline) {
		pid_t tid = look_for_tracee(WNOHANG);
		if (tid)
			handle_tracee(host, tid);
		else
			g_usleep(100);
	}
}

static void run_command(struct gs_host *host)
{
	struct command command = host->command;
	bool good = true;

	atomic_fetch_add(&host->taken, 1);
	g_clear_pointer(&host->command_error, g_free);
	switch (command.kind) {
	case COMMAND_REQUEST:
		do_request(host, &command);
		break;
	case COMMAND_RESUME:
		do_resume(host, &command);
		break;
	case COMMAND_INTERRUPT:
		do_interrupt(host);
		break;
	case COMMAND_KILL:
		do_kill(host);
		break;
	case COMMAND_DETACH:
		gs_host_detach_all(host);
		good = atomic_load(&host->detached);
		break;
	case COMMAND_TRACEE: {
		struct tracee *tracee = gs_host_find_tracee(host, command.tid);
		command.function(tracee && tracee->hold != HOLD_NONE ? tracee : NULL, command.data);
		break;
	}
	case COMMAND_QUIT:
		atomic_store(&host->quitting, true);
		break;
	}
	host->command_good = good;
	atomic_fetch_add(&host->done, 1);
	gs_host_notifier_wake(&host->to_session);
}

/* ---- the thread ---- */

static void set_signal_mask(void)
{
	sigset_t mask;
	sigfillset(&mask);
	sigdelset(&mask, WAKE_SIGNAL);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static bool launch(struct gs_host *host)
{
	bool good = gs_host_start_program(host);
	host->command_good = good;
	atomic_store(&host->taken, 1);
	atomic_store(&host->done, 1);
	gs_host_notifier_wake(&host->to_session);
	return good;
}

gpointer gs_host_thread_main(gpointer data)
{
	struct gs_host *host = data;
	host->thread_id = pthread_self();
	set_signal_mask();
	if (!launch(host))
		atomic_store(&host->gone, true);
	while (!atomic_load(&host->quitting)) {
		uint32_t seen = gs_host_notifier_look(&host->to_thread);
		uint32_t events = gs_host_notifier_look(&host->to_session);
		if (has_command(host)) {
			run_command(host);
		} else if (atomic_load(&host->gone)) {
			gs_host_notifier_wait(&host->to_thread, seen, -1);
		} else {
			handle_tracee(host, sleep_for_tracee(host));
			if (gs_host_notifier_look(&host->to_session) != events)
				spin_for_command(host);
		}
	}
	return NULL;
}
