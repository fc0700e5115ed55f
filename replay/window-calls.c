/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL: what the program asked of its window system is asked of the one here. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glx.h>
#include <stdio.h>
#include <string.h>
#include "replay/link.h"
#include "replay/measure.h"
#include "replay/private.h"
#include "follow/wishes.h"

/* More pixels than any wall of screens has. */
enum { MOST_AREA = 1 << 26, MOST_PIXELS = 16384, NO_WIDTH = 1, NO_HEIGHT = 1 };

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

/* ---- configurations ---- */

static void act_config(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	gs_told_configs_add(&player->configs, play->number, call);
}

/* ---- contexts ---- */

static void release_group(struct gs_replay_group *group, struct gs_replay_context *context)
{
	g_ptr_array_remove(group->contexts, context);
	if (--group->references)
		return;
	gs_name_map_free(group->names);
	g_ptr_array_free(group->contexts, TRUE);
	g_clear_pointer(&group->measured_programs, g_hash_table_destroy);
	g_clear_pointer(&group->measured_lists, g_hash_table_destroy);
	g_free(group);
}

static void free_context(struct gs_replay_context *context)
{
	release_group(context->group, context);
	gs_name_map_free(context->names);
	g_hash_table_destroy(context->active_programs);
	g_hash_table_destroy(context->kept);
	g_hash_table_destroy(context->without_arrays);
	g_free(context->arrays);
	g_free(context->feedback);
	g_free(context->selection);
	g_free(context->measured);
	g_free(context);
}

static struct gs_replay_context *new_context(void *own, struct gs_replay_context *share)
{
	struct gs_replay_context *context = g_new0(struct gs_replay_context, 1);
	context->own = own;
	context->names = gs_name_map_new();
	context->active_programs = g_hash_table_new(NULL, NULL);
	context->kept = gs_replay_new_kept();
	context->without_arrays = g_hash_table_new(NULL, NULL);
	if (share) {
		context->group = share->group;
	} else {
		context->group = g_new0(struct gs_replay_group, 1);
		context->group->names = gs_name_map_new();
		context->group->contexts = g_ptr_array_new();
	}
	context->group->references++;
	g_ptr_array_add(context->group->contexts, context);
	return context;
}

static void create_context(struct gs_player *player, const struct gs_trace_call *call,
	struct gs_context_wish *wish, uint64_t share)
{
	uint64_t id = gs_trace_number(&call->result);
	struct gs_replay_context *other = share ? g_hash_table_lookup(player->contexts, key(share))
						: NULL;
	if (!id)
		return;
	wish->share = other ? other->own : NULL;
	void *own = player->system->create_context(wish);
	if (!own && (wish->major || wish->flags)) {
		gs_replay_tell(player, "context", call,
			"asks for a context that cannot be had here (version %d.%d): another is "
			"taken",
			wish->major, wish->minor);
		wish->major = wish->es ? 2 : 0;
		wish->minor = 0;
		wish->profile = wish->flags = 0;
		own = player->system->create_context(wish);
	}
	if (!own) {
		gs_replay_tell(player, "no context", call,
			"makes a context, which fails here: what it draws is left out");
		return;
	}
	struct gs_replay_context *context = new_context(own, other);
	context->is_es = wish->es;
	context->is_double = wish->config->least[GS_CONFIG_DOUBLE];
	g_hash_table_replace(player->contexts, key(id), context);
}

static void act_create_glx(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	bool has_list = play->number == GS_FN_glXCreateContextAttribsARB;
	unsigned share = play->number == GS_FN_glXCreateContext || has_list ? 2 : 3;
	struct gs_context_wish wish = {.config = gs_told_config(&player->configs, call, 1)};
	if (has_list)
		gs_wish_context(call, 4, &wish);
	create_context(player, call, &wish, gs_trace_argument(call, share));
}

static void act_create_egl(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_context_wish wish = {
		.config = gs_told_config(&player->configs, call, 1), .es = !player->thread->is_gl};
	(void)play;
	wish.major = wish.es;
	gs_wish_context(call, 3, &wish);
	create_context(player, call, &wish, gs_trace_argument(call, 2));
}

static void act_bind_api(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	(void)play;
	player->thread->is_gl = gs_trace_argument(call, 0) == EGL_OPENGL_API;
}

static bool is_current(const struct gs_player *player, const struct gs_replay_context *context)
{
	GHashTableIter iter;
	gpointer thread;
	g_hash_table_iter_init(&iter, player->threads);
	while (g_hash_table_iter_next(&iter, NULL, &thread))
		if (((struct gs_replay_thread *)thread)->context == context)
			return true;
	return false;
}

/* One that is current lives on until it is not: its objects may be shared, so it stays. */
static void act_destroy_context(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	uint64_t id = gs_trace_argument(call, 1);
	struct gs_replay_context *context = g_hash_table_lookup(player->contexts, key(id));
	(void)play;
	if (!context || is_current(player, context))
		return;
	player->system->destroy_context(context->own);
	if (context->group->references == 1)
		gs_regions_unmap(player->regions, context->group, 0);
	g_hash_table_remove(player->contexts, key(id));
	free_context(context);
}

void gs_replay_free_contexts(struct gs_player *player)
{
	GHashTableIter iter;
	gpointer context;
	g_hash_table_iter_init(&iter, player->contexts);
	while (g_hash_table_iter_next(&iter, NULL, &context))
		free_context(context);
	g_hash_table_remove_all(player->contexts);
}

/* ---- drawables ---- */

static struct gs_drawable *drawable_of(struct gs_player *player, uint64_t id)
{
	if (!id)
		return NULL;
	struct gs_drawable *drawable = g_hash_table_lookup(player->drawables, key(id));
	if (!drawable) {
		drawable = g_new0(struct gs_drawable, 1);
		drawable->width = NO_WIDTH;
		drawable->height = NO_HEIGHT;
		drawable->visible = player->is_shown;
		g_hash_table_insert(player->drawables, key(id), drawable);
	}
	return drawable;
}

uint64_t gs_replay_recorded_drawable(const struct gs_player *player, uint64_t handle)
{
	GHashTableIter iter;
	gpointer recorded, drawable;
	g_hash_table_iter_init(&iter, player->drawables);
	while (g_hash_table_iter_next(&iter, &recorded, &drawable))
		if (player->system->handle(drawable) == handle)
			return (uintptr_t)recorded;
	return handle;
}

/* Once more, for this thread's calls or for a drawable's new size: no call of the trace. */
static void enter(struct gs_player *player)
{
	const struct gs_replay_thread *t = player->thread;
	gs_link_mute(true);
	bool done = player->system->make_current(
		t->draw, t->read, t->context ? t->context->own : NULL);
	gs_link_mute(false);
	if (!done && !player->has_failed)
		fprintf(stderr,
			"glstep-replay: a context cannot be made current once more: what is "
			"drawn from here on may be wrong\n");
	player->has_failed |= !done;
}

static void make_current(struct gs_player *player, const struct gs_trace_call *call, uint64_t draw,
	uint64_t read, uint64_t id)
{
	struct gs_replay_thread *t = player->thread;
	gs_measure_leave(player->measure);
	t->context = id ? g_hash_table_lookup(player->contexts, key(id)) : NULL;
	t->draw = t->context ? drawable_of(player, draw) : NULL;
	t->read = t->context ? drawable_of(player, read) : NULL;
	if (id && !t->context)
		gs_replay_tell(player, "current", call,
			"makes a context current that there is not here: its calls are left out");
	if (player->system->make_current(t->draw, t->read, t->context ? t->context->own : NULL)) {
		player->had_context |= t->context != NULL;
		return;
	}
	gs_replay_tell(player, "refused", call,
		"makes a context current, which is refused here: its calls are left out");
	t->context = NULL;
	t->draw = t->read = NULL;
}

static void act_current(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	bool both = call->function->n_args == 4;
	bool worked = call->result.class == GS_TRACE_NONE || gs_trace_number(&call->result);
	(void)play;
	if (worked)
		make_current(player, call, gs_trace_argument(call, 1),
			gs_trace_argument(call, both ? 2 : 1),
			gs_trace_argument(call, both ? 3 : 2));
}

void gs_replay_enter_thread(struct gs_player *player, uint32_t number)
{
	struct gs_replay_thread *thread = g_hash_table_lookup(
		player->threads, GUINT_TO_POINTER(number));
	bool other = player->thread_number != number;
	if (!thread) {
		thread = g_new0(struct gs_replay_thread, 1);
		g_hash_table_insert(player->threads, GUINT_TO_POINTER(number), thread);
	}
	player->thread_number = number;
	player->thread = thread;
	if (other && thread->context)
		enter(player);
}

static void set_size(struct gs_player *player, struct gs_drawable *drawable, int width, int height)
{
	width = CLAMP(width, 1, MOST_PIXELS);
	height = CLAMP(height, 1, MIN(MOST_PIXELS, MOST_AREA / width));
	if (!drawable || (drawable->width == width && drawable->height == height))
		return;
	const struct gs_replay_thread *t = player->thread;
	bool current = t && t->context && (t->draw == drawable || t->read == drawable);
	if (current) {
		gs_link_mute(true);
		player->system->make_current(NULL, NULL, NULL);
		gs_link_mute(false);
	}
	drawable->width = width;
	drawable->height = height;
	player->system->resize(drawable);
	if (current)
		enter(player);
}

void gs_replay_set_size(struct gs_player *player, int width, int height)
{
	if (player->thread)
		set_size(player, player->thread->draw, width, height);
}

void gs_replay_show_windows(struct gs_player *player)
{
	GHashTableIter iter;
	gpointer drawable;
	g_hash_table_iter_init(&iter, player->drawables);
	while (g_hash_table_iter_next(&iter, NULL, &drawable))
		player->system->show(drawable);
}

void gs_replay_present(struct gs_player *player, struct gs_drawable *drawable)
{
	if (!drawable || drawable->is_presented)
		return;
	drawable->is_presented = true;
	if (!gs_link_is_hidden())
		player->system->show(drawable);
}

static void note_colorspace(struct gs_player *player, const struct gs_trace_call *call,
	unsigned argument, struct gs_drawable *drawable)
{
	drawable->srgb = gs_wish_in_list(call, argument, EGL_GL_COLORSPACE_KHR) ==
			 EGL_GL_COLORSPACE_SRGB_KHR;
	if (drawable->srgb && player->system != &gs_window_egl)
		gs_replay_tell(player, "colorspace", call,
			"makes a surface that encodes colours as sRGB, which only EGL does: it is "
			"left linear");
}

static void act_egl_window(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_drawable *drawable = drawable_of(player, gs_trace_number(&call->result));
	(void)play;
	if (drawable)
		note_colorspace(player, call, 3, drawable);
}

static void act_pbuffer(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	bool is_egl = play->number == GS_FN_eglCreatePbufferSurface;
	struct gs_drawable *drawable = drawable_of(player, gs_trace_number(&call->result));
	if (!drawable)
		return;
	if (is_egl)
		note_colorspace(player, call, 2, drawable);
	drawable->visible = false;
	set_size(player, drawable,
		(int)gs_wish_in_list(call, 2, is_egl ? EGL_WIDTH : GLX_PBUFFER_WIDTH),
		(int)gs_wish_in_list(call, 2, is_egl ? EGL_HEIGHT : GLX_PBUFFER_HEIGHT));
}

/* The program, or the recorder, was told the size. A program may be told of a size that its buffers
 * get later only: where the recorder asks, it alone counts. */
static void act_query_drawable(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	uint64_t name = gs_trace_argument(call, 2), value;
	(void)play;
	if (!gs_wish_answer(call, &value))
		return;
	struct gs_drawable *drawable = g_hash_table_lookup(
		player->drawables, key(gs_trace_argument(call, 1)));
	if (!drawable || value > MOST_PIXELS)
		return;
	bool is_width = name == GLX_WIDTH || name == EGL_WIDTH;
	bool is_height = name == GLX_HEIGHT || name == EGL_HEIGHT;
	drawable->is_told |= call->is_fake && (is_width || is_height);
	if (drawable->is_told && !call->is_fake)
		return;
	if (is_width)
		set_size(player, drawable, (int)value, drawable->height);
	if (is_height)
		set_size(player, drawable, drawable->width, (int)value);
}

static void act_swap(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_drawable *drawable = g_hash_table_lookup(
		player->drawables, key(gs_trace_argument(call, 1)));
	(void)play;
	gs_replay_end_frame(player);
	if (!drawable || player->is_over)
		return;
	gs_replay_present(player, drawable);
	player->system->swap(drawable);
}

gs_replay_act gs_replay_window_act(unsigned function)
{
	static const struct {
		unsigned function;
		gs_replay_act act;
	} acts[] = {
		{GS_FN_glXCreateContext, act_create_glx},
		{GS_FN_glXCreateNewContext, act_create_glx},
		{GS_FN_glXCreateContextWithConfigSGIX, act_create_glx},
		{GS_FN_glXCreateContextAttribsARB, act_create_glx},
		{GS_FN_eglCreateContext, act_create_egl},
		{GS_FN_eglBindAPI, act_bind_api},
		{GS_FN_glXDestroyContext, act_destroy_context},
		{GS_FN_eglDestroyContext, act_destroy_context},
		{GS_FN_glXMakeCurrent, act_current},
		{GS_FN_glXMakeContextCurrent, act_current},
		{GS_FN_glXMakeCurrentReadSGI, act_current},
		{GS_FN_eglMakeCurrent, act_current},
		{GS_FN_glXCreatePbuffer, act_pbuffer},
		{GS_FN_eglCreatePbufferSurface, act_pbuffer},
		{GS_FN_eglCreateWindowSurface, act_egl_window},
		{GS_FN_eglCreatePlatformWindowSurface, act_egl_window},
		{GS_FN_eglCreatePlatformWindowSurfaceEXT, act_egl_window},
		{GS_FN_glXQueryDrawable, act_query_drawable},
		{GS_FN_eglQuerySurface, act_query_drawable},
		{GS_FN_glXSwapBuffers, act_swap},
		{GS_FN_glXSwapBuffersMscOML, act_swap},
		{GS_FN_eglSwapBuffers, act_swap},
		{GS_FN_eglSwapBuffersWithDamageEXT, act_swap},
		{GS_FN_eglSwapBuffersWithDamageKHR, act_swap},
	};
	if (gs_told_configs_tells(function))
		return act_config;
	for (size_t i = 0; i < G_N_ELEMENTS(acts); i++)
		if (acts[i].function == function)
			return acts[i].act;
	return NULL;
}
