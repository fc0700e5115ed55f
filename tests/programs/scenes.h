/* SPDX-License-Identifier: MIT */
/* tests/programs/scenes - small GL programs for the tests, each a way of drawing that a debugger
 * may get wrong. */
#ifndef TESTS_PROGRAMS_SCENES_H
#define TESTS_PROGRAMS_SCENES_H

#include "examples/window.h"

struct scene_run {
	struct window window;
	int draws;				/* make only the first so many draws of a frame */
	int drawn;				/* in this frame */
	GLuint program, other, buffer, texture; /* for the scene's own use */
};

struct scene {
	const char *name, *about;
	int version;
	bool core;
	void (*init)(struct scene_run *run);
	void (*draw)(struct scene_run *run); /* a frame */
	void (*end)(struct scene_run *run);  /* after the last frame; may be NULL */
	bool is_es;			     /* OpenGL ES, by EGL */
};

extern const struct scene core_scenes[], legacy_scenes[], map_scenes[], odd_scenes[],
	filled_scenes[], held_scenes[], written_scenes[], mixed_scenes[],
	unpacked_scenes[]; /* end with name NULL */

/* Counts a draw; false: this one is not to be made. */
bool scene_draws(struct scene_run *run);
/* Triangles (position xyz, color rgb a float each) into the bound buffer and attributes 0 and 1. */
extern const float scene_triangles[];
extern const int scene_vertices;
extern const char scene_vert_330[], scene_frag_330[], scene_vert_120[], scene_frag_120[];
void scene_bind_triangles(struct scene_run *run, bool core);
/* build_program with position at 0 and tint at 1 */
GLuint scene_program(const char *vertex_text, const char *fragment_text);

#endif
