/* SPDX-License-Identifier: MIT */
#include "debugger/session/shader/faults.h"
#include <string.h>
#include "debugger/engine/captured/capture-result.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"

/* Of each site (gs_plan_faults): to how many elements it happens, and to which first. */
struct happened {
	uint64_t elements;
	unsigned x, y;
};

/* Called for each element of a result. */
typedef void (*element_func)(
	const struct gs_capture_result *result, unsigned x, unsigned y, size_t pixel, void *data);

static void for_each_element(const struct gs_debug *debug, const struct gs_capture_result *result,
	element_func func, void *data)
{
	size_t pixel;
	for (unsigned y = 0; y < debug->target.height; y++)
		for (unsigned x = 0; x < debug->target.width; x++)
			if (gs_debug_is_covered(debug, x, y) &&
				gs_capture_result_pixel(result, x, y, &pixel))
				func(result, x, y, pixel, data);
}

/* ---- what happens ---- */

/* What one draw says of the sites from first on. */
struct part {
	size_t first, last;
	struct happened *happened;
};

static void note_element(
	const struct gs_capture_result *result, unsigned x, unsigned y, size_t pixel, void *data)
{
	const struct part *part = data;
	for (size_t i = part->first; i < part->last; i++) {
		if (!gs_variant_faulted(result->variant, &result->images, i, pixel))
			continue;
		struct happened *h = &part->happened[i];
		if (h->elements++ == 0) {
			h->x = x;
			h->y = y;
		}
	}
}

static bool find(
	struct gs_debug *debug, struct happened *happened, struct gs_faults *faults, GError **error)
{
	size_t n = gs_plan_faults(debug->plan)->n_sites;
	for (size_t first = 0; first < n;) {
		if (gs_debug_is_expired(debug, error))
			return false;
		struct gs_variant_request request = {
			.kind = GS_VARIANT_FAULTS, .first_decision = first};
		struct gs_capture_result *result = gs_debug_capture(
			debug, &request, 0, NULL, error);
		if (!result)
			return false;
		size_t window = gs_variant_window(result->variant);
		struct part part = {first, first + window, happened};
		for_each_element(debug, result, note_element, &part);
		faults->n_draws += result->variant->n_passes;
		gs_capture_result_unref(result);
		first += window;
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

/* The elements whose values are wanted. */
struct wanted {
	const struct gs_fault_site *site;
	struct gs_fault *fault;
};

static void note_times(
	const struct gs_capture_result *result, unsigned x, unsigned y, size_t pixel, void *data)
{
	const struct wanted *w = data;
	struct gs_fault *f = w->fault;
	struct gs_scalar scalars[MOST_SCALARS];
	size_t n;
	uint64_t times = gs_variant_fault(
		result->variant, &result->images, pixel, scalars, MOST_SCALARS, &n);
	if (x == f->first.x && y == f->first.y) {
		f->first.times = times;
		if (times)
			take_operands(w->site, scalars, n, &f->first);
	} else if (times > MAX(f->first.times, f->worst.times)) {
		f->worst.x = x;
		f->worst.y = y;
		f->worst.times = times;
	}
}

static void take_worst(const struct gs_debug *debug, const struct gs_capture_result *result,
	const struct gs_fault_site *site, struct gs_fault_element *worst)
{
	struct gs_scalar scalars[MOST_SCALARS];
	size_t n, pixel;
	if (!gs_capture_result_pixel(result, worst->x, worst->y, &pixel))
		return;
	gs_variant_fault(result->variant, &result->images, pixel, scalars, MOST_SCALARS, &n);
	take_operands(site, scalars, n, worst);
	worst->element = gs_debug_element(debug, worst->x, worst->y);
}

/* A draw that cannot be had leaves the values unknown. False: nothing more can be asked. */
static bool take_values(struct gs_debug *debug, size_t index, struct gs_fault *fault,
	struct gs_faults *faults, GError **error)
{
	const struct gs_fault_site *site = &gs_plan_faults(debug->plan)->sites[index];
	struct gs_variant_request request = {
		.kind = GS_VARIANT_FAULT_VALUES, .first_decision = index};
	GError *refusal = NULL;
	if (site->n_operands == 0)
		return true;
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, NULL, &refusal);
	if (!result && gs_error_is_fatal(refusal)) {
		g_propagate_error(error, refusal);
		return false;
	}
	g_clear_error(&refusal);
	if (!result)
		return true;
	struct wanted wanted = {site, fault};
	for_each_element(debug, result, note_times, &wanted);
	if (fault->worst.times)
		take_worst(debug, result, site, &fault->worst);
	faults->n_draws += result->variant->n_passes;
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

static bool tell(struct gs_debug *debug, unsigned kinds, bool with_values,
	const struct happened *happened, struct gs_faults *faults, GError **error)
{
	const struct gs_fault_sites *sites = gs_plan_faults(debug->plan);
	for (size_t i = 0; i < sites->n_sites; i++) {
		const struct gs_fault_site *site = &sites->sites[i];
		struct gs_span span = gs_node_span(site->node);
		if (!(kinds & GS_FAULT_BIT(site->kind)))
			continue;
		faults->looked_at++;
		if (!happened[i].elements)
			continue;
		struct gs_fault *f = &faults->faults[faults->n_faults++];
		*f = (struct gs_fault){.kind = site->kind,
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
		if (with_values && !take_values(debug, i, f, faults, error))
			return false;
	}
	return true;
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

struct gs_faults *gs_session_faults(
	struct gs_session *session, unsigned kinds, bool with_values, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	const struct gs_fault_sites *sites = gs_plan_faults(debug->plan);
	struct happened *happened = g_new0(struct happened, sites->n_sites + 1);
	struct gs_faults *faults = g_new0(struct gs_faults, 1);
	faults->faults = g_new0(struct gs_fault, sites->n_sites + 1);
	faults->elements = debug->n_total;
	if (find(debug, happened, faults, error) &&
		tell(debug, kinds, with_values, happened, faults, error))
		qsort(faults->faults, faults->n_faults, sizeof(*faults->faults), compare);
	else
		g_clear_pointer(&faults, gs_faults_free);
	g_free(happened);
	return faults;
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
