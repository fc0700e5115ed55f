/* SPDX-License-Identifier: MIT */
/* Values at the positions that come next, where the program that serves them is ready. */
#include "debugger/engine/captured/fetch-ahead.h"

#include "debugger/engine/engine.h"
#include "debugger/engine/captured/focus-values.h"
#include "debugger/engine/captured/multi-site.h"

enum { STEPS = 8 };

struct next {
	struct gs_debug *debug;
	unsigned seen;
	struct gs_position *missing; /* the first of which nothing is known; NULL: none */
};

static size_t texts_at(const struct gs_debug *debug, const struct gs_position *position,
	const char *texts[GS_MAX_TEXTS])
{
	return gs_multi_site_programs_texts(
		gs_position_cache_programs(debug->position_cache), position, texts);
}

static bool is_known(const struct gs_debug *debug, const struct gs_position *position)
{
	return gs_debug_is_small(debug)
		       ? gs_position_cache_peek(debug->position_cache, position) != NULL
		       : gs_focus_knows(debug->focus_values, position);
}

/* The present position is the user's. */
static bool look(const struct gs_position *position, void *data)
{
	struct next *next = data;
	const char *texts[GS_MAX_TEXTS];
	if (next->seen && texts_at(next->debug, position, texts) &&
		!is_known(next->debug, position))
		next->missing = gs_position_copy(position);
	return !next->missing && next->seen++ < STEPS;
}

static bool fetch(struct gs_debug *debug, const struct gs_position *position, GError **error)
{
	const char *texts[GS_MAX_TEXTS];
	struct gs_captured_value *values[GS_MAX_TEXTS];
	bool changes[GS_MAX_TEXTS];
	size_t n = texts_at(debug, position, texts);
	if (gs_debug_is_small(debug))
		return gs_debug_look(
			debug, gs_position_cache_get(debug->position_cache, position), error);
	return gs_focus_fetch(debug->focus_values, position, position->n_frames - 1, texts, n,
		values, changes, error);
}

bool gs_debug_fetch_ahead(struct gs_debug *debug, bool *more, GError **error)
{
	struct next next = {.debug = debug};
	GError *failure = NULL;
	*more = false;
	if (!debug->path || !debug->focus_here)
		return true;
	gs_path_ahead(debug->path, look, &next);
	if (!next.missing)
		return true;
	*more = fetch(debug, next.missing, &failure) && is_known(debug, next.missing);
	g_free(next.missing);
	if (!failure)
		return true;
	bool fatal = gs_error_is_fatal(failure);
	if (fatal)
		g_propagate_error(error, g_steal_pointer(&failure));
	g_clear_error(&failure);
	return !fatal;
}
