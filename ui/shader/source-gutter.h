/* SPDX-License-Identifier: MIT */
/* ui/shader/source-gutter - beside the line numbers: a bar at lines that the focus element has
 * reached, and how many elements reach a line. */
#ifndef GS_UI_SOURCE_GUTTER_H
#define GS_UI_SOURCE_GUTTER_H

#include <gtksourceview/gtksource.h>

#define GS_TYPE_SOURCE_GUTTER (gs_source_gutter_get_type())
G_DECLARE_FINAL_TYPE(GsSourceGutter, gs_source_gutter, GS, SOURCE_GUTTER, GtkSourceGutterRenderer)

enum { GS_SOURCE_GUTTER_WIDTH = 8 }; /* "size" that one begins with */

struct gs_line_use {
	guint times;	  /* the focus element has reached it */
	guint64 elements; /* elements that reach it */
	gboolean counted; /* .elements is known */
	gboolean skipped; /* by #if and the like */
};

/* Of lines 1 to n; copied. total: elements in all. */
void gs_source_gutter_set(
	GsSourceGutter *gutter, const struct gs_line_use *lines, unsigned n, guint64 total);

#endif
