/* SPDX-License-Identifier: MIT */
/* ui/images/image-save - saves an image to a file without blocking the window. */
#ifndef GS_UI_IMAGE_SAVE_H
#define GS_UI_IMAGE_SAVE_H

#include <cairo.h>
#include <gtk/gtk.h>
#include "debugger/session/session.h"

/* Ask for a file and save the image in a thread of its own: .png as it is shown; .pfm, .npy and
 * .csv with the values of the field (NULL: only .png). Image and values are those at the call,
 * whatever happens before the answer. held: owner of the field, of which a reference is kept. */
void gs_image_save(
	GtkWidget *panel, cairo_surface_t *surface, const struct gs_field *field, GPtrArray *held);

#endif
