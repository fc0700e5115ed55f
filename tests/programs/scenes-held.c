/* SPDX-License-Identifier: MIT */
/*
 * Scenes whose textures and renderbuffers hold what many frames have left there a little at a time:
 * compressed, of depth and stencil, of several samples, and OpenGL ES's. They read what they hold,
 * so that a trace tells it.
 */
#include "config.h"
#include "tests/programs/scenes.h"

enum { SIDE = 8, LEVELS = 3, MOST_BYTES = 6 * SIDE * SIDE * SIDE * 16 };

static int frame; /* drawn so far */
static GLuint names[32], target;
static unsigned char bytes[MOST_BYTES];

/* Bytes that are numbers in every format. */
static void fill(unsigned char *at, int n, int turn)
{
	for (int i = 0; i < n; i++)
		at[i] = (unsigned char)((i * 29 + turn * 13) & 0x3f);
}

static GLenum face_of(GLenum of, int face)
{
	return of == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face : of;
}

static int faces_of(GLenum of)
{
	return of == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}

static bool has_layers(GLenum of)
{
	return of == GL_TEXTURE_3D || of == GL_TEXTURE_2D_ARRAY;
}

/* ---- blocks: compressed textures, changed block by block ---- */

static const struct block {
	GLenum target, internal;
	int bytes; /* of four by four texels */
	bool is_fixed;
} blocks[] = {
	{GL_TEXTURE_2D, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, false},
	{GL_TEXTURE_2D, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, true},
	{GL_TEXTURE_2D, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, 8, false},
	{GL_TEXTURE_2D, GL_COMPRESSED_RED_RGTC1, 8, false},
	{GL_TEXTURE_2D, GL_COMPRESSED_SIGNED_RG_RGTC2, 16, false},
	{GL_TEXTURE_2D, GL_COMPRESSED_RGBA_BPTC_UNORM, 16, false},
	{GL_TEXTURE_2D, GL_COMPRESSED_RGB8_ETC2, 8, false},
	{GL_TEXTURE_CUBE_MAP, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, false},
	{GL_TEXTURE_2D_ARRAY, GL_COMPRESSED_SIGNED_RG_RGTC2, 16, false},
};

enum { BLOCKS = sizeof blocks / sizeof blocks[0] };

static void make_blocks(const struct block *block, int turn)
{
	if (block->is_fixed)
		glTexStorage2D(block->target, LEVELS, block->internal, SIDE, SIDE);
	for (int level = 0; level < LEVELS; level++) {
		int size = SIDE >> level, across = (size + 3) / 4;
		int n = across * across * block->bytes;
		fill(bytes, has_layers(block->target) ? n * SIDE : n, turn + level);
		for (int face = 0; face < faces_of(block->target); face++)
			if (block->is_fixed)
				glCompressedTexSubImage2D(block->target, level, 0, 0, size, size,
					block->internal, n, bytes);
			else if (has_layers(block->target))
				glCompressedTexImage3D(block->target, level, block->internal, size,
					size, SIDE, 0, n * SIDE, bytes);
			else
				glCompressedTexImage2D(face_of(block->target, face), level,
					block->internal, size, size, 0, n, bytes);
	}
}

static void init_blocks(struct scene_run *run)
{
	(void)run;
	glGenTextures(BLOCKS, names);
	for (int i = 0; i < BLOCKS; i++) {
		glBindTexture(blocks[i].target, names[i]);
		make_blocks(&blocks[i], i);
	}
}

static void change_block(const struct block *block)
{
	int x = frame % 2 * 4, y = frame / 2 % 2 * 4;
	fill(bytes, block->bytes, frame + 1);
	if (has_layers(block->target))
		glCompressedTexSubImage3D(block->target, 0, x, y, frame % SIDE, 4, 4, 1,
			block->internal, block->bytes, bytes);
	else
		glCompressedTexSubImage2D(face_of(block->target, frame % 6), 0, x, y, 4, 4,
			block->internal, block->bytes, bytes);
}

static void draw_blocks(struct scene_run *run)
{
	(void)run;
	for (int i = 0; i < BLOCKS; i++) {
		glBindTexture(blocks[i].target, names[i]);
		change_block(&blocks[i]);
		for (int level = 0; level < LEVELS; level++)
			for (int face = 0; face < faces_of(blocks[i].target); face++)
				glGetCompressedTexImage(
					face_of(blocks[i].target, face), level, bytes);
	}
	frame++;
}

/* ---- heaps: renderbuffers, a part of which is cleared in each frame ---- */

enum { FLOATS = 1, INTS, NATURALS, DEPTH, STENCIL, BOTH };

static const struct heap {
	GLenum internal;
	int kind;
	GLenum type; /* of colours, or of depth, that are read */
	bool is_in_es;
} heaps[] = {
	{GL_RGBA8, FLOATS, GL_UNSIGNED_BYTE, true},
	{GL_SRGB8_ALPHA8, FLOATS, GL_UNSIGNED_BYTE, true},
	{GL_RGB565, FLOATS, GL_UNSIGNED_BYTE, true},
	{GL_RGB10_A2, FLOATS, GL_UNSIGNED_INT_2_10_10_10_REV, true},
	{GL_RG16F, FLOATS, GL_FLOAT, true},
	{GL_R11F_G11F_B10F, FLOATS, GL_FLOAT, true},
	{GL_RGBA8I, INTS, GL_INT, true},
	{GL_R16UI, NATURALS, GL_UNSIGNED_INT, true},
	{GL_DEPTH_COMPONENT16, DEPTH, GL_UNSIGNED_SHORT, true},
	{GL_DEPTH_COMPONENT24, DEPTH, GL_UNSIGNED_INT, true},
	{GL_DEPTH_COMPONENT32F, DEPTH, GL_FLOAT, true},
	{GL_DEPTH24_STENCIL8, BOTH, GL_UNSIGNED_INT, true},
	{GL_DEPTH32F_STENCIL8, BOTH, GL_FLOAT, true},
	{GL_STENCIL_INDEX8, STENCIL, 0, true},
	{GL_RGBA, FLOATS, GL_UNSIGNED_BYTE, false},
	{GL_RGBA16, FLOATS, GL_UNSIGNED_SHORT, false},
};

enum { HEAPS = sizeof heaps / sizeof heaps[0] };

static bool is_es, reads_depth, reads_stencil, reads_both;

static bool is_there(const struct heap *heap)
{
	return !is_es || heap->is_in_es;
}

static GLenum point_of(const struct heap *heap)
{
	return heap->kind == DEPTH     ? GL_DEPTH_ATTACHMENT
	       : heap->kind == STENCIL ? GL_STENCIL_ATTACHMENT
	       : heap->kind == BOTH    ? GL_DEPTH_STENCIL_ATTACHMENT
				       : GL_COLOR_ATTACHMENT0;
}

static void clear_heap(const struct heap *heap, int turn)
{
	const float floats[] = {(float)(turn % 7) / 6, (float)(turn % 11) / 10,
		(float)(turn % 5) / 4, (float)(turn % 3) / 2};
	const int ints[] = {turn % 50 - 20, turn % 9, -turn % 30, turn % 100};
	const unsigned naturals[] = {(unsigned)turn * 91 % 60000, 1, 2, 3};
	const float depth = (float)(turn * 7 % 101) / 101;
	if (heap->kind == FLOATS)
		glClearBufferfv(GL_COLOR, 0, floats);
	else if (heap->kind == INTS)
		glClearBufferiv(GL_COLOR, 0, ints);
	else if (heap->kind == NATURALS)
		glClearBufferuiv(GL_COLOR, 0, naturals);
	else if (heap->kind == STENCIL)
		glClearBufferiv(GL_STENCIL, 0, ints + 3);
	else if (heap->kind == DEPTH)
		glClearBufferfv(GL_DEPTH, 0, &depth);
	else
		glClearBufferfi(GL_DEPTH_STENCIL, 0, depth, ints[3]);
}

static void read_heap(const struct heap *heap)
{
	bool is_integer = heap->kind == INTS || heap->kind == NATURALS;
	bool is_depth = heap->kind == DEPTH || heap->kind == BOTH;
	if (heap->kind <= NATURALS)
		glReadPixels(0, 0, SIDE, SIDE, is_integer ? GL_RGBA_INTEGER : GL_RGBA, heap->type,
			bytes);
	if (heap->kind == BOTH && is_es && reads_both && heap->type != GL_FLOAT)
		glReadPixels(0, 0, SIDE, SIDE, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, bytes);
	else if (is_depth && reads_depth)
		glReadPixels(0, 0, SIDE, SIDE, GL_DEPTH_COMPONENT, heap->type, bytes);
	if (heap->kind == STENCIL ? reads_stencil : heap->kind == BOTH && !is_es)
		glReadPixels(0, 0, SIDE, SIDE, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, bytes);
}

static void init_heaps(struct scene_run *run)
{
	(void)run;
	is_es = !epoxy_is_desktop_gl();
	reads_depth = !is_es || epoxy_has_gl_extension("GL_NV_read_depth");
	reads_stencil = !is_es || epoxy_has_gl_extension("GL_NV_read_stencil");
	reads_both = epoxy_has_gl_extension("GL_NV_read_depth_stencil");
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glGenFramebuffers(1, &target);
	glGenRenderbuffers(HEAPS, names);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	if (!is_es)
		glEnable(GL_FRAMEBUFFER_SRGB);
	for (int i = 0; i < HEAPS; i++) {
		if (!is_there(&heaps[i]))
			continue;
		glBindRenderbuffer(GL_RENDERBUFFER, names[i]);
		glRenderbufferStorage(GL_RENDERBUFFER, heaps[i].internal, SIDE, SIDE);
		glFramebufferRenderbuffer(
			GL_FRAMEBUFFER, point_of(&heaps[i]), GL_RENDERBUFFER, names[i]);
		clear_heap(&heaps[i], i);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, point_of(&heaps[i]), GL_RENDERBUFFER, 0);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_heaps(struct scene_run *run)
{
	(void)run;
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glEnable(GL_SCISSOR_TEST);
	glScissor(frame * 3 % (SIDE - 1), frame * 5 % (SIDE - 1), 2, 2);
	for (int i = 0; i < HEAPS; i++) {
		if (!is_there(&heaps[i]))
			continue;
		glFramebufferRenderbuffer(
			GL_FRAMEBUFFER, point_of(&heaps[i]), GL_RENDERBUFFER, names[i]);
		clear_heap(&heaps[i], frame + i);
		read_heap(&heaps[i]);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, point_of(&heaps[i]), GL_RENDERBUFFER, 0);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDisable(GL_SCISSOR_TEST);
	frame++;
}

/* ---- facets: several samples a pixel ---- */

static void init_facets(struct scene_run *run)
{
	glGenFramebuffers(2, names);
	glGenRenderbuffers(1, &run->buffer);
	glBindRenderbuffer(GL_RENDERBUFFER, run->buffer);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, SIDE, SIDE);
	glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, run->buffer);
	glClear(GL_COLOR_BUFFER_BIT);
	glGenTextures(1, &run->texture);
	glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, run->texture);
	glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, SIDE, SIDE, GL_TRUE);
	glBindFramebuffer(GL_FRAMEBUFFER, names[1]);
	glFramebufferTexture2D(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, run->texture, 0);
	glClear(GL_COLOR_BUFFER_BIT);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_facets(struct scene_run *run)
{
	(void)run;
	for (int i = 0; i < 2; i++) {
		glBindFramebuffer(GL_FRAMEBUFFER, names[i]);
		glEnable(GL_SCISSOR_TEST);
		glScissor(frame * 3 % (SIDE - 1), frame * 5 % (SIDE - 1), 2, 2);
		clear_heap(&heaps[0], frame + i);
		glDisable(GL_SCISSOR_TEST);
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
		glBlitFramebuffer(0, 0, SIDE, SIDE, i * SIDE, 0, (i + 1) * SIDE, SIDE,
			GL_COLOR_BUFFER_BIT, GL_NEAREST);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	frame++;
}

/* ---- OpenGL ES: textures and a buffer ---- */

enum { OWN = 1 };

static const struct kind {
	GLenum target, internal, format, type;
	GLenum read_format, read_type; /* 0: it is looked up in a draw; OWN: as it is */
} kinds[] = {
	{GL_TEXTURE_2D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGB, GL_RGB, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_R8, GL_RED, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGBA,
		GL_UNSIGNED_INT_2_10_10_10_REV},
	{GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, OWN},
	{GL_TEXTURE_2D, GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, OWN},
	{GL_TEXTURE_2D, GL_R32F, GL_RED, GL_FLOAT, OWN},
	{GL_TEXTURE_2D, GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, GL_RGBA_INTEGER, GL_INT},
	{GL_TEXTURE_2D, GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, GL_RGBA_INTEGER,
		GL_UNSIGNED_INT},
	{GL_TEXTURE_2D, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, GL_RGBA_INTEGER,
		GL_UNSIGNED_INT},
	{GL_TEXTURE_CUBE_MAP, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_2D_ARRAY, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	{GL_TEXTURE_3D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE},
	/* These nobody can read. */
	{GL_TEXTURE_2D, GL_RGB9_E5, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, 0, 0},
	{GL_TEXTURE_2D, GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, 0, 0},
};

enum { KINDS = sizeof kinds / sizeof kinds[0], POINTS = 64 };

static const char points_vert[] = "#version 300 es\n"
				  "layout(location = 0) in vec2 place;\n"
				  "out vec2 at;\n"
				  "void main()\n"
				  "{\n"
				  "	at = place;\n"
				  "	gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);\n"
				  "}\n";
static const char points_frag[] = "#version 300 es\n"
				  "precision highp float;\n"
				  "uniform sampler2D picture;\n"
				  "in vec2 at;\n"
				  "out vec4 color;\n"
				  "void main()\n"
				  "{\n"
				  "	color = vec4(texture(picture, at * 3.0).rgb, 1.0);\n"
				  "}\n";

static void make_level(const struct kind *kind, GLenum face, int level)
{
	int size = SIDE >> level, layers = kind->target == GL_TEXTURE_3D ? size : SIDE;
	GLint internal = (GLint)kind->internal;
	if (has_layers(kind->target))
		glTexImage3D(face, level, internal, size, size, layers, 0, kind->format, kind->type,
			bytes);
	else
		glTexImage2D(face, level, internal, size, size, 0, kind->format, kind->type, bytes);
}

static void write_point(int number, int turn)
{
	float place[2] = {
		(float)((number * 37 + turn * 11) % 100) / 99, (float)((number + turn) % 29) / 28};
	glBufferSubData(GL_ARRAY_BUFFER, number * (GLintptr)sizeof place, sizeof place, place);
}

static void init_es(struct scene_run *run)
{
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glGenTextures(KINDS, names);
	glGenFramebuffers(1, &target);
	for (int i = 0; i < KINDS; i++) {
		glBindTexture(kinds[i].target, names[i]);
		glTexParameteri(kinds[i].target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		fill(bytes, sizeof bytes, i);
		for (int level = 0; SIDE >> level; level++)
			for (int face = 0; face < faces_of(kinds[i].target); face++)
				make_level(&kinds[i], face_of(kinds[i].target, face), level);
	}
	run->program = build_program(points_vert, points_frag);
	glUseProgram(run->program);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glBufferData(GL_ARRAY_BUFFER, POINTS * 8, NULL, GL_DYNAMIC_DRAW);
	for (int i = 0; i < POINTS; i++)
		write_point(i, 0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 3);
}

static void change_texel(const struct kind *kind, int level)
{
	GLenum face = face_of(kind->target, frame % 6);
	int size = SIDE >> level, x = frame % size, y = frame / size % size;
	unsigned char texel[16];
	fill(texel, sizeof texel, frame);
	if (has_layers(kind->target))
		glTexSubImage3D(face, level, x, y, y, 1, 1, 1, kind->format, kind->type, texel);
	else
		glTexSubImage2D(face, level, x, y, 1, 1, kind->format, kind->type, texel);
}

/* Small floats that come as large ones may have become 0. */
static bool reads_own(const struct kind *kind)
{
	GLint format, type;
	glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
	glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
	return (GLenum)format == kind->format && (GLenum)type == kind->type;
}

static void read_level(const struct kind *kind, GLuint texture, int level)
{
	int size = SIDE >> level;
	int n = has_layers(kind->target) ? size : faces_of(kind->target);
	for (int i = 0; i < n; i++) {
		if (has_layers(kind->target))
			glFramebufferTextureLayer(
				GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, level, i);
		else
			glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				face_of(kind->target, i), texture, level);
		if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
			continue;
		if (kind->read_format != OWN)
			glReadPixels(0, 0, size, size, kind->read_format, kind->read_type, bytes);
		else if (reads_own(kind))
			glReadPixels(0, 0, size, size, kind->format, kind->type, bytes);
	}
}

static void draw_es(struct scene_run *run)
{
	write_point(frame % POINTS, frame);
	for (int i = 0; i < KINDS; i++) {
		glBindTexture(kinds[i].target, names[i]);
		change_texel(&kinds[i], 0);
		change_texel(&kinds[i], 1);
		if (!kinds[i].read_format && scene_draws(run))
			glDrawArrays(GL_TRIANGLES, i % 2 * 3, POINTS / 2);
		if (!kinds[i].read_format)
			continue;
		glBindFramebuffer(GL_FRAMEBUFFER, target);
		read_level(&kinds[i], names[i], 0);
		read_level(&kinds[i], names[i], 1);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
	}
	frame++;
}

const struct scene held_scenes[] = {
	{"blocks", "compressed textures, changed block by block and read", 30, false, init_blocks,
		draw_blocks},
	{"heaps", "renderbuffers of many kinds, cleared piece by piece and read", 30, false,
		init_heaps, draw_heaps},
	{"facets", "a texture and a renderbuffer of several samples", 32, true, init_facets,
		draw_facets},
	{"es-heaps", "renderbuffers of OpenGL ES, likewise", 32, false, init_heaps, draw_heaps,
		.is_es = true},
	{"es-formats", "textures and a buffer of OpenGL ES, changed and read", 32, false, init_es,
		draw_es, .is_es = true},
	{NULL},
};
