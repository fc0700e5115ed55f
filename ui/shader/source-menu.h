/* SPDX-License-Identifier: MIT */
/* ui/shader/source-menu - what the pointer does in a source page: the value and the context menu of
 * the text under it, breakpoints in the gutter, and the form for a breakpoint's condition. */
#ifndef GS_UI_SOURCE_MENU_H
#define GS_UI_SOURCE_MENU_H

#include "ui/shader/source-page.h"

/* Adds all that to a new page. */
void gs_source_menu_setup(struct gs_source_page *page);
/* Sets the value of the expression under the pointer (NULL: none). */
void gs_source_menu_hover(struct gs_source_page *page, const struct gs_value_node *node);
/* The expression at a position in a text: "lights[i].pos" at pos, "lights[i]" at lights or i at i;
 * NULL: none. at: byte offset in the line. g_free. */
char *gs_source_expression_at(const char *line, size_t at);

#endif
