/* SPDX-License-Identifier: MIT */
/* Visit all variables of state under the names of the debugger's `state`. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <string.h>
#include "effects/state/state-private.h"

enum { MOST_INDICES = 64, NAME = GS_STATE_NAME };

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

static void tell_variable(
	const struct gs_state_teller *teller, const struct gs_object *owner, unsigned number)
{
	const struct gs_state_variable *v = gs_data_state_variable(number);
	const struct gs_state_scope *scope = gs_data_state_scope(v->scope);
	bool is_indexed = strchr(scope->prefix, '#') != NULL;
	char prefix[NAME];
	if (!is_indexed || scope->is_first)
		gs_state_tell(teller, v, is_indexed ? "" : scope->prefix,
			gs_state_held_of(owner, number, is_indexed ? 0 : GS_STATE_EVERY));
	/* In compatibility profiles attribute 0 is the vertex itself. */
	uint32_t first = v->value == GL_CURRENT_VERTEX_ATTRIB && !teller->context->apis;
	for (uint32_t i = first; is_indexed && i < MOST_INDICES; i++) {
		if (!has_own(owner, number, i))
			continue;
		format_prefix(prefix, scope->prefix, i);
		gs_state_tell(teller, v, prefix, gs_state_held_of(owner, number, i));
	}
}

/* ---- what is bound ---- */

enum { TEXTURE_GROUP = 18 };

static void tell_bindings(const struct gs_state_teller *teller)
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
	const struct gs_object *array = gs_effects_vertex_array(teller->effects, teller->context);
	const struct gs_object *context = &teller->context->object;
	for (size_t i = 0; i < G_N_ELEMENTS(bindings); i++) {
		unsigned slot = bindings[i].slot;
		uint64_t index = bindings[i].index;
		gs_state_tell_bound(teller, "", bindings[i].name, GS_STATE_OTHER_GROUP, context,
			index ? gs_object_index(teller->effects, context, slot, index)
			      : gs_object_part(teller->effects, context, slot));
	}
	gs_state_tell_bound(teller, "", "GL_ELEMENT_ARRAY_BUFFER_BINDING",
		GS_STATE_VERTEX_ARRAY_GROUP, array,
		gs_object_part(teller->effects, array, GS_SLOT_ELEMENT_BUFFER));
}

static void tell_textures(const struct gs_state_teller *teller, uint32_t unit)
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
	struct gs_object *context = &teller->context->object;
	uint32_t of_unit = gs_object_index(teller->effects, context, GS_SLOT_TEXTURE_BINDING, unit);
	snprintf(unit_prefix, sizeof unit_prefix, "TEXTURE%u.", unit);
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++) {
		uint32_t node = gs_nodes_find(teller->effects->nodes, of_unit, targets[i].target);
		const struct gs_object *texture = node ? gs_effects_referred(context, node) : NULL;
		if (!gs_state_name_of(texture))
			continue;
		gs_state_tell_bound(
			teller, unit_prefix, targets[i].binding, TEXTURE_GROUP, context, node);
		snprintf(prefix, sizeof prefix, "%.32s%s.", unit_prefix, targets[i].name);
		/* Multisample textures have no filters; drivers answer differently for them. */
		if (targets[i].target != GL_TEXTURE_2D_MULTISAMPLE)
			gs_state_tell_object(teller, texture, GS_SCOPE_TEXTURE, prefix);
	}
}

static void tell_sampler(const struct gs_state_teller *teller, uint32_t unit)
{
	struct gs_object *context = &teller->context->object;
	uint32_t node = gs_object_index(teller->effects, context, GS_SLOT_SAMPLER_BINDING, unit);
	const struct gs_object *sampler = gs_effects_referred(context, node);
	char prefix[NAME];
	if (!gs_state_name_of(sampler))
		return;
	snprintf(prefix, sizeof prefix, "TEXTURE%u.", unit);
	gs_state_tell_bound(teller, prefix, "GL_SAMPLER_BINDING", TEXTURE_GROUP, context, node);
	snprintf(prefix, sizeof prefix, "TEXTURE%u.SAMPLER.", unit);
	gs_state_tell_object(teller, sampler, GS_SCOPE_SAMPLER, prefix);
}

/* ---- matrices ---- */

static void tell_matrix(const struct gs_state_teller *teller, const char *prefix, const char *name,
	const char *depth, uint64_t number)
{
	const struct gs_matrix_stack *stack = gs_state_matrix(teller->context, number);
	char whole[NAME];
	double values[16];
	struct gs_state_entry entry = {.name = whole,
		.groups = 1u << GS_STATE_OTHER_GROUP,
		.kind = GS_STATE_FLOAT,
		.n = 16,
		.values = values};
	if (teller->context->apis & (GS_STATE_IN_CORE | GS_STATE_IN_ES2))
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
	teller->visit(teller->data, &entry);
	gs_state_tell_number(teller, prefix, depth, GS_STATE_OTHER_GROUP,
		stack ? stack->matrices->len : 1, NULL);
}

bool gs_effects_in_list(const struct gs_effects *effects)
{
	return effects->thread && effects->thread->context && effects->thread->context->list;
}

bool gs_effects_state(struct gs_effects *effects, uint32_t thread, gs_state_visit visit, void *data)
{
	struct gs_state_teller teller = {
		effects, gs_effects_context_of(effects, thread), visit, data};
	char prefix[NAME];
	if (!teller.context || !effects->state)
		return false;
	const struct gs_state_variable *v;
	for (unsigned i = 0; (v = gs_data_state_variable(i)); i++) {
		bool is_of_array = v->scope == GS_SCOPE_ARRAY ||
				   v->scope == GS_SCOPE_CLIENT_ARRAY ||
				   v->scope == GS_SCOPE_CLIENT_UNIT;
		if (is_of_array || !gs_data_state_scope(v->scope)->is_owned)
			tell_variable(&teller,
				is_of_array ? gs_effects_vertex_array(effects, teller.context)
					    : &teller.context->object,
				i);
	}
	tell_matrix(&teller, "", "GL_MODELVIEW_MATRIX", "GL_MODELVIEW_STACK_DEPTH", GL_MODELVIEW);
	tell_matrix(
		&teller, "", "GL_PROJECTION_MATRIX", "GL_PROJECTION_STACK_DEPTH", GL_PROJECTION);
	tell_bindings(&teller);
	gs_state_tell_framebuffers(&teller);
	gs_state_tell_images(&teller);
	gs_state_tell_buffers(&teller);
	gs_state_tell_vertex_array(&teller);
	for (uint32_t unit = 0; unit < GS_EFFECTS_UNITS; unit++) {
		snprintf(prefix, sizeof prefix, "TEXTURE%u.", unit);
		tell_matrix(&teller, prefix, "GL_TEXTURE_MATRIX", "GL_TEXTURE_STACK_DEPTH",
			GL_TEXTURE | (uint64_t)unit << 16);
		tell_textures(&teller, unit);
		tell_sampler(&teller, unit);
	}
	return true;
}
