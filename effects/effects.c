/* SPDX-License-Identifier: MIT */
/* The way forward: log what each call does. */
#include "effects/effects.h"

#include <string.h>
#include "effects/private.h"

struct gs_effects *gs_effects_new(unsigned trust)
{
	struct gs_effects *effects = g_new0(struct gs_effects, 1);
	uint64_t zero = 0;
	effects->trust = trust;
	effects->nodes = gs_nodes_new();
	effects->words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	effects->lists = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	effects->starts = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	effects->list_starts = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	effects->numbers = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	effects->threads_of = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	effects->frame_ends = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	effects->kept_swaps = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	effects->frame_bound = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	effects->bound_at = UINT64_MAX;
	effects->pairs = g_array_new(FALSE, FALSE, sizeof(struct gs_effects_pair));
	effects->recipes = g_ptr_array_new_with_free_func(g_free);
	effects->all_objects = g_ptr_array_new();
	effects->all_contexts = g_ptr_array_new();
	effects->groups = g_ptr_array_new();
	effects->configs = g_hash_table_new(NULL, NULL);
	effects->egl_images = g_hash_table_new(NULL, NULL);
	effects->follow = gs_follow_new(&(const struct gs_follow_owner){.free_thread = g_free});
	effects->memory = gs_memory_new();
	gs_add_acts(effects->acts);
	gs_add_draw_acts(effects->acts);
	gs_add_image_acts(effects->acts);
	gs_add_egl_image_acts(effects->acts);
	gs_add_buffer_acts(effects->acts);
	gs_add_pack_acts(effects->acts);
	gs_add_list_acts(effects->acts);
	gs_add_attribute_acts(effects->acts);
	g_array_append_val(effects->starts, zero);
	g_array_append_val(effects->list_starts, zero);
	return effects;
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
	struct gs_effects_context *context = data;
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
	struct gs_effects_group *group = data;
	free_tables(group->objects);
	g_ptr_array_free(group->with_handles, TRUE);
	g_ptr_array_free(group->contexts, TRUE);
	g_free(group);
}

void gs_effects_free(struct gs_effects *effects)
{
	GArray *arrays[] = {effects->words, effects->lists, effects->starts, effects->list_starts,
		effects->numbers, effects->threads_of, effects->frame_ends, effects->frame_bound,
		effects->kept_swaps, effects->pairs};
	for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
		g_array_free(arrays[i], TRUE);
	g_ptr_array_set_free_func(effects->all_objects, free_object);
	g_ptr_array_set_free_func(effects->all_contexts, free_context);
	g_ptr_array_set_free_func(effects->groups, free_group);
	g_ptr_array_free(effects->all_objects, TRUE);
	g_ptr_array_free(effects->all_contexts, TRUE);
	g_ptr_array_free(effects->groups, TRUE);
	g_ptr_array_free(effects->recipes, TRUE);
	g_hash_table_destroy(effects->configs);
	g_hash_table_destroy(effects->egl_images);
	gs_follow_free(effects->follow);
	if (effects->state) {
		g_hash_table_destroy(effects->state->numbers);
		g_hash_table_destroy(effects->state->bound_by);
		g_hash_table_destroy(effects->state->extents);
	}
	g_free(effects->state);
	gs_memory_free(effects->memory);
	gs_nodes_free(effects->nodes);
	g_free(effects);
}

static struct gs_effects_recipe *recipe_of(
	struct gs_effects *effects, const struct gs_trace_function *function)
{
	struct gs_effects_recipe *recipe;
	if (function->id >= effects->recipes->len)
		g_ptr_array_set_size(effects->recipes, (gint)function->id + 1);
	if (effects->recipes->pdata[function->id])
		return effects->recipes->pdata[function->id];
	recipe = g_new0(struct gs_effects_recipe, 1);
	recipe->number = function->number;
	recipe->info = gs_data_function(recipe->number);
	recipe->name = recipe->info ? recipe->info->name : g_intern_string(function->name);
	recipe->effects = gs_data_effects(recipe->number, &recipe->n_effects, &recipe->is_known);
	recipe->rules = gs_data_object_rules(recipe->number, &recipe->n_rules);
	recipe->is_window = function->kinds & GS_KIND_WINDOW;
	recipe->is_immediate = gs_data_list(recipe->number) & (GS_LIST_IMMEDIATE | GS_LIST_OBJECTS);
	recipe->choice = (uint8_t)gs_effects_choice_of(recipe->number);
	recipe->state_roles = gs_state_roles(recipe->number);
	effects->recipes->pdata[function->id] = recipe;
	return recipe;
}

/* Forget the words of all places so far. */
static void forget_words(struct gs_effects *effects)
{
	g_array_index(effects->starts, uint64_t, effects->starts->len - 1) = 0;
	g_array_set_size(effects->words, 0);
}

static void begin_call(struct gs_effects *effects, const struct gs_trace_call *call)
{
	if (effects->keeps_last)
		forget_words(effects);
	gs_effects_enter_thread(effects, call->thread);
	effects->step = gs_follow_trace(effects->follow, call);
	g_array_append_val(effects->numbers, call->number);
	g_array_append_val(effects->threads_of, effects->thread->node);
}

static void end_call(struct gs_effects *effects, const struct gs_trace_call *call)
{
	uint64_t end = effects->words->len, place = effects->numbers->len - 1;
	g_array_append_val(effects->starts, end);
	if (call->ends_frame) {
		g_array_append_val(effects->frame_ends, place);
		if (effects->keeps_bound) {
			uint32_t bound = gs_effects_list_bound(effects);
			g_array_append_val(effects->frame_bound, bound);
		}
	}
}

void gs_effects_keep_bound(struct gs_effects *effects)
{
	effects->keeps_bound = true;
}

void gs_effects_keep_last(struct gs_effects *effects)
{
	effects->keeps_last = true;
}

/* Return whether the call is executed now, and not only compiled into a list. */
static bool executes(const struct gs_effects_call *c)
{
	const struct gs_effects_context *context = c->context;
	return c->recipe->is_window ||
	       (context && (!context->list || context->list_executes || c->recipe->is_immediate));
}

void gs_effects_add(struct gs_effects *effects, const struct gs_trace_call *call)
{
	struct gs_effects_call c = {.recipe = recipe_of(effects, call->function), .call = call};
	begin_call(effects, call);
	c.place = effects->numbers->len - 1;
	c.context = effects->thread->context;
	if (executes(&c))
		gs_effects_show(effects, &c, 0);
	if (c.recipe->is_window) {
		if (!gs_effects_memory_call(effects, &c))
			gs_effects_window_call(effects, &c);
	} else if (c.context && !gs_effects_listed(effects, &c)) {
		gs_effects_apply(effects, &c);
	}
	end_call(effects, call);
}

bool gs_effects_add_before(struct gs_effects *effects, struct gs_trace_reader *reader,
	uint64_t number, uint32_t *thread)
{
	const struct gs_trace_call *call = gs_effects_go_on(effects, reader, NULL, number);
	if (call)
		*thread = call->thread;
	return call;
}

const struct gs_trace_call *gs_effects_go_on(struct gs_effects *effects,
	struct gs_trace_reader *reader, const struct gs_trace_call *call, uint64_t number)
{
	if (!call)
		call = gs_trace_next_call(reader);
	for (; call && call->number != number; call = gs_trace_next_call(reader))
		gs_effects_add(effects, call);
	return call;
}

uint64_t gs_effects_calls(const struct gs_effects *effects)
{
	return effects->numbers->len;
}

uint64_t gs_effects_frames(const struct gs_effects *effects)
{
	return effects->frame_ends->len;
}

bool gs_effects_frame(
	const struct gs_effects *effects, uint64_t frame, uint64_t *first, uint64_t *last)
{
	const uint64_t *ends = (const uint64_t *)(void *)effects->frame_ends->data;
	guint n = effects->frame_ends->len;
	if (frame > n || !effects->numbers->len)
		return false;
	*first = frame ? ends[frame - 1] + 1 : 0;
	*last = frame < n ? ends[frame] : effects->numbers->len - 1;
	return *first <= *last;
}

uint64_t gs_effects_place(const struct gs_effects *effects, uint64_t number)
{
	const uint64_t *numbers = (const uint64_t *)(void *)effects->numbers->data;
	guint n = effects->numbers->len;
	if (number < n && numbers[number] == number) /* mostly */
		return number;
	for (guint i = 0; i < n; i++)
		if (numbers[i] == number)
			return i;
	return UINT64_MAX;
}

uint64_t gs_effects_number_of(const struct gs_effects *effects, uint64_t place)
{
	return g_array_index(effects->numbers, uint64_t, place);
}

uint64_t gs_effects_frames_before(const struct gs_effects *effects, uint64_t place)
{
	const uint64_t *ends = (const uint64_t *)(void *)effects->frame_ends->data;
	guint low = 0, high = effects->frame_ends->len;
	while (low < high) {
		guint middle = (low + high) / 2;
		if (ends[middle] < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t gs_effects_frame_end(const struct gs_effects *effects, uint64_t place)
{
	uint64_t frame = gs_effects_frames_before(effects, place);
	return frame < effects->frame_ends->len
		       ? g_array_index(effects->frame_ends, uint64_t, frame)
		       : UINT64_MAX;
}

bool gs_effects_begins_with_old(const struct gs_effects *effects, uint64_t place)
{
	uint64_t frame = gs_effects_frames_before(effects, place);
	uint64_t swap = frame ? g_array_index(effects->frame_ends, uint64_t, frame - 1) : 0;
	for (guint i = 0; frame && i < effects->kept_swaps->len; i++)
		if (g_array_index(effects->kept_swaps, uint32_t, i) == swap)
			return true;
	return false;
}

const char *gs_effects_unknown(const struct gs_effects *effects, unsigned i, uint64_t *calls)
{
	for (guint n = 0; n < effects->recipes->len; n++) {
		const struct gs_effects_recipe *recipe = effects->recipes->pdata[n];
		if (!recipe || !recipe->unknown_calls || i--)
			continue;
		*calls = recipe->unknown_calls;
		return recipe->name;
	}
	return NULL;
}
