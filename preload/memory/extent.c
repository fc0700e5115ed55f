/* SPDX-License-Identifier: MIT */
/* What arguments point at, as far as their rules say how much it is (data/extent.h): arrays, and
 * images, as the pixel store lays them out, or offsets into the bound pixel buffer. */
#include "data/extent.h"
#include "preload/memory/reader.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/caps/texture.h"

/* ---- what is asked of GL ---- */

struct question {
	const struct gs_memory_reader *reader;
	const struct gs_memory_rule *rule;
	const struct gs_context *context; /* NULL: the rule has nothing to do with GL's state */
};

static uint64_t ask_number(const void *data, uint32_t name)
{
	int32_t value = gs_call_memory_integer(name);
	return value < 0 ? 0 : (uint64_t)value;
}

/* The texture's target is the second argument. */
static bool by_target(const struct gs_memory_reader *r)
{
	return r->call->function == GS_FN_glGetTextureImageEXT ||
	       r->call->function == GS_FN_glGetCompressedTextureImageEXT;
}

/* Of a texture that is bound, has that name, or is bound to that unit. */
static uint64_t ask_level(const void *data, const uint8_t *which, uint32_t name)
{
	const struct question *q = data;
	const struct gs_memory_reader *r = q->reader;
	GLuint first = (GLuint)gs_call_memory_argument(r, which[0]);
	GLint second = (GLint)gs_call_memory_argument(r, which[1]), value = 0;
	switch (q->rule->kind) {
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
	return value < 0 ? 0 : (uint64_t)value;
}

static uint32_t ask_target(const void *data, const uint8_t *which)
{
	const struct question *q = data;
	GLenum image = GL_NONE;
	switch (q->rule->kind) {
	case GS_MEMORY_RULE_NAMED_IMAGE:
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
		return by_target(q->reader) ? (uint32_t)q->reader->call->args[1]
					    : gs_texture_target((GLuint)gs_call_memory_argument(
									q->reader, which[0]),
						      &image);
	case GS_MEMORY_RULE_UNIT_IMAGE:
	case GS_MEMORY_RULE_UNIT_COMPRESSED:
		return (uint32_t)gs_call_memory_argument(q->reader, which[1]);
	default:
		return (uint32_t)gs_call_memory_argument(q->reader, which[0]);
	}
}

static bool read_memory(const void *data, void *to, uint64_t address, size_t size)
{
	return gs_call_memory_read(to, address, size);
}

static bool has(const void *data, enum gs_extent_feature feature)
{
	const struct question *q = data;
	const struct gs_context *context = q->context;
	bool es = context->es, pack = q->rule->out;
	switch (feature) {
	case GS_EXTENT_ROWS:
		return !es || context->version >= 30 ||
		       gs_context_has(
			       context, pack ? "GL_NV_pack_subimage" : "GL_EXT_unpack_subimage");
	case GS_EXTENT_IMAGES:
		return es ? context->version >= 30 && !pack : context->version >= 12;
	case GS_EXTENT_BLOCKS:
		return !es &&
		       (context->version >= 42 ||
			       gs_context_has(context, "GL_ARB_compressed_texture_pixel_storage"));
	case GS_EXTENT_DEPTH:
		break;
	}
	return context->version >= 12;
}

/* ---- what is added ---- */

static void add_rows(
	struct gs_memory_reader *r, const struct gs_memory_rule *p, const struct gs_extent *extent)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	const struct gs_extent_rows *rows = &extent->rows;
	entry.kind = GS_WIRE_PIXELS;
	entry.info[0] = (uint32_t)rows->width;
	entry.info[1] = (uint32_t)rows->height;
	entry.info[2] = (uint32_t)rows->depth;
	entry.info[3] = (uint32_t)rows->row;
	entry.info[4] = rows->format;
	entry.info[5] = rows->type;
	entry.count = extent->count;
	entry.size = entry.count < r->limit ? entry.count : r->limit;
	entry.flags |= entry.size < entry.count ? GS_WIRE_MEMORY_CUT : 0;
	entry.skip = rows->skip;
	gs_call_memory_put(r, &entry, gs_call_memory_argument(r, p->argument) + rows->skip);
}

void gs_call_memory_add_extent(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	const struct question question = {r, p, context};
	const struct gs_extent_asker asker = {
		&question, ask_number, ask_level, ask_target, read_memory, r->call->ret, has};
	uint64_t address = gs_call_memory_argument(r, p->argument);
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	struct gs_extent extent;
	if ((!address && !r->buffer_target) ||
		!gs_data_extent(p, r->call->args, r->call->n_args, &asker, &extent))
		return;
	entry.class = extent.class;
	entry.bits = extent.bits;
	if (extent.is_image)
		add_rows(r, p, &extent);
	else
		gs_call_memory_add_elements(r, &entry, address, extent.count, extent.each);
}

bool gs_call_memory_is_elsewhere(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context)
{
	GLenum target = p->out ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
	GLenum binding = p->out ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
	return gs_call_memory_add_offset(r, p, context, target, binding) ||
	       !gs_call_memory_argument(r, p->argument);
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
	gs_call_memory_add_extent(r, p, context);
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
	if (!gs_call_memory_is_elsewhere(r, p, context))
		gs_call_memory_add_extent(r, p, context);
}
