/* SPDX-License-Identifier: MIT */
/* The effects of a call, as data/effects.in says. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "effects/private.h"

static void apply_effect(
	struct gs_effects *effects, const struct gs_effects_call *c, const struct gs_effect *effect)
{
	struct gs_object *owner = gs_effect_owner(effects, c, effect);
	if (!owner)
		return;
	uint32_t node = gs_effect_path(effects, c, effect, owner);
	if (owner != &c->context->object)
		gs_read_being(effects, owner);
	switch ((enum gs_effect_kind)effect->kind) {
	case GS_EFFECT_SET:
		gs_effects_log(effects, GS_ACCESS_SET, node);
		break;
	case GS_EFFECT_ADD:
		gs_effects_log(effects, GS_ACCESS_ADD, node);
		break;
	case GS_EFFECT_READ:
		if (node == owner->node)
			gs_read_whole(effects, owner);
		else
			gs_effects_log(effects, GS_ACCESS_READ, node);
		break;
	default:
		gs_effects_bind(effects, owner, node,
			gs_effects_object(effects, c->context, effect->bound_kind,
				gs_effects_argument(c, effect->bound)));
	}
}

/* Log the effects of a call without a rule: it changes the objects that it names, and something
 * unknown. */
static void apply_unknown(struct gs_effects *effects, const struct gs_effects_call *c)
{
	for (size_t i = 0; i < c->recipe->n_rules; i++) {
		const struct gs_object_rule *rule = &c->recipe->rules[i];
		struct gs_object *object = rule->argument < c->call->function->n_args
						   ? gs_effects_object(effects, c->context,
							     rule->kind,
							     gs_effects_argument(c, rule->argument))
						   : NULL;
		if (!object)
			continue;
		gs_effects_log(effects, GS_ACCESS_READ, object->node);
		gs_effects_log(effects, GS_ACCESS_ADD, object->node);
	}
	gs_effects_log(effects, GS_ACCESS_READ, c->context->object.node);
	gs_log_part(effects, GS_ACCESS_ADD, &c->context->object, GS_SLOT_UNKNOWN);
	c->recipe->unknown_calls++;
}

/* Follow the pixel store. Of how pixels are written, only the alignment is known. */
static void follow_pixel_store(const struct gs_effects_call *c)
{
	uint64_t name = gs_effects_argument(c, 0);
	double value = c->call->function->n_args > 1 ? gs_effects_real(&c->call->args[1]) : 0;
	bool unpacks = (name >= GL_UNPACK_SWAP_BYTES && name <= GL_UNPACK_ALIGNMENT) ||
		       name == GL_UNPACK_SKIP_IMAGES || name == GL_UNPACK_IMAGE_HEIGHT;
	if (name == GL_PACK_ALIGNMENT && (value == 1 || value == 2 || value == 4 || value == 8))
		c->context->pack_alignment = (uint64_t)value;
	else if (!unpacks && value != 0)
		c->context->packs_oddly = true;
}

/* Follow values that later calls depend on. */
static void follow(const struct gs_effects_call *c)
{
	switch (c->recipe->number) {
	case GS_FN_glActiveTexture:
	case GS_FN_glActiveTextureARB:
		c->context->unit = gs_effects_argument(c, 0) - GL_TEXTURE0;
		break;
	case GS_FN_glClientActiveTexture:
	case GS_FN_glClientActiveTextureARB:
		c->context->client_unit = gs_effects_argument(c, 0) - GL_TEXTURE0;
		break;
	case GS_FN_glPixelStorei:
	case GS_FN_glPixelStoref:
		follow_pixel_store(c);
		break;
	case GS_FN_glPixelStorex: /* fixed point */
	case GS_FN_glPushClientAttribDefaultEXT:
		c->context->packs_oddly = true;
		break;
	case GS_FN_glMatrixMode:
		c->context->matrix_mode = gs_effects_argument(c, 0);
		break;
	case GS_FN_glListBase:
		c->context->list_base = gs_effects_argument(c, 0);
		break;
	case GS_FN_glScissor:
		for (unsigned i = 0; i < 4; i++)
			c->context->scissor[i] = (int32_t)gs_effects_argument(c, i);
		break;
	case GS_FN_glScissorIndexed:
	case GS_FN_glScissorIndexedv:
	case GS_FN_glScissorArrayv:
		for (unsigned i = 0; i < 4; i++)
			c->context->scissor[i] = 0;
		break;
	case GS_FN_glDepthMask:
		c->context->masks_depth = !gs_effects_argument(c, 0);
		break;
	case GS_FN_glStencilMask:
		c->context->masks_stencil = (~gs_effects_argument(c, 0) & 0xff) != 0;
		break;
	case GS_FN_glStencilMaskSeparate:
		c->context->masks_stencil |= (~gs_effects_argument(c, 1) & 0xff) != 0;
		break;
	case GS_FN_glColorMask:
		c->context->masks_color = false;
		for (unsigned i = 0; i < 4; i++)
			c->context->masks_color |= !gs_effects_argument(c, i);
		break;
	case GS_FN_glColorMaski:
	case GS_FN_glColorMaskIndexedEXT:
		for (unsigned i = 1; i < 5; i++)
			c->context->masks_color |= !gs_effects_argument(c, i);
		break;
	default:
		break;
	}
}

static void read_memory(struct gs_effects *effects, const struct gs_effects_call *c)
{
	for (unsigned i = 0; i < c->call->function->n_args; i++) {
		struct gs_object *memory = c->call->args[i].class == GS_TRACE_POINTER
						   ? gs_memory_object(
							     effects, c->call->args[i].uint)
						   : NULL;
		if (memory)
			gs_effects_log(effects, GS_ACCESS_READ, memory->node);
	}
}

/* Return whether glUseProgram fails because the program's link has failed; the program in use
 * stays. */
static bool is_refused(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool uses = c->recipe->number == GS_FN_glUseProgram ||
		    c->recipe->number == GS_FN_glUseProgramObjectARB;
	const struct gs_object *program = uses ? gs_effects_object(effects, c->context,
							 GS_OBJECT_PROGRAM,
							 gs_effects_argument(c, 0))
					       : NULL;
	if (!program || !program->program.is_unusable)
		return false;
	gs_read_whole(effects, program);
	return true;
}

void gs_effects_apply(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_effects_chosen chosen;
	if (is_refused(effects, c))
		return;
	gs_effects_choose(c, &chosen);
	read_memory(effects, c);
	for (size_t i = 0; i < c->recipe->n_effects; i++) {
		const struct gs_effect *effect = &c->recipe->effects[i];
		gs_effects_act act = effect->kind == GS_EFFECT_DO ? effects->acts[effect->act]
								  : NULL;
		if (act)
			act(effects, c);
		else if (effect->kind != GS_EFFECT_DO)
			apply_effect(effects, c, effect);
		else
			apply_unknown(effects, c);
	}
	if (!c->recipe->is_known)
		apply_unknown(effects, c);
	follow(c);
	if (effects->state)
		gs_state_call(effects, c);
	gs_effects_choose_again(c, &chosen);
}
