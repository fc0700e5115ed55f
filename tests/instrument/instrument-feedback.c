/* SPDX-License-Identifier: MIT */
/* Variants of the stages that draw nothing: transform feedback, and a storage buffer for compute.
 */
#include <stdio.h>
#include <string.h>
#include <glib.h>
#include <epoxy/gl.h>
#include "tests/instrument/instrument-gl.h"

enum { MAX_RECORDS = 1 << 15 };

static const GLenum types[GS_N_STAGES] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
	GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER, GL_COMPUTE_SHADER};

static const unsigned order[] = {GS_STAGE_VERTEX, GS_STAGE_TESS_CONTROL, GS_STAGE_TESS_EVALUATION,
	GS_STAGE_GEOMETRY, GS_STAGE_FRAGMENT, GS_STAGE_COMPUTE};

static void attach(
	GLuint program, GLenum type, const char *text, enum gs_version_upgrade lift, char **log)
{
	char *lifted = gl_lift(text, lift);
	GLuint shader = gl_compile(type, lifted, log);

	glAttachShader(program, shader);
	glDeleteShader(shader);
	g_free(lifted);
}

/* OpenGL ES wants a fragment shader in every program that draws. */
static void attach_empty_fragment(GLuint program, const char *like, char **log)
{
	const char *version = g_str_has_prefix(like, "#version 3") ? strstr(like, " es") : NULL;
	char *line = version ? g_strndup(like, strcspn(like, "\n")) : g_strdup("#version 100");
	char *text = g_strconcat(line, "\nvoid main() {}\n", NULL);

	attach(program, GL_FRAGMENT_SHADER, text, GS_UPGRADE_NONE, log);
	g_free(line);
	g_free(text);
}

static GLuint link_program(GLuint program, char **log)
{
	char buffer[4096];
	GLint ok = 0;

	if (!*log) {
		glLinkProgram(program);
		glGetProgramiv(program, GL_LINK_STATUS, &ok);
		if (!ok) {
			glGetProgramInfoLog(program, sizeof(buffer), NULL, buffer);
			*log = g_strdup(buffer);
		}
	}
	if (!*log)
		return program;
	glDeleteProgram(program);
	return 0;
}

GLuint gl_link_pipeline(const struct gl_pipeline *p, char **log)
{
	GLuint program = glCreateProgram();

	*log = NULL;
	for (unsigned s = 0; s < GS_N_STAGES; s++)
		for (unsigned u = 0; u < p->n[s]; u++)
			attach(program, types[s], p->text[s][u], GS_UPGRADE_NONE, log);
	if (p->is_separable)
		glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
	return link_program(program, log);
}

GLuint gl_link_variant(
	const struct gl_pipeline *p, const struct gs_variant *v, unsigned pass, char **log)
{
	const struct gs_variant_pass *vp = &v->pass[pass];
	GLuint program = glCreateProgram();

	*log = NULL;
	for (unsigned i = 0; i < G_N_ELEMENTS(order); i++) {
		unsigned s = order[i];
		for (unsigned u = 0; u < p->n[s] && s != p->stage; u++)
			attach(program, types[s], p->text[s][u], v->upgrade, log);
		if (s == p->stage) {
			for (unsigned u = 0; u < p->n[s]; u++)
				attach(program, types[s], vp->texts[u], GS_UPGRADE_NONE, log);
			break;
		}
	}
	if (p->stage == GS_STAGE_GEOMETRY && strstr(vp->texts[0], "_geometry_shader4")) {
		glProgramParameteri(program, 0x8DDC /* GL_GEOMETRY_OUTPUT_TYPE_ARB */, GL_POINTS);
		glProgramParameteri(program, 0x8DDA /* GL_GEOMETRY_VERTICES_OUT_ARB */, 16);
	}
	if (vp->added)
		attach(program, GL_TESS_EVALUATION_SHADER, vp->added, GS_UPGRADE_NONE, log);
	if (v->channel == GS_OUTPUT_CHANNEL_FEEDBACK) {
		if (!epoxy_is_desktop_gl())
			attach_empty_fragment(program, vp->texts[0], log);
		glTransformFeedbackVaryings(program, (GLsizei)v->n_attachments,
			(const char *const *)v->output, GL_INTERLEAVED_ATTRIBS);
	}
	for (unsigned i = 0; i < v->n_attachments && v->channel == GS_OUTPUT_CHANNEL_DRAW_BUFFERS;
		i++)
		if (*v->output[i])
			glBindFragDataLocation(program, i, v->output[i]);
	if (p->is_separable)
		glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
	return link_program(program, log);
}

/* ---- running ---- */

static void draw(const struct gl_pipeline *p)
{
	GLenum mode = p->stage == GS_STAGE_VERTEX ? GL_POINTS : p->mode;

	if (mode == GL_PATCHES)
		glPatchParameteri(GL_PATCH_VERTICES, p->patch_vertices);
	glDrawArraysInstanced(mode, 0, p->count, p->instances);
}

static uint32_t *feed_back(const struct gl_pipeline *p, unsigned n_words, GLuint *n)
{
	GLsizeiptr size = (GLsizeiptr)MAX_RECORDS * n_words * 4;
	uint32_t *words = g_malloc((gsize)size);
	GLuint buffer, query, framebuffer, image;

	/* nothing is drawn, but without a window there must be somewhere to */
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &image);
	glBindRenderbuffer(GL_RENDERBUFFER, image);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, NULL, GL_STREAM_READ);
	glGenQueries(1, &query);
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
	glBeginTransformFeedback(GL_POINTS);
	draw(p);
	glEndTransformFeedback();
	glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	glDisable(GL_RASTERIZER_DISCARD);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, n);
	void *data = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size, GL_MAP_READ_BIT);
	if (data)
		memcpy(words, data, (gsize)*n * n_words * 4);
	glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
	glDeleteFramebuffers(1, &framebuffer);
	glDeleteRenderbuffers(1, &image);
	glDeleteQueries(1, &query);
	glDeleteBuffers(1, &buffer);
	return words;
}

static void dispatch(
	const struct gl_pipeline *p, GLuint program, unsigned n_attachments, struct target *target)
{
	GLint local[3];
	GLuint buffer;
	unsigned n = 1;

	glGetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, local);
	for (unsigned i = 0; i < 3; i++)
		n *= p->groups[i] * (unsigned)local[i];
	GLsizeiptr size = (GLsizeiptr)n * n_attachments * 16;
	uint32_t *zero = g_malloc0((gsize)size);
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GL_STORAGE_BINDING, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, size, zero, GL_STREAM_READ);
	glDispatchCompute(p->groups[0], p->groups[1], p->groups[2]);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	const uint32_t *data = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, size, GL_MAP_READ_BIT);
	for (unsigned i = 0; i < n_attachments; i++) {
		target->pixels[i] = g_memdup2(data + (size_t)i * n * 4, (gsize)n * 16);
		target->images.attachment[i] = target->pixels[i];
	}
	glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
	glDeleteBuffers(1, &buffer);
	target->n_elements = n;
	g_free(zero);
}

bool gl_run_variant(
	const struct gl_pipeline *p, const struct gs_variant *v, struct target *target, char **log)
{
	memset(target, 0, sizeof(*target));
	GLuint program = gl_link_variant(p, v, 0, log);
	if (!program)
		return false;
	glUseProgram(program);
	gl_set_choices(program);
	gl_set_wanted(program, v);
	target->n = v->n_attachments;
	if (v->channel == GS_OUTPUT_CHANNEL_STORAGE) {
		dispatch(p, program, v->n_attachments, target);
	} else {
		GLuint n = 0;
		unsigned n_words = 4 * v->n_attachments;
		uint32_t *words = feed_back(p, n_words, &n);
		for (unsigned i = 0; i < v->n_attachments; i++) {
			target->pixels[i] = g_new(uint32_t, 4 * (n + 1));
			for (unsigned k = 0; k < n; k++)
				memcpy(target->pixels[i] + 4 * k, words + k * n_words + 4 * i, 16);
			target->images.attachment[i] = target->pixels[i];
		}
		target->n_elements = n;
		g_free(words);
	}
	target->images.width = target->n_elements;
	target->images.height = 1;
	glUseProgram(0);
	glDeleteProgram(program);
	GLenum error = glGetError();
	if (error != GL_NO_ERROR)
		*log = g_strdup_printf("GL error 0x%x", error);
	return error == GL_NO_ERROR;
}
