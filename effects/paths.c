/* SPDX-License-Identifier: MIT */
/* Find the object, and its node, that an effect is about. */
#include <GL/gl.h>
#include "effects/private.h"

static uint32_t hash_text(const struct gs_trace_value *value)
{
	uint32_t hash = 2166136261u;
	if (value->class == GS_TRACE_STRING)
		for (uint32_t i = 0; i < value->n; i++)
			hash = (hash ^ (uint8_t)value->text[i]) * 16777619u;
	return hash;
}

/* Find the value of the path's i-th index. Return false if the path ends before it. */
static bool value_of_index(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_effect *effect, unsigned i, uint64_t *value)
{
	uint8_t argument = effect->indices[i].value;
	switch ((enum gs_effect_index)effect->indices[i].how) {
	case GS_INDEX_VALUE:
		*value = gs_effects_argument(c, argument);
		return true;
	case GS_INDEX_TEXT:
		*value = argument < c->call->function->n_args ? hash_text(&c->call->args[argument])
							      : 0;
		return true;
	case GS_INDEX_FACE:
		*value = gs_effects_argument(c, argument);
		return *value != GL_FRONT_AND_BACK;
	case GS_INDEX_NUMBER:
		*value = argument;
		return true;
	case GS_INDEX_UNIT:
		gs_read_state(effects, c, GS_SLOT_ACTIVE_TEXTURE);
		*value = c->context->unit;
		return true;
	case GS_INDEX_CLIENT_UNIT:
		gs_read_state(effects, c, GS_SLOT_CLIENT_ACTIVE_TEXTURE);
		*value = c->context->client_unit;
		return true;
	default:
		*value = gs_current_matrix(effects, c);
		return true;
	}
}

struct gs_object *gs_effect_owner(
	struct gs_effects *effects, const struct gs_effects_call *c, const struct gs_effect *effect)
{
	switch ((enum gs_effect_owner)effect->owner) {
	case GS_OWNER_NAMED:
		return gs_effects_object(effects, c->context, effect->object,
			gs_effects_argument(c, effect->argument));
	case GS_OWNER_TARGET:
		return gs_bound(
			effects, c, effect->object, gs_effects_argument(c, effect->argument));
	case GS_OWNER_CURRENT:
		return gs_bound(effects, c, effect->object, 0);
	case GS_OWNER_DRAW:
		return gs_bound_framebuffer(effects, c, true);
	case GS_OWNER_READ:
		return gs_bound_framebuffer(effects, c, false);
	default:
		return &c->context->object;
	}
}

uint32_t gs_effect_path(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_effect *effect, const struct gs_object *owner)
{
	uint32_t node = gs_object_part(effects, owner, effect->slot);
	uint64_t value;
	if (effect->slot == GS_SLOT_IMAGE && owner->is_shared)
		return gs_object_images(effects, owner);
	for (unsigned i = 0; i < effect->n_indices; i++) {
		if (!value_of_index(effects, c, effect, i, &value))
			break;
		node = gs_nodes_child(effects->nodes, node, (uint32_t)(value ^ value >> 32), false);
	}
	return node;
}
