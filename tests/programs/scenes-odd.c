/* SPDX-License-Identifier: MIT */
/* Scenes that go wrong, or that a debugger has to refuse. */
#include "config.h"
#include "tests/programs/scenes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the driver has not got. */
static _Noreturn void lack(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(77);
}

static void draw_triangles(struct scene_run *run)
{
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
}

static void init_plain(struct scene_run *run)
{
	run->program = scene_program(scene_vert_330, scene_frag_330);
	scene_bind_triangles(run, true);
	glUseProgram(run->program);
}

/* ---- programs without GLSL sources ---- */

static void init_binary(struct scene_run *run)
{
	GLint size = 0, done = 0;
	GLenum format;

	init_plain(run);
	glProgramParameteri(run->program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
	glLinkProgram(run->program);
	glGetProgramiv(run->program, GL_PROGRAM_BINARY_LENGTH, &size);
	if (size <= 0)
		lack("no program binaries");

	void *binary = malloc(size);

	if (!binary)
		abort();
	glGetProgramBinary(run->program, size, NULL, &format, binary);
	run->other = glCreateProgram();
	glProgramBinary(run->other, format, binary, size);
	glGetProgramiv(run->other, GL_LINK_STATUS, &done);
	free(binary);
	glUseProgram(done ? run->other : run->program);
}

/* Keeps a binary and loads it again, or compiles the sources where that fails: as programs with a
 * cache do. Which of these, it says. */
static void init_cached(struct scene_run *run)
{
	enum { EARLIER = 64, EARLIER_FORMAT = 0x875f /* GL_PROGRAM_BINARY_FORMAT_MESA */ };
	static char binary[1 << 20];
	GLint formats = -1, shader_formats = -1, length = -1, done = 0;
	GLint64 wide = -1;
	GLfloat real = -1;
	GLboolean any = 2;
	GLsizei size = 0;
	GLenum format = 0;
	GLint list[64] = {0};

	init_plain(run);
	glProgramParameteri(run->program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
	glLinkProgram(run->program);
	glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
	glGetInteger64v(GL_NUM_PROGRAM_BINARY_FORMATS, &wide);
	glGetFloatv(GL_NUM_PROGRAM_BINARY_FORMATS, &real);
	glGetBooleanv(GL_NUM_PROGRAM_BINARY_FORMATS, &any);
	glGetIntegerv(GL_NUM_SHADER_BINARY_FORMATS, &shader_formats);
	glGetIntegerv(GL_PROGRAM_BINARY_FORMATS, list);
	glGetProgramiv(run->program, GL_PROGRAM_BINARY_LENGTH, &length);
	glGetProgramBinary(run->program, sizeof(binary), &size, &format, binary);

	GLenum error = glGetError();

	/* if there is none, one from an earlier run, which is of no use now */
	run->other = glCreateProgram();
	glProgramBinary(run->other, size ? format : EARLIER_FORMAT, binary, size ? size : EARLIER);
	glGetProgramiv(run->other, GL_LINK_STATUS, &done);
	glGetError();
	glUseProgram(done ? run->other : run->program);
	fprintf(stderr,
		"formats %d %d %g %d, first %#x, of shaders %d, length %d, loaded %d, got %d, "
		"error %#x\n",
		formats, (int)wide, real, any, (unsigned)list[0], shader_formats, length > 0, done,
		size > 0, error);
}

/* A fragment shader that writes (1, 0.5, 0.5, 1), word for word after the SPIR-V specification. */
static const uint32_t spirv_frag[] = {
	0x07230203, 0x00010000, 0, 13, 0,     /* magic, version 1.0, generator, bound, schema */
	2 << 16 | 17, 1,		      /* OpCapability Shader */
	3 << 16 | 14, 0, 1,		      /* OpMemoryModel Logical GLSL450 */
	6 << 16 | 15, 4, 1, 0x6e69616d, 0, 2, /* OpEntryPoint Fragment %1 "main" %2 */
	3 << 16 | 16, 1, 8,		      /* OpExecutionMode %1 OriginLowerLeft */
	4 << 16 | 71, 2, 30, 0,		      /* OpDecorate %2 Location 0 */
	2 << 16 | 19, 3,		      /* %3 = OpTypeVoid */
	3 << 16 | 33, 4, 3,		      /* %4 = OpTypeFunction %3 */
	3 << 16 | 22, 5, 32,		      /* %5 = OpTypeFloat 32 */
	4 << 16 | 23, 6, 5, 4,		      /* %6 = OpTypeVector %5 4 */
	4 << 16 | 32, 7, 3, 6,		      /* %7 = OpTypePointer Output %6 */
	4 << 16 | 59, 7, 2, 3,		      /* %2 = OpVariable %7 Output */
	4 << 16 | 43, 5, 8, 0x3f800000,	      /* %8 = OpConstant %5 1.0 */
	4 << 16 | 43, 5, 9, 0x3f000000,	      /* %9 = OpConstant %5 0.5 */
	7 << 16 | 44, 6, 10, 8, 9, 9, 8,      /* %10 = OpConstantComposite %6 %8 %9 %9 %8 */
	5 << 16 | 54, 3, 1, 0, 4,	      /* %1 = OpFunction %3 None %4 */
	2 << 16 | 248, 11,		      /* %11 = OpLabel */
	3 << 16 | 62, 2, 10,		      /* OpStore %2 %10 */
	1 << 16 | 253,			      /* OpReturn */
	1 << 16 | 56,			      /* OpFunctionEnd */
};

static const uint32_t spirv_vert[] = {
	0x07230203,
	0x00010000,
	0,
	16,
	0,
	2 << 16 | 17,
	1,
	3 << 16 | 14,
	0,
	1,
	7 << 16 | 15,
	0,
	1,
	0x6e69616d,
	0,
	2,
	3, /* OpEntryPoint Vertex %1 "main" %2 %3 */
	4 << 16 | 71,
	2,
	11,
	0, /* OpDecorate %2 BuiltIn Position */
	4 << 16 | 71,
	3,
	30,
	0, /* OpDecorate %3 Location 0 */
	2 << 16 | 19,
	4,
	3 << 16 | 33,
	5,
	4,
	3 << 16 | 22,
	6,
	32,
	4 << 16 | 23,
	7,
	6,
	4,
	4 << 16 | 32,
	8,
	3,
	7, /* %8 = pointer Output vec4 */
	4 << 16 | 32,
	9,
	1,
	7, /* %9 = pointer Input vec4 */
	4 << 16 | 59,
	8,
	2,
	3,
	4 << 16 | 59,
	9,
	3,
	1,
	5 << 16 | 54,
	4,
	1,
	0,
	5,
	2 << 16 | 248,
	10,
	4 << 16 | 61,
	7,
	11,
	3, /* %11 = OpLoad %7 %3 */
	3 << 16 | 62,
	2,
	11,
	1 << 16 | 253,
	1 << 16 | 56,
};

static GLuint spirv_shader(GLenum type, const uint32_t *words, size_t size)
{
	GLuint shader = glCreateShader(type);
	GLint done;

	glShaderBinary(1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V_ARB, words, size);
	glSpecializeShaderARB(shader, "main", 0, NULL, NULL);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
	if (!done) {
		fprintf(stderr, "the driver refuses the SPIR-V\n");
		exit(1);
	}
	return shader;
}

static void use_spirv(struct scene_run *run, const uint32_t *vertex, size_t size)
{
	if (!epoxy_has_gl_extension("GL_ARB_gl_spirv"))
		lack("no GL_ARB_gl_spirv");
	scene_bind_triangles(run, true);
	run->program = glCreateProgram();
	glAttachShader(run->program, spirv_shader(GL_VERTEX_SHADER, vertex, size));
	glAttachShader(
		run->program, spirv_shader(GL_FRAGMENT_SHADER, spirv_frag, sizeof(spirv_frag)));
	glLinkProgram(run->program);
	glUseProgram(run->program);
}

static void init_spirv(struct scene_run *run)
{
	use_spirv(run, spirv_vert, sizeof(spirv_vert));
}

/* OpName %3 "place", %2 "elsewhere", behind OpEntryPoint. */
static void init_spirv_named(struct scene_run *run)
{
	enum { HEAD = 17, N = sizeof(spirv_vert) / 4 };
	static const uint32_t names[] = {
		4 << 16 | 5, 3, 0x63616c70, 'e', 5 << 16 | 5, 2, 0x65736c65, 0x72656877, 'e'};
	uint32_t words[N + sizeof(names) / 4];

	memcpy(words, spirv_vert, HEAD * 4);
	memcpy(words + HEAD, names, sizeof(names));
	memcpy(words + HEAD + sizeof(names) / 4, spirv_vert + HEAD, (N - HEAD) * 4);
	use_spirv(run, words, sizeof(words));
}

/* A program that goes on with a shader that the driver refused: GL then draws with what was in use
 * before. */
static void init_broken(struct scene_run *run)
{
	static const char text[] =
		"#version 330 core\nout vec4 color;\nvoid main() { color = not_declared; }\n";
	const char *const texts[] = {text};
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);

	glShaderSource(shader, 1, texts, NULL);
	glCompileShader(shader);
	run->other = glCreateProgram();
	glAttachShader(run->other, shader);
	glLinkProgram(run->other);
	init_plain(run);
}

static void draw_broken(struct scene_run *run)
{
	glUseProgram(run->other); /* GL_INVALID_OPERATION */
	if (glGetError() != GL_INVALID_OPERATION)
		exit(1);
	draw_triangles(run);
}

/* Draws without any program in a core profile: undefined, but not an error. */
static void init_unused(struct scene_run *run)
{
	init_plain(run);
	glUseProgram(0);
}

/* ---- ends badly ---- */

static void draw_crash(struct scene_run *run)
{
	draw_triangles(run);
	if (run->window.frame == 1)
		raise(SIGSEGV);
}

static void draw_exit(struct scene_run *run)
{
	(void)run;
	exit(3);
}

static const char hang_frag[] = "#version 330 core\n"
				"uniform int rounds;\n"
				"out vec4 color;\n"
				"void main()\n"
				"{\n"
				"	float x = gl_FragCoord.x;\n"
				"	for (int k = 0; k < rounds; k++)\n"
				"		for (int i = 0; i < rounds; i++)\n"
				"			x = sin(x) + 0.001 * float(i);\n"
				"	color = vec4(x);\n"
				"}\n";

static void init_hang(struct scene_run *run)
{
	init_plain(run);
	run->program = scene_program(scene_vert_330, hang_frag);
	glUseProgram(run->program);
	glUniform1i(glGetUniformLocation(run->program, "rounds"), 2000000000);
}

/* llvmpipe 22.3 leaves all loops of an invocation after 65,535 rounds, so it takes many invocations
 * too. */
static void draw_hang(struct scene_run *run)
{
	glDisable(GL_DEPTH_TEST);
	glDrawArraysInstanced(GL_TRIANGLES, 0, scene_vertices, 1000000);
	glFinish();
}

/* ---- another colour each time ---- */

static const char clock_frag[] = "#version 330 core\n"
				 "#extension GL_ARB_shader_clock : require\n"
				 "in vec3 shade;\n"
				 "out vec4 color;\n"
				 "void main()\n"
				 "{\n"
				 "	uint ticks = clock2x32ARB().x & 0xFFFFFu;\n"
				 "	color = vec4(shade.rg, float(ticks) / 1048575.0, 1.0);\n"
				 "}\n";

static void init_clock(struct scene_run *run)
{
	if (!epoxy_has_gl_extension("GL_ARB_shader_clock"))
		lack("no GL_ARB_shader_clock");
	init_plain(run);
	run->program = scene_program(scene_vert_330, clock_frag);
	glUseProgram(run->program);
}

/* ---- errors, signals, threads ---- */

static void draw_error(struct scene_run *run)
{
	draw_triangles(run);
	glEnable(GL_TEXTURE0); /* GL_INVALID_ENUM */
	if (glGetError() != GL_INVALID_ENUM)
		exit(1);
}

static volatile sig_atomic_t alarms;

static void on_alarm(int number)
{
	(void)number;
	alarms++;
}

static void init_signals(struct scene_run *run)
{
	struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};

	init_plain(run);
	sigaction(SIGALRM, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
}

static void draw_signals(struct scene_run *run)
{
	int before = alarms;

	raise(SIGALRM);
	raise(SIGUSR1);
	draw_triangles(run);
	if (alarms != before + 2) {
		fprintf(stderr, "a signal got lost\n");
		exit(1);
	}
}

/* For another thread; its context shares objects with the scene's. */
static GLFWwindow *hidden_window(struct scene_run *run, int size)
{
	glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
	GLFWwindow *window = glfwCreateWindow(size, size, "hidden", NULL, run->window.glfw);

	if (!window)
		exit(1);
	return window;
}

static struct {
	GLFWwindow *window;
	pthread_t thread, idle;
	volatile int finished;
} second;

static void *draw_in_second_thread(void *data)
{
	GLuint texture;

	(void)data;
	glfwMakeContextCurrent(second.window);
	for (int i = 0; i < 50; i++) {
		glGenTextures(1, &texture);
		glBindTexture(GL_TEXTURE_2D, texture);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
		glClear(GL_COLOR_BUFFER_BIT);
		glFinish();
		glDeleteTextures(1, &texture);
	}
	glfwMakeContextCurrent(NULL);
	second.finished = 1;
	return NULL;
}

static void *count_slowly(void *data)
{
	for (int i = 0; i < 20; i++)
		usleep(1000);
	return data;
}

static void init_threads(struct scene_run *run)
{
	init_plain(run);
	second.window = hidden_window(run, 16);
	pthread_create(&second.idle, NULL, count_slowly, NULL);
	pthread_create(&second.thread, NULL, draw_in_second_thread, NULL);
}

static void end_threads(struct scene_run *run)
{
	(void)run;
	pthread_join(second.idle, NULL);
	pthread_join(second.thread, NULL);
	printf("second thread %s\n", second.finished ? "finished" : "lost");
}

/* ---- a call that ends after calls that began later ---- */

enum { MARKS = 200 };

static struct {
	GLFWwindow *window;
	pthread_t thread;
	_Atomic int waiting, marks;
} slow;

/* glClear of ever more layers, until glFinish lasts longer than the other thread's marks. */
static void *finish_slowly(void *data)
{
	bool was_long = false;

	(void)data;
	glfwMakeContextCurrent(slow.window);
	for (int clears = 64; !was_long && clears <= 1 << 16; clears *= 4) {
		for (int i = 0; i < clears; i++)
			glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		atomic_store(&slow.marks, 0);
		atomic_store(&slow.waiting, 1);
		glFinish();
		was_long = atomic_load(&slow.marks) == MARKS;
		while (atomic_load(&slow.waiting))
			usleep(100);
	}
	printf("the slow call was %s\n", was_long ? "long enough" : "too short");
	glfwMakeContextCurrent(NULL);
	atomic_store(&slow.waiting, -1);
	return NULL;
}

static void init_slow(struct scene_run *run)
{
	init_plain(run);
	slow.window = hidden_window(run, 2048);
	pthread_create(&slow.thread, NULL, finish_slowly, NULL);
	for (int state; (state = atomic_load(&slow.waiting)) != -1;) {
		for (int i = 1; state && i <= MARKS; i++) {
			glStencilMask((GLuint)i);
			atomic_store(&slow.marks, i);
		}
		if (state)
			atomic_store(&slow.waiting, 0);
		usleep(100);
	}
	pthread_join(slow.thread, NULL);
}

const struct scene odd_scenes[] = {
	{"binary", "a program object loaded as a binary", 43, true, init_binary, draw_triangles},
	{"cached", "a binary, or else its sources", 45, true, init_cached, draw_triangles},
	{"spirv", "shaders in SPIR-V", 43, true, init_spirv, draw_triangles},
	{"spirv-named", "likewise, with names", 43, true, init_spirv_named, draw_triangles},
	{"broken", "a shader that does not compile", 33, true, init_broken, draw_broken},
	{"unused", "a draw without a program", 33, true, init_unused, draw_triangles},
	{"crash", "dies of SIGSEGV in its second frame", 33, true, init_plain, draw_crash},
	{"exit", "ends with status 3 before it draws", 33, true, init_plain, draw_exit},
	{"hang", "a draw that takes hours", 33, true, init_hang, draw_hang},
	{"clock", "a colour that differs from draw to draw", 33, true, init_clock, draw_triangles},
	{"error", "a GL error each frame", 33, true, init_plain, draw_error},
	{"signals", "sends itself signals and counts them", 33, true, init_signals, draw_signals},
	{"threads", "a second thread with a context of its own", 33, true, init_threads,
		draw_triangles, end_threads},
	{"slow-thread", "a second thread's glFinish lasts while the first one makes calls", 33,
		true, init_slow, draw_triangles},
	{NULL},
};
