/* SPDX-License-Identifier: MIT */
/*
 * preload/core/requests - the requests of wire/wire.h, served in the event loop of a stopped
 * thread. The thread is in its wrapper, its signals are blocked; the context is the program's.
 * Input is at bulk (request->bulk_size bytes); output goes to the same place (up to bulk_size
 * bytes: copy input first), its size to answer->bulk_size. answer comes in zeroed: status OK.
 */
#ifndef GS_PRELOAD_SERVE_H
#define GS_PRELOAD_SERVE_H

#include "preload/core/preload.h"

typedef void gs_serve_func(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size);

gs_serve_func gs_serve_program, gs_serve_framebuffer, gs_serve_state, gs_serve_macros;
gs_serve_func gs_serve_debug_begin, gs_serve_capture, gs_serve_debug_end, gs_serve_set_uniform;
gs_serve_func gs_serve_choose_draw, gs_serve_call_memory, gs_serve_set_source;
gs_serve_func gs_serve_resources, gs_serve_texels, gs_serve_buffer, gs_serve_drawn;
gs_serve_func gs_serve_blocks, gs_serve_set_buffer;

/* Keeps what the state of the thread's context is, when a frame begins with a call. */
void gs_note_state(struct gs_thread *thread, uint64_t frame, uint64_t call);

/* Handlers (preload/core/hooks.h). */
void gs_serve(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer);
void gs_serve_frame(struct gs_thread *thread, uint64_t frame, uint64_t call);

/* Sets status and error to the strings up to NULL joined: one sentence; a log after "\n". */
void gs_refuse(struct gs_wire_answer *answer, enum gs_wire_status status, ...)
	__attribute__((sentinel));

#endif
