/* SPDX-License-Identifier: MIT */
/* Lists of edits as files: lines of JSON, one flat object each. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "trace/edits/private.h"

enum { MOST_BYTES = GS_TRACE_MAX_EVENT, MOST_KEY = 16 };

static const char begins[] = "{\"edits\":";

/* What is read of a file. */
struct input {
	struct gs_edit_parser parser; /* where it stands, and what is wrong */
	unsigned line;
	struct gs_trace_edits *edits;
	char *trace;
	bool has_header;
};

/* -- JSON ---------------------------------------------------------------------------------------
 */

static void skip_blanks(struct gs_edit_parser *parser)
{
	while (*parser->p == ' ' || *parser->p == '\t' || *parser->p == '\r')
		parser->p++;
}

static bool expect(struct gs_edit_parser *parser, char c)
{
	skip_blanks(parser);
	if (*parser->p != c)
		return gs_edit_fail(parser, "'%c' is missing", c);
	parser->p++;
	skip_blanks(parser);
	return true;
}

/* Write a character as UTF-8. Return how many bytes. */
static size_t put_character(char *to, unsigned c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	to[0] = (char)(0xe0 | c >> 12);
	to[1] = (char)(0x80 | (c >> 6 & 0x3f));
	to[2] = (char)(0x80 | (c & 0x3f));
	return 3;
}

/* Read what stands behind a backslash. Return how many bytes it is; 0: it is none. */
static size_t read_escape(struct gs_edit_parser *parser, char *to)
{
	static const char from[] = "\"\\/bfnrt", is[] = "\"\\/\b\f\n\r\t";
	char c = *parser->p++;
	const char *at = c ? strchr(from, c) : NULL;
	unsigned code;

	if (at) {
		*to = is[at - from];
		return 1;
	}
	if (c != 'u' || strspn(parser->p, "0123456789abcdefABCDEF") < 4)
		return 0;
	sscanf(parser->p, "%4x", &code);
	parser->p += 4;
	return code ? put_character(to, code) : 0;
}

static char *read_string(struct gs_edit_parser *parser)
{
	const char *end = parser->p + 1;
	char *text;
	size_t n = 0;

	while (*end && *end != '"' && *end != '\n')
		end += *end == '\\' && end[1] ? 2 : 1;
	text = *parser->p == '"' && *end == '"'
		       ? gs_trace_arena_get(parser->arena, (size_t)(end - parser->p))
		       : NULL;
	if (!text) {
		gs_edit_fail(parser, "a string is wanted");
		return NULL;
	}
	for (parser->p++; parser->p < end;) {
		size_t some = 1;
		if (*parser->p++ == '\\')
			some = read_escape(parser, text + n);
		else
			text[n] = parser->p[-1];
		n += some;
		if (!some) {
			gs_edit_fail(parser, "a string has an escape that is none");
			return NULL;
		}
	}
	text[n] = 0;
	parser->p = end + 1;
	return text;
}

/* Read a value: a string as it is, other words as they are written. */
static const char *read_value(struct gs_edit_parser *parser)
{
	size_t n = strspn(parser->p, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
	char *word;

	if (*parser->p == '"')
		return read_string(parser);
	if (!n) {
		gs_edit_fail(parser, "a number or a string is wanted");
		return NULL;
	}
	word = gs_trace_arena_get(parser->arena, n + 1);
	if (!word) {
		gs_edit_fail(parser, "there is no memory left");
		return NULL;
	}
	memcpy(word, parser->p, n);
	word[n] = 0;
	parser->p += n;
	return word;
}

/* -- Lines --------------------------------------------------------------------------------------
 */

/* The members of one object that are known. */
struct members {
	const char *edits, *trace, *edit, *kind, *call, *before, *argument, *text, *value, *undone;
};

static const char **member(struct members *m, const char *key)
{
	const struct {
		const char *key;
		const char **to;
	} all[] = {{"edits", &m->edits}, {"trace", &m->trace}, {"edit", &m->edit},
		{"kind", &m->kind}, {"call", &m->call}, {"before", &m->before},
		{"argument", &m->argument}, {"text", &m->text}, {"value", &m->value},
		{"undone", &m->undone}};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (strcmp(all[i].key, key) == 0)
			return all[i].to;
	return NULL;
}

static bool read_object(struct gs_edit_parser *parser, struct members *m)
{
	*m = (struct members){0};
	if (!expect(parser, '{'))
		return false;
	while (*parser->p != '}') {
		const char *key = read_string(parser), *value;
		if (!key || !expect(parser, ':'))
			return false;
		value = read_value(parser);
		if (!value)
			return false;
		if (member(m, key))
			*member(m, key) = value;
		skip_blanks(parser);
		if (*parser->p != '}' && !expect(parser, ','))
			return false;
	}
	parser->p++;
	skip_blanks(parser);
	return !*parser->p || *parser->p == '\n' ||
	       gs_edit_fail(parser, "something stands behind the object");
}

static bool read_name(struct gs_edit_parser *parser, const char *text, uint64_t *name)
{
	*name = GS_TRACE_NO_CALL;
	return !text || gs_trace_edit_read_name(text, name) ||
	       gs_edit_fail(parser, "'%.40s' is not the number of a call", text);
}

static bool take_edit(struct input *input, const struct members *m)
{
	struct gs_edit_parser *parser = &input->parser;
	struct gs_trace_edit edit = {.argument = m->argument,
		.text = m->text ? m->text : m->value,
		.is_undone = m->undone && strcmp(m->undone, "true") == 0};
	char *why = NULL;
	unsigned kind = 0;

	while (m->kind && kind < GS_TRACE_EDIT_KINDS &&
		strcmp(gs_trace_edit_kind_name(kind), m->kind) != 0)
		kind++;
	if (!m->kind || kind == GS_TRACE_EDIT_KINDS)
		return gs_edit_fail(parser,
			"the kind of an edit is argument, skip, insert or move, not '%.40s'",
			m->kind ? m->kind : "");
	edit.kind = kind;
	edit.id = m->edit ? (unsigned)strtoul(m->edit, NULL, 10) : 0;
	if (!read_name(parser, m->call, &edit.call) || !read_name(parser, m->before, &edit.before))
		return false;
	if (!gs_trace_edits_add(input->edits, &edit, &why))
		gs_edit_fail(parser, "%s", why ? why : "there is no memory left");
	free(why);
	return !*parser->why;
}

static bool read_line(struct input *input)
{
	struct gs_edit_parser *parser = &input->parser;
	struct members m;

	skip_blanks(parser);
	if (!*parser->p || *parser->p == '\n')
		return true;
	if (!read_object(parser, &m))
		return false;
	if (input->has_header)
		return take_edit(input, &m);
	if (!m.edits || strcmp(m.edits, "1") != 0)
		return gs_edit_fail(parser, "it is of another version than 1");
	input->has_header = true;
	input->trace = m.trace ? strdup(m.trace) : NULL;
	return true;
}

static bool read_lines(struct input *input)
{
	while (*input->parser.p) {
		input->line++;
		if (!read_line(input))
			return false;
		if (*input->parser.p)
			input->parser.p++;
	}
	return input->has_header || gs_edit_fail(&input->parser, "it is empty");
}

/* -- Files --------------------------------------------------------------------------------------
 */

bool gs_trace_is_edits(const char *path)
{
	char first[sizeof(begins) - 1];
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	bool is_one = fd >= 0 && pread(fd, first, sizeof(first), 0) == sizeof(first) &&
		      memcmp(first, begins, sizeof(first)) == 0;

	if (fd >= 0)
		close(fd);
	return is_one;
}

/* Return what is in a file, with a NUL behind it; NULL and errno: it cannot be read. */
static char *read_all(const char *path)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *text = NULL;
	ssize_t some = 1;
	size_t n = 0;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &status) == 0 && status.st_size < MOST_BYTES)
		text = malloc((size_t)status.st_size + 1);
	else
		errno = EFBIG;
	while (text && n < (size_t)status.st_size && some > 0) {
		some = read(fd, text + n, (size_t)status.st_size - n);
		n += some > 0 ? (size_t)some : 0;
	}
	if (text)
		text[n] = 0;
	close(fd);
	return text;
}

/* Name the trace as seen from here, where the file names it as seen from beside it. */
static char *beside(const char *path, char *trace)
{
	const char *slash = strrchr(path, '/');
	char *joined;

	if (!trace || *trace == '/' || !slash)
		return trace;
	if (asprintf(&joined, "%.*s/%s", (int)(slash - path), path, trace) < 0)
		return trace;
	free(trace);
	return joined;
}

struct gs_trace_edits *gs_trace_edits_read(const char *path, char **trace, char **why)
{
	size_t held = 0;
	struct gs_trace_arena arena = {.held = &held, .limit = 2u * GS_TRACE_MAX_EVENT};
	struct input input = {.parser = {.arena = &arena}};
	char *text = read_all(path);
	bool is_good;

	*trace = NULL;
	if (!text) {
		*why = strdup(strerror(errno));
		return NULL;
	}
	input.parser.p = text;
	input.edits = gs_trace_edits_new();
	is_good = input.edits && read_lines(&input);
	*why = NULL;
	if (!is_good && asprintf(why, "line %u: %s", input.line, input.parser.why) < 0)
		*why = NULL;
	gs_trace_arena_finish(&arena);
	free(text);
	if (!is_good) {
		gs_trace_edits_free(input.edits);
		free(input.trace);
		return NULL;
	}
	*trace = beside(path, input.trace);
	return input.edits;
}

/* -- Writing ------------------------------------------------------------------------------------
 */

static void add(struct gs_trace_text *text, const char *string)
{
	gs_trace_text_add(text, string, strlen(string));
}

static void add_string(struct gs_trace_text *text, const char *key, const char *string)
{
	if (!string)
		return;
	add(text, ",\"");
	add(text, key);
	add(text, "\":");
	gs_trace_string_json(text, string, strlen(string));
}

static void add_name(struct gs_trace_text *text, const char *key, uint64_t name)
{
	const char *quote = name & GS_TRACE_INSERTED ? "\"" : "";

	add(text, ",\"");
	add(text, key);
	add(text, "\":");
	add(text, quote);
	gs_trace_edit_name_text(text, name);
	add(text, quote);
}

void gs_trace_edit_json(struct gs_trace_text *text, const struct gs_trace_edit *edit)
{
	bool has_before = edit->kind == GS_TRACE_EDIT_INSERT || edit->kind == GS_TRACE_EDIT_MOVE;
	char line[48];

	snprintf(line, sizeof(line), "{\"edit\":%u", edit->id);
	add(text, line);
	add_string(text, "kind", gs_trace_edit_kind_name(edit->kind));
	if (edit->kind != GS_TRACE_EDIT_INSERT)
		add_name(text, "call", edit->call);
	if (has_before)
		add_name(text, "before", edit->before);
	add_string(text, "argument", edit->argument);
	add_string(text, edit->kind == GS_TRACE_EDIT_INSERT ? "text" : "value", edit->text);
	if (edit->is_undone)
		add(text, ",\"undone\":true");
	add(text, "}");
}

void gs_trace_edits_text(
	const struct gs_trace_edits *edits, const char *trace, struct gs_trace_text *text)
{
	add(text, begins);
	add(text, "1");
	add_string(text, "trace", trace);
	add(text, "}\n");
	for (size_t i = 0; i < gs_trace_edits_count(edits); i++) {
		gs_trace_edit_json(text, gs_trace_edits_get(edits, i));
		add(text, "\n");
	}
}
