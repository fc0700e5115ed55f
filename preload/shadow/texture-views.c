/* SPDX-License-Identifier: MIT */
#include "preload/shadow/texture-views.h"

#include <pthread.h>
#include <stdlib.h>
#include "preload/core/core.h"
#include "preload/core/hooks.h"

static struct gs_texture_view *views;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Locked. Take away what is known of that name. */
static void drop(const struct gs_group *group, uint32_t texture)
{
	for (struct gs_texture_view **at = &views; *at;) {
		struct gs_texture_view *view = *at;
		if (view->group != group || (texture && view->texture != texture)) {
			at = &view->next;
			continue;
		}
		*at = view->next;
		free(view);
	}
}

static void after_view(struct gs_thread *thread, struct gs_wire_call *call)
{
	const struct gs_context *context = gs_context_current(thread);
	struct gs_texture_view *view = context ? malloc(sizeof *view) : NULL;
	if (!view)
		return;
	pthread_mutex_lock(&lock);
	drop(context->group, (uint32_t)call->args[0]);
	*view = (struct gs_texture_view){views, context->group, (uint32_t)call->args[0],
		(uint32_t)call->args[1], (uint32_t)call->args[2], (uint32_t)call->args[3],
		(uint32_t)call->args[4], (uint32_t)call->args[5], (uint32_t)call->args[6],
		(uint32_t)call->args[7]};
	views = view;
	pthread_mutex_unlock(&lock);
}

const struct gs_texture_view *gs_views(void)
{
	return views;
}

void gs_views_forget(const struct gs_group *group)
{
	pthread_mutex_lock(&lock);
	drop(group, 0);
	pthread_mutex_unlock(&lock);
}

void gs_views_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glTextureView, NULL, after_view},
		{GS_FN_glTextureViewEXT, NULL, after_view},
		{GS_FN_glTextureViewOES, NULL, after_view},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
}
