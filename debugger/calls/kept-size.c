/* SPDX-License-Identifier: MIT */
/* How much of the list is kept, in words. */
#include <string.h>
#include "debugger/base/error.h"
#include "debugger/calls/calls.h"

/* What a unit's letter makes of a number; 0: there is no such unit. */
static double factor_of(const char *unit)
{
	static const char letters[] = "kmgt";
	char letter = g_ascii_tolower(*unit);
	const char *found = letter ? strchr(letters, letter) : NULL;
	double factor = 1;
	if (found && unit[1] && g_ascii_strcasecmp(unit + 1, "b") != 0)
		return 0;
	if (!found)
		return !*unit || g_ascii_strcasecmp(unit, "b") == 0;
	for (const char *l = letters; l <= found; l++)
		factor *= 1000;
	return factor;
}

bool gs_call_size_parse(const char *text, uint64_t *bytes, GError **error)
{
	const double most = 1e18;
	char *end;
	if (g_ascii_strcasecmp(text, "unlimited") == 0) {
		*bytes = GS_CALLS_UNLIMITED;
		return true;
	}
	double number = g_ascii_isdigit(*text) ? g_ascii_strtod(text, &end) : 0;
	double size = number > 0 ? number * factor_of(end + strspn(end, " ")) : 0;
	if (size >= GS_CALLS_LEAST && size <= most) {
		*bytes = (uint64_t)size;
		return true;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a size for the list of calls: it takes bytes, such as 200M or 4G "
		"(from %uK on), or 'unlimited'",
		text, GS_CALLS_LEAST / 1000 + 1);
	return false;
}

char *gs_call_size_text(uint64_t bytes)
{
	static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
	double number = (double)bytes;
	size_t unit = 0;
	for (; number >= 999.5 && unit + 1 < G_N_ELEMENTS(units); unit++)
		number /= 1000;
	return bytes == GS_CALLS_UNLIMITED ? g_strdup("all calls")
					   : g_strdup_printf("%.3g %s", number, units[unit]);
}

char *gs_call_dropped_text(const struct gs_call_dropped *dropped)
{
	bool is_bounded = dropped->keeps != GS_CALLS_UNLIMITED;
	g_autofree char *size = is_bounded ? gs_call_size_text(dropped->keeps)
					   : g_strdup("all from there on");
	return g_strdup_printf("calls before %" G_GUINT64_FORMAT
			       " were dropped: the list keeps %s (`log keep` and --list-size "
			       "change that)",
		dropped->index, size);
}
