/* SPDX-License-Identifier: MIT */
/* Calls that write pixels of a framebuffer or texture into a buffer. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"
#include "data/pointee.h"

/* Return the number of bytes from the offset to the last byte that the call may write; UINT64_MAX:
 * not known. */
static uint64_t packed_size(const struct gs_effects_call *c, const struct gs_image_size *size)
{
	unsigned unit, bits = gs_data_pixel_bits((uint32_t)gs_effects_named(c, "format"),
			       (uint32_t)gs_effects_named(c, "type"), &unit);
	uint64_t alignment = c->context->pack_alignment;
	uint64_t last = (uint64_t)size->width * (bits / 8), most = gs_effects_named(c, "bufSize");
	uint64_t row = (last + alignment - 1) / alignment * alignment, n = UINT64_MAX;
	if (!c->context->packs_oddly && size->width > 0 && size->height > 0 && size->depth > 0 &&
		bits >= 8)
		n = row * ((uint64_t)size->height * (uint64_t)size->depth - 1) + last;
	return most && most <= INT32_MAX ? MIN(n, most) : n;
}

static void pack(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_image_size *size)
{
	struct gs_object *buffer = gs_bound(effects, c, GS_OBJECT_BUFFER, GL_PIXEL_PACK_BUFFER);
	unsigned last = c->call->function->n_args - 1;
	if (!buffer || !c->call->function->n_args)
		return;
	uint8_t class = c->call->args[last].class;
	uint64_t n = packed_size(c, size);
	bool is_told = n != UINT64_MAX && (class == GS_TRACE_POINTER || class == GS_TRACE_NULL);
	gs_buffer_write(effects, buffer, is_told ? gs_effects_argument(c, last) : 0,
		is_told ? n : UINT64_MAX);
}

/* Return the size of the image that the call reads; 0: not known. */
static struct gs_image_size size_of(
	const struct gs_effects_call *c, const struct gs_object *texture)
{
	uint64_t level = gs_effects_named(c, "level");
	struct gs_image_size size = {0};
	if (gs_effects_has(c, "width")) /* glGetTextureSubImage */
		return (struct gs_image_size){(int32_t)gs_effects_named(c, "width"),
			(int32_t)gs_effects_named(c, "height"),
			(int32_t)gs_effects_named(c, "depth")};
	if (!texture || level >= GS_EFFECTS_LEVELS)
		return size;
	size = texture->texture.sizes[level];
	/* A function that names a cube map reads all faces; with a target, one face. */
	if (texture->texture.target == GL_TEXTURE_CUBE_MAP && !gs_effects_has(c, "target"))
		size.depth = 6;
	return size;
}

static void act_pack(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool is_of_texture = c->call->function->kinds & GS_KIND_READS_PIXELS;
	const struct gs_object *texture = is_of_texture ? gs_named_or_bound(effects, c,
								  GS_OBJECT_TEXTURE, "texture")
							: NULL;
	const struct gs_image_size size = size_of(c, texture);
	gs_read_state(effects, c, GS_SLOT_PIXEL_STORE);
	pack(effects, c, &size);
}

static void act_read_pixels(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_image_size size = {
		(int32_t)gs_effects_named(c, "width"), (int32_t)gs_effects_named(c, "height"), 1};
	gs_read_pixels(effects, c);
	pack(effects, c, &size);
}

void gs_add_pack_acts(gs_effects_act *acts)
{
	acts[GS_ACT_READ_PIXELS] = act_read_pixels;
	acts[GS_ACT_PACK] = act_pack;
}
