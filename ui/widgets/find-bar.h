/* SPDX-License-Identifier: MIT */
/* ui/widgets/find-bar - searches a source view: a line at a panel's lower edge that is visible
 * while it is used. While the user types, the next match is selected and all matches are marked. */
#ifndef GS_UI_FIND_BAR_H
#define GS_UI_FIND_BAR_H

#include <gtksourceview/gtksource.h>
#include <stdbool.h>

struct gs_find_hooks {
	GtkSourceView *(*view)(gpointer data); /* return the view to search in; NULL: none */
	void (*scroll)(GtkSourceView *view, gpointer data); /* scroll the view to the cursor */
};

struct gs_find_bar;

/* Return a new bar, which the panel owns. place: what its widgets' names end with, such as "the
 * source"; hint: shown in the empty entry. */
struct gs_find_bar *gs_find_bar_new(GtkBox *panel, const char *place, const char *hint,
	const struct gs_find_hooks *hooks, gpointer data);
/* Show the bar and give its entry the keyboard focus. */
void gs_find_bar_open(struct gs_find_bar *bar);
/* Select the next match behind the selection, going on at the beginning after the end. */
void gs_find_bar_next(struct gs_find_bar *bar);
bool gs_find_bar_has_focus(const struct gs_find_bar *bar);

#endif
