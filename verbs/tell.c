/* SPDX-License-Identifier: MIT */
#include "verbs/tell.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct scope {
	struct gs_told about;
	gs_tell_parts_func *parts;
};

/* A piece of a template. */
struct piece {
	const char *text;
	size_t length;
};

static void tell(const struct scope *scope, struct piece template, GString *text);

/* Cut what stands before one of `ends` off, and that end: one that no braces hold. */
static struct piece cut(struct piece *from, const char *ends)
{
	struct piece piece = {.text = from->text};
	unsigned depth = 0;
	while (piece.length < from->length) {
		char c = from->text[piece.length];
		if (!depth && strchr(ends, c))
			break;
		depth += c == '{';
		depth -= c == '}';
		piece.length++;
	}
	size_t n = MIN(piece.length + 1, from->length);
	*from = (struct piece){from->text + n, from->length - n};
	return piece;
}

/* ---- nodes ---- */

/* Return the node that the path names; NULL: there is none. */
static JsonNode *find(const struct scope *scope, struct piece path)
{
	JsonNode *node = scope->about.node;
	if (path.length && *path.text == '/') {
		node = scope->about.root;
		cut(&path, "/");
	}
	while (node && path.length && *path.text != '.') {
		struct piece first = cut(&path, ".");
		char name[64];
		g_snprintf(name, sizeof name, "%.*s", (int)first.length, first.text);
		const char *member = strcmp(name, "$") == 0 && scope->about.name ? scope->about.name
										 : name;
		node = JSON_NODE_HOLDS_OBJECT(node)
			       ? json_object_get_member(json_node_get_object(node), member)
			       : NULL;
	}
	return node;
}

static GType plain_type(JsonNode *node)
{
	return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_NONE;
}

static void append_real(double value, GString *text)
{
	g_string_append_printf(text, value == floor(value) ? "%.0f" : "%g", value);
}

/* Nothing for what is not plain. */
static void append_plain(JsonNode *node, GString *text)
{
	GType type = plain_type(node);
	if (type == G_TYPE_STRING)
		g_string_append(text, json_node_get_string(node));
	else if (type == G_TYPE_INT64)
		g_string_append_printf(text, "%" G_GINT64_FORMAT, json_node_get_int(node));
	else if (type == G_TYPE_DOUBLE)
		append_real(json_node_get_double(node), text);
	else if (type == G_TYPE_BOOLEAN)
		g_string_append(text, json_node_get_boolean(node) ? "true" : "false");
}

/* Return the number of members or elements; of others 0. */
static guint size_of(JsonNode *node)
{
	return !node			      ? 0
	       : JSON_NODE_HOLDS_ARRAY(node)  ? json_array_get_length(json_node_get_array(node))
	       : JSON_NODE_HOLDS_OBJECT(node) ? json_object_get_size(json_node_get_object(node))
					      : 0;
}

/* Return an integer, or the size. */
static gint64 number_of(JsonNode *node)
{
	return plain_type(node) == G_TYPE_INT64 ? json_node_get_int(node) : size_of(node);
}

static bool is_something(JsonNode *node)
{
	GType type = plain_type(node);
	return type == G_TYPE_STRING	? *json_node_get_string(node)
	       : type == G_TYPE_INT64	? json_node_get_int(node) != 0
	       : type == G_TYPE_DOUBLE	? json_node_get_double(node) != 0
	       : type == G_TYPE_BOOLEAN ? json_node_get_boolean(node)
					: size_of(node) > 0;
}

static bool equals(JsonNode *node, struct piece value)
{
	g_autoptr(GString) text = g_string_new(NULL);
	append_plain(node, text);
	return node && text->len == value.length && !memcmp(text->str, value.text, text->len);
}

/* ---- what stands in braces ---- */

/* "A|B". */
static void choose(const struct scope *scope, bool first, struct piece rest, GString *text)
{
	struct piece a = cut(&rest, "|");
	tell(scope, first ? a : rest, text);
}

/* "A|B". */
static void each(const struct scope *scope, JsonNode *node, struct piece separator,
	struct piece rest, GString *text)
{
	struct piece a = cut(&rest, "|");
	guint n = size_of(node);
	if (!n) {
		tell(scope, rest, text);
		return;
	}
	JsonObject *object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
	GList *names = object ? json_object_get_members(object) : NULL, *name = names;
	for (guint i = 0; i < n; i++) {
		struct scope inner = {{.root = scope->about.root, .number = i}, scope->parts};
		if (object) {
			inner.about.name = name->data;
			inner.about.node = json_object_get_member(object, name->data);
			name = name->next;
		} else {
			inner.about.node = json_array_get_element(json_node_get_array(node), i);
		}
		if (i)
			g_string_append_len(text, separator.text, (gssize)separator.length);
		tell(&inner, a, text);
	}
	g_list_free(names);
}

static void append(const struct scope *scope, JsonNode *node, struct piece path, GString *text)
{
	if (!path.length || *path.text != '$')
		append_plain(node, text);
	else if (scope->about.name)
		g_string_append(text, scope->about.name);
	else
		g_string_append_printf(text, "%u", scope->about.number);
}

/* What was told from `begin` on gets so wide, from its left if that is negative. */
static void pad(GString *text, gsize begin, int width)
{
	for (int n = (int)(text->len - begin); n < ABS(width); n++)
		g_string_insert_c(text, width > 0 ? (gssize)begin : -1, ' ');
}

static void tell_braces(const struct scope *scope, struct piece inside, GString *text)
{
	struct piece rest = inside, path = cut(&rest, ":#^?!=>*+@"), before;
	JsonNode *node = find(scope, path);
	gsize begin = text->len;
	switch (path.length < inside.length ? inside.text[path.length] : '\0') {
	case ':':
		append(scope, node, path, text);
		pad(text, begin, atoi(rest.text));
		break;
	case '#':
		g_string_append_printf(text, "%" G_GINT64_FORMAT " ", number_of(node));
		choose(scope, number_of(node) == 1, rest, text);
		break;
	case '^':
		pad(text, begin, 2 * (int)MIN(number_of(node), atoi(rest.text)));
		break;
	case '?':
		choose(scope, is_something(node), rest, text);
		break;
	case '!':
		choose(scope, node, rest, text);
		break;
	case '=':
		before = cut(&rest, "?");
		choose(scope, equals(node, before), rest, text);
		break;
	case '>':
		before = cut(&rest, "?");
		choose(scope, number_of(node) > atoi(before.text), rest, text);
		break;
	case '*':
		each(scope, node, (struct piece){"", 0}, rest, text);
		break;
	case '+':
		before = cut(&rest, "*");
		each(scope, node, before, rest, text);
		break;
	case '@':
		scope->parts(node, scope->about.node, rest.text, rest.length, text);
		break;
	default:
		append(scope, node, path, text);
	}
}

static void tell(const struct scope *scope, struct piece template, GString *text)
{
	while (template.length) {
		const char *brace = memchr(template.text, '{', template.length);
		size_t n = brace ? (size_t)(brace - template.text) : template.length;
		g_string_append_len(text, template.text, (gssize)n);
		template.text += n + 1;
		template.length -= MIN(n + 1, template.length);
		if (brace)
			tell_braces(scope, cut(&template, "}"), text);
	}
}

JsonNode *gs_tell_node(const struct gs_told *about, const char *path)
{
	const struct scope scope = {.about = *about};
	return find(&scope, (struct piece){path, strlen(path)});
}

void gs_tell_with_parts(
	const struct gs_told *about, const char *template, gs_tell_parts_func *parts, GString *text)
{
	const struct scope scope = {*about, parts};
	tell(&scope, (struct piece){template, strlen(template)}, text);
}

void gs_tell_with(JsonNode *node, const char *template, gs_tell_parts_func *parts, GString *text)
{
	gs_tell_with_parts(&(struct gs_told){.node = node, .root = node}, template, parts, text);
}
