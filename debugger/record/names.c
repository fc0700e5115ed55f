/* SPDX-License-Identifier: MIT */
/* Lists of classes of calls and of attribute groups, as users write them: "pixels,errors". */
#include "debugger/record/recording.h"

#include <string.h>
#include "data/data.h"
#include "data/trace-class.h"
#include "debugger/base/error.h"
#include "wire/memory.h"

/* The n-th name with its bits, to be freed; NULL: there are no more. */
typedef char *nth_name(unsigned n, uint32_t *bits);

static char *nth_class(unsigned n, uint32_t *bits)
{
	const char *name = gs_data_trace_class_name(n);
	*bits = name ? 1u << n : (uint32_t)GS_WIRE_TRACE_CLASSES;
	return name				      ? g_strdup(name)
	       : n && gs_data_trace_class_name(n - 1) ? g_strdup("all")
						      : NULL;
}

/* GL_DEPTH_BUFFER_BIT: depth-buffer. */
static char *group_name(const char *constant)
{
	const char *end = constant + strlen(constant) - strlen("_BIT");
	if (!g_str_has_prefix(constant, "GL_") || !g_str_has_suffix(constant, "_BIT"))
		return NULL;
	char *name = g_ascii_strdown(constant + 3, end - (constant + 3));
	return g_strdelimit(name, "_", '-');
}

static char *nth_group(unsigned n, uint32_t *bits)
{
	const char *constant;
	for (size_t i = 0; (constant = gs_data_group_member("AttribMask", i)); i++) {
		uint64_t value;
		char *name = group_name(constant);
		if (name && gs_data_enum_value(constant, &value) && n-- == 0) {
			*bits = (uint32_t)value;
			return name;
		}
		g_free(name);
	}
	*bits = UINT32_MAX;
	return n == 0 ? g_strdup("all") : NULL;
}

static bool find(const char *word, nth_name *nth, uint32_t *bits)
{
	char *name;
	for (unsigned n = 0; (name = nth(n, bits)); n++) {
		bool same = g_ascii_strcasecmp(name, word) == 0;
		g_free(name);
		if (same)
			return true;
	}
	return false;
}

static char *all_names(nth_name *nth)
{
	GString *names = g_string_new(NULL);
	char *name;
	uint32_t bits;
	for (unsigned n = 0; (name = nth(n, &bits)); n++) {
		g_string_append_printf(names, "%s%s", n ? ", " : "", name);
		g_free(name);
	}
	return g_string_free(names, FALSE);
}

static bool parse(const char *text, const char *what, nth_name *nth, uint32_t *mask, GError **error)
{
	char **words = g_strsplit_set(text, ", \t", -1), *wrong = NULL;
	bool any = false;
	*mask = 0;
	for (char **word = words; *word && !wrong; word++) {
		uint32_t bits;
		if (!**word)
			continue;
		any = true;
		if (find(*word, nth, &bits))
			*mask |= bits;
		else
			wrong = *word;
	}
	if (wrong || !any) {
		char *names = all_names(nth);
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s%s%s: give a list of %s",
			wrong ? "there is no such " : "no ", what, wrong ? "" : " is named", names);
		if (wrong && error)
			g_prefix_error(error, "'%s': ", wrong);
		g_free(names);
	}
	g_strfreev(words);
	return any && !wrong;
}

bool gs_recording_parse_classes(const char *text, uint32_t *mask, GError **error)
{
	return parse(text, "class of calls", nth_class, mask, error);
}

bool gs_recording_parse_groups(const char *text, uint32_t *mask, GError **error)
{
	return parse(text, "attribute group", nth_group, mask, error);
}
