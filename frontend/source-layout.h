/* SPDX-License-Identifier: MIT */
/*
 * frontend/source-layout - a shader's text over lines, for sources on one long line: a statement a
 * line, indented by the braces around it. Only white space between tokens becomes other white
 * space: comments, strings and directives of the preprocessor stay as they are. Places in the text
 * and in what is shown are found in each other. Lines and byte columns count from 1.
 */
#ifndef GS_FRONTEND_SOURCE_LAYOUT_H
#define GS_FRONTEND_SOURCE_LAYOUT_H

#include <stdbool.h>

struct gs_source_place {
	unsigned line, column;
};

struct gs_source_layout;

/* Lays out a text, which need not live on. Free with gs_source_layout_free. */
struct gs_source_layout *gs_source_layout_new(const char *text);
void gs_source_layout_free(struct gs_source_layout *layout); /* NULL is fine */
/* Returns the text as it is shown; the layout owns it. */
const char *gs_source_layout_text(const struct gs_source_layout *layout);
/* Returns how many lines the text has that was laid out. */
unsigned gs_source_layout_lines(const struct gs_source_layout *layout);
/* Finds a place of the text in what is shown; beyond the end, the end. is_end: it is behind
 * something, and stays directly behind that. */
struct gs_source_place gs_source_layout_shown(
	const struct gs_source_layout *layout, struct gs_source_place place, bool is_end);
/* Finds a shown place in the text; in white space that is shown alone, what comes next. */
struct gs_source_place gs_source_layout_original(
	const struct gs_source_layout *layout, struct gs_source_place place);

#endif
