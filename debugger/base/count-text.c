/* SPDX-License-Identifier: MIT */
#include "debugger/base/count-text.h"

void gs_text_count(GString *text, uint64_t n, const char *one, const char *more)
{
	g_string_append_printf(text, "%" G_GUINT64_FORMAT " %s", (guint64)n, n == 1 ? one : more);
}
