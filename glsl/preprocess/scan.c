/* SPDX-License-Identifier: MIT */
/* Turns characters into preprocessor tokens, each with its exact span. */
#include <string.h>

#include "glsl/private.h"

struct scanner {
	struct gs_names *names;
	const char *text, *end, *at;
	unsigned line;
	const char *line_start;
	GArray *out;
	GString *clean; /* a token's text without line continuations */
};

/* Length of the line end here (\n, \r, \r\n); 0: there is none. */
static size_t newline_length(const struct scanner *s, const char *at)
{
	if (at < s->end && *at == '\r')
		return at + 1 < s->end && at[1] == '\n' ? 2 : 1;
	return at < s->end && *at == '\n';
}

static void next_line(struct scanner *s, size_t length)
{
	s->at += length;
	s->line++;
	s->line_start = s->at;
}

/* Skips line continuations. */
static void skip_continuations(struct scanner *s)
{
	size_t length;

	while (s->at < s->end && *s->at == '\\' && (length = newline_length(s, s->at + 1)) > 0) {
		s->at++;
		next_line(s, length);
	}
}

static int peek(struct scanner *s)
{
	skip_continuations(s);
	return s->at < s->end ? (unsigned char)*s->at : -1;
}

/* The character after the peeked one. Continuations between them are rare, so this looks for them
 * without moving. */
static int peek_second(struct scanner *s)
{
	struct scanner copy = *s;

	if (peek(&copy) < 0)
		return -1;
	copy.at++;
	return peek(&copy);
}

static void take(struct scanner *s)
{
	g_string_append_c(s->clean, *s->at++);
}

static bool is_name(int c)
{
	return g_ascii_isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

static void take_while_name(struct scanner *s)
{
	int c;

	while ((c = peek(s)) >= 0 && is_name(c))
		take(s);
}

static void take_digits(struct scanner *s)
{
	int c;

	while ((c = peek(s)) >= 0 && g_ascii_isdigit(c))
		take(s);
}

static void take_number(struct scanner *s)
{
	int c = peek(s);

	if (c == '0' && (peek_second(s) | 0x20) == 'x') {
		take_while_name(s);
		return;
	}
	take_digits(s);
	if (peek(s) == '.') {
		take(s);
		take_digits(s);
	}
	if ((peek(s) | 0x20) == 'e') {
		int second = peek_second(s);

		if (second == '+' || second == '-') {
			take(s);
			skip_continuations(s);
			take(s);
		}
	}
	take_while_name(s);
}

static void take_punctuator(struct scanner *s)
{
	static const char *const longer[] = {"<<=", ">>=", "##", "&&", "||", "^^",
		"==", "!=", "<=", ">=", "<<", ">>", "++", "--",
		"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

	take(s);
	for (;;) {
		int c = peek(s);
		bool grows = false;

		if (c < 0)
			return;
		g_string_append_c(s->clean, (char)c);
		for (size_t i = 0; i < G_N_ELEMENTS(longer) && !grows; i++)
			grows = !strncmp(longer[i], s->clean->str, s->clean->len);
		if (!grows) {
			g_string_truncate(s->clean, s->clean->len - 1);
			return;
		}
		s->at++;
	}
}

/* Skips white space and comments; true if there were any. Newlines outside comments are tokens. */
static bool skip_space(struct scanner *s)
{
	bool any = false;

	for (int c; (c = peek(s)) >= 0; any = true) {
		if (c == ' ' || c == '\t' || c == '\v' || c == '\f') {
			s->at++;
		} else if (c == '/' && peek_second(s) == '/') {
			while ((c = peek(s)) >= 0 && c != '\n' && c != '\r')
				s->at++;
		} else if (c == '/' && peek_second(s) == '*') {
			s->at++;
			skip_continuations(s);
			s->at++;
			while ((c = peek(s)) >= 0 && !(c == '*' && peek_second(s) == '/')) {
				size_t length = newline_length(s, s->at);

				if (length)
					next_line(s, length);
				else
					s->at++;
			}
			if (c >= 0) {
				s->at++;
				skip_continuations(s);
				s->at++;
			}
		} else {
			break;
		}
	}
	return any;
}

static void place(struct scanner *s, unsigned *line, unsigned *column)
{
	*line = s->line;
	*column = (unsigned)(s->at - s->line_start) + 1;
}

static enum gs_pp_kind take_token(struct scanner *s)
{
	int c = peek(s);

	if (g_ascii_isdigit(c) ||
		(c == '.' && peek_second(s) >= 0 && g_ascii_isdigit(peek_second(s)))) {
		take_number(s);
		return GS_PP_NUMBER;
	}
	if (is_name(c)) {
		take_while_name(s);
		return GS_PP_IDENTIFIER;
	}
	if (strchr("<>#&|^=!+-*/%(){}[].,:;~?", c)) {
		take_punctuator(s);
		return GS_PP_PUNCTUATOR;
	}
	take(s);
	return GS_PP_OTHER;
}

static void scan_token(struct scanner *s)
{
	struct gs_pp_token token = {.space_before = skip_space(s)};
	int c = peek(s);

	place(s, &token.span.line, &token.span.column);
	g_string_truncate(s->clean, 0);
	if (c < 0) {
		token.kind = GS_PP_END;
	} else if (c == '\n' || c == '\r') {
		token.kind = GS_PP_NEWLINE;
		next_line(s, newline_length(s, s->at));
	} else {
		token.kind = take_token(s);
	}
	if (token.kind >= GS_PP_NEWLINE) {
		token.span.end_line = token.span.line;
		token.span.end_column = token.span.column;
	} else {
		place(s, &token.span.end_line, &token.span.end_column);
	}
	token.text = gs_names_intern(s->names, s->clean->str, s->clean->len)->text;
	g_array_append_val(s->out, token);
}

GArray *gs_scan(struct gs_names *names, const char *text, size_t length)
{
	struct scanner s = {
		.names = names,
		.text = text,
		.end = text + length,
		.at = text,
		.line = 1,
		.line_start = text,
		.out = g_array_sized_new(
			FALSE, FALSE, sizeof(struct gs_pp_token), (guint)(length / 4 + 16)),
		.clean = g_string_new(NULL),
	};
	struct gs_pp_token *last;

	do {
		scan_token(&s);
		last = &g_array_index(s.out, struct gs_pp_token, s.out->len - 1);
	} while (last->kind != GS_PP_END);
	/* A last line without line end counts as a line. */
	struct gs_pp_token end = *last;

	last->kind = GS_PP_NEWLINE;
	g_array_append_val(s.out, end);
	g_string_free(s.clean, TRUE);
	return s.out;
}
