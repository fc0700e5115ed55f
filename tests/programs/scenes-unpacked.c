/* SPDX-License-Identifier: MIT */
/* Scenes whose images and arrays begin, end and lie in memory as state says that no argument names.
 */
#include "config.h"
#include "tests/programs/scenes.h"

#include <string.h>

enum { SIDE = 50, BYTES = 1 << 16, TEXELS = 8, MOST_VERTICES = 16 };

/* What is read beside the right place has other colours. */
static unsigned char bytes[BYTES];

static void fill_bytes(void)
{
	unsigned number = 1;

	for (size_t i = 0; i < BYTES; i++) {
		number = number * 1103515245u + 12345;
		bytes[i] = (unsigned char)(number >> 16);
	}
}

/* Moves on with each frame, so that none is drawn with what is there of another. */
static const unsigned char *moving(void)
{
	static size_t moved;

	moved = (moved + 404) % (BYTES / 2);
	return bytes + moved;
}

/* False: this way is not to be drawn. */
static bool begins_way(struct scene_run *run, int way)
{
	glViewport(SIDE * (way % 4), SIDE * (way / 4), SIDE, SIDE);
	return scene_draws(run);
}

static void show(GLenum target)
{
	static const GLfloat corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glEnable(target);
	glBegin(GL_QUADS);
	for (int i = 0; i < 4; i++) {
		glTexCoord3f(corners[i][0], corners[i][1], 0.5f);
		glVertex2f(2 * corners[i][0] - 1, 2 * corners[i][1] - 1);
	}
	glEnd();
	glDisable(target);
}

/* ---- images ---- */

static void store(GLint row_length, GLint rows, GLint pixels)
{
	glPixelStorei(GL_UNPACK_ROW_LENGTH, row_length);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, rows);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, pixels);
}

static void store_images(GLint height, GLint images)
{
	glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, height);
	glPixelStorei(GL_UNPACK_SKIP_IMAGES, images);
}

static void init_bytes(struct scene_run *run)
{
	fill_bytes();
	glGenTextures(1, &run->texture);
	glGenTextures(1, &run->other);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

/* Images of a volume one at a time: one that comes behind three others, then a part of it; and a
 * flat image, which has nothing to do with that. */
static void draw_slices(struct scene_run *run)
{
	glBindTexture(GL_TEXTURE_3D, run->texture);
	store_images(0, 3);
	glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA, TEXELS, TEXELS, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
		moving());
	if (begins_way(run, 0))
		show(GL_TEXTURE_3D);
	store_images(TEXELS + 2, 2);
	store(TEXELS + 3, 1, 2);
	glTexSubImage3D(GL_TEXTURE_3D, 0, 1, 1, 0, TEXELS - 2, TEXELS - 2, 1, GL_RGBA,
		GL_UNSIGNED_BYTE, moving());
	store(0, 0, 0);
	if (begins_way(run, 1))
		show(GL_TEXTURE_3D);
	glBindTexture(GL_TEXTURE_2D, run->other);
	glTexImage2D(
		GL_TEXTURE_2D, 0, GL_RGBA, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, moving());
	store_images(0, 0);
	if (begins_way(run, 2))
		show(GL_TEXTURE_2D);
}

/* Bitmaps whose rows begin and end within a byte. */
static void draw_bitmaps(struct scene_run *run)
{
	if (!begins_way(run, 0))
		return;
	glRasterPos2f(-1, -1);
	store(0, 0, 5);
	glBitmap(8, 1, 0, 0, 0, 4, moving());
	glBitmap(11, 3, 0, 0, 0, 4, moving());
	store(27, 2, 7);
	glBitmap(18, 2, 0, 0, 0, 4, moving());
	store(0, 0, 0);
}

static void store_blocks(GLint width, GLint height, GLint size)
{
	glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_WIDTH, width);
	glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, height);
	glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_DEPTH, width ? 1 : 0);
	glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_SIZE, size);
}

/* Compressed images that are part of larger ones. */
static void draw_blocks(struct scene_run *run)
{
	const GLenum format = GL_COMPRESSED_RGBA_S3TC_DXT1_EXT;

	glBindTexture(GL_TEXTURE_2D, run->texture);
	store_blocks(4, 4, 8);
	store(64, 8, 16);
	glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 16, 16, 0, 128, moving());
	if (begins_way(run, 0))
		show(GL_TEXTURE_2D);
	store(36, 4, 0);
	glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 8, 8, 4, format, 16, moving());
	if (begins_way(run, 1))
		show(GL_TEXTURE_2D);
	store_blocks(0, 0, 0); /* now a row's length says nothing of blocks */
	glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 8, 8, 8, format, 32, moving());
	store(0, 0, 0);
	if (begins_way(run, 2))
		show(GL_TEXTURE_2D);
}

/* ---- images that are read ---- */

/* Rows that end before the next ones begin, in memory that is not empty. */
static void draw_read_rows(struct scene_run *run)
{
	static unsigned char to[BYTES / 2];

	if (begins_way(run, 0))
		glRectf(-1, -1, 0, 0.5f);
	memset(to, 0xab, sizeof(to));
	glReadPixels(0, 0, 13, 7, GL_RGB, GL_UNSIGNED_BYTE, to); /* 39 bytes, aligned to 40 */
	glPixelStorei(GL_PACK_ROW_LENGTH, 20);
	glPixelStorei(GL_PACK_SKIP_ROWS, 2);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 3);
	glReadPixels(0, 0, 13, 7, GL_RGBA, GL_UNSIGNED_BYTE, to);
	glPixelStorei(GL_PACK_IMAGE_HEIGHT, TEXELS + 1);
	glPixelStorei(GL_PACK_SKIP_IMAGES, 1);
	glBindTexture(GL_TEXTURE_3D, run->texture);
	for (int depth = 1; depth <= 3; depth += 2) {
		glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA, TEXELS, TEXELS, depth, 0, GL_RGBA,
			GL_UNSIGNED_BYTE, moving());
		glGetTexImage(GL_TEXTURE_3D, 0, GL_RGB, GL_UNSIGNED_BYTE, to);
	}
	glPixelStorei(GL_PACK_IMAGE_HEIGHT, 0);
	glPixelStorei(GL_PACK_SKIP_IMAGES, 0);
	glPixelStorei(GL_PACK_ROW_LENGTH, 0);
	glPixelStorei(GL_PACK_SKIP_ROWS, 0);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
}

/* ---- arrays ---- */

static void init_interleaved(struct scene_run *run)
{
	(void)run;
	glColor3f(0.3f, 0.6f, 0.9f);
	glEnableClientState(GL_NORMAL_ARRAY); /* glInterleavedArrays disables it */
}

/* Colours and positions; then positions alone, which disables the colours; then the former again.
 */
static void draw_interleaved(struct scene_run *run)
{
	static GLfloat moved[MOST_VERTICES][6];
	static int frame;

	frame++;
	for (int i = 0; i < scene_vertices && i < MOST_VERTICES; i++)
		for (int k = 0; k < 3; k++) {
			moved[i][k] = scene_triangles[6 * i + 3 + k];
			moved[i][3 + k] = scene_triangles[6 * i + k] - 0.05f * (float)frame;
		}
	glInterleavedArrays(GL_C3F_V3F, 0, moved);
	if (begins_way(run, 0))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	glInterleavedArrays(GL_V3F, 24, &moved[0][3]);
	if (begins_way(run, 1))
		glDrawArrays(GL_TRIANGLES, 3, 3);
	glColor3f(0.1f * (float)frame, 0.6f, 0.9f);
	if (begins_way(run, 2))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	glInterleavedArrays(GL_C3F_V3F, 24, moved);
	if (begins_way(run, 3))
		glDrawArrays(GL_TRIANGLES, 3, 3);
	glDisableClientState(GL_COLOR_ARRAY);
}

/* ---- OpenGL ES 2.0 ---- */

static const char rows_vert[] = "attribute vec4 position;\n"
				"attribute vec3 tint;\n"
				"varying vec2 place;\n"
				"varying vec3 shade;\n"
				"void main()\n"
				"{\n"
				"	place = 0.5 * position.xy + 0.5;\n"
				"	shade = tint;\n"
				"	gl_Position = position;\n"
				"}\n";
static const char rows_frag[] =
	"precision mediump float;\n"
	"uniform sampler2D image;\n"
	"varying vec2 place;\n"
	"varying vec3 shade;\n"
	"void main()\n"
	"{\n"
	"	gl_FragColor = vec4(texture2D(image, place).rgb + shade, 1.0);\n"
	"}\n";

static void init_rows(struct scene_run *run)
{
	init_bytes(run);
	run->program = scene_program(rows_vert, rows_frag);
	glUseProgram(run->program);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void draw_rows(struct scene_run *run)
{
	static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};

	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	glEnableVertexAttribArray(0);
	store(TEXELS + 12, 2, 3);
	glTexImage2D(
		GL_TEXTURE_2D, 0, GL_RGBA, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, moving());
	store(0, 0, 0);
	if (begins_way(run, 0))
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* Indices from a buffer, of vertices from memory. */
static void init_elements(struct scene_run *run)
{
	static const GLushort indices[] = {5, 4, 3, 0, 1, 2};

	init_rows(run);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, run->buffer);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, scene_triangles);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, scene_triangles + 3);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
}

static void draw_elements(struct scene_run *run)
{
	static size_t frame;

	if (begins_way(run, 0))
		glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (char *)NULL + frame % 4 * 2);
	frame++;
}

/* ---- OpenGL ES 1.1 ---- */

/* Points of sizes that are fixed-point numbers, one more in each frame. */
static void draw_points(struct scene_run *run)
{
	static GLfixed sizes[MOST_VERTICES];
	static int frame;

	frame++;
	for (int i = 0; i < MOST_VERTICES; i++)
		sizes[i] = (GLfixed)(i + frame) << 16;
	glVertexPointer(3, GL_FLOAT, 24, scene_triangles);
	glEnableClientState(GL_VERTEX_ARRAY);
	glPointSizePointerOES(GL_FIXED, 0, sizes);
	glEnableClientState(GL_POINT_SIZE_ARRAY_OES);
	if (begins_way(run, 0))
		glDrawArrays(GL_POINTS, 0, scene_vertices);
	glDisableClientState(GL_POINT_SIZE_ARRAY_OES);
	if (begins_way(run, 1))
		glDrawArrays(GL_POINTS, 0, scene_vertices);
}

static void init_points(struct scene_run *run)
{
	(void)run;
	glColor4f(1, 1, 0, 1);
}

const struct scene unpacked_scenes[] = {
	{"slices", "images of a volume one at a time, from behind others", 21, false, init_bytes,
		draw_slices},
	{"bitmaps", "bitmaps whose rows begin within a byte", 21, false, init_bytes, draw_bitmaps},
	{"block-rows", "compressed images that are part of larger ones", 21, false, init_bytes,
		draw_blocks},
	{"read-rows", "images read into parts of larger ones", 21, false, init_bytes,
		draw_read_rows},
	{"interleaved", "glInterleavedArrays from memory", 21, false, init_interleaved,
		draw_interleaved},
	{"es-rows", "images that are part of larger ones", 20, false, init_rows, draw_rows,
		.is_es = true},
	{"es-elements", "indices from a buffer, of vertices from memory", 20, false, init_elements,
		draw_elements, .is_es = true},
	{"es-points", "sizes of points from memory, in OpenGL ES 1.1", 11, false, init_points,
		draw_points, .is_es = true},
	{NULL},
};
