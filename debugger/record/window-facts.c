/* SPDX-License-Identifier: MIT */
/* What a configuration has, and how large a drawable is, as questions with their answers: a player
 * takes one like it. The program may have asked for neither. */
#include <string.h>
#include "debugger/record/private.h"

enum {
	GLX_WIDTH_NAME = 0x801d,
	GLX_HEIGHT_NAME = 0x801e,
	EGL_HEIGHT_NAME = 0x3056,
	EGL_WIDTH_NAME
};

static void make_up_answer(const struct values *v, uint32_t thread, unsigned function,
	const struct gs_record *record, int32_t name, int32_t value)
{
	const uint64_t args[3] = {record->call.args[0], record->call.args[1], (uint32_t)name};
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
		make_up_answer(v, thread, function, record, pair[0], pair[1]);
	}
}

void gs_recording_make_up_size(const struct values *v, uint32_t thread,
	const struct gs_record *record, const uint8_t *bytes, uint64_t size)
{
	bool is_egl = record->call.function == GS_FN_eglMakeCurrent;
	unsigned function = is_egl ? GS_FN_eglQuerySurface : GS_FN_glXQueryDrawable;
	gpointer drawable = (gpointer)(uintptr_t)record->call.args[1];
	int32_t both[2];
	uint64_t said;
	if (size < sizeof both)
		return;
	memcpy(both, bytes, sizeof both);
	memcpy(&said, bytes, sizeof said);
	if ((uintptr_t)g_hash_table_lookup(v->sizes, drawable) == said)
		return;
	g_hash_table_insert(v->sizes, drawable, (gpointer)(uintptr_t)said);
	make_up_answer(
		v, thread, function, record, is_egl ? EGL_WIDTH_NAME : GLX_WIDTH_NAME, both[0]);
	make_up_answer(
		v, thread, function, record, is_egl ? EGL_HEIGHT_NAME : GLX_HEIGHT_NAME, both[1]);
}
