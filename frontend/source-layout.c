/* SPDX-License-Identifier: MIT */
#include "frontend/source-layout.h"

#include <stdint.h>
#include <string.h>
#include <glib.h>

/* Bytes that are the same in both texts. Pieces are in order in both; only white space is between
 * them. */
struct piece {
	size_t original, shown, length;
};

struct gs_source_layout {
	GString *shown;
	GArray *pieces;		     /* struct piece */
	GArray *lines, *shown_lines; /* size_t: offsets at which lines begin */
	size_t length;		     /* of the original text */
};

/* What is between a pair of braces. */
enum braces { STATEMENTS = 1, MEMBERS, VALUES };

struct writer {
	struct gs_source_layout *layout;
	const char *text;
	GByteArray *braces; /* enum braces of each open brace */
	unsigned depth;	    /* number of open braces that indent */
	unsigned parentheses;
	bool is_due;	/* the next token begins a line */
	bool is_within; /* inside a statement */
	bool is_label;	/* the statement is a case or default label */
	bool is_joined; /* the next token stays on the closing brace's line */
	char last;	/* first byte of the last token that is no comment; 0: none */
	bool last_is_word;
};

/* ---- tokens ---- */

static bool is_space(char c)
{
	return c && strchr(" \t\v\f\r\n", c);
}

static bool is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

static size_t over_space(const char *text, size_t at)
{
	while (is_space(text[at]))
		at++;
	return at;
}

/* Return the offset of the line's end, beyond lines that a backslash joins to it. */
static size_t over_line(const char *text, size_t at)
{
	while (text[at] && text[at] != '\n' && text[at] != '\r') {
		if (text[at] == '\\' && text[at + 1] == '\r' && text[at + 2] == '\n')
			at++;
		at += text[at] == '\\' && text[at + 1] ? 2 : 1;
	}
	return at;
}

static size_t over_comment(const char *text, size_t at)
{
	const char *end = strstr(text + at + 2, "*/");
	return end ? (size_t)(end - text) + 2 : at + strlen(text + at);
}

/* Return the offset of the end of a directive, which a comment may continue over lines. */
static size_t over_directive(const char *text, size_t at)
{
	size_t end = over_line(text, at);
	for (size_t i = at; i < end; i++) {
		if (text[i] != '/' || text[i + 1] != '*')
			continue;
		size_t behind = over_comment(text, i);
		i = behind - 1;
		if (behind > end)
			end = over_line(text, behind);
	}
	return end;
}

static size_t over_string(const char *text, size_t at)
{
	size_t end = at + 1 + strcspn(text + at + 1, "\"\r\n");
	return text[end] == '"' ? end + 1 : end;
}

static bool begins_comment(const char *token)
{
	return token[0] == '/' && (token[1] == '/' || token[1] == '*');
}

/* Return the offset of the end of the token at `at`. is_first: it is the first of its line. */
static size_t over_token(const char *text, size_t at, bool is_first)
{
	if (text[at] == '#' && is_first)
		return over_directive(text, at);
	if (begins_comment(text + at))
		return text[at + 1] == '/' ? over_line(text, at) : over_comment(text, at);
	if (text[at] == '"')
		return over_string(text, at);
	size_t end = at + 1;
	while (is_word(text[at]) && is_word(text[end]))
		end++;
	return end;
}

static bool token_is(const char *token, size_t length, const char *word)
{
	return length == strlen(word) && memcmp(token, word, length) == 0;
}

/* ---- what is between tokens ---- */

static unsigned newlines_in(const char *space, size_t length)
{
	unsigned n = 0;
	for (size_t i = 0; i < length; i++)
		n += space[i] == '\n' || (space[i] == '\r' && space[i + 1] != '\n');
	return n;
}

static void append_line(struct writer *w, unsigned depth)
{
	g_string_append_c(w->layout->shown, '\n');
	for (unsigned i = 0; i < depth; i++)
		g_string_append_c(w->layout->shown, '\t');
}

static bool wants_line(const struct writer *w, const char *token, size_t length)
{
	if (!w->layout->shown->len || begins_comment(token))
		return false; /* a comment stays on its line */
	if (*token == '}')
		return w->last != '{' && w->braces->len &&
		       w->braces->data[w->braces->len - 1] != VALUES;
	if (w->is_joined && (strchr(";,)", *token) || token_is(token, length, "else")))
		return false;
	return w->is_due;
}

/* Write the white space in front of a token. n: the number of line ends there in the original. */
static void write_space(struct writer *w, const char *space, size_t n_space, const char *token,
	size_t length, bool is_directive)
{
	unsigned n = newlines_in(space, n_space);
	unsigned depth = w->depth - (*token == '}' && w->depth > 0);
	if (!n && !wants_line(w, token, length)) {
		g_string_append_len(w->layout->shown, space, (gssize)n_space);
		return;
	}
	if (w->is_within && *token != '{' && *token != '}')
		depth++;
	if (!w->layout->shown->len)
		return;
	if (n > 1)
		g_string_append_c(w->layout->shown, '\n');
	append_line(w, is_directive ? 0 : depth);
	w->is_due = false;
}

/* ---- statements ---- */

static enum braces kind_of_brace(const struct writer *w)
{
	bool in_values = w->braces->len && w->braces->data[w->braces->len - 1] == VALUES;
	if (in_values || w->parentheses || (w->last && strchr("=,([", w->last)))
		return VALUES;
	return w->last_is_word ? MEMBERS : STATEMENTS;
}

static void open_brace(struct writer *w)
{
	uint8_t kind = kind_of_brace(w);
	g_byte_array_append(w->braces, &kind, 1);
	if (kind == VALUES)
		return;
	w->depth++;
	w->is_due = true;
	w->is_within = false;
}

static void close_brace(struct writer *w)
{
	uint8_t kind = w->braces->len ? w->braces->data[w->braces->len - 1] : STATEMENTS;
	if (w->braces->len)
		g_byte_array_set_size(w->braces, w->braces->len - 1);
	if (kind == VALUES)
		return;
	w->depth -= w->depth > 0;
	w->is_due = kind == STATEMENTS;
	w->is_within = kind == MEMBERS; /* the name of a variable may follow */
	w->is_joined = true;
}

static void note_word(struct writer *w, const char *token, size_t length)
{
	if (!w->is_within)
		w->is_label = token_is(token, length, "case") || token_is(token, length, "default");
	w->is_within = !token_is(token, length, "else") && !token_is(token, length, "do");
	w->last_is_word = w->is_within;
}

static void end_statement(struct writer *w)
{
	if (w->parentheses)
		return;
	w->is_due = true;
	w->is_within = w->is_label = false;
}

static void note_sign(struct writer *w, char sign)
{
	switch (sign) {
	case '{':
		open_brace(w);
		break;
	case '}':
		close_brace(w);
		break;
	case '(':
	case '[':
		w->parentheses++;
		w->is_within = true;
		break;
	case ')':
	case ']':
		w->parentheses -= w->parentheses > 0;
		break;
	case ';':
		end_statement(w);
		break;
	case ':':
		if (w->is_label)
			end_statement(w);
		break;
	default:
		w->is_within = true;
	}
}

static void note_token(struct writer *w, const char *token, size_t length)
{
	if (begins_comment(token))
		return;
	w->is_due = w->is_joined = false;
	if (is_word(*token)) {
		note_word(w, token, length);
	} else {
		note_sign(w, *token);
		w->last_is_word = false;
	}
	w->last = *token;
}

/* ---- the whole ---- */

static void add_piece(struct writer *w, size_t original, size_t length)
{
	GArray *pieces = w->layout->pieces;
	struct piece piece = {original, w->layout->shown->len, length};
	g_string_append_len(w->layout->shown, w->text + original, (gssize)length);
	g_array_append_val(pieces, piece);
}

static void lay_out(struct writer *w)
{
	bool is_first = true; /* the next token is the first of its line */
	for (size_t at = 0;;) {
		size_t begin = over_space(w->text, at);
		is_first = is_first || newlines_in(w->text + at, begin - at);
		if (!w->text[begin])
			break;
		bool is_directive = is_first && w->text[begin] == '#';
		size_t end = over_token(w->text, begin, is_first);
		write_space(
			w, w->text + at, begin - at, w->text + begin, end - begin, is_directive);
		add_piece(w, begin, end - begin);
		if (!is_directive)
			note_token(w, w->text + begin, end - begin);
		is_first = is_first && begins_comment(w->text + begin);
		at = end;
	}
	g_string_append_c(w->layout->shown, '\n');
}

static GArray *lines_of(const char *text)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(size_t));
	size_t at = 0;
	g_array_append_val(lines, at);
	while (text[at]) {
		bool ends = text[at] == '\n' || (text[at] == '\r' && text[at + 1] != '\n');
		at++;
		if (ends)
			g_array_append_val(lines, at);
	}
	return lines;
}

struct gs_source_layout *gs_source_layout_new(const char *text)
{
	struct gs_source_layout *layout = g_new0(struct gs_source_layout, 1);
	struct writer w = {.layout = layout, .text = text, .braces = g_byte_array_new()};
	layout->shown = g_string_new(NULL);
	layout->pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	layout->length = strlen(text);
	lay_out(&w);
	layout->lines = lines_of(text);
	layout->shown_lines = lines_of(layout->shown->str);
	g_byte_array_unref(w.braces);
	return layout;
}

void gs_source_layout_free(struct gs_source_layout *layout)
{
	if (!layout)
		return;
	g_string_free(layout->shown, TRUE);
	g_array_unref(layout->pieces);
	g_array_unref(layout->lines);
	g_array_unref(layout->shown_lines);
	g_free(layout);
}

const char *gs_source_layout_text(const struct gs_source_layout *layout)
{
	return layout->shown->str;
}

unsigned gs_source_layout_lines(const struct gs_source_layout *layout)
{
	return layout->lines->len;
}

/* ---- places ---- */

static size_t line_at(const GArray *lines, size_t i)
{
	return g_array_index(lines, size_t, i);
}

static size_t offset_of(const GArray *lines, size_t length, struct gs_text_position position)
{
	if (!position.line || position.line > lines->len)
		return position.line ? length : 0;
	size_t end = position.line < lines->len ? line_at(lines, position.line) - 1 : length;
	size_t at = line_at(lines, position.line - 1) + (position.column ? position.column - 1 : 0);
	return MIN(at, end);
}

static struct gs_text_position position_of(const GArray *lines, size_t offset)
{
	unsigned low = 0, high = lines->len; /* the last line that begins at or before it */
	while (high - low > 1) {
		unsigned middle = (low + high) / 2;
		if (line_at(lines, middle) <= offset)
			low = middle;
		else
			high = middle;
	}
	return (struct gs_text_position){low + 1, (unsigned)(offset - line_at(lines, low)) + 1};
}

static const struct piece *piece_at(const struct gs_source_layout *layout, unsigned i)
{
	return &g_array_index(layout->pieces, struct piece, i);
}

/* Return how many pieces begin at the offset or before it, in the laid-out text if is_shown. */
static unsigned pieces_to(const struct gs_source_layout *layout, size_t offset, bool is_shown)
{
	unsigned low = 0, high = layout->pieces->len;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		const struct piece *piece = piece_at(layout, middle);
		if ((is_shown ? piece->shown : piece->original) <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct gs_text_position gs_source_layout_shown(
	const struct gs_source_layout *layout, struct gs_text_position position, bool is_end)
{
	size_t offset = offset_of(layout->lines, layout->length, position);
	unsigned n = pieces_to(layout, is_end && offset ? offset - 1 : offset, false);
	const struct piece *piece = n ? piece_at(layout, n - 1) : NULL;
	size_t shown = layout->shown->len;
	if (piece && (is_end || offset < piece->original + piece->length))
		shown = piece->shown + MIN(offset - piece->original, piece->length);
	else if (n < layout->pieces->len)
		shown = piece_at(layout, n)->shown;
	return position_of(layout->shown_lines, shown);
}

struct gs_text_position gs_source_layout_original(
	const struct gs_source_layout *layout, struct gs_text_position position)
{
	size_t offset = offset_of(layout->shown_lines, layout->shown->len, position);
	unsigned n = pieces_to(layout, offset, true);
	const struct piece *piece = n ? piece_at(layout, n - 1) : NULL;
	size_t original = layout->length;
	if (piece && offset <= piece->shown + piece->length)
		original = piece->original + (offset - piece->shown);
	else if (n < layout->pieces->len)
		original = piece_at(layout, n)->original;
	return position_of(layout->lines, original);
}
