/* SPDX-License-Identifier: MIT */
/*
 * What a geometry shader emits: one series of draws brings each vertex of all elements with the
 * outputs as they were at its emission, once a session; at a position another draw tells how many
 * of them had been emitted there.
 */
#include <string.h>
#include "debugger/session/shader/emission.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"

/* ---- the vertices ---- */

static const uint32_t *focus_said(const struct gs_debug *debug)
{
	return debug->said[(size_t)debug->focus_y * debug->target.width + debug->focus_x];
}

static bool says_so(const struct gs_debug *debug, size_t cell, const uint32_t *said)
{
	return debug->covered[cell] && debug->said[cell][0] == said[0] &&
	       debug->said[cell][1] == said[1];
}

/* How many elements say the same of themselves as the focus element. */
static unsigned count_alike(const struct gs_debug *debug)
{
	size_t cells = (size_t)debug->target.width * debug->target.height;
	unsigned n = 0;
	for (size_t i = 0; i < cells; i++)
		n += says_so(debug, i, focus_said(debug));
	return n;
}

/* Records that say the same of themselves as the focus element, of the element that comes as the
 * wanted one of those that have any: elements follow each other, each begins at vertex 0. Returns
 * how many have any. */
static unsigned find_records(const struct gs_debug *debug, const struct gs_capture_result *result,
	unsigned wanted, GArray *found)
{
	const uint32_t *said = focus_said(debug);
	unsigned element = 0, begun = 0;
	g_array_set_size(found, 0);
	for (size_t i = 0; i < gs_emission_records(result); i++) {
		struct gs_emit emit = gs_variant_emit(result->variant, &result->images, i);
		if (emit.primitive != said[0] || emit.invocation != said[1])
			continue;
		if (emit.vertex == 0)
			element = begun++;
		if (element == wanted)
			g_array_append_val(found, i);
	}
	return begun;
}

/* Every element that says the same has records: the Nth that has is the Nth. */
static bool all_begun(const struct gs_debug *debug, unsigned begun)
{
	unsigned n = count_alike(debug);
	return n == 1 || begun == n;
}

/* ---- where some elements emit nothing ---- */

/* The focus element is the Nth of those that say the same and emit anything. False: it emits
 * nothing. */
static bool rank_among_emitters(
	const struct gs_debug *debug, const struct gs_emission *e, unsigned *rank)
{
	const uint32_t *said = focus_said(debug);
	size_t cells = (size_t)debug->target.width * debug->target.height;
	*rank = 0;
	for (size_t i = 0; i < cells; i++)
		*rank += e->emitters[i] && says_so(debug, i, said) && debug->said[i][2] < said[2];
	return e->emitters[(size_t)debug->focus_y * debug->target.width + debug->focus_x];
}

/* All that the focus element emits. */
static bool find_all(struct gs_debug *debug, struct gs_emission *e, GArray *found, GError **error)
{
	const struct gs_capture_result *result = g_ptr_array_index(e->results, 0);
	unsigned rank;
	if (all_begun(debug, find_records(debug, result, focus_said(debug)[2], found)))
		return true;
	if (!gs_emission_find_emitters(debug, e, error))
		return false;
	if (rank_among_emitters(debug, e, &rank))
		find_records(debug, result, rank, found);
	else
		g_array_set_size(found, 0);
	return true;
}

/* EmitVertex calls that lie behind on its path. */
static size_t count_on_path(const struct gs_debug *debug)
{
	size_t n = 0, length = gs_path_length(debug->path);
	for (size_t i = 0; i + 1 < length; i++)
		n += gs_site_emits_vertex(&debug->plan->sites[gs_path_entry(debug->path, i)->site]);
	return n;
}

void gs_emission_read(
	const struct gs_emission *e, unsigned output, size_t record, struct gs_value *value)
{
	const struct gs_expression *x = g_ptr_array_index(e->expressions, output);
	value->type = x->type;
	value->n_scalars = gs_type_scalars(&x->type);
	value->scalars = g_new0(struct gs_scalar, value->n_scalars + 1);
	value->written = true;
	for (size_t k = 0; k < value->n_scalars; k++)
		for (unsigned i = 0; i < e->results->len && !value->scalars[k].base; i++) {
			const struct gs_capture_result *result = g_ptr_array_index(e->results, i);
			value->scalars[k] = gs_variant_value(
				result->variant, &result->images, output, k, record);
		}
}

static struct gs_emitted *list_vertices(
	const struct gs_emission *e, const GArray *records, size_t n_emitted)
{
	const struct gs_capture_result *result = g_ptr_array_index(e->results, 0);
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
		struct gs_emit emit = gs_variant_emit(result->variant, &result->images, record);
		v->vertex = emit.vertex;
		v->strip = emit.strip;
		v->stream = emit.stream;
		v->emitted = i < n_emitted;
		if (!v->emitted)
			continue;
		v->values = g_new0(struct gs_value, e->names->len + 1);
		for (unsigned k = 0; k < e->names->len; k++)
			gs_emission_read(e, k, record, &v->values[k]);
	}
	return emitted;
}

/* How many of its vertices the focus element has emitted before the present position. */
static bool count_emitted(struct gs_debug *debug, size_t *n, GError **error)
{
	struct gs_variant_request request = {
		.kind = GS_VARIANT_EMITTED, .position = gs_path_position(debug->path)};
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, NULL, error);
	if (!result)
		return false;
	GArray *records = g_array_new(FALSE, FALSE, sizeof(size_t));
	unsigned begun = find_records(debug, result, focus_said(debug)[2], records);
	*n = all_begun(debug, begun) ? records->len : count_on_path(debug);
	g_array_free(records, TRUE);
	gs_capture_result_unref(result);
	return true;
}

bool gs_emission_need_geometry(struct gs_session *session, GError **error)
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
			"the focus element does not reach this position: `shader reset` goes to "
			"the start of its path");
	else
		return true;
	return false;
}

static void add_undefined(GPtrArray *names, const struct gs_variable_info *output)
{
	if (!output->written)
		g_ptr_array_add(names, g_strdup(output->name));
	for (char **part = output->undefined; part && *part; part++)
		g_ptr_array_add(names, g_strdup(*part));
}

/* An emit leaves the outputs undefined. */
static char **undefined_outputs(struct gs_session *session, const struct gs_emission *e)
{
	struct gs_variable_info *scope;
	GPtrArray *names = g_ptr_array_new();
	size_t n;
	bool known = gs_session_scope(session, &scope, &n, NULL);
	for (unsigned k = 0; known && k < e->names->len; k++)
		for (size_t i = 0; i < n; i++)
			if (!strcmp(scope[i].name, g_ptr_array_index(e->names, k)))
				add_undefined(names, &scope[i]);
	if (known)
		gs_variables_free(scope, n);
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(names, FALSE);
}

struct gs_emitted *gs_session_emitted(struct gs_session *session, GError **error)
{
	if (!gs_emission_need_geometry(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	if (!gs_emission_can(debug->plan))
		return g_new0(struct gs_emitted, 1);
	struct gs_emission *e = gs_emission_of(debug, error);
	size_t n_emitted = 0;
	if (!e || !count_emitted(debug, &n_emitted, error))
		return NULL;
	GArray *records = g_array_new(FALSE, FALSE, sizeof(size_t));
	struct gs_emitted *emitted = NULL;
	if (find_all(debug, e, records, error))
		emitted = list_vertices(e, records, n_emitted);
	if (emitted)
		emitted->undefined = undefined_outputs(session, e);
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
	g_strfreev(emitted->undefined);
	g_free(emitted);
}
