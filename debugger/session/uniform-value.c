/* SPDX-License-Identifier: MIT */
/* Types and values of uniforms, and values as a user writes them. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "debugger/session/session.h"
#include "debugger/session/uniform.h"

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
	SCALARS(0x1404, "int", GS_BASE_INT),
	SCALARS(0x1405, "uint", GS_BASE_UINT),
	SCALARS(0x1406, "float", GS_BASE_FLOAT),
	SCALARS(0x140A, "double", GS_BASE_DOUBLE),
	SCALARS(0x140E, "int64_t", GS_BASE_INT64),
	SCALARS(0x140F, "uint64_t", GS_BASE_UINT64),
	SCALARS(0x8B56, "bool", GS_BASE_BOOL),
	VECTOR(0x8B50, "vec2", GS_BASE_FLOAT, 2),
	VECTOR(0x8B51, "vec3", GS_BASE_FLOAT, 3),
	VECTOR(0x8B52, "vec4", GS_BASE_FLOAT, 4),
	VECTOR(0x8B53, "ivec2", GS_BASE_INT, 2),
	VECTOR(0x8B54, "ivec3", GS_BASE_INT, 3),
	VECTOR(0x8B55, "ivec4", GS_BASE_INT, 4),
	VECTOR(0x8B57, "bvec2", GS_BASE_BOOL, 2),
	VECTOR(0x8B58, "bvec3", GS_BASE_BOOL, 3),
	VECTOR(0x8B59, "bvec4", GS_BASE_BOOL, 4),
	VECTOR(0x8DC6, "uvec2", GS_BASE_UINT, 2),
	VECTOR(0x8DC7, "uvec3", GS_BASE_UINT, 3),
	VECTOR(0x8DC8, "uvec4", GS_BASE_UINT, 4),
	VECTOR(0x8FFC, "dvec2", GS_BASE_DOUBLE, 2),
	VECTOR(0x8FFD, "dvec3", GS_BASE_DOUBLE, 3),
	VECTOR(0x8FFE, "dvec4", GS_BASE_DOUBLE, 4),
	VECTOR(0x8FE9, "i64vec2", GS_BASE_INT64, 2),
	VECTOR(0x8FEA, "i64vec3", GS_BASE_INT64, 3),
	VECTOR(0x8FEB, "i64vec4", GS_BASE_INT64, 4),
	VECTOR(0x8FF5, "u64vec2", GS_BASE_UINT64, 2),
	VECTOR(0x8FF6, "u64vec3", GS_BASE_UINT64, 3),
	VECTOR(0x8FF7, "u64vec4", GS_BASE_UINT64, 4),
	MATRIX(0x8B5A, "mat2", GS_BASE_FLOAT, 2, 2),
	MATRIX(0x8B5B, "mat3", GS_BASE_FLOAT, 3, 3),
	MATRIX(0x8B5C, "mat4", GS_BASE_FLOAT, 4, 4),
	MATRIX(0x8B65, "mat2x3", GS_BASE_FLOAT, 2, 3),
	MATRIX(0x8B66, "mat2x4", GS_BASE_FLOAT, 2, 4),
	MATRIX(0x8B67, "mat3x2", GS_BASE_FLOAT, 3, 2),
	MATRIX(0x8B68, "mat3x4", GS_BASE_FLOAT, 3, 4),
	MATRIX(0x8B69, "mat4x2", GS_BASE_FLOAT, 4, 2),
	MATRIX(0x8B6A, "mat4x3", GS_BASE_FLOAT, 4, 3),
	MATRIX(0x8F46, "dmat2", GS_BASE_DOUBLE, 2, 2),
	MATRIX(0x8F47, "dmat3", GS_BASE_DOUBLE, 3, 3),
	MATRIX(0x8F48, "dmat4", GS_BASE_DOUBLE, 4, 4),
	MATRIX(0x8F49, "dmat2x3", GS_BASE_DOUBLE, 2, 3),
	MATRIX(0x8F4A, "dmat2x4", GS_BASE_DOUBLE, 2, 4),
	MATRIX(0x8F4B, "dmat3x2", GS_BASE_DOUBLE, 3, 2),
	MATRIX(0x8F4C, "dmat3x4", GS_BASE_DOUBLE, 3, 4),
	MATRIX(0x8F4D, "dmat4x2", GS_BASE_DOUBLE, 4, 2),
	MATRIX(0x8F4E, "dmat4x3", GS_BASE_DOUBLE, 4, 3),
	OPAQUE(0x8B5D, "sampler1D"),
	OPAQUE(0x8B5E, "sampler2D"),
	OPAQUE(0x8B5F, "sampler3D"),
	OPAQUE(0x8B60, "samplerCube"),
	OPAQUE(0x8B61, "sampler1DShadow"),
	OPAQUE(0x8B62, "sampler2DShadow"),
	OPAQUE(0x8B63, "sampler2DRect"),
	OPAQUE(0x8B64, "sampler2DRectShadow"),
	OPAQUE(0x8DC0, "sampler1DArray"),
	OPAQUE(0x8DC1, "sampler2DArray"),
	OPAQUE(0x8DC2, "samplerBuffer"),
	OPAQUE(0x8DC3, "sampler1DArrayShadow"),
	OPAQUE(0x8DC4, "sampler2DArrayShadow"),
	OPAQUE(0x8DC5, "samplerCubeShadow"),
	OPAQUE(0x8DC9, "isampler1D"),
	OPAQUE(0x8DCA, "isampler2D"),
	OPAQUE(0x8DCB, "isampler3D"),
	OPAQUE(0x8DCC, "isamplerCube"),
	OPAQUE(0x8DCD, "isampler2DRect"),
	OPAQUE(0x8DCE, "isampler1DArray"),
	OPAQUE(0x8DCF, "isampler2DArray"),
	OPAQUE(0x8DD0, "isamplerBuffer"),
	OPAQUE(0x8DD1, "usampler1D"),
	OPAQUE(0x8DD2, "usampler2D"),
	OPAQUE(0x8DD3, "usampler3D"),
	OPAQUE(0x8DD4, "usamplerCube"),
	OPAQUE(0x8DD5, "usampler2DRect"),
	OPAQUE(0x8DD6, "usampler1DArray"),
	OPAQUE(0x8DD7, "usampler2DArray"),
	OPAQUE(0x8DD8, "usamplerBuffer"),
	OPAQUE(0x8D66, "samplerExternalOES"),
	OPAQUE(0x9108, "sampler2DMS"),
	OPAQUE(0x9109, "isampler2DMS"),
	OPAQUE(0x910A, "usampler2DMS"),
	OPAQUE(0x910B, "sampler2DMSArray"),
	OPAQUE(0x910C, "isampler2DMSArray"),
	OPAQUE(0x910D, "usampler2DMSArray"),
	OPAQUE(0x900C, "samplerCubeArray"),
	OPAQUE(0x900D, "samplerCubeArrayShadow"),
	OPAQUE(0x900E, "isamplerCubeArray"),
	OPAQUE(0x900F, "usamplerCubeArray"),
	OPAQUE(0x904C, "image1D"),
	OPAQUE(0x904D, "image2D"),
	OPAQUE(0x904E, "image3D"),
	OPAQUE(0x904F, "image2DRect"),
	OPAQUE(0x9050, "imageCube"),
	OPAQUE(0x9051, "imageBuffer"),
	OPAQUE(0x9052, "image1DArray"),
	OPAQUE(0x9053, "image2DArray"),
	OPAQUE(0x9054, "imageCubeArray"),
	OPAQUE(0x9055, "image2DMS"),
	OPAQUE(0x9056, "image2DMSArray"),
	OPAQUE(0x9057, "iimage1D"),
	OPAQUE(0x9058, "iimage2D"),
	OPAQUE(0x9059, "iimage3D"),
	OPAQUE(0x905A, "iimage2DRect"),
	OPAQUE(0x905B, "iimageCube"),
	OPAQUE(0x905C, "iimageBuffer"),
	OPAQUE(0x905D, "iimage1DArray"),
	OPAQUE(0x905E, "iimage2DArray"),
	OPAQUE(0x905F, "iimageCubeArray"),
	OPAQUE(0x9060, "iimage2DMS"),
	OPAQUE(0x9061, "iimage2DMSArray"),
	OPAQUE(0x9062, "uimage1D"),
	OPAQUE(0x9063, "uimage2D"),
	OPAQUE(0x9064, "uimage3D"),
	OPAQUE(0x9065, "uimage2DRect"),
	OPAQUE(0x9066, "uimageCube"),
	OPAQUE(0x9067, "uimageBuffer"),
	OPAQUE(0x9068, "uimage1DArray"),
	OPAQUE(0x9069, "uimage2DArray"),
	OPAQUE(0x906A, "uimageCubeArray"),
	OPAQUE(0x906B, "uimage2DMS"),
	OPAQUE(0x906C, "uimage2DMSArray"),
	OPAQUE(0x92DB, "atomic_uint"),
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
