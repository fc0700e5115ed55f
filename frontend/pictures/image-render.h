/* SPDX-License-Identifier: MIT */
/*
 * frontend/pictures/image-render - renders images in the thread of frontend/pictures/picture-jobs:
 * differences, ranges, histograms, colours and reduced sizes.
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

/* Set the input between gs_render_new and gs_render_push; read the results in `done`. What pointers
 * to const point to must belong to an array given to gs_render_hold. */
struct gs_render {
	struct gs_picture_job job;
	gpointer owner;
	gs_render_func done;

	/* Input: fields, or a mask, or a picture. */
	struct gs_image_channel channel[3]; /* .min and .max are results if auto_range or within */
	const struct gs_field *minus[3];    /* field to subtract from the channel's; NULL: none */
	bool auto_range;
	bool keep_colours; /* with auto_range: a colour gets the range 0 to 1, and auto_range
			      becomes false */
	bool within; /* use the range of a rectangle of pixels (inclusive); if nothing in it has a
			value, the range stays */
	unsigned x0, y0, x1, y1;
	bool is_preview; /* render the surface alone: no histogram, no levels */
	struct gs_image_look look;
	const struct gs_mask *mask;
	bool condition;
	struct gs_picture picture; /* with a reference to its rgba for the render */
	bool opaque;
	struct gs_pixel_set vivid; /* pixels of the picture that stay as they are; the others become
				      paler. Owned by the render */
	unsigned fourths;	   /* parameter of gs_image_ghost */

	GPtrArray *held; /* GPtrArray *, owners of what the input points to */

	cairo_surface_t *surface; /* result; NULL: nothing can be shown */
	GPtrArray *differences;	  /* struct gs_field, which the channels point to afterwards; empty:
				     nothing was subtracted */
	bool unlike;		  /* a field could not be subtracted, as the sizes differ */
	unsigned bins[3][GS_HISTOGRAM_BINS];
};

/* Return a new render. It holds a reference to owner (a GObject, or NULL) until it ends. `done` is
 * called in the main loop, unless the render is cancelled before. */
struct gs_render *gs_render_new(gpointer owner, gs_render_func done);
/* Keep a reference to an array until the render ends; NULL: do nothing. */
void gs_render_hold(struct gs_render *render, GPtrArray *array);
void gs_render_push(struct gs_render *render); /* takes ownership */
/* Cancel a pushed render: `done` is not called. */
void gs_render_cancel(struct gs_render *render);
/* Render immediately in the calling thread, for tests and as a reference for measurements. The
 * caller still owns the render. */
void gs_render_now(struct gs_render *render);
/* Free a render that was not pushed. */
void gs_render_free(struct gs_render *render);

#endif
