/* SPDX-License-Identifier: MIT */
/*
 * test-mesa-trace [--core | --list | --names] [OPTION...] - uses each function of GL_MESA_trace,
 * where GetProcAddress knows them and GL_TRACE_MASK_MESA can be asked for, in each of its frames;
 * prints what GL tells it. A line that begins with "trace" is of the extension; the others must be
 * the same whatever runs it. --core: in a core context, where there is less to trace. --list:
 * traces that begin while a display list is compiled. --names: calls of GL 4.5 that
 * name what has a comment. The other options are those of examples/window.h.
 */
#include "config.h"
#include "examples/window.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	TRACE_MASK = 0x8755,
	TRACE_NAME = 0x8756,
	OPERATIONS = 1 << 0,
	PRIMITIVES = 1 << 1,
	ARRAYS = 1 << 2,
	TEXTURES = 1 << 3,
	PIXELS = 1 << 4,
	ERRORS = 1 << 5,
	SIZE = 8,
	LIST = 7,
};

static struct {
	void (*new_trace)(GLbitfield mask, const GLubyte *name);
	void (*end_trace)(void);
	void (*enable)(GLbitfield mask);
	void (*disable)(GLbitfield mask);
	void (*assert_attrib)(GLbitfield mask);
	void (*comment)(const GLubyte *comment);
	void (*texture)(GLuint name, const GLubyte *comment);
	void (*list)(GLuint name, const GLubyte *comment);
	void (*pointer)(void *pointer, const GLubyte *comment);
	void (*range)(const void *first, const void *last, const GLubyte *comment);
} gl;

static const struct {
	const char *name;
	void *to;
} functions[] = {
	{"glNewTraceMESA", &gl.new_trace},
	{"glEndTraceMESA", &gl.end_trace},
	{"glEnableTraceMESA", &gl.enable},
	{"glDisableTraceMESA", &gl.disable},
	{"glTraceAssertAttribMESA", &gl.assert_attrib},
	{"glTraceCommentMESA", &gl.comment},
	{"glTraceTextureMESA", &gl.texture},
	{"glTraceListMESA", &gl.list},
	{"glTracePointerMESA", &gl.pointer},
	{"glTracePointerRangeMESA", &gl.range},
};

static bool known; /* the extension's functions may be called */
static GLuint texture;
static GLubyte texels[SIZE * SIZE * 4], pixels[SIZE * SIZE * 4], bits[SIZE];
static float vertices[] = {-1, -1, 0, -1, -1, 0};
static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1}; /* of an array that is off */

#define TEXT(text) ((const GLubyte *)(text))
#define TRACE(call)                                                                                \
	do {                                                                                       \
		if (known)                                                                         \
			gl.call;                                                                   \
	} while (0)

static void say_error(const char *what)
{
	printf("error %s: %#x\n", what, glGetError());
}

/* Of the extension: other errors without it. */
static void say_trace_error(const char *what)
{
	GLenum error = glGetError();
	if (known)
		printf("trace error %s: %#x\n", what, error);
}

/* ---- is it there? ---- */

static bool in_string(void)
{
	const char *all = (const char *)glGetString(GL_EXTENSIONS);
	return all && strstr(all, "GL_MESA_trace");
}

static bool in_list(void)
{
	GLint n = 0;
	bool found = false;
	glGetIntegerv(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++) {
		const char *name = (const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i);
		found |= name && strcmp(name, "GL_MESA_trace") == 0;
	}
	return found;
}

static void *proc_address(const char *name, bool egl)
{
	void *(*get)(const char *name) = NULL;
	void *address = egl ? dlsym(RTLD_DEFAULT, "eglGetProcAddress") : NULL;
	if (!egl)
		return (void *)glfwGetProcAddress(name);
	memcpy(&get, &address, sizeof get);
	return get ? get(name) : NULL;
}

static void look_up(bool egl)
{
	size_t n = 0, symbols = 0;
	GLint mask = 0;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *function = proc_address(functions[i].name, egl);
		memcpy(functions[i].to, &function, sizeof function);
		n += function != NULL;
		symbols += dlsym(RTLD_DEFAULT, functions[i].name) != NULL;
	}
	glGetIntegerv(TRACE_MASK, &mask);
	known = glGetError() == 0 && n == sizeof functions / sizeof *functions;
	printf("trace known %d, symbols %zu, in the string %d, in the list %d, mask %#x\n", known,
		symbols, in_string(), in_list(), mask);
}

static void say_mask(void)
{
	GLint i = 0;
	GLfloat f = 0;
	GLdouble d = 0;
	GLboolean b = 0;
	if (!known)
		return;
	glGetIntegerv(TRACE_MASK, &i);
	glGetFloatv(TRACE_MASK, &f);
	glGetDoublev(TRACE_MASK, &d);
	glGetBooleanv(TRACE_MASK, &b);
	printf("trace mask %#x %g %g %d, name '%s'\n", i, f, d, b, glGetString(TRACE_NAME));
}

/* ---- what is drawn ---- */

/* Something of each attribute group that is not as GL begins. */
static void make_fragment_state(void)
{
	glDepthFunc(GL_GEQUAL);
	glClearDepth(0.25);
	glDepthRange(0.25, 0.75);
	glAlphaFunc(GL_GREATER, 0.125f);
	glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ONE, GL_ZERO);
	glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_MAX);
	glBlendColor(0.25f, 0.5f, 0.75f, 1);
	glLogicOp(GL_XOR);
	glIndexMask(0xff);
	glDisable(GL_DITHER);
	glStencilFuncSeparate(GL_BACK, GL_LESS, 3, 0x7f);
	glStencilOpSeparate(GL_FRONT, GL_INVERT, GL_INCR, GL_DECR);
	glStencilMaskSeparate(GL_BACK, 0x3f);
	glClearStencil(5);
	glClearAccum(0.25f, 0.5f, 0.75f, 1);
	glClearColor(0.25f, 0.5f, 0.75f, 1);
	glClearIndex(2);
	glScissor(1, 2, 30, 40);
	glSampleCoverage(0.5f, GL_TRUE);
	glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
	glFogi(GL_FOG_MODE, GL_LINEAR);
	glFogf(GL_FOG_DENSITY, 0.5f);
	glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
}

static void make_shapes_state(void)
{
	GLubyte stipple[128];
	for (size_t i = 0; i < sizeof stipple; i++)
		stipple[i] = (GLubyte)(i * 3);
	glPointSize(3);
	glPointParameterf(GL_POINT_SIZE_MAX, 20);
	glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
	glLineWidth(2);
	glLineStipple(2, 0x8f0f);
	glEnable(GL_LINE_SMOOTH);
	glPixelStorei(GL_UNPACK_LSB_FIRST, 1);
	glPolygonStipple(stipple);
	glPixelStorei(GL_UNPACK_LSB_FIRST, 0);
	glPolygonMode(GL_BACK, GL_LINE);
	glPolygonOffset(1, 2);
	glFrontFace(GL_CW);
	glCullFace(GL_FRONT);
	glHint(GL_FOG_HINT, GL_NICEST);
	glHint(GL_LINE_SMOOTH_HINT, GL_FASTEST);
	glListBase(5);
	glPixelTransferf(GL_RED_SCALE, 0.75f);
	glPixelTransferi(GL_INDEX_OFFSET, 3);
	glPixelZoom(2, 1);
	glMapGrid1f(4, 0.25f, 0.75f);
	glMapGrid2f(3, 0, 0.5f, 5, 0.5f, 1);
	glEnable(GL_MAP2_NORMAL);
}

static void make_lights_state(void)
{
	static const GLfloat place[] = {1, 2, 3, 1}, spot[] = {1, 0, 0},
			     colour[] = {0.25f, 0.5f, 0.75f, 1};
	static const GLdouble clip[] = {1, 0, 0, 2};
	glMatrixMode(GL_PROJECTION);
	glScalef(1, 0.5f, 1);
	glMatrixMode(GL_MODELVIEW);
	glTranslatef(0.125f, 0, 0);
	glEnable(GL_LIGHT3);
	glLightfv(GL_LIGHT3, GL_POSITION, place);
	glLightfv(GL_LIGHT3, GL_SPOT_DIRECTION, spot);
	glLightfv(GL_LIGHT4, GL_SPECULAR, colour);
	glLightf(GL_LIGHT4, GL_LINEAR_ATTENUATION, 0.5f);
	glLightModelfv(GL_LIGHT_MODEL_AMBIENT, colour);
	glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
	glMaterialf(GL_BACK, GL_SHININESS, 12);
	glMaterialfv(GL_FRONT, GL_DIFFUSE, colour);
	glColorMaterial(GL_BACK, GL_EMISSION);
	glEnable(GL_COLOR_MATERIAL);
	glShadeModel(GL_FLAT);
	glClipPlane(GL_CLIP_PLANE1, clip);
	glEnable(GL_NORMALIZE);
}

static void make_textures_state(void)
{
	static const GLfloat plane[] = {0, 1, 0, 0.5f}, colour[] = {0.25f, 0.5f, 0.75f, 1};
	glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
	glTexGenfv(GL_S, GL_EYE_PLANE, plane);
	glTexGenfv(GL_R, GL_OBJECT_PLANE, plane);
	glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, colour);
	glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, colour);
	glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	glActiveTexture(GL_TEXTURE1);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
	glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_RGB, GL_ONE_MINUS_SRC_COLOR);
	glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 0.5f);
	glMatrixMode(GL_TEXTURE);
	glScalef(2, 1, 1);
	glMatrixMode(GL_PROJECTION);
	glMultiTexCoord4f(GL_TEXTURE1, 0.25f, 0.5f, 0.75f, 1);
	glEnable(GL_TEXTURE_GEN_Q);
	glActiveTexture(GL_TEXTURE0);
	glSecondaryColor3f(0.25f, 0.5f, 0.75f);
	glNormal3f(0, 1, 0);
	glEdgeFlag(GL_FALSE);
	glFogCoordf(0.5f);
	glVertexAttrib4f(7, 0.25f, 0.5f, 0.75f, 1);
	glColor4f(1, 0.75f, 0.5f, 1);
	glWindowPos3f(10, 20, 0.5f);
	glColor4f(0.25f, 0.5f, 0.75f, 1);
}

static void make_objects(void)
{
	for (size_t i = 0; i < sizeof texels; i++) {
		texels[i] = (GLubyte)(i * 7);
		pixels[i] = (GLubyte)(255 - i);
	}
	memset(bits, 0x5a, sizeof bits);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	/* not compiled: said once, now */
	glNewList(LIST, GL_COMPILE);
	TRACE(comment(TEXT("while a list is compiled")));
	TRACE(list(LIST, TEXT("not yet")));
	glBegin(GL_TRIANGLES);
	glColor3f(1, 0, 0);
	glVertex2f(0, 0);
	glVertex2f(1, 0);
	glVertex2f(0, 1);
	glEnd();
	glEndList();
}

static void name_objects(void)
{
	TRACE(texture(texture, TEXT("a wall")));
	TRACE(texture(texture + 100, TEXT("of no texture")));
	TRACE(list(LIST, TEXT("a wheel")));
	TRACE(list(LIST + 100, TEXT("of no list")));
	TRACE(pointer(pixels, TEXT("the pixels")));
	TRACE(range(vertices, vertices + 6, TEXT("the vertices")));
	say_error("of names");
}

static void draw_block(void)
{
	glBegin(GL_TRIANGLES);
	glColor3f(0, 1, 0);
	TRACE(comment(TEXT("in the block")));
	glVertex2f(-1, 1);
	glVertex2f(-1, 0);
	glVertex2f(0, 1);
	glEnd();
	say_error("after a block with a comment");
}

static void draw_images(void)
{
	glRasterPos2f(0.25f, -0.75f);
	glDrawPixels(SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glRasterPos2f(0.5f, -0.5f);
	glBitmap(SIZE, SIZE, 0, 0, 0, 0, bits);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
}

static void draw_textured(void)
{
	glEnable(GL_TEXTURE_2D);
	glBindTexture(GL_TEXTURE_2D, texture);
	glColor3f(1, 1, 1);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, vertices);
	glNormalPointer(GL_FLOAT, 12, normals);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glDisableClientState(GL_VERTEX_ARRAY);
	glDisable(GL_TEXTURE_2D);
}

static void draw(void)
{
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glCallList(LIST);
	draw_block();
	draw_images();
	draw_textured();
}

/* ---- errors ---- */

static void err_in_block(void)
{
	glBegin(GL_POINTS);
	TRACE(new_trace(0, TEXT("in a block")));
	glEnd();
	say_trace_error("of glNewTraceMESA in a block");
	glBegin(GL_POINTS);
	TRACE(end_trace());
	TRACE(enable(PIXELS));
	TRACE(disable(PIXELS));
	TRACE(assert_attrib(0));
	TRACE(texture(texture, TEXT("in a block")));
	TRACE(list(LIST, TEXT("in a block")));
	TRACE(pointer(vertices, TEXT("in a block")));
	TRACE(range(vertices, vertices, TEXT("in a block")));
	glEnd();
	say_trace_error("of eight in a block");
	say_error("no more");
	glEnable(0xdead);
	glBegin(GL_POINTS);
	TRACE(end_trace());
	glEnd();
	say_error("of glEnable, which waited");
	say_error("no more");
}

static void err_with_comments(void)
{
	TRACE(enable(ERRORS));
	say_mask();
	glEnable(0xbeef);
	glDepthFunc(0xbeef);
	say_error("of glEnable, written into the trace");
	say_error("no more");
	TRACE(disable(ERRORS));
	glDepthFunc(0xfade);
	say_error("of glDepthFunc");
}

static void draw_classes(void)
{
	TRACE(disable(PRIMITIVES));
	glBegin(GL_POINTS);
	glColor3f(0.5f, 0.5f, 0.5f); /* not in the trace */
	glEnd();
	TRACE(enable(PRIMITIVES));
	TRACE(disable(PIXELS | TEXTURES));
	say_mask();
	draw_images();
	TRACE(enable(PIXELS | TEXTURES));
	TRACE(disable(OPERATIONS));
	glHint(GL_POINT_SMOOTH_HINT, GL_FASTEST); /* nor this */
	TRACE(enable(OPERATIONS));
	say_error("of classes");
}

static void say_picture(const struct run_options *o)
{
	size_t n = (size_t)o->width * (size_t)o->height * 4;
	uint32_t sum = 0;
	GLubyte *picture = malloc(n);
	if (!picture)
		return;
	glReadPixels(0, 0, o->width, o->height, GL_RGBA, GL_UNSIGNED_BYTE, picture);
	for (size_t i = 0; i < n; i++)
		sum = sum * 31 + picture[i];
	printf("picture %#x\n", sum);
	free(picture);
}

/* Values that are not as GL begins, of groups that core contexts have. */
static void run_core(struct window *window)
{
	glDepthFunc(GL_GEQUAL);
	glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ONE, GL_ZERO);
	glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
	glHint(GL_LINE_SMOOTH_HINT, GL_NICEST);
	glStencilMaskSeparate(GL_BACK, 0x3f);
	glEnable(GL_SCISSOR_TEST);
	TRACE(new_trace(GL_ALL_ATTRIB_BITS, TEXT("core.trace")));
	TRACE(assert_attrib(GL_ALL_ATTRIB_BITS));
	while (window_begin_frame(window)) {
		glClear(GL_COLOR_BUFFER_BIT);
		window_end_frame(window);
	}
	TRACE(end_trace());
	say_error("in a core context");
}

/* The trace begins when the list has a call already, which shows nowhere. */
static void compile_list(GLuint name, GLenum mode)
{
	glNewList(name, mode);
	glHint(GL_FOG_HINT, GL_NICEST);
	TRACE(new_trace(GL_ALL_ATTRIB_BITS, TEXT("in a list")));
	TRACE(assert_attrib(GL_ALL_ATTRIB_BITS));
	glColor3f(1, 0.5f, 0);
	glDepthFunc(GL_GREATER);
	glRectf(-1, -1, 0, 0);
	glColor3f(0, 0.5f, 1);
	glEndList();
}

/* In the first frame it is compiled alone, in the others it is executed, too. */
static void run_list(struct window *window)
{
	glEnable(GL_DEPTH_TEST);
	glClearDepth(0);
	for (GLuint frame = 0; window_begin_frame(window); frame++) {
		GLint depth_func = 0;
		glColor3f(0, 1, 0);
		glDepthFunc(GL_ALWAYS);
		compile_list(LIST + frame, frame ? GL_COMPILE_AND_EXECUTE : GL_COMPILE);
		glRectf(0, 0, 1, 1);
		glDepthFunc(GL_ALWAYS);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		glColor3f(0, 1, 1);
		glCallList(LIST + frame);
		glRectf(0, -1, 1, 0);
		glGetIntegerv(GL_DEPTH_FUNC, &depth_func);
		printf("depth function %#x\n", (unsigned)depth_func);
		say_picture(&window->options);
		window_end_frame(window);
		TRACE(end_trace());
	}
	say_error("of lists");
}

static GLuint image(GLenum target)
{
	GLuint name = 0;
	glGenTextures(1, &name);
	glBindTexture(target, name);
	glTexStorage2D(target, 1, GL_RGBA8, SIZE, SIZE);
	return name;
}

/* A renderbuffer of the name that a texture has is not the texture. */
static void run_names(struct window *window)
{
	GLuint names[] = {image(GL_TEXTURE_2D), image(GL_TEXTURE_2D)}, other = 0;
	while (other != names[0])
		glGenRenderbuffers(1, &other);
	glBindRenderbuffer(GL_RENDERBUFFER, other);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
	TRACE(texture(names[0], TEXT("a wall")));
	TRACE(range(vertices, vertices + 6, TEXT("the vertices")));
	TRACE(enable(ERRORS));
	while (window_begin_frame(window)) {
		glBindTextures(0, 2, names);
		glCopyImageSubData(names[1], GL_TEXTURE_2D, 0, 0, 0, 0, names[0], GL_TEXTURE_2D, 0,
			0, 0, 0, SIZE, SIZE, 1);
		glCopyImageSubData(other, GL_RENDERBUFFER, 0, 0, 0, 0, names[1], GL_TEXTURE_2D, 0,
			0, 0, 0, SIZE, SIZE, 1);
		glObjectLabel(GL_TEXTURE, names[0], -1, "the wall");
		glObjectLabel(GL_RENDERBUFFER, other, -1, "no wall");
		glVertexPointer(2, GL_FLOAT, 0, vertices);
		glEnableClientState(GL_VERTEX_ARRAY);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		glBegin(77);
		say_error("of glBegin");
		window_end_frame(window);
	}
	say_error("of names in GL 4.5");
}

static void run_compatibility(struct window *window)
{
	make_objects();
	make_fragment_state();
	make_shapes_state();
	make_lights_state();
	make_textures_state();
	while (window_begin_frame(window)) {
		TRACE(new_trace(GL_ALL_ATTRIB_BITS, TEXT("../a log")));
		say_mask();
		name_objects();
		draw();
		TRACE(assert_attrib(GL_DEPTH_BUFFER_BIT | GL_LIGHTING_BIT));
		TRACE(assert_attrib(GL_ALL_ATTRIB_BITS));
		err_in_block();
		err_with_comments();
		draw_classes();
		say_picture(&window->options);
		TRACE(comment(TEXT("the end of the frame")));
		window_end_frame(window);
		TRACE(end_trace());
		say_mask();
	}
	TRACE(comment(TEXT("in no trace of the program's")));
	say_error("at the end");
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	bool core = strcmp(way, "--core") == 0, list = strcmp(way, "--list") == 0;
	bool names = strcmp(way, "--names") == 0;
	struct run_options options = {.width = 200, .height = 150, .frames = 2, .time_step = 0.1};
	struct window window;
	for (int i = core || list || names ? 2 : 1; i < argc; i++)
		if (!run_options_take(&options, argc, argv, &i))
			return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	window_open(&window, &options, "GL_MESA_trace", core ? 33 : 21, core);
	look_up(options.headless);
	if (core)
		run_core(&window);
	else if (list)
		run_list(&window);
	else if (names)
		run_names(&window);
	else
		run_compatibility(&window);
	window_close(&window);
	return 0;
}
