/* SPDX-License-Identifier: MIT */
/* ui/images/image-legend - the legend of an image: a histogram above the colours of its range. */
#ifndef GS_UI_IMAGE_LEGEND_H
#define GS_UI_IMAGE_LEGEND_H

#include <gtk/gtk.h>
#include "frontend/pictures/image-render.h"

#define GS_TYPE_IMAGE_LEGEND (gs_image_legend_get_type())
G_DECLARE_FINAL_TYPE(GsImageLegend, gs_image_legend, GS, IMAGE_LEGEND, GtkDrawingArea)

/* Show the histogram of a finished render, which is not kept; NULL: nothing. */
void gs_image_legend_set(GsImageLegend *legend, const struct gs_render *render);

#endif
