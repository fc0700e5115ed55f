/* SPDX-License-Identifier: MIT */
#include "preload/capture/program/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- version lines ---- */

static const char *skip_blank(const char *p)
{
	for (;;) {
		if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n' || *p == '\f' ||
			*p == '\v') {
			p++;
		} else if (p[0] == '/' && p[1] == '/') {
			p += strcspn(p, "\n");
		} else if (p[0] == '/' && p[1] == '*') {
			const char *end = strstr(p + 2, "*/");
			p = end ? end + 2 : p + strlen(p);
		} else {
			return p;
		}
	}
}

char *gs_variant_upgrade(const char *text, enum gs_version_upgrade upgrade)
{
	static const char *const lines[] = {
		[GS_UPGRADE_400_COMPATIBILITY] = "#version 400 compatibility",
		[GS_UPGRADE_400] = "#version 400",
		[GS_UPGRADE_310_ES] = "#version 310 es",
		[GS_UPGRADE_320_ES] = "#version 320 es",
	};
	if (upgrade <= GS_UPGRADE_NONE || upgrade > GS_UPGRADE_320_ES)
		return strdup(text);
	const char *line = lines[upgrade], *from = skip_blank(text), *to = from;
	const char *word = from + (*from == '#');
	word += strspn(word, " \t");
	if (*from == '#' && !strncmp(word, "version", 7))
		to = from + strcspn(from, "\n");
	else
		from = to = text; /* none: 1.10 */
	size_t head = from - text, n = strlen(line), tail = strlen(to);
	char *result = malloc(head + n + tail + 2);
	if (!result)
		return NULL;
	memcpy(result, text, head);
	memcpy(result + head, line, n);
	if (from == to)
		result[head + n++] = '\n';
	memcpy(result + head + n, to, tail + 1);
	return result;
}

static char *join(const struct gs_source *source)
{
	size_t n = 0;
	for (unsigned i = 0; i < source->n_strings; i++)
		n += source->lengths[i];
	char *text = malloc(n + 1), *p = text;
	for (unsigned i = 0; text && i < source->n_strings; i++) {
		memcpy(p, source->strings[i], source->lengths[i]);
		p += source->lengths[i];
	}
	if (text)
		*p = '\0';
	return text;
}

/* ---- building ---- */

static GLuint compile(GLenum type, const char *text, GLint length)
{
	GLuint shader = GL(glCreateShader)(type);
	GL(glShaderSource)(shader, 1, &text, &length);
	GL(glCompileShader)(shader);
	return shader;
}

/* One of the program's own shaders, compiled once per upgrade. Not kept, for want of room: it goes
 * with the program. */
static GLuint kept_shader(struct gs_variants *v, const struct gs_link *link, unsigned index,
	enum gs_version_upgrade upgrade, bool *kept)
{
	*kept = true;
	for (unsigned i = 0; i < v->n_kept; i++)
		if (v->kept[i].shader == index && v->kept[i].upgrade == upgrade)
			return v->kept[i].name;
	char *text = join(link->shaders[index].source);
	char *upgraded = text ? gs_variant_upgrade(text, upgrade) : NULL;
	GLuint shader = upgraded ? compile(link->shaders[index].type, upgraded, strlen(upgraded))
				 : 0;
	free(upgraded);
	free(text);
	if (shader && v->n_kept < GS_MAX_VARIANT_TEXTS)
		v->kept[v->n_kept++] = (struct gs_kept_shader){index, upgrade, shader};
	else
		*kept = false;
	return shader;
}

static bool left_out(const struct gs_variant_sources *request, GLenum type)
{
	for (unsigned i = request->stage + 1; i < GS_STAGE_COMPUTE; i++)
		if (gs_stage_types[i] == type)
			return true;
	return false;
}

/* One from glCreateShaderProgramv has no name: its stage tells it from a text that is one more. */
static bool replaces(const struct gs_variant_text *text, const struct gs_linked_shader *old)
{
	return text->shader == old->shader && gs_stage_types[text->stage] == old->type;
}

static const struct gs_variant_text *replacement(
	const struct gs_variant_sources *request, const struct gs_linked_shader *old)
{
	for (unsigned i = 0; i < request->n_texts; i++)
		if (replaces(&request->texts[i], old))
			return &request->texts[i];
	return NULL;
}

static void attach_one(GLuint program, GLuint shader, bool kept)
{
	GL(glAttachShader)(program, shader);
	if (!kept)
		GL(glDeleteShader)(shader);
}

static void attach_added(const struct gs_variant_sources *request, GLuint program)
{
	for (unsigned i = 0; i < request->n_texts; i++) {
		const struct gs_variant_text *text = &request->texts[i];
		if (!text->shader && text->stage != request->stage)
			attach_one(program,
				compile(gs_stage_types[text->stage], text->text, text->length),
				false);
	}
}

/* OpenGL ES links no program without a fragment shader. */
static void attach_empty_fragment(const struct gs_variant_sources *request, GLuint program)
{
	const char *text = request->texts[0].text, *from = skip_blank(text);
	int n = *from == '#' ? (int)strcspn(from, "\n") : 0;
	char fragment[256];
	snprintf(fragment, sizeof fragment, "%.*s\nvoid main() {}\n", n < 128 ? n : 0, from);
	attach_one(program, compile(GL_FRAGMENT_SHADER, fragment, strlen(fragment)), false);
}

static void attach_shaders(struct gs_variants *v, const struct gs_caps *c,
	const struct gs_used_program *used, const struct gs_variant_sources *request,
	GLuint program)
{
	for (unsigned i = 0; i < used->link->n_shaders; i++) {
		const struct gs_linked_shader *old = &used->link->shaders[i];
		const struct gs_variant_text *text = replacement(request, old);
		bool kept = false;
		if (left_out(request, old->type))
			continue;
		GLuint shader = text ? compile(old->type, text->text, text->length)
				     : kept_shader(v, used->link, i, request->upgrade, &kept);
		attach_one(program, shader, kept);
	}
	attach_added(request, program);
	if (c->api == GS_API_ES && !used->pipeline && request->stage < GS_STAGE_FRAGMENT)
		attach_empty_fragment(request, program);
}

static void bind_attributes(const struct gs_used_program *used, GLuint program)
{
	for (unsigned i = 0; i < used->link->n_attributes; i++)
		GL(glBindAttribLocation)
	(program, used->link->attributes[i].location, used->link->attributes[i].name);
	GLint n = 0;
	if (used->program)
		GL(glGetProgramiv)(used->program, GL_ACTIVE_ATTRIBUTES, &n);
	for (GLint i = 0; i < n; i++) {
		char name[1024] = "";
		GLint size = 0;
		GLenum type = 0;
		GL(glGetActiveAttrib)(used->program, i, sizeof name, NULL, &size, &type, name);
		GLint location = GL(glGetAttribLocation)(used->program, name);
		char *bracket = strchr(name, '[');
		if (bracket)
			*bracket = '\0';
		if (location >= 0 && strncmp(name, "gl_", 3))
			GL(glBindAttribLocation)(program, location, name);
	}
	gs_caps_drain();
}

static void bind_output(const struct gs_caps *c, GLuint program, GLuint location, const char *name)
{
	if (c->version >= 30)
		GL(glBindFragDataLocation)(program, location, name);
	else
		GL(glBindFragDataLocationEXT)(program, location, name);
}

static void set_varyings(
	const struct gs_caps *c, GLuint program, GLsizei n, const GLchar *const *names, GLenum mode)
{
	if (c->version >= 30)
		GL(glTransformFeedbackVaryings)(program, n, names, mode);
	else
		GL(glTransformFeedbackVaryingsEXT)(program, n, names, mode);
}

static void bind_before_link(const struct gs_caps *c, const struct gs_used_program *used,
	const struct gs_variant_sources *request, GLuint program)
{
	const struct gs_link *link = used->link;
	bind_attributes(used, program);
	bool feedback = request->stage < GS_STAGE_FRAGMENT;
	for (unsigned i = 0; c->frag_data && !feedback && i < request->n_outputs; i++)
		if (*request->outputs[i])
			bind_output(c, program, i, request->outputs[i]);
	if (feedback)
		set_varyings(
			c, program, request->n_outputs, request->outputs, GL_INTERLEAVED_ATTRIBS);
	else if (c->feedback && link->n_varyings && link->varyings_mode)
		set_varyings(c, program, link->n_varyings, (const GLchar *const *)link->varyings,
			link->varyings_mode);
	if (used->pipeline)
		GL(glProgramParameteri)(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
}

static bool refuse_with_log(GLuint program, const char *what, struct gs_refusal *refusal)
{
	GLuint shaders[GS_MAX_VARIANT_TEXTS];
	GLsizei n = 0;
	size_t room = sizeof refusal->text, at;
	gs_refusal_set(refusal, GS_STATUS_DRIVER_REFUSED, "the driver rejected %s\n", what);
	at = strlen(refusal->text);
	GL(glGetAttachedShaders)(program, GS_MAX_VARIANT_TEXTS, &n, shaders);
	for (GLsizei i = 0; i < n && at + 1 < room; i++) {
		GLint ok = 0;
		GLsizei length = 0;
		GL(glGetShaderiv)(shaders[i], GL_COMPILE_STATUS, &ok);
		if (!ok)
			GL(glGetShaderInfoLog)(shaders[i], room - at, &length, refusal->text + at);
		at += length;
	}
	if (at + 1 < room)
		GL(glGetProgramInfoLog)(program, room - at, NULL, refusal->text + at);
	return false;
}

static bool context_has(const struct gs_caps *c, enum gs_stage stage)
{
	return stage == GS_STAGE_TESS_CONTROL || stage == GS_STAGE_TESS_EVALUATION ? c->stages_tess
	       : stage == GS_STAGE_GEOMETRY ? c->stages_geometry
	       : stage == GS_STAGE_COMPUTE  ? c->stages_compute
					    : true;
}

static GLuint make_pipeline(const struct gs_caps *c, const struct gs_used_program *used,
	const struct gs_variant_sources *request, GLuint variant)
{
	GLuint pipeline = 0;
	GL(glGenProgramPipelines)(1, &pipeline);
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		GLint program = 0;
		if (!context_has(c, i) || left_out(request, gs_stage_types[i]))
			continue;
		GL(glGetProgramPipelineiv)(used->pipeline, gs_stage_types[i], &program);
		if (program)
			GL(glUseProgramStages)
		(pipeline, gs_stage_bits[i],
			(GLuint)program == used->program ? variant : (GLuint)program);
	}
	/* The evaluation shader that hands a control shader's words on. */
	for (unsigned i = 0; i < request->n_texts; i++)
		if (!request->texts[i].shader && request->texts[i].stage != request->stage)
			GL(glUseProgramStages)
	(pipeline, gs_stage_bits[request->texts[i].stage], variant);
	return pipeline;
}

static bool build(struct gs_variants *v, struct gs_program_variant *variant,
	const struct gs_caps *c, const struct gs_used_program *used,
	const struct gs_variant_sources *request, struct gs_refusal *refusal)
{
	GLint linked = 0;
	GLuint program = GL(glCreateProgram)();
	attach_shaders(v, c, used, request, program);
	bind_before_link(c, used, request, program);
	gs_caps_drain();
	GL(glLinkProgram)(program);
	GL(glGetProgramiv)(program, GL_LINK_STATUS, &linked);
	if (!linked) {
		refuse_with_log(program, "the instrumented shader", refusal);
		GL(glDeleteProgram)(program);
		return false;
	}
	variant->program = program;
	variant->stale = true;
	v->n_built++;
	if (used->program)
		gs_variant_copy_blocks(c, used->program, program);
	if (used->pipeline)
		variant->pipeline = make_pipeline(c, used, request, program);
	return true;
}

/* ---- an edited program ---- */

/* As the program's linker has placed them; a layout of the text goes before. */
static void bind_outputs(
	const struct gs_caps *c, const struct gs_used_program *used, GLuint program)
{
	const struct gs_link *link = used->link;
	GLint n = 0;
	if (!c->frag_data)
		return;
	for (unsigned i = 0; i < link->n_outputs; i++) {
		const struct gs_shadow_binding *o = &link->outputs[i];
		if (o->index)
			GL(glBindFragDataLocationIndexed)(program, o->location, o->index, o->name);
		else
			bind_output(c, program, o->location, o->name);
	}
	if (c->interfaces)
		GL(glGetProgramInterfaceiv)
	(used->program, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; i < n; i++) {
		static const GLenum properties[] = {GL_LOCATION, GL_LOCATION_INDEX};
		GLint values[2] = {-1, 0};
		char name[1024] = "";
		GL(glGetProgramResourceName)
		(used->program, GL_PROGRAM_OUTPUT, i, sizeof name, NULL, name);
		GL(glGetProgramResourceiv)
		(used->program, GL_PROGRAM_OUTPUT, i, 2, properties, 2, NULL, values);
		char *bracket = strchr(name, '[');
		if (bracket)
			*bracket = '\0';
		if (values[0] >= 0 && strncmp(name, "gl_", 3))
			GL(glBindFragDataLocationIndexed)
		(program, values[0], values[1] > 0 ? values[1] : 0, name);
	}
	gs_caps_drain();
}

GLuint gs_variant_build_edited(
	const struct gs_caps *c, const struct gs_used_program *used, struct gs_refusal *refusal)
{
	const struct gs_variant_sources request = {.stage = GS_STAGE_FRAGMENT};
	struct gs_variants *own = calloc(1, sizeof *own);
	GLuint program = GL(glCreateProgram)();
	GLint linked = 0, separable = 0;
	if (!own)
		return 0;
	attach_shaders(own, c, used, &request, program);
	bind_before_link(c, used, &request, program);
	bind_outputs(c, used, program);
	if (c->pipelines)
		GL(glGetProgramiv)(used->program, GL_PROGRAM_SEPARABLE, &separable);
	if (separable)
		GL(glProgramParameteri)(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
	gs_caps_drain();
	GL(glLinkProgram)(program);
	GL(glGetProgramiv)(program, GL_LINK_STATUS, &linked);
	if (!linked) {
		refuse_with_log(program, "this source", refusal);
		GL(glDeleteProgram)(program);
		program = 0;
	}
	gs_variants_finish(own);
	free(own);
	return program;
}

/* ---- the cache ---- */

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t n)
{
	const unsigned char *p = data;
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ p[i]) * 0x100000001b3ull;
	return hash;
}

static uint64_t hash_request(
	const struct gs_used_program *used, const struct gs_variant_sources *request)
{
	uint64_t hash = 0xcbf29ce484222325ull;
	hash = hash_bytes(hash, &used->program, sizeof used->program);
	hash = hash_bytes(hash, &used->pipeline, sizeof used->pipeline);
	hash = hash_bytes(hash, &used->link->serial, sizeof used->link->serial);
	hash = hash_bytes(hash, &request->upgrade, sizeof request->upgrade);
	hash = hash_bytes(hash, &request->stage, sizeof request->stage);
	for (unsigned i = 0; i < request->n_texts; i++) {
		hash = hash_bytes(hash, &request->texts[i].shader, sizeof request->texts[i].shader);
		hash = hash_bytes(hash, &request->texts[i].stage, sizeof request->texts[i].stage);
		hash = hash_bytes(hash, request->texts[i].text, request->texts[i].length + 1);
	}
	for (unsigned i = 0; i < request->n_outputs; i++)
		hash = hash_bytes(hash, request->outputs[i], strlen(request->outputs[i]) + 1);
	return hash ? hash : 1;
}

static void drop(struct gs_program_variant *variant)
{
	if (variant->pipeline)
		GL(glDeleteProgramPipelines)(1, &variant->pipeline);
	if (variant->program)
		GL(glDeleteProgram)(variant->program);
	memset(variant, 0, sizeof *variant);
}

/* The one of this hash, else a free one: the least recently used is dropped for it. */
static struct gs_program_variant *find(struct gs_variants *v, uint64_t hash)
{
	struct gs_program_variant *oldest = &v->variant[0];
	for (unsigned i = 0; i < GS_MAX_VARIANTS; i++) {
		if (v->variant[i].hash == hash)
			return &v->variant[i];
		if (v->variant[i].last_use < oldest->last_use)
			oldest = &v->variant[i];
	}
	drop(oldest);
	return oldest;
}

/* Of the program in use. Where nothing reads it, it is not there. */
static void set_own_uniform(GLuint program, const struct gs_variant_sources *request)
{
	GLint location = GL(glGetUniformLocation)(program, request->uniform);
	if (location >= 0)
		GL(glUniform1iv)(location, request->n_values, request->values);
}

bool gs_variants_use(struct gs_variants *v, struct gs_saved *saved,
	const struct gs_used_program *used, const struct gs_variant_sources *request,
	struct gs_refusal *refusal)
{
	uint64_t hash = hash_request(used, request);
	struct gs_program_variant *variant = find(v, hash);
	if (!variant->program && !build(v, variant, saved->caps, used, request, refusal))
		return false;
	variant->hash = hash;
	variant->last_use = ++v->clock;
	saved->program_changed = true;
	bool has_uniform = request->uniform && *request->uniform;
	if (variant->stale || !variant->pipeline || has_uniform)
		GL(glUseProgram)(variant->program);
	if (has_uniform)
		set_own_uniform(variant->program, request);
	if (variant->stale && used->program)
		gs_variant_copy_uniforms(saved->caps, used->program, variant->program);
	variant->stale = false;
	if (variant->pipeline) {
		GL(glUseProgram)(0);
		GL(glBindProgramPipeline)(variant->pipeline);
	}
	gs_variant_copy_subroutines(saved, used, variant->program);
	return true;
}

void gs_variants_stale(struct gs_variants *v)
{
	for (unsigned i = 0; i < GS_MAX_VARIANTS; i++)
		v->variant[i].stale = true;
}

/* Shaders that are attached live on with their programs. */
static void drop_shaders(struct gs_variants *v)
{
	for (unsigned i = 0; i < v->n_kept; i++)
		GL(glDeleteShader)(v->kept[i].name);
	v->n_kept = 0;
}

void gs_variants_rest(struct gs_variants *v)
{
	drop_shaders(v); /* they are numbered as the link has them */
	gs_variants_stale(v);
	v->n_built = 0;
}

void gs_variants_finish(struct gs_variants *v)
{
	for (unsigned i = 0; i < GS_MAX_VARIANTS; i++)
		drop(&v->variant[i]);
	drop_shaders(v);
	memset(v, 0, sizeof *v);
}
