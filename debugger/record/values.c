/* SPDX-License-Identifier: MIT */
/* Values of arguments and results, with the classes that apitrace's player expects. */
#include "debugger/record/private.h"

#include <string.h>

/* Handles that are addresses in the program; the others of 64 bits are numbers of the X server. */
static bool is_address(const char *type, unsigned bits)
{
	static const char *const numbers[] = {"GLXDrawable", "GLXPixmap", "GLXWindow", "GLXPbuffer",
		"GLXPbufferSGIX", "GLXContextID", "Window", "Pixmap", "Colormap", "Font",
		"EGLNativePixmapType", "EGLNativeWindowType", "GLXVideoSourceSGIX",
		"GLXVideoCaptureDeviceNV"};
	if (bits != 64)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		if (strstr(type, numbers[i]))
			return false;
	return true;
}

static void put_integer(const struct values *v, int64_t value)
{
	if (value < 0)
		gs_trace_put_sint(v->writer, value);
	else
		gs_trace_put_uint(v->writer, (uint64_t)value);
}

static void put_constant(const struct values *v, const char *group, unsigned api, uint64_t value)
{
	const struct gs_trace_names *names = gs_recording_constant_signature(
		v->signatures, group, api, value);
	if (names)
		gs_trace_put_enum(v->writer, names, (int64_t)value);
	else
		gs_trace_put_uint(v->writer, value);
}

static void put_flags(const struct values *v, const char *group, uint64_t value)
{
	const struct gs_trace_names *names = group ? gs_recording_flags_signature(
							     v->signatures, group)
						   : NULL;
	if (names)
		gs_trace_put_bitmask(v->writer, names, value);
	else
		gs_trace_put_uint(v->writer, value);
}

static void put_float(const struct values *v, uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float value;
	memcpy(&value, &bits, sizeof value);
	gs_trace_put_float(v->writer, value);
}

static void put_double(const struct values *v, uint64_t raw)
{
	double value;
	memcpy(&value, &raw, sizeof value);
	gs_trace_put_double(v->writer, value);
}

static void put_class(
	const struct values *v, enum gs_class class, const char *group, unsigned api, uint64_t raw)
{
	switch (class) {
	case GS_CLASS_FLOAT:
		put_float(v, raw);
		break;
	case GS_CLASS_DOUBLE:
		put_double(v, raw);
		break;
	case GS_CLASS_BOOLEAN:
		if (raw < 2)
			gs_trace_put_bool(v->writer, raw);
		else
			gs_trace_put_uint(v->writer, raw);
		break;
	case GS_CLASS_ENUM:
		put_constant(v, group, api, raw);
		break;
	case GS_CLASS_BITFIELD:
		put_flags(v, group, raw);
		break;
	case GS_CLASS_INT:
		put_integer(v, (int64_t)raw);
		break;
	case GS_CLASS_POINTER:
		gs_trace_put_pointer(v->writer, raw);
		break;
	default:
		gs_trace_put_uint(v->writer, raw);
	}
}

void gs_recording_put_value(
	const struct values *v, const struct gs_parameter *p, unsigned api, uint64_t raw)
{
	if (p->class == GS_CLASS_HANDLE && is_address(p->type, p->bits))
		gs_trace_put_pointer(v->writer, raw);
	else
		put_class(v, (enum gs_class)p->class, p->group, api, raw);
}

/* ---- memory ---- */

enum { LONGEST = GS_TRACE_MAX_EVENT - (1 << 16) }; /* bytes of memory in an event */

const uint8_t *gs_recording_find_memory(
	const struct gs_record *record, uint8_t argument, bool out, struct gs_wire_memory *entry)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size, *bytes;
	if (!at)
		return NULL;
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), entry, &at)))
		if (entry->argument == argument && !(entry->flags & GS_WIRE_MEMORY_OUT) == !out)
			return bytes;
	return NULL;
}

void gs_recording_put_padded_blob(
	const struct values *v, uint64_t zeros, const uint8_t *bytes, uint64_t size)
{
	if (!zeros) {
		gs_trace_put_blob(v->writer, bytes, (size_t)size);
		return;
	}
	uint8_t *whole = g_malloc0(zeros + size);
	memcpy(whole + zeros, bytes, size);
	gs_trace_put_blob(v->writer, whole, (size_t)(zeros + size));
	g_free(whole);
}

/* An element of up to 8 bytes, extended as an argument of its class is. */
static uint64_t element(const uint8_t *from, unsigned bits, bool is_signed)
{
	uint64_t raw = 0;
	memcpy(&raw, from, bits / 8);
	if (is_signed && bits < 64 && raw >> (bits - 1) & 1)
		raw |= ~0ull << bits;
	return raw;
}

static void put_elements(const struct values *v, const struct gs_parameter *p, unsigned api,
	const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	unsigned each = entry->bits / 8;
	uint64_t n = each ? entry->size / each : 0;
	bool is_blob = p->pointee == GS_CLASS_VOID || entry->class == GS_CLASS_VOID ||
		       (each != 1 && each != 2 && each != 4 && each != 8);
	if (is_blob) {
		gs_trace_put_blob(v->writer, bytes, (size_t)entry->size);
		return;
	}
	gs_trace_put_array(v->writer, (size_t)n);
	bool addresses = p->pointee == GS_CLASS_POINTER || /* or offsets, to a player */
			 (entry->class == GS_CLASS_HANDLE && is_address(p->type, entry->bits));
	enum gs_class class = addresses ? GS_CLASS_POINTER : (enum gs_class)entry->class;
	for (uint64_t i = 0; i < n; i++)
		put_class(v, class, p->group, api,
			element(bytes + i * each, entry->bits, entry->class == GS_CLASS_INT));
}

static void put_texts(
	const struct values *v, const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	const uint8_t *end = bytes + entry->size;
	gs_trace_put_array(v->writer, (size_t)entry->count);
	for (uint64_t i = 0; i < entry->count; i++) {
		uint32_t length = UINT32_MAX;
		if (end - bytes >= 4) {
			memcpy(&length, bytes, sizeof length);
			bytes += 4;
		}
		if (length == UINT32_MAX || length > end - bytes) {
			gs_trace_put_null(v->writer);
			continue;
		}
		gs_trace_put_string(v->writer, (const char *)bytes, length);
		bytes += length;
	}
}

/* No reader would take it. */
static void put_too_long(const struct values *v)
{
	struct gs_recording_lengths *lengths = v->lengths;
	gs_trace_put_null(v->writer);
	if (!lengths->too_long)
		lengths->first_too_long = lengths->call;
	if (!lengths->too_long || lengths->last_too_long != lengths->call)
		lengths->too_long++;
	lengths->last_too_long = lengths->call;
}

void gs_recording_put_memory(const struct values *v, const struct gs_parameter *p, unsigned api,
	uint64_t raw, const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	bool known = entry->kind == GS_WIRE_TEXT || entry->kind == GS_WIRE_PIXELS ||
		     (entry->kind == GS_WIRE_ELEMENTS && entry->class != GS_CLASS_STRUCT) ||
		     (entry->kind == GS_WIRE_TEXTS && entry->count <= entry->size / 4);
	if (entry->skip > LONGEST || entry->size > LONGEST - entry->skip)
		put_too_long(v);
	else if (!known)
		gs_trace_put_pointer(v->writer, raw);
	else if (entry->kind == GS_WIRE_TEXT)
		gs_trace_put_string(v->writer, (const char *)bytes, (size_t)entry->size);
	else if (entry->kind == GS_WIRE_TEXTS)
		put_texts(v, entry, bytes);
	else if (entry->kind == GS_WIRE_PIXELS)
		gs_recording_put_padded_blob(v, entry->skip, bytes, entry->size);
	else
		put_elements(v, p, api, entry, bytes);
}
