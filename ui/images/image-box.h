/* SPDX-License-Identifier: MIT */
/*
 * ui/images/image-box - values over an image to look at closely: zoom and pan with the values in
 * the cells, channels, ranges, maps with a histogram and legend, marks, a pinned pixel to compare
 * with, saving. It is given fields of numbers, whatever they are of; all computing is done in
 * frontend/pictures/image-render's thread, so that what is shown follows a moment later.
 *
 * Signals: "pick" (uint x, uint y), as GsImageView has it; "channel" (uint channel, string
 * expression, uint scalar): one was chosen - a handler that returns TRUE says itself what is shown
 * next, otherwise the box does. Internal children of a .ui file: boxes "head" and "foot", for the
 * caller's controls above and below its own.
 */
#ifndef GS_UI_IMAGE_BOX_H
#define GS_UI_IMAGE_BOX_H

#include <gtk/gtk.h>
#include "frontend/pictures/image-render.h"
#include "ui/images/image-view.h"

#define GS_TYPE_IMAGE_BOX (gs_image_box_get_type())
G_DECLARE_FINAL_TYPE(GsImageBox, gs_image_box, GS, IMAGE_BOX, GtkBox)

/* A choice for a channel: scalar `scalar` of the field of that expression. */
struct gs_image_choice {
	char *text;	  /* as it is listed */
	char *expression; /* NULL: nothing */
	unsigned scalar;
};
GPtrArray *gs_image_choices_new(void); /* with "none" in it */
void gs_image_choices_add(
	GPtrArray *choices, const char *expression, unsigned scalar, const char *text);

/* A prefix of the names of its widgets: "Texture" gives "Texture red"; without, they are "Red", ...
 */
void gs_image_box_set_name(GsImageBox *box, const char *name);

/*
 * fields: struct gs_field of one size, all that the channels may show, which must not change any
 * more; the box takes a reference. NULL or empty: nothing, and why in `why`. All scalars of the
 * fields are offered, and shown as before or, the first time, the first three.
 */
void gs_image_box_set_fields(
	GsImageBox *box, GPtrArray *fields, const char *title, const char *why);

/* Call before the first fields of another image: starts with the range 0 to 1, or that of
 * the data, which for colours that lie in or near 0 to 1 is just that. */
void gs_image_box_begin_range(GsImageBox *box, bool unit);

/* ---- for callers that choose channels themselves ---- */

/* The box takes ownership of the choices. */
void gs_image_box_set_choices(GsImageBox *box, GPtrArray *choices);
void gs_image_box_set_channel(
	GsImageBox *box, unsigned channel, const char *expression, unsigned scalar);
/* Fields to subtract, by expression; `only`: a field that is subtracted from any expression; both
 * NULL: none. The box takes a reference. */
void gs_image_box_set_subtracted(GsImageBox *box, GPtrArray *fields, const char *only);
/* Like gs_image_box_set_fields, but leaves choices and channels alone. note: shown beside the
 * statistics; NULL. */
void gs_image_box_show_fields(
	GsImageBox *box, GPtrArray *fields, const char *title, const char *note, const char *why);
/* What is seen of fields that are still to be shown: smaller ones of the same expressions. Painted
 * in place of what is shown where that is of the same size, until the next call of the above; all
 * else stays. The box takes a reference. */
void gs_image_box_glance(GsImageBox *box, GPtrArray *fields);
/* Says whether what is shown are counts, which begin with a colour map. What the user chooses
 * instead is kept for counts and for all else by itself. */
void gs_image_box_set_counts(GsImageBox *box, bool are_counts);
/* held: owner of the mask. */
void gs_image_box_show_mask(GsImageBox *box, GPtrArray *held, const struct gs_mask *mask,
	bool condition, const char *title);
void gs_image_box_set_focus(GsImageBox *box, bool has_focus, unsigned x, unsigned y);
/* Which of the pictures is shown that lie one below the other in the fields and masks: of each
 * layer those of its samples. At first there is one. */
void gs_image_box_set_plane(
	GsImageBox *box, unsigned layers, unsigned samples, unsigned layer, unsigned sample);
/* "12, 30   color = 0.5, 1, 0"; g_free */
char *gs_image_box_pixel_text(GsImageBox *box, unsigned x, unsigned y);
/* For its signals "menu" and "open". */
GsImageView *gs_image_box_view(GsImageBox *box);

#endif
