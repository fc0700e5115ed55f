/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/position-cache - what was captured at a position: which elements are
 * here, their decisions, values of expressions. A draw gives flags and as many expressions as fit;
 * asking again is free while the position is cached. The least recently used positions are dropped
 * when all images take more than GS_POSITION_CACHE_BYTES.
 */
#ifndef GS_POSITION_CACHE_H
#define GS_POSITION_CACHE_H

#include <glib.h>
#include "debugger/engine/captured/captured-value.h"
#include "instrument/instrument.h"

#define GS_POSITION_CACHE_BYTES (768ull << 20)
/* If all images of a draw take no more: values of the focus element are taken from images, with
 * variables that nobody asked for. Else see focus-values.h. */
#define GS_EAGER_BYTES (32ull << 20)
/* A value with larger images is captured for the focus element alone if only that is asked for. */
#define GS_LARGE_BYTES (128ull << 20)

struct gs_debug;
struct gs_position_cache;
struct gs_captured_position;

enum { GS_NO_CHOICE = UINT16_MAX };

struct gs_captured_position {
	struct gs_position *position;
	uint8_t *flags;	   /* of each cell; NULL: not captured yet */
	uint16_t *choices; /* at a switch, of each cell: the case, as walkers count them, or
			      GS_NO_CHOICE; else NULL */
	uint64_t n_active, n_true, n_false, n_left;
	GPtrArray *values; /* struct gs_captured_value */
	size_t bytes;
	GList link; /* of gs_position_cache.recent */
};

struct gs_position_cache *gs_position_cache_new(struct gs_debug *debug);
void gs_position_cache_free(struct gs_position_cache *cache);
/* Returns the programs that single elements' values come from. */
struct gs_multi_site_programs *gs_position_cache_programs(struct gs_position_cache *cache);
/* For idle times; see gs_multi_site_programs_prepare. */
bool gs_position_cache_prepare(struct gs_position_cache *cache, bool *more, GError **error);
/* Whether gs_position_cache_prepare would have something compiled. */
bool gs_position_cache_lacks_programs(struct gs_position_cache *cache);

/* Returns what is captured at a position; a new one has no flags. Borrowed until the next function
 * of the cache. */
struct gs_captured_position *gs_position_cache_get(
	struct gs_position_cache *cache, const struct gs_position *position);
/* Sets the flags of the shader's first position, which all elements reach, without a draw. Not at a
 * condition, where the decisions are not known. */
void gs_position_cache_begin(struct gs_position_cache *cache, const struct gs_position *position);
/* Returns it only if it is cached and has flags; else NULL. */
struct gs_captured_position *gs_position_cache_peek(
	struct gs_position_cache *cache, const struct gs_position *position);

/*
 * Captures the flags and the values of all expressions that are missing. With prefetch, expressions
 * that do not fit the first draw are left out, and those that are invalid here are no error. values
 * (may be NULL) gets a borrowed entry for each expression, with error or results set. Returns
 * false, with an error, if nothing could be captured.
 */
bool gs_position_cache_fetch(struct gs_position_cache *cache, struct gs_captured_position *captured,
	unsigned frame, const char *const *texts, size_t n, bool prefetch,
	struct gs_captured_value **values, GError **error);

/* Whether images of this expression would take more than GS_LARGE_BYTES: use gs_debug_value_at for
 * one element then. */
bool gs_position_cache_is_large(struct gs_position_cache *cache,
	struct gs_captured_position *captured, unsigned frame, const char *text);

/* Gets an element's decision at a position in the cheapest way. */
bool gs_position_cache_decision(struct gs_position_cache *cache, const struct gs_position *position,
	unsigned x, unsigned y, unsigned *decision, GError **error);

#endif
