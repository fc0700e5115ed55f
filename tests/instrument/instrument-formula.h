/* SPDX-License-Identifier: MIT */
/* Expected values in test files: arithmetic in x, y, z and w, which say who the element is; a
 * few functions; ?: and comparisons. */
#ifndef GS_TESTS_INSTRUMENT_FORMULA_H
#define GS_TESTS_INSTRUMENT_FORMULA_H

#include <stdbool.h>

/* One of several formulas separated by ';'. False: wrong text. */
bool formula(const char *text, unsigned index, const double v[4], double *value);
unsigned formula_count(const char *text);

#endif
