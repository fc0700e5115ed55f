/* SPDX-License-Identifier: MIT */
#include "debugger/session/spare.h"

#include <inttypes.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/private.h"
#include "debugger/session/replay.h"

enum {
	NEAR = 5000,		/* calls: it is not asked whether a new player would make fewer */
	STOP_PATIENCE_MS = 2000 /* for a thread that is about to stop to be told of */
};

void gs_spare_drop(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	gs_host_free(spare->host);
	spare->host = NULL;
	spare->is_waiting = spare->is_offered = false;
}

void gs_spare_close(struct gs_session *session)
{
	gs_spare_drop(session);
	if (session->spare.only >= 0)
		close(session->spare.only);
	session->spare.only = -1;
	session->spare.calls = 0;
}

void gs_spare_keep(struct gs_session *session)
{
	struct gs_launch launch = session->launch;
	launch.appends = true; /* the other one writes there, too */
	if (!session->spare.host)
		session->spare.host = gs_host_new(&launch, NULL);
}

static void forget_ended(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	if (!spare->host || !gs_host_is_over(spare->host))
		return;
	spare->has_failed |= spare->is_waiting;
	gs_spare_drop(session);
}

static struct gs_wire_player *player_of(const struct gs_spare *spare)
{
	return &gs_host_wire(spare->host)->player;
}

/* Both count from 1; the second is not 0. */
static bool has_arrived(const struct gs_wire_player *player)
{
	return atomic_load(&player->number) >= atomic_load(&player->stop_at);
}

/* How many calls the waiting one still has to make, at most, to come to that one. */
static uint64_t calls_to(const struct gs_spare *spare, uint64_t number)
{
	uint64_t at = atomic_load(&player_of(spare)->number), first = spare->plan.first;
	uint64_t from = MAX(at, first);
	return (at < first ? spare->calls : 0) + (number > from ? number - from : 0);
}

bool gs_spare_offer(struct gs_session *session, uint64_t number)
{
	struct gs_spare *spare = &session->spare;
	struct gs_needed_frame frame;
	forget_ended(session);
	if (!spare->is_waiting || gs_session_breaks(session) ||
		!gs_needed_frame(session->needed, number, NULL, 0, &frame) ||
		frame.index < spare->frame)
		return false;
	uint64_t left = calls_to(spare, number), n;
	if (left > NEAR) {
		const uint8_t *bytes = gs_needed_for(session->needed, number, &n);
		if (gs_needed_count(bytes, n, number) < left / 2)
			return false;
	}
	gs_debug_log(GS_DEBUG_SESSION,
		"the waiting player, at call %" PRIu64 ", is taken for call %" PRIu64,
		atomic_load(&player_of(spare)->number) - 1, number);
	spare->is_offered = true;
	spare->goal = number;
	return true;
}

struct gs_host *gs_spare_take(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	forget_ended(session);
	spare->was_taken = spare->is_waiting && spare->is_offered;
	if (spare->is_waiting && !spare->is_offered)
		return NULL;
	if (spare->is_waiting) {
		atomic_store(&player_of(spare)->hidden, 0);
		atomic_store(&gs_host_wire(spare->host)->pause, 0);
	}
	spare->is_waiting = spare->is_offered = false;
	return g_steal_pointer(&spare->host);
}

/* ---- waiting ---- */

static bool write_plan(struct gs_spare *spare, const uint8_t *bytes, uint64_t n)
{
	gs_replay_open(&spare->only);
	return spare->only >= 0 && gs_replay_write(spare->only, bytes, n);
}

/* A plan for the frame of that call: what is known of it, or the last one, if it plays few calls
 * more than it. *frame: the frame, and how to come to it by that plan. False: there is none, or it
 * is not worth it. */
static bool make_plan(struct gs_session *session, uint64_t number, struct gs_needed_frame *frame)
{
	struct gs_spare *spare = &session->spare;
	uint64_t n, calls;
	const uint8_t *bytes = gs_needed_known(session->needed, number, &n, &calls);
	if (!gs_needed_frame(session->needed, number, bytes, n, frame))
		return false;
	bool is_there = spare->calls && spare->plan.index == frame->index;
	if (is_there)
		*frame = spare->plan;
	if (is_there || !bytes)
		return spare->calls && !spare->has_failed && spare->plan.index <= frame->index &&
		       frame->first - spare->plan.first <= spare->calls;
	if (calls < GS_SPARE_WORTH || frame->before == UINT64_MAX)
		return false;
	bool good = write_plan(spare, bytes, n);
	spare->plan = *frame;
	spare->calls = good ? calls : 0;
	spare->has_failed = false;
	return good;
}

static void start_waiting(struct gs_session *session, uint64_t number)
{
	struct gs_spare *spare = &session->spare;
	struct gs_launch launch = session->launch;
	struct gs_needed_frame frame;
	if (gs_session_breaks(session) || !make_plan(session, number, &frame))
		return;
	gs_spare_drop(session);
	launch.appends = true;
	launch.argv = gs_replay_argv(session, session->launch.argv[0], spare->only);
	launch.waits_before = frame.before + 1;
	spare->host = gs_host_new(&launch, NULL);
	g_strfreev(launch.argv);
	spare->is_waiting = spare->host;
	spare->has_failed = !spare->host;
	spare->frame = frame.index;
	gs_debug_log(GS_DEBUG_SESSION,
		"a player goes to wait at call %" PRIu64 ", which is before frame %" PRIu64,
		frame.before, frame.index);
}

/* Of no use while the session's player stands in that frame. */
static bool is_useless(struct gs_session *session, const struct gs_needed_frame *frame)
{
	const struct gs_spare *spare = &session->spare;
	uint64_t n, calls;
	if (gs_session_breaks(session) || frame->index < spare->frame)
		return true;
	if (frame->index == spare->frame)
		return false;
	return gs_needed_known(session->needed, frame->first, &n, &calls) &&
	       calls < calls_to(spare, frame->first) / 2;
}

/* To the start of that frame, if it is not there. */
static void go_on(struct gs_session *session, const struct gs_needed_frame *frame)
{
	struct gs_spare *spare = &session->spare;
	struct gs_wire_header *header = gs_host_wire(spare->host);
	struct gs_host_event event;
	bool stops = has_arrived(&header->player);
	if (frame->index > spare->frame) {
		atomic_store(&header->player.stop_at, frame->before + 1);
		spare->frame = frame->index;
	}
	/* Who has taken the pause stops, even if that has not been told yet. */
	stops |= !atomic_exchange(&header->pause, 0);
	if (has_arrived(&header->player))
		return;
	gs_host_wait(spare->host, stops ? STOP_PATIENCE_MS : 0, &event);
	if (event.kind == GS_HOST_STOPPED && has_arrived(&header->player)) {
		gs_host_give_back(spare->host); /* meanwhile */
	} else if (event.kind == GS_HOST_STOPPED) {
		atomic_store(&header->player.missed, 0);
		gs_host_resume(spare->host, event.slot, GS_RESUME_EXECUTE);
	} else if (event.kind != GS_HOST_TIMEOUT) {
		spare->has_failed = true;
		gs_spare_drop(session);
	}
}

void gs_spare_follow(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	struct gs_needed_frame frame;
	uint64_t number;
	if (!session->needed || session->only < 0 || session->life != GS_LIFE_STOPPED ||
		!gs_replay_number(session, &number) ||
		!gs_needed_frame(session->needed, number, NULL, 0, &frame))
		return;
	forget_ended(session);
	if (spare->is_waiting && is_useless(session, &frame))
		gs_spare_drop(session);
	if (spare->is_waiting)
		go_on(session, &frame);
	else
		start_waiting(session, number);
}

void gs_spare_hold(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	if (spare->is_waiting && !has_arrived(player_of(spare)))
		gs_host_pause_at_call(spare->host);
}
