/* SPDX-License-Identifier: MIT */
/* What all that look for a cause use. */
#include <string.h>
#include "compare/private.h"

const char *const gs_cause_names[GS_N_CAUSES] = {[GS_CAUSE_ARGUMENT] = "argument",
	[GS_CAUSE_STATE] = "state",
	[GS_CAUSE_UNIFORM] = "uniform",
	[GS_CAUSE_BUFFER] = "buffer",
	[GS_CAUSE_TEXTURE] = "texture",
	[GS_CAUSE_SOURCE] = "source",
	[GS_CAUSE_SHADER] = "shader",
	[GS_CAUSE_MISSING] = "missing",
	[GS_CAUSE_EXTRA] = "extra",
	[GS_CAUSE_UNKNOWN] = "unknown"};

bool gs_why_note(struct gs_why *why, enum gs_cause cause, char *what, char *a, char *b)
{
	why->found->cause = cause;
	g_free(why->found->what);
	why->found->what = what;
	g_free(why->found->details[GS_COMPARE_A]);
	why->found->details[GS_COMPARE_A] = a;
	g_free(why->found->details[GS_COMPARE_B]);
	why->found->details[GS_COMPARE_B] = b;
	return true;
}

char *gs_why_text(JsonNode *node)
{
	if (!node)
		return NULL;
	if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
		return g_strdup(json_node_get_string(node));
	return json_to_string(node, FALSE);
}

int64_t gs_why_number(JsonObject *of, const char *name)
{
	return of ? json_object_get_int_member_with_default(of, name, 0) : 0;
}

const char *gs_why_word(JsonObject *of, const char *name)
{
	return of ? json_object_get_string_member_with_default(of, name, "") : "";
}

JsonArray *gs_why_list(JsonObject *of, const char *name)
{
	JsonNode *node = of ? json_object_get_member(of, name) : NULL;
	return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

char *gs_why_value(struct gs_console_side *console, const char *expression)
{
	g_autoptr(JsonObject) answer = gs_console_ask(console, "print %s", expression);
	return answer ? gs_why_text(json_object_get_member(answer, "value")) : NULL;
}

bool gs_why_is_read(const struct gs_why *why, const char *name)
{
	static const struct {
		const char *text;
		guint kind;
	} prefixes[] = {{"unit ", 0}, {"TEXTURE", 0}, {"image unit ", GS_IMAGE_UNITS}};
	for (size_t i = 0; why->units && i < G_N_ELEMENTS(prefixes); i++) {
		const char *number = name + strlen(prefixes[i].text);
		if (g_str_has_prefix(name, prefixes[i].text) && g_ascii_isdigit(*number))
			return g_hash_table_contains(why->units,
				GUINT_TO_POINTER(prefixes[i].kind +
						 (guint)g_ascii_strtoull(number, NULL, 10)));
	}
	return true;
}
