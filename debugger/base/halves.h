/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/halves - work on the rows of an image, by two threads at the same time if the image
 * is so large that this is quicker.
 */
#ifndef GS_HALVES_H
#define GS_HALVES_H

#include <stddef.h>

/* Work on the rows `first` to `last` - 1. half: what gs_in_halves was given for them. */
typedef void (*gs_halves_func)(void *half, unsigned first, unsigned last);

/* Call `work` for an image of `height` rows of `width` elements: for the first half of the rows
 * with `low`, for the second with `high`, in a thread of its own. Of a small image all rows are
 * worked on with `low`, and `high` gets none. low and high may be the same if `work` only reads it.
 * Return when all rows are done. */
void gs_in_halves(unsigned width, unsigned height, gs_halves_func work, void *low, void *high);

#endif
