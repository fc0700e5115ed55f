/* SPDX-License-Identifier: MIT */
/* A value as a user wrote it becomes one like those that the call has. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "data/constants.h"
#include "trace/edits/private.h"

static bool no_memory(struct gs_edit_parser *parser)
{
	return gs_edit_fail(parser, "there is no memory left");
}

/* Return a number as it is in a call, as a whole one; other values as 0. */
static uint64_t whole_number(const struct gs_trace_value *value)
{
	return value->class == GS_TRACE_TRUE ? 1
	       : value->class == GS_TRACE_SINT || value->class == GS_TRACE_UINT ||
			       value->class == GS_TRACE_ENUM || value->class == GS_TRACE_BITMASK ||
			       value->class == GS_TRACE_POINTER
		       ? value->uint
		       : 0;
}

void gs_edit_like_argument(const struct gs_trace_call *call, uint32_t i, struct gs_edit_like *like)
{
	const struct gs_function_info *info = gs_data_function(call->function->number);

	*like = (struct gs_edit_like){.was = &call->args[i]};
	if (!info || i >= info->n_parameters)
		return;
	like->parameter = &info->parameters[i];
	like->rule = gs_data_memory_rule(call->function->number, i);
	like->class = like->rule ? like->rule->class : like->parameter->pointee;
	like->bits = like->rule ? like->rule->bits : like->parameter->pointee_bits;
	if (!like->rule)
		return;
	if ((like->rule->kind == GS_MEMORY_RULE_TYPED ||
		    like->rule->kind == GS_MEMORY_RULE_INDICES) &&
		like->rule->other[0] < call->function->n_args)
		gs_data_gl_type((uint32_t)whole_number(&call->args[like->rule->other[0]]),
			&like->class, &like->bits);
}

/* -- Single values ----------------------------------------------------------------------------- */

static bool is_number(const struct gs_trace_value *from)
{
	return from->class == GS_TRACE_TRUE || from->class == GS_TRACE_FALSE ||
	       from->class == GS_TRACE_SINT || from->class == GS_TRACE_UINT ||
	       from->class == GS_TRACE_DOUBLE || from->class == GS_TRACE_ENUM;
}

static double real_of(const struct gs_trace_value *from)
{
	return from->class == GS_TRACE_DOUBLE ? from->real
	       : from->class == GS_TRACE_SINT ? (double)from->sint
					      : (double)whole_number(from);
}

static bool to_whole(
	struct gs_edit_parser *parser, const struct gs_trace_value *from, struct gs_trace_value *to)
{
	bool is_real = from->class == GS_TRACE_DOUBLE;

	if (is_real && (from->real != floor(from->real) || fabs(from->real) >= 0x1p53))
		return gs_edit_fail(parser, "a whole number is wanted");
	*to = (struct gs_trace_value){.class = GS_TRACE_UINT};
	to->uint = is_real ? (uint64_t)(int64_t)from->real : whole_number(from);
	if (from->class == GS_TRACE_SINT || (is_real && from->real < 0))
		to->class = to->sint < 0 ? GS_TRACE_SINT : GS_TRACE_UINT;
	return true;
}

/* Return whether a whole number has no more bits than that, of either sign. */
static bool fits(const struct gs_trace_value *value, unsigned bits)
{
	if (bits == 0 || bits >= 64)
		return true;
	if (value->class == GS_TRACE_SINT)
		return value->sint >= -(INT64_C(1) << (bits - 1));
	return value->uint >> bits == 0;
}

/* The class that a parameter's values have where the trace does not show it. */
static unsigned class_of(unsigned class)
{
	switch (class) {
	case GS_CLASS_FLOAT:
		return GS_TRACE_FLOAT;
	case GS_CLASS_DOUBLE:
		return GS_TRACE_DOUBLE;
	case GS_CLASS_BOOLEAN:
		return GS_TRACE_TRUE;
	case GS_CLASS_ENUM:
		return GS_TRACE_ENUM;
	case GS_CLASS_BITFIELD:
		return GS_TRACE_BITMASK;
	default:
		return GS_TRACE_UINT;
	}
}

/* names: those of a value that was there, or NULL. */
static bool cast_number(struct gs_edit_parser *parser, unsigned class, unsigned bits,
	const struct gs_trace_names *names, const struct gs_trace_value *from,
	struct gs_trace_value *to)
{
	if (!is_number(from))
		return gs_edit_fail(parser, "a number is wanted");
	*to = (struct gs_trace_value){.class = (uint8_t) class};
	if (class == GS_TRACE_FLOAT) {
		to->number = (float)real_of(from);
		return true;
	}
	if (class == GS_TRACE_DOUBLE) {
		to->real = real_of(from);
		return true;
	}
	if (class == GS_TRACE_TRUE) {
		to->class = real_of(from) != 0 ? GS_TRACE_TRUE : GS_TRACE_FALSE;
		return true;
	}
	if (!to_whole(parser, from, to))
		return false;
	if (!fits(to, bits))
		return gs_edit_fail(parser, "the number has more than %u bits", bits);
	if (class == GS_TRACE_ENUM || class == GS_TRACE_BITMASK) {
		to->names = names ? names : from->class == GS_TRACE_ENUM ? from->names : NULL;
		to->class = (uint8_t)(to->names ? class : to->class);
	}
	return true;
}

/* -- What pointers point at ---------------------------------------------------------------------
 */

static bool is_bytes(const struct gs_edit_like *like)
{
	return like->class == GS_CLASS_VOID || like->class == GS_CLASS_STRUCT ||
	       !(like->bits == 8 || like->bits == 16 || like->bits == 32 || like->bits == 64);
}

/* Write a number as an element into bytes. Return how many. */
static unsigned encode(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, uint8_t *to)
{
	unsigned bits = is_bytes(like) ? 8 : like->bits;
	unsigned class = is_bytes(like) ? GS_TRACE_UINT : class_of(like->class);
	struct gs_trace_value value;

	if (class != GS_TRACE_FLOAT && class != GS_TRACE_DOUBLE)
		class = GS_TRACE_UINT;
	if (!cast_number(parser, class, bits, NULL, from, &value))
		return 0;
	if (class == GS_TRACE_DOUBLE)
		memcpy(to, &value.real, sizeof(value.real));
	else if (class == GS_TRACE_FLOAT)
		memcpy(to, &value.number, sizeof(value.number));
	else
		memcpy(to, &value.uint, bits / 8);
	return bits / 8;
}

static bool list_to_bytes(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, struct gs_trace_value *to)
{
	uint8_t *bytes = gs_trace_arena_get(parser->arena, (size_t)from->n * 8 + 8);
	size_t n = 0;

	if (!bytes)
		return no_memory(parser);
	for (uint32_t i = 0; i < from->n; i++) {
		n += encode(parser, like, &from->items[i], bytes + n);
		if (*parser->why)
			return false;
	}
	*to = (struct gs_trace_value){.class = GS_TRACE_BLOB, .n = (uint32_t)n, .bytes = bytes};
	return true;
}

/* like_item: an item that was there; NULL: none. */
static bool cast_item(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *like_item, const struct gs_trace_value *from,
	struct gs_trace_value *to)
{
	unsigned class = like_item && like_item->class != GS_TRACE_NONE ? like_item->class
									: class_of(like->class);
	if (from->class == GS_TRACE_STRING || from->class == GS_TRACE_NULL) {
		*to = *from;
		return true;
	}
	if (class == GS_TRACE_STRING)
		return gs_edit_fail(parser, "a string in quotation marks is wanted");
	if (class == GS_TRACE_ARRAY || class == GS_TRACE_STRUCT || class == GS_TRACE_BLOB)
		return gs_edit_fail(parser, "what a pointer in a list points at cannot be given");
	if (class == GS_TRACE_FALSE)
		class = GS_TRACE_TRUE;
	if (class == GS_TRACE_SINT || class == GS_TRACE_POINTER || class == GS_TRACE_NULL)
		class = GS_TRACE_UINT;
	return cast_number(parser, class, is_bytes(like) ? 64 : like->bits,
		class == GS_TRACE_ENUM || class == GS_TRACE_BITMASK
			? (like_item ? like_item->names : NULL)
			: NULL,
		from, to);
}

static const struct gs_trace_value *first_item(const struct gs_edit_like *like)
{
	return like->was && like->was->class == GS_TRACE_ARRAY && like->was->n
		       ? &like->was->items[0]
		       : NULL;
}

static bool cast_list(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, uint32_t n, struct gs_trace_value *to)
{
	struct gs_trace_value *items = gs_trace_arena_get(parser->arena, (n + 1) * sizeof(*items));

	if (!items)
		return no_memory(parser);
	for (uint32_t i = 0; i < n; i++)
		if (!cast_item(parser, like, first_item(like), &from[i], &items[i]))
			return false;
	*to = (struct gs_trace_value){.class = GS_TRACE_ARRAY, .n = n, .items = items};
	return true;
}

static bool wants_bytes(const struct gs_edit_like *like)
{
	unsigned was = like->was ? like->was->class : GS_TRACE_NONE;
	return was == GS_TRACE_BLOB || (was != GS_TRACE_ARRAY && is_bytes(like)) ||
	       (was != GS_TRACE_ARRAY && like->rule &&
		       (like->rule->kind == GS_MEMORY_RULE_TYPED ||
			       like->rule->kind == GS_MEMORY_RULE_INDICES));
}

static bool are_strings(const struct gs_edit_like *like)
{
	const struct gs_trace_value *first = first_item(like);
	return (like->rule && like->rule->kind == GS_MEMORY_RULE_STRINGS) ||
	       (first && first->class == GS_TRACE_STRING);
}

static bool cast_string(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, struct gs_trace_value *to)
{
	if (are_strings(like))
		return cast_list(parser, like, from, 1, to);
	*to = *from;
	if (like->was && like->was->class == GS_TRACE_BLOB) {
		to->class = GS_TRACE_BLOB;
		to->bytes = (const uint8_t *)from->text;
	}
	return true;
}

static bool cast_pointer(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, struct gs_trace_value *to)
{
	bool was_list = like->was && like->was->class == GS_TRACE_ARRAY;
	switch (from->class) {
	case GS_TRACE_NULL:
		*to = *from;
		return true;
	case GS_TRACE_STRING:
		return cast_string(parser, like, from, to);
	case GS_TRACE_BLOB:
		*to = *from;
		return !was_list || gs_edit_fail(parser, "a list, as {1, 2}, is wanted");
	case GS_TRACE_ARRAY:
		return wants_bytes(like) ? list_to_bytes(parser, like, from, to)
					 : cast_list(parser, like, from->items, from->n, to);
	}
	if (was_list && like->was->n == 1)
		return cast_list(parser, like, from, 1, to);
	if (!cast_number(parser, GS_TRACE_UINT, 64, NULL, from, to))
		return false;
	to->class = to->uint ? GS_TRACE_POINTER : GS_TRACE_NULL;
	return true;
}

bool gs_edit_cast(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, struct gs_trace_value *to)
{
	unsigned was = like->was ? like->was->class : GS_TRACE_NONE;
	const struct gs_parameter *p = like->parameter;
	bool has_names = was == GS_TRACE_ENUM || was == GS_TRACE_BITMASK;
	bool is_pointer = p ? p->class == GS_CLASS_POINTER
			    : was == GS_TRACE_NULL || was == GS_TRACE_STRING ||
					  was == GS_TRACE_BLOB || was == GS_TRACE_ARRAY ||
					  was == GS_TRACE_POINTER;
	if (was == GS_TRACE_REPR || was == GS_TRACE_STRUCT || was == GS_TRACE_WIDE)
		return gs_edit_fail(parser, "a value of this kind cannot be changed");
	if (is_pointer)
		return cast_pointer(parser, like, from, to);
	if (from->class == GS_TRACE_NULL) {
		*to = *from;
		return true;
	}
	if (was == GS_TRACE_POINTER || was == GS_TRACE_NULL)
		return cast_pointer(parser, like, from, to);
	if (was == GS_TRACE_NONE)
		was = p ? class_of(p->class) : GS_TRACE_UINT;
	else if (was == GS_TRACE_FALSE)
		was = GS_TRACE_TRUE;
	else if (was == GS_TRACE_SINT)
		was = GS_TRACE_UINT;
	return cast_number(
		parser, was, p ? p->bits : 0, has_names ? like->was->names : NULL, from, to);
}

/* -- One element ------------------------------------------------------------------------------- */

static bool no_element(struct gs_edit_parser *parser, uint64_t index, uint64_t n)
{
	return gs_edit_fail(parser, "there is no element [%llu]: it has %llu",
		(unsigned long long)index, (unsigned long long)n);
}

static bool set_byte_element(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	uint64_t index, const struct gs_trace_value *from, struct gs_trace_value *to)
{
	uint32_t each = is_bytes(like) ? 1 : like->bits / 8u;
	uint8_t *bytes;

	if (index >= to->n / each)
		return no_element(parser, index, to->n / each);
	bytes = gs_trace_arena_get(parser->arena, to->n + 8);
	if (!bytes)
		return no_memory(parser);
	memcpy(bytes, to->bytes, to->n);
	to->bytes = bytes;
	encode(parser, like, from, bytes + index * each);
	return !*parser->why;
}

bool gs_edit_cast_element(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const uint64_t *indices, unsigned n_indices, const struct gs_trace_value *from,
	struct gs_trace_value *to)
{
	struct gs_trace_value *items;

	if (to->class == GS_TRACE_BLOB && n_indices == 1)
		return set_byte_element(parser, like, indices[0], from, to);
	if (to->class != GS_TRACE_ARRAY)
		return gs_edit_fail(parser, "it does not point at elements");
	if (indices[0] >= to->n)
		return no_element(parser, indices[0], to->n);
	items = gs_trace_arena_get(parser->arena, to->n * sizeof(*items));
	if (!items)
		return no_memory(parser);
	memcpy(items, to->items, to->n * sizeof(*items));
	to->items = items;
	if (n_indices > 1)
		return gs_edit_cast_element(
			parser, like, indices + 1, n_indices - 1, from, &items[indices[0]]);
	return cast_item(parser, like, &to->items[indices[0]], from, &items[indices[0]]);
}
