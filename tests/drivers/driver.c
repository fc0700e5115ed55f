/* SPDX-License-Identifier: MIT */
/*
 * test-driver [--headless] [PROOF] - without PROOF says what the driver is. With one it does what a
 * driver is known to do wrong (faults.list): status 0 where the driver does it right, 1 where it
 * does not.
 */
#include "config.h"
#include "examples/window.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <epoxy/egl.h>

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

static bool reads_at_end;

static void draw_and_read(void)
{
	GLubyte pixel[4];

	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
}

__attribute__((destructor)) static void end(void)
{
	if (reads_at_end)
		draw_and_read();
}

/* Once more where the process ends. */
static bool read_at_end(struct window *window)
{
	static const char fragment[] =
		"#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";
	GLuint framebuffer, renderbuffer;

	(void)window;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	glUseProgram(build_program(plain_vert, fragment));
	make_quad();
	draw_and_read();
	reads_at_end = true;
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

/* Of a pixel's samples, a mask lets one through: it alone is counted. */
static bool sample_counts(struct window *window)
{
	static const char fragment[] =
		"#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";
	GLuint framebuffer, buffer, query, count = 0;
	bool right = true;

	(void)window;
	glUseProgram(build_program(plain_vert, fragment));
	make_quad();
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &buffer);
	glBindRenderbuffer(GL_RENDERBUFFER, buffer);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
	glEnable(GL_SCISSOR_TEST);
	glScissor(16, 5, 1, 1); /* at the corner it counts right */
	glEnable(GL_SAMPLE_MASK);
	glGenQueries(1, &query);
	for (GLuint i = 0; i < 4; i++) {
		glSampleMaski(0, 1u << i);
		glBeginQuery(GL_SAMPLES_PASSED, query);
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
		glEndQuery(GL_SAMPLES_PASSED);
		glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
		printf("sample %u: %u counted\n", i, count);
		right = right && count == 1;
	}
	return right;
}

/* A bitmap leaves a texture that is bound as it was: what is freed is overwritten here, so that who
 * uses it afterwards is seen. */
static bool bitmap_beside_texture(struct window *window)
{
	static const GLubyte texels[4] = {255, 0, 255, 255}, bits[4 * 32] = {255};
	GLubyte pixel[4] = {0};
	GLuint texture;

	(void)window;
	mallopt(M_PERTURB, 0xa5);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glEnable(GL_TEXTURE_2D);
	glRasterPos2f(-0.5f, -0.5f);
	for (int i = 0; i < 8; i++) {
		glBitmap(32, 32, 0, 0, 0, 0, bits);
		glRectf(-1, -1, 1, 1);
		glFinish();
	}
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("the texture is drawn as %d %d %d\n", pixel[0], pixel[1], pixel[2]);
	return memcmp(pixel, texels, 3) == 0;
}

/* Pixels whose colours are looked up in tables, which stay as they are; what is freed is
 * overwritten, as above. */
static bool mapped_pixels(struct window *window)
{
	static const GLfloat turned[2] = {1, 0};
	static const GLubyte texel[4] = {0, 255, 0, 255};
	GLubyte pixel[4] = {0};

	(void)window;
	mallopt(M_PERTURB, 0xa5);
	glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 2, turned);
	glPixelMapfv(GL_PIXEL_MAP_G_TO_G, 2, turned);
	glPixelTransferi(GL_MAP_COLOR, GL_TRUE);
	glRasterPos2f(-1, -1);
	for (int i = 0; i < 8; i++) {
		glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
		glFinish();
	}
	glPixelTransferi(GL_MAP_COLOR, GL_FALSE);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("0 and 255 become %d and %d\n", pixel[0], pixel[1]);
	return pixel[0] == 255 && pixel[1] == 0;
}

/* A window of several samples a pixel, without a screen. Where none is made there is nothing to ask
 * for. */
static bool read_window_samples(struct window *window)
{
	static const EGLint wanted[] = {EGL_SAMPLES, 4, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
		EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplayEXT(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	GLubyte pixel[4] = {0};
	EGLConfig config;
	EGLint n = 0;

	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return true;
	if (window->glfw)
		glfwMakeContextCurrent(NULL);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, surface, surface, context)) {
		fprintf(stderr, "the window is not made current\n");
		exit(99);
	}
	glClearColor(1, 1, 1, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("white is read as %d, error %#x\n", pixel[0], glGetError());
	return pixel[0] == 255;
}

/* ---- what NVIDIA's driver does otherwise ---- */

static const float corners_in_memory[] = {-1, -1, 0, 3, -1, 0, -1, 3, 0};

static void point_at_memory(void)
{
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glVertexPointer(3, GL_FLOAT, 0, corners_in_memory);
	glEnableClientState(GL_VERTEX_ARRAY);
}

/* Attributes of shaders are others than those of the fixed functions, but for the first. */
static bool aliased_attributes(struct window *window)
{
	GLfloat colour[4], fog = 0;

	(void)window;
	glVertexAttrib4f(3, 0.5f, 0.25f, 0.125f, 0.75f);
	glVertexAttrib4f(5, 0.5f, 0.25f, 0.125f, 0.75f);
	glGetFloatv(GL_CURRENT_COLOR, colour);
	glGetFloatv(GL_CURRENT_FOG_COORD, &fog);
	printf("the colour is %g %g %g %g, the fog coordinate %g\n", colour[0], colour[1],
		colour[2], colour[3], fog);
	return colour[0] == 1 && colour[1] == 1 && colour[2] == 1 && colour[3] == 1 && fog == 0;
}

static bool fog_index(struct window *window)
{
	GLfloat index = 0;

	(void)window;
	glFogf(GL_FOG_INDEX, 5);
	glGetFloatv(GL_FOG_INDEX, &index);
	printf("5 is told as %g\n", index);
	return index == 5;
}

/* Without an index it is asked for draw buffer 0. */
static bool blend_of_first(struct window *window)
{
	(void)window;
	glEnablei(GL_BLEND, 1);
	printf("GL_BLEND is %d, of draw buffer 0 %d\n", glIsEnabled(GL_BLEND),
		glIsEnabledi(GL_BLEND, 0));
	return !glIsEnabled(GL_BLEND);
}

/* A buffer that is bound no more is not told of, though it has been drawn from. */
static bool unbound_array(struct window *window)
{
	GLuint buffer;
	GLint bound = 0, of_array = 0;

	(void)window;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(corners_in_memory), corners_in_memory, GL_STATIC_DRAW);
	glVertexPointer(3, GL_FLOAT, 0, NULL);
	glEnableClientState(GL_VERTEX_ARRAY);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	point_at_memory();
	glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
	glGetIntegerv(GL_VERTEX_ARRAY_BUFFER_BINDING, &of_array);
	printf("buffer %d is bound, the array is in buffer %d\n", bound, of_array);
	return !bound && !of_array;
}

/* A draw of no vertices among others, of an array in memory. */
static bool empty_draws(struct window *window)
{
	static const GLint firsts[] = {0, 0};
	static const GLsizei counts[] = {3, 0};
	GLuint query, drawn = 0;

	(void)window;
	point_at_memory();
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 2);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &drawn);
	printf("%u samples drawn of %d\n", drawn, SIZE * SIZE);
	return drawn == SIZE * SIZE;
}

static bool copied_samples(struct window *window)
{
	GLuint query, drawn = 0;

	(void)window;
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glCopyPixels(0, 0, 8, 8, GL_COLOR);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &drawn);
	printf("%u samples counted of 64\n", drawn);
	return drawn == 64;
}

/* The scissor test of another viewport than the first, off again. */
static bool viewport_scissor(struct window *window)
{
	static const char vertex[] = "#version 410\n"
				     "layout(location = 0) in vec4 position;\n"
				     "void main() { gl_Position = position; }\n";
	static const char geometry[] = "#version 410\n"
				       "layout(triangles) in;\n"
				       "layout(triangle_strip, max_vertices = 3) out;\n"
				       "void main()\n"
				       "{\n"
				       "	for (int i = 0; i < 3; i++) {\n"
				       "		gl_Position = gl_in[i].gl_Position;\n"
				       "		gl_ViewportIndex = 1;\n"
				       "		EmitVertex();\n"
				       "	}\n"
				       "}\n";
	static const char fragment[] =
		"#version 410\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";
	GLuint program = build_program(vertex, fragment), query, drawn = 0;

	(void)window;
	glAttachShader(program, build_shader(GL_GEOMETRY_SHADER, geometry));
	glLinkProgram(program);
	glUseProgram(program);
	make_quad();
	glScissorIndexed(1, 0, 0, 8, 8);
	glEnablei(GL_SCISSOR_TEST, 1);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisablei(GL_SCISSOR_TEST, 1);
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &drawn);
	printf("%u samples drawn of %d\n", drawn, SIZE * SIZE);
	return drawn == SIZE * SIZE;
}

static const struct proof {
	const char *name;
	bool (*is_right)(struct window *window);
	int version;
} proofs[] = {
	{"exit-while-compiling", exit_while_compiling, 33},
	{"read-at-end", read_at_end, 33},
	{"active-texture-of-list", active_texture_of_list, 21},
	{"draw-of-stream", draw_of_stream, 33},
	{"linear-window", linear_window, 33},
	{"depth-bounds", depth_bounds, 21},
	{"discard-invocations", discard_invocations, 33},
	{"sample-counts", sample_counts, 33},
	{"bitmap-beside-texture", bitmap_beside_texture, 21},
	{"mapped-pixels", mapped_pixels, 21},
	{"read-window-samples", read_window_samples, 21},
	{"aliased-attributes", aliased_attributes, 21},
	{"fog-index", fog_index, 21},
	{"blend-of-first", blend_of_first, 33},
	{"unbound-array", unbound_array, 21},
	{"empty-draws", empty_draws, 21},
	{"copied-samples", copied_samples, 21},
	{"viewport-scissor", viewport_scissor, 41},
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
