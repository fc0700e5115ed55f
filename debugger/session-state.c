/* SPDX-License-Identifier: MIT */
/* GL's state, and what of it has changed between two looks at it. */
#include <string.h>
#include "debugger/session-private.h"

static void clear_look(struct gs_state_look *look)
{
	g_free(look->text);
	memset(look, 0, sizeof *look);
}

void gs_state_looks_clear(struct gs_state_looks *looks)
{
	clear_look(&looks->now);
	clear_look(&looks->call);
	clear_look(&looks->frame);
}

/* What was seen last becomes what is compared with, where it is of an earlier call or frame. */
static void note(struct gs_state_looks *looks, const char *text, uint64_t call, uint64_t frame)
{
	if (looks->now.text && call < looks->now.call) /* a program started anew */
		gs_state_looks_clear(looks);
	if (looks->now.text && frame != looks->now.frame) {
		clear_look(&looks->frame);
		looks->frame = looks->now;
		looks->frame.text = g_strdup(looks->now.text);
	}
	if (looks->now.text && call != looks->now.call) {
		clear_look(&looks->call);
		looks->call = looks->now;
		looks->now.text = NULL;
	}
	clear_look(&looks->now);
	looks->now = (struct gs_state_look){g_strdup(text), call, frame};
}

bool gs_session_state(struct gs_session *session, char **text, GError **error)
{
	struct gs_stream answer;
	*text = NULL;
	gs_session_begin(session);
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_STATE, NULL, NULL, &answer, error))
		return false;
	char *lines = g_strndup((const char *)answer.data, answer.size);
	*text = g_utf8_make_valid(lines, -1);
	g_free(lines);
	const struct gs_wire_call *call = &gs_session_slot(session)->call;
	note(&session->looks, *text, call->index, call->frame);
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

/* Names and values of "NAME = VALUE" lines, which are cut at the sign; they live as long as the lines. */
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

GPtrArray *gs_session_state_changes(struct gs_session *session, bool frame, uint64_t *since, GError **error)
{
	const struct gs_state_look *then = frame ? &session->looks.frame : &session->looks.call, *now = &session->looks.now;
	if (!then->text || !now->text) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			frame ? "the state was not looked at in an earlier frame: `state`, `next frame`, then this again"
			      : "the state was not looked at before an earlier call: `state`, `step`, then this again");
		return NULL;
	}
	char **lines = g_strsplit(now->text, "\n", -1), **old_lines = g_strsplit(then->text, "\n", -1);
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
	if (since)
		*since = then->call;
	g_hash_table_unref(old);
	g_strfreev(lines);
	g_strfreev(old_lines);
	return changes;
}
