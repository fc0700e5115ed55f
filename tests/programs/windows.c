/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * test-windows [egl] [faulty] WAY [FRAMES] - windows whose frames end each by themselves. A frame of window
 * k, from 0 on, is a glClear and k + 1 rectangles over all of it.
 *
 *	threads  two windows, each drawn by a thread of its own
 *	paired   the same, and the threads take turns after each clear, rectangle and swap
 *	ahead    the same, and before each swap of the second thread the first may begin two frames
 *	turns    two windows with contexts of their own, drawn one after the other by one thread
 *	late     likewise, but the first one is shown only after the second one is drawn
 *	three    three windows with contexts of their own; a frame of the first, of the second every
 *	         second time, of the third every third time
 *	idle     the first window has two frames, then only the second one is drawn
 *	never    a window that is drawn and never swapped
 *	copy     a window whose frames end with glXCopySubBufferMESA
 *	unshown  no window: a framebuffer object, and glFinish behind each frame
 *	read     the same, and each frame is read back before it
 *	long     one glFinish that takes very long
 *
 * "faulty": each window loads a texture in its first frame and draws with depth test, whose depth the first
 * window alone clears; the second one makes an error in each frame and asks for it, the
 * first one asks now and then.
 */
/* clang-format on */
#define GL_GLEXT_PROTOTYPES 1
#define GLX_GLXEXT_PROTOTYPES 1
#include "tests/programs/own-window.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/eglext.h>
#include <GL/glx.h>
#include <GL/glext.h>

enum { SIZE = 48, MOST = 3 };

struct one {
	struct own_window own;
	GLXContext glx;
	EGLContext egl;
	int k;
};

static struct one windows[MOST];
static bool by_egl, is_ahead, is_faulty;
static struct {
	bool is_on;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int whose;
	bool has_ended[2];
} turns = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static int frames = 6;

static sem_t may_begin;

static void await_turn(int k)
{
	if (!turns.is_on)
		return;
	pthread_mutex_lock(&turns.mutex);
	while (turns.whose != k && !turns.has_ended[1 - k])
		pthread_cond_wait(&turns.changed, &turns.mutex);
	pthread_mutex_unlock(&turns.mutex);
}

static void give_turn(int k, bool ends)
{
	if (!turns.is_on)
		return;
	pthread_mutex_lock(&turns.mutex);
	turns.whose = 1 - k;
	turns.has_ended[k] = ends;
	pthread_cond_broadcast(&turns.changed);
	pthread_mutex_unlock(&turns.mutex);
}

static void take_turns(int k)
{
	give_turn(k, false);
	await_turn(k);
}

static void open_one(int k)
{
	struct one *w = &windows[k];
	own_window_open(&w->own, SIZE + 16 * k, SIZE, by_egl, true);
	w->glx = by_egl ? NULL : glXGetCurrentContext();
	w->egl = by_egl ? eglGetCurrentContext() : EGL_NO_CONTEXT;
	w->k = k;
}

static void make_current(const struct one *w, const struct one *context)
{
	const struct own_window *own = &w->own;
	bool good = by_egl ? eglMakeCurrent(own->egl, own->surface, own->surface, context->egl) != 0
			   : glXMakeCurrent(own->display, own->drawable, context->glx) != 0;
	if (!good)
		exit(99);
}

static void load(void)
{
	static const GLubyte texels[4 * 4 * 4];
	GLuint texture;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
}

static void ask_errors(int k)
{
	if (k == 1)
		glEnable(GL_NONE);
	take_turns(k);
	if (glGetError() != (k == 1 ? GL_INVALID_ENUM : GL_NO_ERROR))
		exit(99);
}

static void draw(int k, int frame)
{
	if (is_faulty && frame == 0)
		load();
	glClearColor(0, 0, (float)(frame % 2), 1);
	glClear(GL_COLOR_BUFFER_BIT | (is_faulty && k == 0 ? GL_DEPTH_BUFFER_BIT : 0));
	take_turns(k);
	for (int i = 0; i <= k; i++) {
		glColor3f((float)(k + 1) / 4, (float)(i + 1) / 4, (float)(frame % 4) / 4);
		glRectf(-1, -1, 1, 1);
		take_turns(k);
	}
	if (is_faulty && (k == 1 || (k == 0 && frame % 3 == 0)))
		ask_errors(k);
}

static void do_frame(const struct one *w, int frame)
{
	if (is_ahead && w->k == 0 && frame % 2 == 0)
		sem_wait(&may_begin);
	draw(w->k, frame);
	if (is_ahead && w->k == 1)
		sem_post(&may_begin);
	own_window_swap(&w->own);
	take_turns(w->k);
}

static void *run_thread(void *data)
{
	struct one *w = data;
	int k = (int)(w - windows);
	await_turn(k);
	open_one(k);
	take_turns(k);
	for (int i = 0; i < frames; i++)
		do_frame(w, i);
	give_turn(k, true);
	return NULL;
}

static void run_threads(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, run_thread, &windows[i]))
			exit(99);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

static void run_turns(bool idle)
{
	open_one(0);
	open_one(1);
	for (int i = 0; i < frames; i++) {
		if (!idle || i < 2) {
			make_current(&windows[0], &windows[0]);
			do_frame(&windows[0], i);
		}
		make_current(&windows[1], &windows[1]);
		do_frame(&windows[1], i);
	}
}

static void run_late(void)
{
	open_one(0);
	open_one(1);
	for (int i = 0; i < frames; i++) {
		for (int k = 0; k < 2; k++) {
			make_current(&windows[k], &windows[k]);
			draw(k, i);
		}
		for (int k = 0; k < 2; k++) {
			make_current(&windows[k], &windows[k]);
			own_window_swap(&windows[k].own);
		}
	}
}

static void run_three(void)
{
	for (int k = 0; k < 3; k++)
		open_one(k);
	for (int i = 0; i < frames; i++) {
		for (int k = 0; k < 3; k++) {
			if (i % (k + 1))
				continue;
			make_current(&windows[k], &windows[k]);
			do_frame(&windows[k], i);
		}
	}
}

static void run_alone(bool copies)
{
	open_one(0);
	for (int i = 0; i < frames; i++) {
		draw(0, i);
		if (copies)
			glXCopySubBufferMESA(
				windows[0].own.display, windows[0].own.drawable, 0, 0, SIZE, SIZE);
	}
}

static void run_unshown(bool reads)
{
	GLubyte pixel[4];
	GLuint names[2];
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
		!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
			eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL)))
		exit(99);
	glGenFramebuffers(1, &names[0]);
	glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
	glGenRenderbuffers(1, &names[1]);
	glBindRenderbuffer(GL_RENDERBUFFER, names[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
	glViewport(0, 0, SIZE, SIZE);
	for (int i = 0; i < frames; i++) {
		draw(0, i);
		if (reads)
			glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
		glFinish();
	}
}

static void run_long(void)
{
	static const char text[] = "#version 120\n"
				   "void main()\n"
				   "{\n"
				   "	float x = gl_FragCoord.x;\n"
				   "	for (int i = 0; i < 60000; i++)\n" /* llvmpipe's most */
				   "		x = fract(x * 1.37 + 0.1);\n"
				   "	gl_FragColor = vec4(x);\n"
				   "}\n";
	const char *source = text;
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER), program = glCreateProgram();
	glShaderSource(shader, 1, &source, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	glUseProgram(program);
	glEnable(GL_BLEND); /* each is drawn */
	for (int i = 0; i < 1000; i++)
		glRectf(-1, -1, 1, 1);
	glFinish();
}

int main(int argc, char **argv)
{
	XInitThreads();
	by_egl = argc > 1 && !strcmp(argv[1], "egl");
	argc -= by_egl;
	argv += by_egl;
	is_faulty = argc > 1 && !strcmp(argv[1], "faulty");
	argc -= is_faulty;
	argv += is_faulty;
	const char *way = argc > 1 ? argv[1] : "";
	frames = argc > 2 ? atoi(argv[2]) : frames;
	turns.is_on = !strcmp(way, "paired");
	is_ahead = !strcmp(way, "ahead") && sem_init(&may_begin, 0, 0) == 0;
	if (!strcmp(way, "threads") || turns.is_on || is_ahead) {
		run_threads();
	} else if (!strcmp(way, "turns") || !strcmp(way, "idle")) {
		run_turns(!strcmp(way, "idle"));
	} else if (!strcmp(way, "late")) {
		run_late();
	} else if (!strcmp(way, "three")) {
		run_three();
	} else if (!strcmp(way, "never") || !strcmp(way, "copy")) {
		run_alone(!strcmp(way, "copy"));
	} else if (!strcmp(way, "unshown") || !strcmp(way, "read")) {
		run_unshown(!strcmp(way, "read"));
	} else if (!strcmp(way, "long")) {
		open_one(0);
		run_long();
	} else {
		return 2;
	}
	return 0;
}
