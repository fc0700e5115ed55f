/* SPDX-License-Identifier: MIT */
/*
 * Twins: programs with the same shaders except for a fragment shader that discards nothing, or for
 * shaders that count (measure-lookups.c). The fragments that a draw has fewer than with such a twin
 * were discarded.
 */
#include <string.h>
#include "data/constants.h"
#include "glsl/glsl.h"
#include "replay/measure/measuring.h"

enum { NAME = 256 };

static int get(struct gs_measure *measure, GLuint program, GLenum name)
{
	int value = 0;
	measure->gl.GetProgramiv(program, name, &value);
	return value;
}

/* ---- making one ---- */

static const GLenum shader_types[GS_N_STAGES] = {
	[GS_STAGE_VERTEX] = GL_VERTEX_SHADER,
	[GS_STAGE_TESS_CONTROL] = GL_TESS_CONTROL_SHADER,
	[GS_STAGE_TESS_EVALUATION] = GL_TESS_EVALUATION_SHADER,
	[GS_STAGE_GEOMETRY] = GL_GEOMETRY_SHADER,
	[GS_STAGE_FRAGMENT] = GL_FRAGMENT_SHADER,
	[GS_STAGE_COMPUTE] = GL_COMPUTE_SHADER,
};

unsigned gs_measuring_stage(GLenum shader_type)
{
	unsigned stage = 0;
	while (stage < GS_N_STAGES && shader_types[stage] != shader_type)
		stage++;
	return stage;
}

/* Return whether the program has subroutine uniforms: using another program would reset them. */
static bool has_subroutines(struct gs_measure *measure, GLuint program)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	int n = 0;
	if (context->is_es || context->version < 40)
		return false;
	for (size_t i = 0; i < GS_N_STAGES && !n; i++)
		measure->gl.GetProgramStageiv(
			program, shader_types[i], GL_ACTIVE_SUBROUTINE_UNIFORMS, &n);
	gs_measuring_forget_errors(measure);
	return n > 0;
}

/* Return the text of an empty shader of the same version as another, to be freed with g_free(). */
static char *plain_text(struct gs_measure *measure, GLuint like)
{
	unsigned version;
	bool is_es;
	char *text = gs_measuring_source(measure, like);
	char *line = gs_glsl_version_line(text, &version, &is_es);
	char *plain = g_strconcat(line, "void main() { }\n", NULL);
	g_free(line);
	g_free(text);
	return plain;
}

static void attach_text(struct gs_measure *measure, GLuint twin, unsigned stage, const char *text)
{
	GLuint shader = measure->gl.CreateShader(shader_types[stage]);
	measure->gl.ShaderSource(shader, 1, &text, NULL);
	measure->gl.CompileShader(shader);
	measure->gl.AttachShader(twin, shader);
	measure->gl.DeleteShader(shader);
}

static void attach_all(struct gs_measure *measure, GLuint program, GLuint twin,
	const struct gs_measuring_twin *wish)
{
	GLuint shaders[GS_MEASURING_SHADERS];
	unsigned counts[GS_N_STAGES + 1] = {0};
	GLsizei n = 0;
	measure->gl.GetAttachedShaders(program, GS_MEASURING_SHADERS, &n, shaders);
	for (GLsizei i = 0; i < n; i++) {
		int type = 0;
		measure->gl.GetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
		unsigned stage = gs_measuring_stage((GLenum)type);
		char *const *texts = stage < GS_N_STAGES ? wish->texts[stage] : NULL;
		unsigned which = counts[stage]++;
		if (texts) {
			attach_text(measure, twin, stage, texts[which]);
		} else if (stage != GS_STAGE_FRAGMENT || !wish->is_plain) {
			measure->gl.AttachShader(twin, shaders[i]);
		} else if (!which) {
			char *plain = plain_text(measure, shaders[i]);
			attach_text(measure, twin, stage, plain);
			g_free(plain);
		}
	}
}

/* Detach the shaders, which would live as long as the twin; the linked program does not need
 * them. */
static void detach_all(struct gs_measure *measure, GLuint twin)
{
	GLuint shaders[GS_MEASURING_SHADERS];
	GLsizei n = 0;
	measure->gl.GetAttachedShaders(twin, GS_MEASURING_SHADERS, &n, shaders);
	for (GLsizei i = 0; i < n; i++)
		measure->gl.DetachShader(twin, shaders[i]);
}

static void bind_attributes(struct gs_measure *measure, GLuint program, GLuint twin)
{
	int n = get(measure, program, GL_ACTIVE_ATTRIBUTES);
	for (int i = 0; i < n; i++) {
		char name[NAME] = {0};
		GLint size;
		GLenum type;
		measure->gl.GetActiveAttrib(program, (GLuint)i, NAME, NULL, &size, &type, name);
		int location = measure->gl.GetAttribLocation(program, name);
		if (location >= 0 && strncmp(name, "gl_", 3))
			measure->gl.BindAttribLocation(twin, (GLuint)location, name);
	}
}

GLuint gs_measuring_make_twin(
	struct gs_measure *measure, GLuint program, const struct gs_measuring_twin *wish)
{
	GLuint twin;
	if (has_subroutines(measure, program))
		return 0;
	twin = measure->gl.CreateProgram();
	attach_all(measure, program, twin, wish);
	bind_attributes(measure, program, twin);
	if (wish->output)
		measure->gl.BindFragDataLocation(twin, 0, wish->output);
	measure->gl.LinkProgram(twin);
	detach_all(measure, twin);
	if (!get(measure, twin, GL_LINK_STATUS)) {
		measure->gl.DeleteProgram(twin);
		twin = 0;
	}
	gs_measuring_forget_errors(measure);
	return twin;
}

/* ---- uniforms ---- */

/* Find the columns and rows of a type of float uniforms. Return false for other types. */
static bool shape_of(GLenum type, unsigned *columns, unsigned *rows)
{
	static const struct {
		GLenum type;
		uint8_t columns, rows;
	} matrices[] = {{GL_FLOAT_MAT2, 2, 2}, {GL_FLOAT_MAT3, 3, 3}, {GL_FLOAT_MAT4, 4, 4},
		{GL_FLOAT_MAT2x3, 2, 3}, {GL_FLOAT_MAT2x4, 2, 4}, {GL_FLOAT_MAT3x2, 3, 2},
		{GL_FLOAT_MAT3x4, 3, 4}, {GL_FLOAT_MAT4x2, 4, 2}, {GL_FLOAT_MAT4x3, 4, 3}};
	*columns = 1;
	*rows = type == GL_FLOAT				 ? 1
		: type >= GL_FLOAT_VEC2 && type <= GL_FLOAT_VEC4 ? type - GL_FLOAT_VEC2 + 2
								 : 0;
	for (size_t i = 0; i < G_N_ELEMENTS(matrices); i++)
		if (matrices[i].type == type) {
			*columns = matrices[i].columns;
			*rows = matrices[i].rows;
		}
	return *rows;
}

static void set_floats(struct gs_measure *measure, int location, unsigned columns, unsigned rows,
	const float *values)
{
	const PFNGLUNIFORM1FVPROC vectors[] = {measure->gl.Uniform1fv, measure->gl.Uniform2fv,
		measure->gl.Uniform3fv, measure->gl.Uniform4fv};
	const struct gs_measuring_gl *gl = &measure->gl;
	const PFNGLUNIFORMMATRIX2FVPROC matrices[3][3] = {
		{gl->UniformMatrix2fv, gl->UniformMatrix2x3fv, gl->UniformMatrix2x4fv},
		{gl->UniformMatrix3x2fv, gl->UniformMatrix3fv, gl->UniformMatrix3x4fv},
		{gl->UniformMatrix4x2fv, gl->UniformMatrix4x3fv, gl->UniformMatrix4fv}};
	if (columns == 1)
		vectors[rows - 1](location, 1, values);
	else
		matrices[columns - 2][rows - 2](location, 1, GL_FALSE, values);
}

static unsigned integers_of(GLenum type, bool *is_unsigned)
{
	*is_unsigned = type == GL_UNSIGNED_INT ||
		       (type >= GL_UNSIGNED_INT_VEC2 && type <= GL_UNSIGNED_INT_VEC4);
	if (type >= GL_INT_VEC2 && type <= GL_INT_VEC4)
		return type - GL_INT_VEC2 + 2;
	if (type >= GL_BOOL_VEC2 && type <= GL_BOOL_VEC4)
		return type - GL_BOOL_VEC2 + 2;
	if (type >= GL_UNSIGNED_INT_VEC2 && type <= GL_UNSIGNED_INT_VEC4)
		return type - GL_UNSIGNED_INT_VEC2 + 2;
	/* Types of doubles were recognized above; samplers have one component. */
	return type >= GL_DOUBLE_VEC2 && type <= GL_DOUBLE_VEC4 && type != GL_INT ? 0 : 1;
}

/* Copy a uniform's value from the program to the twin, which is in use. Return false if its type is
 * not known. */
static bool copy_value(struct gs_measure *measure, GLuint program, int from, int to, GLenum type)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	const PFNGLUNIFORM1IVPROC integers[] = {
		gl->Uniform1iv, gl->Uniform2iv, gl->Uniform3iv, gl->Uniform4iv};
	const PFNGLUNIFORM1UIVPROC naturals[] = {
		gl->Uniform1uiv, gl->Uniform2uiv, gl->Uniform3uiv, gl->Uniform4uiv};
	unsigned columns, rows, n;
	float floats[16];
	GLint values[16]; /* the program's own may be a matrix */
	bool is_unsigned;
	if (shape_of(type, &columns, &rows)) {
		gl->GetUniformfv(program, from, floats);
		set_floats(measure, to, columns, rows, floats);
		return true;
	}
	n = integers_of(type, &is_unsigned);
	if (!n)
		return false;
	gl->GetUniformiv(program, from, values);
	if (is_unsigned)
		naturals[n - 1](to, 1, (const GLuint *)values);
	else
		integers[n - 1](to, 1, values);
	return true;
}

static bool copy_uniform(struct gs_measure *measure, GLuint program, GLuint twin, GLuint index)
{
	char name[NAME] = {0}, element[NAME + 16];
	GLint size = 0;
	GLenum type = 0;
	bool is_good = true, is_es = gs_replay_context(measure->player)->is_es;
	measure->gl.GetActiveUniform(twin, index, NAME, NULL, &size, &type, name);
	if (g_str_has_suffix(name, "[0]"))
		name[strlen(name) - 3] = 0;
	for (GLint i = 0; i < size && is_good; i++) {
		snprintf(element, sizeof element, size > 1 ? "%s[%d]" : "%s", name, i);
		int from = measure->gl.GetUniformLocation(program, element);
		int to = measure->gl.GetUniformLocation(twin, element);
		/* Uniforms of blocks, and built-in ones, have no location. In OpenGL ES the
		 * shader's text binds images. */
		if (to >= 0 && !(is_es && gs_measuring_is_image(type)))
			is_good = from >= 0 && copy_value(measure, program, from, to, type);
	}
	return is_good;
}

static void copy_blocks(struct gs_measure *measure, GLuint program, GLuint twin)
{
	int n = get(measure, twin, GL_ACTIVE_UNIFORM_BLOCKS);
	for (int i = 0; i < n; i++) {
		char name[NAME] = {0};
		GLint binding = 0;
		measure->gl.GetActiveUniformBlockName(twin, (GLuint)i, NAME, NULL, name);
		GLuint index = measure->gl.GetUniformBlockIndex(program, name);
		if (index == GL_INVALID_INDEX)
			continue;
		measure->gl.GetActiveUniformBlockiv(
			program, index, GL_UNIFORM_BLOCK_BINDING, &binding);
		measure->gl.UniformBlockBinding(twin, (GLuint)i, (GLuint)binding);
	}
}

/* Copy the bindings of storage blocks; in OpenGL ES the texts have them. */
static void copy_storage_blocks(struct gs_measure *measure, GLuint program, GLuint twin)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	const GLenum kind = GL_SHADER_STORAGE_BLOCK, binding = GL_BUFFER_BINDING;
	int n = 0;
	if (context->is_es || context->version < 43)
		return;
	gl->GetProgramInterfaceiv(program, kind, GL_ACTIVE_RESOURCES, &n);
	for (int i = 0; i < n; i++) {
		char name[NAME] = {0};
		GLint at = 0;
		gl->GetProgramResourceName(program, kind, (GLuint)i, NAME, NULL, name);
		gl->GetProgramResourceiv(program, kind, (GLuint)i, 1, &binding, 1, NULL, &at);
		GLuint index = gl->GetProgramResourceIndex(twin, kind, name);
		if (index != GL_INVALID_INDEX)
			gl->ShaderStorageBlockBinding(twin, index, (GLuint)at);
	}
}

bool gs_measuring_use_twin(struct gs_measure *measure, GLuint program, GLuint twin)
{
	bool is_good = true;
	int n = get(measure, twin, GL_ACTIVE_UNIFORMS);
	/* A deleted program would vanish when the twin is used in its place. */
	if (get(measure, program, GL_DELETE_STATUS))
		return false;
	measure->gl.UseProgram(twin);
	for (int i = 0; i < n && is_good; i++)
		is_good = copy_uniform(measure, program, twin, (GLuint)i);
	copy_blocks(measure, program, twin);
	copy_storage_blocks(measure, program, twin);
	is_good = gs_measuring_forget_errors(measure) && is_good;
	if (!is_good)
		measure->gl.UseProgram(program);
	return is_good;
}
