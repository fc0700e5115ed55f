/* SPDX-License-Identifier: MIT */
#include "frontend/value-node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "frontend/pictures/image.h"

enum { MAX_CHILDREN = 1024, MAX_TEXT = 200 };

struct builder {
	const struct gs_value *value;
	size_t at; /* index of the next scalar to use */
};

struct gs_value_node *gs_value_node_new(const char *name)
{
	struct gs_value_node *node = g_new0(struct gs_value_node, 1);
	node->name = g_strdup(name);
	node->expression = g_strdup(name);
	node->text = g_strdup("");
	node->type = g_strdup("");
	node->qualifier = "";
	return node;
}

void gs_value_node_free(struct gs_value_node *node)
{
	if (!node)
		return;
	for (size_t i = 0; i < node->n_children; i++)
		gs_value_node_free(node->children[i]);
	g_free(node->children);
	g_free(node->name);
	g_free(node->expression);
	g_free(node->text);
	g_free(node->type);
	g_free(node->error);
	g_free(node);
}

char *gs_number_text(double number, int digits)
{
	if (isnan(number))
		return g_strdup("nan");
	if (isinf(number))
		return g_strdup(number < 0 ? "-inf" : "inf");
	char text[G_ASCII_DTOSTR_BUF_SIZE], format[16];
	snprintf(format, sizeof(format), "%%.%dg", digits);
	return g_strdup(g_ascii_formatd(text, sizeof(text), format, number));
}

/* Return the shortest text that reads back as the same float or double. */
static char *real_text(double number, bool is_float)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	return g_strdup(gs_real_text(number, is_float, text));
}

static size_t count_digits(const char *text)
{
	return strspn(text, "0123456789");
}

/* Return the length of the number with a fraction or an exponent at the text's beginning; 0:
 * none. */
static size_t real_length(const char *text)
{
	size_t whole = count_digits(text), n = whole;
	if (whole && text[n] == '.')
		n += 1 + count_digits(text + n + 1);
	if (n && text[n] == 'e') {
		size_t sign = n + 1 + (text[n + 1] == '-' || text[n + 1] == '+');
		n = sign + count_digits(text + sign);
	}
	return n == whole || g_ascii_isalnum(text[n]) ? 0 : n;
}

char *gs_brief_text(const char *text, int digits)
{
	GString *brief = g_string_new(NULL);
	while (*text) {
		/* digits also occur in names and in numbers of other bases */
		bool begins = !brief->len ||
			      !(g_ascii_isalnum(text[-1]) || strchr("_#.", text[-1]));
		size_t n = begins ? real_length(text) : 0;
		g_autofree char *exact = g_strndup(text, n);
		g_autofree char *number = n ? gs_number_text(g_ascii_strtod(exact, NULL), digits)
					    : NULL;
		if (number && strlen(number) < n)
			g_string_append(brief, number);
		else
			g_string_append_len(brief, text, (gssize)MAX(n, 1));
		text += MAX(n, 1);
	}
	return g_string_free(brief, FALSE);
}

char *gs_scalar_text(const struct gs_scalar *scalar)
{
	double number = scalar->number;
	switch (scalar->base) {
	case GS_BASE_BOOL:
		return g_strdup(scalar->integer ? "true" : "false");
	case GS_BASE_FLOAT:
	case GS_BASE_FLOAT16: /* or of a normalized format, which may have more precision than a
				 float */
		return real_text(number, (double)(float)number == number);
	case GS_BASE_DOUBLE:
		return real_text(number, false);
	case GS_BASE_UINT:
	case GS_BASE_UINT64:
	case GS_BASE_UINT16:
	case GS_BASE_UINT8:
		return g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)scalar->natural);
	default:
		return g_strdup_printf("%" G_GINT64_FORMAT, (gint64)scalar->integer);
	}
}

char *gs_scalar_brief(const struct gs_scalar *scalar, int digits)
{
	return gs_base_is_real(scalar->base) ? gs_number_text(scalar->number, digits)
					     : gs_scalar_text(scalar);
}

const char *const gs_format_names[GS_N_FORMATS] = {
	"As declared", "Hexadecimal", "Bits", "Bits as integer", "Bits as float", "Colour"};

static bool is_wide(enum gs_base base)
{
	return base == GS_BASE_DOUBLE || base == GS_BASE_INT64 || base == GS_BASE_UINT64;
}

/* Return the bits, highest first, with a space between bytes. */
static char *binary_text(uint64_t bits, unsigned width)
{
	GString *text = g_string_new(NULL);
	for (unsigned i = width; i-- > 0;) {
		g_string_append_c(text, bits >> i & 1 ? '1' : '0');
		if (i && i % 8 == 0)
			g_string_append_c(text, ' ');
	}
	return g_string_free(text, FALSE);
}

/* Return the scalar's bits. Bools are 0 or 1; scalars made by hand (in tests) may lack .bits. */
static uint64_t bits_of(const struct gs_scalar *scalar)
{
	float single = (float)scalar->number;
	uint32_t word;
	uint64_t bits = (uint64_t)scalar->integer;
	switch (scalar->base) {
	case GS_BASE_FLOAT:
	case GS_BASE_FLOAT16:
		memcpy(&word, &single, sizeof(word));
		return isnan(single) && scalar->bits ? scalar->bits & 0xffffffffu : word;
	case GS_BASE_DOUBLE:
		memcpy(&bits, &scalar->number, sizeof(bits));
		return bits;
	default:
		return is_wide(scalar->base) ? bits : bits & 0xffffffffu;
	}
}

char *gs_scalar_text_as(const struct gs_scalar *scalar, enum gs_format format)
{
	uint64_t bits = bits_of(scalar);
	bool wide = is_wide(scalar->base);
	uint32_t word = (uint32_t)bits;
	float single;
	double twice;
	memcpy(&single, &word, sizeof(single));
	memcpy(&twice, &bits, sizeof(twice));
	switch (format) {
	case GS_FORMAT_HEX:
		return g_strdup_printf("0x%0*" G_GINT64_MODIFIER "x", wide ? 16 : 8, (guint64)bits);
	case GS_FORMAT_BINARY:
		return binary_text(bits, wide ? 64 : 32);
	case GS_FORMAT_INTEGER:
		return g_strdup_printf(
			"%" G_GINT64_FORMAT, wide ? (gint64)bits : (gint64)(int32_t)word);
	case GS_FORMAT_FLOAT:
		return wide ? real_text(twice, false) : real_text(single, true);
	default:
		return gs_scalar_text(scalar);
	}
}

static bool is_real(enum gs_base base);

bool gs_value_node_colour(const struct gs_value_node *node, uint32_t *rgb)
{
	*rgb = 0;
	if (node->n_children < 3 || node->n_children > 4 || strchr(node->type, '['))
		return false;
	for (size_t i = 0; i < node->n_children; i++) {
		const struct gs_scalar *scalar = &node->children[i]->scalar;
		bool real = is_real(scalar->base);
		if (node->children[i]->n_children || scalar->base == GS_BASE_UNKNOWN ||
			scalar->base == GS_BASE_BOOL || node->children[i]->unwritten)
			return false;
		double value = real ? scalar->number * 255
			       : scalar->base == GS_BASE_UINT || scalar->base == GS_BASE_UINT64
				       ? (double)(uint64_t)scalar->natural
				       : (double)scalar->integer;
		if (!isfinite(value)) {
			*rgb = isnan(value) ? GS_IMAGE_NAN : GS_IMAGE_INF;
			return true;
		}
		if (i < 3)
			*rgb = *rgb << 8 | (uint32_t)lround(fmin(255, fmax(0, value)));
	}
	return true;
}

char *gs_value_node_text(const struct gs_value_node *node, enum gs_format format)
{
	uint32_t rgb;
	if (format == GS_FORMAT_COLOUR && gs_value_node_colour(node, &rgb))
		return node->is_wrong ? g_strdup_printf("%s%s", GS_SWATCH, node->text)
				      : g_strdup_printf("%s#%06x  %s", GS_SWATCH, rgb, node->text);
	if (format == GS_FORMAT_NATURAL || format == GS_FORMAT_COLOUR || !node->n_scalars ||
		node->unwritten)
		return g_strdup(node->text);
	if (!node->n_children)
		return gs_scalar_text_as(&node->scalar, format);
	bool is_struct = node->text[0] == '{';
	GString *text = g_string_new(is_struct ? "{" : "(");
	for (size_t i = 0; i < node->n_children && text->len < MAX_TEXT; i++) {
		g_autofree char *part = gs_value_node_text(node->children[i], format);
		g_string_append_printf(text, "%s%s", i ? ", " : "", part);
	}
	if (text->len >= MAX_TEXT)
		g_string_append(text, ", …");
	g_string_append_c(text, is_struct ? '}' : ')');
	return g_string_free(text, FALSE);
}

static bool is_real(enum gs_base base)
{
	return base == GS_BASE_FLOAT || base == GS_BASE_DOUBLE || base == GS_BASE_FLOAT16;
}

static const char *base_name(enum gs_base base)
{
	static const char *const names[] = {
		[GS_BASE_UNKNOWN] = "?",
		[GS_BASE_VOID] = "void",
		[GS_BASE_BOOL] = "bool",
		[GS_BASE_INT] = "int",
		[GS_BASE_UINT] = "uint",
		[GS_BASE_FLOAT] = "float",
		[GS_BASE_DOUBLE] = "double",
		[GS_BASE_INT64] = "int64_t",
		[GS_BASE_UINT64] = "uint64_t",
		[GS_BASE_FLOAT16] = "float16_t",
		[GS_BASE_INT16] = "int16_t",
		[GS_BASE_UINT16] = "uint16_t",
		[GS_BASE_INT8] = "int8_t",
		[GS_BASE_UINT8] = "uint8_t",
	};
	return (size_t)base < G_N_ELEMENTS(names) && names[base] ? names[base] : "?";
}

static const char *vector_prefix(enum gs_base base)
{
	switch (base) {
	case GS_BASE_BOOL:
		return "b";
	case GS_BASE_INT:
		return "i";
	case GS_BASE_UINT:
		return "u";
	case GS_BASE_DOUBLE:
		return "d";
	default:
		return "";
	}
}

static char *type_text(const struct gs_type *type)
{
	GString *text = g_string_new(NULL);
	if (type->base == GS_BASE_STRUCT && type->structure)
		g_string_append(text, type->structure->name);
	else if (type->columns > 1 && type->columns == type->rows)
		g_string_append_printf(text, "%smat%u", vector_prefix(type->base), type->columns);
	else if (type->columns > 1)
		g_string_append_printf(
			text, "%smat%ux%u", vector_prefix(type->base), type->columns, type->rows);
	else if (type->rows > 1)
		g_string_append_printf(text, "%svec%u", vector_prefix(type->base), type->rows);
	else
		g_string_append(text, base_name(type->base));
	for (unsigned i = 0; i < type->n_dimensions; i++)
		g_string_append_printf(text, "[%d]", type->dimensions[i]);
	return g_string_free(text, FALSE);
}

/* Set *part and *name to type and name of element i of an array, matrix, vector or struct, and
 * *count to the number of elements. Return false for a scalar. */
static bool element(
	const struct gs_type *type, size_t i, struct gs_type *part, char **name, size_t *count)
{
	*part = *type;
	if (type->n_dimensions) {
		*count = type->dimensions[0] > 0 ? (size_t)type->dimensions[0] : 0;
		part->n_dimensions--;
		memmove(part->dimensions, type->dimensions + 1,
			(GS_MAX_DIMENSIONS - 1) * sizeof(part->dimensions[0]));
		*name = g_strdup_printf("[%zu]", i);
		return true;
	}
	if (type->base == GS_BASE_STRUCT) {
		*count = type->structure ? type->structure->n_members : 0;
		if (i < *count) {
			*part = type->structure->members[i].type;
			*name = g_strdup(type->structure->members[i].name);
		}
		return true;
	}
	if (type->columns > 1) {
		*count = type->columns;
		part->columns = 1;
		*name = g_strdup_printf("[%zu]", i);
		return true;
	}
	*count = type->rows > 1 ? type->rows : 0;
	part->rows = 1;
	*name = g_strndup("xyzw" + MIN(i, 3), 1);
	return *count > 0;
}

static struct gs_value_node *build(
	struct builder *b, const char *name, const char *expression, const struct gs_type *type);

static void build_children(
	struct builder *b, struct gs_value_node *node, const struct gs_type *type, size_t count)
{
	GString *text = g_string_new(
		type->base == GS_BASE_STRUCT && !type->n_dimensions ? "{" : "(");
	size_t n_unwritten = 0;
	bool is_partly = false;
	node->children = g_new0(struct gs_value_node *, count);
	for (size_t i = 0; i < count; i++) {
		struct gs_type part;
		g_autofree char *name = NULL;
		size_t unused;
		element(type, i, &part, &name, &unused);
		g_autofree char *expression = g_strconcat(
			node->expression, name[0] == '[' ? "" : ".", name, NULL);
		struct gs_value_node *child = build(b, name, expression, &part);
		node->children[node->n_children++] = child;
		node->is_wrong |= child->is_wrong;
		n_unwritten += child->unwritten;
		is_partly |= child->unwritten || child->is_partly_unwritten;
		node->n_scalars += child->n_scalars;
		if (text->len < MAX_TEXT)
			g_string_append_printf(text, "%s%s", i ? ", " : "", child->text);
		else if (!g_str_has_suffix(text->str, "…"))
			g_string_append(text, ", …");
	}
	g_string_append_c(text, text->str[0] == '{' ? '}' : ')');
	node->unwritten = count && n_unwritten == count;
	node->is_partly_unwritten = is_partly && !node->unwritten;
	if (node->unwritten)
		g_string_assign(text, GS_UNDEFINED_TEXT);
	g_free(node->text);
	node->text = g_string_free(text, FALSE);
}

static struct gs_value_node *build(
	struct builder *b, const char *name, const char *expression, const struct gs_type *type)
{
	struct gs_value_node *node = gs_value_node_new(name);
	g_free(node->expression);
	node->expression = g_strdup(expression);
	g_free(node->type);
	node->type = type_text(type);
	node->dropped = b->value->dropped;
	struct gs_type part;
	g_autofree char *unused = NULL;
	size_t count;
	if (element(type, 0, &part, &unused, &count)) {
		build_children(b, node, type, MIN(count, MAX_CHILDREN));
		if (node->unwritten || node->is_partly_unwritten)
			node->never_written_by = b->value->never_written_by;
		return node;
	}
	node->n_scalars = 1;
	if (b->at < b->value->n_scalars) {
		node->unwritten = !b->value->written ||
				  (b->value->undefined && b->value->undefined[b->at]);
		const struct gs_scalar *scalar = &b->value->scalars[b->at++];
		g_free(node->text);
		node->text = node->unwritten ? g_strdup(GS_UNDEFINED_TEXT) : gs_scalar_text(scalar);
		node->scalar = *scalar;
		node->is_wrong = !node->unwritten && is_real(scalar->base) &&
				 !isfinite(scalar->number);
		if (node->unwritten)
			node->never_written_by = b->value->never_written_by;
	}
	return node;
}

struct gs_value_node *gs_value_node_from(
	const char *expression, const struct gs_value *value, const char *type_name)
{
	struct builder b = {.value = value};
	/* "a + b" has elements "(a + b).x" */
	bool simple = true;
	for (const char *c = expression; *c; c++)
		simple &= g_ascii_isalnum(*c) || strchr("_.[]", *c);
	g_autofree char *root = simple ? g_strdup(expression) : g_strdup_printf("(%s)", expression);
	struct gs_value_node *node = build(&b, expression, root, &value->type);
	if (type_name) {
		g_free(node->type);
		node->type = g_strdup(type_name);
	}
	node->unwritten = !value->written;
	return node;
}

static void collect(const struct gs_value_node *node, GPtrArray *names)
{
	if (!node->n_children && node->n_scalars)
		g_ptr_array_add(names, g_strdup(node->expression));
	for (size_t i = 0; i < node->n_children; i++)
		collect(node->children[i], names);
}

char **gs_value_node_scalars(const struct gs_value_node *node)
{
	GPtrArray *names = g_ptr_array_new();
	collect(node, names);
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(names, FALSE);
}

static size_t base_scalars(const char *type)
{
	static const char *const scalars[] = {"bool", "int", "uint", "float", "double"};
	for (size_t i = 0; i < G_N_ELEMENTS(scalars); i++) {
		size_t length = strlen(scalars[i]);
		if (!strncmp(type, scalars[i], length) && (!type[length] || type[length] == '['))
			return 1;
	}
	const char *digits = strpbrk(type, "234");
	const char *kind = strstr(type, "vec");
	if (kind && kind - type <= 1 && digits == kind + 3)
		return (size_t)(*digits - '0');
	kind = strstr(type, "mat");
	if (!kind || kind - type > 1 || digits != kind + 3)
		return 0;
	size_t columns = (size_t)(*digits - '0');
	return columns * (digits[1] == 'x' ? (size_t)(digits[2] - '0') : columns);
}

size_t gs_type_name_scalars(const char *type)
{
	size_t n = base_scalars(type);
	for (const char *c = strchr(type, '['); c && n; c = strchr(c + 1, '['))
		n *= strtoul(c + 1, NULL, 10);
	return n;
}
