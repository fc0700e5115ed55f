/* SPDX-License-Identifier: MIT */
#include "verbs/paths.h"

#include <string.h>
#include "debugger/base/error.h"
#include "verbs/usage.h"

static const struct gs_path_root roots[] = {
	{"call", "call", "the pending call"},
	{"calls", "calls", "the last calls"},
	{"calls/N", "call $1", "a call of the list"},
	{"passes", "calls passes", "what was drawn to one framebuffer after the other"},
	{"groups", "calls groups", "the program's debug groups"},
	{"backtrace", "backtrace", "the call stack of the pending call"},
	{"state", "state", "GL state, by GL's names"},
	{"changes", "state changed", "GL state that has changed since the last stop"},
	{"program", "program", "the program in use: stages, uniforms, attributes"},
	{"source/STAGE", "source $1", "the source of a stage"},
	{"source/STAGE/OBJECT", "source $1 $2", "the source of one of its shader objects"},
	{"textures", "textures", "the textures that are bound"},
	{"textures/N", "texture $1", "the contents of a texture"},
	{"textures/N/level/L", "texture $1 level $2", "of one of its levels"},
	{"textures/N/level/L/layer/Z", "texture $1 level $2 layer $3", "of a layer there"},
	{"textures/N/pixel/X/Y", "texture $1 pixel $2 $3", "a texel"},
	{"buffers", "buffers", "the buffers that are bound"},
	{"buffers/N", "buffer $1", "the contents of a buffer"},
	{"buffers/N/as/TYPES", "buffer $1 $2", "as elements of these types"},
	{"blocks", "blocks", "the uniform and storage blocks of the program in use"},
	{"blocks/NAME", "block $1", "the contents of a block"},
	{"attachments", "attachments", "the attachments of the draw framebuffer"},
	{"attachments/POINT", "attachment $1", "the contents of an attachment"},
	{"attachments/POINT/pixel/X/Y", "attachment $1 pixel $2 $3", "a pixel there"},
	{"mesh", "mesh", "the vertices of the pending draw"},
	{"where", "where", "where the shader stands"},
	{"scope", "scope", "the variables that are visible there"},
	{"variables/EXPRESSION", "print $1", "a value at the focus element"},
	{"values/EXPRESSION", "values $1", "a value at every element"},
	{"history", "history", "the focus element's path so far"},
	{"reach", "reach", "how many elements reach each line"},
	{"executions", "executions", "how often each line is executed"},
	{"loops", "loops", "the loops of the shader"},
	{"breakpoints", "info breakpoints", "the breakpoints"},
	{"statistics", "statistics", "calls by function"},
	{"report", "report", "what is wrong in the open trace"},
	{"checklist", "checklist", "what is known to cost time or quality in it"},
	{"repeats", "repeats", "state that is set to what it is"},
};

/* What can be set; "$v": to this. */
static const struct {
	const char *pattern, *line;
} setters[] = {
	{"call/arguments/NAME", "set arg $1 $v"},
	{"call/arguments/NAME/value", "set arg $1 $v"},
	{"calls/N/arguments/NAME", "edit arg $1 $2 $v"},
	{"calls/N/arguments/NAME/value", "edit arg $1 $2 $v"},
	{"program/uniforms/NAME", "set uniform $1 $v"},
	{"program/uniforms/NAME/value", "set uniform $1 $v"},
	{"source/STAGE", "set source $1 $v"},
	{"source/STAGE/OBJECT", "set source $1 $v $2"},
};

const struct gs_path_root *gs_path_root_at(size_t i)
{
	return i < G_N_ELEMENTS(roots) ? &roots[i] : NULL;
}

/* ---- text ---- */

static bool refuse(const char *text, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a path: it begins with \"/\", as \"/call/arguments\" does; `get` "
		"lists them",
		text);
	return false;
}

/* Take "at" and a number from the beginning. Return false if it is no number. */
static bool take_call(struct gs_told_path *path)
{
	if (!path->parts[0] || strcmp(path->parts[0], "at") != 0)
		return true;
	if (!path->parts[1] || !gs_usage_number(path->parts[1], &path->call))
		return false;
	char **rest = g_strdupv(path->parts + 2);
	g_strfreev(path->parts);
	path->parts = rest;
	path->has_call = true;
	return true;
}

bool gs_path_parse(const char *text, struct gs_told_path *path, GError **error)
{
	*path = (struct gs_told_path){0};
	if (*text != '/')
		return refuse(text, error);
	size_t length = strlen(text), end = length > 1 && text[length - 1] == '/';
	g_autofree char *inner = g_strndup(text + 1, length - 1 - end);
	path->parts = g_strsplit(inner, "/", -1);
	bool good = true;
	for (char **part = path->parts; *part; part++) {
		char *plain = g_uri_unescape_string(*part, NULL);
		good = good && plain && *plain;
		g_free(*part);
		*part = plain ? plain : g_strdup("");
	}
	if (good && take_call(path))
		return true;
	gs_path_clear(path);
	return refuse(text, error);
}

void gs_path_clear(struct gs_told_path *path)
{
	g_strfreev(path->parts);
	*path = (struct gs_told_path){0};
}

char *gs_path_text(const struct gs_told_path *path, size_t n)
{
	GString *text = g_string_new(NULL);
	if (path->has_call)
		g_string_append_printf(text, "/at/%" G_GUINT64_FORMAT, path->call);
	for (size_t i = 0; i < n && path->parts[i]; i++) {
		g_autofree char *part = g_uri_escape_string(
			path->parts[i], "[](){}<>*+=,;:!?&|^~$@'\" ", true);
		g_string_append_printf(text, "/%s", part);
	}
	return g_string_free(text, FALSE);
}

/* ---- commands ---- */

/* Return whether a part may stand for one in capitals, by what that is in usages (usage.c). What is
 * called as the list that it is in is a member of the command that has the list. */
static bool fits(const char *wanted, const char *part, const char *before)
{
	struct gs_usage *usage = gs_usage_parse(wanted);
	struct gs_usage_misfit misfit;
	GArray *taken = gs_usage_match(usage, &part, 1, &misfit);
	bool good = taken && strcmp(part, before) != 0;
	if (taken)
		g_array_unref(taken);
	gs_usage_free(usage);
	return good;
}

/* Return how many parts a pattern has, if the path begins so; 0: it does not. taken: gets those
 * that stand for any. */
static size_t matches(const char *pattern, char **parts, GPtrArray *taken)
{
	g_auto(GStrv) wanted = g_strsplit(pattern, "/", -1);
	size_t n = 0;
	g_ptr_array_set_size(taken, 0);
	for (; wanted[n]; n++) {
		bool is_any = g_ascii_isupper(*wanted[n]);
		if (!parts[n] || (is_any ? !fits(wanted[n], parts[n], n ? parts[n - 1] : "")
					 : strcmp(wanted[n], parts[n]) != 0))
			return 0;
		if (is_any)
			g_ptr_array_add(taken, parts[n]);
	}
	return n;
}

/* Return a line with what its $1 and $v stand for. */
static char *fill(const char *line, GPtrArray *taken, const char *value)
{
	GString *text = g_string_new(NULL);
	for (; *line; line++) {
		guint number = line[0] == '$' ? (guint)line[1] - '1' : G_MAXUINT;
		bool is_value = line[0] == '$' && line[1] == 'v';
		if (number < taken->len || is_value)
			g_string_append(
				text, is_value ? value : (const char *)taken->pdata[number]);
		else
			g_string_append_c(text, *line);
		line += number < taken->len || is_value;
	}
	return g_string_free(text, FALSE);
}

static char *refuse_unknown(const struct gs_told_path *path, const char *why, GError **error)
{
	g_autofree char *text = gs_path_text(path, g_strv_length(path->parts));
	g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME, "'%s' %s", text, why);
	return NULL;
}

char *gs_path_command(const struct gs_told_path *path, size_t *n, GError **error)
{
	g_autoptr(GPtrArray) taken = g_ptr_array_new();
	const struct gs_path_root *best = NULL;
	*n = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(roots); i++) {
		size_t length = matches(roots[i].pattern, path->parts, taken);
		if (length > *n) {
			best = &roots[i];
			*n = length;
		}
	}
	if (!best)
		return refuse_unknown(path, "names nothing: `get` lists the paths", error);
	matches(best->pattern, path->parts, taken);
	return fill(best->line, taken, "");
}

char *gs_path_setter(const struct gs_told_path *path, const char *value, GError **error)
{
	g_autoptr(GPtrArray) taken = g_ptr_array_new();
	for (size_t i = 0; i < G_N_ELEMENTS(setters); i++) {
		size_t n = matches(setters[i].pattern, path->parts, taken);
		if (n && !path->parts[n])
			return fill(setters[i].line, taken, value);
	}
	return refuse_unknown(path,
		"cannot be set: /call/arguments/NAME, /program/uniforms/NAME, /source/STAGE and, "
		"in "
		"a trace, /calls/N/arguments/NAME can",
		error);
}

/* ---- members ---- */

static bool is_called(JsonNode *element, const char *name)
{
	JsonNode *own = JSON_NODE_HOLDS_OBJECT(element)
				? json_object_get_member(json_node_get_object(element), "name")
				: NULL;
	if (!own || !JSON_NODE_HOLDS_VALUE(own))
		return false;
	if (json_node_get_value_type(own) == G_TYPE_STRING)
		return !strcmp(json_node_get_string(own), name);
	uint64_t number;
	return gs_usage_number(name, &number) && json_node_get_int(own) == (gint64)number;
}

static JsonNode *element_of(JsonArray *list, const char *name)
{
	guint n = json_array_get_length(list);
	uint64_t number;
	for (guint i = 0; i < n; i++)
		if (is_called(json_array_get_element(list, i), name))
			return json_array_get_element(list, i);
	bool is_number = gs_usage_number(name, &number) && number < n;
	return is_number ? json_array_get_element(list, (guint)number) : NULL;
}

static JsonNode *member_of(JsonNode *node, const char *name)
{
	if (JSON_NODE_HOLDS_ARRAY(node))
		return element_of(json_node_get_array(node), name);
	if (JSON_NODE_HOLDS_OBJECT(node))
		return json_object_get_member(json_node_get_object(node), name);
	return NULL;
}

/* Return the names of what stands in an object, or of the elements of a list that have some;
 * g_ptr_array_unref. */
static GPtrArray *names_in(JsonNode *node)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	GList *members = JSON_NODE_HOLDS_OBJECT(node)
				 ? json_object_get_members(json_node_get_object(node))
				 : NULL;
	JsonArray *list = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
	for (GList *at = members; at; at = at->next)
		g_ptr_array_add(names, g_strdup(at->data));
	g_list_free(members);
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		JsonNode *each = json_array_get_element(list, i);
		JsonNode *name = JSON_NODE_HOLDS_OBJECT(each)
					 ? json_object_get_member(
						   json_node_get_object(each), "name")
					 : NULL;
		if (name && JSON_NODE_HOLDS_VALUE(name) &&
			json_node_get_value_type(name) == G_TYPE_STRING)
			g_ptr_array_add(names, g_strdup(json_node_get_string(name)));
		else
			g_ptr_array_add(names, g_strdup_printf("%u", i));
	}
	return names;
}

/* Return what stands behind a path, for people; g_free. */
static char *members_text(JsonNode *node)
{
	enum { MOST = 12 };
	g_autoptr(GPtrArray) names = names_in(node);
	GString *text = g_string_new(names->len ? "stand" : "stands nothing more");
	for (guint i = 0; i < names->len && i < MOST; i++)
		g_string_append_printf(text, "%s %s", i ? "," : "", (const char *)names->pdata[i]);
	g_string_append(text, names->len > MOST ? " and others" : "");
	return g_string_free(text, FALSE);
}

JsonNode *gs_path_find(const struct gs_told_path *path, size_t n, JsonNode *result, GError **error)
{
	JsonNode *node = result;
	for (; path->parts[n]; n++) {
		JsonNode *member = member_of(node, path->parts[n]);
		if (!member) {
			g_autofree char *before = gs_path_text(path, n);
			g_autofree char *members = members_text(node);
			g_autofree char *why = g_strdup_printf(
				"names nothing: behind '%s' %s", before, members);
			refuse_unknown(path, why, error);
			return NULL;
		}
		node = member;
	}
	return node;
}
