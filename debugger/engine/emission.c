/* SPDX-License-Identifier: MIT */
#include "debugger/engine/emission.h"

#include <string.h>

static void free_expression(gpointer data)
{
	gs_expression_free(data);
}

static void unref_result(gpointer data)
{
	gs_capture_result_unref(data);
}

void gs_emission_free(struct gs_emission *e)
{
	if (!e)
		return;
	g_ptr_array_free(e->results, TRUE);
	g_ptr_array_free(e->names, TRUE);
	g_ptr_array_free(e->expressions, TRUE);
	g_free(e->captures);
	g_free(e->emitters);
	g_free(e);
}

/* ---- the outputs ---- */

static void add_output(struct gs_debug *debug, struct gs_emission *e, const struct gs_unit *unit,
	unsigned token, const struct gs_symbol *symbol)
{
	struct gs_messages messages = {0};
	struct gs_expression *parsed;
	if (symbol->kind != GS_SYMBOL_VARIABLE || symbol->storage != GS_STORAGE_OUT ||
		!gs_type_scalars(&symbol->type) ||
		(symbol->is_builtin && !gs_plan_writes(debug->plan, symbol)))
		return;
	parsed = gs_expression_parse(debug->shader, unit, token, symbol->name, &messages);
	gs_messages_finish(&messages);
	if (!parsed)
		return;
	bool first = strcmp(symbol->name, "gl_Position") == 0;
	g_ptr_array_insert(e->names, first ? 0 : -1, g_strdup(symbol->name));
	g_ptr_array_insert(e->expressions, first ? 0 : -1, parsed);
}

static void find_outputs(struct gs_debug *debug, struct gs_emission *e)
{
	const struct gs_node *main = debug->shader->main->definition;
	size_t n;
	const struct gs_symbol **symbols = gs_shader_visible(
		debug->shader, main->unit, main->last, &n);
	for (size_t i = 0; i < n; i++)
		add_output(debug, e, main->unit, main->last, symbols[i]);
	g_free(symbols);
	e->captures = g_new0(struct gs_capture, e->names->len + 1);
	for (unsigned i = 0; i < e->names->len; i++)
		e->captures[i].expression = g_ptr_array_index(e->expressions, i);
}

/* ---- the vertices ---- */

static bool capture_all(struct gs_debug *debug, struct gs_emission *e, GError **error)
{
	size_t capture = 0, n = e->names->len;
	struct gs_variant_request request = {
		.kind = GS_VARIANT_EMITTED,
		.captures = e->captures,
		.n_captures = n,
		.in_parts = true,
	};
	do {
		if (gs_debug_is_expired(debug, error))
			return false;
		struct gs_capture_result *result = gs_debug_capture(
			debug, &request, capture, NULL, error);
		if (!result)
			return false;
		g_ptr_array_add(e->results, result);
		const struct gs_variant *v = result->variant;
		if (n && v->next_capture <= capture && v->next_scalar <= request.first_scalar) {
			g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
				"the shader's outputs do not fit into one capture: `print` shows "
				"them one by one");
			return false;
		}
		capture = v->next_capture;
		request.first_scalar = v->next_scalar;
	} while (capture < n);
	return true;
}

struct gs_emission *gs_emission_of(struct gs_debug *debug, GError **error)
{
	if (debug->emission)
		return debug->emission;
	struct gs_emission *e = g_new0(struct gs_emission, 1);
	e->names = g_ptr_array_new_with_free_func(g_free);
	e->expressions = g_ptr_array_new_with_free_func(free_expression);
	e->results = g_ptr_array_new_with_free_func(unref_result);
	find_outputs(debug, e);
	if (capture_all(debug, e, error))
		return debug->emission = e;
	gs_emission_free(e);
	return NULL;
}

size_t gs_emission_records(const struct gs_capture_result *result)
{
	return (size_t)result->images.width * result->images.height;
}

/* Finds the elements that execute any EmitVertex. */
bool gs_emission_find_emitters(struct gs_debug *debug, struct gs_emission *e, GError **error)
{
	size_t cells = (size_t)debug->target.width * debug->target.height;
	const struct gs_plan *plan = debug->plan;
	if (e->emitters)
		return true;
	uint8_t *emitters = g_malloc0(cells + 1);
	for (size_t site = 0, window; site < plan->n_sites; site += window) {
		struct gs_variant_request request = {
			.kind = GS_VARIANT_REACH, .first_decision = site};
		struct gs_capture_result *result = gs_debug_capture(
			debug, &request, 0, NULL, error);
		window = result ? gs_variant_window(result->variant) : 0;
		for (size_t i = site; i < MIN(site + window, plan->n_sites); i++)
			for (size_t c = 0; gs_site_emits_vertex(&plan->sites[i]) && c < cells; c++)
				emitters[c] |= gs_variant_reached(
					result->variant, &result->images, (unsigned)i, c);
		gs_capture_result_unref(result);
		if (!window) {
			g_free(emitters);
			return false;
		}
	}
	e->emitters = emitters;
	return true;
}

/* Where a shader emits nothing at all, a driver finds no output to record. */
bool gs_emission_can(const struct gs_plan *plan)
{
	for (size_t i = 0; i < plan->n_sites; i++)
		if (plan->sites[i].kind == GS_SITE_EMIT)
			return true;
	return false;
}
