/* SPDX-License-Identifier: MIT */
/* Counts its own draws by queries and prints the results, got in every way there is: the same under
 * glstep or not. */
#include <epoxy/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <inttypes.h>
#include <stdio.h>

static const char vertex[] = "#version 450\nvoid main() { gl_Position = vec4(gl_VertexID & 1, "
			     "gl_VertexID >> 1, 0, 1); }\n";
static const char fragment[] = "#version 450\nout vec4 colour;\nvoid main() { colour = "
			       "vec4(gl_FragCoord.xy / 64.0, 0, 1); }\n";

static GLuint make_program(void)
{
	static const GLenum types[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
	const char *const texts[] = {vertex, fragment};
	GLuint program = glCreateProgram();
	for (int i = 0; i < 2; i++) {
		GLuint shader = glCreateShader(types[i]);
		glShaderSource(shader, 1, &texts[i], NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	return program;
}

static void print_results(GLuint query)
{
	GLint i = 0;
	GLuint u = 0, buffer, words[16] = {0};
	GLint64 i64 = 0;
	GLuint64 u64 = 0;
	glGetQueryObjectiv(query, GL_QUERY_RESULT, &i);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &u);
	glGetQueryObjecti64v(query, GL_QUERY_RESULT, &i64);
	glGetQueryObjectui64v(query, GL_QUERY_RESULT_NO_WAIT, &u64);
	printf("%d %u %" PRId64 " %" PRIu64, i, u, i64, u64);
	glCreateBuffers(1, &buffer);
	glNamedBufferData(buffer, sizeof words, words, GL_DYNAMIC_READ);
	glBindBuffer(GL_QUERY_BUFFER, buffer);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, (GLuint *)0);
	glGetQueryObjectui64v(query, GL_QUERY_RESULT, (GLuint64 *)8);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT_NO_WAIT, (GLuint *)24);
	glBindBuffer(GL_QUERY_BUFFER, 0);
	glGetQueryBufferObjectuiv(query, buffer, GL_QUERY_RESULT, 16);
	glGetQueryBufferObjectuiv(query, buffer, GL_QUERY_RESULT_NO_WAIT, 32);
	glGetNamedBufferSubData(buffer, 0, sizeof words, words);
	printf(" in buffers %u %u %u %u %u\n", words[0], words[2], words[4], words[6], words[8]);
	glDeleteBuffers(1, &buffer);
}

/* The query's first draw decides, its second counts nothing: what is drawn under that condition. */
static void print_condition(GLenum target, GLenum mode, GLuint query, GLuint drawn)
{
	glBeginQuery(target, query);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 2);
	glEndQuery(target);
	glFinish();
	glBeginConditionalRender(query, mode);
	glBeginQuery(GL_SAMPLES_PASSED, drawn);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glEndQuery(GL_SAMPLES_PASSED);
	glBeginConditionalRender(query, mode); /* an error */
	glEndConditionalRender();
	printf("error %#x, ", glGetError());
	print_results(drawn);
}

/* Of draws into several samples, which only a copy by the driver makes readable. */
static void print_statistics(void)
{
	static const GLenum targets[] = {
		GL_FRAGMENT_SHADER_INVOCATIONS, GL_CLIPPING_OUTPUT_PRIMITIVES};
	GLuint queries[2], framebuffer, renderbuffer, results[2];
	glGenQueries(2, queries);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 64, 64);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	for (int i = 0; i < 2; i++)
		glBeginQuery(targets[i], queries[i]);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 3);
	for (int i = 0; i < 2; i++) {
		glEndQuery(targets[i]);
		glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &results[i]);
	}
	printf("statistics %u %u\n", results[0], results[1]);
}

int main(void)
{
	static const GLenum targets[] = {
		GL_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED, GL_ANY_SAMPLES_PASSED};
	GLuint queries[3], drawn, array;
	if (!glfwInit())
		return 99;
	glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
	glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
	glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
	GLFWwindow *window = glfwCreateWindow(64, 64, "queries", NULL, NULL);
	if (!window)
		return 99;
	glfwMakeContextCurrent(window);
	glGenQueries(1, &drawn);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glUseProgram(make_program());
	for (int i = 0; i < 3; i++) {
		glGenQueries(1, &queries[i]);
		glBeginQuery(targets[i], queries[i]);
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 3);
		glEndQuery(targets[i]);
		print_results(queries[i]);
	}
	/* The same name again: nothing of before may be added. */
	glBeginQuery(targets[0], queries[0]);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 3);
	glEndQuery(targets[0]);
	print_results(queries[0]);
	print_condition(GL_SAMPLES_PASSED, GL_QUERY_WAIT, queries[0], drawn);
	print_condition(GL_SAMPLES_PASSED, GL_QUERY_NO_WAIT_INVERTED, queries[0], drawn);
	print_condition(GL_ANY_SAMPLES_PASSED, GL_QUERY_BY_REGION_NO_WAIT, queries[2], drawn);
	if (glfwExtensionSupported("GL_ARB_pipeline_statistics_query"))
		print_statistics();
	glfwTerminate();
	return 0;
}
