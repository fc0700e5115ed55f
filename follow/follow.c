/* SPDX-License-Identifier: MIT */
/* What there is, and what ends when: contexts, groups, drawables, threads. */
#include "follow/private.h"

/* ---- making and freeing ---- */

static void free_data(void (*function)(void *data), void *data)
{
	if (function && data)
		function(data);
}

static struct gs_follow_group *new_group(struct gs_follow *follow)
{
	struct gs_follow_group *group = g_new0(struct gs_follow_group, 1);
	group->number = follow->n_groups++;
	group->contexts = g_ptr_array_new();
	group->listed = g_hash_table_new(NULL, NULL);
	group->buffer_sizes = g_hash_table_new(NULL, NULL);
	return group;
}

static void free_context(struct gs_follow *follow, struct gs_follow_context *context)
{
	struct gs_follow_group *group = context->group;
	g_ptr_array_remove(group->contexts, context);
	free_data(follow->owner.free_context, context->data);
	if (!group->contexts->len) {
		free_data(follow->owner.free_group, group->data);
		g_ptr_array_free(group->contexts, TRUE);
		g_hash_table_destroy(group->listed);
		g_hash_table_destroy(group->buffer_sizes);
		g_free(group);
	}
	g_hash_table_destroy(context->active_programs);
	g_hash_table_destroy(context->buffers);
	g_hash_table_destroy(context->element_buffers);
	if (context->saved)
		g_array_free(context->saved, TRUE);
	g_free(context);
}

static void free_drawable(struct gs_follow *follow, struct gs_follow_drawable *drawable)
{
	free_data(follow->owner.free_drawable, drawable->data);
	g_free(drawable);
}

static struct gs_follow_context *make_context(
	struct gs_follow *follow, uint64_t handle, struct gs_follow_context *share)
{
	struct gs_follow_context *context = g_new0(struct gs_follow_context, 1);
	context->handle = handle;
	context->group = share ? share->group : new_group(follow);
	context->active_programs = g_hash_table_new(NULL, NULL);
	context->buffers = g_hash_table_new(NULL, NULL);
	context->element_buffers = g_hash_table_new(NULL, NULL);
	g_ptr_array_add(context->group->contexts, context);
	return context;
}

struct gs_follow *gs_follow_new(const struct gs_follow_owner *owner)
{
	struct gs_follow *follow = g_new0(struct gs_follow, 1);
	if (owner)
		follow->owner = *owner;
	follow->contexts = g_hash_table_new(NULL, NULL);
	follow->drawables = g_hash_table_new(NULL, NULL);
	follow->threads = g_hash_table_new(NULL, NULL);
	follow->former = g_ptr_array_new();
	follow->left = g_ptr_array_new();
	follow->numbers = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	follow->none = make_context(follow, 0, NULL);
	return follow;
}

void gs_follow_begin_step(struct gs_follow *follow)
{
	if (follow->step.ended)
		free_context(follow, follow->step.ended);
	follow->step = (struct gs_follow_step){.thread = follow->thread};
}

void gs_follow_free(struct gs_follow *follow)
{
	GHashTableIter iter;
	gpointer data;
	if (!follow)
		return;
	gs_follow_begin_step(follow);
	g_hash_table_iter_init(&iter, follow->threads);
	while (g_hash_table_iter_next(&iter, NULL, &data)) {
		free_data(follow->owner.free_thread, ((struct gs_follow_thread *)data)->data);
		g_free(data);
	}
	g_hash_table_iter_init(&iter, follow->contexts);
	while (g_hash_table_iter_next(&iter, NULL, &data))
		free_context(follow, data);
	for (guint i = 0; i < follow->left->len; i++)
		free_context(follow, follow->left->pdata[i]);
	free_context(follow, follow->none);
	g_hash_table_iter_init(&iter, follow->drawables);
	while (g_hash_table_iter_next(&iter, NULL, &data))
		free_drawable(follow, data);
	for (guint i = 0; i < follow->former->len; i++)
		free_drawable(follow, follow->former->pdata[i]);
	g_hash_table_destroy(follow->contexts);
	g_hash_table_destroy(follow->drawables);
	g_hash_table_destroy(follow->threads);
	g_ptr_array_free(follow->former, TRUE);
	g_ptr_array_free(follow->left, TRUE);
	g_array_free(follow->numbers, TRUE);
	g_free(follow);
}

/* ---- contexts ---- */

struct gs_follow_context *gs_follow_new_context(
	struct gs_follow *follow, uint64_t handle, struct gs_follow_context *share)
{
	struct gs_follow_context *context = make_context(follow, handle, share);
	g_hash_table_insert(follow->contexts, gs_follow_key(handle), context);
	return context;
}

/* What other handles have stays: it may be current. */
static void forget_handle(struct gs_follow *follow, struct gs_follow_context *context)
{
	if (gs_follow_context(follow, context->handle) == context)
		g_hash_table_remove(follow->contexts, gs_follow_key(context->handle));
	else
		g_ptr_array_remove(follow->left, context);
}

void gs_follow_end(struct gs_follow *follow, struct gs_follow_context *context)
{
	if (!context || !context->is_destroyed)
		return;
	if (!context->n_threads) {
		forget_handle(follow, context);
		follow->step.ended = context;
	}
}

struct gs_follow_context *gs_follow_current(struct gs_follow *follow)
{
	return follow->thread && follow->thread->context ? follow->thread->context : follow->none;
}

/* ---- drawables ---- */

struct gs_follow_drawable *gs_follow_new_drawable(struct gs_follow *follow, uint64_t handle)
{
	struct gs_follow_drawable *before = gs_follow_drawable(follow, handle);
	struct gs_follow_drawable *drawable = g_new0(struct gs_follow_drawable, 1);
	if (before)
		g_ptr_array_add(follow->former, before);
	drawable->handle = handle;
	g_hash_table_insert(follow->drawables, gs_follow_key(handle), drawable);
	return drawable;
}

struct gs_follow_drawable *gs_follow_meet(struct gs_follow *follow, uint64_t handle)
{
	struct gs_follow_drawable *drawable = gs_follow_drawable(follow, handle);
	return drawable || !handle ? drawable : gs_follow_new_drawable(follow, handle);
}

/* ---- threads ---- */

struct gs_follow_thread *gs_follow_enter(struct gs_follow *follow, uint32_t thread)
{
	if (follow->thread && follow->thread->number == thread)
		return follow->thread;
	follow->thread = gs_follow_thread(follow, thread);
	if (!follow->thread) {
		follow->thread = g_new0(struct gs_follow_thread, 1);
		follow->thread->number = thread;
		g_hash_table_insert(follow->threads, gs_follow_key(thread), follow->thread);
	}
	return follow->thread;
}

void gs_follow_lose(struct gs_follow *follow, uint64_t lost)
{
	follow->lost = lost;
}

/* ---- answers ---- */

struct gs_follow_thread *gs_follow_thread(const struct gs_follow *follow, uint32_t number)
{
	return g_hash_table_lookup(follow->threads, gs_follow_key(number));
}

struct gs_follow_context *gs_follow_context(const struct gs_follow *follow, uint64_t handle)
{
	return g_hash_table_lookup(follow->contexts, gs_follow_key(handle));
}

struct gs_follow_drawable *gs_follow_drawable(const struct gs_follow *follow, uint64_t handle)
{
	return g_hash_table_lookup(follow->drawables, gs_follow_key(handle));
}

const struct gs_follow_context *gs_follow_state(
	const struct gs_follow *follow, const struct gs_follow_thread *thread)
{
	return thread && thread->context ? thread->context : follow->none;
}

bool gs_follow_knows(const struct gs_follow *follow, const struct gs_follow_binding *binding)
{
	return binding->lost != UINT64_MAX && follow->lost <= binding->lost;
}

uint64_t gs_follow_program(const struct gs_follow_context *context)
{
	if (!context)
		return 0;
	uint64_t program = context->list ? context->listed_program : context->program.name;
	uint64_t pipeline = context->list ? context->listed_pipeline : context->pipeline.name;
	if (program || !pipeline)
		return program;
	return (uintptr_t)g_hash_table_lookup(context->active_programs, gs_follow_key(pipeline));
}

void gs_follow_contexts(const struct gs_follow *follow, GHashTableIter *iter)
{
	g_hash_table_iter_init(iter, follow->contexts);
}

void gs_follow_drawables(const struct gs_follow *follow, GHashTableIter *iter)
{
	g_hash_table_iter_init(iter, follow->drawables);
}

void gs_follow_threads(const struct gs_follow *follow, GHashTableIter *iter)
{
	g_hash_table_iter_init(iter, follow->threads);
}
