/* SPDX-License-Identifier: MIT */
/* Ways of drawing, and things to draw into, for test-state. */
#ifndef TESTS_PROGRAMS_STATE_DRAWS_H
#define TESTS_PROGRAMS_STATE_DRAWS_H

#include "tests/programs/scenes.h"

struct state_draw {
	const char *name;
	void (*set)(struct scene_run *run);  /* NULL: nothing to do before; may draw itself */
	void (*draw)(struct scene_run *run); /* one draw call */
};
extern const struct state_draw state_draws_legacy[]; /* ends with name NULL */
extern GLenum state_mode; /* of the draws from arrays and of blocks: GL_TRIANGLES or GL_PATCHES */
const struct state_draw *state_draw_find(const char *name); /* NULL: none */

/* state-stages.c: a program of the stages listed (type, text, ..., 0), with `touch(n)` in each:
 * counts in a storage buffer, an atomic counter and an image, if effects are on. */
GLuint state_program(GLenum type, const char *text, ...);
extern bool state_effects;
extern bool state_separable; /* programs can be used in pipelines */
/* A vertex shader, the stages between ("geometry", "patches"; NULL: none) and the fragment shader;
 * finish: what the last before the fragment shader does behind gl_Position. */
GLuint state_staged(const char *stages, const char *finish, const char *fragment_text);
extern bool state_more_stages; /* there are some between */
/* What the effects go to; and what is in it, and in other buffers and textures. */
void state_bind_effects(void);
void state_print_contents(void);

/* state-targets.c: what is drawn into, and what else stands between the shader and it. */
struct state_target {
	const char *name;
	GLenum texture; /* of two colour attachments; GL_NONE: none */
	GLenum format;
	int samples, layers;
	const char *finish; /* see state_staged; NULL: nothing */
	void (*set)(void);  /* more state; NULL: none */
	bool is_window, no_depth;
	bool swapped; /* draw buffer 0 is attachment 1 */
};
const struct state_target *state_target_find(const char *name); /* NULL: none */
struct state_surface {
	const struct state_target *target;
	GLuint framebuffer, colors[2], depth;
	int width, height;
};
/* Bound for drawing and reading, and cleared. */
struct state_surface state_surface_make(const struct state_target *target, int width, int height);
/* Sums of all that it holds, printed; the planes (layers, in each its samples) of what draw buffer
 * 0 writes, 4 floats a pixel, into the file, if there is one: behind their number, width, height,
 * whether they are sRGB, and how many planes of depth and stencil (24 and 8 bits, of single
 * samples) follow them, as int32. */
void state_surface_print(const struct state_surface *surface, FILE *planes);
/* state-getters.c: "GETTER NAME VALUE" lines of what every getter takes, of the constants ("NAME
 * VALUE" lines) in the file; and what they say now, printed. */
void state_find_getters(const char *names, FILE *out);
void state_print_getters(const char *found);

/* What the driver must have; state_lack says what is missing and ends the program (status 77). */
bool state_has(int version, const char *extension);
_Noreturn void state_lack(const char *what);
void state_need(int version, const char *extension);

static inline bool state_is_integer(GLenum format)
{
	return format == GL_RGBA8UI || format == GL_RGBA16I;
}

#endif
