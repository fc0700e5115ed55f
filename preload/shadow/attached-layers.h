/* SPDX-License-Identifier: MIT */
/* preload/shadow/attached-layers - which layer of a texture the program has attached where: Mesa
 * tells 0 for all but 3D textures and 2D arrays (docs/decisions/018-driver-quirks.md). */
#ifndef GS_PRELOAD_ATTACHED_LAYERS_H
#define GS_PRELOAD_ATTACHED_LAYERS_H

#include "preload/core/gl.h"
#include "preload/core/preload.h"

void gs_layers_init(void); /* adds hooks */
void gs_layers_free(struct gs_context *context);
#ifdef GS_STANDALONE /* as in preload/core/gl.h: there are no hooks */
static inline GLint gs_attached_layer(GLuint framebuffer, GLenum point, GLuint texture, GLint told)
{
	return told;
}
#else
/* Returns the layer of that texture at that point of a framebuffer of the current context; as GL
 * tells it, if the program has not attached one. */
GLint gs_attached_layer(GLuint framebuffer, GLenum point, GLuint texture, GLint told);
#endif

#endif
