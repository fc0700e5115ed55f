/* SPDX-License-Identifier: MIT */
/* ui/widgets/icon - the window's symbols, drawn in the text's colour, so that they do not depend on
 * an icon theme. */
#ifndef GS_UI_ICON_H
#define GS_UI_ICON_H

#include <gtk/gtk.h>

#define GS_TYPE_ICON (gs_icon_get_type())
G_DECLARE_FINAL_TYPE(GsIcon, gs_icon, GS, ICON, GtkDrawingArea)

/* Values of the property "symbol": run pause step draw frame program restart kill bug into over out
 * back reset continue leave nan tests image add remove zoom-in zoom-out fit one save. */
/* Paint a symbol, size x size at the origin, with the current source. Changes the scale of cr. */
void gs_icon_paint(cairo_t *cr, const char *symbol, int size);

#endif
