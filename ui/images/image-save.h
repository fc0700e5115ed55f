/* SPDX-License-Identifier: MIT */
/* ui/images/image-save - saves an image to a file without blocking the window. */
#ifndef GS_UI_IMAGE_SAVE_H
#define GS_UI_IMAGE_SAVE_H

#include <cairo.h>
#include <gtk/gtk.h>
#include "debugger/session/session.h"

/* Asks for a name: .png is what is seen, .pfm, .npy and .csv are the values of the field (NULL:
 * only .png is offered). Both are as they are now, whatever happens before the answer; held owns
 * the field, and is referenced meanwhile. Written in a thread of its own. */
void gs_image_save(
	GtkWidget *panel, cairo_surface_t *surface, const struct gs_field *field, GPtrArray *held);

#endif
