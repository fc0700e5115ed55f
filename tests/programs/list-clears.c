/* SPDX-License-Identifier: MIT */
/*
 * test-list-clears - display lists that clear by glClearBufferfv and choose what is drawn into:
 * each of three frames is green, as nothing of what the frame clears behind a list without a
 * buffer is drawn. Prints the pixel in the middle of each frame. Draws into a renderbuffer, as
 * glClearBuffer clears nothing of Mesa's pbuffers.
 */
#include <stdio.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include "tests/programs/pbuffer.h"

enum { SIZE = 32, CLEARS = 1, CHOOSES_NONE, CHOOSES_COLOUR };

static void make_lists(void)
{
	static const float green[4] = {0, 1, 0, 1};
	glNewList(CLEARS, GL_COMPILE);
	glClearBufferfv(GL_COLOR, 0, green);
	glEndList();
	glNewList(CHOOSES_NONE, GL_COMPILE);
	glDrawBuffer(GL_NONE);
	glEndList();
	glNewList(CHOOSES_COLOUR, GL_COMPILE);
	glDrawBuffer(GL_COLOR_ATTACHMENT0);
	glEndList();
}

static void clear(float red, float blue)
{
	glClearColor(red, 0, blue, 1);
	glClear(GL_COLOR_BUFFER_BIT);
}

int main(void)
{
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLSurface surface = pbuffer_make(display, PBUFFER_COMPATIBILITY, SIZE);
	GLuint framebuffer, renderbuffer;
	glGenFramebuffers(1, &framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	make_lists();
	for (int frame = 0; frame < 3; frame++) {
		unsigned char pixel[4];
		clear(1, 0);
		glCallList(CLEARS);
		glCallList(CHOOSES_NONE);
		clear(0, 1);
		glCallList(CHOOSES_COLOUR);
		glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
		printf("%d %d %d %d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
		glBlitFramebuffer(
			0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
		glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
		eglSwapBuffers(display, surface);
	}
	return 0;
}
