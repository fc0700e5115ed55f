/* SPDX-License-Identifier: MIT */
/* Scenes whose objects hold what many calls of many frames have left in them. */
#include "config.h"
#include "tests/programs/scenes.h"

enum { SIZE = 16, VERTICES = 3 * 64, PARTS = 6 };

static int frame; /* drawn so far */

static const char screen_vert[] = "#version 330 core\n"
				  "out vec2 at;\n"
				  "void main()\n"
				  "{\n"
				  "	at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;\n"
				  "	gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);\n"
				  "}\n";

static const char look_frag[] = "#version 330 core\n"
				"uniform sampler2D picture;\n"
				"in vec2 at;\n"
				"out vec4 color;\n"
				"void main()\n"
				"{\n"
				"	color = textureLod(picture, at, at.x * 3.0);\n"
				"}\n";

static GLuint make_texture(GLenum internal, GLint filter)
{
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexImage2D(
		GL_TEXTURE_2D, 0, (GLint)internal, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	return texture;
}

/* ---- pieces: a buffer of vertices, each written by a call of its own ---- */

static void write_vertex(int number, int turn)
{
	float angle = (float)((number * 37 + turn * 11) % 100) / 16.0f;
	float vertex[6] = {angle / 3.2f - 1.0f, (float)(number % 29) / 15.0f - 1.0f, 0.0f,
		(float)(number % 5) / 4.0f, (float)(number % 7) / 6.0f, (float)turn / 64.0f};
	glBufferSubData(GL_ARRAY_BUFFER, number * (GLintptr)sizeof vertex, sizeof vertex, vertex);
}

static void init_pieces(struct scene_run *run)
{
	GLuint arrays;
	run->program = scene_program(scene_vert_330, scene_frag_330);
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glBufferData(GL_ARRAY_BUFFER, VERTICES * 24, NULL, GL_DYNAMIC_DRAW);
	for (int i = 0; i < 2; i++) {
		glEnableVertexAttribArray((GLuint)i);
		glVertexAttribPointer((GLuint)i, 3, GL_FLOAT, GL_FALSE, 24,
			(const char *)NULL + 12 * (size_t)i); /* NOLINT */
	}
	for (int i = 0; i < VERTICES; i++)
		write_vertex(i, 0);
	glUseProgram(run->program);
}

static void draw_pieces(struct scene_run *run)
{
	for (int i = 0; i < PARTS; i++)
		write_vertex((frame * PARTS + i) % VERTICES, frame);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, VERTICES);
	frame++;
}

/* ---- feedback of pictures: each frame's is drawn from the last one's ---- */

static const char fade_frag[] =
	"#version 330 core\n"
	"uniform sampler2D last;\n"
	"uniform float turn;\n"
	"in vec2 at;\n"
	"out vec4 color;\n"
	"void main()\n"
	"{\n"
	"	vec4 old = texture(last, at + vec2(0.07, 0.04));\n"
	"	float spot = step(distance(at, fract(vec2(turn, turn * 3.0))), 0.2);\n"
	"	color = mix(old * 0.9, vec4(fract(turn * 5.0), at, 1.0), spot);\n"
	"}\n";

static GLuint pictures[2], targets[2];

static void init_echoes(struct scene_run *run)
{
	GLuint arrays;
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	run->program = scene_program(screen_vert, fade_frag);
	run->other = scene_program(screen_vert, look_frag);
	glGenFramebuffers(2, targets);
	for (int i = 0; i < 2; i++) {
		pictures[i] = make_texture(i ? GL_RGBA16F : GL_RGBA8, GL_NEAREST);
		glBindFramebuffer(GL_FRAMEBUFFER, targets[i]);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, pictures[i], 0);
		glClear(GL_COLOR_BUFFER_BIT);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void draw_echoes(struct scene_run *run)
{
	GLint viewport[4];
	glGetIntegerv(GL_VIEWPORT, viewport);
	glBindFramebuffer(GL_FRAMEBUFFER, targets[frame & 1]);
	glViewport(0, 0, SIZE, SIZE);
	glUseProgram(run->program);
	glUniform1f(glGetUniformLocation(run->program, "turn"), (float)frame / 13.0f);
	glBindTexture(GL_TEXTURE_2D, pictures[~frame & 1]);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
	glUseProgram(run->other);
	glBindTexture(GL_TEXTURE_2D, pictures[frame & 1]);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	frame++;
}

/* ---- patches: a texture of many small images, and levels made of it ---- */

static void patch(int number)
{
	unsigned char pixels[2 * 5 * 4];
	for (int i = 0; i < (int)sizeof pixels; i++)
		pixels[i] = (unsigned char)(number * 31 + i * 7);
	glTexSubImage2D(GL_TEXTURE_2D, 0, number * 2 % SIZE, number / 8 * 2 % SIZE, 2, 2, GL_RGBA,
		GL_UNSIGNED_BYTE, pixels);
}

static void init_patches(struct scene_run *run)
{
	static unsigned char pixels[SIZE * SIZE * 4];
	GLuint arrays;
	for (int i = 0; i < (int)sizeof pixels; i++)
		pixels[i] = (unsigned char)(i * 7);
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	run->program = scene_program(screen_vert, look_frag);
	run->texture = make_texture(GL_RGBA, GL_NEAREST_MIPMAP_NEAREST);
	run->other = make_texture(GL_RGBA8, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 5);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
	glGenBuffers(1, &run->buffer);
}

/* A frame begins with another texture bound, and a buffer from which pixels would be read. */
static void draw_patches(struct scene_run *run)
{
	int width = run->window.options.width, height = run->window.options.height;
	glUseProgram(run->program);
	glViewport(0, 0, width / 2, height);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	for (int i = 0; i < PARTS; i++)
		patch(frame * PARTS + i);
	glGenerateMipmap(GL_TEXTURE_2D);
	glViewport(width / 2, 0, width - width / 2, height);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindTexture(GL_TEXTURE_2D, run->other);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, run->buffer);
	frame++;
}

/* ---- seen: such a texture under a second name ---- */

static void init_seen(struct scene_run *run)
{
	GLuint arrays;
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	run->program = scene_program(screen_vert, look_frag);
	glGenTextures(1, &run->texture);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIZE, SIZE);
	glGenTextures(1, &run->other);
	glTextureView(run->other, GL_TEXTURE_2D, run->texture, GL_RGBA8, 0, 1, 0, 1);
	glUseProgram(run->program);
}

static void draw_seen(struct scene_run *run)
{
	glBindTexture(GL_TEXTURE_2D, run->texture);
	for (int i = 0; i < PARTS; i++)
		patch(frame * PARTS + i);
	glBindTexture(GL_TEXTURE_2D, run->other);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	frame++;
}

/* ---- drift: vertices that each frame moves, by transform feedback ---- */

static const char drift_vert[] =
	"#version 330 core\n"
	"layout(location = 0) in vec4 place;\n"
	"out vec4 moved;\n"
	"void main()\n"
	"{\n"
	"	moved = vec4(fract(place.xy + place.zw), place.wz * 1.01);\n"
	"	gl_Position = vec4(moved.xy * 2.0 - 1.0, 0.0, 1.0);\n"
	"	gl_PointSize = 3.0;\n"
	"}\n";

static const char white_frag[] = "#version 330 core\n"
				 "out vec4 color;\n"
				 "void main()\n"
				 "{\n"
				 "	color = vec4(1.0, 0.5, 0.25, 1.0);\n"
				 "}\n";

static GLuint places[2];

static void init_drift(struct scene_run *run)
{
	static const char *const captured[] = {"moved"};
	float points[32][4];
	GLuint arrays;
	for (int i = 0; i < 32; i++)
		for (int k = 0; k < 4; k++)
			points[i][k] = (float)(i * (7 + k * 12) % 33) / (k < 2 ? 33.0f : 700.0f);
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	glGenBuffers(2, places);
	for (int i = 0; i < 2; i++) {
		glBindBuffer(GL_ARRAY_BUFFER, places[i]);
		glBufferData(GL_ARRAY_BUFFER, sizeof points, i ? NULL : points, GL_DYNAMIC_COPY);
	}
	run->program = scene_program(drift_vert, white_frag);
	glTransformFeedbackVaryings(run->program, 1, captured, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(run->program);
	glUseProgram(run->program);
	glEnable(GL_PROGRAM_POINT_SIZE);
	glEnableVertexAttribArray(0);
}

static void draw_drift(struct scene_run *run)
{
	glBindBuffer(GL_ARRAY_BUFFER, places[frame & 1]);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, places[~frame & 1]);
	glBeginTransformFeedback(GL_POINTS);
	if (scene_draws(run))
		glDrawArrays(GL_POINTS, 0, 32);
	glEndTransformFeedback();
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
	frame++;
}

/* ---- sums: a buffer to which each frame's shader adds ---- */

static const char sum_text[] =
	"#version 430 core\n"
	"layout(local_size_x = 32) in;\n"
	"layout(std430, binding = 0) buffer Sums { vec4 sums[]; };\n"
	"void main()\n"
	"{\n"
	"	uint i = gl_GlobalInvocationID.x;\n"
	"	sums[i] = fract(sums[i] + vec4(i, i + 1u, 3.0, 5.0) / 97.0);\n"
	"}\n";

static const char sums_vert[] = "#version 430 core\n"
				"layout(location = 0) in vec4 place;\n"
				"void main()\n"
				"{\n"
				"	gl_Position = vec4(place.xy * 2.0 - 1.0, 0.0, 1.0);\n"
				"	gl_PointSize = 4.0;\n"
				"}\n";

static void init_sums(struct scene_run *run)
{
	static const char *text = sum_text;
	const float zeros[32 * 4] = {0};
	GLuint arrays, shader = glCreateShader(GL_COMPUTE_SHADER);
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	run->other = glCreateProgram();
	glAttachShader(run->other, shader);
	glLinkProgram(run->other);
	run->program = scene_program(sums_vert, white_frag);
	glGenBuffers(1, &run->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
	glBufferStorage(GL_ARRAY_BUFFER, sizeof zeros, zeros, GL_DYNAMIC_STORAGE_BIT);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, run->buffer);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glEnable(GL_PROGRAM_POINT_SIZE);
}

static void draw_sums(struct scene_run *run)
{
	glUseProgram(run->other);
	if (scene_draws(run))
		glDispatchCompute(1, 1, 1);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glUseProgram(run->program);
	if (scene_draws(run))
		glDrawArrays(GL_POINTS, 0, 32);
	frame++;
}

/* ---- pile: a renderbuffer that is never cleared ---- */

static void init_pile(struct scene_run *run)
{
	GLuint arrays, pixels;
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	run->program = scene_program(screen_vert, white_frag);
	glGenFramebuffers(1, targets);
	glBindFramebuffer(GL_FRAMEBUFFER, targets[0]);
	glGenRenderbuffers(1, &pixels);
	glBindRenderbuffer(GL_RENDERBUFFER, pixels);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels);
	glClear(GL_COLOR_BUFFER_BIT);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glUseProgram(run->program);
	glEnable(GL_SCISSOR_TEST);
}

static void draw_pile(struct scene_run *run)
{
	glBindFramebuffer(GL_FRAMEBUFFER, targets[0]);
	glScissor(frame * 5 % SIZE, frame % SIZE, 2, 2);
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
	glScissor(0, 0, 1000, 1000);
	glBlitFramebuffer(0, 0, SIZE, SIZE, frame, 0, frame + 4 * SIZE, 4 * SIZE,
		GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	frame++;
}

/* ---- formats: textures of many kinds, texel by texel, and read back ---- */

enum { SIDE = 4, MOST_BYTES = 6 * SIDE * SIDE * SIDE * 16 };

static const struct kind {
	GLenum target, internal, format, type;
	GLenum read; /* the type in which it is read; 0: the same */
	GLenum part; /* the format in which it is read; 0: the same */
} kinds[] = {
	{GL_TEXTURE_2D, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_RG16, GL_RG, GL_UNSIGNED_SHORT, 0},
	{GL_TEXTURE_2D, GL_RGB, GL_RGB, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 0},
	{GL_TEXTURE_2D, GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 0},
	{GL_TEXTURE_2D, GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 0},
	{GL_TEXTURE_2D, GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, 0},
	/* The same numbers may be written with several exponents. */
	{GL_TEXTURE_2D, GL_RGB9_E5, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, GL_FLOAT},
	{GL_TEXTURE_2D, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 0},
	{GL_TEXTURE_2D, GL_R32F, GL_RED, GL_FLOAT, 0},
	{GL_TEXTURE_2D, GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, 0},
	{GL_TEXTURE_2D, GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 0},
	{GL_TEXTURE_2D, GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, 0},
	{GL_TEXTURE_2D, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 0},
	{GL_TEXTURE_2D, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 0},
	{GL_TEXTURE_2D, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, 0},
	{GL_TEXTURE_2D, GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_INTENSITY8, GL_RED, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_1D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_1D_ARRAY, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_RECTANGLE, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_3D, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D_ARRAY, GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 0},
	{GL_TEXTURE_CUBE_MAP, GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, 0},
	{GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 0},
	/* Beside the stencils some bits hold nothing. */
	{GL_TEXTURE_2D, GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
		GL_FLOAT, GL_DEPTH_COMPONENT},
	{GL_TEXTURE_2D, GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
		GL_UNSIGNED_BYTE, GL_STENCIL_INDEX},
	{GL_TEXTURE_2D, GL_STENCIL_INDEX8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 0},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static GLuint textures[KINDS];

static int levels_of(const struct kind *kind)
{
	return kind->target == GL_TEXTURE_RECTANGLE ? 1 : 3;
}

static GLenum face_of(const struct kind *kind, int face)
{
	return kind->target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face
						   : kind->target;
}

static int faces_of(const struct kind *kind)
{
	return kind->target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}

static void make_level(const struct kind *kind, GLenum face, int level, const void *bytes)
{
	GLint internal = (GLint)kind->internal;
	int size = SIDE >> level, layers = kind->target == GL_TEXTURE_3D ? size : SIDE;
	if (kind->target == GL_TEXTURE_1D)
		glTexImage1D(face, level, internal, size, 0, kind->format, kind->type, bytes);
	else if (kind->target == GL_TEXTURE_1D_ARRAY)
		glTexImage2D(
			face, level, internal, size, layers, 0, kind->format, kind->type, bytes);
	else if (kind->target == GL_TEXTURE_3D || kind->target == GL_TEXTURE_2D_ARRAY)
		glTexImage3D(face, level, internal, size, size, layers, 0, kind->format, kind->type,
			bytes);
	else
		glTexImage2D(face, level, internal, size, size, 0, kind->format, kind->type, bytes);
}

/* Bytes that are numbers in every format. */
static void fill(unsigned char *bytes, int n, int turn)
{
	for (int i = 0; i < n; i++)
		bytes[i] = (unsigned char)((i * 29 + turn * 13) & 0x3f);
}

static void change_texel(const struct kind *kind, GLenum face, int level, int turn)
{
	unsigned char texel[16];
	int size = SIDE >> level, x = turn % size, y = turn / size % size;
	fill(texel, sizeof texel, turn);
	if (kind->target == GL_TEXTURE_1D)
		glTexSubImage1D(face, level, x, 1, kind->format, kind->type, texel);
	else if (kind->target == GL_TEXTURE_3D || kind->target == GL_TEXTURE_2D_ARRAY)
		glTexSubImage3D(face, level, x, y, y, 1, 1, 1, kind->format, kind->type, texel);
	else
		glTexSubImage2D(face, level, x, y, 1, 1, kind->format, kind->type, texel);
}

static void init_formats(struct scene_run *run)
{
	static unsigned char bytes[MOST_BYTES];
	(void)run;
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glGenTextures(KINDS, textures);
	for (int i = 0; i < KINDS; i++) {
		glBindTexture(kinds[i].target, textures[i]);
		fill(bytes, sizeof bytes, i);
		for (int level = 0; level < levels_of(&kinds[i]); level++)
			for (int face = 0; face < faces_of(&kinds[i]); face++)
				make_level(&kinds[i], face_of(&kinds[i], face), level, bytes);
	}
	/* What comes is multiplied by it. */
	glPixelTransferf(GL_RED_SCALE, 0.5f);
}

static void draw_formats(struct scene_run *run)
{
	static unsigned char bytes[MOST_BYTES];
	(void)run;
	for (int i = 0; i < KINDS; i++) {
		glBindTexture(kinds[i].target, textures[i]);
		for (int level = 0; level < levels_of(&kinds[i]); level++)
			for (int face = 0; face < faces_of(&kinds[i]); face++) {
				GLenum target = face_of(&kinds[i], face);
				change_texel(&kinds[i], target, level, frame + face);
				glGetTexImage(target, level,
					kinds[i].part ? kinds[i].part : kinds[i].format,
					kinds[i].read ? kinds[i].read : kinds[i].type, bytes);
			}
	}
	frame++;
}

const struct scene filled_scenes[] = {
	{"pieces", "a buffer written vertex by vertex", 33, true, init_pieces, draw_pieces},
	{"echoes", "each frame drawn from the last one's picture", 33, true, init_echoes,
		draw_echoes},
	{"patches", "a texture of small images, with levels made of it", 33, true, init_patches,
		draw_patches},
	{"seen", "a texture of small images, drawn through a view", 44, true, init_seen, draw_seen},
	{"drift", "vertices that each frame moves by transform feedback", 33, true, init_drift,
		draw_drift},
	{"sums", "a buffer to which a compute shader adds in each frame", 44, true, init_sums,
		draw_sums},
	{"pile", "a renderbuffer that is never cleared", 33, true, init_pile, draw_pile},
	{"formats", "textures of many kinds, changed texel by texel and read", 30, false,
		init_formats, draw_formats},
	{NULL},
};
