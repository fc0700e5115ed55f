/* SPDX-License-Identifier: MIT */
/* Commands on paths: `get`, `set`, `follow`. */
#include <string.h>
#include "debugger/calls/calls.h"
#include "debugger/calls/objects.h"
#include "verbs/paths.h"
#include "verbs/usage.h"
#include "verbs/verbs.h"

/* ---- asking other verbs ---- */

/* Return the result of a line; json_node_unref. NULL with an error. */
static JsonNode *ask(struct gs_verbs *verbs, const char *line, GError **error)
{
	struct gs_reply reply;
	gs_reply_init(&reply);
	JsonNode *result = verbs->run(verbs, line, &reply, error) ? gs_reply_tree(&reply) : NULL;
	gs_reply_clear(&reply);
	return result;
}

static bool go_to(struct gs_verbs *verbs, uint64_t call, GError **error)
{
	g_autofree char *line = g_strdup_printf("goto %" G_GUINT64_FORMAT, call);
	JsonNode *result = ask(verbs, line, error);
	if (result)
		json_node_unref(result);
	return result;
}

/* Get the call where the program stands. Return false and set an error if it stands at none. */
static bool standing(struct gs_verbs *verbs, uint64_t *call, GError **error)
{
	struct gs_stop stop;
	if (!gs_session_stop_now(verbs->session, &stop, error))
		return false;
	bool has_call = stop.has_call;
	*call = has_call ? stop.call.index : 0;
	gs_stop_clear(&stop);
	if (!has_call)
		g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
			"the program stands at no call, to which it could come back");
	return has_call;
}

/* The same at another call of an open trace, which stands afterwards where it stood. */
static JsonNode *ask_at(struct gs_verbs *verbs, uint64_t call, const char *line, GError **error)
{
	uint64_t before;
	GError *failure = NULL;
	if (!gs_session_need(verbs->session, GS_NEEDS_TRACE, error) ||
		!gs_session_need(verbs->session, GS_NEEDS_PROGRAM, error) ||
		!standing(verbs, &before, error))
		return NULL;
	if (gs_session_need(verbs->session, GS_NEEDS_SHADER, NULL)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a shader is being debugged here: `shader leave` first");
		return NULL;
	}
	JsonNode *result = go_to(verbs, call, error) ? ask(verbs, line, error) : NULL;
	if (go_to(verbs, before, &failure))
		return result;
	g_clear_pointer(&result, json_node_unref);
	g_clear_error(error);
	g_propagate_error(error, failure);
	return NULL;
}

/* Return what the path names, in the tree of *result; json_node_unref that. */
static JsonNode *look_up(
	struct gs_verbs *verbs, const struct gs_told_path *path, JsonNode **result, GError **error)
{
	size_t n;
	g_autofree char *line = gs_path_command(path, &n, error);
	if (!line)
		return NULL;
	*result = path->has_call ? ask_at(verbs, path->call, line, error) : ask(verbs, line, error);
	return *result ? gs_path_find(path, n, *result, error) : NULL;
}

/* ---- get ---- */

static void reply_roots(struct gs_reply *reply)
{
	const struct gs_path_root *root;
	gs_json_begin_list(reply->json, "paths");
	for (size_t i = 0; (root = gs_path_root_at(i)); i++) {
		g_autofree char *path = g_strconcat("/", root->pattern, NULL);
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "path", path);
		gs_json_string(reply->json, "command", root->line);
		gs_json_string(reply->json, "help", root->help);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

/* Return the elements of a list from one on, so many at most. */
static JsonNode *part_of(JsonNode *list, uint64_t from, uint64_t count)
{
	JsonArray *all = json_node_get_array(list), *some = json_array_new();
	guint n = json_array_get_length(all);
	for (uint64_t i = from; i < n && i - from < count; i++)
		json_array_add_element(some, json_node_copy(json_array_get_element(all, (guint)i)));
	JsonNode *node = json_node_new(JSON_NODE_ARRAY);
	json_node_take_array(node, some);
	return node;
}

static void reply_value(
	struct gs_reply *reply, const struct gs_arguments *arguments, JsonNode *node)
{
	bool is_list = JSON_NODE_HOLDS_ARRAY(node);
	JsonNode *value = is_list ? part_of(node, gs_argument_number(arguments, "from N", 0),
					    gs_argument_number(arguments, "count N", G_MAXUINT))
				  : json_node_copy(node);
	g_autofree char *line = gs_json_line(value);
	if (is_list)
		gs_json_integer(
			reply->json, "elements", json_array_get_length(json_node_get_array(node)));
	json_builder_set_member_name(reply->json, "value");
	json_builder_add_value(reply->json, value);
	gs_json_string(reply->json, "text", g_strchomp(line));
}

bool gs_verb_get(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *text = gs_argument_text(arguments, "PATH");
	struct gs_told_path path;
	JsonNode *result = NULL;
	if (!text || !strcmp(text, "/")) {
		reply_roots(reply);
		return true;
	}
	if (!gs_path_parse(text, &path, error))
		return false;
	JsonNode *node = look_up(verbs, &path, &result, error);
	if (node) {
		g_autofree char *full = gs_path_text(&path, g_strv_length(path.parts));
		gs_json_string(reply->json, "path", full);
		reply_value(reply, arguments, node);
	}
	g_clear_pointer(&result, json_node_unref);
	gs_path_clear(&path);
	return node;
}

/* ---- set ---- */

bool gs_verb_set(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_told_path path;
	if (!gs_path_parse(gs_argument_text(arguments, "PATH"), &path, error))
		return false;
	g_autofree char *line = gs_path_setter(&path, gs_argument_text(arguments, "VALUE"), error);
	if (line && path.has_call) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"only what the program stands at can be set: `goto %" G_GUINT64_FORMAT
			"` first",
			path.call);
		g_clear_pointer(&line, g_free);
	}
	JsonNode *result = line ? ask(verbs, line, error) : NULL;
	if (result) {
		g_autofree char *full = gs_path_text(&path, g_strv_length(path.parts));
		gs_json_string(reply->json, "path", full);
		gs_json_string(reply->json, "command", line);
		json_node_unref(result);
	}
	gs_path_clear(&path);
	return result;
}

/* ---- follow ---- */

static void reply_path(struct gs_reply *reply, const char *path, const char *why)
{
	json_builder_begin_object(reply->json);
	gs_json_string(reply->json, "path", path);
	gs_json_string(reply->json, "why", why);
	json_builder_end_object(reply->json);
}

/* The objects that a call names. */
static void reply_objects(struct gs_reply *reply, const struct gs_call_info *call)
{
	enum { MOST = 100 };
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct gs_call_object));
	gs_call_objects(call, MOST, found);
	for (guint i = 0; i < found->len; i++) {
		const struct gs_call_object *object = &g_array_index(
			found, struct gs_call_object, i);
		const char *word = gs_call_object_word(object->kind);
		g_autofree char *path = g_strdup_printf(
			"/%ss/%" G_GUINT64_FORMAT, word ? word : "object", object->name);
		g_autofree char *why = g_strdup_printf("%s names %s %" G_GUINT64_FORMAT, call->name,
			word ? word : "object", object->name);
		if (word)
			reply_path(reply, path, why);
	}
}

static bool follow_call(
	struct gs_verbs *verbs, uint64_t index, struct gs_reply *reply, GError **error)
{
	struct gs_call_info call;
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	bool there = gs_calls_get(verbs->session, gs_call_store_find(store, index), &call);
	bool good = there && call.index == index;
	if (good)
		reply_objects(reply, &call);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"call %" G_GUINT64_FORMAT " is not in the list", index);
	if (there)
		gs_call_info_clear(&call);
	return good;
}

static bool follow_pending(struct gs_verbs *verbs, struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (!gs_session_stop_now(verbs->session, &stop, error))
		return false;
	if (stop.has_call)
		reply_objects(reply, &stop.call);
	gs_stop_clear(&stop);
	return true;
}

/* The calls of the list that name an object: "textures", "5". */
static bool follow_object(struct gs_verbs *verbs, const char *kinds, const char *name,
	struct gs_reply *reply, GError **error)
{
	g_autofree char *kind = g_strndup(kinds, strlen(kinds) - g_str_has_suffix(kinds, "s"));
	g_autofree char *text = g_strdup_printf("%s %s", kind, name);
	struct gs_call_object object;
	if (!gs_call_object_parse(text, &object)) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"nothing leads on from '/%s/%s': calls and objects can be followed", kinds,
			name);
		return false;
	}
	g_autofree char *line = g_strdup_printf("calls find \"uses %s\"", text);
	JsonNode *result = ask(verbs, line, error);
	if (!result)
		return false;
	JsonArray *calls = json_object_get_array_member(json_node_get_object(result), "calls");
	for (guint i = 0; i < json_array_get_length(calls); i++) {
		JsonObject *call = json_array_get_object_element(calls, i);
		g_autofree char *path = g_strdup_printf(
			"/calls/%" G_GINT64_FORMAT, json_object_get_int_member(call, "index"));
		g_autofree char *why = g_strdup_printf(
			"%s names it", json_object_get_string_member(call, "name"));
		reply_path(reply, path, why);
	}
	json_node_unref(result);
	return true;
}

static bool follow(struct gs_verbs *verbs, const struct gs_told_path *path, struct gs_reply *reply,
	GError **error)
{
	char **parts = path->parts;
	size_t n = g_strv_length(parts);
	uint64_t index;
	if (n && !strcmp(parts[0], "call"))
		return follow_pending(verbs, reply, error);
	if (n > 1 && !strcmp(parts[0], "calls") && gs_usage_number(parts[1], &index))
		return follow_call(verbs, index, reply, error);
	if (n > 1)
		return follow_object(verbs, parts[0], parts[1], reply, error);
	g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
		"nothing leads on from there: calls and objects can be followed, as in "
		"`follow /call` and `follow /textures/5`");
	return false;
}

bool gs_verb_follow(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_told_path path;
	if (!gs_path_parse(gs_argument_text(arguments, "PATH"), &path, error))
		return false;
	gs_json_begin_list(reply->json, "to");
	bool good = follow(verbs, &path, reply, error);
	json_builder_end_array(reply->json);
	gs_path_clear(&path);
	return good;
}
