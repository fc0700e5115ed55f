/* SPDX-License-Identifier: MIT */
/* ui/widgets/theme - the light or dark theme: GTK's variant, our style sheet, and the colours that
 * we draw with. */
#ifndef GS_UI_THEME_H
#define GS_UI_THEME_H

#include <stdbool.h>
#include <gtk/gtk.h>

enum gs_theme { GS_THEME_DESKTOP, GS_THEME_LIGHT, GS_THEME_DARK };

enum gs_colour {
	GS_COLOUR_WRONG,     /* errors, NaN */
	GS_COLOUR_FAINT,     /* missing values */
	GS_COLOUR_SECONDARY, /* types, qualifiers */
	GS_COLOUR_CHANGED,
	GS_COLOUR_LINE,	      /* background of the current line */
	GS_COLOUR_EXPRESSION, /* background of the next expression */
	GS_COLOUR_DEAD,	      /* text of lines that no element reaches */
	GS_COLOUR_PENDING,    /* background of the pending call */
	GS_COLOUR_REFUSED,    /* background of a call that raised a GL error */
	GS_COLOUR_FOUND,      /* background of search matches */
	GS_N_COLOURS,
};

/* Load the style sheet. Call once, after GTK was initialized. */
void gs_theme_init(void);
void gs_theme_set(enum gs_theme theme);
enum gs_theme gs_theme_get(void);
bool gs_theme_is_dark(void);
const char *gs_theme_colour(enum gs_colour colour); /* "#rrggbb" */
const char *gs_theme_source_scheme(void);	    /* id of GtkSourceView's scheme; static */
/* Call `changed` with the object whenever the colours change, until the object is freed. */
void gs_theme_watch(GObject *object, void (*changed)(gpointer object));

#endif
