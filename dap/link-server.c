/* SPDX-License-Identifier: MIT */
/* The session of `glstep serve`: JSON-RPC 2.0, from the other end (docs/server.md). */
#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <unistd.h>
#include "dap/link.h"
#include "serve/address.h"
#include "serve/message-stream.h"
#include "verbs/verbs.h"

enum { PIECE = 8 << 20, CONNECT_SECONDS = 20 };

struct asked {
	gint64 id;
	bool is_order;
	gs_dap_done_func *done;
	gpointer data;
};

struct server {
	struct gs_dap_link link;
	struct gs_message_stream *stream;
	gint64 last_id, client; /* client: our number there */
	GList *asked;		/* struct asked, which were not answered */
	bool is_gone;
};

/* ---- asking ---- */

static JsonBuilder *begin(const char *method, gint64 id)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "jsonrpc", "2.0");
	gs_json_string(json, "method", method);
	if (id >= 0)
		gs_json_integer(json, "id", id);
	gs_json_begin_object(json, "params");
	return json;
}

static void finish(struct server *server, JsonBuilder *json)
{
	json_builder_end_object(json);
	json_builder_end_object(json);
	g_autoptr(JsonNode) message = json_builder_get_root(json);
	gs_message_stream_send(server->stream, message);
	g_object_unref(json);
}

static JsonBuilder *begin_asking(struct server *server, const char *method, bool is_order,
	gs_dap_done_func *done, gpointer data)
{
	struct asked *asked = g_new(struct asked, 1);
	*asked = (struct asked){++server->last_id, is_order, done, data};
	server->asked = g_list_append(server->asked, asked);
	return begin(method, asked->id);
}

static void fail(struct asked *asked, const char *why)
{
	g_autoptr(GError) error = g_error_new_literal(GS_ERROR, GS_ERROR_NO_PROGRAM, why);
	asked->done(asked->data, NULL, error);
	g_free(asked);
}

static const char gone[] = "the server has gone: the session is over";

static gboolean fail_all(gpointer data)
{
	struct server *server = data;
	while (server->asked) {
		struct asked *asked = server->asked->data;
		server->asked = g_list_delete_link(server->asked, server->asked);
		fail(asked, gone);
	}
	return G_SOURCE_REMOVE;
}

static void order(struct gs_dap_link *link, const char *line, gs_dap_done_func *done, gpointer data)
{
	struct server *server = (struct server *)link;
	JsonBuilder *json = begin_asking(server, "run", true, done, data);
	gs_json_string(json, "command", line);
	finish(server, json);
	if (server->is_gone)
		g_idle_add(fail_all, server);
}

static void interrupt(struct gs_dap_link *link)
{
	struct server *server = (struct server *)link;
	for (GList *at = server->asked; at; at = at->next) {
		const struct asked *asked = at->data;
		if (!asked->is_order)
			continue;
		JsonBuilder *json = begin("$/cancelRequest", -1);
		gs_json_integer(json, "id", asked->id);
		finish(server, json);
	}
}

static void pause_program(struct gs_dap_link *link, gs_dap_done_func *done, gpointer data)
{
	struct server *server = (struct server *)link;
	finish(server, begin_asking(server, "pause", false, done, data));
	if (server->is_gone)
		g_idle_add(fail_all, server);
}

static void read_file(struct gs_dap_link *link, const char *name, guint64 offset,
	gs_dap_done_func *done, gpointer data)
{
	struct server *server = (struct server *)link;
	JsonBuilder *json = begin_asking(server, "read", false, done, data);
	gs_json_string(json, "reference", name);
	gs_json_integer(json, "offset", (gint64)offset);
	gs_json_integer(json, "size", PIECE);
	finish(server, json);
	if (server->is_gone)
		g_idle_add(fail_all, server);
}

/* ---- answers ---- */

static JsonObject *object_of(JsonObject *of, const char *name)
{
	JsonNode *node = json_object_get_member(of, name);
	return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static const char *text_of(JsonObject *of, const char *name)
{
	JsonNode *node = of ? json_object_get_member(of, name) : NULL;
	return node && JSON_NODE_HOLDS_VALUE(node) &&
			       json_node_get_value_type(node) == G_TYPE_STRING
		       ? json_node_get_string(node)
		       : NULL;
}

static gint64 number_of(JsonObject *of, const char *name)
{
	JsonNode *node = json_object_get_member(of, name);
	return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_INT64
		       ? json_node_get_int(node)
		       : -1;
}

static GError *error_of(JsonObject *answer)
{
	JsonObject *failure = object_of(answer, "error");
	JsonObject *data = failure ? object_of(failure, "data") : NULL;
	const char *word = text_of(data, "code"), *message = text_of(failure, "message");
	int code = GS_ERROR_INTERNAL;
	for (int i = 0; word && i < GS_N_ERRORS; i++)
		if (!strcmp(gs_error_word((enum gs_error)i), word))
			code = i;
	return g_error_new_literal(GS_ERROR, code,
		message ? message : "the server has answered with neither a result nor an error");
}

static void take_answer(struct server *server, JsonObject *answer)
{
	gint64 id = number_of(answer, "id");
	JsonNode *result = json_object_get_member(answer, "result");
	for (GList *at = server->asked; at; at = at->next) {
		struct asked *asked = at->data;
		if (asked->id != id)
			continue;
		g_autoptr(GError) error = result ? NULL : error_of(answer);
		server->asked = g_list_delete_link(server->asked, at);
		asked->done(asked->data, result, error);
		g_free(asked);
		return;
	}
}

static void on_received(gpointer data, JsonNode *message, const GError *error)
{
	struct server *server = data;
	JsonObject *object = message && JSON_NODE_HOLDS_OBJECT(message)
				     ? json_node_get_object(message)
				     : NULL;
	const char *method = object ? text_of(object, "method") : NULL;
	JsonObject *params = object ? object_of(object, "params") : NULL;
	if (object && !method)
		take_answer(server, object);
	else if (method && params && number_of(params, "client") != server->client)
		server->link.told(
			server->link.data, method, json_object_get_member(object, "params"));
}

static void on_ended(gpointer data, const GError *error)
{
	struct server *server = data;
	JsonNode *params = json_node_new(JSON_NODE_OBJECT);
	JsonObject *object = json_object_new();
	server->is_gone = true;
	fail_all(server);
	json_object_set_string_member(object, "text", gone);
	json_node_take_object(params, object);
	server->link.told(server->link.data, "gone", params);
	json_node_unref(params);
}

/* ---- the whole ---- */

static void free_server(struct gs_dap_link *link)
{
	struct server *server = (struct server *)link;
	gs_message_stream_free(server->stream);
	while (g_source_remove_by_user_data(server))
		;
	g_list_free_full(server->asked, g_free);
	g_free(server);
}

static const struct gs_dap_link_kind kind = {
	order, interrupt, pause_program, read_file, free_server};

/* What `hello` is answered with goes on to who has asked for the link. */
struct greeting {
	struct server *server;
	gs_dap_done_func *done;
	gpointer data;
};

static void on_greeted(gpointer data, JsonNode *result, const GError *error)
{
	struct greeting *greeting = data;
	if (result && JSON_NODE_HOLDS_OBJECT(result))
		greeting->server->client = number_of(json_node_get_object(result), "client");
	greeting->done(greeting->data, result, error);
	g_free(greeting);
}

static int connect_to(const char *address, GError **error)
{
	struct gs_address where = {0};
	g_autoptr(GError) why = NULL;
	if (!gs_address_parse(address, &where, error))
		return -1;
	g_autoptr(GSocketAddress) to = gs_address_of(&where, error);
	gs_address_clear(&where);
	if (!to)
		return -1;
	g_autoptr(GSocket) socket = g_socket_new(g_socket_address_get_family(to),
		G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &why);
	if (socket)
		g_socket_set_timeout(socket, CONNECT_SECONDS);
	int fd = socket && g_socket_connect(socket, to, NULL, &why)
			 ? fcntl(g_socket_get_fd(socket), F_DUPFD_CLOEXEC, 3)
			 : -1;
	if (fd < 0)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
			"no `glstep serve` can be reached at '%s': %s", address,
			why ? why->message : "no descriptor is left");
	return fd;
}

struct gs_dap_link *gs_dap_link_new_server(const char *address, const char *token,
	gs_shared_told_func *told, gpointer told_data, gs_dap_done_func *done, gpointer data,
	GError **error)
{
	int fd = connect_to(address, error);
	if (fd < 0)
		return NULL;
	struct server *server = g_new0(struct server, 1);
	const struct gs_message_stream_events events = {on_received, on_ended, server};
	server->link = (struct gs_dap_link){&kind, told, told_data};
	server->stream = gs_message_stream_new(fd, fd, GS_FRAMING_HEADERS, &events);
	struct greeting *greeting = g_new(struct greeting, 1);
	*greeting = (struct greeting){server, done, data};
	JsonBuilder *json = begin_asking(server, "hello", false, on_greeted, greeting);
	if (token)
		gs_json_string(json, "token", token);
	gs_json_string(json, "name", "editor");
	finish(server, json);
	return &server->link;
}
