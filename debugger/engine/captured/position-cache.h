/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/position-cache - what has been captured at a position: which elements
 * are here, what they decide, values of expressions. One draw delivers flags and as many
 * expressions as fit; asking again costs nothing while the captured position is kept. The least
 * recently used are dropped when the images of all take more than GS_POSITION_CACHE_BYTES.
 */
#ifndef GS_POSITION_CACHE_H
#define GS_POSITION_CACHE_H

#include <glib.h>
#include "debugger/engine/captured/captured-value.h"
#include "instrument/instrument.h"

#define GS_POSITION_CACHE_BYTES (768ull << 20)
/* While all images of a draw take no more: values of the focus element come as images of all, and
 * variables that nobody asked for beside them. Else see focus-values.h. */
#define GS_EAGER_BYTES (32ull << 20)
/* A value whose images take more is captured for the focus element alone when it alone is asked
 * for. */
#define GS_LARGE_BYTES (128ull << 20)

struct gs_debug;
struct gs_position_cache;
struct gs_captured_position;

enum { GS_NO_CHOICE = UINT16_MAX };

struct gs_captured_position {
	struct gs_position *position;
	uint8_t *flags;	   /* of every pixel of the target; NULL: not captured yet */
	uint16_t *choices; /* at a switch likewise: the case each goes to, as walkers count them;
			      GS_NO_CHOICE: none. Elsewhere NULL */
	uint64_t n_active, n_true, n_false, n_left;
	GPtrArray *values; /* struct gs_captured_value */
	size_t bytes;
	GList link; /* of gs_position_cache.recent */
};

struct gs_position_cache *gs_position_cache_new(struct gs_debug *debug);
void gs_position_cache_free(struct gs_position_cache *cache);
/* Those that single elements' values come from. */
struct gs_multi_site_programs *gs_position_cache_programs(struct gs_position_cache *cache);
/* For idle times, as gs_multi_site_programs_prepare. */
bool gs_position_cache_prepare(struct gs_position_cache *cache, bool *more, GError **error);
/* That would have something compiled. */
bool gs_position_cache_lacks_programs(struct gs_position_cache *cache);

/* What is captured at a position; a new one has no flags. Borrowed, valid until the next function
 * of the cache. */
struct gs_captured_position *gs_position_cache_get(
	struct gs_position_cache *cache, const struct gs_position *position);
/* The first position of the shader, which all elements come to: it gets its flags without a
 * draw. Not of a condition, where they decide something. */
void gs_position_cache_begin(struct gs_position_cache *cache, const struct gs_position *position);
/* Only if it is there and has flags. */
struct gs_captured_position *gs_position_cache_peek(
	struct gs_position_cache *cache, const struct gs_position *position);

/*
 * Captures flags and values of all the expressions, where they are missing. With prefetch,
 * expressions that do not fit the first draw are left out, and those that mean nothing here are no
 * error. values (may be NULL) gets one borrowed entry per expression, whose error or results are
 * set. False: error, nothing could be captured at all.
 */
bool gs_position_cache_fetch(struct gs_position_cache *cache, struct gs_captured_position *captured,
	unsigned frame, const char *const *texts, size_t n, bool prefetch,
	struct gs_captured_value **values, GError **error);

/* The images of this expression would take more than GS_LARGE_BYTES: for one element ask
 * gs_debug_value_at. */
bool gs_position_cache_is_large(struct gs_position_cache *cache,
	struct gs_captured_position *captured, unsigned frame, const char *text);

/* What one element decides at a position, by the cheapest way. */
bool gs_position_cache_decision(struct gs_position_cache *cache, const struct gs_position *position,
	unsigned x, unsigned y, unsigned *decision, GError **error);

#endif
