/* SPDX-License-Identifier: MIT */
/*
 * Addresses of the program that was recorded: mapped buffers, and what the recorder's malloc gave.
 * Each region has a variable. follow/regions.h keeps them; its "memory" is the number of the
 * variable's place and the offset.
 */
#include <string.h>
#include "data/constants.h"
#include "export/private.h"

enum {
	PLACE_BITS = 40,
	MOST_PLACES = 1 << 20,
};

/* ---- addresses ---- */

void export_add_region(struct exporter *ex, struct variable *v, uint64_t address, uint64_t size,
	const void *group, uint64_t buffer)
{
	if (ex->places->len >= MOST_PLACES || size > EXPORT_MOST_MEMORY)
		return;
	g_ptr_array_add(ex->places, v);
	gs_regions_add_mapped(ex->regions, address, size,
		(void *)((uintptr_t)ex->places->len << PLACE_BITS), group, buffer);
}

struct variable *export_find_region(
	struct exporter *ex, uint64_t address, uint64_t *offset, uint64_t *left)
{
	uintptr_t place = (uintptr_t)gs_regions_find(ex->regions, address, left);
	*offset = place & ((UINT64_C(1) << PLACE_BITS) - 1);
	return place ? ex->places->pdata[(place >> PLACE_BITS) - 1] : NULL;
}

bool export_address(struct exporter *ex, uint64_t address, GString *to)
{
	uint64_t offset, left;
	const struct variable *v = export_find_region(ex, address, &offset, &left);
	if (!v)
		return false;
	export_label_memory(ex, v);
	g_string_append(to, export_use(ex, v));
	if (offset)
		g_string_append_printf(to, " + %llu", (unsigned long long)offset);
	return true;
}

struct variable *export_memory_variable(struct exporter *ex, const char *name)
{
	char *labelled = export_labelled(ex, name);
	struct variable *v = export_variable(ex, "char *", labelled);
	g_free(labelled);
	v->text = g_strdup("");
	return v;
}

/* ---- buffers ---- */

static uint64_t bound(const struct context *context, uint64_t target)
{
	return target == GL_ELEMENT_ARRAY_BUFFER
		       ? export_number(context->element_buffers, context->told->vertex_array)
		       : export_number(context->bindings, target);
}

static void bind(struct context *context, uint64_t target, uint64_t buffer)
{
	if (target == GL_ELEMENT_ARRAY_BUFFER)
		export_set_number(context->element_buffers, context->told->vertex_array, buffer);
	else
		export_set_number(context->bindings, target, buffer);
}

bool export_is_offset(struct exporter *ex, const struct parameter *p)
{
	const struct context *context = export_context(ex);
	if (!context)
		return false;
	switch (p->rule) {
	case GS_MEMORY_RULE_ATTACHED:
		return bound(context, GL_ARRAY_BUFFER);
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_POINTERS:
		return bound(context, GL_ELEMENT_ARRAY_BUFFER);
	case GS_MEMORY_RULE_INDIRECT:
		return bound(context, GL_DRAW_INDIRECT_BUFFER) ||
		       bound(context, GL_DISPATCH_INDIRECT_BUFFER);
	default:
		return bound(context, p->is_out ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER) ||
		       (p->is_out && bound(context, GL_QUERY_BUFFER));
	}
}

static uint64_t buffer_of(
	const struct context *context, const struct plan *plan, const struct gs_trace_call *call)
{
	uint64_t first = gs_trace_argument(call, 0);
	return gs_data_names_buffer(plan->number) ? first : bound(context, first);
}

static void delete_buffers(
	struct exporter *ex, struct context *context, const struct gs_trace_call *call)
{
	const struct gs_trace_value *names = gs_trace_array(call, 1);
	GHashTableIter iter;
	gpointer key, value;
	for (uint32_t i = 0; names && i < names->n; i++) {
		uint64_t buffer = gs_trace_number(&names->items[i]);
		if (buffer)
			gs_regions_unmap(ex->regions, context->group, buffer);
		g_hash_table_iter_init(&iter, context->bindings);
		while (g_hash_table_iter_next(&iter, &key, &value))
			if ((uintptr_t)value == buffer)
				g_hash_table_iter_remove(&iter);
		if (bound(context, GL_ELEMENT_ARRAY_BUFFER) == buffer)
			bind(context, GL_ELEMENT_ARRAY_BUFFER, 0);
	}
}

void export_follow_buffers(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	struct context *context = export_context(ex);
	bool sizes = plan->kinds & GS_KIND_BUFFER_DATA;
	switch (gs_data_plain(plan->number)) {
	case GS_FN_glDeleteBuffers:
		delete_buffers(ex, context, call);
		break;
	case GS_FN_glBindBuffer:
		bind(context, gs_trace_argument(call, 0), gs_trace_argument(call, 1));
		break;
	case GS_FN_glBindBufferBase:
	case GS_FN_glBindBufferRange:
		bind(context, gs_trace_argument(call, 0), gs_trace_argument(call, 2));
		break;
	case GS_FN_glVertexArrayElementBuffer:
		export_set_number(context->element_buffers, gs_trace_argument(call, 0),
			gs_trace_argument(call, 1));
		break;
	default:
		break;
	}
	if (sizes)
		export_set_number(context->group->buffer_sizes, buffer_of(context, plan, call),
			gs_trace_argument(call, 1));
	if (plan->kinds & (GS_KIND_BUFFER_DATA | GS_KIND_UNMAPS) && buffer_of(context, plan, call))
		gs_regions_unmap(ex->regions, context->group, buffer_of(context, plan, call));
}

void export_map(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call, GString *to)
{
	struct context *context = export_context(ex);
	uint64_t buffer = buffer_of(context, plan, call), address = gs_trace_number(&call->result);
	uint64_t size = plan->info->n_parameters > 2 /* a range */
				? gs_trace_argument(call, 2)
				: export_number(context->group->buffer_sizes, buffer);
	char *key = g_strdup_printf("map %llu", (unsigned long long)buffer);
	struct variable *v = g_hash_table_lookup(context->group->parts, key);
	if (address && buffer && !v) {
		GString *room = g_string_new(NULL), *name = g_string_new(NULL);
		g_string_printf(name, "%s_map", export_name(ex, GS_OBJECT_BUFFER, buffer, room));
		v = export_memory_variable(ex, name->str);
		g_hash_table_insert(context->group->parts, g_strdup(key), v);
		g_string_free(name, TRUE);
		g_string_free(room, TRUE);
	}
	g_free(key);
	if (!address || !v)
		return;
	export_add_region(ex, v, address, size, context->group, buffer);
	g_string_append_printf(to, "%s = ", export_use(ex, v));
}
