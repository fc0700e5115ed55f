/* SPDX-License-Identifier: MIT */
/*
 * What linking gave the uniforms of a program: 0, or what their declarations say (GLSL 4.60, 4.3.5
 * and 4.4.6). GL tells neither this nor whether a uniform was set: one that still has that value
 * may have been set to it.
 */
#include <stdlib.h>
#include <string.h>
#include "debugger/engine/undefined/dropped-uniforms.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/program/uniform.h"

enum { MAX_PROGRAMS = 256 }; /* whose values are kept */

/* One uniform as GL lists it: "lights[2].level[0]" is its root "lights", a path "[2].level", and as
 * many scalars as all elements have. */
struct wanted {
	char *root, *path;
	size_t n_scalars;
};

static struct wanted want(const struct gs_uniform_info *uniform, size_t n_scalars)
{
	const char *name = uniform->name;
	size_t length = strlen(name) - (g_str_has_suffix(name, "[0]") ? 3 : 0);
	size_t root = MIN(strcspn(name, ".["), length);
	return (struct wanted){
		g_strndup(name, root), g_strndup(name + root, length - root), n_scalars};
}

/* Moves type to the member or element that the path begins with, and offset by the scalars before
 * it. Returns what is left of the path; NULL: there is no such part. */
static const char *enter(const char *path, struct gs_type *type, size_t *offset)
{
	struct gs_type element;
	unsigned count;
	if (*path == '[') {
		char *end;
		unsigned long index = strtoul(path + 1, &end, 10);
		if (*end != ']' || !type->n_dimensions ||
			!gs_type_element(type, &element, &count) || index >= count)
			return NULL;
		*offset += index * gs_type_scalars(&element);
		*type = element;
		return end + 1;
	}
	if (*path != '.' || type->n_dimensions || type->base != GS_BASE_STRUCT)
		return NULL;
	size_t length = strcspn(path + 1, ".[");
	for (size_t i = 0; i < type->structure->n_members; i++) {
		const struct gs_member *m = &type->structure->members[i];
		if (strlen(m->name) == length && !strncmp(m->name, path + 1, length)) {
			*type = m->type;
			return path + 1 + length;
		}
		*offset += gs_type_scalars(&m->type);
	}
	return NULL;
}

/* Returns whether the declaration's initialiser gives all scalars. */
static bool read_initialiser(
	const struct gs_symbol *symbol, const struct wanted *wanted, double *values)
{
	struct gs_type type = symbol->type;
	size_t offset = 0;
	bool known = gs_type_scalars(&type) > 0;
	const char *path = wanted->path;
	while (path && *path)
		path = enter(path, &type, &offset);
	known = known && path && wanted->n_scalars <= gs_type_scalars(&type);
	for (size_t i = 0; known && i < wanted->n_scalars; i++)
		known = gs_symbol_initial(symbol, offset + i, &values[i]);
	return known;
}

/* Returns whether `binding = N` gives all units. */
static bool read_binding(
	const struct gs_symbol *symbol, const struct wanted *wanted, double *values)
{
	if (symbol->layout_binding < 0 || *wanted->path || symbol->type.n_dimensions > 1)
		return false;
	for (size_t i = 0; i < wanted->n_scalars; i++)
		values[i] = symbol->layout_binding + (double)i;
	return true;
}

/* What the declaration says, values are zeroed before. */
static bool read_declaration(
	const struct gs_symbol *symbol, const struct wanted *wanted, double *values)
{
	if (symbol->declaration->n_children)
		return read_initialiser(symbol, wanted, values);
	return symbol->layout_binding == -1 || read_binding(symbol, wanted, values);
}

/* Reads all declarations of the uniform in the shader into values. Returns false if one is not
 * known, or says something else than those before it. */
static bool read_shader(
	const struct gs_shader *shader, const struct wanted *wanted, double *values, bool *found)
{
	size_t size = wanted->n_scalars * sizeof *values;
	for (size_t u = 0; u < shader->n_units; u++) {
		size_t n;
		const struct gs_symbol *const *symbols = gs_unit_symbols(shader->units[u], &n);
		for (size_t i = 0; i < n; i++) {
			if (!gs_symbol_is_uniform(symbols[i]) ||
				strcmp(symbols[i]->name, wanted->root) != 0)
				continue;
			g_autofree double *one = g_new0(double, wanted->n_scalars + 1);
			if (!read_declaration(symbols[i], wanted, one) ||
				(*found && memcmp(one, values, size) != 0))
				return false;
			memcpy(values, one, size);
			*found = true;
		}
	}
	return true;
}

/* g_free; NULL: not known. */
static double *linked_value(
	struct gs_shader *const *shaders, const struct gs_uniform_info *uniform, size_t n_scalars)
{
	struct wanted wanted = want(uniform, n_scalars);
	double *values = g_new0(double, n_scalars + 1);
	bool known = true, found = false;
	for (unsigned stage = 0; stage < GS_N_STAGES && known; stage++)
		if (shaders[stage])
			known = read_shader(shaders[stage], &wanted, values, &found);
	g_free(wanted.root);
	g_free(wanted.path);
	if (!known || !found)
		g_clear_pointer(&values, g_free);
	return values;
}

/* Parses all stages that the program has. Returns false with the error of one that cannot be. */
static bool parse(struct gs_session *session, const struct gs_program_info *info,
	struct gs_shader *shaders[GS_N_STAGES], GError **error)
{
	const struct gs_program_link link = gs_session_link(session);
	for (size_t i = 0; i < info->n_sources; i++) {
		enum gs_stage stage = info->sources[i].stage;
		if (stage >= GS_N_STAGES)
			return false;
		if (!shaders[stage])
			shaders[stage] = gs_stage_parse(&link, info, stage, error);
		if (!shaders[stage])
			return false;
	}
	return true;
}

/* Returns the values of each uniform of the info, in its order: as many doubles as it has scalars,
 * units of samplers and images among them; NULL: not known. Of what cannot be parsed there are
 * none; NULL: it may be later. */
static GPtrArray *find_values(struct gs_session *session, const struct gs_program_info *info)
{
	struct gs_shader *shaders[GS_N_STAGES] = {NULL};
	g_autoptr(GError) error = NULL;
	GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
	bool good = parse(session, info, shaders, &error);
	for (size_t i = 0; good && i < info->n_uniforms; i++) {
		const struct gs_type type = gs_uniform_type(&info->uniforms[i]);
		g_ptr_array_add(
			values, linked_value(shaders, &info->uniforms[i], gs_type_scalars(&type)));
	}
	if (!good && !g_error_matches(error, GS_ERROR, GS_ERROR_UNSUPPORTED))
		g_clear_pointer(&values, g_ptr_array_unref);
	for (unsigned stage = 0; stage < GS_N_STAGES; stage++)
		gs_shader_free(shaders[stage]);
	return values;
}

/* All that the values depend on; g_free. */
static char *key_of(const struct gs_program_info *info)
{
	GString *key = g_string_new(NULL);
	for (size_t i = 0; i < info->n_sources; i++)
		g_string_append_printf(
			key, "%d %s\n", info->sources[i].stage, info->sources[i].source);
	for (size_t i = 0; i < info->n_uniforms; i++)
		g_string_append_printf(
			key, "%s %s\n", info->uniforms[i].type, info->uniforms[i].name);
	return g_string_free(key, FALSE);
}

static const GPtrArray *values_of(struct gs_session *session, const struct gs_program_info *info)
{
	g_autofree char *key = key_of(info);
	if (!session->linked_values)
		session->linked_values = g_hash_table_new_full(
			g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
	GPtrArray *values = g_hash_table_lookup(session->linked_values, key);
	if (values)
		return values;
	values = find_values(session, info);
	if (g_hash_table_size(session->linked_values) >= MAX_PROGRAMS)
		g_hash_table_remove_all(session->linked_values);
	if (values)
		g_hash_table_insert(session->linked_values, g_steal_pointer(&key), values);
	return values;
}

static void compare(struct gs_uniform_info *uniform, const double *linked)
{
	size_t n, elements = MAX(uniform->array_size, 1);
	g_autofree struct gs_scalar *scalars = gs_uniform_scalars(uniform, &n);
	if (!scalars)
		return;
	uniform->as_linked = g_malloc(elements);
	memset(uniform->as_linked, 1, elements);
	for (size_t i = 0; i < n; i++) {
		double now = gs_scalar_number(&scalars[i]);
		if (memcmp(&now, &linked[i], sizeof now) != 0) /* -0.0 is not 0.0 */
			uniform->as_linked[i / (n / elements)] = 0;
	}
}

void gs_session_note_linked(struct gs_session *session, struct gs_program_info *info)
{
	if (!info->n_uniforms || !info->n_sources || info->flags & GS_PROGRAM_NO_SOURCE)
		return;
	for (size_t i = 0; i < info->n_sources; i++)
		if (info->sources[i].edited)
			return;
	const GPtrArray *values = values_of(session, info);
	for (guint i = 0; values && i < values->len; i++)
		if (g_ptr_array_index(values, i))
			compare(&info->uniforms[i], g_ptr_array_index(values, i));
}
