/* SPDX-License-Identifier: MIT */
/*
 * EGLImages of the trace's own textures and renderbuffers: made here, too, so that what is drawn
 * into one of an image's objects is seen through the others. Of any other image the trace has what
 * it held when a texture got it, in a glTexImage2D that the recorder has made up.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "replay/link.h"
#include "replay/private.h"

enum { MOST_LEVEL = 31, MOST_LAYER = 1 << 14, MOST_ERRORS = 32, IMAGE = 1, ATTRIBUTES = 2 };

struct gs_replay_image {
	void *own; /* the window system's */
};

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

/* False: the trace does not say all of it. */
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

static enum gs_object_kind kind_of(uint64_t target)
{
	if (target == EGL_GL_RENDERBUFFER)
		return GS_OBJECT_RENDERBUFFER;
	return target == EGL_GL_TEXTURE_2D || target == EGL_GL_TEXTURE_3D ||
			       (target >= EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
				       target <= EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
		       ? GS_OBJECT_TEXTURE
		       : GS_OBJECT_NONE;
}

static void forget_image(struct gs_player *player, uint64_t id)
{
	const struct gs_replay_image *image = g_hash_table_lookup(player->images, key(id));
	if (image)
		player->system->destroy_image(image->own);
	g_hash_table_remove(player->images, key(id));
}

static void act_create(
	struct gs_player *player, const struct gs_plan *plan, const struct gs_trace_call *call)
{
	uint64_t id = gs_trace_number(&call->result), target = gs_trace_argument(call, 2);
	struct gs_image_wish wish = {.target = (unsigned)target};
	(void)plan;
	forget_image(player, id); /* the number is another one's now */
	if (!id || call->function->n_args < 5 || kind_of(target) == GS_OBJECT_NONE ||
		!player->system->create_image || !take_attributes(call, &wish))
		return;
	const struct gs_replay_context *context = g_hash_table_lookup(
		player->contexts, key(gs_trace_argument(call, 1)));
	if (!context)
		return;
	wish.name = (unsigned)gs_replay_name_in(
		context, kind_of(target), gs_trace_argument(call, 3));
	wish.context = context->own;
	void *own = wish.name ? player->system->create_image(&wish) : NULL;
	if (own) {
		struct gs_replay_image *image = g_new0(struct gs_replay_image, 1);
		image->own = own;
		g_hash_table_insert(player->images, key(id), image);
	}
}

/* What has the image keeps it. */
static void act_destroy(
	struct gs_player *player, const struct gs_plan *plan, const struct gs_trace_call *call)
{
	(void)plan;
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

/* GL knows no attributes of it so far. */
static bool has_attributes(const struct gs_trace_call *call)
{
	const struct gs_trace_value *list = gs_trace_array(call, ATTRIBUTES);
	return list ? list->n && gs_trace_number(&list->items[0]) != EGL_NONE
		    : gs_trace_argument(call, ATTRIBUTES) != 0;
}

static void drop_errors(unsigned (*get_error)(void))
{
	for (int i = 0; i < MOST_ERRORS && get_error(); i++)
		continue;
}

static bool has_extension(struct gs_player *player, const char *name)
{
	const unsigned char *(*get)(unsigned, unsigned) = gs_replay_find(player, "glGetStringi");
	const char *(*get_all)(unsigned) = gs_replay_find(player, "glGetString");
	const struct gs_replay_context *context = gs_replay_context(player);
	gs_replay_know_context(player);
	int n = context->version >= 30 ? gs_replay_get(player, GL_NUM_EXTENSIONS) : 0;
	for (int i = 0; get && i < n; i++)
		if (g_strcmp0((const char *)get(GL_EXTENSIONS, (unsigned)i), name) == 0)
			return true;
	const char *all = context->version < 30 && get_all ? get_all(GL_EXTENSIONS) : NULL;
	return all && strstr(all, name);
}

/* A name that a driver does not know has an address, too, where calls go through libglvnd. */
static bool has_function(struct gs_player *player, const struct gs_plan *plan)
{
	bool is_storage = strstr(plan->info->name, "Storage") &&
			  plan->number != GS_FN_glEGLImageTargetRenderbufferStorageOES;
	return has_extension(player, is_storage ? "GL_EXT_EGL_image_storage" : "GL_OES_EGL_image");
}

/* `to`: a target, or a texture. */
static bool call_target(
	struct gs_player *player, const struct gs_plan *plan, uint64_t to, void *own)
{
	void *real = gs_replay_find(player, plan->info->name);
	unsigned (*get_error)(void) = gs_replay_find(player, "glGetError");
	if (!real || !get_error || !has_function(player, plan))
		return false;
	drop_errors(get_error);
	gs_link_enter();
	if (plan->info->n_parameters == ATTRIBUTES)
		((void (*)(unsigned, void *))real)((unsigned)to, own);
	else
		((void (*)(unsigned, void *, const int *))real)((unsigned)to, own, NULL);
	gs_link_leave();
	return get_error() == 0;
}

static bool take_image(
	struct gs_player *player, const struct gs_plan *plan, const struct gs_trace_call *call)
{
	uint64_t to = gs_trace_argument(call, 0);
	const struct gs_replay_image *image = g_hash_table_lookup(
		player->images, key(gs_trace_argument(call, IMAGE)));
	if (!image || !plan->info || gs_replay_is_in_block(player) ||
		(plan->info->n_parameters > ATTRIBUTES && has_attributes(call)))
		return false;
	if (plan->number == GS_FN_glEGLImageTargetTextureStorageEXT)
		to = gs_replay_name(player, GS_OBJECT_TEXTURE, to);
	return call_target(player, plan, to, image->own);
}

void gs_replay_act_image_target(
	struct gs_player *player, const struct gs_plan *plan, const struct gs_trace_call *call)
{
	struct gs_replay_thread *t = player->thread;
	if (!t->context) {
		gs_replay_tell(player, "no context is current", call,
			"no context is current here: left out");
		return;
	}
	t->taken.is_here = take_image(player, plan, call);
	t->taken.is_open = true;
	t->taken.number = call->number;
	t->taken.function = call->function;
}

/* Between the call that gives a texture an image and the recorder's that fills it. */
static bool leads_to_texels(const struct gs_trace_call *call)
{
	const char *name = call->function->name;
	return call->is_fake &&
	       (strcmp(name, "glTexImage2D") == 0 || strcmp(name, "glBindBuffer") == 0 ||
		       strcmp(name, "glPixelStorei") == 0);
}

void gs_replay_end_image_target(struct gs_player *player, const struct gs_trace_call *call)
{
	struct gs_replay_taken *taken = &player->thread->taken;
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
	struct gs_replay_taken *taken = &player->thread->taken;
	bool is_texels = taken->is_open && call->is_fake;
	(void)args;
	if (is_texels)
		taken->is_open = false;
	return !is_texels || !taken->is_here;
}
