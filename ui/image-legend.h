/* SPDX-License-Identifier: MIT */
/* ui/image-legend - the range of an image: a histogram over the colours that stand for the values.
 */
#ifndef GS_UI_IMAGE_LEGEND_H
#define GS_UI_IMAGE_LEGEND_H

#include <gtk/gtk.h>
#include "frontend/image-render.h"

#define GS_TYPE_IMAGE_LEGEND (gs_image_legend_get_type())
G_DECLARE_FINAL_TYPE(GsImageLegend, gs_image_legend, GS, IMAGE_LEGEND, GtkDrawingArea)

/* What a render that is done has counted; NULL: nothing to show. It is not kept. */
void gs_image_legend_set(GsImageLegend *legend, const struct gs_render *render);

#endif
