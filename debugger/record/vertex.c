/* SPDX-License-Identifier: MIT */
/* Numbers of vertex arrays, of every type, as the floats that GL makes of them. */
#include <string.h>
#include "data/constants.h"
#include "data/small-float.h"
#include "debugger/record/private.h"

/* 2.3.5, of fixed-point numbers: as it is since 4.2. */
static float integer(uint64_t raw, unsigned bits, bool is_signed, bool normalized)
{
	double value = is_signed ? (double)((int64_t)(raw << (64 - bits)) >> (64 - bits))
				 : (double)raw;
	if (!normalized)
		return (float)value;
	value /= (double)((1ull << (bits - is_signed)) - 1);
	return (float)(value < -1 ? -1 : value);
}

/* One component of an array that has each for itself. False: of no known type. */
static bool plain(uint32_t type, const uint8_t *from, bool normalized, float *value)
{
	uint8_t class, bits;
	uint64_t raw = 0;
	if (type == GL_HALF_FLOAT || type == GL_HALF_FLOAT_OES) {
		memcpy(&raw, from, 2);
		*value = (float)gs_small_float((uint32_t)raw, GS_HALF_MANTISSA, true);
		return true;
	}
	if (type == GL_FIXED) {
		memcpy(&raw, from, 4);
		*value = integer(raw, 32, true, false) / 65536;
		return true;
	}
	if (!gs_data_gl_type(type, &class, &bits) ||
		(class != GS_CLASS_INT && class != GS_CLASS_UINT))
		return false;
	memcpy(&raw, from, bits / 8);
	*value = integer(raw, bits, class == GS_CLASS_INT, normalized);
	return true;
}

/* All components in one word. */
static void unpack(uint32_t type, const uint8_t *from, bool normalized, float values[4])
{
	uint32_t word;
	memcpy(&word, from, sizeof word);
	for (unsigned i = 0; i < 3; i++)
		values[i] = type == GL_UNSIGNED_INT_10F_11F_11F_REV
				    ? (float)gs_small_float(
					      word >> 11 * i & (i < 2 ? 0x7ff : 0x3ff),
					      i < 2 ? 6 : 5, false)
				    : integer(word >> 10 * i & 0x3ff, 10,
					      type == GL_INT_2_10_10_10_REV, normalized);
	if (type != GL_UNSIGNED_INT_10F_11F_11F_REV)
		values[3] = integer(word >> 30, 2, type == GL_INT_2_10_10_10_REV, normalized);
}

unsigned gs_recording_vertex_floats(
	const struct gs_wire_memory *entry, const uint8_t *bytes, bool normalized, float values[4])
{
	uint32_t type = entry->info[2], components = entry->info[1];
	unsigned size = components == GL_BGRA ? 4 : components;
	unsigned each = gs_data_vertex_bytes(type, components);
	values[0] = values[1] = values[2] = 0;
	values[3] = 1;
	if (!each || size > 4 || entry->size < each)
		return 0;
	if (type == GL_UNSIGNED_INT_2_10_10_10_REV || type == GL_INT_2_10_10_10_REV ||
		type == GL_UNSIGNED_INT_10F_11F_11F_REV)
		unpack(type, bytes, normalized, values);
	else
		for (unsigned i = 0; i < size; i++)
			if (!plain(type, bytes + (size_t)i * (each / size), normalized, &values[i]))
				return 0;
	if (components == GL_BGRA) {
		float red = values[2];
		values[2] = values[0];
		values[0] = red;
	}
	return size;
}
