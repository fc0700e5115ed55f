/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/halves - rows of an image that are worked on by two threads at the same time, where
 * there are enough of them that this is quicker.
 */
#ifndef GS_HALVES_H
#define GS_HALVES_H

#include <stddef.h>

/* Rows first to last - 1. */
typedef void (*gs_halves_func)(void *half, unsigned first, unsigned last);

/* Does `height` rows of `width` elements: all of them with `low`, or their halves with `low`, and
 * with `high` in another thread. Both may be the same, if work only reads it. Returns when both are
 * done. */
void gs_in_halves(unsigned width, unsigned height, gs_halves_func work, void *low, void *high);

#endif
