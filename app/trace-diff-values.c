/* SPDX-License-Identifier: MIT */
/* In what two values differ: which byte of a blob or text, which item of an array. */
#include <stdlib.h>
#include <string.h>
#include "app/trace-diff.h"

static struct gs_value_difference bytes(
	const uint8_t *a, uint64_t n_a, const uint8_t *b, uint64_t n_b)
{
	struct gs_value_difference d = {.unit = "byte", .item = -1, .first = MIN(n_a, n_b)};
	for (uint64_t i = 0; i < MIN(n_a, n_b); i++) {
		if (a[i] == b[i])
			continue;
		d.first = MIN(d.first, i);
		d.differing++;
	}
	d.differing += MAX(n_a, n_b) - MIN(n_a, n_b);
	return d;
}

static struct gs_value_difference texts(
	const struct gs_trace_value *a, const struct gs_trace_value *b)
{
	struct gs_value_difference d = bytes(
		(const uint8_t *)a->text, a->n, (const uint8_t *)b->text, b->n);
	bool has_lines = memchr(a->text, '\n', a->n) || memchr(b->text, '\n', b->n);
	d.line = has_lines;
	for (uint64_t i = 0; has_lines && i < d.first; i++)
		d.line += a->text[i] == '\n';
	return d;
}

static bool is_alike(const struct gs_trace_value *a, const struct gs_trace_value *b)
{
	struct gs_trace_text texts[2] = {{0}, {0}};
	bool is_same = false;
	if (a->class == GS_TRACE_BLOB && b->class == GS_TRACE_BLOB)
		return a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
	gs_trace_value_text(&texts[0], a);
	gs_trace_value_text(&texts[1], b);
	is_same = texts[0].length == texts[1].length && texts[0].data && texts[1].data &&
		  memcmp(texts[0].data, texts[1].data, texts[0].length) == 0;
	free(texts[0].data);
	free(texts[1].data);
	return is_same;
}

static struct gs_value_difference items(
	const struct gs_trace_value *a, const struct gs_trace_value *b)
{
	uint32_t n = MIN(a->n, b->n);
	struct gs_value_difference d = {.unit = "item", .item = -1, .first = n};
	for (uint32_t i = 0; i < n; i++) {
		if (is_alike(&a->items[i], &b->items[i]))
			continue;
		d.first = MIN(d.first, i);
		d.differing++;
	}
	d.differing += MAX(a->n, b->n) - n;
	bool is_one = d.differing == 1 && d.first < n;
	if (is_one && a->items[d.first].class == GS_TRACE_STRING &&
		b->items[d.first].class == GS_TRACE_STRING) {
		int64_t item = (int64_t)d.first;
		d = texts(&a->items[item], &b->items[item]);
		d.item = item;
	}
	return d;
}

struct gs_value_difference gs_diff_values(
	const struct gs_trace_value *a, const struct gs_trace_value *b)
{
	if (a->class == GS_TRACE_BLOB && b->class == GS_TRACE_BLOB)
		return bytes(a->bytes, a->n, b->bytes, b->n);
	if (a->class == GS_TRACE_STRING && b->class == GS_TRACE_STRING)
		return texts(a, b);
	if (a->class == GS_TRACE_ARRAY && b->class == GS_TRACE_ARRAY && (a->n > 1 || b->n > 1))
		return items(a, b);
	if (a->class == GS_TRACE_ARRAY && b->class == GS_TRACE_ARRAY && a->n == 1 && b->n == 1 &&
		a->items[0].class == GS_TRACE_STRING)
		return items(a, b);
	return (struct gs_value_difference){.item = -1};
}
