/* SPDX-License-Identifier: MIT */
/*
 * test-replays WAY - one draw, or dispatch, that must not be noticed when it is drawn again
 * meanwhile: tests/real/replays.py debugs it. Prints what came of it; status 0 if nothing was lost.
 *
 * feedback, select: in a render mode that counts draws. orphan: into a buffer that another context
 * has deleted. The others: shaders write into memory that a thread of the processor writes and
 * reads all the time, through a persistent mapping.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, N = SIZE * SIZE, START = 256, AGAIN = 512, BYTES = AGAIN + 4 * N };

static const char *way;
static bool is_es;

static bool is(const char *name)
{
	return !strcmp(way, name);
}

/* major 0: compatibility. */
static void make_current(EGLint api, EGLint major, EGLint minor)
{
	const EGLint wanted[] = {
		EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(api))
		exit(99);
	EGLContext context = eglCreateContext(
		display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, major ? wanted : NULL);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		exit(99);
}

static void make_target(void)
{
	GLuint framebuffer, renderbuffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, SIZE, SIZE);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	glViewport(0, 0, SIZE, SIZE);
}

static void check(GLuint object, GLenum status, bool is_program)
{
	char log[2000] = "";
	GLint ok = 0;
	(is_program ? glGetProgramiv : glGetShaderiv)(object, status, &ok);
	if (ok)
		return;
	(is_program ? glGetProgramInfoLog : glGetShaderInfoLog)(object, sizeof log, NULL, log);
	fprintf(stderr, "%s", log);
	exit(99);
}

static void attach(
	GLuint program, GLenum type, const char *version, const char *shared, const char *text)
{
	const char *texts[] = {version, shared, text};
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 3, texts, NULL);
	glCompileShader(shader);
	check(shader, GL_COMPILE_STATUS, false);
	glAttachShader(program, shader);
}

static void link_and_use(GLuint program)
{
	glLinkProgram(program);
	check(program, GL_LINK_STATUS, true);
	glUseProgram(program);
}

/* ---- render modes ---- */

static int count_draws(void)
{
	GLfloat values[1000] = {0};
	GLuint names[100] = {0};
	make_current(EGL_OPENGL_API, 0, 0);
	make_target();
	GLuint program = glCreateProgram();
	attach(program, GL_VERTEX_SHADER, "#version 120\n", "",
		"void main()\n{\n\tgl_Position = gl_Vertex;\n}\n");
	attach(program, GL_FRAGMENT_SHADER, "#version 120\n", "",
		"void main()\n{\n\tgl_FragColor = vec4(1.0);\n}\n");
	link_and_use(program);
	glFeedbackBuffer(1000, GL_3D, values);
	glSelectBuffer(100, names);
	glRenderMode(is("select") ? GL_SELECT : GL_FEEDBACK);
	glInitNames();
	glPushName(7);
	glRectf(-1, -1, 1, 1);
	glLoadName(8);
	glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
	int n = glRenderMode(GL_RENDER);
	double sum = 0;
	for (int i = 0; i < 1000; i++)
		sum = sum * 3 / 2 + values[i] + (i < 100 ? names[i] % 1000 : 0);
	printf("%d results, %a\nerror 0x%x\n", n, sum, glGetError());
	return n > 0 ? 0 : 1;
}

/* ---- the processor's thread ---- */

static volatile GLuint *mapped; /* the whole buffer */
static unsigned own_word, drawn_word;
static _Atomic bool stop;
static unsigned long written, lost, taken_back;

static void *write_on(void *unused)
{
	GLuint drawn = 0;
	while (!stop) {
		lost += mapped[own_word] != (GLuint)written;
		mapped[own_word] = (GLuint)++written;
		GLuint now = mapped[drawn_word];
		taken_back += now < drawn;
		drawn = now;
	}
	lost += mapped[own_word] != (GLuint)written;
	return NULL;
}

static GLuint make_buffer(GLenum target, unsigned own, unsigned drawn)
{
	const GLbitfield access = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT |
				  GL_MAP_COHERENT_BIT;
	static const char zeros[BYTES];
	GLuint buffer;
	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferStorage(target, BYTES, zeros, access);
	mapped = glMapBufferRange(target, 0, BYTES, access);
	own_word = own;
	drawn_word = drawn;
	return buffer;
}

/* ---- what the shaders write ---- */

static const char storage_text[] =
	"layout(std430, binding = 1) coherent buffer First { uint own, drawn, mine[]; };\n"
	"layout(std430, binding = 3) coherent buffer Second { uint again[]; };\n"
	"uint touch(uint i)\n"
	"{\n"
	"	atomicAdd(drawn, 1u);\n"
	"	mine[i + 62u] = 3u * i + uint(mine.length());\n"
	"	memoryBarrier();\n"
	"	return again[i];\n"
	"}\n";

/* The same bytes by two blocks, of which the second begins later. */
static void make_storage(void)
{
	GLuint buffer = make_buffer(GL_SHADER_STORAGE_BUFFER, START / 4, START / 4 + 1);
	glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, buffer, START, 8 + 4 * (62 + N));
	glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 3, buffer, AGAIN, 4 * N);
	glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
}

static const char whole_text[] =
	"layout(std430, binding = 0) coherent buffer First { uint own, drawn, mine[]; };\n"
	"uint touch(uint i)\n"
	"{\n"
	"	atomicAdd(drawn, 1u);\n"
	"	mine[i] = 3u * i + uint(mine.length());\n"
	"	return mine[i];\n"
	"}\n";

static void make_whole(void)
{
	GLuint buffer = make_buffer(GL_SHADER_STORAGE_BUFFER, 0, 1);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
}

static const char counters_text[] = "layout(binding = 2, offset = 4) uniform atomic_uint drawn;\n"
				    "uint touch(uint i)\n"
				    "{\n"
				    "	atomicCounterIncrement(drawn);\n"
				    "	return 3u * i + 4158u;\n"
				    "}\n";

static void make_counters(void)
{
	GLuint buffer = make_buffer(GL_ATOMIC_COUNTER_BUFFER, START / 4, START / 4 + 1);
	glBindBufferRange(GL_ATOMIC_COUNTER_BUFFER, 2, buffer, START, 8);
}

static const char images_text[] =
	"layout(binding = 1, r32ui) uniform coherent uimageBuffer words;\n"
	"layout(binding = 4, r32ui) uniform coherent readonly uimageBuffer again;\n"
	"uint touch(uint i)\n"
	"{\n"
	"	imageAtomicAdd(words, 1, 1u);\n"
	"	imageStore(words, int(i) + 64, uvec4(3u * i + uint(imageSize(words))));\n"
	"	memoryBarrier();\n"
	"	return imageLoad(again, int(i)).x;\n"
	"}\n";

static void make_images(void)
{
	GLuint buffer = make_buffer(GL_TEXTURE_BUFFER, START / 4, START / 4 + 1), textures[2];
	glGenTextures(2, textures);
	for (int i = 0; i < 2; i++) {
		glBindTexture(GL_TEXTURE_BUFFER, textures[i]);
		glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, buffer, i ? AGAIN : START,
			i ? 4 * N : 4 * (64 + N));
		glBindImageTexture(i ? 4 : 1, textures[i], 0, GL_FALSE, 0,
			i ? GL_READ_ONLY : GL_READ_WRITE, GL_R32UI);
	}
	glBindTexture(GL_TEXTURE_BUFFER, 0);
}

/* A layer of a level, and another level that is only read. */
static const char levels_text[] =
	"layout(binding = 1, r32ui) uniform coherent uimage2D words;\n"
	"layout(binding = 4, r32ui) uniform coherent readonly uimage2DArray again;\n"
	"layout(binding = 5, r32ui) uniform readonly uimage2D small;\n"
	"uint touch(uint i)\n"
	"{\n"
	"	ivec2 at = ivec2(i % 64u, i / 64u);\n"
	"	imageAtomicAdd(words, at, 3u * i + 4094u + uint(imageSize(words).x));\n"
	"	memoryBarrier();\n"
	"	return imageLoad(again, ivec3(at, 2)).x + imageLoad(small, at / 2).x;\n"
	"}\n";
static GLuint level_texture;

static void make_levels(void)
{
	static GLuint words[3 * 4 * N];
	make_buffer(GL_COPY_WRITE_BUFFER, 0, 1);
	glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
	glGenTextures(1, &level_texture);
	glBindTexture(GL_TEXTURE_2D_ARRAY, level_texture);
	glTexStorage3D(GL_TEXTURE_2D_ARRAY, 3, GL_R32UI, 2 * SIZE, 2 * SIZE, 3);
	for (int level = 0; level < 3; level++)
		glTexSubImage3D(GL_TEXTURE_2D_ARRAY, level, 0, 0, 0, 2 * SIZE >> level,
			2 * SIZE >> level, 3, GL_RED_INTEGER, GL_UNSIGNED_INT, words);
	glBindImageTexture(1, level_texture, 1, GL_FALSE, 2, GL_READ_WRITE, GL_R32UI);
	glBindImageTexture(4, level_texture, 1, GL_TRUE, 0, GL_READ_ONLY, GL_R32UI);
	glBindImageTexture(5, level_texture, 2, GL_FALSE, 2, GL_READ_ONLY, GL_R32UI);
	glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

static const char nothing_text[] = "uint touch(uint i)\n"
				   "{\n"
				   "	return 3u * i + 4158u;\n"
				   "}\n";

/* Transform feedback writes; the processor's word lies behind. */
static void make_feedback(void)
{
	GLuint buffer = make_buffer(GL_TRANSFORM_FEEDBACK_BUFFER, BYTES / 4 - 1, 0);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
}

static const struct {
	const char *name, *text;
	void (*make)(void);
} ways[] = {
	{"storage", storage_text, make_storage}, {"whole", whole_text, make_whole},
	{"counters", counters_text, make_counters}, {"images", images_text, make_images},
	{"levels", levels_text, make_levels}, {"es-storage", storage_text, make_storage},
	{"es-images", images_text, make_images}, {"transform", nothing_text, make_feedback},
	{"compute", storage_text, make_storage},
	{"edited", nothing_text, make_storage}, /* until glstep is given what --source prints */
};

static const char vertex_text[] = "out vec4 position;\n"
				  "void main()\n"
				  "{\n"
				  "	uint seen = touch(uint(gl_VertexID));\n"
				  "	position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID "
				  "== 2 ? 3.0 : -1.0, float(seen) * 0.0, 1.0);\n"
				  "	gl_Position = position;\n"
				  "}\n";
static const char fragment_text[] =
	"layout(location = 0) out vec4 colour;\n"
	"void main()\n"
	"{\n"
	"	uint i = uint(gl_FragCoord.y) * 64u + uint(gl_FragCoord.x);\n"
	"	uint seen = touch(i);\n"
	"	colour = vec4(float(seen), 0.0, 0.0, 1.0);\n"
	"}\n";
static const char compute_text[] = "layout(local_size_x = 64) in;\n"
				   "void main()\n"
				   "{\n"
				   "	uint i = gl_GlobalInvocationID.x;\n"
				   "	uint seen = touch(i);\n"
				   "	mine[i + 62u] = seen;\n"
				   "}\n";

static void make_program(const char *text)
{
	static const char *const varying = "position";
	const char *version = is_es ? "#version 320 es\nprecision highp float;\nprecision highp "
				      "int;\nprecision highp uimageBuffer;\n"
				    : "#version 450\n";
	GLuint program = glCreateProgram();
	if (is("compute")) {
		attach(program, GL_COMPUTE_SHADER, version, text, compute_text);
	} else {
		attach(program, GL_VERTEX_SHADER, version, text, vertex_text);
		attach(program, GL_FRAGMENT_SHADER, version, text, fragment_text);
	}
	if (is("transform"))
		glTransformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
	link_and_use(program);
}

/* ---- what is there afterwards ---- */

static void print_bindings(void)
{
	static const struct {
		GLenum binding, start, size;
	} targets[] = {
		{GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
			GL_SHADER_STORAGE_BUFFER_SIZE},
		{GL_ATOMIC_COUNTER_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_START,
			GL_ATOMIC_COUNTER_BUFFER_SIZE},
	};
	static const GLenum of_image[] = {GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL,
		GL_IMAGE_BINDING_LAYERED, GL_IMAGE_BINDING_LAYER, GL_IMAGE_BINDING_ACCESS,
		GL_IMAGE_BINDING_FORMAT};
	for (int t = 0; t < 2; t++) {
		GLint value = 0;
		glGetIntegerv(targets[t].binding, &value);
		printf("bound %d", value);
		for (GLuint i = 0; i < 4; i++) {
			GLint64 start = 0, size = 0;
			glGetIntegeri_v(targets[t].binding, i, &value);
			glGetInteger64i_v(targets[t].start, i, &start);
			glGetInteger64i_v(targets[t].size, i, &size);
			printf(", %u: %d from %ld, %ld", i, value, (long)start, (long)size);
		}
		printf("\n");
	}
	for (GLuint unit = 0; unit < 6; unit++) {
		printf("image");
		for (int i = 0; i < 6; i++) {
			GLint value = 0;
			glGetIntegeri_v(of_image[i], unit, &value);
			printf(" %d", value);
		}
		printf("\n");
	}
}

static void print_pixels(void)
{
	static GLfloat pixels[4 * N];
	double total = 0;
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_FLOAT, pixels);
	for (int i = 0; i < N; i++)
		total += (i + 1.0) * pixels[4 * i];
	printf("pixels %.0f\n", total);
}

static void print_contents(void)
{
	static GLuint words[3 * 4 * N];
	unsigned long sum = 0;
	for (unsigned i = 0; i < BYTES / 4; i++)
		if (i != own_word)
			sum = sum * 31 + mapped[i];
	printf("drawn %u, contents %lx\n", mapped[drawn_word], sum);
	for (int level = 0; level_texture && level < 3; level++) {
		memset(words, 0, sizeof words);
		glGetTextureImage(
			level_texture, level, GL_RED_INTEGER, GL_UNSIGNED_INT, sizeof words, words);
		for (unsigned i = 0; i < 3 * 4 * N; i++)
			sum = sum * 31 + words[i];
		printf("level %d: %lx\n", level, sum);
	}
	if (!is("compute"))
		print_pixels();
}

static void draw(void)
{
	if (is("compute")) {
		glDispatchCompute(N / 64, 1, 1);
		return;
	}
	if (is("transform"))
		glBeginTransformFeedback(GL_TRIANGLES);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	if (is("transform"))
		glEndTransformFeedback();
}

static int write_together(size_t i)
{
	pthread_t thread;
	GLuint array;
	is_es = !strncmp(way, "es-", 3);
	make_current(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API, is_es ? 3 : 4, is_es ? 2 : 5);
	make_target();
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	make_program(ways[i].text);
	ways[i].make();
	if (!mapped || pthread_create(&thread, NULL, write_on, NULL))
		return 99;
	draw();
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glFinish();
	stop = true;
	pthread_join(thread, NULL);
	print_contents();
	print_bindings();
	printf("error 0x%x\n", glGetError());
	printf("lost %lu of the processor's writes, taken back %lu\n", lost, taken_back);
	return lost || taken_back ? 1 : 0;
}

static const char orphan_text[] = "layout(std430, binding = 1) buffer First { uint mine[]; };\n"
				  "uint touch(uint i)\n"
				  "{\n"
				  "	return atomicAdd(mine[i], 1u);\n"
				  "}\n";

/* Deleted through another context, the buffer lives on where it is bound. */
static int write_orphan(void)
{
	static const GLuint zeros[N];
	GLuint array, buffer;
	make_current(EGL_OPENGL_API, 4, 5);
	make_target();
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	make_program(orphan_text);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof zeros, zeros, GL_DYNAMIC_COPY);
	glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
	EGLDisplay display = eglGetCurrentDisplay();
	EGLContext first = eglGetCurrentContext();
	EGLContext second = eglCreateContext(display, EGL_NO_CONFIG_KHR, first, NULL);
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, second))
		return 99;
	glDeleteBuffers(1, &buffer);
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, first);
	draw();
	draw();
	print_pixels();
	print_bindings();
	printf("error 0x%x\n", glGetError());
	return 0;
}

int main(int argc, char **argv)
{
	way = argc > 1 ? argv[1] : "";
	if (is("orphan"))
		return write_orphan();
	if (is("--source"))
		printf("#version 450\n%s%s", storage_text, fragment_text);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (is(ways[i].name))
			return write_together(i);
	return is("feedback") || is("select") ? count_draws() : is("--source") ? 0 : 2;
}
