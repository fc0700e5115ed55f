/* SPDX-License-Identifier: MIT */
/* Compares GL's state at the ends of frames, or after a call, in a trace and in one extracted from
 * it. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <glib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "effects/context.h"
#include "effects/state/state.h"
#include "effects/uses.h"
#include "data/data.h"
#include "trace/raw.h"

struct side {
	struct gs_trace_reader *reader;
	struct gs_effects *effects;
	const struct gs_trace_call *pending; /* call that ends the frame and was not added yet */
};

static bool open_side(struct side *side, const char *file)
{
	side->reader = gs_tool_open(file, NULL, NULL);
	side->effects = side->reader ? gs_effects_new(0) : NULL;
	if (side->effects)
		gs_effects_follow_state(side->effects);
	return side->effects;
}

static void close_side(struct side *side)
{
	if (side->effects)
		gs_effects_free(side->effects);
	if (side->reader)
		gs_trace_close(side->reader);
}

/* Go on to the call that ends the next frame. Return false if there is none. */
static bool next_frame(struct side *side)
{
	if (side->pending)
		gs_effects_add(side->effects, side->pending);
	while ((side->pending = gs_trace_next_call(side->reader))) {
		if (!side->pending->has_left)
			continue;
		if (side->pending->ends_frame)
			return true;
		gs_effects_add(side->effects, side->pending);
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
	gs_effects_state(side->effects, side->pending->thread, add_entry, state);
	return state;
}

/* ---- objects that a draw call does not use ---- */

/* Return the object that a variable belongs to, by the binding that its name begins with; 0:
 * none. */
static uint32_t object_of(struct side *side, const char *variable)
{
	static const char *const reads = "READ_FRAMEBUFFER.", *const unit = "TEXTURE";
	struct gs_effects_binding at = {.kind = GS_OBJECT_BUFFER, .index = UINT32_MAX};
	uint32_t thread = side->pending->thread;
	uint64_t target;
	char *name;

	if (g_str_has_prefix(variable, reads))
		return gs_effects_bound(side->effects, GS_OBJECT_FRAMEBUFFER, GL_READ_FRAMEBUFFER);
	if (g_str_has_prefix(variable, unit)) {
		at.kind = GS_OBJECT_TEXTURE;
		at.index = (uint32_t)g_ascii_strtoull(variable + strlen(unit), NULL, 10);
		variable = strchr(variable, '.') ? strchr(variable, '.') + 1 : "";
	}
	if (!strchr(variable, '.'))
		return 0;
	name = g_strndup(variable, (gsize)(strchr(variable, '.') - variable));
	if (gs_data_enum_value(name, &target))
		at.where = (uint32_t)target;
	g_free(name);
	return at.where ? gs_effects_bound_at(side->effects, thread, &at) : 0;
}

struct use {
	uint64_t call;
	bool is_found;
};

static void look_at_use(void *data, uint64_t call, enum gs_use_kind kind)
{
	struct use *use = data;
	use->is_found |= call == use->call && kind != GS_USE_NAMES;
}

/* Return whether the variable belongs to a bound object that the draw call does not use. */
static bool is_unused(struct side *side, const char *variable)
{
	uint32_t object = object_of(side, variable);
	struct use use = {.call = side->pending->number};
	return object && gs_effects_uses_of(side->effects, object, look_at_use, &use) &&
	       !use.is_found;
}

/* ---- comparing ---- */

/* Return the name of a variable in `a` whose value differs in `b` (g_free), or NULL. draw: if not
 * NULL, the side whose last call draws, of which unused objects are left out. */
static char *difference(GHashTable *a, GHashTable *b, struct side *draw)
{
	GHashTableIter iter;
	gpointer name, value;
	g_hash_table_iter_init(&iter, a);
	while (g_hash_table_iter_next(&iter, &name, &value))
		if (g_strcmp0(value, g_hash_table_lookup(b, name)) != 0 &&
			!(draw && is_unused(draw, name)))
			return g_strdup(name);
	return NULL;
}

static char *compare(struct side *whole, struct side *part, bool is_draw)
{
	GHashTable *a = state_of(whole), *b = state_of(part);
	char *name = difference(a, b, is_draw ? whole : NULL);
	if (!name)
		name = difference(b, a, is_draw ? part : NULL);
	g_hash_table_destroy(a);
	g_hash_table_destroy(b);
	return name;
}

static bool same_at_frames(struct side sides[2], const struct gs_tool_span *span, char **name)
{
	bool is_same = true;
	for (uint64_t i = 0; is_same && i < span->first; i++)
		is_same = next_frame(&sides[0]);
	for (uint64_t i = span->first; is_same && i <= span->last && next_frame(&sides[0]); i++) {
		is_same = next_frame(&sides[1]);
		*name = is_same ? compare(&sides[0], &sides[1], false) : NULL;
		is_same = is_same && !*name;
	}
	return is_same;
}

/* Add calls up to and including this one. Return false if it is not in the trace or has not
 * returned. */
static bool go_behind(struct side *side, uint64_t number)
{
	while ((side->pending = gs_trace_next_call(side->reader))) {
		if (side->pending->has_left)
			gs_effects_add(side->effects, side->pending);
		if (side->pending->number == number)
			return side->pending->has_left;
	}
	return false;
}

uint64_t gs_tool_begins(const char *part)
{
	struct gs_trace_reader *reader = gs_tool_open(part, NULL, NULL);
	const struct gs_trace_call *call;
	uint64_t begins = 0;
	/* A part of a part has several such comments. */
	while (reader && (call = gs_trace_next_call(reader)))
		if (gs_trace_is_comment(call, GS_COMMENT_BEGINS))
			begins = call->number + 1;
	if (reader)
		gs_trace_close(reader);
	return begins;
}

bool gs_tool_same_state(const char *whole, const struct gs_tool_span *span, const char *part,
	const struct gs_tool_span *part_span, char **name)
{
	struct side sides[2] = {{0}, {0}};
	bool is_same = open_side(&sides[0], whole) && open_side(&sides[1], part);
	*name = NULL;
	if (is_same && !span->is_call) {
		is_same = same_at_frames(sides, span, name);
	} else if (is_same) {
		is_same = go_behind(&sides[0], span->first) &&
			  go_behind(&sides[1], part_span->first);
		*name = is_same ? compare(&sides[0], &sides[1], true) : NULL;
		is_same = is_same && !*name;
	}
	close_side(&sides[0]);
	close_side(&sides[1]);
	return is_same;
}
