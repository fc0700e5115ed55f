/* SPDX-License-Identifier: MIT */
/*
 * Letting the program run on alone. The mark "attached" is cleared first: from then on no wrapper
 * begins to stop, and one that has begun has its slot open (wire/wire.h), so that we can tell. A
 * tracee can be let go only while it is stopped: each is interrupted until it is.
 */
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "debugger/host/private.h"

enum {
	DETACH_PATIENCE = 10000000, /* microseconds */
	INTERRUPT_AGAIN = 5000,
};

static bool has_open_slot(struct gs_host *host, struct tracee *tracee)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = host_slot(host, i);
		if (atomic_load(&slot->tid) == (uint32_t)tracee->tid)
			return tracee->tgid == host_owner(host) && slot_is_open(slot);
	}
	return false;
}

/* From the event loop it has to walk out on its own feet first. */
static void leave_loop(struct gs_host *host, struct tracee *tracee)
{
	gs_host_serve(host, tracee, GS_REQUEST_RESUME, NULL, 0);
	ptrace(PTRACE_INTERRUPT, tracee->tid, 0, 0);
}

static void dispatch_detaching(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	switch (tracee_stop->kind) {
	case TRACEE_GONE:
		gs_host_note_gone(host, tracee_stop);
		return;
	case TRACEE_WIRE:
		tracee->slot = (int)tracee_stop->slot;
		leave_loop(host, tracee);
		return;
	case TRACEE_FATAL:
	case TRACEE_SIGNAL:
		/* with its slot open, the stop it is about to make must still be ours */
		if (has_open_slot(host, tracee))
			gs_host_tracee_continue(tracee, tracee_stop->signal);
		else
			gs_host_let_go(host, tracee, tracee_stop->signal);
		return;
	case TRACEE_NEW_TASK:
		if (!gs_host_find_tracee(host, (pid_t)tracee_stop->message))
			gs_host_add_tracee(host, (pid_t)tracee_stop->message, 0);
		break;
	case TRACEE_EXEC:
		gs_host_note_exec(host, tracee_stop);
		break;
	case TRACEE_TRAP:
		if (!tracee->listening)
			gs_host_make_call_again(tracee);
		break;
	case TRACEE_GROUP_STOP:
	case TRACEE_OURS:
		break;
	}
	if (has_open_slot(host, tracee))
		gs_host_tracee_continue(tracee, 0);
	else
		gs_host_let_go(host, tracee, 0);
}

static void release_held(struct gs_host *host, struct tracee *tracee)
{
	switch (tracee->hold) {
	case HOLD_LOOP:
		leave_loop(host, tracee);
		break;
	case HOLD_SIGNAL:
		gs_host_let_go(host, tracee, tracee->signal);
		break;
	case HOLD_OUTSIDE:
		if (has_open_slot(host, tracee))
			gs_host_tracee_continue(tracee, 0);
		else
			gs_host_let_go(host, tracee, 0);
		break;
	case HOLD_NONE:
		ptrace(PTRACE_INTERRUPT, tracee->tid, 0, 0);
		break;
	}
}

static void interrupt_all(struct gs_host *host, bool first)
{
	GList *all = g_hash_table_get_values(host->tracees);
	for (GList *l = all; l; l = l->next) {
		struct tracee *tracee = l->data;
		if (first)
			release_held(host, tracee);
		else if (ptrace(PTRACE_INTERRUPT, tracee->tid, 0, 0) < 0 && errno == ESRCH &&
			 kill(tracee->tid, 0) < 0)
			g_hash_table_remove(host->tracees,
				GINT_TO_POINTER(tracee->tid)); /* it never was, or has been taken */
	}
	host->last = NULL;
	g_list_free(all);
}

/* Takes one event; false: there is none. */
static bool take_one(struct gs_host *host)
{
	struct tracee_stop tracee_stop;
	int status;
	/* ours that are let go already must not be reaped here, but waiting for them does no harm:
	 * they are forgotten */
	pid_t tid = waitpid(-1, &status, __WALL | __WNOTHREAD | WNOHANG);
	if (tid <= 0)
		return false;
	if (WIFSTOPPED(status) || gs_host_find_tracee(host, tid)) {
		gs_host_classify(host, tid, status, &tracee_stop);
		dispatch_detaching(host, &tracee_stop);
	} else if (tid == host->root) {
		host->root = 0; /* reaped */
	}
	return true;
}

/* It is still our child. */
static gpointer reap(gpointer pid)
{
	while (waitpid((pid_t)GPOINTER_TO_INT(pid), NULL, __WALL) < 0 && errno == EINTR)
		;
	return NULL;
}

void gs_host_detach_all(struct gs_host *host)
{
	struct gs_wire_header *header = host_header(host);
	gint64 deadline = g_get_monotonic_time() + DETACH_PATIENCE, again = 0;

	host->detaching = true;
	atomic_store(&header->attached, 0);
	atomic_store(&header->pause, 0);
	atomic_store(&header->log, 0);
	atomic_store(&header->stall_lock_tid, 0);
	gs_wire_notify_program(header);
	gs_host_drop_events(host, 0, 0);
	gs_host_clock_release(host, NULL);
	interrupt_all(host, true);
	while (g_hash_table_size(host->tracees) && g_get_monotonic_time() < deadline) {
		if (take_one(host))
			continue;
		g_usleep(200);
		if (g_get_monotonic_time() >= again) {
			interrupt_all(host, false);
			again = g_get_monotonic_time() + INTERRUPT_AGAIN;
		}
	}
	if (g_hash_table_size(host->tracees)) {
		host->command_error = g_strdup(
			"a thread of the program is blocked in the kernel, so glstep could not "
			"detach: the program will end with glstep");
		return;
	}
	if (host->root)
		g_thread_unref(g_thread_new("glstep-reap", reap, GINT_TO_POINTER(host->root)));
	host->root = 0;
	atomic_store(&host->detached, true);
	atomic_store(&host->gone, true);
}
