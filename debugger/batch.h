/* SPDX-License-Identifier: MIT */
/*
 * debugger/batch - programs that serve several places each: those that the focus element's path comes to next, with every
 * iteration of each. So a step along the path compiles nothing; it is a draw of a program that is there.
 */
#ifndef GS_BATCH_H
#define GS_BATCH_H

#include <glib.h>
#include "instrument/instrument.h"

struct gs_debug;
struct gs_batches;
struct gs_batch;
struct gs_shot;

struct gs_batches *gs_batches_new(struct gs_debug *debug);
void gs_batches_free(struct gs_batches *batches);

/* The program that serves a position; of the present one of the path it is made where there is none, or where a new one is wanted.
 * NULL: there is none, and error is set only where nothing more can be asked of the program. */
const struct gs_batch *gs_batches_find(struct gs_batches *batches, const struct gs_position *position, GError **error);
/* Index of what it captures for an expression of the innermost frame; false: it does not. */
bool gs_batch_capture(const struct gs_batch *batch, const struct gs_position *position, const char *text, size_t *capture);
/* NULL: error. */
struct gs_shot *gs_batch_shoot(struct gs_batches *batches, const struct gs_batch *batch,
	const struct gs_position *position, GError **error);
/* What it does not capture is asked for: at the next position it gives way to one that does. */
void gs_batches_outdate(struct gs_batches *batches);

#endif
