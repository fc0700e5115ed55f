/* SPDX-License-Identifier: MIT */
#include "data/pointee.h"

#include <string.h>
#include "data/tables.h"

const struct gs_memory_rule *gs_data_memory_rules_of(unsigned function, size_t *n)
{
	if (function >= GS_N_FUNCTIONS) {
		*n = 0;
		return NULL;
	}
	*n = gs_data_first_memory_rule[function + 1] - gs_data_first_memory_rule[function];
	return gs_data_memory_rules + gs_data_first_memory_rule[function];
}

const struct gs_memory_rule *gs_data_memory_rule(unsigned function, unsigned argument)
{
	size_t n;
	const struct gs_memory_rule *p = gs_data_memory_rules_of(function, &n);
	for (size_t i = 0; i < n; i++)
		if (p[i].argument == argument)
			return &p[i];
	return NULL;
}

const struct gs_pname *gs_data_pname(uint32_t value)
{
	size_t low = 0, high = gs_data_n_pnames;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_data_pnames[middle].value == value)
			return &gs_data_pnames[middle];
		if (gs_data_pnames[middle].value < value)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const char *gs_data_group_name(uint16_t group)
{
	return group < gs_data_n_groups ? gs_data_groups[group].name : NULL;
}

size_t gs_data_struct_size(unsigned number)
{
	return number < gs_data_n_structs ? gs_data_struct_sizes[number] : 0;
}

/* GL_BYTE ... GL_FIXED; GL_INT64_ARB, GL_UNSIGNED_INT64_ARB */
static const struct {
	uint8_t class, bits;
} scalars[] = {{GS_CLASS_INT, 8}, {GS_CLASS_UINT, 8}, {GS_CLASS_INT, 16}, {GS_CLASS_UINT, 16},
	{GS_CLASS_INT, 32}, {GS_CLASS_UINT, 32}, {GS_CLASS_FLOAT, 32}, {GS_CLASS_UINT, 16},
	{GS_CLASS_UINT, 24}, {GS_CLASS_UINT, 32}, {GS_CLASS_DOUBLE, 64}, {GS_CLASS_UINT, 16},
	{GS_CLASS_INT, 32}, {0}, {GS_CLASS_INT, 64}, {GS_CLASS_UINT, 64}};

/* GL_2_BYTES ... GL_4_BYTES: bytes of which several make one name */
static bool is_bytes(uint32_t type)
{
	return type >= 0x1407 && type <= 0x1409;
}

bool gs_data_gl_type(uint32_t type, uint8_t *class, uint8_t *bits)
{
	if (type < 0x1400 || type > 0x140a) /* GL_DOUBLE */
		return false;
	*class = scalars[type - 0x1400].class;
	*bits = scalars[type - 0x1400].bits;
	return !is_bytes(type);
}

/* 0: not such a type. */
static unsigned scalar_bytes(uint32_t type)
{
	if (type == 0x8d61) /* GL_HALF_FLOAT_OES */
		return 2;
	if (type < 0x1400 || type - 0x1400 >= sizeof scalars / sizeof *scalars || is_bytes(type))
		return 0;
	return scalars[type - 0x1400].bits / 8;
}

unsigned gs_data_vertex_bytes(uint32_t type, uint32_t components)
{
	switch (type) {
	case 0x8368: /* GL_UNSIGNED_INT_2_10_10_10_REV */
	case 0x8d9f: /* GL_INT_2_10_10_10_REV */
	case 0x8c3b: /* GL_UNSIGNED_INT_10F_11F_11F_REV */
		return 4;
	default:
		return scalar_bytes(type) * (components == 0x80e1 /* GL_BGRA */ ? 4 : components);
	}
}

unsigned gs_data_components(uint32_t format)
{
	switch (format) {
	case 0x1900: /* GL_COLOR_INDEX */
	case 0x1901: /* GL_STENCIL_INDEX */
	case 0x1902: /* GL_DEPTH_COMPONENT */
	case 0x1903: /* GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA */
	case 0x1904:
	case 0x1905:
	case 0x1906:
	case 0x1909: /* GL_LUMINANCE */
	case 0x8049: /* GL_INTENSITY */
	case 0x8d94: /* GL_RED_INTEGER, GL_GREEN_INTEGER, GL_BLUE_INTEGER, GL_ALPHA_INTEGER */
	case 0x8d95:
	case 0x8d96:
	case 0x8d97:
	case 0x8d9c: /* GL_LUMINANCE_INTEGER_EXT */
		return 1;
	case 0x190a: /* GL_LUMINANCE_ALPHA */
	case 0x8227: /* GL_RG */
	case 0x8228: /* GL_RG_INTEGER */
	case 0x84f9: /* GL_DEPTH_STENCIL, with packed types alone */
	case 0x8d9d: /* GL_LUMINANCE_ALPHA_INTEGER_EXT */
		return 2;
	case 0x1907: /* GL_RGB, GL_BGR, their integers */
	case 0x80e0:
	case 0x8d98:
	case 0x8d9a:
		return 3;
	case 0x1908: /* GL_RGBA, GL_BGRA, GL_ABGR_EXT, their integers */
	case 0x80e1:
	case 0x8000:
	case 0x8d99:
	case 0x8d9b:
		return 4;
	default:
		return 0;
	}
}

/* Bytes of a packed type, which holds a whole pixel; 0: not one. */
static unsigned packed(uint32_t type)
{
	switch (type) {
	case 0x8032: /* GL_UNSIGNED_BYTE_3_3_2 */
	case 0x8362: /* ... _2_3_3_REV */
		return 1;
	case 0x8033: /* GL_UNSIGNED_SHORT_4_4_4_4, _5_5_5_1 */
	case 0x8034:
	case 0x8363: /* _5_6_5, its reverse, _4_4_4_4_REV, _1_5_5_5_REV */
	case 0x8364:
	case 0x8365:
	case 0x8366:
		return 2;
	case 0x8035: /* GL_UNSIGNED_INT_8_8_8_8, _10_10_10_2, their reverses */
	case 0x8036:
	case 0x8367:
	case 0x8368:
	case 0x84fa: /* _24_8, _10F_11F_11F_REV, _5_9_9_9_REV */
	case 0x8c3b:
	case 0x8c3e:
		return 4;
	case 0x8dad: /* GL_FLOAT_32_UNSIGNED_INT_24_8_REV */
		return 8;
	default:
		return 0;
	}
}

unsigned gs_data_pixel_bits(uint32_t format, uint32_t type, unsigned *unit)
{
	unsigned n = gs_data_components(format);
	*unit = 1;
	if (type == 0x1a00) /* GL_BITMAP */
		return format == 0x1900 || format == 0x1901 ? 1 : 0;
	unsigned size = packed(type);
	if (size) {
		*unit = size;
		return n ? size * 8 : 0;
	}
	*unit = scalar_bytes(type);
	if (*unit > 4) /* no pixel has these */
		*unit = 0;
	return n * *unit * 8;
}

unsigned gs_data_list_name_bytes(uint32_t type)
{
	uint8_t class, bits;
	if (is_bytes(type))
		return type - 0x1407 + 2;
	return gs_data_gl_type(type, &class, &bits) && bits <= 16 ? bits / 8u : 4;
}

/* The first byte is the highest. */
static uint32_t number_of_bytes(const uint8_t *bytes, unsigned n)
{
	uint32_t number = 0;
	for (unsigned i = 0; i < n; i++)
		number = number << 8 | bytes[i];
	return number;
}

uint32_t gs_data_list_name(const void *names, uint32_t type, uint32_t i)
{
	unsigned n = gs_data_list_name_bytes(type);
	const uint8_t *at = (const uint8_t *)names + (size_t)i * n;
	uint32_t number = 0;
	float real;
	if (is_bytes(type))
		return number_of_bytes(at, n);
	if (type == 0x1406) { /* GL_FLOAT */
		memcpy(&real, at, sizeof real);
		return real > -0x1p31f && real < 0x1p31f ? (uint32_t)(int32_t)real : 0;
	}
	memcpy(&number, at, n); /* little-endian */
	if (type == 0x1400)	/* GL_BYTE */
		return (uint32_t)(int8_t)number;
	return type == 0x1402 ? (uint32_t)(int16_t)number : number; /* GL_SHORT */
}
