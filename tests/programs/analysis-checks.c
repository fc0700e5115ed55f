/* SPDX-License-Identifier: MIT */
/* Ways of test-analysis with one fault each that `glstep-trace checklist` finds, and what looks
 * like one and is none. */
#include <stdlib.h>
#include <string.h>
#include "tests/programs/analysis.h"

/* ---- one fault each ---- */

static void immediate(int frame)
{
	draw_frame(frame);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertex2f((GLfloat)(i / 2), (GLfloat)(i % 2));
	glEnd();
}

static void client_arrays(int frame)
{
	if (!frame) {
		glBindBuffer(GL_ARRAY_BUFFER, 0);
		glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	}
	draw_frame(frame);
}

static void finish(int frame)
{
	draw_frame(frame);
	glFinish();
}

static void wait_client(int frame)
{
	draw_frame(frame);
	eglWaitClient();
	glFlush();
}

static void wait_gl(int frame)
{
	draw_frame(frame);
	eglWaitGL();
	glFlush();
}

static void fence_wait(int frame)
{
	draw_frame(frame);
	GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000);
	glDeleteSync(fence);
}

static void read_mapped(int frame)
{
	static GLuint pack;
	draw_frame(frame);
	if (!frame) {
		glGenBuffers(1, &pack);
		glBindBuffer(GL_PIXEL_PACK_BUFFER, pack);
		glBufferData(GL_PIXEL_PACK_BUFFER, 4, NULL, GL_STREAM_READ);
	}
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 4, GL_MAP_READ_BIT);
	glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
	if (frame == FRAMES - 1)
		glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

static void read_back(int frame)
{
	GLubyte pixel[4];
	draw_frame(frame);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
}

static void query_wait(int frame)
{
	GLuint passed;
	if (!frame)
		glGenQueries(1, queries);
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
	draw_frame(frame);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &passed);
}

static void map_wait(int frame)
{
	GLfloat *map = glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
	map[0] = -0.1f * (GLfloat)frame;
	glUnmapBuffer(GL_ARRAY_BUFFER);
	draw_frame(frame);
}

static void depth_not_cleared(int frame)
{
	cleared = GL_COLOR_BUFFER_BIT;
	draw_frame(frame);
}

static void texture_loaded(int frame)
{
	GLuint other;
	glGenTextures(1, &other);
	fill_texture(other, 32);
	glBindTexture(GL_TEXTURE_2D, texture);
	glDeleteTextures(1, &other);
	draw_frame(frame);
}

static void texture_changed(int frame)
{
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels + frame);
	draw_frame(frame);
}

static void shader_compiled(int frame)
{
	glDeleteShader(shader_of(GL_FRAGMENT_SHADER, fragment_text));
	draw_frame(frame);
}

static void list_compiled(int frame)
{
	glNewList(1, GL_COMPILE);
	glColor3f(0.1f * (GLfloat)frame, 0, 0);
	glEndList();
	glCallList(1);
	draw_frame(frame);
}

static void state_asked(int frame)
{
	GLint viewport[4];
	glGetIntegerv(GL_VIEWPORT, viewport);
	draw_frame(frame);
}

static void error_asked(int frame)
{
	draw_frame(frame);
	glGetError();
}

void bind_other(int size, GLenum filter)
{
	GLuint other;
	glGenTextures(1, &other);
	fill_texture(other, size);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
}

static void mipmaps_unused(int frame)
{
	if (!frame) {
		bind_other(32, GL_LINEAR);
		glGenerateMipmap(GL_TEXTURE_2D);
	}
	draw_frame(frame);
}

static void mipmaps_missing(int frame)
{
	if (!frame)
		bind_other(128, GL_LINEAR);
	draw_frame(frame);
}

/* It is said that it has one level: without a word it would be another fault. */
static void uncompressed(int frame)
{
	if (!frame) {
		bind_other(BIG, GL_LINEAR);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
	}
	draw_frame(frame);
}

static void state_repeated(int frame)
{
	glDepthFunc(GL_LEQUAL);
	draw_frame(frame);
}

static void uniform_unused(int frame)
{
	glUniform1f(-1, (GLfloat)frame);
	draw_frame(frame);
}

static void draw_empty(int frame)
{
	draw_frame(frame);
	glUniform1f(shift, 0);
	glDrawElements(GL_TRIANGLES, 0, GL_UNSIGNED_SHORT, NULL);
}

/* Beside the window. */
static void draw_unseen(int frame)
{
	draw_frame(frame);
	glUniform1f(shift, 3);
	draw();
}

static void draws_in_a_row(int frame)
{
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	for (int i = 0; i < 8; i++)
		draw();
}

static void draw_indices(int frame, const GLushort *indices, GLsizei n)
{
	if (!frame) {
		glBufferData(GL_ELEMENT_ARRAY_BUFFER, n * 2, indices, GL_STATIC_DRAW);
		glBufferData(GL_ARRAY_BUFFER, 1 << 19, NULL, GL_STATIC_DRAW);
	}
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	glDrawElements(GL_TRIANGLES, n, GL_UNSIGNED_SHORT, NULL);
}

static void indices_unshared(int frame)
{
	GLushort indices[300];
	for (int i = 0; i < 300; i++)
		indices[i] = (GLushort)i;
	draw_indices(frame, indices, 300);
}

/* A strip of quads, each of two triangles with three vertices of their own; `step`: how far apart
 * neighbours begin. */
static void draw_quads(int frame, int step)
{
	static GLfloat vertices[100][6][2];
	for (int i = 0; !frame && i < 100; i++)
		for (int k = 0; k < 6; k++) {
			vertices[i][k][0] = (GLfloat)(i * step + order[k] % 2) / 100 - 1;
			vertices[i][k][1] = (GLfloat)(order[k] / 2) - 0.5f +
					    (GLfloat)(k * (step - 1));
		}
	if (!frame)
		glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	glDrawArrays(GL_TRIANGLES, 0, 600);
}

static void vertices_repeated(int frame)
{
	draw_quads(frame, 1);
}

/* No two vertices are equal. */
static void clean_triangles(int frame)
{
	draw_quads(frame, 2);
}

/* A grid of so many quads a row, one row after the other: the next row comes too late, or not. */
static void draw_grid(int frame, int columns, int rows)
{
	static GLushort indices[1 << 14];
	GLsizei n = 0;
	for (int i = 0; i < columns * rows; i++) {
		int first = i / columns * (columns + 1) + i % columns;
		int quad[] = {first, first + 1, first + columns + 1, first + columns + 1, first + 1,
			first + columns + 2};
		for (int k = 0; k < 6; k++)
			indices[n++] = (GLushort)quad[k];
	}
	draw_indices(frame, indices, n);
}

static void vertex_order(int frame)
{
	draw_grid(frame, 50, 50);
}

static void clean_grid(int frame)
{
	draw_grid(frame, 10, 200);
}

static void no_multisampling(int frame)
{
	EGLint samples;
	if (!frame)
		eglGetConfigAttrib(display, config, EGL_SAMPLES, &samples);
	draw_frame(frame);
}

/* ---- what looks like a fault and is none ---- */

/* The same calls in each frame, each of which changes something. */
static void clean_state(int frame)
{
	static const GLfloat position[] = {0, 0, 1, 1};
	static GLuint other;
	if (!frame) {
		glGenBuffers(1, &other);
		glBindBuffer(GL_ARRAY_BUFFER, other);
		glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
	}
	glBlendFunci(0, GL_ONE, GL_ZERO);
	glBlendFunc(GL_SRC_ALPHA, GL_ZERO);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	draw();
	glBindBuffer(GL_ARRAY_BUFFER, other);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glTranslatef(0.1f, 0, 0);
	glLightfv(GL_LIGHT0, GL_POSITION, position);
	draw_frame(frame);
}

static void clean_pushed(int frame)
{
	glPushAttrib(GL_DEPTH_BUFFER_BIT);
	glDepthFunc(GL_ALWAYS);
	glPopAttrib();
	draw_frame(frame);
}

static GLuint packed, unpacked, moving;

static void set_up_clean(void)
{
	/* A large texture without levels that nobody looks up. */
	glActiveTexture(GL_TEXTURE1);
	bind_other(128, GL_LINEAR);
	glActiveTexture(GL_TEXTURE0);
	glGenQueries(1, queries);
	glGenBuffers(1, &packed);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, packed);
	glBufferData(GL_PIXEL_PACK_BUFFER, SIZE * SIZE * 4, NULL, GL_STREAM_READ);
	glGenBuffers(1, &unpacked);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, unpacked);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof pixels, pixels, GL_STREAM_DRAW);
	glGenTextures(1, &moving);
	glBindTexture(GL_TEXTURE_2D, moving);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, BIG, BIG, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glNewList(1, GL_COMPILE);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertex2f((GLfloat)(i / 2), (GLfloat)(i % 2));
	glEnd();
	glEndList();
	glFinish();
	glGetError();
}

static void ask_late(int frame)
{
	GLuint answer = 0;
	if (frame)
		glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &answer);
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
	draw();
	glEndQuery(GL_SAMPLES_PASSED);
}

/* A fence and pixels of the frame before; what is there is asked for without a wait. */
static void wait_late(void)
{
	static GLsync fence;
	if (fence) {
		glClientWaitSync(fence, 0, 1000000000);
		glDeleteSync(fence);
		glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 4, GL_MAP_READ_BIT);
		glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
	}
	fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	glClientWaitSync(fence, 0, 0);
}

static void clean_all(int frame)
{
	GLubyte pixel[4];
	GLint viewport[4];
	if (!frame)
		set_up_clean();
	glUniform1f(shift, 0.1f * (GLfloat)frame);
	ask_late(frame);
	wait_late();
	GLfloat *map = glMapBufferRange(GL_ARRAY_BUFFER, 0, sizeof corners,
		GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
	memcpy(map, corners, sizeof corners);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, BIG, BIG, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glEnable(GL_BLEND);
	draw();
	glDisable(GL_BLEND);
	glCallList(1);
	glBindTexture(GL_TEXTURE_2D, texture);
	draw();
	glBindTexture(GL_TEXTURE_2D, moving);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	if (frame == 4)
		glGetIntegerv(GL_VIEWPORT, viewport);
	if (frame == FRAMES - 1) {
		eglSwapBuffers(display, surface);
		glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
		glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
		glFinish();
		exit(0);
	}
}

const struct way check_ways[] = {
	{"clean-all", clean_all},
	{"immediate-mode", immediate},
	{"client-arrays", client_arrays},
	{"finish", finish},
	{"wait-client", wait_client},
	{"wait-gl", wait_gl},
	{"fence-wait", fence_wait},
	{"read-back", read_back},
	{"read-mapped", read_mapped},
	{"query-wait", query_wait},
	{"map-wait", map_wait},
	{"depth-not-cleared", depth_not_cleared},
	{"texture-loaded", texture_loaded},
	{"texture-changed", texture_changed},
	{"shader-compiled", shader_compiled},
	{"list-compiled", list_compiled},
	{"state-asked", state_asked},
	{"error-asked", error_asked},
	{"vertices-repeated", vertices_repeated},
	{"clean-triangles", clean_triangles},
	{"mipmaps-missing", mipmaps_missing},
	{"mipmaps-unused", mipmaps_unused},
	{"texture-uncompressed", uncompressed},
	{"state-repeated", state_repeated},
	{"uniform-unused", uniform_unused},
	{"draw-empty", draw_empty},
	{"draw-unseen", draw_unseen},
	{"draws-in-a-row", draws_in_a_row},
	{"indices-unshared", indices_unshared},
	{"vertex-order", vertex_order},
	{"clean-grid", clean_grid},
	{"clean-state", clean_state},
	{"clean-pushed", clean_pushed},
	{"no-multisampling", no_multisampling},
	{NULL, NULL},
};
