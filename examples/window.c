/* SPDX-License-Identifier: MIT */
#include "config.h"
#include "examples/window.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void __attribute__((noreturn)) wrong_usage(const char *option)
{
	fprintf(stderr, "%s: missing or wrong value; try --help\n", option);
	exit(2);
}

static bool parse_size(const char *text, int *width, int *height)
{
	char rest;

	return sscanf(text, "%dx%d%c", width, height, &rest) == 2 && *width > 0 && *height > 0 &&
	       *width <= 16384 && *height <= 16384;
}

bool run_options_take(struct run_options *options, int argc, char **argv, int *index)
{
	static const char *const names[] = {"--size", "--frames", "--time-step", "--dump"};
	const char *name = argv[*index];
	size_t which = 0;

	if (strcmp(name, "--headless") == 0) {
		options->headless = true;
		return true;
	}
	while (which < 4 && strcmp(name, names[which]) != 0)
		which++;
	if (which == 4)
		return false;
	if (*index + 1 >= argc)
		wrong_usage(name);

	const char *value = argv[++*index];
	char *end = "";

	if (which == 0 && !parse_size(value, &options->width, &options->height))
		wrong_usage(name);
	if (which == 1)
		options->frames = strtol(value, &end, 10);
	if (which == 2)
		options->time_step = strtod(value, &end);
	if (which == 3)
		options->dump = value;
	if (*end || !*value)
		wrong_usage(name);
	return true;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec * 1e-9;
}

static GLFWwindow *open_glfw(
	const struct run_options *options, const char *title, int version, bool core)
{
	if (!glfwInit()) {
		fprintf(stderr, "no display: GLFW could not start; --headless does without\n");
		exit(1);
	}
	glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
	glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
	if (core) {
		glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
		glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
	}
	glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
	GLFWwindow *glfw = glfwCreateWindow(options->width, options->height, title, NULL, NULL);

	if (!glfw) {
		fprintf(stderr, "no window with an OpenGL %d.%d context\n", version / 10,
			version % 10);
		exit(NO_CONTEXT);
	}
	glfwMakeContextCurrent(glfw);
	return glfw;
}

void window_open(struct window *window, const struct run_options *options, const char *title,
	int version, bool core)
{
	*window = (struct window){.options = *options, .frame = -1, .started = now()};
	if (options->headless)
		headless_open(&window->headless, options->width, options->height, version, core);
	else
		window->glfw = open_glfw(options, title, version, core);
	if (options->dump) {
		window->dump = fopen(options->dump, "wb");
		if (!window->dump) {
			perror(options->dump);
			exit(1);
		}
	}
	glDisable(GL_DITHER);
	glViewport(0, 0, options->width, options->height);
}

bool window_begin_frame(struct window *window)
{
	if (window->glfw) {
		glfwPollEvents();
		if (glfwWindowShouldClose(window->glfw))
			return false;
	}
	window->frame++;
	if (window->options.frames >= 0 && window->frame >= window->options.frames)
		return false;
	window->time = window->options.time_step != 0 ? window->frame * window->options.time_step
						      : now() - window->started;
	return true;
}

static void dump_frame(struct window *window)
{
	size_t size = (size_t)window->options.width * window->options.height * 4;
	unsigned char *pixels = malloc(size);

	if (!pixels)
		abort();
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glReadPixels(0, 0, window->options.width, window->options.height, GL_RGBA, GL_UNSIGNED_BYTE,
		pixels);
	if (fwrite(pixels, 1, size, window->dump) != size) {
		perror(window->options.dump);
		exit(1);
	}
	free(pixels);
}

void window_end_frame(struct window *window)
{
	if (window->dump)
		dump_frame(window);
	if (window->glfw)
		glfwSwapBuffers(window->glfw);
	else
		headless_swap(&window->headless);
}

void window_close(struct window *window)
{
	if (window->dump && fclose(window->dump) != 0) {
		perror(window->options.dump);
		exit(1);
	}
	if (!window->glfw) {
		headless_close(&window->headless);
		return;
	}
	glfwDestroyWindow(window->glfw);
	glfwTerminate();
}

GLuint build_shader(GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	GLint done;

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
	if (!done) {
		char log[4096] = "";

		glGetShaderInfoLog(shader, sizeof(log), NULL, log);
		fprintf(stderr, "shader does not compile: %s\n", log);
		exit(1);
	}
	return shader;
}

GLuint build_program(const char *vertex_text, const char *fragment_text)
{
	GLuint program = glCreateProgram();
	GLuint vertex = build_shader(GL_VERTEX_SHADER, vertex_text);
	GLuint fragment = build_shader(GL_FRAGMENT_SHADER, fragment_text);
	GLint done;

	glAttachShader(program, vertex);
	glAttachShader(program, fragment);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &done);
	if (!done) {
		char log[4096] = "";

		glGetProgramInfoLog(program, sizeof(log), NULL, log);
		fprintf(stderr, "program does not link: %s\n", log);
		exit(1);
	}
	glDeleteShader(vertex);
	glDeleteShader(fragment);
	return program;
}
