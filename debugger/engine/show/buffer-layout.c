/* SPDX-License-Identifier: MIT */
/* Reads a buffer's bytes as elements of given types. */
#include <string.h>
#include "data/small-float.h"
#include "debugger/base/error.h"
#include "debugger/base/image-memory.h"
#include "debugger/engine/show/buffer-layout.h"
#include "debugger/engine/show/field.h"

enum kind { KIND_FLOAT, KIND_DOUBLE, KIND_HALF, KIND_SIGNED, KIND_UNSIGNED };

struct item {
	enum kind kind;
	unsigned size, n; /* bytes of a scalar; scalars */
	bool normalized;
};

static const struct name {
	const char *name;
	enum kind kind;
	unsigned size;
	bool vector; /* its number is part of its name in GLSL */
} names[] = {
	{"float", KIND_FLOAT, 4, false},
	{"vec", KIND_FLOAT, 4, true},
	{"double", KIND_DOUBLE, 8, false},
	{"dvec", KIND_DOUBLE, 8, true},
	{"int", KIND_SIGNED, 4, false},
	{"ivec", KIND_SIGNED, 4, true},
	{"uint", KIND_UNSIGNED, 4, false},
	{"uvec", KIND_UNSIGNED, 4, true},
	{"int64_t", KIND_SIGNED, 8, false},
	{"i64vec", KIND_SIGNED, 8, true},
	{"uint64_t", KIND_UNSIGNED, 8, false},
	{"u64vec", KIND_UNSIGNED, 8, true},
	{"half", KIND_HALF, 2, false},
	{"short", KIND_SIGNED, 2, false},
	{"ushort", KIND_UNSIGNED, 2, false},
	{"byte", KIND_SIGNED, 1, false},
	{"ubyte", KIND_UNSIGNED, 1, false},
};

static bool parse_item(const char *word, struct item *item, GError **error)
{
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		size_t length = strlen(names[i].name);
		if (strncmp(word, names[i].name, length) != 0)
			continue;
		const char *rest = word + length;
		*item = (struct item){names[i].kind, names[i].size, 1, false};
		bool numbered = *rest >= '1' && *rest <= '4';
		if (numbered)
			item->n = *rest++ - '0';
		if (*rest == 'n' && names[i].kind >= KIND_SIGNED && names[i].size < 8) {
			item->normalized = true;
			rest++;
		}
		if (*rest == '\0' && (!names[i].vector || (numbered && item->n > 1)))
			return true;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a type of buffer elements: choose float vec2 vec3 vec4 int uint ivec2 "
		"uvec4 int64_t uint64_t i64vec2 double dvec2 half short ushort byte ubyte, also "
		"ubyte4, and ubyte4n for "
		"normalized",
		word);
	return false;
}

struct gs_buffer_layout {
	GArray *items; /* struct item */
};

struct gs_buffer_layout *gs_buffer_layout_parse(const char *text, GError **error)
{
	GArray *items = g_array_new(FALSE, FALSE, sizeof(struct item));
	char **words = g_strsplit(text ? text : "float", ",", -1);
	bool good = words[0] != NULL;
	for (char **word = words; good && *word; word++) {
		struct item item;
		good = parse_item(g_strstrip(*word), &item, error);
		if (good)
			g_array_append_val(items, item);
	}
	g_strfreev(words);
	struct gs_buffer_layout *layout = g_new0(struct gs_buffer_layout, 1);
	layout->items = items;
	if (good && items->len)
		return layout;
	gs_buffer_layout_free(layout);
	return NULL;
}

void gs_buffer_layout_free(struct gs_buffer_layout *layout)
{
	if (!layout)
		return;
	g_array_free(layout->items, TRUE);
	g_free(layout);
}

static double read_scalar(const uint8_t *p, const struct item *item)
{
	uint64_t word = 0;
	memcpy(&word, p, item->size); /* little-endian */
	if (item->kind == KIND_FLOAT) {
		float v;
		memcpy(&v, p, sizeof v);
		return v;
	}
	if (item->kind == KIND_DOUBLE) {
		double v;
		memcpy(&v, p, sizeof v);
		return v;
	}
	if (item->kind == KIND_HALF)
		return gs_small_float((uint32_t)word, GS_HALF_MANTISSA, true);
	unsigned bits = item->size * 8;
	if (bits == 64)
		return item->kind == KIND_UNSIGNED ? (double)word : (double)(int64_t)word;
	if (item->kind == KIND_UNSIGNED)
		return item->normalized ? word / (double)((1ull << bits) - 1) : (double)word;
	int64_t v = word >> (bits - 1) & 1 ? (int64_t)word - (1ll << bits) : (int64_t)word;
	return item->normalized ? MAX(v / (double)((1ll << (bits - 1)) - 1), -1) : (double)v;
}

static enum gs_base base_of(const struct item *item)
{
	static const enum gs_base bases[] = {
		GS_BASE_FLOAT, GS_BASE_DOUBLE, GS_BASE_FLOAT, GS_BASE_INT, GS_BASE_UINT};
	if (item->normalized)
		return GS_BASE_FLOAT;
	if (item->size == 8 && item->kind >= KIND_SIGNED)
		return item->kind == KIND_SIGNED ? GS_BASE_INT64 : GS_BASE_UINT64;
	return bases[item->kind];
}

static struct gs_type type_of(const GArray *items, unsigned n_scalars)
{
	const struct item *first = &g_array_index(items, struct item, 0);
	bool one = items->len == 1;
	struct gs_type type = {
		.base = one ? base_of(first) : GS_BASE_FLOAT, .columns = 1, .rows = 1};
	if (one)
		type.rows = first->n;
	for (guint i = 0; !one && i < items->len; i++)
		if (g_array_index(items, struct item, i).kind != KIND_FLOAT)
			type.base = GS_BASE_DOUBLE; /* holds them all */
	if (!one) {
		type.n_dimensions = 1;
		type.dimensions[0] = (int)n_scalars;
	}
	return type;
}

static char **scalar_names(const GArray *items, unsigned n_scalars)
{
	char **list = g_new0(char *, n_scalars + 1);
	unsigned k = 0;
	for (guint i = 0; i < items->len; i++) {
		const struct item *item = &g_array_index(items, struct item, i);
		for (unsigned c = 0; c < item->n; c++)
			list[k++] = items->len > 1 && item->n > 1
					    ? g_strdup_printf("%u.%c", i, "xyzw"[c])
				    : items->len > 1 ? g_strdup_printf("%u", i)
				    : item->n > 1    ? g_strdup_printf("%c", "xyzw"[c])
						     : g_strdup("value");
	}
	return list;
}

/* What a double does not hold is kept beside it. */
static void keep_kinds(struct gs_field *field, const GArray *items)
{
	size_t k = 0;
	bool wide = false;
	field->bases = g_new(enum gs_base, field->n_scalars + 1);
	for (guint i = 0; i < items->len; i++) {
		const struct item *item = &g_array_index(items, struct item, i);
		wide = wide || base_of(item) == GS_BASE_INT64 || base_of(item) == GS_BASE_UINT64;
		for (unsigned c = 0; c < item->n; c++)
			field->bases[k++] = base_of(item);
	}
	if (wide)
		field->bits = gs_image_memory_new0(
			(size_t)field->width * field->n_scalars * sizeof(*field->bits));
}

static void fill(struct gs_field *field, const GArray *items, const uint8_t *bytes, uint64_t stride)
{
	double *out = field->values;
	uint64_t *bits = field->bits;
	for (unsigned e = 0; e < field->width; e++) {
		const uint8_t *p = bytes + e * stride;
		field->elements[e] = (struct gs_element){.n = 1, .at = {e}, .name = {"index"}};
		for (guint i = 0; i < items->len; i++) {
			const struct item *item = &g_array_index(items, struct item, i);
			for (unsigned c = 0; c < item->n; c++, p += item->size) {
				*out++ = read_scalar(p, item);
				if (bits)
					memcpy(bits++, p, item->size);
			}
		}
	}
}

static uint64_t count_elements(
	const struct gs_buffer_view *view, uint64_t there, uint64_t size, uint64_t stride)
{
	uint64_t n = there < size ? 0 : (there - size) / stride + 1;
	return view->count && view->count < n ? view->count : n;
}

struct gs_field *gs_buffer_layout_read(const struct gs_buffer_layout *layout,
	const struct gs_buffer_view *view, const uint8_t *bytes, uint64_t there, GError **error)
{
	const GArray *items = layout->items;
	unsigned n_scalars = 0;
	uint64_t size = 0;
	for (guint i = 0; i < items->len; i++) {
		const struct item *item = &g_array_index(items, struct item, i);
		n_scalars += item->n;
		size += (uint64_t)item->n * item->size;
	}
	uint64_t stride = view->stride ? view->stride : size,
		 n = count_elements(view, there, size, stride);
	if (n > 1u << 26 || n * n_scalars > 1u << 27) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"%" G_GUINT64_FORMAT
			" elements are too many at once: give an offset and a count",
			n);
		return NULL;
	}
	struct gs_type type = type_of(items, n_scalars);
	struct gs_field *field = gs_field_new((unsigned)n, n ? 1 : 0, &type,
		scalar_names(items, n_scalars), g_strdup_printf("buffer %u", view->buffer));
	field->elements = g_new0(struct gs_element, n + 1);
	keep_kinds(field, items);
	fill(field, items, bytes, stride);
	gs_field_count(field);
	return field;
}
