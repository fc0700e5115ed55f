/* SPDX-License-Identifier: MIT */
/* Scenes whose calls read buffers where others read the program's memory, or both at once. */
#include "config.h"
#include "tests/programs/scenes.h"

#include <string.h>

enum { SIDE = 50 }; /* of what each way of drawing has for itself */

/* False: this way is not to be drawn. */
static bool begins_way(struct scene_run *run, int way)
{
	glViewport(SIDE * way, 0, SIDE, SIDE);
	return scene_draws(run);
}

static void init_legacy(struct scene_run *run)
{
	run->program = scene_program(scene_vert_120, scene_frag_120);
	scene_bind_triangles(run, false);
	glUseProgram(run->program);
	glEnable(GL_DEPTH_TEST);
}

/* ---- lists of offsets into an element buffer ---- */

/* The indices of all vertices twice: the last half counts from the second triangle. */
static void init_offsets(struct scene_run *run)
{
	GLubyte indices[256];
	GLuint elements;

	init_legacy(run);
	for (int i = 0; i < scene_vertices; i++) {
		indices[i] = (GLubyte)i;
		indices[scene_vertices + i] = (GLubyte)(i < 3 ? i : i - 3);
	}
	glGenBuffers(1, &elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)2 * scene_vertices, indices,
		GL_STATIC_DRAW);
}

static void draw_offsets(struct scene_run *run)
{
	const GLsizei counts[] = {3, scene_vertices - 3};
	const void *const plain[] = {NULL, (void *)3};
	const void *const moved[] = {NULL, (char *)NULL + scene_vertices + 3};
	const GLint bases[] = {0, 3};

	if (begins_way(run, 0))
		glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_BYTE, plain, 2);
	if (begins_way(run, 1))
		glMultiDrawElementsBaseVertex(
			GL_TRIANGLES, counts, GL_UNSIGNED_BYTE, moved, 2, bases);
}

const struct scene mixed_scenes[] = {
	{"multi-offsets", "several draws a call, from an element buffer", 21, false, init_offsets,
		draw_offsets},
	{NULL},
};
