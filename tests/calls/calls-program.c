/* SPDX-License-Identifier: MIT */
/*
 * calls-program [es | FRAMES | edited] - calls with arguments of every kind, whose values
 * the scripts beside it know. Prints the names that GL made and the time that glGet gave, for those
 * tests to compare; edited: what GL got from calls whose arguments they change.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_context(EGLenum api)
{
	static const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
	static const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig configs[4];
	EGLint major, minor, n;
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor))
		exit(77);
	if (!eglChooseConfig(display, attributes, configs, 4, &n) || n < 1)
		exit(77);
	printf("egl %d %d %d\n", major, minor, n);
	eglBindAPI(api);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
		    eglCreateContext(display, configs[0], EGL_NO_CONTEXT,
			    api == EGL_OPENGL_ES_API ? es : NULL)))
		exit(77);
}

static void enums(void)
{
	glBlendFunc(GL_ONE, GL_ZERO);
	glStencilOp(GL_KEEP, GL_ZERO, GL_INCR);
	glDrawBuffer(GL_NONE);
	glClear(0);
	glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
	glBegin(GL_POINTS);
	glEnd();
	glClearColor(0.1f, -0.0f, 1e30f, 1.0f / 3);
	glClearDepth(0.1);
	glEnable(0x1234);
	glIsEnabled(GL_BLEND);
}

static void textures(void)
{
	GLubyte pixels[64];
	static const GLfloat border[4] = {0.25f, 0.5f, 0.75f, 1};
	GLuint names[3];
	GLint filter = 0, swizzle[4];
	for (unsigned i = 0; i < sizeof pixels; i++)
		pixels[i] = (GLubyte)i;
	glGenTextures(3, names);
	printf("textures %u %u %u\n", names[0], names[1], names[2]);
	glBindTexture(GL_TEXTURE_2D, names[1]);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3);
	glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
	glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &filter);
	glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
	/* three bytes a pixel, rows of seven padded to four: from the second row and pixel on */
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 7);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 2, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
	glTexImage2D(GL_TEXTURE_2D, 1, GL_RGB8, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
	glTexImage2D(GL_TEXTURE_2D, 0, 4, 1, 1, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
	glDeleteTextures(2, names + 1);
}

static void programs(void)
{
	static const char *const texts[] = {"void main()\n", "{\t\"not GLSL\" }", "  never seen"};
	static const GLint lengths[] = {-1, 13, 2};
	GLint status = -1, length;
	GLchar log[4096];
	GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
	glShaderSource(shader, 3, texts, lengths);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
	glGetShaderInfoLog(shader, sizeof log, &length, log);
	printf("log %d\n", length);
	glBindAttribLocation(program, 3, "a \"name\"");
	glObjectLabel(GL_PROGRAM, program, 5, "label that is longer");
	glObjectLabel(GL_PROGRAM, program, -1, "whole label");
	glAttachShader(program, shader);
	glGetAttachedShaders(program, 8, &length, &(GLuint){0});
	glGetUniformLocation(program, "none");
	glUniformMatrix2fv(-1, 2, GL_TRUE, (const GLfloat[]){1, 2, 3, 4, 5, 6, 7, 8.5f});
	glUniform4iv(-1, 1, (const GLint[]){-1, 2, -3, 4});
	glUniform1ui(-1, 4000000000u);
}

static void buffers(void)
{
	static const GLushort indices[] = {0, 1, 2, 65535};
	GLuint name = 0, big[300];
	for (unsigned i = 0; i < 300; i++)
		big[i] = i * i;
	glGenBuffers(1, &name);
	glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, name);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
	glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (const void *)2);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 16, (const void *)64);
	glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, -5, indices);
	glDeleteBuffers(1, &name);
	glDeleteTextures(300, big);
	glGetIntegerv(GL_VIEWPORT, (GLint[4]){0});
	glGetFloatv(GL_DEPTH_RANGE, (GLfloat[2]){0});
	glGetIntegerv(0x0001, (GLint[]){77});
	glGetBooleanv(GL_COLOR_WRITEMASK, (GLboolean[4]){0});
	glGetString(GL_VENDOR);
	glCallLists(3, GL_UNSIGNED_SHORT, indices);
}

/* Nothing of the driver's: only what no driver can do without. */
static void marks(int frames)
{
	for (int i = 0; i < frames; i++) {
		char name[32];
		snprintf(name, sizeof name, "frame %d", i);
		glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 7, -1, name);
		glClear(GL_COLOR_BUFFER_BIT);
		glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 8, 5, "inner-cut");
		glDisable(GL_BLEND);
		glDisable(GL_DITHER);
		glPopDebugGroup();
		glFlush();
		glPopDebugGroup();
		eglSwapBuffers(eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW));
	}
}

static void edited_values(void)
{
	GLfloat depth, clear, values[2] = {0};
	GLint number = 0;
	GLdouble range[2];
	GLint64 size = 0;
	GLuint names[2];
	glDepthRange(0.25, 1);
	glGetDoublev(GL_DEPTH_RANGE, range);
	glClearDepth(0.5);
	glGetFloatv(GL_DEPTH_CLEAR_VALUE, &depth);
	glClearColor(0.5f, 0, 0, 0);
	glGetFloatv(GL_COLOR_CLEAR_VALUE, &clear);
	glPointSize(2);
	glGetFloatv(GL_POINT_SIZE, values);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
	glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, &number);
	printf("values %.17g %g %g %g 0x%x\n", range[0], depth, clear, values[0], (unsigned)number);
	glGenBuffers(2, names);
	glBindBuffer(GL_ARRAY_BUFFER, names[0]);
	glBufferData(GL_ARRAY_BUFFER, 16, NULL, GL_STATIC_DRAW);
	glGetBufferParameteri64v(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
	glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &number);
	printf("buffer %d size %lld\n", number == (GLint)names[1], (long long)size);
	glStencilMask(0xff);
	glGetIntegerv(GL_STENCIL_WRITEMASK, &number);
	printf("stencil 0x%x\n", (unsigned)number);
	glPushAttrib(GL_POINT_BIT);
	glDisable(GL_DITHER);
	glPopAttrib();
	printf("dither %d\n", glIsEnabled(GL_DITHER));
	glDepthMask(GL_TRUE);
	GLboolean mask;
	glGetBooleanv(GL_DEPTH_WRITEMASK, &mask);
	printf("depth mask %d\n", mask);
}

static void edited_memory(void)
{
	static const char *const texts[] = {"void main()", " { int i; ", "}"};
	static const GLushort list[] = {1, 2, 3};
	GLubyte pixels[64], back[8] = {0};
	char source[200] = "";
	GLsizei length;
	GLint values[4];
	for (unsigned i = 0; i < sizeof pixels; i++)
		pixels[i] = (GLubyte)i;
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 7);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2);
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 2, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels);
	glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, back);
	printf("pixels %d %d %d %d %d %d, own %d\n", back[0], back[1], back[2], back[3], back[4],
		back[5], pixels[28 + 3]);
	GLuint shader = glCreateShader(GL_VERTEX_SHADER);
	glShaderSource(shader, 3, texts, (const GLint[]){11, -1, 1});
	glGetShaderSource(shader, sizeof source, &length, source);
	printf("source %s, own %s\n", source, texts[1]);
	glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA,
		(const GLint[]){GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA});
	glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, values);
	printf("swizzle 0x%x\n", (unsigned)values[2]);
	glCallLists(3, GL_UNSIGNED_SHORT, list);
}

static void edited_handles(void)
{
	GLsync first = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	GLsync second = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	printf("syncs %p %p\n", (void *)first, (void *)second);
	fflush(stdout);
	glClientWaitSync(first, 0, 1000000000);
	glDeleteSync(first);
	printf("left %d %d\n", glIsSync(first), glIsSync(second));
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "es")) {
		make_context(EGL_OPENGL_ES_API);
		textures();
		return 0;
	}
	make_context(EGL_OPENGL_API);
	if (argc > 1 && !strcmp(argv[1], "edited")) {
		edited_values();
		edited_memory();
		edited_handles();
		return 0;
	}
	if (argc > 1) {
		marks(atoi(argv[1]));
		return 0;
	}
	enums();
	textures();
	programs();
	buffers();
	return 0;
}
