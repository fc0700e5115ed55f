/* SPDX-License-Identifier: MIT */
/* What is held, as the debugger's `state` names it. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <string.h>
#include "content/state-private.h"

enum { MOST_INDICES = 64, NAME = 160 };

struct visit {
	struct gs_content *content;
	struct gs_content_context *context;
	gs_state_visit visit;
	void *data;
};

static void tell(const struct visit *visit, const struct gs_state_variable *v, const char *prefix,
	const struct gs_state_held *held)
{
	char name[NAME];
	double initial[GS_STATE_VALUES];
	struct gs_state_entry entry = {.name = name,
		.groups = v->groups,
		.kind = v->kind,
		.n = v->count,
		.values = initial};
	bool is_there = visit->context->apis == 0 || (v->apis & visit->context->apis);
	if (held ? !held->is_known : !v->has_initial || !is_there)
		return;
	snprintf(name, sizeof name, "%s%s", prefix, v->name);
	for (unsigned i = 0; i < v->count; i++)
		initial[i] = i < 4 ? (double)v->initial[i] : 0;
	if (held) {
		entry.values = held->values;
		entry.is_set = held->call != UINT64_MAX;
		entry.call = held->call;
	}
	visit->visit(visit->data, &entry);
}

static bool has_own(const struct gs_object *owner, unsigned variable, uint32_t index)
{
	const struct gs_state_held *own = gs_state_held_of(owner, variable, index);
	return own && own != gs_state_held_of(owner, variable, GS_STATE_EVERY);
}

static void format_prefix(char prefix[NAME], const char *form, uint32_t index)
{
	const char *at = strchr(form, '#');
	if (at)
		snprintf(prefix, NAME, "%.*s%u%s", (int)(at - form), form, index, at + 1);
	else
		snprintf(prefix, NAME, "%s", form);
}

static void tell_variable(const struct visit *visit, const struct gs_object *owner, unsigned number)
{
	const struct gs_state_variable *v = gs_data_state_variable(number);
	const struct gs_state_scope *scope = gs_data_state_scope(v->scope);
	bool is_indexed = strchr(scope->prefix, '#') != NULL;
	char prefix[NAME];
	if (!is_indexed || scope->is_first)
		tell(visit, v, is_indexed ? "" : scope->prefix,
			gs_state_held_of(owner, number, is_indexed ? 0 : GS_STATE_EVERY));
	/* In compatibility profiles attribute 0 is the vertex itself. */
	uint32_t first = v->value == GL_CURRENT_VERTEX_ATTRIB && !visit->context->apis;
	for (uint32_t i = first; is_indexed && i < MOST_INDICES; i++) {
		if (!has_own(owner, number, i))
			continue;
		format_prefix(prefix, scope->prefix, i);
		tell(visit, v, prefix, gs_state_held_of(owner, number, i));
	}
}

/* All variables of a scope; their names begin with the prefix. */
static void tell_object(const struct visit *visit, const struct gs_object *owner, const char *scope,
	const char *prefix)
{
	const struct gs_state_variable *v;
	for (unsigned i = 0; (v = gs_data_state_variable(i)); i++)
		if (strcmp(gs_data_state_scope(v->scope)->name, scope) == 0)
			tell(visit, v, prefix, gs_state_held_of(owner, i, GS_STATE_EVERY));
}

/* ---- what is bound ---- */

/* `node`: whose value it is, as far as calls set it by making it refer to something; 0: none. */
static void tell_number(const struct visit *visit, const char *prefix, const char *name,
	unsigned group, uint64_t number, uint32_t node)
{
	char whole[NAME];
	double value = (double)number;
	const uint64_t *call = g_hash_table_lookup(
		visit->content->state->bound_by, GUINT_TO_POINTER(node));
	struct gs_state_entry entry = {.name = whole,
		.groups = 1u << group,
		.kind = GS_STATE_INTEGER,
		.n = 1,
		.values = &value,
		.is_set = call != NULL,
		.call = call ? *call : 0};
	snprintf(whole, sizeof whole, "%.90s%.60s", prefix, name);
	visit->visit(visit->data, &entry);
}

/* A texture 0 of a target has that in the upper half. */
static uint64_t name_of(const struct gs_object *object)
{
	return object ? object->name & UINT32_MAX : 0;
}

static void tell_bound(const struct visit *visit, const char *prefix, const char *name,
	unsigned group, const struct gs_object *owner, uint32_t node)
{
	tell_number(visit, prefix, name, group, name_of(gs_content_referred(owner, node)), node);
}

enum { TEXTURE_GROUP = 18 };

static void tell_bindings(const struct visit *visit)
{
	static const struct {
		const char *name;
		unsigned slot;
		uint64_t index;
	} bindings[] = {
		{"GL_CURRENT_PROGRAM", GS_SLOT_PROGRAM_BINDING, 0},
		{"GL_PROGRAM_PIPELINE_BINDING", GS_SLOT_PIPELINE_BINDING, 0},
		{"GL_VERTEX_ARRAY_BINDING", GS_SLOT_VERTEX_ARRAY_BINDING, 0},
		{"GL_DRAW_FRAMEBUFFER_BINDING", GS_SLOT_FRAMEBUFFER_BINDING, GL_DRAW_FRAMEBUFFER},
		{"GL_READ_FRAMEBUFFER_BINDING", GS_SLOT_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER},
		{"GL_RENDERBUFFER_BINDING", GS_SLOT_RENDERBUFFER_BINDING, GL_RENDERBUFFER},
		{"GL_ARRAY_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_ARRAY_BUFFER},
		{"GL_COPY_READ_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_COPY_READ_BUFFER},
		{"GL_COPY_WRITE_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_COPY_WRITE_BUFFER},
		{"GL_PIXEL_PACK_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER},
		{"GL_PIXEL_UNPACK_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_PIXEL_UNPACK_BUFFER},
		{"GL_TEXTURE_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_TEXTURE_BUFFER},
		{"GL_DRAW_INDIRECT_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_DRAW_INDIRECT_BUFFER},
		{"GL_QUERY_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_QUERY_BUFFER},
		{"GL_UNIFORM_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER, GL_UNIFORM_BUFFER},
		{"GL_SHADER_STORAGE_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER,
			GL_SHADER_STORAGE_BUFFER},
		{"GL_ATOMIC_COUNTER_BUFFER_BINDING", GS_SLOT_ARRAY_BUFFER,
			GL_ATOMIC_COUNTER_BUFFER},
		{"GL_TRANSFORM_FEEDBACK_BINDING", GS_SLOT_FEEDBACK_BINDING, 0},
	};
	const struct gs_object *array = gs_content_vertex_array(visit->content, visit->context);
	const struct gs_object *context = &visit->context->object;
	for (size_t i = 0; i < G_N_ELEMENTS(bindings); i++) {
		unsigned slot = bindings[i].slot;
		uint64_t index = bindings[i].index;
		tell_bound(visit, "", bindings[i].name, GS_STATE_OTHER_GROUP, context,
			index ? gs_object_index(visit->content, context, slot, index)
			      : gs_object_part(visit->content, context, slot));
	}
	tell_bound(visit, "", "GL_ELEMENT_ARRAY_BUFFER_BINDING", GS_STATE_VERTEX_ARRAY_GROUP, array,
		gs_object_part(visit->content, array, GS_SLOT_ELEMENT_BUFFER));
}

static void tell_textures(const struct visit *visit, uint32_t unit)
{
	static const struct {
		const char *name, *binding;
		uint32_t target;
	} targets[] = {
		{"GL_TEXTURE_1D", "GL_TEXTURE_BINDING_1D", GL_TEXTURE_1D},
		{"GL_TEXTURE_2D", "GL_TEXTURE_BINDING_2D", GL_TEXTURE_2D},
		{"GL_TEXTURE_3D", "GL_TEXTURE_BINDING_3D", GL_TEXTURE_3D},
		{"GL_TEXTURE_CUBE_MAP", "GL_TEXTURE_BINDING_CUBE_MAP", GL_TEXTURE_CUBE_MAP},
		{"GL_TEXTURE_RECTANGLE", "GL_TEXTURE_BINDING_RECTANGLE", GL_TEXTURE_RECTANGLE},
		{"GL_TEXTURE_1D_ARRAY", "GL_TEXTURE_BINDING_1D_ARRAY", GL_TEXTURE_1D_ARRAY},
		{"GL_TEXTURE_2D_ARRAY", "GL_TEXTURE_BINDING_2D_ARRAY", GL_TEXTURE_2D_ARRAY},
		{"GL_TEXTURE_CUBE_MAP_ARRAY", "GL_TEXTURE_BINDING_CUBE_MAP_ARRAY",
			GL_TEXTURE_CUBE_MAP_ARRAY},
		{"GL_TEXTURE_2D_MULTISAMPLE", "GL_TEXTURE_BINDING_2D_MULTISAMPLE",
			GL_TEXTURE_2D_MULTISAMPLE},
	};
	char unit_prefix[NAME], prefix[NAME];
	struct gs_object *context = &visit->context->object;
	uint32_t of_unit = gs_object_index(visit->content, context, GS_SLOT_TEXTURE_BINDING, unit);
	snprintf(unit_prefix, sizeof unit_prefix, "TEXTURE%u.", unit);
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++) {
		uint32_t node = gs_nodes_find(visit->content->nodes, of_unit, targets[i].target);
		const struct gs_object *texture = node ? gs_content_referred(context, node) : NULL;
		if (!name_of(texture))
			continue;
		tell_bound(visit, unit_prefix, targets[i].binding, TEXTURE_GROUP, context, node);
		snprintf(prefix, sizeof prefix, "%.32s%s.", unit_prefix, targets[i].name);
		tell_object(visit, texture, "texture", prefix);
	}
}

static void tell_sampler(const struct visit *visit, uint32_t unit)
{
	struct gs_object *context = &visit->context->object;
	uint32_t node = gs_object_index(visit->content, context, GS_SLOT_SAMPLER_BINDING, unit);
	const struct gs_object *sampler = gs_content_referred(context, node);
	char prefix[NAME];
	if (!name_of(sampler))
		return;
	snprintf(prefix, sizeof prefix, "TEXTURE%u.", unit);
	tell_bound(visit, prefix, "GL_SAMPLER_BINDING", TEXTURE_GROUP, context, node);
	snprintf(prefix, sizeof prefix, "TEXTURE%u.SAMPLER.", unit);
	tell_object(visit, sampler, "sampler", prefix);
}

/* ---- matrices ---- */

static void tell_matrix(const struct visit *visit, const char *prefix, const char *name,
	const char *depth, uint64_t number)
{
	const struct gs_matrix_stack *stack = gs_state_matrix(visit->context, number);
	char whole[NAME];
	double values[16];
	struct gs_state_entry entry = {.name = whole,
		.groups = 1u << GS_STATE_OTHER_GROUP,
		.kind = GS_STATE_FLOAT,
		.n = 16,
		.values = values};
	if (visit->context->apis & (GS_STATE_IN_CORE | GS_STATE_IN_ES2))
		return;
	if (!stack && number != GL_MODELVIEW && number != GL_PROJECTION)
		return;
	for (unsigned i = 0; i < 16; i++)
		values[i] = i % 5 == 0;
	if (stack) {
		const float *top = gs_matrix_top(stack);
		for (unsigned i = 0; i < 16; i++)
			values[i] = (double)top[i];
		entry.is_set = stack->call != UINT64_MAX;
		entry.call = stack->call;
	}
	snprintf(whole, sizeof whole, "%s%s", prefix, name);
	visit->visit(visit->data, &entry);
	tell_number(
		visit, prefix, depth, GS_STATE_OTHER_GROUP, stack ? stack->matrices->len : 1, 0);
}

bool gs_content_in_list(const struct gs_content *content)
{
	return content->thread && content->thread->context && content->thread->context->list;
}

bool gs_content_state(
	struct gs_content *content, uint32_t thread, gs_state_visit function, void *data)
{
	struct visit visit = {content, gs_content_context_of(content, thread), function, data};
	char prefix[NAME];
	if (!visit.context || !content->state)
		return false;
	const struct gs_state_variable *v;
	for (unsigned i = 0; (v = gs_data_state_variable(i)); i++) {
		const char *scope = gs_data_state_scope(v->scope)->name;
		bool is_of_array = strstr(scope, "array") || strcmp(scope, "client-unit") == 0;
		if (is_of_array || !gs_data_state_scope(v->scope)->is_owned)
			tell_variable(&visit,
				is_of_array ? gs_content_vertex_array(content, visit.context)
					    : &visit.context->object,
				i);
	}
	tell_matrix(&visit, "", "GL_MODELVIEW_MATRIX", "GL_MODELVIEW_STACK_DEPTH", GL_MODELVIEW);
	tell_matrix(&visit, "", "GL_PROJECTION_MATRIX", "GL_PROJECTION_STACK_DEPTH", GL_PROJECTION);
	tell_bindings(&visit);
	for (uint32_t unit = 0; unit < GS_CONTENT_UNITS; unit++) {
		snprintf(prefix, sizeof prefix, "TEXTURE%u.", unit);
		tell_matrix(&visit, prefix, "GL_TEXTURE_MATRIX", "GL_TEXTURE_STACK_DEPTH",
			GL_TEXTURE | (uint64_t)unit << 16);
		tell_textures(&visit, unit);
		tell_sampler(&visit, unit);
	}
	return true;
}
