/* SPDX-License-Identifier: MIT */
#include "dap/set.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/scopes.h"
#include "dap/stack.h"

/* ---- numbers ---- */

/* Return what was typed, "vec3(1, 2, 3)" or "(1, 2, 3)", as words; g_free. */
static char *words_of(const char *text)
{
	GString *words = g_string_new(NULL);
	const char *open = strchr(text, '(');
	for (const char *at = open ? open : text; *at; at++)
		g_string_append_c(words, strchr("(),[]\r\n", *at) ? ' ' : *at);
	return g_strstrip(g_string_free(words, FALSE));
}

/* Append all scalars of a value as words; the one of number `replaced` is `text`. */
static void append_scalars(
	JsonNode *node, guint *number, guint replaced, const char *text, GString *words)
{
	if (JSON_NODE_HOLDS_ARRAY(node)) {
		JsonArray *list = json_node_get_array(node);
		for (guint i = 0; i < json_array_get_length(list); i++)
			append_scalars(
				json_array_get_element(list, i), number, replaced, text, words);
		return;
	}
	g_autofree char *own = NULL;
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];
	GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
	if (type == G_TYPE_DOUBLE)
		own = g_strdup(g_ascii_dtostr(buffer, sizeof buffer, json_node_get_double(node)));
	else if (type == G_TYPE_INT64)
		own = g_strdup_printf("%" G_GINT64_FORMAT, json_node_get_int(node));
	else if (type == G_TYPE_BOOLEAN)
		own = g_strdup(json_node_get_boolean(node) ? "true" : "false");
	else if (type == G_TYPE_STRING)
		own = g_strdup(json_node_get_string(node));
	g_string_append_printf(words, "%s%s", words->len ? " " : "",
		(*number)++ == replaced ? text
		: own			? own
					: "0");
}

/* ---- uniforms ---- */

static bool is_in(JsonArray *uniforms, const char *name, const char *suffix, JsonNode **value)
{
	g_autofree char *whole = g_strconcat(name, suffix, NULL);
	for (guint i = 0; uniforms && i < json_array_get_length(uniforms); i++) {
		g_autoptr(JsonObject) uniform = gs_dap_element(uniforms, i);
		if (g_strcmp0(gs_dap_text(uniform, "name"), whole) != 0)
			continue;
		*value = json_object_get_member(uniform, "value");
		return true;
	}
	return false;
}

/* Of an element's, column's or component's name the last part is cut off; its number. False: it is
 * none. */
static bool cut_part(char *name, guint *number)
{
	char *bracket = strrchr(name, '['), *dot = strrchr(name, '.');
	static const char *const components[] = {"xyzw", "rgba", "stpq"};
	if (bracket && bracket > dot && g_str_has_suffix(name, "]")) {
		*number = (guint)g_ascii_strtoull(bracket + 1, NULL, 10);
		*bracket = '\0';
		return true;
	}
	for (size_t i = 0; dot && i < G_N_ELEMENTS(components); i++) {
		const char *at = dot[1] && !dot[2] ? strchr(components[i], dot[1]) : NULL;
		if (!at)
			continue;
		*number = (guint)(at - components[i]);
		*dot = '\0';
		return true;
	}
	return false;
}

static guint count_of(JsonNode *node)
{
	return JSON_NODE_HOLDS_ARRAY(node) ? json_array_get_length(json_node_get_array(node)) : 0;
}

/* Set a uniform, or an element, a column or a component of one: of the smallest thing that GL has a
 * name for, all numbers are set. */
static bool set_uniform(struct gs_dap *dap, const char *name, const char *text, GError **error)
{
	g_autoptr(JsonNode) program = gs_dap_query(dap, error, "program");
	JsonArray *uniforms = gs_dap_result_list(program, "uniforms");
	g_autofree char *whole = g_strdup(name), *words = words_of(text);
	guint parts[4], n = 0;
	JsonNode *value = NULL;
	bool is_known = false;
	if (!program)
		return false;
	while (!(is_known = is_in(uniforms, whole, "", &value) ||
			    is_in(uniforms, whole, "[0]", &value)) &&
		n < G_N_ELEMENTS(parts) && cut_part(whole, &parts[n]))
		n++;
	if (!is_known || !n || !value)
		return gs_dap_do(dap, error, "set uniform %s %s", name, words);
	/* parts: the innermost first. */
	GString *all = g_string_new(NULL);
	g_autofree char *element = NULL;
	bool is_array = is_in(uniforms, whole, "[0]", &value);
	if (is_array && n && parts[n - 1] < count_of(value)) {
		guint index = parts[--n];
		element = g_strdup_printf("%s[%u]", whole, index);
		value = json_array_get_element(json_node_get_array(value), index);
	}
	guint replaced = 0, number = 0,
	      in_column = n > 1 && count_of(value)
				  ? count_of(json_array_get_element(json_node_get_array(value), 0))
				  : 1;
	if (n == 1)
		replaced = parts[0];
	else if (n == 2)
		replaced = parts[1] * in_column + parts[0];
	if (n)
		append_scalars(value, &number, replaced, words, all);
	bool good = gs_dap_do(
		dap, error, "set uniform %s %s", element ? element : whole, n ? all->str : words);
	g_string_free(all, TRUE);
	return good;
}

/* ---- in a shader ---- */

/* Return the words of `focus` that choose the element in focus; g_free. */
static char *focus_words(JsonNode *where)
{
	JsonObject *object = gs_dap_result(where);
	JsonObject *focus = object ? gs_dap_object(object, "focus") : NULL;
	GString *words = g_string_new(NULL);
	g_autoptr(GList) names = focus ? json_object_get_members(focus) : NULL;
	for (GList *at = names; at; at = at->next) {
		const char *name = at->data;
		gint64 number = gs_dap_number(focus, name, 0);
		bool is_named = !strcmp(name, "layer") || !strcmp(name, "sample") ||
				!strcmp(name, "fragment");
		g_string_append_printf(words, " %s%s%" G_GINT64_FORMAT, is_named ? name : "",
			is_named ? " " : "", number);
	}
	return g_string_free(words, FALSE);
}

/* A uniform cannot be set while a shader is debugged: leave it, and come back. */
static bool set_in_shader(struct gs_dap *dap, const char *name, const char *text, GError **error)
{
	g_autofree char *stage = g_strdup(gs_dap_result_text(dap->where, "stage"));
	g_autofree char *focus = focus_words(dap->where);
	g_autoptr(JsonNode) history = gs_dap_query(dap, NULL, "history");
	JsonArray *path = gs_dap_result_list(history, "positions");
	guint position = path ? MAX(json_array_get_length(path), 1) - 1 : 0;
	if (!gs_dap_do(dap, error, "shader leave"))
		return false;
	bool good = set_uniform(dap, name, text, error);
	gs_dap_do(dap, NULL, "shader %s", stage);
	gs_dap_do(dap, NULL, "focus%s", focus);
	gs_dap_do(dap, NULL, "shader to %u", position);
	return good;
}

bool gs_dap_set(struct gs_dap *dap, enum gs_dap_setting setting, const char *name, const char *text,
	GError **error)
{
	g_autofree char *line = g_strdelimit(g_strdup(text), "\r\n", ' ');
	if (setting == GS_DAP_UNIFORM)
		return dap->where ? set_in_shader(dap, name, text, error)
				  : set_uniform(dap, name, text, error);
	if (setting == GS_DAP_FIXED || dap->where) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			setting == GS_DAP_FIXED
				? "'%s' cannot be set: uniforms can, and arguments of the pending "
				  "call"
				: "'%s' cannot be set while a shader is debugged: step out of it "
				  "first",
			name);
		return false;
	}
	g_autoptr(JsonNode) reply = gs_dap_query(dap, error, "set arg %s %s", name, line);
	JsonObject *call = reply ? json_node_get_object(reply) : NULL;
	JsonObject *stop = gs_dap_result(dap->stop);
	if (call && stop) /* its arguments are these now */
		json_object_set_object_member(stop, "call", json_object_ref(call));
	return reply != NULL;
}

/* ---- requests ---- */

/* Answer with what the value is now. */
static void answer_set(struct gs_dap_request *request, enum gs_dap_setting setting,
	const char *name, const char *text)
{
	struct gs_dap *dap = request->dap;
	JsonBuilder *body = gs_dap_body();
	struct gs_dap_value value;
	g_autoptr(JsonNode) reply = dap->where && setting == GS_DAP_UNIFORM
					    ? gs_dap_query(dap, NULL, "print %s", name)
					    : NULL;
	if (reply) {
		value = gs_dap_value_of_reply(reply, name, 0);
		value.setting = setting;
		gs_dap_put_value(dap, body, "value", &value, NULL);
	} else if (setting == GS_DAP_ARGUMENT && gs_dap_argument(dap, name, &value)) {
		gs_dap_put_value(dap, body, "value", &value, NULL);
	} else {
		gs_json_string(body, "value", text);
	}
	gs_dap_answer(request, body);
	JsonBuilder *event = gs_dap_body();
	gs_json_begin_list(event, "areas");
	json_builder_add_string_value(event, dap->where ? "all" : "variables");
	json_builder_end_array(event);
	gs_dap_event(dap, "invalidated", event);
}

static void set_and_answer(struct gs_dap_request *request, enum gs_dap_setting setting,
	const char *name, const char *text)
{
	GError *error = NULL;
	if (gs_dap_set(request->dap, setting, name, text, &error))
		answer_set(request, setting, name, text);
	else
		gs_dap_fail(request, error);
}

void gs_dap_set_variable(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	const struct gs_dap_value *of = gs_dap_value_at(
		dap, gs_dap_number(request->arguments, "variablesReference", 0));
	const char *name = gs_dap_text(request->arguments, "name");
	const char *text = gs_dap_text(request->arguments, "value");
	struct gs_dap_value part;
	guint index;
	if (!of || !name || !text) {
		gs_dap_refuse(request, "there is no such variable any more: the session has moved");
		return;
	}
	if (of->kind != GS_DAP_PARTS) {
		bool is_uniform = of->kind == GS_DAP_UNIFORMS || of->kind == GS_DAP_SHADER_UNIFORMS;
		set_and_answer(request,
			is_uniform		       ? GS_DAP_UNIFORM
			: of->kind == GS_DAP_ARGUMENTS ? GS_DAP_ARGUMENT
						       : GS_DAP_FIXED,
			name, text);
		return;
	}
	if (!gs_dap_value_part(of, name, &part, &index)) {
		gs_dap_refuse(request, "the value has no such part");
		return;
	}
	set_and_answer(request, of->setting, part.name ? part.name : name, text);
	g_free(part.name);
	g_free(part.type);
	g_clear_pointer(&part.undefined, json_array_unref);
}

/* An expression is an argument's name, or begins with a uniform's. */
void gs_dap_set_expression(struct gs_dap_request *request)
{
	const char *name = gs_dap_text(request->arguments, "expression");
	const char *text = gs_dap_text(request->arguments, "value");
	struct gs_dap_value value;
	if (!name || !text) {
		gs_dap_refuse(request, "setExpression takes an expression and a value");
		return;
	}
	bool is_argument = gs_dap_argument(request->dap, name, &value);
	set_and_answer(request, is_argument ? GS_DAP_ARGUMENT : GS_DAP_UNIFORM, name, text);
}
