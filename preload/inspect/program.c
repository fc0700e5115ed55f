/* SPDX-License-Identifier: MIT */
#include "preload/inspect/program.h"
#include "preload/inspect/inspect.h"
#include "preload/capture/requests/inspection.h"
#include "preload/capture/stage.h"
#include "preload/core/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PROGRAMS = GS_N_STAGES };

/* The programs that a draw or dispatch uses: one, or the pipeline's; the one with the fragment
 * stage first. */
struct programs {
	unsigned n;
	GLuint program[MAX_PROGRAMS];
	const struct gs_link *link[MAX_PROGRAMS];
};

static void add_program(struct programs *p, const struct gs_redraw *redraw, GLuint program)
{
	for (unsigned i = 0; i < p->n; i++)
		if (p->program[i] == program)
			return;
	if (!program || p->n == MAX_PROGRAMS)
		return;
	p->program[p->n] = program;
	p->link[p->n++] = redraw->link(redraw->data, program);
}

static void find_programs(struct programs *p, const struct gs_caps *c,
	const struct gs_redraw *redraw, const struct gs_used_program *used)
{
	p->n = 0;
	add_program(p, redraw, used->program);
	for (unsigned i = 0; used->pipeline && i < GS_N_STAGES; i++) {
		GLint program = 0;
		if ((i == GS_STAGE_GEOMETRY && !c->stages_geometry) ||
			(i == GS_STAGE_COMPUTE && !c->stages_compute) ||
			((i == GS_STAGE_TESS_CONTROL || i == GS_STAGE_TESS_EVALUATION) &&
				!c->stages_tess))
			continue;
		GL(glGetProgramPipelineiv)(used->pipeline, gs_stage_types[i], &program);
		add_program(p, redraw, program);
	}
}

unsigned gs_programs_in_use(
	const struct gs_caps *c, const struct gs_redraw *redraw, GLuint programs[GS_N_STAGES])
{
	struct gs_used_program used = gs_used_program_get(c, redraw, GS_STAGE_FRAGMENT);
	struct programs p;
	find_programs(&p, c, redraw, &used);
	memcpy(programs, p.program, p.n * sizeof *programs);
	return p.n;
}

static uint32_t stage_of(GLenum type)
{
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		if (gs_stage_types[i] == type)
			return i;
	return GS_N_STAGES;
}

/* Leaves room for a count that becomes known later; set_count writes it there. */
static void *keep_count(struct gs_stream *s)
{
	return gs_stream_claim(s, sizeof(uint32_t));
}

static void set_count(void *at, uint32_t n)
{
	if (at)
		memcpy(at, &n, sizeof n);
}

static bool is_edited(const struct gs_redraw *redraw, GLuint program)
{
	return redraw->edited && redraw->edited(redraw->data, program);
}

static void put_label(const struct gs_caps *c, GLenum kind, GLuint name, struct gs_stream *s)
{
	char label[GS_LABEL_SIZE];
	gs_label_get(c, kind, name, label);
	gs_stream_put_string(s, label);
}

static void put_objects(const struct gs_caps *c, const struct programs *p,
	const struct gs_redraw *redraw, struct gs_stream *s)
{
	void *count = keep_count(s);
	uint32_t n = 0;
	for (unsigned i = 0; i < p->n; i++) {
		const struct gs_link *link = p->link[i];
		for (unsigned k = 0; link && k < link->n_shaders; k++) {
			const struct gs_linked_shader *shader = &link->shaders[k];
			const struct gs_source *source = shader->source;
			if (stage_of(shader->type) == GS_N_STAGES)
				continue;
			n++;
			gs_stream_put_u32(s, gs_name_shown(GS_OBJECT_PROGRAM, shader->shader));
			gs_stream_put_u32(s, stage_of(shader->type));
			gs_stream_put_u32(s, gs_name_shown(GS_OBJECT_PROGRAM, p->program[i]));
			gs_stream_put_u32(s, is_edited(redraw, p->program[i]));
			put_label(c, GL_SHADER, shader->shader, s);
			put_label(c, GL_PROGRAM, p->program[i], s);
			gs_stream_put_u32(s, source ? source->n_strings : 0);
			for (unsigned j = 0; source && j < source->n_strings; j++)
				gs_stream_put_bytes(s, source->strings[j], source->lengths[j]);
		}
	}
	set_count(count, n);
}

/* Changes the name to that of the element, of an array. */
static GLint element_location(GLuint program, char *name, size_t room, GLint element)
{
	size_t n = strlen(name);
	char *bracket = n && name[n - 1] == ']' ? strrchr(name, '[') : NULL;
	if (bracket)
		snprintf(bracket, room - (size_t)(bracket - name), "[%d]", element);
	return GL(glGetUniformLocation)(program, name);
}

/* Of an array with more than one: of each element, to be freed. NULL: they are not listed. */
static GLint *put_locations(
	GLuint program, char *name, size_t room, GLint size, struct gs_stream *s)
{
	size_t n = strlen(name);
	bool array = size > 1 && n > 3 && !strcmp(name + n - 3, "[0]");
	GLint *at = array ? malloc((size_t)size * sizeof *at) : NULL;
	gs_stream_put_u32(s, at ? size : 0);
	for (GLint e = 0; at && e < size; e++) {
		at[e] = element_location(program, name, room, e);
		gs_stream_put_u32(s, at[e]);
	}
	return at;
}

static void put_uniform(
	GLuint program, char *name, size_t room, GLint size, GLenum type, struct gs_stream *s)
{
	struct gs_uniform_shape shape = gs_uniform_shape(type);
	unsigned bytes = gs_uniform_shape_bytes(shape);
	GLint first = GL(glGetUniformLocation)(program, name);
	gs_stream_put_string(s, name);
	gs_stream_put_u32(s, type);
	gs_stream_put_u32(s, size);
	gs_stream_put_u32(s, first);
	GLint *elements = put_locations(program, name, room, size, s);
	gs_stream_put_u64(s, (uint64_t)bytes * size);
	for (GLint e = 0; e < size; e++) {
		double value[16] = {0};
		GLint at = elements ? elements[e]
			   : e	    ? element_location(program, name, room, e)
				    : first;
		if (at >= 0)
			gs_uniform_get(program, at, shape, value);
		gs_stream_put(s, value, bytes);
	}
	gs_stream_put(s, "", 1); /* as gs_stream_put_bytes ends */
	free(elements);
}

static uint32_t put_uniforms_of(GLuint program, struct gs_stream *s)
{
	GLint n = 0, longest = 0;
	uint32_t put = 0;
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
	size_t room = (longest > 0 ? longest : 0) + 16;
	char *name = malloc(room);
	for (GLint i = 0; name && i < n && !s->failed; i++) {
		GLint size = 0;
		GLsizei length = 0;
		GLenum type = 0;
		GL(glGetActiveUniform)(program, i, longest, &length, &size, &type, name);
		if (length <= 0 || GL(glGetUniformLocation)(program, name) < 0)
			continue; /* of a block, or built in */
		put_uniform(program, name, room, size, type, s);
		put++;
	}
	free(name);
	gs_caps_drain();
	return put;
}

static void put_uniforms(const struct programs *p, struct gs_stream *s)
{
	void *count = keep_count(s);
	uint32_t n = 0;
	for (unsigned i = 0; i < p->n; i++)
		n += put_uniforms_of(p->program[i], s);
	set_count(count, n);
}

static GLuint vertex_program(const struct gs_caps *c, const struct gs_used_program *used)
{
	GLint program = used->program;
	if (used->pipeline)
		GL(glGetProgramPipelineiv)(used->pipeline, GL_VERTEX_SHADER, &program);
	return program;
}

/* Of one without a name, as SPIR-V may have them, by its number; -1: GL's own. */
static GLint attribute_location(
	const struct gs_caps *c, GLuint program, GLuint attribute, const char *name)
{
	static const GLenum property = GL_LOCATION;
	GLint location = -1;
	if (*name || !c->interfaces)
		return GL(glGetAttribLocation)(program, name);
	GL(glGetProgramResourceiv)
	(program, GL_PROGRAM_INPUT, attribute, 1, &property, 1, NULL, &location);
	return gs_caps_drain() == GL_NO_ERROR ? location : -1;
}

/* What SPIR-V calls it, where GL does not tell; "" nothing. */
static const char *attribute_name(const struct gs_link *link, const char *name, GLint location)
{
	for (unsigned i = 0; !*name && link && i < link->n_attributes; i++)
		if (link->attributes[i].location == (uint32_t)location)
			return link->attributes[i].name;
	return name;
}

/* link: the program's, NULL: not known. */
static void put_attributes(const struct gs_caps *c, GLuint program, const struct gs_link *link,
	uint32_t flags, struct gs_stream *s)
{
	void *count = keep_count(s);
	GLint n = 0, list = 0;
	uint32_t put = 0;
	if (flags & GS_PROGRAM_FIXED_VERTEX)
		GL(glGetIntegerv)(GL_LIST_INDEX, &list);
	if (flags & GS_PROGRAM_FIXED_VERTEX && !list)
		put = gs_fixed_attributes_put(s, program || flags & GS_PROGRAM_ARB);
	if (program)
		GL(glGetProgramiv)(program, GL_ACTIVE_ATTRIBUTES, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveAttrib)(program, i, sizeof name, NULL, &size, &type, name);
		if (gs_caps_drain() != GL_NO_ERROR)
			continue;
		GLint location = attribute_location(c, program, (GLuint)i, name);
		gs_stream_put_string(s, attribute_name(link, name, location));
		gs_stream_put_u32(s, type);
		gs_stream_put_u32(s, size);
		gs_stream_put_u32(s, (uint32_t)location);
		put++;
	}
	set_count(count, put);
}

static void put_outputs(
	const struct gs_caps *c, const struct gs_used_program *used, struct gs_stream *s)
{
	void *count = keep_count(s);
	GLint n = 0;
	uint32_t put = 0;
	if (used->program && c->interfaces)
		GL(glGetProgramInterfaceiv)
	(used->program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		static const GLenum properties[] = {GL_LOCATION, GL_LOCATION_INDEX};
		GLint values[2] = {0, 0};
		char name[1024] = "";
		GL(glGetProgramResourceName)
		(used->program, GL_PROGRAM_OUTPUT, i, sizeof name, NULL, name);
		GL(glGetProgramResourceiv)
		(used->program, GL_PROGRAM_OUTPUT, i, c->api == GS_API_ES ? 1 : 2, properties, 2,
			NULL, values);
		gs_stream_put_string(s, name);
		gs_stream_put_u32(s, values[0]);
		gs_stream_put_u32(s, values[1]);
		put++;
	}
	/* Older contexts: the outputs that the program itself placed. */
	for (unsigned i = 0; !c->interfaces && used->link && i < used->link->n_outputs;
		i++, put++) {
		gs_stream_put_string(s, used->link->outputs[i].name);
		gs_stream_put_u32(s, used->link->outputs[i].location);
		gs_stream_put_u32(s, used->link->outputs[i].index);
	}
	gs_caps_drain();
	set_count(count, put);
}

static uint32_t put_subroutines_of(GLuint program, unsigned stage, struct gs_stream *s)
{
	GLenum type = gs_stage_types[stage];
	GLint n = 0;
	uint32_t put = 0;
	GL(glGetProgramStageiv)(program, type, GL_ACTIVE_SUBROUTINE_UNIFORMS, &n);
	for (GLint i = 0; gs_caps_drain() == GL_NO_ERROR && i < n; i++) {
		char name[1024] = "", element[1040], function[1024];
		GLint size = 1;
		GL(glGetActiveSubroutineUniformName)(program, type, i, sizeof name, NULL, name);
		GL(glGetActiveSubroutineUniformiv)(program, type, i, GL_UNIFORM_SIZE, &size);
		size_t length = strlen(name);
		char *bracket = length > 3 && strcmp(name + length - 3, "[0]") == 0
					? name + length - 3
					: NULL;
		if (bracket) /* of an array of arrays the last: "a[1][0]" */
			*bracket = '\0';
		for (GLint e = 0; e < size; e++) {
			GLuint index = 0;
			snprintf(element, sizeof element, bracket || size > 1 ? "%s[%d]" : "%s",
				name, e);
			GLint at = GL(glGetSubroutineUniformLocation)(program, type, element);
			if (at < 0)
				continue;
			GL(glGetUniformSubroutineuiv)(type, at, &index);
			gs_subroutine_name(program, type, index, function);
			gs_stream_put_u32(s, stage);
			gs_stream_put_string(s, element);
			gs_stream_put_string(s, function);
			put++;
		}
	}
	return put;
}

static void put_subroutines(
	const struct gs_caps *c, const struct gs_used_program *used, struct gs_stream *s)
{
	void *count = keep_count(s);
	uint32_t n = 0;
	for (unsigned i = 0; c->subroutines && i < GS_N_STAGES; i++) {
		GLint program = (GLint)used->program;
		if (i == GS_STAGE_COMPUTE && !c->stages_compute)
			continue;
		if (used->pipeline)
			GL(glGetProgramPipelineiv)(used->pipeline, gs_stage_types[i], &program);
		if (program)
			n += put_subroutines_of((GLuint)program, i, s);
	}
	set_count(count, n);
}

static uint32_t flags_of(
	const struct gs_caps *c, const struct gs_used_program *used, const struct programs *p)
{
	uint32_t flags = used->pipeline ? GS_PROGRAM_PIPELINE : 0;
	if (gs_fixed_vertices(c, used))
		flags |= GS_PROGRAM_FIXED_VERTEX;
	bool fragment = false;
	for (unsigned i = 0; i < p->n; i++) {
		const struct gs_link *link = p->link[i];
		if (!link || link->binary)
			flags |= GS_PROGRAM_NO_SOURCE;
		if (link && link->n_varyings)
			flags |= GS_PROGRAM_FED_BACK;
		for (unsigned k = 0; link && k < link->n_shaders; k++) {
			if (!link->shaders[k].source)
				flags |= GS_PROGRAM_NO_SOURCE;
			fragment = fragment || link->shaders[k].type == GL_FRAGMENT_SHADER;
		}
	}
	if (c->api == GS_API_COMPATIBILITY && !used->program &&
		gs_caps_has(c, "GL_ARB_fragment_program") &&
		GL(glIsEnabled)(GL_FRAGMENT_PROGRAM_ARB))
		flags |= GS_PROGRAM_ARB;
	else if (c->api == GS_API_COMPATIBILITY && !fragment && !(flags & GS_PROGRAM_NO_SOURCE))
		flags |= GS_PROGRAM_FIXED;
	return flags;
}

bool gs_program_describe(
	const struct gs_caps *c, const struct gs_redraw *redraw, struct gs_stream *s)
{
	struct gs_used_program used = gs_used_program_get(c, redraw, GS_STAGE_FRAGMENT);
	struct programs programs;
	char driver[1024];
	bool in_list = redraw->in_list && redraw->in_list(redraw->data);
	find_programs(&programs, c, redraw, &used);
	uint32_t flags = flags_of(c, &used, &programs) | (in_list ? GS_PROGRAM_IN_LIST : 0);
	gs_stream_put_u32(
		s, programs.n ? gs_name_shown(GS_OBJECT_PROGRAM, programs.program[0]) : 0);
	gs_stream_put_u32(s, c->api);
	gs_stream_put_u32(s, c->version);
	gs_stream_put_u32(s, used.link ? used.link->serial : 0);
	gs_stream_put_u32(s, flags);
	snprintf(driver, sizeof driver, "%s, %s, %s", (const char *)GL(glGetString)(GL_VENDOR),
		(const char *)GL(glGetString)(GL_RENDERER),
		(const char *)GL(glGetString)(GL_VERSION));
	gs_stream_put_string(s, driver);
	put_objects(c, &programs, redraw, s);
	put_uniforms(&programs, s);
	GLuint vertices = used.program ? vertex_program(c, &used) : 0;
	put_attributes(
		c, vertices, vertices ? redraw->link(redraw->data, vertices) : NULL, flags, s);
	put_outputs(c, &used, s);
	put_subroutines(c, &used, s);
	return !s->failed;
}

/* ---- changing a uniform ---- */

static bool find_uniform(
	const struct programs *p, const char *name, GLuint *program, GLint *location)
{
	for (unsigned i = 0; i < p->n; i++) {
		*program = p->program[i];
		*location = GL(glGetUniformLocation)(*program, name);
		if (*location >= 0)
			return true;
	}
	return false;
}

/* Length without a last "[3]". */
static size_t stem_length(const char *name)
{
	size_t length = strlen(name), at = length;
	if (!length || name[length - 1] != ']')
		return length;
	for (at = length - 1; at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9'; at--)
		;
	return at > 0 && at < length - 1 && name[at - 1] == '[' ? at - 1 : length;
}

/* The type of name, which may be any element of an array. */
static GLenum uniform_type(GLuint program, const char *name)
{
	GLint n = 0;
	size_t length = stem_length(name);
	GL(glGetProgramiv)(program, GL_ACTIVE_UNIFORMS, &n);
	for (GLint i = 0; i < n; i++) {
		char active[1024] = "";
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveUniform)(program, i, sizeof active, NULL, &size, &type, active);
		if (!strcmp(active, name) ||
			(stem_length(active) == length && !strncmp(active, name, length)))
			return type;
	}
	return GL_NONE;
}

/* A unit that does not exist is an error - or, without error checks, anything. */
static bool check_unit(const struct gs_caps *c, const char *name, GLenum type, int32_t unit,
	struct gs_refusal *refusal)
{
	GLint most = 0;
	if (gs_uniform_is_image(type) && c->api == GS_API_ES)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"%s is an image: in OpenGL ES only the shader's layout gives it a unit",
			name);
	GL(glGetIntegerv)
	(gs_uniform_is_image(type) ? GL_MAX_IMAGE_UNITS : GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,
		&most);
	return (unit >= 0 && unit < most) ||
	       gs_refusal_set(refusal, GS_STATUS_USAGE, "%s is a unit from 0 to %d, not %d", name,
		       most - 1, unit);
}

bool gs_program_set_uniform(const struct gs_caps *c, const struct gs_redraw *redraw,
	struct gs_stream *request, struct gs_refusal *refusal)
{
	struct gs_used_program used = gs_used_program_get(c, redraw, GS_STAGE_FRAGMENT);
	struct programs programs;
	GLuint program = 0;
	GLint location = -1;
	const char *name = gs_stream_get_string(request);
	uint32_t n = gs_stream_get_u32(request);
	double wide[16] = {0};
	find_programs(&programs, c, redraw, &used);
	if (request->failed || n > 16)
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "the request to set a uniform is malformed");
	if (!find_uniform(&programs, name, &program, &location))
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "the program has no active uniform %s", name);
	GLenum type = uniform_type(program, name);
	struct gs_uniform_shape shape = gs_uniform_shape(type);
	if (type == GL_NONE)
		return gs_refusal_set(
			refusal, GS_STATUS_USAGE, "the type of %s is not known", name);
	if (n != (uint32_t)shape.columns * shape.rows)
		return gs_refusal_set(refusal, GS_STATUS_USAGE, "%s has %d components, not %u",
			name, shape.columns * shape.rows, n);
	unsigned each = gs_uniform_shape_bytes(shape) / n;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t bits = gs_stream_get_u64(request);
		memcpy((char *)wide + i * each, &bits, each); /* little-endian: low bytes first */
	}
	int32_t unit;
	memcpy(&unit, wide, sizeof unit);
	if (shape.base == 's' && !check_unit(c, name, type, unit, refusal))
		return false;
	struct gs_saved saved;
	gs_saved_enter(&saved, c, redraw->conditional_query, redraw->conditional_mode);
	saved.program_changed = (GLuint)saved.program != program;
	if (saved.program_changed)
		GL(glUseProgram)(program);
	gs_uniform_set(location, shape, wide);
	GLenum error = gs_caps_drain();
	gs_saved_leave(&saved);
	return error == GL_NO_ERROR ||
	       gs_refusal_set(refusal, GS_STATUS_USAGE, "GL refused the value of %s: error 0x%x",
		       name, error);
}

bool gs_serve_program(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return gs_program_describe(&q->caps, &q->redraw, &q->out);
}

bool gs_serve_set_uniform(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	bool ok = gs_program_set_uniform(&q->caps, &q->redraw, &q->in, &q->refusal);
	gs_variants_stale(&q->own->debugging.variants);
	return ok;
}
