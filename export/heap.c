/* SPDX-License-Identifier: MIT */
/* Memory of the program: the recorder's malloc, free and memcpy. */
#include "export/private.h"

void export_malloc(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	uint64_t size = gs_trace_argument(call, 0), address = gs_trace_number(&call->result);
	struct variable *v;
	char *name;
	(void)recipe;
	if (!address || !size)
		return;
	if (size > EXPORT_MOST_MEMORY) {
		export_leave_out(ex, call, "it is too large");
		return;
	}
	if (ex->free_places->len) {
		v = g_ptr_array_steal_index(ex->free_places, ex->free_places->len - 1);
		export_forget_label(ex, v);
	} else {
		name = g_strdup_printf("memory_%u", ex->places->len + 1);
		v = export_memory_variable(ex, name);
		g_free(name);
	}
	export_add_region(ex, v, address, size, ex, ex->places->len + 1);
	export_line(ex, "%s = new_memory(%llu);", export_use(ex, v), (unsigned long long)size);
}

void export_free(struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	uint64_t offset, left, address = gs_trace_argument(call, 0);
	struct variable *v = export_find_region(ex, address, &offset, &left);
	(void)recipe;
	if (!v || offset || !g_str_has_prefix(v->name, "memory_"))
		return;
	gs_regions_remove(ex->regions, address);
	export_line(ex, "free(%s);", export_use(ex, v));
	g_ptr_array_add(ex->free_places, v);
}

void export_memcpy(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	const struct gs_trace_value *bytes = call->function->n_args > 1 ? &call->args[1] : NULL;
	uint64_t offset, left;
	struct variable *v = export_find_region(ex, gs_trace_argument(call, 0), &offset, &left);
	GString *from;
	(void)recipe;
	if (!bytes || bytes->class != GS_TRACE_BLOB)
		return;
	if (!v || left < bytes->n) {
		export_leave_out(ex, call, "it writes where the trace says of no memory");
		return;
	}
	from = g_string_new(NULL);
	export_bytes(ex, call, "memory", bytes->bytes, bytes->n, from);
	export_line(ex, "copy(%s, %llu, %s, %u);", export_use(ex, v), (unsigned long long)offset,
		from->str, bytes->n);
	g_string_free(from, TRUE);
}
