/* SPDX-License-Identifier: MIT */
/* dap/stack - stacks, sources and modules. */
#ifndef GS_DAP_STACK_H
#define GS_DAP_STACK_H

#include "dap/protocol.h"

/* Identifiers of frames: those of the shader by their levels, then the call of GL, then the
 * program's own. */
enum { GS_DAP_SHADER_FRAMES = 1, GS_DAP_CALL_FRAME = 1000000, GS_DAP_PROGRAM_FRAMES };

/* Return how many frames the shader has; 0: none is debugged. */
unsigned gs_dap_shader_frames(struct gs_dap *dap);
/* Select a frame of the shader in the console. Return false if there is none. */
bool gs_dap_select_frame(struct gs_dap *dap, unsigned frame, GError **error);
/* Return the shader's frame of an identifier; -1: it is none of them. */
int gs_dap_shader_frame(struct gs_dap *dap, gint64 id);
void gs_dap_stack_trace(struct gs_dap_request *request);
void gs_dap_source(struct gs_dap_request *request);
void gs_dap_loaded_sources(struct gs_dap_request *request);
void gs_dap_modules(struct gs_dap_request *request);

#endif
