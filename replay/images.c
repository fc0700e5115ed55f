/* SPDX-License-Identifier: MIT */
/*
 * EGLImages of the trace's own textures and renderbuffers. They are made here, too, so that drawing
 * into one of an image's objects shows in the others. Of other images the trace only has their
 * contents when a texture took them, as a glTexImage2D that the recorder has made up.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "replay/link.h"
#include "replay/private.h"

enum { MOST_LEVEL = 31, MOST_LAYER = 1 << 14, IMAGE = 1, ATTRIBUTES = 2 };

/* Bits of gs_replay_context.image_functions; 0: not asked so far. */
enum { ASKED = 1, TAKES_IMAGES = 2, TAKES_STORAGE = 4 };

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

/* ---- eglCreateImage, eglDestroyImage ---- */

static bool take_attribute(struct gs_image_wish *wish, uint64_t name, uint64_t value)
{
	switch (name) {
	case EGL_GL_TEXTURE_LEVEL:
		wish->level = (int)MIN(value, MOST_LEVEL);
		return value <= MOST_LEVEL;
	case EGL_GL_TEXTURE_ZOFFSET:
		wish->layer = (int)MIN(value, MOST_LAYER);
		return value <= MOST_LAYER;
	case EGL_IMAGE_PRESERVED:
		wish->is_preserved = value != EGL_FALSE;
		return true;
	default:
		return false;
	}
}

/* Read the attributes of eglCreateImage. Return false if the trace does not have all of them. */
static bool take_attributes(const struct gs_trace_call *call, struct gs_image_wish *wish)
{
	const struct gs_trace_value *list = gs_trace_array(call, 4);
	if (!list)
		return call->args[4].class == GS_TRACE_NULL || !gs_trace_argument(call, 4);
	for (uint32_t i = 0; i < list->n; i += 2) {
		uint64_t name = gs_trace_number(&list->items[i]);
		if (name == EGL_NONE)
			return true;
		if (i + 1 == list->n ||
			!take_attribute(wish, name, gs_trace_number(&list->items[i + 1])))
			return false;
	}
	return true;
}

static void forget_image(struct gs_player *player, uint64_t id)
{
	void *own = g_hash_table_lookup(player->images, key(id));
	if (own)
		player->system->destroy_image(own);
	g_hash_table_remove(player->images, key(id));
}

static void act_create(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	uint64_t id = gs_trace_number(&call->result), target = gs_trace_argument(call, 2);
	enum gs_object_kind kind = gs_data_image_kind(target);
	struct gs_image_wish wish = {.target = (unsigned)target};
	(void)play;
	forget_image(player, id); /* an older image may have had the number */
	if (!id || call->function->n_args < 5 || kind == GS_OBJECT_NONE ||
		!player->system->create_image || !take_attributes(call, &wish))
		return;
	const struct gs_follow_context *told = gs_follow_context(
		player->follow, gs_trace_argument(call, 1));
	const struct gs_replay_context *context = told ? told->data : NULL;
	if (!context)
		return;
	wish.name = (unsigned)gs_replay_name_in(context, kind, gs_trace_argument(call, 3));
	wish.context = context->own;
	void *own = wish.name ? player->system->create_image(&wish) : NULL;
	if (own)
		g_hash_table_insert(player->images, key(id), own);
}

/* Destroy an image; textures that have taken it keep it. */
static void act_destroy(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	(void)play;
	if (gs_trace_number(&call->result))
		forget_image(player, gs_trace_argument(call, 1));
}

gs_replay_act gs_replay_image_act(unsigned function)
{
	switch (function) {
	case GS_FN_eglCreateImage:
	case GS_FN_eglCreateImageKHR:
		return act_create;
	case GS_FN_eglDestroyImage:
	case GS_FN_eglDestroyImageKHR:
		return act_destroy;
	default:
		return NULL;
	}
}

/* ---- glEGLImageTarget... ---- */

/* Return whether the call passes attributes; GL defines none so far. */
static bool has_attributes(const struct gs_trace_call *call)
{
	const struct gs_trace_value *list = gs_trace_array(call, ATTRIBUTES);
	return list ? list->n && gs_trace_number(&list->items[0]) != EGL_NONE
		    : gs_trace_argument(call, ATTRIBUTES) != 0;
}

/* Find out by the extensions which functions the context has: with libglvnd a function that the
 * driver lacks has an address, too. */
static uint8_t ask_functions(struct gs_player *player)
{
	return (uint8_t)(ASKED | (gs_replay_has(player, "GL_OES_EGL_image") ? TAKES_IMAGES : 0) |
			 (gs_replay_has(player, "GL_EXT_EGL_image_storage") ? TAKES_STORAGE : 0));
}

static bool has_function(struct gs_player *player, const struct gs_play *play)
{
	struct gs_replay_context *context = gs_replay_context(player);
	bool is_storage = play->number == GS_FN_glEGLImageTargetTexStorageEXT ||
			  play->number == GS_FN_glEGLImageTargetTextureStorageEXT;
	if (!context->image_functions)
		context->image_functions = ask_functions(player);
	return context->image_functions & (is_storage ? TAKES_STORAGE : TAKES_IMAGES);
}

/* Call the driver's function; `to` is a target or a texture. Return whether it succeeded. */
static bool call_target(
	struct gs_player *player, const struct gs_play *play, uint64_t to, void *own)
{
	void *real = gs_replay_find(player, play->info->name);
	if (!real || !has_function(player, play))
		return false;
	gs_replay_errors(player);
	gs_link_enter();
	if (play->info->n_parameters == ATTRIBUTES)
		((void (*)(unsigned, void *))real)((unsigned)to, own);
	else
		((void (*)(unsigned, void *, const int *))real)((unsigned)to, own, NULL);
	gs_link_leave();
	return !gs_replay_errors(player);
}

static bool take_image(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	uint64_t to = gs_trace_argument(call, 0);
	void *own = g_hash_table_lookup(player->images, key(gs_trace_argument(call, IMAGE)));
	if (!own || !play->info || gs_replay_is_in_block(player) ||
		(play->info->n_parameters > ATTRIBUTES && has_attributes(call)))
		return false;
	if (play->number == GS_FN_glEGLImageTargetTextureStorageEXT)
		to = gs_replay_name(player, GS_OBJECT_TEXTURE, to);
	return call_target(player, play, to, own);
}

void gs_replay_act_image_target(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_replay_thread *t = player->thread->data;
	if (!gs_replay_context(player)) {
		gs_replay_leave_out(
			player, "no context is current", call, "no context is current here");
		return;
	}
	t->taken.is_here = take_image(player, play, call);
	t->taken.is_open = true;
	t->taken.number = call->number;
	t->taken.function = call->function;
}

/* Return whether the call is one that the recorder made up between taking an image and filling the
 * texture. */
static bool leads_to_texels(const struct gs_trace_call *call)
{
	unsigned number = call->function->number;
	return call->is_fake && (number == GS_FN_glTexImage2D || number == GS_FN_glBindBuffer ||
					number == GS_FN_glPixelStorei);
}

void gs_replay_end_image_target(struct gs_player *player, const struct gs_trace_call *call)
{
	struct gs_replay_thread *thread = player->thread->data;
	struct gs_replay_taken *taken = &thread->taken;
	if (!taken->is_open || leads_to_texels(call))
		return;
	taken->is_open = false;
	struct gs_trace_call target = {.number = taken->number, .function = taken->function};
	if (!taken->is_here)
		gs_replay_tell(player, "image", &target,
			"takes an image that cannot be made here: what it holds is lost");
}

bool gs_replay_prepare_image(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args)
{
	struct gs_replay_thread *thread = player->thread->data;
	struct gs_replay_taken *taken = &thread->taken;
	bool is_texels = taken->is_open && call->is_fake;
	(void)args;
	if (is_texels)
		taken->is_open = false;
	return !is_texels || !taken->is_here;
}
