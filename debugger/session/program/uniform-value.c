/* SPDX-License-Identifier: MIT */
/* Types and values of uniforms, and values as a user writes them. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "data/constants.h"
#include "debugger/session/session.h"
#include "debugger/session/program/uniform.h"

/* GL's types, as GLSL names them; base, columns and rows of what a value holds. */
#define SCALARS(gl, name, base)                                                                    \
	{                                                                                          \
		gl, name, base, 1, 1                                                               \
	}
#define VECTOR(gl, name, base, rows)                                                               \
	{                                                                                          \
		gl, name, base, 1, rows                                                            \
	}
#define MATRIX(gl, name, base, columns, rows)                                                      \
	{                                                                                          \
		gl, name, base, columns, rows                                                      \
	}
#define OPAQUE(gl, name)                                                                           \
	{                                                                                          \
		gl, name, GS_BASE_INT, 1, 1                                                        \
	}

static const struct value_type {
	uint32_t gl;
	const char *name;
	enum gs_base base;
	uint8_t columns, rows;
} value_types[] = {
	SCALARS(GL_INT, "int", GS_BASE_INT),
	SCALARS(GL_UNSIGNED_INT, "uint", GS_BASE_UINT),
	SCALARS(GL_FLOAT, "float", GS_BASE_FLOAT),
	SCALARS(GL_DOUBLE, "double", GS_BASE_DOUBLE),
	SCALARS(GL_INT64_ARB, "int64_t", GS_BASE_INT64),
	SCALARS(GL_UNSIGNED_INT64_ARB, "uint64_t", GS_BASE_UINT64),
	SCALARS(GL_BOOL, "bool", GS_BASE_BOOL),
	VECTOR(GL_FLOAT_VEC2, "vec2", GS_BASE_FLOAT, 2),
	VECTOR(GL_FLOAT_VEC3, "vec3", GS_BASE_FLOAT, 3),
	VECTOR(GL_FLOAT_VEC4, "vec4", GS_BASE_FLOAT, 4),
	VECTOR(GL_INT_VEC2, "ivec2", GS_BASE_INT, 2),
	VECTOR(GL_INT_VEC3, "ivec3", GS_BASE_INT, 3),
	VECTOR(GL_INT_VEC4, "ivec4", GS_BASE_INT, 4),
	VECTOR(GL_BOOL_VEC2, "bvec2", GS_BASE_BOOL, 2),
	VECTOR(GL_BOOL_VEC3, "bvec3", GS_BASE_BOOL, 3),
	VECTOR(GL_BOOL_VEC4, "bvec4", GS_BASE_BOOL, 4),
	VECTOR(GL_UNSIGNED_INT_VEC2, "uvec2", GS_BASE_UINT, 2),
	VECTOR(GL_UNSIGNED_INT_VEC3, "uvec3", GS_BASE_UINT, 3),
	VECTOR(GL_UNSIGNED_INT_VEC4, "uvec4", GS_BASE_UINT, 4),
	VECTOR(GL_DOUBLE_VEC2, "dvec2", GS_BASE_DOUBLE, 2),
	VECTOR(GL_DOUBLE_VEC3, "dvec3", GS_BASE_DOUBLE, 3),
	VECTOR(GL_DOUBLE_VEC4, "dvec4", GS_BASE_DOUBLE, 4),
	VECTOR(GL_INT64_VEC2_ARB, "i64vec2", GS_BASE_INT64, 2),
	VECTOR(GL_INT64_VEC3_ARB, "i64vec3", GS_BASE_INT64, 3),
	VECTOR(GL_INT64_VEC4_ARB, "i64vec4", GS_BASE_INT64, 4),
	VECTOR(GL_UNSIGNED_INT64_VEC2_ARB, "u64vec2", GS_BASE_UINT64, 2),
	VECTOR(GL_UNSIGNED_INT64_VEC3_ARB, "u64vec3", GS_BASE_UINT64, 3),
	VECTOR(GL_UNSIGNED_INT64_VEC4_ARB, "u64vec4", GS_BASE_UINT64, 4),
	MATRIX(GL_FLOAT_MAT2, "mat2", GS_BASE_FLOAT, 2, 2),
	MATRIX(GL_FLOAT_MAT3, "mat3", GS_BASE_FLOAT, 3, 3),
	MATRIX(GL_FLOAT_MAT4, "mat4", GS_BASE_FLOAT, 4, 4),
	MATRIX(GL_FLOAT_MAT2x3, "mat2x3", GS_BASE_FLOAT, 2, 3),
	MATRIX(GL_FLOAT_MAT2x4, "mat2x4", GS_BASE_FLOAT, 2, 4),
	MATRIX(GL_FLOAT_MAT3x2, "mat3x2", GS_BASE_FLOAT, 3, 2),
	MATRIX(GL_FLOAT_MAT3x4, "mat3x4", GS_BASE_FLOAT, 3, 4),
	MATRIX(GL_FLOAT_MAT4x2, "mat4x2", GS_BASE_FLOAT, 4, 2),
	MATRIX(GL_FLOAT_MAT4x3, "mat4x3", GS_BASE_FLOAT, 4, 3),
	MATRIX(GL_DOUBLE_MAT2, "dmat2", GS_BASE_DOUBLE, 2, 2),
	MATRIX(GL_DOUBLE_MAT3, "dmat3", GS_BASE_DOUBLE, 3, 3),
	MATRIX(GL_DOUBLE_MAT4, "dmat4", GS_BASE_DOUBLE, 4, 4),
	MATRIX(GL_DOUBLE_MAT2x3, "dmat2x3", GS_BASE_DOUBLE, 2, 3),
	MATRIX(GL_DOUBLE_MAT2x4, "dmat2x4", GS_BASE_DOUBLE, 2, 4),
	MATRIX(GL_DOUBLE_MAT3x2, "dmat3x2", GS_BASE_DOUBLE, 3, 2),
	MATRIX(GL_DOUBLE_MAT3x4, "dmat3x4", GS_BASE_DOUBLE, 3, 4),
	MATRIX(GL_DOUBLE_MAT4x2, "dmat4x2", GS_BASE_DOUBLE, 4, 2),
	MATRIX(GL_DOUBLE_MAT4x3, "dmat4x3", GS_BASE_DOUBLE, 4, 3),
	OPAQUE(GL_SAMPLER_1D, "sampler1D"),
	OPAQUE(GL_SAMPLER_2D, "sampler2D"),
	OPAQUE(GL_SAMPLER_3D, "sampler3D"),
	OPAQUE(GL_SAMPLER_CUBE, "samplerCube"),
	OPAQUE(GL_SAMPLER_1D_SHADOW, "sampler1DShadow"),
	OPAQUE(GL_SAMPLER_2D_SHADOW, "sampler2DShadow"),
	OPAQUE(GL_SAMPLER_2D_RECT, "sampler2DRect"),
	OPAQUE(GL_SAMPLER_2D_RECT_SHADOW, "sampler2DRectShadow"),
	OPAQUE(GL_SAMPLER_1D_ARRAY, "sampler1DArray"),
	OPAQUE(GL_SAMPLER_2D_ARRAY, "sampler2DArray"),
	OPAQUE(GL_SAMPLER_BUFFER, "samplerBuffer"),
	OPAQUE(GL_SAMPLER_1D_ARRAY_SHADOW, "sampler1DArrayShadow"),
	OPAQUE(GL_SAMPLER_2D_ARRAY_SHADOW, "sampler2DArrayShadow"),
	OPAQUE(GL_SAMPLER_CUBE_SHADOW, "samplerCubeShadow"),
	OPAQUE(GL_INT_SAMPLER_1D, "isampler1D"),
	OPAQUE(GL_INT_SAMPLER_2D, "isampler2D"),
	OPAQUE(GL_INT_SAMPLER_3D, "isampler3D"),
	OPAQUE(GL_INT_SAMPLER_CUBE, "isamplerCube"),
	OPAQUE(GL_INT_SAMPLER_2D_RECT, "isampler2DRect"),
	OPAQUE(GL_INT_SAMPLER_1D_ARRAY, "isampler1DArray"),
	OPAQUE(GL_INT_SAMPLER_2D_ARRAY, "isampler2DArray"),
	OPAQUE(GL_INT_SAMPLER_BUFFER, "isamplerBuffer"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_1D, "usampler1D"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_2D, "usampler2D"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_3D, "usampler3D"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_CUBE, "usamplerCube"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_2D_RECT, "usampler2DRect"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_1D_ARRAY, "usampler1DArray"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_2D_ARRAY, "usampler2DArray"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_BUFFER, "usamplerBuffer"),
	OPAQUE(GL_SAMPLER_EXTERNAL_OES, "samplerExternalOES"),
	OPAQUE(GL_SAMPLER_2D_MULTISAMPLE, "sampler2DMS"),
	OPAQUE(GL_INT_SAMPLER_2D_MULTISAMPLE, "isampler2DMS"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE, "usampler2DMS"),
	OPAQUE(GL_SAMPLER_2D_MULTISAMPLE_ARRAY, "sampler2DMSArray"),
	OPAQUE(GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY, "isampler2DMSArray"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY, "usampler2DMSArray"),
	OPAQUE(GL_SAMPLER_CUBE_MAP_ARRAY, "samplerCubeArray"),
	OPAQUE(GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW, "samplerCubeArrayShadow"),
	OPAQUE(GL_INT_SAMPLER_CUBE_MAP_ARRAY, "isamplerCubeArray"),
	OPAQUE(GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY, "usamplerCubeArray"),
	OPAQUE(GL_IMAGE_1D, "image1D"),
	OPAQUE(GL_IMAGE_2D, "image2D"),
	OPAQUE(GL_IMAGE_3D, "image3D"),
	OPAQUE(GL_IMAGE_2D_RECT, "image2DRect"),
	OPAQUE(GL_IMAGE_CUBE, "imageCube"),
	OPAQUE(GL_IMAGE_BUFFER, "imageBuffer"),
	OPAQUE(GL_IMAGE_1D_ARRAY, "image1DArray"),
	OPAQUE(GL_IMAGE_2D_ARRAY, "image2DArray"),
	OPAQUE(GL_IMAGE_CUBE_MAP_ARRAY, "imageCubeArray"),
	OPAQUE(GL_IMAGE_2D_MULTISAMPLE, "image2DMS"),
	OPAQUE(GL_IMAGE_2D_MULTISAMPLE_ARRAY, "image2DMSArray"),
	OPAQUE(GL_INT_IMAGE_1D, "iimage1D"),
	OPAQUE(GL_INT_IMAGE_2D, "iimage2D"),
	OPAQUE(GL_INT_IMAGE_3D, "iimage3D"),
	OPAQUE(GL_INT_IMAGE_2D_RECT, "iimage2DRect"),
	OPAQUE(GL_INT_IMAGE_CUBE, "iimageCube"),
	OPAQUE(GL_INT_IMAGE_BUFFER, "iimageBuffer"),
	OPAQUE(GL_INT_IMAGE_1D_ARRAY, "iimage1DArray"),
	OPAQUE(GL_INT_IMAGE_2D_ARRAY, "iimage2DArray"),
	OPAQUE(GL_INT_IMAGE_CUBE_MAP_ARRAY, "iimageCubeArray"),
	OPAQUE(GL_INT_IMAGE_2D_MULTISAMPLE, "iimage2DMS"),
	OPAQUE(GL_INT_IMAGE_2D_MULTISAMPLE_ARRAY, "iimage2DMSArray"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_1D, "uimage1D"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_2D, "uimage2D"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_3D, "uimage3D"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_2D_RECT, "uimage2DRect"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_CUBE, "uimageCube"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_BUFFER, "uimageBuffer"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_1D_ARRAY, "uimage1DArray"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_2D_ARRAY, "uimage2DArray"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_CUBE_MAP_ARRAY, "uimageCubeArray"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE, "uimage2DMS"),
	OPAQUE(GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY, "uimage2DMSArray"),
	OPAQUE(GL_UNSIGNED_INT_ATOMIC_COUNTER, "atomic_uint"),
};

static const struct value_type *find_type(uint32_t gl)
{
	for (size_t i = 0; i < G_N_ELEMENTS(value_types); i++)
		if (value_types[i].gl == gl)
			return &value_types[i];
	return NULL;
}

bool gs_uniform_is_array(const struct gs_uniform_info *uniform)
{
	return uniform->array_size > 1 || g_str_has_suffix(uniform->name, "]");
}

char *gs_uniform_type_text(const struct gs_uniform_info *uniform)
{
	const struct value_type *known = find_type(uniform->gl_type);
	char *text = known ? g_strdup(known->name)
			   : g_strdup_printf("GL type 0x%x", uniform->gl_type);
	if (gs_uniform_is_array(uniform)) {
		char *array = g_strdup_printf("%s[%u]", text, uniform->array_size);
		g_free(text);
		text = array;
	}
	return text;
}

struct gs_type gs_uniform_type(const struct gs_uniform_info *uniform)
{
	const struct value_type *known = find_type(uniform->gl_type);
	struct gs_type type = {.base = GS_BASE_INT, .columns = 1, .rows = 1};
	if (known) {
		type.base = known->base;
		type.columns = known->columns;
		type.rows = known->rows;
	}
	if (gs_uniform_is_array(uniform)) {
		type.n_dimensions = 1;
		type.dimensions[0] = MAX(uniform->array_size, 1);
	}
	return type;
}

/* ---- values ---- */

static size_t width_of(enum gs_base base)
{
	return base == GS_BASE_DOUBLE || base == GS_BASE_INT64 || base == GS_BASE_UINT64 ? 8 : 4;
}

struct gs_scalar gs_uniform_scalar(enum gs_base base, const uint8_t *bytes)
{
	struct gs_scalar v = {.base = base};
	uint32_t word;
	float single;
	memcpy(&word, bytes, 4);
	memcpy(&single, bytes, 4);
	switch (base) {
	case GS_BASE_DOUBLE:
		memcpy(&v.number, bytes, 8);
		break;
	case GS_BASE_INT64:
		memcpy(&v.integer, bytes, 8);
		break;
	case GS_BASE_UINT64:
		memcpy(&v.natural, bytes, 8);
		break;
	case GS_BASE_FLOAT:
		v.number = single;
		break;
	case GS_BASE_UINT:
		v.natural = word;
		break;
	case GS_BASE_BOOL:
		v.integer = word != 0;
		break;
	default:
		v.integer = (int32_t)word;
	}
	return v;
}

struct gs_scalar *gs_uniform_scalars(const struct gs_uniform_info *uniform, size_t *n)
{
	struct gs_type type = gs_uniform_type(uniform);
	size_t width = width_of(type.base), size = 0;
	const uint8_t *bytes = uniform->value ? g_bytes_get_data(uniform->value, &size) : NULL;
	*n = (size_t)type.columns * type.rows * (type.n_dimensions ? type.dimensions[0] : 1);
	if (!bytes || size < *n * width)
		return NULL;
	struct gs_scalar *scalars = g_new(struct gs_scalar, *n);
	for (size_t i = 0; i < *n; i++)
		scalars[i] = gs_uniform_scalar(type.base, bytes + i * width);
	return scalars;
}

/* ---- reading a new value ---- */

static bool read_whole(const char *word, bool is_signed, unsigned width, uint64_t *bits)
{
	char *end;
	errno = 0;
	if (is_signed) {
		gint64 v = g_ascii_strtoll(word, &end, 0);
		*bits = (uint64_t)v;
		if (width == 4 && (v < INT32_MIN || v > INT32_MAX))
			return false;
	} else {
		if (*word == '-')
			return false;
		*bits = g_ascii_strtoull(word, &end, 0);
		if (width == 4 && *bits > UINT32_MAX)
			return false;
	}
	if (end != word && (*end == 'u' || *end == 'U') && !is_signed)
		end++;
	return end != word && *end == '\0' && errno == 0;
}

static bool read_real(const char *word, bool is_double, uint64_t *bits)
{
	char *end;
	double v = g_ascii_strtod(word, &end);
	float single = (float)v;
	uint32_t word32;
	if (end == word)
		return false;
	if (!g_ascii_strcasecmp(end, "lf"))
		end += 2;
	else if (*end == 'f' || *end == 'F')
		end++;
	memcpy(&word32, &single, 4);
	if (is_double)
		memcpy(bits, &v, 8);
	else
		*bits = word32;
	bool is_infinite = strpbrk(word, "iI"); /* by name, not by a number beyond the type */
	return *end == '\0' &&
	       (isfinite(is_double ? v : (double)single) || isnan(v) || is_infinite);
}

static bool read_scalar(const char *word, enum gs_base base, uint64_t *bits)
{
	switch (base) {
	case GS_BASE_FLOAT:
	case GS_BASE_DOUBLE:
		return read_real(word, base == GS_BASE_DOUBLE, bits);
	case GS_BASE_BOOL:
		*bits = !strcmp(word, "true") || !strcmp(word, "1");
		return *bits || !strcmp(word, "false") || !strcmp(word, "0");
	default:
		return read_whole(word, base == GS_BASE_INT || base == GS_BASE_INT64,
			(unsigned)width_of(base), bits);
	}
}

/* Whether it is a type such as "vec3", which may stand before a parenthesis. */
static bool is_constructor(const char *word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(value_types); i++)
		if (!strcmp(value_types[i].name, word))
			return true;
	return false;
}

/* The words of a value, without types, commas and brackets. */
static char **split(const char *text, unsigned *n)
{
	char **words = g_strsplit_set(text, " \t,()[]{}", -1);
	*n = 0;
	for (char **word = words; *word; word++)
		if (**word && !is_constructor(*word))
			words[(*n)++] = *word;
		else
			g_free(*word);
	words[*n] = NULL;
	return words;
}

static const char *kind_of(enum gs_base base)
{
	switch (base) {
	case GS_BASE_FLOAT:
	case GS_BASE_DOUBLE:
		return "a number";
	case GS_BASE_BOOL:
		return "true or false";
	case GS_BASE_UINT:
	case GS_BASE_UINT64:
		return "a whole number from 0";
	default:
		return "a whole number";
	}
}

uint64_t *gs_uniform_read_values(const char *name, const char *type_name, enum gs_base base,
	unsigned wanted, const char *text, GError **error)
{
	unsigned n;
	char **words = split(text, &n);
	uint64_t *bits = g_new0(uint64_t, wanted + 1);
	bool good = n == wanted;
	if (!good)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"%s is a %s and takes %u value%s, not %u", name, type_name, wanted,
			wanted == 1 ? "" : "s", n);
	for (unsigned i = 0; good && i < n; i++) {
		good = read_scalar(words[i], base, &bits[i]);
		if (!good)
			g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
				"'%s' is not %s that %s, a %s, can hold", words[i], kind_of(base),
				name, type_name);
	}
	g_strfreev(words);
	if (!good)
		g_clear_pointer(&bits, g_free);
	return bits;
}

bool gs_uniform_read_index(const char *text, uint64_t *index)
{
	char *end;
	if (text[0] != '[' || !g_ascii_isdigit(text[1]))
		return false;
	*index = g_ascii_strtoull(text + 1, &end, 10);
	return end[0] == ']' && end[1] == '\0';
}
