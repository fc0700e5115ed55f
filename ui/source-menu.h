/* SPDX-License-Identifier: MIT */
/* ui/source-menu - the value and the context menu of the text under the pointer, and the form for a
 * breakpoint's condition. */
#ifndef GS_UI_SOURCE_MENU_H
#define GS_UI_SOURCE_MENU_H

#include "ui/source-page.h"

void gs_source_menu_setup(struct gs_source_page *page);
/* A small form to set a breakpoint with its condition. */
void gs_source_menu_break(struct gs_source_page *page, unsigned line);
/* The expression at a position in a text: "lights[i].pos" at pos, "lights[i]" at lights or i at i;
 * NULL: none. at: byte offset in the line. g_free. */
char *gs_source_expression_at(const char *line, size_t at);

#endif
