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
struct gs_batch *gs_batches_find(struct gs_batches *batches, const struct gs_position *position, GError **error);
/* For when nobody waits: has the driver compile what the path comes to soon as it will be drawn, where something is missing. One
 * compilation at most; *more: there may be another. False: nothing more can be asked of the program. */
bool gs_batches_prepare(struct gs_batches *batches, bool *more, GError **error);

/* What a program holds of an expression of the innermost frame at a position. */
enum gs_held {
	GS_HELD,       /* its values come with the draw */
	GS_NO_ROOM,    /* it was wanted when the program was made, but had no room at that place */
	GS_NOT_WANTED, /* it was not */
};
struct gs_holding {
	enum gs_held held;
	/* HELD: */
	size_t capture;		/* of the request */
	unsigned n_attachments; /* from the first: so many hold flags and it */
	bool is_image;		/* it was asked for as an image when the program was made: few attachments come with it */
};
struct gs_holding gs_batch_holds(const struct gs_batch *batch, const struct gs_position *position, const char *text);
/* How many attachments, from the first, hold the flags. */
unsigned gs_batch_flag_attachments(const struct gs_batch *batch);
/* rect NULL: the bounds of the covered pixels; n_attachments: from the first; 0: all. NULL: error. */
struct gs_shot *gs_batch_shoot(struct gs_batches *batches, struct gs_batch *batch,
	const struct gs_position *position, const unsigned rect[4], unsigned n_attachments, GError **error);
/* What it does not capture is asked for: at the next position it gives way to one that does. */
void gs_batches_outdate(struct gs_batches *batches);

#endif
