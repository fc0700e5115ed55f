/* SPDX-License-Identifier: MIT */
/* Parsers of what follows a command's name. */
#include <errno.h>
#include <string.h>
#include "console/console.h"

bool gs_parse_none(const char *arguments, GError **error)
{
	if (*arguments == '\0')
		return true;
	g_set_error(
		error, GS_ERROR, GS_ERROR_USAGE, "too many arguments: leave '%s' out", arguments);
	return false;
}

bool gs_parse_number(
	const char *word, const char *what, uint64_t max, uint64_t *number, GError **error)
{
	char *end;
	errno = 0;
	*number = g_ascii_strtoull(word, &end, 10);
	if (g_ascii_isdigit(*word) && *end == '\0' && errno == 0 && *number <= max)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a valid %s: give a whole number from 0 to %" G_GUINT64_FORMAT, word,
		what, max);
	return false;
}

bool gs_parse_count(const char *arguments, uint64_t by_default, uint64_t *count, GError **error)
{
	*count = by_default;
	if (*arguments == '\0')
		return true;
	if (gs_parse_number(arguments, "count", INT64_MAX, count, NULL) && *count > 0)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a valid count: give a whole number of at least 1", arguments);
	return false;
}

bool gs_bad_usage(GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, GS_BAD_USAGE);
	return false;
}

char **gs_parse_words(const char *arguments, unsigned least, unsigned most, GError **error)
{
	int n = 0;
	char **words = NULL;
	if (*arguments == '\0' || !g_shell_parse_argv(arguments, &n, &words, NULL)) {
		g_clear_pointer(&words, g_strfreev);
		words = *arguments ? g_strsplit_set(arguments, " \t", -1) : g_new0(char *, 1);
		n = (int)g_strv_length(words);
	}
	if ((unsigned)n >= least && (unsigned)n <= most)
		return words;
	gs_bad_usage(error);
	g_strfreev(words);
	return NULL;
}

bool gs_parse_stage(const char *word, enum gs_stage *stage, GError **error)
{
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		if (strcmp(word, gs_stage_name(i)) == 0) {
			*stage = i;
			return true;
		}
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a stage: choose fragment vertex geometry tess-control tess-evaluation "
		"compute",
		word);
	return false;
}
