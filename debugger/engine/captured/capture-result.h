/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/capture-result - one draw of the pending draw with an instrumented
 * shader, and the images that come back. Results are counted: what a function returns is the
 * caller's to unref. Errors: the program's refusal, UNSUPPORTED (the variant cannot be made, or is
 * too large), INTERNAL (the answer makes no sense), and those of gs_error_is_fatal.
 */
#ifndef GS_CAPTURE_RESULT_H
#define GS_CAPTURE_RESULT_H

#include <stdbool.h>
#include <glib.h>
#include "instrument/instrument.h"

struct gs_debug;

/* The images of a draw, with the variant that can read them. Reference-counted. */
struct gs_capture_result {
	unsigned users;
	struct gs_variant *variant;
	unsigned x, y; /* of the first pixel in the target */
	struct gs_images images;
	size_t bytes;
};
struct gs_capture_result *gs_capture_result_ref(struct gs_capture_result *result);
void gs_capture_result_unref(struct gs_capture_result *result);
/* Gets the index of a target pixel in the result. Returns false if it lies outside. */
bool gs_capture_result_pixel(
	const struct gs_capture_result *result, unsigned x, unsigned y, size_t *pixel);

/* A covered element of a result. Zeroed: before the first. */
struct gs_covered {
	unsigned x, y; /* its cell in the target */
	size_t pixel;  /* in the result */
	size_t next;   /* private */
};
/* Moves to the next one, row by row. Returns false if there is none. */
bool gs_covered_next(const struct gs_debug *debug, const struct gs_capture_result *result,
	struct gs_covered *covered);

/* Makes a variant and draws it. rect NULL: the bounds of the covered pixels. Returns NULL on error.
 */
struct gs_capture_result *gs_debug_capture(struct gs_debug *debug,
	struct gs_variant_request *request, size_t first_capture, const unsigned rect[4],
	GError **error);

/* Does so for a variant that tells of a window of things, from that number on. */
struct gs_capture_result *gs_debug_capture_window(
	struct gs_debug *debug, enum gs_variant_kind kind, size_t first, GError **error);

/* Gives the program the stage's sift (wire/capture.h) of these kinds of faults, 1 << each. Returns
 * false with error if there is none of it. */
bool gs_debug_keep_sift(struct gs_debug *debug, uint32_t kinds, GError **error);

/* How long a fragment variant takes to draw, in nanoseconds. */
struct gs_variant_times {
	unsigned rounds;	      /* how often it was drawn for that */
	uint64_t least, median, idle; /* idle: to wait for GL that has nothing to do */
};
/* Makes a variant and draws it as often as that, with all of its elements. Returns false on error.
 */
bool gs_debug_time(struct gs_debug *debug, struct gs_variant_request *request, unsigned rounds,
	struct gs_variant_times *times, GError **error);

/* The same in two steps: make the variant (NULL on error), and draw it; the caller keeps it. want:
 * values of its uniform; n_attachments: how many to draw, from the first on; 0: all. */
struct gs_variant *gs_debug_make_variant(
	struct gs_debug *debug, struct gs_variant_request *request, GError **error);
struct gs_capture_result *gs_debug_draw_variant(struct gs_debug *debug, struct gs_variant *variant,
	const int32_t *want, const unsigned rect[4], unsigned n_attachments, GError **error);
/* Has it drawn without waiting, and drops the images: served is called in a later function of the
 * engine, with failure NULL if it was drawn. Returns false if it was not sent. */
bool gs_debug_send_variant(struct gs_debug *debug, const struct gs_variant *variant,
	const unsigned rect[4], unsigned n_attachments,
	void (*served)(const GError *failure, void *data), void *data, GError **error);

#endif
