/* SPDX-License-Identifier: MIT */
/* ui/shader/source-gutter - a bar beside lines that the focus element has reached, and how many
 * elements reach each line, or how often all of them together execute it. */
#ifndef GS_UI_SOURCE_GUTTER_H
#define GS_UI_SOURCE_GUTTER_H

#include <gtksourceview/gtksource.h>

#define GS_TYPE_SOURCE_GUTTER (gs_source_gutter_get_type())
G_DECLARE_FINAL_TYPE(GsSourceGutter, gs_source_gutter, GS, SOURCE_GUTTER, GtkSourceGutterRenderer)

enum { GS_SOURCE_GUTTER_WIDTH = 8 }; /* initial value of the property "size" */

struct gs_line_use {
	guint times;	    /* how often the focus element has reached the line */
	guint64 elements;   /* number of elements that reach the line */
	gboolean counted;   /* .elements is known */
	gboolean skipped;   /* the preprocessor skips the line */
	guint64 executions; /* how often all elements together execute it */
	double share;	    /* of all that they execute: 0 to 1 */
	double bar;	    /* how much of it stands here, beside the line with the most: 0 to 1 */
	gboolean is_executed; /* these are known, and shown in place of .elements */
};

/* Set the use of lines 1 to n; copied. total: number of all elements. */
void gs_source_gutter_set(
	GsSourceGutter *gutter, const struct gs_line_use *lines, unsigned n, guint64 total);

#endif
