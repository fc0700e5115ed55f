/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-search.h"

#include <string.h>

enum { SLICE = 10000 }; /* microseconds of a slice */

struct gs_call_search {
	struct gs_call_search_events events;
	gpointer data;
	struct gs_call_store *store;
	struct gs_call_pattern pattern;
	struct gs_call_place place;
	bool backwards, is_again; /* is_again: the search went on at the list's other end */
	guint searching;
};

struct gs_call_search *gs_call_search_new(const struct gs_call_search_events *events, gpointer data)
{
	struct gs_call_search *search = g_new0(struct gs_call_search, 1);
	search->events = *events;
	search->data = data;
	return search;
}

void gs_call_search_stop(struct gs_call_search *search)
{
	g_clear_handle_id(&search->searching, g_source_remove);
	gs_call_pattern_clear(&search->pattern);
}

void gs_call_search_free(struct gs_call_search *search)
{
	if (!search)
		return;
	gs_call_search_stop(search);
	g_free(search);
}

static void go_to_end(struct gs_call_search *search)
{
	search->place.n = search->backwards ? UINT64_MAX - 1 : 0;
}

static gboolean search_on(gpointer data)
{
	struct gs_call_search *search = data;
	gint64 until = g_get_monotonic_time() + SLICE;
	bool found = gs_calls_search(
		search->store, &search->pattern, &search->place, search->backwards, until);
	if (!found && gs_call_place_is_none(search->place) && search->pattern.object.kind &&
		!search->is_again) { /* uses of an object are searched in the whole list */
		search->is_again = true;
		go_to_end(search);
		return G_SOURCE_CONTINUE;
	}
	if (!found && !gs_call_place_is_none(search->place)) {
		g_autofree char *text = g_strdup_printf(
			"%" G_GUINT64_FORMAT " ...", (guint64)search->place.n);
		search->events.say(search->data, text);
		return G_SOURCE_CONTINUE;
	}
	search->searching = 0;
	search->events.say(search->data,
		!found		   ? "no more"
		: search->is_again ? search->backwards ? "from the end" : "from the start"
				   : "");
	if (found)
		search->events.found(search->data, search->place);
	gs_call_search_stop(search);
	return G_SOURCE_REMOVE;
}

/* Return the condition for "thread=7" or "in thread=7" (as in the console's `calls in`), combined
 * with `condition`; g_free. NULL: the pattern is neither. */
static char *thread_condition(const char *pattern, const char *condition)
{
	guint64 number;
	const char *text = pattern + (g_str_has_prefix(pattern, "in ") ? strlen("in ") : 0);
	if (!g_str_has_prefix(text, "thread=") ||
		!g_ascii_string_to_unsigned(
			text + strlen("thread="), 10, 0, G_MAXUINT32, &number, NULL))
		return NULL;
	return condition ? g_strdup_printf("thread == %u && (%s)", (guint)number, condition)
			 : g_strdup_printf("thread == %u", (guint)number);
}

static bool read_pattern(struct gs_call_search *search, const char *text, GError **error)
{
	g_autofree char *pattern = g_strstrip(g_strdup(text));
	char *condition = strstr(pattern, " if ");
	if (condition) {
		*condition = '\0';
		condition += strlen(" if ");
	}
	g_strstrip(pattern);
	g_autofree char *thread = thread_condition(pattern, condition);
	return gs_call_pattern_init(&search->pattern, search->store, thread ? "*" : pattern,
		thread ? thread : condition, error);
}

void gs_call_search_begin(struct gs_call_search *search, struct gs_call_store *store,
	const char *text, const struct gs_call_filter *filter, struct gs_call_place from,
	bool backwards)
{
	g_autoptr(GError) error = NULL;
	gs_call_search_stop(search);
	search->store = store;
	if (!read_pattern(search, text, &error)) {
		search->events.say(search->data, error->message);
		return;
	}
	for (size_t i = 0; i < sizeof search->pattern.functions; i++)
		search->pattern.functions[i] &= (uint8_t)~filter->hidden[i];
	search->backwards = backwards;
	search->is_again = false;
	if (gs_call_place_is_none(from))
		go_to_end(search);
	else
		search->place.n = !backwards ? from.n + 1 : from.n ? from.n - 1 : UINT64_MAX;
	search->searching = g_idle_add(search_on, search);
}
