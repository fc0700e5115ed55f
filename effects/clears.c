/* SPDX-License-Identifier: MIT */
#include "effects/clears.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "data/small-float.h"

enum number {
	NORMALIZED, /* an unsigned integer stands for a fraction of the largest one */
	FLOAT,
	SIGNED,
	UNSIGNED,
};

struct layout {
	uint32_t format;
	uint8_t components, bits, number; /* enum number */
};

static const struct layout layouts[] = {
	{GL_R8, 1, 8, NORMALIZED},
	{GL_RG8, 2, 8, NORMALIZED},
	{GL_RGBA8, 4, 8, NORMALIZED},
	{GL_R16, 1, 16, NORMALIZED},
	{GL_RG16, 2, 16, NORMALIZED},
	{GL_RGBA16, 4, 16, NORMALIZED},
	{GL_R16F, 1, 16, FLOAT},
	{GL_RG16F, 2, 16, FLOAT},
	{GL_RGBA16F, 4, 16, FLOAT},
	{GL_R32F, 1, 32, FLOAT},
	{GL_RG32F, 2, 32, FLOAT},
	{GL_RGB32F, 3, 32, FLOAT},
	{GL_RGBA32F, 4, 32, FLOAT},
	{GL_R8I, 1, 8, SIGNED},
	{GL_RG8I, 2, 8, SIGNED},
	{GL_RGBA8I, 4, 8, SIGNED},
	{GL_R16I, 1, 16, SIGNED},
	{GL_RG16I, 2, 16, SIGNED},
	{GL_RGBA16I, 4, 16, SIGNED},
	{GL_R32I, 1, 32, SIGNED},
	{GL_RG32I, 2, 32, SIGNED},
	{GL_RGB32I, 3, 32, SIGNED},
	{GL_RGBA32I, 4, 32, SIGNED},
	{GL_R8UI, 1, 8, UNSIGNED},
	{GL_RG8UI, 2, 8, UNSIGNED},
	{GL_RGBA8UI, 4, 8, UNSIGNED},
	{GL_R16UI, 1, 16, UNSIGNED},
	{GL_RG16UI, 2, 16, UNSIGNED},
	{GL_RGBA16UI, 4, 16, UNSIGNED},
	{GL_R32UI, 1, 32, UNSIGNED},
	{GL_RG32UI, 2, 32, UNSIGNED},
	{GL_RGB32UI, 3, 32, UNSIGNED},
	{GL_RGBA32UI, 4, 32, UNSIGNED},
};

/* The components of a format, in the order in which its numbers are given. */
static const struct {
	uint32_t format;
	uint8_t n, components[4];
} orders[] = {
	{GL_RED, 1, {0}},
	{GL_GREEN, 1, {1}},
	{GL_BLUE, 1, {2}},
	{GL_RG, 2, {0, 1}},
	{GL_RGB, 3, {0, 1, 2}},
	{GL_BGR, 3, {2, 1, 0}},
	{GL_RGBA, 4, {0, 1, 2, 3}},
	{GL_BGRA, 4, {2, 1, 0, 3}},
	{GL_RED_INTEGER, 1, {0}},
	{GL_GREEN_INTEGER, 1, {1}},
	{GL_BLUE_INTEGER, 1, {2}},
	{GL_RG_INTEGER, 2, {0, 1}},
	{GL_RGB_INTEGER, 3, {0, 1, 2}},
	{GL_BGR_INTEGER, 3, {2, 1, 0}},
	{GL_RGBA_INTEGER, 4, {0, 1, 2, 3}},
	{GL_BGRA_INTEGER, 4, {2, 1, 0, 3}},
};

/* A number as the program gave it. */
struct source {
	bool is_float, is_signed;
	uint8_t bits;
	int64_t integer;
	double real; /* value of a float */
};

static bool read_type(uint32_t type, struct source *source)
{
	static const struct {
		uint32_t type;
		struct source source;
	} types[] = {{GL_UNSIGNED_BYTE, {.bits = 8}}, {GL_BYTE, {.bits = 8, .is_signed = true}},
		{GL_UNSIGNED_SHORT, {.bits = 16}}, {GL_SHORT, {.bits = 16, .is_signed = true}},
		{GL_UNSIGNED_INT, {.bits = 32}}, {GL_INT, {.bits = 32, .is_signed = true}},
		{GL_HALF_FLOAT, {.bits = 16, .is_float = true}},
		{GL_FLOAT, {.bits = 32, .is_float = true}}};
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (types[i].type == type) {
			*source = types[i].source;
			return true;
		}
	return false;
}

/* Convert to a half float. Return false if no half is exactly that number. */
static bool half_of_real(double real, uint16_t *half)
{
	int exponent;
	double fraction = frexp(fabs(real), &exponent) * 2048; /* 1024 .. 2047 */
	uint16_t sign = signbit(real) ? 0x8000 : 0;
	*half = sign;
	if (real == 0)
		return true;
	if (!isfinite(real) || exponent > 16)
		return false;
	if (exponent < -13) { /* denormal */
		fraction = ldexp(fabs(real), 24);
		*half = sign | (uint16_t)fraction;
	} else {
		*half = (uint16_t)(sign | (exponent + 14) << 10 | ((int)fraction & 1023));
	}
	return fraction == floor(fraction) && fraction >= 1;
}

static void read_number(const uint8_t *bytes, struct source *source)
{
	uint32_t bits = 0;
	float real;
	memcpy(&bits, bytes, source->bits / 8); /* little-endian, as all of glstep's machines */
	source->integer = !source->is_signed   ? (int64_t)bits
			  : source->bits == 8  ? (int8_t)bits
			  : source->bits == 16 ? (int16_t)bits
					       : (int32_t)bits;
	memcpy(&real, &bits, sizeof real);
	source->real = source->bits == 16 ? gs_small_float(bits, GS_HALF_MANTISSA, true)
					  : (double)real;
}

static int64_t largest(unsigned bits, bool is_signed)
{
	return (INT64_C(1) << (bits - is_signed)) - 1;
}

static bool to_integer(const struct source *source, const struct layout *to, uint32_t *bits)
{
	bool is_signed = to->number == SIGNED;
	int64_t most = largest(to->bits, is_signed), least = is_signed ? -most - 1 : 0;
	*bits = (uint32_t)source->integer;
	return !source->is_float && source->integer >= least && source->integer <= most;
}

static bool float_to_normalized(double real, double most, uint32_t *bits)
{
	double scaled = CLAMP(real, 0.0, 1.0) * most, rest = scaled - floor(scaled);
	*bits = (uint32_t)floor(scaled + 0.5);
	return !isnan(real) && fabs(rest - 0.5) > 1e-2; /* drivers may round halves otherwise */
}

static bool to_normalized(const struct source *source, const struct layout *to, uint32_t *bits)
{
	int64_t most = largest(to->bits, false), of = largest(source->bits, source->is_signed);
	if (source->is_float)
		return float_to_normalized(source->real, (double)most, bits);
	int64_t number = MAX(source->integer, 0);
	*bits = (uint32_t)((number * most + of / 2) / of);
	/* Drivers differ in how they expand 7 bits to 8 and the like. */
	if (source->is_signed)
		return number == 0 || number == of;
	/* With fewer bits, drivers take the nearest number or leave the lower bits out:
	 * OpenGL 4.6, section 2.3.5.2, allows either of the two that are closest. */
	return source->bits <= to->bits || number >> (source->bits - to->bits) == *bits;
}

static bool to_float(const struct source *source, const struct layout *to, uint32_t *bits)
{
	int64_t most = largest(source->bits, source->is_signed);
	double real = source->is_float		 ? source->real
		      : source->integer == 0	 ? 0
		      : source->integer == most	 ? 1
		      : source->integer == -most ? -1
						 : (double)NAN;
	float single = (float)real;
	uint16_t half = 0;
	bool is_exact = to->bits == 32 ? (double)single == real : half_of_real(real, &half);
	if (to->bits == 32)
		memcpy(bits, &single, sizeof *bits);
	else
		*bits = half;
	return is_exact;
}

static bool convert(const struct source *source, const struct layout *to, uint32_t *bits)
{
	switch ((enum number)to->number) {
	case NORMALIZED:
		return to_normalized(source, to, bits);
	case FLOAT:
		return to_float(source, to, bits);
	default:
		return to_integer(source, to, bits);
	}
}

/* Return the bits of a component that the program gave no number for: 0, or 1 for alpha. */
static uint32_t absent(const struct layout *to, unsigned component)
{
	if (component < 3)
		return 0;
	return to->number == NORMALIZED ? (uint32_t)largest(to->bits, false)
	       : to->number != FLOAT	? 1
	       : to->bits == 16		? 0x3c00
					: 0x3f800000;
}

static bool is_of_integers(uint32_t format)
{
	return format == GL_RG_INTEGER || (format >= GL_RED_INTEGER && format <= GL_BGRA_INTEGER);
}

/* Convert the numbers that the program gave, each into the bits of its component. Return false if
 * that cannot be done exactly, or the formats do not match. */
static bool read_pixel(
	const struct gs_clear_value *clear, const struct layout *to, uint32_t bits[4])
{
	struct source source;
	bool has_integers = to->number == SIGNED || to->number == UNSIGNED;
	size_t i = 0;
	while (i < G_N_ELEMENTS(orders) && orders[i].format != clear->format)
		i++;
	if (i == G_N_ELEMENTS(orders) || !read_type(clear->type, &source) ||
		is_of_integers(clear->format) != has_integers ||
		clear->n < (uint64_t)orders[i].n * source.bits / 8)
		return false;
	for (unsigned k = 0; k < orders[i].n; k++) {
		read_number(clear->pixel + (size_t)k * source.bits / 8, &source);
		if (orders[i].components[k] < to->components &&
			!convert(&source, to, &bits[orders[i].components[k]]))
			return false;
	}
	return true;
}

unsigned gs_clear_pattern(const struct gs_clear_value *clear, uint8_t pattern[GS_CLEAR_MOST])
{
	const struct layout *to = layouts;
	uint32_t bits[4];
	memset(pattern, 0, GS_CLEAR_MOST);
	if (!clear->pixel)
		return 1;
	while (to < layouts + G_N_ELEMENTS(layouts) && to->format != clear->internal_format)
		to++;
	if (to == layouts + G_N_ELEMENTS(layouts))
		return 0;
	for (unsigned i = 0; i < 4; i++)
		bits[i] = absent(to, i);
	if (!read_pixel(clear, to, bits))
		return 0;
	for (unsigned i = 0; i < to->components; i++)
		memcpy(pattern + i * to->bits / 8, &bits[i], to->bits / 8);
	return to->components * to->bits / 8u;
}
