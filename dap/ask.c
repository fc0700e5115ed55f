/* SPDX-License-Identifier: MIT */
#include "dap/ask.h"

#include <string.h>
#include "dap/values.h"

/* ---- waiting ---- */

void gs_dap_done(gpointer data, JsonNode *result, const GError *error)
{
	struct gs_dap_wait *wait = data;
	wait->is_done = true;
	wait->result = result ? json_node_copy(result) : NULL;
	wait->error = result ? NULL : g_error_copy(error);
}

JsonNode *gs_dap_await(struct gs_dap *dap, struct gs_dap_wait *wait, GError **error)
{
	while (!wait->is_done) {
		g_main_context_iteration(NULL, TRUE);
		dap->serve_meanwhile(dap);
	}
	if (wait->error)
		g_propagate_error(error, wait->error);
	return wait->result;
}

/* ---- where it stands ---- */

void gs_dap_set_place(struct gs_dap *dap, JsonNode *stop, JsonNode *where)
{
	g_clear_pointer(&dap->stop, json_node_unref);
	g_clear_pointer(&dap->where, json_node_unref);
	g_clear_pointer(&dap->backtrace, json_node_unref);
	dap->stop = stop;
	dap->where = where;
	dap->frame = 0;
	gs_dap_values_clear(dap);
}

static void take_place(struct gs_dap *dap, const char *line, JsonNode *result)
{
	const char *rest;
	const struct gs_verb *verb = gs_verb_find(line, &rest);
	enum gs_verb_moves moves = verb ? gs_verb_moves(verb) : GS_VERB_MOVES_NOTHING;
	if (moves == GS_VERB_MOVES_PROGRAM)
		gs_dap_set_place(dap, json_node_ref(result), NULL);
	else if (moves == GS_VERB_MOVES_SHADER)
		gs_dap_set_place(
			dap, dap->stop ? json_node_ref(dap->stop) : NULL, json_node_ref(result));
}

/* ---- asking ---- */

static JsonNode *ask(struct gs_dap *dap, const char *line, GError **error)
{
	struct gs_dap_wait wait = {0};
	if (!dap->link) {
		g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
			"nothing is debugged yet: `launch` or `attach` comes first");
		return NULL;
	}
	dap->is_asking = true;
	dap->link->kind->order(dap->link, line, gs_dap_done, &wait);
	JsonNode *result = gs_dap_await(dap, &wait, error);
	dap->is_asking = false;
	return result;
}

static JsonNode *ask_and_move(struct gs_dap *dap, const char *line, GError **error)
{
	JsonNode *result = ask(dap, line, error);
	if (result)
		take_place(dap, line, result);
	return result;
}

JsonNode *gs_dap_query(struct gs_dap *dap, GError **error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *line = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	return ask(dap, line, error);
}

JsonNode *gs_dap_ask(struct gs_dap *dap, GError **error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *line = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	return ask_and_move(dap, line, error);
}

bool gs_dap_do(struct gs_dap *dap, GError **error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *line = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_autoptr(JsonNode) result = ask_and_move(dap, line, error);
	return result != NULL;
}

bool gs_dap_ask_pause(struct gs_dap *dap, GError **error)
{
	struct gs_dap_wait wait = {0};
	dap->is_asking = true;
	dap->link->kind->pause(dap->link, gs_dap_done, &wait);
	JsonNode *result = gs_dap_await(dap, &wait, error);
	dap->is_asking = false;
	if (result)
		gs_dap_set_place(dap, result, NULL);
	return result != NULL;
}

void gs_dap_interrupt(struct gs_dap *dap)
{
	if (dap->is_asking)
		dap->link->kind->interrupt(dap->link);
}

/* ---- results ---- */

JsonObject *gs_dap_result(JsonNode *result)
{
	return result && JSON_NODE_HOLDS_OBJECT(result) ? json_node_get_object(result) : NULL;
}

const char *gs_dap_result_text(JsonNode *result, const char *name)
{
	JsonObject *object = gs_dap_result(result);
	return object ? gs_dap_text(object, name) : NULL;
}

gint64 gs_dap_result_number(JsonNode *result, const char *name)
{
	JsonObject *object = gs_dap_result(result);
	return object ? gs_dap_number(object, name, -1) : -1;
}

JsonArray *gs_dap_result_list(JsonNode *result, const char *name)
{
	JsonObject *object = gs_dap_result(result);
	return object ? gs_dap_list(object, name) : NULL;
}
