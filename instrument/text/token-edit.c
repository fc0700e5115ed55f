/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include "instrument/text/token-edit.h"

enum { MAX_BLANK_LINES = 3 };

struct gs_token_edits *gs_token_edits_new(const struct gs_unit *unit, unsigned first, unsigned last)
{
	struct gs_token_edits *edits = g_new0(struct gs_token_edits, 1);

	edits->unit = unit;
	edits->first = first;
	edits->last = last;
	edits->edit = g_new0(struct gs_token_edit, (size_t)last - first + 1);
	return edits;
}

void gs_token_edits_free(struct gs_token_edits *edits)
{
	if (!edits)
		return;
	for (unsigned i = 0; i <= edits->last - edits->first; i++) {
		g_free(edits->edit[i].outer_before);
		g_free(edits->edit[i].outer_after);
		g_free(edits->edit[i].before);
		g_free(edits->edit[i].after);
		g_free(edits->edit[i].replacement);
	}
	g_free(edits->edit);
	g_free(edits);
}

static struct gs_token_edit *edit_of(struct gs_token_edits *edits, unsigned token)
{
	g_assert(token >= edits->first && token <= edits->last);
	return &edits->edit[token - edits->first];
}

static void set_joined(char **slot, const char *left, const char *right)
{
	char *joined = g_strconcat(left ? left : "", right ? right : "", NULL);

	g_free(*slot);
	*slot = joined;
}

void gs_token_edit_before(struct gs_token_edits *edits, unsigned token, const char *text)
{
	struct gs_token_edit *e = edit_of(edits, token);

	set_joined(&e->before, text, e->before);
}

void gs_token_edit_after(struct gs_token_edits *edits, unsigned token, const char *text)
{
	struct gs_token_edit *e = edit_of(edits, token);

	set_joined(&e->after, e->after, text);
}

void gs_token_edit_replace(struct gs_token_edits *edits, unsigned token, const char *text)
{
	struct gs_token_edit *e = edit_of(edits, token);

	g_free(e->replacement);
	e->replacement = g_strdup(text);
}

void gs_token_edit_wrap(struct gs_token_edits *edits, const struct gs_node *node,
	const char *prefix, const char *suffix)
{
	gs_token_edit_before(edits, node->first, prefix);
	gs_token_edit_after(edits, node->last, suffix);
}

void gs_token_edit_wrap_outermost(struct gs_token_edits *edits, const struct gs_node *node,
	const char *prefix, const char *suffix)
{
	struct gs_token_edit *first = edit_of(edits, node->first),
			     *last = edit_of(edits, node->last);

	set_joined(&first->outer_before, prefix, first->outer_before);
	set_joined(&last->outer_after, last->outer_after, suffix);
}

void gs_token_edit_statement(
	struct gs_token_edits *edits, const struct gs_node *statement, const char *text)
{
	const struct gs_node *parent = statement->parent;
	bool in_list = parent && parent->kind == GS_NODE_BLOCK;

	if (in_list) {
		char *line = g_strconcat(text, " ", NULL);
		gs_token_edit_before(edits, statement->first, line);
		g_free(line);
		return;
	}
	char *open = g_strconcat("{ ", text, " ", NULL);
	gs_token_edit_wrap(edits, statement, open, " }");
	g_free(open);
}

void gs_token_edit_body(struct gs_token_edits *edits, const struct gs_node *body, const char *text)
{
	bool is_block = body->kind == GS_NODE_BLOCK;
	char *begin = g_strdup_printf(is_block ? " %s" : "{ %s ", text);

	if (is_block)
		gs_token_edit_after(edits, body->first, begin);
	else
		gs_token_edit_wrap(edits, body, begin, " }");
	g_free(begin);
}

/* ---- text ---- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Whether the two texts would become another token without a space between them. */
static bool must_separate(char left, const char *right)
{
	if (is_word(left) || left == '.')
		return is_word(right[0]) || right[0] == '.';
	return ispunct((unsigned char)left) && ispunct((unsigned char)right[0]) &&
	       !strchr("(){}[];,", left) && !strchr("(){}[];,", right[0]);
}

static void append(GString *out, const char *text, bool space)
{
	if (!text || !*text)
		return;
	if (out->len > 0) {
		char left = out->str[out->len - 1];
		if (!isspace((unsigned char)left) && (space || must_separate(left, text)))
			g_string_append_c(out, ' ');
	}
	g_string_append(out, text);
}

static void break_line(GString *out, unsigned *line, unsigned to)
{
	unsigned n = to > *line ? to - *line : 0;

	for (unsigned i = 0; i < n && i < MAX_BLANK_LINES; i++)
		g_string_append_c(out, '\n');
	if (n > 0)
		*line = to;
}

static void start_line(GString *out)
{
	if (out->len > 0 && out->str[out->len - 1] != '\n')
		g_string_append_c(out, '\n');
}

/* Nothing stood between them in the source: not even a macro that expands to nothing. */
static bool is_adjacent(const struct gs_token *left, const struct gs_token *right)
{
	return left->span.end_line == right->span.line &&
	       left->span.end_column == right->span.column && !right->space_before;
}

void gs_token_edits_emit(const struct gs_token_edits *edits, GString *out)
{
	unsigned line = edits->unit->tokens[edits->first].span.line;
	bool as_written = false;

	for (unsigned i = edits->first; i <= edits->last; i++) {
		const struct gs_token *t = &edits->unit->tokens[i];
		const struct gs_token_edit *e = &edits->edit[i - edits->first];
		const char *text = e->replacement ? e->replacement : t->text;
		as_written = as_written && !e->replacement;
		break_line(out, &line, t->span.line);
		append(out, e->outer_before, t->space_before);
		append(out, e->before, t->space_before);
		if (t->kind == GS_TOKEN_DIRECTIVE) {
			start_line(out);
			g_string_append(out, text);
			start_line(out);
		} else if (t->kind != GS_TOKEN_END) {
			if (as_written && is_adjacent(t - 1, t) && !t->from_macro && !e->before &&
				!e->outer_before)
				g_string_append(out, text);
			else
				append(out, text, t->space_before || t->from_macro);
		}
		append(out, e->after, false);
		append(out, e->outer_after, false);
		/* tokens that had no space between them in the source need none here */
		as_written = t->kind != GS_TOKEN_DIRECTIVE && !t->from_macro && !e->replacement &&
			     !e->after && !e->outer_after;
	}
	start_line(out);
}

static void clear(char **slot)
{
	g_free(*slot);
	*slot = NULL;
}

char *gs_token_edits_take(struct gs_token_edits *edits, unsigned first, unsigned last)
{
	const struct gs_token_edits part = {edits->unit, first, last, edit_of(edits, first)};
	GString *text = g_string_new("");

	gs_token_edits_emit(&part, text);
	for (unsigned i = first; i <= last; i++) {
		struct gs_token_edit *e = edit_of(edits, i);
		clear(&e->outer_before);
		clear(&e->outer_after);
		clear(&e->before);
		clear(&e->after);
		gs_token_edit_replace(edits, i, "");
	}
	return g_string_free(text, FALSE);
}

void gs_tokens_emit(const struct gs_unit *unit, unsigned first, unsigned last,
	const char *(*map)(const struct gs_unit *unit, unsigned token, const void *data),
	const void *data, GString *out)
{
	for (unsigned i = first; i <= last; i++) {
		const struct gs_token *t = &unit->tokens[i];
		const char *text = NULL;
		if (t->kind == GS_TOKEN_END || t->kind == GS_TOKEN_DIRECTIVE)
			continue;
		if (t->kind == GS_TOKEN_IDENTIFIER)
			text = map(unit, i, data);
		append(out, text ? text : t->text, t->space_before || t->from_macro);
	}
}
