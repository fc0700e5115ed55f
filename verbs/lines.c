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

/* Return whether a word behind an expression is a file of values: `values color @a.npy`. What a
 * verb takes whole, only the ending tells. */
static bool is_values_file(const char *word)
{
	static const char *const endings[] = {".csv", ".npy", ".pfm", ".png", NULL};
	for (size_t i = 0; endings[i]; i++)
		if (g_str_has_suffix(word, endings[i]) && strlen(word) > strlen(endings[i]))
			return true;
	return false;
}

/* Append what a verb takes whole, with other names of the files behind it. */
static bool append_rest(GString *line, const char *text, size_t length,
	char *(*file)(gpointer data, const char *name, GError **error), gpointer data,
	GError **error)
{
	g_autofree char *rest = g_strndup(text, length);
	g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);
	bool good = true;
	for (size_t i = 0; words[i] && good; i++) {
		bool is_file = i && is_values_file(words[i]) && !strpbrk(words[i], "\"'");
		g_autofree char *name = is_file ? file(data, words[i], error) : NULL;
		good = !is_file || name;
		if (name)
			append_word(line, name);
		else
			g_string_append_printf(line, " %s", words[i]);
	}
	return good;
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
		if (is_value && leaf->type == GS_USAGE_REST && strstr(verb->arguments, "FILE")) {
			good = append_rest(changed, begin, length, file, data, error);
			continue;
		}
		g_autofree char *name = is_file ? file(data, text, error) : NULL;
		good = !is_file || name;
		if (name)
			append_word(changed, name);
		else
			g_string_append_printf(changed, " %.*s", (int)length, begin);
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
