/* SPDX-License-Identifier: MIT */
/* ui/images/kept-picture - a picture that the user has kept, beside the one that is shown now: A
 * and B, and by how much they differ. */
#ifndef GS_UI_KEPT_PICTURE_H
#define GS_UI_KEPT_PICTURE_H

#include <stdbool.h>
#include "frontend/state.h"

/* What is shown, as the rows of the combo box. */
enum gs_kept_side { GS_KEPT_B, GS_KEPT_A, GS_KEPT_DIFFERENCE };

struct gs_kept_picture {
	struct gs_picture picture; /* A; .rgba NULL: nothing is kept */
	guint64 differing;	   /* pixels, as gs_kept_difference has found */
	unsigned x, y;		   /* the first of them, from the lowest row on */
};

/* Keep a picture in place of the one before; NULL: keep none. */
void gs_kept_take(struct gs_kept_picture *kept, const struct gs_picture *picture);
/* Return whether the kept one can be compared with it: it has the same size. */
bool gs_kept_fits(const struct gs_kept_picture *kept, const struct gs_picture *picture);
/* Return by how much each component of two pictures of the same size differs, opaque;
 * g_bytes_unref. */
GBytes *gs_kept_difference(struct gs_kept_picture *kept, const struct gs_picture *picture);

#endif
