/* SPDX-License-Identifier: MIT */
/* ui/shader/source-menu - handles the pointer in a source page: the value and the context menu of
 * the text under it, breakpoints in the gutter, and the form for a breakpoint's condition. */
#ifndef GS_UI_SOURCE_MENU_H
#define GS_UI_SOURCE_MENU_H

#include "ui/shader/source-page.h"

/* Set these up for a new page. */
void gs_source_menu_setup(struct gs_source_page *page);
/* Show the value of the expression under the pointer; NULL: it has none. */
void gs_source_menu_hover(struct gs_source_page *page, const struct gs_value_node *node);
/* Return the expression at a byte offset in a line (g_free): "lights[i].pos" at pos, "lights[i]" at
 * lights, i at i. NULL: there is none. */
char *gs_source_expression_at(const char *line, size_t at);

#endif
