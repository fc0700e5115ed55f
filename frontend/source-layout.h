/* SPDX-License-Identifier: MIT */
/*
 * frontend/source-layout - lays out a shader source that is on one long line: one statement a line,
 * indented by the braces around it. Only white space between tokens changes; comments, strings and
 * preprocessor directives stay as they are. Positions in the original and in the laid-out text can
 * be converted. Lines and byte columns count from 1.
 */
#ifndef GS_FRONTEND_SOURCE_LAYOUT_H
#define GS_FRONTEND_SOURCE_LAYOUT_H

#include <stdbool.h>

struct gs_text_position {
	unsigned line, column;
};

struct gs_source_layout;

/* Lay out a text, which the layout copies. Free it with gs_source_layout_free. */
struct gs_source_layout *gs_source_layout_new(const char *text);
void gs_source_layout_free(struct gs_source_layout *layout); /* NULL is fine */
/* Return the laid-out text; the layout owns it. */
const char *gs_source_layout_text(const struct gs_source_layout *layout);
/* Return how many lines the original text has. */
unsigned gs_source_layout_lines(const struct gs_source_layout *layout);
/* Convert a position in the original text to the laid-out text; beyond the end, return the end.
 * is_end: `position` is directly behind something, and the result is directly behind that, too. */
struct gs_text_position gs_source_layout_shown(
	const struct gs_source_layout *layout, struct gs_text_position position, bool is_end);
/* Convert a position in the laid-out text to the original. In added white space, return the
 * position of what follows. */
struct gs_text_position gs_source_layout_original(
	const struct gs_source_layout *layout, struct gs_text_position position);

#endif
