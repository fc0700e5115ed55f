/* SPDX-License-Identifier: MIT */
/* Buffers: where they are bound, how large they are, where they are mapped. */
#include "data/constants.h"
#include "data/effect.h"
#include "data/object.h"
#include "follow/private.h"

/* In place of what was deleted since, and is not brought back; but the vertex array 0 gets buffers
 * of these names. */
static const uint64_t gone = UINT64_MAX;

/* What a push of client attributes has put aside. */
struct saved {
	uint64_t mask, vertex_array, client_unit;
	uint64_t array, elements, packed, unpacked; /* buffers */
};

static unsigned act_of(unsigned function)
{
	size_t n;
	bool is_known;
	const struct gs_effect *effects = gs_data_effects(function, &n, &is_known);
	for (size_t i = 0; i < n; i++)
		if (effects[i].kind == GS_EFFECT_DO)
			return effects[i].act;
	return GS_ACT_NONE;
}

bool gs_follow_wants_buffer(unsigned function)
{
	const uint64_t kinds = GS_KIND_BUFFER_DATA | GS_KIND_MAPS | GS_KIND_UNMAPS;
	unsigned act = act_of(function);
	if (act == GS_ACT_BIND_BUFFER || act == GS_ACT_BIND_BUFFER_INDEX ||
		gs_data_kinds(function) & kinds)
		return true;
	switch (gs_data_plain(function)) {
	case GS_FN_glDeleteBuffers:
	case GS_FN_glVertexArrayElementBuffer:
	case GS_FN_glPushClientAttrib:
	case GS_FN_glPopClientAttrib:
		return true;
	default:
		return false;
	}
}

static uint64_t number(GHashTable *table, uint64_t key)
{
	return (uintptr_t)g_hash_table_lookup(table, gs_follow_key(key));
}

static void set_number(GHashTable *table, uint64_t key, uint64_t value)
{
	if (value)
		g_hash_table_insert(table, gs_follow_key(key), gs_follow_key(value));
	else
		g_hash_table_remove(table, gs_follow_key(key));
}

static void bind(struct gs_follow_context *context, uint64_t target, uint64_t buffer)
{
	if (target == GL_ELEMENT_ARRAY_BUFFER)
		set_number(context->element_buffers, context->vertex_array, buffer);
	else
		set_number(context->buffers, target, buffer);
}

static struct saved *saved_at(const struct gs_follow_context *context, guint i)
{
	return &g_array_index(context->saved, struct saved, i);
}

static void forget_saved_buffer(struct gs_follow_context *context, uint64_t name)
{
	for (guint i = 0; context->saved && i < context->saved->len; i++) {
		struct saved *saved = saved_at(context, i);
		if (saved->vertex_array && saved->array == name)
			saved->array = gone;
		if (saved->vertex_array && saved->elements == name)
			saved->elements = gone;
	}
}

void gs_follow_forget_array(struct gs_follow_context *context, uint64_t array)
{
	set_number(context->element_buffers, array, 0);
	for (guint i = 0; context->saved && i < context->saved->len; i++)
		if (saved_at(context, i)->vertex_array == array)
			saved_at(context, i)->vertex_array = gone;
}

/* What is deleted is bound no more in the context that deletes it, and mapped nowhere
 * (OpenGL 4.6, 5.1.2 and 6.3.1). */
static void delete_buffers(struct gs_follow *follow, struct gs_follow_context *context,
	const struct gs_follow_call *call)
{
	GHashTableIter iter;
	gpointer bound;
	for (guint i = 0; call->numbers && i < call->numbers->len; i++) {
		uint64_t name = g_array_index(call->numbers, uint64_t, i);
		if (!name)
			continue;
		g_hash_table_iter_init(&iter, context->buffers);
		while (g_hash_table_iter_next(&iter, NULL, &bound))
			if ((uintptr_t)bound == name)
				g_hash_table_iter_remove(&iter);
		if (gs_follow_buffer(context, GL_ELEMENT_ARRAY_BUFFER) == name)
			bind(context, GL_ELEMENT_ARRAY_BUFFER, 0);
		set_number(context->group->buffer_sizes, name, 0);
		forget_saved_buffer(context, name);
	}
	follow->step.event = GS_FOLLOW_UNMAPS;
	follow->step.buffers = call->numbers;
}

/* ---- glPushClientAttrib (OpenGL 4.6 compatibility, 21.6) ---- */

static void push(struct gs_follow_context *context, uint64_t mask)
{
	const struct saved saved = {.mask = mask,
		.vertex_array = context->vertex_array,
		.client_unit = context->client_unit,
		.array = gs_follow_buffer(context, GL_ARRAY_BUFFER),
		.elements = gs_follow_buffer(context, GL_ELEMENT_ARRAY_BUFFER),
		.packed = gs_follow_buffer(context, GL_PIXEL_PACK_BUFFER),
		.unpacked = gs_follow_buffer(context, GL_PIXEL_UNPACK_BUFFER)};
	if (!context->saved)
		context->saved = g_array_new(FALSE, FALSE, sizeof saved);
	g_array_append_val(context->saved, saved);
}

static void pop(struct gs_follow_context *context)
{
	if (!context->saved || !context->saved->len)
		return;
	const struct saved saved = *saved_at(context, context->saved->len - 1);
	g_array_set_size(context->saved, context->saved->len - 1);
	if (saved.mask & GL_CLIENT_PIXEL_STORE_BIT) {
		bind(context, GL_PIXEL_PACK_BUFFER, saved.packed);
		bind(context, GL_PIXEL_UNPACK_BUFFER, saved.unpacked);
	}
	if (saved.mask & GL_CLIENT_VERTEX_ARRAY_BIT && saved.vertex_array != gone) {
		context->vertex_array = saved.vertex_array;
		context->client_unit = saved.client_unit;
		if (saved.array != gone)
			bind(context, GL_ARRAY_BUFFER, saved.array);
		if (saved.elements != gone)
			bind(context, GL_ELEMENT_ARRAY_BUFFER, saved.elements);
	}
}

/* ---- sizes and mappings ---- */

static void unmap(struct gs_follow *follow, uint64_t buffer)
{
	g_array_set_size(follow->numbers, 0);
	g_array_append_val(follow->numbers, buffer);
	follow->step.event = GS_FOLLOW_UNMAPS;
	follow->step.buffers = follow->numbers;
}

static void map(struct gs_follow *follow, const struct gs_follow_context *context,
	const struct gs_follow_call *call, uint64_t buffer)
{
	bool is_range = call->n_args > 2;
	if (!call->result)
		return;
	follow->step.event = GS_FOLLOW_MAPS;
	follow->step.buffer = buffer;
	follow->step.address = call->result;
	follow->step.size = is_range ? call->args[2] : gs_follow_buffer_size(context, buffer);
}

void gs_follow_buffers(struct gs_follow *follow, const struct gs_follow_call *call)
{
	struct gs_follow_context *context = gs_follow_current(follow);
	uint64_t kinds = gs_data_kinds(call->function);
	uint64_t buffer = gs_follow_buffer_of(context, call->function, call->args[0]);
	unsigned act = act_of(call->function);
	if (kinds & GS_KIND_BUFFER_DATA)
		set_number(context->group->buffer_sizes, buffer, call->args[1]);
	if (kinds & (GS_KIND_BUFFER_DATA | GS_KIND_UNMAPS) && buffer)
		unmap(follow, buffer);
	else if (kinds & GS_KIND_MAPS && buffer)
		map(follow, context, call, buffer);
	else if (act == GS_ACT_BIND_BUFFER)
		bind(context, call->args[0], call->args[1]);
	else if (act == GS_ACT_BIND_BUFFER_INDEX)
		bind(context, call->args[0], call->args[2]);
	switch (gs_data_plain(call->function)) {
	case GS_FN_glDeleteBuffers:
		delete_buffers(follow, context, call);
		break;
	case GS_FN_glVertexArrayElementBuffer:
		set_number(context->element_buffers, call->args[0], call->args[1]);
		break;
	case GS_FN_glPushClientAttrib:
		push(context, call->args[0]);
		break;
	case GS_FN_glPopClientAttrib:
		pop(context);
		break;
	default:
		break;
	}
}

/* ---- what is asked ---- */

uint64_t gs_follow_buffer(const struct gs_follow_context *context, uint64_t target)
{
	return target == GL_ELEMENT_ARRAY_BUFFER
		       ? number(context->element_buffers, context->vertex_array)
		       : number(context->buffers, target);
}

uint64_t gs_follow_buffer_size(const struct gs_follow_context *context, uint64_t buffer)
{
	return number(context->group->buffer_sizes, buffer);
}

uint64_t gs_follow_buffer_of(
	const struct gs_follow_context *context, unsigned function, uint64_t first)
{
	return gs_data_names_buffer(function) ? first : gs_follow_buffer(context, first);
}
