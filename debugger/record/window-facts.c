/* SPDX-License-Identifier: MIT */
/* What a configuration has, and how large a drawable is, as questions with their answers: a player
 * takes one like it. The program may have asked for neither. */
#include <string.h>
#include "data/constants.h"
#include "debugger/record/private.h"

/* of: a display, and what is asked about. */
static void make_up_answer(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t of[2], int32_t name, int32_t value)
{
	const uint64_t args[3] = {of[0], of[1], (uint32_t)name};
	const struct gs_wire_memory answer = {
		.class = GS_CLASS_INT, .bits = 32, .size = sizeof value, .count = 1};
	gs_recording_make_up_array(v, thread, function, args, &answer, (const uint8_t *)&value);
}

void gs_recording_make_up_config(const struct values *v, uint32_t thread,
	const struct gs_record *record, const uint8_t *bytes, uint64_t size)
{
	unsigned made_by = record->call.function;
	unsigned function = made_by == GS_FN_eglCreateContext	? GS_FN_eglGetConfigAttrib
			    : made_by == GS_FN_glXCreateContext ? GS_FN_glXGetConfig
								: GS_FN_glXGetFBConfigAttrib;
	int32_t pair[2];
	for (; size >= sizeof pair; size -= sizeof pair, bytes += sizeof pair) {
		memcpy(pair, bytes, sizeof pair);
		make_up_answer(v, thread, function, record->call.args, pair[0], pair[1]);
	}
}

void gs_recording_make_up_size(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size)
{
	struct gs_wire_drawable d;
	if (size < sizeof d)
		return;
	memcpy(&d, bytes, sizeof d);
	const uint64_t of[2] = {d.display, d.drawable};
	gpointer drawable = (gpointer)(uintptr_t)d.drawable;
	gpointer now = (gpointer)(uintptr_t)((uint64_t)d.height << 32 | d.width);
	unsigned function = d.is_egl ? GS_FN_eglQuerySurface : GS_FN_glXQueryDrawable;
	if (g_hash_table_lookup(v->sizes, drawable) == now)
		return;
	g_hash_table_insert(v->sizes, drawable, now);
	make_up_answer(v, thread, function, of, d.is_egl ? EGL_WIDTH : GLX_WIDTH, (int32_t)d.width);
	make_up_answer(
		v, thread, function, of, d.is_egl ? EGL_HEIGHT : GLX_HEIGHT, (int32_t)d.height);
}

void gs_recording_forget_size(const struct values *v, const struct gs_record *record)
{
	if (gs_data_kinds(record->call.function) & GS_KIND_MAKES_DRAWABLE)
		g_hash_table_remove(v->sizes, (gpointer)(uintptr_t)record->call.ret);
}
