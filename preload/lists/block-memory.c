/* SPDX-License-Identifier: MIT */
/* What functions that are allowed in a glBegin ... glEnd block point at. */
#include "data/pointee.h"
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

/* What the call reads behind its pointer; -1 unknown. */
static int64_t memory_bytes(const struct gs_wire_call *call)
{
	switch (call->function) {
	case GS_FN_glCallLists:
		return (int32_t)call->args[0] < 0
			       ? 0
			       : (int64_t)call->args[0] *
					 (int64_t)gs_data_list_name_bytes((GLenum)call->args[1]);
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
