/* SPDX-License-Identifier: MIT */
/*
 * bench-draws [FRAMES [TOGETHER]] - frames of 1,000 draws of one small triangle each, over the
 * whole of a window of 1024 x 1024; prints the least time of a frame in milliseconds. With a second
 * number, the program asks before each draw whether it covers one pixel, as a pixel's history has
 * to, and waits for so many answers together.
 */
#include "config.h"
#include "examples/window.h"

#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 40, ROWS = 25, DRAWS = COLUMNS * ROWS };

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e3 + 1e-6 * time.tv_nsec;
}

/* Once more, with the pixel as its scissor, and nothing is written. */
static void ask(GLuint query)
{
	glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
	glDepthMask(GL_FALSE);
	glDisable(GL_DEPTH_TEST);
	glEnable(GL_SCISSOR_TEST);
	glScissor(500, 500, 1, 1);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glEndQuery(GL_SAMPLES_PASSED);
	glDisable(GL_SCISSOR_TEST);
	glEnable(GL_DEPTH_TEST);
	glDepthMask(GL_TRUE);
	glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void read_answers(int n, const GLuint *queries)
{
	for (int i = 0; i < n; i++) {
		GLuint samples;

		glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &samples);
	}
}

/* together: 0, it does not ask */
static void draw_frame(GLint cell, int together, const GLuint *queries)
{

	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	for (int i = 0; i < DRAWS; i++) {
		glUniform3f(cell, i % COLUMNS, i / COLUMNS, i);
		if (together)
			ask(queries[i % together]);
		if (together && (i + 1) % together == 0)
			read_answers(together, queries);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
	glFinish();
}

int main(int argc, char **argv)
{
	struct run_options options = {.width = 1024, .height = 1024, .frames = -1};
	int together = argc > 2 ? atoi(argv[2]) : 0;
	double least = 1e9;
	struct window window;

	if (together < 0 || together > DRAWS)
		return 2;
	options.frames = argc > 1 ? atol(argv[1]) : 100;
	window_open(&window, &options, "draws", 33, true);
	GLuint program = build_program(
		"#version 330\n"
		"uniform vec3 cell;\n"
		"flat out vec3 colour;\n"
		"void main() {\n"
		"	vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
		"	vec2 at = (cell.xy + corner) / vec2(40, 25);\n"
		"	colour = fract(cell.z * vec3(0.1, 0.01, 0.001));\n"
		"	gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);\n"
		"}\n",
		"#version 330\n"
		"flat in vec3 colour;\n"
		"out vec4 result;\n"
		"void main() { result = vec4(colour, 1.0); }\n");
	GLuint array, queries[DRAWS];
	glGenQueries(DRAWS, queries);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glUseProgram(program);
	glEnable(GL_DEPTH_TEST);
	GLint cell = glGetUniformLocation(program, "cell");
	while (window_begin_frame(&window)) {
		double start = now();

		draw_frame(cell, together, queries);
		double spent = now() - start;
		least = spent < least ? spent : least;
		window_end_frame(&window);
	}
	printf("%.2f\n", least);
	window_close(&window);
	return 0;
}
