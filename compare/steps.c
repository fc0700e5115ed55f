/* SPDX-License-Identifier: MIT */
/* Where on an element's path values part: both debuggers go along it to the end, and tell what each
 * step wrote. */
#include <stdlib.h>
#include <string.h>
#include "compare/private.h"

static JsonArray *walk(struct gs_console_side *console)
{
	g_autoptr(JsonObject) end = gs_console_ask(console, "shader continue");
	g_autoptr(JsonObject) answer = end ? gs_console_ask(console, "history values") : NULL;
	JsonArray *positions = gs_why_list(answer, "positions");
	return positions ? json_array_ref(positions) : NULL;
}

/* Return the first of the position's changes that differs; NULL: none. *b: the other side's. */
static JsonObject *changed(JsonObject *position_a, JsonObject *position_b, JsonObject **b)
{
	JsonArray *of_a = gs_why_list(position_a, "changes");
	JsonArray *of_b = gs_why_list(position_b, "changes");
	guint n = of_a && of_b ? MIN(json_array_get_length(of_a), json_array_get_length(of_b)) : 0;
	for (guint i = 0; i < n; i++) {
		JsonObject *a = json_array_get_object_element(of_a, i);
		JsonNode *value_a = json_object_get_member(a, "value");
		*b = json_array_get_object_element(of_b, i);
		JsonNode *value_b = json_object_get_member(*b, "value");
		if (value_a && value_b && !json_node_equal(value_a, value_b))
			return a;
	}
	return NULL;
}

/* ---- which part of the statement it is ---- */

/* Return where the parenthesis that opens there is closed; NULL: nowhere. */
static const char *closing(const char *at)
{
	int depth = 0;
	for (; *at; at++) {
		depth += (*at == '(') - (*at == ')');
		if (!depth)
			return at;
	}
	return NULL;
}

/* Find the innermost call in the text whose value differs. Return it, g_free, with its values;
 * NULL: none does, or it cannot be told. */
static char *find_call(struct gs_why *why, const char *text, char *details[GS_COMPARE_SIDES])
{
	const char *at = text + strlen(text);
	/* From the last opening parenthesis on, so that inner calls come before those around. */
	for (; at > text; at--) {
		if (*at != '(' || !(g_ascii_isalnum(at[-1]) || at[-1] == '_'))
			continue;
		const char *begin = at, *end = closing(at);
		while (begin > text && (g_ascii_isalnum(begin[-1]) || begin[-1] == '_'))
			begin--;
		if (!end)
			continue;
		char *call = g_strndup(begin, (gsize)(end + 1 - begin));
		char *a = gs_why_value(why->consoles[GS_COMPARE_A], call);
		char *b = gs_why_value(why->consoles[GS_COMPARE_B], call);
		if (a && b && strcmp(a, b) != 0) {
			details[GS_COMPARE_A] = a;
			details[GS_COMPARE_B] = b;
			return call;
		}
		g_free(a);
		g_free(b);
		g_free(call);
	}
	return NULL;
}

static void look_closer(struct gs_why *why, guint step, JsonObject *a, JsonObject *b)
{
	char *details[GS_COMPARE_SIDES] = {NULL, NULL}, *call = NULL, *text = NULL;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		g_autoptr(JsonObject)
			where = gs_console_ask(why->consoles[i], "shader to %u", step);
		if (where && !i)
			text = g_strdup(gs_why_word(where, "text"));
	}
	if (text && *text)
		call = find_call(why, text, details);
	if (!call) {
		details[GS_COMPARE_A] = gs_why_text(json_object_get_member(a, "value"));
		details[GS_COMPARE_B] = gs_why_text(json_object_get_member(b, "value"));
	}
	gs_why_note(why, GS_CAUSE_SHADER,
		call ? g_strdup_printf("%s, in %s", call, text)
		     : g_strdup_printf(
			       "%s, by %s", gs_why_word(a, "name"), text && *text ? text : "?"),
		details[GS_COMPARE_A], details[GS_COMPARE_B]);
	g_free(call);
	g_free(text);
}

/* ---- all steps ---- */

/* Return the last position, from i on, that is executed within that one's statement and changes
 * something otherwise: what a function is called for comes before what its result changes. */
static guint innermost(JsonArray *of_a, JsonArray *of_b, guint n, guint i)
{
	JsonObject *outer = json_array_get_object_element(of_a, i), *other;
	for (guint j = i + 1; j < n; j++) {
		JsonObject *a = json_array_get_object_element(of_a, j);
		JsonObject *b = json_array_get_object_element(of_b, j);
		bool is_deeper = gs_why_number(a, "depth") > gs_why_number(outer, "depth");
		bool is_within = gs_why_number(a, "line") == gs_why_number(outer, "line") &&
				 gs_why_number(a, "column") > gs_why_number(outer, "column");
		if (!is_deeper && !is_within)
			break;
		if (changed(a, b, &other))
			return innermost(of_a, of_b, n, j);
	}
	return i;
}

static bool compare(struct gs_why *why, JsonArray *of_a, JsonArray *of_b)
{
	guint n = MIN(json_array_get_length(of_a), json_array_get_length(of_b));
	for (guint i = 0; i < n; i++) {
		JsonObject *a = json_array_get_object_element(of_a, i), *other;
		JsonObject *b = json_array_get_object_element(of_b, i);
		bool is_elsewhere = gs_why_number(a, "line") != gs_why_number(b, "line") ||
				    gs_why_number(a, "column") != gs_why_number(b, "column");
		JsonObject *change = is_elsewhere ? NULL : changed(a, b, &other);
		why->found->line = (uint64_t)gs_why_number(a, "line");
		if (is_elsewhere)
			return gs_why_note(why, GS_CAUSE_SHADER, g_strdup("the path"),
				g_strdup_printf("line %" G_GINT64_FORMAT, gs_why_number(a, "line")),
				g_strdup_printf(
					"line %" G_GINT64_FORMAT, gs_why_number(b, "line")));
		if (!change)
			continue;
		i = innermost(of_a, of_b, n, i);
		a = json_array_get_object_element(of_a, i);
		change = changed(a, json_array_get_object_element(of_b, i), &other);
		why->found->line = (uint64_t)gs_why_number(a, "line");
		look_closer(why, i, change, other);
		return true;
	}
	why->found->line = 0;
	return false;
}

bool gs_why_path(struct gs_why *why)
{
	JsonArray *positions[GS_COMPARE_SIDES];
	bool is_found = false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		positions[i] = walk(why->consoles[i]);
	if (positions[0] && positions[1])
		is_found = compare(why, positions[0], positions[1]);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (positions[i])
			json_array_unref(positions[i]);
	return is_found;
}
