/* SPDX-License-Identifier: MIT */
/* ui/shader/mark-gutter - symbols of a buffer's source marks beside its lines. They are drawn,
 * because GtkSourceView uses pictures, which are coarse or small on high-resolution screens. */
#ifndef GS_UI_MARK_GUTTER_H
#define GS_UI_MARK_GUTTER_H

#include <gtksourceview/gtksource.h>

#define GS_TYPE_MARK_GUTTER (gs_mark_gutter_get_type())
G_DECLARE_FINAL_TYPE(GsMarkGutter, gs_mark_gutter, GS, MARK_GUTTER, GtkSourceGutterRenderer)

struct gs_mark_kind {
	const char *category; /* category of the marks; NULL: end of the list */
	const char *symbol;   /* a symbol of ui/widgets/icon.h */
	double rgb[3];
};

/* Return a mark's tooltip (g_free), or NULL. */
typedef char *(*gs_mark_tip)(GtkSourceMark *mark, gpointer data);

/* Add the symbols to the left gutter of the view, which owns the result. kinds are kept, not
 * copied; later ones are drawn over earlier ones. A click emits "activate". */
GsMarkGutter *gs_mark_gutter_add(
	GtkSourceView *view, const struct gs_mark_kind *kinds, gs_mark_tip tip, gpointer data);

#endif
