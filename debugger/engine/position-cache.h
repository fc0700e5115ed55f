/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/position-cache - what has been captured at a position: who is here, what its
 * decision will be, values of expressions. One draw delivers flags and as many expressions as fit;
 * asking again costs nothing while the place is kept. Places are dropped, the least recently used
 * first, when their images take more than GS_POSITION_CACHE_BYTES.
 */
#ifndef GS_POSITION_CACHE_H
#define GS_POSITION_CACHE_H

#include <glib.h>
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

/* ---- capture-result.c ---- */

/* Images that came back, with the variant that knows how to read them. Counted. */
struct gs_capture_result {
	unsigned users;
	struct gs_variant *variant;
	unsigned x, y; /* of the first pixel in the target */
	struct gs_images images;
	size_t bytes;
};
struct gs_capture_result *gs_capture_result_ref(struct gs_capture_result *shot);
void gs_capture_result_unref(struct gs_capture_result *shot);
/* Index of a target pixel in the shot; false: outside. */
bool gs_capture_result_pixel(
	const struct gs_capture_result *shot, unsigned x, unsigned y, size_t *pixel);

/* Draws one variant of the pending draw. rect NULL: the bounds of the covered pixels. NULL: error.
 */
struct gs_capture_result *gs_debug_capture(struct gs_debug *debug,
	struct gs_variant_request *request, size_t first_capture, const unsigned rect[4],
	GError **error);

/* The same in two: the variant, NULL: error; and a draw of it, which leaves it to the caller. want:
 * values of its uniform; n_attachments: so many, from the first, are drawn; 0: all. */
struct gs_variant *gs_debug_make_variant(
	struct gs_debug *debug, struct gs_variant_request *request, GError **error);
struct gs_capture_result *gs_debug_draw_variant(struct gs_debug *debug, struct gs_variant *variant,
	const int32_t *want, const unsigned rect[4], unsigned n_attachments, GError **error);

/* ---- captured-value.c ---- */

/* An expression as captured. */
struct gs_captured_value {
	char *text;
	unsigned frame;		      /* of the position */
	struct gs_expression *parsed; /* NULL: see error */
	GError *error;
	GPtrArray *shots; /* struct gs_capture_result: what was too large for one draw has several;
			     empty: not captured yet */
	bool whole;	  /* captured, all of it */
	size_t capture;	  /* index in the requests of the shots */
};
/* One scalar of it at a target pixel; base UNKNOWN: the pixel lies outside what was captured. */
struct gs_scalar gs_captured_value_scalar(
	const struct gs_captured_value *sample, size_t scalar, unsigned x, unsigned y);
/* At the end of main: what it names does not exist where this element has returned. */
bool gs_captured_value_absent(const struct gs_captured_value *sample, unsigned x, unsigned y);

/* It is captured, as that capture of the result's request; in no other result. */
void gs_captured_value_take(
	struct gs_captured_value *sample, struct gs_capture_result *shot, size_t capture);
void gs_captured_value_free(struct gs_captured_value *sample);

/* ---- watch-parse.c ---- */

/* Parsed, not captured: .parsed or .error is set. An array whose size is the memory's behind it is
 * asked for it, at the focus element. */
struct gs_captured_value *gs_captured_value_new(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text);
/* One expression at one element, nothing kept but the sample; the caller frees it with
 * gs_captured_value_free. */
struct gs_captured_value *gs_debug_value_at(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text, unsigned x,
	unsigned y, GError **error);

/* ---- position-cache.c ---- */

enum { GS_NO_CHOICE = UINT16_MAX };

struct gs_captured_position {
	struct gs_position *position;
	uint8_t *flags;	   /* of every pixel of the target; NULL: not captured yet */
	uint16_t *choices; /* at a switch likewise: the case each goes to, as walkers count them;
			      GS_NO_CHOICE: none. Elsewhere NULL */
	uint64_t n_active, n_true, n_false, n_left;
	GPtrArray *samples; /* struct gs_captured_value */
	size_t bytes;
	GList link; /* of gs_position_cache.recent */
};

struct gs_position_cache *gs_position_cache_new(struct gs_debug *debug);
void gs_position_cache_free(struct gs_position_cache *places);
struct gs_multi_site_programs *gs_position_cache_programs(struct gs_position_cache *places);

/* The place of a position, made if need be; without flags. Borrowed, valid until the next function
 * of places. */
struct gs_captured_position *gs_position_cache_get(
	struct gs_position_cache *places, const struct gs_position *position);
/* Only if it is there and has flags. */
struct gs_captured_position *gs_position_cache_peek(
	struct gs_position_cache *places, const struct gs_position *position);

/*
 * Sees to flags and samples of all the expressions. With prefetch, expressions that do not fit the
 * first draw stay away, and those that mean nothing here are no error. samples (may be NULL) gets
 * one borrowed entry an expression: its error or its shots are set. False: error, nothing could be
 * captured at all.
 */
bool gs_position_cache_fetch(struct gs_position_cache *places, struct gs_captured_position *place,
	unsigned frame, const char *const *texts, size_t n, bool prefetch,
	struct gs_captured_value **samples, GError **error);

/* The images of this expression would take more than GS_LARGE_BYTES: for one element ask
 * gs_debug_value_at. */
bool gs_position_cache_is_large(struct gs_position_cache *places,
	struct gs_captured_position *place, unsigned frame, const char *text);

/* What one element decides at a position, by the cheapest way. */
bool gs_position_cache_decision(struct gs_position_cache *places,
	const struct gs_position *position, unsigned x, unsigned y, unsigned *decision,
	GError **error);
#endif
