/* SPDX-License-Identifier: MIT */
/*
 * EGLImages: several textures and renderbuffers, even of contexts that share nothing, have the same
 * images. From then on one object holds their contents, that of the EGLImage. Each change only adds
 * to it, since an object may get storage of its own again while the others keep the image.
 */
#include <string.h>
#include "effects/private.h"

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

static struct gs_object *image_of(struct gs_effects *effects, uint64_t handle)
{
	struct gs_object *image = g_hash_table_lookup(effects->egl_images, key(handle));
	if (!image) {
		image = gs_object_make(effects, GS_OBJECT_NONE, handle);
		image->is_shared = true;
		g_hash_table_insert(effects->egl_images, key(handle), image);
	}
	return image;
}

static void share(struct gs_effects *effects, struct gs_object *object, struct gs_object *root)
{
	object->is_shared = true;
	object->alias = root;
	gs_effects_refer(effects, object, gs_object_part(effects, object, GS_SLOT_ALIAS), root);
}

/* Return the GL object that the image is made of; NULL: none that the trace describes. */
static struct gs_object *source_of(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_follow_context *told = gs_follow_context(
		effects->follow, gs_effects_argument(c, 1));
	struct gs_effects_context *context = told ? told->data : NULL;
	enum gs_object_kind kind = gs_data_image_kind(gs_effects_argument(c, 2));
	uint64_t name = gs_effects_argument(c, 3);
	return context && name && kind != GS_OBJECT_NONE
		       ? gs_effects_object(effects, context, kind, name)
		       : NULL;
}

bool gs_effects_image_call(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t handle = gs_effects_number(&c->call->result);
	if ((c->recipe->number != GS_FN_eglCreateImage &&
		    c->recipe->number != GS_FN_eglCreateImageKHR) ||
		!handle)
		return false;
	g_hash_table_remove(effects->egl_images, key(handle));
	struct gs_object *image = image_of(effects, handle), *source = source_of(effects, c);
	if (source)
		gs_read_whole(effects, source);
	gs_effects_log(effects, GS_ACCESS_SET, image->node);
	if (!source)
		return false;
	if (source->is_shared)
		image->alias = source->alias ? source->alias : source;
	else
		share(effects, source, image);
	return true;
}

static void act_take_image(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool is_renderbuffer = c->recipe->number == GS_FN_glEGLImageTargetRenderbufferStorageOES;
	struct gs_object *image = image_of(effects, gs_effects_named(c, "image"));
	struct gs_object *root = image->alias ? image->alias : image;
	struct gs_object *object = gs_named_or_bound(effects, c,
		is_renderbuffer ? GS_OBJECT_RENDERBUFFER : GS_OBJECT_TEXTURE, "texture");
	gs_read_whole(effects, image);
	if (!object || object == root)
		return;
	gs_log_part(effects, GS_ACCESS_SET, object, GS_SLOT_STORAGE);
	gs_log_part(
		effects, GS_ACCESS_SET, object, is_renderbuffer ? GS_SLOT_CONTENTS : GS_SLOT_IMAGE);
	if (is_renderbuffer) {
		memset(&object->renderbuffer, 0, sizeof object->renderbuffer);
	} else {
		memset(object->texture.sizes, 0, sizeof object->texture.sizes);
		object->texture.format = 0;
	}
	share(effects, object, root);
}

void gs_add_egl_image_acts(gs_effects_act *acts)
{
	acts[GS_ACT_TAKE_IMAGE] = act_take_image;
}
