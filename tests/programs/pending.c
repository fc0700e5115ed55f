/* SPDX-License-Identifier: MIT */
/*
 * test-pending WAY [BUFFERS]: ends in a call of GL, after it has filled so many buffers of 64 KiB.
 * abort, kill, exit: by a debug callback; vertices, pixels: as nothing can be read where the call
 * reads.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/programs/pbuffer.h"
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { ID = 4711, SIZE = 1 << 16, STATUS = 5 };

static const char *way;

static void APIENTRY die(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
	const GLchar *message, const void *data)
{
	(void)source, (void)type, (void)severity, (void)length, (void)message, (void)data;
	if (id != ID)
		return;
	if (strcmp(way, "abort") == 0)
		abort();
	if (strcmp(way, "exit") == 0)
		_exit(STATUS);
	raise(SIGKILL);
}

static void fill_buffers(int n)
{
	char *bytes = calloc(1, SIZE);
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_COPY_READ_BUFFER, buffer);
	for (int i = 0; i < n; i++) {
		memset(bytes, i, SIZE);
		glBufferData(GL_COPY_READ_BUFFER, SIZE, bytes, GL_STATIC_DRAW);
	}
	free(bytes);
}

int main(int argc, char **argv)
{
	static const float good[] = {0, 0, 1, 0, 1, 1};
	const void *nowhere = (const void *)16;
	if (argc < 2)
		return 2;
	way = argv[1];
	pbuffer_make(eglGetDisplay(EGL_DEFAULT_DISPLAY), PBUFFER_COMPATIBILITY, 16);
	fill_buffers(argc > 2 ? atoi(argv[2]) : 0);
	if (strcmp(way, "vertices") == 0) {
		glEnableClientState(GL_VERTEX_ARRAY);
		glVertexPointer(2, GL_FLOAT, 0, good);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		glVertexPointer(2, GL_FLOAT, 0, nowhere);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	} else if (strcmp(way, "pixels") == 0) {
		glTexImage2D(
			GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nowhere);
	}
	glEnable(GL_DEBUG_OUTPUT);
	glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
	glDebugMessageCallback(die, NULL);
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, ID,
		GL_DEBUG_SEVERITY_HIGH, -1, "its last words");
	return 0;
}
