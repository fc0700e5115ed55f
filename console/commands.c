/* SPDX-License-Identifier: MIT */
/* Finds the function of a line's command in the tables of commands, calls it, writes its answer. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "console/console.h"
#include "console/usage.h"
#include "debugger/base/patience.h"

static gs_command_func do_help;

static const struct gs_command help_commands[] = {
	{"help", "[COMMAND]", "list the commands", do_help, GS_NEEDS_NOTHING},
	{NULL},
};
static const struct gs_command *const tables[] = {
	gs_host_commands, help_commands, gs_call_commands, gs_inspect_commands, gs_shader_commands};

const struct gs_command *gs_console_command(size_t i)
{
	for (size_t table = 0; table < G_N_ELEMENTS(tables); table++)
		for (const struct gs_command *c = tables[table]; c->name; c++)
			if (i-- == 0)
				return c;
	return NULL;
}

static void reply_needs(JsonBuilder *json, unsigned needs)
{
	const char *word;
	json_builder_set_member_name(json, "needs");
	json_builder_begin_array(json);
	for (unsigned i = 0; (word = gs_needs_word(needs, i)); i++)
		json_builder_add_string_value(json, word);
	json_builder_end_array(json);
}

static void reply_command(struct gs_reply *reply, const struct gs_command *c)
{
	g_autofree char *usage = g_strdup_printf(
		"%s%s%s", c->name, *c->arguments ? " " : "", c->arguments);
	struct gs_usage *parsed = gs_usage_parse(c->arguments);
	json_builder_begin_object(reply->json);
	gs_json_string(reply->json, "command", usage);
	gs_json_string(reply->json, "help", c->help);
	gs_json_boolean(reply->json, "implemented", true);
	gs_json_string(reply->json, "name", c->name);
	json_builder_set_member_name(reply->json, "arguments");
	gs_usage_write(parsed, reply->json);
	reply_needs(reply->json, c->needs);
	json_builder_end_object(reply->json);
	g_string_append_printf(reply->text, "%-44s %s\n", usage, c->help);
	gs_usage_free(parsed);
}

/* Those that begin so. */
static bool list_commands(struct gs_reply *reply, const char *begins, GError **error)
{
	bool any = false;
	json_builder_set_member_name(reply->json, "commands");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; gs_console_command(i); i++) {
		if (!g_str_has_prefix(gs_console_command(i)->name, begins))
			continue;
		reply_command(reply, gs_console_command(i));
		any = true;
	}
	json_builder_end_array(reply->json);
	if (!any)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"no command begins with '%s': `help` lists all", begins);
	return any;
}

static bool do_help(struct gs_console *console, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *begins = gs_argument_text(arguments, "COMMAND");
	return list_commands(reply, begins ? begins : "", error);
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

const struct gs_command *gs_console_find(const char *line, const char **arguments)
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

/* "shader" of "shader step". */
static bool begins_others(const char *name)
{
	const struct gs_command *c;
	for (size_t i = 0; (c = gs_console_command(i)); i++)
		if (g_str_has_prefix(c->name, name) && c->name[strlen(name)] == ' ')
			return true;
	return false;
}

/* A command under a prefix whose last word is what was typed first: "shader leave" for "leave". */
static const char *guess_prefix(const char *line)
{
	size_t length = strcspn(line, " \t");
	for (size_t i = 0; gs_console_command(i); i++) {
		const char *name = gs_console_command(i)->name, *last = strrchr(name, ' ');
		if (last && strlen(last + 1) == length && strncmp(last + 1, line, length) == 0)
			return name;
	}
	return NULL;
}

/* The known command that is nearest to what was typed: it shares the most first letters. */
static const char *guess(const char *line)
{
	const char *best = guess_prefix(line);
	size_t most = 1;
	if (best)
		return best;
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

/* A control character that a terminal might obey: sources, names and messages are the program's. */
static size_t control_at(const char *text)
{
	unsigned char c = (unsigned char)text[0], next = c ? (unsigned char)text[1] : 0;
	if (c == 0xc2 && next >= 0x80 && next < 0xa0)
		return 2;
	return (c < ' ' && c != '\n' && c != '\t' && !(c == '\r' && next == '\n')) || c == 0x7f;
}

/* To a terminal, control characters are written as \x1b; to a file, as they are. */
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

/* JSON allows no control characters in strings, and no fraction behind an exponent: json-glib
 * leaves U+001F there, and writes 1e-300.0. g_free */
static char *mend_json(const char *json)
{
	GString *text = g_string_new(NULL);
	bool string = false;
	for (; *json; json++) {
		if (*json == '\\' && json[1])
			g_string_append_c(text, *json++);
		else if (*json == '"')
			string = !string;
		size_t digits = *json == 'e' && !string ? strspn(json + 1, "+-0123456789") : 0;
		if ((unsigned char)*json < ' ')
			g_string_append_printf(text, "\\u%04x", (unsigned char)*json);
		else
			g_string_append_len(text, json, (gssize)(1 + digits));
		json += digits;
		if (digits && g_str_has_prefix(json + 1, ".0"))
			json += 2;
	}
	g_string_append_c(text, '\n');
	return g_string_free(text, FALSE);
}

/* g_free */
static char *end_json(JsonBuilder *json)
{
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	char *text = json_to_string(root, FALSE), *line = mend_json(text);
	g_free(text);
	json_node_unref(root);
	return line;
}

static void write_json(struct gs_console *console, JsonBuilder *json)
{
	char *line = end_json(json);
	gs_console_say(console, line);
	g_free(line);
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
	const struct gs_command *command = gs_console_find(stripped, &rest);
	if (!command) {
		const char *near = guess(stripped);
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no command '%s'%s%s%s: `help` lists them", stripped,
			near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
		return false;
	}
	struct gs_arguments *arguments = gs_arguments_new(
		command, begins_others(command->name), rest, error);
	bool good = arguments && gs_session_need(console->session, command->needs, error) &&
		    command->function(console, arguments, reply, error);
	gs_arguments_free(arguments);
	return good;
}

/* For people, who see which answer is to which command of a script; JSON names it. */
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

void gs_console_execute(struct gs_console *console, const char *line)
{
	char *stripped = g_strstrip(g_strdup(line));
	if (!is_command(stripped)) {
		g_free(stripped);
		return;
	}
	struct gs_reply reply = {json_builder_new(), g_string_new(NULL)};
	GError *error = NULL;
	if (console->file)
		echo(console, stripped);
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
			console->over = console->stopped = true;
		g_error_free(error);
	}
	g_object_unref(reply.json);
	g_string_free(reply.text, TRUE);
	g_free(stripped);
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
	struct gs_reply reply = {json_builder_new(), g_string_new(NULL)};
	struct gs_console console = {.json = as_json};
	g_autoptr(GError) error = NULL;
	json_builder_begin_object(reply.json);
	bool good = list_commands(&reply, begins, &error);
	char *line = end_json(reply.json);
	if (good)
		gs_console_say(&console, as_json ? line : reply.text->str);
	else
		fprintf(stderr, "glstep: %s\n", error->message);
	g_free(line);
	g_object_unref(reply.json);
	g_string_free(reply.text, TRUE);
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
