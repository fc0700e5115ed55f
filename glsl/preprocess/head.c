/* SPDX-License-Identifier: MIT */
/* The lines of a text that decide which macros a driver defines for it. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "glsl/glsl.h"

char *gs_glsl_version_line(const char *source, unsigned *version, bool *is_es)
{
	GRegex *regex = g_regex_new("^[ \\t]*#[ \\t]*version[ \\t]+([0-9]+)[ \\t]*([a-z]*)[^\\n]*$",
		G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	GMatchInfo *match;
	char *line = NULL;
	*version = 110;
	*is_es = false;
	if (g_regex_match(regex, source, 0, &match)) {
		char *number = g_match_info_fetch(match, 1),
		     *profile = g_match_info_fetch(match, 2);
		*version = strtoul(number, NULL, 10);
		*is_es = strcmp(profile, "es") == 0 || *version == 100;
		line = g_strdup_printf("#version %s %s\n", number, profile);
		g_free(number);
		g_free(profile);
	}
	g_match_info_free(match);
	g_regex_unref(regex);
	return line ? line : g_strdup("");
}

char *gs_glsl_extension_lines(const char *source)
{
	GRegex *regex = g_regex_new(
		"^[ \\t]*#[ \\t]*extension[ \\t]+(\\w+)[ \\t]*:[ \\t]*(enable|require|warn)",
		G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	GMatchInfo *match;
	GString *lines = g_string_new(NULL);
	for (g_regex_match(regex, source, 0, &match); g_match_info_matches(match);
		g_match_info_next(match, NULL)) {
		char *name = g_match_info_fetch(match, 1);
		if (strcmp(name, "all") != 0)
			g_string_append_printf(lines, "#extension %s : enable\n", name);
		g_free(name);
	}
	g_match_info_free(match);
	g_regex_unref(regex);
	return g_string_free(lines, FALSE);
}
