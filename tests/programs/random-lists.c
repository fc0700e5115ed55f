/* SPDX-License-Identifier: MIT */
/*
 * test-random-lists SEED [LISTS [FRAMES]] - frames that make display lists by chance, of state and
 * draws of all kinds and of other lists, call them, by glCallLists too, make them anew and delete
 * them. Prints a line a frame: the sum of its pixels, and what GL holds at its end. LISTS: "flat"
 * leaves out what a driver does otherwise in a list than call by call
 * (docs/decisions/018-driver-quirks.md); "wide" and "flat-wide" have more kinds of state and of
 * draws: fog, lights, clip planes, generated coordinates, evaluators, pixel transfer, stipples,
 * images, copies of texels, colour clears, programs of ARB.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include "tests/programs/pbuffer.h"

enum { SIZE = 32, LISTS = 10, FIRST = 20 };

static uint32_t seed;
static bool is_wide;
static GLuint programs[3], textures[2], buffer;

/* From 0 to n - 1. */
static unsigned any(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return (seed >> 8) % n;
}

/* Quarters and eighths, which are exact. */
static float some(void)
{
	return (float)any(9) / 8;
}

static float place(void)
{
	return (float)any(17) / 8 - 1;
}

/* ---- what is set ---- */

static void set_color(void)
{
	GLfloat color[] = {some(), some(), some(), 1};
	switch (any(6)) {
	case 0:
		glColor4ub((GLubyte)any(256), (GLubyte)any(256), (GLubyte)any(256), 255);
		break;
	case 1:
		glSecondaryColor3f(some(), some(), some());
		break;
	case 2:
		glMaterialfv(GL_FRONT_AND_BACK, any(2) ? GL_DIFFUSE : GL_EMISSION, color);
		break;
	case 3:
		glNormal3f(place(), place(), 1);
		break;
	case 4:
		glTexCoord2f(some(), some());
		break;
	default:
		glColor4fv(color);
	}
}

static void set_matrix(void)
{
	switch (any(5)) {
	case 0:
		glMatrixMode(any(2) ? GL_MODELVIEW : any(2) ? GL_PROJECTION : GL_TEXTURE);
		break;
	case 1:
		glLoadIdentity();
		break;
	case 2:
		glScalef(0.5f + some(), 1, 1);
		break;
	default:
		glTranslatef(place() / 4, place() / 4, 0);
	}
}

static void set_test(void)
{
	static const GLenum names[] = {GL_BLEND, GL_DEPTH_TEST, GL_LIGHTING, GL_LIGHT0,
		GL_TEXTURE_2D, GL_COLOR_MATERIAL, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_ALPHA_TEST,
		GL_CULL_FACE, GL_COLOR_SUM, GL_NORMALIZE};
	GLenum name = names[any(sizeof names / sizeof *names)];
	if (any(3))
		glEnable(name);
	else
		glDisable(name);
}

static void set_how(void)
{
	switch (any(9)) {
	case 0:
		glBlendFunc(GL_ONE, any(2) ? GL_ONE : GL_ONE_MINUS_DST_COLOR);
		break;
	case 1:
		glDepthFunc(any(2) ? GL_LEQUAL : GL_ALWAYS);
		break;
	case 2:
		glColorMask(any(4) > 0, any(4) > 0, any(4) > 0, 1);
		break;
	case 3:
		glScissor((GLint)any(8), (GLint)any(8), 8 + (GLint)any(24), 8 + (GLint)any(24));
		break;
	case 4:
		glStencilFunc(any(2) ? GL_ALWAYS : GL_EQUAL, (GLint)any(3), 3);
		break;
	case 5:
		glStencilOp(GL_KEEP, GL_KEEP, any(2) ? GL_INCR : GL_REPLACE);
		break;
	case 6:
		glShadeModel(any(2) ? GL_FLAT : GL_SMOOTH);
		break;
	case 7:
		glDepthMask(any(3) > 0);
		break;
	default:
		glPointSize(1 + (float)any(5));
	}
}

static void set_texture(void)
{
	switch (any(4)) {
	case 0:
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, any(2) ? GL_CLAMP : GL_REPEAT);
		break;
	case 1:
		glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, any(2) ? GL_MODULATE : GL_ADD);
		break;
	default:
		glBindTexture(GL_TEXTURE_2D, textures[any(2)]);
	}
}

static void set_program(void)
{
	if (any(2))
		glUseProgram(programs[any(3)]);
	else
		glUniform4f(0, some(), some(), some(), 1);
}

/* ---- what is drawn ---- */

/*
 * Where its vertices get a value late, another call comes behind: Mesa 22.3 takes itself to be in a
 * block for ever when a list with arrays right behind such a block has been called.
 */
static void block(void)
{
	static const GLenum modes[] = {
		GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_LINES, GL_POINTS};
	unsigned n = 3 + any(4);
	bool is_late = false;
	glBegin(modes[any(5)]);
	for (unsigned i = 0; i < n; i++) {
		if (any(3) == 0) {
			set_color();
			is_late |= i > 0;
		}
		glVertex3f(place(), place(), place());
	}
	glEnd();
	if (is_late)
		glDepthRange(0, 1);
}

static void arrays(void)
{
	static GLfloat places[12];
	static const GLubyte indices[] = {0, 2, 1, 3};
	for (unsigned i = 0; i < 12; i++)
		places[i] = place();
	unsigned how = any(3);
	if (how == 2) {
		glBindBuffer(GL_ARRAY_BUFFER, buffer);
		glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof places, places);
	}
	glVertexPointer(3, GL_FLOAT, 0, how == 2 ? NULL : places);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glEnableClientState(GL_VERTEX_ARRAY);
	if (how)
		glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	else
		glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices);
	glDisableClientState(GL_VERTEX_ARRAY);
	memset(places, 0, sizeof places);
}

static void draw(bool is_flat)
{
	static const GLubyte bits[] = {0x5a, 0xff, 0x81, 0x3c};
	switch (any(is_flat ? 6 : 8)) {
	case 0:
		glRectf(place(), place(), place(), place());
		break;
	case 1:
		glRasterPos2f(place() / 2, place() / 2);
		break;
	case 2:
		glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
		glBitmap(8, 4, 0, 0, 3, 2, bits);
		/* Mesa draws the bitmap with a uniform that is set before something else is drawn.
		 */
		glRectf(place(), place(), place(), place());
		break;
	case 3:
		glClear(any(2) ? GL_DEPTH_BUFFER_BIT : GL_STENCIL_BUFFER_BIT);
		break;
	case 4:
	case 5:
		block();
		break;
	default:
		arrays();
	}
}

/* ---- what only "wide" has ---- */

static void set_light(void)
{
	GLfloat four[] = {some(), some(), some(), 1};
	switch (any(6)) {
	case 0:
		glFogi(GL_FOG_MODE, GL_LINEAR);
		break;
	case 1:
		glFogf(any(2) ? GL_FOG_START : GL_FOG_END, 2 * place());
		break;
	case 2:
		glFogfv(GL_FOG_COLOR, four);
		break;
	case 3:
		glLightModelfv(GL_LIGHT_MODEL_AMBIENT, four);
		break;
	case 4:
		glLightfv(GL_LIGHT0 + any(2), any(2) ? GL_DIFFUSE : GL_AMBIENT, four);
		break;
	default:
		four[3] = 0;
		glLightfv(GL_LIGHT0, GL_POSITION, four);
	}
}

static void set_space(void)
{
	GLdouble plane[] = {1, 0, 0, place()};
	GLfloat matrix[16] = {1, 0, 0, 0, some() / 4, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
	switch (any(8)) {
	case 0:
		glClipPlane(GL_CLIP_PLANE0 + any(2), plane);
		break;
	case 1:
		glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, any(2) ? GL_OBJECT_LINEAR : GL_EYE_LINEAR);
		break;
	case 2:
		glTexGendv(GL_T, GL_OBJECT_PLANE, plane);
		break;
	case 3:
		glMultMatrixf(matrix);
		break;
	case 4:
		glLoadTransposeMatrixf(matrix);
		break;
	case 5:
		glOrtho(-1, 1, -1, 1, -1, 1 + some());
		break;
	case 6:
		glViewport((GLint)any(8), 0, SIZE, SIZE);
		break;
	default:
		glDepthRange(0, (1 + some()) / 2);
	}
}

static void set_raster(void)
{
	static const GLenum logic[] = {GL_COPY, GL_XOR, GL_INVERT, GL_OR};
	static const GLenum equations[] = {GL_FUNC_ADD, GL_MAX, GL_FUNC_REVERSE_SUBTRACT};
	GLubyte stipple[128];
	switch (any(9)) {
	case 0:
		glLineStipple(1 + (GLint)any(3), (GLushort)any(0x10000));
		break;
	case 1:
		for (unsigned i = 0; i < sizeof stipple; i++)
			stipple[i] = (GLubyte)any(256);
		glPolygonStipple(stipple);
		break;
	case 2:
		glPolygonMode(GL_FRONT_AND_BACK, any(2) ? GL_FILL : GL_LINE);
		break;
	case 3:
		glLineWidth(1 + (GLfloat)any(4));
		break;
	case 4:
		glPolygonOffset(place(), 4 * place());
		break;
	case 5:
		glLogicOp(logic[any(4)]);
		break;
	case 6:
		glBlendEquation(equations[any(3)]);
		break;
	case 7:
		glBlendColor(some(), some(), some(), 1);
		break;
	default:
		glBlendFuncSeparate(GL_CONSTANT_COLOR, GL_ONE, GL_ONE, any(2));
	}
}

/* print_frame leaves it out of what it reads. */
static void set_pixels(void)
{
	GLfloat map[] = {some(), some(), some(), 1};
	switch (any(5)) {
	case 0:
		glPixelTransferf(any(2) ? GL_RED_SCALE : GL_GREEN_BIAS, some());
		break;
	case 1:
		glPixelTransferi(GL_MAP_COLOR, any(2));
		break;
	case 2:
		glPixelMapfv(any(2) ? GL_PIXEL_MAP_R_TO_R : GL_PIXEL_MAP_B_TO_B, 4, map);
		break;
	case 3:
		glPixelZoom(1 + (GLfloat)any(2), 1 + (GLfloat)any(2));
		break;
	default:
		glWindowPos2i((GLint)any(SIZE / 2), (GLint)any(SIZE / 2));
	}
}

static void set_other(void)
{
	static const GLenum names[] = {GL_FOG, GL_LIGHT1, GL_CLIP_PLANE0, GL_CLIP_PLANE1,
		GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_MAP1_VERTEX_3, GL_MAP1_COLOR_4,
		GL_LINE_STIPPLE, GL_POLYGON_STIPPLE, GL_POLYGON_OFFSET_FILL, GL_COLOR_LOGIC_OP,
		GL_FRAGMENT_PROGRAM_ARB};
	GLfloat four[] = {some(), some(), some(), 1};
	switch (any(8)) {
	case 0:
		glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, four);
		break;
	case 1:
		glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, four);
		break;
	case 2:
		glProgramEnvParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, any(2), four);
		break;
	case 3:
		glProgramLocalParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, any(2), four);
		break;
	case 4:
		glProvokingVertex(any(2) ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
		break;
	default:
		(any(2) ? glEnable : glDisable)(names[any(sizeof names / sizeof *names)]);
	}
}

static void set_map(void)
{
	GLfloat points[12];
	for (unsigned i = 0; i < 12; i++)
		points[i] = any(3) ? place() : 1;
	switch (any(3)) {
	case 0:
		glMap1f(GL_MAP1_VERTEX_3, 0, 1, 3, 4, points);
		break;
	case 1:
		glMap1f(GL_MAP1_COLOR_4, 0, 1, 4, 3, points);
		break;
	default:
		glMapGrid1f(1 + (GLint)any(5), 0, 1);
	}
}

static void move_texels(void)
{
	GLubyte texels[4 * 4 * 4];
	for (unsigned i = 0; i < sizeof texels; i++)
		texels[i] = (GLubyte)any(256);
	switch (any(6)) {
	case 0:
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
		break;
	case 1:
		glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, texels);
		break;
	case 2:
		glCopyTexImage2D(
			GL_TEXTURE_2D, 0, GL_RGBA, (GLint)any(28), (GLint)any(28), 4, 4, 0);
		break;
	case 3:
		glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 1, (GLint)any(28), (GLint)any(28), 4, 2);
		break;
	case 4:
		glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels);
		break;
	default:
		glCopyPixels((GLint)any(16), (GLint)any(16), 8, 8, GL_COLOR);
	}
}

static void draw_more(void)
{
	GLfloat colour[] = {some(), some(), some(), 1};
	switch (any(5)) {
	case 0:
		glClearColor(some(), some(), some(), 1);
		break;
	case 1:
		glEnable(GL_SCISSOR_TEST);
		glClear(GL_COLOR_BUFFER_BIT);
		break;
	case 2:
		glDrawBuffer(any(3) ? GL_BACK : GL_NONE);
		break;
	case 3:
		glEnable(GL_SCISSOR_TEST);
		glClearBufferfv(GL_COLOR, 0, colour);
		break;
	default:
		glEvalMesh1(any(2) ? GL_LINE : GL_POINT, 0, 3);
	}
}

static void one_of_more(void)
{
	static void (*const all[])(void) = {set_light, set_space, set_raster, set_pixels, set_other,
		set_map, move_texels, draw_more};
	all[any(sizeof all / sizeof *all)]();
}

/* ---- lists ---- */

/* What Mesa holds of vertices when a list is called decides which current values some lists leave
 * (docs/decisions/018-driver-quirks.md), so nothing is held. */
static void call(unsigned below)
{
	GLubyte bytes[] = {(GLubyte)(1 + any(below)), (GLubyte)(1 + any(below))};
	GLushort shorts[] = {(GLushort)(1 + any(below)), (GLushort)(1 + any(below))};
	GLfloat floats[] = {(GLfloat)(1 + any(below)), (GLfloat)(1 + any(below))};
	GLint mode = 0;
	glGetIntegerv(GL_LIST_MODE, &mode);
	if (!mode)
		glFlush();
	switch (any(5)) {
	case 0:
		glCallLists(2, GL_UNSIGNED_BYTE, bytes);
		break;
	case 1:
		glCallLists(2, GL_UNSIGNED_SHORT, shorts);
		break;
	case 2:
		glCallLists(1, GL_FLOAT, floats);
		break;
	default:
		glCallList(FIRST + any(below));
	}
}

/*
 * below: how many lists may be called. glPopAttrib brings no current values back: Mesa does so only
 * where it holds vertices, or was asked something meanwhile.
 */
static void one_of_all(unsigned below, bool is_flat, bool pairs)
{
	if (is_wide && any(2)) {
		one_of_more();
		return;
	}
	switch (any(pairs ? 14 : 12)) {
	case 0:
	case 1:
		set_color();
		break;
	case 2:
		set_matrix();
		break;
	case 3:
		set_test();
		break;
	case 4:
		set_how();
		break;
	case 5:
		set_texture();
		break;
	case 6:
		set_program();
		break;
	case 7:
	case 8:
		if (below)
			call(below);
		break;
	case 12:
		glPushMatrix();
		for (unsigned i = any(3); i < 3; i++)
			one_of_all(below, is_flat, false);
		glPopMatrix();
		break;
	case 13:
		glPushAttrib(any(2) ? GL_ALL_ATTRIB_BITS & ~(GL_CURRENT_BIT | GL_LIGHTING_BIT)
				    : GL_ENABLE_BIT | GL_TRANSFORM_BIT);
		for (unsigned i = any(3); i < 3; i++)
			one_of_all(below, is_flat, false);
		draw(is_flat);
		glPopAttrib();
		break;
	default:
		draw(is_flat);
	}
}

static void make_empty(unsigned name)
{
	if (glIsList(name))
		return;
	glNewList(name, GL_COMPILE);
	glEndList();
}

/*
 * It calls lists of lower numbers alone, so that none calls itself. Those are there: Mesa 22.3
 * crashes in glEndList where a block leaves vertices without a value that others of it have, and
 * the list calls, itself or by others, a list that is not there. It looks for those of glCallLists
 * without GL_LIST_BASE, hence the empty ones of make_objects.
 */
static void make_list(unsigned list, bool is_flat)
{
	for (unsigned i = 0; i < list; i++)
		make_empty(FIRST + i);
	glNewList(FIRST + list, any(5) ? GL_COMPILE : GL_COMPILE_AND_EXECUTE);
	for (unsigned n = 1 + any(5); n; n--)
		one_of_all(list, is_flat, true);
	glEndList();
}

/* ---- frames ---- */

static void begin_frame(void)
{
	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity();
	glDisable(GL_SCISSOR_TEST);
	glColorMask(1, 1, 1, 1);
	glDepthMask(1);
	if (is_wide)
		glDrawBuffer(GL_BACK);
	glClearColor(some(), some(), some(), 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glListBase(FIRST - 1);
}

static void read_pixels(GLubyte *pixels)
{
	glPushAttrib(GL_PIXEL_MODE_BIT);
	if (is_wide) {
		glPixelTransferf(GL_RED_SCALE, 1);
		glPixelTransferf(GL_GREEN_BIAS, 0);
		glPixelTransferi(GL_MAP_COLOR, 0);
	}
	glReadPixels(0, 0, SIZE, SIZE, GL_RGB, GL_UNSIGNED_BYTE, pixels);
	glPopAttrib();
}

static void print_frame(unsigned frame)
{
	static const GLenum names[] = {GL_CURRENT_COLOR, GL_CURRENT_SECONDARY_COLOR,
		GL_CURRENT_NORMAL, GL_CURRENT_TEXTURE_COORDS, GL_MODELVIEW_MATRIX,
		GL_PROJECTION_MATRIX, GL_TEXTURE_MATRIX, GL_MATRIX_MODE, GL_BLEND, GL_BLEND_SRC,
		GL_DEPTH_FUNC, GL_COLOR_WRITEMASK, GL_SCISSOR_BOX, GL_STENCIL_FUNC, GL_SHADE_MODEL,
		GL_POINT_SIZE, GL_TEXTURE_BINDING_2D, GL_CURRENT_PROGRAM,
		GL_CURRENT_RASTER_POSITION, GL_CURRENT_RASTER_COLOR, GL_LIST_BASE, GL_LIGHTING,
		GL_ATTRIB_STACK_DEPTH, GL_MODELVIEW_STACK_DEPTH, GL_FOG_COLOR, GL_FOG_END,
		GL_LIGHT_MODEL_AMBIENT, GL_LINE_STIPPLE_PATTERN, GL_LOGIC_OP_MODE, GL_BLEND_COLOR,
		GL_BLEND_EQUATION, GL_RED_SCALE, GL_MAP_COLOR, GL_ZOOM_X, GL_DRAW_BUFFER,
		GL_MAP1_GRID_SEGMENTS, GL_VIEWPORT, GL_DEPTH_RANGE, GL_POLYGON_MODE};
	static GLubyte pixels[SIZE * SIZE * 3];
	uint64_t sum = 14695981039346656037u;
	read_pixels(pixels);
	for (size_t i = 0; i < sizeof pixels; i++)
		sum = (sum ^ pixels[i]) * 1099511628211u;
	printf("%u %016llx", frame, (unsigned long long)sum);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		GLfloat value[16] = {0};
		glGetFloatv(names[i], value);
		printf(" %x", names[i]);
		for (int k = 0; k < 16 && value[k] == value[k]; k++)
			if (k < 4 || value[k] != 0)
				printf(" %.6g", value[k]);
	}
	GLfloat material[8], tint[8];
	glGetMaterialfv(GL_FRONT, GL_DIFFUSE, material);
	glGetMaterialfv(GL_FRONT, GL_EMISSION, material + 4);
	glGetUniformfv(programs[1], 0, tint);
	glGetUniformfv(programs[2], 0, tint + 4);
	for (int k = 0; k < 8; k++)
		printf(" %.6g/%.6g", material[k], tint[k]);
	printf(" error %x\n", glGetError());
}

static GLuint make_program(const char *fragment)
{
	static const char *const vertex =
		"#version 120\n"
		"void main()\n"
		"{\n"
		"	gl_FrontColor = gl_BackColor = gl_Color;\n"
		"	gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;\n"
		"}\n";
	GLuint program = glCreateProgram();
	for (int i = 0; i < 2; i++) {
		GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
		glShaderSource(shader, 1, i ? &fragment : &vertex, NULL);
		glCompileShader(shader);
		glAttachShader(program, shader);
	}
	glLinkProgram(program);
	return program;
}

static void make_arb_program(void)
{
	static const char text[] = "!!ARBfp1.0\n"
				   "TEMP c;\n"
				   "ADD c, fragment.color, program.env[0];\n"
				   "MUL c, c, program.local[1];\n"
				   "ADD result.color, c, program.env[1];\n"
				   "END\n";
	glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 5);
	glProgramStringARB(
		GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
}

static void make_objects(void)
{
	GLubyte texels[4 * 4 * 4];
	if (is_wide)
		make_arb_program();
	programs[1] = make_program("#version 120\n"
				   "uniform vec4 tint;\n"
				   "void main()\n"
				   "{\n"
				   "	vec4 c = gl_Color + 0.25 * tint;\n"
				   "	gl_FragColor = c;\n"
				   "}\n");
	programs[2] = make_program("#version 120\n"
				   "uniform vec4 tint;\n"
				   "void main()\n"
				   "{\n"
				   "	vec4 c = gl_Color * tint;\n"
				   "	gl_FragColor = c.bgra;\n"
				   "}\n");
	glGenTextures(2, textures);
	for (int i = 0; i < 2; i++) {
		for (size_t k = 0; k < sizeof texels; k++)
			texels[k] = (GLubyte)any(256);
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	}
	for (unsigned i = 0; i < LISTS; i++)
		make_empty(1 + i);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, 48, NULL, GL_STATIC_DRAW);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void draw_frame(unsigned frame, bool is_flat)
{
	begin_frame();
	for (unsigned n = 4 + any(5); n; n--) {
		unsigned list = any(LISTS);
		switch (any(8)) {
		case 0:
			glDeleteLists(FIRST + list, 1 + (GLsizei)any(2));
			break;
		case 1:
		case 2:
			make_list(list, is_flat);
			break;
		case 3:
			one_of_all(0, is_flat, true);
			break;
		default:
			call(LISTS);
		}
	}
	print_frame(frame);
}

int main(int argc, char **argv)
{
	bool is_flat = argc > 2 && !strncmp(argv[2], "flat", 4);
	unsigned frames = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 6;
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLSurface surface = pbuffer_make(display, PBUFFER_COMPATIBILITY, SIZE);
	if (argc < 2)
		return 99;
	is_wide = argc > 2 && strstr(argv[2], "wide");
	seed = (uint32_t)strtoul(argv[1], NULL, 10) * 2654435761u + 1;
	make_objects();
	for (unsigned i = 0; i < LISTS; i++)
		make_list(i, is_flat);
	for (unsigned frame = 0; frame < frames; frame++) {
		draw_frame(frame, is_flat);
		eglSwapBuffers(display, surface);
	}
	return 0;
}
