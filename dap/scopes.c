/* SPDX-License-Identifier: MIT */
#include "dap/scopes.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/stack.h"

/* ---- scopes ---- */

static const struct scope {
	enum gs_dap_value_kind kind;
	const char *name, *hint;
	bool is_shader, is_expensive;
} scopes[] = {
	{GS_DAP_LOCALS, "Locals", "locals", true, false},
	{GS_DAP_INPUTS, "Inputs", NULL, true, false},
	{GS_DAP_OUTPUTS, "Outputs", NULL, true, false},
	{GS_DAP_SHADER_UNIFORMS, "Uniforms", NULL, true, false},
	{GS_DAP_GLOBALS, "Globals and constants", NULL, true, false},
	{GS_DAP_BUILTINS, "Built-ins", NULL, true, true},
	{GS_DAP_ARGUMENTS, "Call arguments", "arguments", false, false},
	{GS_DAP_UNIFORMS, "Uniforms", NULL, false, false},
	{GS_DAP_STATE, "GL state", "registers", false, true},
};

static void put_scope(struct gs_dap *dap, JsonBuilder *json, const struct scope *scope, int frame)
{
	const struct gs_dap_value value = {.kind = scope->kind, .frame = (unsigned)MAX(frame, 0)};
	json_builder_begin_object(json);
	gs_json_string(json, "name", scope->name);
	gs_json_optional(json, "presentationHint", scope->hint);
	gs_json_integer(json, "variablesReference", gs_dap_value_add(dap, &value));
	gs_json_boolean(json, "expensive", scope->is_expensive);
	json_builder_end_object(json);
}

void gs_dap_scopes(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gint64 id = gs_dap_number(request->arguments, "frameId", -1);
	int frame = gs_dap_shader_frame(dap, id);
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "scopes");
	for (size_t i = 0; i < G_N_ELEMENTS(scopes); i++)
		if (scopes[i].is_shader ? frame >= 0 : id == GS_DAP_CALL_FRAME)
			put_scope(dap, body, &scopes[i], frame);
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}

/* ---- variables of the shader ---- */

static enum gs_dap_value_kind kind_of(const char *name, const char *qualifier)
{
	static const struct {
		const char *qualifier;
		enum gs_dap_value_kind kind;
	} kinds[] = {{"local", GS_DAP_LOCALS}, {"parameter", GS_DAP_LOCALS},
		{"out parameter", GS_DAP_LOCALS}, {"inout parameter", GS_DAP_LOCALS},
		{"in", GS_DAP_INPUTS}, {"out", GS_DAP_OUTPUTS}, {"uniform", GS_DAP_SHADER_UNIFORMS},
		{"buffer", GS_DAP_SHADER_UNIFORMS}};
	if (g_str_has_prefix(name, "gl_"))
		return GS_DAP_BUILTINS;
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (!g_strcmp0(kinds[i].qualifier, qualifier))
			return kinds[i].kind;
	return GS_DAP_GLOBALS;
}

/* Add a variable with its value; where there is none, with the reason. */
static void put_printed(struct gs_dap *dap, JsonBuilder *json, const char *name, unsigned frame,
	enum gs_dap_setting setting)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(JsonNode) reply = gs_dap_query(dap, &error, "print %s", name);
	if (!reply) {
		const struct gs_dap_value none = {.frame = frame, .name = (char *)name};
		gs_dap_put_variable(dap, json, name, &none, error->message);
		return;
	}
	JsonObject *object = gs_dap_result(reply);
	struct gs_dap_value value = gs_dap_value_of_reply(reply, name, frame);
	value.setting = setting;
	bool is_written = gs_dap_flag(object, "written", true);
	gs_dap_put_variable(dap, json, name, &value, is_written ? NULL : "not written yet: ");
}

/* What of a list the editor wants. */
struct page {
	gint64 start, count, at;
};

static bool is_on(struct page *page)
{
	gint64 at = page->at++;
	return at >= page->start && (page->count <= 0 || at < page->start + page->count);
}

static void put_shader(
	struct gs_dap *dap, JsonBuilder *json, const struct gs_dap_value *scope, struct page *page)
{
	enum gs_dap_value_kind kind = scope->kind;
	unsigned frame = scope->frame;
	if (!gs_dap_select_frame(dap, frame, NULL))
		return;
	g_autoptr(JsonNode) reply = gs_dap_query(dap, NULL, "scope");
	JsonArray *list = gs_dap_result_list(reply, "variables");
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		g_autoptr(JsonObject) variable = gs_dap_element(list, i);
		const char *name = gs_dap_text(variable, "name");
		if (!name || gs_dap_flag(variable, "hidden", false) ||
			kind_of(name, gs_dap_text(variable, "qualifier")) != kind || !is_on(page))
			continue;
		put_printed(dap, json, name, frame,
			kind == GS_DAP_SHADER_UNIFORMS ? GS_DAP_UNIFORM : GS_DAP_FIXED);
	}
}

/* ---- of the program ---- */

static void put_uniforms(struct gs_dap *dap, JsonBuilder *json, struct page *page)
{
	g_autoptr(JsonNode) reply = gs_dap_query(dap, NULL, "program");
	JsonArray *list = gs_dap_result_list(reply, "uniforms");
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		g_autoptr(JsonObject) uniform = gs_dap_element(list, i);
		const char *name = gs_dap_text(uniform, "name");
		g_autofree char *whole = g_strdup(name ? name : "");
		const struct gs_dap_value value = {.type = (char *)gs_dap_text(uniform, "type"),
			.value = json_object_get_member(uniform, "value"),
			.name = whole,
			.setting = GS_DAP_UNIFORM};
		if (value.type && strchr(value.type, '[') && g_str_has_suffix(whole, "[0]"))
			whole[strlen(whole) - strlen("[0]")] =
				'\0'; /* of an array, as GL names it */
		if (is_on(page))
			gs_dap_put_variable(dap, json, whole, &value, NULL);
	}
}

static JsonArray *arguments_of(struct gs_dap *dap)
{
	JsonObject *stop = gs_dap_result(dap->stop);
	JsonObject *call = stop ? gs_dap_object(stop, "call") : NULL;
	return call ? gs_dap_list(call, "arguments") : NULL;
}

/* Return an argument as a value; what it has is the argument's. */
static struct gs_dap_value argument_value(JsonObject *argument)
{
	return (struct gs_dap_value){.value = json_object_get_member(argument, "text"),
		.name = (char *)gs_dap_text(argument, "name"),
		.setting = GS_DAP_ARGUMENT};
}

bool gs_dap_argument(struct gs_dap *dap, const char *name, struct gs_dap_value *value)
{
	JsonArray *list = arguments_of(dap);
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		g_autoptr(JsonObject) argument = gs_dap_element(list, i);
		if (g_strcmp0(gs_dap_text(argument, "name"), name) != 0)
			continue;
		*value = argument_value(argument);
		return true;
	}
	return false;
}

static void put_arguments(struct gs_dap *dap, JsonBuilder *json, struct page *page)
{
	JsonArray *list = arguments_of(dap);
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		g_autoptr(JsonObject) argument = gs_dap_element(list, i);
		const struct gs_dap_value value = argument_value(argument);
		if (is_on(page))
			gs_dap_put_variable(dap, json, value.name ? value.name : "", &value, NULL);
	}
}

static void put_state(struct gs_dap *dap, JsonBuilder *json, struct page *page)
{
	g_autoptr(JsonNode) reply = gs_dap_query(dap, NULL, "state");
	JsonObject *state = gs_dap_result(reply);
	g_autoptr(GList) names = state ? json_object_get_members(state) : NULL;
	for (GList *at = names; at; at = at->next) {
		const struct gs_dap_value value = {
			.value = json_object_get_member(state, at->data), .name = at->data};
		if (is_on(page))
			gs_dap_put_variable(dap, json, at->data, &value, NULL);
	}
}

void gs_dap_variables(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	struct gs_dap_value *of = gs_dap_value_at(
		dap, gs_dap_number(request->arguments, "variablesReference", 0));
	struct page page = {.start = MAX(gs_dap_number(request->arguments, "start", 0), 0),
		.count = gs_dap_number(request->arguments, "count", 0)};
	const char *filter = gs_dap_text(request->arguments, "filter");
	if (!of) {
		gs_dap_refuse(request, "there is no such value any more: the session has moved");
		return;
	}
	bool is_indexed = of->kind == GS_DAP_PARTS && of->type && strchr(of->type, '[');
	bool is_wanted = !filter || !strcmp(filter, is_indexed ? "indexed" : "named");
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "variables");
	switch (is_wanted ? of->kind : GS_DAP_PARTS) {
	case GS_DAP_PARTS:
		if (is_wanted)
			gs_dap_put_parts(dap, body, of, page.start, page.count);
		break;
	case GS_DAP_UNIFORMS:
		put_uniforms(dap, body, &page);
		break;
	case GS_DAP_ARGUMENTS:
		put_arguments(dap, body, &page);
		break;
	case GS_DAP_STATE:
		put_state(dap, body, &page);
		break;
	default:
		put_shader(dap, body, of, &page);
	}
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}
