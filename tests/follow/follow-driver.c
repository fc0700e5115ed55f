/* SPDX-License-Identifier: MIT */
/*
 * The follower of calls against the driver: calls by chance, in two threads that take turns, and
 * after each what EGL and GL say is current and bound there. Calls that make an error are not told.
 * Usage: follow-driver [SEED]
 */
#include <EGL/egl.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "data/targets.h"
#include "follow/follow.h"
#include "wire/memory.h"

enum { STEPS = 4000, MOST = 6, NAMES = 4, LISTS = 3, NO_RESULT = -1, SKIPPED = 77, BROKEN = 99 };

struct worker {
	uint32_t number;
	pthread_t thread;
	sem_t go, done;
};

static struct gs_follow *follow;
static EGLDisplay display;
static EGLConfig config;
static EGLContext contexts[MOST];
static EGLSurface surfaces[MOST];
static unsigned seed, step;
static char last[256]; /* what was called for last */
static bool is_over;

static unsigned chance(unsigned n)
{
	return (unsigned)rand_r(&seed) / 7 % n;
}

/* ---- telling the follower ---- */

static void tell(const struct worker *w, unsigned function, int64_t result, const GLuint *names,
	unsigned n_args, ...)
{
	struct gs_wire_call call = {
		.function = function, .flags = w->number << GS_CALL_TID_SHIFT, .n_args = n_args};
	uint64_t memory[16] = {0};
	const struct gs_wire_memory entry = {.size = 4, .kind = GS_WIRE_ELEMENTS, .bits = 32};
	int at = snprintf(last, sizeof last, "thread %u: %s(", w->number, gs_data_name(function));
	va_list args;
	va_start(args, n_args);
	for (unsigned i = 0; i < n_args; i++) {
		call.args[i] = va_arg(args, uint64_t);
		at += snprintf(last + at, sizeof last - (size_t)at, "%s0x%llx", i ? ", " : "",
			(unsigned long long)call.args[i]);
	}
	va_end(args);
	snprintf(last + at, sizeof last - (size_t)at, ") = %lld", (long long)result);
	if (result != NO_RESULT) {
		call.flags |= GS_CALL_RETURNED;
		call.ret = (uint64_t)result;
	}
	if (names) {
		memcpy(memory, &entry, GS_WIRE_MEMORY_HEAD);
		memcpy((char *)memory + GS_WIRE_MEMORY_HEAD, names, 4);
	}
	gs_follow_wire(
		follow, &call, names ? (const uint8_t *)memory : NULL, GS_WIRE_MEMORY_HEAD + 8);
}

#define U(value) ((uint64_t)(uintptr_t)(value))

/* ---- EGL ---- */

static void create_context(const struct worker *w)
{
	unsigned at = chance(MOST);
	EGLContext share = chance(2) ? contexts[chance(MOST)] : EGL_NO_CONTEXT;
	const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
	bool is_es = eglQueryAPI() == EGL_OPENGL_ES_API;
	EGLContext made = eglCreateContext(display, config, share, is_es ? es2 : NULL);
	tell(w, GS_FN_eglCreateContext, (int64_t)U(made), NULL, 4, U(display), U(config), U(share),
		U(0));
	if (made)
		contexts[at] = made;
}

static void destroy_context(const struct worker *w)
{
	EGLContext which = contexts[chance(MOST)];
	EGLBoolean done = eglDestroyContext(display, which);
	tell(w, GS_FN_eglDestroyContext, done, NULL, 2, U(display), U(which));
	for (unsigned i = 0; done && i < MOST; i++)
		if (contexts[i] == which)
			contexts[i] = EGL_NO_CONTEXT;
}

static void create_surface(const struct worker *w)
{
	const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
	EGLSurface made = eglCreatePbufferSurface(display, config, size);
	tell(w, GS_FN_eglCreatePbufferSurface, (int64_t)U(made), NULL, 3, U(display), U(config),
		U(1));
	if (made)
		surfaces[chance(MOST)] = made;
}

static void make_current(const struct worker *w)
{
	EGLContext context = chance(5) ? contexts[chance(MOST)] : EGL_NO_CONTEXT;
	EGLSurface draw = surfaces[chance(MOST)], read = chance(3) ? draw : surfaces[chance(MOST)];
	if (!context)
		draw = read = EGL_NO_SURFACE;
	EGLBoolean done = eglMakeCurrent(display, draw, read, context);
	tell(w, GS_FN_eglMakeCurrent, done, NULL, 4, U(display), U(draw), U(read), U(context));
}

static void bind_api(const struct worker *w)
{
	static const EGLenum apis[] = {EGL_OPENGL_API, EGL_OPENGL_ES_API, EGL_OPENVG_API};
	EGLenum api = apis[chance(3)];
	tell(w, GS_FN_eglBindAPI, eglBindAPI(api), NULL, 1, U(api));
}

static void release_thread(const struct worker *w)
{
	tell(w, GS_FN_eglReleaseThread, eglReleaseThread(), NULL, 0);
}

/* ---- GL ---- */

#define GL(type, name) ((type)eglGetProcAddress(name))

static bool is_es(void)
{
	return strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES", 9) == 0;
}

static bool failed(void)
{
	bool is_wrong = false;
	while (glGetError())
		is_wrong = true;
	return is_wrong;
}

static GLuint make_program(void)
{
	static const char *const texts[] = {"void main() { gl_Position = vec4(0.0); }",
		"void main() { gl_FragColor = vec4(0.0); }"};
	GLuint program = GL(PFNGLCREATEPROGRAMPROC, "glCreateProgram")();
	for (unsigned i = 0; i < 2; i++) {
		GLuint shader = GL(PFNGLCREATESHADERPROC, "glCreateShader")(
			i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
		GL(PFNGLSHADERSOURCEPROC, "glShaderSource")(shader, 1, &texts[i], NULL);
		GL(PFNGLCOMPILESHADERPROC, "glCompileShader")(shader);
		GL(PFNGLATTACHSHADERPROC, "glAttachShader")(program, shader);
	}
	GL(PFNGLLINKPROGRAMPROC, "glLinkProgram")(program);
	return program;
}

static void use_program(const struct worker *w)
{
	GLuint program = chance(3) ? chance(12) : 0;
	if (program && !GL(PFNGLISPROGRAMPROC, "glIsProgram")(program))
		program = make_program();
	failed();
	GL(PFNGLUSEPROGRAMPROC, "glUseProgram")(program);
	if (!failed())
		tell(w, GS_FN_glUseProgram, NO_RESULT, NULL, 1, U(program));
}

/* Each context uses names of its own: Mesa has framebuffers of contexts that share objects in one
 * table, which GL has not (OpenGL 4.6, chapter 5), and a buffer that one context deletes stays
 * bound in others when its name is another's. */
static GLuint own_name(void)
{
	GLuint own = (GLuint)(U(eglGetCurrentContext()) >> 4 & 0xffffff) * NAMES;
	return chance(NAMES) ? own + chance(NAMES) : 0;
}

static void bind_framebuffer(const struct worker *w)
{
	static const GLenum targets[] = {GL_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER};
	GLenum target = targets[chance(3)];
	GLuint name = own_name();
	GL(PFNGLBINDFRAMEBUFFERPROC, "glBindFramebuffer")(target, name);
	if (!failed())
		tell(w, GS_FN_glBindFramebuffer, NO_RESULT, NULL, 2, U(target), U(name));
}

static void delete_framebuffer(const struct worker *w)
{
	GLuint name = own_name();
	GL(PFNGLDELETEFRAMEBUFFERSPROC, "glDeleteFramebuffers")(1, &name);
	if (!failed())
		tell(w, GS_FN_glDeleteFramebuffers, NO_RESULT, &name, 2, U(1), U(1));
}

/* While a program is in use, Mesa takes glBindProgramPipeline(0) for nothing new, and leaves a
 * pipeline bound that is deleted (OpenGL 4.6, 7.4: it is not). */
static bool uses_program(void)
{
	GLint program = 0;
	glGetIntegerv(GL_CURRENT_PROGRAM, &program);
	return program;
}

/* A pipeline or a vertex array: made, bound or deleted. */
static void handle_names(const struct worker *w, unsigned bind, unsigned delete, const char *gen,
	const char *is, GLuint made[MOST])
{
	GLuint *name = &made[chance(MOST)];
	if (!*name || !GL(PFNGLISBUFFERPROC, is)(*name))
		GL(PFNGLGENBUFFERSPROC, gen)(1, name);
	failed();
	if (chance(4)) {
		GLuint bound = chance(3) ? *name : 0;
		GL(PFNGLUSEPROGRAMPROC, gs_data_name(bind))(bound);
		if (!failed())
			tell(w, bind, NO_RESULT, NULL, 1, U(bound));
	} else {
		GL(PFNGLDELETEBUFFERSPROC, gs_data_name(delete))(1, name);
		if (!failed())
			tell(w, delete, NO_RESULT, name, 2, U(1), U(1));
	}
}

static void handle_pipeline(const struct worker *w)
{
	static GLuint made[MOST];
	if (uses_program())
		return;
	handle_names(w, GS_FN_glBindProgramPipeline, GS_FN_glDeleteProgramPipelines,
		"glGenProgramPipelines", "glIsProgramPipeline", made);
}

static void handle_array(const struct worker *w)
{
	static GLuint made[MOST];
	handle_names(w, GS_FN_glBindVertexArray, GS_FN_glDeleteVertexArrays, "glGenVertexArrays",
		"glIsVertexArray", made);
}

static void handle_list(const struct worker *w)
{
	GLint open = 0;
	GLuint list = 1 + chance(LISTS);
	GLenum mode = chance(2) ? GL_COMPILE : GL_COMPILE_AND_EXECUTE;
	glGetIntegerv(GL_LIST_INDEX, &open);
	if (open) {
		glEndList();
		if (!failed())
			tell(w, GS_FN_glEndList, NO_RESULT, NULL, 0);
	} else if (chance(2)) {
		glNewList(list, mode);
		if (!failed())
			tell(w, GS_FN_glNewList, NO_RESULT, NULL, 2, U(list), U(mode));
	} else {
		glCallList(list);
		if (!failed())
			tell(w, GS_FN_glCallList, NO_RESULT, NULL, 1, U(list));
	}
}

static void choose_unit(const struct worker *w)
{
	GLenum unit = GL_TEXTURE0 + chance(4);
	glClientActiveTexture(unit);
	if (!failed())
		tell(w, GS_FN_glClientActiveTexture, NO_RESULT, NULL, 1, U(unit));
}

/* ---- buffers ---- */

static const GLenum buffer_targets[] = {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER,
	GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_UNIFORM_BUFFER, GL_COPY_READ_BUFFER};

static void bind_buffer(const struct worker *w)
{
	GLenum target = buffer_targets[chance(G_N_ELEMENTS(buffer_targets))];
	GLuint name = own_name();
	GL(PFNGLBINDBUFFERPROC, "glBindBuffer")(target, name);
	if (!failed())
		tell(w, GS_FN_glBindBuffer, NO_RESULT, NULL, 2, U(target), U(name));
}

/* A vertex array that is not bound keeps a buffer that is deleted, whose name may be another's. */
static bool is_kept(const struct worker *w, GLuint name)
{
	const struct gs_follow_context *context = gs_follow_enter(follow, w->number)->context;
	GHashTableIter iter;
	gpointer array, bound;
	g_hash_table_iter_init(&iter, context->element_buffers);
	while (g_hash_table_iter_next(&iter, &array, &bound))
		if (U(bound) == name && U(array) != context->vertex_array)
			return true;
	return false;
}

static void delete_buffer(const struct worker *w)
{
	GLuint name = own_name();
	if (is_kept(w, name))
		return;
	GL(PFNGLDELETEBUFFERSPROC, "glDeleteBuffers")(1, &name);
	if (!failed())
		tell(w, GS_FN_glDeleteBuffers, NO_RESULT, &name, 2, U(1), U(1));
}

static void fill_buffer(const struct worker *w)
{
	GLenum target = buffer_targets[chance(G_N_ELEMENTS(buffer_targets))];
	GLsizeiptr size = 16 * (1 + chance(8));
	GL(PFNGLBUFFERDATAPROC, "glBufferData")(target, size, NULL, GL_STREAM_DRAW);
	if (!failed())
		tell(w, GS_FN_glBufferData, NO_RESULT, NULL, 4, U(target), U(size), U(0),
			U(GL_STREAM_DRAW));
}

static void save_client_state(const struct worker *w)
{
	static const GLbitfield masks[] = {
		GL_CLIENT_PIXEL_STORE_BIT, GL_CLIENT_VERTEX_ARRAY_BIT, GL_CLIENT_ALL_ATTRIB_BITS};
	GLbitfield mask = masks[chance(G_N_ELEMENTS(masks))];
	bool pushes = chance(2);
	if (pushes)
		glPushClientAttrib(mask);
	else
		glPopClientAttrib();
	if (failed())
		return;
	if (pushes)
		tell(w, GS_FN_glPushClientAttrib, NO_RESULT, NULL, 1, U(mask));
	else
		tell(w, GS_FN_glPopClientAttrib, NO_RESULT, NULL, 0);
}

/* ---- comparing ---- */

static void compare(const char *what, uint64_t told, uint64_t asked)
{
	if (told == asked)
		return;
	fprintf(stderr, "FAIL step %u, %s: %s is 0x%llx, and 0x%llx by the driver\n", step, last,
		what, (unsigned long long)told, (unsigned long long)asked);
	exit(1);
}

static void compare_integer(const char *what, uint64_t told, GLenum name)
{
	GLint asked = 0;
	glGetIntegerv(name, &asked);
	if (!failed())
		compare(what, told, (GLuint)asked);
}

static void compare_buffers(const struct gs_follow_context *context)
{
	char what[32];
	for (size_t i = 0; i < G_N_ELEMENTS(buffer_targets); i++) {
		GLenum target = buffer_targets[i];
		uint64_t name = gs_follow_buffer(context, target);
		GLint size = 0;
		snprintf(what, sizeof what, "the buffer at 0x%x", target);
		compare_integer(what, name, gs_data_buffer_binding(target));
		GL(PFNGLGETBUFFERPARAMETERIVPROC, "glGetBufferParameteriv")
		(target, GL_BUFFER_SIZE, &size);
		if (!failed() && name)
			compare("the buffer's size", gs_follow_buffer_size(context, name),
				(uint64_t)size);
	}
}

static void compare_all(const struct worker *w)
{
	const struct gs_follow_thread *thread = gs_follow_enter(follow, w->number);
	const struct gs_follow_context *context = thread->context;
	compare("the context", context ? context->handle : 0, U(eglGetCurrentContext()));
	compare("what is drawn into", thread->draw ? thread->draw->handle : 0,
		U(eglGetCurrentSurface(EGL_DRAW)));
	compare("what is read from", thread->read ? thread->read->handle : 0,
		U(eglGetCurrentSurface(EGL_READ)));
	compare("the API", thread->is_opengl, eglQueryAPI() == EGL_OPENGL_API);
	if (!context)
		return;
	compare_integer("the framebuffer", context->draw_framebuffer.name, GL_FRAMEBUFFER_BINDING);
	compare_integer("the program", context->program.name, GL_CURRENT_PROGRAM);
	if (gs_follow_knows(follow, &context->pipeline))
		compare_integer(
			"the pipeline", context->pipeline.name, GL_PROGRAM_PIPELINE_BINDING);
	compare_integer("the vertex array", context->vertex_array, GL_VERTEX_ARRAY_BINDING);
	compare_buffers(context);
	if (is_es())
		return;
	compare_integer("the list", context->list, GL_LIST_INDEX);
	compare_integer("the unit", GL_TEXTURE0 + context->client_unit, GL_CLIENT_ACTIVE_TEXTURE);
}

static void take_step(const struct worker *w)
{
	static void (*const of_egl[])(const struct worker *) = {create_context, destroy_context,
		create_surface, make_current, make_current, make_current, bind_api, release_thread};
	static void (*const of_gl[])(const struct worker *) = {use_program, use_program,
		bind_framebuffer, delete_framebuffer, bind_buffer, bind_buffer, bind_buffer,
		fill_buffer, delete_buffer, handle_pipeline, handle_array, handle_list, handle_list,
		choose_unit, save_client_state};
	bool has_context = eglGetCurrentContext() != EGL_NO_CONTEXT;
	unsigned n = G_N_ELEMENTS(of_gl) - (has_context && is_es() ? 4 : 0);
	if (has_context && chance(4))
		of_gl[chance(n)](w);
	else
		of_egl[chance(G_N_ELEMENTS(of_egl))](w);
	compare_all(w);
}

static void *work(void *data)
{
	struct worker *w = data;
	for (sem_wait(&w->go); !is_over; sem_wait(&w->go)) {
		take_step(w);
		sem_post(&w->done);
	}
	eglReleaseThread();
	return NULL;
}

static void run(void)
{
	struct worker workers[] = {{.number = 1}, {.number = 2}};
	for (unsigned i = 0; i < G_N_ELEMENTS(workers); i++) {
		sem_init(&workers[i].go, 0, 0);
		sem_init(&workers[i].done, 0, 0);
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			exit(BROKEN);
	}
	for (step = 0; step < STEPS; step++) {
		struct worker *w = &workers[chance(G_N_ELEMENTS(workers))];
		sem_post(&w->go);
		sem_wait(&w->done);
	}
	is_over = true;
	for (unsigned i = 0; i < G_N_ELEMENTS(workers); i++) {
		sem_post(&workers[i].go);
		pthread_join(workers[i].thread, NULL);
	}
}

int main(int argc, char **argv)
{
	const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_BIT | EGL_OPENGL_ES2_BIT, EGL_NONE};
	EGLint n = 0;
	seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
	setenv("EGL_PLATFORM", "surfaceless", 0); /* Mesa: needs no display */
	display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (!eglInitialize(display, NULL, NULL) ||
		!eglChooseConfig(display, attributes, &config, 1, &n) || !n) {
		fprintf(stderr, "SKIPPED: EGL has no pbuffers here for OpenGL and OpenGL ES\n");
		return SKIPPED;
	}
	follow = gs_follow_new(NULL);
	run();
	gs_follow_free(follow);
	return 0;
}
