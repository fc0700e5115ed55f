/* SPDX-License-Identifier: MIT */
/*
 * ui/shader/source-page - the source of one shader object: the next expression, breakpoints, the
 * lines that the focus element has reached. ui/shader/source-menu handles the pointer there.
 *
 * Lines and columns are those of the source, from 1, also while it is laid out.
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
	unsigned nth; /* shader object of the stage */
	char *text;
	bool is_laid_out;
	struct gs_source_layout *layout; /* how .text is shown; NULL: as it is */
	GtkWidget *scroller;
	GtkSourceView *view;
	GtkSourceBuffer *buffer;
	GtkTextTag *expression, *line, *dead;
	GsMarkGutter *marks;
	GsSourceGutter *gutter;
	GtkSourceGutterRenderer *numbers; /* line numbers, while .text is laid out */
	bool is_current;		  /* the shader's position is in this page */
	bool is_sought;			  /* scroll to the cursor */
	bool has_dead;
	int height;
	guint keeping;	    /* idle source that scrolls; 0: none */
	char *hovered;	    /* expression under the pointer that was queried; NULL */
	char *hovered_text; /* its text, such as "x = 1.5"; NULL: unknown, or no value */
	const struct gs_ui_state *state; /* the window's */
};

/* Return a new, empty page. */
struct gs_source_page *gs_source_page_new(void);
void gs_source_page_free(gpointer page); /* does not free its widgets, which their container owns */
/* Show a source, which is the nth object of its stage, with the cursor in `line`. title: for its
 * accessible name. */
void gs_source_page_fill(struct gs_source_page *page, const struct gs_source_info *info,
	unsigned nth, const char *title, unsigned line);
/* Mark the lines with breakpoints. */
void gs_source_page_set_breaks(struct gs_source_page *page, const struct gs_ui_state *state);
/* Mark the next expression and scroll to it if `here`, which tells that the position is in this
 * page; else clear the mark. */
void gs_source_page_set_where(
	struct gs_source_page *page, const struct gs_ui_state *state, bool here);
/* Set the lines that were reached. */
void gs_source_page_set_use(struct gs_source_page *page, const struct gs_ui_state *state);
unsigned gs_source_page_line(const struct gs_source_page *page); /* the cursor's line */
/* Move the cursor to a line and column, and scroll to it. */
void gs_source_page_go_to(struct gs_source_page *page, unsigned line, unsigned column);
/* Lay out the source over several lines, or show it as it is. */
void gs_source_page_lay_out(struct gs_source_page *page, bool is_laid_out);
/* Get the position in the buffer of a line and column; beyond the end, the end. */
void gs_source_page_iter(
	const struct gs_source_page *page, unsigned line, unsigned column, GtkTextIter *iter);
/* Return the position in the source of one in the buffer. */
struct gs_text_position gs_source_page_position(
	const struct gs_source_page *page, const GtkTextIter *iter);
/* Wrap lines that are longer than the view is wide. */
void gs_source_page_wrap(struct gs_source_page *page, bool wraps);
/* Scroll to the cursor soon. */
void gs_source_page_show_cursor(struct gs_source_page *page);
/* Go to the definition of the name at the cursor. */
void gs_source_page_definition(struct gs_source_page *page);

#endif
