/* SPDX-License-Identifier: MIT */
/*
 * export/text - texts of a trace as parts of a C program: whatever a text holds, it stays inside
 * the comment, string or identifier that it becomes, and causes no compiler warning.
 */
#ifndef GS_EXPORT_TEXT_H
#define GS_EXPORT_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Append text for the inside of a comment. Line feeds start new lines, which begin with
 * `margin`. */
void export_add_comment(GString *to, const char *text, size_t n, const char *margin);
/* Append a string literal, with its quotes. */
void export_add_string(GString *to, const char *text, size_t n);
/* Append a text as letters, digits and "_", at most 40; it may be empty or begin with a digit. */
void export_add_word(GString *to, const char *text, size_t n);
/* Append a number by its bits, as a literal that gives the same bits. */
void export_add_float(GString *to, uint32_t bits);
void export_add_double(GString *to, uint64_t bits);
/* Append a line, broken into lines of at most 100 columns after ", " outside of strings, where that
 * is possible. Return the number of lines. */
unsigned export_add_wrapped(GString *to, const char *line, unsigned indent);

#endif
