/* SPDX-License-Identifier: MIT */
/*
 * Programs that do not live long: test-short-lived N makes N of two shaders, which it deletes while
 * they are attached, and each program while it is in use. Prints by how many bytes the memory in
 * use has grown over the later half of them.
 */
#include "config.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <epoxy/gl.h>
#include "examples/headless.h"

static void attach(GLuint program, GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void live(void)
{
	GLuint program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER,
		"#version 130\nin vec4 at; void main() { gl_Position = at; }\n");
	attach(program, GL_FRAGMENT_SHADER,
		"#version 130\nout vec4 c; void main() { c = vec4(1.0); }\n");
	glBindAttribLocation(program, 0, "at");
	glLinkProgram(program);
	glUseProgram(program);
	glDeleteProgram(program);
}

int main(int argc, char **argv)
{
	struct headless headless;
	int n = argc > 1 ? atoi(argv[1]) : 0;
	size_t half = 0;
	if (n < 1)
		return 2;
	headless_open(&headless, 16, 16, 30, false);
	for (int i = 0; i < n; i++) {
		if (i == n / 2)
			half = mallinfo2().uordblks;
		live();
	}
	printf("%zd\n", (ssize_t)(mallinfo2().uordblks - half));
	return glGetError() ? 1 : 0;
}
