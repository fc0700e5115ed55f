/* SPDX-License-Identifier: MIT */
/* frontend/pictures/drawn-picture - the framebuffer as the pending draw will leave it, as a
 * picture, and which of its pixels the draw touches. */
#ifndef GS_FRONTEND_DRAWN_PICTURE_H
#define GS_FRONTEND_DRAWN_PICTURE_H

#include "debugger/session/session.h"

/* Pixels of a picture. */
struct gs_pixel_set {
	GBytes *bytes; /* 1 or 0 for each pixel, in the picture's order; NULL: not known */
	uint64_t n;    /* how many are 1 */
};
/* The values of a picture whose format has more than bytes tell; row 0 at y = 0. */
struct gs_pixel_values {
	GBytes *doubles; /* n for each pixel; NULL: bytes tell all, or they are too many */
	unsigned n;
	enum gs_base base;
};
/* takes a reference */
struct gs_pixel_values gs_pixel_values_copy(const struct gs_pixel_values *values);
void gs_pixel_values_clear(struct gs_pixel_values *values);
/* In the session's thread: those of the picture, which is of before the draw. */
void gs_picture_values(struct gs_session *session, const struct gs_picture *picture,
	struct gs_pixel_values *values);

/* takes a reference */
struct gs_pixel_set gs_pixel_set_copy(const struct gs_pixel_set *set);
void gs_pixel_set_clear(struct gs_pixel_set *set);

/* In the session's thread. picture: of before the draw, replaced where the draw can be done on a
 * copy; changed: the pixels whose colour, but for its alpha, the draw changes; left alone where
 * that is not known, as of several samples. values: the picture's. undrawn: as gs_session_drawn has
 * it. False: all stay as they are; errors as gs_session_drawn, none where the sizes differ. */
bool gs_drawn_picture(struct gs_session *session, struct gs_picture *picture,
	struct gs_pixel_set *changed, struct gs_pixel_values *values, bool *undrawn,
	GError **error);
/* Likewise: the pixels with a fragment of the draw that passes all tests; picture: for its size.
 * Left alone where that cannot be told. */
void gs_drawn_covered(struct gs_session *session, const struct gs_picture *picture,
	struct gs_pixel_set *covered, bool *undrawn);

#endif
