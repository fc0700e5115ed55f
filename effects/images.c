/* SPDX-License-Identifier: MIT */
/* Calls on textures and their images, and on attachments of framebuffers. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"
#include "data/targets.h"

/* Return the texture that the call names, or the bound one; NULL: none, or a proxy. */
static struct gs_object *texture_of(struct gs_effects *effects, const struct gs_effects_call *c)
{
	return gs_named_or_bound(effects, c, GS_OBJECT_TEXTURE, "texture");
}

/* Return the node of a level, and face, in the storage or image slot of a texture. */
static uint32_t level_of(struct gs_effects *effects, const struct gs_object *texture, unsigned slot,
	uint64_t target, uint64_t level)
{
	if (slot == GS_SLOT_IMAGE && texture->is_shared)
		return gs_object_images(effects, texture);
	uint32_t node = gs_object_index(effects, texture, slot, level);
	return gs_data_is_face(target)
		       ? gs_nodes_child(effects->nodes, node,
				 (uint32_t)(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X), false)
		       : node;
}

/* Log as read the pixel unpack buffer and the state that decides how pixels are read. */
static void read_unpack(struct gs_effects *effects, const struct gs_effects_call *c)
{
	static const uint8_t slots[] = {
		GS_SLOT_PIXEL_STORE, GS_SLOT_PIXEL_TRANSFER, GS_SLOT_PIXEL_MAP};
	struct gs_object *buffer = gs_bound(effects, c, GS_OBJECT_BUFFER, GL_PIXEL_UNPACK_BUFFER);
	gs_log_parts(effects, GS_ACCESS_READ, &c->context->object, slots, G_N_ELEMENTS(slots));
	if (buffer)
		gs_effects_log(effects, GS_ACCESS_READ, buffer->node);
}

static struct gs_image_size size_of(const struct gs_effects_call *c)
{
	struct gs_image_size size = {(int32_t)gs_effects_named(c, "width"),
		gs_effects_has(c, "height") ? (int32_t)gs_effects_named(c, "height") : 1,
		gs_effects_has(c, "depth") ? (int32_t)gs_effects_named(c, "depth") : 1};
	return size;
}

/* Log an access to an image; with GL_GENERATE_MIPMAP the other levels change, too. */
static void log_image(
	struct gs_effects *effects, struct gs_object *texture, enum gs_access what, uint32_t image)
{
	gs_effects_log(effects, what, image);
	if (texture->texture.makes_mipmaps)
		gs_log_part(effects, GS_ACCESS_ADD, texture, GS_SLOT_IMAGE);
}

/* Return how a call that gives the object new storage or images changes it: other objects keep a
 * shared image. */
static enum gs_access change_of(const struct gs_object *object)
{
	return object->is_shared ? GS_ACCESS_ADD : GS_ACCESS_SET;
}

static void act_image(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	uint64_t level = gs_effects_named(c, "level"), target = gs_effects_named(c, "target");
	if (!texture)
		return;
	enum gs_access what = change_of(texture);
	read_unpack(effects, c);
	if (level < GS_EFFECTS_LEVELS)
		texture->texture.sizes[level] = size_of(c);
	if (!level)
		texture->texture.format = (uint32_t)gs_effects_named(c, "internalformat");
	texture->texture.target = gs_plain_texture_target(target);
	gs_effects_log(effects, what, level_of(effects, texture, GS_SLOT_STORAGE, target, level));
	/* The recorder's, for players that cannot make the EGLImage: it belongs to the call that
	 * took the image, and goes with it. */
	if (c->call->is_fake && texture->alias)
		return;
	log_image(effects, texture, what, level_of(effects, texture, GS_SLOT_IMAGE, target, level));
}

static bool covers(const struct gs_effects_call *c, const struct gs_object *texture, uint64_t level)
{
	struct gs_image_size size = size_of(c), whole = {0};
	if (level < GS_EFFECTS_LEVELS)
		whole = texture->texture.sizes[level];
	return whole.width && size.width == whole.width && size.height == whole.height &&
	       size.depth == whole.depth && !gs_effects_named(c, "xoffset") &&
	       !gs_effects_named(c, "yoffset") && !gs_effects_named(c, "zoffset") &&
	       texture->texture.target != GL_TEXTURE_CUBE_MAP;
}

static void change_image(
	struct gs_effects *effects, const struct gs_effects_call *c, struct gs_object *texture)
{
	uint64_t level = gs_effects_named(c, "level");
	uint32_t image = level_of(
		effects, texture, GS_SLOT_IMAGE, gs_effects_named(c, "target"), level);
	bool is_whole = covers(c, texture, level) && !texture->is_shared;
	gs_log_part(effects, GS_ACCESS_READ, texture, GS_SLOT_STORAGE);
	log_image(effects, texture, is_whole ? GS_ACCESS_SET : GS_ACCESS_ADD, image);
}

static void act_sub_image(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	if (!texture)
		return;
	read_unpack(effects, c);
	change_image(effects, c, texture);
}

static void act_copy_image(struct gs_effects *effects, const struct gs_effects_call *c)
{
	gs_read_pixels(effects, c);
	act_image(effects, c);
}

static void act_copy_sub_image(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	if (!texture)
		return;
	gs_read_pixels(effects, c);
	change_image(effects, c, texture);
}

/* Return the size of the next level; the number of layers stays. */
static struct gs_image_size halved(const struct gs_object *texture, struct gs_image_size size)
{
	size.width = MAX(size.width / 2, 1);
	if (texture->texture.target != GL_TEXTURE_1D_ARRAY)
		size.height = MAX(size.height / 2, 1);
	if (texture->texture.target == GL_TEXTURE_3D)
		size.depth = MAX(size.depth / 2, 1);
	return size;
}

static void act_storage(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	struct gs_image_size size = size_of(c);
	uint32_t storage;
	if (!texture)
		return;
	storage = gs_object_part(effects, texture, GS_SLOT_STORAGE);
	texture->texture.format = (uint32_t)gs_effects_named(c, "internalformat");
	if (gs_effects_has(c, "target"))
		texture->texture.target = gs_plain_texture_target(gs_effects_named(c, "target"));
	for (unsigned i = 0; i < GS_EFFECTS_LEVELS; i++) {
		texture->texture.sizes[i] = size;
		size = halved(texture, size);
	}
	gs_effects_log(effects, change_of(texture), storage);
	gs_effects_log(effects, change_of(texture), gs_object_images(effects, texture));
}

static void act_texture_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	struct gs_object *buffer = gs_effects_object(
		effects, c->context, GS_OBJECT_BUFFER, gs_effects_named(c, "buffer"));
	if (texture)
		texture->texture.format = (uint32_t)gs_effects_named(c, "internalformat");
	if (texture && buffer) /* a range lies within it */
		gs_log_part(effects, GS_ACCESS_READ, buffer, GS_SLOT_STORAGE);
	if (texture)
		gs_effects_bind(
			effects, texture, gs_object_part(effects, texture, GS_SLOT_BUFFER), buffer);
}

/* Make a texture share another's images, so that changes of one are changes of both. */
static void act_texture_view(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	struct gs_object *other = gs_effects_object(
		effects, c->context, GS_OBJECT_TEXTURE, gs_effects_named(c, "origtexture"));
	if (!texture || !other)
		return;
	gs_effects_log(effects, GS_ACCESS_READ, other->node);
	gs_log_part(effects, GS_ACCESS_SET, texture, GS_SLOT_STORAGE);
	texture->is_shared = other->is_shared = true;
	texture->texture.target = gs_effects_named(c, "target");
	texture->texture.format = (uint32_t)gs_effects_named(c, "internalformat");
	texture->alias = other->alias ? other->alias : other;
	gs_effects_refer(effects, texture, gs_object_part(effects, texture, GS_SLOT_ALIAS), other);
}

static void act_copy_images(struct gs_effects *effects, const struct gs_effects_call *c)
{
	static const char *const names[][2] = {{"srcName", "srcTarget"}, {"dstName", "dstTarget"}};
	for (unsigned i = 0; i < 2; i++) {
		bool is_renderbuffer = gs_effects_named(c, names[i][1]) == GL_RENDERBUFFER;
		struct gs_object *object = gs_effects_object(effects, c->context,
			is_renderbuffer ? GS_OBJECT_RENDERBUFFER : GS_OBJECT_TEXTURE,
			gs_effects_named(c, names[i][0]));
		if (!object)
			continue;
		gs_read_whole(effects, object);
		if (i == 1)
			gs_effects_log(effects, GS_ACCESS_ADD,
				gs_object_part(effects, object,
					is_renderbuffer ? GS_SLOT_CONTENTS : GS_SLOT_IMAGE));
		if (i == 1 && object->alias)
			gs_effects_log(effects, GS_ACCESS_ADD, object->alias->node);
	}
}

static void act_mipmap(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	if (!texture)
		return;
	int base = texture->texture.base_level;
	struct gs_image_size size = base >= 0 && base < GS_EFFECTS_LEVELS
					    ? texture->texture.sizes[base]
					    : (struct gs_image_size){0};
	gs_log_part(effects, GS_ACCESS_READ, texture, GS_SLOT_PARAMETER);
	gs_effects_log(effects, GS_ACCESS_READ,
		level_of(effects, texture, GS_SLOT_STORAGE, 0, (uint64_t)base));
	gs_effects_log(effects, GS_ACCESS_READ,
		level_of(effects, texture, GS_SLOT_IMAGE, 0, (uint64_t)base));
	if (!size.width || texture->is_shared)
		gs_effects_log(effects, GS_ACCESS_ADD, gs_object_images(effects, texture));
	for (int i = base + 1, n = MAX(MAX(size.width, size.height), size.depth); n > 1;
		i++, n /= 2) {
		gs_effects_log(effects, GS_ACCESS_SET,
			level_of(effects, texture, GS_SLOT_STORAGE, 0, (uint64_t)i));
		gs_effects_log(effects, change_of(texture),
			level_of(effects, texture, GS_SLOT_IMAGE, 0, (uint64_t)i));
		size = halved(texture, size);
		if (i < GS_EFFECTS_LEVELS)
			texture->texture.sizes[i] = size;
	}
}

static void act_texture_parameter(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	uint64_t name = gs_effects_named(c, "pname");
	uint64_t value = gs_effects_named(c, "param");
	if (!texture)
		return;
	if (name == GL_TEXTURE_BASE_LEVEL)
		texture->texture.base_level = (int)value;
	if (name == GL_GENERATE_MIPMAP)
		texture->texture.makes_mipmaps |= value != 0;
}

static void act_prioritize(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *names = gs_effects_array(c, "textures");
	for (uint32_t i = 0; names && i < names->n; i++) {
		struct gs_object *texture = gs_effects_object(effects, c->context,
			GS_OBJECT_TEXTURE, gs_effects_number(&names->items[i]));
		if (!texture)
			continue;
		gs_read_being(effects, texture);
		gs_effects_log(effects, GS_ACCESS_SET,
			gs_object_index(effects, texture, GS_SLOT_PARAMETER, GL_TEXTURE_PRIORITY));
	}
}

/* Note that shaders may use the texture by its handle, which any buffer or uniform may hold. */
static void act_handle(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *texture = texture_of(effects, c);
	GPtrArray *all = c->context->group->with_handles;
	if (!texture || g_ptr_array_find(all, texture, NULL))
		return;
	g_ptr_array_add(all, texture);
	effects->generation++;
}

/* ---- binding ---- */

static void bind_texture(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t unit,
	uint64_t target, uint64_t name)
{
	uint32_t node = gs_texture_binding(effects, c, unit, target);
	struct gs_object *texture = gs_effects_object(
		effects, c->context, GS_OBJECT_TEXTURE, name ? name : target << 32);
	bool is_first = texture && name && !texture->texture.target;
	if (texture && !texture->texture.target)
		texture->texture.target = target;
	gs_effects_bind(effects, &c->context->object, node, texture);
	if (is_first) /* the first binding makes the name a texture */
		gs_log_part(effects, GS_ACCESS_ADD, texture, GS_SLOT_OBJECT);
}

static void act_bind_texture(struct gs_effects *effects, const struct gs_effects_call *c)
{
	gs_read_state(effects, c, GS_SLOT_ACTIVE_TEXTURE);
	bind_texture(effects, c, c->context->unit, gs_effects_named(c, "target"),
		gs_effects_named(c, "texture"));
}

/* Unbind the unit's textures from all targets. */
static void unbind_unit(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t unit)
{
	struct gs_object *state = &c->context->object;
	uint32_t node = gs_object_index(effects, state, GS_SLOT_TEXTURE_BINDING, unit);
	gs_effects_log(effects, GS_ACCESS_SET, node);
	for (uint32_t child = gs_nodes_first(effects->nodes, node); child;
		child = gs_nodes_next(effects->nodes, child))
		gs_effects_bind(effects, state, child, NULL);
}

static void bind_to_unit(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t unit, uint64_t name)
{
	struct gs_object *texture = gs_effects_object(effects, c->context, GS_OBJECT_TEXTURE, name);
	if (!name)
		unbind_unit(effects, c, unit);
	else if (texture && texture->texture.target)
		bind_texture(effects, c, unit, texture->texture.target, name);
	else
		gs_effects_log(effects, GS_ACCESS_ADD,
			gs_object_index(
				effects, &c->context->object, GS_SLOT_TEXTURE_BINDING, unit));
}

static void act_bind_texture_unit(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bind_to_unit(effects, c, gs_effects_argument(c, 0), gs_effects_argument(c, 1));
}

static void act_bind_textures(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *array = gs_effects_array(c, "textures");
	uint64_t first = gs_effects_argument(c, 0), n = gs_effects_argument(c, 1);
	for (uint64_t i = 0; i < MIN(n, 1024); i++)
		bind_to_unit(effects, c, first + i,
			array && i < array->n ? gs_effects_number(&array->items[i]) : 0);
}

/* Bind objects to consecutive units; without an array of names unbind theirs. */
static void bind_units(struct gs_effects *effects, const struct gs_effects_call *c,
	const char *names, unsigned kind, unsigned slot)
{
	const struct gs_trace_value *array = gs_effects_array(c, names);
	uint64_t first = gs_effects_argument(c, 0), n = gs_effects_argument(c, 1);
	for (uint64_t i = 0; i < MIN(n, 1024); i++)
		gs_effects_bind(effects, &c->context->object,
			gs_object_index(effects, &c->context->object, slot, first + i),
			array && i < array->n ? gs_effects_object(effects, c->context, kind,
							gs_effects_number(&array->items[i]))
					      : NULL);
}

static void act_bind_images(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bind_units(effects, c, "textures", GS_OBJECT_TEXTURE, GS_SLOT_IMAGE_BINDING);
}

static void act_bind_samplers(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bind_units(effects, c, "samplers", GS_OBJECT_SAMPLER, GS_SLOT_SAMPLER_BINDING);
}

/* ---- framebuffers ---- */

static void act_bind_framebuffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t target = gs_effects_argument(c, 0);
	struct gs_object *state = &c->context->object;
	struct gs_object *framebuffer = gs_effects_object(
		effects, c->context, GS_OBJECT_FRAMEBUFFER, gs_effects_argument(c, 1));
	for (uint64_t t = GL_READ_FRAMEBUFFER; t <= GL_DRAW_FRAMEBUFFER; t++)
		if (target == t || target == GL_FRAMEBUFFER)
			gs_effects_bind(effects, state,
				gs_object_index(effects, state, GS_SLOT_FRAMEBUFFER_BINDING, t),
				framebuffer);
}

static void attach_at(struct gs_effects *effects, struct gs_object *framebuffer, unsigned place,
	const struct gs_attached_image *attachment)
{
	struct gs_attached_image *at = &framebuffer->framebuffer.attachments[place];
	uint32_t node = gs_object_index(effects, framebuffer, GS_SLOT_ATTACHMENT, place);
	*at = *attachment;
	gs_effects_bind(effects, framebuffer, node, at->object);
	effects->generation++;
}

static void attach(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_attached_image *attachment)
{
	struct gs_object *framebuffer = gs_named_or_bound(
		effects, c, GS_OBJECT_FRAMEBUFFER, "framebuffer");
	uint64_t where = gs_effects_named(c, "attachment");
	bool is_both = where == GL_DEPTH_STENCIL_ATTACHMENT;
	if (!framebuffer || framebuffer->framebuffer.is_default)
		return;
	if (where >= GL_COLOR_ATTACHMENT0 && where < GL_COLOR_ATTACHMENT0 + GS_EFFECTS_COLORS)
		attach_at(
			effects, framebuffer, (unsigned)(where - GL_COLOR_ATTACHMENT0), attachment);
	if (is_both || where == GL_DEPTH_ATTACHMENT)
		attach_at(effects, framebuffer, GS_EFFECTS_COLORS, attachment);
	if (is_both || where == GL_STENCIL_ATTACHMENT)
		attach_at(effects, framebuffer, GS_EFFECTS_COLORS + 1, attachment);
}

static void act_attach(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t target = gs_effects_named(c, "textarget");
	struct gs_attached_image attachment = {
		.object = gs_effects_object(
			effects, c->context, GS_OBJECT_TEXTURE, gs_effects_named(c, "texture")),
		.level = (uint16_t)gs_effects_named(c, "level"),
		.layer = gs_data_is_face(target)
				 ? (int32_t)(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X)
				 : -1,
	};
	if (gs_effects_has(c, "face"))
		attachment.layer = (int32_t)(gs_effects_named(c, "face") -
					     GL_TEXTURE_CUBE_MAP_POSITIVE_X);
	if (gs_effects_has(c, "layer"))
		attachment.layer = (int32_t)gs_effects_named(c, "layer");
	if (gs_effects_has(c, "zoffset"))
		attachment.layer = (int32_t)gs_effects_named(c, "zoffset");
	attachment.is_whole = !target && attachment.layer < 0;
	attach(effects, c, &attachment);
}

static void act_attach_renderbuffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_attached_image attachment = {
		.object = gs_effects_object(effects, c->context, GS_OBJECT_RENDERBUFFER,
			gs_effects_named(c, "renderbuffer")),
		.layer = -1,
	};
	attach(effects, c, &attachment);
}

static void act_renderbuffer_storage(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *renderbuffer = gs_named_or_bound(
		effects, c, GS_OBJECT_RENDERBUFFER, "renderbuffer");
	if (!renderbuffer)
		return;
	renderbuffer->renderbuffer.size = size_of(c);
	gs_log_part(effects, change_of(renderbuffer), renderbuffer, GS_SLOT_STORAGE);
	gs_effects_log(effects, change_of(renderbuffer), gs_object_images(effects, renderbuffer));
}

static struct gs_buffer_choice chosen_by(const struct gs_effects_call *c)
{
	return (struct gs_buffer_choice){true, true, c->call->number};
}

static void act_draw_buffers(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *array = gs_effects_array(c, "bufs");
	struct gs_object *framebuffer = gs_named_or_bound(
		effects, c, GS_OBJECT_FRAMEBUFFER, "framebuffer");
	struct gs_chosen_buffers *chosen;
	if (!framebuffer)
		return;
	chosen = &framebuffer->framebuffer.chosen;
	chosen->draws = chosen_by(c);
	chosen->colors = 0;
	memset(chosen->draw_names, 0, sizeof chosen->draw_names);
	for (uint32_t i = 0; i < (array ? array->n : 1); i++) {
		uint64_t buffer = array ? gs_effects_number(&array->items[i])
					: gs_effects_named(
						  c, gs_effects_has(c, "buf") ? "buf" : "mode");
		if (buffer >= GL_COLOR_ATTACHMENT0 &&
			buffer < GL_COLOR_ATTACHMENT0 + GS_EFFECTS_COLORS)
			chosen->colors |= 1u << (buffer - GL_COLOR_ATTACHMENT0);
		if (i < GS_EFFECTS_COLORS)
			chosen->draw_names[i] = (uint32_t)buffer;
	}
}

static void act_read_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *framebuffer = gs_effects_has(c, "framebuffer")
						? gs_effects_object(effects, c->context,
							  GS_OBJECT_FRAMEBUFFER,
							  gs_effects_named(c, "framebuffer"))
						: gs_bound_framebuffer(effects, c, false);
	if (!framebuffer)
		return;
	framebuffer->framebuffer.chosen.reads = chosen_by(c);
	framebuffer->framebuffer.chosen.read_name = (uint32_t)gs_effects_named(
		c, gs_effects_has(c, "src") ? "src" : "mode");
}

void gs_add_image_acts(gs_effects_act *acts)
{
	acts[GS_ACT_IMAGE] = act_image;
	acts[GS_ACT_SUB_IMAGE] = act_sub_image;
	acts[GS_ACT_COPY_IMAGE] = act_copy_image;
	acts[GS_ACT_COPY_SUB_IMAGE] = act_copy_sub_image;
	acts[GS_ACT_STORAGE] = act_storage;
	acts[GS_ACT_TEXTURE_BUFFER] = act_texture_buffer;
	acts[GS_ACT_TEXTURE_VIEW] = act_texture_view;
	acts[GS_ACT_COPY_IMAGES] = act_copy_images;
	acts[GS_ACT_MIPMAP] = act_mipmap;
	acts[GS_ACT_TEXTURE_PARAMETER] = act_texture_parameter;
	acts[GS_ACT_PRIORITIZE] = act_prioritize;
	acts[GS_ACT_HANDLE] = act_handle;
	acts[GS_ACT_BIND_TEXTURE] = act_bind_texture;
	acts[GS_ACT_BIND_TEXTURE_UNIT] = act_bind_texture_unit;
	acts[GS_ACT_BIND_TEXTURES] = act_bind_textures;
	acts[GS_ACT_BIND_IMAGES] = act_bind_images;
	acts[GS_ACT_BIND_SAMPLERS] = act_bind_samplers;
	acts[GS_ACT_BIND_FRAMEBUFFER] = act_bind_framebuffer;
	acts[GS_ACT_ATTACH] = act_attach;
	acts[GS_ACT_ATTACH_RENDERBUFFER] = act_attach_renderbuffer;
	acts[GS_ACT_RENDERBUFFER_STORAGE] = act_renderbuffer_storage;
	acts[GS_ACT_DRAW_BUFFERS] = act_draw_buffers;
	acts[GS_ACT_READ_BUFFER] = act_read_buffer;
}
