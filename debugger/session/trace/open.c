/* SPDX-License-Identifier: MIT */
/* A trace in place of a program: opening it, and going to one of its calls. */
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/search.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/trace/edits.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/run.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "trace/raw.h"

static void tell_missing(struct gs_session *session)
{
	struct gs_trace_missing one;
	g_mutex_lock(&session->told_lock);
	for (unsigned i = 0; gs_opened_missing(session->opened, i, &one); i++)
		gs_recording_missing_put(
			session->told_missing, one.kind, one.kind_length, one.name, one.why);
	g_mutex_unlock(&session->told_lock);
}

bool gs_session_open(struct gs_session *session, const char *path, GError **error)
{
	gs_session_begin(session);
	g_autofree char *trace = gs_trace_is_edits(path) ? gs_edits_open(session, path, error)
							 : g_strdup(path);
	struct gs_opened *opened = trace ? gs_opened_new(trace, error) : NULL;
	if (!opened)
		return false;
	struct gs_call_store *calls = gs_call_store_new(error);
	if (!calls) {
		gs_opened_free(opened);
		return false;
	}
	session->opened = opened;
	g_atomic_pointer_set(&session->calls, calls);
	bool good = gs_opened_fill(opened, calls, &session->patience, error);
	tell_missing(session);
	return good && gs_edits_opened(session, error);
}

double gs_session_open_progress(struct gs_session *session)
{
	struct gs_call_store *calls = g_atomic_pointer_get(&session->calls);
	return calls && session->opened ? gs_opened_progress(session->opened) : 1;
}

bool gs_session_is_trace(struct gs_session *session)
{
	return session->opened;
}

const char *gs_session_trace_message(struct gs_session *session)
{
	struct gs_opened_figures figures = {0};
	if (session->opened)
		gs_opened_figures(session->opened, &figures);
	return figures.message;
}

bool gs_session_trace_beginning(struct gs_session *session, uint64_t *number)
{
	struct gs_opened_figures figures = {.beginning = UINT64_MAX};
	if (session->opened)
		gs_opened_figures(session->opened, &figures);
	*number = figures.beginning;
	return figures.beginning != UINT64_MAX;
}

static bool find_origin(struct gs_session *session, struct gs_opened_figures *figures)
{
	memset(figures, 0, sizeof *figures);
	if (session->opened)
		gs_opened_figures(session->opened, figures);
	return figures->origin;
}

uint64_t gs_session_shown_frame(struct gs_session *session, uint64_t frame)
{
	struct gs_opened_figures figures;
	bool is_other = find_origin(session, &figures) && frame >= figures.frame;
	return is_other ? figures.first_frame + (frame - figures.frame) : frame;
}

bool gs_session_find_frame(struct gs_session *session, uint64_t shown, uint64_t *frame)
{
	struct gs_opened_figures figures;
	bool is_other = find_origin(session, &figures);
	*frame = is_other ? shown - figures.first_frame + figures.frame : shown;
	return !is_other || shown >= figures.first_frame;
}

char *gs_session_trace_frame(struct gs_session *session, uint64_t frame)
{
	struct gs_opened_figures figures;
	if (!find_origin(session, &figures) || frame < figures.frame)
		return NULL;
	return g_strdup_printf("frame %" G_GUINT64_FORMAT "%s%s",
		figures.first_frame + (frame - figures.frame), *figures.origin ? " of " : "",
		figures.origin);
}

uint64_t gs_session_list_position(struct gs_session *session)
{
	uint64_t number;
	bool known = session->opened && session->life == GS_LIFE_STOPPED &&
		     gs_replay_number(session, &number);
	if (!known)
		return gs_calls_count(session);
	return gs_call_store_find(session->calls, number).n;
}

/* ---- going to a call ---- */

/* Not behind the number: at the player's start, or at a call; and it leaves out nothing that is
 * needed there. Calls of several threads need not stand in the order of their numbers. */
static bool is_before(struct gs_session *session, uint64_t number)
{
	uint64_t at;
	return session->life == GS_LIFE_STOPPED && session->reason != GS_REASON_ERROR &&
	       gs_replay_is_whole(session, number) &&
	       (!gs_replay_number(session, &at) || at <= number);
}

/* The player goes to no call any more. */
static void forget_goal(struct gs_session *session)
{
	if (!gs_session_has_program(session))
		return;
	struct gs_wire_header *header = gs_host_wire(session->host);
	atomic_store(&header->player.stop_at, 0);
	atomic_store(&header->player.missed, 0);
	gs_wire_notify_program(header);
}

/* The user has enough of it while it was on its way. */
static bool was_paused(struct gs_session *session)
{
	return session->reason == GS_REASON_PAUSE && g_atomic_int_get(&session->interrupted);
}

/* By the player that waits. *there: it stands before the call, or where the user has paused it;
 * else it has ended on the way. False: error. */
static bool take_waiting(struct gs_session *session, uint64_t number, bool *there, GError **error)
{
	struct gs_stop stop = {0};
	GError *failure = NULL;
	bool good = gs_session_restart(session, &stop, &failure);
	gs_stop_clear(&stop);
	session->spare.offered = NULL;
	forget_goal(session);
	if (failure && session->life != GS_LIFE_ENDED) {
		g_propagate_error(error, failure);
		return false;
	}
	g_clear_error(&failure);
	*there = good && (session->life == GS_LIFE_OUTSIDE || was_paused(session) ||
				 is_before(session, number));
	session->spare.has_failed |= !*there;
	return true;
}

/* By the player that waits, unless that ends on the way; else by one that makes the calls which are
 * needed. */
static bool start_before(struct gs_session *session, uint64_t number, GError **error)
{
	struct gs_stop stop = {0};
	bool there = false;
	if (gs_spare_offer(session, number) && !take_waiting(session, number, &there, error))
		return false;
	if (there)
		return true;
	bool good = gs_replay_choose(session, number, error) &&
		    gs_session_restart(session, &stop, error);
	gs_stop_clear(&stop);
	return good;
}

static bool place_before(struct gs_session *session, uint64_t number, bool *anew, GError **error)
{
	struct gs_stop stop = {0};
	*anew = *anew || !is_before(session, number);
	bool good = true;
	if (!*anew && !gs_replay_is_shorter(session, number, anew, error))
		return false;
	if (*anew)
		good = start_before(session, number, error);
	else if (session->debug)
		good = gs_session_leave(session, &stop, error);
	gs_stop_clear(&stop);
	if (good && !*anew)
		session->reason = GS_REASON_CALL;
	return good;
}

/* To the next one behind it, if the player makes no call for that one. */
static bool run_to(struct gs_session *session, uint64_t number, GError **error)
{
	struct gs_wire_player *player = &gs_host_wire(session->host)->player;
	atomic_store(&player->missed, 0);
	atomic_store(&player->stop_at, number + 1);
	bool good = gs_session_run_on(session, GS_RUN_CONTINUE, 1, NULL, error);
	forget_goal(session);
	return good;
}

/* False also where it has ended without coming there. */
static bool is_at(struct gs_session *session, uint64_t number)
{
	uint64_t at;
	return session->life == GS_LIFE_STOPPED && gs_replay_number(session, &at) && at == number;
}

/* It stands at another call, since it makes none for that one. */
static bool has_passed(struct gs_session *session, uint64_t number)
{
	uint64_t at;
	return session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_CALL &&
	       gs_replay_number(session, &at) && at != number && gs_replay_is_whole(session, at);
}

/* Where a frame was asked for by its first call, its first one that is made is what was meant. */
static bool begins_frame(struct gs_session *session, uint64_t number, const struct gs_stop *stop)
{
	struct gs_wire_call call;
	struct gs_call_place place = gs_call_store_find(session->calls, number);
	return gs_call_store_get(session->calls, place, &call) && call.frame == stop->frame &&
	       gs_calls_frame_start(session->calls, place).n == place.n;
}

/* A player that has waited has ended on the way to the call: a new one may come there. */
static bool has_lost_waiting(struct gs_session *session)
{
	bool lost = session->life == GS_LIFE_ENDED && session->spare.was_taken;
	session->spare.has_failed |= lost;
	return lost;
}

/* What went wrong, and then that GL holds other things where it stands. */
static void tell_state(struct gs_session *session, GError **error)
{
	char *state = gs_replay_note(session);
	if (state && error && *error) {
		char *what = (*error)->message;
		(*error)->message = g_strdup_printf("%s; %s", what, state);
		g_free(what);
	}
	g_free(state);
}

/* anew: from the beginning, even if that is not needed. */
static bool stand_before(struct gs_session *session, uint64_t number, bool anew,
	struct gs_stop *stop, GError **error)
{
	bool was_started = session->life != GS_LIFE_NONE;
	bool keeps_edits = !session->is_edited || anew; /* `again` is to come without them */
	session->spare.was_taken = false;
	do {
		if (!place_before(session, number, &anew, error))
			return false;
		if (session->life == GS_LIFE_STOPPED && !is_at(session, number) &&
			!was_paused(session) && !run_to(session, number, error))
			return false;
	} while (session->life == GS_LIFE_ENDED &&
		 (!anew || has_lost_waiting(session) || gs_replay_has_lost_checkpoint(session)));
	char *why = gs_replay_why_left_out(session, number);
	gs_session_fill_stop(session, stop);
	if (anew && was_started && session->life == GS_LIFE_STOPPED)
		gs_spare_keep(session); /* who has gone back may do so again */
	if (has_passed(session, number) && !begins_frame(session, number, stop)) {
		g_free(stop->note);
		stop->note = g_strdup_printf(
			"the player makes no call of GL for call %" G_GUINT64_FORMAT
			"%s%s%s: this is the next one that it makes",
			number, why ? " (" : "", why ? why : "", why ? ")" : "");
	}
	g_free(why);
	if (anew && !keeps_edits && session->life == GS_LIFE_STOPPED)
		gs_session_add_note(stop,
			"the player was started anew to come here, so uniforms that were set "
			"before are lost: set them once more, or edit the calls that set them");
	return true;
}

bool gs_session_goto(
	struct gs_session *session, uint64_t number, struct gs_stop *stop, GError **error)
{
	uint64_t count = gs_calls_count(session);
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!session->opened || number >= count) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			session->opened ? "the trace has %" G_GUINT64_FORMAT
					  " calls, numbered from 0"
					: "`goto` goes to a call of a trace, and no trace is open: "
					  "`next call NAME` runs a program on",
			count);
		return false;
	}
	bool good = stand_before(session, number, false, stop, error);
	if (!good)
		tell_state(session, error);
	return good;
}

bool gs_session_return(
	struct gs_session *session, uint64_t number, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	return stand_before(session, number, true, stop, error);
}

bool gs_session_again(struct gs_session *session, struct gs_stop *stop, GError **error)
{
	uint64_t number;
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!session->opened || session->life != GS_LIFE_STOPPED ||
		!gs_replay_number(session, &number)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			session->opened
				? "no call of the trace is pending: `goto N` stands before one"
				: "`again` comes back to a call of a trace, and no trace is open");
		return false;
	}
	bool good = stand_before(session, number, true, stop, error);
	if (!good)
		tell_state(session, error);
	return good;
}
