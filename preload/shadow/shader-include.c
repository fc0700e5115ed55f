/* SPDX-License-Identifier: MIT */
/*
 * Each directive is replaced, also where an #if leaves it out: what it names is then left out as
 * well. A string with a guard (#ifndef, #define ... #endif round all of it) is put there once. GL
 * is asked for the strings, so that its rules for names hold.
 *
 * Where a text asks for __LINE__ or __FILE__, lines "#line" say what the driver counts: an included
 * string begins at line 1 of string 0, and what follows it goes on where the directive stood.
 */
#include "preload/shadow/shader-include.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preload/core/gl.h"

enum { MAX_DEPTH = 32, MAX_SIZE = 16 << 20, MAX_NAME = 512, MAX_GUARDS = 256, MAX_GUARD = 64 };

struct text {
	char *data;
	size_t n, room;
	bool failed;
};

struct expander {
	int32_t n_paths;
	const char *const *paths;
	const int32_t *lengths;
	struct text out;
	unsigned depth;			    /* of strings being included */
	int conditionals;		    /* #if round the present line, but for guards */
	char guards[MAX_GUARDS][MAX_GUARD]; /* defined by what was included outside of all #if */
	unsigned n_guards;
	bool any;
	bool lines;	/* write #line directives */
	bool asks_line; /* some text asks for its line */
	bool from_one;	/* the line after "#line N" is N, not N + 1 */
};

/* One text on its way through: what its lines count as, and where its directive stands. */
struct reader {
	const char *at, *end;
	int cursor; /* search point where it was found; -1: none */
	long line, file;
};

static void append(struct text *t, const char *data, size_t n)
{
	if (t->n + n + 1 > t->room) {
		size_t room = 2 * t->room + n + 256;
		char *more = room <= MAX_SIZE ? realloc(t->data, room) : NULL;
		if (!more) {
			t->failed = true;
			return;
		}
		t->data = more;
		t->room = room;
	}
	memcpy(t->data + t->n, data, n);
	t->n += n;
	t->data[t->n] = '\0';
}

static void append_line(struct expander *e, long line, long file)
{
	char text[64];
	int n = snprintf(text, sizeof text, "#line %ld %ld", e->from_one ? line : line - 1, file);
	append(&e->out, text, (size_t)n);
}

static bool has(const char *text, size_t n, const char *word)
{
	return memmem(text, n, word, strlen(word)) != NULL;
}

/* ---- the strings ---- */

/* What is no name of GL's would raise an error. */
static bool is_name(const char *name)
{
	size_t n = strlen(name);
	if (*name != '/' || n < 2 || name[n - 1] == '/' || strstr(name, "//"))
		return false;
	for (; *name; name++)
		if (*name < ' ' || *name > '~' || strchr("\"<>\\`$@#'", *name))
			return false;
	return true;
}

/* malloc'ed; NULL: there is no such string. */
static char *get_string(const char *name, size_t *length)
{
	GLint room = 0, n = 0;
	if (!is_name(name) || !GL(glIsNamedStringARB)(-1, name))
		return NULL;
	GL(glGetNamedStringivARB)(-1, name, GL_NAMED_STRING_LENGTH_ARB, &room);
	char *text = room > 0 && room < MAX_SIZE ? calloc(1, (size_t)room + 2) : NULL;
	if (!text)
		return NULL;
	GL(glGetNamedStringARB)(-1, name, room + 1, &n, text);
	*length = strlen(text);
	return text;
}

static char *get_relative(
	const struct expander *e, int point, const char *path, char *name, size_t *length)
{
	const char *search = e->paths[point];
	int n = e->lengths && e->lengths[point] >= 0 ? e->lengths[point] : (int)strlen(search);
	while (n > 0 && search[n - 1] == '/')
		n--;
	if (snprintf(name, MAX_NAME, "%.*s/%s", n, search, path) >= MAX_NAME)
		return NULL;
	return get_string(name, length);
}

/* name: MAX_NAME bytes, gets the full name; *point the search point where it was. */
static char *find_string(const struct expander *e, const char *path, int cursor, char *name,
	size_t *length, int *point)
{
	char *text = NULL;
	*point = -1;
	if (*path == '/') {
		snprintf(name, MAX_NAME, "%s", path);
		return get_string(name, length);
	}
	if (cursor >= 0 && (text = get_relative(e, cursor, path, name, length)))
		*point = cursor;
	for (int i = 0; !text && i < e->n_paths; i++)
		if ((text = get_relative(e, i, path, name, length)))
			*point = i;
	return text;
}

/* ---- texts ---- */

static const char *skip_blank(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

static const char *line_end(const char *at, const char *end)
{
	while (at < end && *at != '\n' && *at != '\r')
		at++;
	return at;
}

/* Behind the word of a directive that begins at '#'; NULL: it is another. */
static const char *directive(const struct reader *r, const char *word)
{
	size_t n = strlen(word);
	const char *at = skip_blank(r->at + 1, r->end);
	if ((size_t)(r->end - at) < n || memcmp(at, word, n))
		return NULL;
	return skip_blank(at + n, r->end);
}

/* The path of an #include; false: it has none that could be looked for. */
static bool read_path(const struct reader *r, char *path, bool *angled)
{
	const char *at = directive(r, "include"), *end = line_end(r->at, r->end), *last;
	if (!at || at >= end || (*at != '"' && *at != '<'))
		return false;
	*angled = *at == '<';
	last = memchr(at + 1, *angled ? '>' : '"', (size_t)(end - at - 1));
	if (!last || last - at > MAX_NAME)
		return false;
	memcpy(path, at + 1, (size_t)(last - at - 1));
	path[last - at - 1] = '\0';
	return true;
}

/* "#line N [FILE]" of numbers. */
static void read_line(struct expander *e, struct reader *r)
{
	const char *at = directive(r, "line");
	char *next;
	if (!at || at >= r->end || *at < '0' || *at > '9')
		return;
	r->line = strtol(at, &next, 0) - e->from_one;
	at = skip_blank(next, r->end);
	if (at < r->end && *at >= '0' && *at <= '9')
		r->file = strtol(at, NULL, 0);
}

/* A comment at r->at, or one character. */
static const char *piece_end(const struct reader *r)
{
	const char *at = r->at, *last;
	if (r->end - at < 2 || *at != '/' || (at[1] != '*' && at[1] != '/'))
		return at + 1;
	if (at[1] == '*') {
		last = memmem(at + 2, (size_t)(r->end - at - 2), "*/", 2);
		return last ? last + 2 : r->end;
	}
	while (at < r->end && *at != '\n')
		at += *at == '\\' && r->end - at > 1 ? 2 : 1;
	return at;
}

/* To the next '#' that begins a line, at or after r->at; out, if given, gets what lies before it.
 * *blank: nothing but white space and comments does. False: there is none. */
static bool find_directive(struct reader *r, struct text *out, bool *blank)
{
	const char *start = r->at;
	bool begins = true;
	*blank = true;
	while (r->at < r->end && !(begins && *r->at == '#')) {
		const char *end = piece_end(r);
		bool space = end - r->at > 1 || strchr(" \t\r\n", *r->at);
		begins = *r->at == '\n' || (begins && space);
		*blank &= space;
		for (; r->at < end; r->at++)
			r->line += *r->at == '\n';
	}
	if (out && r->at > start)
		append(out, start, (size_t)(r->at - start));
	return r->at < r->end;
}

/* ---- guards ---- */

static int nesting(const struct reader *r)
{
	return directive(r, "if") ? 1 : directive(r, "endif") ? -1 : 0;
}

static bool read_name(const char *at, const char *end, char *name)
{
	size_t n = 0;
	while (at + n < end && n < MAX_GUARD && (isalnum((unsigned char)at[n]) || at[n] == '_'))
		n++;
	if (!n || n == MAX_GUARD)
		return false;
	memcpy(name, at, n);
	name[n] = '\0';
	return true;
}

/* The macro that keeps the text from being taken twice. */
static bool find_guard(const char *text, size_t n, char *guard)
{
	struct reader r = {.at = text, .end = text + n};
	char defined[MAX_GUARD];
	const char *name;
	bool blank;
	int depth = 1;
	if (!find_directive(&r, NULL, &blank) || !blank || !(name = directive(&r, "ifndef")) ||
		!read_name(name, r.end, guard))
		return false;
	r.at = line_end(r.at, r.end);
	if (!find_directive(&r, NULL, &blank) || !blank || !(name = directive(&r, "define")) ||
		!read_name(name, r.end, defined) || strcmp(guard, defined))
		return false;
	while (depth > 0) {
		r.at = line_end(r.at, r.end);
		if (!find_directive(&r, NULL, &blank))
			return false;
		if (depth == 1 && directive(&r, "el"))
			return false;
		depth += nesting(&r);
	}
	r.at = line_end(r.at, r.end);
	return !find_directive(&r, NULL, &blank) && blank;
}

static bool is_guarded(const struct expander *e, const char *guard)
{
	for (unsigned i = 0; i < e->n_guards; i++)
		if (!strcmp(e->guards[i], guard))
			return true;
	return false;
}

/* ---- expanding ---- */

static void expand(struct expander *e, struct reader *r);

/* What stands in the string, in the place of a directive. */
static void expand_string(struct expander *e, const struct reader *r, struct reader *inner)
{
	char guard[MAX_GUARD];
	size_t n = (size_t)(inner->end - inner->at);
	bool guarded = find_guard(inner->at, n, guard);
	if (guarded && is_guarded(e, guard))
		return;
	if (guarded && e->conditionals == 0 && e->n_guards < MAX_GUARDS)
		strcpy(e->guards[e->n_guards++], guard);
	append(&e->out, "\n", 1);
	if (e->lines) {
		append_line(e, 1, 0);
		append(&e->out, "\n", 1);
	}
	e->asks_line |= has(inner->at, n, "__LINE__") || has(inner->at, n, "__FILE__");
	e->depth++;
	e->conditionals -= guarded;
	expand(e, inner);
	e->conditionals += guarded;
	e->depth--;
	if (e->lines) {
		append(&e->out, "\n", 1);
		append_line(e, r->line + 1, r->file);
	}
}

/* The directive at r->at, if it is an #include that can be replaced. */
static void include(struct expander *e, struct reader *r)
{
	char path[MAX_NAME], name[MAX_NAME];
	bool angled;
	int point;
	size_t n = 0;
	const char *end = line_end(r->at, r->end);
	if (e->depth == MAX_DEPTH || !read_path(r, path, &angled))
		return;
	char *text = find_string(e, path, angled ? -1 : r->cursor, name, &n, &point);
	if (!text)
		return;
	struct reader inner = {text, text + n, point, 1, 0};
	append(&e->out, "//", 2);
	append(&e->out, r->at, (size_t)(end - r->at));
	e->any = true;
	expand_string(e, r, &inner);
	r->at = end;
	free(text);
}

static void expand(struct expander *e, struct reader *r)
{
	bool blank;
	while (find_directive(r, &e->out, &blank) && !e->out.failed) {
		e->conditionals += nesting(r);
		read_line(e, r);
		include(e, r);
		const char *end = line_end(r->at, r->end);
		if (end > r->at)
			append(&e->out, r->at, (size_t)(end - r->at));
		r->at = end;
	}
}

/* ---- the whole ---- */

static char *join(const struct gs_source *source, size_t *n)
{
	struct text all = {0};
	for (unsigned i = 0; i < source->n_strings; i++)
		append(&all, source->strings[i], source->lengths[i]);
	*n = all.n;
	if (all.failed)
		free(all.data);
	return all.failed ? NULL : all.data;
}

static bool counts_from_one(const char *text)
{
	const char *version = strstr(text, "version");
	long number = version ? strtol(version + strlen("version"), NULL, 10) : 0;
	return number >= 330 || (number >= 300 && number < 330 && strstr(version, " es"));
}

char *gs_include_expand(const struct gs_source *source, int32_t n_paths, const char *const *paths,
	const int32_t *lengths)
{
	size_t n;
	struct expander e = {
		.n_paths = paths && n_paths > 0 ? n_paths : 0, .paths = paths, .lengths = lengths};
	char *text = GL_HAS(glIsNamedStringARB) && GL_HAS(glGetNamedStringARB) &&
				     GL_HAS(glGetNamedStringivARB)
			     ? join(source, &n)
			     : NULL;
	if (!text || !has(text, n, "include") || !has(text, n, "GL_ARB_shading_language_include")) {
		free(text);
		return NULL;
	}
	e.from_one = counts_from_one(text);
	e.asks_line = has(text, n, "__LINE__") || has(text, n, "__FILE__");
	do {
		struct reader r = {text, text + n, -1, 1, 0};
		e.lines = e.asks_line;
		e.out.n = e.n_guards = 0;
		e.conditionals = 0;
		expand(&e, &r);
	} while (e.lines != e.asks_line);
	free(text);
	if (e.any && !e.out.failed)
		return e.out.data;
	free(e.out.data);
	return NULL;
}
