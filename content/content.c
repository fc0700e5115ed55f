/* SPDX-License-Identifier: MIT */
/* The way forward: what each call does. */
#include "content/content.h"

#include <string.h>
#include "content/private.h"

struct gs_content *gs_content_new(unsigned trust)
{
	struct gs_content *content = g_new0(struct gs_content, 1);
	uint64_t zero = 0;
	content->trust = trust;
	content->nodes = gs_nodes_new();
	content->words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	content->lists = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	content->starts = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	content->list_starts = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	content->numbers = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	content->threads_of = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	content->frame_ends = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	content->kept_swaps = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	content->frame_bound = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	content->bound_at = UINT64_MAX;
	content->pairs = g_array_new(FALSE, FALSE, sizeof(struct gs_content_pair));
	content->plans = g_ptr_array_new_with_free_func(g_free);
	content->all_objects = g_ptr_array_new();
	content->all_contexts = g_ptr_array_new();
	content->groups = g_ptr_array_new();
	content->configs = g_hash_table_new(NULL, NULL);
	content->egl_images = g_hash_table_new(NULL, NULL);
	content->follow = gs_follow_new(&(const struct gs_follow_owner){.free_thread = g_free});
	content->memory = gs_memory_new();
	gs_add_acts(content->acts);
	gs_add_draw_acts(content->acts);
	gs_add_image_acts(content->acts);
	gs_add_egl_image_acts(content->acts);
	gs_add_buffer_acts(content->acts);
	gs_add_pack_acts(content->acts);
	gs_add_list_acts(content->acts);
	gs_add_attribute_acts(content->acts);
	g_array_append_val(content->starts, zero);
	g_array_append_val(content->list_starts, zero);
	return content;
}

static void free_tables(GHashTable **tables)
{
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		g_clear_pointer(&tables[i], g_hash_table_destroy);
}

static void free_object(gpointer data)
{
	struct gs_object *object = data;
	g_clear_pointer(&object->references, g_hash_table_destroy);
	g_clear_pointer(&object->held, g_hash_table_destroy);
	if (object->kind == GS_OBJECT_LIST)
		gs_list_free(object);
	g_free(object);
}

static void free_context(gpointer data)
{
	struct gs_content_context *context = data;
	g_clear_pointer(&context->object.references, g_hash_table_destroy);
	g_clear_pointer(&context->object.held, g_hash_table_destroy);
	gs_state_free_matrices(context);
	g_array_free(context->draws.written, TRUE);
	g_array_free(context->dispatches.written, TRUE);
	g_hash_table_destroy(context->matrices);
	for (unsigned i = 0; i < 2; i++)
		g_clear_pointer(&context->saved[i], g_ptr_array_unref);
	free_tables(context->objects);
	g_free(context);
}

static void free_group(gpointer data)
{
	struct gs_content_group *group = data;
	free_tables(group->objects);
	g_ptr_array_free(group->with_handles, TRUE);
	g_ptr_array_free(group->contexts, TRUE);
	g_free(group);
}

void gs_content_free(struct gs_content *content)
{
	GArray *arrays[] = {content->words, content->lists, content->starts, content->list_starts,
		content->numbers, content->threads_of, content->frame_ends, content->frame_bound,
		content->kept_swaps, content->pairs};
	for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
		g_array_free(arrays[i], TRUE);
	g_ptr_array_set_free_func(content->all_objects, free_object);
	g_ptr_array_set_free_func(content->all_contexts, free_context);
	g_ptr_array_set_free_func(content->groups, free_group);
	g_ptr_array_free(content->all_objects, TRUE);
	g_ptr_array_free(content->all_contexts, TRUE);
	g_ptr_array_free(content->groups, TRUE);
	g_ptr_array_free(content->plans, TRUE);
	g_hash_table_destroy(content->configs);
	g_hash_table_destroy(content->egl_images);
	gs_follow_free(content->follow);
	if (content->state) {
		g_hash_table_destroy(content->state->numbers);
		g_hash_table_destroy(content->state->bound_by);
		g_hash_table_destroy(content->state->extents);
	}
	g_free(content->state);
	gs_memory_free(content->memory);
	gs_nodes_free(content->nodes);
	g_free(content);
}

static struct gs_content_plan *plan_of(
	struct gs_content *content, const struct gs_trace_function *function)
{
	struct gs_content_plan *plan;
	if (function->id >= content->plans->len)
		g_ptr_array_set_size(content->plans, (gint)function->id + 1);
	if (content->plans->pdata[function->id])
		return content->plans->pdata[function->id];
	plan = g_new0(struct gs_content_plan, 1);
	plan->number = function->number;
	plan->info = gs_data_function(plan->number);
	plan->name = plan->info ? plan->info->name : g_intern_string(function->name);
	plan->effects = gs_data_effects(plan->number, &plan->n_effects, &plan->is_known);
	plan->rules = gs_data_object_rules(plan->number, &plan->n_rules);
	plan->is_window = function->kinds & GS_KIND_WINDOW;
	plan->is_immediate = gs_data_list(plan->number) & (GS_LIST_IMMEDIATE | GS_LIST_OBJECTS);
	plan->choice = (uint8_t)gs_content_choice_of(plan->number);
	plan->state_roles = gs_state_roles(plan->number);
	content->plans->pdata[function->id] = plan;
	return plan;
}

/* Places before have no words then. */
static void forget_words(struct gs_content *content)
{
	g_array_index(content->starts, uint64_t, content->starts->len - 1) = 0;
	g_array_set_size(content->words, 0);
}

static void begin_call(struct gs_content *content, const struct gs_trace_call *call)
{
	if (content->keeps_last)
		forget_words(content);
	gs_content_enter_thread(content, call->thread);
	content->step = gs_follow_trace(content->follow, call);
	g_array_append_val(content->numbers, call->number);
	g_array_append_val(content->threads_of, content->thread->node);
}

static void end_call(struct gs_content *content, const struct gs_trace_call *call)
{
	uint64_t end = content->words->len, place = content->numbers->len - 1;
	g_array_append_val(content->starts, end);
	if (call->ends_frame) {
		g_array_append_val(content->frame_ends, place);
		if (content->keeps_bound) {
			uint32_t bound = gs_content_list_bound(content);
			g_array_append_val(content->frame_bound, bound);
		}
	}
}

void gs_content_keep_bound(struct gs_content *content)
{
	content->keeps_bound = true;
}

void gs_content_keep_last(struct gs_content *content)
{
	content->keeps_last = true;
}

/* Not what is only put away in a list. */
static bool executes(const struct gs_content_call *c)
{
	const struct gs_content_context *context = c->context;
	return c->plan->is_window ||
	       (context && (!context->list || context->list_executes || c->plan->is_immediate));
}

void gs_content_add(struct gs_content *content, const struct gs_trace_call *call)
{
	struct gs_content_call c = {.plan = plan_of(content, call->function), .call = call};
	begin_call(content, call);
	c.place = content->numbers->len - 1;
	c.context = content->thread->context;
	if (executes(&c))
		gs_content_show(content, &c, 0);
	if (c.plan->is_window) {
		if (!gs_content_memory_call(content, &c))
			gs_content_window_call(content, &c);
	} else if (c.context && !gs_content_listed(content, &c)) {
		gs_content_apply(content, &c);
	}
	end_call(content, call);
}

bool gs_content_add_before(struct gs_content *content, struct gs_trace_reader *reader,
	uint64_t number, uint32_t *thread)
{
	const struct gs_trace_call *call = gs_content_go_on(content, reader, NULL, number);
	if (call)
		*thread = call->thread;
	return call;
}

const struct gs_trace_call *gs_content_go_on(struct gs_content *content,
	struct gs_trace_reader *reader, const struct gs_trace_call *call, uint64_t number)
{
	if (!call)
		call = gs_trace_next_call(reader);
	for (; call && call->number != number; call = gs_trace_next_call(reader))
		gs_content_add(content, call);
	return call;
}

uint64_t gs_content_calls(const struct gs_content *content)
{
	return content->numbers->len;
}

uint64_t gs_content_frames(const struct gs_content *content)
{
	return content->frame_ends->len;
}

bool gs_content_frame(
	const struct gs_content *content, uint64_t frame, uint64_t *first, uint64_t *last)
{
	const uint64_t *ends = (const uint64_t *)(void *)content->frame_ends->data;
	guint n = content->frame_ends->len;
	if (frame > n || !content->numbers->len)
		return false;
	*first = frame ? ends[frame - 1] + 1 : 0;
	*last = frame < n ? ends[frame] : content->numbers->len - 1;
	return *first <= *last;
}

uint64_t gs_content_place(const struct gs_content *content, uint64_t number)
{
	const uint64_t *numbers = (const uint64_t *)(void *)content->numbers->data;
	guint n = content->numbers->len;
	if (number < n && numbers[number] == number) /* mostly */
		return number;
	for (guint i = 0; i < n; i++)
		if (numbers[i] == number)
			return i;
	return UINT64_MAX;
}

uint64_t gs_content_number_of(const struct gs_content *content, uint64_t place)
{
	return g_array_index(content->numbers, uint64_t, place);
}

uint64_t gs_content_frames_before(const struct gs_content *content, uint64_t place)
{
	const uint64_t *ends = (const uint64_t *)(void *)content->frame_ends->data;
	guint low = 0, high = content->frame_ends->len;
	while (low < high) {
		guint middle = (low + high) / 2;
		if (ends[middle] < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t gs_content_frame_end(const struct gs_content *content, uint64_t place)
{
	uint64_t frame = gs_content_frames_before(content, place);
	return frame < content->frame_ends->len
		       ? g_array_index(content->frame_ends, uint64_t, frame)
		       : UINT64_MAX;
}

bool gs_content_begins_with_old(const struct gs_content *content, uint64_t place)
{
	uint64_t frame = gs_content_frames_before(content, place);
	uint64_t swap = frame ? g_array_index(content->frame_ends, uint64_t, frame - 1) : 0;
	for (guint i = 0; frame && i < content->kept_swaps->len; i++)
		if (g_array_index(content->kept_swaps, uint32_t, i) == swap)
			return true;
	return false;
}

const char *gs_content_unknown(const struct gs_content *content, unsigned i, uint64_t *calls)
{
	for (guint n = 0; n < content->plans->len; n++) {
		const struct gs_content_plan *plan = content->plans->pdata[n];
		if (!plan || !plan->unknown_calls || i--)
			continue;
		*calls = plan->unknown_calls;
		return plan->name;
	}
	return NULL;
}
