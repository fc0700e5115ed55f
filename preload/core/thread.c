/* SPDX-License-Identifier: MIT */
/* Slots of the header, one for each thread that calls GL. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

HIDDEN __thread struct gs_thread gs_self __attribute__((tls_model("initial-exec")));

HIDDEN _Atomic uint32_t gs_threads_so_far;

static pthread_key_t at_exit;
static pthread_once_t at_exit_once = PTHREAD_ONCE_INIT;

static void let_go(void *data)
{
	struct gs_thread *thread = data;
	if (thread->slot && gs_role == GS_ROLE_OWNER)
		atomic_store(&thread->slot->tid, 0);
	thread->slot = NULL;
	gs_core_handlers.thread_ended(thread);
	gs_context_forget(thread);
}

static void make_key(void)
{
	if (pthread_key_create(&at_exit, let_go))
		at_exit = (pthread_key_t)-1;
}

/* Drained: its last records still count as the dead thread's, so an undrained ring is taken only
 * when nothing else is left. */
static bool is_drained(struct gs_wire_slot *slot)
{
	return atomic_load(&slot->ring_head) == atomic_load(&slot->ring_tail);
}

static bool take(struct gs_thread *thread, unsigned i, bool drained)
{
	struct gs_wire_slot *slot = &gs_wire->slots[i];
	uint32_t none = 0;
	if (atomic_load(&slot->tid) || (drained && !is_drained(slot)))
		return false;
	if (!atomic_compare_exchange_strong(&slot->tid, &none, (uint32_t)thread->tid))
		return false;
	thread->slot = slot;
	thread->slot_number = i;
	memset(&thread->ring_base, 0, sizeof thread->ring_base);
	thread->ring_end = 0;
	atomic_fetch_add(&gs_threads_so_far, 1);
	return true;
}

/* Threads that ended without running their destructors. */
static void reap(void)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		uint32_t tid = atomic_load(&gs_wire->slots[i].tid);
		if (tid && syscall(SYS_tgkill, getpid(), tid, 0) < 0 && errno == ESRCH)
			atomic_compare_exchange_strong(&gs_wire->slots[i].tid, &tid, 0);
	}
}

static bool take_any(struct gs_thread *thread, bool drained)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++)
		if (take(thread, i, drained))
			return true;
	return false;
}

bool gs_thread_attach(struct gs_thread *thread)
{
	if (thread->slot)
		return true;
	if (!thread->tid)
		thread->tid = (pid_t)syscall(SYS_gettid);
	if (!take_any(thread, true)) {
		reap();
		if (!take_any(thread, true) && !take_any(thread, false)) {
			gs_note("more threads call GL than glstep can follow: the calls of some "
				"threads are not seen");
			return false;
		}
	}
	pthread_once(&at_exit_once, make_key);
	if (at_exit != (pthread_key_t)-1)
		pthread_setspecific(at_exit, thread);
	return true;
}
