/* SPDX-License-Identifier: MIT */
#include "effects/context.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include "effects/private.h"
#include "data/state.h"

_Static_assert(
	(int)GS_EFFECTS_DEPTH_AT == (int)GS_EFFECTS_COLORS, "attachments stand as in gs_object");

void gs_effects_set_watch(struct gs_effects *effects, gs_effects_watch watch, void *data)
{
	effects->watch = watch;
	effects->watch_data = data;
}

static struct gs_effects_context *current(const struct gs_effects *effects)
{
	return effects->thread ? effects->thread->context : NULL;
}

static uint32_t number_of(const struct gs_object *object)
{
	return object ? object->node : 0;
}

uint32_t gs_effects_context(const struct gs_effects *effects)
{
	return current(effects) ? current(effects)->object.node : 0;
}

uint32_t gs_effects_drawable(const struct gs_effects *effects, bool *is_pbuffer)
{
	const struct gs_object *drawable = current(effects) ? effects->thread->draw : NULL;
	*is_pbuffer = drawable && drawable->drawable.told->is_pbuffer;
	return number_of(drawable);
}

uint32_t gs_effects_shown(const struct gs_effects *effects)
{
	const struct gs_follow_step *step = effects->step;
	return step->event == GS_FOLLOW_SHOWS && step->drawable ? number_of(step->drawable->data)
								: 0;
}

bool gs_effects_is_es(const struct gs_effects *effects)
{
	return current(effects) && current(effects)->apis & (GS_STATE_IN_ES1 | GS_STATE_IN_ES2);
}

bool gs_effects_in_block(const struct gs_effects *effects)
{
	return current(effects) && current(effects)->in_block;
}

bool gs_effects_is_enabled(const struct gs_effects *effects, uint32_t capability)
{
	const struct gs_effects_context *context = current(effects);
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

uint32_t gs_effects_object_named(
	struct gs_effects *effects, enum gs_object_kind kind, uint64_t name)
{
	return current(effects)
		       ? number_of(gs_effects_object(effects, current(effects), kind, name))
		       : 0;
}

uint64_t gs_effects_name(const struct gs_effects *effects, uint32_t object)
{
	const struct gs_object *found = gs_effects_object_of(effects, object);
	return found ? found->name : 0;
}

static struct gs_object *referred(struct gs_effects *effects, unsigned slot, uint64_t index)
{
	struct gs_object *state = &current(effects)->object;
	return gs_effects_referred(state, gs_object_index(effects, state, slot, index));
}

static struct gs_object *referred_part(
	struct gs_effects *effects, const struct gs_object *owner, unsigned slot)
{
	return gs_effects_referred(owner, gs_object_part(effects, owner, slot));
}

static struct gs_object *framebuffer(struct gs_effects *effects, uint64_t target)
{
	struct gs_object *bound = referred(effects, GS_SLOT_FRAMEBUFFER_BINDING,
		target == GL_READ_FRAMEBUFFER ? target : GL_DRAW_FRAMEBUFFER);
	return bound ? bound
		     : gs_effects_object(effects, current(effects), GS_OBJECT_FRAMEBUFFER, 0);
}

static struct gs_object *program(struct gs_effects *effects)
{
	struct gs_object *state = &current(effects)->object;
	return referred_part(effects, state, GS_SLOT_PROGRAM_BINDING);
}

static struct gs_object *texture(struct gs_effects *effects, uint64_t unit, uint64_t target)
{
	struct gs_effects_context *context = current(effects);
	uint64_t plain = gs_plain_texture_target(target);
	uint32_t of_unit, node;
	if (!plain)
		return NULL;
	of_unit = gs_object_index(effects, &context->object, GS_SLOT_TEXTURE_BINDING, unit);
	node = gs_nodes_child(effects->nodes, of_unit, (uint32_t)plain, false);
	struct gs_object *bound = gs_effects_referred(&context->object, node);
	return bound ? bound : gs_effects_object(effects, context, GS_OBJECT_TEXTURE, plain << 32);
}

uint32_t gs_effects_bound(struct gs_effects *effects, enum gs_object_kind kind, uint64_t target)
{
	if (!current(effects))
		return 0;
	switch (kind) {
	case GS_OBJECT_TEXTURE:
		return number_of(texture(effects, current(effects)->unit, target));
	case GS_OBJECT_BUFFER:
		return number_of(
			target == GL_ELEMENT_ARRAY_BUFFER
				? referred_part(effects,
					  gs_effects_vertex_array(effects, current(effects)),
					  GS_SLOT_ELEMENT_BUFFER)
				: referred(effects, GS_SLOT_ARRAY_BUFFER, target));
	case GS_OBJECT_FRAMEBUFFER:
		return number_of(framebuffer(effects, target));
	case GS_OBJECT_RENDERBUFFER:
		return number_of(referred(effects, GS_SLOT_RENDERBUFFER_BINDING, target));
	case GS_OBJECT_PROGRAM:
		return number_of(program(effects));
	case GS_OBJECT_PIPELINE:
		return number_of(referred_part(
			effects, &current(effects)->object, GS_SLOT_PIPELINE_BINDING));
	case GS_OBJECT_VERTEX_ARRAY:
		return number_of(gs_effects_vertex_array(effects, current(effects)));
	default:
		return 0;
	}
}

uint32_t gs_effects_bound_texture(struct gs_effects *effects, uint32_t unit, uint64_t target)
{
	return current(effects) ? number_of(texture(effects, unit, target)) : 0;
}

uint32_t gs_effects_bound_sampler(struct gs_effects *effects, uint32_t unit)
{
	return current(effects) ? number_of(referred(effects, GS_SLOT_SAMPLER_BINDING, unit)) : 0;
}

uint64_t gs_effects_buffer_size(const struct gs_effects *effects, uint32_t buffer)
{
	const struct gs_object *object = gs_effects_object_of(effects, buffer);
	return object && object->kind == GS_OBJECT_BUFFER ? object->buffer.size : 0;
}

uint32_t gs_effects_active_unit(const struct gs_effects *effects)
{
	return current(effects) ? (uint32_t)current(effects)->unit : 0;
}

uint64_t gs_effects_target_name(struct gs_effects *effects)
{
	return current(effects) ? framebuffer(effects, GL_DRAW_FRAMEBUFFER)->name : 0;
}

uint32_t gs_effects_attached(struct gs_effects *effects, unsigned at, unsigned *level)
{
	struct gs_object *target = current(effects) ? framebuffer(effects, GL_DRAW_FRAMEBUFFER)
						    : NULL;
	if (!target || target->framebuffer.is_default || at >= GS_EFFECTS_ATTACHMENTS ||
		(at < GS_EFFECTS_DEPTH_AT && !(target->framebuffer.chosen.colors >> at & 1)))
		return 0;
	*level = target->framebuffer.attachments[at].level;
	return number_of(target->framebuffer.attachments[at].object);
}

bool gs_effects_attachment(
	struct gs_effects *effects, unsigned at, struct gs_effects_attachment *attachment)
{
	const struct gs_object *target = current(effects)
						 ? framebuffer(effects, GL_DRAW_FRAMEBUFFER)
						 : NULL;
	const struct gs_attached_image *there;
	if (!target || target->framebuffer.is_default || at >= GS_EFFECTS_ATTACHMENTS)
		return false;
	there = &target->framebuffer.attachments[at];
	if (!there->object)
		return false;
	*attachment = (struct gs_effects_attachment){.object = there->object->node,
		.is_texture = there->object->kind == GS_OBJECT_TEXTURE,
		.level = there->level,
		.layer = there->layer};
	if (attachment->is_texture)
		attachment->target = there->object->texture.target;
	return true;
}

/* ---- what a debugger says is bound ---- */

static struct gs_object *vertex_source(
	struct gs_effects *effects, const struct gs_effects_binding *at)
{
	struct gs_object *array = gs_effects_vertex_array(effects, current(effects));
	struct gs_object *buffer = gs_effects_referred(
		array, gs_object_index(effects, array, GS_SLOT_BINDING, at->index));
	/* glVertexAttribBinding may give the attribute another binding, which is not followed. */
	return buffer && buffer->kind == GS_OBJECT_BUFFER && buffer->buffer.size == at->size
		       ? buffer
		       : NULL;
}

static struct gs_object *indexed_buffer(
	struct gs_effects *effects, const struct gs_effects_binding *at)
{
	struct gs_object *state = &current(effects)->object, *owner = state;
	uint32_t node;
	if (at->where == GL_TRANSFORM_FEEDBACK_BUFFER) {
		owner = referred_part(effects, state, GS_SLOT_FEEDBACK_BINDING);
		if (!owner)
			owner = gs_effects_object(effects, current(effects), GS_OBJECT_FEEDBACK, 0);
		return gs_effects_referred(
			owner, gs_object_index(effects, owner, GS_SLOT_BUFFER_BINDING, at->index));
	}
	node = gs_object_index(effects, owner, GS_SLOT_BUFFER_BINDING, at->where);
	return gs_effects_referred(owner, gs_nodes_child(effects->nodes, node, at->index, false));
}

uint32_t gs_effects_bound_buffer(struct gs_effects *effects, uint32_t target, uint32_t index)
{
	const struct gs_effects_binding at = {
		.kind = GS_OBJECT_BUFFER, .where = target, .index = index};
	return current(effects) ? number_of(indexed_buffer(effects, &at)) : 0;
}

static struct gs_object *attached(struct gs_effects *effects, uint32_t where)
{
	struct gs_object *target = framebuffer(effects, GL_DRAW_FRAMEBUFFER);
	unsigned at = where == GL_DEPTH_ATTACHMENT     ? GS_EFFECTS_DEPTH_AT
		      : where == GL_STENCIL_ATTACHMENT ? GS_EFFECTS_DEPTH_AT + 1
						       : where - GL_COLOR_ATTACHMENT0;
	bool is_there = at < GS_EFFECTS_ATTACHMENTS && !target->framebuffer.is_default;
	return is_there ? target->framebuffer.attachments[at].object : NULL;
}

static uint32_t bound_at(struct gs_effects *effects, const struct gs_effects_binding *at)
{
	if (at->kind == GS_OBJECT_FRAMEBUFFER)
		return number_of(attached(effects, at->where));
	if (at->kind == GS_OBJECT_TEXTURE)
		return number_of(at->where == GL_IMAGE_BINDING_NAME
					 ? referred(effects, GS_SLOT_IMAGE_BINDING, at->index)
					 : texture(effects, at->index, at->where));
	if (at->kind != GS_OBJECT_BUFFER)
		return 0;
	if (at->where == GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)
		return number_of(vertex_source(effects, at));
	if (at->index != UINT32_MAX)
		return number_of(indexed_buffer(effects, at));
	return gs_effects_bound(effects, GS_OBJECT_BUFFER, at->where);
}

uint32_t gs_effects_bound_at(
	struct gs_effects *effects, uint32_t thread, const struct gs_effects_binding *at)
{
	struct gs_effects_thread *was = effects->thread;
	gs_effects_enter_thread(effects, thread);
	uint32_t object = current(effects) ? bound_at(effects, at) : 0;
	effects->thread = was;
	return object;
}

uint32_t gs_effects_mapped(struct gs_effects *effects, uint64_t address, uint64_t *offset)
{
	return number_of(gs_memory_mapped(effects, address, offset));
}
