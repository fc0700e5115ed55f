/* SPDX-License-Identifier: MIT */
/*
 * frontend/pictures/image-render - makes images in the thread of frontend/pictures/picture-jobs:
 * differences, ranges, histograms, colours and halvings.
 */
#ifndef GS_FRONTEND_IMAGE_RENDER_H
#define GS_FRONTEND_IMAGE_RENDER_H

#include <glib-object.h>
#include "frontend/pictures/drawn-picture.h"
#include "frontend/pictures/image.h"
#include "frontend/pictures/picture-jobs.h"

enum { GS_HISTOGRAM_BINS = 64 };

struct gs_render;
typedef void (*gs_render_func)(gpointer owner, struct gs_render *render);

/* Filled in between gs_render_new and gs_render_push; results are there in done. Pointers to const
 * belong to one of the arrays that are held. */
struct gs_render {
	struct gs_picture_job job;
	gpointer owner;
	gs_render_func done;

	/* One of: fields, a mask, a picture. */
	struct gs_image_channel channel[3]; /* min and max are results if auto_range or within */
	const struct gs_field *minus[3];    /* subtracted from the channel's field; NULL: nothing */
	bool auto_range;
	bool keep_colours; /* with auto_range, which becomes false where a colour has the range 0 to
			      1 */
	bool within; /* the range over a rectangle of pixels instead, inclusive; the range that was
			typed if the rectangle is empty */
	unsigned x0, y0, x1, y1;
	bool is_preview; /* the surface alone is wanted: neither bins nor halvings */
	struct gs_image_look look;
	const struct gs_mask *mask;
	bool condition;
	struct gs_picture picture; /* its rgba is referenced by gs_render_new's caller for us */
	bool opaque;
	struct gs_pixel_set vivid; /* of the picture, its own reference; the rest is paler: */
	unsigned fourths;	   /* as gs_image_ghost has it */

	GPtrArray *held; /* GPtrArray: owners of what is pointed to */

	cairo_surface_t *surface; /* NULL: nothing can be shown */
	GPtrArray *differences;	  /* struct gs_field, what the channels point to now; NULL: no
				     difference */
	bool unlike;		  /* something could not be subtracted: shapes differ */
	unsigned bins[3][GS_HISTOGRAM_BINS];
};

/* Holds a reference to owner, a GObject, until the render ends. Calls done in the main loop, unless
 * cancelled before. */
struct gs_render *gs_render_new(gpointer owner, gs_render_func done);
/* takes a reference; NULL is fine */
void gs_render_hold(struct gs_render *render, GPtrArray *array);
void gs_render_push(struct gs_render *render); /* takes it */
/* cancels a pushed render: done is not called any more */
void gs_render_cancel(struct gs_render *render);
/* Renders immediately in the calling thread: for tests and as a reference for measurements. */
void gs_render_now(struct gs_render *render);
void gs_render_free(struct gs_render *render);

#endif
