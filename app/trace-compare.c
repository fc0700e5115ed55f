/* SPDX-License-Identifier: MIT */
/* What GL holds at the ends of frames, in a trace and in what was extracted from it. */
#include <glib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "content/state.h"

struct side {
	struct gs_trace_reader *reader;
	struct gs_content *content;
	const struct gs_trace_call *pending; /* ends a frame, and is not added so far */
};

static bool open_side(struct side *side, const char *file)
{
	side->reader = gs_tool_open(file, NULL, NULL);
	side->content = side->reader ? gs_content_new(0) : NULL;
	if (side->content)
		gs_content_follow_state(side->content);
	return side->content;
}

static void close_side(struct side *side)
{
	if (side->content)
		gs_content_free(side->content);
	if (side->reader)
		gs_trace_close(side->reader);
}

/* Up to the call that ends the next frame. False: there is none. */
static bool next_frame(struct side *side)
{
	if (side->pending)
		gs_content_add(side->content, side->pending);
	while ((side->pending = gs_trace_next_call(side->reader))) {
		if (!side->pending->has_left)
			continue;
		if (side->pending->ends_frame)
			return true;
		gs_content_add(side->content, side->pending);
	}
	return false;
}

static void add_entry(void *data, const struct gs_state_entry *entry)
{
	GString *text = g_string_new(NULL);
	for (unsigned i = 0; i < entry->n; i++)
		g_string_append_printf(text, " %.9g", entry->values[i]);
	g_hash_table_insert(data, g_strdup(entry->name), g_string_free(text, FALSE));
}

static GHashTable *state_of(struct side *side)
{
	GHashTable *state = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	gs_content_state(side->content, side->pending->thread, add_entry, state);
	return state;
}

/* The name of a variable that they do not have alike; NULL: there is none. */
static char *difference(GHashTable *a, GHashTable *b)
{
	GHashTableIter iter;
	gpointer name, value;
	g_hash_table_iter_init(&iter, a);
	while (g_hash_table_iter_next(&iter, &name, &value))
		if (g_strcmp0(value, g_hash_table_lookup(b, name)) != 0)
			return g_strdup(name);
	return NULL;
}

static char *compare(struct side *whole, struct side *part)
{
	GHashTable *a = state_of(whole), *b = state_of(part);
	char *name = difference(a, b);
	if (!name)
		name = difference(b, a);
	g_hash_table_destroy(a);
	g_hash_table_destroy(b);
	return name;
}

bool gs_tool_same_state(
	const char *whole, uint64_t first, uint64_t last, const char *part, char **name)
{
	struct side sides[2] = {{0}, {0}};
	bool is_open = open_side(&sides[0], whole) && open_side(&sides[1], part);
	bool is_same = is_open;
	*name = NULL;
	for (uint64_t i = 0; is_same && i < first; i++)
		is_same = next_frame(&sides[0]);
	for (uint64_t i = first; is_same && i <= last && next_frame(&sides[0]); i++) {
		is_same = next_frame(&sides[1]);
		*name = is_same ? compare(&sides[0], &sides[1]) : NULL;
		is_same = is_same && !*name;
	}
	close_side(&sides[0]);
	close_side(&sides[1]);
	return is_same;
}
