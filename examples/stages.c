/* SPDX-License-Identifier: MIT */
/*
 * glstep-stages - one small scene for each kind of shader: points that a geometry shader turns into
 * strips, a tessellated patch, a skinned mesh drawn indexed and instanced, particles moved by a
 * compute shader, a loop of transform feedback, and rays through a volume, which end early or do
 * not. All input is simple numbers, so that what each shader computes is easily computed elsewhere
 * too.
 */
#include "config.h"
#include "examples/stage-shaders.h"
#include "examples/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 5, ARMS = 3, PARTICLES = 64 };

struct scene {
	const char *name, *what;
	int version; /* of OpenGL */
	void (*init)(void);
	void (*draw)(long frame);
};

static GLuint program, other, buffers[2], arrays[2];
static bool explode;

/* ---- building ---- */

static void link_or_end(GLuint name)
{
	GLint linked;
	char log[4096];

	glLinkProgram(name);
	glGetProgramiv(name, GL_LINK_STATUS, &linked);
	if (linked)
		return;
	glGetProgramInfoLog(name, sizeof(log), NULL, log);
	fprintf(stderr, "%s\n", log);
	exit(1);
}

static void attach(GLuint name, GLenum type, const char *text)
{
	GLuint shader = build_shader(type, text);

	glAttachShader(name, shader);
	glDeleteShader(shader);
}

static void attribute(const char *name, GLint size, GLenum type, GLsizei stride, size_t offset)
{
	GLint location = glGetAttribLocation(program, name);

	glEnableVertexAttribArray(location);
	if (type == GL_INT)
		glVertexAttribIPointer(location, size, type, stride, (const void *)offset);
	else
		glVertexAttribPointer(location, size, type, GL_FALSE, stride, (const void *)offset);
}

static void upload(GLenum target, const void *data, size_t size)
{
	GLuint buffer;

	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferData(target, size, data, GL_STATIC_DRAW);
}

static void uniform(const char *name, float value)
{
	glUniform1f(glGetUniformLocation(program, name), value);
}

/* ---- points to strips ---- */

static void init_strips(void)
{
	float points[POINTS][3];

	program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, strips_vert);
	attach(program, GL_GEOMETRY_SHADER, strips_geom);
	attach(program, GL_FRAGMENT_SHADER, strips_frag);
	link_or_end(program);
	for (int i = 0; i < POINTS; i++) {
		points[i][0] = -0.75f + 0.25f * i;
		points[i][1] = -0.5f + 0.25f * i;
		points[i][2] = 0.0625f + 0.03125f * i;
	}
	upload(GL_ARRAY_BUFFER, points, sizeof(points));
	attribute("point", 3, GL_FLOAT, 0, 0);
}

static void draw_strips(long frame)
{
	glUseProgram(program);
	glDrawArrays(GL_POINTS, 0, POINTS);
}

/* ---- a tessellated patch, twice ---- */

static void init_patch(void)
{
	static const float corners[8][3] = {{-0.9f, -0.5f, 0}, {-0.1f, -0.5f, 0},
		{-0.9f, 0.5f, 0.25f}, {-0.1f, 0.5f, 0.25f}, {0.1f, -0.5f, 0}, {0.9f, -0.5f, 0},
		{0.1f, 0.5f, 0.5f}, {0.9f, 0.5f, 0.5f}};

	program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, patch_vert);
	attach(program, GL_TESS_CONTROL_SHADER, patch_tesc);
	attach(program, GL_TESS_EVALUATION_SHADER, patch_tese);
	attach(program, GL_FRAGMENT_SHADER, patch_frag);
	link_or_end(program);
	upload(GL_ARRAY_BUFFER, corners, sizeof(corners));
	attribute("corner", 3, GL_FLOAT, 0, 0);
	glPatchParameteri(GL_PATCH_VERTICES, 4);
}

static void draw_patch(long frame)
{
	glUseProgram(program);
	uniform("finest", 4);
	glDrawArrays(GL_PATCHES, 0, 8);
}

/* ---- a skinned mesh ---- */

struct joint {
	float position[2];
	GLint bones[2];
	float weights[2];
};

/* Five pairs of vertices along an arm; the middle ones belong to both bones. */
static void make_arm(struct joint joints[10], GLushort indices[24])
{
	for (int i = 0; i < 10; i++) {
		int along = i / 2;
		float second = along < 2 ? 0 : along > 2 ? 1 : 0.5f;

		joints[i] = (struct joint){
			{0.5f * along, i % 2 ? 0.25f : -0.25f}, {1, 3}, {1 - second, second}};
	}
	for (int i = 0; i < 4; i++) {
		static const GLushort square[6] = {0, 1, 2, 2, 1, 3};

		for (int k = 0; k < 6; k++)
			indices[6 * i + k] = 2 * i + square[k];
	}
}

static void init_skinned(void)
{
	struct joint joints[10];
	GLushort indices[24];
	float offsets[ARMS][2];

	program = build_program(skinned_vert, skinned_frag);
	make_arm(joints, indices);
	upload(GL_ARRAY_BUFFER, joints, sizeof(joints));
	attribute("position", 2, GL_FLOAT, sizeof(*joints), offsetof(struct joint, position));
	attribute("bones", 2, GL_INT, sizeof(*joints), offsetof(struct joint, bones));
	attribute("weights", 2, GL_FLOAT, sizeof(*joints), offsetof(struct joint, weights));
	upload(GL_ELEMENT_ARRAY_BUFFER, indices, sizeof(indices));
	for (int i = 0; i < ARMS; i++) {
		offsets[i][0] = -0.5f + 0.25f * i;
		offsets[i][1] = -0.5f + 0.5f * i;
	}
	upload(GL_ARRAY_BUFFER, offsets, sizeof(offsets));
	attribute("offset", 2, GL_FLOAT, 0, 0);
	glVertexAttribDivisor(glGetAttribLocation(program, "offset"), 1);
}

/* Bone 1 stays, bone 3 is turned by a quarter round (1, 0). */
static void draw_skinned(long frame)
{
	float bones[4][16] = {{0}};

	for (int i = 0; i < 4; i++)
		bones[i][0] = bones[i][5] = bones[i][10] = bones[i][15] = 1;
	bones[3][0] = bones[3][5] = 0;
	bones[3][1] = 1;
	bones[3][4] = -1;
	bones[3][12] = 1;
	bones[3][13] = -1;
	for (int i = 0; explode && i < 15; i++) /* a bone in another unit of length, say */
		bones[3][i] *= 10;
	glUseProgram(program);
	glUniformMatrix4fv(glGetUniformLocation(program, "bone"), 4, GL_FALSE, bones[0]);
	glDrawElementsInstanced(GL_TRIANGLES, 24, GL_UNSIGNED_SHORT, NULL, ARMS);
}

/* ---- particles ---- */

static void make_particles(float particles[PARTICLES][4])
{
	for (int i = 0; i < PARTICLES; i++) {
		particles[i][0] = -0.96875f + 0.03125f * i;
		particles[i][1] = 0.015625f * (i % 16);
		particles[i][2] = 0.125f * (i % 7 - 3);
		particles[i][3] = 0.125f * (i % 5 - 2);
	}
}

static void init_particles(void)
{
	float particles[PARTICLES][4];

	program = build_program(particles_vert, particles_frag);
	other = glCreateProgram();
	attach(other, GL_COMPUTE_SHADER, particles_comp);
	link_or_end(other);
	make_particles(particles);
	upload(GL_ARRAY_BUFFER, particles, sizeof(particles));
	attribute("particle", 4, GL_FLOAT, 0, 0);
	glGetIntegerv(GL_ARRAY_BUFFER_BINDING, (GLint *)&buffers[0]);
	glEnable(GL_PROGRAM_POINT_SIZE);
}

static void draw_particles(long frame)
{
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
	glUseProgram(other);
	glUniform1f(glGetUniformLocation(other, "step"), 0.25f);
	glDispatchCompute(PARTICLES / 8, 1, 1);
	glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
	glUseProgram(program);
	glDrawArrays(GL_POINTS, 0, PARTICLES);
}

/* ---- a loop of transform feedback ---- */

static void init_loop(void)
{
	static const char *const next[] = {"next"};
	float particles[PARTICLES][4];

	program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, loop_vert);
	attach(program, GL_FRAGMENT_SHADER, loop_frag);
	glTransformFeedbackVaryings(program, 1, next, GL_INTERLEAVED_ATTRIBS);
	link_or_end(program);
	make_particles(particles);
	glGenVertexArrays(2, arrays);
	for (int i = 0; i < 2; i++) {
		glBindVertexArray(arrays[i]);
		upload(GL_ARRAY_BUFFER, particles, sizeof(particles));
		attribute("state", 4, GL_FLOAT, 0, 0);
		glGetIntegerv(GL_ARRAY_BUFFER_BINDING, (GLint *)&buffers[i]);
	}
}

static void draw_loop(long frame)
{
	glUseProgram(program);
	uniform("step", 0.25f);
	glBindVertexArray(arrays[frame % 2]);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1 - frame % 2]);
	glBeginTransformFeedback(GL_POINTS);
	glDrawArrays(GL_POINTS, 0, PARTICLES);
	glEndTransformFeedback();
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
}

/* ---- which ---- */

/* ---- rays through a volume ---- */

enum { VOLUME = 16, VOLUME_DEPTH = 32 };

/* A ball, stretched to the volume's depth. */
static void make_volume(void)
{
	static unsigned char voxels[VOLUME_DEPTH][VOLUME][VOLUME];
	GLuint texture;

	for (int z = 0; z < VOLUME_DEPTH; z++)
		for (int y = 0; y < VOLUME; y++)
			for (int x = 0; x < VOLUME; x++) {
				int dx = 2 * (x - 8) + 1, dy = 2 * (y - 8) + 1, dz = z - 16;
				voxels[z][y][x] = dx * dx + dy * dy + dz * dz < 196 ? 255 : 0;
			}
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_3D, texture);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glTexImage3D(GL_TEXTURE_3D, 0, GL_R8, VOLUME, VOLUME, VOLUME_DEPTH, 0, GL_RED,
		GL_UNSIGNED_BYTE, voxels);
	glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void init_volume(void)
{
	program = build_program(volume_vert, volume_frag);
	glUseProgram(program);
	uniform("enough", 1);
	make_volume();
}

static void init_volume_early(void)
{
	init_volume();
	uniform("enough", 0.95f);
}

static void draw_volume(long frame)
{
	(void)frame;
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static const struct scene scenes[] = {
	{"strips", "a geometry shader that turns points into strips", 40, init_strips, draw_strips},
	{"patch", "tessellated patches", 40, init_patch, draw_patch},
	{"skinned", "a skinned mesh, indexed and instanced", 33, init_skinned, draw_skinned},
	{"particles", "particles moved by a compute shader", 43, init_particles, draw_particles},
	{"loop", "transform feedback that feeds the next frame", 33, init_loop, draw_loop},
	{"volume", "rays through a volume, to its end", 33, init_volume, draw_volume},
	{"volume-early", "the same, but opaque rays end early", 33, init_volume_early, draw_volume},
};
enum { N_SCENES = sizeof(scenes) / sizeof(*scenes) };

static void usage(FILE *to)
{
	fputs("Usage: glstep-stages [OPTION...]\n"
	      "Draws something with shaders of one kind, for debugging them with glstep.\n"
	      "  --scene NAME          one of:\n",
		to);
	for (int i = 0; i < N_SCENES; i++)
		fprintf(to, "      %-12s%s\n", scenes[i].name, scenes[i].what);
	fputs("  --explode             in the scene skinned: one of the bones is wrong\n", to);
	fputs(RUN_OPTIONS_HELP, to);
}

static const struct scene *find_scene(const char *name)
{
	for (int i = 0; i < N_SCENES; i++)
		if (strcmp(scenes[i].name, name) == 0)
			return &scenes[i];
	usage(stderr);
	exit(2);
}

int main(int argc, char **argv)
{
	struct run_options options = RUN_OPTIONS_DEFAULT;
	const struct scene *scene = &scenes[0];
	struct window window;
	GLuint array;

	for (int i = 1; i < argc; i++) {
		if (run_options_take(&options, argc, argv, &i))
			continue;
		if (strcmp(argv[i], "--help") == 0) {
			usage(stdout);
			return 0;
		}
		if (strcmp(argv[i], "--explode") == 0) {
			explode = true;
			continue;
		}
		scene = find_scene(
			strcmp(argv[i], "--scene") == 0 && i + 1 < argc ? argv[++i] : "");
	}
	window_open(&window, &options, "glstep stages", scene->version, true);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	scene->init();
	while (window_begin_frame(&window)) {
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		scene->draw(window.frame);
		window_end_frame(&window);
	}
	window_close(&window);
	return 0;
}
