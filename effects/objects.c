/* SPDX-License-Identifier: MIT */
/* Objects by name, and which node refers to which object. */
#include <GL/gl.h>
#include <GL/glext.h>
#include "effects/private.h"

/* Return whether name 0 stands for a default object of each context. */
static bool has_default(unsigned kind)
{
	return kind == GS_OBJECT_VERTEX_ARRAY || kind == GS_OBJECT_FRAMEBUFFER ||
	       kind == GS_OBJECT_FEEDBACK || kind == GS_OBJECT_ASSEMBLY;
}

struct gs_object *gs_object_make(struct gs_effects *effects, unsigned kind, uint64_t name)
{
	struct gs_object *object = g_new0(struct gs_object, 1);
	object->kind = (uint8_t)kind;
	object->name = name;
	object->node = gs_nodes_add(effects->nodes, false);
	if (kind == GS_OBJECT_FRAMEBUFFER) {
		object->framebuffer.is_default = !name;
		object->framebuffer.chosen = (struct gs_chosen_buffers){.colors = 1,
			.draws.is_known = name != 0,
			.reads.is_known = name != 0,
			.draw_names = {GL_COLOR_ATTACHMENT0},
			.read_name = GL_COLOR_ATTACHMENT0};
	} else if (kind == GS_OBJECT_PROGRAM) {
		object->program.set_to = 1;
	}
	g_ptr_array_add(effects->all_objects, object);
	return object;
}

uint32_t gs_object_part(struct gs_effects *effects, const struct gs_object *object, unsigned slot)
{
	bool has_ranges = slot == GS_SLOT_DATA;
	return slot ? gs_nodes_child(effects->nodes, object->node, slot, has_ranges) : object->node;
}

uint32_t gs_object_index(
	struct gs_effects *effects, const struct gs_object *object, unsigned slot, uint64_t index)
{
	uint32_t part = gs_object_part(effects, object, slot);
	return gs_nodes_child(effects->nodes, part, (uint32_t)(index ^ index >> 32), false);
}

void gs_log_part(struct gs_effects *effects, enum gs_access what, const struct gs_object *object,
	unsigned slot)
{
	gs_effects_log(effects, what, gs_object_part(effects, object, slot));
}

void gs_log_parts(struct gs_effects *effects, enum gs_access what, const struct gs_object *object,
	const uint8_t *slots, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gs_log_part(effects, what, object, slots[i]);
}

void gs_read_whole(struct gs_effects *effects, const struct gs_object *object)
{
	gs_effects_log(effects, GS_ACCESS_READ, object->node);
	if (object->alias)
		gs_effects_log(effects, GS_ACCESS_READ, object->alias->node);
}

void gs_read_being(struct gs_effects *effects, const struct gs_object *object)
{
	gs_log_part(effects, GS_ACCESS_READ, object, GS_SLOT_OBJECT);
}

void gs_read_state(struct gs_effects *effects, const struct gs_effects_call *c, unsigned slot)
{
	gs_log_part(effects, GS_ACCESS_READ, &c->context->object, slot);
}

/* Objects are in the order of their nodes. */
struct gs_object *gs_effects_object_of(const struct gs_effects *effects, uint32_t node)
{
	guint low = 0, high = effects->all_objects->len;
	while (low < high) {
		guint middle = (low + high) / 2;
		struct gs_object *at = effects->all_objects->pdata[middle];
		if (at->node == node)
			return at;
		if (at->node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static gpointer key(uint64_t name)
{
	return (gpointer)(uintptr_t)name;
}

static GHashTable *table_of(struct gs_effects_context *context, unsigned kind)
{
	GHashTable **tables = gs_object_is_of_context(kind) ? context->objects
							    : context->group->objects;
	if (!tables[kind])
		tables[kind] = g_hash_table_new(NULL, NULL);
	return tables[kind];
}

struct gs_object *gs_effects_new_object(struct gs_effects *effects,
	struct gs_effects_context *context, unsigned kind, uint64_t name)
{
	GHashTable *table = table_of(context, kind);
	struct gs_object *object = gs_object_make(effects, kind, name);
	struct gs_object *before = g_hash_table_lookup(table, key(name));
	if (before)
		gs_object_delete(effects, before);
	g_hash_table_insert(table, key(name), object);
	return object;
}

struct gs_object *gs_effects_object(struct gs_effects *effects, struct gs_effects_context *context,
	unsigned kind, uint64_t name)
{
	if (kind == GS_OBJECT_NONE || kind >= GS_N_OBJECT_KINDS)
		return NULL;
	if (!name && has_default(kind)) {
		if (!context->defaults[kind])
			context->defaults[kind] = gs_object_make(effects, kind, 0);
		return context->defaults[kind];
	}
	if (!name && kind != GS_OBJECT_LIST)
		return NULL;
	struct gs_object *object = g_hash_table_lookup(table_of(context, kind), key(name));
	return object ? object : gs_effects_new_object(effects, context, kind, name);
}

/* Note for effects/state that the call added last made the node refer to its object. */
static void note_call(struct gs_effects *effects, uint32_t node)
{
	const GArray *numbers = effects->numbers;
	if (!effects->state || !numbers->len)
		return;
	g_hash_table_insert(effects->state->bound_by, GUINT_TO_POINTER(node),
		g_memdup2(&g_array_index(numbers, uint64_t, numbers->len - 1), sizeof(uint64_t)));
}

static void refer(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to)
{
	gpointer at = GUINT_TO_POINTER(node);
	if (!owner->references)
		owner->references = g_hash_table_new(NULL, NULL);
	struct gs_object *before = g_hash_table_lookup(owner->references, at);
	if (before == to)
		return;
	effects->generation++;
	if (to) {
		to->n_referring++;
		g_hash_table_insert(owner->references, at, to);
	} else {
		g_hash_table_remove(owner->references, at);
	}
	if (before)
		gs_object_unrefer(effects, before);
}

void gs_effects_refer(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to)
{
	if (gs_effects_referred(owner, node) != to)
		note_call(effects, node);
	refer(effects, owner, node, to);
}

struct gs_object *gs_effects_referred(const struct gs_object *owner, uint32_t node)
{
	return owner->references ? g_hash_table_lookup(owner->references, GUINT_TO_POINTER(node))
				 : NULL;
}

/* Return the thread with that number; NULL: it has made no call. */
static const struct gs_effects_thread *thread_of(const struct gs_effects *effects, uint32_t thread)
{
	const struct gs_follow_thread *of = gs_follow_thread(effects->follow, thread);
	return of ? of->data : NULL;
}

struct gs_effects_context *gs_effects_context_of(const struct gs_effects *effects, uint32_t thread)
{
	const struct gs_effects_thread *of = thread_of(effects, thread);
	return of ? of->context : NULL;
}

struct gs_object *gs_effects_drawable_of(const struct gs_effects *effects, uint32_t thread)
{
	const struct gs_effects_thread *of = thread_of(effects, thread);
	return of && of->context ? of->draw : NULL;
}

struct gs_object *gs_effects_vertex_array(
	struct gs_effects *effects, struct gs_effects_context *context)
{
	struct gs_object *bound = gs_effects_referred(&context->object,
		gs_object_part(effects, &context->object, GS_SLOT_VERTEX_ARRAY_BINDING));
	return bound ? bound : gs_effects_object(effects, context, GS_OBJECT_VERTEX_ARRAY, 0);
}

void gs_effects_bind(
	struct gs_effects *effects, struct gs_object *owner, uint32_t node, struct gs_object *to)
{
	if (to)
		gs_read_being(effects, to);
	gs_effects_log(effects, GS_ACCESS_SET, node);
	note_call(effects, node);
	refer(effects, owner, node, to);
}

uint32_t gs_object_images(struct gs_effects *effects, const struct gs_object *object)
{
	if (object->alias)
		object = object->alias;
	return gs_object_part(effects, object,
		object->kind == GS_OBJECT_RENDERBUFFER ? GS_SLOT_CONTENTS : GS_SLOT_IMAGE);
}
