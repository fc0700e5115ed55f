/* SPDX-License-Identifier: MIT */
/* The commands as tools of the Model Context Protocol: "tools/list" and "tools/call". */
#include <string.h>
#include "config.h"
#include "serve/connection.h"

enum { LARGEST_PICTURE = 8 << 20 /* bytes of a file */ };

static const char instructions[] =
	"glstep debugs the GLSL shaders of an OpenGL program, or of a trace of its calls. The "
	"program is stopped: next_draw runs to a draw call, shader enters one of its stages (a "
	"line "
	"of source and a focus element), shader_step and shader_until go on, print and values tell "
	"values at the focus element and of all elements, scope lists variables, shader_leave "
	"comes "
	"back to the call. state, program, textures, attachments and get look at GL; sanitize "
	"finds "
	"what shaders do wrong. Where a tool takes a FILE, \"@a.png\" replies with the picture "
	"itself.";

/* ---- answers ---- */

static JsonBuilder *begin_result(void)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	return json;
}

static void answer(struct gs_rpc_request *request, JsonBuilder *json)
{
	json_builder_end_object(json);
	gs_rpc_answer(request, json_builder_get_root(json));
	g_object_unref(json);
}

static void add_text(JsonBuilder *json, const char *text)
{
	json_builder_begin_object(json);
	gs_json_string(json, "type", "text");
	gs_json_string(json, "text", text);
	json_builder_end_object(json);
}

/* Add the picture that a command has written, if it has. */
static void add_picture(JsonBuilder *json, JsonNode *result)
{
	const char *file = json_object_get_string_member_with_default(
		json_node_get_object(result), "file", NULL);
	g_autofree char *bytes = NULL;
	gsize size;
	if (!file || !g_str_has_suffix(file, ".png") ||
		!g_file_get_contents(file, &bytes, &size, NULL) || size > LARGEST_PICTURE)
		return;
	g_autofree char *data = g_base64_encode((const guchar *)bytes, size);
	json_builder_begin_object(json);
	gs_json_string(json, "type", "image");
	gs_json_string(json, "data", data);
	gs_json_string(json, "mimeType", "image/png");
	json_builder_end_object(json);
}

static void on_done(gpointer data, const struct gs_outcome *outcome)
{
	struct gs_rpc_request *request = data;
	bool good = outcome->result;
	request->order = NULL;
	request->connection->quits |= outcome->quits;
	JsonBuilder *json = begin_result();
	gs_json_begin_list(json, "content");
	g_autofree char *text =
		good ? outcome->verb ? gs_verb_text(outcome->verb, outcome->result) : g_strdup("")
		: outcome->cancelled ? g_strdup("cancelled")
				     : g_strdup_printf("%s (%s)", outcome->error->message,
					       gs_error_word((enum gs_error)outcome->error->code));
	add_text(json, text);
	if (good)
		add_picture(json, outcome->result);
	json_builder_end_array(json);
	if (good) {
		json_builder_set_member_name(json, "structuredContent");
		json_builder_add_value(json, json_node_copy(outcome->result));
	}
	gs_json_boolean(json, "isError", !good);
	answer(request, json);
}

/* ---- tools ---- */

/* Return the name of a verb's tool, whose names have no spaces; g_free. */
static char *tool_name(const struct gs_verb *verb)
{
	return g_strdelimit(g_strdup(verb->name), " ", '_');
}

static const struct gs_verb *find_tool(const char *name)
{
	const struct gs_verb *verb;
	for (size_t i = 0; (verb = gs_verb_at(i)); i++) {
		g_autofree char *own = tool_name(verb);
		if (!strcmp(own, name))
			return verb;
	}
	return NULL;
}

/* Begin the schema of a tool's arguments. */
static void begin_schema(JsonBuilder *json)
{
	gs_json_begin_object(json, "inputSchema");
	gs_json_string(json, "type", "object");
	gs_json_boolean(json, "additionalProperties", false);
	gs_json_begin_object(json, "properties");
}

static void add_property(
	JsonBuilder *json, const char *name, const char *type, const char *description)
{
	gs_json_begin_object(json, name);
	gs_json_string(json, "type", type);
	if (!strcmp(type, "array")) {
		gs_json_begin_object(json, "items");
		gs_json_string(json, "type", "string");
		json_builder_end_object(json);
	}
	gs_json_string(json, "description", description);
	json_builder_end_object(json);
}

static void end_schema(JsonBuilder *json, const char *required)
{
	json_builder_end_object(json);
	if (required) {
		char *names[] = {(char *)required, NULL};
		gs_json_strings(json, "required", names);
	}
	json_builder_end_object(json);
}

static void add_tool(JsonBuilder *json, const struct gs_verb *verb)
{
	g_autofree char *name = tool_name(verb);
	bool takes = *verb->arguments;
	json_builder_begin_object(json);
	gs_json_string(json, "name", name);
	gs_json_string(json, "description", verb->help);
	begin_schema(json);
	if (takes)
		add_property(json, "arguments", "string", verb->arguments);
	end_schema(json, takes && *verb->arguments != '[' ? "arguments" : NULL);
	json_builder_end_object(json);
}

static void add_launching(JsonBuilder *json, const struct gs_offer *offer)
{
	json_builder_begin_object(json);
	gs_json_string(json, "name", "open");
	gs_json_string(json, "description", "debug the trace in a file from now on");
	begin_schema(json);
	add_property(json, "trace", "string", "its path");
	end_schema(json, "trace");
	json_builder_end_object(json);
	if (!offer->may_launch)
		return;
	json_builder_begin_object(json);
	gs_json_string(json, "name", "launch");
	gs_json_string(json, "description", "debug a program from now on");
	begin_schema(json);
	add_property(json, "program", "array", "the program and its arguments");
	add_property(json, "environment", "array", "NAME=VALUE");
	add_property(json, "directory", "string", "where it runs");
	end_schema(json, "program");
	json_builder_end_object(json);
}

static void call_list(struct gs_rpc_request *request)
{
	JsonBuilder *json = begin_result();
	gs_json_begin_list(json, "tools");
	if (request->connection->offer->may_open)
		add_launching(json, request->connection->offer);
	for (size_t i = 0; gs_verb_at(i); i++)
		add_tool(json, gs_verb_at(i));
	json_builder_end_array(json);
	answer(request, json);
}

static void call_tool(struct gs_rpc_request *request)
{
	const char *name = gs_rpc_text(request, "name");
	JsonNode *node = json_object_get_member(request->params, "arguments");
	JsonObject *arguments = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node)
								     : NULL;
	const struct gs_verb *verb = name ? find_tool(name) : NULL;
	if (name && (!strcmp(name, "launch") || !strcmp(name, "open")) && arguments) {
		json_object_ref(arguments);
		json_object_unref(request->params);
		request->params = arguments;
		gs_methods_launch(request, on_done);
		return;
	}
	if (!verb) {
		gs_rpc_refuse(request, GS_RPC_PARAMS, NULL,
			"there is no such tool: `tools/list` lists them");
		return;
	}
	JsonNode *given = arguments ? json_object_get_member(arguments, "arguments") : NULL;
	bool is_text = given && JSON_NODE_HOLDS_VALUE(given) &&
		       json_node_get_value_type(given) == G_TYPE_STRING;
	if (given && !is_text) {
		gs_rpc_refuse(request, GS_RPC_PARAMS, NULL, "\"arguments\" is a string");
		return;
	}
	g_autofree char *line = g_strdup_printf(
		"%s %s", verb->name, given ? json_node_get_string(given) : "");
	request->order = gs_sharer_order(request->connection->member, line, on_done, request);
}

/* ---- the session of the protocol ---- */

static void call_initialize(struct gs_rpc_request *request)
{
	static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};
	const char *asked = gs_rpc_text(request, "protocolVersion"), *version = versions[0];
	for (size_t i = 0; asked && i < G_N_ELEMENTS(versions); i++)
		version = strcmp(versions[i], asked) ? version : versions[i];
	JsonBuilder *json = begin_result();
	gs_json_string(json, "protocolVersion", version);
	gs_json_begin_object(json, "capabilities");
	gs_json_begin_object(json, "tools");
	json_builder_end_object(json);
	json_builder_end_object(json);
	gs_json_begin_object(json, "serverInfo");
	gs_json_string(json, "name", "glstep");
	gs_json_string(json, "version", PACKAGE_VERSION);
	json_builder_end_object(json);
	gs_json_string(json, "instructions", instructions);
	answer(request, json);
}

static void call_ping(struct gs_rpc_request *request)
{
	answer(request, begin_result());
}

static void call_cancelled(struct gs_rpc_request *request)
{
	JsonNode *id = json_object_get_member(request->params, "requestId");
	if (id)
		gs_connection_cancel(request->connection, id);
	answer(request, begin_result());
}

static const struct method {
	const char *name;
	void (*call)(struct gs_rpc_request *request);
} methods[] = {
	{"initialize", call_initialize},
	{"ping", call_ping},
	{"tools/list", call_list},
	{"tools/call", call_tool},
	{"notifications/cancelled", call_cancelled},
};

void gs_mcp_call(struct gs_rpc_request *request, const char *method)
{
	for (size_t i = 0; i < G_N_ELEMENTS(methods); i++) {
		if (!strcmp(methods[i].name, method)) {
			methods[i].call(request);
			return;
		}
	}
	g_autofree char *message = g_strdup_printf("there is no method '%s'", method);
	gs_rpc_refuse(request, GS_RPC_METHOD, NULL, message); /* a notification gets no answer */
}
