/* SPDX-License-Identifier: MIT */
/*
 * How much a call reads or writes behind its pointers, beside what is there. A trace may say less
 * than its call needs, which no driver checks: such a call is left out. What depends on more of
 * GL's state than is asked here is handed on unchecked.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "data/constants.h"
#include "data/null.h"
#include "replay/private.h"

enum { MOST_WRITTEN = 1 << 30, NUMBER_OF_4 = 4 };

struct reading {
	struct gs_player *player;
	const struct gs_play *play;
	const struct gs_trace_call *call;
	uint64_t *args;
	const struct gs_memory_rule *rule;
};

static uint64_t argument(const struct reading *r, uint8_t number)
{
	return number < r->play->info->n_parameters ? r->args[number] : 0;
}

/* Negative counts are GL's to refuse. */
static uint64_t count_of(const struct reading *r, uint8_t number)
{
	uint64_t value = argument(r, number);
	return (int64_t)value < 0 ? 0 : value;
}

static uint64_t times(uint64_t a, uint64_t b)
{
	uint64_t product;
	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static uint64_t element_bytes(const struct gs_memory_rule *rule)
{
	return rule->class == GS_CLASS_STRUCT ? gs_data_struct_size(rule->bits) : rule->bits / 8u;
}

/* ---- images ---- */

struct layout {
	uint64_t width, height, depth;
	bool is_volume; /* SKIP_IMAGES may hold, for a single image as well */
};

static uint64_t store(const void *reading, uint32_t pack, uint32_t unpack)
{
	const struct reading *r = reading;
	int value = gs_replay_get(r->player, r->rule->out ? pack : unpack);
	return value < 0 ? 0 : (uint64_t)value;
}

/* As the pixel store lays rows out; false: there are none. */
static bool lay_out(const struct reading *r, const struct layout *l, uint32_t format, uint32_t type,
	struct gs_replay_rows *rows)
{
	unsigned unit;
	const struct gs_replay_context *context = gs_replay_context(r->player);
	uint64_t bits = gs_data_pixel_bits(format, type, &unit);
	uint64_t length = 0, images = 0, pixels = 0;
	bool all = gs_replay_stores_rows(r->player, r->rule->out);
	bool volumes = !context->is_es || (context->version >= 30 && !r->rule->out);
	if (!bits || !l->width || !l->height || !l->depth)
		return false;
	if (all)
		length = store(r, GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH);
	if (volumes)
		images = store(r, GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT);
	uint64_t alignment = store(r, GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT);
	uint64_t row = plus(times(length ? length : l->width, bits), 7) / 8;
	if (alignment > 1 && (unit < alignment || bits == 1))
		row = plus(row, alignment - 1) / alignment * alignment;
	*rows = (struct gs_replay_rows){.n = l->height, .n_images = l->depth, .row = row};
	rows->image = times(row, images ? images : l->height);
	if (all) {
		pixels = times(store(r, GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS), bits);
		rows->skip = plus(
			times(store(r, GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS), row), pixels / 8);
	}
	if (volumes && (l->is_volume || l->depth > 1))
		rows->skip = plus(rows->skip,
			times(store(r, GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_IMAGES), rows->image));
	rows->used = plus(times(l->width, bits), 7 + pixels % 8) / 8;
	return true;
}

/* From the pointer to the last byte. */
static uint64_t rows_bytes(const struct gs_replay_rows *rows)
{
	uint64_t before = plus(
		times(rows->n_images - 1, rows->image), times(rows->n - 1, rows->row));
	return plus(rows->skip, plus(before, rows->used));
}

static uint64_t dimension(const struct reading *r, uint8_t number)
{
	uint64_t value = number == GS_NO_ARGUMENT ? 1 : argument(r, number);
	return value > INT32_MAX ? 0 : value;
}

/* Of a level of a texture: `which` are the arguments that name it. */
static uint64_t level(const struct reading *r, const uint8_t *which, unsigned name)
{
	bool named = r->rule->kind == GS_MEMORY_RULE_NAMED_IMAGE ||
		     r->rule->kind == GS_MEMORY_RULE_NAMED_COMPRESSED;
	void (*get)(unsigned, int, unsigned, int *) = gs_replay_find(
		r->player, named ? "glGetTextureLevelParameteriv" : "glGetTexLevelParameteriv");
	int value = 0;
	if (get)
		get((unsigned)argument(r, which[0]), (int)argument(r, which[1]), name, &value);
	return value > 0 ? (uint64_t)value : 0;
}

static struct layout texture_layout(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	bool named = r->rule->kind == GS_MEMORY_RULE_NAMED_IMAGE;
	uint64_t target = argument(r, other[2]);
	struct layout l = {level(r, other + 2, GL_TEXTURE_WIDTH),
		level(r, other + 2, GL_TEXTURE_HEIGHT), level(r, other + 2, GL_TEXTURE_DEPTH),
		named || target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY ||
			target == GL_TEXTURE_CUBE_MAP_ARRAY};
	if (named)
		l.depth = times(l.depth, 6); /* a cube map's faces are one image */
	return l;
}

static struct layout pixels_layout(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	return (struct layout){times(dimension(r, other[2]), r->rule->factor),
		dimension(r, other[3]), dimension(r, other[4]), other[4] != GS_NO_ARGUMENT};
}

static bool find_rows(const struct reading *r, struct gs_replay_rows *rows)
{
	const uint8_t *other = r->rule->other;
	const struct layout l = r->rule->kind == GS_MEMORY_RULE_PIXELS ? pixels_layout(r)
								       : texture_layout(r);
	return lay_out(
		r, &l, (uint32_t)argument(r, other[0]), (uint32_t)argument(r, other[1]), rows);
}

static uint64_t pixels_bytes(const struct reading *r)
{
	struct gs_replay_rows rows;
	return find_rows(r, &rows) ? rows_bytes(&rows) : 0;
}

/* Of a compressed image. */
static uint64_t blocks_bytes(const struct reading *r, struct gs_block_rows rows, bool is_deep)
{
	const struct gs_replay_context *context = gs_replay_context(r->player);
	gs_replay_know_context(r->player);
	if (!context->is_es &&
		(context->version >= 42 ||
			gs_replay_has(r->player, "GL_ARB_compressed_texture_pixel_storage")))
		gs_data_block_rows_ask(&rows, is_deep, store, r);
	return gs_data_block_rows_bytes(&rows);
}

static uint64_t given_blocks_bytes(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	return blocks_bytes(r,
		(struct gs_block_rows){count_of(r, r->rule->count_argument), dimension(r, other[0]),
			other[1] == GS_NO_ARGUMENT ? 0 : dimension(r, other[1])},
		other[2] != GS_NO_ARGUMENT);
}

/* All faces of a texture that is named. */
static uint64_t level_blocks_bytes(const struct reading *r, unsigned faces)
{
	const uint8_t *which = r->rule->other;
	return blocks_bytes(r,
		(struct gs_block_rows){
			times(faces, level(r, which, GL_TEXTURE_COMPRESSED_IMAGE_SIZE)),
			level(r, which, GL_TEXTURE_WIDTH), level(r, which, GL_TEXTURE_HEIGHT)},
		true);
}

static uint64_t bitmap_bytes(const struct reading *r)
{
	const uint8_t *other = r->rule->other;
	struct layout l = {32, 32, 1, false};
	if (other[0] != GS_NO_ARGUMENT) {
		l.width = dimension(r, other[0]);
		l.height = dimension(r, other[1]);
	}
	struct gs_replay_rows rows;
	return lay_out(r, &l, GL_COLOR_INDEX, GL_BITMAP, &rows) ? rows_bytes(&rows) : 0;
}

/* ---- lists ---- */

static uint64_t type_bytes(uint32_t type)
{
	uint8_t class, bits;
	if (type >= GL_2_BYTES && type <= GL_4_BYTES)
		return type - GL_2_BYTES + 2;
	return gs_data_gl_type(type, &class, &bits) ? bits / 8u : 0;
}

static uint64_t indirect_bytes(const struct reading *r)
{
	const struct gs_memory_rule *rule = r->rule;
	uint64_t count = 1, each = rule->factor * 4u, stride = 0;
	if (rule->count_argument != GS_NO_ARGUMENT)
		count = count_of(r, rule->count_argument);
	if (rule->other[0] != GS_NO_ARGUMENT)
		stride = count_of(r, rule->other[0]);
	if (rule->other[1] != GS_NO_ARGUMENT)
		each = plus(each, times(rule->divisor * 4u, count_of(r, rule->other[1])));
	return count ? plus(times(count - 1, stride ? stride : each), each) : 0;
}

/* Control points of an evaluator. */
static uint64_t points_bytes(const struct reading *r)
{
	static const uint8_t sizes[] = {4, 1, 3, 1, 2, 3, 4, 3, 4}; /* GL_MAP1_COLOR_4 ... */
	uint64_t target = argument(r, r->rule->other[0]);
	uint64_t first = target >= GL_MAP2_COLOR_4 ? GL_MAP2_COLOR_4 : GL_MAP1_COLOR_4;
	uint64_t pairs = r->rule->kind == GS_MEMORY_RULE_MAP2 ? 2 : 1;
	if (target < first || target - first >= sizeof sizes)
		return 0;
	uint64_t n = sizes[target - first];
	for (unsigned i = 0; i < pairs; i++) {
		uint64_t order = count_of(r, r->rule->other[2 + 2 * i]);
		n = plus(n, times(count_of(r, r->rule->other[1 + 2 * i]), order ? order - 1 : 0));
	}
	return times(n, element_bytes(r->rule));
}

static uint64_t text_bytes(const struct reading *r)
{
	uint8_t count = r->rule->count_argument, i = r->rule->argument;
	uint64_t room = r->player->room[i];
	if (count != GS_NO_ARGUMENT && (r->rule->out || (int64_t)argument(r, count) >= 0))
		return count_of(r, count);
	if (r->rule->out || !room || room == GS_REPLAY_OFFSET)
		return 1;
	const void *end = memchr((const void *)(uintptr_t)r->args[i], 0, room);
	return end ? 1 : room + 1;
}

static uint64_t list_bytes(const struct reading *r)
{
	const struct gs_memory_rule *rule = r->rule;
	uint64_t count = 1, each = element_bytes(rule);
	if (rule->kind == GS_MEMORY_RULE_PNAME) {
		const struct gs_pname *name = gs_data_pname((uint32_t)argument(r, rule->other[0]));
		return name ? times(name->count, each) : each;
	}
	if (rule->kind == GS_MEMORY_RULE_FORMULA) {
		bool known = gs_data_formula(
			rule->formula, r->args, r->play->info->n_parameters, &count);
		return known ? times(count, each) : 0;
	}
	if (rule->count_argument != GS_NO_ARGUMENT)
		count = count_of(r, rule->count_argument);
	if (rule->kind == GS_MEMORY_RULE_WRITTEN)
		return times(count, each);
	count = times(count, rule->factor);
	return times(rule->divisor ? count / rule->divisor : count, each);
}

/* 0: nothing, or it is not known. */
static uint64_t needed(const struct reading *r)
{
	const struct gs_memory_rule *rule = r->rule;
	unsigned unit;
	switch ((enum gs_memory_rule_kind)rule->kind) {
	case GS_MEMORY_RULE_ARRAY:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
	case GS_MEMORY_RULE_WRITTEN:
	case GS_MEMORY_RULE_PNAME:
	case GS_MEMORY_RULE_FORMULA:
		return list_bytes(r);
	case GS_MEMORY_RULE_STRING:
		return text_bytes(r);
	case GS_MEMORY_RULE_STRINGS:
	case GS_MEMORY_RULE_POINTERS:
		return times(count_of(r, rule->count_argument), sizeof(void *));
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_TYPED:
		return times(count_of(r, rule->count_argument),
			type_bytes((uint32_t)argument(r, rule->other[0])));
	case GS_MEMORY_RULE_INDIRECT:
		return indirect_bytes(r);
	case GS_MEMORY_RULE_CLEAR:
		return argument(r, rule->other[0]) == GL_COLOR ? 4 * 4 : 4;
	case GS_MEMORY_RULE_PIXELS:
	case GS_MEMORY_RULE_IMAGE:
	case GS_MEMORY_RULE_NAMED_IMAGE:
		return pixels_bytes(r);
	case GS_MEMORY_RULE_BLOCKS:
		return given_blocks_bytes(r);
	case GS_MEMORY_RULE_COMPRESSED:
		return level_blocks_bytes(r, 1);
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
		return level_blocks_bytes(r, 6);
	case GS_MEMORY_RULE_PIXEL:
		return gs_data_pixel_bits((uint32_t)argument(r, rule->other[0]),
			       (uint32_t)argument(r, rule->other[1]), &unit) /
		       8;
	case GS_MEMORY_RULE_BITMAP:
		return bitmap_bytes(r);
	case GS_MEMORY_RULE_MAP1:
	case GS_MEMORY_RULE_MAP2:
		return points_bytes(r);
	default:
		return 0;
	}
}

/* ---- arrays of pointers ---- */

static uint64_t item_room(struct gs_player *player, const struct gs_trace_value *item)
{
	uint64_t left;
	if (item->class == GS_TRACE_STRING)
		return item->n + 1ull;
	if (item->class == GS_TRACE_BLOB)
		return item->n;
	return gs_regions_find(player->regions, gs_trace_number(item), &left) ? left : 0;
}

static bool is_text(struct gs_player *player, const struct gs_trace_value *item)
{
	uint64_t left;
	if (item->class == GS_TRACE_STRING)
		return true;
	if (item->class == GS_TRACE_BLOB)
		return memchr(item->bytes, 0, item->n);
	const void *text = gs_regions_find(player->regions, gs_trace_number(item), &left);
	return text && memchr(text, 0, left);
}

/* Those that are handed over point at texts, or at as many indices as are read. */
static bool items_fit(const struct reading *r)
{
	const struct gs_trace_value *array = gs_trace_array(r->call, r->rule->argument);
	uint64_t n = count_of(r, r->rule->count_argument);
	if (!n)
		return true;
	if (!array || array->n < n)
		return false;
	const int32_t *counts = NULL;
	uint64_t each = 0;
	if (r->rule->kind == GS_MEMORY_RULE_POINTERS) {
		if (gs_replay_is_offset(r->player, &r->play->parameters[r->rule->argument]))
			return true;
		if (r->player->room[r->rule->other[0]] < n * sizeof *counts)
			return false;
		counts = (const int32_t *)(uintptr_t)argument(r, r->rule->other[0]);
		each = type_bytes((uint32_t)argument(r, r->rule->other[1]));
	}
	for (uint32_t i = 0; i < n; i++) {
		const struct gs_trace_value *item = &array->items[i];
		if (counts ? counts[i] > 0 &&
					(uint64_t)counts[i] * each > item_room(r->player, item)
			   : !is_text(r->player, item))
			return false;
	}
	return true;
}

/* ---- all arguments ---- */

/* What the call writes there goes nowhere. */
static bool give_room(struct reading *r, uint64_t bytes)
{
	uint8_t i = r->rule->argument;
	void *memory = bytes <= MOST_WRITTEN ? gs_replay_take(r->player, bytes) : NULL;
	if (!memory)
		return false;
	r->args[i] = (uintptr_t)memory;
	r->player->room[i] = bytes;
	return true;
}

static bool makes_names(const struct reading *r)
{
	for (size_t i = 0; i < r->play->n_rules; i++)
		if (r->play->rules[i].argument == r->rule->argument && r->play->rules[i].is_new)
			return true;
	return false;
}

static bool fits(struct reading *r)
{
	uint8_t i = r->rule->argument;
	uint64_t room = r->player->room[i];
	const struct gs_play_parameter *p = &r->play->parameters[i];
	if (room == GS_REPLAY_OFFSET)
		return true;
	uint64_t bytes = needed(r);
	bool has_items = r->rule->kind == GS_MEMORY_RULE_STRINGS ||
			 r->rule->kind == GS_MEMORY_RULE_POINTERS;
	if (bytes <= room)
		return !has_items || items_fit(r);
	if (!room && gs_replay_is_offset(r->player, p))
		return true;
	if (r->rule->out) /* names that the trace does not tell are of no use, and take memory */
		return !makes_names(r) && give_room(r, bytes);
	return !r->args[i] && gs_data_takes_null(r->play->info->name);
}

bool gs_replay_lengths_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args)
{
	for (unsigned i = 0; i < play->info->n_parameters; i++) {
		struct reading r = {player, play, call, args, play->parameters[i].memory};
		if (!r.rule || r.rule->kind == GS_MEMORY_RULE_ATTACHED || fits(&r))
			continue;
		gs_replay_leave_out(player, play->info->name, call,
			r.rule->out ? "writes behind '%s' more than there is room for"
				    : "the trace has less behind '%s' than the call reads",
			play->info->parameters[i].name);
		return false;
	}
	return true;
}

bool gs_replay_find_rows(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args, unsigned i, struct gs_replay_rows *rows)
{
	struct reading r = {player, play, call, args, play->parameters[i].memory};
	bool has_rows = r.rule && (r.rule->kind == GS_MEMORY_RULE_PIXELS ||
					  r.rule->kind == GS_MEMORY_RULE_IMAGE ||
					  r.rule->kind == GS_MEMORY_RULE_NAMED_IMAGE);
	return has_rows && find_rows(&r, rows);
}
