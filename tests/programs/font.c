/* SPDX-License-Identifier: MIT */
/*
 * test-font: text with display lists that glXUseXFont makes of two fonts, of characters that these
 * have and that they have not; a frame for each font. Then a call of it within a list. Status 77:
 * the X server has no fonts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <X11/Xlib.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>

enum { SIDE = 256, BASE = 1000, CHARACTERS = 300, A_ROW = 16, OTHER = 20 };

static Display *display;
static Window window;

static void open_window(void)
{
	static const int wanted[] = {GLX_DOUBLEBUFFER, True, GLX_RED_SIZE, 8, None};
	int n = 0;
	XEvent event;
	display = XOpenDisplay(NULL);
	GLXFBConfig *configs = display ? glXChooseFBConfig(
						 display, DefaultScreen(display), wanted, &n)
				       : NULL;
	if (!n)
		exit(99);
	XVisualInfo *visual = glXGetVisualFromFBConfig(display, configs[0]);
	Window root = DefaultRootWindow(display);
	XSetWindowAttributes attributes = {.event_mask = StructureNotifyMask,
		.colormap = XCreateColormap(display, root, visual->visual, AllocNone)};
	window = XCreateWindow(display, root, 0, 0, SIDE, SIDE, 0, visual->depth, InputOutput,
		visual->visual, CWColormap | CWEventMask, &attributes);
	XMapWindow(display, window);
	do
		XNextEvent(display, &event);
	while (event.type != MapNotify);
	GLXContext context = glXCreateNewContext(display, configs[0], GLX_RGBA_TYPE, NULL, True);
	glXMakeCurrent(display, window, context);
}

/* One whose characters have several widths, as far as there is one. */
static XFontStruct *proportional_font(void)
{
	int n = 0;
	char **names = XListFonts(display, "*-r-normal-*-p-*", 50, &n);
	XFontStruct *font = NULL;
	for (int i = 0; i < n && !font; i++)
		font = XLoadQueryFont(display, names[i]);
	return font ? font : XLoadQueryFont(display, "6x13");
}

static void draw_all(void)
{
	glClear(GL_COLOR_BUFFER_BIT);
	for (int i = 0; i < CHARACTERS; i++) {
		GLuint list = (GLuint)(BASE + i);
		if (i % A_ROW == 0)
			glWindowPos2i(4, SIDE - 13 * (1 + i / A_ROW));
		glColor3f(1, (float)(i % 5) / 4, 0);
		glCallLists(1, GL_UNSIGNED_INT, &list);
	}
}

static void say_sum(void)
{
	static unsigned char pixels[SIDE * SIDE * 4];
	unsigned sum = 0, lit = 0;
	GLfloat place[4];
	glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glGetFloatv(GL_CURRENT_RASTER_POSITION, place);
	for (size_t i = 0; i < sizeof pixels; i++) {
		sum = sum * 31 + pixels[i];
		lit += i % 4 == 0 && pixels[i];
	}
	printf("%u of them lit, sum %#x, then at %g %g\n", lit, sum, (double)place[0],
		(double)place[1]);
}

int main(void)
{
	open_window();
	XFontStruct *fonts[] = {XLoadQueryFont(display, "fixed"), proportional_font()};
	if (!fonts[0] || !fonts[1])
		return 77;
	/* of what the program reads, not of what the font holds */
	glPixelStorei(GL_UNPACK_LSB_FIRST, 1);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 37);
	for (int i = 0; i < 4; i++) {
		if (i % 2 == 0)
			glXUseXFont(fonts[i / 2]->fid, 0, CHARACTERS, BASE);
		draw_all();
		say_sum();
		glXSwapBuffers(display, window);
	}
	glNewList(OTHER, GL_COMPILE);
	glXUseXFont(fonts[0]->fid, 'a', 3, BASE);
	glEndList();
	return 0;
}
