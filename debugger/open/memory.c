/* SPDX-License-Identifier: MIT */
/* What the pointers of a trace's call point at, as entries of wire/memory.h: as the program's own
 * memory would be, so far as the trace says it. */
#include "debugger/open/private.h"

#include "data/pointee.h"
#include "wire/memory.h"

struct builder {
	GByteArray *bytes;
	const struct gs_opened_function *function;
	struct gs_wire_call call; /* its arguments as numbers */
};

static void put(struct builder *b, struct gs_wire_memory *entry, const void *data)
{
	unsigned head = gs_memory_head_size(entry);
	guint at = b->bytes->len, size = (guint)(head + gs_memory_padded(entry->size));
	g_byte_array_set_size(b->bytes, at + size);
	memset(b->bytes->data + at, 0, size);
	uint8_t *to = gs_memory_write(b->bytes->data + at, entry, head);
	if (entry->size)
		memcpy(to, data, entry->size);
}

static void put_said(
	struct builder *b, struct gs_wire_memory entry, const struct gs_trace_value *value)
{
	struct gs_trace_text text = {0};
	if (value->class == GS_TRACE_NONE)
		gs_trace_text_add(&text, "?", 1);
	else
		gs_trace_value_text(&text, value);
	entry.kind = GS_WIRE_SAID;
	entry.class = GS_CLASS_VOID;
	entry.bits = 8;
	entry.size = entry.count = text.length;
	put(b, &entry, text.data);
	free(text.data);
}

/* ---- arrays ---- */

static bool is_text(const struct gs_trace_value *value)
{
	return value->class == GS_TRACE_STRING || value->class == GS_TRACE_NULL;
}

static bool are_texts(const struct gs_trace_value *array)
{
	bool any = false;
	for (uint32_t i = 0; i < array->n; i++) {
		any |= array->items[i].class == GS_TRACE_STRING;
		if (!is_text(&array->items[i]))
			return false;
	}
	return any;
}

static void put_texts(
	struct builder *b, struct gs_wire_memory entry, const struct gs_trace_value *array)
{
	GByteArray *texts = g_byte_array_new();
	for (uint32_t i = 0; i < array->n; i++) {
		const struct gs_trace_value *item = &array->items[i];
		uint32_t length = item->class == GS_TRACE_STRING ? item->n : UINT32_MAX;
		g_byte_array_append(texts, (const guint8 *)&length, sizeof length);
		if (item->class == GS_TRACE_STRING)
			g_byte_array_append(texts, (const guint8 *)item->text, item->n);
	}
	entry.kind = GS_WIRE_TEXTS;
	entry.count = array->n;
	entry.size = texts->len;
	put(b, &entry, texts->data);
	g_byte_array_unref(texts);
}

/* The type of an array's elements where our tables know none. */
static void type_of_items(const struct gs_trace_value *array, struct gs_wire_memory *entry)
{
	uint8_t class = array->n ? array->items[0].class : GS_TRACE_UINT;
	bool wide = false, negative = false;
	for (uint32_t i = 0; i < array->n; i++) {
		const struct gs_trace_value *item = &array->items[i];
		wide |= item->class == GS_TRACE_POINTER ||
			(item->class == GS_TRACE_UINT && item->uint >> 32);
		negative |= item->class == GS_TRACE_SINT;
	}
	entry->bits = class == GS_TRACE_DOUBLE || wide ? 64 : 32;
	entry->class = class == GS_TRACE_FLOAT	  ? GS_CLASS_FLOAT
		       : class == GS_TRACE_DOUBLE ? GS_CLASS_DOUBLE
		       : class == GS_TRACE_ENUM	  ? GS_CLASS_ENUM
		       : negative		  ? GS_CLASS_INT
						  : GS_CLASS_UINT;
}

static bool is_element(const struct gs_wire_memory *entry)
{
	return entry->class != GS_CLASS_VOID && entry->class != GS_CLASS_STRUCT &&
	       (entry->bits == 8 || entry->bits == 16 || entry->bits == 32 || entry->bits == 64);
}

/* False: not all of them are numbers. */
static bool put_elements(
	struct builder *b, struct gs_wire_memory entry, const struct gs_trace_value *array)
{
	if (!is_element(&entry))
		type_of_items(array, &entry);
	unsigned each = entry.bits / 8;
	uint8_t *elements = g_malloc0((gsize)array->n * each + 1);
	bool good = true;
	for (uint32_t i = 0; i < array->n && good; i++) {
		uint64_t raw;
		good = gs_opened_number(
			&array->items[i], (enum gs_class)entry.class, entry.bits, &raw);
		memcpy(elements + (size_t)i * each, &raw, each);
	}
	entry.kind = GS_WIRE_ELEMENTS;
	entry.count = array->n;
	entry.size = (uint64_t)array->n * each;
	if (good)
		put(b, &entry, elements);
	g_free(elements);
	return good;
}

/* ---- bytes ---- */

static uint64_t argument(const struct builder *b, uint8_t number)
{
	return number < b->call.n_args ? b->call.args[number] : 1;
}

static bool describe_pixels(
	const struct builder *b, const struct gs_memory_rule *rule, struct gs_wire_memory *entry)
{
	if (!rule || rule->kind != GS_MEMORY_RULE_PIXELS || rule->other[0] >= b->call.n_args ||
		rule->other[1] >= b->call.n_args)
		return false;
	entry->kind = GS_WIRE_PIXELS;
	entry->info[0] = (uint32_t)(argument(b, rule->other[2]) * rule->factor);
	entry->info[1] = (uint32_t)argument(b, rule->other[3]);
	entry->info[2] = (uint32_t)argument(b, rule->other[4]);
	uint64_t rows = (uint64_t)entry->info[1] * entry->info[2];
	entry->info[3] = rows ? (uint32_t)(entry->size / rows) : 0;
	entry->info[4] = (uint32_t)argument(b, rule->other[0]);
	entry->info[5] = (uint32_t)argument(b, rule->other[1]);
	return true;
}

static void put_blob(struct builder *b, const struct gs_memory_rule *rule,
	struct gs_wire_memory entry, const struct gs_trace_value *blob)
{
	bool typed = rule &&
		     (rule->kind == GS_MEMORY_RULE_INDICES || rule->kind == GS_MEMORY_RULE_TYPED);
	entry.size = entry.count = blob->n;
	if (!describe_pixels(b, rule, &entry)) {
		if (typed)
			gs_data_gl_type(
				(uint32_t)argument(b, rule->other[0]), &entry.class, &entry.bits);
		if (!is_element(&entry) || blob->n % (entry.bits / 8u)) {
			entry.class = GS_CLASS_VOID;
			entry.bits = 8;
		}
		entry.kind = GS_WIRE_ELEMENTS;
		entry.count = blob->n / (entry.bits / 8u);
	}
	put(b, &entry, blob->bytes);
}

/* ---- values ---- */

static void put_value(struct builder *b, uint8_t number, const struct gs_parameter *p,
	const struct gs_trace_value *value)
{
	const struct gs_memory_rule *rule = b->function->foreign
						    ? NULL
						    : gs_data_memory_rule(
							      b->function->number, number);
	struct gs_wire_memory entry = {.argument = number,
		.class = rule ? rule->class : p->pointee,
		.bits = rule ? rule->bits : p->pointee_bits,
		.flags = GS_WIRE_MEMORY_NO_ADDRESS | (value->by_leave ? GS_WIRE_MEMORY_OUT : 0)};
	bool pointer = p->class == GS_CLASS_POINTER && !b->function->foreign;
	if (pointer && value->class == GS_TRACE_STRING) {
		entry.kind = GS_WIRE_TEXT;
		entry.size = entry.count = value->n;
		put(b, &entry, value->text);
	} else if (pointer && value->class == GS_TRACE_BLOB) {
		put_blob(b, rule, entry, value);
	} else if (pointer && value->class == GS_TRACE_ARRAY && are_texts(value)) {
		put_texts(b, entry, value);
	} else if (!pointer || value->class != GS_TRACE_ARRAY || !put_elements(b, entry, value)) {
		put_said(b, entry, value);
	}
}

static void take(struct builder *b, uint8_t number, const struct gs_parameter *p,
	const struct gs_trace_value *value)
{
	uint64_t raw;
	if (b->function->foreign ||
		!gs_opened_number(value, (enum gs_class)p->class, p->bits, &raw))
		put_value(b, number, p, value);
}

GBytes *gs_opened_memory(
	const struct gs_opened_function *function, const struct gs_trace_call *call)
{
	struct builder b = {g_byte_array_new(), function, {0}};
	struct gs_record record;
	gs_opened_record(function, call, &record);
	b.call = record.call;
	for (unsigned i = 0; i < record.call.n_args; i++)
		take(&b, (uint8_t)i, &function->info->parameters[i], &call->args[i]);
	if (record.call.flags & GS_CALL_RETURNED)
		take(&b, GS_WIRE_RETURNED, &function->info->returns, &call->result);
	return g_byte_array_free_to_bytes(b.bytes);
}
