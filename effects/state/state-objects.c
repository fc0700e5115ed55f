/* SPDX-License-Identifier: MIT */
/* Pass what framebuffers, buffers, image units and vertex arrays hold to the visitor, under the
 * names of the debugger's `state`. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include "effects/state/state-private.h"

/* ---- framebuffers ---- */

enum { LEAST_DRAW_BUFFERS = 8 }; /* each implementation of OpenGL has as many */

static void tell_image(const struct gs_state_teller *teller, const char *prefix,
	const struct gs_attached_image *at, const uint64_t *call)
{
	uint64_t target = at->object->texture.target;
	bool is_cube = target == GL_TEXTURE_CUBE_MAP;
	gs_state_tell_number(teller, prefix, "GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL",
		GS_STATE_OTHER_GROUP, at->level, call);
	if (!target)
		return;
	gs_state_tell_number(teller, prefix, "GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER",
		GS_STATE_OTHER_GROUP,
		!is_cube && gs_state_is_layered(target) && at->layer > 0 ? at->layer : 0, call);
	gs_state_tell_number(teller, prefix, "GL_FRAMEBUFFER_ATTACHMENT_LAYERED",
		GS_STATE_OTHER_GROUP, at->is_whole && gs_state_is_layered(target), call);
	/* Drivers differ in their answer if all faces are attached. */
	if (is_cube && at->is_whole)
		return;
	gs_state_tell_number(teller, prefix, "GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE",
		GS_STATE_OTHER_GROUP,
		is_cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + MAX(at->layer, 0) : 0, call);
}

static void tell_attachment(const struct gs_state_teller *teller, const char *which,
	struct gs_object *framebuffer, unsigned attachment)
{
	const struct gs_attached_image *at = &framebuffer->framebuffer.attachments[attachment];
	uint32_t node = gs_object_index(
		teller->effects, framebuffer, GS_SLOT_ATTACHMENT, attachment);
	const uint64_t *call = gs_state_bound_by(teller->effects, node);
	double type = GL_TEXTURE;
	struct gs_state_entry entry = {.name = "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE",
		.groups = 1u << GS_STATE_OTHER_GROUP,
		.kind = GS_STATE_ENUM,
		.n = 1,
		.values = &type};
	char prefix[GS_STATE_NAME];
	if (!at->object)
		return;
	if (attachment < GS_EFFECTS_COLORS)
		snprintf(prefix, sizeof prefix, "%s.GL_COLOR_ATTACHMENT%u.", which, attachment);
	else
		snprintf(prefix, sizeof prefix, "%s.%s.", which,
			attachment == GS_EFFECTS_COLORS ? "GL_DEPTH_ATTACHMENT"
							: "GL_STENCIL_ATTACHMENT");
	if (at->object->kind == GS_OBJECT_RENDERBUFFER)
		type = GL_RENDERBUFFER;
	gs_state_tell_values(teller, prefix, &entry, call);
	gs_state_tell_number(teller, prefix, "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME",
		GS_STATE_OTHER_GROUP, (double)gs_state_name_of(at->object), call);
	if (at->object->kind == GS_OBJECT_TEXTURE)
		tell_image(teller, prefix, at, call);
}

static void tell_choice(const struct gs_state_teller *teller, const char *which, const char *name,
	const struct gs_buffer_choice *choice, uint32_t chosen)
{
	double value = chosen;
	const struct gs_state_entry entry = {.name = name,
		.groups = 1u << GS_STATE_COLOR_BUFFER_GROUP,
		.kind = GS_STATE_ENUM,
		.n = 1,
		.values = &value};
	if (choice->is_known)
		gs_state_tell_values(teller, which, &entry, choice->is_set ? &choice->call : NULL);
}

static void tell_framebuffer(
	const struct gs_state_teller *teller, const char *which, struct gs_object *framebuffer)
{
	char prefix[GS_STATE_NAME];
	if (framebuffer->framebuffer.is_default)
		return;
	for (unsigned i = 0; i < GS_EFFECTS_ATTACHMENTS; i++)
		tell_attachment(teller, which, framebuffer, i);
	snprintf(prefix, sizeof prefix, "%s.", which);
	gs_state_tell_object(teller, framebuffer, GS_SCOPE_FRAMEBUFFER, prefix);
}

static void tell_draw_buffers(
	const struct gs_state_teller *teller, const struct gs_object *framebuffer)
{
	const struct gs_chosen_buffers *chosen = &framebuffer->framebuffer.chosen;
	for (unsigned i = 0; i < GS_EFFECTS_COLORS; i++) {
		char name[32];
		snprintf(name, sizeof name, "GL_DRAW_BUFFER%u", i);
		if (i < LEAST_DRAW_BUFFERS || chosen->draw_names[i])
			tell_choice(teller, "DRAW_FRAMEBUFFER.", name, &chosen->draws,
				chosen->draw_names[i]);
	}
}

static void tell_read_buffer(const struct gs_state_teller *teller, const char *prefix,
	const struct gs_object *framebuffer)
{
	const struct gs_chosen_buffers *chosen = &framebuffer->framebuffer.chosen;
	tell_choice(teller, prefix, "GL_READ_BUFFER", &chosen->reads, chosen->read_name);
}

/* Return the framebuffer that is bound to the target, and pass its name to the visitor. */
static struct gs_object *bound_framebuffer(
	const struct gs_state_teller *teller, const char *which, uint32_t target)
{
	struct gs_object *context = &teller->context->object;
	uint32_t node = gs_object_index(
		teller->effects, context, GS_SLOT_FRAMEBUFFER_BINDING, target);
	struct gs_object *framebuffer = gs_effects_referred(context, node);
	gs_state_tell_bound(teller, which, "", GS_STATE_OTHER_GROUP, context, node);
	return framebuffer ? framebuffer
			   : gs_effects_object(
				     teller->effects, teller->context, GS_OBJECT_FRAMEBUFFER, 0);
}

void gs_state_tell_framebuffers(const struct gs_state_teller *teller)
{
	struct gs_object *draw = bound_framebuffer(teller, "DRAW_FRAMEBUFFER", GL_DRAW_FRAMEBUFFER),
			 *read = bound_framebuffer(teller, "READ_FRAMEBUFFER", GL_READ_FRAMEBUFFER);
	tell_framebuffer(teller, "DRAW_FRAMEBUFFER", draw);
	tell_draw_buffers(teller, draw);
	if (draw != read)
		tell_read_buffer(teller, "DRAW_FRAMEBUFFER.", draw);
	tell_framebuffer(teller, "READ_FRAMEBUFFER", read);
	tell_read_buffer(teller, "READ_FRAMEBUFFER.", read);
}

/* ---- image units ---- */

/* Return whether the variable of an image unit is known. Which layer is bound is not, for a texture
 * without layers. */
static bool is_told(const struct gs_object *texture, const struct gs_object *context,
	const struct gs_state_variable *v, unsigned number, uint32_t unit)
{
	const struct gs_state_held *held = gs_state_held_of(context, number, unit);
	bool is_of_layers = v->value == GL_IMAGE_BINDING_LAYERED ||
			    v->value == GL_IMAGE_BINDING_LAYER;
	return !is_of_layers || gs_state_is_layered(texture->texture.target) ||
	       (held && held->values[0] == 0);
}

static void tell_unit(const struct gs_state_teller *teller, uint32_t unit, uint32_t node)
{
	const struct gs_object *context = &teller->context->object;
	const struct gs_object *texture = gs_effects_referred(context, node);
	const struct gs_state_variable *v;
	char prefix[GS_STATE_NAME];
	snprintf(prefix, sizeof prefix, "IMAGE[%u].", unit);
	gs_state_tell_bound(
		teller, prefix, "GL_IMAGE_BINDING_NAME", GS_STATE_OTHER_GROUP, context, node);
	for (unsigned i = 0; texture && (v = gs_data_state_variable(i)); i++)
		if (v->scope == GS_SCOPE_IMAGE && is_told(texture, context, v, i, unit))
			gs_state_tell(teller, v, prefix, gs_state_held_of(context, i, unit));
}

void gs_state_tell_images(const struct gs_state_teller *teller)
{
	const struct gs_nodes *nodes = teller->effects->nodes;
	uint32_t part = gs_nodes_find(nodes, teller->context->object.node, GS_SLOT_IMAGE_BINDING);
	for (uint32_t unit = 0; part && unit < GS_EFFECTS_UNITS; unit++) {
		uint32_t node = gs_nodes_find(nodes, part, unit);
		if (node)
			tell_unit(teller, unit, node);
	}
}

/* ---- buffers ---- */

static void tell_target(const struct gs_state_teller *teller, const char *name,
	const struct gs_object *owner, uint32_t node)
{
	const struct gs_object *buffer = node ? gs_effects_referred(owner, node) : NULL;
	char prefix[GS_STATE_NAME];
	snprintf(prefix, sizeof prefix, "%s.", name);
	if (buffer)
		gs_state_tell_object(teller, buffer, GS_SCOPE_BUFFER, prefix);
}

static void tell_targets(const struct gs_state_teller *teller)
{
	static const struct {
		const char *name;
		uint32_t target;
	} targets[] = {{"GL_ARRAY_BUFFER", GL_ARRAY_BUFFER},
		{"GL_PIXEL_PACK_BUFFER", GL_PIXEL_PACK_BUFFER},
		{"GL_PIXEL_UNPACK_BUFFER", GL_PIXEL_UNPACK_BUFFER},
		{"GL_COPY_READ_BUFFER", GL_COPY_READ_BUFFER},
		{"GL_COPY_WRITE_BUFFER", GL_COPY_WRITE_BUFFER},
		{"GL_TEXTURE_BUFFER", GL_TEXTURE_BUFFER},
		{"GL_DRAW_INDIRECT_BUFFER", GL_DRAW_INDIRECT_BUFFER},
		{"GL_QUERY_BUFFER", GL_QUERY_BUFFER}};
	const struct gs_nodes *nodes = teller->effects->nodes;
	const struct gs_object *context = &teller->context->object;
	const struct gs_object *array = gs_effects_vertex_array(teller->effects, teller->context);
	uint32_t part = gs_nodes_find(nodes, context->node, GS_SLOT_ARRAY_BUFFER);
	for (size_t i = 0; part && i < G_N_ELEMENTS(targets); i++)
		tell_target(teller, targets[i].name, context,
			gs_nodes_find(nodes, part, targets[i].target));
	tell_target(teller, "GL_ELEMENT_ARRAY_BUFFER", array,
		gs_nodes_find(nodes, array->node, GS_SLOT_ELEMENT_BUFFER));
}

/* Pass the buffers bound to the indices below the node to the visitor. */
static void tell_indexed(const struct gs_state_teller *teller, const char *target,
	const struct gs_object *owner, uint32_t node)
{
	const struct gs_nodes *nodes = teller->effects->nodes;
	for (uint32_t child = gs_nodes_first(nodes, node); node && child;
		child = gs_nodes_next(nodes, child)) {
		const struct gs_state_extent *extent = g_hash_table_lookup(
			teller->effects->state->extents, GUINT_TO_POINTER(child));
		const struct gs_object *buffer = gs_effects_referred(owner, child);
		char name[GS_STATE_NAME];
		if (!extent || !buffer)
			continue;
		const double values[] = {(double)gs_state_name_of(buffer), (double)extent->first,
			(double)extent->size};
		const struct gs_state_entry entry = {.name = name,
			.groups = 1u << GS_STATE_OTHER_GROUP,
			.kind = GS_STATE_LONG,
			.n = 3,
			.values = values};
		snprintf(name, sizeof name, "%s[%u]", target, gs_nodes_value(nodes, child));
		gs_state_tell_values(teller, "", &entry, gs_state_bound_by(teller->effects, child));
	}
}

void gs_state_tell_buffers(const struct gs_state_teller *teller)
{
	static const struct {
		const char *name;
		uint32_t target;
	} targets[] = {{"GL_UNIFORM_BUFFER", GL_UNIFORM_BUFFER},
		{"GL_SHADER_STORAGE_BUFFER", GL_SHADER_STORAGE_BUFFER},
		{"GL_ATOMIC_COUNTER_BUFFER", GL_ATOMIC_COUNTER_BUFFER}};
	const struct gs_object *context = &teller->context->object;
	struct gs_effects *effects = teller->effects;
	const struct gs_object *feedback = gs_effects_referred(
		context, gs_object_part(effects, context, GS_SLOT_FEEDBACK_BINDING));
	uint32_t part = gs_nodes_find(effects->nodes, context->node, GS_SLOT_BUFFER_BINDING);
	tell_targets(teller);
	for (size_t i = 0; part && i < G_N_ELEMENTS(targets); i++)
		tell_indexed(teller, targets[i].name, context,
			gs_nodes_find(effects->nodes, part, targets[i].target));
	if (!feedback)
		feedback = gs_effects_object(effects, teller->context, GS_OBJECT_FEEDBACK, 0);
	tell_indexed(teller, "GL_TRANSFORM_FEEDBACK_BUFFER", feedback,
		gs_nodes_find(effects->nodes, feedback->node, GS_SLOT_BUFFER_BINDING));
}

/* ---- vertex arrays ---- */

enum { MOST_ATTRIBUTES = 64 };

/* Read a variable of the vertex array at that index. Return false if its value is not known. */
static bool read_number(const struct gs_state_teller *teller, unsigned scope, uint32_t name,
	uint32_t index, struct gs_state_held *held)
{
	const struct gs_object *array = gs_effects_vertex_array(teller->effects, teller->context);
	unsigned number = (unsigned)gs_state_find(teller->effects, scope, name);
	const struct gs_state_held *found = gs_state_held_of(array, number, index);
	*held = (struct gs_state_held){
		true, 0, {(double)gs_data_state_variable(number)->initial[0]}};
	if (found)
		*held = *found;
	return held->is_known;
}

/* Return the node of a vertex buffer binding of the array; 0: it never had a buffer. */
static uint32_t binding_of(const struct gs_state_teller *teller, uint32_t index)
{
	const struct gs_nodes *nodes = teller->effects->nodes;
	uint32_t part = gs_nodes_find(nodes,
		gs_effects_vertex_array(teller->effects, teller->context)->node, GS_SLOT_BINDING);
	return part ? gs_nodes_find(nodes, part, index) : 0;
}

/* Store the number of the latest call that set the binding or one of its n values. Return false if
 * none has. */
static bool is_set(const struct gs_state_teller *teller, uint32_t node,
	const struct gs_state_held *held, unsigned n, uint64_t *call)
{
	const uint64_t *bound = node ? gs_state_bound_by(teller->effects, node) : NULL;
	*call = bound ? *bound : 0;
	for (unsigned i = 0; i < n; i++)
		*call = MAX(*call, held[i].call);
	return *call;
}

static void tell_binding(const struct gs_state_teller *teller, uint32_t index)
{
	static const uint32_t names[] = {
		GL_VERTEX_BINDING_STRIDE, GL_VERTEX_BINDING_DIVISOR, GL_VERTEX_BINDING_OFFSET};
	const struct gs_object *array = gs_effects_vertex_array(teller->effects, teller->context);
	uint32_t node = binding_of(teller, index);
	struct gs_state_held held[3];
	double values[4] = {
		(double)gs_state_name_of(node ? gs_effects_referred(array, node) : NULL)};
	char name[GS_STATE_NAME];
	uint64_t call;
	for (unsigned i = 0; i < 3; i++) {
		if (!read_number(teller, GS_SCOPE_VERTEX_BINDING, names[i], index, &held[i]))
			return;
		values[i + 1] = held[i].values[0];
	}
	const struct gs_state_entry entry = {.name = name,
		.groups = 1u << GS_STATE_VERTEX_ARRAY_GROUP,
		.kind = GS_STATE_LONG,
		.n = 4,
		.values = values};
	snprintf(name, sizeof name, "VERTEX_BINDING[%u]", index);
	if (is_set(teller, node, held, 3, &call))
		gs_state_tell_values(teller, "", &entry, &call);
}

/* Pass what the attribute has of its binding to the visitor. */
static void tell_attribute(const struct gs_state_teller *teller, uint32_t index)
{
	const struct gs_object *array = gs_effects_vertex_array(teller->effects, teller->context);
	struct gs_state_held held[2];
	char prefix[GS_STATE_NAME];
	uint64_t call;
	read_number(teller, GS_SCOPE_ARRAY, GL_VERTEX_ATTRIB_BINDING, index, &held[0]);
	uint32_t binding = held[0].call ? (uint32_t)held[0].values[0] : index;
	uint32_t node = binding_of(teller, binding);
	snprintf(prefix, sizeof prefix, "VERTEX_ATTRIB[%u].", index);
	if (is_set(teller, node, held, 1, &call))
		gs_state_tell_number(teller, prefix, "GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING",
			GS_STATE_VERTEX_ARRAY_GROUP,
			(double)gs_state_name_of(node ? gs_effects_referred(array, node) : NULL),
			&call);
	read_number(teller, GS_SCOPE_VERTEX_BINDING, GL_VERTEX_BINDING_DIVISOR, binding, &held[1]);
	if (held[1].is_known && is_set(teller, 0, held, 2, &call))
		gs_state_tell_number(teller, prefix, "GL_VERTEX_ATTRIB_ARRAY_DIVISOR",
			GS_STATE_VERTEX_ARRAY_GROUP, held[1].values[0], &call);
}

void gs_state_tell_vertex_array(const struct gs_state_teller *teller)
{
	for (uint32_t i = 0; i < MOST_ATTRIBUTES; i++) {
		tell_attribute(teller, i);
		tell_binding(teller, i);
	}
}
