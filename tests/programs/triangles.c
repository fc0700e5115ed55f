/* SPDX-License-Identifier: MIT */
/* What the scenes draw with: triangles and plain shaders. */
#include "config.h"
#include "tests/programs/scenes.h"

const char scene_vert_330[] = "#version 330 core\n"
			      "layout(location = 0) in vec3 position;\n"
			      "layout(location = 1) in vec3 tint;\n"
			      "out vec3 shade;\n"
			      "void main()\n"
			      "{\n"
			      "	shade = tint;\n"
			      "	gl_Position = vec4(position, 1.0 + 0.25 * position.x);\n"
			      "}\n";
const char scene_frag_330[] = "#version 330 core\n"
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
const char scene_vert_120[] = "#version 120\n"
			      "attribute vec3 position;\n"
			      "attribute vec3 tint;\n"
			      "varying vec3 shade;\n"
			      "void main()\n"
			      "{\n"
			      "	shade = tint;\n"
			      "	gl_Position = vec4(position, 1.0 + 0.25 * position.x);\n"
			      "}\n";
const char scene_frag_120[] = "#version 120\n"
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
	-0.9f,
	-0.8f,
	0.1f,
	1,
	0,
	0,
	0.7f,
	-0.9f,
	0.3f,
	0,
	1,
	0,
	-0.1f,
	0.9f,
	-0.4f,
	0,
	0,
	1,
	-0.8f,
	0.7f,
	0.2f,
	1,
	1,
	0,
	0.9f,
	0.5f,
	-0.5f,
	0,
	1,
	1,
	0.1f,
	-0.95f,
	0.5f,
	1,
	0,
	1,
	-0.95f,
	-0.1f,
	-0.3f,
	1,
	1,
	1,
	0.95f,
	0.1f,
	0.6f,
	0.2f,
	0.4f,
	0.6f,
	-0.3f,
	0.8f,
	0.3f,
	0.8f,
	0.1f,
	0.3f,
	-0.5f,
	-0.5f,
	-0.6f,
	0.3f,
	0.9f,
	0.5f,
	0.4f,
	-0.6f,
	-0.6f,
	0.9f,
	0.2f,
	0.7f,
	0.0f,
	0.3f,
	-0.6f,
	0.1f,
	0.6f,
	1,
};
const int scene_vertices = 12;

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
