/* SPDX-License-Identifier: MIT */
/* Where nodes stand in the source as shown: lines, spans, texts. */
#include "glsl/private.h"

/* The beginning of the next line, or the end of the text. */
static const char *next_line(const char *at)
{
	at += strcspn(at, "\r\n");
	if (at[0] == '\r' && at[1] == '\n')
		at++;
	return *at ? at + 1 : at;
}

void gs_unit_find_lines(struct gs_parse_context *context, struct gs_unit_full *unit)
{
	const char *source = unit->unit.source;

	unit->n_lines = 1;
	for (const char *at = source; *at; at = next_line(at))
		unit->n_lines++;
	unit->lines = gs_arena_alloc(&context->arena, unit->n_lines * sizeof(*unit->lines));
	unsigned n = 0;
	for (const char *at = source; *at; at = next_line(at))
		unit->lines[n++] = (uint32_t)(at - source);
	unit->lines[n] = (uint32_t)unit->source_length;
}

struct gs_span gs_node_span(const struct gs_node *node)
{
	struct gs_span span = node->unit->tokens[node->first].span;
	const struct gs_span *last = &node->unit->tokens[node->last].span;

	span.end_line = last->end_line;
	span.end_column = last->end_column;
	return span;
}

static const char *line_start(const struct gs_unit *unit, unsigned line)
{
	const struct gs_unit_full *full = (const void *)unit;
	const char *at = unit->source;

	if (full->lines)
		return at + full->lines[MIN(MAX(line, 1), full->n_lines) - 1];
	while (--line && *at)
		at = next_line(at);
	return at;
}

char *gs_unit_line(const struct gs_unit *unit, unsigned line)
{
	const char *start = line_start(unit, line);

	return g_strndup(start, strcspn(start, "\r\n"));
}

char *gs_node_source(const struct gs_node *node)
{
	struct gs_span span = gs_node_span(node);
	const char *start = line_start(node->unit, span.line) + span.column - 1;
	const char *end = line_start(node->unit, span.end_line) + span.end_column - 1;

	return g_strndup(start, end > start ? (size_t)(end - start) : 0);
}

char *gs_node_line(const struct gs_node *node)
{
	char *text = gs_node_source(node), *to = text;

	for (const char *c = text; *c; c++) {
		if (!g_ascii_isspace(*c))
			*to++ = *c;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = '\0';
	return g_strchomp(text);
}
