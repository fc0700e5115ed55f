/* SPDX-License-Identifier: MIT */
/*
 * ui/shader/source-page - the text of one shader object: the next expression, breakpoints, the
 * lines that the focus element has reached. What the pointer does there is in
 * ui/shader/source-menu.
 */
#ifndef GS_UI_SOURCE_PAGE_H
#define GS_UI_SOURCE_PAGE_H

#include <gtksourceview/gtksource.h>
#include "frontend/source-layout.h"
#include "ui/shader/mark-gutter.h"
#include "ui/panel.h"
#include "ui/shader/source-gutter.h"

struct gs_source_page {
	enum gs_stage stage;
	unsigned nth; /* object of the stage */
	char *text;
	bool is_laid_out;
	struct gs_source_layout *layout; /* of the text, as it is shown; NULL: as it is */
	GtkWidget *scroller;
	GtkSourceView *view;
	GtkSourceBuffer *buffer;
	GtkTextTag *expression, *line, *dead;
	GsMarkGutter *marks;
	GsSourceGutter *gutter;
	GtkSourceGutterRenderer *numbers; /* of the text's lines, while it is laid out */
	bool is_current;		  /* the position is in it */
	bool is_sought;			  /* the cursor is to be in sight */
	bool has_dead;
	int height;
	guint keeping;			 /* source id; 0 none */
	char *hovered;			 /* the expression under the pointer that was queried */
	char *hovered_text;		 /* "x = 1.5"; NULL: not known yet, or no expression */
	const struct gs_ui_state *state; /* the window's */
};

struct gs_source_page *gs_source_page_new(void);
void gs_source_page_free(gpointer page); /* not its widgets, which their container owns */
void gs_source_page_fill(struct gs_source_page *page, const struct gs_source_info *info,
	unsigned nth, const char *title, unsigned line); /* the cursor's */
void gs_source_page_set_breaks(struct gs_source_page *page, const struct gs_ui_state *state);
/* here: the position is in this page. */
void gs_source_page_set_where(
	struct gs_source_page *page, const struct gs_ui_state *state, bool here);
/* Sets the lines that were reached. */
void gs_source_page_set_use(struct gs_source_page *page, const struct gs_ui_state *state);
unsigned gs_source_page_line(const struct gs_source_page *page); /* of the cursor */
void gs_source_page_go_to(struct gs_source_page *page, unsigned line, unsigned column);
/* Shows the text over lines, or as it is; all else speaks of lines and columns of the text. */
void gs_source_page_lay_out(struct gs_source_page *page, bool is_laid_out);
/* Finds a place of the text in the buffer; beyond the end, the end. */
void gs_source_page_iter(
	const struct gs_source_page *page, unsigned line, unsigned column, GtkTextIter *iter);
/* Returns the place in the text of what is shown there. */
struct gs_source_place gs_source_page_place(
	const struct gs_source_page *page, const GtkTextIter *iter);
/* Lines that are longer than the view go on in the next one. */
void gs_source_page_wrap(struct gs_source_page *page, bool wraps);
/* Brings the cursor in sight, and keeps it there. */
void gs_source_page_show_cursor(struct gs_source_page *page);
/* Goes to the definition of the name at the cursor. */
void gs_source_page_definition(struct gs_source_page *page);

#endif
