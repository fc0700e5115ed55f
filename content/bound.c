/* SPDX-License-Identifier: MIT */
/* What is bound where. Who asks reads the state that decides it. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "content/private.h"

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
		return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
				       target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z
			       ? GL_TEXTURE_CUBE_MAP
			       : target;
	}
}

uint32_t gs_texture_binding(
	struct gs_content *content, const struct gs_content_call *c, uint64_t unit, uint64_t target)
{
	uint32_t of_unit = gs_object_index(
		content, &c->context->object, GS_SLOT_TEXTURE_BINDING, unit);
	return gs_nodes_child(content->nodes, of_unit, (uint32_t)target, false);
}

/* Where nothing was bound, the target's texture 0 of the context. */
static struct gs_object *bound_texture(
	struct gs_content *content, const struct gs_content_call *c, uint64_t target)
{
	uint64_t plain = gs_plain_texture_target(target);
	if (!plain)
		return NULL;
	uint32_t node = gs_texture_binding(content, c, c->context->unit, plain);
	struct gs_object *object = gs_content_referred(&c->context->object, node);
	gs_read_state(content, c, GS_SLOT_ACTIVE_TEXTURE);
	gs_content_log(content, GS_ACCESS_READ, node);
	if (object)
		return object;
	object = gs_content_object(content, c->context, GS_OBJECT_TEXTURE, plain << 32);
	gs_content_refer(content, &c->context->object, node, object);
	return object;
}

/* What the context's slot (and index) refers to; else the object 0. */
static struct gs_object *bound_at(
	struct gs_content *content, const struct gs_content_call *c, unsigned kind, uint32_t node)
{
	struct gs_object *object = gs_content_referred(&c->context->object, node);
	gs_content_log(content, GS_ACCESS_READ, node);
	return object ? object : gs_content_object(content, c->context, kind, 0);
}

struct gs_object *gs_bound_framebuffer(
	struct gs_content *content, const struct gs_content_call *c, bool draw)
{
	uint32_t node = gs_object_index(content, &c->context->object, GS_SLOT_FRAMEBUFFER_BINDING,
		draw ? GL_DRAW_FRAMEBUFFER : GL_READ_FRAMEBUFFER);
	return bound_at(content, c, GS_OBJECT_FRAMEBUFFER, node);
}

static struct gs_object *bound_program(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *state = &c->context->object;
	uint32_t node = gs_object_part(content, state, GS_SLOT_PROGRAM_BINDING);
	struct gs_object *program = gs_content_referred(state, node);
	gs_content_log(content, GS_ACCESS_READ, node);
	if (program)
		return program;
	node = gs_object_part(content, state, GS_SLOT_PIPELINE_BINDING);
	struct gs_object *pipeline = gs_content_referred(state, node);
	gs_content_log(content, GS_ACCESS_READ, node);
	if (!pipeline)
		return NULL;
	node = gs_object_part(content, pipeline, GS_SLOT_ACTIVE);
	gs_content_log(content, GS_ACCESS_READ, node);
	return gs_content_referred(pipeline, node);
}

struct gs_object *gs_buffer_binding(struct gs_content *content, const struct gs_content_call *c,
	uint64_t target, uint32_t *node)
{
	struct gs_object *owner = &c->context->object;
	if (target == GL_ELEMENT_ARRAY_BUFFER) {
		owner = gs_bound(content, c, GS_OBJECT_VERTEX_ARRAY, 0);
		*node = gs_object_part(content, owner, GS_SLOT_ELEMENT_BUFFER);
	} else {
		*node = gs_object_index(content, owner, GS_SLOT_ARRAY_BUFFER, target);
	}
	return owner;
}

static struct gs_object *bound_buffer(
	struct gs_content *content, const struct gs_content_call *c, uint64_t target)
{
	uint32_t node;
	struct gs_object *owner = gs_buffer_binding(content, c, target, &node);
	gs_content_log(content, GS_ACCESS_READ, node);
	return gs_content_referred(owner, node);
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
	struct gs_content *content, const struct gs_content_call *c, unsigned kind, uint64_t target)
{
	struct gs_object *state = &c->context->object;
	switch (kind) {
	case GS_OBJECT_TEXTURE:
		return bound_texture(content, c, target);
	case GS_OBJECT_BUFFER:
		return bound_buffer(content, c, target);
	case GS_OBJECT_PROGRAM:
		return bound_program(content, c);
	case GS_OBJECT_FRAMEBUFFER:
		return gs_bound_framebuffer(content, c, target != GL_READ_FRAMEBUFFER);
	case GS_OBJECT_RENDERBUFFER:
		return bound_at(content, c, kind,
			gs_object_index(content, state, GS_SLOT_RENDERBUFFER_BINDING, target));
	case GS_OBJECT_ASSEMBLY:
		return bound_at(content, c, kind,
			gs_object_index(content, state, GS_SLOT_ASSEMBLY_BINDING, target));
	default:
		return slot_of(kind) ? bound_at(content, c, kind,
					       gs_object_part(content, state, slot_of(kind)))
				     : NULL;
	}
}

struct gs_object *gs_named_or_bound(struct gs_content *content, const struct gs_content_call *c,
	unsigned kind, const char *parameter)
{
	struct gs_object *object = gs_content_has(c, parameter)
					   ? gs_content_object(content, c->context, kind,
						     gs_content_named(c, parameter))
					   : gs_bound(content, c, kind,
						     gs_content_named(c, "target"));
	if (object)
		gs_read_being(content, object);
	return object;
}

uint64_t gs_current_matrix(struct gs_content *content, const struct gs_content_call *c)
{
	const struct gs_content_context *context = c->context;
	uint64_t mode = context->matrix_mode ? context->matrix_mode : GL_MODELVIEW;
	gs_read_state(content, c, GS_SLOT_MATRIX_MODE);
	gs_read_state(content, c, GS_SLOT_ACTIVE_TEXTURE);
	return mode == GL_TEXTURE ? mode | context->unit << 16 : mode;
}
