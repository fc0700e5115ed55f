/* SPDX-License-Identifier: MIT */
/* The envelope of JSON-RPC 2.0: requests, answers, notifications. */
#include "serve/connection.h"

#include <string.h>
#include "verbs/verbs.h"

enum { PROGRESS_MS = 500 };

/* ---- sending ---- */

static JsonBuilder *begin_message(void)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "jsonrpc", "2.0");
	return json;
}

static void send_message(struct gs_connection *connection, JsonBuilder *json)
{
	json_builder_end_object(json);
	JsonNode *tree = json_builder_get_root(json);
	gs_message_stream_send(connection->stream, tree);
	json_node_unref(tree);
	g_object_unref(json);
}

static void notify(struct gs_connection *connection, const char *method, JsonNode *params)
{
	JsonBuilder *json = begin_message();
	gs_json_string(json, "method", method);
	json_builder_set_member_name(json, "params");
	json_builder_add_value(json, params);
	send_message(connection, json);
}

static void on_told(gpointer data, const char *method, JsonNode *params)
{
	struct gs_connection *connection = data;
	if (connection->is_let_in && connection->events->tells)
		notify(connection, method, json_node_copy(params));
}

/* ---- requests ---- */

static void request_free(struct gs_rpc_request *request)
{
	request->connection->requests = g_list_remove(request->connection->requests, request);
	if (request->id)
		json_node_unref(request->id);
	if (request->params)
		json_object_unref(request->params);
	if (request->words)
		json_array_unref(request->words);
	g_free(request);
}

static JsonBuilder *begin_answer(JsonNode *id)
{
	JsonBuilder *json = begin_message();
	json_builder_set_member_name(json, "id");
	if (id)
		json_builder_add_value(json, json_node_copy(id));
	else
		json_builder_add_null_value(json);
	return json;
}

static void send_error(struct gs_connection *connection, JsonNode *id, enum gs_rpc_error code,
	const char *word, const char *message)
{
	JsonBuilder *json = begin_answer(id);
	gs_json_begin_object(json, "error");
	gs_json_integer(json, "code", code);
	gs_json_string(json, "message", message);
	if (word) {
		gs_json_begin_object(json, "data");
		gs_json_string(json, "code", word);
		json_builder_end_object(json);
	}
	json_builder_end_object(json);
	send_message(connection, json);
}

static gboolean end(gpointer data)
{
	struct gs_connection *connection = data;
	connection->progress = 0;
	connection->events->ended(connection->data, connection);
	return G_SOURCE_REMOVE;
}

/* End it, from the main loop, if nothing is to be answered any more. */
static void end_if_over(struct gs_connection *connection)
{
	bool is_over = connection->says_all || connection->quits;
	if (!is_over || connection->requests || connection->is_over)
		return;
	connection->is_over = true;
	if (connection->progress)
		g_source_remove(connection->progress);
	connection->progress = g_idle_add(end, connection);
}

void gs_rpc_answer(struct gs_rpc_request *request, JsonNode *result)
{
	struct gs_connection *connection = request->connection;
	if (request->id) {
		JsonBuilder *json = begin_answer(request->id);
		json_builder_set_member_name(json, "result");
		json_builder_add_value(json, result);
		send_message(connection, json);
	} else {
		json_node_unref(result);
	}
	request_free(request);
	end_if_over(connection);
}

void gs_rpc_refuse(struct gs_rpc_request *request, enum gs_rpc_error code, const char *word,
	const char *message)
{
	struct gs_connection *connection = request->connection;
	if (request->id)
		send_error(connection, request->id, code, word, message);
	request_free(request);
	end_if_over(connection);
}

void gs_rpc_fail(struct gs_rpc_request *request, GError *error)
{
	bool is_usage = g_error_matches(error, GS_ERROR, GS_ERROR_USAGE);
	const char *word = gs_error_word(
		error->domain == GS_ERROR ? (enum gs_error)error->code : GS_ERROR_INTERNAL);
	gs_rpc_refuse(request, is_usage ? GS_RPC_PARAMS : GS_RPC_REFUSED, word, error->message);
	g_error_free(error);
}

/* ---- progress ---- */

static gboolean tell_progress(gpointer data)
{
	struct gs_connection *connection = data;
	for (GList *at = connection->requests; at; at = at->next) {
		struct gs_rpc_request *request = at->data;
		gint64 time = request->order ? gs_shared_order_time(request->order) : 0;
		if (!request->id || time < PROGRESS_MS * G_TIME_SPAN_MILLISECOND)
			continue;
		JsonBuilder *json = json_builder_new();
		json_builder_begin_object(json);
		json_builder_set_member_name(json, "id");
		json_builder_add_value(json, json_node_copy(request->id));
		json_builder_set_member_name(json, "seconds");
		json_builder_add_double_value(json, (double)time / G_TIME_SPAN_SECOND);
		gs_json_integer(json, "calls", (gint64)gs_shared_calls(connection->offer->shared));
		json_builder_end_object(json);
		notify(connection, "progress", json_builder_get_root(json));
		g_object_unref(json);
	}
	if (connection->requests)
		return G_SOURCE_CONTINUE;
	connection->progress = 0;
	return G_SOURCE_REMOVE;
}

/* ---- receiving ---- */

static const char *string_of(JsonObject *object, const char *name)
{
	JsonNode *node = json_object_get_member(object, name);
	return node && JSON_NODE_HOLDS_VALUE(node) &&
			       json_node_get_value_type(node) == G_TYPE_STRING
		       ? json_node_get_string(node)
		       : NULL;
}

const char *gs_rpc_text(const struct gs_rpc_request *request, const char *name)
{
	return string_of(request->params, name);
}

JsonArray *gs_rpc_list(const struct gs_rpc_request *request, const char *name)
{
	JsonNode *node = json_object_get_member(request->params, name);
	return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

void gs_connection_cancel(struct gs_connection *connection, JsonNode *id)
{
	for (GList *at = connection->requests; at; at = at->next) {
		struct gs_rpc_request *request = at->data;
		if (request->order && request->id && json_node_equal(request->id, id))
			gs_shared_order_cancel(request->order);
	}
}

/* Return a request for the message, which is added to those to be answered. */
static struct gs_rpc_request *request_of(struct gs_connection *connection, JsonObject *message)
{
	struct gs_rpc_request *request = g_new0(struct gs_rpc_request, 1);
	JsonNode *params = json_object_get_member(message, "params");
	JsonNode *id = json_object_get_member(message, "id");
	request->connection = connection;
	request->id = id ? json_node_copy(id) : NULL;
	request->params = params && JSON_NODE_HOLDS_OBJECT(params)
				  ? json_object_ref(json_node_get_object(params))
				  : json_object_new();
	if (params && JSON_NODE_HOLDS_ARRAY(params))
		request->words = json_array_ref(json_node_get_array(params));
	connection->requests = g_list_append(connection->requests, request);
	if (!connection->progress && connection->events->tells)
		connection->progress = g_timeout_add(PROGRESS_MS, tell_progress, connection);
	return request;
}

/* Return what is wrong with a request, or NULL. */
static const char *wrong_with(JsonObject *message)
{
	JsonNode *id = json_object_get_member(message, "id");
	JsonNode *params = json_object_get_member(message, "params");
	if (g_strcmp0(string_of(message, "jsonrpc"), "2.0") != 0)
		return "the message is not of JSON-RPC: it has no \"jsonrpc\": \"2.0\"";
	if (!string_of(message, "method"))
		return "the message has no \"method\"";
	if (id && !JSON_NODE_HOLDS_VALUE(id) && !JSON_NODE_HOLDS_NULL(id))
		return "the \"id\" is neither a string nor a number";
	if (params && JSON_NODE_HOLDS_VALUE(params))
		return "\"params\" are neither an object nor a list";
	return NULL;
}

static void on_received(gpointer data, JsonNode *message, const GError *error)
{
	struct gs_connection *connection = data;
	const char *wrong;
	if (connection->quits)
		return;
	if (!message) {
		send_error(connection, NULL, GS_RPC_PARSE, NULL, error->message);
	} else if (!JSON_NODE_HOLDS_OBJECT(message)) {
		send_error(connection, NULL, GS_RPC_REQUEST, NULL,
			"the message is no object: requests are sent one by one");
	} else if (!json_object_has_member(json_node_get_object(message), "method") &&
		   json_object_has_member(json_node_get_object(message), "id")) {
		return; /* an answer, and nothing was asked */
	} else if ((wrong = wrong_with(json_node_get_object(message)))) {
		send_error(connection, NULL, GS_RPC_REQUEST, NULL, wrong);
	} else {
		JsonObject *object = json_node_get_object(message);
		connection->events->asked(
			request_of(connection, object), string_of(object, "method"));
	}
}

static void on_ended(gpointer data, const GError *error)
{
	struct gs_connection *connection = data;
	if (error)
		send_error(connection, NULL, GS_RPC_PARSE, NULL, error->message);
	connection->says_all = true;
	end_if_over(connection);
}

/* ---- files ---- */

static char *file_of(gpointer data, const char *name, GError **error)
{
	struct gs_connection *connection = data;
	if (*name == '@')
		return gs_references_path(connection->references, name, error);
	if (g_path_is_absolute(name) || !connection->directory)
		return g_strdup(name);
	return g_build_filename(connection->directory, name, NULL);
}

/* ---- the whole ---- */

struct gs_connection *gs_connection_new(int in, int out, const struct gs_offer *offer,
	const struct gs_connection_events *events, gpointer data)
{
	struct gs_connection *connection = g_new0(struct gs_connection, 1);
	const struct gs_message_stream_events received = {on_received, on_ended, connection};
	connection->offer = offer;
	connection->events = events;
	connection->data = data;
	connection->is_let_in = !offer->token;
	connection->references = gs_references_new();
	connection->member = gs_shared_join(offer->shared, NULL, on_told, connection);
	gs_sharer_set_files(connection->member, file_of, connection);
	connection->stream = gs_message_stream_new(in, out, events->framing, &received);
	return connection;
}

void gs_connection_free(struct gs_connection *connection)
{
	gs_sharer_leave(connection->member);
	if (connection->progress)
		g_source_remove(connection->progress);
	while (connection->requests)
		request_free(connection->requests->data);
	gs_message_stream_free(connection->stream);
	gs_references_free(connection->references);
	g_free(connection->directory);
	g_free(connection);
}
