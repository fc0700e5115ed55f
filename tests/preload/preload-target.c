/* SPDX-License-Identifier: MIT */
/* What tests/preload/preload-test.c debugs: one scenario a run, named by the argument. Exit status
 * 0: the program saw what it should. */
#define GL_GLEXT_PROTOTYPES 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int stop_now;
static EGLDisplay display;
static EGLConfig config;

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			printf("target: line %d: %s\n", __LINE__, #condition);                     \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

static EGLContext make_context(EGLContext share)
{
	static const EGLint surface_attributes[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	EGLContext context = eglCreateContext(display, config, share, NULL);
	EGLSurface surface = eglCreatePbufferSurface(display, config, surface_attributes);
	CHECK(context != EGL_NO_CONTEXT && surface != EGL_NO_SURFACE);
	CHECK(eglMakeCurrent(display, surface, surface, context));
	return context;
}

static EGLContext begin(void)
{
	static const EGLint attributes[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLint n;
	display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
		exit(77);
	CHECK(eglBindAPI(EGL_OPENGL_API));
	CHECK(eglChooseConfig(display, attributes, &config, 1, &n) && n == 1);
	return make_context(EGL_NO_CONTEXT);
}

static unsigned pixel(void)
{
	unsigned char p[4];
	glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
	return (unsigned)p[0] << 16 | (unsigned)p[1] << 8 | p[2];
}

static void block(float r, float g, float b)
{
	const float color[3] = {r, g, b};
	glBegin(GL_QUADS);
	glColor3fv(color);
	glVertex2f(-1, -1);
	glVertex2f(1, -1);
	glVertex2f(1, 1);
	glVertex2f(-1, 1);
	glEnd();
}

static void calls(void)
{
	begin();
	glClearColor(1, 0, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	CHECK(pixel() == 0xff0000);
	for (int i = 0; i < 3; i++)
		glRectf(-1, -1, 1, 1);
	glFlush();
	CHECK(glGetError() == GL_NO_ERROR);
}

/* The debugger turns the red clear into green, and skips the blue one. */
static void edited(void)
{
	begin();
	glClearColor(1, 0, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	CHECK(pixel() == 0x00ff00);
	glClearColor(0, 0, 1, 1);
	CHECK(pixel() == 0x00ff00);
	glClear(GL_COLOR_BUFFER_BIT);
	CHECK(pixel() == 0x00ff00);
}

static void errors(void)
{
	begin();
	errno = 1234;
	glEnable(0x1234); /* before errors are watched */
	CHECK(errno == 1234);
	glEnable(GL_BLEND);
	CHECK(glGetError() == GL_INVALID_ENUM);
	CHECK(glGetError() == GL_NO_ERROR);
	glFlush(); /* from here they are */
	glLineWidth(-1);
	glEnable(0x1234);
	glClear(GL_COLOR_BUFFER_BIT);
	CHECK(glGetError() == GL_INVALID_VALUE);
	CHECK(glGetError() == GL_NO_ERROR);
	block(1, 0, 0);
	CHECK(glGetError() == GL_NO_ERROR);
}

static void blocks(void)
{
	begin();
	block(1, 0, 0);
	CHECK(pixel() == 0xff0000);
	block(0, 1, 0);
	CHECK(pixel() == 0x00ff00);
	glBegin(GL_QUADS);
	glEnable(GL_BLEND); /* not allowed here */
	glVertex2f(0, 0);
	glEnd();
	CHECK(glGetError() == GL_INVALID_OPERATION);
	CHECK(!glIsEnabled(GL_BLEND));
	GLuint list = glGenLists(1);
	glNewList(list, GL_COMPILE);
	block(0, 0, 1);
	glEndList();
	CHECK(pixel() == 0x00ff00);
	glCallList(list);
	CHECK(pixel() == 0x0000ff);
	CHECK(glGetError() == GL_NO_ERROR);
}

static void many(void)
{
	begin();
	for (int i = 0; i < 300000; i++)
		glDepthRange(0, i & 1);
	glFlush();
}

static void *worker(void *share)
{
	CHECK(eglBindAPI(EGL_OPENGL_API));
	make_context(share);
	for (int i = 0; i < 200; i++) {
		glClear(GL_COLOR_BUFFER_BIT);
		glRectf(-1, -1, 1, 1);
	}
	CHECK(glGetError() == GL_NO_ERROR);
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	return NULL;
}

static void threads(void)
{
	pthread_t thread[3];
	EGLContext context = begin();
	for (int round = 0; round < 30; round++) { /* more threads in all than there are slots */
		for (int i = 0; i < 3; i++)
			CHECK(!pthread_create(&thread[i], NULL, worker, context));
		for (int i = 0; i < 3; i++)
			pthread_join(thread[i], NULL);
		if (getenv("FEW_ROUNDS"))
			break;
	}
	CHECK(glGetError() == GL_NO_ERROR);
}

static volatile sig_atomic_t alarms;

static void on_alarm(int signal)
{
	alarms++;
}

static void alarmed(void)
{
	const struct itimerval timer = {{0, 50}, {0, 50}}, off = {{0, 0}, {0, 0}};
	begin();
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &timer, NULL);
	for (int i = 0; i < 3000; i++)
		glDepthRange(0, 1);
	setitimer(ITIMER_REAL, &off, NULL);
	glFlush();
	CHECK(alarms > 0);
}

static void forked(void)
{
	begin();
	glClear(GL_COLOR_BUFFER_BIT);
	pid_t pid = fork();
	if (pid == 0) {
		/* Without stops: nobody waits for this process. GL itself does not survive a fork.
		 */
		eglGetCurrentContext();
		for (int i = 0; i < 10; i++)
			eglQueryString(display, EGL_VERSION);
		_exit(7);
	}
	int status;
	CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 7);
	glRectf(-1, -1, 1, 1);
	glFlush();
}

/* Calls GL, but draws nothing. */
static void nothing_drawn(void)
{
	begin();
	glFlush();
}

static char *self;

static void executing(void)
{
	begin();
	glFlush();
	execl(self, self, "calls", NULL);
	exit(1);
}

static pthread_barrier_t barrier;

static void *in_crowd(void *share)
{
	CHECK(eglBindAPI(EGL_OPENGL_API));
	make_context(share);
	pthread_barrier_wait(&barrier);
	glClear(GL_COLOR_BUFFER_BIT);
	glRectf(-1, -1, 1, 1);
	CHECK(glGetError() == GL_NO_ERROR);
	pthread_barrier_wait(&barrier);
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	return NULL;
}

/* More threads at one time than there are slots. */
static void crowd(void)
{
	enum { THREADS = 80 };
	pthread_t thread[THREADS];
	EGLContext context = begin();
	CHECK(!pthread_barrier_init(&barrier, NULL, THREADS));
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&thread[i], NULL, in_crowd, context));
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

static GLuint make_program(void)
{
	const char *text = "void main() { gl_FragColor = vec4(1.0); }";
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER), program = glCreateProgram();
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	return program;
}

static void *clears(void *share)
{
	CHECK(eglBindAPI(EGL_OPENGL_API));
	make_context(share);
	glClear(GL_COLOR_BUFFER_BIT);
	pthread_barrier_wait(&barrier);
	while (!stop_now)
		glClear(GL_COLOR_BUFFER_BIT);
	return NULL;
}

static void door(void)
{
	pthread_t thread[2];
	EGLContext context = begin();
	glUseProgram(make_program());
	CHECK(!pthread_barrier_init(&barrier, NULL, 3));
	for (int i = 0; i < 2; i++)
		CHECK(!pthread_create(&thread[i], NULL, clears, context));
	pthread_barrier_wait(&barrier);
	glRectf(-1, -1, 1, 1);
	stop_now = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	CHECK(glGetError() == GL_NO_ERROR);
}

static void detached(void)
{
	begin();
	block(1, 0, 0);
	CHECK(pixel() == 0xff0000);
	block(0, 1, 0);
	CHECK(pixel() == 0x00ff00);
	for (int i = 0; i < 1000; i++)
		glRectf(-1, -1, 1, 1);
	glEnable(0x1234);
	CHECK(glGetError() == GL_INVALID_ENUM);
	CHECK(glGetError() == GL_NO_ERROR);
	printf("detached and well\n");
}

static void spinning(void)
{
	begin();
	for (;;) {
		glFlush();
		glClearColor(1, 0, 0, 1);
		if (pixel() == 1)
			break;
	}
}

static void sources(void)
{
	const char *text[2] = {"void main() {", " gl_FragColor = vec4(1.0); }"};
	begin();
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER), program = glCreateProgram();
	glShaderSource(shader, 2, text, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	text[1] = " gl_FragColor = vec4(0.0) }";
	glShaderSource(shader, 2, text, NULL);
	glUseProgram(program);
	glRectf(-1, -1, 1, 1);
	CHECK(pixel() == 0xffffff);
	CHECK(glGetError() == GL_NO_ERROR);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} all[] = {
		{"calls", calls},
		{"edited", edited},
		{"errors", errors},
		{"blocks", blocks},
		{"many", many},
		{"threads", threads},
		{"alarmed", alarmed},
		{"forked", forked},
		{"spinning", spinning},
		{"sources", sources},
		{"nothing-drawn", nothing_drawn},
		{"executing", executing},
		{"crowd", crowd},
		{"door", door},
		{"detached", detached},
	};
	self = argv[0];
	for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
		if (!strcmp(argv[1], all[i].name)) {
			all[i].run();
			return 0;
		}
	fprintf(stderr, "usage: preload-target SCENARIO\n");
	return 99;
}
