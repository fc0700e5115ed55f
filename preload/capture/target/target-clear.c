/* SPDX-License-Identifier: MIT */
/* Clearing, also without glClearBuffer (OpenGL 3.0). */
#include "preload/capture/target/target.h"

static bool any_uint(unsigned n, const enum gs_attachment *types)
{
	for (unsigned i = 0; i < n; i++)
		if (types[i] == GS_ATTACHMENT_UINT)
			return true;
	return false;
}

/* Zero bits are zero in every format: all at once. */
static void clear_all(unsigned n, const enum gs_attachment *types)
{
	GLfloat old[4];
	GL(glGetFloatv)(GL_COLOR_CLEAR_VALUE, old);
	GL(glClearColor)(0, 0, 0, 0);
	if (any_uint(n, types))
		GL(glClearColorIuiEXT)(0, 0, 0, 0);
	GL(glClear)(GL_COLOR_BUFFER_BIT);
	GL(glClearColor)(old[0], old[1], old[2], old[3]);
}

void gs_target_clear_colour(const struct gs_caps *c, unsigned n, const enum gs_attachment *types)
{
	static const GLuint zeros[4];
	static const GLfloat float_zeros[4];
	if (!c->clear_buffers) {
		clear_all(n, types);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		if (types[i] == GS_ATTACHMENT_UINT)
			GL(glClearBufferuiv)(GL_COLOR, i, zeros);
		else
			GL(glClearBufferfv)(GL_COLOR, i, float_zeros);
	}
}

void gs_target_clear_depth(const struct gs_caps *c, GLfloat depth)
{
	GLdouble old = 1;
	GL(glDepthMask)(GL_TRUE);
	if (c->clear_buffers) {
		GL(glClearBufferfv)(GL_DEPTH, 0, &depth);
		return;
	}
	if (c->api == GS_API_ES) {
		GLfloat before = 1;
		GL(glGetFloatv)(GL_DEPTH_CLEAR_VALUE, &before);
		GL(glClearDepthf)(depth);
		GL(glClear)(GL_DEPTH_BUFFER_BIT);
		GL(glClearDepthf)(before);
		return;
	}
	GL(glGetDoublev)(GL_DEPTH_CLEAR_VALUE, &old);
	GL(glClearDepth)(depth);
	GL(glClear)(GL_DEPTH_BUFFER_BIT);
	GL(glClearDepth)(old);
}

void gs_target_clear_stencil(const struct gs_caps *c, GLint stencil)
{
	GLint old = 0;
	GL(glStencilMask)(~0u);
	if (c->clear_buffers) {
		GL(glClearBufferiv)(GL_STENCIL, 0, &stencil);
		return;
	}
	GL(glGetIntegerv)(GL_STENCIL_CLEAR_VALUE, &old);
	GL(glClearStencil)(stencil);
	GL(glClear)(GL_STENCIL_BUFFER_BIT);
	GL(glClearStencil)(old);
}
