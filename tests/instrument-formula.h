/* SPDX-License-Identifier: MIT */
/* Expected values in test files: arithmetic in x and y, the pixel; a few functions; ?: and
 * comparisons. */
#ifndef GS_TESTS_INSTRUMENT_FORMULA_H
#define GS_TESTS_INSTRUMENT_FORMULA_H

#include <stdbool.h>

/* One of several formulas separated by ';'. False: wrong text. */
bool formula(const char *text, unsigned index, double x, double y, double *value);
unsigned formula_count(const char *text);

#endif
