/* SPDX-License-Identifier: MIT */
/*
 * Addresses of the recorded program: mapped buffers, and memory from the recorder's malloc. Each
 * region has a variable. follow/regions.h finds regions; the "memory" of one is the index of its
 * variable in `places` and the offset.
 */
#include <string.h>
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

bool export_is_offset(struct exporter *ex, const struct parameter *p)
{
	const struct context *context = export_context(ex);
	return context && gs_follow_buffer(context->told, p->offset_target);
}

void export_unmap(struct exporter *ex)
{
	const struct context *context = export_context(ex);
	if (context)
		gs_regions_unmap_each(ex->regions, context->group, ex->step->buffers);
}

void export_map(struct exporter *ex, GString *to)
{
	struct context *context = export_context(ex);
	const struct gs_follow_step *step = ex->step;
	if (!context || step->event != GS_FOLLOW_MAPS)
		return;
	char *key = g_strdup_printf("map %llu", (unsigned long long)step->buffer);
	struct variable *v = g_hash_table_lookup(context->group->parts, key);
	if (!v) {
		GString *room = g_string_new(NULL), *name = g_string_new(NULL);
		g_string_printf(
			name, "%s_map", export_name(ex, GS_OBJECT_BUFFER, step->buffer, room));
		v = export_memory_variable(ex, name->str);
		g_hash_table_insert(context->group->parts, g_strdup(key), v);
		g_string_free(name, TRUE);
		g_string_free(room, TRUE);
	}
	g_free(key);
	export_add_region(ex, v, step->address, step->size, context->group, step->buffer);
	g_string_append_printf(to, "%s = ", export_use(ex, v));
}
