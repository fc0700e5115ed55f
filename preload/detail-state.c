/* SPDX-License-Identifier: MIT */
/* What arguments point at, as far as only GL's state says how much it is. */
#include <string.h>
#include "preload/detail-reader.h"
#include "preload/gl.h"
#include "preload/target.h"
#include "preload/variant.h"

/* ---- asking ---- */

bool gs_detail_ask(struct gs_detail_reader *r, struct gs_asked *asked)
{
	struct gs_context *context = gs_context_current(r->thread);
	if (!context || context->in_block)
		return false;
	gs_context_info(context);
	gs_error_take(context);
	/* into a display list that is being compiled, nothing of ours may go */
	bool has_debug = !context->list_mode && (context->version >= (context->es ? 32u : 43u) ||
							gs_context_has(context, "GL_KHR_debug"));
	*asked = (struct gs_asked){context, has_debug && GL(glIsEnabled)(GL_DEBUG_OUTPUT)};
	if (asked->debug)
		GL(glDisable)(GL_DEBUG_OUTPUT);
	return true;
}

void gs_detail_asked(struct gs_asked *asked)
{
	if (asked->debug)
		GL(glEnable)(GL_DEBUG_OUTPUT);
	gs_error_drop();
}

static GLint integer(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

uint32_t gs_detail_buffer(const struct gs_context *context, uint32_t binding)
{
	static const struct {
		GLenum binding;
		unsigned desktop, es; /* versions that have it; 0 none */
	} known[] = {{GL_ARRAY_BUFFER_BINDING, 15, 11}, {GL_ELEMENT_ARRAY_BUFFER_BINDING, 15, 11},
		{GL_PIXEL_UNPACK_BUFFER_BINDING, 21, 30}, {GL_PIXEL_PACK_BUFFER_BINDING, 21, 30},
		{GL_DRAW_INDIRECT_BUFFER_BINDING, 40, 31}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned since = context->es ? known[i].es : known[i].desktop;
		if (known[i].binding == binding)
			return context->version >= since ? (uint32_t)integer(binding) : 0;
	}
	return 0;
}

/* The argument is an offset, because a buffer is bound there. */
static bool add_offset(struct gs_detail_reader *r, const struct gs_pointee *p,
	const struct gs_context *context, GLenum target, GLenum binding)
{
	uint32_t buffer = gs_detail_buffer(context, binding);
	if (!buffer)
		return false;
	struct gs_wire_pointee entry = gs_detail_entry(p);
	entry.kind = GS_WIRE_OFFSET;
	entry.info[0] = buffer;
	entry.info[1] = target;
	gs_detail_put(r, &entry, 0);
	return true;
}

struct rows {
	uint64_t width, height, depth;
	uint64_t bits; /* a pixel */
	uint64_t row, image; /* bytes from one to the next */
	uint64_t skip; /* bytes before the first pixel */
};

static void lay_out(
	struct rows *rows, const struct gs_context *context, bool pack, unsigned unit)
{
	uint64_t alignment = (uint64_t)integer(pack ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT);
	bool all = !context->es || context->version >= 30;
	uint64_t length = all ? (uint64_t)integer(pack ? GL_PACK_ROW_LENGTH : GL_UNPACK_ROW_LENGTH)
			      : 0;
	bool volumes = !context->es ? context->version >= 12 : context->version >= 30 && !pack;
	uint64_t images = volumes && !context->es
				  ? (uint64_t)integer(
					    pack ? GL_PACK_IMAGE_HEIGHT : GL_UNPACK_IMAGE_HEIGHT)
			  : volumes ? (uint64_t)integer(GL_UNPACK_IMAGE_HEIGHT)
				    : 0;
	uint64_t row = ((length ? length : rows->width) * rows->bits + 7) / 8;
	rows->row = alignment > 1 && (unit < alignment || rows->bits == 1)
			    ? (row + alignment - 1) / alignment * alignment
			    : row;
	rows->image = rows->row * (images ? images : rows->height);
	rows->skip = 0;
	if (!all)
		return;
	rows->skip = (uint64_t)integer(pack ? GL_PACK_SKIP_ROWS : GL_UNPACK_SKIP_ROWS) * rows->row;
	rows->skip += (uint64_t)integer(pack ? GL_PACK_SKIP_PIXELS : GL_UNPACK_SKIP_PIXELS) *
		      rows->bits / 8;
	if (volumes && rows->depth > 1)
		rows->skip += (uint64_t)integer(pack ? GL_PACK_SKIP_IMAGES
						     : GL_UNPACK_SKIP_IMAGES) *
			      rows->image;
}

static uint64_t dimension(const struct gs_detail_reader *r, uint8_t number)
{
	if (number == GS_NO_ARGUMENT)
		return 1;
	uint64_t value = gs_detail_argument(r, number);
	return value > INT32_MAX ? 0 : value;
}

static void add_rows(struct gs_detail_reader *r, const struct gs_pointee *p,
	const struct gs_context *context, struct rows *rows, uint32_t format, uint32_t type)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
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
				     (rows->width * rows->bits + 7) / 8;
	entry.size = entry.count < r->limit ? entry.count : r->limit;
	entry.flags |= entry.size < entry.count ? GS_WIRE_POINTEE_CUT : 0;
	entry.skip = rows->skip;
	gs_detail_put(r, &entry, gs_detail_argument(r, p->argument) + rows->skip);
}

/* True: a buffer is bound, or there is nothing to read. */
static bool is_elsewhere(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	GLenum target = p->out ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
	GLenum binding = p->out ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
	return add_offset(r, p, context, target, binding) || !gs_detail_argument(r, p->argument);
}

/* Of a level of a texture that is bound, or (named) of that name. */
static GLint level_parameter(
	const struct gs_detail_reader *r, const struct gs_pointee *p, bool named, GLenum name)
{
	unsigned first = p->kind == GS_POINTEE_IMAGE || p->kind == GS_POINTEE_NAMED_IMAGE ? 2 : 0;
	GLuint texture = (GLuint)gs_detail_argument(r, p->other[first]);
	GLint level = (GLint)gs_detail_argument(r, p->other[first + 1]), value = 0;
	bool by_target = r->call->function == GS_FN_glGetTextureImageEXT ||
			 r->call->function == GS_FN_glGetCompressedTextureImageEXT;
	if (!named)
		GL(glGetTexLevelParameteriv)(texture, level, name, &value);
	else if (by_target)
		GL(glGetTextureLevelParameterivEXT)
		(texture, (GLenum)r->call->args[1], level, name, &value);
	else
		GL(glGetTextureLevelParameteriv)(texture, level, name, &value);
	return value;
}

/* All its faces are one image, if the texture is named. */
static uint64_t faces(const struct gs_detail_reader *r, const struct gs_pointee *p, bool named)
{
	GLenum image = GL_NONE;
	unsigned first = p->kind == GS_POINTEE_NAMED_IMAGE ? 2 : 0;
	if (!named || r->call->function == GS_FN_glGetTextureImageEXT ||
		r->call->function == GS_FN_glGetCompressedTextureImageEXT)
		return 1;
	GLuint texture = (GLuint)gs_detail_argument(r, p->other[first]);
	return gs_texture_target(texture, &image) == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}

static void add_pixels(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	bool named = p->kind == GS_POINTEE_NAMED_IMAGE;
	if (is_elsewhere(r, p, context))
		return;
	struct rows rows = {.width = 1, .height = 1, .depth = 1};
	if (p->kind == GS_POINTEE_PIXELS) {
		rows.width = dimension(r, p->other[2]);
		rows.height = dimension(r, p->other[3]);
		rows.depth = dimension(r, p->other[4]);
	} else {
		rows.width = (uint64_t)level_parameter(r, p, named, GL_TEXTURE_WIDTH);
		rows.height = (uint64_t)level_parameter(r, p, named, GL_TEXTURE_HEIGHT);
		if (context->version >= 12)
			rows.depth = (uint64_t)level_parameter(r, p, named, GL_TEXTURE_DEPTH) *
				     faces(r, p, named);
	}
	add_rows(r, p, context, &rows, (uint32_t)gs_detail_argument(r, p->other[0]),
		(uint32_t)gs_detail_argument(r, p->other[1]));
}

static void add_bitmap(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	bool whole = p->other[0] == GS_NO_ARGUMENT;
	struct rows rows = {.width = 32, .height = 32, .depth = 1};
	if (is_elsewhere(r, p, context))
		return;
	if (!whole) {
		rows.width = dimension(r, p->other[0]);
		rows.height = dimension(r, p->other[1]);
	}
	add_rows(r, p, context, &rows, GL_COLOR_INDEX, GL_BITMAP);
}

/* Neither the pixel store nor a buffer has anything to do with it. */
static void add_pixel(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	uint64_t address = gs_detail_argument(r, p->argument);
	unsigned unit;
	entry.kind = GS_WIRE_PIXELS;
	entry.info[4] = (uint32_t)gs_detail_argument(r, p->other[0]);
	entry.info[5] = (uint32_t)gs_detail_argument(r, p->other[1]);
	entry.count = entry.size = gs_data_pixel_bits(entry.info[4], entry.info[5], &unit) / 8;
	entry.info[0] = entry.info[1] = entry.info[2] = 1;
	entry.info[3] = (uint32_t)entry.size;
	if (address && entry.size)
		gs_detail_put(r, &entry, address);
}

static void add_compressed(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	bool named = p->kind == GS_POINTEE_NAMED_COMPRESSED;
	if (is_elsewhere(r, p, context) || !level_parameter(r, p, named, GL_TEXTURE_COMPRESSED))
		return;
	uint64_t size = (uint64_t)level_parameter(r, p, named, GL_TEXTURE_COMPRESSED_IMAGE_SIZE);
	gs_detail_add_elements(
		r, &entry, gs_detail_argument(r, p->argument), size * faces(r, p, named), 1);
}

/* ---- uniforms ---- */

/* The uniform at this location is this one, or an element of it. */
static bool is_at(GLuint program, const char *name, GLint size, GLint location)
{
	if (GL(glGetUniformLocation)(program, name) == location)
		return true;
	size_t length = strlen(name);
	if (size < 2 || length < 3 || strcmp(name + length - 3, "[0]") != 0)
		return false;
	for (GLint i = 1; i < size; i++) {
		char number[24], element[600];
		gs_text_number(number, i);
		gs_text_join(element, sizeof element, name, NULL);
		gs_text_join(element + length - 2, sizeof element - length + 2, number, "]", NULL);
		if (GL(glGetUniformLocation)(program, element) == location)
			return true;
	}
	return false;
}

static void add_uniform(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	GLuint program = (GLuint)gs_detail_argument(r, p->other[0]);
	GLint location = (GLint)gs_detail_argument(r, p->other[1]), n = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char name[512];
		GLint size = 0;
		GLenum type = GL_NONE;
		GL(glGetActiveUniform)(program, (GLuint)i, sizeof name, NULL, &size, &type, name);
		if (!is_at(program, name, size, location))
			continue;
		struct gs_uniform_shape shape = gs_uniform_shape(type);
		uint64_t count = shape.columns ? (uint64_t)shape.columns * shape.rows : 1;
		gs_detail_add_elements(
			r, &entry, gs_detail_argument(r, p->argument), count, p->bits / 8);
		return;
	}
}

/* ---- evaluators, pixel maps ---- */

/* Numbers of a control point; 0: not such a target. */
static unsigned point_size(GLenum target)
{
	static const uint8_t sizes[] = {4, 1, 3, 1, 2, 3, 4, 3, 4}; /* GL_MAP1_COLOR_4 ... */
	GLenum first = target >= GL_MAP2_COLOR_4 ? GL_MAP2_COLOR_4 : GL_MAP1_COLOR_4;
	return target >= first && target - first < sizeof sizes ? sizes[target - first] : 0;
}

static void add_control_points(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	unsigned size = point_size((GLenum)gs_detail_argument(r, p->other[0]));
	uint64_t count = size, pairs = p->kind == GS_POINTEE_MAP2 ? 2 : 1;
	for (unsigned i = 0; i < pairs; i++) {
		GLint stride = (GLint)gs_detail_argument(r, p->other[1 + 2 * i]);
		GLint order = (GLint)gs_detail_argument(r, p->other[2 + 2 * i]);
		if (stride < 0 || order < 1)
			return;
		count += (uint64_t)stride * (uint64_t)(order - 1);
	}
	if (size)
		gs_detail_add_elements(
			r, &entry, gs_detail_argument(r, p->argument), count, p->bits / 8);
}

static void add_map_answer(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	GLenum target = (GLenum)gs_detail_argument(r, p->other[0]);
	GLint order[2] = {0, 1};
	uint64_t size = point_size(target), dimensions = target >= GL_MAP2_COLOR_4 ? 2 : 1;
	if (!size)
		return;
	GL(glGetMapiv)(target, GL_ORDER, order);
	switch (gs_detail_argument(r, p->other[1])) {
	case GL_COEFF:
		size *= (uint64_t)order[0] * (uint64_t)order[1];
		break;
	case GL_ORDER:
		size = dimensions;
		break;
	case GL_DOMAIN:
		size = 2 * dimensions;
		break;
	default:
		return;
	}
	gs_detail_add_elements(r, &entry, gs_detail_argument(r, p->argument), size, p->bits / 8);
}

static void add_pixel_map(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	GLenum map = (GLenum)gs_detail_argument(r, p->other[0]);
	if (map < GL_PIXEL_MAP_I_TO_I || map > GL_PIXEL_MAP_A_TO_A || is_elsewhere(r, p, context))
		return;
	GLint size = integer(GL_PIXEL_MAP_I_TO_I_SIZE + (map - GL_PIXEL_MAP_I_TO_I));
	gs_detail_add_elements(
		r, &entry, gs_detail_argument(r, p->argument), (uint64_t)size, p->bits / 8);
}

static void add_program_text(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	GLint length = 0;
	GL(glGetProgramivARB)
	((GLenum)gs_detail_argument(r, p->other[0]), GL_PROGRAM_LENGTH_ARB, &length);
	entry.kind = GS_WIRE_TEXT;
	entry.count = (uint64_t)length;
	entry.size = entry.count < r->limit ? entry.count : r->limit;
	entry.flags |= entry.size < entry.count ? GS_WIRE_POINTEE_CUT : 0;
	gs_detail_put(r, &entry, gs_detail_argument(r, p->argument));
}

/* ---- indices ---- */

void gs_detail_add_typed(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	uint64_t count, address = gs_detail_argument(r, p->argument);
	if (!gs_detail_count(r, p->count_argument, &count) || !address ||
		!gs_data_gl_type((uint32_t)gs_detail_argument(r, p->other[0]), &entry.class, &entry.bits))
		return;
	gs_detail_add_elements(r, &entry, address, count, entry.bits / 8);
}

static void add_indirect(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	uint64_t count = 1, address = gs_detail_argument(r, p->argument);
	uint64_t stride = p->other[0] == GS_NO_ARGUMENT ? 0 : gs_detail_argument(r, p->other[0]);
	if (p->count_argument != GS_NO_ARGUMENT && !gs_detail_count(r, p->count_argument, &count))
		return;
	/* commands with gaps between are not told apart here */
	if (address && (!stride || stride == p->factor * 4u))
		gs_detail_add_elements(r, &entry, address, count * p->factor, 4);
}

/* The lists of each draw follow the list of the lists. */
static void add_pointers(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	struct gs_wire_pointee entry = gs_detail_entry(p);
	uint64_t draws, at = gs_detail_argument(r, p->argument),
			counts = gs_detail_argument(r, p->other[0]);
	if (!at || !gs_detail_count(r, p->count_argument, &draws))
		return;
	gs_detail_add_elements(r, &entry, at, draws, sizeof(uint64_t));
	if (gs_detail_buffer(context, GL_ELEMENT_ARRAY_BUFFER_BINDING)) /* they are offsets */
		return;
	for (uint64_t i = 0; i < draws; i++) {
		struct gs_wire_pointee part = {.argument = GS_WIRE_PART, .info = {p->argument}};
		uint64_t list;
		int32_t count;
		if (!gs_data_gl_type((uint32_t)gs_detail_argument(r, p->other[1]), &part.class,
			    &part.bits) ||
			!gs_detail_read(&list, at + i * sizeof list, sizeof list) ||
			!gs_detail_read(&count, counts + i * sizeof count, sizeof count))
			return;
		part.info[1] = (uint32_t)i;
		if (list && count > 0)
			gs_detail_add_elements(r, &part, list, (uint64_t)count, part.bits / 8);
	}
}

static void add_asked(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	switch (p->kind) {
	case GS_POINTEE_INDICES:
		if (!add_offset(r, p, context, GL_ELEMENT_ARRAY_BUFFER,
			    GL_ELEMENT_ARRAY_BUFFER_BINDING))
			gs_detail_add_typed(r, p);
		break;
	case GS_POINTEE_POINTERS:
		add_pointers(r, p, context);
		break;
	case GS_POINTEE_INDIRECT:
		if (!add_offset(r, p, context, GL_DRAW_INDIRECT_BUFFER,
			    GL_DRAW_INDIRECT_BUFFER_BINDING))
			add_indirect(r, p);
		break;
	case GS_POINTEE_ATTACHED:
		add_offset(r, p, context, GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING);
		break;
	case GS_POINTEE_UNIFORM:
		add_uniform(r, p);
		break;
	case GS_POINTEE_BITMAP:
		add_bitmap(r, p, context);
		break;
	case GS_POINTEE_GETMAP:
		add_map_answer(r, p);
		break;
	case GS_POINTEE_PIXELMAP:
		add_pixel_map(r, p, context);
		break;
	case GS_POINTEE_COMPRESSED:
	case GS_POINTEE_NAMED_COMPRESSED:
		add_compressed(r, p, context);
		break;
	case GS_POINTEE_PROGRAM_TEXT:
		add_program_text(r, p);
		break;
	default:
		add_pixels(r, p, context);
	}
}

bool gs_detail_by_state(const struct gs_pointee *p)
{
	switch ((enum gs_pointee_kind)p->kind) {
	case GS_POINTEE_PIXELS:
	case GS_POINTEE_IMAGE:
	case GS_POINTEE_NAMED_IMAGE:
	case GS_POINTEE_COMPRESSED:
	case GS_POINTEE_NAMED_COMPRESSED:
	case GS_POINTEE_BITMAP:
	case GS_POINTEE_PIXEL:
	case GS_POINTEE_INDICES:
	case GS_POINTEE_POINTERS:
	case GS_POINTEE_INDIRECT:
	case GS_POINTEE_ATTACHED:
	case GS_POINTEE_UNIFORM:
	case GS_POINTEE_MAP1:
	case GS_POINTEE_MAP2:
	case GS_POINTEE_GETMAP:
	case GS_POINTEE_PIXELMAP:
	case GS_POINTEE_PROGRAM_TEXT:
		return true;
	default:
		return false;
	}
}

void gs_detail_add_by_state(struct gs_detail_reader *r, const struct gs_pointee *p)
{
	struct gs_asked asked;
	if (p->kind == GS_POINTEE_PIXEL) {
		add_pixel(r, p);
	} else if (p->kind == GS_POINTEE_MAP1 || p->kind == GS_POINTEE_MAP2) {
		add_control_points(r, p);
	} else if (gs_detail_ask(r, &asked)) {
		add_asked(r, p, asked.context);
		gs_detail_asked(&asked);
	}
}
