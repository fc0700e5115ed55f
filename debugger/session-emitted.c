/* SPDX-License-Identifier: MIT */
/*
 * What a geometry shader emits: one series of draws brings each vertex of all elements with the
 * outputs as they were at its emission, once a session; at a position another draw tells how many
 * of them had been emitted there.
 */
#include <string.h>
#include "debugger/session-private.h"

struct gs_emission {
	GPtrArray *names;	/* of the outputs */
	GPtrArray *expressions; /* struct gs_expression */
	struct gs_capture *captures;
	GPtrArray *shots; /* struct gs_shot; of every one the records are the same vertices */
};

static void free_expression(gpointer data)
{
	gs_expression_free(data);
}

static void unref_shot(gpointer data)
{
	gs_shot_unref(data);
}

void gs_emission_free(struct gs_emission *e)
{
	if (!e)
		return;
	g_ptr_array_free(e->shots, TRUE);
	g_ptr_array_free(e->names, TRUE);
	g_ptr_array_free(e->expressions, TRUE);
	g_free(e->captures);
	g_free(e);
}

/* ---- the outputs ---- */

static bool is_written_anywhere(const struct gs_plan *plan, const struct gs_symbol *symbol)
{
	for (size_t i = 0; i < plan->n_sites; i++) {
		size_t n;
		const struct gs_symbol *const *written = gs_plan_site_writes(plan, i, GS_WRITES_ALL, &n);
		for (size_t k = 0; k < n; k++)
			if (written[k] == symbol)
				return true;
	}
	return false;
}

static void add_output(struct gs_debug *debug, struct gs_emission *e, const struct gs_unit *unit,
	unsigned token, const struct gs_symbol *symbol)
{
	struct gs_messages messages = {0};
	struct gs_expression *parsed;
	if (symbol->kind != GS_SYMBOL_VARIABLE || symbol->storage != GS_STORAGE_OUT ||
		!gs_type_scalars(&symbol->type) ||
		(symbol->is_builtin && !is_written_anywhere(debug->plan, symbol)))
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

static bool shoot_all(struct gs_debug *debug, struct gs_emission *e, GError **error)
{
	size_t capture = 0, n = e->names->len;
	struct gs_variant_request request = {
		.kind = GS_VARIANT_EMITTED,
		.captures = e->captures,
		.n_captures = n,
		.in_parts = true,
	};
	do {
		if (gs_session_expired(debug->session, error))
			return false;
		struct gs_shot *shot = gs_places_shoot(
			debug->places, &request, capture, NULL, error);
		if (!shot)
			return false;
		g_ptr_array_add(e->shots, shot);
		const struct gs_variant *v = shot->variant;
		if (n && v->next_capture <= capture && v->next_scalar <= request.first_scalar) {
			g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
				"the shader's outputs do not fit beside each other: `print` shows "
				"them one by one");
			return false;
		}
		capture = v->next_capture;
		request.first_scalar = v->next_scalar;
	} while (capture < n);
	return true;
}

static struct gs_emission *emission(struct gs_debug *debug, GError **error)
{
	if (debug->emission)
		return debug->emission;
	struct gs_emission *e = g_new0(struct gs_emission, 1);
	e->names = g_ptr_array_new_with_free_func(g_free);
	e->expressions = g_ptr_array_new_with_free_func(free_expression);
	e->shots = g_ptr_array_new_with_free_func(unref_shot);
	find_outputs(debug, e);
	if (shoot_all(debug, e, error))
		return debug->emission = e;
	gs_emission_free(e);
	return NULL;
}

static size_t n_records(const struct gs_shot *shot)
{
	return (size_t)shot->images.width * shot->images.height;
}

/* How often an identity comes among the elements: once an instance. */
static unsigned count_instances(const struct gs_debug *debug, const struct gs_element *focus)
{
	size_t cells = (size_t)debug->target.width * debug->target.height;
	unsigned n = 0;
	for (size_t i = 0; i < cells; i++)
		n += debug->covered[i] && debug->who[i][0] == focus->at[0] &&
		     debug->who[i][1] == focus->at[1];
	return n;
}

/* Records of the focus element, in order. Instances follow each other: each begins at vertex 0. */
static bool find_records(
	const struct gs_debug *debug, const struct gs_shot *shot, GArray *found, GError **error)
{
	struct gs_element focus = gs_debug_element(debug, debug->focus_x, debug->focus_y);
	unsigned wanted = focus.n > 2 ? focus.at[2] : 0, instance = 0, begun = 0;
	for (size_t i = 0; i < n_records(shot); i++) {
		struct gs_emit emit = gs_variant_emit(shot->variant, &shot->images, i);
		if (emit.primitive != focus.at[0] || emit.invocation != focus.at[1])
			continue;
		if (emit.vertex == 0)
			instance = begun++;
		if (instance == wanted)
			g_array_append_val(found, i);
	}
	if (focus.n == 2 || begun == count_instances(debug, &focus))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"in some instances primitive %u emits nothing here, so that the vertices cannot be "
		"told to which instance they belong: step on, and ask again",
		focus.at[0]);
	return false;
}

static void read_value(
	const struct gs_emission *e, unsigned output, size_t record, struct gs_value *value)
{
	const struct gs_expression *x = g_ptr_array_index(e->expressions, output);
	value->type = x->type;
	value->n_scalars = gs_type_scalars(&x->type);
	value->scalars = g_new0(struct gs_scalar, value->n_scalars + 1);
	value->written = true;
	for (size_t k = 0; k < value->n_scalars; k++)
		for (unsigned i = 0; i < e->shots->len && !value->scalars[k].base; i++) {
			const struct gs_shot *shot = g_ptr_array_index(e->shots, i);
			value->scalars[k] = gs_variant_value(
				shot->variant, &shot->images, output, k, record);
		}
}

static struct gs_emitted *list_vertices(
	const struct gs_emission *e, const GArray *records, size_t n_emitted)
{
	const struct gs_shot *shot = g_ptr_array_index(e->shots, 0);
	struct gs_emitted *emitted = g_new0(struct gs_emitted, 1);
	emitted->n_names = e->names->len;
	emitted->names = g_new0(char *, e->names->len + 1);
	for (unsigned i = 0; i < e->names->len; i++)
		emitted->names[i] = g_strdup(g_ptr_array_index(e->names, i));
	emitted->n_vertices = records->len;
	emitted->vertices = g_new0(struct gs_emitted_vertex, records->len + 1);
	for (unsigned i = 0; i < records->len; i++) {
		struct gs_emitted_vertex *v = &emitted->vertices[i];
		size_t record = g_array_index(records, size_t, i);
		struct gs_emit emit = gs_variant_emit(shot->variant, &shot->images, record);
		v->vertex = emit.vertex;
		v->strip = emit.strip;
		v->stream = emit.stream;
		v->emitted = i < n_emitted;
		if (!v->emitted)
			continue;
		v->values = g_new0(struct gs_value, e->names->len + 1);
		for (unsigned k = 0; k < e->names->len; k++)
			read_value(e, k, record, &v->values[k]);
	}
	return emitted;
}

/* How many of its vertices the focus element has emitted before the present position. */
static bool count_emitted(struct gs_debug *debug, size_t *n, GError **error)
{
	struct gs_variant_request request = {
		.kind = GS_VARIANT_EMITTED, .position = gs_path_position(debug->path)};
	struct gs_shot *shot = gs_places_shoot(debug->places, &request, 0, NULL, error);
	if (!shot)
		return false;
	GArray *records = g_array_new(FALSE, FALSE, sizeof(size_t));
	bool good = find_records(debug, shot, records, error);
	*n = records->len;
	g_array_free(records, TRUE);
	gs_shot_unref(shot);
	return good;
}

/* A driver finds no output to record where a shader emits nothing at all. */
static bool can_emit(const struct gs_plan *plan)
{
	for (size_t i = 0; i < plan->n_sites; i++)
		if (plan->sites[i].kind == GS_SITE_EMIT)
			return true;
	return false;
}

static bool need_geometry(struct gs_session *session, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	const struct gs_debug *debug = session->debug;
	if (debug->stage != GS_STAGE_GEOMETRY)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a %s shader emits no vertices: `emitted` is for `shader geometry`",
			gs_stage_name(debug->stage));
	else if (!debug->focus_here)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT,
			"the focus element does not come to this position: `shader reset` begins "
			"its path");
	else
		return true;
	return false;
}

struct gs_emitted *gs_session_emitted(struct gs_session *session, GError **error)
{
	if (!need_geometry(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	if (!can_emit(debug->plan))
		return g_new0(struct gs_emitted, 1);
	struct gs_emission *e = emission(debug, error);
	size_t n_emitted = 0;
	if (!e || !count_emitted(debug, &n_emitted, error))
		return NULL;
	GArray *records = g_array_new(FALSE, FALSE, sizeof(size_t));
	struct gs_emitted *emitted = NULL;
	if (find_records(debug, g_ptr_array_index(e->shots, 0), records, error))
		emitted = list_vertices(e, records, n_emitted);
	g_array_free(records, TRUE);
	return emitted;
}

void gs_emitted_free(struct gs_emitted *emitted)
{
	if (!emitted)
		return;
	for (size_t i = 0; i < emitted->n_vertices; i++) {
		for (size_t k = 0; emitted->vertices[i].values && k < emitted->n_names; k++)
			gs_value_clear(&emitted->vertices[i].values[k]);
		g_free(emitted->vertices[i].values);
	}
	g_free(emitted->vertices);
	g_strfreev(emitted->names);
	g_free(emitted);
}
