/* SPDX-License-Identifier: MIT */
#include "content/context.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include "content/private.h"
#include "data/state.h"

_Static_assert(
	(int)GS_CONTENT_DEPTH_AT == (int)GS_CONTENT_COLORS, "attachments stand as in gs_object");

void gs_content_set_watch(struct gs_content *content, gs_content_watch watch, void *data)
{
	content->watch = watch;
	content->watch_data = data;
}

static struct gs_content_context *current(const struct gs_content *content)
{
	return content->thread ? content->thread->context : NULL;
}

static uint32_t number_of(const struct gs_object *object)
{
	return object ? object->node : 0;
}

uint32_t gs_content_context(const struct gs_content *content)
{
	return current(content) ? current(content)->object.node : 0;
}

bool gs_content_is_es(const struct gs_content *content)
{
	return current(content) && current(content)->apis & (GS_STATE_IN_ES1 | GS_STATE_IN_ES2);
}

bool gs_content_in_block(const struct gs_content *content)
{
	return current(content) && current(content)->in_block;
}

bool gs_content_is_enabled(const struct gs_content *content, uint32_t capability)
{
	const struct gs_content_context *context = current(content);
	if (!context)
		return false;
	switch (capability) {
	case GL_DEPTH_TEST:
		return context->tests_depth;
	case GL_BLEND:
		return context->blends;
	case GL_SCISSOR_TEST:
		return context->scissors;
	case GL_STENCIL_TEST:
		return context->tests_stencil;
	case GL_LIGHTING:
		return context->lights;
	case GL_VERTEX_PROGRAM_ARB:
		return context->runs_vertex_program;
	default:
		return false;
	}
}

uint32_t gs_content_object_named(
	struct gs_content *content, enum gs_object_kind kind, uint64_t name)
{
	return current(content)
		       ? number_of(gs_content_object(content, current(content), kind, name))
		       : 0;
}

uint64_t gs_content_name(const struct gs_content *content, uint32_t object)
{
	const struct gs_object *found = gs_content_object_of(content, object);
	return found ? found->name : 0;
}

static struct gs_object *referred(struct gs_content *content, unsigned slot, uint64_t index)
{
	struct gs_object *state = &current(content)->object;
	return gs_content_referred(state, gs_object_index(content, state, slot, index));
}

static struct gs_object *referred_part(
	struct gs_content *content, const struct gs_object *owner, unsigned slot)
{
	return gs_content_referred(owner, gs_object_part(content, owner, slot));
}

static struct gs_object *framebuffer(struct gs_content *content, uint64_t target)
{
	struct gs_object *bound = referred(content, GS_SLOT_FRAMEBUFFER_BINDING,
		target == GL_READ_FRAMEBUFFER ? target : GL_DRAW_FRAMEBUFFER);
	return bound ? bound
		     : gs_content_object(content, current(content), GS_OBJECT_FRAMEBUFFER, 0);
}

static struct gs_object *program(struct gs_content *content)
{
	struct gs_object *state = &current(content)->object;
	return referred_part(content, state, GS_SLOT_PROGRAM_BINDING);
}

static struct gs_object *texture(struct gs_content *content, uint64_t unit, uint64_t target)
{
	struct gs_content_context *context = current(content);
	uint64_t plain = gs_plain_texture_target(target);
	uint32_t of_unit, node;
	if (!plain)
		return NULL;
	of_unit = gs_object_index(content, &context->object, GS_SLOT_TEXTURE_BINDING, unit);
	node = gs_nodes_child(content->nodes, of_unit, (uint32_t)plain, false);
	struct gs_object *bound = gs_content_referred(&context->object, node);
	return bound ? bound : gs_content_object(content, context, GS_OBJECT_TEXTURE, plain << 32);
}

uint32_t gs_content_bound(struct gs_content *content, enum gs_object_kind kind, uint64_t target)
{
	if (!current(content))
		return 0;
	switch (kind) {
	case GS_OBJECT_TEXTURE:
		return number_of(texture(content, current(content)->unit, target));
	case GS_OBJECT_BUFFER:
		return number_of(
			target == GL_ELEMENT_ARRAY_BUFFER
				? referred_part(content,
					  gs_content_vertex_array(content, current(content)),
					  GS_SLOT_ELEMENT_BUFFER)
				: referred(content, GS_SLOT_ARRAY_BUFFER, target));
	case GS_OBJECT_FRAMEBUFFER:
		return number_of(framebuffer(content, target));
	case GS_OBJECT_RENDERBUFFER:
		return number_of(referred(content, GS_SLOT_RENDERBUFFER_BINDING, target));
	case GS_OBJECT_PROGRAM:
		return number_of(program(content));
	case GS_OBJECT_PIPELINE:
		return number_of(referred_part(
			content, &current(content)->object, GS_SLOT_PIPELINE_BINDING));
	case GS_OBJECT_VERTEX_ARRAY:
		return number_of(gs_content_vertex_array(content, current(content)));
	default:
		return 0;
	}
}

uint32_t gs_content_bound_texture(struct gs_content *content, uint32_t unit, uint64_t target)
{
	return current(content) ? number_of(texture(content, unit, target)) : 0;
}

uint32_t gs_content_bound_sampler(struct gs_content *content, uint32_t unit)
{
	return current(content) ? number_of(referred(content, GS_SLOT_SAMPLER_BINDING, unit)) : 0;
}

uint32_t gs_content_active_unit(const struct gs_content *content)
{
	return current(content) ? (uint32_t)current(content)->unit : 0;
}

uint64_t gs_content_target_name(struct gs_content *content)
{
	return current(content) ? framebuffer(content, GL_DRAW_FRAMEBUFFER)->name : 0;
}

uint32_t gs_content_attached(struct gs_content *content, unsigned at, unsigned *level)
{
	struct gs_object *target = current(content) ? framebuffer(content, GL_DRAW_FRAMEBUFFER)
						    : NULL;
	if (!target || target->framebuffer.is_default || at >= GS_CONTENT_ATTACHMENTS ||
		(at < GS_CONTENT_DEPTH_AT && !(target->framebuffer.chosen.colors >> at & 1)))
		return 0;
	*level = target->framebuffer.attachments[at].level;
	return number_of(target->framebuffer.attachments[at].object);
}

bool gs_content_attachment(
	struct gs_content *content, unsigned at, struct gs_content_attachment *attachment)
{
	const struct gs_object *target = current(content)
						 ? framebuffer(content, GL_DRAW_FRAMEBUFFER)
						 : NULL;
	const struct gs_attached_image *there;
	if (!target || target->framebuffer.is_default || at >= GS_CONTENT_ATTACHMENTS)
		return false;
	there = &target->framebuffer.attachments[at];
	if (!there->object)
		return false;
	*attachment = (struct gs_content_attachment){.object = there->object->node,
		.is_texture = there->object->kind == GS_OBJECT_TEXTURE,
		.level = there->level,
		.layer = there->layer};
	if (attachment->is_texture)
		attachment->target = there->object->texture.target;
	return true;
}

/* ---- what a debugger says is bound ---- */

static struct gs_object *vertex_source(
	struct gs_content *content, const struct gs_content_place *at)
{
	struct gs_object *array = gs_content_vertex_array(content, current(content));
	struct gs_object *buffer = gs_content_referred(
		array, gs_object_index(content, array, GS_SLOT_BINDING, at->index));
	/* An attribute may take from another binding than its own, which is not followed. */
	return buffer && buffer->kind == GS_OBJECT_BUFFER && buffer->buffer.size == at->size
		       ? buffer
		       : NULL;
}

static struct gs_object *indexed_buffer(
	struct gs_content *content, const struct gs_content_place *at)
{
	struct gs_object *state = &current(content)->object, *owner = state;
	uint32_t node;
	if (at->where == GL_TRANSFORM_FEEDBACK_BUFFER) {
		owner = referred_part(content, state, GS_SLOT_FEEDBACK_BINDING);
		if (!owner)
			owner = gs_content_object(content, current(content), GS_OBJECT_FEEDBACK, 0);
		return gs_content_referred(
			owner, gs_object_index(content, owner, GS_SLOT_BUFFER_BINDING, at->index));
	}
	node = gs_object_index(content, owner, GS_SLOT_BUFFER_BINDING, at->where);
	return gs_content_referred(owner, gs_nodes_child(content->nodes, node, at->index, false));
}

uint32_t gs_content_bound_buffer(struct gs_content *content, uint32_t target, uint32_t index)
{
	const struct gs_content_place at = {
		.kind = GS_OBJECT_BUFFER, .where = target, .index = index};
	return current(content) ? number_of(indexed_buffer(content, &at)) : 0;
}

static struct gs_object *attached(struct gs_content *content, uint32_t where)
{
	struct gs_object *target = framebuffer(content, GL_DRAW_FRAMEBUFFER);
	unsigned at = where == GL_DEPTH_ATTACHMENT     ? GS_CONTENT_DEPTH_AT
		      : where == GL_STENCIL_ATTACHMENT ? GS_CONTENT_DEPTH_AT + 1
						       : where - GL_COLOR_ATTACHMENT0;
	bool is_there = at < GS_CONTENT_ATTACHMENTS && !target->framebuffer.is_default;
	return is_there ? target->framebuffer.attachments[at].object : NULL;
}

static uint32_t at_place(struct gs_content *content, const struct gs_content_place *at)
{
	if (at->kind == GS_OBJECT_FRAMEBUFFER)
		return number_of(attached(content, at->where));
	if (at->kind == GS_OBJECT_TEXTURE)
		return number_of(at->where == GL_IMAGE_BINDING_NAME
					 ? referred(content, GS_SLOT_IMAGE_BINDING, at->index)
					 : texture(content, at->index, at->where));
	if (at->kind != GS_OBJECT_BUFFER)
		return 0;
	if (at->where == GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)
		return number_of(vertex_source(content, at));
	if (at->index != UINT32_MAX)
		return number_of(indexed_buffer(content, at));
	return gs_content_bound(content, GS_OBJECT_BUFFER, at->where);
}

uint32_t gs_content_at_place(
	struct gs_content *content, uint32_t thread, const struct gs_content_place *at)
{
	struct gs_content_thread *was = content->thread;
	gs_content_enter_thread(content, thread);
	uint32_t object = current(content) ? at_place(content, at) : 0;
	content->thread = was;
	return object;
}

uint32_t gs_content_mapped(struct gs_content *content, uint64_t address, uint64_t *offset)
{
	return number_of(gs_memory_mapped(content, address, offset));
}
