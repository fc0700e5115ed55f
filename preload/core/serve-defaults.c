/* SPDX-License-Identifier: MIT */
/* Answers for requests that this build does not serve. */
#include "preload/core/requests.h"

#define DEFAULT(name)                                                                              \
	__attribute__((weak)) void name(struct gs_thread *thread,                                  \
		const struct gs_wire_request *request, struct gs_wire_answer *answer, void *bulk,  \
		uint64_t bulk_size)                                                                \
	{                                                                                          \
		gs_refuse(answer, GS_STATUS_UNSUPPORTED, "this build of glstep cannot do that",    \
			NULL);                                                                     \
	}

DEFAULT(gs_serve_program)
DEFAULT(gs_serve_framebuffer)
DEFAULT(gs_serve_state)
DEFAULT(gs_serve_macros)
DEFAULT(gs_serve_choose_draw)
DEFAULT(gs_serve_debug_begin)
DEFAULT(gs_serve_capture)
DEFAULT(gs_serve_debug_end)
DEFAULT(gs_serve_set_uniform)
DEFAULT(gs_serve_set_source)
DEFAULT(gs_serve_resources)
DEFAULT(gs_serve_texels)
DEFAULT(gs_serve_buffer)
DEFAULT(gs_serve_drawn)
DEFAULT(gs_serve_blocks)
DEFAULT(gs_serve_set_buffer)

__attribute__((weak)) void gs_note_state(struct gs_thread *thread, uint64_t frame, uint64_t call)
{
}
