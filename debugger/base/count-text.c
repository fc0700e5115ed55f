/* SPDX-License-Identifier: MIT */
#include "debugger/base/count-text.h"

void gs_text_count(GString *text, uint64_t n, const char *one, const char *more)
{
	g_string_append_printf(text, "%" G_GUINT64_FORMAT " %s", (guint64)n, n == 1 ? one : more);
}

char *gs_time_text(double nanoseconds)
{
	return nanoseconds >= 1e9   ? g_strdup_printf("%.4g s", nanoseconds / 1e9)
	       : nanoseconds >= 1e6 ? g_strdup_printf("%.4g ms", nanoseconds / 1e6)
	       : nanoseconds >= 1e3 ? g_strdup_printf("%.4g µs", nanoseconds / 1e3)
				    : g_strdup_printf("%.4g ns", nanoseconds);
}
