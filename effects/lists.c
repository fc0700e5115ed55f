/* SPDX-License-Identifier: MIT */
/* Display lists: calls are stored, and have their effects when the list is called. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"
#include "data/pointee.h"

enum { MOST_ITEMS = 64 };

/* ---- copies of calls: numbers and short arrays of them ---- */

static bool is_plain(const struct gs_trace_value *value)
{
	return value->class <= GS_TRACE_DOUBLE || value->class == GS_TRACE_ENUM ||
	       value->class == GS_TRACE_BITMASK || value->class == GS_TRACE_POINTER;
}

static bool is_bytes(const struct gs_trace_value *value)
{
	return value->class == GS_TRACE_BLOB || value->class == GS_TRACE_STRING;
}

/* Copy a number or a short array of numbers; all: also strings, blobs and arrays of any length.
 * Return class NONE for what is not copied. */
static struct gs_trace_value copy_value(const struct gs_trace_value *value, bool all)
{
	struct gs_trace_value none = {.class = GS_TRACE_NONE}, copy = *value;
	if (is_plain(value))
		return copy;
	if (all && is_bytes(value)) {
		copy.bytes = g_memdup2(value->bytes, value->n);
		return copy;
	}
	if (value->class != GS_TRACE_ARRAY || (value->n > MOST_ITEMS && !all))
		return none;
	struct gs_trace_value *items = g_new0(struct gs_trace_value, MAX(value->n, 1));
	for (uint32_t i = 0; i < value->n; i++)
		items[i] = is_plain(&value->items[i]) ? value->items[i] : none;
	copy.items = items;
	return copy;
}

static void free_call(gpointer data)
{
	struct gs_list_call *copy = data;
	for (uint32_t i = 0; i < copy->n_args; i++)
		if (copy->call.args[i].class == GS_TRACE_ARRAY)
			g_free((gpointer)copy->call.args[i].items);
		else if (is_bytes(&copy->call.args[i]))
			g_free((gpointer)copy->call.args[i].bytes);
	g_free(copy->call.args);
	g_free(copy);
}

static struct gs_list_call *copy_call(const struct gs_effects_call *c)
{
	struct gs_list_call *copy = g_new0(struct gs_list_call, 1);
	bool names_lists = c->recipe->number == GS_FN_glCallLists;
	copy->recipe = c->recipe;
	copy->n_args = c->call->function->n_args;
	copy->call = *c->call;
	copy->call.args = g_new0(struct gs_trace_value, MAX(c->call->function->n_args, 1));
	for (uint32_t i = 0; i < c->call->function->n_args; i++)
		copy->call.args[i] = copy_value(&c->call->args[i], names_lists);
	copy->call.frames = NULL;
	return copy;
}

void gs_list_free(struct gs_object *list)
{
	g_clear_pointer(&list->list.calls, g_ptr_array_unref);
}

/* ---- compiling ---- */

static void read_vertices(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_object *array = gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0);
	GHashTableIter iter;
	gpointer buffer;
	gs_effects_log(effects, GS_ACCESS_READ, array->node);
	if (!array->references)
		return;
	g_hash_table_iter_init(&iter, array->references);
	while (g_hash_table_iter_next(&iter, NULL, &buffer))
		gs_read_whole(effects, buffer);
}

static void read_unpacked(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_object *buffer = gs_bound(
		effects, c, GS_OBJECT_BUFFER, GL_PIXEL_UNPACK_BUFFER);
	gs_read_state(effects, c, GS_SLOT_PIXEL_STORE);
	if (buffer)
		gs_read_whole(effects, buffer);
}

/* Log as read what compiling the call takes from outside the list: arrays, buffers, pixels. */
static void read_sources(struct gs_effects *effects, const struct gs_effects_call *c)
{
	if (gs_draw_reads_arrays(gs_data_draw(c->recipe->number)) ||
		gs_data_plain(c->recipe->number) == GS_FN_glArrayElement)
		read_vertices(effects, c);
	if (c->call->function->kinds & GS_KIND_UNPACKS)
		read_unpacked(effects, c);
}

bool gs_effects_listed(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *list = c->context->list;
	if (!list || c->recipe->is_immediate)
		return false;
	gs_log_part(effects, GS_ACCESS_ADD, list, GS_SLOT_LIST);
	read_sources(effects, c);
	g_ptr_array_add(list->list.calls, copy_call(c));
	return !c->context->list_executes;
}

static struct gs_object *list_of(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t number)
{
	return gs_effects_object(effects, c->context, GS_OBJECT_LIST, number);
}

static void act_new_list(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *list = list_of(effects, c, gs_effects_argument(c, 0));
	if (c->context->list)
		return;
	gs_list_free(list);
	list->list.calls = g_ptr_array_new_with_free_func(free_call);
	c->context->list = list;
	c->context->list_executes = gs_effects_argument(c, 1) == GL_COMPILE_AND_EXECUTE;
	gs_read_being(effects, list);
	gs_log_part(effects, GS_ACCESS_SET, list, GS_SLOT_LIST);
}

/* ---- lists within it ---- */

static void read_list(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t number)
{
	const struct gs_object *list = list_of(effects, c, number);
	gs_read_being(effects, list);
	gs_log_part(effects, GS_ACCESS_READ, list, GS_SLOT_LIST);
}

/* Return the number of names in `lists`, the last argument of glCallLists. */
static uint32_t count_names(const struct gs_effects_call *c, const struct gs_trace_value *lists)
{
	uint32_t type = (uint32_t)gs_effects_argument(c, 1);
	if (lists->class == GS_TRACE_ARRAY)
		return lists->n;
	if (!is_bytes(lists))
		return 0;
	return MIN(lists->n / gs_data_list_name_bytes(type), (uint32_t)gs_effects_argument(c, 0));
}

static uint32_t name_at(
	const struct gs_effects_call *c, const struct gs_trace_value *lists, uint32_t i)
{
	return lists->class == GS_TRACE_ARRAY
		       ? (uint32_t)gs_effects_number(&lists->items[i])
		       : gs_data_list_name(lists->bytes, (uint32_t)gs_effects_argument(c, 1), i);
}

static void look_into(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_object *list, GHashTable *seen);

static void look_at(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t number,
	GHashTable *seen)
{
	const struct gs_object *list = list_of(effects, c, number);
	if (!g_hash_table_add(seen, (gpointer)list))
		return;
	gs_effects_log(effects, GS_ACCESS_READ, list->node);
	look_into(effects, c, list, seen);
}

static void look_into(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_object *list, GHashTable *seen)
{
	for (guint i = 0; list->list.calls && i < list->list.calls->len; i++) {
		const struct gs_list_call *listed = list->list.calls->pdata[i];
		const struct gs_effects_call inner = {
			listed->recipe, &listed->call, c->context, c->place};
		const struct gs_trace_value *lists = &listed->call.args[2];
		uint32_t n = listed->recipe->number == GS_FN_glCallLists && listed->n_args > 2
				     ? count_names(&inner, lists)
				     : 0;
		if (listed->recipe->number == GS_FN_glCallList)
			look_at(effects, c, gs_effects_argument(&inner, 0), seen);
		for (uint32_t k = 0; k < n; k++)
			look_at(effects, c, name_at(&inner, lists, k), seen);
	}
}

/* Log as read the lists that the list calls. Mesa 22.3 looks into them when a list is compiled, and
 * crashes where one does not exist; names in glCallLists it takes without GL_LIST_BASE. */
static void read_called(
	struct gs_effects *effects, const struct gs_effects_call *c, const struct gs_object *list)
{
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	look_into(effects, c, list, seen);
	g_hash_table_unref(seen);
}

static void act_end_list(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *list = c->context->list;
	if (list) {
		gs_log_part(effects, GS_ACCESS_ADD, list, GS_SLOT_LIST);
		read_called(effects, c, list);
	}
	c->context->list = NULL;
}

/* ---- calling ---- */

/* Execute the list's calls, whose effects are logged behind those of the calling call. */
static void call_list(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t number)
{
	struct gs_object *list = list_of(effects, c, number);
	if (!list->list.calls || effects->depth >= GS_EFFECTS_DEEPEST)
		return;
	effects->depth++;
	GPtrArray *calls = g_ptr_array_ref(list->list.calls);
	for (guint i = 0; i < calls->len; i++) {
		struct gs_list_call *listed = calls->pdata[i];
		struct gs_effects_call inner = {
			listed->recipe, &listed->call, c->context, c->place};
		gs_effects_show(effects, &inner, effects->depth);
		gs_effects_log_next(effects);
		gs_effects_apply(effects, &inner);
	}
	g_ptr_array_unref(calls);
	effects->depth--;
}

static void act_call_list(struct gs_effects *effects, const struct gs_effects_call *c)
{
	read_list(effects, c, gs_effects_argument(c, 0));
	call_list(effects, c, gs_effects_argument(c, 0));
}

/* Call several lists. GL_LIST_BASE is read once, before the first list, which may change it. */
static void act_call_lists(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *lists = c->call->function->n_args > 2 ? &c->call->args[2]
									   : NULL;
	uint32_t base = (uint32_t)c->context->list_base, n = lists ? count_names(c, lists) : 0;
	gs_read_state(effects, c, GS_SLOT_LIST_BASE);
	for (uint32_t i = 0; i < n; i++)
		read_list(effects, c, base + name_at(c, lists, i));
	for (uint32_t i = 0; i < n; i++)
		call_list(effects, c, base + name_at(c, lists, i));
}

static void act_generate_lists(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t first = gs_effects_number(&c->call->result), n = gs_effects_argument(c, 0);
	for (uint64_t i = 0; first && i < MIN(n, 1 << 16); i++)
		gs_effects_log(effects, GS_ACCESS_SET,
			gs_object_part(effects,
				gs_effects_new_object(
					effects, c->context, GS_OBJECT_LIST, first + i),
				GS_SLOT_OBJECT));
}

static void act_delete_lists(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t first = gs_effects_argument(c, 0), n = gs_effects_argument(c, 1);
	for (uint64_t i = 0; i < MIN(n, 1 << 16); i++) {
		struct gs_object *list = list_of(effects, c, first + i);
		if (list != c->context->list)
			gs_list_free(list);
		gs_log_part(effects, GS_ACCESS_SET, list, GS_SLOT_LIST);
	}
}

void gs_add_list_acts(gs_effects_act *acts)
{
	acts[GS_ACT_NEW_LIST] = act_new_list;
	acts[GS_ACT_END_LIST] = act_end_list;
	acts[GS_ACT_CALL_LIST] = act_call_list;
	acts[GS_ACT_CALL_LISTS] = act_call_lists;
	acts[GS_ACT_GENERATE_LISTS] = act_generate_lists;
	acts[GS_ACT_DELETE_LISTS] = act_delete_lists;
}
