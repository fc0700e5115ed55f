/* SPDX-License-Identifier: MIT */
/* Runs the verb of a line and writes its answer. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "console/console.h"
#include "debugger/base/patience.h"
#include "serve/remote.h"

/* ---- answers ---- */

static JsonBuilder *begin_answer(const char *line)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "command", line);
	return json;
}

/* Return the length of a control character at `text` that a terminal might obey, or 0. Sources,
 * names and messages come from the program. */
static size_t control_at(const char *text)
{
	unsigned char c = (unsigned char)text[0], next = c ? (unsigned char)text[1] : 0;
	if (c == 0xc2 && next >= 0x80 && next < 0xa0)
		return 2;
	return (c < ' ' && c != '\n' && c != '\t' && !(c == '\r' && next == '\n')) || c == 0x7f;
}

/* Write a text: control characters as \x1b to a terminal, unchanged to a file. Return false if it
 * cannot be written. */
static bool write_text(FILE *file, const char *text)
{
	if (!isatty(fileno(file)))
		return fputs(text, file) >= 0 && fflush(file) == 0;
	GString *shown = g_string_new(NULL);
	while (*text) {
		size_t n = control_at(text);
		if (n == 0)
			g_string_append_c(shown, *text++);
		for (size_t i = 0; i < n; i++)
			g_string_append_printf(shown, "\\x%02x", (unsigned char)*text++);
	}
	bool good = fputs(shown->str, file) >= 0 && fflush(file) == 0;
	g_string_free(shown, TRUE);
	return good;
}

void gs_console_say(struct gs_console *console, const char *text)
{
	if (console->mute || write_text(stdout, text))
		return;
	fprintf(stderr, "glstep: cannot write to standard output (%s): glstep quits\n",
		g_strerror(errno));
	console->mute = console->failed = console->over = true;
}

/* Write a tree as one line of JSON, and free it. */
static void write_tree(struct gs_console *console, JsonNode *root)
{
	g_autofree char *line = gs_json_line(root);
	gs_console_say(console, line);
	json_node_unref(root);
}

/* Write the tree of a verb's result as lines for people, and free it. */
static void write_lines(struct gs_console *console, const struct gs_verb *verb, JsonNode *root)
{
	g_autofree char *text = gs_verb_text(verb, root);
	gs_console_say(console, text);
	json_node_unref(root);
}

static void write_json(struct gs_console *console, JsonBuilder *json)
{
	json_builder_end_object(json);
	write_tree(console, json_builder_get_root(json));
	g_object_unref(json);
}

static void write_error(struct gs_console *console, const char *line, const GError *error)
{
	enum gs_error code = error->domain == GS_ERROR ? (enum gs_error)error->code
						       : GS_ERROR_INTERNAL;
	char *place = console->file ? g_strdup_printf("%s:%u: ", console->file, console->line)
				    : g_strdup("");
	bool typing = code == GS_ERROR_USAGE;
	if (!console->json || (typing && console->file)) {
		g_autofree char *text = g_strdup_printf(
			"%s%s (%s)\n", place, error->message, gs_error_word(code));
		write_text(stderr, text);
	}
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

static void write_result(
	struct gs_console *console, const char *line, const struct gs_verb *verb, JsonNode *tree)
{
	if (!console->json) {
		write_lines(console, verb, tree);
		return;
	}
	JsonBuilder *json = begin_answer(line);
	gs_json_boolean(json, "ok", true);
	json_builder_set_member_name(json, "result");
	json_builder_add_value(json, tree);
	write_json(console, json);
}

/* Write a script's command before its answer, for people; JSON answers name their command. */
static void echo(struct gs_console *console, const char *line)
{
	char *text = g_strdup_printf("> %s\n", line);
	if (!console->json)
		gs_console_say(console, text);
	g_free(text);
}

static bool is_command(const char *stripped)
{
	return *stripped && *stripped != '#';
}

static void fail(struct gs_console *console, const char *line, GError *error)
{
	console->failed = true;
	console->cannot_start = console->cannot_start ||
				g_error_matches(error, GS_ERROR, GS_ERROR_CANNOT_START);
	write_error(console, line, error);
	if (!console->keep_going && !console->interactive)
		console->over = console->stopped = true;
	g_error_free(error);
}

/* Run the line's verb. Return its result; NULL with error set. */
static JsonNode *run(struct gs_console *console, const char *line, GError **error)
{
	struct gs_reply reply;
	JsonNode *tree = NULL;
	gs_reply_init(&reply);
	gs_session_begin(console->verbs.session);
	if (gs_verb_run(&console->verbs, line, &reply, error))
		tree = gs_reply_tree(&reply);
	else if (!*error)
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
			"the command failed; no reason was reported");
	gs_reply_clear(&reply);
	return tree;
}

/* Have the server run it. The word that ends the console ends nothing there. */
static JsonNode *run_there(struct gs_console *console, const char *line, GError **error)
{
	JsonNode *tree = gs_remote_run(console->remote, line, error);
	g_autofree char *told = gs_remote_told(console->remote);
	console->over = console->over || gs_remote_is_over(console->remote);
	if (told && !console->json)
		gs_console_say(console, told);
	return tree;
}

void gs_console_execute(struct gs_console *console, const char *line)
{
	g_autofree char *stripped = g_strstrip(g_strdup(line));
	const char *rest;
	GError *error = NULL;
	if (!is_command(stripped))
		return;
	if (console->file)
		echo(console, stripped);
	JsonNode *tree = (console->remote ? run_there : run)(console, stripped, &error);
	if (tree)
		write_result(console, line, gs_verb_find(stripped, &rest), tree);
	else
		fail(console, line, error);
	console->over = console->over || console->verbs.quits;
}

void gs_console_skip(struct gs_console *console, const char *line)
{
	char *stripped = g_strstrip(g_strdup(line));
	if (is_command(stripped) && !console->n_skipped++)
		console->skipped = g_strdup(stripped);
	g_free(stripped);
}

void gs_console_tell_skipped(struct gs_console *console)
{
	unsigned n = console->n_skipped;
	GString *more = g_string_new(" was");
	if (n > 1)
		g_string_printf(more, " and %u more command%s were", n - 1, n == 2 ? "" : "s");
	if (n && !console->json)
		fprintf(stderr,
			"glstep: '%s'%s not run, as a command before failed; --keep-going runs "
			"the rest, too\n",
			console->skipped, more->str);
	g_string_free(more, TRUE);
	g_clear_pointer(&console->skipped, g_free);
	console->n_skipped = 0;
}

/* ---- without a session ---- */

static int print_help(bool as_json, const char *begins)
{
	struct gs_reply reply;
	struct gs_console console = {.json = as_json};
	const char *rest;
	g_autoptr(GError) error = NULL;
	gs_reply_init(&reply);
	bool good = gs_verbs_list(&reply, begins, &error);
	if (!good)
		fprintf(stderr, "glstep: %s\n", error->message);
	else if (as_json)
		write_tree(&console, gs_reply_tree(&reply));
	else
		write_lines(&console, gs_verb_find("help", &rest), gs_reply_tree(&reply));
	gs_reply_clear(&reply);
	return good ? console.failed : 2;
}

int gs_console_help_main(int argc, char **argv)
{
	bool as_json = false;
	GString *begins = g_string_new(NULL);
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--json")) {
			as_json = true;
		} else if (*argv[i] == '-') {
			fprintf(stderr, "Usage: glstep help [--json] [COMMAND]\n");
			g_string_free(begins, TRUE);
			return 2;
		} else {
			g_string_append_printf(begins, "%s%s", begins->len ? " " : "", argv[i]);
		}
	}
	int status = print_help(as_json, begins->str);
	g_string_free(begins, TRUE);
	return status;
}

/* Return true with an error if the first writer of a FIFO does not come in time. */
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
	while (script && console->stopped && (line = gs_script_rest(script))) {
		gs_console_skip(console, line);
		g_free(line);
	}
	if (script)
		gs_script_close(script);
	if (!error)
		return;
	fprintf(stderr, "glstep: %s\n", error->message);
	console->unreadable = console->over = true;
	g_error_free(error);
}
