/* SPDX-License-Identifier: MIT */
/*
 * glstep-example - something to debug: a ray-marched scene drawn by the fragment shader of one
 * quad, and a bar over it that shows the time. In GLSL 1.20 with client arrays and 3.30 core with a
 * vertex array; --nan plants a bug.
 */
#include "config.h"
#include "examples/reference.h"
#include "examples/shaders.h"
#include "examples/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
	struct run_options run;
	int glsl;
	bool nan;
};

struct drawing {
	bool core;
	GLuint scene, bar, tiles, vertex_array;
	GLint scene_corner, bar_corner;
};

static const float quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
static const float bar[8] = {0, 0, 1, 0, 0, 1, 1, 1};

static void usage(FILE *to)
{
	fputs("Usage: glstep-example [OPTION...]\n"
	      "Draws a ray-marched scene, for debugging its shader with glstep.\n"
	      "  --glsl 120|330        version of the shaders (default 330, core profile)\n"
	      "  --nan                 with a bug: some pixels become NaN and are drawn "
	      "black\n" RUN_OPTIONS_HELP,
		to);
}

static void parse_options(struct options *options, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (run_options_take(&options->run, argc, argv, &i))
			continue;
		if (strcmp(argv[i], "--nan") == 0) {
			options->nan = true;
		} else if (strcmp(argv[i], "--glsl") == 0 && i + 1 < argc) {
			options->glsl = atoi(argv[++i]);
		} else if (strcmp(argv[i], "--help") == 0) {
			usage(stdout);
			exit(0);
		} else {
			usage(stderr);
			exit(2);
		}
	}
	if (options->glsl != 120 && options->glsl != 330) {
		fprintf(stderr, "--glsl: there is 120 and 330\n");
		exit(2);
	}
}

static GLuint make_tiles(void)
{
	unsigned char pixels[GS_EXAMPLE_TILES][GS_EXAMPLE_TILES][4];
	GLuint texture;

	for (int y = 0; y < GS_EXAMPLE_TILES; y++)
		for (int x = 0; x < GS_EXAMPLE_TILES; x++)
			gs_example_tile(x, y, pixels[y][x]);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, GS_EXAMPLE_TILES, GS_EXAMPLE_TILES, 0, GL_RGBA,
		GL_UNSIGNED_BYTE, pixels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	return texture;
}

static void drawing_init(struct drawing *drawing, bool core)
{
	*drawing = (struct drawing){.core = core};
	drawing->scene = core ? build_program(scene_330_vert, scene_330_frag)
			      : build_program(scene_120_vert, scene_120_frag);
	drawing->bar = core ? build_program(bar_330_vert, bar_330_frag)
			    : build_program(bar_120_vert, bar_120_frag);
	drawing->scene_corner = glGetAttribLocation(drawing->scene, "corner");
	drawing->bar_corner = glGetAttribLocation(drawing->bar, "corner");
	drawing->tiles = make_tiles();
	if (core) {
		GLuint buffer;

		glGenVertexArrays(1, &drawing->vertex_array);
		glBindVertexArray(drawing->vertex_array);
		glGenBuffers(1, &buffer);
		glBindBuffer(GL_ARRAY_BUFFER, buffer);
		glBufferData(GL_ARRAY_BUFFER, sizeof(quad) + sizeof(bar), NULL, GL_STATIC_DRAW);
		glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(quad), quad);
		glBufferSubData(GL_ARRAY_BUFFER, sizeof(quad), sizeof(bar), bar);
	}
	glClearColor(0.1f, 0.1f, 0.15f, 1);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void set_scene_uniforms(GLuint program, const struct gs_example_uniforms *u)
{
	glUniform1f(glGetUniformLocation(program, "aspect"), u->aspect);
	glUniform4fv(glGetUniformLocation(program, "spheres"), 3, &u->spheres[0].x);
	glUniform3f(glGetUniformLocation(program, "light"), u->light.x, u->light.y, u->light.z);
	glUniform1f(glGetUniformLocation(program, "rim_scale"), u->rim_scale);
	glUniform1i(glGetUniformLocation(program, "tiles"), 0);
}

static void draw_strip(
	const struct drawing *drawing, GLint attribute, const float *corners, size_t offset)
{
	glEnableVertexAttribArray(attribute);
	glVertexAttribPointer(attribute, 2, GL_FLOAT, GL_FALSE, 0,
		drawing->core ? (const void *)offset : (const void *)corners);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisableVertexAttribArray(attribute);
}

static void draw_frame(const struct drawing *drawing, const struct window *window, bool nan)
{
	struct gs_example_uniforms uniforms;

	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glDisable(GL_BLEND);
	glUseProgram(drawing->scene);
	gs_example_uniforms_at(
		&uniforms, window->time, window->options.width, window->options.height, nan);
	set_scene_uniforms(drawing->scene, &uniforms);
	draw_strip(drawing, drawing->scene_corner, quad, 0);

	glEnable(GL_BLEND);
	glUseProgram(drawing->bar);
	glUniform1f(glGetUniformLocation(drawing->bar, "done"), fmod(window->time / 10, 1));
	glUniform4f(glGetUniformLocation(drawing->bar, "tint"), 1, 1, 1, 0.6f);
	draw_strip(drawing, drawing->bar_corner, bar, sizeof(quad));
}

int main(int argc, char **argv)
{
	struct options options = {.run = RUN_OPTIONS_DEFAULT, .glsl = 330};
	struct window window;
	struct drawing drawing;

	parse_options(&options, argc, argv);

	bool core = options.glsl == 330;

	window_open(&window, &options.run, "glstep example", core ? 33 : 21, core);
	drawing_init(&drawing, core);
	while (window_begin_frame(&window)) {
		draw_frame(&drawing, &window, options.nan);
		window_end_frame(&window);
	}
	window_close(&window);
	return 0;
}
