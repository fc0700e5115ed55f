/* SPDX-License-Identifier: MIT */
/* What follows a command's name: its words, and what of the command's usage each of them is. */
#include <limits.h>
#include <string.h>
#include "verbs/verbs.h"
#include "verbs/usage.h"

struct gs_arguments {
	int how;
	char *line;
	GArray *spans;	  /* struct span: of each word in the line */
	GPtrArray *words; /* without their quotes */
	struct gs_usage *usage;
	GArray *taken;	  /* struct gs_usage_taken */
	GPtrArray *texts; /* of each of these */
};

/* ---- words ---- */

struct span {
	size_t begin, end;
};

/* With quotes as a shell: they join, and a backslash takes a character as it is. Returns the end of
 * the word that begins there; SIZE_MAX if a quote does not end. */
static size_t end_of_word(const char *line, size_t at, bool with_quotes)
{
	char quote = 0;
	for (; line[at] && (quote || !g_ascii_isspace(line[at])); at++) {
		if (with_quotes && line[at] == '\\' && quote != '\'') {
			if (!line[++at])
				return SIZE_MAX;
		} else if (quote) {
			quote = line[at] == quote ? 0 : quote;
		} else if (with_quotes && strchr("\"'", line[at])) {
			quote = line[at];
		}
	}
	return quote ? SIZE_MAX : at;
}

/* Returns false if that cannot be done with quotes. */
static bool split(struct gs_arguments *a, bool with_quotes)
{
	g_array_set_size(a->spans, 0);
	g_ptr_array_set_size(a->words, 0);
	for (size_t at = 0; a->line[at];) {
		if (g_ascii_isspace(a->line[at])) {
			at++;
			continue;
		}
		const struct span span = {at, end_of_word(a->line, at, with_quotes)};
		if (span.end == SIZE_MAX)
			return false;
		char *raw = g_strndup(a->line + at, span.end - at);
		char *word = with_quotes ? g_shell_unquote(raw, NULL) : NULL;
		g_ptr_array_add(a->words, word ? word : g_strdup(raw));
		g_free(raw);
		g_array_append_val(a->spans, span);
		at = span.end;
	}
	return true;
}

static const struct span *span_of(const struct gs_arguments *a, size_t word)
{
	return &g_array_index(a->spans, struct span, word);
}

/* ---- matching ---- */

/* Of a text, as it stands in the line. */
static char *text_of(const struct gs_arguments *a, const struct gs_usage_taken *taken)
{
	if (!taken->n)
		return g_strdup("");
	size_t begin = span_of(a, taken->first)->begin;
	if (taken->n == 1 && taken->leaf->type != GS_USAGE_REST)
		return g_strdup(a->words->pdata[taken->first]);
	return g_strndup(a->line + begin, span_of(a, taken->first + taken->n - 1)->end - begin);
}

static bool match(struct gs_arguments *a, size_t n, struct gs_usage_misfit *misfit)
{
	a->taken = gs_usage_match(a->usage, (const char *const *)a->words->pdata, n, misfit);
	for (guint i = 0; a->taken && i < a->taken->len; i++)
		g_ptr_array_add(
			a->texts, text_of(a, &g_array_index(a->taken, struct gs_usage_taken, i)));
	return a->taken;
}

/* Of a value that a word is not. */
static void refuse_value(
	const struct gs_verb *verb, const struct gs_usage *wanted, const char *word, GError **error)
{
	g_autofree char *most = wanted->most < INT64_MAX - 1
					? g_strdup_printf(" to %" G_GUINT64_FORMAT, wanted->most)
					: g_strdup(" on");
	if (wanted->type == GS_USAGE_STAGE)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not a stage: choose fragment vertex geometry tess-control "
			"tess-evaluation compute",
			word);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not a valid %s: give a whole number from %" G_GUINT64_FORMAT
			"%s; usage: %s %s",
			word, wanted->text, wanted->least, most, verb->name, verb->arguments);
}

static void refuse(const struct gs_arguments *a, const struct gs_verb *verb, bool begins_others,
	const struct gs_usage_misfit *misfit, GError **error)
{
	const struct gs_usage *wanted = misfit->at < a->words->len ? misfit->wanted : NULL;
	if (wanted && wanted->kind == GS_USAGE_VALUE &&
		(wanted->type == GS_USAGE_NUMBER || wanted->type == GS_USAGE_STAGE)) {
		refuse_value(verb, wanted, a->words->pdata[misfit->at], error);
		if (misfit->at == 0 && begins_others)
			g_prefix_error(error, "not a command of `%s`, and ", verb->name);
	} else if (misfit->is_end) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "too many arguments: leave '%s' out",
			a->line + span_of(a, misfit->at)->begin);
	} else {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s%s%s' was not understood; usage: %s %s", verb->name,
			*a->line ? " " : "", a->line, verb->name, verb->arguments);
	}
}

struct gs_arguments *gs_arguments_new(
	const struct gs_verb *verb, bool begins_others, const char *line, GError **error)
{
	struct gs_arguments *a = g_new0(struct gs_arguments, 1);
	struct gs_usage_misfit misfit, other;
	a->how = verb->how;
	a->line = g_strstrip(g_strdup(line));
	a->spans = g_array_new(FALSE, FALSE, sizeof(struct span));
	a->words = g_ptr_array_new_with_free_func(g_free);
	a->texts = g_ptr_array_new_with_free_func(g_free);
	a->usage = gs_usage_parse(verb->arguments);
	if (!split(a, true))
		split(a, false);
	if (match(a, a->words->len, &misfit))
		return a;
	for (size_t n = 0; n < a->words->len; n++) /* a comment may stand behind a command */
		if (a->line[span_of(a, n)->begin] == '#' && match(a, n, &other))
			return a;
	refuse(a, verb, begins_others, &misfit, error);
	gs_arguments_free(a);
	return NULL;
}

void gs_arguments_free(struct gs_arguments *a)
{
	if (!a)
		return;
	if (a->taken)
		g_array_unref(a->taken);
	g_ptr_array_unref(a->texts);
	g_ptr_array_unref(a->words);
	g_array_unref(a->spans);
	gs_usage_free(a->usage);
	g_free(a->line);
	g_free(a);
}

const struct gs_usage *gs_argument_at(const struct gs_arguments *a, size_t i, const char **begin,
	size_t *length, const char **text)
{
	if (i >= a->taken->len)
		return NULL;
	const struct gs_usage_taken *taken = &g_array_index(a->taken, struct gs_usage_taken, i);
	size_t at = taken->n ? span_of(a, taken->first)->begin : strlen(a->line);
	*begin = a->line + at;
	*length = taken->n ? span_of(a, taken->first + taken->n - 1)->end - at : 0;
	*text = a->texts->pdata[i];
	return taken->leaf;
}

/* ---- by name ---- */

const char *gs_argument_text(const struct gs_arguments *a, const char *name)
{
	const char *space = strchr(name, ' '), *before = "";
	for (guint i = 0; i < a->taken->len; i++) {
		const char *text = g_array_index(a->taken, struct gs_usage_taken, i).leaf->text;
		if (!strcmp(text, space ? space + 1 : name) &&
			(!space || (g_str_has_prefix(name, before) &&
					   strlen(before) == (size_t)(space - name))))
			return a->texts->pdata[i];
		before = text;
	}
	return NULL;
}

int gs_argument_how(const struct gs_arguments *a)
{
	return a->how;
}

bool gs_argument_has(const struct gs_arguments *a, const char *name)
{
	return gs_argument_text(a, name);
}

int gs_argument_which(const struct gs_arguments *a, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (gs_argument_has(a, names[i]))
			return (int)i;
	return -1;
}

uint64_t gs_argument_number(const struct gs_arguments *a, const char *name, uint64_t by_default)
{
	const char *text = gs_argument_text(a, name);
	uint64_t number = by_default;
	if (text)
		gs_usage_number(text, &number);
	return number;
}

unsigned gs_argument_unsigned(const struct gs_arguments *a, const char *name, unsigned by_default)
{
	return (unsigned)MIN(gs_argument_number(a, name, by_default), UINT_MAX);
}

bool gs_argument_count(const struct gs_arguments *a, const char *name, uint64_t by_default,
	uint64_t *count, GError **error)
{
	*count = gs_argument_number(a, name, by_default);
	if (*count)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'0' is not a valid count: give a whole number of at least 1");
	return false;
}

enum gs_stage gs_argument_stage(const struct gs_arguments *a)
{
	return (enum gs_stage)gs_stage_find(gs_argument_text(a, "STAGE"));
}
