/* SPDX-License-Identifier: MIT */
/* A quad drawn by two separable programs in a pipeline; uniforms through locations asked for once.
 * --second: once more in each frame, with another fragment program in the pipeline. */
#include "examples/window.h"

#include <stdbool.h>
#include <string.h>

static const char vertex_text[] =
	"#version 410\n"
	"uniform float scale;\n"
	"out gl_PerVertex { vec4 gl_Position; };\n"
	"void main() { vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
	"	gl_Position = vec4((c * 2.0 - 1.0) * scale, 0.0, 1.0); }\n";
static const char fragment_text[] = "#version 410\n"
				    "uniform float unused, green, blue;\n"
				    "layout(location = 0) out vec4 color;\n"
				    "void main() { color = vec4(0.25, green, blue, 1.0); }\n";
static const char *const other_text = "#version 410\n"
				      "layout(location = 0) out vec4 color;\n"
				      "void main() { color = vec4(0.5); }\n";

int main(int argc, char **argv)
{
	struct run_options options = RUN_OPTIONS_DEFAULT;
	struct window window;
	const char *text[2] = {vertex_text, fragment_text};
	GLuint array, pipeline;

	bool second = argc > 1 && !strcmp(argv[1], "--second");
	for (int i = second ? 2 : 1; i < argc; i++)
		if (!run_options_take(&options, argc, argv, &i))
			return 2;
	window_open(&window, &options, "pipeline", 41, true);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	GLuint vertex = glCreateShaderProgramv(GL_VERTEX_SHADER, 1, &text[0]);
	GLuint fragment = glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &text[1]);
	GLuint other = second ? glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &other_text) : 0;
	GLint scale = glGetUniformLocation(vertex, "scale"),
	      green = glGetUniformLocation(fragment, "green"),
	      blue = glGetUniformLocation(fragment, "blue");
	glGenProgramPipelines(1, &pipeline);
	glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
	glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
	glBindProgramPipeline(pipeline);
	while (window_begin_frame(&window)) {
		glClear(GL_COLOR_BUFFER_BIT);
		glProgramUniform1f(vertex, scale, 0.5f);
		glProgramUniform1f(fragment, green, (float)(window.frame % 5) / 5);
		glProgramUniform1f(fragment, blue, 0.4f);
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
		if (second) {
			glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, other);
			glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
			glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
		}
		window_end_frame(&window);
	}
	GLenum error = glGetError();
	window_close(&window);
	return error == GL_NO_ERROR ? 0 : 1;
}
