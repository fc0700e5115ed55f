/* SPDX-License-Identifier: MIT */
/*
 * bench-capture - the least that showing a shader's values can cost, at 800x600 on the example's
 * scene: prints the milliseconds of compile + link + draw + read back of a shader not seen before,
 * and of draw + read back alone (medians).
 */
#include "config.h"
#include "examples/reference.h"
#include "examples/shaders.h"
#include "examples/window.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 9

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

static void draw_and_read(GLuint program, float *pixels)
{
	static const float quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
	GLint corner = glGetAttribLocation(program, "corner");
	struct gs_example_uniforms u;

	glUseProgram(program);
	gs_example_uniforms_at(&u, 0.1, 800, 600, false);
	glUniform1f(glGetUniformLocation(program, "aspect"), u.aspect);
	glUniform4fv(glGetUniformLocation(program, "spheres"), 3, &u.spheres[0].x);
	glUniform3f(glGetUniformLocation(program, "light"), u.light.x, u.light.y, u.light.z);
	glUniform1f(glGetUniformLocation(program, "rim_scale"), u.rim_scale);
	glVertexAttribPointer(corner, 2, GL_FLOAT, GL_FALSE, 0, quad);
	glEnableVertexAttribArray(corner);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glReadPixels(0, 0, 800, 600, GL_RGBA, GL_FLOAT, pixels);
}

/* The scene with another constant each time, so that no cache knows the shader. */
static GLuint new_program(int round)
{
	static const char marker[] = "NEAR_ENOUGH = 0.004;";
	const char *at = strstr(scene_120_frag, marker);
	char text[sizeof(scene_120_frag) + 64];

	if (!at)
		abort();
	snprintf(text, sizeof(text), "%.*sNEAR_ENOUGH = %.9f;%s", (int)(at - scene_120_frag),
		scene_120_frag, 0.004 + 1e-6 * (time(NULL) % 900) + 1e-8 * round,
		at + strlen(marker));
	return build_program(scene_120_vert, text);
}

int main(void)
{
	struct run_options options = {.width = 800, .height = 600, .frames = 1};
	struct window window;
	double whole[ROUNDS], drawing[ROUNDS];
	float *pixels = malloc(800 * 600 * 16);
	GLuint framebuffer, color;

	if (!pixels)
		abort();
	window_open(&window, &options, "capture", 21, false);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenTextures(1, &color);
	glBindTexture(GL_TEXTURE_2D, color);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 800, 600, 0, GL_RGBA, GL_FLOAT, NULL);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
	for (int i = 0; i < ROUNDS; i++) {
		double start = now();
		GLuint program = new_program(i);

		draw_and_read(program, pixels);
		whole[i] = now() - start;
		start = now();
		draw_and_read(program, pixels);
		drawing[i] = now() - start;
	}
	qsort(whole, ROUNDS, sizeof(double), compare);
	qsort(drawing, ROUNDS, sizeof(double), compare);
	printf("%.1f %.1f\n", whole[ROUNDS / 2], drawing[ROUNDS / 2]);
	free(pixels);
	window_close(&window);
	return 0;
}
