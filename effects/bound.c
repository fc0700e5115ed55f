/* SPDX-License-Identifier: MIT */
/* Find what is bound, and log the state that decides it as read by the call that asks. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "effects/private.h"
#include "data/targets.h"

uint64_t gs_plain_texture_target(uint64_t target)
{
	switch (target) {
	case GL_PROXY_TEXTURE_1D:
	case GL_PROXY_TEXTURE_2D:
	case GL_PROXY_TEXTURE_3D:
	case GL_PROXY_TEXTURE_CUBE_MAP:
	case GL_PROXY_TEXTURE_RECTANGLE:
	case GL_PROXY_TEXTURE_1D_ARRAY:
	case GL_PROXY_TEXTURE_2D_ARRAY:
	case GL_PROXY_TEXTURE_CUBE_MAP_ARRAY:
	case GL_PROXY_TEXTURE_2D_MULTISAMPLE:
	case GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY:
		return 0;
	default:
		return gs_data_is_face(target) ? GL_TEXTURE_CUBE_MAP : target;
	}
}

uint32_t gs_texture_binding(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t unit, uint64_t target)
{
	uint32_t of_unit = gs_object_index(
		effects, &c->context->object, GS_SLOT_TEXTURE_BINDING, unit);
	return gs_nodes_child(effects->nodes, of_unit, (uint32_t)target, false);
}

/* Return the texture bound to the target of the active unit, or the target's default one; NULL: a
 * proxy target. */
static struct gs_object *bound_texture(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t target)
{
	uint64_t plain = gs_plain_texture_target(target);
	if (!plain)
		return NULL;
	uint32_t node = gs_texture_binding(effects, c, c->context->unit, plain);
	struct gs_object *object = gs_effects_referred(&c->context->object, node);
	gs_read_state(effects, c, GS_SLOT_ACTIVE_TEXTURE);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	if (object)
		return object;
	object = gs_effects_object(effects, c->context, GS_OBJECT_TEXTURE, plain << 32);
	gs_effects_refer(effects, &c->context->object, node, object);
	return object;
}

/* Return the object that the context's node refers to, or object 0 of the kind. */
static struct gs_object *bound_at(
	struct gs_effects *effects, const struct gs_effects_call *c, unsigned kind, uint32_t node)
{
	struct gs_object *object = gs_effects_referred(&c->context->object, node);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	return object ? object : gs_effects_object(effects, c->context, kind, 0);
}

struct gs_object *gs_bound_framebuffer(
	struct gs_effects *effects, const struct gs_effects_call *c, bool draw)
{
	uint32_t node = gs_object_index(effects, &c->context->object, GS_SLOT_FRAMEBUFFER_BINDING,
		draw ? GL_DRAW_FRAMEBUFFER : GL_READ_FRAMEBUFFER);
	return bound_at(effects, c, GS_OBJECT_FRAMEBUFFER, node);
}

static struct gs_object *bound_program(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *state = &c->context->object;
	uint32_t node = gs_object_part(effects, state, GS_SLOT_PROGRAM_BINDING);
	struct gs_object *program = gs_effects_referred(state, node);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	if (program)
		return program;
	node = gs_object_part(effects, state, GS_SLOT_PIPELINE_BINDING);
	struct gs_object *pipeline = gs_effects_referred(state, node);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	if (!pipeline)
		return NULL;
	node = gs_object_part(effects, pipeline, GS_SLOT_ACTIVE);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	return gs_effects_referred(pipeline, node);
}

struct gs_object *gs_buffer_binding(struct gs_effects *effects, const struct gs_effects_call *c,
	uint64_t target, uint32_t *node)
{
	struct gs_object *owner = &c->context->object;
	if (target == GL_ELEMENT_ARRAY_BUFFER) {
		owner = gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0);
		*node = gs_object_part(effects, owner, GS_SLOT_ELEMENT_BUFFER);
	} else {
		*node = gs_object_index(effects, owner, GS_SLOT_ARRAY_BUFFER, target);
	}
	return owner;
}

static struct gs_object *bound_buffer(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t target)
{
	uint32_t node;
	struct gs_object *owner = gs_buffer_binding(effects, c, target, &node);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	return gs_effects_referred(owner, node);
}

static unsigned slot_of(unsigned kind)
{
	switch (kind) {
	case GS_OBJECT_VERTEX_ARRAY:
		return GS_SLOT_VERTEX_ARRAY_BINDING;
	case GS_OBJECT_FEEDBACK:
		return GS_SLOT_FEEDBACK_BINDING;
	case GS_OBJECT_PIPELINE:
		return GS_SLOT_PIPELINE_BINDING;
	default:
		return GS_SLOT_ALL;
	}
}

struct gs_object *gs_bound(
	struct gs_effects *effects, const struct gs_effects_call *c, unsigned kind, uint64_t target)
{
	struct gs_object *state = &c->context->object;
	switch (kind) {
	case GS_OBJECT_TEXTURE:
		return bound_texture(effects, c, target);
	case GS_OBJECT_BUFFER:
		return bound_buffer(effects, c, target);
	case GS_OBJECT_PROGRAM:
		return bound_program(effects, c);
	case GS_OBJECT_FRAMEBUFFER:
		return gs_bound_framebuffer(effects, c, target != GL_READ_FRAMEBUFFER);
	case GS_OBJECT_RENDERBUFFER:
		return bound_at(effects, c, kind,
			gs_object_index(effects, state, GS_SLOT_RENDERBUFFER_BINDING, target));
	case GS_OBJECT_ASSEMBLY:
		return bound_at(effects, c, kind,
			gs_object_index(effects, state, GS_SLOT_ASSEMBLY_BINDING, target));
	default:
		return slot_of(kind) ? bound_at(effects, c, kind,
					       gs_object_part(effects, state, slot_of(kind)))
				     : NULL;
	}
}

struct gs_object *gs_named_or_bound(struct gs_effects *effects, const struct gs_effects_call *c,
	unsigned kind, const char *parameter)
{
	struct gs_object *object = gs_effects_has(c, parameter)
					   ? gs_effects_object(effects, c->context, kind,
						     gs_effects_named(c, parameter))
					   : gs_bound(effects, c, kind,
						     gs_effects_named(c, "target"));
	if (object)
		gs_read_being(effects, object);
	return object;
}

uint64_t gs_current_matrix(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_effects_context *context = c->context;
	uint64_t mode = context->matrix_mode ? context->matrix_mode : GL_MODELVIEW;
	gs_read_state(effects, c, GS_SLOT_MATRIX_MODE);
	gs_read_state(effects, c, GS_SLOT_ACTIVE_TEXTURE);
	return mode == GL_TEXTURE ? mode | context->unit << 16 : mode;
}
