/* SPDX-License-Identifier: MIT */
/* What a client can ask for: the commands, by their names, and what a connection needs besides. */
#include <string.h>
#include "config.h"
#include "debugger/open/opened.h"
#include "serve/connection.h"

enum { PROTOCOL = 1, PIECE = 1 << 20 };

/* ---- parameters ---- */

/* Return a number from 0 on, or another one if it was not given. */
static guint64 number_of(const struct gs_rpc_request *request, const char *name, guint64 by_default)
{
	JsonNode *node = json_object_get_member(request->params, name);
	gint64 number = node && JSON_NODE_HOLDS_VALUE(node) &&
					json_node_get_value_type(node) == G_TYPE_INT64
				? json_node_get_int(node)
				: -1;
	return number >= 0 ? (guint64)number : by_default;
}

static bool flag_of(const struct gs_rpc_request *request, const char *name)
{
	JsonNode *node = json_object_get_member(request->params, name);
	return node && JSON_NODE_HOLDS_VALUE(node) &&
	       json_node_get_value_type(node) == G_TYPE_BOOLEAN && json_node_get_boolean(node);
}

static void refuse_params(struct gs_rpc_request *request, const char *message)
{
	gs_rpc_refuse(request, GS_RPC_PARAMS, gs_error_word(GS_ERROR_USAGE), message);
}

/* Return the list as words: strings and whole numbers; g_strfreev. NULL: there is something else in
 * it. */
static char **words_of(JsonArray *list)
{
	guint n = list ? json_array_get_length(list) : 0;
	g_auto(GStrv) words = g_new0(char *, n + 1);
	for (guint i = 0; i < n; i++) {
		JsonNode *node = json_array_get_element(list, i);
		GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : 0;
		if (type == G_TYPE_STRING)
			words[i] = g_strdup(json_node_get_string(node));
		else if (type == G_TYPE_INT64)
			words[i] = g_strdup_printf("%" G_GINT64_FORMAT, json_node_get_int(node));
		else
			return NULL;
	}
	return g_steal_pointer(&words);
}

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

/* ---- commands ---- */

static JsonNode *with_text(const struct gs_verb *verb, JsonNode *result)
{
	JsonBuilder *json = begin_result();
	g_autofree char *text = gs_verb_text(verb, result);
	json_builder_set_member_name(json, "result");
	json_builder_add_value(json, json_node_copy(result));
	gs_json_string(json, "text", text);
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	g_object_unref(json);
	return root;
}

static void on_done(gpointer data, const struct gs_outcome *outcome)
{
	struct gs_rpc_request *request = data;
	request->order = NULL;
	request->connection->quits |= outcome->quits;
	if (outcome->cancelled)
		gs_rpc_refuse(request, GS_RPC_CANCELLED, gs_error_word(GS_ERROR_TIMEOUT),
			"the request was cancelled");
	else if (!outcome->result)
		gs_rpc_fail(request, g_error_copy(outcome->error));
	else if (request->wants_text && outcome->verb)
		gs_rpc_answer(request, with_text(outcome->verb, outcome->result));
	else
		gs_rpc_answer(request, json_node_copy(outcome->result));
}

static void order(struct gs_rpc_request *request, const char *line)
{
	request->wants_text = flag_of(request, "text");
	request->order = gs_sharer_order(request->connection->member, line, on_done, request);
}

static void call_run(struct gs_rpc_request *request)
{
	const char *command = gs_rpc_text(request, "command");
	if (command)
		order(request, command);
	else
		refuse_params(request, "`run` takes {\"command\": LINE}");
}

/* Run a verb, behind whose name words may stand already, as in "shader fragment". `pause` ends
 * first what it would wait for. */
static void call_verb(struct gs_rpc_request *request, const struct gs_verb *verb, const char *rest)
{
	JsonArray *list = request->words ? request->words : gs_rpc_list(request, "arguments");
	g_auto(GStrv) words = words_of(list);
	if (!words) {
		refuse_params(request, "the arguments are a list of strings and whole numbers");
		return;
	}
	if (verb->how == GS_VERB_PAUSE && verb->function == gs_verb_stop)
		gs_shared_pause(request->connection->offer->shared);
	g_auto(GStrv) before = g_strsplit_set(rest, " \t", -1);
	g_autoptr(GPtrArray) all = g_ptr_array_new();
	for (char **word = before; *word; word++)
		if (**word)
			g_ptr_array_add(all, *word);
	for (char **word = words; *word; word++)
		g_ptr_array_add(all, *word);
	g_autofree char *line = gs_verb_line(verb, (const char *const *)all->pdata, all->len);
	order(request, line);
}

/* ---- what a connection needs besides ---- */

static void call_hello(struct gs_rpc_request *request)
{
	struct gs_connection *connection = request->connection;
	const char *directory = gs_rpc_text(request, "directory");
	if (directory && !g_path_is_absolute(directory)) {
		refuse_params(request, "the directory is not an absolute path");
		return;
	}
	g_free(connection->directory);
	connection->directory = g_strdup(directory);
	gs_sharer_set_name(connection->member, gs_rpc_text(request, "name"));
	JsonBuilder *json = begin_result();
	gs_json_integer(json, "client", gs_sharer_number(connection->member));
	gs_json_integer(json, "protocol", PROTOCOL);
	gs_json_string(json, "version", PACKAGE_VERSION);
	gs_shared_list(connection->offer->shared, json, "clients");
	answer(request, json);
}

static void call_clients(struct gs_rpc_request *request)
{
	JsonBuilder *json = begin_result();
	gs_shared_list(request->connection->offer->shared, json, "clients");
	answer(request, json);
}

static void call_cancel(struct gs_rpc_request *request)
{
	JsonNode *id = json_object_get_member(request->params, "id");
	if (id)
		gs_connection_cancel(request->connection, id);
	answer(request, begin_result());
}

/* Return whether all are NAME=VALUE. */
static bool is_environment(char **list)
{
	for (char **variable = list; list && *variable; variable++)
		if (!strchr(*variable, '=') || **variable == '=')
			return false;
	return list;
}

void gs_methods_launch(struct gs_rpc_request *request, gs_shared_done_func *done)
{
	struct gs_connection *connection = request->connection;
	g_auto(GStrv) argv = words_of(gs_rpc_list(request, "program"));
	g_auto(GStrv) environment = words_of(gs_rpc_list(request, "environment"));
	const char *trace = gs_rpc_text(request, "trace"),
		   *directory = gs_rpc_text(request, "directory");
	char *opened[] = {(char *)trace, NULL};
	if (!connection->offer->may_launch && !(trace && connection->offer->may_open)) {
		gs_rpc_refuse(request, GS_RPC_REFUSED, gs_error_word(GS_ERROR_UNSUPPORTED),
			"this server begins no programs but its own: `glstep serve --allow-launch` "
			"does");
		return;
	}
	if (!is_environment(environment) || (!trace && (!argv || !*argv))) {
		refuse_params(request,
			"`launch` takes {\"program\": [PROGRAM, ARGUMENT...], \"directory\", "
			"\"environment\": [\"NAME=VALUE\"...]} or {\"trace\": FILE}");
		return;
	}
	const struct gs_launch launch = {
		.argv = trace ? opened : argv,
		.environment = environment,
		.directory = (char *)(directory ? directory : connection->directory),
		.output_fd = connection->offer->output_fd,
	};
	request->order = gs_sharer_launch(connection->member, &launch, trace != NULL,
		connection->offer->timeout_ms, done, request);
}

static void call_launch(struct gs_rpc_request *request)
{
	gs_methods_launch(request, on_done);
}

static void call_shutdown(struct gs_rpc_request *request)
{
	struct gs_connection *connection = request->connection;
	answer(request, begin_result());
	connection->offer->shutdown(connection->offer->data);
}

/* ---- references ---- */

static void call_read(struct gs_rpc_request *request)
{
	const char *name = gs_rpc_text(request, "reference");
	guint64 whole = 0, offset = number_of(request, "offset", 0);
	GError *error = NULL;
	if (!name) {
		refuse_params(request, "`read` takes {\"reference\": \"@NAME\", \"offset\": BYTES, "
				       "\"size\": BYTES}");
		return;
	}
	g_autoptr(GBytes) bytes = gs_references_read(request->connection->references, name, offset,
		number_of(request, "size", PIECE), &whole, &error);
	if (!bytes) {
		gs_rpc_fail(request, error);
		return;
	}
	gsize size;
	const guchar *data = g_bytes_get_data(bytes, &size);
	g_autofree char *text = g_base64_encode(data, size);
	JsonBuilder *json = begin_result();
	gs_json_string(json, "data", text);
	gs_json_integer(json, "offset", (gint64)offset);
	gs_json_integer(json, "bytes", (gint64)size);
	gs_json_integer(json, "size", (gint64)whole);
	answer(request, json);
}

static void call_write(struct gs_rpc_request *request)
{
	const char *name = gs_rpc_text(request, "reference"), *text = gs_rpc_text(request, "text");
	const char *data = gs_rpc_text(request, "data");
	GError *error = NULL;
	gsize size = text ? strlen(text) : 0;
	if (!name || (!text && !data)) {
		refuse_params(request, "`write` takes {\"reference\": \"@NAME\", \"text\": TEXT or "
				       "\"data\": BASE64, \"offset\": BYTES}");
		return;
	}
	g_autofree guchar *decoded = text ? NULL : g_base64_decode(data, &size);
	if (!gs_references_write(request->connection->references, name,
		    number_of(request, "offset", 0), text ? (const void *)text : decoded, size,
		    &error)) {
		gs_rpc_fail(request, error);
		return;
	}
	JsonBuilder *json = begin_result();
	gs_json_integer(json, "bytes", (gint64)size);
	answer(request, json);
}

static void call_release(struct gs_rpc_request *request)
{
	const char *name = gs_rpc_text(request, "reference");
	GError *error = NULL;
	if (!name)
		refuse_params(request, "`release` takes {\"reference\": \"@NAME\"}");
	else if (gs_references_release(request->connection->references, name, &error))
		answer(request, begin_result());
	else
		gs_rpc_fail(request, error);
}

/* ---- the table ---- */

static void call_schema(struct gs_rpc_request *request);

static const struct method {
	const char *name, *params, *help;
	void (*call)(struct gs_rpc_request *request);
} methods[] = {
	{"hello", "{token?:string name?:string directory?:string}",
		"begin: the token, where the server has one; a name for other clients; the folder "
		"of relative names of files",
		call_hello},
	{"schema", "{}", "what can be asked for", call_schema},
	{"run", "{command:string text?:boolean}",
		"run a command as the console takes it; text: reply with {result, text}, which is "
		"for people",
		call_run},
	{"clients", "{}", "who uses the session", call_clients},
	{"$/cancelRequest", "{id:any}", "drop a request of this client's, or interrupt it",
		call_cancel},
	{"read", "{reference:string offset?:integer size?:integer}",
		"read a piece of a reference: {data, offset, bytes, size}, data in Base64",
		call_read},
	{"write", "{reference:string text?:string data?:string offset?:integer}",
		"write a reference, as text or in Base64", call_write},
	{"release", "{reference:string}", "remove a reference", call_release},
	{"launch", "{program?:[string] directory?:string environment?:[string] trace?:string}",
		"debug another program, or a trace, from now on", call_launch},
	{"shutdown", "{}", "end the server, and its program", call_shutdown},
};

static const char *const notifications[][2] = {
	{"running", "a command that moves the program or the shader has begun: {client, name, "
		    "command}"},
	{"stopped", "where the program stands now: {client, name, command, stop}"},
	{"moved", "where the shader stands now: {client, name, command, where}"},
	{"output", "what the program has written: {text}"},
	{"progress", "of a request that takes long: {id, seconds, calls}"},
};

static void call_schema(struct gs_rpc_request *request)
{
	struct gs_reply reply;
	gs_reply_init(&reply);
	gs_verbs_list(&reply, "", NULL);
	gs_json_integer(reply.json, "protocol", PROTOCOL);
	gs_json_begin_list(reply.json, "methods");
	for (size_t i = 0; i < G_N_ELEMENTS(methods); i++) {
		json_builder_begin_object(reply.json);
		gs_json_string(reply.json, "name", methods[i].name);
		gs_json_string(reply.json, "help", methods[i].help);
		gs_json_string(reply.json, "params", methods[i].params);
		json_builder_end_object(reply.json);
	}
	json_builder_end_array(reply.json);
	gs_json_begin_object(reply.json, "notifications");
	for (size_t i = 0; i < G_N_ELEMENTS(notifications); i++)
		gs_json_string(reply.json, notifications[i][0], notifications[i][1]);
	json_builder_end_object(reply.json);
	gs_rpc_answer(request, gs_reply_tree(&reply));
	gs_reply_clear(&reply);
}

/* Return whether two texts are the same, in a time that does not tell how much of them is. */
static bool is_same_secret(const char *a, const char *b)
{
	size_t n = strlen(a);
	unsigned differ = 0;
	if (strlen(b) != n)
		return false;
	for (size_t i = 0; i < n; i++)
		differ |= (unsigned)(a[i] ^ b[i]);
	return !differ;
}

/* Let the client in if this is its token. Return whether it is in. */
static bool let_in(struct gs_rpc_request *request, const char *method)
{
	struct gs_connection *connection = request->connection;
	const char *token = gs_rpc_text(request, "token");
	if (!connection->is_let_in && !strcmp(method, "hello") && token)
		connection->is_let_in = is_same_secret(connection->offer->token, token);
	return connection->is_let_in;
}

void gs_methods_call(struct gs_rpc_request *request, const char *method)
{
	const char *rest;
	if (!let_in(request, method)) {
		gs_rpc_refuse(request, GS_RPC_TOKEN, NULL,
			"the first request is `hello` with the token that the server has printed");
		return;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(methods); i++) {
		if (!strcmp(methods[i].name, method)) {
			methods[i].call(request);
			return;
		}
	}
	const struct gs_verb *verb = gs_verb_find(method, &rest);
	if (verb) {
		call_verb(request, verb, rest);
		return;
	}
	g_autofree char *message = g_strdup_printf(
		"there is no method '%s': `schema` lists them", method);
	gs_rpc_refuse(request, GS_RPC_METHOD, NULL, message);
}
