/* SPDX-License-Identifier: MIT */
#include "debugger/session/program/bound.h"

#include <stdlib.h>
#include <string.h>
#include "debugger/session/program/inspect.h"
#include "debugger/session/program/uniform.h"

struct gs_bindings {
	struct gs_program_info program;
	struct gs_wire_resource *resources;
	size_t n_resources;
};

struct gs_bindings *gs_bindings_get(struct gs_session *session, GError **error)
{
	struct gs_bindings *bindings = g_new0(struct gs_bindings, 1);
	if (!gs_session_program(session, &bindings->program, error)) {
		g_free(bindings);
		return NULL;
	}
	if (!gs_session_resources(session, &bindings->resources, &bindings->n_resources, error))
		g_clear_pointer(&bindings, gs_bindings_free);
	return bindings;
}

void gs_bindings_free(struct gs_bindings *bindings)
{
	if (!bindings)
		return;
	gs_program_info_clear(&bindings->program);
	g_free(bindings->resources);
	g_free(bindings);
}

static const struct gs_wire_resource *texture_of(
	const struct gs_bindings *bindings, const struct gs_uniform_info *uniform, uint32_t unit)
{
	for (size_t i = 0; i < bindings->n_resources; i++) {
		const struct gs_wire_resource *r = &bindings->resources[i];
		if (gs_resource_is_seen_by(r, uniform, unit))
			return r;
	}
	return NULL;
}

static bool is_opaque(const struct gs_uniform_info *uniform)
{
	return strstr(uniform->type, "sampler") || strstr(uniform->type, "image");
}

/* Tell whether the text names the uniform; *element: of an array, which; -1: all of it. */
static bool is_named(const struct gs_uniform_info *uniform, const char *text, long *element)
{
	bool is_array = gs_uniform_is_array(uniform);
	size_t length = strlen(uniform->name);
	char *end;
	*element = is_array ? -1 : 0;
	if (!strcmp(uniform->name, text) && !is_array)
		return true;
	if (g_str_has_suffix(uniform->name, "[0]"))
		length -= strlen("[0]");
	if (!is_array || strncmp(uniform->name, text, length) != 0)
		return false;
	if (!text[length])
		return true;
	if (text[length] != '[' || !g_ascii_isdigit(text[length + 1]))
		return false;
	*element = strtol(text + length + 1, &end, 10);
	return !strcmp(end, "]");
}

static bool add_bound(const struct gs_bindings *bindings, const struct gs_uniform_info *uniform,
	long element, GArray *list)
{
	size_t size, n = MAX(uniform->array_size, 1);
	const char *units = uniform->value ? g_bytes_get_data(uniform->value, &size) : NULL;
	size_t first = element < 0 ? 0 : (size_t)element, end = element < 0 ? n : first + 1;
	if (!units || end > n || end * sizeof(uint32_t) > size)
		return false;
	for (size_t i = first; i < end; i++) {
		struct gs_bound bound = {.is_image = !strstr(uniform->type, "sampler")};
		g_strlcpy(bound.type, uniform->type,
			MIN(sizeof bound.type, strcspn(uniform->type, "[") + 1));
		memcpy(&bound.unit, units + i * sizeof bound.unit, sizeof bound.unit);
		bound.texture = texture_of(bindings, uniform, bound.unit);
		g_array_append_val(list, bound);
	}
	return true;
}

GArray *gs_bindings_find(const struct gs_bindings *bindings, const char *expression, bool *is_array)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct gs_bound));
	unsigned n_found = 0;
	for (size_t i = 0; i < bindings->program.n_uniforms; i++) {
		const struct gs_uniform_info *uniform = &bindings->program.uniforms[i];
		long element;
		if (!is_opaque(uniform) || !is_named(uniform, expression, &element))
			continue;
		n_found += add_bound(bindings, uniform, element, list);
		*is_array = element < 0;
	}
	if (n_found != 1)
		g_clear_pointer(&list, g_array_unref);
	return list;
}

bool gs_bound_is_uniform(
	const struct gs_variable_info *scope, size_t n_scope, const char *expression)
{
	size_t length = strcspn(expression, ".[");
	for (size_t i = 0; i < n_scope; i++)
		if (strlen(scope[i].name) == length && !strncmp(scope[i].name, expression, length))
			return scope[i].qualifier && strstr(scope[i].qualifier, "uniform");
	return false;
}

char *gs_bound_text(const struct gs_bound *bound)
{
	const struct gs_wire_resource *r = bound->texture;
	GString *text = g_string_new(bound->is_image ? "image unit " : "unit ");
	g_string_append_printf(text, "%u: ", bound->unit);
	if (!r) {
		g_string_append(text, "no texture");
		return g_string_free(text, FALSE);
	}
	const char *format = gs_resource_format(r->format);
	g_string_append_printf(text, "texture %u%s%s, %u × %u", r->name, *r->label ? " " : "",
		r->label, r->width, r->height);
	if (r->depth > 1)
		g_string_append_printf(text, " × %u", r->depth);
	if (format)
		g_string_append_printf(text, " %s", format);
	return g_string_free(text, FALSE);
}
