/* SPDX-License-Identifier: MIT */
/* ui/widgets/find-bar - finds text in a source view: a line at a panel's lower edge, there while it
 * is used. What is found is selected while it is typed, and all that is like it marked. */
#ifndef GS_UI_FIND_BAR_H
#define GS_UI_FIND_BAR_H

#include <gtksourceview/gtksource.h>
#include <stdbool.h>

struct gs_find_hooks {
	GtkSourceView *(*view)(gpointer data);		    /* to search in; NULL: none */
	void (*scroll)(GtkSourceView *view, gpointer data); /* to the cursor */
};

struct gs_find_bar;

/* Goes with the panel. place: what its widgets are called behind, as "the source"; hint: in the
 * empty entry. */
struct gs_find_bar *gs_find_bar_new(GtkBox *panel, const char *place, const char *hint,
	const struct gs_find_hooks *hooks, gpointer data);
void gs_find_bar_open(struct gs_find_bar *bar);
/* From the selection on, and round the end. */
void gs_find_bar_next(struct gs_find_bar *bar);
bool gs_find_bar_has_focus(const struct gs_find_bar *bar);

#endif
