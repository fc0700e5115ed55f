/* SPDX-License-Identifier: MIT */
/*
 * What a draw reads, as this driver has it: a line each, with tabs between: state, uniform, buffer,
 * texture or source; a name; the value, a sum of what it holds, or a line of a shader's text.
 */
#include <stdio.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "data/constants.h"
#include "data/state.h"
#include "data/targets.h"
#include "replay/private.h"
#include "replay/reading.h"
#include "replay/watching.h"
#include "replay/snapshot/snapshot-private.h"

enum {
	LONGEST_NAME = 256,
	MOST_VALUES = 16,
	MOST_ELEMENTS = 64,
	MOST_LEVELS = 16,
	MOST_UNITS = 32,
	MOST_SHADERS = 16,
	LONGEST_TEXT = 1000, /* of a line */
	UNTOUCHED = 0xff,    /* bytes of a NaN that no driver gives */
};

/* ---- state ---- */

static void tell_values(FILE *out, const GLfloat *values, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		fprintf(out, "%s%.9g", i ? " " : "", (double)values[i]);
	fputc('\n', out);
}

static void tell_variable(
	struct gs_player *player, FILE *out, const struct gs_state_variable *variable)
{
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(player, "glIsEnabled");
	void (*get)(GLenum, GLfloat *) = gs_replay_find(player, "glGetFloatv");
	GLfloat values[4 * MOST_VALUES] = {0};
	unsigned n = MIN(variable->count, MOST_VALUES);
	gs_replay_errors(player);
	if (variable->kind == GS_STATE_CAPABILITY)
		values[0] = is_enabled(variable->value);
	else
		get(variable->value, values);
	if (gs_replay_errors(player))
		return;
	fprintf(out, "state\t%s\t", variable->name);
	tell_values(out, values, MAX(n, 1));
}

static void tell_state(struct gs_player *player, FILE *out)
{
	const struct gs_state_variable *variable;
	for (unsigned i = 0; (variable = gs_data_state_variable(i)); i++) {
		const struct gs_state_scope *scope = gs_data_state_scope(variable->scope);
		if (scope && !scope->is_owned && !*scope->prefix)
			tell_variable(player, out, variable);
	}
	for (unsigned i = 0; (variable = gs_data_state_variable(i)); i++) {
		const struct gs_state_scope *scope = gs_data_state_scope(variable->scope);
		if (scope && scope->is_first) /* the first of several is the context's, too */
			tell_variable(player, out, variable);
	}
}

/* ---- uniforms ---- */

struct program {
	struct gs_player *player;
	FILE *out;
	GLuint name;
	bool units[MOST_UNITS]; /* that it looks up */
};

static bool is_texture(GLenum type)
{
	const char *name = gs_data_enum_name("UniformType", type, GS_FUNCTION_GL);
	return name && strstr(name, "SAMPLER");
}

static void tell_uniform(struct program *p, const char *name, GLenum type)
{
	GLint (*find)(GLuint, const char *) = gs_replay_find(p->player, "glGetUniformLocation");
	void (*get)(GLuint, GLint, GLfloat *) = gs_replay_find(p->player, "glGetUniformfv");
	GLfloat values[2 * MOST_VALUES], untouched;
	GLint location = find(p->name, name);
	unsigned n = 0;
	if (location < 0)
		return;
	memset(values, UNTOUCHED, sizeof values);
	memset(&untouched, UNTOUCHED, sizeof untouched);
	get(p->name, location, values);
	while (n < MOST_VALUES && memcmp(&values[n], &untouched, sizeof untouched) != 0)
		n++;
	if (gs_replay_errors(p->player) || !n)
		return;
	if (is_texture(type) && values[0] >= 0 && values[0] < MOST_UNITS)
		p->units[(unsigned)values[0]] = true;
	fprintf(p->out, "uniform\t%s\t", name);
	tell_values(p->out, values, n);
}

static void tell_uniforms(struct program *p)
{
	void (*ask)(GLuint, GLenum, GLint *) = gs_replay_find(p->player, "glGetProgramiv");
	void (*get)(GLuint, GLuint, GLsizei, GLsizei *, GLint *, GLenum *, char *) = gs_replay_find(
		p->player, "glGetActiveUniform");
	GLint n = 0;
	if (!p->name || !ask || !get)
		return;
	ask(p->name, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n && !gs_replay_errors(p->player); i++) {
		char name[LONGEST_NAME] = "";
		GLint size = 0;
		GLenum type = 0;
		get(p->name, (GLuint)i, sizeof name - MOST_VALUES, NULL, &size, &type, name);
		char *index = size > 1 ? strrchr(name, '[') : NULL;
		if (!index) {
			tell_uniform(p, name, type);
			continue;
		}
		for (GLint k = 0; k < MIN(size, MOST_ELEMENTS); k++) {
			g_snprintf(index, MOST_VALUES, "[%d]", k);
			tell_uniform(p, name, type);
		}
	}
}

/* ---- texts ---- */

static void tell_lines(struct program *p, GLenum stage, char *text)
{
	const char *name = gs_data_enum_name("ShaderType", stage, GS_FUNCTION_GL);
	unsigned number = 0;
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (char **at = lines; *at; at++)
		fprintf(p->out, "source\t%s %u\t%.*s\n", name ? name : "shader", ++number,
			LONGEST_TEXT, *at);
}

static void tell_sources(struct program *p)
{
	void (*attached)(GLuint, GLsizei, GLsizei *, GLuint *) = gs_replay_find(
		p->player, "glGetAttachedShaders");
	void (*ask)(GLuint, GLenum, GLint *) = gs_replay_find(p->player, "glGetShaderiv");
	void (*get)(GLuint, GLsizei, GLsizei *, char *) = gs_replay_find(
		p->player, "glGetShaderSource");
	GLuint shaders[MOST_SHADERS];
	GLsizei n = 0;
	if (!p->name || !attached || !ask || !get)
		return;
	attached(p->name, MOST_SHADERS, &n, shaders);
	for (GLsizei i = 0; i < n && !gs_replay_errors(p->player); i++) {
		GLint stage = 0, length = 0;
		ask(shaders[i], GL_SHADER_TYPE, &stage);
		ask(shaders[i], GL_SHADER_SOURCE_LENGTH, &length);
		g_autofree char *text = g_malloc0((gsize)MAX(length, 0) + 1);
		if (length > 0)
			get(shaders[i], length, NULL, text);
		tell_lines(p, (GLenum)stage, text);
	}
}

/* ---- what buffers and textures hold ---- */

static void tell_sum(FILE *out, const char *kind, const char *name, const void *bytes, size_t n)
{
	fprintf(out, "%s\t%s\t%llx\n", kind, name,
		(unsigned long long)gs_replay_watch_sum(bytes, n));
}

static void tell_buffer(struct gs_player *player, FILE *out, GLuint name, const char *as)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(player, "glBindBuffer");
	void (*ask)(GLenum, GLenum, GLint *) = gs_replay_find(player, "glGetBufferParameteriv");
	void (*get)(GLenum, GLintptr, GLsizeiptr, void *) = gs_replay_find(
		player, "glGetBufferSubData");
	GLint bound = gs_replay_get(player, GL_ARRAY_BUFFER_BINDING), size = 0;
	if (!name || gs_replay_context(player)->is_es || !get)
		return;
	bind(GL_ARRAY_BUFFER, name);
	ask(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
	void *bytes = g_malloc0((gsize)MAX(size, 1));
	get(GL_ARRAY_BUFFER, 0, size, bytes);
	if (!gs_replay_errors(player))
		tell_sum(out, "buffer", as, bytes, (size_t)MAX(size, 0));
	g_free(bytes);
	bind(GL_ARRAY_BUFFER, (GLuint)bound);
}

static void tell_buffers(struct gs_player *player, FILE *out)
{
	void (*get)(GLuint, GLenum, GLint *) = gs_replay_find(player, "glGetVertexAttribiv");
	GLint n = get ? gs_replay_get(player, GL_MAX_VERTEX_ATTRIBS) : 0;
	for (GLint i = 0; i < n; i++) {
		GLint is_on = 0, buffer = 0;
		char name[LONGEST_NAME];
		get((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &is_on);
		get((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
		g_snprintf(name, sizeof name, "attribute %d", i);
		if (!gs_replay_errors(player) && is_on)
			tell_buffer(player, out, (GLuint)buffer, name);
	}
	tell_buffer(player, out, (GLuint)gs_replay_get(player, GL_ELEMENT_ARRAY_BUFFER_BINDING),
		"GL_ELEMENT_ARRAY_BUFFER");
}

static void tell_image(
	struct gs_player *player, FILE *out, unsigned unit, GLuint texture, GLenum target)
{
	const struct gs_snapshot_gl gl = gs_snapshot_player_gl(player);
	for (GLint level = 0; level < MOST_LEVELS; level++) {
		struct gs_snapshot_image image = {
			.texture = texture, .target = target, .level = level};
		char name[LONGEST_NAME];
		if (!gs_snapshot_ask_image(&gl, &image) || gs_snapshot_find_format(&gl, &image))
			break;
		uint8_t *bytes = g_malloc0(image.size + 1);
		const char *target_name = gs_data_enum_name(
			"TextureTarget", target, GS_FUNCTION_GL);
		g_snprintf(name, sizeof name, "level %d of the %s of unit %u", level,
			target_name ? target_name : "texture", unit);
		if (gs_snapshot_read_image(&gl, &image, bytes))
			tell_sum(out, "texture", name, bytes, image.size);
		g_free(bytes);
	}
	gs_snapshot_errors(&gl);
}

static void tell_textures(struct program *p)
{
	size_t n;
	const struct gs_texture_target *targets = gs_data_texture_targets(&n);
	struct gs_player *player = p->player;
	void (*choose)(GLenum) = gs_replay_find(player, "glActiveTexture");
	GLint active = gs_replay_get(player, GL_ACTIVE_TEXTURE);
	for (unsigned unit = 0; unit < MOST_UNITS && choose; unit++) {
		if (p->name ? !p->units[unit] : unit > 0)
			continue;
		choose(GL_TEXTURE0 + unit);
		for (size_t i = 0; i < n; i++) {
			GLint texture = gs_replay_get(player, targets[i].binding);
			if (!gs_replay_errors(player) && texture)
				tell_image(player, p->out, unit, (GLuint)texture, targets[i].image);
		}
	}
	if (choose)
		choose((GLenum)active);
	gs_replay_errors(player);
}

void gs_replay_watch_tell_inputs(struct gs_player *player, FILE *out)
{
	struct gs_replay_reading saved = {0};
	struct program program = {.player = player, .out = out};
	gs_replay_errors(player);
	program.name = (GLuint)gs_replay_get(player, GL_CURRENT_PROGRAM);
	gs_replay_errors(player); /* OpenGL ES 1 has no programs */
	tell_state(player, out);
	tell_uniforms(&program);
	gs_replay_begin_reading(
		player, &saved, (unsigned)gs_replay_get(player, GL_DRAW_FRAMEBUFFER_BINDING));
	tell_buffers(player, out);
	tell_textures(&program);
	tell_sources(&program);
	gs_replay_end_reading(player, &saved);
	gs_replay_errors(player);
	fputs("done\n", out);
	fflush(out);
}
