/* SPDX-License-Identifier: MIT */
/* Scenes that write into buffers which stay mapped while GL reads them (OpenGL 4.4). */
#include "config.h"
#include "tests/programs/scenes.h"

#include <stdlib.h>
#include <string.h>

enum { TEXELS = 16, BIG = 1 << 20 };

static unsigned char *mapped;
static float moment; /* another one in each frame */

static void draw_triangles(struct scene_run *run)
{
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
}

static size_t triangles_size(void)
{
	return (size_t)scene_vertices * 6 * sizeof(float);
}

static void *map_storage(GLenum target, size_t size, GLbitfield flags, GLbitfield more)
{
	const GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | flags;
	void *at;

	glBufferStorage(target, (GLsizeiptr)size, NULL, access);
	at = glMapBufferRange(target, 0, (GLsizeiptr)size, access | more);
	if (!at) {
		fprintf(stderr, "the buffer could not be mapped\n");
		exit(1);
	}
	return at;
}

/* The triangles come from a buffer that stays mapped. */
static void init_mapped(struct scene_run *run, GLbitfield flags, GLbitfield more)
{
	run->program = scene_program(scene_vert_330, scene_frag_330);
	scene_bind_triangles(run, true);
	glUseProgram(run->program);
	glEnable(GL_DEPTH_TEST);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	mapped = map_storage(GL_ARRAY_BUFFER, BIG, flags, more);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, NULL);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, (void *)12);
}

static void move_triangles(float by)
{
	for (int i = 0; i < scene_vertices; i++) {
		float vertex[6];

		memcpy(vertex, scene_triangles + (ptrdiff_t)6 * i, sizeof(vertex));
		vertex[0] += by;
		vertex[4] += by;
		memcpy(mapped + 24 * i, vertex, sizeof(vertex));
	}
}

static void init_coherent(struct scene_run *run)
{
	init_mapped(run, GL_MAP_COHERENT_BIT, 0);
}

/* Two draws, and no call tells of what is written between them. */
static void draw_coherent(struct scene_run *run)
{
	moment += 0.05f;
	move_triangles(moment);
	draw_triangles(run);
	glFinish();
	move_triangles(-moment);
	draw_triangles(run);
	glFinish();
}

static void init_barrier(struct scene_run *run)
{
	init_mapped(run, 0, 0);
}

static void draw_barrier(struct scene_run *run)
{
	moment += 0.05f;
	move_triangles(moment);
	glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
	draw_triangles(run);
	glFinish();
}

static void init_flushed(struct scene_run *run)
{
	init_mapped(run, 0, GL_MAP_FLUSH_EXPLICIT_BIT);
}

static void draw_flushed(struct scene_run *run)
{
	moment += 0.05f;
	move_triangles(moment);
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, (GLsizeiptr)triangles_size());
	draw_triangles(run);
	glFinish();
}

/* Texels come from a pixel buffer that stays mapped, by its name. */
static void init_unpacked(struct scene_run *run)
{
	static const char text[] = "#version 330 core\n"
				   "in vec3 shade;\n"
				   "uniform sampler2D picture;\n"
				   "out vec4 color;\n"
				   "void main()\n"
				   "{\n"
				   "	color = texture(picture, gl_FragCoord.xy / 64.0);\n"
				   "}\n";
	const GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

	run->program = scene_program(scene_vert_330, text);
	scene_bind_triangles(run, true);
	glUseProgram(run->program);
	glGenTextures(1, &run->texture);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, TEXELS, TEXELS);
	glCreateBuffers(1, &run->buffer);
	glNamedBufferStorage(run->buffer, TEXELS * TEXELS * 4, NULL, access);
	mapped = glMapNamedBufferRange(run->buffer, 0, TEXELS * TEXELS * 4, access);
	if (!mapped)
		exit(1);
}

static void draw_unpacked(struct scene_run *run)
{
	moment += 1;
	for (int i = 0; i < TEXELS * TEXELS * 4; i++)
		mapped[i] = (unsigned char)((float)i * moment);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, run->buffer);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, TEXELS, TEXELS, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	draw_triangles(run);
	glFinish();
}

/* Mapped anew in each frame, and deleted while it is mapped. */
static void draw_renewed(struct scene_run *run)
{
	glDeleteBuffers(1, &run->buffer);
	init_coherent(run);
	draw_coherent(run);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	draw_triangles(run);
	glDeleteBuffers(1, &run->buffer);
	init_coherent(run);
	draw_coherent(run);
}

/* The flags of a fence have no bits. */
static void draw_fenced(struct scene_run *run)
{
	draw_coherent(run);
	glDeleteSync(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
}

const struct scene map_scenes[] = {
	{"coherent", "a buffer mapped coherently", 45, true, init_coherent, draw_coherent},
	{"fenced", "likewise, with a fence behind the draws", 45, true, init_coherent, draw_fenced},
	{"barrier", "a mapped buffer and memory barriers", 45, true, init_barrier, draw_barrier},
	{"flushed", "a mapped buffer, ranges of it flushed", 45, true, init_flushed, draw_flushed},
	{"unpacked", "texels from a mapped buffer", 45, true, init_unpacked, draw_unpacked},
	{"renewed", "mapped buffers that are deleted", 45, true, init_coherent, draw_renewed},
	{NULL},
};
