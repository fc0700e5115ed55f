/* SPDX-License-Identifier: MIT */
#include "debugger/calls/filter.h"

#include <string.h>
#include "data/data.h"
#include "debugger/base/error.h"

bool gs_call_filter_is_all(const struct gs_call_filter *filter)
{
	for (size_t i = 0; i < sizeof filter->hidden; i++)
		if (filter->hidden[i])
			return false;
	return true;
}

bool gs_call_filter_shows(const struct gs_call_filter *filter, unsigned function)
{
	return !gs_wire_bit(filter->hidden, function);
}

void gs_call_filter_set(struct gs_call_filter *filter, unsigned function, bool shown)
{
	if (function >= GS_WIRE_FUNCTIONS)
		return;
	if (shown)
		filter->hidden[function / 8] &= (uint8_t) ~(1 << function % 8);
	else
		filter->hidden[function / 8] |= (uint8_t)(1 << function % 8);
}

/* ---- by name ---- */

typedef unsigned (*property_func)(unsigned function);
typedef const char *(*name_func)(unsigned number);

/* The one that is named so, or the only one that begins so; -1. */
static int find_property(const char *text, name_func name_of)
{
	int found = -1;
	for (unsigned i = 0; name_of(i); i++) {
		const char *name = name_of(i);
		if (g_ascii_strcasecmp(name, text) == 0)
			return (int)i;
		if (*text && g_ascii_strncasecmp(name, text, strlen(text)) == 0)
			found = found == -1 ? (int)i : -2;
	}
	return found < 0 ? -1 : found;
}

static bool change_property(struct gs_call_filter *filter, const char *text, const char *kind,
	property_func property, name_func name_of, bool shown, GError **error)
{
	int wanted = find_property(text, name_of);
	if (wanted < 0) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"no single %s has a name that begins with '%s': `calls filter` lists those "
			"in use",
			kind, text);
		return false;
	}
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
		if (property(f) == (unsigned)wanted)
			gs_call_filter_set(filter, f, shown);
	return true;
}

bool gs_call_filter_change(
	struct gs_call_filter *filter, const char *what, bool shown, GError **error)
{
	if (g_str_has_prefix(what, "category:"))
		return change_property(filter, what + 9, "category", gs_data_category,
			gs_data_category_name, shown, error);
	if (g_str_has_prefix(what, "extension:"))
		return change_property(filter, what + 10, "version or extension", gs_data_origin,
			gs_data_origin_name, shown, error);
	GPatternSpec *pattern = g_pattern_spec_new(what);
	bool any = false;
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		if (!g_pattern_spec_match_string(pattern, gs_data_name(f)))
			continue;
		gs_call_filter_set(filter, f, shown);
		any = true;
	}
	g_pattern_spec_free(pattern);
	if (!any)
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"no GL, GLX or EGL function is named '%s': give a full name, a pattern "
			"such "
			"as glGet*, category:NAME or extension:NAME",
			what);
	return any;
}

/* ---- how much is shown ---- */

static enum gs_call_filter_state state_of(
	const struct gs_call_filter *filter, property_func property, unsigned wanted)
{
	bool shown = false, hidden = false;
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		if (property(f) != wanted)
			continue;
		shown = shown || gs_call_filter_shows(filter, f);
		hidden = hidden || !gs_call_filter_shows(filter, f);
	}
	return !hidden ? GS_FILTER_ALL : shown ? GS_FILTER_SOME : GS_FILTER_NONE;
}

enum gs_call_filter_state gs_call_filter_category(
	const struct gs_call_filter *filter, unsigned category)
{
	return state_of(filter, gs_data_category, category);
}

enum gs_call_filter_state gs_call_filter_origin(
	const struct gs_call_filter *filter, unsigned origin)
{
	return state_of(filter, gs_data_origin, origin);
}

/* ---- words ---- */

char **gs_call_filter_to_words(const struct gs_call_filter *filter)
{
	struct gs_call_filter rest = *filter;
	GPtrArray *words = g_ptr_array_new();
	for (unsigned c = 0; gs_data_category_name(c); c++) {
		if (gs_call_filter_category(&rest, c) != GS_FILTER_NONE)
			continue;
		char *word = g_strdup_printf("category:%s", gs_data_category_name(c));
		gs_call_filter_change(&rest, word, true, NULL);
		g_ptr_array_add(words, word);
	}
	for (unsigned o = 0; gs_data_origin_name(o); o++) {
		if (gs_call_filter_origin(&rest, o) != GS_FILTER_NONE)
			continue;
		char *word = g_strdup_printf("extension:%s", gs_data_origin_name(o));
		gs_call_filter_change(&rest, word, true, NULL);
		g_ptr_array_add(words, word);
	}
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
		if (!gs_call_filter_shows(&rest, f))
			g_ptr_array_add(words, g_strdup(gs_data_name(f)));
	g_ptr_array_add(words, NULL);
	return (char **)g_ptr_array_free(words, FALSE);
}

void gs_call_filter_from_words(struct gs_call_filter *filter, const char *const *words)
{
	memset(filter, 0, sizeof *filter);
	for (; words && *words; words++)
		gs_call_filter_change(filter, *words, false, NULL);
}
