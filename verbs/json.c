/* SPDX-License-Identifier: MIT */
/* Members of trees, and a tree as a line of JSON. */
#include <math.h>
#include "verbs/verbs.h"

void gs_json_string(JsonBuilder *json, const char *key, const char *value)
{
	g_autofree char *valid = value ? g_utf8_make_valid(value, -1) : NULL;
	json_builder_set_member_name(json, key);
	if (valid)
		json_builder_add_string_value(json, valid);
	else
		json_builder_add_null_value(json);
}

void gs_json_integer(JsonBuilder *json, const char *key, int64_t value)
{
	json_builder_set_member_name(json, key);
	json_builder_add_int_value(json, value);
}

void gs_json_boolean(JsonBuilder *json, const char *key, bool value)
{
	json_builder_set_member_name(json, key);
	json_builder_add_boolean_value(json, value);
}

void gs_json_optional(JsonBuilder *json, const char *key, const char *value)
{
	if (value)
		gs_json_string(json, key, value);
}

void gs_json_flag(JsonBuilder *json, const char *key, bool value)
{
	if (value)
		gs_json_boolean(json, key, true);
}

void gs_json_begin_list(JsonBuilder *json, const char *key)
{
	json_builder_set_member_name(json, key);
	json_builder_begin_array(json);
}

void gs_json_begin_object(JsonBuilder *json, const char *key)
{
	json_builder_set_member_name(json, key);
	json_builder_begin_object(json);
}

void gs_json_strings(JsonBuilder *json, const char *key, char **list)
{
	gs_json_begin_list(json, key);
	for (; list && *list; list++)
		json_builder_add_string_value(json, *list);
	json_builder_end_array(json);
}

void gs_json_integers(JsonBuilder *json, const char *key, const unsigned *list, size_t n)
{
	gs_json_begin_list(json, key);
	for (size_t i = 0; i < n; i++)
		json_builder_add_int_value(json, list[i]);
	json_builder_end_array(json);
}

void gs_json_numbers(JsonBuilder *json, const char *key, const uint64_t *list, size_t n)
{
	gs_json_begin_list(json, key);
	for (size_t i = 0; i < n; i++)
		json_builder_add_int_value(json, (gint64)list[i]);
	json_builder_end_array(json);
}

void gs_json_double(JsonBuilder *json, double value)
{
	if (isnan(value))
		json_builder_add_string_value(json, "nan");
	else if (isinf(value))
		json_builder_add_string_value(json, value < 0 ? "-inf" : "inf");
	else
		json_builder_add_double_value(json, value);
}

/* JSON allows no control characters in strings, and no fraction behind an exponent: json-glib
 * leaves U+001F there, and writes 1e-300.0. */
static GString *mend_json(const char *json)
{
	GString *text = g_string_new(NULL);
	bool string = false;
	for (; *json; json++) {
		if (*json == '\\' && json[1])
			g_string_append_c(text, *json++);
		else if (*json == '"')
			string = !string;
		size_t digits = *json == 'e' && !string ? strspn(json + 1, "+-0123456789") : 0;
		if ((unsigned char)*json < ' ')
			g_string_append_printf(text, "\\u%04x", (unsigned char)*json);
		else
			g_string_append_len(text, json, (gssize)(1 + digits));
		json += digits;
		if (digits && g_str_has_prefix(json + 1, ".0"))
			json += 2;
	}
	return text;
}

char *gs_json_line(JsonNode *root)
{
	g_autofree char *json = json_to_string(root, FALSE);
	GString *line = mend_json(json);
	g_string_append_c(line, '\n');
	return g_string_free(line, FALSE);
}
