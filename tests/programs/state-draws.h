/* SPDX-License-Identifier: MIT */
/* Ways of drawing, and things to draw into, for test-state. */
#ifndef TESTS_PROGRAMS_STATE_DRAWS_H
#define TESTS_PROGRAMS_STATE_DRAWS_H

#include "tests/programs/scenes.h"

struct state_draw {
	const char *name;
	void (*set)(struct scene_run *run); /* NULL: nothing to do before; may draw itself */
	void (*draw)(struct scene_run *run); /* one draw call */
};
extern const struct state_draw state_draws[]; /* ends with name NULL */
extern GLenum state_mode; /* of the draws from arrays and of blocks: GL_TRIANGLES or GL_PATCHES */
const struct state_draw *state_draw_find(const char *name); /* NULL: none */

/* state-stages.c: a program of the stages listed (type, text, ..., 0), with `touch(n)` in each: counts in a storage buffer, an
 * atomic counter and an image, if effects are on. */
GLuint state_program(GLenum type, const char *text, ...);
extern bool state_effects;
/* Stages between the vertex shader and the fragment shader: "geometry", "patches"; NULL: none. */
GLuint state_staged(const char *stages, const char *fragment_text);
/* What the effects go to; and what is in it, and in other buffers and textures. */
void state_bind_effects(void);
void state_print_contents(void);

/* Two colour attachments of the format, depth and stencil; kind: "plain", "multisampled", "layered". */
GLuint state_target(const char *kind, int width, int height, GLenum format);
GLuint state_resolved(GLuint framebuffer, const char *kind, int width, int height);

#endif
