/* SPDX-License-Identifier: MIT */
/*
 * export/text - texts of a trace as parts of a C program: whatever they hold, they stay inside of
 * the comment, string or identifier that they become, and no compiler warns of them.
 */
#ifndef GS_EXPORT_TEXT_H
#define GS_EXPORT_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Inside of a comment. Line feeds become new lines, which begin with `margin`. */
void export_add_comment(GString *to, const char *text, size_t n, const char *margin);
/* With its quotes. */
void export_add_string(GString *to, const char *text, size_t n);
/* Letters, digits and "_", at most 40; may be empty, and may begin with a digit. */
void export_add_word(GString *to, const char *text, size_t n);
void export_add_float(GString *to, uint32_t bits);
void export_add_double(GString *to, uint64_t bits);
/* Lines of at most 100 columns, where there is a place to break: behind ", " and outside of
 * strings. How many. */
unsigned export_add_wrapped(GString *to, const char *line, unsigned indent);

#endif
