/* SPDX-License-Identifier: MIT */
/*
 * Ways to a GL call that a call stack must tell apart: test-stack
 * nested|signal|thread|sleep|crash|made|generated|mapped. Each place that a frame must name has a
 * comment "here: NAME", by which the test finds its line.
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

#define APART __attribute__((noinline, noclone))

static volatile int after; /* written after each call, so that none is a tail call */

static inline __attribute__((always_inline)) void inlined(void)
{
	glClear(GL_COLOR_BUFFER_BIT); /* here: inlined */
	after++;
}

static APART void inner(int depth)
{
	if (depth) {
		inner(depth - 1); /* here: recursion */
		after++;
		return;
	}
	inlined(); /* here: inner */
	after++;
}

static int compare(const void *a, const void *b)
{
	inner(2); /* here: compare */
	after++;
	return *(const int *)a - *(const int *)b;
}

static APART void nested(void)
{
	int numbers[] = {2, 1};
	qsort(numbers, 2, sizeof *numbers, compare); /* here: nested */
	after++;
}

static void handler(int signal)
{
	inner(0); /* here: handler */
	after++;
}

static APART void by_signal(void)
{
	signal(SIGUSR1, handler);
	raise(SIGUSR1); /* here: raise */
	after++;
}

static void make_current(void);

static void *thread_main(void *unused)
{
	make_current();
	inner(1); /* here: thread */
	after++;
	return NULL;
}

static APART void in_thread(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, thread_main, NULL);
	pthread_join(thread, NULL);
}

static APART void sleeps(void)
{
	glFlush();
	for (int i = 0; i < 36000; i++)
		usleep(100000); /* here: sleeps */
	after++;
}

static volatile int *volatile nowhere;

static APART void crashes(void)
{
	glFlush();
	*nowhere = 1; /* here: crashes */
	after++;
}

/* Dies within a callback of the driver, in code made as we run, which leaves nothing by which its
 * caller could be found. */
static const unsigned char made_code[] = {
	0x31, 0xed, 0x6a, 0x00, 0x0f, 0x0b}; /* xor ebp, ebp; push 0; ud2 */

static void GLAPIENTRY callback(GLenum source, GLenum type, GLuint id, GLenum severity,
	GLsizei length, const GLchar *message, const void *data)
{
	void *code = mmap(
		NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(code, made_code, sizeof made_code);
	((void (*)(void))code)();
	after++;
}

static APART void made(void)
{
	glEnable(GL_DEBUG_OUTPUT);
	glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
	glDebugMessageCallback(callback, NULL);
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1, /* here: made */
		GL_DEBUG_SEVERITY_HIGH, 3, "now");
	after++;
}

/* Calls what it is given, as code of a virtual machine does: push rbp; mov rbp, rsp; call rdi; pop
 * rbp; ret. */
static const unsigned char calling_code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};

enum { MOST_GENERATED = 100 };

static void *generated_code[MOST_GENERATED];
static unsigned n_generated;

static APART void called(void)
{
	if (n_generated)
		((void (*)(void (*)(void)))generated_code[--n_generated])(called);
	else
		inner(0);
	after++;
}

/* At some distances above each file that is mapped, where nothing is. */
static void generate_above(uintptr_t end)
{
	for (uintptr_t distance = 1 << 16; distance <= 1 << 28; distance <<= 4) {
		void *code = mmap((void *)(end + distance), 4096,
			PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
		if (code == MAP_FAILED || n_generated == MOST_GENERATED)
			continue;
		memcpy(code, calling_code, sizeof calling_code);
		generated_code[n_generated++] = code;
	}
}

static APART void generated(void)
{
	uintptr_t ends[MOST_GENERATED];
	unsigned n = 0;
	char line[4352];
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps && n < MOST_GENERATED && fgets(line, sizeof line, maps))
		if (strchr(line, '/'))
			ends[n++] = (uintptr_t)strtoull(strchr(line, '-') + 1, NULL, 16);
	if (!maps || fclose(maps) != 0)
		exit(99);
	while (n)
		generate_above(ends[--n]);
	called(); /* here: generated */
	after++;
}

enum { MAPPED_AT = 4112 };

/* Code in a file that is no library, such as the image of a virtual machine. */
static APART void mapped(void)
{
	FILE *file = tmpfile();
	if (!file || fseek(file, MAPPED_AT, SEEK_SET) != 0 ||
		fwrite(calling_code, sizeof calling_code, 1, file) != 1 || fflush(file) != 0)
		exit(99);
	char *code = mmap(NULL, 8192, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(file), 0);
	if (code == MAP_FAILED)
		exit(99);
	((void (*)(void (*)(void)))(void *)(code + MAPPED_AT))(called); /* here: mapped */
	after++;
}

static void make_current(void)
{
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
		exit(99);
	EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} ways[] = {{"nested", nested}, {"signal", by_signal}, {"thread", in_thread},
		{"sleep", sleeps}, {"crash", crashes}, {"made", made}, {"generated", generated},
		{"mapped", mapped}};
	make_current();
	for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++)
		if (!strcmp(argv[1], ways[i].name)) {
			ways[i].run(); /* here: main */
			return after == 0;
		}
	fprintf(stderr,
		"usage: test-stack nested|signal|thread|sleep|crash|made|generated|mapped\n");
	return 2;
}
