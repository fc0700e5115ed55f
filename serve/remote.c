/* SPDX-License-Identifier: MIT */
#include "serve/remote.h"

#include <errno.h>
#include <gio/gio.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "debugger/base/error.h"
#include "serve/address.h"
#include "serve/message.h"
#include "verbs/verbs.h"

enum { LOOK_AGAIN_MS = 100 };

struct gs_remote {
	GSocket *socket;
	struct gs_inbox *messages;
	gint64 last_id;
	gint64 client;	  /* our number there */
	GString *told;	  /* of others */
	gint interrupted; /* atomic */
	bool is_over;
};

/* ---- sending ---- */

static bool send_all(struct gs_remote *remote, const GString *bytes)
{
	for (gsize done = 0; done < bytes->len;) {
		gssize n = g_socket_send(
			remote->socket, bytes->str + done, bytes->len - done, NULL, NULL);
		if (n <= 0)
			return false;
		done += (gsize)n;
	}
	return true;
}

/* Begin a request or, with id < 0, a notification, whose parameters are open. */
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

static bool finish(struct gs_remote *remote, JsonBuilder *json)
{
	json_builder_end_object(json);
	json_builder_end_object(json);
	g_autoptr(JsonNode) message = json_builder_get_root(json);
	GString *bytes = g_string_new(NULL);
	gs_message_append(bytes, message, GS_FRAMING_HEADERS);
	bool good = send_all(remote, bytes);
	g_string_free(bytes, TRUE);
	g_object_unref(json);
	return good;
}

static void send_cancel(struct gs_remote *remote)
{
	JsonBuilder *json = begin("$/cancelRequest", -1);
	gs_json_integer(json, "id", remote->last_id);
	finish(remote, json);
}

void gs_remote_interrupt(struct gs_remote *remote)
{
	g_atomic_int_set(&remote->interrupted, 1);
}

/* ---- receiving ---- */

static bool gone(struct gs_remote *remote, GError **error)
{
	remote->is_over = true;
	g_set_error(
		error, GS_ERROR, GS_ERROR_NO_PROGRAM, "the server has gone: the session is over");
	return false;
}

static JsonObject *object_of(JsonObject *of, const char *name)
{
	JsonNode *node = json_object_get_member(of, name);
	return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/* Note what another client has done. */
static void note(struct gs_remote *remote, const char *method, JsonObject *params)
{
	gint64 client = json_object_get_int_member_with_default(params, "client", 0);
	bool is_move = !strcmp(method, "stopped") || !strcmp(method, "moved");
	if (client && client != remote->client && is_move)
		g_string_append_printf(remote->told, "%s: %s\n",
			json_object_get_string_member_with_default(params, "name", ""),
			json_object_get_string_member_with_default(params, "command", ""));
}

static void take_error(JsonObject *answer, GError **error)
{
	JsonObject *failure = object_of(answer, "error");
	JsonObject *data = failure ? object_of(failure, "data") : NULL;
	const char *word = data ? json_object_get_string_member_with_default(data, "code", "") : "";
	int code = GS_ERROR_INTERNAL;
	for (int i = 0; i < GS_N_ERRORS; i++)
		if (!strcmp(gs_error_word((enum gs_error)i), word))
			code = i;
	g_set_error_literal(error, GS_ERROR, code,
		failure ? json_object_get_string_member_with_default(failure, "message", "")
			: "the server has answered with neither a result nor an error");
}

/* Take a message. Return whether it answers the request; then *result, or the error. */
static bool take(struct gs_remote *remote, JsonObject *message, JsonNode **result, GError **error)
{
	JsonObject *params = object_of(message, "params");
	const char *method = json_object_get_string_member_with_default(message, "method", NULL);
	if (method && params)
		note(remote, method, params);
	if (method || json_object_get_int_member_with_default(message, "id", -1) != remote->last_id)
		return false;
	JsonNode *node = json_object_get_member(message, "result");
	*result = node ? json_node_copy(node) : NULL;
	if (!node)
		take_error(message, error);
	return true;
}

/* Read what has come within a while. Return false if the server has gone. */
static bool read_some(struct gs_remote *remote)
{
	char bytes[1 << 16];
	struct pollfd in = {g_socket_get_fd(remote->socket), POLLIN, 0};
	if (g_atomic_int_compare_and_exchange(&remote->interrupted, 1, 0))
		send_cancel(remote);
	if (poll(&in, 1, LOOK_AGAIN_MS) <= 0)
		return true;
	gssize n = g_socket_receive(remote->socket, bytes, sizeof bytes, NULL, NULL);
	if (n > 0)
		gs_inbox_add(remote->messages, bytes, (gsize)n);
	return n > 0;
}

/* Wait for the answer to the last request. Return it; NULL with an error. */
static JsonNode *await(struct gs_remote *remote, GError **error)
{
	JsonNode *result = NULL;
	char *text;
	gsize length;
	for (;;) {
		if (!gs_inbox_take(remote->messages, &text, &length, error))
			return NULL;
		if (!text && !read_some(remote)) {
			gone(remote, error);
			return NULL;
		}
		if (!text)
			continue;
		g_autoptr(JsonNode) message = gs_message_parse(text, length, error);
		g_free(text);
		if (!message)
			return NULL;
		if (JSON_NODE_HOLDS_OBJECT(message) &&
			take(remote, json_node_get_object(message), &result, error))
			return result;
	}
}

JsonNode *gs_remote_run(struct gs_remote *remote, const char *line, GError **error)
{
	g_atomic_int_set(&remote->interrupted, 0);
	JsonBuilder *json = begin("run", ++remote->last_id);
	gs_json_string(json, "command", line);
	if (!finish(remote, json)) {
		gone(remote, error);
		return NULL;
	}
	JsonNode *result = await(remote, error);
	const char *rest;
	const struct gs_verb *verb = result ? gs_verb_find(line, &rest) : NULL;
	remote->is_over = remote->is_over || (verb && gs_verb_quits(verb));
	return result;
}

bool gs_remote_is_over(const struct gs_remote *remote)
{
	return remote->is_over;
}

char *gs_remote_told(struct gs_remote *remote)
{
	if (!remote->told->len)
		return NULL;
	char *text = g_strdup(remote->told->str);
	g_string_truncate(remote->told, 0);
	return text;
}

/* ---- connecting ---- */

static bool say_hello(struct gs_remote *remote, const char *token, GError **error)
{
	g_autofree char *directory = g_get_current_dir();
	JsonBuilder *json = begin("hello", ++remote->last_id);
	gs_json_string(json, "name", "console");
	gs_json_string(json, "directory", directory);
	gs_json_optional(json, "token", token);
	if (!finish(remote, json))
		return gone(remote, error);
	g_autoptr(JsonNode) result = await(remote, error);
	if (!result)
		return false;
	JsonObject *hello = JSON_NODE_HOLDS_OBJECT(result) ? json_node_get_object(result) : NULL;
	const char *version = hello ? json_object_get_string_member_with_default(
					      hello, "version", "")
				    : "";
	remote->client = hello ? json_object_get_int_member_with_default(hello, "client", 0) : 0;
	if (!strcmp(version, PACKAGE_VERSION))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
		"the server is glstep '%s', and this is " PACKAGE_VERSION
		": have the same version at both ends",
		version);
	return false;
}

static GSocket *connect_to(const char *text, GError **error)
{
	struct gs_address where;
	g_autoptr(GError) why = NULL;
	if (!gs_address_parse(text, &where, error))
		return NULL;
	g_autoptr(GSocketAddress) address = gs_address_of(&where, error);
	gs_address_clear(&where);
	if (!address)
		return NULL;
	g_autoptr(GSocket) socket = g_socket_new(g_socket_address_get_family(address),
		G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &why);
	if (socket && g_socket_connect(socket, address, NULL, &why))
		return g_steal_pointer(&socket);
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_START,
		"no server answers at '%s' (%s): `glstep serve` prints where it listens", text,
		why->message);
	return NULL;
}

struct gs_remote *gs_remote_new(const char *address, const char *token, GError **error)
{
	GSocket *socket = connect_to(address, error);
	if (!socket)
		return NULL;
	struct gs_remote *remote = g_new0(struct gs_remote, 1);
	remote->socket = socket;
	remote->messages = gs_inbox_new(GS_FRAMING_HEADERS);
	remote->told = g_string_new(NULL);
	if (say_hello(remote, token, error))
		return remote;
	gs_remote_free(remote);
	return NULL;
}

void gs_remote_free(struct gs_remote *remote)
{
	if (!remote)
		return;
	g_clear_object(&remote->socket);
	gs_inbox_free(remote->messages);
	g_string_free(remote->told, TRUE);
	g_free(remote);
}
