/* SPDX-License-Identifier: MIT */
/*
 * preload/caps/texture - what a texture is, and a place to bind it at while it is asked. What is
 * bound, and the active unit, are afterwards what they were; error flags are drained: take the
 * program's before.
 */
#ifndef GS_PRELOAD_TEXTURE_H
#define GS_PRELOAD_TEXTURE_H

#include "preload/core/gl.h"

/* Not every context can be asked a texture's target: it binds to no other. GL_NONE: there is no
 * such texture. *image: for glGetTexLevelParameter. */
GLenum gs_texture_target(GLuint texture, GLenum *image);

/* A texture unit where nothing is bound to a target, made the active one: a name that another
 * context has deleted could not be bound again. */
struct gs_texture_unit {
	GLenum target;
	GLint active, unit; /* the program's; ours, from 0 */
	GLint bound;
};
void gs_texture_unit_take(struct gs_texture_unit *unit, GLenum target);
void gs_texture_unit_release(const struct gs_texture_unit *unit);

#endif
