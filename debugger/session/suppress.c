/* SPDX-License-Identifier: MIT */
#include "debugger/session/suppress.h"
#include <fnmatch.h>
#include <string.h>
#include "debugger/base/error.h"
#include "debugger/base/input-file.h"
#include "debugger/engine/program-info.h"

/* ---- names ---- */

void gs_refuse_kind(const char *name, GError **error)
{
	g_autoptr(GString) all = g_string_new("");
	for (unsigned i = 0; i < GS_N_FAULT_KINDS; i++)
		g_string_append_printf(
			all, "%s%s", i ? ", " : "", gs_fault_kind_name((enum gs_fault_kind)i));
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' is no kind of fault: they are %s", name,
		all->str);
}

void gs_refuse_stage(const char *name, GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is no stage: they are vertex, tess-control, tess-evaluation, geometry, "
		"fragment and compute",
		name);
}

/* ---- rules of a file ---- */

enum { ANY = -1 };

struct rule {
	int kind, stage; /* ANY, or the one */
	char *pattern;
};

struct gs_suppressions {
	GArray *rules;
};

static void clear_rule(gpointer data)
{
	struct rule *rule = data;
	g_free(rule->pattern);
}

/* Cut the first word off. Return it; *rest is what follows, without white space before it. */
static char *take_word(char *text, char **rest)
{
	char *end = text + strcspn(text, " \t");
	*rest = end + strspn(end, " \t");
	*end = '\0';
	return text;
}

static bool parse_rule(char *text, struct rule *rule, GError **error)
{
	enum gs_fault_kind kind = GS_N_FAULT_KINDS;
	char *rest, *pattern;
	const char *word = take_word(text, &rest);
	bool any_kind = strcmp(word, "*") == 0;
	if (!any_kind && !gs_fault_kind_find(word, &kind)) {
		gs_refuse_kind(word, error);
		return false;
	}
	word = take_word(rest, &pattern);
	bool any_stage = strcmp(word, "*") == 0;
	int stage = any_stage ? ANY : gs_stage_find(word);
	if (!*word || !*pattern) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a rule is KIND STAGE PATTERN, with * for any kind, stage or text");
		return false;
	}
	if (!any_stage && stage < 0) {
		gs_refuse_stage(word, error);
		return false;
	}
	*rule = (struct rule){any_kind ? ANY : (int)kind, stage, g_strdup(pattern)};
	return true;
}

static bool parse_rules(
	const char *path, char *text, struct gs_suppressions *suppressions, GError **error)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (unsigned i = 0; lines[i]; i++) {
		char *line = g_strstrip(lines[i]);
		struct rule rule;
		if (!*line || *line == '#')
			continue;
		if (!g_utf8_validate(line, -1, NULL)) {
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s:%u: this is no text", path,
				i + 1);
			return false;
		}
		if (!parse_rule(line, &rule, error)) {
			g_prefix_error(error, "%s:%u: ", path, i + 1);
			return false;
		}
		g_array_append_val(suppressions->rules, rule);
	}
	return true;
}

struct gs_suppressions *gs_suppressions_read(
	const char *path, const struct gs_patience *patience, GError **error)
{
	char *text;
	size_t size;
	if (!gs_input_read_all(path, patience, &text, &size, error))
		return NULL;
	struct gs_suppressions *suppressions = g_new0(struct gs_suppressions, 1);
	suppressions->rules = g_array_new(FALSE, FALSE, sizeof(struct rule));
	g_array_set_clear_func(suppressions->rules, clear_rule);
	bool good = strlen(text) == size;
	if (!good)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s: this is no text", path);
	good = good && parse_rules(path, text, suppressions, error);
	g_free(text);
	if (!good)
		g_clear_pointer(&suppressions, gs_suppressions_free);
	return suppressions;
}

void gs_suppressions_free(struct gs_suppressions *suppressions)
{
	if (!suppressions)
		return;
	g_array_unref(suppressions->rules);
	g_free(suppressions);
}

/* What has brackets, as an index, is matched as it is written, too. */
static bool matches(const char *pattern, const char *text)
{
	return strcmp(pattern, text) == 0 || fnmatch(pattern, text, 0) == 0;
}

bool gs_suppressions_match(const struct gs_suppressions *suppressions, enum gs_fault_kind kind,
	enum gs_stage stage, const char *expression, const char *line)
{
	for (guint i = 0; suppressions && i < suppressions->rules->len; i++) {
		const struct rule *rule = &g_array_index(suppressions->rules, struct rule, i);
		if ((rule->kind == ANY || rule->kind == (int)kind) &&
			(rule->stage == ANY || rule->stage == (int)stage) &&
			(matches(rule->pattern, expression) || matches(rule->pattern, line)))
			return true;
	}
	return false;
}

/* ---- comments ---- */

/* Return what follows the mark in the line's comment; NULL: there is none. */
static const char *find_mark(const char *line)
{
	const char *comment = line;
	while ((comment = strstr(comment, "//"))) {
		comment += strspn(comment, "/");
		comment += strspn(comment, " \t");
		if (!g_str_has_prefix(comment, "glstep:"))
			continue;
		comment += strlen("glstep:");
		comment += strspn(comment, " \t");
		if (g_str_has_prefix(comment, "ignore"))
			return comment + strlen("ignore");
	}
	return NULL;
}

bool gs_line_ignores(const char *line, enum gs_fault_kind kind, char **unknown)
{
	const char *mark = find_mark(line);
	*unknown = NULL;
	if (!mark)
		return false;
	g_auto(GStrv) words = g_strsplit_set(mark, ", \t\r", -1);
	bool any = false, ignores = false;
	for (char **word = words; *word; word++) {
		enum gs_fault_kind named;
		if (!**word)
			continue;
		any = true;
		if (gs_fault_kind_find(*word, &named))
			ignores |= named == kind;
		else if (!*unknown)
			*unknown = g_strdup(*word);
	}
	return ignores || !any;
}
