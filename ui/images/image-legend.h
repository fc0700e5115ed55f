/* SPDX-License-Identifier: MIT */
/* ui/images/image-legend - the range of an image: a histogram over the colours that represent the
 * values.
 */
#ifndef GS_UI_IMAGE_LEGEND_H
#define GS_UI_IMAGE_LEGEND_H

#include <gtk/gtk.h>
#include "frontend/pictures/image-render.h"

#define GS_TYPE_IMAGE_LEGEND (gs_image_legend_get_type())
G_DECLARE_FINAL_TYPE(GsImageLegend, gs_image_legend, GS, IMAGE_LEGEND, GtkDrawingArea)

/* Shows the histogram of a finished render; NULL: nothing. Does not keep it. */
void gs_image_legend_set(GsImageLegend *legend, const struct gs_render *render);

#endif
