/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "glsl/private.h"

const char *gs_base_name(enum gs_base base)
{
	static const char *const names[] = {"?", "void", "bool", "int", "uint", "float", "double",
		"int64_t", "uint64_t", "float16_t", "int16_t", "uint16_t", "int8_t", "uint8_t",
		"opaque", "struct"};

	return base < G_N_ELEMENTS(names) ? names[base] : "?";
}

static const char *vector_prefix(enum gs_base base)
{
	static const char *const prefixes[] = {"?", "void", "b", "i", "u", "", "d", "i64", "u64",
		"f16", "i16", "u16", "i8", "u8", "", ""};

	return base < G_N_ELEMENTS(prefixes) ? prefixes[base] : "?";
}

char *gs_type_string(const struct gs_type *type)
{
	GString *s = g_string_new(NULL);

	if (type->base == GS_BASE_STRUCT)
		g_string_append(s, type->structure->name[0] ? type->structure->name : "struct");
	else if (type->base == GS_BASE_OPAQUE)
		g_string_append(s, type->name ? type->name : "opaque");
	else if (type->columns > 1 && type->columns == type->rows)
		g_string_append_printf(s, "%smat%u", vector_prefix(type->base), type->columns);
	else if (type->columns > 1)
		g_string_append_printf(
			s, "%smat%ux%u", vector_prefix(type->base), type->columns, type->rows);
	else if (type->rows > 1)
		g_string_append_printf(s, "%svec%u", vector_prefix(type->base), type->rows);
	else
		g_string_append(s, gs_base_name(type->base));
	for (unsigned i = 0; i < type->n_dimensions; i++) {
		if (type->dimensions[i] > 0)
			g_string_append_printf(s, "[%d]", type->dimensions[i]);
		else
			g_string_append(s, "[]");
	}
	return g_string_free(s, FALSE);
}

static bool struct_equal(const struct gs_struct *a, const struct gs_struct *b)
{
	if (a == b)
		return true;
	if (!a || !b || strcmp(a->name, b->name) != 0 || a->n_named != b->n_named)
		return false;
	for (size_t i = 0; i < a->n_named; i++)
		if (strcmp(a->members[i].name, b->members[i].name) != 0 ||
			!gs_type_equal(&a->members[i].type, &b->members[i].type))
			return false;
	return true;
}

bool gs_type_shape_equal(const struct gs_type *a, const struct gs_type *b)
{
	if (a->columns != b->columns || a->rows != b->rows || a->n_dimensions != b->n_dimensions)
		return false;
	for (unsigned i = 0; i < a->n_dimensions; i++)
		if (a->dimensions[i] && b->dimensions[i] && a->dimensions[i] != b->dimensions[i])
			return false; /* an unsized array may still become any size */
	return true;
}

bool gs_type_equal(const struct gs_type *a, const struct gs_type *b)
{
	if (a->base != b->base || !gs_type_shape_equal(a, b))
		return false;
	for (unsigned i = 0; i < a->n_dimensions; i++)
		if (a->dimensions[i] != b->dimensions[i])
			return false;
	if (a->base == GS_BASE_OPAQUE)
		return a->name == b->name || (a->name && b->name && !strcmp(a->name, b->name));
	return a->base != GS_BASE_STRUCT || struct_equal(a->structure, b->structure);
}

bool gs_type_element(const struct gs_type *type, struct gs_type *element, unsigned *count)
{
	*element = *type;
	if (type->n_dimensions) {
		*count = type->dimensions[0] > 0 ? (unsigned)type->dimensions[0] : 0;
		element->n_dimensions--;
		memmove(element->dimensions, element->dimensions + 1,
			(GS_MAX_DIMENSIONS - 1) * sizeof(element->dimensions[0]));
		element->dimensions[GS_MAX_DIMENSIONS - 1] = 0;
		return true;
	}
	if (type->columns > 1) {
		*count = type->columns;
		element->columns = 1;
		return true;
	}
	*count = type->rows;
	element->rows = 1;
	return type->rows > 1;
}

size_t gs_type_scalars(const struct gs_type *type)
{
	size_t n = 0, limit = 1u << 28;

	if (type->base == GS_BASE_UNKNOWN || type->base == GS_BASE_VOID ||
		type->base == GS_BASE_OPAQUE)
		return 0;
	if (type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			size_t part = gs_type_scalars(&type->structure->members[i].type);

			if (!part)
				return 0;
			n += part;
		}
	} else {
		n = (size_t)type->columns * type->rows;
	}
	for (unsigned i = 0; i < type->n_dimensions; i++) {
		if (type->dimensions[i] <= 0 || n > limit)
			return 0;
		n *= (size_t)type->dimensions[i];
	}
	return n > limit ? 0 : n;
}

struct gs_type gs_type_vector(enum gs_base base, unsigned rows)
{
	return (struct gs_type){.base = base, .columns = 1, .rows = (uint8_t)rows};
}

struct gs_type gs_type_scalar(enum gs_base base)
{
	return gs_type_vector(base, 1);
}

bool gs_type_is_scalar(const struct gs_type *type)
{
	return type->n_dimensions == 0 && type->columns == 1 && type->rows == 1 &&
	       type->base != GS_BASE_STRUCT && type->base != GS_BASE_OPAQUE &&
	       type->base != GS_BASE_VOID;
}

void gs_type_add_dimension(struct gs_type *type, int dimension)
{
	if (type->n_dimensions == GS_MAX_DIMENSIONS)
		return;
	memmove(type->dimensions + 1, type->dimensions,
		type->n_dimensions * sizeof(type->dimensions[0]));
	type->dimensions[0] = dimension;
	type->n_dimensions++;
}

/* GLSL 4.60, 4.1.10, and the longer lists of extensions at a higher price. */
static int base_conversion(enum gs_base from, enum gs_base to)
{
	if (from == to)
		return 0;
	switch (to) {
	case GS_BASE_UINT:
		return from == GS_BASE_INT ? 2 : -1;
	case GS_BASE_FLOAT:
		return from == GS_BASE_FLOAT16			     ? 1
		       : from == GS_BASE_INT || from == GS_BASE_UINT ? 3
								     : -1;
	case GS_BASE_DOUBLE:
		return from == GS_BASE_FLOAT				 ? 1
		       : from == GS_BASE_FLOAT16			 ? 2
		       : from == GS_BASE_INT || from == GS_BASE_UINT	 ? 4
		       : from == GS_BASE_INT64 || from == GS_BASE_UINT64 ? 5
									 : -1;
	case GS_BASE_INT64:
		return from == GS_BASE_INT ? 5 : from == GS_BASE_UINT ? 6 : -1;
	case GS_BASE_UINT64:
		return from == GS_BASE_UINT			      ? 5
		       : from == GS_BASE_INT || from == GS_BASE_INT64 ? 6
								      : -1;
	default:
		return -1;
	}
}

int gs_type_conversion(const struct gs_type *from, const struct gs_type *to)
{
	if (from->base == GS_BASE_UNKNOWN || to->base == GS_BASE_UNKNOWN)
		return 20;
	if (!gs_type_shape_equal(from, to))
		return -1;
	if (from->base == to->base &&
		(from->base == GS_BASE_STRUCT || from->base == GS_BASE_OPAQUE)) {
		struct gs_type a = *from, b = *to;

		a.n_dimensions = b.n_dimensions = 0;
		return gs_type_equal(&a, &b) ? 0 : -1;
	}
	int cost = base_conversion(from->base, to->base);

	return cost > 0 && from->n_dimensions ? -1 : cost;
}

int gs_swizzle_component(char c)
{
	static const char letters[] = "xyzwrgbastpq";
	const char *at = c ? strchr(letters, c) : NULL;

	return at ? (int)((at - letters) % 4) : -1;
}
