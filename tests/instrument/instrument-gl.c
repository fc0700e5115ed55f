/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <glib.h>
#include <epoxy/gl.h>
#include <epoxy/egl.h>
#include "tests/instrument/instrument-gl.h"

static EGLDisplay display = EGL_NO_DISPLAY;
static EGLContext context = EGL_NO_CONTEXT;
static GLuint vao, vbo, texture;
static bool is_es, is_core;

static bool open_display(void)
{
	if (display != EGL_NO_DISPLAY)
		return true;
	if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
		display = eglGetPlatformDisplayEXT(
			EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (display == EGL_NO_DISPLAY)
		display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
		printf("no EGL display\n");
		display = EGL_NO_DISPLAY;
		return false;
	}
	return true;
}

static void make_objects(void)
{
	float quad[512] = {-1, -1, 1, -1, -1, 1, 1, 1};
	uint8_t texels[4 * 4 * 4];

	for (unsigned i = 8; i < G_N_ELEMENTS(quad); i++)
		quad[i] = (float)i;
	for (unsigned i = 0; i < sizeof(texels); i++)
		texels[i] = (uint8_t)(i * 4);
	if (epoxy_gl_version() >= 30) {
		glGenVertexArrays(1, &vao);
		glBindVertexArray(vao);
	}
	glGenBuffers(1, &vbo);
	glBindBuffer(GL_ARRAY_BUFFER, vbo);
	glBufferData(GL_ARRAY_BUFFER, sizeof(quad), quad, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glViewport(0, 0, SIZE, SIZE);
}

bool gl_start(enum gs_api api, unsigned version)
{
	const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, (EGLint)(version / 10),
		EGL_CONTEXT_MINOR_VERSION, (EGLint)(version % 10), EGL_CONTEXT_OPENGL_PROFILE_MASK,
		EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	const EGLint compatibility[] = {EGL_CONTEXT_MAJOR_VERSION, (EGLint)(version / 10),
		EGL_CONTEXT_MINOR_VERSION, (EGLint)(version % 10), EGL_CONTEXT_OPENGL_PROFILE_MASK,
		EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, EGL_NONE};
	const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, (EGLint)(version / 10),
		EGL_CONTEXT_MINOR_VERSION, (EGLint)(version % 10), EGL_NONE};

	if (!open_display())
		return false;
	is_es = api == GS_API_ES;
	is_core = api == GS_API_CORE;
	eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT,
		is_es	  ? es
		: is_core ? core
			  : compatibility);
	if (context == EGL_NO_CONTEXT ||
		!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
		printf("no context of version %u\n", version);
		return false;
	}
	make_objects();
	return true;
}

void gl_stop(void)
{
	eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglDestroyContext(display, context);
	context = EGL_NO_CONTEXT;
}

unsigned gl_draw_buffers(void)
{
	GLint n = 1;

	glGetIntegerv(GL_MAX_DRAW_BUFFERS, &n);
	return (unsigned)n;
}

const char *gl_renderer(void)
{
	return (const char *)glGetString(GL_RENDERER);
}

unsigned gl_glsl_version(void)
{
	unsigned major = 0, minor = 0;
	const char *text = (const char *)glGetString(GL_SHADING_LANGUAGE_VERSION);

	if (g_str_has_prefix(text, "OpenGL ES GLSL ES "))
		text += strlen("OpenGL ES GLSL ES ");
	sscanf(text, "%u.%u", &major, &minor);
	return major * 100 + minor;
}

/* ---- programs ---- */

char *gl_lift(const char *text, enum gs_version_upgrade lift)
{
	const char *line = lift == GS_UPGRADE_400_COMPATIBILITY ? "#version 400 compatibility\n"
								: "#version 400\n";

	if (lift == GS_UPGRADE_NONE)
		return g_strdup(text);
	const char *version = strstr(text, "#version");
	const char *rest = version ? strchr(version, '\n') : NULL;
	return g_strconcat(line, rest ? rest : version ? "" : text, NULL);
}

GLuint gl_compile(GLenum type, const char *text, char **log)
{
	GLuint shader = glCreateShader(type);
	GLint ok;
	char buffer[4096];

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	if (!ok && !*log) {
		glGetShaderInfoLog(shader, sizeof(buffer), NULL, buffer);
		*log = g_strdup(buffer);
	}
	return shader;
}

static GLuint link_program(const char *vertex, char *const *texts, size_t n,
	enum gs_version_upgrade lift, char *const *outputs, unsigned n_outputs, char **log)
{
	GLuint program = glCreateProgram(), shader;
	char *text = gl_lift(vertex, lift), buffer[4096];
	GLint ok;

	*log = NULL;
	shader = gl_compile(GL_VERTEX_SHADER, text, log);
	glAttachShader(program, shader);
	glDeleteShader(shader);
	for (size_t i = 0; i < n; i++) {
		shader = gl_compile(GL_FRAGMENT_SHADER, texts[i], log);
		glAttachShader(program, shader);
		glDeleteShader(shader);
	}
	g_free(text);
	glBindAttribLocation(program, 0, "p");
	for (unsigned i = 0; i < n_outputs; i++)
		if (outputs[i] && *outputs[i])
			glBindFragDataLocation(program, i, outputs[i]);
	if (!*log)
		glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &ok);
	if (!ok && !*log) {
		glGetProgramInfoLog(program, sizeof(buffer), NULL, buffer);
		*log = g_strdup(buffer);
	}
	if (*log) {
		glDeleteProgram(program);
		return 0;
	}
	return program;
}

char *gl_try(const char *vertex, char *const *texts, size_t n, enum gs_version_upgrade lift)
{
	char *log;
	GLuint program = link_program(vertex, texts, n, lift, NULL, 0, &log);

	if (program)
		glDeleteProgram(program);
	return log;
}

/* ---- drawing ---- */

struct surface {
	GLuint framebuffer, image[16];
	bool is_uint[16];
	unsigned n;
};

static void make_surface(struct surface *s, unsigned n, const enum gs_attachment *kinds)
{
	GLenum buffers[16];

	s->n = n;
	glGenFramebuffers(1, &s->framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, s->framebuffer);
	glGenTextures((GLsizei)n, s->image);
	for (unsigned i = 0; i < n; i++) {
		s->is_uint[i] = kinds[i] == GS_ATTACHMENT_UINT;
		glBindTexture(GL_TEXTURE_2D, s->image[i]);
		if (s->is_uint[i])
			glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, SIZE, SIZE, 0, GL_RGBA_INTEGER,
				GL_UNSIGNED_INT, NULL);
		else
			glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, SIZE, SIZE, 0, GL_RGBA, GL_FLOAT,
				NULL);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_TEXTURE_2D, s->image[i], 0);
		buffers[i] = GL_COLOR_ATTACHMENT0 + i;
	}
	glDrawBuffers((GLsizei)n, buffers);
	glBindTexture(GL_TEXTURE_2D, texture);
	for (unsigned i = 0; i < n; i++) {
		static const GLuint zero[4];
		static const GLfloat zero_float[4];
		if (s->is_uint[i])
			glClearBufferuiv(GL_COLOR, (GLint)i, zero);
		else
			glClearBufferfv(GL_COLOR, (GLint)i, zero_float);
	}
}

static void read_surface(struct surface *s, struct target *t)
{
	memset(t, 0, sizeof(*t));
	t->n = s->n;
	t->n_elements = SIZE * SIZE;
	t->images.width = t->images.height = SIZE;
	for (unsigned i = 0; i < s->n; i++) {
		t->pixels[i] = g_new0(uint32_t, SIZE * SIZE * 4);
		t->images.attachment[i] = t->pixels[i];
		glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
		glReadPixels(0, 0, SIZE, SIZE, s->is_uint[i] ? GL_RGBA_INTEGER : GL_RGBA,
			s->is_uint[i] ? GL_UNSIGNED_INT : GL_FLOAT, t->pixels[i]);
	}
	glDeleteFramebuffers(1, &s->framebuffer);
	glDeleteTextures((GLsizei)s->n, s->image);
}

void gl_set_wanted(unsigned program, const struct gs_variant *v)
{
	if (v->uniform)
		glUniform1iv(
			glGetUniformLocation(program, v->uniform), (GLsizei)v->n_uniform, v->want);
}

static struct {
	GLenum stage;
	const struct gs_subroutine_choice *choices;
	size_t n;
} chosen;

void gl_choose(enum gs_stage stage, const struct gs_subroutine_choice *choices, size_t n)
{
	static const GLenum stages[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER,
		GL_COMPUTE_SHADER};

	chosen.stage = stages[stage];
	chosen.choices = choices;
	chosen.n = n;
}

void gl_set_choices(unsigned program)
{
	GLuint indices[64] = {0};
	GLint n = 0;

	if (!chosen.n)
		return;
	glGetProgramStageiv(program, chosen.stage, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
	for (size_t i = 0; i < chosen.n; i++) {
		GLint at = glGetSubroutineUniformLocation(
			program, chosen.stage, chosen.choices[i].uniform);
		if (at >= 0 && at < 64)
			indices[at] = glGetSubroutineIndex(
				program, chosen.stage, chosen.choices[i].function);
	}
	if (n > 0 && n <= 64)
		glUniformSubroutinesuiv(chosen.stage, n, indices);
}

static void draw(GLuint program, const struct gs_variant *v)
{
	glUseProgram(program);
	gl_set_choices(program);
	if (v)
		gl_set_wanted(program, v);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glUseProgram(0);
	glDeleteProgram(program);
}

static bool check_error(char **log)
{
	GLenum error = glGetError();

	if (error != GL_NO_ERROR)
		*log = g_strdup_printf("GL error 0x%x", error);
	return error == GL_NO_ERROR;
}

bool gl_draw_variant(const char *vertex, const struct gs_variant *v, size_t n_units,
	struct target *target, char **log)
{
	struct surface s;

	make_surface(&s, v->n_attachments, v->attachment);
	for (unsigned i = 0; i < v->n_passes; i++) {
		GLuint program = link_program(vertex, v->pass[i].texts, n_units, v->upgrade,
			v->output, v->n_attachments, log);
		if (!program) {
			glDeleteFramebuffers(1, &s.framebuffer);
			glDeleteTextures((GLsizei)s.n, s.image);
			return false;
		}
		draw(program, v);
	}
	read_surface(&s, target);
	return check_error(log);
}

bool gl_draw_original(
	const char *vertex, char *const *texts, size_t n_units, struct target *target, char **log)
{
	static const enum gs_attachment kind = GS_ATTACHMENT_FLOAT;
	struct surface s;
	GLuint program = link_program(vertex, texts, n_units, GS_UPGRADE_NONE, NULL, 0, log);

	if (!program)
		return false;
	make_surface(&s, 1, &kind);
	draw(program, NULL);
	read_surface(&s, target);
	return check_error(log);
}

void target_finish(struct target *target)
{
	for (unsigned i = 0; i < target->n; i++)
		g_free(target->pixels[i]);
	memset(target, 0, sizeof(*target));
}
