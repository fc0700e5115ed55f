/* SPDX-License-Identifier: MIT */
/* What each stop means, and what is done then. All on the host thread. */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/host/private.h"

/* ---- tracees ---- */

struct tracee *gs_host_find_tracee(struct gs_host *host, pid_t tid)
{
	if (!host->last || host->last->tid != tid) {
		struct tracee *found = g_hash_table_lookup(host->tracees, GINT_TO_POINTER(tid));
		if (!found)
			return NULL;
		host->last = found;
	}
	return host->last;
}

struct tracee *gs_host_add_tracee(struct gs_host *host, pid_t tid, pid_t tgid)
{
	struct tracee *tracee = g_new0(struct tracee, 1);
	tracee->tid = tid;
	tracee->tgid = tgid;
	tracee->slot = -1;
	g_hash_table_insert(host->tracees, GINT_TO_POINTER(tid), tracee);
	return tracee;
}

static void remove_tracee(struct gs_host *host, struct tracee *tracee)
{
	if (tracee->hold != HOLD_NONE)
		gs_host_clock_release(host, tracee);
	if (tracee->hold == HOLD_SIGNAL)
		atomic_fetch_sub(&host->n_fatal, 1);
	if (host->last == tracee)
		host->last = NULL;
	if (host->pausing == tracee->tid)
		host->pausing = 0;
	g_hash_table_remove(host->tracees, GINT_TO_POINTER(tracee->tid));
}

void gs_host_tracee_continue(struct tracee *tracee, int signal)
{
	tracee->hold = HOLD_NONE;
	tracee->listening = false;
	/* fails only if it was killed meanwhile: its end follows */
	ptrace(PTRACE_CONT, tracee->tid, 0, (long)signal);
}

/* ---- classifying ---- */

/* The slot of a thread of the debuggee; -1: it has none. */
static int find_slot(struct gs_host *host, struct tracee *tracee)
{
	uint32_t tid = (uint32_t)tracee->tid;
	int slot = tracee->slot;
	if (slot < 0 || atomic_load(&host_slot(host, (unsigned)slot)->tid) != tid) {
		for (slot = 0; slot < GS_WIRE_SLOTS; slot++)
			if (atomic_load(&host_slot(host, (unsigned)slot)->tid) == tid)
				break;
		if (slot == GS_WIRE_SLOTS)
			return -1;
		tracee->slot = slot;
	}
	return slot;
}

/* Likewise, if it is about to stop there. */
static int open_slot(struct gs_host *host, struct tracee *tracee)
{
	int slot = find_slot(host, tracee);
	return slot >= 0 && slot_is_open(host_slot(host, (unsigned)slot)) ? slot : -1;
}

/* Where the program has used up its RLIMIT_SIGPENDING, the kernel keeps no record of who sent a
 * signal. */
static bool is_own_signal(const siginfo_t *info, pid_t pid)
{
	bool lost = info->si_code == SI_USER && info->si_pid == 0 && info->si_uid == 0;
	return lost || (info->si_code == SI_TKILL && info->si_pid == pid);
}

/* Has the wrapper sent itself this SIGSTOP? wire/wire.h, "How a thread stops". */
static bool is_wire_stop(struct gs_host *host, struct tracee *tracee, unsigned *slot)
{
	siginfo_t info;
	if (tracee->tgid != host_owner(host))
		return false;
	int found = open_slot(host, tracee);
	if (found < 0 || ptrace(PTRACE_GETSIGINFO, tracee->tid, 0, &info) < 0)
		return false;
	*slot = (unsigned)found;
	return is_own_signal(&info, tracee->tgid);
}

static bool stops_process(int signal)
{
	return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

static enum tracee_stop_kind classify_signal(struct gs_host *host, struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	if (tracee_stop->signal == SIGSTOP && is_wire_stop(host, tracee, &tracee_stop->slot))
		return TRACEE_WIRE;
	if (gs_host_passes_fault(host, tracee, tracee_stop->signal) ||
		gs_host_hears_plea(host, tracee, tracee_stop->signal))
		return TRACEE_OURS;
	if (tracee->tgid == host_owner(host) &&
		gs_host_proc_signal_is_fatal(host, tracee->tid, tracee_stop->signal))
		return TRACEE_FATAL;
	return TRACEE_SIGNAL;
}

static enum tracee_stop_kind classify_event(
	struct gs_host *host, struct tracee_stop *tracee_stop, int event)
{
	switch (event) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		ptrace(PTRACE_GETEVENTMSG, tracee_stop->tracee->tid, 0, &tracee_stop->message);
		return TRACEE_NEW_TASK;
	case PTRACE_EVENT_EXEC:
		return TRACEE_EXEC;
	default: /* PTRACE_EVENT_STOP */
		return stops_process(tracee_stop->signal) ? TRACEE_GROUP_STOP : TRACEE_TRAP;
	}
}

static void look_at_namespace(struct gs_host *host, const struct tracee *tracee)
{
	if (tracee->tid == tracee->tgid && !gs_host_proc_in_our_namespace(tracee->tgid))
		gs_host_hide(host, HIDDEN_NAMESPACE, "a process of it");
}

void gs_host_classify(struct gs_host *host, pid_t tid, int status, struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = gs_host_find_tracee(host, tid);
	*tracee_stop = (struct tracee_stop){.status = status};

	if (!WIFSTOPPED(status)) {
		tracee_stop->kind = TRACEE_GONE;
		tracee_stop->tracee = tracee; /* NULL: forgotten at an exec */
		return;
	}
	/* its first stop may come before its parent's event */
	if (!tracee)
		tracee = gs_host_add_tracee(host, tid, 0);
	if (!tracee->tgid) {
		tracee->tgid = gs_host_proc_tgid(tid);
		look_at_namespace(host, tracee);
	}
	tracee_stop->tracee = tracee;
	tracee_stop->signal = WSTOPSIG(status);
	tracee_stop->kind = status >> 16 ? classify_event(host, tracee_stop, status >> 16)
					 : classify_signal(host, tracee_stop);
}

/* ---- the debuggee ---- */

/* Another process may take its place. */
static void release_owner(struct gs_host *host)
{
	struct gs_wire_header *header = host_header(host);
	gs_host_log_reset_slots(host);
	atomic_store(&host->calls_before, atomic_load(&header->calls));
	atomic_fetch_add(&host->debuggee, 1);
	if (host->each_process)
		atomic_store(&header->first_stop, 1);
	atomic_store(&header->stall_lock_tid, 0);
	host->has_drawn |= atomic_exchange(&header->owner_drew, 0) != 0;
	atomic_store(&header->owner_pid, 0);
	host->handled_until = 0;
	gs_host_notifier_wake(
		&host->to_session); /* it may wait for an answer that nobody will give now */
}

static bool others_live(struct gs_host *host, pid_t pid)
{
	GHashTableIter iter;
	gpointer value;
	g_hash_table_iter_init(&iter, host->tracees);
	while (g_hash_table_iter_next(&iter, NULL, &value))
		if (((struct tracee *)value)->tgid != pid)
			return true;
	return false;
}

static void post_end(struct gs_host *host, pid_t pid, int status, bool called_gl)
{
	struct gs_host_event event = {
		.kind = GS_HOST_EXITED, .pid = pid, .tid = pid, .called_gl = called_gl};
	if (WIFSIGNALED(status)) {
		event.kind = GS_HOST_KILLED;
		event.signal = WTERMSIG(status);
	} else {
		event.status = WEXITSTATUS(status);
	}
	host->end_posted = true;
	gs_host_log_drain(host);
	gs_host_post_event(host, &event);
}

/* Whether the program goes on without the debuggee that has just ended, one that had drawn or not.
 */
static bool goes_on(struct gs_host *host, pid_t pid, bool drew)
{
	bool waits = host->each_process && !host->root_ended;
	return (waits || !drew) && others_live(host, pid) && !host->killing;
}

static void note_owner_end(struct gs_host *host, pid_t pid, int status)
{
	bool drew = atomic_load(&host_header(host)->owner_drew);
	if (!host->killing)
		gs_host_log_all_unfinished(host);
	host->had_owner = true;
	host->owner_status = status;
	if (goes_on(host, pid, drew))
		release_owner(host);
	else
		post_end(host, pid, host->each_process ? host->root_status : status, true);
}

static void note_process_end(struct gs_host *host, pid_t pid, int status)
{
	gs_host_drop_events(host, pid, 0);
	if (pid == host->root) {
		host->root_status = status;
		host->root_ended = true;
	}
	if (host->end_posted)
		return;
	if (pid == host_owner(host))
		note_owner_end(host, pid, status);
	else if (host->each_process && host->root_ended && host->has_drawn && !host_owner(host))
		post_end(host, pid, host->root_status, true);
}

void gs_host_tree_ended(struct gs_host *host)
{
	g_hash_table_remove_all(host->tracees);
	host->last = NULL;
	atomic_store(&host->n_fatal, 0);
	if (!host->end_posted && !atomic_load(&host->detached))
		post_end(host, host->root,
			host->had_owner && !host->each_process ? host->owner_status
							       : host->root_status,
			host->had_owner);
	atomic_store(&host->gone, true);
	gs_host_notifier_wake(&host->to_session);
}

/* A thread that ended in the middle of something leaves its slot behind. */
static void free_slot(struct gs_host *host, struct tracee *tracee)
{
	if (tracee->slot < 0 || tracee->tgid != host_owner(host))
		return;
	struct gs_wire_slot *slot = host_slot(host, (unsigned)tracee->slot);
	uint32_t tid = (uint32_t)tracee->tid;
	if (atomic_load(&slot->tid) != tid)
		return;
	gs_host_log_drain(host); /* while the slot still says whose the records are */
	if (!host->killing)
		gs_host_log_unfinished(host, (unsigned)tracee->slot, 0);
	atomic_store(&slot->request.sequence, atomic_load(&slot->stop_sequence));
	atomic_store(&host->slot_state[tracee->slot], SLOT_FREE);
	atomic_compare_exchange_strong(&slot->tid, &tid, 0);
	if (atomic_load(&host_header(host)->stall_lock_tid) == (uint32_t)tracee->tid)
		atomic_store(&host_header(host)->stall_lock_tid,
			0); /* those at the door look now and then */
	gs_host_notifier_wake(&host->to_session);
}

void gs_host_note_gone(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	if (!tracee)
		return;
	pid_t tid = tracee->tid;
	bool is_process = tracee->tgid == tid || tid == host->root || tid == host_owner(host);
	gs_host_drop_events(host, 0, tid);
	free_slot(host, tracee);
	remove_tracee(host, tracee);
	if (is_process)
		note_process_end(host, tid, tracee_stop->status);
}

static void look_at_privileges(struct gs_host *host, const struct tracee *tracee)
{
	g_autofree char *path = gs_host_proc_lost_privileges(tracee->tgid);
	if (path)
		gs_host_hide(host, HIDDEN_UNPRIVILEGED, path);
}

void gs_host_note_exec(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	GHashTableIter iter;
	gpointer value;

	gs_host_drop_events(host, tracee->tgid, 0);
	look_at_namespace(host, tracee);
	look_at_privileges(host, tracee);
	gs_host_look_at_image(host, tracee->tgid);
	if (tracee->hold == HOLD_SIGNAL)
		atomic_fetch_sub(&host->n_fatal, 1);
	gs_host_clock_release(host, NULL);
	tracee->hold = HOLD_NONE;
	tracee->slot = -1;
	host->last = NULL;
	g_hash_table_iter_init(&iter, host->tracees);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		struct tracee *other = value;
		if (other == tracee || other->tgid != tracee->tgid)
			continue;
		if (other->hold == HOLD_SIGNAL)
			atomic_fetch_sub(&host->n_fatal, 1);
		g_hash_table_iter_remove(&iter);
	}
	if (host->pausing && !gs_host_find_tracee(host, host->pausing))
		host->pausing = 0;
	if (tracee->tgid == host_owner(host))
		release_owner(host);
}

/* ---- dispatch ---- */

void gs_host_serve(struct gs_host *host, struct tracee *tracee, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size)
{
	struct gs_wire_request *request = &host_slot(host, (unsigned)tracee->slot)->request;
	request->kind = kind;
	for (unsigned i = 0; i < 6; i++)
		request->number[i] = number ? number[i] : 0;
	request->bulk_size = bulk_size;
	atomic_store(&request->sequence,
		atomic_load(&host_slot(host, (unsigned)tracee->slot)->stop_sequence));
	gs_host_tracee_continue(tracee, 0);
}

static void dispatch_wire(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	uint32_t reason = host_slot(host, tracee_stop->slot)->reason;
	int busy = SLOT_BUSY;

	gs_host_clock_hold(host);
	tracee->hold = HOLD_LOOP;
	tracee->slot = (int)tracee_stop->slot;
	atomic_store(&host->memory_pid, tracee->tgid);
	atomic_store(&host_header(host)->pause, 0); /* this stop is as good */
	if (reason != GS_REASON_ANSWER)
		atomic_store(&host->slot_state[tracee_stop->slot], SLOT_STOPPED);
	else if (atomic_compare_exchange_strong(
			 &host->slot_state[tracee_stop->slot], &busy, SLOT_STOPPED)) {
		gs_host_notifier_wake(&host->to_session);
		return;
	}
	atomic_store(&host->slot_state[tracee_stop->slot], SLOT_STOPPED);
	struct gs_host_event event = {.kind = GS_HOST_STOPPED,
		.pid = tracee->tgid,
		.tid = tracee->tid,
		.slot = tracee_stop->slot,
		.called_gl = true};
	gs_host_post_event(host, &event);
}

static void dispatch_fatal(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	struct gs_host_event event = {.kind = GS_HOST_SIGNAL,
		.pid = tracee->tgid,
		.tid = tracee->tid,
		.signal = tracee_stop->signal,
		.called_gl = true};
	int slot = find_slot(host, tracee);
	if (slot >= 0)
		gs_host_log_unfinished(host, (unsigned)slot, tracee->tgid);
	gs_host_clock_hold(host);
	tracee->hold = HOLD_SIGNAL;
	tracee->signal = tracee_stop->signal;
	atomic_fetch_add(&host->n_fatal, 1);
	gs_host_post_event(host, &event);
}

/* Our interrupt has stopped it - or a call has come first, and nobody needs to be told. */
static bool take_pause(struct gs_host *host, struct tracee *tracee)
{
	if (host->pausing != tracee->tid)
		return false;
	host->pausing = 0;
	if (gs_host_has_unread_stop(host))
		return false;
	pid_t owner = host_owner(host);
	struct gs_host_event event = {.kind = GS_HOST_OUTSIDE,
		.pid = tracee->tgid,
		.tid = tracee->tid,
		.called_gl = owner != 0};
	gs_host_clock_hold(host);
	tracee->hold = HOLD_OUTSIDE;
	atomic_store(&host_header(host)->pause, 0);
	gs_host_post_event(host, &event);
	return true;
}

void gs_host_let_go(struct gs_host *host, struct tracee *tracee, int signal)
{
	ptrace(PTRACE_DETACH, tracee->tid, 0, (long)signal);
	if (host->last == tracee)
		host->last = NULL;
	g_hash_table_remove(host->tracees, GINT_TO_POINTER(tracee->tid));
}

static pid_t process_of(const struct tracee *tracee)
{
	return tracee->tgid ? tracee->tgid : tracee->tid;
}

/* Of a process that has left the program's session, as daemons do. It outlives the program without
 * glstep, too; what is debugged is ended wherever it runs. */
static bool is_daemon(struct gs_host *host, const struct tracee *tracee)
{
	pid_t pid = process_of(tracee);
	pid_t session = getsid(pid), owner = host_owner(host);
	if (session < 0 || pid == host->root || pid == owner)
		return false;
	return session != getsid(0) && session != getsid(host->root) &&
	       (!owner || session != getsid(owner));
}

void gs_host_kill_all(struct gs_host *host)
{
	GList *all = g_hash_table_get_values(host->tracees);
	host->killing = true;
	for (GList *l = all; l; l = l->next) {
		struct tracee *tracee = l->data;
		if (!is_daemon(host, tracee))
			kill(process_of(tracee), SIGKILL);
		else if (tracee->hold != HOLD_NONE)
			gs_host_let_go(host, tracee, 0);
		else
			ptrace(PTRACE_INTERRUPT, tracee->tid, 0, 0);
	}
	g_list_free(all);
}

/* Nothing is kept any more: what still stops is on its way out, or is let go. */
static void dispatch_killing(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;
	if (tracee_stop->kind == TRACEE_NEW_TASK &&
		!gs_host_find_tracee(host, (pid_t)tracee_stop->message))
		gs_host_add_tracee(host, (pid_t)tracee_stop->message, 0);
	if (is_daemon(host, tracee)) {
		gs_host_let_go(
			host, tracee, tracee_stop->kind == TRACEE_SIGNAL ? tracee_stop->signal : 0);
		return;
	}
	kill(process_of(tracee), SIGKILL);
	gs_host_tracee_continue(tracee, 0);
}

static void log_stop(const struct tracee_stop *stop)
{
	static const char *const names[] = {"ended", "made thread or process", "executes a file",
		"stopped by job control", "trapped", "stopped in its wrapper",
		"gets a signal that ends it", "gets a signal for glstep", "gets signal"};
	if (!gs_debug_log_wants(GS_DEBUG_HOST) || !stop->tracee)
		return;
	gs_debug_log(GS_DEBUG_HOST, "thread %d of %d: %s %lu", stop->tracee->tid,
		stop->tracee->tgid, names[stop->kind],
		stop->kind == TRACEE_NEW_TASK ? stop->message : (unsigned long)stop->signal);
}

void gs_host_dispatch(struct gs_host *host, const struct tracee_stop *tracee_stop)
{
	struct tracee *tracee = tracee_stop->tracee;

	log_stop(tracee_stop);

	if (tracee_stop->kind == TRACEE_GONE) {
		gs_host_note_gone(host, tracee_stop);
		return;
	}
	if (host->killing) {
		dispatch_killing(host, tracee_stop);
		return;
	}
	switch (tracee_stop->kind) {
	case TRACEE_GONE:
		break;
	case TRACEE_NEW_TASK:
		if (!gs_host_find_tracee(host, (pid_t)tracee_stop->message))
			gs_host_add_tracee(host, (pid_t)tracee_stop->message, 0);
		gs_host_tracee_continue(tracee, 0);
		break;
	case TRACEE_EXEC:
		gs_host_note_exec(host, tracee_stop);
		gs_host_tracee_continue(tracee, 0);
		break;
	case TRACEE_GROUP_STOP:
		tracee->listening = true;
		if (!take_pause(host, tracee))
			ptrace(PTRACE_LISTEN, tracee->tid, 0, 0);
		break;
	case TRACEE_TRAP:
		if (!tracee->listening)
			gs_host_make_call_again(tracee);
		tracee->listening = false;
		if (!take_pause(host, tracee))
			gs_host_tracee_continue(tracee, 0);
		break;
	case TRACEE_WIRE:
		dispatch_wire(host, tracee_stop);
		break;
	case TRACEE_FATAL:
		dispatch_fatal(host, tracee_stop);
		break;
	case TRACEE_OURS:
		gs_host_tracee_continue(tracee, 0);
		break;
	case TRACEE_SIGNAL:
		gs_host_tracee_continue(tracee, tracee_stop->signal);
		break;
	}
	/* whichever stop comes first takes the interrupt along */
	if (host->pausing == tracee->tid && tracee->hold == HOLD_NONE)
		ptrace(PTRACE_INTERRUPT, tracee->tid, 0, 0);
}
