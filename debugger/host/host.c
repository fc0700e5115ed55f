/* SPDX-License-Identifier: MIT */
/* The functions of host.h: what the session's thread does. Everything about ptrace is on the host
 * thread. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/host/private.h"

enum {
	SPIN_SESSION = 50, /* microseconds to look for an answer before sleeping: a stop takes 10 */
	GRACE = 1000000,   /* for a wrapper script to end after the debuggee, at gs_host_free */
};

/* ---- waiting ---- */

static gint64 deadline_of(int timeout_ms)
{
	return timeout_ms < 0 ? -1 : g_get_monotonic_time() + (gint64)timeout_ms * 1000;
}

static bool has_passed(gint64 deadline)
{
	return deadline >= 0 && g_get_monotonic_time() >= deadline;
}

/* For something from the host thread; may come back without. */
static void wait_for_thread(struct gs_host *host, uint32_t seen, gint64 deadline)
{
	if (gs_host_spinner_tries(&host->session_spinner)) {
		gint64 end = g_get_monotonic_time() + SPIN_SESSION;
		do {
			for (unsigned i = 0; i < 64; i++)
				if (gs_host_notifier_look(&host->to_session) != seen) {
					gs_host_spinner_had(&host->session_spinner, true);
					return;
				}
		} while (g_get_monotonic_time() < end);
		gs_host_spinner_had(&host->session_spinner, false);
	}
	gs_host_notifier_wait(&host->to_session, seen, deadline);
}

/* ---- events ---- */

void gs_host_wait(struct gs_host *host, int timeout_ms, struct gs_host_event *event)
{
	gint64 deadline = deadline_of(timeout_ms);
	for (;;) {
		uint32_t seen = gs_host_notifier_look(&host->to_session);
		bool gone = atomic_load(&host->gone);
		if (gs_host_take_event(host, event)) {
			host->reported = *event;
			return;
		}
		if (gone) {
			*event = host->end; /* told again to those who ask again */
			return;
		}
		memset(event, 0, sizeof *event);
		event->kind = GS_HOST_INTERRUPTED;
		if (atomic_exchange(&host->interrupted, false))
			return;
		event->kind = GS_HOST_REFUSED;
		uint32_t refusals = atomic_load(&host_header(host)->unstoppable);
		if (atomic_exchange(&host->refusals, refusals) != refusals)
			return;
		event->kind = GS_HOST_TIMEOUT;
		if (has_passed(deadline))
			return;
		wait_for_thread(host, seen, deadline);
	}
}

void gs_host_give_back(struct gs_host *host)
{
	if (!atomic_load(&host->gone))
		gs_host_return_event(host, &host->reported);
}

void gs_host_interrupt(struct gs_host *host)
{
	atomic_store(&host->interrupted, true);
	gs_host_notifier_wake(&host->to_session);
}

void gs_host_look_again(struct gs_host *host)
{
	gs_host_notifier_wake(&host->to_session);
}

void gs_host_forget_interrupt(struct gs_host *host)
{
	atomic_store(&host->interrupted, false);
}

/* ---- commands ---- */

static void wait_until(struct gs_host *host, _Atomic uint32_t *count, uint32_t value)
{
	for (;;) {
		uint32_t seen = gs_host_notifier_look(&host->to_session);
		if (atomic_load(count) == value)
			return;
		wait_for_thread(host, seen, -1);
	}
}

static void post_command(struct gs_host *host, const struct command *command)
{
	wait_until(host, &host->taken, atomic_load(&host->posted));
	host->command = *command;
	atomic_fetch_add(&host->posted, 1);
	gs_host_thread_wake(host);
}

static bool do_command(struct gs_host *host, const struct command *command)
{
	post_command(host, command);
	wait_until(host, &host->done, atomic_load(&host->posted));
	return host->command_good;
}

/* Nobody waits any more for what the slot is serving. False: it has just been served. */
static bool abandon(struct gs_host *host, unsigned slot)
{
	int busy = SLOT_BUSY;
	return atomic_compare_exchange_strong(&host->slot_state[slot], &busy, SLOT_ABANDONED);
}

static bool refuse_request(struct gs_host *host, GError **error, bool over, bool interrupted)
{
	if (over && atomic_load(&host->n_fatal))
		g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
			"the program has received a fatal signal meanwhile: continue to see which");
	else if (over)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
			"the program has ended meanwhile: restart it");
	else if (interrupted)
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
			"Interrupted: the program is still in the driver.");
	else
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
			"the driver did not return in time: wait longer, pause the program or kill "
			"it");
	return false;
}

/* How long an answer is waited for. */
struct limits {
	gint64 deadline;
	bool can_return; /* the request is not abandoned then */
	bool (*gives_up)(gpointer data);
	gpointer data;
};

/* True: the answer is there. */
static bool wait_for_answer(
	struct gs_host *host, unsigned slot, const struct limits *limits, GError **error)
{
	for (;;) {
		uint32_t seen = gs_host_notifier_look(&host->to_session);
		int state = atomic_load(&host->slot_state[slot]);
		if (state == SLOT_STOPPED)
			return true;
		bool over = state == SLOT_FREE || atomic_load(&host->gone) ||
			    atomic_load(&host->n_fatal);
		/* not taken: who waits for another answer is interrupted, too */
		bool interrupted = !over && atomic_load(&host->interrupted);
		interrupted |= !over && limits->gives_up && limits->gives_up(limits->data);
		if (over || interrupted || has_passed(limits->deadline)) {
			bool abandons = over || !limits->can_return;
			if (state == SLOT_BUSY && abandons && !abandon(host, slot))
				continue;
			return refuse_request(host, error, over, interrupted);
		}
		wait_for_thread(host, seen, limits->deadline);
	}
}

static enum gs_error error_of(uint32_t status)
{
	static const enum gs_error codes[] = {
		[GS_STATUS_NO_DRAW] = GS_ERROR_NO_DRAW,
		[GS_STATUS_NO_SHADER] = GS_ERROR_NO_SHADER,
		[GS_STATUS_NO_SOURCE] = GS_ERROR_NO_SOURCE,
		[GS_STATUS_NOT_GLSL] = GS_ERROR_NOT_GLSL,
		[GS_STATUS_UNSUPPORTED] = GS_ERROR_UNSUPPORTED,
		[GS_STATUS_DRIVER_REFUSED] = GS_ERROR_DRIVER_REFUSED,
		[GS_STATUS_NOT_COVERED] = GS_ERROR_NOT_COVERED,
		[GS_STATUS_USAGE] = GS_ERROR_USAGE,
		[GS_STATUS_INTERNAL] = GS_ERROR_INTERNAL,
	};
	return status < G_N_ELEMENTS(codes) ? codes[status] : GS_ERROR_INTERNAL;
}

static bool check_answer(const struct gs_wire_answer *answer, GError **error)
{
	if (answer->status == GS_STATUS_OK && answer->bulk_size <= GS_WIRE_BULK_SIZE)
		return true;
	char *raw = g_strndup(answer->error, sizeof answer->error);
	char *text = g_utf8_make_valid(raw, -1);
	g_set_error_literal(error, GS_ERROR, error_of(answer->status),
		answer->status == GS_STATUS_OK
			? "the program's answer is malformed: its memory may be damaged"
		: *text ? text
			: "the request failed; no reason was reported");
	g_free(text);
	g_free(raw);
	return false;
}

bool gs_host_begin_request(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, GError **error)
{
	struct command command = {
		.kind = COMMAND_REQUEST, .slot = slot, .request = kind, .bulk_size = bulk_size};
	if (number)
		memcpy(command.number, number, sizeof command.number);
	if (slot >= GS_WIRE_SLOTS || kind == GS_REQUEST_RESUME || bulk_size > GS_WIRE_BULK_SIZE) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "there is no such request");
		return false;
	}
	if (atomic_load(&host->slot_state[slot]) != SLOT_STOPPED) {
		if (atomic_load(&host->gone) || atomic_load(&host->end_posted))
			return refuse_request(host, error, true, false);
		g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
			"the program is not stopped at a GL call: step to one first");
		return false;
	}
	atomic_store(&host->slot_state[slot], SLOT_BUSY);
	post_command(host, &command);
	return true;
}

bool gs_host_is_served(struct gs_host *host, unsigned slot)
{
	return atomic_load(&host->slot_state[slot]) != SLOT_BUSY || atomic_load(&host->gone) ||
	       atomic_load(&host->n_fatal);
}

bool gs_host_end_request(struct gs_host *host, unsigned slot, int timeout_ms,
	bool (*gives_up)(gpointer data), gpointer data, GError **error)
{
	const struct limits limits = {deadline_of(timeout_ms), true, gives_up, data};
	return wait_for_answer(host, slot, &limits, error) &&
	       check_answer(&host_slot(host, slot)->answer, error);
}

static bool ask(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, int timeout_ms, GError **error)
{
	const struct limits limits = {.deadline = deadline_of(timeout_ms)};
	return gs_host_begin_request(host, slot, kind, number, bulk_size, error) &&
	       wait_for_answer(host, slot, &limits, error) &&
	       check_answer(&host_slot(host, slot)->answer, error);
}

bool gs_host_request(struct gs_host *host, unsigned slot, enum gs_wire_request_kind kind,
	const uint64_t number[6], uint64_t bulk_size, int timeout_ms, GError **error)
{
	if (!gs_debug_log_wants(GS_DEBUG_WIRE))
		return ask(host, slot, kind, number, bulk_size, timeout_ms, error);
	GError *failure = NULL;
	gint64 begun = g_get_monotonic_time();
	bool good = ask(host, slot, kind, number, bulk_size, timeout_ms, &failure);
	gs_debug_log(GS_DEBUG_WIRE,
		"request %d in slot %u, %" G_GUINT64_FORMAT " bytes: %s, %" G_GUINT64_FORMAT
		" bytes, %.3f ms",
		kind, slot, bulk_size, good ? "answered" : failure->message,
		good ? host_slot(host, slot)->answer.bulk_size : 0,
		(double)(g_get_monotonic_time() - begun) / 1000);
	if (failure)
		g_propagate_error(error, failure);
	return good;
}

void gs_host_resume(struct gs_host *host, unsigned slot, enum gs_wire_resume how)
{
	struct command command = {.kind = COMMAND_RESUME, .slot = slot, .number = {how}};
	enum gs_host_event_kind kind = host->reported.kind;

	if (atomic_load(&host->gone))
		return;
	if (kind == GS_HOST_SIGNAL || kind == GS_HOST_OUTSIDE)
		command.tid = host->reported.tid;
	memset(&host->reported, 0, sizeof host->reported);
	gs_debug_log(GS_DEBUG_HOST, "resumes the thread in slot %u%s", slot,
		how == GS_RESUME_SKIP ? ", skips its call" : "");
	gs_wire_notify_program(host_header(host));
	post_command(host, &command);
}

void gs_host_pause_at_call(struct gs_host *host)
{
	atomic_store(&host_header(host)->pause, 1);
	gs_wire_notify_program(host_header(host));
}

void gs_host_pause(struct gs_host *host, int patience_ms)
{
	gint64 deadline = deadline_of(MAX(patience_ms, 0));
	struct command command = {.kind = COMMAND_INTERRUPT};

	if (atomic_load(&host->gone) || atomic_load(&host->n_events))
		return;
	gs_debug_log(GS_DEBUG_HOST, "pauses at the next call");
	gs_host_pause_at_call(host);
	for (;;) {
		uint32_t seen = gs_host_notifier_look(&host->to_session);
		if (atomic_load(&host->gone) || atomic_load(&host->n_events))
			return;
		if (has_passed(deadline))
			break;
		wait_for_thread(host, seen, deadline);
	}
	gs_debug_log(GS_DEBUG_HOST, "no call came within %d ms: interrupts a thread", patience_ms);
	do_command(host, &command);
}

void gs_host_kill(struct gs_host *host)
{
	struct command command = {.kind = COMMAND_KILL};
	if (atomic_load(&host->gone))
		return;
	gs_debug_log(GS_DEBUG_HOST, "kills the program");
	do_command(host, &command);
}

bool gs_host_detach(struct gs_host *host, GError **error)
{
	struct command command = {.kind = COMMAND_DETACH};
	if (atomic_load(&host->gone)) {
		g_set_error(
			error, GS_ERROR, GS_ERROR_NO_PROGRAM, "there is no program to detach from");
		return false;
	}
	gs_debug_log(GS_DEBUG_HOST, "detaches");
	if (do_command(host, &command))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT, "%s", host->command_error);
	return false;
}

void gs_host_on_thread(struct gs_host *host, pid_t tid,
	void (*function)(struct tracee *tracee, gpointer data), gpointer data)
{
	struct command command = {
		.kind = COMMAND_TRACEE, .tid = tid, .function = function, .data = data};
	if (atomic_load(&host->gone))
		function(NULL, data);
	else
		do_command(host, &command);
}

/* ---- shared memory ---- */

struct gs_wire_header *gs_host_wire(struct gs_host *host)
{
	return host_header(host);
}

struct gs_wire_slot *gs_host_slot(struct gs_host *host, unsigned slot)
{
	return host_slot(host, slot < GS_WIRE_SLOTS ? slot : 0);
}

void *gs_host_bulk(struct gs_host *host)
{
	return gs_wire_bulk(host->wire);
}

/* ---- birth and end ---- */

/* The thread's first command is the launch itself. */
static bool run_thread(struct gs_host *host)
{
	gs_host_thread_prepare();
	atomic_store(&host->posted, 1);
	host->thread = g_thread_new("glstep-host", gs_host_thread_main, host);
	wait_until(host, &host->done, 1);
	return host->command_good;
}

struct gs_host *gs_host_new(const struct gs_launch *launch, GError **error)
{
	struct gs_host *host = g_new0(struct gs_host, 1);
	host->wire_fd = host->preload_fd = host->clock_fd = -1;
	g_mutex_init(&host->lock);
	gs_host_log_init(host);
	g_queue_init(&host->events);
	host->tracees = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
	if (!gs_host_setup_launch(host, launch, error))
		goto fail;
	if (!run_thread(host)) {
		g_set_error_literal(error, GS_ERROR, GS_ERROR_CANNOT_START, host->command_error);
		goto fail;
	}
	g_clear_pointer(&host->setup, gs_host_setup_free);
	gs_host_log_start(host);
	return host;
fail:
	gs_host_free(host);
	return NULL;
}

bool gs_host_is_over(struct gs_host *host)
{
	return atomic_load(&host->gone);
}

bool gs_host_has_ended(struct gs_host *host)
{
	return atomic_load(&host->end_posted);
}

static void end_thread(struct gs_host *host)
{
	struct command quit = {.kind = COMMAND_QUIT};
	gint64 deadline = g_get_monotonic_time() + GRACE;

	while (atomic_load(&host->end_posted) && !atomic_load(&host->gone) &&
		!has_passed(deadline)) {
		uint32_t seen = gs_host_notifier_look(&host->to_session);
		if (!atomic_load(&host->gone))
			gs_host_notifier_wait(&host->to_session, seen, deadline);
	}
	/* what outlives the debuggee would do so without us */
	bool outlived = atomic_load(&host->end_posted) && !atomic_load(&host->gone) &&
			!host->killing;
	if (outlived)
		gs_host_detach(host, NULL);
	if (host->root)
		gs_host_kill(host);
	post_command(host, &quit);
	g_thread_join(host->thread);
}

void gs_host_free(struct gs_host *host)
{
	if (!host)
		return;
	if (host->thread)
		end_thread(host);
	gs_host_log_stop(host);
	gs_host_setup_free(host->setup);
	if (host->wire)
		munmap(host->wire, GS_WIRE_SIZE);
	if (host->wire_fd >= 0)
		close(host->wire_fd);
	if (host->preload_fd >= 0)
		close(host->preload_fd);
	if (host->clock_fd >= 0)
		close(host->clock_fd);
	g_hash_table_destroy(host->tracees);
	g_queue_clear_full(&host->events, g_free);
	g_free(host->command_error);
	for (unsigned i = 0; i < N_HIDDEN; i++)
		g_free(host->hidden[i]);
	g_free(host->preloads);
	g_free(host->wire_name);
	g_mutex_clear(&host->lock);
	gs_host_log_finish(host);
	g_free(host);
}
