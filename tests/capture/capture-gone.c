/* SPDX-License-Identifier: MIT */
/* A program whose window is gone while its context is still current, and that gives GL a NULL
 * string. */
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <stdio.h>

int main(void)
{
	int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, None}, length = 5;
	const char *none = NULL;
	Display *display = XOpenDisplay(NULL);
	XVisualInfo *visual = display ? glXChooseVisual(display, 0, attributes) : NULL;
	if (!visual)
		return 99;
	Window root = RootWindow(display, visual->screen);
	XSetWindowAttributes set = {
		.colormap = XCreateColormap(display, root, visual->visual, AllocNone)};
	Window window = XCreateWindow(display, root, 0, 0, 100, 100, 0, visual->depth, InputOutput,
		visual->visual, CWColormap | CWBorderPixel, &set);
	XMapWindow(display, window);
	GLXContext context = glXCreateContext(display, visual, NULL, True);
	glXMakeCurrent(display, window, context);
	glClear(GL_COLOR_BUFFER_BIT);
	glXSwapBuffers(display, window);
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
	glShaderSource(shader, 1, &none, &length);
	printf("NULL string: 0x%x\n", glGetError());
	fflush(stdout);
	XDestroyWindow(display, window);
	XSync(display, False);
	glFinish();
	glXMakeCurrent(display, None, NULL);
	glXDestroyContext(display, context);
	XCloseDisplay(display);
	puts("fine");
	return 0;
}
