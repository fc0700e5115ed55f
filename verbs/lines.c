/* SPDX-License-Identifier: MIT */
/* Lines of the console, put together for whoever has a command in parts. */
#include <string.h>
#include "verbs/usage.h"
#include "verbs/verbs.h"

/* Append a word so that it is one: with quotes if it needs them. */
static void append_word(GString *line, const char *word)
{
	g_autofree char *quoted = g_shell_quote(word);
	bool is_plain = *word && !word[strcspn(word, " \t\"'\\#")];
	g_string_append_printf(line, " %s", is_plain ? word : quoted);
}

/* Return how many characters a word has, which may be in quotes. */
static size_t word_length(const char *text)
{
	const char *end = *text && strchr("\"'", *text) ? strchr(text + 1, *text) : NULL;
	return end ? (size_t)(end - text) + 1 : strcspn(text, " \t");
}

/* Append an expression, in which a word is the name of a file where its ending is one of those that
 * `values` writes and reads. Return false with file's error. */
static bool append_expression(GString *line, const char *text,
	char *(*file)(gpointer data, const char *name, GError **error), gpointer data,
	GError **error)
{
	static const char *const endings[] = {".csv", ".npy", ".pfm", ".png"};
	for (; *text; text += strspn(text, " \t")) {
		size_t length = word_length(text);
		g_autofree char *word = g_strndup(text, length);
		g_autofree char *plain = g_shell_unquote(word, NULL);
		bool is_file = false;
		for (size_t i = 0; plain && i < G_N_ELEMENTS(endings); i++)
			is_file |= g_str_has_suffix(plain, endings[i]);
		g_autofree char *name = is_file ? file(data, plain, error) : NULL;
		if (is_file && !name)
			return false;
		if (name)
			append_word(line, name);
		else
			g_string_append_printf(line, " %s", word);
		text += length;
	}
	return true;
}

char *gs_verb_with_files(const char *line,
	char *(*file)(gpointer data, const char *name, GError **error), gpointer data,
	GError **error)
{
	const char *rest, *begin, *text;
	size_t length;
	const struct gs_verb *verb = gs_verb_find(line, &rest);
	struct gs_arguments *a = verb ? gs_arguments_new(verb, false, rest, NULL) : NULL;
	if (!a)
		return g_strdup(line);
	GString *changed = g_string_new(verb->name);
	const struct gs_usage *leaf;
	bool good = true;
	for (size_t i = 0; good && (leaf = gs_argument_at(a, i, &begin, &length, &text)); i++) {
		bool is_value = leaf->kind == GS_USAGE_VALUE;
		bool is_file = is_value && leaf->type == GS_USAGE_FILE;
		g_autofree char *rest_of = g_strndup(begin, length);
		if (is_value && leaf->type == GS_USAGE_REST && strstr(verb->arguments, "[FILE]")) {
			good = append_expression(changed, rest_of, file, data, error);
			continue;
		}
		g_autofree char *name = is_file ? file(data, text, error) : NULL;
		good = !is_file || name;
		if (name)
			append_word(changed, name);
		else
			g_string_append_printf(changed, " %s", rest_of);
	}
	gs_arguments_free(a);
	return g_string_free(changed, !good);
}

char *gs_verb_line(const struct gs_verb *verb, const char *const *words, size_t n)
{
	struct gs_usage *usage = gs_usage_parse(verb->arguments);
	struct gs_usage_misfit misfit;
	GArray *taken = gs_usage_match(usage, words, n, &misfit);
	GString *line = g_string_new(verb->name);
	for (guint i = 0; taken && i < taken->len; i++) {
		const struct gs_usage_taken *t = &g_array_index(taken, struct gs_usage_taken, i);
		for (size_t k = t->first; k < t->first + t->n; k++)
			if (t->leaf->kind == GS_USAGE_VALUE && t->leaf->type == GS_USAGE_REST)
				g_string_append_printf(line, " %s", words[k]);
			else
				append_word(line, words[k]);
	}
	for (size_t k = 0; !taken && k < n; k++) /* running it will say what is wrong */
		append_word(line, words[k]);
	if (taken)
		g_array_unref(taken);
	gs_usage_free(usage);
	return g_string_free(line, FALSE);
}
