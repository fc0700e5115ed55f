/* SPDX-License-Identifier: MIT */
/*
 * A lot of memory for GL to read.
 *
 *	test-bulk arrays MEGABYTES  client arrays of 7 MiB, other ones for each draw
 *	test-bulk buffer MEGABYTES  one glBufferData, of which the last bytes are drawn
 *	test-bulk image MEGABYTES [N]  N, or 2, glTexSubImage2D, for a texture without the room
 * Prints the most memory that it had, in KiB.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>

enum { SIZE = 64, VERTICES = 3584, STRIDE = 2048, ROOM = VERTICES * STRIDE, A_FRAME = 16 };

static Display *x;
static Window window;

static void open_window(void)
{
	int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, None};
	x = XOpenDisplay(NULL);
	XVisualInfo *visual = x ? glXChooseVisual(x, DefaultScreen(x), wanted) : NULL;
	if (!visual) {
		fprintf(stderr, "there is no window\n");
		exit(77);
	}
	XSetWindowAttributes a = {
		.colormap = XCreateColormap(x, DefaultRootWindow(x), visual->visual, AllocNone)};
	window = XCreateWindow(x, DefaultRootWindow(x), 0, 0, SIZE, SIZE, 0, visual->depth,
		InputOutput, visual->visual, CWColormap | CWBorderPixel, &a);
	XMapWindow(x, window);
	glXMakeCurrent(x, window, glXCreateContext(x, visual, NULL, True));
}

/* A fan around the middle, of positions a stride apart. */
static void put_vertices(char *at, size_t stride, float width)
{
	for (int i = 0; i < VERTICES; i++) {
		float turn = (float)i * 6.28f / (VERTICES - 1);
		const float position[2] = {i ? width * cosf(turn) : 0, i ? sinf(turn) : 0};
		memcpy(at + (size_t)i * stride, position, sizeof position);
	}
}

static void draw_arrays(long megabytes)
{
	static char bytes[ROOM];
	glEnableClientState(GL_VERTEX_ARRAY);
	for (long n = 0; n * ROOM < megabytes << 20; n++) {
		memset(bytes, (int)(n % 251), sizeof bytes);
		memcpy(bytes + 64, &n, sizeof n);
		put_vertices(bytes, STRIDE, 1 - (float)(n % A_FRAME) / A_FRAME);
		glVertexPointer(2, GL_FLOAT, STRIDE, bytes);
		glColor3f((float)(n % 7) / 7, (float)(n % 5) / 5, 1);
		glDrawArrays(GL_TRIANGLE_FAN, 0, VERTICES);
		glFinish();
		if (n % A_FRAME == A_FRAME - 1)
			glXSwapBuffers(x, window);
	}
}

static void draw_buffer(long megabytes)
{
	size_t size = (size_t)megabytes << 20, last = size - VERTICES * 8;
	char *bytes = calloc(1, size);
	GLuint buffer;
	if (!bytes)
		exit(99);
	put_vertices(bytes + last, 8, 0.5f);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
	free(bytes);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 8, (void *)last);
	for (int i = 0; i < 2; i++) {
		glClear(GL_COLOR_BUFFER_BIT);
		glDrawArrays(GL_TRIANGLE_FAN, 0, VERTICES);
		glXSwapBuffers(x, window);
	}
}

static void give_images(long megabytes, int n)
{
	enum { ROW = 1 << 16 };
	char *bytes = calloc(1, (size_t)megabytes << 20);
	if (!bytes)
		exit(99);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
	for (int i = 0; i < n; i++)
		glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, ROW / 4, (GLsizei)((megabytes << 20) / ROW),
			GL_RGBA, GL_UNSIGNED_BYTE, bytes);
	free(bytes);
	while (glGetError())
		continue;
	glXSwapBuffers(x, window);
}

int main(int argc, char **argv)
{
	struct rusage usage;
	long megabytes = argc > 2 ? atol(argv[2]) : 0;
	if (megabytes < 1)
		return 2;
	open_window();
	if (strcmp(argv[1], "buffer") == 0)
		draw_buffer(megabytes);
	else if (strcmp(argv[1], "image") == 0)
		give_images(megabytes, argc > 3 ? atoi(argv[3]) : 2);
	else
		draw_arrays(megabytes);
	getrusage(RUSAGE_SELF, &usage);
	printf("%ld\n", usage.ru_maxrss);
	return glGetError() ? 1 : 0;
}
