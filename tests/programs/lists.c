/* SPDX-License-Identifier: MIT */
/*
 * test-lists [sub] - a display list that switches programs, sets uniforms and masks, and draws
 * seven times: blocks, arrays as they were when it was compiled, a nested list, pixels, patches.
 * Prints the state that is left, and the pixels. "sub": it is called from another list, through
 * glCallLists. "late": of lists that begin with two draws by fixed function: one draws nothing
 * else, another calls that and draws with a program then. "quads": quads of several colours, by
 * fixed function, or with "program" by a shader behind a uniform. "popped": a list is called, and
 * the colour changed, between glPushAttrib and glPopAttrib.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64 };

static const char plain_vert[] = "#version 330 compatibility\n"
				 "layout(location = 7) in vec2 extra;\n"
				 "out vec2 given;\n"
				 "void main() { given = extra; gl_Position = gl_ModelViewMatrix * "
				 "gl_Vertex; gl_FrontColor = gl_Color; }\n";
static const char tint_frag[] = "#version 330 compatibility\n"
				"uniform vec4 tint;\n"
				"in vec2 given;\n"
				"void main()\n"
				"{\n"
				"	vec4 c = tint * gl_Color;\n"
				"	gl_FragColor = c;\n"
				"}\n";
static const char given_frag[] = "#version 330 compatibility\n"
				 "uniform int step;\n"
				 "in vec2 given;\n"
				 "void main()\n"
				 "{\n"
				 "	vec4 c = vec4(given, float(step) / 8.0, 1.0);\n"
				 "	gl_FragColor = c;\n"
				 "}\n";
static const char patch_vert[] = "#version 400 compatibility\n"
				 "out vec4 colour;\n"
				 "void main() { gl_Position = gl_Vertex; colour = gl_Color; }\n";
static const char patch_tesc[] =
	"#version 400 compatibility\n"
	"layout(vertices = 4) out;\n"
	"in vec4 colour[];\n"
	"out vec4 colours[];\n"
	"void main()\n"
	"{\n"
	"	colours[gl_InvocationID] = colour[gl_InvocationID];\n"
	"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = "
	"gl_TessLevelOuter[3] = 1.0;\n"
	"	gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;\n"
	"}\n";
static const char patch_tese[] =
	"#version 400 compatibility\n"
	"layout(quads) in;\n"
	"in vec4 colours[];\n"
	"out vec4 shade;\n"
	"void main()\n"
	"{\n"
	"	vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);\n"
	"	vec4 high = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x);\n"
	"	gl_Position = mix(low, high, gl_TessCoord.y);\n"
	"	shade = colours[gl_PrimitiveID];\n"
	"}\n";
static const char patch_frag[] = "#version 400 compatibility\n"
				 "in vec4 shade;\n"
				 "void main()\n"
				 "{\n"
				 "	vec4 c = shade;\n"
				 "	gl_FragColor = c;\n"
				 "}\n";

static void make_current(void)
{
	static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
		EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		exit(99);
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
}

static void attach(GLuint program, GLenum type, const char *text)
{
	GLuint shader = glCreateShader(type);
	GLint ok = 0;
	char log[1000];
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	glGetShaderInfoLog(shader, sizeof log, NULL, log);
	if (!ok) {
		fprintf(stderr, "%s", log);
		exit(99);
	}
	glAttachShader(program, shader);
}

static GLuint linked(const char *vert, const char *tesc, const char *tese, const char *frag)
{
	GLuint program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, vert);
	if (tesc)
		attach(program, GL_TESS_CONTROL_SHADER, tesc);
	if (tese)
		attach(program, GL_TESS_EVALUATION_SHADER, tese);
	attach(program, GL_FRAGMENT_SHADER, frag);
	glLinkProgram(program);
	return program;
}

static void make_target(void)
{
	GLuint framebuffer, renderbuffers[2];
	glGenFramebuffers(1, &framebuffer);
	glGenRenderbuffers(2, renderbuffers);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	for (int i = 0; i < 2; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
		glRenderbufferStorage(
			GL_RENDERBUFFER, i ? GL_DEPTH24_STENCIL8 : GL_RGBA8, SIZE, SIZE);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER,
			i ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
			renderbuffers[i]);
	}
	glViewport(0, 0, SIZE, SIZE);
	glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

static void block(GLenum mode, float x0, float y0, float x1, float y1, float z)
{
	glBegin(mode);
	glColor4ub(255, 51, 0, 255);
	glVertex3f(x0, y0, z);
	glVertex3f(x1, y0, z);
	glColor4ub(255, 51, 0, 255);
	glVertex3f(x1, y1, z);
	glVertex3f(x0, y1, z);
	glEnd();
}

/* In arrays that are not what they were when the list is called. */
static void arrays(void)
{
	static GLshort places[] = {7, 7, 0, -1, 1, -1, 1, 1, 0, 1};
	static GLubyte given[] = {9, 9, 51, 0, 51, 0, 51, 0, 51, 0};
	static GLushort indices[] = {4, 3, 2, 1};
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof given, given, GL_STATIC_DRAW);
	glVertexAttribPointer(7, 2, GL_UNSIGNED_BYTE, GL_TRUE, 2, NULL);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glVertexPointer(2, GL_SHORT, 0, places);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableVertexAttribArray(7);
	glDrawElements(GL_TRIANGLE_FAN, 4, GL_UNSIGNED_SHORT, indices);
	glDisableClientState(GL_VERTEX_ARRAY);
	glDisableVertexAttribArray(7);
	memset(places, 0, sizeof places);
	memset(indices, 0, sizeof indices);
	glDeleteBuffers(1, &buffer);
}

static void pixels(void)
{
	static GLubyte bytes[8 * 40 * 3];
	memset(bytes, 255, sizeof bytes);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 40);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 8);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
	glRasterPos2f(-0.5f, -0.5f);
	glBitmap(24, 6, 0, 0, 4, 4, bytes);
	glDrawPixels(5, 4, GL_RGB, GL_UNSIGNED_BYTE, bytes);
	glRasterPos2f(0.25f, -0.75f);
	glCopyPixels(3, 2, 6, 5, GL_COLOR);
	memset(bytes, 0, sizeof bytes);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
}

static GLuint compile_lists(const GLuint program[3])
{
	static const GLbyte names[] = {1};
	const GLfloat tint[] = {0.5f, 1, 1, 1};
	GLuint first = glGenLists(4);
	glNewList(first + 1, GL_COMPILE);
	glLoadIdentity();
	arrays();
	glEndList();
	glNewList(first, GL_COMPILE);
	glPushMatrix();
	glScalef(0.5f, 1, 1);
	glUseProgram(program[0]);
	glUniform4fv(0, 1, tint);
	glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
	glEnable(GL_DEPTH_TEST);
	block(GL_QUADS, -2, -1, 0, 1, 0); /* draw 0: the left half, red 0.5 */
	glPopMatrix();
	glUseProgram(program[1]);
	glUniform1i(0, 4);
	glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
	glListBase(first);
	glCallLists(1, GL_BYTE, names); /* draw 1: the right half, (0.2, 0, 0.5) */
	glUniform1i(0, 2);
	glVertexAttrib2f(7, 0.75f, 0.25f);
	glDepthFunc(GL_LEQUAL);
	block(GL_TRIANGLE_FAN, -1, -1, 1, 0, 0.5f); /* draw 2: the lower half, behind the others */
	block(GL_TRIANGLE_FAN, -1, -1, 1, 0, 0);    /* draw 3: the same, as deep as they are */
	glDisable(GL_DEPTH_TEST);
	pixels(); /* draws 4 to 6 */
	glPatchParameteri(GL_PATCH_VERTICES, 4);
	glUseProgram(program[2]);
	block(GL_PATCHES, -1, 0.5f, 1, 1, 0); /* draw 7: the uppermost quarter */
	glEndList();
	glNewList(first + 2, GL_COMPILE);
	glUniform4f(0, 9, 9, 9, 9); /* an error: the program in use has none there */
	glCallList(first);
	glLineWidth(3);
	glEndList();
	return first;
}

static void call_late(const GLuint program[3])
{
	GLuint first = glGenLists(2);
	glNewList(first, GL_COMPILE);
	block(GL_QUADS, -1, -1, 0, 0, 0); /* draw 0: the lower left quarter */
	block(GL_QUADS, 0, -1, 1, 0, 0);
	glEndList();
	glNewList(first + 1, GL_COMPILE);
	glCallList(first);
	glUseProgram(program[0]);
	glUniform4f(0, 0.5f, 1, 1, 1);
	block(GL_QUADS, -1, 0, 1, 1, 0); /* draw 2: the upper half, red 0.5 */
	glEndList();
	glCallList(first);
	glCallList(first + 1);
}

static void colours(GLenum mode)
{
	glBegin(mode);
	glColor3f(1, 0, 0);
	glVertex2f(-0.75f, -0.75f);
	glColor3f(0, 1, 0);
	glVertex2f(0.75f, -0.75f);
	glVertex2f(0.75f, 0.75f);
	glVertex2f(-0.75f, 0.75f);
	glEnd();
}

static void call_quads(GLuint program)
{
	GLuint list = glGenLists(1);
	glUseProgram(program);
	glNewList(list, GL_COMPILE);
	if (program)
		glUniform4f(0, 0.5f, 1, 1, 1);
	colours(GL_QUADS);
	arrays();
	glEndList();
	glCallList(list);
	glRectf(0.5f, 0.5f, 1, 1); /* in the colour that is left */
}

static void call_popped(void)
{
	GLuint list = glGenLists(1);
	glNewList(list, GL_COMPILE);
	glColorMask(GL_TRUE, GL_TRUE, GL_FALSE, GL_TRUE);
	glEndList();
	colours(GL_TRIANGLES);
	glPushAttrib(GL_ALL_ATTRIB_BITS);
	glCallList(list);
	glColor4f(0.5f, 0.6f, 0.3f, 1);
	glPopAttrib();
	glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
}

static void print_state(const GLuint program[3])
{
	static const GLenum names[] = {GL_CURRENT_PROGRAM, GL_PATCH_VERTICES, GL_COLOR_WRITEMASK,
		GL_DEPTH_TEST, GL_DEPTH_FUNC, GL_LIST_BASE, GL_LINE_WIDTH, GL_CURRENT_COLOR,
		GL_CURRENT_RASTER_POSITION, GL_MODELVIEW_STACK_DEPTH, GL_MODELVIEW_MATRIX,
		GL_ATTRIB_STACK_DEPTH, GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
		GL_UNPACK_SKIP_PIXELS, GL_ARRAY_BUFFER_BINDING, GL_PIXEL_UNPACK_BUFFER_BINDING,
		GL_CURRENT_RASTER_POSITION_VALID};
	printf("error 0x%x, then 0x%x\n", glGetError(), glGetError());
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		GLfloat value[16] = {0};
		glGetFloatv(names[i], value);
		printf("0x%x:", names[i]);
		for (int k = 0; k < 16; k++)
			printf(" %.9g", value[k]);
		printf("\n");
	}
	GLfloat tint[4] = {0}, extra[4] = {0};
	GLint step = 0;
	glGetUniformfv(program[0], 0, tint);
	glGetUniformiv(program[1], 0, &step);
	glGetVertexAttribfv(7, GL_CURRENT_VERTEX_ATTRIB, extra);
	printf("tint %g %g %g %g, step %d, extra %g %g\n", tint[0], tint[1], tint[2], tint[3], step,
		extra[0], extra[1]);
}

static void print_pixels(void)
{
	static GLubyte colours[SIZE * SIZE * 4];
	static GLuint depth[SIZE * SIZE];
	unsigned long long sum = 0;
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, colours);
	glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, depth);
	for (size_t i = 0; i < sizeof colours; i++)
		sum = sum * 31 + colours[i];
	for (size_t i = 0; i < SIZE * SIZE; i++)
		sum = sum * 31 + depth[i];
	printf("pixels %llx\n", sum);
	for (int y = 4; y < SIZE; y += 8) {
		for (int x = 4; x < SIZE; x += 8)
			printf(" %02x%02x%02x", colours[(y * SIZE + x) * 4],
				colours[(y * SIZE + x) * 4 + 1], colours[(y * SIZE + x) * 4 + 2]);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	static const GLushort second[] = {2};
	make_current();
	make_target();
	GLuint program[3] = {linked(plain_vert, NULL, NULL, tint_frag),
		linked(plain_vert, NULL, NULL, given_frag),
		linked(patch_vert, patch_tesc, patch_tese, patch_frag)};
	if (argc > 1 && !strcmp(argv[1], "late")) {
		call_late(program);
		print_pixels();
		return 0;
	}
	if (argc > 1 && (!strcmp(argv[1], "quads") || !strcmp(argv[1], "popped"))) {
		if (!strcmp(argv[1], "quads"))
			call_quads(argc > 2 ? program[0] : 0);
		else
			call_popped();
		print_state(program);
		print_pixels();
		return 0;
	}
	GLuint lists = compile_lists(program);
	if (argc > 1 && !strcmp(argv[1], "sub")) {
		glListBase(lists);
		glUseProgram(program[2]);
		glCallLists(1, GL_UNSIGNED_SHORT, second);
	} else {
		glCallList(lists);
	}
	print_state(program);
	print_pixels();
	return 0;
}
