/* SPDX-License-Identifier: MIT */
/* debugger/base/count-text - texts that count things, in the singular or the plural; and times. */
#ifndef GS_COUNT_TEXT_H
#define GS_COUNT_TEXT_H

#include <glib.h>
#include <stdint.h>

/* Append the number and `one` if n is 1, else `more`: "1 call", "0 calls", "2 calls". */
void gs_text_count(GString *text, uint64_t n, const char *one, const char *more);

/* Return a time as "4.9 ms", with four digits at most; g_free. */
char *gs_time_text(double nanoseconds);

#endif
