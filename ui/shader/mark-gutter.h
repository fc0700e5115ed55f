/* SPDX-License-Identifier: MIT */
/* ui/shader/mark-gutter - the symbols of a buffer's source marks, beside its lines. They are drawn,
 * as GtkSourceView's own are pictures that become coarse or small on a screen with two pixels to
 * one.
 */
#ifndef GS_UI_MARK_GUTTER_H
#define GS_UI_MARK_GUTTER_H

#include <gtksourceview/gtksource.h>

#define GS_TYPE_MARK_GUTTER (gs_mark_gutter_get_type())
G_DECLARE_FINAL_TYPE(GsMarkGutter, gs_mark_gutter, GS, MARK_GUTTER, GtkSourceGutterRenderer)

struct gs_mark_kind {
	const char *category; /* of the marks; NULL ends a list */
	const char *symbol;   /* ui/widgets/icon.h */
	double rgb[3];
};

typedef char *(*gs_mark_tip)(GtkSourceMark *mark, gpointer data); /* g_free; NULL: none */

/* In the left gutter of the view, which owns it. kinds are kept, not copied; later ones lie over
 * earlier ones. A click emits "activate". */
GsMarkGutter *gs_mark_gutter_add(
	GtkSourceView *view, const struct gs_mark_kind *kinds, gs_mark_tip tip, gpointer data);

#endif
