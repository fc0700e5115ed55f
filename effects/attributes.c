/* SPDX-License-Identifier: MIT */
/* glPushAttrib and glPushClientAttrib: save what is followed of the state and restore it at the
 * pop. Pushes and pops are always kept in a slice, with all calls before them. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"

struct reference {
	uint32_t node;
	struct gs_object *to;
};

struct gs_saved_attributes {
	uint64_t mask;
	struct gs_effects_context values; /* only its numbers and flags are used */
	struct gs_object *owner; /* the context or vertex array whose references were saved */
	GArray *references;
	GArray *bindings; /* struct reference: context bindings that glPopClientAttrib restores */
	/* Saved values; NULL: state is not followed, or (`held`) the owner is the context. */
	GHashTable *held, *held_by_context;
	uint64_t call;
	/* The framebuffers that were bound, and their draw and read buffers. */
	struct gs_object *target, *source;
	struct gs_chosen_buffers of_target, of_source;
};

static void free_saved(gpointer data)
{
	struct gs_saved_attributes *saved = data;
	g_array_free(saved->references, TRUE);
	g_array_free(saved->bindings, TRUE);
	g_clear_pointer(&saved->held, g_hash_table_destroy);
	g_clear_pointer(&saved->held_by_context, g_hash_table_destroy);
	g_free(saved);
}

static GPtrArray *stack_of(struct gs_effects_context *context, bool is_client)
{
	GPtrArray **stack = &context->saved[is_client];
	if (!*stack)
		*stack = g_ptr_array_new_with_free_func(free_saved);
	return *stack;
}

/* Return whether the node is the slot's node, or below it. */
static bool is_below(const struct gs_effects *effects, uint32_t node, uint32_t slot)
{
	for (; node && node != slot; node = gs_nodes_parent(effects->nodes, node))
		continue;
	return node;
}

static void save_binding(
	struct gs_saved_attributes *saved, const struct gs_effects_call *c, uint32_t node)
{
	struct reference reference = {node, gs_effects_referred(&c->context->object, node)};
	if (reference.to)
		reference.to->n_referring++;
	g_array_append_val(saved->bindings, reference);
}

/* Save the buffer bindings that a pop restores: with the pixel store those of pixel buffers, with
 * vertex arrays the array binding and GL_ARRAY_BUFFER. */
static void save_bindings(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_saved_attributes *saved)
{
	static const uint32_t of_pixels[] = {GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER};
	struct gs_object *state = &c->context->object;
	for (size_t i = 0; saved->mask & GL_CLIENT_PIXEL_STORE_BIT && i < 2; i++)
		save_binding(saved, c,
			gs_object_index(effects, state, GS_SLOT_ARRAY_BUFFER, of_pixels[i]));
	if (!(saved->mask & GL_CLIENT_VERTEX_ARRAY_BIT))
		return;
	save_binding(
		saved, c, gs_object_index(effects, state, GS_SLOT_ARRAY_BUFFER, GL_ARRAY_BUFFER));
	save_binding(saved, c, gs_object_part(effects, state, GS_SLOT_VERTEX_ARRAY_BINDING));
}

static void push(struct gs_effects *effects, const struct gs_effects_call *c, bool is_client)
{
	struct gs_saved_attributes *saved = g_new0(struct gs_saved_attributes, 1);
	struct gs_object *state = &c->context->object;
	GHashTableIter iter;
	gpointer node, to;
	saved->mask = gs_effects_argument(c, 0);
	saved->values = *c->context;
	saved->owner = is_client ? gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0) : state;
	saved->owner->n_referring++;
	saved->references = g_array_new(FALSE, FALSE, sizeof(struct reference));
	if (saved->owner->references) {
		g_hash_table_iter_init(&iter, saved->owner->references);
		while (g_hash_table_iter_next(&iter, &node, &to)) {
			struct reference reference = {GPOINTER_TO_UINT(node), to};
			reference.to->n_referring++;
			g_array_append_val(saved->references, reference);
		}
	}
	saved->bindings = g_array_new(FALSE, FALSE, sizeof(struct reference));
	if (is_client)
		save_bindings(effects, c, saved);
	saved->call = c->call->number;
	if (!is_client) {
		saved->target = gs_bound_framebuffer(effects, c, true);
		saved->source = gs_bound_framebuffer(effects, c, false);
		saved->of_target = saved->target->framebuffer.chosen;
		saved->of_source = saved->source->framebuffer.chosen;
	}
	if (effects->state) {
		saved->held = is_client ? gs_state_save(saved->owner) : NULL;
		saved->held_by_context = gs_state_save(state);
	}
	g_ptr_array_add(stack_of(c->context, is_client), saved);
	gs_effects_log(effects, GS_ACCESS_READ, state->node);
	gs_effects_log(effects, GS_ACCESS_READ, saved->owner->node);
	if (!is_client)
		gs_effects_log(effects, GS_ACCESS_READ, c->context->raster);
	gs_log_part(effects, GS_ACCESS_ADD, state, GS_SLOT_UNKNOWN);
}

/* Release the saved references; objects that were deleted meanwhile may end now. */
static void unrefer_saved(struct gs_effects *effects, const struct gs_saved_attributes *saved)
{
	for (guint i = 0; i < saved->references->len; i++)
		gs_object_unrefer(
			effects, g_array_index(saved->references, struct reference, i).to);
	for (guint i = 0; i < saved->bindings->len; i++)
		if (g_array_index(saved->bindings, struct reference, i).to)
			gs_object_unrefer(
				effects, g_array_index(saved->bindings, struct reference, i).to);
	gs_object_unrefer(effects, saved->owner);
}

/* Restore the saved bindings, except those of objects that were deleted meanwhile. */
static void restore_bindings(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_saved_attributes *saved)
{
	for (guint i = 0; i < saved->bindings->len; i++) {
		const struct reference *r = &g_array_index(saved->bindings, struct reference, i);
		if (!r->to || !r->to->is_deleted)
			gs_effects_refer(effects, &c->context->object, r->node, r->to);
	}
}

/* Restore the saved references of the owner's nodes below a slot (0: all). */
static void restore_references(
	struct gs_effects *effects, const struct gs_saved_attributes *saved, uint32_t slot)
{
	GHashTableIter iter;
	gpointer node;
	GArray *now = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	if (saved->owner->references) {
		g_hash_table_iter_init(&iter, saved->owner->references);
		while (g_hash_table_iter_next(&iter, &node, NULL)) {
			uint32_t number = GPOINTER_TO_UINT(node);
			g_array_append_val(now, number);
		}
	}
	for (guint i = 0; i < now->len; i++)
		if (!slot || is_below(effects, g_array_index(now, uint32_t, i), slot))
			gs_effects_refer(
				effects, saved->owner, g_array_index(now, uint32_t, i), NULL);
	for (guint i = 0; i < saved->references->len; i++) {
		const struct reference *r = &g_array_index(saved->references, struct reference, i);
		if (!slot || is_below(effects, r->node, slot))
			gs_effects_refer(effects, saved->owner, r->node, r->to);
	}
	g_array_free(now, TRUE);
}

static void restore_enables(
	struct gs_effects_context *to, const struct gs_effects_context *from, uint64_t mask)
{
	bool all = mask & GL_ENABLE_BIT;
	if (all || mask & GL_SCISSOR_BIT)
		to->scissors = from->scissors;
	if (all) {
		to->discards = from->discards;
		to->runs_vertex_program = from->runs_vertex_program;
	}
	if (all || mask & GL_LIGHTING_BIT) {
		to->colors_material = from->colors_material;
		to->lights = from->lights;
	}
	if (all || mask & GL_DEPTH_BUFFER_BIT)
		to->tests_depth = from->tests_depth;
	if (all || mask & GL_STENCIL_BUFFER_BIT)
		to->tests_stencil = from->tests_stencil;
	if (all || mask & GL_TEXTURE_BIT)
		to->fixed_units |= from->fixed_units;
	if (!all && !(mask & GL_COLOR_BUFFER_BIT))
		return;
	to->blends = from->blends;
	to->tests_alpha = from->tests_alpha;
	to->combines = from->combines;
}

static void restore_values(
	struct gs_effects_context *to, const struct gs_effects_context *from, uint64_t mask)
{
	restore_enables(to, from, mask);
	if (mask & GL_TEXTURE_BIT)
		to->unit = from->unit;
	if (mask & GL_TRANSFORM_BIT)
		to->matrix_mode = from->matrix_mode;
	if (mask & GL_LIST_BIT)
		to->list_base = from->list_base;
	if (mask & GL_COLOR_BUFFER_BIT)
		to->masks_color = from->masks_color;
	if (mask & GL_DEPTH_BUFFER_BIT)
		to->masks_depth = from->masks_depth;
	if (mask & GL_STENCIL_BUFFER_BIT)
		to->masks_stencil = from->masks_stencil;
	if (mask & GL_SCISSOR_BIT)
		for (unsigned i = 0; i < 4; i++)
			to->scissor[i] = from->scissor[i];
	if (mask & GL_VIEWPORT_BIT)
		for (unsigned i = 0; i < 4; i++)
			to->viewport[i] = from->viewport[i];
	if (mask & GL_LIGHTING_BIT) {
		to->color_face = from->color_face;
		to->color_material = from->color_material;
	}
}

static void restore_held(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_saved_attributes *saved, bool is_client)
{
	gs_state_restore(&c->context->object, saved->held_by_context, saved->mask, is_client);
	if (is_client)
		gs_state_restore(saved->owner, saved->held, saved->mask, is_client);
	if (!is_client && saved->mask & GL_ENABLE_BIT)
		gs_state_doubt(&c->context->object, saved->call);
	if (is_client || !(saved->mask & GL_TEXTURE_BIT))
		return;
	for (guint i = 0; i < effects->all_objects->len; i++) {
		struct gs_object *object = effects->all_objects->pdata[i];
		if (object->kind == GS_OBJECT_TEXTURE)
			gs_state_doubt(object, saved->call);
	}
}

/* Restore the draw and read buffers. GL saves those of the bound framebuffer; if another one is
 * bound at the pop, it depends on the driver what that gets, so its choice becomes unknown. */
static void restore_buffers(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_saved_attributes *saved)
{
	struct gs_object *target = gs_bound_framebuffer(effects, c, true),
			 *source = gs_bound_framebuffer(effects, c, false);
	struct gs_chosen_buffers *into = &target->framebuffer.chosen,
				 *from = &source->framebuffer.chosen;
	uint32_t colors = into->colors;
	if (saved->mask & GL_COLOR_BUFFER_BIT) {
		into->colors = saved->of_target.colors | (target == saved->target ? 0 : colors);
		into->draws = saved->of_target.draws;
		into->draws.is_known &= target == saved->target;
		memcpy(into->draw_names, saved->of_target.draw_names, sizeof into->draw_names);
	}
	if (saved->mask & GL_PIXEL_MODE_BIT) {
		from->reads = saved->of_source.reads;
		from->reads.is_known &= source == saved->source;
		from->read_name = saved->of_source.read_name;
	}
}

static void pop(struct gs_effects *effects, const struct gs_effects_call *c, bool is_client)
{
	GPtrArray *stack = stack_of(c->context, is_client);
	struct gs_object *state = &c->context->object;
	if (!stack->len)
		return;
	struct gs_saved_attributes *saved = g_ptr_array_steal_index(stack, stack->len - 1);
	gs_effects_log(effects, GS_ACCESS_READ, state->node);
	gs_effects_log(effects, GS_ACCESS_READ, saved->owner->node);
	gs_effects_log(effects, GS_ACCESS_ADD, state->node);
	gs_effects_log(effects, GS_ACCESS_ADD, saved->owner->node);
	if (!is_client) {
		gs_effects_log(effects, GS_ACCESS_READ, c->context->raster);
		gs_effects_log(effects, GS_ACCESS_ADD, c->context->raster);
	}
	if (is_client) {
		restore_bindings(effects, c, saved);
		if (saved->mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
			restore_references(effects, saved, 0);
			c->context->client_unit = saved->values.client_unit;
		}
		if (saved->mask & GL_CLIENT_PIXEL_STORE_BIT)
			c->context->pack_alignment = saved->values.pack_alignment;
	} else {
		restore_values(c->context, &saved->values, saved->mask);
		restore_buffers(effects, c, saved);
		if (saved->mask & GL_TEXTURE_BIT)
			restore_references(effects, saved,
				gs_object_part(effects, state, GS_SLOT_TEXTURE_BINDING));
	}
	effects->generation++;
	if (effects->state)
		restore_held(effects, c, saved, is_client);
	unrefer_saved(effects, saved);
	free_saved(saved);
}

static void act_push_attributes(struct gs_effects *effects, const struct gs_effects_call *c)
{
	push(effects, c, false);
}

static void act_pop_attributes(struct gs_effects *effects, const struct gs_effects_call *c)
{
	pop(effects, c, false);
}

static void act_push_client_attributes(struct gs_effects *effects, const struct gs_effects_call *c)
{
	push(effects, c, true);
}

static void act_pop_client_attributes(struct gs_effects *effects, const struct gs_effects_call *c)
{
	pop(effects, c, true);
}

void gs_add_attribute_acts(gs_effects_act *acts)
{
	acts[GS_ACT_PUSH_ATTRIBUTES] = act_push_attributes;
	acts[GS_ACT_POP_ATTRIBUTES] = act_pop_attributes;
	acts[GS_ACT_PUSH_CLIENT_ATTRIBUTES] = act_push_client_attributes;
	acts[GS_ACT_POP_CLIENT_ATTRIBUTES] = act_pop_client_attributes;
}
