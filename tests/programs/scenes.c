/* SPDX-License-Identifier: MIT */
/*
 * test-scenes SCENE [OPTION...] - draws one of the scenes; --list names them.
 *   --fbo       into a framebuffer object (RGBA8, depth 24, stencil 8), shown at the end of the frame
 *   --draws N   only the first N draws of each frame
 *   --status N  end with that status
 * and the options of examples/window.h.
 */
#include "config.h"
#include "tests/programs/scenes.h"

#include <stdlib.h>
#include <string.h>

const char scene_vert_330[] =
	"#version 330 core\n"
	"layout(location = 0) in vec3 position;\n"
	"layout(location = 1) in vec3 tint;\n"
	"out vec3 shade;\n"
	"void main()\n"
	"{\n"
	"	shade = tint;\n"
	"	gl_Position = vec4(position, 1.0 + 0.25 * position.x);\n"
	"}\n";
const char scene_frag_330[] =
	"#version 330 core\n"
	"in vec3 shade;\n"
	"out vec4 color;\n"
	"void main()\n"
	"{\n"
	"	vec3 mixed = shade;\n"
	"	for (int i = 0; i < 3; i++) {\n"
	"		if (mixed[i] > 0.6)\n"
	"			mixed[i] = 1.2 - mixed[i];\n"
	"	}\n"
	"	color = vec4(mixed, 0.5 + 0.5 * shade.r);\n"
	"}\n";
const char scene_vert_120[] =
	"#version 120\n"
	"attribute vec3 position;\n"
	"attribute vec3 tint;\n"
	"varying vec3 shade;\n"
	"void main()\n"
	"{\n"
	"	shade = tint;\n"
	"	gl_Position = vec4(position, 1.0 + 0.25 * position.x);\n"
	"}\n";
const char scene_frag_120[] =
	"#version 120\n"
	"varying vec3 shade;\n"
	"void main()\n"
	"{\n"
	"	vec3 mixed = shade;\n"
	"	if (mixed.g > 0.6)\n"
	"		mixed.g = 1.2 - mixed.g;\n"
	"	gl_FragColor = vec4(mixed, shade.r);\n"
	"}\n";

/* Four overlapping triangles that also cut through each other. */
const float scene_triangles[] = {
	-0.9f, -0.8f, 0.1f, 1, 0, 0,   0.7f, -0.9f, 0.3f, 0, 1, 0,   -0.1f, 0.9f, -0.4f, 0, 0, 1,
	-0.8f, 0.7f, 0.2f, 1, 1, 0,    0.9f, 0.5f, -0.5f, 0, 1, 1,    0.1f, -0.95f, 0.5f, 1, 0, 1,
	-0.95f, -0.1f, -0.3f, 1, 1, 1, 0.95f, 0.1f, 0.6f, 0.2f, 0.4f, 0.6f, -0.3f, 0.8f, 0.3f, 0.8f, 0.1f, 0.3f,
	-0.5f, -0.5f, -0.6f, 0.3f, 0.9f, 0.5f, 0.4f, -0.6f, -0.6f, 0.9f, 0.2f, 0.7f, 0.0f, 0.3f, -0.6f, 0.1f, 0.6f, 1,
};
const int scene_vertices = 12;

bool scene_draws(struct scene_run *run)
{
	return run->drawn++ < run->draws;
}

void scene_bind_triangles(struct scene_run *run, bool core)
{
	const char *base = NULL;

	if (core) {
		GLuint array;

		glGenVertexArrays(1, &array);
		glBindVertexArray(array);
		glGenBuffers(1, &run->buffer);
		glBindBuffer(GL_ARRAY_BUFFER, run->buffer);
		glBufferData(GL_ARRAY_BUFFER, scene_vertices * 24, scene_triangles, GL_STATIC_DRAW);
	} else {
		base = (const char *)scene_triangles;
	}
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, base);
	glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, base + 12);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
}

GLuint scene_program(const char *vertex_text, const char *fragment_text)
{
	GLuint program = build_program(vertex_text, fragment_text);

	glBindAttribLocation(program, 0, "position");
	glBindAttribLocation(program, 1, "tint");
	glLinkProgram(program);
	return program;
}

static const struct scene *const tables[] = {core_scenes, legacy_scenes, odd_scenes};

static const struct scene *find_scene(const char *name)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct scene *scene = tables[i]; scene->name; scene++)
			if (strcmp(scene->name, name) == 0)
				return scene;
	return NULL;
}

static void list_scenes(void)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct scene *scene = tables[i]; scene->name; scene++)
			printf("%-20s %s\n", scene->name, scene->about);
}

static GLuint make_framebuffer(int width, int height)
{
	GLuint framebuffer, color, depth;

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenTextures(1, &color);
	glBindTexture(GL_TEXTURE_2D, color);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
	glGenRenderbuffers(1, &depth);
	glBindRenderbuffer(GL_RENDERBUFFER, depth);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, width, height);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
	glBindTexture(GL_TEXTURE_2D, 0);
	return framebuffer;
}

static void end_frame(struct scene_run *run, GLuint framebuffer)
{
	int width = run->window.options.width, height = run->window.options.height;

	if (framebuffer) {
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
		glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	}
	window_end_frame(&run->window);
	if (framebuffer)
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

static int run_scene(const struct scene *scene, struct scene_run *run, const struct run_options *options, bool fbo)
{
	window_open(&run->window, options, scene->name, scene->version, scene->core);

	GLuint framebuffer = fbo ? make_framebuffer(options->width, options->height) : 0;

	scene->init(run);
	while (window_begin_frame(&run->window)) {
		run->drawn = 0;
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
		scene->draw(run);
		end_frame(run, framebuffer);
	}
	if (scene->end)
		scene->end(run);

	GLenum error = glGetError();

	if (error)
		fprintf(stderr, "GL error %#x\n", error);
	window_close(&run->window);
	return error ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct run_options options = {.width = 200, .height = 150, .frames = 2, .time_step = 0.1};
	struct scene_run run = {.draws = 1000000};
	const struct scene *scene = argc > 1 ? find_scene(argv[1]) : NULL;
	bool fbo = false;
	int status = 0;

	for (int i = 2; i < argc; i++) {
		if (run_options_take(&options, argc, argv, &i))
			continue;
		if (strcmp(argv[i], "--fbo") == 0) {
			fbo = true;
		} else if (strcmp(argv[i], "--draws") == 0 && i + 1 < argc) {
			run.draws = atoi(argv[++i]);
		} else if (strcmp(argv[i], "--status") == 0 && i + 1 < argc) {
			status = atoi(argv[++i]);
		} else {
			fprintf(stderr, "unknown option %s\n", argv[i]);
			return 2;
		}
	}
	if (!scene) {
		list_scenes();
		return argc > 1 && strcmp(argv[1], "--list") == 0 ? 0 : 2;
	}

	int failed = run_scene(scene, &run, &options, fbo);

	return failed ? failed : status;
}
