/* SPDX-License-Identifier: MIT */
#include "debugger/session/shader/faults.h"
#include <string.h>
#include "debugger/engine/captured/capture-result.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"

/* Of each site (gs_plan_faults): to how many elements it happens, and to which first. */
struct happened {
	uint64_t elements;
	unsigned x, y;
};

/* ---- what happens ---- */

/* Take in what one draw says of the sites from first on. */
static void note_elements(const struct gs_debug *debug, const struct gs_capture_result *result,
	size_t first, struct happened *happened)
{
	size_t last = first + gs_variant_window(result->variant);
	for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);)
		for (size_t i = first; i < last; i++) {
			if (!gs_variant_faulted(result->variant, &result->images, i, c.pixel))
				continue;
			if (happened[i].elements++ > 0)
				continue;
			happened[i].x = c.x;
			happened[i].y = c.y;
		}
}

static bool find(struct gs_debug *debug, struct happened *happened, GError **error)
{
	size_t n = gs_plan_faults(debug->plan)->n_sites;
	for (size_t first = 0; first < n;) {
		if (gs_debug_is_expired(debug, error))
			return false;
		struct gs_capture_result *result = gs_debug_capture_window(
			debug, GS_VARIANT_FAULTS, first, error);
		if (!result)
			return false;
		note_elements(debug, result, first, happened);
		first += gs_variant_window(result->variant);
		gs_capture_result_unref(result);
	}
	return true;
}

/* ---- work groups ---- */

/* Return the first cell of the work group that the cell is of. */
static size_t group_of(const struct gs_debug *debug, unsigned x, unsigned row)
{
	const struct gs_wire_debug *t = &debug->target;
	unsigned rows = t->groups[1] * t->local[1], y = row % rows, z = row / rows;
	size_t first = y - y % t->local[1] + (size_t)rows * (z - z % t->local[2]);
	return x - x % t->local[0] + t->width * first;
}

static uint64_t times_at(const struct gs_capture_result *result, size_t pixel)
{
	size_t n;
	return gs_variant_fault(result->variant, &result->images, pixel, NULL, 0, &n);
}

/* Those that come to a barrier more often than others of their work group. */
static void note_barrier(const struct gs_debug *debug, const struct gs_capture_result *result,
	struct happened *happened)
{
	size_t cells = (size_t)debug->target.width * debug->target.height;
	g_autofree uint64_t *least = g_new(uint64_t, cells + 1);
	memset(least, 0xff, (cells + 1) * sizeof *least);
	for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);) {
		uint64_t *of_group = &least[group_of(debug, c.x, c.y)];
		*of_group = MIN(*of_group, times_at(result, c.pixel));
	}
	for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);) {
		if (times_at(result, c.pixel) <= least[group_of(debug, c.x, c.y)] ||
			happened->elements++ > 0)
			continue;
		happened->x = c.x;
		happened->y = c.y;
	}
}

static bool find_barriers(
	struct gs_debug *debug, unsigned kinds, struct happened *happened, GError **error)
{
	const struct gs_fault_sites *sites = gs_plan_faults(debug->plan);
	for (size_t i = 0; i < sites->n_sites; i++) {
		if (sites->sites[i].kind != GS_FAULT_BARRIER ||
			!(kinds & GS_FAULT_BIT(GS_FAULT_BARRIER)))
			continue;
		struct gs_capture_result *result = gs_debug_capture_window(
			debug, GS_VARIANT_FAULT_VALUES, i, error);
		if (!result)
			return false;
		note_barrier(debug, result, &happened[i]);
		gs_capture_result_unref(result);
	}
	return true;
}

/* ---- values ---- */

enum { MOST_SCALARS = 16 };

static void take_operands(const struct gs_fault_site *site, const struct gs_scalar *scalars,
	size_t n, struct gs_fault_element *to)
{
	size_t at = 0;
	to->operands = g_new0(struct gs_fault_value, site->n_operands + 1);
	for (unsigned i = 0; i < site->n_operands; i++) {
		const struct gs_fault_operand *o = &site->operands[i];
		struct gs_fault_value *value = &to->operands[to->n_operands];
		value->type = o->type;
		value->n_scalars = gs_type_scalars(&o->type);
		if (at + value->n_scalars > n)
			return;
		at += value->n_scalars;
		if (o->node && o->node->is_constant) /* the text has it */
			continue;
		value->is_text = o->node != NULL;
		value->text = o->node ? gs_node_line(o->node) : g_strdup(o->name);
		value->scalars = g_memdup2(
			&scalars[at - value->n_scalars], value->n_scalars * sizeof(*scalars));
		to->n_operands++;
	}
}

/* Find how often it happens to the first element, and to which other one most often. */
static void find_worst(
	const struct gs_debug *debug, const struct gs_capture_result *result, struct gs_fault *f)
{
	size_t n;
	for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);) {
		uint64_t times = gs_variant_fault(
			result->variant, &result->images, c.pixel, NULL, 0, &n);
		if (c.x == f->first.x && c.y == f->first.y) {
			f->first.times = times;
		} else if (times > MAX(f->first.times, f->worst.times)) {
			f->worst.x = c.x;
			f->worst.y = c.y;
			f->worst.times = times;
		}
	}
}

static void take_element(const struct gs_capture_result *result, const struct gs_fault_site *site,
	struct gs_fault_element *element)
{
	struct gs_scalar scalars[MOST_SCALARS];
	size_t n, pixel;
	if (!element->times || !gs_capture_result_pixel(result, element->x, element->y, &pixel))
		return;
	gs_variant_fault(result->variant, &result->images, pixel, scalars, MOST_SCALARS, &n);
	take_operands(site, scalars, n, element);
}

bool gs_session_fault_values(struct gs_session *session, struct gs_fault *fault, GError **error)
{
	struct gs_debug *debug = session->debug;
	if (fault->site == SIZE_MAX)
		return true;
	const struct gs_fault_site *site = &gs_plan_faults(debug->plan)->sites[fault->site];
	GError *refusal = NULL;
	if (site->n_operands == 0)
		return true;
	struct gs_capture_result *result = gs_debug_capture_window(
		debug, GS_VARIANT_FAULT_VALUES, fault->site, &refusal);
	if (!result && gs_error_is_fatal(refusal)) {
		g_propagate_error(error, refusal);
		return false;
	}
	g_clear_error(&refusal);
	if (!result)
		return true;
	find_worst(debug, result, fault);
	take_element(result, site, &fault->first);
	take_element(result, site, &fault->worst);
	if (fault->worst.times)
		fault->worst.element = gs_debug_element(debug, fault->worst.x, fault->worst.y);
	gs_capture_result_unref(result);
	return true;
}

/* ---- telling ---- */

static const char *function_of(const struct gs_node *node)
{
	while (node && node->kind != GS_NODE_FUNCTION)
		node = node->parent;
	return node && node->function ? node->function->name : "";
}

static int compare(const void *a, const void *b)
{
	const struct gs_fault *x = a, *y = b;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

static void tell_unused(const struct gs_debug *debug, struct gs_faults *faults)
{
	g_autoptr(GArray) unused = gs_plan_unused(
		debug->plan, debug->others, debug->info.flags & GS_PROGRAM_FED_BACK);
	faults->faults = g_renew(
		struct gs_fault, faults->faults, faults->n_faults + unused->len + 1);
	for (guint i = 0; i < unused->len; i++) {
		const struct gs_unused *note = &g_array_index(unused, struct gs_unused, i);
		struct gs_span span = gs_node_span(note->node);
		faults->faults[faults->n_faults++] = (struct gs_fault){.site = SIZE_MAX,
			.kind = GS_FAULT_UNUSED,
			.object = note->node->unit->index,
			.line = span.line,
			.column = span.column,
			.end_line = span.end_line,
			.end_column = span.end_column,
			.expression = g_strdup(note->node->symbol->name),
			.function = function_of(note->node),
			.message = note->message,
			.section = note->section,
			.advice = note->advice};
	}
}

static void tell(const struct gs_debug *debug, unsigned kinds, const struct happened *happened,
	struct gs_faults *faults)
{
	const struct gs_fault_sites *sites = gs_plan_faults(debug->plan);
	for (size_t i = 0; i < sites->n_sites; i++) {
		const struct gs_fault_site *site = &sites->sites[i];
		struct gs_span span = gs_node_span(site->node);
		if (!(kinds & GS_FAULT_BIT(site->kind)) || !happened[i].elements)
			continue;
		faults->faults[faults->n_faults++] = (struct gs_fault){.site = i,
			.kind = site->kind,
			.object = site->node->unit->index,
			.line = span.line,
			.column = span.column,
			.end_line = span.end_line,
			.end_column = span.end_column,
			.expression = gs_node_line(site->node),
			.function = function_of(site->node),
			.message = site->message,
			.section = site->section,
			.advice = site->advice,
			.elements = happened[i].elements,
			.first = {.x = happened[i].x,
				.y = happened[i].y,
				.element = gs_debug_element(debug, happened[i].x, happened[i].y)}};
	}
	if (kinds & GS_FAULT_BIT(GS_FAULT_UNUSED))
		tell_unused(debug, faults);
	qsort(faults->faults, faults->n_faults, sizeof(*faults->faults), compare);
}

struct gs_faults *gs_session_faults(struct gs_session *session, unsigned kinds, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	size_t n = gs_plan_faults(debug->plan)->n_sites;
	g_autofree struct happened *happened = g_new0(struct happened, n + 1);
	if (!find(debug, happened, error) || !find_barriers(debug, kinds, happened, error))
		return NULL;
	struct gs_faults *faults = g_new0(struct gs_faults, 1);
	faults->faults = g_new0(struct gs_fault, n + 1);
	faults->elements = debug->n_total;
	faults->closed = gs_plan_faults(debug->plan)->n_closed;
	tell(debug, kinds, happened, faults);
	return faults;
}

bool gs_session_keep_sift(struct gs_session *session, unsigned kinds, GError **error)
{
	gs_session_begin(session);
	return gs_session_need_shader(session, error) &&
	       gs_debug_keep_sift(session->debug, kinds, error);
}

bool gs_session_sift(
	struct gs_session *session, unsigned stages, struct gs_wire_sifted *sifted, GError **error)
{
	const uint64_t number[6] = {stages};
	struct gs_stream answer;
	memset(sifted, 0, sizeof *sifted);
	gs_session_begin(session);
	if (!gs_session_need_draw(session, error) || !gs_session_need_no_list(session, error) ||
		!gs_session_request(session, GS_REQUEST_SIFT, number, NULL, &answer, error))
		return false;
	gs_stream_get(&answer, sifted, sizeof *sifted);
	if (!answer.failed)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the program's answer about its faults is malformed");
	return false;
}

void gs_fault_element_clear(struct gs_fault_element *element)
{
	for (size_t i = 0; i < element->n_operands; i++) {
		g_free(element->operands[i].text);
		g_free(element->operands[i].scalars);
	}
	g_free(element->operands);
}

void gs_faults_free(struct gs_faults *faults)
{
	if (!faults)
		return;
	for (size_t i = 0; i < faults->n_faults; i++) {
		g_free(faults->faults[i].expression);
		gs_fault_element_clear(&faults->faults[i].first);
		gs_fault_element_clear(&faults->faults[i].worst);
	}
	g_free(faults->faults);
	g_free(faults);
}
