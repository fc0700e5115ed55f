/* SPDX-License-Identifier: MIT */
#include "preload/capture/target/target.h"

void gs_target_set_flip(
	const struct gs_caps *c, const struct gs_draw_framebuffer *like, GLenum framebuffer)
{
	if (!like->flipped)
		return;
	if (c->flip_y_mesa)
		GL(glFramebufferParameteriMESA)(framebuffer, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
	else
		GL(glFramebufferParameteri)(framebuffer, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
}

GLuint gs_target_renderbuffer(const struct gs_target *t, GLenum format)
{
	GLuint name = 0;
	GL(glGenRenderbuffers)(1, &name);
	GL(glBindRenderbuffer)(GL_RENDERBUFFER, name);
	if (t->like.samples > 1)
		GL(glRenderbufferStorageMultisample)
	(GL_RENDERBUFFER, t->like.samples, format, t->like.width, t->like.height);
	else GL(glRenderbufferStorage)(GL_RENDERBUFFER, format, t->like.width, t->like.height);
	return name;
}
