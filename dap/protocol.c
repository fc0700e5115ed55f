/* SPDX-License-Identifier: MIT */
#include "dap/protocol.h"

/* ---- arguments ---- */

static JsonNode *value_of(JsonObject *arguments, const char *name, GType type)
{
	JsonNode *node = json_object_get_member(arguments, name);
	return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type ? node
											     : NULL;
}

const char *gs_dap_text(JsonObject *arguments, const char *name)
{
	JsonNode *node = value_of(arguments, name, G_TYPE_STRING);
	return node ? json_node_get_string(node) : NULL;
}

gint64 gs_dap_number(JsonObject *arguments, const char *name, gint64 by_default)
{
	JsonNode *node = value_of(arguments, name, G_TYPE_INT64);
	return node ? json_node_get_int(node) : by_default;
}

bool gs_dap_flag(JsonObject *arguments, const char *name, bool by_default)
{
	JsonNode *node = value_of(arguments, name, G_TYPE_BOOLEAN);
	return node ? json_node_get_boolean(node) : by_default;
}

JsonArray *gs_dap_list(JsonObject *arguments, const char *name)
{
	JsonNode *node = json_object_get_member(arguments, name);
	return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

JsonObject *gs_dap_object(JsonObject *arguments, const char *name)
{
	JsonNode *node = json_object_get_member(arguments, name);
	return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

JsonObject *gs_dap_element(JsonArray *list, guint i)
{
	JsonNode *node = json_array_get_element(list, i);
	return JSON_NODE_HOLDS_OBJECT(node) ? json_object_ref(json_node_get_object(node))
					    : json_object_new();
}

/* ---- requests ---- */

struct gs_dap_request *gs_dap_request_new(struct gs_dap *dap, JsonNode *message)
{
	JsonObject *object = JSON_NODE_HOLDS_OBJECT(message) ? json_node_get_object(message) : NULL;
	const char *type = object ? gs_dap_text(object, "type") : NULL;
	const char *command = object ? gs_dap_text(object, "command") : NULL;
	if (!command || g_strcmp0(type, "request") != 0)
		return NULL;
	struct gs_dap_request *request = g_new0(struct gs_dap_request, 1);
	JsonObject *arguments = gs_dap_object(object, "arguments");
	request->dap = dap;
	request->seq = gs_dap_number(object, "seq", 0);
	request->command = g_strdup(command);
	request->arguments = arguments ? json_object_ref(arguments) : json_object_new();
	return request;
}

void gs_dap_request_free(struct gs_dap_request *request)
{
	g_free(request->command);
	json_object_unref(request->arguments);
	g_free(request);
}

/* ---- sending ---- */

static JsonBuilder *begin_message(struct gs_dap *dap, const char *type)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_integer(json, "seq", ++dap->seq);
	gs_json_string(json, "type", type);
	return json;
}

/* Close both, and send. */
static void send_message(struct gs_dap *dap, JsonBuilder *json, JsonBuilder *body)
{
	if (body) {
		json_builder_end_object(body);
		json_builder_set_member_name(json, "body");
		json_builder_add_value(json, json_builder_get_root(body));
		g_object_unref(body);
	}
	json_builder_end_object(json);
	g_autoptr(JsonNode) tree = json_builder_get_root(json);
	gs_message_stream_send(dap->stream, tree);
	g_object_unref(json);
}

JsonBuilder *gs_dap_body(void)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	return json;
}

static JsonBuilder *begin_response(struct gs_dap_request *request, bool good)
{
	JsonBuilder *json = begin_message(request->dap, "response");
	request->is_answered = true;
	gs_json_integer(json, "request_seq", request->seq);
	gs_json_boolean(json, "success", good);
	gs_json_string(json, "command", request->command);
	return json;
}

void gs_dap_answer(struct gs_dap_request *request, JsonBuilder *body)
{
	if (request->is_answered) {
		g_clear_object(&body);
		return;
	}
	send_message(request->dap, begin_response(request, true), body);
}

void gs_dap_refuse(struct gs_dap_request *request, const char *message)
{
	if (request->is_answered)
		return;
	JsonBuilder *json = begin_response(request, false), *body = gs_dap_body();
	gs_json_string(json, "message", request->is_cancelled ? "cancelled" : message);
	gs_json_begin_object(body, "error");
	gs_json_integer(body, "id", 1);
	gs_json_string(body, "format", "{message}"); /* it may have braces of its own */
	gs_json_begin_object(body, "variables");
	gs_json_string(body, "message", message);
	json_builder_end_object(body);
	gs_json_boolean(body, "showUser", true);
	json_builder_end_object(body);
	send_message(request->dap, json, body);
}

void gs_dap_fail(struct gs_dap_request *request, GError *error)
{
	gs_dap_refuse(request, error->message);
	g_error_free(error);
}

void gs_dap_event(struct gs_dap *dap, const char *event, JsonBuilder *body)
{
	JsonBuilder *json = begin_message(dap, "event");
	gs_json_string(json, "event", event);
	send_message(dap, json, body);
}

void gs_dap_say(struct gs_dap *dap, const char *category, const char *text)
{
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "category", category);
	gs_json_string(body, "output", text);
	gs_dap_event(dap, "output", body);
}
