/* SPDX-License-Identifier: MIT */
/* From a line to the function of its command, and the answer out again. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "console/console.h"
#include "debugger/base/patience.h"

const struct gs_command *gs_console_command(size_t i)
{
	for (const struct gs_command *c = gs_host_commands; c->name; c++)
		if (i-- == 0)
			return c;
	for (const struct gs_command *c = gs_call_commands; c->name; c++)
		if (i-- == 0)
			return c;
	for (const struct gs_command *c = gs_inspect_commands; c->name; c++)
		if (i-- == 0)
			return c;
	for (const struct gs_command *c = gs_shader_commands; c->name; c++)
		if (i-- == 0)
			return c;
	return NULL;
}

/* ---- arguments ---- */

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

char **gs_parse_words(
	const char *arguments, unsigned least, unsigned most, const char *usage, GError **error)
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
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "usage: %s", usage);
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

/* ---- finding ---- */

/* Length of the line's beginning that is the command's name, any white space between words; 0: it
 * is not. */
static size_t match_name(const char *line, const char *name)
{
	const char *at = line;
	for (;;) {
		size_t word = strcspn(name, " ");
		if (strncmp(at, name, word) != 0 || (at[word] && !g_ascii_isspace(at[word])))
			return 0;
		at += word;
		name += word;
		if (*name == '\0')
			return at - line;
		at += strspn(at, " \t");
		name++;
	}
}

static const struct gs_command *find_command(const char *line, const char **arguments)
{
	const struct gs_command *best = NULL;
	size_t longest = 0;
	for (size_t i = 0; gs_console_command(i); i++) {
		const struct gs_command *c = gs_console_command(i);
		size_t length = match_name(line, c->name);
		if (length && (!best || strlen(c->name) > strlen(best->name))) {
			best = c;
			longest = length;
		}
	}
	*arguments = line + longest;
	return best;
}

/* The known command that is nearest to what was typed: it shares the most first letters. */
static const char *guess(const char *line)
{
	const char *best = NULL;
	size_t most = 1;
	for (size_t i = 0; gs_console_command(i); i++) {
		const char *name = gs_console_command(i)->name;
		size_t n = 0;
		while (name[n] && name[n] == line[n])
			n++;
		if (n > most) {
			most = n;
			best = name;
		}
	}
	return best;
}

/* ---- answers ---- */

static JsonBuilder *begin_answer(const char *line)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "command", line);
	return json;
}

void gs_console_say(struct gs_console *console, const char *text)
{
	if (console->mute || (fputs(text, stdout) >= 0 && fflush(stdout) == 0))
		return;
	fprintf(stderr, "glstep: cannot write to standard output (%s): glstep quits\n",
		g_strerror(errno));
	console->mute = console->failed = console->over = true;
}

static void write_json(struct gs_console *console, JsonBuilder *json)
{
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	char *text = json_to_string(root, FALSE), *line = g_strconcat(text, "\n", NULL);
	gs_console_say(console, line);
	g_free(line);
	g_free(text);
	json_node_unref(root);
	g_object_unref(json);
}

static void write_error(struct gs_console *console, const char *line, const GError *error)
{
	enum gs_error code = error->domain == GS_ERROR ? (enum gs_error)error->code
						       : GS_ERROR_INTERNAL;
	char *place = console->file ? g_strdup_printf("%s:%u: ", console->file, console->line)
				    : g_strdup("");
	bool typing = code == GS_ERROR_USAGE;
	if (!console->json || (typing && console->file))
		fprintf(stderr, "%s%s (%s)\n", place, error->message, gs_error_word(code));
	if (console->json) {
		char *message = g_strconcat(typing ? place : "", error->message, NULL);
		JsonBuilder *json = begin_answer(line);
		gs_json_boolean(json, "ok", false);
		json_builder_set_member_name(json, "error");
		json_builder_begin_object(json);
		gs_json_string(json, "code", gs_error_word(code));
		gs_json_string(json, "message", message);
		json_builder_end_object(json);
		write_json(console, json);
		g_free(message);
	}
	g_free(place);
}

static void write_result(struct gs_console *console, const char *line, struct gs_reply *reply)
{
	if (!console->json) {
		gs_console_say(console, reply->text->str);
		return;
	}
	json_builder_end_object(reply->json);
	JsonNode *result = json_builder_get_root(reply->json);
	JsonBuilder *json = begin_answer(line);
	gs_json_boolean(json, "ok", true);
	json_builder_set_member_name(json, "result");
	json_builder_add_value(json, result);
	write_json(console, json);
}

static bool execute(
	struct gs_console *console, const char *stripped, struct gs_reply *reply, GError **error)
{
	const char *rest;
	const struct gs_command *command = find_command(stripped, &rest);
	if (!command) {
		const char *near = guess(stripped);
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no command '%s'%s%s%s: `help` lists them", stripped,
			near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
		return false;
	}
	char *arguments = g_strstrip(g_strdup(rest));
	bool good = command->function(console, arguments, reply, error);
	if (!good && error && g_error_matches(*error, GS_ERROR, GS_ERROR_USAGE) &&
		g_str_has_prefix((*error)->message, "usage: ")) {
		g_clear_error(error);
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' was not understood; usage: %s %s", stripped, command->name,
			command->arguments);
	}
	g_free(arguments);
	return good;
}

void gs_console_execute(struct gs_console *console, const char *line)
{
	char *stripped = g_strstrip(g_strdup(line));
	if (*stripped == '\0' || *stripped == '#') {
		g_free(stripped);
		return;
	}
	struct gs_reply reply = {json_builder_new(), g_string_new(NULL)};
	GError *error = NULL;
	json_builder_begin_object(reply.json);
	gs_session_begin(console->session);
	if (execute(console, stripped, &reply, &error)) {
		write_result(console, line, &reply);
	} else {
		if (!error)
			g_set_error(&error, GS_ERROR, GS_ERROR_INTERNAL,
				"the command failed; no reason was reported");
		console->failed = true;
		console->cannot_start = console->cannot_start ||
					g_error_matches(error, GS_ERROR, GS_ERROR_CANNOT_START);
		write_error(console, line, error);
		if (!console->keep_going && !console->interactive)
			console->over = true;
		g_error_free(error);
	}
	g_object_unref(reply.json);
	g_string_free(reply.text, TRUE);
	g_free(stripped);
}

/* For the writer of a script that is a FIFO. */
static bool waits_too_long(gpointer data, GError **error)
{
	const struct gs_console *console = data;
	if (g_get_monotonic_time() < console->script_deadline)
		return false;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT,
		"timed out after %g s; --timeout gives more time", console->timeout_ms / 1000.0);
	return true;
}

void gs_console_run_file(struct gs_console *console, const char *path)
{
	const struct gs_patience patience = {waits_too_long, console};
	GError *error = NULL;
	char *line;
	console->script_deadline = g_get_monotonic_time() + (gint64)console->timeout_ms * 1000;
	struct gs_script *script = gs_script_open(path, &patience, &error);
	if (!console->interactive)
		console->file = strcmp(path, "-") == 0 ? "standard input" : path;
	while (script && !console->over && gs_script_line(script, &line, &error) && line) {
		console->line = gs_script_line_number(script);
		gs_console_execute(console, line);
		g_free(line);
	}
	console->file = NULL;
	if (script)
		gs_script_close(script);
	if (!error)
		return;
	fprintf(stderr, "glstep: %s\n", error->message);
	console->unreadable = console->over = true;
	g_error_free(error);
}
