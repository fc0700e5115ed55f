/* SPDX-License-Identifier: MIT */
/* Draws, dispatches, clears and copies: what they read, and what they change. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "effects/private.h"

/* ---- what a draw or dispatch reads: all that is bound for it, and what that refers to ---- */

struct reach {
	struct gs_effects *effects;
	struct gs_effects_context *context;
	struct gs_effects_reached *reached;
	bool dispatches; /* a dispatch; otherwise a draw */
	uint64_t units;	 /* units whose textures may be sampled, one bit each */
	bool stores;	 /* a program in use may write into buffers and images */
};

static void add_to_list(struct gs_effects *effects, uint32_t node)
{
	uint32_t word = (uint32_t)GS_ACCESS_READ << GS_ACCESS_SHIFT | node;
	g_array_append_val(effects->lists, word);
}

/* End the list that is being made. Return its number. */
static uint32_t end_list(struct gs_effects *effects)
{
	uint64_t end = effects->lists->len;
	g_array_append_val(effects->list_starts, end);
	return effects->list_starts->len - 2;
}

static void add_references(const struct gs_object *object, GPtrArray *to_reach)
{
	GHashTableIter iter;
	gpointer to;
	if (!object->references)
		return;
	g_hash_table_iter_init(&iter, object->references);
	while (g_hash_table_iter_next(&iter, NULL, &to))
		g_ptr_array_add(to_reach, to);
}

/* Add all that the object refers to, directly or not. Not recursive: a trace may have chains of any
 * length. */
static void reach_references(struct reach *reach, const struct gs_object *object)
{
	GPtrArray *to_reach = g_ptr_array_new();
	add_references(object, to_reach);
	for (guint i = 0; i < to_reach->len; i++) {
		struct gs_object *next = to_reach->pdata[i];
		if (next->visit == reach->effects->visit)
			continue;
		next->visit = reach->effects->visit;
		add_to_list(reach->effects, next->node);
		add_references(next, to_reach);
	}
	g_ptr_array_free(to_reach, TRUE);
}

static void reach_object(struct reach *reach, struct gs_object *object)
{
	if (object->visit == reach->effects->visit)
		return;
	object->visit = reach->effects->visit;
	add_to_list(reach->effects, object->node);
	reach_references(reach, object);
}

static unsigned slot_of(const struct gs_effects *effects, uint32_t node, uint32_t *index)
{
	uint32_t parent = gs_nodes_parent(effects->nodes, node);
	uint32_t above = parent ? gs_nodes_parent(effects->nodes, parent) : 0;
	if (above && gs_nodes_parent(effects->nodes, above)) {
		node = parent;
		parent = above;
		above = gs_nodes_parent(effects->nodes, above);
	}
	*index = above ? gs_nodes_value(effects->nodes, node) : 0;
	return gs_nodes_value(effects->nodes, above ? parent : node);
}

static void look_at_program(struct reach *reach, const struct gs_object *program)
{
	reach->stores |= program->program.stores;
	if (!program->program.samples)
		return;
	reach->units |= program->program.units | program->program.set_to;
}

enum { COMPUTE_STAGE = 5 }; /* GL_COMPUTE_SHADER_BIT */

static void look_at_pipeline(struct reach *reach, struct gs_object *pipeline)
{
	GHashTableIter iter;
	gpointer node, to;
	uint32_t stage;
	if (!pipeline->references)
		return;
	g_hash_table_iter_init(&iter, pipeline->references);
	while (g_hash_table_iter_next(&iter, &node, &to)) {
		unsigned slot = slot_of(reach->effects, GPOINTER_TO_UINT(node), &stage);
		if (slot == GS_SLOT_STAGE && (stage == COMPUTE_STAGE) == reach->dispatches)
			look_at_program(reach, to);
	}
}

/* Find the units that the programs in use sample, before textures are followed. */
static void look_at_programs(struct reach *reach)
{
	struct gs_effects *effects = reach->effects;
	struct gs_object *state = &reach->context->object;
	struct gs_object *program = gs_effects_referred(
		state, gs_object_part(effects, state, GS_SLOT_PROGRAM_BINDING));
	struct gs_object *pipeline = gs_effects_referred(
		state, gs_object_part(effects, state, GS_SLOT_PIPELINE_BINDING));
	uint32_t assembly = gs_object_part(effects, state, GS_SLOT_ASSEMBLY_BINDING);
	if (program)
		look_at_program(reach, program);
	else if (pipeline)
		look_at_pipeline(reach, pipeline);
	else if (!reach->dispatches)
		reach->units |= reach->context->fixed_units;
	if (!reach->dispatches && gs_nodes_first(effects->nodes, assembly))
		reach->units = UINT64_MAX;
}

static void add_written(struct reach *reach, const struct gs_object *object, unsigned part)
{
	uint32_t node = part == GS_SLOT_IMAGE ? gs_object_images(reach->effects, object)
					      : gs_object_part(reach->effects, object, part);
	g_array_append_val(reach->reached->written, node);
}

/* Note what a draw changes besides its target: a query's count, and what a shader may write to. */
static void look_at_bound(
	struct reach *reach, unsigned slot, uint32_t index, const struct gs_object *object)
{
	if (slot == GS_SLOT_QUERY)
		add_written(reach, object, GS_SLOT_CONTENTS);
	else if (reach->stores && slot == GS_SLOT_BUFFER_BINDING && index != GL_UNIFORM_BUFFER)
		add_written(reach, object, GS_SLOT_DATA);
	else if (reach->stores && slot == GS_SLOT_IMAGE_BINDING)
		add_written(reach, object, GS_SLOT_IMAGE);
}

static bool captures(const struct gs_object *feedback)
{
	return feedback->feedback.begun && !feedback->feedback.is_paused;
}

static void look_at_feedback(struct reach *reach, const struct gs_object *feedback)
{
	GHashTableIter iter;
	gpointer node, to;
	if (!feedback->references || !captures(feedback))
		return;
	add_written(reach, feedback, GS_SLOT_CONTENTS);
	g_hash_table_iter_init(&iter, feedback->references);
	while (g_hash_table_iter_next(&iter, &node, &to))
		add_written(reach, to, GS_SLOT_DATA);
}

/* Return whether a draw may read the buffer bound to the target. Calls that name one of the other
 * targets have logged themselves what they do with its buffer. */
static bool is_for_draws(uint32_t target)
{
	static const uint32_t others[] = {GL_TRANSFORM_FEEDBACK_BUFFER, GL_UNIFORM_BUFFER,
		GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER, GL_DISPATCH_INDIRECT_BUFFER,
		GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_PIXEL_PACK_BUFFER, GL_QUERY_BUFFER,
		GL_TEXTURE_BUFFER};
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (target == others[i])
			return false;
	return true;
}

static bool is_looked_at(const struct reach *reach, unsigned slot, uint32_t index)
{
	switch (slot) {
	case GS_SLOT_TEXTURE_BINDING:
		return index < GS_EFFECTS_UNITS && reach->units >> index & 1;
	case GS_SLOT_ARRAY_BUFFER:
		return reach->dispatches ? index == GL_DISPATCH_INDIRECT_BUFFER
					 : is_for_draws(index);
	case GS_SLOT_RENDERBUFFER_BINDING:
	case GS_SLOT_FRAMEBUFFER_BINDING:
		return false;
	case GS_SLOT_VERTEX_ARRAY_BINDING:
	case GS_SLOT_FEEDBACK_BINDING:
	case GS_SLOT_ASSEMBLY_BINDING:
		return !reach->dispatches;
	default:
		return true;
	}
}

static void reach_bound(struct reach *reach)
{
	GHashTableIter iter;
	gpointer node, to;
	uint32_t index;
	if (!reach->context->object.references)
		return;
	g_hash_table_iter_init(&iter, reach->context->object.references);
	while (g_hash_table_iter_next(&iter, &node, &to)) {
		unsigned slot = slot_of(reach->effects, GPOINTER_TO_UINT(node), &index);
		look_at_bound(reach, slot, index, to);
		if (is_looked_at(reach, slot, index))
			reach_object(reach, to);
	}
}

/* Return the object bound to the slot, or object 0 of the kind. */
static struct gs_object *bound_or_default(const struct reach *reach, unsigned slot, unsigned kind)
{
	struct gs_object *state = &reach->context->object;
	struct gs_object *bound = gs_effects_referred(
		state, gs_object_part(reach->effects, state, slot));
	return bound ? bound : gs_effects_object(reach->effects, reach->context, kind, 0);
}

/* Add the draw framebuffer itself; what is attached to it is not read that way. */
static void reach_target(struct reach *reach)
{
	struct gs_object *state = &reach->context->object;
	struct gs_object *framebuffer = gs_effects_referred(
		state, gs_object_index(reach->effects, state, GS_SLOT_FRAMEBUFFER_BINDING,
			       GL_DRAW_FRAMEBUFFER));
	if (!framebuffer)
		framebuffer = gs_effects_object(
			reach->effects, reach->context, GS_OBJECT_FRAMEBUFFER, 0);
	add_to_list(reach->effects, framebuffer->node);
}

/* Add a transform feedback object, except how much it has captured, which only
 * glDrawTransformFeedback reads. The contents of its buffers matter only to a draw that captures
 * into them, and its begin and end only while it is active. */
static void reach_feedback(struct reach *reach, struct gs_object *feedback)
{
	static const unsigned slots[] = {GS_SLOT_OBJECT, GS_SLOT_ACTIVE, GS_SLOT_BUFFER_BINDING};
	for (size_t i = 0; i < G_N_ELEMENTS(slots); i++)
		if (slots[i] != GS_SLOT_ACTIVE || feedback->feedback.begun)
			add_to_list(
				reach->effects, gs_object_part(reach->effects, feedback, slots[i]));
	feedback->visit = reach->effects->visit;
	if (captures(feedback))
		reach_references(reach, feedback);
}

static void reach_drawn(struct reach *reach)
{
	struct gs_object *feedback = bound_or_default(
		reach, GS_SLOT_FEEDBACK_BINDING, GS_OBJECT_FEEDBACK);
	reach_feedback(reach, feedback);
	reach_bound(reach);
	reach_object(reach,
		bound_or_default(reach, GS_SLOT_VERTEX_ARRAY_BINDING, GS_OBJECT_VERTEX_ARRAY));
	look_at_feedback(reach, feedback);
	reach_target(reach);
}

static void make_list(struct reach *reach)
{
	struct gs_effects *effects = reach->effects;
	GPtrArray *with_handles = reach->context->group->with_handles;
	effects->visit++;
	g_array_set_size(reach->reached->written, 0);
	add_to_list(effects, reach->context->object.node);
	look_at_programs(reach);
	if (reach->dispatches)
		reach_bound(reach);
	else
		reach_drawn(reach);
	for (guint i = 0; i < with_handles->len; i++)
		reach_object(reach, with_handles->pdata[i]);
	reach->reached->list = end_list(effects);
	reach->reached->listed_at = effects->generation;
}

static void list_parameters(struct gs_effects *effects, const struct gs_effects_context *context)
{
	GHashTableIter iter;
	gpointer node, to;
	uint32_t index;
	if (!context->object.references)
		return;
	g_hash_table_iter_init(&iter, context->object.references);
	while (g_hash_table_iter_next(&iter, &node, &to)) {
		struct gs_object *object = to;
		unsigned slot = slot_of(effects, GPOINTER_TO_UINT(node), &index);
		if (slot == GS_SLOT_TEXTURE_BINDING)
			add_to_list(effects, gs_object_part(effects, object, GS_SLOT_PARAMETER));
		else if (slot == GS_SLOT_SAMPLER_BINDING || slot == GS_SLOT_VERTEX_ARRAY_BINDING)
			add_to_list(effects, object->node);
	}
}

uint32_t gs_effects_list_bound(struct gs_effects *effects)
{
	if (effects->bound_at != effects->generation) {
		for (guint i = 0; i < effects->all_contexts->len; i++) {
			const struct gs_effects_context *context = effects->all_contexts->pdata[i];
			if (!context->has_ended)
				list_parameters(effects, context);
		}
		effects->bound_list = end_list(effects);
		effects->bound_at = effects->generation;
	}
	return effects->bound_list;
}

static const struct gs_effects_reached *read_all(
	struct gs_effects *effects, const struct gs_effects_call *c, bool dispatches)
{
	struct gs_effects_reached *reached = dispatches ? &c->context->dispatches
							: &c->context->draws;
	struct reach reach = {.effects = effects,
		.context = c->context,
		.reached = reached,
		.dispatches = dispatches};
	if (reached->listed_at != effects->generation)
		make_list(&reach);
	uint32_t word = (uint32_t)GS_ACCESS_LIST << GS_ACCESS_SHIFT | reached->list;
	g_array_append_val(effects->words, word);
	return reached;
}

static void add_written_to(struct gs_effects *effects, const struct gs_effects_reached *reached)
{
	for (guint i = 0; i < reached->written->len; i++)
		gs_effects_log(
			effects, GS_ACCESS_ADD, g_array_index(reached->written, uint32_t, i));
}

static void act_dispatch(struct gs_effects *effects, const struct gs_effects_call *c)
{
	add_written_to(effects, read_all(effects, c, true));
}

/* ---- what is drawn into ---- */

static uint32_t contents_of(
	struct gs_effects *effects, const struct gs_object *object, unsigned slot)
{
	uint32_t part = gs_object_part(effects, object, GS_SLOT_CONTENTS);
	return slot ? gs_nodes_child(effects->nodes, part, slot, false) : part;
}

static uint32_t contents_of_attachment(
	struct gs_effects *effects, const struct gs_attached_image *attachment)
{
	const struct gs_object *object = attachment->object;
	uint32_t node = gs_object_images(effects, object);
	if (object->kind == GS_OBJECT_RENDERBUFFER || object->is_shared)
		return node;
	node = gs_nodes_child(effects->nodes, node, attachment->level, false);
	if (attachment->layer >= 0)
		node = gs_nodes_child(effects->nodes, node, (uint32_t)attachment->layer, false);
	return node;
}

static struct gs_image_size size_of_attachment(const struct gs_attached_image *attachment)
{
	const struct gs_object *object = attachment->object;
	struct gs_image_size none = {0};
	if (object->kind == GS_OBJECT_RENDERBUFFER)
		return object->renderbuffer.size;
	return attachment->level < GS_EFFECTS_LEVELS ? object->texture.sizes[attachment->level]
						     : none;
}

/* Return whether all attachments have the same size, so that a clear of one covers all. */
static bool is_even(const struct gs_object *framebuffer)
{
	struct gs_image_size first = {0}, size;
	for (unsigned i = 0; i < GS_EFFECTS_COLORS + 2; i++) {
		if (!framebuffer->framebuffer.attachments[i].object)
			continue;
		size = size_of_attachment(&framebuffer->framebuffer.attachments[i]);
		if (!first.width)
			first = size;
		if (!size.width || size.width != first.width || size.height != first.height)
			return false;
	}
	return true;
}

enum { DEPTH = GS_EFFECTS_COLORS, STENCIL, N_ATTACHMENTS };

static void log_attachment(
	struct gs_effects *effects, const struct gs_attached_image *attachment, enum gs_access what)
{
	static const uint8_t slots[] = {GS_SLOT_OBJECT, GS_SLOT_PARAMETER};
	struct gs_object *object = attachment->object;
	gs_log_parts(effects, GS_ACCESS_READ, object, slots, G_N_ELEMENTS(slots));
	/* Level 0 is complete whatever the others are (OpenGL 4.6, section 9.4.1). */
	gs_effects_log(effects, GS_ACCESS_READ,
		object->kind == GS_OBJECT_TEXTURE && !attachment->level && !object->is_shared
			? gs_object_index(effects, object, GS_SLOT_STORAGE, 0)
			: gs_object_part(effects, object, GS_SLOT_STORAGE));
	/* Other objects show the same images, or parts of them. */
	if (object->is_shared && what == GS_ACCESS_FORGET)
		return;
	if (object->is_shared && what == GS_ACCESS_SET)
		what = GS_ACCESS_ADD;
	gs_effects_log(effects, what, contents_of_attachment(effects, attachment));
}

/* Note that something is done to a window's colours after a swap: from then on it is decided
 * whether the old colours are needed. */
static void decide_swap(struct gs_object *drawable, enum gs_access what, uint32_t which)
{
	if (which & 1 && (what == GS_ACCESS_SET || what == GS_ACCESS_ADD))
		drawable->drawable.forgotten = 0;
}

/* Log an access to the attachments in `which`, one bit each, of a window or framebuffer object. */
static void log_target(struct gs_effects *effects, struct gs_object *framebuffer,
	enum gs_access what, uint32_t which)
{
	struct gs_object *drawable = effects->thread->draw;
	if (framebuffer->framebuffer.is_default && drawable) {
		gs_log_part(effects, GS_ACCESS_READ, drawable, GS_SLOT_WINDOW_SIZE);
		decide_swap(drawable, what, which);
	}
	for (unsigned i = 0; i < N_ATTACHMENTS; i++) {
		const struct gs_attached_image *attachment =
			&framebuffer->framebuffer.attachments[i];
		if (!(which >> i & 1))
			continue;
		if (!framebuffer->framebuffer.is_default && attachment->object)
			log_attachment(effects, attachment, what);
		else if (framebuffer->framebuffer.is_default && drawable)
			gs_effects_log(effects, what,
				contents_of(effects, drawable,
					i == DEPTH     ? GL_DEPTH
					: i == STENCIL ? GL_STENCIL
						       : GL_COLOR));
	}
}

static const uint32_t every = (1u << N_ATTACHMENTS) - 1;

static uint32_t colors_of(const struct gs_object *framebuffer)
{
	return framebuffer->framebuffer.is_default ? 1 : framebuffer->framebuffer.chosen.colors;
}

/* Return the common size of the attachments; 0: they differ, or it is not known. */
static struct gs_image_size size_of_target(
	const struct gs_effects *effects, const struct gs_object *framebuffer)
{
	const struct gs_object *drawable = effects->thread->draw;
	struct gs_image_size size = {0};
	if (framebuffer->framebuffer.is_default && drawable) {
		size.width = drawable->drawable.told->told_width;
		size.height = drawable->drawable.told->told_height;
		return size;
	}
	if (!is_even(framebuffer))
		return size;
	for (unsigned i = 0; i < N_ATTACHMENTS && !size.width; i++)
		if (framebuffer->framebuffer.attachments[i].object)
			size = size_of_attachment(&framebuffer->framebuffer.attachments[i]);
	return size;
}

/* Return whether the draw covers its target: GS_EFFECTS_QUADS_COVER. */
static bool is_covering(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_object *framebuffer)
{
	const struct gs_effects_context *context = c->context;
	const int32_t *viewport = context->viewport;
	if (!(effects->trust & GS_EFFECTS_QUADS_COVER) || context->blends || context->tests_depth ||
		context->tests_stencil || context->tests_alpha || context->combines ||
		context->draws_nothing || context->scissors || context->discards ||
		context->masks_color)
		return false;
	struct gs_image_size size = size_of_target(effects, framebuffer);
	uint64_t n = gs_effects_named(c, "count");
	return n >= 3 && n <= 6 && size.width > 0 && viewport[0] <= 0 && viewport[1] <= 0 &&
	       viewport[0] + viewport[2] >= size.width && viewport[1] + viewport[3] >= size.height;
}

/* Return the bits of depth and stencil if the call reads or changes them: they are tested, or the
 * call copies such pixels. */
static uint32_t tested(const struct gs_effects_call *c)
{
	bool is_pixels = gs_data_draws_from(c->recipe->number, GS_DRAW_PIXELS);
	return (is_pixels || c->context->tests_depth ? 1u << DEPTH : 0) |
	       (is_pixels || c->context->tests_stencil ? 1u << STENCIL : 0);
}

void gs_act_draw(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *framebuffer = gs_bound_framebuffer(effects, c, true);
	uint32_t colors = colors_of(framebuffer), rest = tested(c);
	uint32_t written = c->context->masks_depth ? rest & ~(1u << DEPTH) : rest;
	bool is_all = is_covering(effects, c, framebuffer);
	const struct gs_effects_reached *reached = read_all(effects, c, false);
	if (!is_all)
		log_target(effects, framebuffer, GS_ACCESS_READ, colors);
	log_target(effects, framebuffer, is_all ? GS_ACCESS_SET : GS_ACCESS_ADD, colors);
	log_target(effects, framebuffer, GS_ACCESS_READ, rest);
	log_target(effects, framebuffer, GS_ACCESS_ADD, written);
	add_written_to(effects, reached);
}

/* Log the state that decides how a clear or a copy of pixels is done (OpenGL 4.6, sections 17.4.3
 * and 18.3). */
static void read_pixel_state(struct gs_effects *effects, const struct gs_effects_call *c)
{
	static const uint8_t slots[] = {GS_SLOT_CLEAR_COLOR, GS_SLOT_CLEAR_DEPTH,
		GS_SLOT_CLEAR_STENCIL, GS_SLOT_CLEAR_INDEX, GS_SLOT_CLEAR_ACCUM, GS_SLOT_COLOR_MASK,
		GS_SLOT_INDEX_MASK, GS_SLOT_DEPTH_MASK, GS_SLOT_STENCIL_MASK, GS_SLOT_SCISSOR,
		GS_SLOT_FRAMEBUFFER_BINDING, GS_SLOT_CLAMP_COLOR, GS_SLOT_CONDITIONAL,
		GS_SLOT_PIXEL_STORE, GS_SLOT_PIXEL_TRANSFER, GS_SLOT_PIXEL_MAP, GS_SLOT_WINDOW_SIZE,
		GS_SLOT_UNKNOWN};
	static const unsigned enables[] = {
		GL_SCISSOR_TEST, GL_DITHER, GL_RASTERIZER_DISCARD, GL_FRAMEBUFFER_SRGB};
	for (size_t i = 0; i < G_N_ELEMENTS(enables); i++)
		gs_effects_log(effects, GS_ACCESS_READ,
			gs_object_index(effects, &c->context->object, GS_SLOT_ENABLE, enables[i]));
	gs_log_parts(effects, GS_ACCESS_READ, &c->context->object, slots, G_N_ELEMENTS(slots));
}

/* ---- clears ---- */

/* Return whether the scissor test limits the clear to a part of the framebuffer. */
static bool is_cut(const struct gs_effects *effects, const struct gs_effects_context *context,
	const struct gs_object *framebuffer)
{
	const int32_t *box = context->scissor;
	struct gs_image_size size = size_of_target(effects, framebuffer);
	return context->scissors && (size.width <= 0 || box[0] > 0 || box[1] > 0 ||
					    (int64_t)box[0] + box[2] < size.width ||
					    (int64_t)box[1] + box[3] < size.height);
}

static void clear(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_object *framebuffer, uint32_t which)
{
	const struct gs_effects_context *context = c->context;
	bool is_part = is_cut(effects, context, framebuffer);
	bool is_whole = !is_part && !context->discards && !context->draws_nothing &&
			is_even(framebuffer);
	uint32_t whole = 0;
	if (!context->masks_color)
		whole |= every & ~(1u << DEPTH | 1u << STENCIL);
	if (context->masks_depth)
		which &= ~(1u << DEPTH); /* writing depth is disabled */
	else
		whole |= 1u << DEPTH;
	if (!context->masks_stencil)
		whole |= 1u << STENCIL;
	if (!is_whole)
		whole = 0;
	read_pixel_state(effects, c);
	gs_effects_log(effects, GS_ACCESS_READ, framebuffer->node);
	if (framebuffer->framebuffer.is_default && effects->thread->draw && which & 1 &&
		(is_part || context->masks_color))
		gs_log_remember(effects, effects->thread->draw);
	log_target(effects, framebuffer, GS_ACCESS_ADD, which & ~whole);
	log_target(effects, framebuffer, GS_ACCESS_SET, which & whole);
}

static void act_clear(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *framebuffer = gs_bound_framebuffer(effects, c, true);
	uint64_t mask = gs_effects_argument(c, 0);
	uint32_t which = mask & GL_COLOR_BUFFER_BIT ? colors_of(framebuffer) : 0;
	if (mask & GL_DEPTH_BUFFER_BIT)
		which |= 1u << DEPTH;
	if (mask & GL_STENCIL_BUFFER_BIT)
		which |= 1u << STENCIL;
	clear(effects, c, framebuffer, which);
}

static uint32_t buffers_of(const struct gs_object *framebuffer, uint64_t buffer, uint64_t number)
{
	switch (buffer) {
	case GL_DEPTH:
		return 1u << DEPTH;
	case GL_STENCIL:
		return 1u << STENCIL;
	case GL_DEPTH_STENCIL:
		return 1u << DEPTH | 1u << STENCIL;
	default: /* which of several buffers is not known */
		return number == 0 && colors_of(framebuffer) == 1 ? 1 : 0;
	}
}

static void clear_buffer(
	struct gs_effects *effects, const struct gs_effects_call *c, struct gs_object *framebuffer)
{
	uint64_t buffer = gs_effects_named(c, "buffer");
	uint32_t which = buffers_of(framebuffer, buffer, gs_effects_named(c, "drawbuffer"));
	if (which) {
		clear(effects, c, framebuffer, which);
		return;
	}
	read_pixel_state(effects, c);
	gs_effects_log(effects, GS_ACCESS_READ, framebuffer->node);
	log_target(effects, framebuffer, GS_ACCESS_ADD, colors_of(framebuffer));
}

static void act_clear_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	clear_buffer(effects, c, gs_bound_framebuffer(effects, c, true));
}

static struct gs_object *named_framebuffer(
	struct gs_effects *effects, const struct gs_effects_call *c, const char *name)
{
	return gs_effects_object(
		effects, c->context, GS_OBJECT_FRAMEBUFFER, gs_effects_named(c, name));
}

static void act_clear_named(struct gs_effects *effects, const struct gs_effects_call *c)
{
	clear_buffer(effects, c, named_framebuffer(effects, c, "framebuffer"));
}

/* ---- copies ---- */

static bool covers(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_object *framebuffer)
{
	int64_t x0 = (int64_t)gs_effects_named(c, "dstX0"),
		x1 = (int64_t)gs_effects_named(c, "dstX1");
	int64_t y0 = (int64_t)gs_effects_named(c, "dstY0"),
		y1 = (int64_t)gs_effects_named(c, "dstY1");
	struct gs_image_size size = size_of_target(effects, framebuffer);
	return !c->context->scissors && size.width > 0 && MIN(x0, x1) <= 0 &&
	       MAX(x0, x1) >= size.width && MIN(y0, y1) <= 0 && MAX(y0, y1) >= size.height;
}

static void read_target(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_object *framebuffer, uint32_t which)
{
	struct gs_object *draw = effects->thread->draw;
	read_pixel_state(effects, c);
	gs_effects_log(effects, GS_ACCESS_READ, framebuffer->node);
	effects->thread->draw = effects->thread->read;
	log_target(effects, framebuffer, GS_ACCESS_READ, which);
	effects->thread->draw = draw;
}

static void blit(struct gs_effects *effects, const struct gs_effects_call *c,
	struct gs_object *from, struct gs_object *to)
{
	uint64_t mask = gs_effects_named(c, "mask");
	uint32_t rest = (mask & GL_DEPTH_BUFFER_BIT ? 1u << DEPTH : 0) |
			(mask & GL_STENCIL_BUFFER_BIT ? 1u << STENCIL : 0);
	uint32_t colors = mask & GL_COLOR_BUFFER_BIT ? every & ~(1u << DEPTH | 1u << STENCIL) : 0;
	if (!from || !to)
		return;
	read_target(effects, c, from, colors | rest);
	gs_effects_log(effects, GS_ACCESS_READ, to->node);
	log_target(effects, to, covers(effects, c, to) ? GS_ACCESS_SET : GS_ACCESS_ADD,
		(colors & colors_of(to)) | rest);
}

static void act_blit(struct gs_effects *effects, const struct gs_effects_call *c)
{
	blit(effects, c, gs_bound_framebuffer(effects, c, false),
		gs_bound_framebuffer(effects, c, true));
}

static void act_blit_named(struct gs_effects *effects, const struct gs_effects_call *c)
{
	blit(effects, c, named_framebuffer(effects, c, "readFramebuffer"),
		named_framebuffer(effects, c, "drawFramebuffer"));
}

void gs_read_pixels(struct gs_effects *effects, const struct gs_effects_call *c)
{
	read_target(effects, c, gs_bound_framebuffer(effects, c, false), every);
}

static void act_accumulate(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *drawable = effects->thread->draw;
	read_pixel_state(effects, c);
	if (!drawable)
		return;
	gs_log_part(effects, GS_ACCESS_READ, drawable, GS_SLOT_WINDOW_SIZE);
	gs_effects_log(effects, GS_ACCESS_READ, contents_of(effects, drawable, 0));
	gs_effects_log(effects, GS_ACCESS_ADD, contents_of(effects, drawable, 0));
}

static void act_invalidate(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *array = gs_effects_array(c, "attachments");
	struct gs_object *framebuffer = gs_bound(
		effects, c, GS_OBJECT_FRAMEBUFFER, gs_effects_named(c, "target"));
	for (uint32_t i = 0; array && i < array->n; i++) {
		uint64_t which = gs_effects_number(&array->items[i]);
		uint32_t bits = which == GL_DEPTH || which == GL_DEPTH_ATTACHMENT ? 1u << DEPTH
				: which == GL_STENCIL || which == GL_STENCIL_ATTACHMENT
					? 1u << STENCIL
				: which == GL_DEPTH_STENCIL_ATTACHMENT ? 1u << DEPTH | 1u << STENCIL
				: which >= GL_COLOR_ATTACHMENT0 && which <= GL_COLOR_ATTACHMENT15
					? 1u << (which - GL_COLOR_ATTACHMENT0)
				: which == GL_COLOR ? 1u
						    : 0;
		log_target(effects, framebuffer, GS_ACCESS_FORGET, bits);
	}
}

void gs_add_draw_acts(gs_effects_act *acts)
{
	acts[GS_ACT_DRAW] = gs_act_draw;
	acts[GS_ACT_DISPATCH] = act_dispatch;
	acts[GS_ACT_CLEAR] = act_clear;
	acts[GS_ACT_CLEAR_BUFFER] = act_clear_buffer;
	acts[GS_ACT_CLEAR_NAMED] = act_clear_named;
	acts[GS_ACT_BLIT] = act_blit;
	acts[GS_ACT_BLIT_NAMED] = act_blit_named;
	acts[GS_ACT_ACCUMULATE] = act_accumulate;
	acts[GS_ACT_INVALIDATE] = act_invalidate;
}
