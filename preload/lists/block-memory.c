/* SPDX-License-Identifier: MIT */
/* What functions that are allowed in a glBegin ... glEnd block point at. */
#include "preload/core/gl.h"
#include "preload/lists/list.h"

/* + 1, so that 0 means no pointer; bytes -1: by its other arguments. */
static const struct {
	uint8_t argument_plus_1;
	int16_t bytes;
} pointers[GS_N_FUNCTIONS] = {
#define GS_BLOCK(name, argument, size) [GS_FN_##name] = {argument + 1, size},
#include "preload/lists/block.inc"
};

static size_t list_name_bytes(GLenum type)
{
	switch (type) {
	case GL_BYTE:
	case GL_UNSIGNED_BYTE:
		return 1;
	case GL_SHORT:
	case GL_UNSIGNED_SHORT:
	case GL_2_BYTES:
		return 2;
	case GL_3_BYTES:
		return 3;
	default:
		return 4;
	}
}

/* What the call reads behind its pointer; -1 unknown. */
static int64_t memory_bytes(const struct gs_wire_call *call)
{
	switch (call->function) {
	case GS_FN_glCallLists:
		return (int32_t)call->args[0] < 0
			       ? 0
			       : (int64_t)call->args[0] *
					 (int64_t)list_name_bytes((GLenum)call->args[1]);
	case GS_FN_glMaterialfv:
	case GS_FN_glMaterialiv:
		if (call->args[1] == GL_SHININESS)
			return 4;
		return call->args[1] == GL_COLOR_INDEXES ? 12 : 16;
	default:
		return pointers[call->function].bytes;
	}
}

int64_t gs_block_memory(const struct gs_wire_call *call, unsigned *argument)
{
	*argument = call->n_args;
	if (!pointers[call->function].argument_plus_1)
		return 0;
	*argument = pointers[call->function].argument_plus_1 - 1;
	return memory_bytes(call);
}

uint32_t gs_list_element(const void *names, uint32_t type, uint32_t i)
{
	const uint8_t *bytes = names;
	switch (type) {
	case GL_BYTE:
		return (uint32_t)((const int8_t *)names)[i];
	case GL_UNSIGNED_BYTE:
		return bytes[i];
	case GL_SHORT:
		return (uint32_t)((const int16_t *)names)[i];
	case GL_UNSIGNED_SHORT:
		return ((const uint16_t *)names)[i];
	case GL_FLOAT:
		return (uint32_t)(int32_t)((const float *)names)[i];
	case GL_2_BYTES:
		return (uint32_t)bytes[2 * i] << 8 | bytes[2 * i + 1];
	case GL_3_BYTES:
		return (uint32_t)bytes[3 * i] << 16 | (uint32_t)bytes[3 * i + 1] << 8 |
		       bytes[3 * i + 2];
	case GL_4_BYTES:
		return (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
		       (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
	default:
		return ((const uint32_t *)names)[i];
	}
}
