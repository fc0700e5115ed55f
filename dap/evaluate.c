/* SPDX-License-Identifier: MIT */
#include "dap/evaluate.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/run.h"
#include "dap/scopes.h"
#include "dap/stack.h"
#include "dap/tell.h"

/* ---- expressions ---- */

static void answer_value(
	struct gs_dap_request *request, const struct gs_dap_value *value, const char *prefix)
{
	JsonBuilder *body = gs_dap_body();
	gs_dap_put_value(request->dap, body, "result", value, prefix);
	gs_dap_answer(request, body);
}

/* At a call: an argument, a uniform, or a variable of GL's state. */
static bool evaluate_at_call(struct gs_dap_request *request, const char *expression)
{
	struct gs_dap *dap = request->dap;
	struct gs_dap_value value;
	if (gs_dap_argument(dap, expression, &value)) {
		answer_value(request, &value, NULL);
		return true;
	}
	g_autoptr(JsonNode) program = gs_dap_query(dap, NULL, "program");
	JsonArray *list = gs_dap_result_list(program, "uniforms");
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		g_autoptr(JsonObject) uniform = gs_dap_element(list, i);
		g_autofree char *first = g_strconcat(expression, "[0]", NULL);
		const char *name = gs_dap_text(uniform, "name");
		if (g_strcmp0(name, expression) != 0 && g_strcmp0(name, first) != 0)
			continue;
		value = (struct gs_dap_value){.type = (char *)gs_dap_text(uniform, "type"),
			.value = json_object_get_member(uniform, "value"),
			.name = (char *)expression,
			.setting = GS_DAP_UNIFORM};
		answer_value(request, &value, NULL);
		return true;
	}
	g_autoptr(JsonNode) state = gs_dap_query(dap, NULL, "state %s", expression);
	JsonObject *names = gs_dap_result(state);
	value = (struct gs_dap_value){
		.value = names ? json_object_get_member(names, expression) : NULL};
	if (value.value)
		answer_value(request, &value, NULL);
	return value.value != NULL;
}

static void evaluate(struct gs_dap_request *request, const char *expression)
{
	struct gs_dap *dap = request->dap;
	gint64 id = gs_dap_number(request->arguments, "frameId", GS_DAP_SHADER_FRAMES);
	int frame = gs_dap_shader_frame(dap, id);
	GError *error = NULL;
	if (frame < 0 && evaluate_at_call(request, expression))
		return;
	if (frame < 0 && !dap->where) {
		g_autofree char *text = g_strdup_printf(
			"'%s' is no argument of the call, uniform of the program in use or name "
			"of GL's state: expressions are evaluated in shaders",
			expression);
		gs_dap_refuse(request, text);
		return;
	}
	if (frame >= 0 && !gs_dap_select_frame(dap, (unsigned)frame, &error)) {
		gs_dap_fail(request, error);
		return;
	}
	g_autoptr(JsonNode) reply = gs_dap_query(dap, &error, "print %s", expression);
	if (!reply) {
		gs_dap_fail(request, error);
		return;
	}
	const struct gs_dap_value value = gs_dap_value_of_reply(
		reply, expression, (unsigned)MAX(frame, 0));
	bool is_written = gs_dap_flag(gs_dap_result(reply), "written", true);
	answer_value(request, &value, is_written ? NULL : "not written yet: ");
}

/* ---- commands ---- */

/* The user's command has moved the program or the shader. */
static void tell_moved(struct gs_dap *dap)
{
	bool is_over = !g_strcmp0(gs_dap_result_text(dap->stop, "stop"), "exited") && !dap->where;
	if (is_over)
		gs_dap_tell_ended(dap, gs_dap_result_number(dap->stop, "status"));
	else
		gs_dap_tell_stopped(dap, "step", NULL, NULL, 0);
}

static bool is_same(JsonNode *a, JsonNode *b)
{
	return a && b ? json_node_equal(a, b) : a == b;
}

static void run_command(
	struct gs_dap_request *request, const struct gs_verb *verb, const char *line)
{
	struct gs_dap *dap = request->dap;
	GError *error = NULL;
	g_autoptr(JsonNode) stop = dap->stop ? json_node_ref(dap->stop) : NULL;
	g_autoptr(JsonNode) where = dap->where ? json_node_ref(dap->where) : NULL;
	bool is_running = gs_verb_moves(verb) == GS_VERB_MOVES_PROGRAM;
	if (is_running)
		dap->state = GS_DAP_RUNNING;
	g_autoptr(JsonNode) reply = gs_dap_ask(dap, &error, "%s", line);
	if (is_running)
		dap->state = GS_DAP_STOPPED;
	dap->wants_pause = false;
	if (!reply) {
		gs_dap_fail(request, error);
		return;
	}
	g_autofree char *text = gs_verb_text(verb, reply);
	g_autofree char *valid = g_utf8_make_valid(g_strchomp(text), -1);
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "result", valid);
	gs_json_integer(body, "variablesReference", 0);
	gs_dap_answer(request, body);
	if (!is_same(stop, dap->stop) || !is_same(where, dap->where))
		tell_moved(dap);
}

void gs_dap_evaluate(struct gs_dap_request *request)
{
	const char *expression = gs_dap_text(request->arguments, "expression"), *rest;
	const char *context = gs_dap_text(request->arguments, "context");
	g_autofree char *line = g_strstrip(g_strdup(expression ? expression : ""));
	const struct gs_verb *verb = g_strcmp0(context, "repl") ? NULL : gs_verb_find(line, &rest);
	if (!*line)
		gs_dap_refuse(request, "there is no expression to evaluate");
	else if (verb && gs_verb_quits(verb))
		gs_dap_refuse(request, "the editor ends the session, not a command");
	else if (verb)
		run_command(request, verb, line);
	else
		evaluate(request, line);
}

/* ---- images ---- */

/* Return a file that a command has written, as text in Base64; g_free. NULL with error. */
static char *read_file(struct gs_dap *dap, const char *name, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	for (gint64 whole = 1; bytes->len < whole;) {
		struct gs_dap_wait wait = {0};
		dap->link->kind->read(dap->link, name, bytes->len, gs_dap_done, &wait);
		g_autoptr(JsonNode) piece = gs_dap_await(dap, &wait, error);
		const char *data = gs_dap_result_text(piece, "data");
		gsize size = 0;
		g_autofree guchar *decoded = data ? g_base64_decode(data, &size) : NULL;
		whole = gs_dap_result_number(piece, "size");
		if (!piece)
			return NULL;
		if (!size)
			break;
		g_byte_array_append(bytes, decoded, (guint)size);
	}
	return g_base64_encode(bytes->data, bytes->len);
}

void gs_dap_image(struct gs_dap_request *request)
{
	static const char file[] = "@dap.png";
	struct gs_dap *dap = request->dap;
	const char *expression = gs_dap_text(request->arguments, "expression"), *rest;
	gint64 id = gs_dap_number(request->arguments, "frameId", GS_DAP_SHADER_FRAMES);
	int frame = gs_dap_shader_frame(dap, id);
	GError *error = NULL;
	g_autofree char *line = g_strstrip(g_strdup(expression ? expression : ""));
	const struct gs_verb *verb = gs_verb_find(line, &rest);
	bool moves = verb && gs_verb_moves(verb) != GS_VERB_MOVES_NOTHING;
	if (!*line || moves || (verb && gs_verb_quits(verb))) {
		gs_dap_refuse(request, "glstep/image takes an expression, or a command that writes "
				       "a picture, such as `attachment color0`");
		return;
	}
	if (frame >= 0 && !gs_dap_select_frame(dap, (unsigned)frame, &error)) {
		gs_dap_fail(request, error);
		return;
	}
	g_autoptr(JsonNode)
		reply = gs_dap_query(dap, &error, "%s%s %s", verb ? "" : "values ", line, file);
	g_autofree char *data = reply ? read_file(dap, file, &error) : NULL;
	if (!data) {
		gs_dap_fail(request, error);
		return;
	}
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "data", data);
	gs_json_string(body, "mimeType", "image/png");
	json_builder_set_member_name(body, "result");
	json_builder_add_value(body, json_node_copy(reply));
	gs_dap_answer(request, body);
}
