/* SPDX-License-Identifier: MIT */
#include "debugger/session/trace/spare.h"

#include <inttypes.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/trace/indexing.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/replay.h"

enum {
	NEAR = 5000,		/* calls: it is not asked whether a new player would make fewer */
	STOP_PATIENCE_MS = 2000 /* for a thread that is about to stop to be told of */
};

/* Its place in the list is free. */
static void end_waiting(struct gs_waiting *waiting)
{
	gs_host_free(waiting->host);
	waiting->host = NULL;
}

void gs_spare_drop(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++)
		end_waiting(&spare->waiting[i]);
	gs_host_free(spare->host);
	spare->host = NULL;
	spare->offered = NULL;
}

void gs_spare_close(struct gs_session *session)
{
	gs_spare_drop(session);
	gs_replay_close_files(&session->spare.files);
	session->spare.calls = 0;
}

static bool is_any_waiting(const struct gs_spare *spare)
{
	bool any = false;
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++)
		any |= spare->waiting[i].host != NULL;
	return any;
}

void gs_spare_keep(struct gs_session *session)
{
	struct gs_launch launch = session->launch;
	launch.appends = true; /* the other one writes there, too */
	if (!session->spare.host && !is_any_waiting(&session->spare))
		session->spare.host = gs_host_new(&launch, NULL);
}

static void forget_ended(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++)
		if (spare->waiting[i].host && gs_host_is_over(spare->waiting[i].host)) {
			spare->has_failed = true;
			end_waiting(&spare->waiting[i]);
		}
	if (spare->host && gs_host_is_over(spare->host)) {
		gs_host_free(spare->host);
		spare->host = NULL;
	}
}

static struct gs_wire_player *player_of(const struct gs_waiting *waiting)
{
	return &gs_host_wire(waiting->host)->player;
}

/* Both count from 1; the second is not 0. */
static bool has_arrived(const struct gs_wire_player *player)
{
	return atomic_load(&player->number) >= atomic_load(&player->stop_at);
}

/* How many calls it still has to make, at most, to come to that one. */
static uint64_t calls_to(
	const struct gs_spare *spare, const struct gs_waiting *waiting, uint64_t number)
{
	uint64_t at = atomic_load(&player_of(waiting)->number), first = spare->plan.first;
	uint64_t from = MAX(at, first);
	return (at < first ? spare->calls : 0) + (number > from ? number - from : 0);
}

/* The one that comes to that call of that frame soonest; NULL: none does. */
static struct gs_waiting *find_nearest(struct gs_spare *spare, uint64_t frame, uint64_t number)
{
	struct gs_waiting *nearest = NULL;
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++) {
		struct gs_waiting *each = &spare->waiting[i];
		if (each->host && frame >= each->frame &&
			(!nearest ||
				calls_to(spare, each, number) < calls_to(spare, nearest, number)))
			nearest = each;
	}
	return nearest;
}

bool gs_spare_offer(struct gs_session *session, uint64_t number)
{
	struct gs_spare *spare = &session->spare;
	struct gs_needed_frame frame;
	forget_ended(session);
	if (!is_any_waiting(spare) || gs_session_breaks(session) ||
		!gs_needed_frame(session->needed, number, NULL, 0, &frame))
		return false;
	struct gs_waiting *nearest = find_nearest(spare, frame.index, number);
	if (!nearest)
		return false;
	uint64_t left = calls_to(spare, nearest, number), n;
	if (left > NEAR) {
		const uint8_t *bytes = gs_needed_for(session->needed, number, &n);
		if (gs_needed_count(bytes, n, number) < left / 2)
			return false;
	}
	gs_debug_log(GS_DEBUG_SESSION,
		"the waiting player, at call %" PRIu64 ", is taken for call %" PRIu64,
		atomic_load(&player_of(nearest)->number) - 1, number);
	spare->offered = nearest;
	spare->goal = number;
	return true;
}

struct gs_host *gs_spare_take(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	struct gs_waiting *offered = spare->offered;
	forget_ended(session);
	spare->offered = NULL;
	spare->was_taken = offered && offered->host;
	if (spare->was_taken) {
		atomic_store(&player_of(offered)->hidden, 0);
		atomic_store(&gs_host_wire(offered->host)->pause, 0);
		return g_steal_pointer(&offered->host);
	}
	return is_any_waiting(spare) ? NULL : g_steal_pointer(&spare->host);
}

/* ---- waiting ---- */

static bool write_plan(struct gs_session *session, const uint8_t *bytes, uint64_t n)
{
	struct gs_replay_files *files = &session->spare.files;
	gs_replay_open(files);
	return files->only >= 0 && gs_replay_write(session, files, bytes, n);
}

/* From a checkpoint there are few calls, but contents, and many calls without it. */
static bool is_worth_it(struct gs_session *session, uint64_t calls)
{
	struct gs_needed_given given;
	return calls >= GS_SPARE_WORTH || gs_needed_given(session->needed, &given);
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
	if (!is_worth_it(session, calls) || frame->before == UINT64_MAX)
		return false;
	bool good = write_plan(session, bytes, n);
	spare->plan = *frame;
	spare->calls = good ? calls : 0;
	spare->has_failed = false;
	return good;
}

/* Before that frame, by the plan that there is. */
static void start_waiting(
	struct gs_session *session, struct gs_waiting *waiting, const struct gs_needed_frame *frame)
{
	struct gs_spare *spare = &session->spare;
	struct gs_launch launch = session->launch;
	launch.appends = true;
	launch.argv = gs_replay_argv(session, session->launch.argv[0], &spare->files);
	launch.waits_before = frame->before + 1;
	waiting->host = gs_host_new(&launch, NULL);
	waiting->frame = frame->index;
	g_strfreev(launch.argv);
	spare->has_failed |= !waiting->host;
	gs_debug_log(GS_DEBUG_SESSION,
		"a player goes to wait at call %" PRIu64 ", which is before frame %" PRIu64,
		frame->before, frame->index);
}

/* Of no use while the session's player stands in that frame. */
static bool is_useless(struct gs_session *session, const struct gs_waiting *waiting,
	const struct gs_needed_frame *frame)
{
	uint64_t n, calls;
	if (gs_session_breaks(session) || frame->index < waiting->frame)
		return true;
	if (frame->index == waiting->frame)
		return false;
	return gs_needed_known(session->needed, frame->first, &n, &calls) &&
	       calls < calls_to(&session->spare, waiting, frame->first) / 2;
}

/* To the start of that frame, if it is not there. */
static void go_on(
	struct gs_session *session, struct gs_waiting *waiting, const struct gs_needed_frame *frame)
{
	struct gs_wire_header *header = gs_host_wire(waiting->host);
	struct gs_host_event event;
	bool stops = has_arrived(&header->player);
	if (frame->index > waiting->frame) {
		atomic_store(&header->player.stop_at, frame->before + 1);
		waiting->frame = frame->index;
	}
	/* Who has taken the pause stops, even if that has not been told yet. */
	stops |= !atomic_exchange(&header->pause, 0);
	if (has_arrived(&header->player))
		return;
	gs_host_wait(waiting->host, stops ? STOP_PATIENCE_MS : 0, &event);
	if (event.kind == GS_HOST_STOPPED && has_arrived(&header->player)) {
		gs_host_give_back(waiting->host); /* meanwhile */
	} else if (event.kind == GS_HOST_STOPPED) {
		atomic_store(&header->player.missed, 0);
		gs_host_resume(waiting->host, event.slot, GS_RESUME_EXECUTE);
	} else if (event.kind != GS_HOST_TIMEOUT) {
		session->spare.has_failed = true;
		end_waiting(waiting);
	}
}

/* The frame before that one, where the plan comes to it; else the first of the plan. */
static struct gs_needed_frame find_earlier(
	struct gs_session *session, const struct gs_needed_frame *frame)
{
	const struct gs_needed_frame *first = &session->spare.plan;
	struct gs_needed_frame earlier;
	bool is_there = frame->index > first->index + 1 &&
			gs_needed_frame(session->needed, frame->before, NULL, 0, &earlier);
	return is_there ? earlier : *first;
}

/* Those that are of no use end; of others, the further one is the first. */
static void sort_out(struct gs_session *session, const struct gs_needed_frame *frame)
{
	struct gs_waiting *waiting = session->spare.waiting;
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++)
		if (waiting[i].host && is_useless(session, &waiting[i], frame))
			end_waiting(&waiting[i]);
	if (waiting[0].host)
		return;
	waiting[0] = waiting[1];
	waiting[1].host = NULL;
}

void gs_spare_follow(struct gs_session *session)
{
	struct gs_spare *spare = &session->spare;
	struct gs_needed_frame frames[GS_SPARES_WAITING];
	uint64_t number;
	if (!session->needed || session->files.only < 0 || session->life != GS_LIFE_STOPPED ||
		!gs_replay_number(session, &number) ||
		!gs_needed_frame(session->needed, number, NULL, 0, &frames[0]))
		return;
	gs_indexing_follow(session, number);
	forget_ended(session);
	sort_out(session, &frames[0]);
	if (!is_any_waiting(spare)) {
		if (gs_session_breaks(session) || !make_plan(session, number, &frames[0]))
			return;
		gs_spare_drop(session);
	}
	bool starts = frames[0].first - spare->plan.first <= spare->calls;
	if (frames[0].index == spare->plan.index)
		frames[0] = spare->plan;
	frames[1] = find_earlier(session, &frames[0]);
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++)
		if (spare->waiting[i].host)
			go_on(session, &spare->waiting[i], &frames[i]);
		else if (starts && !spare->has_failed)
			start_waiting(session, &spare->waiting[i], &frames[i]);
}

void gs_spare_hold(struct gs_session *session)
{
	for (unsigned i = 0; i < GS_SPARES_WAITING; i++) {
		struct gs_waiting *each = &session->spare.waiting[i];
		if (each->host && !has_arrived(player_of(each)))
			gs_host_pause_at_call(each->host);
	}
}
