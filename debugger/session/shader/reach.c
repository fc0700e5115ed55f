/* SPDX-License-Identifier: MIT */
/* How many elements come to each line of the shader. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/start.h"

/* The site's index in a list of lines, which grows. */
static unsigned line_of_site(GArray *lines, const struct gs_site *site)
{
	unsigned line = site->kind == GS_SITE_END ? site->unit->tokens[site->marked->last].span.line
						  : gs_node_span(site->marked).line;
	for (unsigned i = 0; i < lines->len; i++) {
		const struct gs_reach *r = &g_array_index(lines, struct gs_reach, i);
		if (r->object == site->unit->index && r->line == line)
			return i;
	}
	struct gs_reach r = {.object = site->unit->index, .line = line};
	g_array_append_val(lines, r);
	return lines->len - 1;
}

/* Neighbours mostly take the same way. */
static bool is_alike(const struct gs_images *images, size_t a, size_t b)
{
	bool alike = true;
	for (size_t i = 0; alike && i < G_N_ELEMENTS(images->attachment); i++)
		alike = !images->attachment[i] ||
			!memcmp(images->attachment[i] + 4 * a, images->attachment[i] + 4 * b, 16);
	return alike;
}

/* What one draw says of the sites from first on. */
struct reach_part {
	const struct gs_debug *debug;
	const struct gs_capture_result *result;
	const unsigned *line; /* of each site: its index in the list */
	size_t first, last;
};

/* A bit a line. */
static void find_lines(const struct reach_part *part, size_t pixel, uint8_t *bits, size_t stride)
{
	const struct gs_capture_result *result = part->result;
	memset(bits, 0, stride);
	for (size_t i = part->first; i < part->last; i++)
		if (gs_variant_reached(result->variant, &result->images, (unsigned)i, pixel))
			bits[part->line[i] / 8] |= 1u << part->line[i] % 8;
}

/* Adds the part to each cell's lines. */
static void count_reach(const struct reach_part *part, uint8_t *reached, size_t stride)
{
	unsigned width = part->debug->target.width;
	uint8_t *bits = g_malloc(stride + 1);
	size_t before = SIZE_MAX;
	for (struct gs_covered c = {0}; gs_covered_next(part->debug, part->result, &c);) {
		uint8_t *cell = reached + ((size_t)c.y * width + c.x) * stride;
		if (before == SIZE_MAX || !is_alike(&part->result->images, c.pixel, before))
			find_lines(part, c.pixel, bits, stride);
		before = c.pixel;
		for (size_t i = 0; i < stride; i++)
			cell[i] |= bits[i];
	}
	g_free(bits);
}

/* Cells that follow each other mostly have the same lines. */
static void count_lines(GArray *lines, const uint8_t *reached, size_t cells, size_t stride)
{
	for (size_t from = 0, to; from < cells; from = to) {
		const uint8_t *bits = reached + from * stride;
		for (to = from + 1; to < cells && !memcmp(bits, reached + to * stride, stride);)
			to++;
		for (unsigned i = 0; i < lines->len; i++)
			if (bits[i / 8] >> i % 8 & 1)
				g_array_index(lines, struct gs_reach, i).elements += to - from;
	}
}

static int compare_lines(const void *a, const void *b)
{
	const struct gs_reach *x = a, *y = b;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void add_skipped(GArray *lines, const struct gs_unit *unit)
{
	struct gs_reach r = {.object = unit->index, .is_skipped = true};
	for (size_t i = 0; i < unit->n_skipped; i++)
		for (r.line = unit->skipped[i].first; r.line <= unit->skipped[i].last; r.line++)
			g_array_append_val(lines, r);
}

struct gs_reach *gs_session_reach(struct gs_session *session, size_t *n, GError **error)
{
	*n = 0;
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct gs_reach));
	size_t n_sites = debug->plan->n_sites,
	       cells = (size_t)debug->target.width * debug->target.height, window = 1;
	unsigned *line = g_new(unsigned, n_sites + 1);
	for (size_t i = 0; i < n_sites; i++)
		line[i] = line_of_site(lines, &debug->plan->sites[i]);
	size_t stride = (lines->len + 7) / 8;
	uint8_t *reached = g_malloc0(cells * stride + 1);
	bool good = true;
	for (size_t first = 0; first < n_sites && good; first += window) {
		struct gs_capture_result *result = gs_debug_capture_window(
			debug, GS_VARIANT_REACH, first, error);
		good = result && (window = gs_variant_window(result->variant)) > 0;
		if (good) {
			const struct reach_part part = {
				debug, result, line, first, MIN(first + window, n_sites)};
			count_reach(&part, reached, stride);
		}
		gs_capture_result_unref(result);
	}
	count_lines(lines, reached, cells, stride);
	g_free(reached);
	g_free(line);
	for (size_t i = 0; i < debug->shader->n_units; i++)
		add_skipped(lines, debug->shader->units[i]);
	g_array_sort(lines, compare_lines);
	*n = lines->len;
	struct gs_reach *list = (struct gs_reach *)g_array_free(lines, FALSE);
	if (!good)
		g_clear_pointer(&list, g_free);
	return list;
}
