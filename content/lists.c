/* SPDX-License-Identifier: MIT */
/* Display lists: calls that are put away, and do their work when the list is called. */
#include <GL/gl.h>
#include <string.h>
#include "content/private.h"
#include "data/pointee.h"

enum { MOST_DEPTH = 64, MOST_ITEMS = 64 };

/* ---- copies of calls: numbers and short arrays of them ---- */

static bool is_plain(const struct gs_trace_value *value)
{
	return value->class <= GS_TRACE_DOUBLE || value->class == GS_TRACE_ENUM ||
	       value->class == GS_TRACE_BITMASK || value->class == GS_TRACE_POINTER;
}

static struct gs_trace_value copy_value(const struct gs_trace_value *value)
{
	struct gs_trace_value none = {.class = GS_TRACE_NONE}, copy = *value;
	if (is_plain(value))
		return copy;
	if (value->class != GS_TRACE_ARRAY || value->n > MOST_ITEMS)
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
	g_free(copy->call.args);
	g_free(copy);
}

static struct gs_list_call *copy_call(const struct gs_content_call *c)
{
	struct gs_list_call *copy = g_new0(struct gs_list_call, 1);
	copy->plan = c->plan;
	copy->n_args = c->call->function->n_args;
	copy->call = *c->call;
	copy->call.args = g_new0(struct gs_trace_value, MAX(c->call->function->n_args, 1));
	for (uint32_t i = 0; i < c->call->function->n_args; i++)
		copy->call.args[i] = copy_value(&c->call->args[i]);
	copy->call.frames = NULL;
	return copy;
}

void gs_list_free(struct gs_object *list)
{
	g_clear_pointer(&list->list.calls, g_ptr_array_unref);
}

/* ---- compiling ---- */

/* Reads what the list takes from outside when it is compiled: arrays, buffers, pixels. */
static void read_sources(struct gs_content *content, const struct gs_content_call *c)
{
	if (gs_data_flags(c->plan->number) & GS_FUNCTION_DRAWS ||
		strstr(c->call->function->name, "Image") ||
		strstr(c->call->function->name, "ArrayElement") ||
		strstr(c->call->function->name, "Bitmap")) {
		gs_content_log(content, GS_ACCESS_READ,
			gs_bound(content, c, GS_OBJECT_VERTEX_ARRAY, 0)->node);
		gs_read_state(content, c, GS_SLOT_PIXEL_STORE);
	}
}

bool gs_content_listed(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *list = c->context->list;
	if (!list || c->plan->is_immediate)
		return false;
	gs_log_part(content, GS_ACCESS_ADD, list, GS_SLOT_LIST);
	read_sources(content, c);
	g_ptr_array_add(list->list.calls, copy_call(c));
	return !c->context->list_executes;
}

static struct gs_object *list_of(
	struct gs_content *content, const struct gs_content_call *c, uint64_t number)
{
	return gs_content_object(content, c->context, GS_OBJECT_LIST, number);
}

static void act_new_list(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *list = list_of(content, c, gs_content_argument(c, 0));
	if (c->context->list)
		return;
	gs_list_free(list);
	list->list.calls = g_ptr_array_new_with_free_func(free_call);
	c->context->list = list;
	c->context->list_executes = gs_content_argument(c, 1) == GL_COMPILE_AND_EXECUTE;
	gs_read_being(content, list);
	gs_log_part(content, GS_ACCESS_SET, list, GS_SLOT_LIST);
}

static void act_end_list(struct gs_content *content, const struct gs_content_call *c)
{
	if (c->context->list)
		gs_log_part(content, GS_ACCESS_ADD, c->context->list, GS_SLOT_LIST);
	c->context->list = NULL;
}

/* ---- calling ---- */

static void call_list(struct gs_content *content, const struct gs_content_call *c, uint64_t number)
{
	struct gs_object *list = list_of(content, c, number);
	gs_content_log(content, GS_ACCESS_READ, list->node);
	if (!list->list.calls || content->depth >= MOST_DEPTH)
		return;
	content->depth++;
	GPtrArray *calls = g_ptr_array_ref(list->list.calls);
	for (guint i = 0; i < calls->len; i++) {
		struct gs_list_call *listed = calls->pdata[i];
		struct gs_content_call inner = {listed->plan, &listed->call, c->context, c->place};
		gs_content_show(content, &inner, content->depth);
		gs_content_log_next(content);
		gs_content_apply(content, &inner);
	}
	g_ptr_array_unref(calls);
	content->depth--;
}

static void act_call_list(struct gs_content *content, const struct gs_content_call *c)
{
	call_list(content, c, gs_content_argument(c, 0));
}

static void act_call_lists(struct gs_content *content, const struct gs_content_call *c)
{
	const struct gs_trace_value *lists = c->call->function->n_args > 2 ? &c->call->args[2]
									   : NULL;
	uint32_t type = (uint32_t)gs_content_argument(c, 1);
	uint64_t base = c->context->list_base;
	uint32_t n = lists ? lists->n : 0;
	gs_read_state(content, c, GS_SLOT_LIST_BASE);
	if (lists && (lists->class == GS_TRACE_BLOB || lists->class == GS_TRACE_STRING))
		n = MIN(n / gs_data_list_name_bytes(type), (uint32_t)gs_content_argument(c, 0));
	for (uint32_t i = 0; i < n; i++) {
		if (lists->class == GS_TRACE_ARRAY)
			call_list(content, c, base + gs_content_number(&lists->items[i]));
		else if (lists->class == GS_TRACE_BLOB || lists->class == GS_TRACE_STRING)
			call_list(content, c,
				(uint32_t)(base + gs_data_list_name(lists->bytes, type, i)));
	}
}

static void act_generate_lists(struct gs_content *content, const struct gs_content_call *c)
{
	uint64_t first = gs_content_number(&c->call->result), n = gs_content_argument(c, 0);
	for (uint64_t i = 0; first && i < MIN(n, 1 << 16); i++)
		gs_content_log(content, GS_ACCESS_SET,
			gs_object_part(content,
				gs_content_new_object(
					content, c->context, GS_OBJECT_LIST, first + i),
				GS_SLOT_OBJECT));
}

static void act_delete_lists(struct gs_content *content, const struct gs_content_call *c)
{
	uint64_t first = gs_content_argument(c, 0), n = gs_content_argument(c, 1);
	for (uint64_t i = 0; i < MIN(n, 1 << 16); i++) {
		struct gs_object *list = list_of(content, c, first + i);
		if (list != c->context->list)
			gs_list_free(list);
		gs_log_part(content, GS_ACCESS_SET, list, GS_SLOT_LIST);
	}
}

void gs_add_list_acts(gs_content_act *acts)
{
	acts[GS_ACT_NEW_LIST] = act_new_list;
	acts[GS_ACT_END_LIST] = act_end_list;
	acts[GS_ACT_CALL_LIST] = act_call_list;
	acts[GS_ACT_CALL_LISTS] = act_call_lists;
	acts[GS_ACT_GENERATE_LISTS] = act_generate_lists;
	acts[GS_ACT_DELETE_LISTS] = act_delete_lists;
}
