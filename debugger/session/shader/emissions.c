/* SPDX-License-Identifier: MIT */
/*
 * What all elements of a geometry shader emit, told apart by primitive, invocation and, where a
 * draw has instances, by their order: the vertices of an instance follow those of the one before.
 */
#include <math.h>
#include <string.h>
#include "debugger/session/shader/emission.h"
#include "debugger/session/private.h"
#include "debugger/session/shader/values.h"
#include "debugger/base/output-file.h"

/* ---- records, by who emits them ---- */

struct key {
	uint32_t primitive, invocation;
};

static guint key_hash(gconstpointer data)
{
	const struct key *key = data;
	return key->primitive * 31 + key->invocation;
}

static gboolean key_equal(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(struct key)) == 0;
}

static void free_groups(gpointer groups)
{
	g_ptr_array_free(groups, TRUE);
}

static void free_group(gpointer group)
{
	g_array_free(group, TRUE);
}

/* struct key -> GPtrArray of GArray of record numbers: one for each instance that has any. */
static GHashTable *group_records(const struct gs_capture_result *result)
{
	GHashTable *all = g_hash_table_new_full(key_hash, key_equal, g_free, free_groups);
	for (size_t i = 0; i < gs_emission_records(result); i++) {
		struct gs_emit emit = gs_variant_emit(result->variant, &result->images, i);
		struct key key = {emit.primitive, emit.invocation};
		GPtrArray *groups = g_hash_table_lookup(all, &key);
		if (!groups) {
			groups = g_ptr_array_new_with_free_func(free_group);
			g_hash_table_insert(all, g_memdup2(&key, sizeof(key)), groups);
		}
		if (emit.vertex == 0 || !groups->len)
			g_ptr_array_add(groups, g_array_new(FALSE, FALSE, sizeof(size_t)));
		g_array_append_val((GArray *)g_ptr_array_index(groups, groups->len - 1), i);
	}
	return all;
}

static unsigned n_groups(GHashTable *all, const struct key *key)
{
	const GPtrArray *groups = g_hash_table_lookup(all, key);
	return groups ? groups->len : 0;
}

static const GArray *group(GHashTable *all, const struct key *key, unsigned nth)
{
	const GPtrArray *groups = g_hash_table_lookup(all, key);
	return groups && nth < groups->len ? g_ptr_array_index(groups, nth) : NULL;
}

/* struct key -> how many elements are called so. */
static GHashTable *count_elements(const struct gs_debug *debug)
{
	GHashTable *counts = g_hash_table_new_full(key_hash, key_equal, g_free, NULL);
	size_t cells = (size_t)debug->target.width * debug->target.height;
	for (size_t c = 0; c < cells; c++) {
		struct key key = {debug->said[c][0], debug->said[c][1]};
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, &key));
		if (debug->covered[c])
			g_hash_table_insert(
				counts, g_memdup2(&key, sizeof(key)), GUINT_TO_POINTER(n + 1));
	}
	return counts;
}

/* Every element has records, or else it is the only one of its name. */
static bool is_told_apart(GHashTable *counts, GHashTable *all, const struct key *key)
{
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
	return n <= 1 || n_groups(all, key) == n || n_groups(all, key) == 0;
}

static bool are_told_apart(GHashTable *counts, GHashTable *all)
{
	GHashTableIter iter;
	gpointer key;
	g_hash_table_iter_init(&iter, counts);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		if (!is_told_apart(counts, all, key))
			return false;
	return true;
}

/* ---- the list ---- */

static void list_outputs(struct gs_emissions *list, const struct gs_emission *e)
{
	GPtrArray *names = g_ptr_array_new();
	list->n_outputs = e->names->len;
	list->outputs = g_new0(char *, e->names->len + 1);
	list->first_scalar = g_new0(size_t, e->names->len + 1);
	for (unsigned i = 0; i < e->names->len; i++) {
		const struct gs_expression *x = g_ptr_array_index(e->expressions, i);
		list->outputs[i] = g_strdup(g_ptr_array_index(e->names, i));
		char **scalars = gs_debug_scalar_names(list->outputs[i], x);
		for (char **name = scalars; *name; name++)
			g_ptr_array_add(names, *name);
		g_free(scalars);
		list->first_scalar[i + 1] = names->len;
	}
	list->n_scalars = names->len;
	g_ptr_array_add(names, NULL);
	list->scalar_names = (char **)g_ptr_array_free(names, FALSE);
	list->bases = g_new0(enum gs_base, list->n_scalars + 1);
}

static void read_values(
	struct gs_emissions *list, const struct gs_emission *e, size_t vertex, size_t record)
{
	for (unsigned i = 0; i < list->n_outputs; i++) {
		struct gs_value value = {0};
		gs_emission_read(e, i, record, &value);
		for (size_t k = 0; k < value.n_scalars &&
				   list->first_scalar[i] + k < list->first_scalar[i + 1];
			k++) {
			size_t scalar = list->first_scalar[i] + k,
			       at = vertex * list->n_scalars + scalar;
			list->values[at] = gs_scalar_number(&value.scalars[k]);
			list->bits[at] = value.scalars[k].bits;
			list->bases[scalar] = value.scalars[k].base;
		}
		gs_value_clear(&value);
	}
}

static void add_vertices(struct gs_emissions *list, const struct gs_emission *e, uint32_t cell,
	const GArray *records, size_t n_emitted)
{
	const struct gs_capture_result *result = g_ptr_array_index(e->results, 0);
	for (guint i = 0; records && i < records->len; i++) {
		size_t record = g_array_index(records, size_t, i), at = list->n_vertices++;
		struct gs_emit emit = gs_variant_emit(result->variant, &result->images, record);
		list->vertices[at] = (struct gs_emissions_vertex){
			cell, emit.vertex, emit.strip, emit.stream, i < n_emitted};
		if (i < n_emitted)
			read_values(list, e, at, record);
		for (size_t k = 0; i >= n_emitted && k < list->n_scalars; k++)
			list->values[at * list->n_scalars + k] = NAN;
	}
}

/* How often each name has come so far. */
static unsigned take_rank(GHashTable *ranks, const struct key *key)
{
	unsigned rank = GPOINTER_TO_UINT(g_hash_table_lookup(ranks, key));
	g_hash_table_insert(ranks, g_memdup2(key, sizeof(*key)), GUINT_TO_POINTER(rank + 1));
	return rank;
}

struct collecting {
	struct gs_debug *debug;
	struct gs_emission *e;
	const struct gs_mask *mask;
	GHashTable *counts, *all, *before; /* before: what is emitted before the position */
	GHashTable *emitting; /* how many of those that emit anything have come by each name */
};

/* Who has emitted something before the position is among those that ever emit: none of them, all of
 * them, or not known who. */
static bool is_known_before(const struct collecting *c, const struct key *key)
{
	unsigned before = n_groups(c->before, key);
	return before == 0 || before == n_groups(c->all, key);
}

/* The vertices of the element at a cell. */
static void take_element(struct collecting *c, struct gs_emissions *list, uint32_t cell)
{
	struct key key = {c->debug->said[cell][0], c->debug->said[cell][1]};
	bool emits = !c->e->emitters || c->e->emitters[cell];
	unsigned nth = emits ? take_rank(c->emitting, &key) : 0;
	bool here = c->mask->flags[cell] & GS_ELEMENT_HERE;
	list->emitters[cell] = !here			  ? GS_EMITTER_ELSEWHERE
			       : is_known_before(c, &key) ? GS_EMITTER_HERE
							  : GS_EMITTER_UNKNOWN;
	if (list->emitters[cell] != GS_EMITTER_HERE || !emits)
		return;
	const GArray *before = group(c->before, &key, nth);
	add_vertices(list, c->e, cell, group(c->all, &key, nth), before ? before->len : 0);
}

static void take_all(struct collecting *c, struct gs_emissions *list)
{
	const struct gs_debug *debug = c->debug;
	size_t cells = (size_t)debug->target.width * debug->target.height;
	size_t records = gs_emission_records(g_ptr_array_index(c->e->results, 0));
	list->width = debug->target.width;
	list->height = debug->target.height;
	list->elements = gs_debug_list_elements(debug);
	list->emitters = g_new0(uint8_t, cells + 1);
	list->vertices = g_new0(struct gs_emissions_vertex, records + 1);
	list->values = g_new0(double, records * list->n_scalars + 1);
	list->bits = g_new0(uint64_t, records * list->n_scalars + 1);
	for (size_t cell = 0; cell < cells; cell++)
		if (debug->covered[cell])
			take_element(c, list, (uint32_t)cell);
}

static bool collect(struct collecting *c, struct gs_emissions *list, GError **error)
{
	struct gs_variant_request request = {
		.kind = GS_VARIANT_EMITTED, .position = gs_path_position(c->debug->path)};
	struct gs_capture_result *here = gs_debug_capture(c->debug, &request, 0, NULL, error);
	if (!here)
		return false;
	c->counts = count_elements(c->debug);
	c->all = group_records(g_ptr_array_index(c->e->results, 0));
	c->before = group_records(here);
	gs_capture_result_unref(here);
	c->emitting = g_hash_table_new_full(key_hash, key_equal, g_free, NULL);
	bool good = are_told_apart(c->counts, c->all) ||
		    gs_emission_find_emitters(c->debug, c->e, error);
	if (good)
		take_all(c, list);
	g_hash_table_destroy(c->counts);
	g_hash_table_destroy(c->all);
	g_hash_table_destroy(c->before);
	g_hash_table_destroy(c->emitting);
	return good;
}

struct gs_emissions *gs_session_emissions(struct gs_session *session, GError **error)
{
	if (!gs_emission_need_geometry(session, error))
		return NULL;
	struct collecting c = {.debug = session->debug};
	if (!gs_emission_can(c.debug->plan))
		return g_new0(struct gs_emissions, 1);
	c.e = gs_emission_of(c.debug, error);
	struct gs_mask *mask = c.e ? gs_session_mask(session, error) : NULL;
	if (!mask)
		return NULL;
	struct gs_emissions *list = g_new0(struct gs_emissions, 1);
	c.mask = mask;
	list_outputs(list, c.e);
	bool good = collect(&c, list, error);
	gs_mask_free(mask);
	if (good)
		return list;
	gs_emissions_free(list);
	return NULL;
}

void gs_emissions_free(struct gs_emissions *emissions)
{
	if (!emissions)
		return;
	g_free(emissions->emitters);
	g_free(emissions->elements);
	g_strfreev(emissions->outputs);
	g_free(emissions->first_scalar);
	g_strfreev(emissions->scalar_names);
	g_free(emissions->bases);
	g_free(emissions->bits);
	g_free(emissions->vertices);
	g_free(emissions->values);
	g_free(emissions);
}

/* ---- as a file ---- */

static void write_head(FILE *file, const struct gs_emissions *list)
{
	const struct gs_element *who = list->n_vertices ? &list->elements[list->vertices[0].cell]
							: NULL;
	for (unsigned i = 0; who && i < who->n; i++)
		fprintf(file, "%s,", who->name[i]);
	fprintf(file, "%svertex,output_primitive,stream", who ? "" : "primitive,invocation,");
	for (size_t k = 0; k < list->n_scalars; k++)
		fprintf(file, strchr(list->scalar_names[k], ',') ? ",\"%s\"" : ",%s",
			list->scalar_names[k]);
	fputc('\n', file);
}

struct gs_scalar gs_emissions_scalar(const struct gs_emissions *list, size_t vertex, size_t k)
{
	size_t at = vertex * list->n_scalars + k;
	enum gs_base base = list->bases[k];
	if ((base == GS_BASE_INT64 || base == GS_BASE_UINT64) && !isnan(list->values[at]))
		return (struct gs_scalar){
			.base = base, .natural = list->bits[at], .bits = list->bits[at]};
	return gs_number_scalar(base, list->values[at]);
}

bool gs_emissions_save(const struct gs_emissions *list, const char *path,
	const struct gs_patience *patience, GError **error)
{
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	write_head(file, list);
	for (size_t i = 0; i < list->n_vertices; i++) {
		const struct gs_emissions_vertex *v = &list->vertices[i];
		const struct gs_element *who = &list->elements[v->cell];
		if (!v->emitted)
			continue;
		for (unsigned k = 0; k < who->n; k++)
			fprintf(file, "%u,", who->at[k]);
		fprintf(file, "%u,%u,%u", v->vertex, v->strip, v->stream);
		for (size_t k = 0; k < list->n_scalars; k++) {
			char text[G_ASCII_DTOSTR_BUF_SIZE];
			const struct gs_scalar scalar = gs_emissions_scalar(list, i, k);
			fprintf(file, ",%s", gs_fetched_text(&scalar, text));
		}
		fputc('\n', file);
	}
	return gs_output_close(output, error);
}
