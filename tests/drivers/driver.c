/* SPDX-License-Identifier: MIT */
/*
 * test-driver [--headless] [PROOF] - without PROOF says what the driver is. With one it does what a
 * driver is known to do wrong (faults.list): status 0 where the driver does it right, 1 where it
 * does not.
 */
#include "config.h"
#include "examples/window.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 64, STATEMENTS = 40 };

static const char plain_vert[] = "#version 330\n"
				 "layout(location = 0) in vec4 position;\n"
				 "void main() { gl_Position = position; }\n";

static void say_what_it_is(struct window *window)
{
	(void)window;
	printf("renderer: %s\n", glGetString(GL_RENDERER));
	printf("version: %s\n", glGetString(GL_VERSION));
	printf("glsl: %s\n", glGetString(GL_SHADING_LANGUAGE_VERSION));
}

static void make_quad(void)
{
	static const float corners[] = {-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1, 1, 1, 0, 1};
	GLuint array, buffer;

	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
}

/* Registered before the driver was loaded, so it runs after what the driver does at the end. */
static void linger(void)
{
	sleep(2);
}

/* A program may end while the driver still compiles what it has drawn last. */
static bool exit_while_compiling(struct window *window)
{
	static char text[STATEMENTS * 64] = "#version 330\n"
					    "out vec4 color;\n"
					    "void main()\n"
					    "{\n"
					    "	vec4 c = gl_FragCoord;\n";
	char *at = text + strlen(text);

	for (int i = 0; i < STATEMENTS; i++)
		at += sprintf(at, "	c = c.yzwx * %d.5 + c;\n", i);
	strcpy(at, "	color = c;\n}\n");
	glUseProgram(build_program(plain_vert, text));
	make_quad();
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	if (window->glfw)
		glfwMakeContextCurrent(NULL);
	exit(0);
}

/* glActiveTexture in a list that is only compiled has no effect. */
static bool active_texture_of_list(struct window *window)
{
	GLuint list = glGenLists(1);
	GLint active;

	(void)window;
	glActiveTexture(GL_TEXTURE1);
	glNewList(list, GL_COMPILE);
	glActiveTexture(GL_TEXTURE2);
	glEndList();
	glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
	printf("unit %d is active instead of 1\n", active - GL_TEXTURE0);
	return active == GL_TEXTURE1;
}

static void record_into_stream(GLuint feedback)
{
	static const char *const varyings[] = {"gl_NextBuffer", "kept"};
	static const char geometry[] = "#version 330\n"
				       "#extension GL_ARB_gpu_shader5 : require\n"
				       "layout(points) in;\n"
				       "layout(points, max_vertices = 1) out;\n"
				       "layout(stream = 1) out vec4 kept;\n"
				       "void main()\n"
				       "{\n"
				       "	kept = gl_in[0].gl_Position;\n"
				       "	EmitStreamVertex(1);\n"
				       "	EndStreamPrimitive(1);\n"
				       "}\n";
	GLuint program = glCreateProgram(), buffers[2];

	glAttachShader(program, build_shader(GL_VERTEX_SHADER, plain_vert));
	glAttachShader(program, build_shader(GL_GEOMETRY_SHADER, geometry));
	glTransformFeedbackVaryings(program, 2, varyings, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(program);
	glUseProgram(program);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glGenBuffers(2, buffers);
	for (int i = 0; i < 2; i++) {
		glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
		glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, NULL, GL_STATIC_DRAW);
	}
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginTransformFeedback(GL_POINTS);
	glDrawArrays(GL_POINTS, 0, 4);
	glEndTransformFeedback();
	glDisable(GL_RASTERIZER_DISCARD);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
}

/* glDrawTransformFeedbackStream draws as many vertices as its stream has got. */
static bool draw_of_stream(struct window *window)
{
	static const char fragment[] =
		"#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";
	GLuint feedback, query, drawn = 0;

	(void)window;
	if (!epoxy_has_gl_extension("GL_ARB_gpu_shader5") ||
		!epoxy_has_gl_extension("GL_ARB_transform_feedback3")) {
		fprintf(stderr, "no vertex streams\n");
		exit(77);
	}
	glGenTransformFeedbacks(1, &feedback);
	make_quad();
	record_into_stream(feedback);
	glUseProgram(build_program(plain_vert, fragment));
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glDrawTransformFeedbackStream(GL_TRIANGLE_STRIP, feedback, 1);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &drawn);
	printf("%u samples drawn of %d, error %#x\n", drawn, SIZE * SIZE, glGetError());
	return drawn == SIZE * SIZE;
}

/* A window that says that its colours are linear stores them so, also with GL_FRAMEBUFFER_SRGB. */
static bool linear_window(struct window *window)
{
	GLint encoding = 0;
	GLubyte pixel[4] = {0};

	(void)window;
	glGetFramebufferAttachmentParameteriv(
		GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
	glEnable(GL_FRAMEBUFFER_SRGB);
	glClearColor(0.25f, 0.25f, 0.25f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("encoding %#x, 0.25 stored as %d of 255\n", encoding, pixel[0]);
	return (pixel[0] > 100) == (encoding == GL_SRGB);
}

/* Both bounds that were set, in every type. Without the extension there is nothing to ask for. */
static bool depth_bounds(struct window *window)
{
	GLfloat floats[2] = {0};
	GLdouble doubles[2] = {0};

	(void)window;
	if (!epoxy_has_gl_extension("GL_EXT_depth_bounds_test"))
		return true;
	glDepthBoundsEXT(0.25, 0.75);
	glGetFloatv(GL_DEPTH_BOUNDS_EXT, floats);
	glGetDoublev(GL_DEPTH_BOUNDS_EXT, doubles);
	printf("0.25 and 0.75 are told as %g and %g, %g and %g\n", floats[0], floats[1], doubles[0],
		doubles[1]);
	return floats[0] == 0.25f && floats[1] == 0.75f && doubles[0] == 0.25 && doubles[1] == 0.75;
}

/* A shader that discards all that it makes has run. Without the extension there is nothing to ask
 * for. */
static bool discard_invocations(struct window *window)
{
	static const char fragment[] = "#version 330\nout vec4 color;\n"
				       "void main() { color = vec4(1.0); discard; }\n";
	GLuint query, count = 0;

	(void)window;
	if (!epoxy_has_gl_extension("GL_ARB_pipeline_statistics_query"))
		return true;
	glUseProgram(build_program(plain_vert, fragment));
	make_quad();
	glEnable(GL_SCISSOR_TEST);
	glScissor(0, 0, 1, 1);
	glGenQueries(1, &query);
	glBeginQuery(GL_FRAGMENT_SHADER_INVOCATIONS, query);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glEndQuery(GL_FRAGMENT_SHADER_INVOCATIONS);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
	printf("%u invocations counted\n", count);
	return count > 0;
}

static const struct proof {
	const char *name;
	bool (*is_right)(struct window *window);
	int version;
} proofs[] = {
	{"exit-while-compiling", exit_while_compiling, 33},
	{"active-texture-of-list", active_texture_of_list, 21},
	{"draw-of-stream", draw_of_stream, 33},
	{"linear-window", linear_window, 33},
	{"depth-bounds", depth_bounds, 21},
	{"discard-invocations", discard_invocations, 33},
};

static const struct proof *find(const char *name)
{
	for (size_t i = 0; i < sizeof(proofs) / sizeof(*proofs); i++)
		if (strcmp(proofs[i].name, name) == 0)
			return &proofs[i];
	fprintf(stderr, "test-driver: there is no proof '%s'\n", name);
	exit(99);
}

int main(int argc, char **argv)
{
	struct run_options options = {.width = SIZE, .height = SIZE, .frames = 1};
	const struct proof *proof = NULL;
	struct window window;

	for (int i = 1; i < argc; i++)
		if (!run_options_take(&options, argc, argv, &i))
			proof = find(argv[i]);
	if (proof && proof->is_right == exit_while_compiling)
		atexit(linger);
	window_open(&window, &options, "driver", proof ? proof->version : 21,
		proof && proof->version > 21);
	if (!proof)
		say_what_it_is(&window);
	bool right = !proof || proof->is_right(&window);
	window_close(&window);
	return right ? 0 : 1;
}
