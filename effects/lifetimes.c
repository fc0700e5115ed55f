/* SPDX-License-Identifier: MIT */
/*
 * When objects and contexts end. A deleted object lives on as long as something refers to it
 * (OpenGL 4.6, section 5.1.3). When the last one of the contexts that share objects ends, all their
 * objects end.
 */
#include "effects/private.h"

/* Return whether a deleted object has ended. A shared one counts as in use, since others may show
 * its images. */
static bool is_over(const struct gs_object *object)
{
	return object->is_deleted && !object->n_referring && !object->is_shared;
}

/* Drop the object's references; objects that end by that are added to `ended`. */
static void let_go(struct gs_object *object, GPtrArray *ended)
{
	GHashTable *references = g_steal_pointer(&object->references);
	GHashTableIter iter;
	gpointer to;
	if (!references)
		return;
	g_hash_table_iter_init(&iter, references);
	while (g_hash_table_iter_next(&iter, NULL, &to)) {
		((struct gs_object *)to)->n_referring--;
		if (is_over(to))
			g_ptr_array_add(ended, to);
	}
	g_hash_table_destroy(references);
}

/* End the object if nothing refers to it, and all that end by that. Not recursive: a trace may have
 * chains of any length. */
static void end_if_over(struct gs_effects *effects, struct gs_object *object)
{
	if (!is_over(object))
		return;
	GPtrArray *ended = g_ptr_array_new();
	g_ptr_array_add(ended, object);
	for (guint i = 0; i < ended->len; i++) {
		struct gs_object *next = ended->pdata[i];
		if (!is_over(next))
			continue;
		next->is_deleted = false; /* end it only once */
		gs_effects_log(effects, GS_ACCESS_FORGET, next->node);
		let_go(next, ended);
	}
	g_ptr_array_free(ended, TRUE);
}

void gs_object_delete(struct gs_effects *effects, struct gs_object *object)
{
	object->is_deleted = true;
	end_if_over(effects, object);
}

void gs_object_unrefer(struct gs_effects *effects, struct gs_object *object)
{
	object->n_referring--;
	end_if_over(effects, object);
}

/* Log that nothing needs the object, unless other contexts may show it through an EGLImage. */
static void forget_object(struct gs_effects *effects, const struct gs_object *object)
{
	if (object && !object->is_shared)
		gs_effects_log(effects, GS_ACCESS_FORGET, object->node);
}

static void forget_objects(struct gs_effects *effects, GHashTable *const *objects)
{
	for (unsigned kind = 0; kind < GS_N_OBJECT_KINDS; kind++) {
		GHashTableIter iter;
		gpointer object;
		if (!objects[kind])
			continue;
		g_hash_table_iter_init(&iter, objects[kind]);
		while (g_hash_table_iter_next(&iter, NULL, &object))
			forget_object(effects, object);
	}
}

static void forget_context(struct gs_effects *effects, const struct gs_effects_context *context)
{
	forget_objects(effects, context->objects);
	for (unsigned kind = 0; kind < GS_N_OBJECT_KINDS; kind++)
		forget_object(effects, context->defaults[kind]);
	forget_object(effects, &context->object);
}

void gs_effects_end_context(struct gs_effects *effects, const struct gs_follow_context *ended)
{
	struct gs_effects_context *context = ended->data;
	struct gs_effects_group *group = ended->group->data;
	if (context)
		context->has_ended = true;
	if (!group || ended->group->contexts->len > 1)
		return;
	for (guint i = 0; i < group->contexts->len; i++)
		forget_context(effects, group->contexts->pdata[i]);
	forget_objects(effects, group->objects);
}
