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
/* Does it stand behind what was asked for as an image when the program was made, so that many attachments come with it? */
bool gs_batch_is_behind(const struct gs_batch *batch, size_t capture);
/* Was there no room for it, at that place? */
bool gs_batch_tried(const struct gs_batch *batch, const struct gs_position *position, const char *text);
/* How many attachments, from the first, hold flags and that capture; SIZE_MAX: flags alone. */
unsigned gs_batch_attachments(const struct gs_batch *batch, size_t capture);
/* rect NULL: the bounds of the covered pixels; n_attachments: from the first; 0: all. NULL: error. */
struct gs_shot *gs_batch_shoot(struct gs_batches *batches, const struct gs_batch *batch,
	const struct gs_position *position, const unsigned rect[4], unsigned n_attachments, GError **error);
/* What it does not capture is asked for: at the next position it gives way to one that does. */
void gs_batches_outdate(struct gs_batches *batches);

#endif
