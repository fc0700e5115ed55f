/* SPDX-License-Identifier: MIT */
/*
 * capture-cost - a capture against the same work done bare: compile + link + draw + read back of a
 * shader not seen before, and draw + read back of one that is: capture-cost [WIDTH HEIGHT]. Prints
 * medians in milliseconds, and the medians of the two ratios, each of which is taken within a
 * round.
 */
#include "tests/capture/capture-common.h"
#include <time.h>

enum { ROUNDS = 15 };

static const char vertex[] = "#version 330\nin vec4 position;\nout vec2 at;\nvoid main() { "
			     "gl_Position = position; at = position.xy; }\n";
static const char body[] =
	"in vec2 at;\nuniform float limit;\n%s\nvoid main() { vec2 z = at; int n = 0;\n"
	"  for (int i = 0; i < 40; i++) { z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + at * "
	"%d.0e-5; n++;\n"
	"    if (dot(z, z) > limit) break; }\n  %s }\n";

static int width = 1920, height = 1080;
static struct program program;
static GLuint framebuffer, colours[2];

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof *values, compare);
	return values[ROUNDS / 2];
}

static void draw(void)
{
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void make_text(char *text, size_t size, int salt)
{
	int n = snprintf(text, size, "#version 330\n");
	snprintf(text + n, size - n, body,
		"layout(location = 0) out uvec4 a;\nlayout(location = 1) out uvec4 b;", salt,
		"a = uvec4(floatBitsToUint(z), uint(n), 1u); b = floatBitsToUint(gl_FragCoord);");
}

static void bare_draw(GLuint name, uint8_t *pixels)
{
	static const GLuint zeros[4];
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glUseProgram(name);
	glUniform1f(glGetUniformLocation(name, "limit"), 4);
	glClearBufferuiv(GL_COLOR, 0, zeros);
	glClearBufferuiv(GL_COLOR, 1, zeros);
	draw();
	for (unsigned i = 0; i < 2; i++) {
		glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
		glReadPixels(0, 0, width, height, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
			pixels + i * width * height * 16);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glUseProgram(program.name);
}

static GLuint bare_program(const char *fragment)
{
	const char *texts[2] = {vertex, fragment};
	GLuint name = glCreateProgram();
	for (unsigned i = 0; i < 2; i++) {
		GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
		glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glAttachShader(name, shader);
	}
	glBindAttribLocation(name, 0, "position");
	glLinkProgram(name);
	return name;
}

static void make_scene(void)
{
	static const float quad[] = {-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1, 1, 1, 0, 1};
	static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
	char text[4096];
	GLuint array, buffer;
	int n = snprintf(text, sizeof text, "#version 330\n");
	snprintf(text + n, sizeof text - n, body, "out vec4 colour;", 1, "colour = vec4(z, n, 1);");
	start_program(&program, vertex, strdup(text));
	glBindAttribLocation(program.name, 0, "position");
	link_program(&program);
	known[0] = &program;
	glUseProgram(program.name);
	glUniform1f(glGetUniformLocation(program.name, "limit"), 4);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof quad, quad, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, colours);
	for (unsigned i = 0; i < 2; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, colours[i]);
		glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, width, height);
		glFramebufferRenderbuffer(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, colours[i]);
	}
	glDrawBuffers(2, buffers);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	draw();
	glFinish();
}

int main(int argc, char **argv)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT, GS_ATTACHMENT_UINT};
	double times[4][ROUNDS], ratios[2][ROUNDS];
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	struct captured c;
	if (argc > 2) {
		width = atoi(argv[1]);
		height = atoi(argv[2]);
	}
	uint8_t *pixels = malloc(2 * (size_t)width * height * 16);
	if (!glfwInit() || !pixels)
		harness("no display");
	open_window(CORE_45, width, height, 24, 8);
	make_scene();
	struct gs_redraw redraw = a_redraw(draw);
	double start = now();
	if (!gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal))
		harness(refusal.text);
	printf("begin             %7.2f ms\n", now() - start);
	int salt = time(NULL) % 100000;
	for (int i = -2; i < ROUNDS; i++) {
		char text[4096];
		double at[5];
		make_text(text, sizeof text, 10 + salt * 100 + 2 * (i + 2));
		at[0] = now();
		GLuint name = bare_program(text);
		bare_draw(name, pixels);
		at[1] = now();
		bare_draw(name, pixels);
		at[2] = now();
		make_text(text, sizeof text, 11 + salt * 100 + 2 * (i + 2));
		struct pass pass = {0, program.fragment, text};
		bool ok = capture(
			&d, &redraw, &pass, 1, types, NULL, 2, NULL, GS_UPGRADE_NONE, &c, &refusal);
		at[3] = now();
		ok = ok && capture(&d, &redraw, &pass, 1, types, NULL, 2, NULL, GS_UPGRADE_NONE, &c,
				   &refusal);
		at[4] = now();
		if (!ok)
			harness(refusal.text);
		for (unsigned k = 0; i >= 0 && k < 4; k++)
			times[k][i] = at[k + 1] - at[k];
		for (unsigned k = 0; i >= 0 && k < 2; k++)
			ratios[k][i] = times[k + 2][i] / times[k][i];
	}
	for (unsigned k = 0; k < 2; k++)
		printf("%s bare %7.2f ms, capture %7.2f ms, ratio %.2f\n",
			k ? "cached:" : "new:   ", median(times[k]), median(times[k + 2]),
			median(ratios[k]));
	gs_debugging_end(&d);
	close_window();
	free(pixels);
	return 0;
}
