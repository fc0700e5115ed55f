/* SPDX-License-Identifier: MIT */
/* Commands that the table of verbs describes: what they take and what they print is said there. */
#include "app/trace-tool.h"

#include <glib.h>
#include <string.h>
#include "debugger/base/error.h"
#include "verbs/reading.h"

const struct gs_verb *gs_tool_verb(const char *command)
{
	for (const struct gs_verb *verb = gs_trace_verbs; verb->name; verb++)
		if (!strcmp(verb->name, command))
			return verb;
	return NULL;
}

static int refuse(const struct gs_verb *verb, const char *what)
{
	char *options = gs_tool_verb_options(verb);

	fprintf(stderr, "glstep-trace: %s; usage: glstep-trace %s %s[--json] FILE\n", what,
		verb->name, options);
	g_free(options);
	return GS_TOOL_USAGE;
}

/* What the verb takes: all words but the i-th, which is the file; g_free(). NULL: they do not fit.
 */
static char *line_without(const struct gs_verb *verb, GPtrArray *words, guint i)
{
	GString *line = g_string_new(NULL);
	struct gs_arguments *arguments;

	for (guint k = 0; k < words->len; k++) {
		const char *word = words->pdata[k];
		bool is_option = g_str_has_prefix(word, "--");
		char *quoted = g_shell_quote(word);
		if (k != i)
			g_string_append_printf(line, " %s", is_option ? word + 2 : quoted);
		g_free(quoted);
	}
	arguments = gs_arguments_new(verb, false, line->str, NULL);
	gs_arguments_free(arguments);
	return g_string_free(line, !arguments);
}

/* Prints it, but for what the file lacks, which is for standard error. Frees it. */
static int print(
	const struct gs_verb *verb, JsonNode *tree, const struct gs_reading_of *of, bool json)
{
	JsonObject *members = json_node_get_object(tree);
	const char *lacks = json_object_get_string_member_with_default(members, "incomplete", NULL);
	struct gs_trace_text text = {0};
	char *told;

	if (lacks)
		gs_tool_fail(0, of->path, lacks);
	json_object_remove_member(members, "incomplete");
	told = json ? gs_json_line(tree) : gs_verb_text(verb, tree);
	gs_trace_text_add(&text, told, strlen(told));
	g_free(told);
	json_node_unref(tree);
	return gs_tool_finish(&text, of->is_damaged ? GS_TOOL_FAILED : 0);
}

static int run(const struct gs_verb *verb, const char *file, const char *line, bool json)
{
	char *player = gs_tool_player();
	struct gs_reading_of of = {.path = file, .player = player};
	GError *error = NULL;
	JsonNode *tree = gs_verb_read(verb, line, &of, &error);
	int status;

	if (tree)
		status = print(verb, tree, &of, json);
	else if (error->code == GS_ERROR_USAGE)
		status = refuse(verb, error->message);
	else
		status = gs_tool_fail(GS_TOOL_FAILED, NULL, error->message);
	g_clear_error(&error);
	g_free(player);
	return status;
}

/* The file is the last word that leaves words which fit. */
int gs_tool_run_verb(const struct gs_verb *verb, char **words)
{
	GPtrArray *others = g_ptr_array_new();
	char *line = NULL;
	bool json = false;
	int status;
	guint i;

	for (; *words; words++)
		if (!strcmp(*words, "--json"))
			json = true;
		else
			g_ptr_array_add(others, *words);
	for (i = others->len; !line && i-- > 0;)
		if (!g_str_has_prefix(others->pdata[i], "--"))
			line = line_without(verb, others, i);
	if (line)
		status = run(verb, others->pdata[i], line, json);
	else
		status = refuse(verb, others->len ? "these words do not fit" : "no file is named");
	g_free(line);
	g_ptr_array_unref(others);
	return status;
}
