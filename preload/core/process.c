/* SPDX-License-Identifier: MIT */
/* Whether this process is run under glstep, and whether it is the one that is debugged. */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "preload/core/core.h"

static pid_t own_pid;
static _Atomic bool is_checked; /* this process can be stopped */

/* For a process that is not the debuggee. */
static void say(const char *text)
{
	if (!gs_wire->unreachable[0])
		gs_text_join(gs_wire->unreachable, sizeof gs_wire->unreachable, text, NULL);
}

/* Where it is not, its process numbers are not the debugger's, and no stop could be told from a
 * foreign one. The debugger sees that too. */
static bool is_in_namespace(void)
{
	struct stat st;
	return gs_wire->pid_namespace == (stat("/proc/self/ns/pid", &st) == 0 ? st.st_ino : 0);
}

/* The debugger of this run traces us: a stop would not be for good. */
static bool is_traced(void)
{
	return gs_wire->tracer && gs_process_tracer() == (long)gs_wire->tracer;
}

/* Its last part begins at the result, which lies in path; NULL: the kernel does not say. */
static const char *executable(char path[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
	if (n <= 0)
		return NULL;
	path[n] = '\0';
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* The pattern may name the whole path or its last part. */
static bool executable_matches(const char *pattern)
{
	char path[PATH_MAX];
	if (!pattern[0])
		return true;
	const char *last = executable(path);
	return last && (fnmatch(pattern, path, 0) == 0 || fnmatch(pattern, last, 0) == 0);
}

/* Once a process: it calls GL, but another one is the debuggee. */
static void tell_of_another(void)
{
	static _Atomic bool told;
	char path[PATH_MAX];
	if (atomic_exchange(&told, true))
		return;
	const char *name = executable(path);
	uint32_t i = name ? atomic_fetch_add(&gs_wire->n_others, 1) : GS_WIRE_OTHERS;
	if (i < GS_WIRE_OTHERS)
		gs_text_join(gs_wire->others[i], GS_WIRE_OTHER_SIZE, name, NULL);
}

/* ---- forked children ---- */

/* In any forked copy of this process it is 0, however that was made; NULL: the kernel cannot do
 * that. */
static _Atomic uint32_t *is_original;

static void watch_forks(void)
{
	void *page = mmap(NULL, GS_FAST_PATH_SIZE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return;
	if (madvise(page, GS_FAST_PATH_SIZE, MADV_WIPEONFORK) == 0)
		is_original = page;
	else
		munmap(page, GS_FAST_PATH_SIZE);
	if (is_original)
		atomic_store(is_original, 1);
}

/* A forked child of the debuggee lets go of everything; one of a mere candidate is a candidate
 * itself. */
static void become_child(void)
{
	own_pid = getpid();
	if (is_original)
		atomic_store(is_original, 1);
	is_checked = false;
	if (gs_role != GS_ROLE_OWNER)
		return;
	gs_role = GS_ROLE_NONE;
	mmap(gs_fast_path, sizeof gs_fast_path, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	gs_wire_part();
	gs_self.slot = NULL;
	gs_self.tid = 0;
}

void gs_process_check_fork(void)
{
	if (is_original && !atomic_load_explicit(is_original, memory_order_relaxed)) {
		int error_number = errno;
		become_child();
		errno = error_number;
	}
}

bool gs_process_is_owner(void)
{
	if (getpid() == own_pid)
		return true;
	become_child();
	return false;
}

bool gs_process_is_filtered(void)
{
	return prctl(PR_GET_SECCOMP) != 0;
}

/* ---- the debuggee ---- */

/* What an earlier debuggee, or this one before its exec, has left behind. */
static void reset_slots(void)
{
	for (unsigned i = 0; i < GS_WIRE_SLOTS; i++) {
		struct gs_wire_slot *slot = &gs_wire->slots[i];
		atomic_store(&slot->tid, 0);
		slot->reason = GS_REASON_NONE;
		atomic_store(&slot->stop_sequence, atomic_load(&slot->request.sequence));
	}
	atomic_store(&gs_wire->stall_lock_tid, 0);
}

static bool share_straight(void)
{
	void *shared = (void *)gs_wire_fast_path(gs_wire);
	memset(shared, 0, GS_FAST_PATH_SIZE);
	/* With an old size of 0, mremap maps the same shared pages a second time. */
	return mremap(shared, 0, GS_FAST_PATH_SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, gs_fast_path) !=
	       MAP_FAILED;
}

/* A forked candidate may be in another namespace, or not traced (CLONE_UNTRACED). It is looked at
 * now, not when it was forked, since it may not call GL at all: that needs files, which a sandbox
 * may forbid. */
static bool check_child(void)
{
	if (!is_checked && !(is_in_namespace() && is_traced()))
		gs_role = GS_ROLE_NONE;
	is_checked = true;
	return gs_role != GS_ROLE_NONE;
}

/* Other threads may make their first call at the same moment: they wait until the stop before the
 * first call is over, since the debugger says there what becomes of all calls. gs_loop releases. */
static void hold_others(struct gs_thread *thread)
{
	thread->tid = (pid_t)syscall(SYS_gettid);
	atomic_store(&gs_wire->stall_lock_tid, (uint32_t)thread->tid);
}

bool gs_process_claim(struct gs_thread *thread)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	if (gs_role != GS_ROLE_CANDIDATE || !atomic_load(&gs_wire->attached))
		return gs_role == GS_ROLE_OWNER;
	uint32_t owner = atomic_load_explicit(&gs_wire->owner_pid, memory_order_relaxed);
	if (owner != 0 && owner != (uint32_t)own_pid) {
		tell_of_another();
		if (atomic_load(&gs_wire->whole_processes))
			gs_role = GS_ROLE_NONE;
		return false;
	}
	pthread_mutex_lock(&lock);
	if (!check_child()) {
		pthread_mutex_unlock(&lock);
		return false;
	}
	uint32_t none = 0;
	if (gs_role == GS_ROLE_CANDIDATE &&
		(atomic_compare_exchange_strong(&gs_wire->owner_pid, &none, (uint32_t)own_pid) ||
			none == (uint32_t)own_pid)) {
		reset_slots();
		if (atomic_load(&gs_wire->first_stop))
			hold_others(thread);
		gs_copy_tell();
		gs_role = GS_ROLE_OWNER;
		gs_note_first();
		if (!share_straight())
			gs_note("the kernel cannot map memory twice: pausing works only while "
				"calls are logged");
		gs_fast_path_disable_all();
	}
	pthread_mutex_unlock(&lock);
	return gs_role == GS_ROLE_OWNER;
}

void gs_process_tell_lacking(const char *name)
{
	char text[400];
	if (gs_role == GS_ROLE_NONE)
		return;
	gs_text_join(text, sizeof text, "it calls ", name,
		", which no library in it has: the call was left out; link it with the library "
		"that has it",
		NULL);
	if (gs_role == GS_ROLE_OWNER)
		gs_note(text);
	else
		say(text);
}

bool gs_process_begin(void)
{
	const char *name = getenv(GS_WIRE_ENV);
	gs_real_init();
	own_pid = getpid();
	bool found = name && gs_wire_open(name);
	if (found && executable_matches(gs_wire->follow) && is_in_namespace() && is_traced()) {
		gs_role = GS_ROLE_CANDIDATE;
		is_checked = true;
		watch_forks();
		gs_library_init();
		pthread_atfork(NULL, NULL, become_child);
	} else if (found) {
		gs_wire_close();
	}
	return gs_role == GS_ROLE_CANDIDATE;
}

/* A process that has GL loaded, and yet has never come to a wrapper: whoever waits for its first
 * call is told why there was none. */
__attribute__((destructor)) static void end(void)
{
	int saved = errno;
	const char *why = NULL;
	if (gs_role == GS_ROLE_CANDIDATE && getpid() == own_pid &&
		!atomic_load(&gs_wire->owner_pid))
		why = gs_real_unreachable();
	if (why)
		say(why);
	errno = saved;
}
