/* SPDX-License-Identifier: MIT */
/*
 * data/targets - the targets to which textures and buffers are bound, and under which name GL tells
 * what is bound there. Like data.h: static, no state, no GLib.
 *
 * Source: OpenGL 4.6, tables 6.1 (targets of buffers) and 23.14 (bindings of textures).
 */
#ifndef GS_DATA_TARGETS_H
#define GS_DATA_TARGETS_H

#include "data/pointee.h"

struct gs_texture_target {
	uint32_t target;
	uint32_t binding; /* GL_TEXTURE_BINDING_... */
	uint32_t image;	  /* for glGetTexLevelParameter: of a cube map its first face */
};

/* Return the targets of textures, those that most textures have first; *n of them. */
const struct gs_texture_target *gs_data_texture_targets(size_t *n);
/* Return the name under which GL tells which texture or buffer is bound to the target; 0: none. */
uint32_t gs_data_texture_binding(uint32_t target);
uint32_t gs_data_buffer_binding(uint32_t target);
/* Whether the target is a face of a cube map. */
bool gs_data_is_face(uint64_t target);
/* Return the target of buffers at which one that is bound makes an address that the rule of the
 * function is about an offset into it. */
uint32_t gs_data_offset_target(unsigned function, const struct gs_memory_rule *rule);

#endif
