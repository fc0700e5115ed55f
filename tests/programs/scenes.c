/* SPDX-License-Identifier: MIT */
/*
 * test-scenes SCENE [OPTION...] - draws one of the scenes; --list names them.
 *   --fbo       into a framebuffer object (RGBA8, depth 24, stencil 8), shown at the end of the
 * frame
 *   --draws N   only the first N draws of each frame
 *   --samples N  of the window; status 77 where the driver has none with so many
 *   --status N  end with that status
 * and the options of examples/window.h.
 */
#include "config.h"
#include "tests/programs/scenes.h"

#include <stdlib.h>
#include <string.h>

bool scene_draws(struct scene_run *run)
{
	return run->drawn++ < run->draws;
}

static const struct scene *const tables[] = {core_scenes, legacy_scenes, map_scenes, odd_scenes,
	filled_scenes, held_scenes, written_scenes, mixed_scenes, unpacked_scenes};

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
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
	glBindTexture(GL_TEXTURE_2D, 0);
	return framebuffer;
}

static void end_frame(struct scene_run *run, GLuint framebuffer)
{
	int width = run->window.options.width, height = run->window.options.height;

	if (framebuffer) {
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
		glBlitFramebuffer(
			0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	}
	window_end_frame(&run->window);
	if (framebuffer)
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

static void need_samples(int samples)
{
	GLint n = 0;

	glGetIntegerv(GL_SAMPLES, &n);
	if (n >= samples)
		return;
	fprintf(stderr, "the driver has no windows with %d samples a pixel\n", samples);
	exit(NO_CONTEXT);
}

static int run_scene(const struct scene *scene, struct scene_run *run,
	const struct run_options *options, bool fbo, int samples)
{
	if (scene->is_es && glfwInit()) {
		glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
		glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
	}
	window_open(&run->window, options, scene->name, scene->version, scene->core);
	need_samples(samples);

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
	int status = 0, samples = 0;

	for (int i = 2; i < argc; i++) {
		if (run_options_take(&options, argc, argv, &i))
			continue;
		if (strcmp(argv[i], "--fbo") == 0) {
			fbo = true;
		} else if (strcmp(argv[i], "--draws") == 0 && i + 1 < argc) {
			run.draws = atoi(argv[++i]);
		} else if (strcmp(argv[i], "--samples") == 0 && i + 1 < argc) {
			samples = atoi(argv[++i]);
			if (glfwInit())
				glfwWindowHint(GLFW_SAMPLES, samples);
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

	int failed = run_scene(scene, &run, &options, fbo, samples);

	return failed ? failed : status;
}
