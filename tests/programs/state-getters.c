/* SPDX-License-Identifier: MIT */
/*
 * All that GL's getters tell, of the context, by index, and of each object: every getter is tried
 * with every constant of the registry once (state_find_getters), and what it took is asked from
 * then on (state_print_getters).
 */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 64 };
#define UNTOUCHED -54321

/* object: a name, index or one of a few targets. */
struct getter {
	const char *name;
	unsigned first, last;	   /* objects */
	bool (*is)(GLuint object); /* NULL: all of them are there */
	void (*get)(GLuint object, GLenum name, GLfloat *values);
};

static void from_ints(const GLint *ints, GLfloat *values)
{
	for (int i = 0; i < VALUES; i++)
		values[i] = ints[i];
}

#define INTS                                                                                       \
	GLint ints[VALUES];                                                                        \
	for (int i = 0; i < VALUES; i++)                                                           \
	ints[i] = UNTOUCHED

static void enabled(GLuint object, GLenum name, GLfloat *values)
{
	(void)object;
	values[0] = glIsEnabled(name);
}

static void enabled_indexed(GLuint object, GLenum name, GLfloat *values)
{
	values[0] = glIsEnabledi(name, object);
}

static void indexed(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetIntegeri_v(name, object, ints);
	from_ints(ints, values);
}

static void floats_indexed(GLuint object, GLenum name, GLfloat *values)
{
	glGetFloati_v(name, object, values);
}

static void pointer(GLuint object, GLenum name, GLfloat *values)
{
	void *at = &at;

	(void)object;
	glGetPointerv(name, &at);
	values[0] = at != NULL; /* an address is another one in each run */
}

static void light(GLuint object, GLenum name, GLfloat *values)
{
	glGetLightfv(GL_LIGHT0 + object, name, values);
}

static void material(GLuint object, GLenum name, GLfloat *values)
{
	glGetMaterialfv(object ? GL_BACK : GL_FRONT, name, values);
}

static void environment(GLuint object, GLenum name, GLfloat *values)
{
	static const GLenum targets[] = {
		GL_TEXTURE_ENV, GL_TEXTURE_FILTER_CONTROL, GL_POINT_SPRITE};

	glGetTexEnvfv(targets[object], name, values);
}

static void generation(GLuint object, GLenum name, GLfloat *values)
{
	glGetTexGenfv(GL_S + object, name, values);
}

static void clip_plane(GLuint object, GLenum name, GLfloat *values)
{
	GLdouble plane[4] = {0};

	(void)object;
	glGetClipPlane(name, plane);
	for (int i = 0; i < 4; i++)
		values[i] = plane[i];
}

static void pixel_map(GLuint object, GLenum name, GLfloat *values)
{
	(void)object;
	glGetPixelMapfv(name, values);
}

static void map(GLuint object, GLenum name, GLfloat *values)
{
	static const GLenum queries[] = {GL_COEFF, GL_ORDER, GL_DOMAIN};

	glGetMapfv(name, queries[object], values);
}

static void texture(GLuint object, GLenum name, GLfloat *values)
{
	glGetTextureParameterfv(object, name, values);
}

static void level(GLuint object, GLenum name, GLfloat *values)
{
	glGetTextureLevelParameterfv(object, 0, name, values);
}

static bool is_sampler(GLuint object)
{
	return glIsSampler(object);
}

static void sampler(GLuint object, GLenum name, GLfloat *values)
{
	glGetSamplerParameterfv(object, name, values);
}

static void buffer(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetNamedBufferParameteriv(object, name, ints);
	from_ints(ints, values);
}

static void renderbuffer(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetNamedRenderbufferParameteriv(object, name, ints);
	from_ints(ints, values);
}

static bool is_framebuffer(GLuint object)
{
	return object == 0 || glIsFramebuffer(object);
}

static void framebuffer(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetNamedFramebufferParameteriv(object, name, ints);
	from_ints(ints, values);
}

static void attached(GLuint object, GLenum name, GLfloat *values)
{
	static const GLenum own[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1,
		GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT},
			    window[] = {GL_BACK_LEFT, GL_FRONT_LEFT, GL_DEPTH, GL_STENCIL};
	GLint value;

	for (int i = 0; i < 4; i++) {
		value = UNTOUCHED;
		glGetNamedFramebufferAttachmentParameteriv(
			object, object ? own[i] : window[i], name, &value);
		values[i] = value;
	}
}

static void program(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetProgramiv(object, name, ints);
	from_ints(ints, values);
}

static void shader(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetShaderiv(object, name, ints);
	from_ints(ints, values);
}

static void program_stage(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetProgramStageiv(object, GL_FRAGMENT_SHADER, name, ints);
	from_ints(ints, values);
}

static bool is_feedback(GLuint object)
{
	return object == 0 || glIsTransformFeedback(object);
}

static void feedback(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetTransformFeedbackiv(object, name, ints);
	from_ints(ints, values);
}

static void attribute(GLuint object, GLenum name, GLfloat *values)
{
	if (object > 0 || name != GL_CURRENT_VERTEX_ATTRIB)
		glGetVertexAttribfv(object, name, values);
}

static void query_target(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	glGetQueryIndexediv(name, object, GL_CURRENT_QUERY, ints);
	from_ints(ints, values);
}

static bool is_query(GLuint object)
{
	return glIsQuery(object);
}

static void query_object(GLuint object, GLenum name, GLfloat *values)
{
	INTS;
	if (name == GL_QUERY_TARGET)
		glGetQueryObjectiv(object, name, ints);
	from_ints(ints, values);
}

static bool is_texture(GLuint object)
{
	return glIsTexture(object);
}

static bool is_buffer(GLuint object)
{
	return glIsBuffer(object);
}

static bool is_renderbuffer(GLuint object)
{
	return glIsRenderbuffer(object);
}

static bool is_program(GLuint object)
{
	return glIsProgram(object);
}

static bool is_shader(GLuint object)
{
	return glIsShader(object);
}

static const struct getter getters[] = {
	{"enabled", 0, 0, NULL, enabled},
	{"enabled-indexed", 0, 7, NULL, enabled_indexed},
	{"indexed", 0, 7, NULL, indexed},
	{"floats-indexed", 0, 7, NULL, floats_indexed},
	{"pointer", 0, 0, NULL, pointer},
	{"light", 0, 7, NULL, light},
	{"material", 0, 1, NULL, material},
	{"environment", 0, 2, NULL, environment},
	{"generation", 0, 3, NULL, generation},
	{"clip-plane", 0, 0, NULL, clip_plane},
	{"pixel-map", 0, 0, NULL, pixel_map},
	{"map", 0, 2, NULL, map},
	{"texture", 1, 40, is_texture, texture},
	{"level", 1, 40, is_texture, level},
	{"sampler", 1, 8, is_sampler, sampler},
	{"buffer", 1, 60, is_buffer, buffer},
	{"renderbuffer", 1, 8, is_renderbuffer, renderbuffer},
	{"framebuffer", 0, 12, is_framebuffer, framebuffer},
	{"attached", 0, 12, is_framebuffer, attached},
	{"program", 1, 30, is_program, program},
	{"program-stage", 1, 30, is_program, program_stage},
	{"shader", 1, 30, is_shader, shader},
	{"feedback", 0, 6, is_feedback, feedback},
	{"attribute", 0, 15, NULL, attribute},
	{"query-target", 0, 3, NULL, query_target},
	{"query", 1, 8, is_query, query_object},
};
enum { N_GETTERS = sizeof(getters) / sizeof(getters[0]) };

/* Number of values; 0: an error, or nothing. */
static int ask(const struct getter *g, GLuint object, GLenum name, GLfloat *values)
{
	int n = VALUES;

	for (int i = 0; i < VALUES; i++)
		values[i] = UNTOUCHED;
	g->get(object, name, values);
	if (glGetError() != GL_NO_ERROR)
		return 0;
	while (n > 0 && values[n - 1] == UNTOUCHED)
		n--;
	return n;
}

static bool takes(const struct getter *g, GLenum name)
{
	GLfloat values[VALUES];
	bool found = false;

	for (GLuint object = g->first; !found && object <= g->last; object++)
		found = (!g->is || g->is(object)) && ask(g, object, name, values) > 0;
	return found;
}

/* Addresses of client arrays; what starts or counts something. */
static bool is_unsteady(GLenum name)
{
	return name == GL_VERTEX_BINDING_OFFSET || name == GL_COMPLETION_STATUS_KHR;
}

void state_find_getters(const char *names, FILE *out)
{
	FILE *in = fopen(names, "r");
	char text[128];
	unsigned name;

	if (!in)
		exit(99);
	while (fscanf(in, "%127s %x", text, &name) == 2)
		for (int i = 0; i < N_GETTERS; i++)
			if (!is_unsteady(name) && takes(&getters[i], name))
				fprintf(out, "%d %s %#x\n", i, text, name);
	fclose(in);
}

static void print_values(
	const struct getter *g, GLuint object, const char *text, const GLfloat *values, int n)
{
	printf("%s %u %s =", g->name, object, text);
	for (int i = 0; i < n; i++)
		printf(" %.9g", values[i]);
	printf("\n");
}

void state_print_getters(const char *found)
{
	FILE *in = fopen(found, "r");
	GLfloat values[VALUES];
	unsigned kind, name;
	char text[128];

	if (!in)
		exit(99);
	while (fscanf(in, "%u %127s %x", &kind, text, &name) == 3) {
		const struct getter *g = &getters[kind % N_GETTERS];

		for (GLuint object = g->first; object <= g->last; object++) {
			int n = !g->is || g->is(object) ? ask(g, object, name, values) : 0;

			if (n > 0)
				print_values(g, object, text, values, n);
		}
	}
	fclose(in);
}
