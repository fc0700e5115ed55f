/* SPDX-License-Identifier: MIT */
#include "dap/values.h"

#include <string.h>
#include "verbs/tell.h"

enum { MOST_VALUES = 100000, LONGEST_TEXT = 4096 };

/* ---- the table ---- */

void gs_dap_value_free(gpointer data)
{
	struct gs_dap_value *value = data;
	g_free(value->name);
	g_free(value->type);
	g_clear_pointer(&value->value, json_node_unref);
	g_clear_pointer(&value->members, json_array_unref);
	g_clear_pointer(&value->undefined, json_array_unref);
	g_free(value);
}

gint64 gs_dap_value_add(struct gs_dap *dap, const struct gs_dap_value *value)
{
	if (dap->values->len >= MOST_VALUES)
		return 0;
	struct gs_dap_value *copy = g_new(struct gs_dap_value, 1);
	*copy = *value;
	copy->name = g_strdup(value->name);
	copy->type = g_strdup(value->type);
	copy->value = value->value ? json_node_copy(value->value) : NULL;
	copy->members = value->members ? json_array_ref(value->members) : NULL;
	copy->undefined = value->undefined ? json_array_ref(value->undefined) : NULL;
	g_ptr_array_add(dap->values, copy);
	return dap->values->len;
}

struct gs_dap_value *gs_dap_value_at(struct gs_dap *dap, gint64 reference)
{
	return reference > 0 && reference <= dap->values->len
		       ? g_ptr_array_index(dap->values, reference - 1)
		       : NULL;
}

void gs_dap_values_clear(struct gs_dap *dap)
{
	g_ptr_array_set_size(dap->values, 0);
}

/* ---- parts ---- */

static bool is_array_type(const char *type)
{
	return strchr(type, '[') != NULL;
}

/* Return how many parts it has. */
static guint count_parts(const struct gs_dap_value *value)
{
	if (!value->value)
		return 0;
	if (JSON_NODE_HOLDS_ARRAY(value->value))
		return json_array_get_length(json_node_get_array(value->value));
	return value->members && JSON_NODE_HOLDS_OBJECT(value->value)
		       ? json_array_get_length(value->members)
		       : 0;
}

/* Return the type of an element: of "vec4[3]" "vec4", of "float[2][3]" "float[3]", of "mat3x2"
 * "vec2", of "ivec2" "int"; g_free. */
static char *element_type(const char *type)
{
	static const struct {
		const char *vector, *scalar;
	} vectors[] = {{"vec", "float"}, {"dvec", "double"}, {"ivec", "int"}, {"uvec", "uint"},
		{"bvec", "bool"}, {"i64vec", "int64_t"}, {"u64vec", "uint64_t"},
		{"f16vec", "float16_t"}};
	const char *bracket = strchr(type, '['), *end = bracket ? strchr(bracket, ']') : NULL;
	if (end)
		return g_strdup_printf("%.*s%s", (int)(bracket - type), type, end + 1);
	const char *matrix = strstr(type, "mat"), *x = matrix ? strchr(matrix, 'x') : NULL;
	if (matrix)
		return g_strdup_printf(
			"%.*svec%s", (int)(matrix - type), type, x ? x + 1 : matrix + 3);
	for (size_t i = 0; i < G_N_ELEMENTS(vectors); i++) {
		size_t length = strlen(vectors[i].vector);
		if (!strncmp(type, vectors[i].vector, length) && g_ascii_isdigit(type[length]))
			return g_strdup(vectors[i].scalar);
	}
	return g_strdup("");
}

static bool is_vector(const char *type)
{
	return !is_array_type(type) && strstr(type, "vec");
}

/* Return how many scalars a node has. */
static guint count_scalars(JsonNode *node)
{
	guint n = 0;
	if (JSON_NODE_HOLDS_ARRAY(node)) {
		JsonArray *list = json_node_get_array(node);
		for (guint i = 0; i < json_array_get_length(list); i++)
			n += count_scalars(json_array_get_element(list, i));
		return n;
	}
	if (!JSON_NODE_HOLDS_OBJECT(node))
		return 1;
	g_autoptr(GList) all = json_object_get_values(json_node_get_object(node));
	for (GList *at = all; at; at = at->next)
		n += count_scalars(at->data);
	return n;
}

/* Return those of the undefined scalars that lie in a part, as it counts them; NULL: none. */
static JsonArray *undefined_in(JsonArray *all, guint first, guint n)
{
	JsonArray *list = NULL;
	for (guint i = 0; all && i < json_array_get_length(all); i++) {
		gint64 number = json_array_get_int_element(all, i);
		if (number < first || number >= (gint64)first + n)
			continue;
		list = list ? list : json_array_new();
		json_array_add_int_element(list, number - first);
	}
	return list;
}

/* Get a part. part->name, type and undefined are to be freed. Return its name; g_free. */
static char *get_part(
	const struct gs_dap_value *of, guint i, guint first, struct gs_dap_value *part)
{
	char *name;
	*part = (struct gs_dap_value){.frame = of->frame, .setting = of->setting};
	if (JSON_NODE_HOLDS_ARRAY(of->value)) {
		bool is_component = is_vector(of->type) && i < 4;
		part->value = json_array_get_element(json_node_get_array(of->value), i);
		part->type = element_type(of->type);
		part->members = of->members;
		name = is_component ? g_strdup_printf("%c", "xyzw"[i]) : g_strdup_printf("[%u]", i);
		part->name = of->name ? g_strdup_printf(
						is_component ? "%s.%s" : "%s%s", of->name, name)
				      : NULL;
	} else {
		g_autoptr(JsonObject) member = gs_dap_element(of->members, i);
		const char *known = gs_dap_text(member, "name"),
			   *type = gs_dap_text(member, "type");
		name = g_strdup(known ? known : "");
		part->value = json_object_get_member(json_node_get_object(of->value), name);
		part->type = g_strdup(type ? type : "");
		part->members = gs_dap_list(member, "members");
		part->name = of->name ? g_strdup_printf("%s.%s", of->name, name) : NULL;
	}
	part->undefined = undefined_in(
		of->undefined, first, part->value ? count_scalars(part->value) : 0);
	return name;
}

static void clear_part(struct gs_dap_value *part)
{
	g_free(part->name);
	g_free(part->type);
	g_clear_pointer(&part->undefined, json_array_unref);
}

bool gs_dap_value_part(
	const struct gs_dap_value *of, const char *name, struct gs_dap_value *part, guint *index)
{
	for (guint i = 0; i < count_parts(of); i++) {
		g_autofree char *its = get_part(of, i, 0, part);
		*index = i;
		if (!strcmp(its, name))
			return true;
		clear_part(part);
	}
	return false;
}

/* ---- telling ---- */

/* Return the value as text; g_free. */
static char *text_of(const struct gs_dap_value *value)
{
	GString *text = g_string_new(NULL);
	if (!value->value)
		return g_string_free(text, FALSE);
	g_autoptr(JsonObject) typed = json_object_new();
	json_object_set_string_member(typed, "type", value->type ? value->type : "");
	if (value->members)
		json_object_set_array_member(typed, "members", json_array_ref(value->members));
	if (value->undefined)
		json_object_set_array_member(
			typed, "undefined_at", json_array_ref(value->undefined));
	if (JSON_NODE_HOLDS_VALUE(value->value) &&
		json_node_get_value_type(value->value) == G_TYPE_STRING && !value->type)
		g_string_append(text, json_node_get_string(value->value));
	else
		gs_tell_value(value->value, typed, text);
	if (text->len > LONGEST_TEXT) {
		const char *end = g_utf8_find_prev_char(text->str, text->str + LONGEST_TEXT);
		g_string_truncate(text, end ? (gsize)(end - text->str) : 0);
		g_string_append(text, "…");
	}
	return g_string_free(text, FALSE);
}

void gs_dap_put_value(struct gs_dap *dap, JsonBuilder *json, const char *key,
	const struct gs_dap_value *value, const char *prefix)
{
	g_autofree char *text = text_of(value);
	g_autofree char *whole = g_strconcat(prefix ? prefix : "", text, NULL);
	g_autofree char *valid = g_utf8_make_valid(whole, -1);
	guint n = count_parts(value);
	gs_json_string(json, key, valid);
	gs_json_optional(json, "type", value->type && *value->type ? value->type : NULL);
	gs_json_integer(json, "variablesReference", n ? gs_dap_value_add(dap, value) : 0);
	if (n && value->type && is_array_type(value->type))
		gs_json_integer(json, "indexedVariables", n);
	else if (n)
		gs_json_integer(json, "namedVariables", n);
}

void gs_dap_put_variable(struct gs_dap *dap, JsonBuilder *json, const char *name,
	const struct gs_dap_value *value, const char *prefix)
{
	g_autofree char *valid = g_utf8_make_valid(name, -1);
	json_builder_begin_object(json);
	gs_json_string(json, "name", valid);
	gs_dap_put_value(dap, json, "value", value, prefix);
	gs_json_optional(json, "evaluateName", value->name);
	if (value->setting == GS_DAP_FIXED) {
		gs_json_begin_object(json, "presentationHint");
		gs_json_begin_list(json, "attributes");
		json_builder_add_string_value(json, "readOnly");
		json_builder_end_array(json);
		json_builder_end_object(json);
	}
	json_builder_end_object(json);
}

void gs_dap_put_parts(
	struct gs_dap *dap, JsonBuilder *json, struct gs_dap_value *of, gint64 start, gint64 count)
{
	guint n = count_parts(of), first = 0;
	gint64 end = count > 0 && count < n - start ? start + count : n;
	for (guint i = 0; i < n && i < end; i++) {
		struct gs_dap_value part;
		g_autofree char *name = get_part(of, i, first, &part);
		first += of->undefined && part.value ? count_scalars(part.value) : 0;
		if (i >= start)
			gs_dap_put_variable(dap, json, name, &part, NULL);
		clear_part(&part);
	}
}

struct gs_dap_value gs_dap_value_of_reply(JsonNode *reply, const char *name, unsigned frame)
{
	JsonObject *object = json_node_get_object(reply);
	return (struct gs_dap_value){.frame = frame,
		.name = (char *)name,
		.type = (char *)gs_dap_text(object, "type"),
		.value = json_object_get_member(object, "value"),
		.members = gs_dap_list(object, "members"),
		.undefined = gs_dap_list(object, "undefined_at")};
}
