/* SPDX-License-Identifier: MIT */
/*
 * dap/lines - texts, compared line by line: which line of a file is which line of a shader that the
 * program gave to GL. In between may lie anything that keeps lines as they are: files put one
 * behind the other, into each other (#include), behind lines of the engine's own, or taken out of
 * string literals. White space and comments do not count.
 */
#ifndef GS_DAP_LINES_H
#define GS_DAP_LINES_H

#include <glib.h>
#include <stdbool.h>

struct gs_dap_lines;
/* Return the lines of a text; has_literals: they may also stand in string literals of a programming
 * language. */
struct gs_dap_lines *gs_dap_lines_new(const char *text, bool has_literals);
void gs_dap_lines_free(struct gs_dap_lines *lines);
/* Return how many lines the text has. */
unsigned gs_dap_lines_count(const struct gs_dap_lines *lines);

/* Which lines are the same. */
struct gs_dap_pairs {
	unsigned *of_file;   /* by lines of the file, from 1: the line of the source; 0: none */
	unsigned *of_source; /* the other way round */
	unsigned n;	     /* pairs of lines that say something */
};
/* Compare. Return the pairs; NULL: less than half of the smaller text is in the other one. */
struct gs_dap_pairs *gs_dap_lines_pair(
	const struct gs_dap_lines *file, const struct gs_dap_lines *source);
void gs_dap_pairs_free(struct gs_dap_pairs *pairs);

#endif
