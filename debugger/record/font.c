/* SPDX-License-Identifier: MIT */
/* The display lists that glXUseXFont has made of a font of the X server, for players, which have
 * none. */
#include <string.h>
#include "data/constants.h"
#include "debugger/record/private.h"

enum { CLIENT_PIXEL_STORE_BIT = 1, BITMAP = 6 /* glBitmap's argument */ };

static uint64_t float_bits(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static void put_glyph(const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size)
{
	struct gs_wire_glyph glyph;
	memcpy(&glyph, bytes, sizeof glyph);
	const uint64_t list[2] = {glyph.list, GL_COMPILE};
	const uint64_t args[7] = {glyph.width, glyph.height, float_bits(glyph.x),
		float_bits(glyph.y), float_bits(glyph.move), 0, 0};
	const struct gs_wire_memory rows = {.class = GS_CLASS_VOID,
		.bits = 8,
		.size = size - sizeof glyph,
		.count = size - sizeof glyph};
	gs_recording_make_up(v, thread, GS_FN_glNewList, list, 2);
	if (rows.size)
		gs_recording_make_up_array(
			v, thread, GS_FN_glBitmap, args, &rows, bytes + sizeof glyph);
	else
		gs_recording_make_up(v, thread, GS_FN_glBitmap, args, 7);
	gs_recording_make_up(v, thread, GS_FN_glEndList, NULL, 0);
}

/* Rows are tightly packed, whatever the program's pixel store says. */
static void begin(const struct values *v, uint32_t thread)
{
	/* GL_UNPACK_SWAP_BYTES, LSB_FIRST, ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS, ALIGNMENT */
	static const uint64_t stores[][2] = {{GL_UNPACK_SWAP_BYTES, 0}, {GL_UNPACK_LSB_FIRST, 0},
		{GL_UNPACK_ROW_LENGTH, 0}, {GL_UNPACK_SKIP_ROWS, 0}, {GL_UNPACK_SKIP_PIXELS, 0},
		{GL_UNPACK_ALIGNMENT, 1}};
	const uint64_t store = CLIENT_PIXEL_STORE_BIT;
	gs_recording_make_up(v, thread, GS_FN_glPushClientAttrib, &store, 1);
	for (size_t i = 0; i < G_N_ELEMENTS(stores); i++)
		gs_recording_make_up(v, thread, GS_FN_glPixelStorei, stores[i], 2);
}

void gs_recording_make_up_font(
	const struct values *v, uint32_t thread, const struct gs_record *record)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size, *bytes;
	struct gs_wire_memory entry;
	bool any = false;
	while (at && (bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at))) {
		if (entry.argument != GS_WIRE_GLYPH || entry.size < sizeof(struct gs_wire_glyph))
			continue;
		if (!any)
			begin(v, thread);
		any = true;
		put_glyph(v, thread, bytes, entry.size);
	}
	if (any)
		gs_recording_make_up(v, thread, GS_FN_glPopClientAttrib, NULL, 0);
	else if ((int32_t)record->call.args[2] > 0)
		gs_recording_put_comment(v, thread,
			"glXUseXFont: the bitmaps of its display lists could not be read and are "
			"not in this file");
}
