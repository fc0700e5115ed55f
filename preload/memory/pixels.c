/* SPDX-License-Identifier: MIT */
/* What arguments point at: images, as the pixel store lays them out, or offsets into the bound
 * pixel buffer. */
#include "preload/memory/reader.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/caps/texture.h"

struct rows {
	uint64_t width, height, depth;
	uint64_t bits;	     /* a pixel */
	bool is_volume;	     /* SKIP_IMAGES holds, for a single image as well */
	uint64_t row, image; /* bytes from one to the next */
	uint64_t skip;	     /* bytes before the one with the first pixel */
	unsigned begun;	     /* bits of that one before it */
};

static bool has_rows(const struct gs_context *context, bool pack)
{
	return !context->es || context->version >= 30 ||
	       gs_context_has(context, pack ? "GL_NV_pack_subimage" : "GL_EXT_unpack_subimage");
}

/* A number of the pixel store. */
static uint64_t stored(bool pack, GLenum packing, GLenum unpacking)
{
	return (uint64_t)gs_call_memory_integer(pack ? packing : unpacking);
}

static void skip_pixels(struct rows *rows, bool pack)
{
	uint64_t bits = rows->bits * stored(pack, GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS);
	rows->skip += bits / 8;
	rows->begun = bits % 8;
}

static void lay_out(struct rows *rows, const struct gs_context *context, bool pack, unsigned unit)
{
	uint64_t alignment = stored(pack, GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT);
	bool all = has_rows(context, pack);
	uint64_t length = all ? stored(pack, GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH) : 0;
	bool volumes = !context->es ? context->version >= 12 : context->version >= 30 && !pack;
	uint64_t images = volumes ? stored(pack, GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT) : 0;
	uint64_t row = ((length ? length : rows->width) * rows->bits + 7) / 8;
	rows->row = alignment > 1 && (unit < alignment || rows->bits == 1)
			    ? (row + alignment - 1) / alignment * alignment
			    : row;
	rows->image = rows->row * (images ? images : rows->height);
	rows->skip = 0;
	if (!all)
		return;
	rows->skip = stored(pack, GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS) * rows->row;
	skip_pixels(rows, pack);
	if (volumes && (rows->is_volume || rows->depth > 1))
		rows->skip += stored(pack, GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_IMAGES) *
			      rows->image;
}

static uint64_t dimension(const struct gs_memory_reader *r, uint8_t number)
{
	if (number == GS_NO_ARGUMENT)
		return 1;
	uint64_t value = gs_call_memory_argument(r, number);
	return value > INT32_MAX ? 0 : value;
}

static void add_rows(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context, struct rows *rows, uint32_t format, uint32_t type)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	unsigned unit;
	entry.info[4] = format;
	entry.info[5] = type;
	rows->bits = gs_data_pixel_bits(entry.info[4], entry.info[5], &unit);
	if (!rows->bits)
		return;
	lay_out(rows, context, p->out, unit);
	bool none = !rows->width || !rows->height || !rows->depth;
	entry.kind = GS_WIRE_PIXELS;
	entry.info[0] = (uint32_t)rows->width;
	entry.info[1] = (uint32_t)rows->height;
	entry.info[2] = (uint32_t)rows->depth;
	entry.info[3] = (uint32_t)rows->row;
	entry.count = none ? 0
			   : (rows->depth - 1) * rows->image + (rows->height - 1) * rows->row +
				      (rows->begun + rows->width * rows->bits + 7) / 8;
	entry.size = entry.count < r->limit ? entry.count : r->limit;
	entry.flags |= entry.size < entry.count ? GS_WIRE_MEMORY_CUT : 0;
	entry.skip = rows->skip;
	gs_call_memory_put(r, &entry, gs_call_memory_argument(r, p->argument) + rows->skip);
}

bool gs_call_memory_is_elsewhere(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	GLenum target = p->out ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
	GLenum binding = p->out ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
	return gs_call_memory_add_offset(r, p, context, target, binding) ||
	       !gs_call_memory_argument(r, p->argument);
}

/* The texture's target is the second argument. */
static bool by_target(const struct gs_memory_reader *r)
{
	return r->call->function == GS_FN_glGetTextureImageEXT ||
	       r->call->function == GS_FN_glGetCompressedTextureImageEXT;
}

/* The arguments that say of which level. */
static const uint8_t *level_of(const struct gs_memory_rule *p)
{
	bool image = p->kind == GS_MEMORY_RULE_IMAGE || p->kind == GS_MEMORY_RULE_NAMED_IMAGE ||
		     p->kind == GS_MEMORY_RULE_UNIT_IMAGE;
	return p->other + (image ? 2 : 0);
}

/* Of the level that the call asks for: of a texture that is bound, has that name, or is bound to
 * that unit. */
static GLint level_parameter(
	const struct gs_memory_reader *r, const struct gs_memory_rule *p, GLenum name)
{
	const uint8_t *which = level_of(p);
	GLuint first = (GLuint)gs_call_memory_argument(r, which[0]);
	GLint second = (GLint)gs_call_memory_argument(r, which[1]), value = 0;
	switch (p->kind) {
	case GS_MEMORY_RULE_IMAGE:
	case GS_MEMORY_RULE_COMPRESSED:
		GL(glGetTexLevelParameteriv)(first, second, name, &value);
		break;
	case GS_MEMORY_RULE_UNIT_IMAGE:
	case GS_MEMORY_RULE_UNIT_COMPRESSED:
		GL(glGetMultiTexLevelParameterivEXT)
		(first, (GLenum)second, (GLint)gs_call_memory_argument(r, which[2]), name, &value);
		break;
	default:
		if (by_target(r))
			GL(glGetTextureLevelParameterivEXT)
		(first, (GLenum)r->call->args[1], second, name, &value);
		else GL(glGetTextureLevelParameteriv)(first, second, name, &value);
	}
	return value;
}

/* All its faces are one image, if the texture is named. */
static uint64_t faces(const struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	GLenum image = GL_NONE;
	bool named = p->kind == GS_MEMORY_RULE_NAMED_IMAGE ||
		     p->kind == GS_MEMORY_RULE_NAMED_COMPRESSED;
	if (!named || by_target(r))
		return 1;
	GLuint texture = (GLuint)gs_call_memory_argument(r, level_of(p)[0]);
	return gs_texture_target(texture, &image) == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}

static bool is_volume(const struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	const uint8_t *which = level_of(p);
	GLenum image = GL_NONE, target;
	switch (p->kind) {
	case GS_MEMORY_RULE_PIXELS:
		return p->other[4] != GS_NO_ARGUMENT;
	case GS_MEMORY_RULE_NAMED_IMAGE:
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
		target = by_target(r)
				 ? (GLenum)r->call->args[1]
				 : gs_texture_target(
					   (GLuint)gs_call_memory_argument(r, which[0]), &image);
		break;
	case GS_MEMORY_RULE_UNIT_IMAGE:
	case GS_MEMORY_RULE_UNIT_COMPRESSED:
		target = (GLenum)gs_call_memory_argument(r, which[1]);
		break;
	default:
		target = (GLenum)gs_call_memory_argument(r, which[0]);
	}
	return target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY ||
	       target == GL_TEXTURE_CUBE_MAP_ARRAY;
}

static void add_image(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	struct rows rows = {.width = 1, .height = 1, .depth = 1, .is_volume = is_volume(r, p)};
	if (p->kind == GS_MEMORY_RULE_PIXELS) {
		rows.width = dimension(r, p->other[2]) * p->factor;
		rows.height = dimension(r, p->other[3]);
		rows.depth = dimension(r, p->other[4]);
	} else {
		rows.width = (uint64_t)level_parameter(r, p, GL_TEXTURE_WIDTH);
		rows.height = (uint64_t)level_parameter(r, p, GL_TEXTURE_HEIGHT);
		if (context->version >= 12)
			rows.depth = (uint64_t)level_parameter(r, p, GL_TEXTURE_DEPTH) *
				     faces(r, p);
	}
	add_rows(r, p, context, &rows, (uint32_t)gs_call_memory_argument(r, p->other[0]),
		(uint32_t)gs_call_memory_argument(r, p->other[1]));
}

static void add_bitmap(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	bool whole = p->other[0] == GS_NO_ARGUMENT;
	struct rows rows = {.width = 32, .height = 32, .depth = 1};
	if (!whole) {
		rows.width = dimension(r, p->other[0]);
		rows.height = dimension(r, p->other[1]);
	}
	add_rows(r, p, context, &rows, GL_COLOR_INDEX, GL_BITMAP);
}

void gs_call_memory_add_pixel(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t address = gs_call_memory_argument(r, p->argument);
	unsigned unit;
	entry.kind = GS_WIRE_PIXELS;
	entry.info[4] = (uint32_t)gs_call_memory_argument(r, p->other[0]);
	entry.info[5] = (uint32_t)gs_call_memory_argument(r, p->other[1]);
	entry.count = entry.size = gs_data_pixel_bits(entry.info[4], entry.info[5], &unit) / 8;
	entry.info[0] = entry.info[1] = entry.info[2] = 1;
	entry.info[3] = (uint32_t)entry.size;
	if (address && entry.size)
		gs_call_memory_put(r, &entry, address);
}

static uint64_t stored_for(const void *rule, uint32_t packing, uint32_t unpacking)
{
	return stored(((const struct gs_memory_rule *)rule)->out, packing, unpacking);
}

/* A compressed image of that size, beginning where the pointer points. */
static void add_blocks(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context, struct gs_block_rows *rows, bool is_deep)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	if (!context->es &&
		(context->version >= 42 ||
			gs_context_has(context, "GL_ARB_compressed_texture_pixel_storage")))
		gs_data_block_rows_ask(rows, is_deep, stored_for, p);
	gs_call_memory_add_elements(r, &entry, gs_call_memory_argument(r, p->argument),
		gs_data_block_rows_bytes(rows), 1);
}

static void add_blocks_of_call(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	struct gs_block_rows rows = {.width = dimension(r, p->other[0]),
		.height = p->other[1] == GS_NO_ARGUMENT ? 0 : dimension(r, p->other[1])};
	if (gs_call_memory_count(r, p->count_argument, &rows.size))
		add_blocks(r, p, context, &rows, p->other[2] != GS_NO_ARGUMENT);
}

static void add_compressed(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	if (!level_parameter(r, p, GL_TEXTURE_COMPRESSED))
		return;
	struct gs_block_rows rows = {
		.size = (uint64_t)level_parameter(r, p, GL_TEXTURE_COMPRESSED_IMAGE_SIZE) *
			faces(r, p),
		.width = (uint64_t)level_parameter(r, p, GL_TEXTURE_WIDTH),
		.height = (uint64_t)level_parameter(r, p, GL_TEXTURE_HEIGHT)};
	add_blocks(r, p, context, &rows, is_volume(r, p));
}

/* Of these, apitrace's player takes arrays alone, and its recorder reads at the offset. */
static bool takes_array(unsigned function)
{
	return function == GS_FN_glPolygonStipple || function == GS_FN_glPixelMapfv ||
	       function == GS_FN_glPixelMapuiv || function == GS_FN_glPixelMapusv;
}

/* False: there is no buffer, or it has less. */
static bool add_from_buffer(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	size_t before = r->memory->used;
	uint32_t buffer = gs_call_memory_buffer(context, GL_PIXEL_UNPACK_BUFFER_BINDING);
	struct gs_wire_memory entry = {.argument = GS_WIRE_FROM_BUFFER,
		.class = GS_CLASS_VOID,
		.bits = 8,
		.info = {buffer, GL_PIXEL_UNPACK_BUFFER}};
	struct gs_wire_memory found;
	if (!buffer)
		return false;
	r->buffer_target = GL_PIXEL_UNPACK_BUFFER;
	if (p->kind == GS_MEMORY_RULE_BITMAP)
		add_bitmap(r, p, context);
	else
		gs_call_memory_add_array(r, p);
	r->buffer_target = 0;
	if (r->memory->used == before)
		return false;
	memcpy(&found, r->memory->data + before, GS_WIRE_MEMORY_HEAD);
	if (found.kind != GS_WIRE_UNREADABLE)
		return gs_call_memory_put(r, &entry, 0);
	r->memory->used = before;
	return false;
}

void gs_call_memory_add_pixels(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	if (gs_call_policy.record && takes_array(r->call->function) &&
		add_from_buffer(r, p, context))
		return;
	if (gs_call_memory_is_elsewhere(r, p, context))
		return;
	switch (p->kind) {
	case GS_MEMORY_RULE_PIXEL_ARRAY:
		gs_call_memory_add_array(r, p);
		break;
	case GS_MEMORY_RULE_BLOCKS:
		add_blocks_of_call(r, p, context);
		break;
	case GS_MEMORY_RULE_BITMAP:
		add_bitmap(r, p, context);
		break;
	case GS_MEMORY_RULE_COMPRESSED:
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
	case GS_MEMORY_RULE_UNIT_COMPRESSED:
		add_compressed(r, p, context);
		break;
	default:
		add_image(r, p, context);
	}
}
