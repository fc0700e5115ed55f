/* SPDX-License-Identifier: MIT */
#include "debugger/session/shader/executions.h"
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/start.h"

/* Of each counter (gs_plan_counters), over all elements. */
struct sum {
	uint64_t all, elements;
	uint64_t least, most; /* loops: of iterations, where an element enters it */
};

/* ---- adding up ---- */

/* What one draw says of the counters from first on. */
struct part {
	const struct gs_debug *debug;
	const struct gs_capture_result *result;
	const struct gs_plan_counters *counters;
	size_t first, last;
	uint64_t limit;
	struct sum *sums;
	bool cut;
};

static uint64_t count_at(struct part *part, size_t counter, size_t pixel)
{
	uint64_t n = gs_variant_executions(
		part->result->variant, &part->result->images, counter, pixel);
	part->cut |= n >= part->limit;
	return n;
}

static void add_loop(struct part *part, size_t counter, size_t pixel)
{
	uint64_t entries = count_at(part, counter, pixel);
	uint64_t iterations = count_at(part, counter + 1, pixel);
	struct sum *entered = &part->sums[counter], *begun = &part->sums[counter + 1];
	if (!entries)
		return;
	begun->least = entered->elements ? MIN(begun->least, iterations) : iterations;
	begun->most = MAX(begun->most, iterations);
	begun->all += iterations;
	entered->all += entries;
	entered->elements++;
}

static void add_element(struct part *part, size_t pixel)
{
	size_t i = part->first, loops = 2 * part->counters->n_loops;
	for (; i < part->last && i < loops; i += 2)
		add_loop(part, i, pixel);
	for (; i < part->last; i++) {
		uint64_t n = count_at(part, i, pixel);
		part->sums[i].all += n;
		part->sums[i].elements += n > 0;
	}
}

static void add_elements(struct part *part)
{
	for (struct gs_covered c = {0}; gs_covered_next(part->debug, part->result, &c);)
		add_element(part, c.pixel);
}

/* False: error. */
static bool count(
	struct gs_debug *debug, struct sum *sums, struct gs_executions *executions, GError **error)
{
	const struct gs_plan_counters *counters = gs_plan_counters(debug->plan);
	for (size_t first = 0; first < counters->n_counters;) {
		if (gs_debug_is_expired(debug, error))
			return false;
		struct gs_capture_result *result = gs_debug_capture_window(
			debug, GS_VARIANT_EXECUTIONS, first, error);
		if (!result)
			return false;
		size_t window = gs_variant_window(result->variant);
		struct part part = {debug, result, counters, first, first + window,
			gs_variant_count_limit(result->variant), sums, false};
		add_elements(&part);
		if (part.cut)
			executions->limit = part.limit;
		executions->n_draws += result->variant->n_passes;
		gs_capture_result_unref(result);
		first += window;
	}
	return true;
}

/* ---- telling ---- */

static void tell_site(const struct gs_debug *debug, unsigned id, const struct sum *sums, GArray *to)
{
	const struct gs_plan_counters *counters = gs_plan_counters(debug->plan);
	const struct gs_site *site = &debug->plan->sites[id];
	if (counters->of_site[id] == UINT_MAX)
		return;
	const struct sum *sum = &sums[counters->of_site[id]];
	struct gs_span span = gs_node_span(site->marked);
	if (site->kind == GS_SITE_END)
		span = site->unit->tokens[site->marked->last].span;
	struct gs_executed_site s = {.object = site->unit->index,
		.line = span.line,
		.column = span.column,
		.kind = site->kind,
		.function = site->function->name,
		.text = gs_node_line(site->marked),
		.executions = sum->all,
		.elements = sum->elements,
		.counts_more = counters->counts_more[id]};
	g_array_append_val(to, s);
}

static int compare_sites(const void *a, const void *b)
{
	const struct gs_executed_site *x = a, *y = b;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->column < y->column ? -1 : x->column > y->column;
}

static void tell_sites(
	const struct gs_debug *debug, const struct sum *sums, struct gs_executions *executions)
{
	GArray *sites = g_array_new(FALSE, FALSE, sizeof(struct gs_executed_site));
	for (unsigned i = 0; i < debug->plan->n_sites; i++)
		tell_site(debug, i, sums, sites);
	g_array_sort(sites, compare_sites);
	executions->n_sites = sites->len;
	executions->sites = (struct gs_executed_site *)(void *)g_array_free(sites, FALSE);
}

static void tell_lines(const struct gs_debug *debug, struct gs_executions *executions)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct gs_executed_line));
	struct gs_executed_line *line = NULL;
	for (size_t i = 0; i < executions->n_sites; i++) {
		const struct gs_executed_site *site = &executions->sites[i];
		if (!line || line->object != site->object || line->line != site->line) {
			struct gs_executed_line next = {.object = site->object,
				.line = site->line,
				.text = g_strstrip(gs_unit_line(
					debug->shader->units[site->object], site->line))};
			g_array_append_val(lines, next);
			line = &g_array_index(lines, struct gs_executed_line, lines->len - 1);
		}
		line->executions = MAX(line->executions, site->executions);
		line->steps += site->executions;
		executions->steps += site->executions;
	}
	executions->n_lines = lines->len;
	executions->lines = (struct gs_executed_line *)(void *)g_array_free(lines, FALSE);
}

/* The one with the most iterations first; those with as many, as they stand in the text. */
static int compare_loops(const void *a, const void *b)
{
	const struct gs_executed_loop *x = a, *y = b;
	if (x->iterations != y->iterations)
		return x->iterations > y->iterations ? -1 : 1;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->column < y->column ? -1 : x->column > y->column;
}

static char *loop_text(const struct gs_node *loop)
{
	if (loop->kind == GS_NODE_DO)
		return gs_node_line(loop->child[1]);
	const struct gs_node head = {.unit = loop->unit,
		.first = loop->first,
		.last = loop->child[loop->n_children - 1]->first - 1};
	return gs_node_line(&head);
}

static void tell_loops(
	const struct gs_debug *debug, const struct sum *sums, struct gs_executions *executions)
{
	const struct gs_plan_counters *counters = gs_plan_counters(debug->plan);
	executions->n_loops = counters->n_loops;
	executions->loops = g_new0(struct gs_executed_loop, counters->n_loops + 1);
	for (size_t i = 0; i < counters->n_loops; i++) {
		const struct gs_plan_loop *loop = &counters->loops[i];
		const struct sum *entered = &sums[2 * i], *begun = &sums[2 * i + 1];
		struct gs_span span = gs_node_span(loop->node);
		executions->loops[i] = (struct gs_executed_loop){.object = loop->node->unit->index,
			.line = span.line,
			.column = span.column,
			.function = loop->function->name,
			.text = loop_text(loop->node),
			.elements = entered->elements,
			.entries = entered->all,
			.iterations = begun->all,
			.least = begun->least,
			.most = begun->most};
	}
	qsort(executions->loops, executions->n_loops, sizeof(*executions->loops), compare_loops);
}

struct gs_executions *gs_session_executions(struct gs_session *session, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	size_t n = gs_plan_counters(debug->plan)->n_counters;
	struct sum *sums = g_new0(struct sum, n + 1);
	struct gs_executions *executions = g_new0(struct gs_executions, 1);
	executions->elements = debug->n_total;
	if (count(debug, sums, executions, error)) {
		tell_sites(debug, sums, executions);
		tell_lines(debug, executions);
		tell_loops(debug, sums, executions);
	} else {
		g_clear_pointer(&executions, gs_executions_free);
	}
	g_free(sums);
	return executions;
}

void gs_executions_free(struct gs_executions *executions)
{
	if (!executions)
		return;
	for (size_t i = 0; i < executions->n_sites; i++)
		g_free(executions->sites[i].text);
	for (size_t i = 0; i < executions->n_lines; i++)
		g_free(executions->lines[i].text);
	for (size_t i = 0; i < executions->n_loops; i++)
		g_free(executions->loops[i].text);
	g_free(executions->sites);
	g_free(executions->lines);
	g_free(executions->loops);
	g_free(executions);
}
