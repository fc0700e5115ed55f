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
const struct state_draw *state_draw_find(const char *name); /* NULL: none */

/* Two colour attachments of the format, depth and stencil; kind: "plain", "multisampled", "layered". */
GLuint state_target(const char *kind, int width, int height, GLenum format);
GLuint state_resolved(GLuint framebuffer, const char *kind, int width, int height);

#endif
