/* SPDX-License-Identifier: MIT */
/* Values and numbers of a tree as text, by the types that it tells. */
#include <string.h>
#include "debugger/engine/show/field.h"
#include "debugger/base/count-text.h"
#include "verbs/tell.h"

static const char *string_of(JsonObject *object, const char *name)
{
	return json_object_get_string_member_with_default(object, name, "");
}

/* Return a list; NULL: there is none. */
static JsonArray *list_of(JsonObject *object, const char *name)
{
	JsonNode *node = object ? json_object_get_member(object, name) : NULL;
	return node ? json_node_get_array(node) : NULL;
}

static guint length_of(JsonArray *list)
{
	return list ? json_array_get_length(list) : 0;
}

/* Of GLSL: "double", "dvec2", "dmat2[3]". */
static bool is_double(const char *type)
{
	return g_str_has_prefix(type, "double") || g_str_has_prefix(type, "dvec") ||
	       g_str_has_prefix(type, "dmat");
}

static bool is_real(const char *type)
{
	return is_double(type) || g_str_has_prefix(type, "float") ||
	       g_str_has_prefix(type, "vec") || g_str_has_prefix(type, "mat");
}

/* ---- values of the shader's expressions ---- */

/* What of a value is told, scalar by scalar. */
struct telling {
	GString *text;
	JsonArray *undefined; /* the numbers of the scalars that are, ascending; NULL: none */
	guint next;	      /* of these */
	gint64 scalar;
};

/* Return whether the next scalar is undefined, and says so. */
static bool tell_undefined(struct telling *t)
{
	bool is_undefined = t->next < length_of(t->undefined) &&
			    json_array_get_int_element(t->undefined, t->next) == t->scalar;
	t->next += is_undefined;
	t->scalar++;
	g_string_append(t->text, is_undefined ? "undefined" : "");
	return is_undefined;
}

static void tell_real(GString *text, double value, bool is_single)
{
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append(text, gs_real_text(value, is_single, buffer));
}

/* typed: has the value's `type`, and `members` of structs. dimensions: how many of an array's are
 * to come. */
static void tell_shape(struct telling *t, JsonNode *value, JsonObject *typed, unsigned dimensions);

static void tell_typed(struct telling *t, JsonNode *value, JsonObject *typed)
{
	unsigned dimensions = 0;
	for (const char *type = string_of(typed, "type"); *type; type++)
		dimensions += *type == '[';
	tell_shape(t, value, typed, dimensions);
}

static void tell_struct(struct telling *t, JsonObject *value, JsonArray *members)
{
	g_string_append_c(t->text, '{');
	for (guint i = 0; i < length_of(members); i++) {
		JsonObject *member = json_array_get_object_element(members, i);
		const char *name = string_of(member, "name");
		g_string_append_printf(t->text, "%s%s = ", i ? ", " : "", name);
		tell_typed(t, json_object_get_member(value, name), member);
	}
	g_string_append_c(t->text, '}');
}

static void tell_shape(struct telling *t, JsonNode *value, JsonObject *typed, unsigned dimensions)
{
	if (JSON_NODE_HOLDS_OBJECT(value)) {
		tell_struct(t, json_node_get_object(value), list_of(typed, "members"));
	} else if (JSON_NODE_HOLDS_ARRAY(value)) {
		JsonArray *list = json_node_get_array(value);
		g_string_append_c(t->text, dimensions ? '[' : '(');
		for (guint i = 0; i < json_array_get_length(list); i++) {
			g_string_append(t->text, i ? ", " : "");
			tell_shape(t, json_array_get_element(list, i), typed,
				dimensions - (dimensions > 0));
		}
		g_string_append_c(t->text, dimensions ? ']' : ')');
	} else if (JSON_NODE_HOLDS_NULL(value)) {
		g_string_append(t->text, "unknown");
	} else if (!tell_undefined(t)) {
		if (json_node_get_value_type(value) == G_TYPE_DOUBLE)
			tell_real(t->text, json_node_get_double(value),
				!is_double(string_of(typed, "type")));
		else
			gs_tell_with(value, "{.}", NULL, t->text);
	}
}

void gs_tell_value(JsonNode *node, JsonObject *of, GString *text)
{
	struct telling t = {.text = text, .undefined = list_of(of, "undefined_at")};
	tell_typed(&t, node, of);
}

void gs_tell_outputs(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *outputs = json_node_get_array(node);
	JsonObject *values = json_object_get_object_member(of, "values");
	JsonNode *undefined = json_object_get_member(of, "undefined_at");
	for (guint i = 0; i < json_array_get_length(outputs); i++) {
		JsonObject *output = json_array_get_object_element(outputs, i);
		const char *name = string_of(output, "name");
		struct telling t = {.text = text,
			.undefined = list_of(
				undefined ? json_node_get_object(undefined) : NULL, name)};
		g_string_append_printf(text, "%s %s = ", i ? "," : "", name);
		tell_typed(&t, json_object_get_member(values, name), output);
	}
}

/* ---- numbers that were fetched, as files have them ---- */

static void tell_fetched(JsonNode *number, const char *type, GString *text)
{
	GType kind = json_node_get_value_type(number);
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];
	const struct gs_scalar scalar = {.base = is_double(type) ? GS_BASE_DOUBLE : GS_BASE_FLOAT,
		.number = kind == G_TYPE_DOUBLE ? json_node_get_double(number) : 0};
	if (kind == G_TYPE_DOUBLE)
		g_string_append(text, gs_fetched_text(&scalar, buffer));
	else
		gs_tell_with(number, kind == G_TYPE_BOOLEAN ? "{.?1|0}" : "{.}", NULL, text);
}

void gs_tell_number(JsonNode *node, JsonObject *of, GString *text)
{
	tell_fetched(node, "float", text);
}

void gs_tell_time(JsonNode *node, JsonObject *of, GString *text)
{
	g_autofree char *time = gs_time_text((double)json_node_get_int(node));
	g_string_append(text, time);
}

/* Return the type of the k-th of several numbers. */
static const char *type_of(JsonObject *of, guint k)
{
	JsonArray *types = list_of(of, "component_types");
	return types ? json_array_get_string_element(types, k) : string_of(of, "type");
}

void gs_tell_numbers(JsonNode *node, JsonObject *of, GString *text)
{
	struct telling t = {.text = text, .undefined = list_of(of, "undefined_at")};
	JsonArray *numbers = json_node_get_array(node);
	for (guint k = 0; k < json_array_get_length(numbers); k++) {
		g_string_append(text, k ? ", " : " ");
		if (!tell_undefined(&t))
			tell_fetched(json_array_get_element(numbers, k), type_of(of, k), text);
	}
}

void gs_tell_faults(JsonNode *node, JsonObject *of, GString *text)
{
	if (is_real(string_of(of, "type")))
		gs_tell_with(node, ", {nan} with NaN, {inf} with infinity", NULL, text);
}

enum { ROWS = 16 }; /* of tables, as text */

static void tell_more(gint64 n, const char *how, GString *text)
{
	if (n > ROWS)
		g_string_append_printf(text, "... %" G_GINT64_FORMAT " more: %s\n", n - ROWS, how);
}

void gs_tell_elements(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *elements = json_node_get_array(node);
	for (guint i = 0; i < json_array_get_length(elements) && i < ROWS; i++) {
		JsonArray *element = json_array_get_array_element(elements, i);
		g_string_append_printf(text, "%6u ", i);
		for (guint k = 0; k < json_array_get_length(element); k++) {
			g_autoptr(GString) number = g_string_new(NULL);
			tell_fetched(json_array_get_element(element, k), type_of(of, k), number);
			g_string_append_printf(text, " %12s", number->str);
		}
		g_string_append_c(text, '\n');
	}
	tell_more(json_object_get_int_member(of, "width"), "give an offset and a count, or a file",
		text);
}

/* Whether the number in that column and row of a mesh is. */
static bool is_undefined(JsonArray *undefined, gint64 column, gint64 row)
{
	for (guint i = 0; i < length_of(undefined); i++) {
		JsonObject *where = json_array_get_object_element(undefined, i);
		if (json_object_get_int_member(where, "column") == column &&
			json_object_get_int_member_with_default(where, "row", row) == row)
			return true;
	}
	return false;
}

void gs_tell_rows(JsonNode *node, JsonObject *of, GString *text)
{
	JsonArray *rows = json_node_get_array(node), *undefined = list_of(of, "undefined");
	for (guint i = 0; i < json_array_get_length(rows) && i < ROWS; i++) {
		JsonArray *row = json_array_get_array_element(rows, i);
		for (guint k = 0; k < json_array_get_length(row); k++) {
			g_string_append(text, k ? "  " : "");
			if (is_undefined(undefined, k, i))
				g_string_append(text, "undefined");
			else
				tell_fetched(json_array_get_element(row, k), type_of(of, k), text);
		}
		g_string_append_c(text, '\n');
	}
	tell_more(
		json_object_get_int_member(of, "vertices"), "`mesh FILE.csv` saves them all", text);
}
