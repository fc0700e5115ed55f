/* SPDX-License-Identifier: MIT */
/* GL's state, and what of it has changed since the last stop or since the frame began. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/trace/replay.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/program/state.h"
#include "debugger/session/wait.h"

static void clear_look(struct gs_state_look *look)
{
	g_free(look->text);
	memset(look, 0, sizeof *look);
}

void gs_state_looks_clear(struct gs_state_looks *looks)
{
	clear_look(&looks->now);
	clear_look(&looks->stop);
	g_clear_pointer(&looks->why, g_free);
}

/* which: 0 now, 1 when the context's last frame began. */
static bool ask(
	struct gs_session *session, uint64_t which, struct gs_state_look *look, GError **error)
{
	struct gs_stream answer;
	const uint64_t number[6] = {which};
	if (!gs_session_request(session, GS_REQUEST_STATE, number, NULL, &answer, error))
		return false;
	const struct gs_wire_slot *slot = gs_session_slot(session);
	char *lines = g_strndup((const char *)answer.data, answer.size);
	clear_look(look);
	look->text = g_utf8_make_valid(lines, -1);
	look->context = slot->answer.number[0];
	look->frame = which ? slot->answer.number[1] : slot->call.frame;
	look->call = session->opened ? gs_replay_present_call(session, which)
		     : which	     ? slot->answer.number[2]
				     : slot->call.index;
	g_free(lines);
	return true;
}

bool gs_session_state(struct gs_session *session, char **text, GError **error)
{
	*text = NULL;
	gs_session_begin(session);
	gs_session_note_state(session, false);
	if (!gs_session_need_stop(session, error) || !ask(session, 0, &session->looks.now, error))
		return false;
	*text = g_strdup(session->looks.now.text);
	return true;
}

void gs_session_note_state(struct gs_session *session, bool frames)
{
	session->looks.stops = true;
	session->looks.frames = session->looks.frames || frames;
}

bool gs_session_leave_state(struct gs_session *session, GError **error)
{
	struct gs_state_looks *looks = &session->looks;
	GError *why = NULL;
	bool noted = looks->stops && session->life == GS_LIFE_STOPPED;
	gs_host_wire(session->host)->note_frames = looks->frames;
	gs_state_looks_clear(looks);
	if (noted && ask(session, 0, &looks->stop, &why))
		return true;
	if (why && gs_error_is_fatal(why)) {
		g_propagate_error(error, why);
		return false;
	}
	looks->why = why ? g_strdup(why->message)
		     : session->life == GS_LIFE_STOPPED
			     ? NULL
			     : g_strdup("the program was stopped outside GL");
	g_clear_error(&why);
	return true;
}

/* ---- differences ---- */

static void free_change(gpointer data)
{
	struct gs_state_change *change = data;
	g_free(change->name);
	g_free(change->before);
	g_free(change->now);
	g_free(change);
}

/* Names and values of "NAME = VALUE" lines, which are cut at the sign; they live as long as the
 * lines. */
static GHashTable *read_lines(char **lines)
{
	GHashTable *values = g_hash_table_new(g_str_hash, g_str_equal);
	for (char **line = lines; *line; line++) {
		char *sign = strstr(*line, " = ");
		if (!sign)
			continue;
		*sign = '\0';
		g_hash_table_insert(values, *line, sign + 3);
	}
	return values;
}

static void add_change(GPtrArray *changes, const char *name, const char *before, const char *now)
{
	struct gs_state_change *change = g_new0(struct gs_state_change, 1);
	change->name = g_strdup(name);
	change->before = g_strdup(before);
	change->now = g_strdup(now);
	g_ptr_array_add(changes, change);
}

/* What was said at a stop, after it was left: "it is so; do that" becomes "it was so". g_free. */
static char *in_the_past(const char *said)
{
	static const char *const verbs[][2] = {{" is ", " was "}, {" cannot ", " could not "}};
	g_auto(GStrv) clauses = g_strsplit(said, "; ", 2);
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		g_auto(GStrv) parts = g_strsplit(clauses[0], verbs[i][0], 2);
		if (parts[0] && parts[1])
			return g_strjoinv(verbs[i][1], parts);
	}
	return g_strdup(clauses[0]);
}

static void say_not_noted(const struct gs_session *session, GError **error)
{
	g_autofree char *why = session->looks.why ? in_the_past(session->looks.why) : NULL;
	if (why)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the state was not recorded at the previous stop: %s", why);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the state was not recorded at the previous stop; from now on it is "
			"recorded at each stop: what changes is known after `step`");
}

/* The state to compare with: of the last stop (borrowed), or of the frame's beginning (in *begun).
 * NULL: it is not known. */
static const struct gs_state_look *find_then(struct gs_session *session, bool frame,
	bool were_noted, struct gs_state_look *begun, GError **error)
{
	struct gs_state_looks *looks = &session->looks;
	if (!frame) {
		if (looks->stop.text && looks->stop.context == looks->now.context)
			return &looks->stop;
		if (looks->stop.text)
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"the previous stop, at call %" G_GUINT64_FORMAT
				", was in another context, which has its own state",
				looks->stop.call);
		else
			say_not_noted(session, error);
		return NULL;
	}
	GError *why = NULL;
	if (ask(session, 1, begun, &why) && begun->frame == looks->now.frame)
		return begun;
	if (why && gs_error_is_fatal(why))
		g_propagate_error(error, why);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			were_noted ? "the state at the start of this frame is not known: this "
				     "context has not swapped the window's buffers to begin it, "
				     "or another window's since"
				   : "the state was not recorded at the start of this frame; from "
				     "now on it is recorded at the start of each frame: what "
				     "changes is known after `next frame` and `step`");
	if (!why || !gs_error_is_fatal(why))
		g_clear_error(&why);
	return NULL;
}

static GPtrArray *compare(const struct gs_state_look *then, const struct gs_state_look *now)
{
	char **lines = g_strsplit(now->text, "\n", -1),
	     **old_lines = g_strsplit(then->text, "\n", -1);
	GHashTable *old = read_lines(old_lines);
	GPtrArray *changes = g_ptr_array_new_with_free_func(free_change);
	for (char **line = lines; *line; line++) {
		char *sign = strstr(*line, " = ");
		if (!sign)
			continue;
		*sign = '\0';
		const char *before = g_hash_table_lookup(old, *line);
		if (before && strcmp(before, sign + 3))
			add_change(changes, *line, before, sign + 3);
	}
	g_hash_table_unref(old);
	g_strfreev(lines);
	g_strfreev(old_lines);
	return changes;
}

GPtrArray *gs_session_state_changes(
	struct gs_session *session, bool frame, uint64_t *since, GError **error)
{
	const struct gs_state_look *now = &session->looks.now;
	struct gs_state_look begun = {0};
	bool were_noted = session->looks.frames;
	gs_session_begin(session);
	gs_session_note_state(session, frame);
	if (!gs_session_need_stop(session, error))
		return NULL;
	if (!now->text && !ask(session, 0, &session->looks.now, error))
		return NULL;
	const struct gs_state_look *then = find_then(session, frame, were_noted, &begun, error);
	GPtrArray *changes = then ? compare(then, now) : NULL;
	if (then && since)
		*since = then->call;
	clear_look(&begun);
	return changes;
}
