/* SPDX-License-Identifier: MIT */
/* Ways of test-analysis whose shaders declare their samplers in other words. */
#include <string.h>
#include "tests/programs/analysis.h"

static const char head[] = "#version 430\nin vec2 at;\nout vec4 colour;\n";

/* A program of this fragment shader is used from now on. */
static void use_fragment(const char *body)
{
	char text[2000] = "";
	strcat(text, head);
	strcat(text, body);
	program = make_program(text);
	glUseProgram(program);
	shift = glGetUniformLocation(program, "shift");
}

static void bind_to(GLuint unit)
{
	glActiveTexture(GL_TEXTURE0);
	glBindTexture(GL_TEXTURE_2D, 0);
	glActiveTexture(GL_TEXTURE0 + unit);
	glBindTexture(GL_TEXTURE_2D, texture);
	glActiveTexture(GL_TEXTURE0);
}

/* ---- what looks like a fault and is none ---- */

static void clean_binding(int frame)
{
	if (!frame) {
		use_fragment("layout(binding = 3) uniform sampler2D picture;\n"
			     "void main() { colour = texture(picture, at); }\n");
		glGetUniformLocation(program, "picture");
		bind_to(3);
	}
	draw_frame(frame);
}

const struct way sampler_ways[] = {
	{"clean-binding", clean_binding},
	{NULL, NULL},
};
