/* SPDX-License-Identifier: MIT */
/* The event loop of a stopped thread; how it stops is told in wire/wire.h. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "preload/core/core.h"

/* All but those that an instruction raises: blocked, they would end the program although it handles
 * them. */
static void block_signals(sigset_t *old)
{
	static const int synchronous[] = {
		SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
	sigset_t all;
	sigfillset(&all);
	for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++)
		sigdelset(&all, synchronous[i]);
	pthread_sigmask(SIG_BLOCK, &all, old);
}

void gs_undisturbed_begin(struct gs_undisturbed *before)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before->cancel_state);
	block_signals(&before->signals);
}

void gs_undisturbed_end(const struct gs_undisturbed *before)
{
	pthread_setcancelstate(before->cancel_state, NULL);
	pthread_sigmask(SIG_SETMASK, &before->signals, NULL); /* a handler may jump */
}

/* SIGCONT can undo one; a seccomp filter may only say that the signal is sent. */
enum { MOST_ATTEMPTS = 100 };

/* A seccomp filter of the program's. It runs on, and the debugger, which waits for it, is told. */
static void give_up_stopping(struct gs_thread *thread)
{
	thread->unstoppable = true;
	atomic_fetch_add(&gs_wire->unstoppable, 1);
	gs_log_wake();
}

/* The kernel throws a pending SIGCONT away when a SIGSTOP comes. It is pending only where the
 * program blocks it: others are not asked, as a seccomp filter may end the program for it. */
static bool has_pending_continue(const struct gs_undisturbed *before)
{
	sigset_t pending;
	return sigismember(&before->signals, SIGCONT) == 1 && sigpending(&pending) == 0 &&
	       sigismember(&pending, SIGCONT) == 1;
}

static bool send_stop(struct gs_thread *thread, unsigned *attempts)
{
	return ++*attempts <= MOST_ATTEMPTS &&
	       syscall(SYS_tgkill, getpid(), thread->tid, SIGSTOP) == 0;
}

/* Stops until the debugger has written a request. False: it has detached, or the thread cannot
 * stop. */
static bool stop(struct gs_thread *thread, const struct gs_undisturbed *before)
{
	struct gs_wire_slot *slot = thread->slot;
	uint64_t sequence = atomic_load(&slot->stop_sequence) + 1;
	unsigned attempts = 0;
	atomic_store(&slot->stop_sequence, sequence);
	while (atomic_load_explicit(&slot->request.sequence, memory_order_acquire) != sequence) {
		bool attached = atomic_load(&gs_wire->attached);
		thread->owes_continue |= has_pending_continue(before);
		if (attached && send_stop(thread, &attempts))
			continue;
		if (attached && gs_process_is_owner()) /* not a copy that was forked meanwhile */
			give_up_stopping(thread);
		atomic_store(&slot->stop_sequence, atomic_load(&slot->request.sequence));
		return false;
	}
	atomic_store(&slot->served_sequence, sequence);
	return true;
}

static enum gs_wire_resume serve_until_resumed(
	struct gs_thread *thread, const struct gs_undisturbed *before)
{
	struct gs_wire_slot *slot = thread->slot;
	while (stop(thread, before)) {
		struct gs_wire_request *request = &slot->request;
		if (request->kind == GS_REQUEST_RESUME)
			return request->number[0] == GS_RESUME_SKIP ? GS_RESUME_SKIP
								    : GS_RESUME_EXECUTE;
		memset(&slot->answer, 0, offsetof(struct gs_wire_answer, error) + 1);
		gs_core_handlers.thread_asked(thread, request, &slot->answer);
		slot->reason = GS_REASON_ANSWER;
	}
	return GS_RESUME_EXECUTE;
}

static uint32_t goes_into_list(struct gs_thread *thread, enum gs_wire_reason reason)
{
	const struct gs_context *context = gs_context_current(thread);
	bool is_pending = reason != GS_REASON_ERROR && thread->call;
	if (!context || !is_pending ||
		!(gs_data_flags(thread->call->function) & GS_FUNCTION_LISTED))
		return 0;
	return context->list_mode;
}

static void tell_frame(struct gs_thread *thread, enum gs_wire_reason reason)
{
	const struct gs_wire_call *call = reason == GS_REASON_ERROR ? NULL : thread->call;
	struct gs_wire_slot *slot = thread->slot;
	slot->ends_frame = call ? gs_frame_end(thread, call->function) : GS_FRAME_GOES_ON;
	slot->drawable = gs_frame_whose(
		slot->ends_frame ? gs_frame_drawable(thread, call) : thread->drawable);
}

enum gs_wire_resume gs_loop(struct gs_thread *thread, enum gs_wire_reason reason)
{
	struct gs_undisturbed before;
	if (!gs_process_is_owner())
		return GS_RESUME_EXECUTE;
	gs_undisturbed_begin(&before);
	struct gs_wire_slot *slot = thread->slot; /* a forked copy has none */
	slot->reason = reason;
	slot->list_mode = goes_into_list(thread, reason);
	tell_frame(thread, reason);
	gs_core_handlers.thread_stopped();
	enum gs_wire_resume how = serve_until_resumed(thread, &before);
	gs_bulk_leave(thread);
	gs_stall_lock_release(thread);
	gs_core_handlers.thread_resumed();
	slot->reason = GS_REASON_NONE;
	if (thread->owes_continue)
		kill(getpid(), SIGCONT); /* still blocked: pending again, as it was */
	thread->owes_continue = false;
	gs_undisturbed_end(&before);
	return how;
}

void gs_loop_frame(struct gs_thread *thread, uint64_t call)
{
	struct gs_undisturbed before;
	gs_undisturbed_begin(&before);
	gs_core_handlers.frame_began(thread, call);
	gs_undisturbed_end(&before);
}

static void futex(int operation, uint32_t value, const struct timespec *timeout)
{
	syscall(SYS_futex, &gs_wire->stall_lock_tid, operation, value, timeout, NULL, 0);
}

bool gs_stall_lock_take(struct gs_thread *thread)
{
	uint32_t none = 0;
	if (!atomic_compare_exchange_strong(&gs_wire->stall_lock_tid, &none, (uint32_t)thread->tid))
		return true;
	gs_fast_path_disable_all();
	return false;
}

void gs_stall_lock_release(struct gs_thread *thread)
{
	uint32_t own = (uint32_t)thread->tid;
	if (!own || !atomic_compare_exchange_strong(&gs_wire->stall_lock_tid, &own, 0))
		return;
	gs_fast_path_disable_all();
	futex(FUTEX_WAKE, INT32_MAX, NULL);
}

/* The thread waits here by itself, without a stop: it gets its signals, and needs nobody to wake
 * it. */
bool gs_stall_lock_wait(struct gs_thread *thread)
{
	const struct timespec while_ = {0, 100000000};
	for (bool waited = false;; waited = true) {
		uint32_t tid = atomic_load_explicit(&gs_wire->stall_lock_tid, memory_order_relaxed);
		if (!tid || tid == (uint32_t)thread->tid || !atomic_load(&gs_wire->attached))
			return waited;
		futex(FUTEX_WAIT, tid, &while_);
	}
}
