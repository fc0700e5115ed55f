/* SPDX-License-Identifier: MIT */
/*
 * calls-memory - calls whose pointers can only be followed by what GL's state says, and calls that
 * read memory to which no argument points. tests/calls/calls-pointees.py knows what they must show.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_context(void)
{
	static const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLint n;
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) ||
		!eglChooseConfig(display, attributes, &config, 1, &n) || n < 1)
		exit(77);
	eglBindAPI(EGL_OPENGL_API);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	if (!eglMakeCurrent(display, surface, surface,
		    eglCreateContext(display, config, EGL_NO_CONTEXT, NULL)))
		exit(77);
}

static GLuint make_program(void)
{
	static const char text[] = "#version 130\nuniform vec3 v[3]; uniform mat2 m; uniform int "
				   "i; uniform sampler2D s;\n"
				   "in vec2 a; void main() { gl_Position = vec4(v[0] + v[1] + "
				   "v[2], float(i)) + m[0].xyxy\n"
				   "  + m[1].xyxy + textureLod(s, a, 0.0) + gl_Vertex; }\n";
	const char *texts[] = {text};
	GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
	glShaderSource(shader, 1, texts, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glBindAttribLocation(program, 5, "a");
	glLinkProgram(program);
	return program;
}

static void uniforms(GLuint program)
{
	GLfloat back[16];
	GLint number[4];
	GLdouble wide[16];
	glUseProgram(program);
	glUniform3fv(glGetUniformLocation(program, "v"), 3,
		(const GLfloat[]){1, 2, 3, 4, 5, 6, 7, 8, 9});
	glUniformMatrix2fv(
		glGetUniformLocation(program, "m"), 1, GL_FALSE, (const GLfloat[]){1, 2, 3, 4});
	glGetUniformfv(program, glGetUniformLocation(program, "v[1]"), back);
	glGetUniformfv(program, glGetUniformLocation(program, "m"), back);
	glGetUniformiv(program, glGetUniformLocation(program, "s"), number);
	glGetUniformdv(program, glGetUniformLocation(program, "v[2]"), wide);
	glGetnUniformfv(program, glGetUniformLocation(program, "v"), sizeof back, back);
	glGetUniformfv(program, 1000, back);
	glUseProgram(0);
}

static void evaluators(void)
{
	static const GLfloat line[] = {1, 2, 3, -1, 4, 5, 6, -1, 7, 8, 9};
	static const GLdouble face[] = {0, 1, 2, 3, 4, 5, 6, 7};
	GLfloat back[32];
	GLint orders[2];
	GLushort map[] = {1, 2, 3, 4}, map_back[4];
	GLubyte stipple[128];
	glMap1f(GL_MAP1_VERTEX_3, 0, 1, 4, 3, line);
	glMap2d(GL_MAP2_TEXTURE_COORD_1, 0, 1, 4, 2, 0, 1, 1, 3, face);
	glGetMapfv(GL_MAP1_VERTEX_3, GL_COEFF, back);
	glGetMapiv(GL_MAP2_TEXTURE_COORD_1, GL_ORDER, orders);
	glGetMapfv(GL_MAP2_TEXTURE_COORD_1, GL_DOMAIN, back);
	glPixelMapusv(GL_PIXEL_MAP_I_TO_R, 4, map);
	glGetPixelMapusv(GL_PIXEL_MAP_I_TO_R, map_back);
	memset(stipple, 0x5a, sizeof stipple);
	glPolygonStipple(stipple);
	glGetPolygonStipple(stipple);
}

static void images(void)
{
	static GLubyte pixels[6 * 2 * 2 * 4], back[6 * 2 * 2 * 4];
	static const GLubyte bits[] = {0xff, 0x81, 0x42, 0x24, 0xee, 0x77};
	GLuint cube, compressed, buffer;
	for (unsigned i = 0; i < sizeof pixels; i++)
		pixels[i] = (GLubyte)(i * 3);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glBitmap(4, 3, 0, 0, 0, 0, bits);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_DYNAMIC_DRAW);
	glClearBufferData(GL_ARRAY_BUFFER, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, pixels + 1);
	glCreateTextures(GL_TEXTURE_CUBE_MAP, 1, &cube);
	glTextureStorage2D(cube, 1, GL_RGBA8, 2, 2);
	glTextureSubImage3D(cube, 0, 0, 0, 0, 2, 2, 6, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glGetTextureImage(cube, 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof back, back);
	glGetTextureSubImage(
		cube, 0, 1, 0, 2, 1, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, sizeof back, back);
	glGenTextures(1, &compressed);
	glBindTexture(GL_TEXTURE_2D, compressed);
	glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 4, 8, 0, 16, pixels);
	glGetCompressedTexImage(GL_TEXTURE_2D, 0, back);
	glGetCompressedTextureImage(compressed, 0, sizeof back, back);
}

static void mappings(void)
{
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, 16, "0123456789abcdef", GL_STREAM_DRAW);
	memcpy(glMapBufferRange(GL_ARRAY_BUFFER, 4, 4, GL_MAP_WRITE_BIT), "WXYZ", 4);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	char *part = glMapBufferRange(
		GL_ARRAY_BUFFER, 2, 8, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
	memcpy(part + 3, "##", 2);
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, 3, 2);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glMapNamedBuffer(buffer, GL_READ_WRITE);
	glUnmapNamedBuffer(buffer);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/* Commands in memory; as many as a buffer says. */
static void indirect(void)
{
	static const GLuint arrays[3][4] = {{2, 1, 4, 0}, {1, 1, 8, 0}, {1, 1, 15, 0}};
	static const GLuint elements[3][5] = {{1, 1, 1, 10, 0}, {1, 1, 0, 0, 0}, {1, 1, 2, 0, 0}};
	static const GLuint counts[] = {77, 2, 1};
	GLuint names[3];
	glMultiDrawArraysIndirect(GL_POINTS, arrays, 2, 0);
	glGenBuffers(3, names);
	glBindBuffer(GL_PARAMETER_BUFFER, names[0]);
	glBufferData(GL_PARAMETER_BUFFER, sizeof counts, counts, GL_STATIC_DRAW);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, names[1]);
	glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arrays, arrays, GL_STATIC_DRAW);
	glMultiDrawArraysIndirectCount(GL_POINTS, 0, 4, 3, 0);
	glMultiDrawArraysIndirectCount(GL_POINTS, 0, 0, 3, 0);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, names[2]);
	glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof elements, elements, GL_STATIC_DRAW);
	glMultiDrawElementsIndirectCount(GL_POINTS, GL_UNSIGNED_BYTE, 0, 8, 3, 20);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
	glBindBuffer(GL_PARAMETER_BUFFER, 0);
}

static void arrays(GLuint program)
{
	static GLfloat corners[20][3];
	static GLshort pairs[20][2];
	static const GLubyte some[] = {5, 2, 9}, cut[] = {4, 255, 6};
	static const GLushort first[] = {0, 1}, second[] = {7};
	static const void *lists[] = {first, second};
	static const GLsizei counts[] = {2, 1};
	GLuint elements;
	for (int i = 0; i < 20; i++) {
		corners[i][0] = (GLfloat)i;
		corners[i][1] = (GLfloat)(i * i);
		pairs[i][0] = (GLshort)i;
		pairs[i][1] = (GLshort)-i;
	}
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, sizeof *corners, corners);
	glDrawArrays(GL_POINTS, 3, 2);
	glClientActiveTexture(GL_TEXTURE1);
	glEnableClientState(GL_TEXTURE_COORD_ARRAY);
	glTexCoordPointer(2, GL_SHORT, 0, pairs);
	glDrawElements(GL_POINTS, 3, GL_UNSIGNED_BYTE, some);
	glDisableClientState(GL_TEXTURE_COORD_ARRAY);
	glMultiDrawElements(GL_POINTS, counts, GL_UNSIGNED_SHORT, lists, 2);
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(255);
	glDrawElementsBaseVertex(GL_POINTS, 3, GL_UNSIGNED_BYTE, cut, 10);
	glDisable(GL_PRIMITIVE_RESTART);
	glGenBuffers(1, &elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, 3, some, GL_STATIC_DRAW);
	glDrawElements(GL_POINTS, 2, GL_UNSIGNED_BYTE, (const void *)1);
	indirect();
	glUseProgram(program);
	glVertexAttribPointer(5, 2, GL_SHORT, GL_FALSE, 0, pairs);
	glEnableVertexAttribArray(5);
	glVertexAttribDivisor(5, 2);
	glDrawArraysInstanced(GL_POINTS, 0, 1, 5);
}

/* Textures by their unit, images in buffers, commands apart from each other, lists as long as the
 * driver says; and what nothing here tells the length of. */
static void others(void)
{
	static const char text[] = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
	static const GLuint commands[2][6] = {{1, 1, 0, 0, 7, 7}, {1, 1, 1, 0, 7, 7}};
	static const GLubyte pixels[16] = {1, 2, 3, 4, 5, 6, 7, 8};
	static const GLubyte names[] = {0, 77, 1, 44}; /* no such lists */
	static const GLfloat symbol[16] = {1};
	GLubyte back[64];
	GLint formats[256];
	GLuint buffer, assembly;
	glGetMultiTexImageEXT(GL_TEXTURE0, GL_TEXTURE_2D, 0, GL_RED, GL_UNSIGNED_BYTE, back);
	glGetCompressedMultiTexImageEXT(GL_TEXTURE0, GL_TEXTURE_2D, 0, back);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof pixels, pixels, GL_STATIC_DRAW);
	glCompressedTexSubImage2D(
		GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_COMPRESSED_RED_RGTC1, 8, (const void *)8);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glMultiDrawArraysIndirect(GL_POINTS, commands, 2, sizeof *commands);
	glCallLists(2, GL_2_BYTES, names);
	glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, formats);
	glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, formats);
	glGenProgramsARB(1, &assembly);
	glNamedProgramStringEXT(assembly, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB,
		sizeof text - 1, text);
	glGetNamedProgramStringEXT(assembly, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_STRING_ARB, formats);
	glVariantfvEXT(1, symbol); /* which the driver does not have */
}

static void messages(void)
{
	GLenum severities[2];
	GLsizei lengths[2];
	GLchar text[64];
	glEnable(GL_DEBUG_OUTPUT);
	glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
	GLint n = 0;
	for (glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &n); n > 0; n--)
		glGetDebugMessageLog(1, 0, NULL, NULL, NULL, NULL, NULL, NULL);
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1,
		GL_DEBUG_SEVERITY_HIGH, -1, "one");
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 2,
		GL_DEBUG_SEVERITY_HIGH, -1, "second");
	glGetDebugMessageLog(2, sizeof text, NULL, NULL, NULL, severities, lengths, text);
}

/* What is asked about a call must not become part of the list. */
static void list(void)
{
	static const GLubyte bits[] = {0xff, 0x81};
	glEnable(GL_DEBUG_OUTPUT);
	glNewList(1, GL_COMPILE);
	glBitmap(8, 2, 0, 0, 0, 0, bits);
	glEndList();
	glDisable(GL_DEBUG_OUTPUT);
	glCallList(1);
	printf("debug %d", glIsEnabled(GL_DEBUG_OUTPUT));
	glEnable(GL_DEBUG_OUTPUT);
	glCallList(1);
	printf(" %d\n", glIsEnabled(GL_DEBUG_OUTPUT));
}

int main(void)
{
	make_context();
	GLuint program = make_program();
	uniforms(program);
	evaluators();
	images();
	mappings();
	arrays(program);
	others();
	messages();
	list();
	printf("error 0x%x\n", glGetError());
	return 0;
}
