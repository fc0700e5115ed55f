/* SPDX-License-Identifier: MIT */
/*
 * The player's calls are told apart by what comes before them: a marker, then perhaps questions of
 * the player's own, then the trace's call. What has no marker (calls of the window system, those
 * between glBegin and glEnd) is found by its name among the trace's calls that follow.
 */
#include "debugger/session/replay.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"
#include "debugger/session/wait.h"
#include "wire/memory.h"

enum {
	THIRD_PARTY = 0x8249, /* GL_DEBUG_SOURCE_THIRD_PARTY */
	MARKER = 0x8268,      /* GL_DEBUG_TYPE_MARKER */
	MOST_SINCE = 1 << 20, /* calls between two markers */
	AHEAD = 4096,	      /* calls that are looked at for one without a marker */
	IDS_AHEAD = 64,
};

struct since {
	uint64_t index; /* the player's */
	uint32_t function;
};

struct gs_replay_position {
	bool has_marker;
	uint64_t marker, marker_index;
	GArray *since; /* struct since: executed calls after the marker */
};

/* ---- the player ---- */

static const char *player_of(struct gs_session *session)
{
	struct gs_opened_figures figures;
	gs_opened_figures(session->opened, &figures);
	return figures.is_egl ? "eglretrace" : "glretrace";
}

static void forget(struct gs_session *session)
{
	g_mutex_lock(&session->replay_lock);
	if (!session->replay) {
		session->replay = g_new0(struct gs_replay_position, 1);
		session->replay->since = g_array_new(FALSE, FALSE, sizeof(struct since));
	}
	session->replay->has_marker = false;
	session->replay->marker = 0;
	g_array_set_size(session->replay->since, 0);
	g_mutex_unlock(&session->replay_lock);
}

bool gs_replay_prepare(struct gs_session *session, GError **error)
{
	const char *player = player_of(session);
	char *path = g_find_program_in_path(player);
	if (!path) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"%s, which plays a trace, is not installed: install the package apitrace; "
			"the list of calls can be looked at without it",
			player);
		return false;
	}
	char *argv[] = {path, "-b", "--markers", (char *)gs_opened_path(session->opened), NULL};
	g_strfreev(session->launch.argv);
	session->launch.argv = g_strdupv(argv);
	g_free(path);
	forget(session);
	return true;
}

void gs_replay_free(struct gs_session *session)
{
	if (session->replay)
		g_array_free(session->replay->since, TRUE);
	g_clear_pointer(&session->replay, g_free);
	gs_opened_free(g_steal_pointer(&session->opened));
	g_mutex_clear(&session->replay_lock);
}

/* ---- what it has done ---- */

static bool is_message(uint32_t function)
{
	return function == GS_FN_glDebugMessageInsert ||
	       function == GS_FN_glDebugMessageInsertKHR ||
	       function == GS_FN_glDebugMessageInsertARB;
}

/* The number at the beginning of the message's text. */
static bool read_marker(const struct gs_record *record, uint64_t *number)
{
	const struct gs_wire_call *call = &record->call;
	const uint8_t *at = record->memory, *bytes;
	const uint8_t *end = at ? at + record->memory_size : NULL;
	struct gs_wire_memory entry;
	if (!is_message(call->function) || call->args[0] != THIRD_PARTY ||
		call->args[1] != MARKER || !at)
		return false;
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at))) {
		uint64_t n = 0, i = 0;
		if (entry.kind != GS_WIRE_TEXT)
			continue;
		for (; i < entry.size && i < 18 && g_ascii_isdigit(bytes[i]); i++)
			n = 10 * n + (bytes[i] - '0');
		*number = n;
		return i > 0 && i < entry.size && bytes[i] == ' ';
	}
	return false;
}

/* The function of the trace's call at a place; GS_WIRE_FUNCTIONS: there is none. */
static uint32_t function_at(struct gs_session *session, uint64_t place)
{
	uint16_t tag;
	size_t n = gs_call_store_tags(session->calls, (struct gs_call_place){place}, &tag, 1);
	return n ? tag & GS_CALL_TAG_FUNCTION : GS_WIRE_FUNCTIONS;
}

/* A message of the trace's own comes after its marker. */
static bool is_of_trace(struct gs_session *session, const struct gs_replay_position *p)
{
	return p->has_marker && !p->since->len &&
	       is_message(function_at(session, gs_call_store_find(session->calls, p->marker).n));
}

void gs_replay_note_calls(struct gs_session *session, const struct gs_record *records, size_t n)
{
	g_mutex_lock(&session->replay_lock);
	struct gs_replay_position *p = session->replay;
	for (size_t i = 0; i < n; i++) {
		const struct gs_record *record = &records[i];
		uint64_t number;
		if (read_marker(record, &number) && !is_of_trace(session, p)) {
			p->has_marker = true;
			p->marker = number;
			p->marker_index = record->call.index;
			g_array_set_size(p->since, 0);
			continue;
		}
		const struct since since = {record->call.index, record->call.function};
		if (p->since->len < MOST_SINCE)
			g_array_append_val(p->since, since);
	}
	g_mutex_unlock(&session->replay_lock);
}

/* ---- which call of the trace that is ---- */

/* Where the trace is while the player's calls are gone through. */
struct walk {
	struct gs_session *session;
	uint64_t place; /* of the next call that has not been met */
	bool fresh;	/* it is the marker's, which comes next */
	bool in_block;
};

static bool is_window_system(const char *name)
{
	return g_str_has_prefix(name, "glX") || g_str_has_prefix(name, "egl");
}

/* The player makes contexts in its own way. */
static bool are_alike(uint32_t theirs, uint32_t ours)
{
	static const char *const words[] = {"CreateContext", "CreateNewContext", "CurrentDC",
		"MakeCurrent", "MakeContextCurrent"};
	if (theirs == ours)
		return true;
	if (theirs >= GS_N_FUNCTIONS || ours >= GS_N_FUNCTIONS)
		return false;
	if (gs_data_flags(theirs) & gs_data_flags(ours) & GS_FUNCTION_SWAPS)
		return true;
	const char *a = gs_data_name(theirs), *b = gs_data_name(ours);
	if (!is_window_system(a) || !is_window_system(b))
		return false;
	bool make[2] = {false, false}, create[2] = {false, false};
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		bool creates = i < 2;
		(creates ? create : make)[0] |= strstr(a, words[i]) != NULL;
		(creates ? create : make)[1] |= strstr(b, words[i]) != NULL;
	}
	return (make[0] && make[1]) || (create[0] && create[1]);
}

/* The player leaves out most questions. */
static bool is_question(const char *name)
{
	return g_str_has_prefix(name, "glGet") || g_str_has_prefix(name, "glIs");
}

/* It has a marker of its own if it is executed. */
static bool is_marked(uint32_t function)
{
	if (function >= GS_N_FUNCTIONS)
		return false;
	const char *name = gs_data_name(function);
	return !is_window_system(name) && !is_question(name);
}

static bool meet(struct walk *w, uint32_t function, uint64_t place)
{
	w->place = place + 1;
	w->fresh = false;
	if (function == GS_FN_glBegin)
		w->in_block = true;
	if (function == GS_FN_glEnd)
		w->in_block = false;
	return true;
}

/* False: the player has made this call on its own. */
static bool walk_on(struct walk *w, uint32_t function)
{
	bool window_system = function < GS_N_FUNCTIONS && is_window_system(gs_data_name(function));
	if (w->fresh) {
		if (are_alike(function_at(w->session, w->place), function))
			return meet(w, function, w->place);
		if (!window_system)
			return false;
	}
	if (!w->in_block && !window_system)
		return false;
	for (uint64_t place = w->place + w->fresh; place < w->place + AHEAD; place++) {
		uint32_t theirs = function_at(w->session, place);
		if (theirs == GS_WIRE_FUNCTIONS)
			return false;
		if (are_alike(theirs, function))
			return meet(w, function, place);
		if (w->in_block ? theirs == GS_FN_glEnd : is_marked(theirs))
			return false;
	}
	return false;
}

bool gs_replay_number(struct gs_session *session, uint64_t *number)
{
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	struct gs_wire_call traced;
	struct walk w = {.session = session};
	gs_host_flush_log(session->host);
	g_mutex_lock(&session->replay_lock);
	const struct gs_replay_position *p = session->replay;
	w.fresh = p->has_marker && p->marker_index < call->index;
	if (w.fresh)
		w.place = gs_call_store_find(session->calls, p->marker).n;
	for (guint i = 0; i < p->since->len; i++) {
		const struct since *since = &g_array_index(p->since, struct since, i);
		if (since->index < call->index)
			walk_on(&w, since->function);
	}
	g_mutex_unlock(&session->replay_lock);
	bool traces = walk_on(&w, call->function) &&
		      gs_call_store_get(
			      session->calls, (struct gs_call_place){w.place - 1}, &traced);
	if (traces)
		*number = traced.index;
	return traces;
}

bool gs_replay_is_between(struct gs_session *session)
{
	uint64_t number;
	return session->opened && session->life == GS_LIFE_STOPPED &&
	       !g_atomic_int_get(&session->interrupted) && !gs_replay_number(session, &number);
}

bool gs_replay_settle(struct gs_session *session, GError **error)
{
	while (gs_replay_is_between(session)) {
		struct gs_wire_header *header = gs_host_wire(session->host);
		gs_wire_set_run(header, GS_STOP_AT_EVERY, 1);
		gs_wire_notify_program(header);
		gs_host_resume(session->host, session->slot, GS_RESUME_EXECUTE);
		session->life = GS_LIFE_RUNNING;
		session->serving = false;
		bool good = gs_session_wait(session, error);
		if (gs_session_has_program(session)) {
			gs_wire_set_run(header, 0, 0);
			gs_wire_notify_program(header);
		}
		if (!good)
			return false;
		session->reason = GS_REASON_CALL;
	}
	return true;
}

void gs_replay_number_stop(struct gs_session *session, struct gs_stop *stop)
{
	struct gs_wire_call traced;
	uint64_t number;
	if (!session->opened)
		return;
	if (!gs_replay_number(session, &number) ||
		!gs_call_store_get(
			session->calls, gs_call_store_find(session->calls, number), &traced)) {
		stop->has_call = false;
		stop->outside_gl = true;
		return;
	}
	stop->call.index = number;
	stop->call.frame = stop->frame = traced.frame;
	stop->call.draw = stop->draw = traced.draw;
	stop->call.fake = traced.flags & GS_CALL_FAKE;
}
