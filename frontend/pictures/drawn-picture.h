/* SPDX-License-Identifier: MIT */
/* frontend/pictures/drawn-picture - makes the picture of the framebuffer as the pending draw call
 * will leave it, and finds the pixels that the draw call touches. */
#ifndef GS_FRONTEND_DRAWN_PICTURE_H
#define GS_FRONTEND_DRAWN_PICTURE_H

#include "debugger/session/program/overlay.h"

/* A set of a picture's pixels. */
struct gs_pixel_set {
	GBytes *bytes; /* 1 or 0 for each pixel, in the picture's order; NULL: unknown */
	uint64_t n;    /* number of pixels in the set */
};
/* The values of a picture whose format has more precision than bytes; row 0 is at y = 0. */
struct gs_pixel_values {
	GBytes *doubles; /* n for each pixel; NULL: bytes are exact, or there are too many pixels */
	unsigned n;
	enum gs_base base;
};
/* Return a copy that shares the values; clear it with gs_pixel_values_clear. */
struct gs_pixel_values gs_pixel_values_copy(const struct gs_pixel_values *values);
void gs_pixel_values_clear(struct gs_pixel_values *values);
/* Call in the session's thread. Sets the values of a picture of the framebuffer before the draw
 * call; leaves them alone if bytes are exact or the values cannot be read. */
void gs_picture_values(struct gs_session *session, const struct gs_picture *picture,
	struct gs_pixel_values *values);

/* Return a copy that shares the bytes; clear it with gs_pixel_set_clear. */
struct gs_pixel_set gs_pixel_set_copy(const struct gs_pixel_set *set);
void gs_pixel_set_clear(struct gs_pixel_set *set);

/* Call in the session's thread. Replaces `picture`, which is of before the draw call, by the one
 * after it, drawn on a copy. changed: set to the pixels whose colour without alpha the draw call
 * changes; left alone where that is unknown, as for several samples. values: set to those of the
 * new picture. undrawn: as in gs_session_drawn. Returns false and leaves all as they are on errors
 * of gs_session_drawn, or, without an error, if the sizes differ. */
bool gs_drawn_picture(struct gs_session *session, struct gs_picture *picture,
	struct gs_pixel_set *changed, struct gs_pixel_values *values, bool *undrawn,
	GError **error);
/* Call in the session's thread. Paints an overlay over the picture, which is of before the draw
 * call. values: set to its numbers. Returns what it tells, g_free; NULL and leaves all as they are
 * on errors of gs_session_overlay. */
char *gs_drawn_overlay(struct gs_session *session, enum gs_overlay overlay,
	struct gs_picture *picture, struct gs_pixel_values *values, GError **error);
/* Call in the session's thread. Sets `covered` to the pixels with a fragment of the draw call that
 * passes all tests; picture: gives the size. Leaves it alone where that cannot be found out. */
void gs_drawn_covered(struct gs_session *session, const struct gs_picture *picture,
	struct gs_pixel_set *covered, bool *undrawn);

#endif
