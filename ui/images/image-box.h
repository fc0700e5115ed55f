/* SPDX-License-Identifier: MIT */
/*
 * ui/images/image-box - a viewer of fields of numbers: zoom and pan with the values in the cells,
 * channels, ranges, colour maps with a histogram and legend, marks, a pinned pixel to compare with,
 * saving. All computing is done in the thread of frontend/pictures/image-render, so what is shown
 * follows a moment later.
 *
 * Signals: "pick" (uint x, uint y), as of GsImageView; "channel" (uint channel, string expression,
 * uint scalar): the user has chosen one; if no handler returns TRUE, the box shows it. Internal
 * children of a .ui file: the boxes "head" and "foot", for the caller's controls above and below
 * the box's own.
 */
#ifndef GS_UI_IMAGE_BOX_H
#define GS_UI_IMAGE_BOX_H

#include <gtk/gtk.h>
#include "frontend/pictures/image-render.h"
#include "ui/images/image-view.h"

#define GS_TYPE_IMAGE_BOX (gs_image_box_get_type())
G_DECLARE_FINAL_TYPE(GsImageBox, gs_image_box, GS, IMAGE_BOX, GtkBox)

/* A choice for a channel: a scalar of the field of an expression. */
struct gs_image_choice {
	char *text;	  /* text in the list */
	char *expression; /* NULL: the channel shows nothing */
	unsigned scalar;
};
GPtrArray *gs_image_choices_new(void); /* return a list with the choice "none" */
/* Append a choice; strings are copied. */
void gs_image_choices_add(
	GPtrArray *choices, const char *expression, unsigned scalar, const char *text);

/* Set a prefix of the accessible names of the widgets: "Texture" gives "Texture red"; without one
 * they are "Red", ... */
void gs_image_box_set_name(GsImageBox *box, const char *name);

/*
 * Show fields of one size (struct gs_field), which must not change any more; the box takes a
 * reference. NULL or empty: show nothing but `why`. All scalars of the fields are offered. The
 * chosen ones stay if they exist, else the first three are shown.
 */
void gs_image_box_set_fields(
	GsImageBox *box, GPtrArray *fields, const char *title, const char *why);

/* Call before the first fields of another image. The range begins with 0 to 1 if `unit`, else with
 * that of the data or, for colours that are in or near 0 to 1, 0 to 1. */
void gs_image_box_begin_range(GsImageBox *box, bool unit);

/* ---- for callers that choose channels themselves ---- */

/* Set the choices, which the box owns from now on. Does nothing if they are the same, as one of the
 * lists may be open. */
void gs_image_box_set_choices(GsImageBox *box, GPtrArray *choices);
/* Select a scalar for a channel; expression NULL: nothing. Shown with the next fields. */
void gs_image_box_set_channel(
	GsImageBox *box, unsigned channel, const char *expression, unsigned scalar);
/* Set the fields to subtract, each from that of the same expression (a single one from all). only:
 * the expression of the field to subtract from all, or NULL. Both NULL: none. The box takes a
 * reference. */
void gs_image_box_set_subtracted(GsImageBox *box, GPtrArray *fields, const char *only);
/* Show fields as gs_image_box_set_fields does, but keep choices and channels. note: shown beside
 * the statistics, or NULL. */
void gs_image_box_show_fields(
	GsImageBox *box, GPtrArray *fields, const char *title, const char *note, const char *why);
/* Show a glance of fields that are still being fetched: smaller ones of the same expressions. They
 * are painted in place of what is shown if that has the same size, until the next fields or mask
 * are shown. The box takes a reference. */
void gs_image_box_glance(GsImageBox *box, GPtrArray *fields);
/* Tell whether what is shown are counts, which begin with a colour map. The map that the user
 * chooses is remembered for counts and for all else separately. */
void gs_image_box_set_counts(GsImageBox *box, bool are_counts);
/* Show a mask. held: its owner, of which the box keeps a reference; condition: as in
 * gs_image_from_mask. */
void gs_image_box_show_mask(GsImageBox *box, GPtrArray *held, const struct gs_mask *mask,
	bool condition, const char *title);
/* Mark the focus pixel. */
void gs_image_box_set_focus(GsImageBox *box, bool has_focus, unsigned x, unsigned y);
/* Select which of the planes is shown that are one below the other in the fields and masks: for
 * each layer those of its samples. Initially there is one. */
void gs_image_box_set_plane(
	GsImageBox *box, unsigned layers, unsigned samples, unsigned layer, unsigned sample);
/* Return a pixel's text, such as "12, 30 color = 0.5, 1, 0"; g_free. */
char *gs_image_box_pixel_text(GsImageBox *box, unsigned x, unsigned y);
/* Return the image view, for its signals "menu" and "open". */
GsImageView *gs_image_box_view(GsImageBox *box);

#endif
