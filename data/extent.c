/* SPDX-License-Identifier: MIT */
#include "data/extent.h"

#include "data/constants.h"

struct reading {
	const struct gs_memory_rule *rule;
	const uint64_t *args;
	unsigned n;
	const struct gs_extent_asker *asker;
	struct gs_extent *extent;
};

static uint64_t times(uint64_t a, uint64_t b)
{
	uint64_t product;
	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static uint64_t argument(const struct reading *r, uint8_t number)
{
	return number == GS_ARGUMENT_RETURN ? r->asker->result
	       : number < r->n		    ? r->args[number]
					    : 0;
}

/* Returns false if it is negative, which GL refuses. */
static bool find_count(const struct reading *r, uint8_t number, uint64_t *count)
{
	*count = number == GS_NO_ARGUMENT ? 1 : argument(r, number);
	return (int64_t)*count >= 0;
}

static uint64_t dimension(const struct reading *r, uint8_t number)
{
	uint64_t value = number == GS_NO_ARGUMENT ? 1 : argument(r, number);
	return value > INT32_MAX ? 0 : value;
}

uint64_t gs_data_element_bytes(const struct gs_memory_rule *rule)
{
	return rule->class == GS_CLASS_STRUCT ? gs_data_struct_size(rule->bits) : rule->bits / 8u;
}

static bool set_elements(const struct reading *r, uint64_t count)
{
	r->extent->count = count;
	return true;
}

static bool set_bytes(const struct reading *r, uint64_t bytes)
{
	r->extent->each = 1;
	return set_elements(r, bytes);
}

/* ---- rows of pixels ---- */

static uint64_t stored(const struct reading *r, uint32_t packing, uint32_t unpacking)
{
	return r->asker->number(r->asker->data, r->rule->out ? packing : unpacking);
}

static bool has(const struct reading *r, enum gs_extent_feature feature)
{
	return r->asker->has(r->asker->data, feature);
}

/* As the pixel store lays them out. is_volume: SKIP_IMAGES holds, for a single image as well. */
static bool lay_out(const struct reading *r, uint64_t bits, unsigned unit, bool is_volume)
{
	struct gs_extent_rows *rows = &r->extent->rows;
	uint64_t length = 0, images = 0, begun = 0;
	bool has_rows = has(r, GS_EXTENT_ROWS), has_images = has(r, GS_EXTENT_IMAGES);
	if (has_rows)
		length = stored(r, GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH);
	if (has_images)
		images = stored(r, GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT);
	uint64_t alignment = stored(r, GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT);
	rows->row = plus(times(length ? length : rows->width, bits), 7) / 8;
	if (alignment > 1 && (unit < alignment || bits == 1))
		rows->row = times(plus(rows->row, alignment - 1) / alignment, alignment);
	rows->image = times(rows->row, images ? images : rows->height);
	if (has_rows) {
		begun = times(stored(r, GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS), bits);
		rows->skip = plus(begun / 8,
			times(stored(r, GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS), rows->row));
	}
	if (has_images && (is_volume || rows->depth > 1))
		rows->skip = plus(rows->skip,
			times(stored(r, GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_IMAGES), rows->image));
	rows->used = plus(times(rows->width, bits), 7 + begun % 8) / 8;
	if (!rows->width || !rows->height || !rows->depth)
		return set_bytes(r, 0);
	uint64_t before = plus(
		times(rows->depth - 1, rows->image), times(rows->height - 1, rows->row));
	return set_bytes(r, plus(before, rows->used));
}

/* Of the dimensions that are set. Returns false if no pixel is of that kind. */
static bool set_image(const struct reading *r, uint32_t format, uint32_t type, bool is_volume)
{
	unsigned unit;
	uint64_t bits = gs_data_pixel_bits(format, type, &unit);
	r->extent->is_image = true;
	r->extent->rows.format = format;
	r->extent->rows.type = type;
	return bits && lay_out(r, bits, unit, is_volume);
}

/* ---- images of textures ---- */

static bool names_texture(const struct reading *r)
{
	return r->rule->kind == GS_MEMORY_RULE_NAMED_IMAGE ||
	       r->rule->kind == GS_MEMORY_RULE_NAMED_COMPRESSED;
}

static uint64_t level(const struct reading *r, const uint8_t *which, uint32_t name)
{
	return r->asker->level(r->asker->data, which, name);
}

static uint32_t target_of(const struct reading *r, const uint8_t *which)
{
	return r->asker->target(r->asker->data, which);
}

static bool is_layered(uint32_t target)
{
	return target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY ||
	       target == GL_TEXTURE_CUBE_MAP_ARRAY;
}

/* Where a texture is named, all faces of a cube map are one image. */
static uint64_t faces(const struct reading *r, uint32_t target)
{
	return names_texture(r) && target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}

static bool find_texture(const struct reading *r)
{
	const uint8_t *other = r->rule->other, *which = other + 2;
	uint32_t target = target_of(r, which);
	struct gs_extent_rows *rows = &r->extent->rows;
	rows->width = level(r, which, GL_TEXTURE_WIDTH);
	rows->height = level(r, which, GL_TEXTURE_HEIGHT);
	rows->depth = has(r, GS_EXTENT_DEPTH)
			      ? times(level(r, which, GL_TEXTURE_DEPTH), faces(r, target))
			      : 1;
	return set_image(r, (uint32_t)argument(r, other[0]), (uint32_t)argument(r, other[1]),
		is_layered(target));
}

static bool find_pixels(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	struct gs_extent_rows *rows = &r->extent->rows;
	rows->width = times(dimension(r, other[2]), r->rule->factor);
	rows->height = dimension(r, other[3]);
	rows->depth = dimension(r, other[4]);
	return set_image(r, (uint32_t)argument(r, other[0]), (uint32_t)argument(r, other[1]),
		other[4] != GS_NO_ARGUMENT);
}

static bool find_bitmap(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	bool is_stipple = other[0] == GS_NO_ARGUMENT;
	struct gs_extent_rows *rows = &r->extent->rows;
	rows->width = is_stipple ? 32 : dimension(r, other[0]);
	rows->height = is_stipple ? 32 : dimension(r, other[1]);
	rows->depth = 1;
	return set_image(r, GL_COLOR_INDEX, GL_BITMAP, false);
}

/* The pixel store has nothing to do with a single one. */
static bool find_pixel(const struct reading *r)
{
	unsigned unit;
	struct gs_extent_rows *rows = &r->extent->rows;
	r->extent->is_image = true;
	rows->format = (uint32_t)argument(r, r->rule->other[0]);
	rows->type = (uint32_t)argument(r, r->rule->other[1]);
	rows->width = rows->height = rows->depth = 1;
	rows->used = rows->row = rows->image = gs_data_pixel_bits(rows->format, rows->type, &unit) /
					       8;
	return rows->used && set_bytes(r, rows->used);
}

/* ---- compressed images ---- */

struct blocks {
	uint64_t size, width, height; /* of the image; 0: not known, or it has none */
	bool is_deep;
};

static uint64_t blocks_in(uint64_t n, uint64_t of)
{
	return n / of + (n % of != 0);
}

/* Return the bytes from the pointer to the image's last one, at least its size, where the pixel
 * store says how its blocks lie. */
static uint64_t lay_out_blocks(
	const struct reading *r, const struct blocks *b, uint64_t size, uint64_t width)
{
	uint64_t height = stored(
		r, GL_PACK_COMPRESSED_BLOCK_HEIGHT, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT);
	uint64_t depth = b->is_deep ? stored(r, GL_PACK_COMPRESSED_BLOCK_DEPTH,
					      GL_UNPACK_COMPRESSED_BLOCK_DEPTH)
				    : 0;
	uint64_t length = stored(r, GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH);
	uint64_t image_height = stored(r, GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT);
	uint64_t tight = times(blocks_in(b->width, width), size);
	uint64_t row = length ? times(blocks_in(length, width), size) : tight;
	uint64_t all_rows = b->size / tight, rows = all_rows, image_rows = all_rows;
	uint64_t skip = times(stored(r, GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS), size) / width;
	if (b->height && height) {
		rows = blocks_in(b->height, height);
		image_rows = image_height ? blocks_in(image_height, height) : rows;
		skip = plus(skip,
			times(stored(r, GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS), row) / height);
	}
	if (depth)
		skip = plus(skip, times(stored(r, GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_IMAGES),
					  times(row, image_rows)) /
					  depth);
	uint64_t images = rows ? all_rows / rows : 0;
	if (!images)
		return b->size;
	uint64_t before = plus(times(images - 1, image_rows), rows - 1);
	uint64_t bytes = plus(skip, plus(times(before, row), tight));
	return bytes > b->size ? bytes : b->size;
}

static bool set_blocks(const struct reading *r, const struct blocks *b)
{
	uint64_t size = 0, width = 0;
	if (has(r, GS_EXTENT_BLOCKS))
		size = stored(r, GL_PACK_COMPRESSED_BLOCK_SIZE, GL_UNPACK_COMPRESSED_BLOCK_SIZE);
	if (size)
		width = stored(r, GL_PACK_COMPRESSED_BLOCK_WIDTH, GL_UNPACK_COMPRESSED_BLOCK_WIDTH);
	return set_bytes(r, width && b->width ? lay_out_blocks(r, b, size, width) : b->size);
}

static bool find_given_blocks(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	struct blocks b = {.width = dimension(r, other[0]),
		.height = other[1] == GS_NO_ARGUMENT ? 0 : dimension(r, other[1]),
		.is_deep = other[2] != GS_NO_ARGUMENT};
	return find_count(r, r->rule->count_argument, &b.size) && set_blocks(r, &b);
}

static bool find_compressed(const struct reading *r)
{
	const uint8_t *which = r->rule->other;
	uint32_t target = target_of(r, which);
	if (!level(r, which, GL_TEXTURE_COMPRESSED))
		return false;
	struct blocks b = {
		.size = times(level(r, which, GL_TEXTURE_COMPRESSED_IMAGE_SIZE), faces(r, target)),
		.is_deep = is_layered(target)};
	if (has(r, GS_EXTENT_BLOCKS)) {
		b.width = level(r, which, GL_TEXTURE_WIDTH);
		b.height = level(r, which, GL_TEXTURE_HEIGHT);
	}
	return set_blocks(r, &b);
}

/* ---- lists ---- */

static bool find_array(const struct reading *r)
{
	const struct gs_memory_rule *rule = r->rule;
	uint64_t count;
	return find_count(r, rule->count_argument, &count) &&
	       set_elements(r, times(count, rule->factor) / (rule->divisor ? rule->divisor : 1));
}

static bool find_most(const struct reading *r)
{
	uint64_t count;
	return r->rule->count_argument != GS_NO_ARGUMENT &&
	       find_count(r, r->rule->count_argument, &count) && set_elements(r, count);
}

static bool find_pointers(const struct reading *r)
{
	r->extent->each = sizeof(uint64_t);
	return find_most(r);
}

static bool find_named(const struct reading *r)
{
	const struct gs_pname *name = gs_data_pname((uint32_t)argument(r, r->rule->other[0]));
	bool is_list = name && (name->kind == GS_PNAME_LIST || name->kind == GS_PNAME_ENUM_LIST);
	return !is_list && set_elements(r, name ? name->count : 1);
}

static bool find_computed(const struct reading *r)
{
	uint64_t count;
	return gs_data_formula(r->rule->formula, r->args, r->n, &count) && set_elements(r, count);
}

/* Bytes of so many characters in UTF-8, or in UTF-16. */
static bool find_characters(const struct reading *r, uint64_t count, bool is_utf16)
{
	uint64_t size = 0, address = argument(r, r->rule->argument);
	for (; count; count--) {
		uint16_t first = 0;
		if (!r->asker->read(r->asker->data, &first, address + size, is_utf16 ? 2 : 1))
			return false;
		if (is_utf16)
			size += first >= 0xd800 && first < 0xdc00 ? 4 : 2;
		else
			size += first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
	}
	return set_bytes(r, size);
}

/* Names in several bytes each, and characters, are bytes. */
static bool find_typed(const struct reading *r)
{
	uint32_t type = (uint32_t)argument(r, r->rule->other[0]);
	struct gs_extent *extent = r->extent;
	uint64_t count;
	if (!find_count(r, r->rule->count_argument, &count))
		return false;
	if (gs_data_gl_type(type, &extent->class, &extent->bits)) {
		extent->each = extent->bits / 8u;
		return set_elements(r, count);
	}
	extent->class = GS_CLASS_UINT;
	extent->bits = 8;
	if (type == GL_UTF8_NV || type == GL_UTF16_NV)
		return find_characters(r, count, type == GL_UTF16_NV);
	return type >= GL_2_BYTES && type <= GL_4_BYTES &&
	       set_bytes(r, times(count, type - GL_2_BYTES + 2));
}

/* What lies between commands is there, too. */
static bool find_indirect(const struct reading *r)
{
	const struct gs_memory_rule *rule = r->rule;
	uint64_t count, each = rule->factor, stride = 0, more;
	if (!find_count(r, rule->count_argument, &count))
		return false;
	if (rule->other[0] != GS_NO_ARGUMENT)
		stride = argument(r, rule->other[0]) / 4;
	if (rule->other[1] != GS_NO_ARGUMENT) {
		if (!find_count(r, rule->other[1], &more))
			return false;
		each = plus(each, times(rule->divisor, more));
	}
	r->extent->each = 4;
	return (int64_t)stride >= 0 &&
	       set_elements(r, count ? plus(times(count - 1, stride ? stride : each), each) : 0);
}

unsigned gs_data_evaluator_components(uint32_t target)
{
	static const uint8_t sizes[] = {4, 1, 3, 1, 2, 3, 4, 3, 4}; /* GL_MAP1_COLOR_4 ... */
	uint32_t first = target >= GL_MAP2_COLOR_4 ? GL_MAP2_COLOR_4 : GL_MAP1_COLOR_4;
	return target >= first && target - first < sizeof sizes ? sizes[target - first] : 0;
}

/* Control points of an evaluator. */
static bool find_points(const struct reading *r)
{
	uint64_t n = gs_data_evaluator_components((uint32_t)argument(r, r->rule->other[0]));
	unsigned pairs = r->rule->kind == GS_MEMORY_RULE_MAP2 ? 2 : 1;
	for (unsigned i = 0; i < pairs; i++) {
		int32_t stride = (int32_t)argument(r, r->rule->other[1 + 2 * i]);
		int32_t order = (int32_t)argument(r, r->rule->other[2 + 2 * i]);
		if (stride < 0 || order < 1)
			return false;
		n += (uint64_t)stride * (uint64_t)(order - 1);
	}
	return n && set_elements(r, n);
}

static bool find_pixel_map(const struct reading *r)
{
	uint64_t map = argument(r, r->rule->other[0]);
	return map >= GL_PIXEL_MAP_I_TO_I && map <= GL_PIXEL_MAP_A_TO_A &&
	       set_elements(r,
		       r->asker->number(r->asker->data,
			       (uint32_t)(GL_PIXEL_MAP_I_TO_I_SIZE + map - GL_PIXEL_MAP_I_TO_I)));
}

static bool find(const struct reading *r)
{
	switch ((enum gs_memory_rule_kind)r->rule->kind) {
	case GS_MEMORY_RULE_ARRAY:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
		return find_array(r);
	case GS_MEMORY_RULE_WRITTEN:
	case GS_MEMORY_RULE_STRING:
		return find_most(r);
	case GS_MEMORY_RULE_STRINGS:
	case GS_MEMORY_RULE_POINTERS:
		return find_pointers(r);
	case GS_MEMORY_RULE_PNAME:
		return find_named(r);
	case GS_MEMORY_RULE_FORMULA:
		return find_computed(r);
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_TYPED:
		return find_typed(r);
	case GS_MEMORY_RULE_INDIRECT:
		return find_indirect(r);
	case GS_MEMORY_RULE_CLEAR:
		return set_elements(r, argument(r, r->rule->other[0]) == GL_COLOR ? 4 : 1);
	case GS_MEMORY_RULE_PIXELS:
		return find_pixels(r);
	case GS_MEMORY_RULE_IMAGE:
	case GS_MEMORY_RULE_NAMED_IMAGE:
	case GS_MEMORY_RULE_UNIT_IMAGE:
		return find_texture(r);
	case GS_MEMORY_RULE_BLOCKS:
		return find_given_blocks(r);
	case GS_MEMORY_RULE_COMPRESSED:
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
	case GS_MEMORY_RULE_UNIT_COMPRESSED:
		return find_compressed(r);
	case GS_MEMORY_RULE_PIXEL:
		return find_pixel(r);
	case GS_MEMORY_RULE_BITMAP:
		return find_bitmap(r);
	case GS_MEMORY_RULE_MAP1:
	case GS_MEMORY_RULE_MAP2:
		return find_points(r);
	case GS_MEMORY_RULE_PIXELMAP:
		return find_pixel_map(r);
	case GS_MEMORY_RULE_ATTRIBUTES:
	case GS_MEMORY_RULE_ATTACHED:
	case GS_MEMORY_RULE_UNIFORM:
	case GS_MEMORY_RULE_GETMAP:
	case GS_MEMORY_RULE_MESSAGES:
	case GS_MEMORY_RULE_PROGRAM_TEXT:
	case GS_MEMORY_RULE_NAMED_PROGRAM_TEXT:
	case GS_MEMORY_RULE_DRIVER:
		break;
	}
	return false;
}

bool gs_data_extent(const struct gs_memory_rule *rule, const uint64_t *args, unsigned n,
	const struct gs_extent_asker *asker, struct gs_extent *extent)
{
	const struct reading r = {rule, args, n, asker, extent};
	*extent = (struct gs_extent){
		.each = gs_data_element_bytes(rule), .class = rule->class, .bits = rule->bits};
	return find(&r);
}

uint64_t gs_data_extent_bytes(const struct gs_extent *extent)
{
	uint64_t bytes = times(extent->count, extent->each);
	return extent->is_image && bytes ? plus(extent->rows.skip, bytes) : bytes;
}
