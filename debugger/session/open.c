/* SPDX-License-Identifier: MIT */
/* A trace in place of a program: opening it, and going to one of its calls. */
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/replay.h"
#include "debugger/session/run.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

bool gs_session_open(struct gs_session *session, const char *path, GError **error)
{
	gs_session_begin(session);
	struct gs_opened *opened = gs_opened_new(path, error);
	if (!opened)
		return false;
	struct gs_call_store *calls = gs_call_store_new(error);
	if (!calls) {
		gs_opened_free(opened);
		return false;
	}
	session->opened = opened;
	g_atomic_pointer_set(&session->calls, calls);
	return gs_opened_fill(opened, calls, &session->patience, error);
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

/* The player executes each call of such a function once, and makes none of its own. */
static bool is_exact(unsigned function, bool draws_only)
{
	static const char *const not [] = {"glGet", "glIs", "glX", "egl", "glEnable", "glDisable",
		"glDebugMessage", "glStringMarker", "glFrameTerminator", "glMap", "glUnmap",
		"glFlush", "glFinish", "glClientWait"};
	if (function >= GS_N_FUNCTIONS)
		return false;
	if (draws_only)
		return gs_data_flags(function) & (GS_FUNCTION_DRAWS | GS_FUNCTION_SWAPS);
	for (size_t i = 0; i < G_N_ELEMENTS(not ); i++)
		if (g_str_has_prefix(gs_data_name(function), not [i]))
			return false;
	return true;
}

struct leap {
	unsigned function;
	uint64_t count; /* 0: there is nothing to leap to */
};

/* To the last call of an exact function behind place `from`, up to place `to`. */
static struct leap find_leap(
	struct gs_session *session, uint64_t from, uint64_t to, bool draws_only)
{
	enum { TAGS = 4096 };
	uint16_t tags[TAGS];
	uint64_t counts[GS_WIRE_FUNCTIONS] = {0};
	struct leap leap = {0};
	for (uint64_t at = from + 1; at <= to;) {
		size_t n = gs_call_store_tags(session->calls, (struct gs_call_place){at}, tags,
			(size_t)MIN(TAGS, to - at + 1));
		if (!n)
			break;
		for (size_t i = 0; i < n; i++) {
			unsigned function = tags[i] & GS_CALL_TAG_FUNCTION;
			counts[function]++;
			if (is_exact(function, draws_only))
				leap.function = function;
		}
		at += n;
	}
	leap.count = counts[leap.function];
	return is_exact(leap.function, draws_only) ? leap : (struct leap){0};
}

enum arrival { ARRIVED, PASSED, STOPPED_BEFORE, FAILED };

static enum arrival where_now(struct gs_session *session, uint64_t number, uint64_t *at)
{
	if (session->life != GS_LIFE_STOPPED || session->reason != GS_REASON_CALL ||
		!gs_replay_number(session, at))
		return STOPPED_BEFORE;
	return *at == number ? ARRIVED : *at > number ? PASSED : STOPPED_BEFORE;
}

static enum arrival go(
	struct gs_session *session, uint64_t number, bool draws_only, uint64_t at, GError **error)
{
	const uint64_t to = gs_call_store_find(session->calls, number).n;
	enum arrival arrival = where_now(session, number, &at);
	bool leaps = true;
	while (arrival == STOPPED_BEFORE) {
		struct leap leap = {0};
		if (leaps)
			leap = find_leap(
				session, gs_call_store_find(session->calls, at).n, to, draws_only);
		leaps = leap.count > 0;
		if (!gs_session_run_on(session, leaps ? GS_RUN_NAMED : GS_RUN_STEP,
			    leaps ? leap.count : 1, leaps ? gs_data_name(leap.function) : NULL,
			    error) ||
			!gs_replay_settle(session, error))
			return FAILED;
		if (session->life != GS_LIFE_STOPPED || session->reason != GS_REASON_CALL)
			break;
		arrival = where_now(session, number, &at);
	}
	return arrival;
}

/* Before the number: at its start if it has passed it, or has not been started. */
static bool place_before(
	struct gs_session *session, uint64_t number, bool again, uint64_t *at, GError **error)
{
	struct gs_stop stop = {0};
	bool before = !again && session->life == GS_LIFE_STOPPED &&
		      session->reason != GS_REASON_ERROR && gs_replay_number(session, at) &&
		      *at <= number;
	if (before && session->debug && !gs_session_leave(session, &stop, error))
		return false;
	gs_stop_clear(&stop);
	if (before) {
		session->reason = GS_REASON_CALL;
		return true;
	}
	bool good = gs_session_restart(session, &stop, error);
	gs_stop_clear(&stop);
	if (good && session->life == GS_LIFE_STOPPED)
		gs_replay_number(session, at);
	return good;
}

bool gs_session_goto(
	struct gs_session *session, uint64_t number, struct gs_stop *stop, GError **error)
{
	uint64_t at = 0, count = gs_calls_count(session);
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
	enum arrival arrival = PASSED;
	for (unsigned attempt = 0; attempt < 2 && arrival == PASSED; attempt++) {
		if (!place_before(session, number, attempt, &at, error))
			return false;
		arrival = go(session, number, attempt, at, error);
	}
	if (arrival == FAILED)
		return false;
	gs_session_fill_stop(session, stop);
	if (arrival == PASSED) {
		g_free(stop->note);
		stop->note = g_strdup_printf("the player does not execute call %" G_GUINT64_FORMAT
					     ": this is the next one that it does",
			number);
	}
	return true;
}
