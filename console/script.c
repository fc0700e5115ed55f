/* SPDX-License-Identifier: MIT */
/* Reads a script's lines from a file, a FIFO or standard input. */
#include <string.h>
#include "console/console.h"
#include "debugger/base/input-file.h"

enum { AT_ONCE = 4096, LONGEST_LINE = 1 << 20 };

struct gs_script {
	struct gs_input *input;
	const char *name;
	GString *pending; /* bytes read but not returned yet */
	size_t searched;  /* how many of its first bytes contain no end of line */
	unsigned line;
	bool ended;
	const struct gs_patience *patience;
};

struct gs_script *gs_script_open(
	const char *path, const struct gs_patience *patience, GError **error)
{
	struct gs_input *input = gs_input_open(path, error);
	if (!input)
		return NULL;
	struct gs_script *script = g_new0(struct gs_script, 1);
	script->input = input;
	script->name = strcmp(path, "-") == 0 ? "standard input" : path;
	script->pending = g_string_new(NULL);
	script->patience = patience;
	return script;
}

void gs_script_close(struct gs_script *script)
{
	gs_input_close(script->input);
	g_string_free(script->pending, TRUE);
	g_free(script);
}

static bool refuse(const struct gs_script *script, const char *why, GError **error)
{
	g_set_error(
		error, GS_ERROR, GS_ERROR_USAGE, "%s:%u: %s", script->name, script->line + 1, why);
	return false;
}

static bool read_more(struct gs_script *script, GError **error)
{
	char data[AT_ONCE];
	ssize_t n = gs_input_read(script->input, data, sizeof data, script->patience, false, error);
	if (n > 0)
		g_string_append_len(script->pending, data, n);
	script->ended = n == 0;
	return n >= 0;
}

static char *take_line(struct gs_script *script, size_t length, size_t with_end)
{
	static const char mark[] = "\xef\xbb\xbf"; /* some editors put it before UTF-8 */
	size_t from = script->line == 0 && g_str_has_prefix(script->pending->str, mark) ? 3 : 0;
	while (length > from && script->pending->str[length - 1] == '\r')
		length--;
	char *line = g_strndup(script->pending->str + from, length - MIN(from, length));
	g_string_erase(script->pending, 0, (gssize)with_end);
	script->searched = 0;
	script->line++;
	return line;
}

bool gs_script_line(struct gs_script *script, char **line, GError **error)
{
	GString *pending = script->pending;
	*line = NULL;
	for (;;) {
		const char *end = memchr(
			pending->str + script->searched, '\n', pending->len - script->searched);
		size_t length = end ? (size_t)(end - pending->str) : pending->len;
		if (memchr(pending->str, '\0', length))
			return refuse(script,
				"the script contains a NUL byte: a script is text, one command a "
				"line",
				error);
		if (length > LONGEST_LINE)
			return refuse(script,
				"the line is longer than 1 MiB: a script is text, one command a "
				"line",
				error);
		if (end || (script->ended && pending->len)) {
			*line = take_line(script, length, length + (end != NULL));
			return true;
		}
		if (script->ended)
			return true;
		script->searched = pending->len;
		if (!read_more(script, error))
			return false;
	}
}

char *gs_script_rest(struct gs_script *script)
{
	char *line = NULL;
	while (!script->ended && !memchr(script->pending->str, '\n', script->pending->len) &&
		script->pending->len <= LONGEST_LINE && gs_input_is_ready(script->input))
		if (!read_more(script, NULL))
			return NULL;
	if (script->ended || memchr(script->pending->str, '\n', script->pending->len))
		gs_script_line(script, &line, NULL);
	return line;
}

unsigned gs_script_line_number(const struct gs_script *script)
{
	return script->line;
}
