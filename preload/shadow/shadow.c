/* SPDX-License-Identifier: MIT */
/*
 * Shader sources, link-time bindings and varyings as of the last successful link, per share group.
 *
 * Whether a link succeeded is asked as late as possible, not in glLinkProgram itself: asking waits
 * for a driver that compiles in the background.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/shadow/shader-include.h"
#include "preload/shadow/shadow.h"
#include "preload/shadow/shadow-memory.h"
#include "preload/shadow/spirv-names.h"

enum { BUCKETS = 256, DELETED_AT_FIRST = 64 };

/* The first member of both kinds of objects. */
struct object {
	struct object *next;
	uint32_t name;
	bool is_deleted; /* by the program; it lives while it is attached, or in use */
};

struct shader {
	struct object object;
	struct gs_source *given, *compiled;
	bool binary;			  /* glShaderBinary */
	struct gs_shadow_binding *inputs; /* that SPIR-V names; of vertex shaders */
	unsigned n_inputs;
};

struct program {
	struct object object;
	struct gs_shadow_binding *attributes, *outputs;
	unsigned n_attributes, n_outputs;
	char **varyings;
	unsigned n_varyings;
	uint32_t varyings_mode;
	struct gs_link *pending; /* linked, success not asked yet */
	struct gs_link *linked;
	struct gs_link *edited; /* linked with another source; NULL: not edited */
	uint32_t edited_name;	/* GL's, of the program made of it */
};

struct gs_group {
	unsigned references;
	pthread_mutex_t lock;
	struct object *shaders[BUCKETS], *programs[BUCKETS];
	unsigned n_deleted; /* objects that are, and were still there when they were last asked for
			     */
	unsigned ask_at;    /* as many, all of them are asked for again */
};

static _Atomic uint64_t links, clock_ = 1;

uint64_t gs_shadow_clock(void)
{
	return atomic_load(&clock_);
}

static void shader_clear(struct shader *shader)
{
	gs_source_release(shader->given);
	gs_source_release(shader->compiled);
	gs_bindings_free(shader->inputs, shader->n_inputs);
	*shader = (struct shader){.object = shader->object};
}

static void end_edit(struct program *program)
{
	if (program->edited)
		atomic_fetch_sub(&gs_source_override_count, 1);
	gs_link_bury(program->edited);
	program->edited = NULL;
	program->edited_name = 0;
}

static void program_clear(struct program *program)
{
	gs_bindings_free(program->attributes, program->n_attributes);
	gs_bindings_free(program->outputs, program->n_outputs);
	gs_names_free(program->varyings, program->n_varyings);
	gs_link_free(program->pending);
	gs_link_bury(program->linked);
	end_edit(program);
}

/* ---- objects by name; all with the group locked ---- */

/* What leads to the object of that name; to NULL where there is none. */
static struct object **object_place(struct object **buckets, uint32_t name)
{
	struct object **at = &buckets[name % BUCKETS];
	while (*at && (*at)->name != name)
		at = &(*at)->next;
	return at;
}

/* size: of a new one, where there is none; 0: none is made. */
static void *object_find(struct object **buckets, uint32_t name, size_t size)
{
	struct object **at = object_place(buckets, name);
	if (!*at && size && (*at = calloc(1, size)))
		(*at)->name = name;
	return *at;
}

/* Becomes the caller's; NULL: there is none. */
static void *object_take(struct gs_group *group, struct object **buckets, uint32_t name)
{
	struct object **at = object_place(buckets, name), *object = *at;
	if (object) {
		*at = object->next;
		group->n_deleted -= object->is_deleted;
	}
	return object;
}

static struct shader *shader_find(struct gs_group *group, uint32_t name, bool make)
{
	return object_find(group->shaders, name, make ? sizeof(struct shader) : 0);
}

static struct program *program_find(struct gs_group *group, uint32_t name, bool make)
{
	return object_find(group->programs, name, make ? sizeof(struct program) : 0);
}

static void shader_end(struct gs_group *group, uint32_t name)
{
	struct shader *shader = object_take(group, group->shaders, name);
	if (shader)
		shader_clear(shader);
	free(shader);
}

static void program_end(struct gs_group *group, uint32_t name)
{
	struct program *program = object_take(group, group->programs, name);
	if (program)
		program_clear(program);
	free(program);
}

static void mark_deleted(struct gs_group *group, struct object *object)
{
	if (!object || object->is_deleted)
		return;
	object->is_deleted = true;
	group->n_deleted++;
}

/* ---- groups ---- */

static struct gs_group *group_create(void)
{
	struct gs_group *group = calloc(1, sizeof *group);
	if (!group)
		return NULL;
	group->references = 1;
	group->ask_at = DELETED_AT_FIRST;
	pthread_mutex_init(&group->lock, NULL);
	return group;
}

bool gs_group_join(struct gs_context *context, const struct gs_context *share)
{
	context->group = share ? share->group : group_create();
	if (share)
		__atomic_fetch_add(&share->group->references, 1, __ATOMIC_RELAXED);
	return context->group != NULL;
}

void gs_group_release(struct gs_group *group)
{
	if (!group || __atomic_sub_fetch(&group->references, 1, __ATOMIC_ACQ_REL))
		return;
	for (unsigned i = 0; i < BUCKETS; i++) {
		while (group->shaders[i])
			shader_end(group, group->shaders[i]->name);
		while (group->programs[i])
			program_end(group, group->programs[i]->name);
	}
	gs_core_handlers.group_destroyed(group);
	pthread_mutex_destroy(&group->lock);
	free(group);
}

static struct gs_group *group_of(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	return context && !context->in_block ? context->group : NULL;
}

static struct gs_group *lock_group(struct gs_thread *thread)
{
	struct gs_group *group = group_of(thread);
	if (group)
		pthread_mutex_lock(&group->lock);
	return group;
}

/* ---- asking GL; never with the group locked ---- */

static bool is_program(uint32_t name)
{
	return GL_HAS(glIsProgram) && name && GL(glIsProgram)(name);
}

static bool is_shader(uint32_t name)
{
	return GL_HAS(glIsShader) && name && GL(glIsShader)(name);
}

static bool link_succeeded(uint32_t program)
{
	GLint status = 0;
	if (is_program(program))
		GL(glGetProgramiv)(program, GL_LINK_STATUS, &status);
	return status != 0;
}

/* ---- shader objects ---- */

static void after_shader_source(struct gs_thread *thread, struct gs_wire_call *call)
{
	uint32_t name = (uint32_t)call->args[0];
	int32_t n = (int32_t)call->args[1];
	const char *const *strings = (const char *const *)call->args[2];
	/* What belongs to no shader the driver has refused, without a look at where the texts are.
	 */
	if (n < 0 || !strings || !group_of(thread) || !is_shader(name) ||
		gs_source_has_null(n, strings))
		return;
	struct gs_source *source = gs_source_new(n, strings, (const int32_t *)call->args[3]);
	struct gs_group *group = lock_group(thread);
	struct shader *shader = shader_find(group, name, true);
	if (shader) {
		gs_source_release(shader->given);
		shader->given = gs_source_reference(source);
		shader->binary = false;
	}
	gs_source_release(source);
	pthread_mutex_unlock(&group->lock);
}

/* As the compiler has seen it: with what #include names. Takes the source, or returns it. */
static struct gs_source *source_expanded(
	struct gs_source *source, int32_t n_paths, const char *const *paths, const int32_t *lengths)
{
	char *text = source ? gs_include_expand(source, n_paths, paths, lengths) : NULL;
	struct gs_source *expanded = text ? gs_source_new(1, (const char *const *)&text, NULL)
					  : NULL;
	free(text);
	if (!expanded)
		return source;
	gs_source_release(source);
	return expanded;
}

static struct gs_source *given_source(struct gs_thread *thread, uint32_t name)
{
	struct gs_group *group = lock_group(thread);
	struct shader *shader = group ? shader_find(group, name, false) : NULL;
	struct gs_source *source = shader ? gs_source_reference(shader->given) : NULL;
	if (group)
		pthread_mutex_unlock(&group->lock);
	return source;
}

static void compiled(struct gs_thread *thread, uint32_t name, int32_t n_paths,
	const char *const *paths, const int32_t *lengths)
{
	struct gs_source *source = source_expanded(
		given_source(thread, name), n_paths, paths, lengths);
	struct gs_group *group = lock_group(thread);
	struct shader *shader = group ? shader_find(group, name, false) : NULL;
	if (shader) {
		gs_source_release(shader->compiled);
		shader->compiled = gs_source_reference(source);
	}
	if (group)
		pthread_mutex_unlock(&group->lock);
	gs_source_release(source);
}

static void after_compile(struct gs_thread *thread, struct gs_wire_call *call)
{
	compiled(thread, (uint32_t)call->args[0], 0, NULL, NULL);
}

static void after_compile_include(struct gs_thread *thread, struct gs_wire_call *call)
{
	compiled(thread, (uint32_t)call->args[0], (int32_t)call->args[1],
		(const char *const *)call->args[2], (const int32_t *)call->args[3]);
}

/* What SPIR-V calls the inputs; the driver has read all of it. */
static void name_inputs(struct shader *shader, const void *module, uint64_t size)
{
	enum { MOST = 64 };
	struct gs_spirv_input inputs[MOST];
	unsigned n = gs_spirv_inputs(module, size, inputs, MOST);
	for (unsigned i = 0; i < n; i++)
		gs_bindings_set(
			&shader->inputs, &shader->n_inputs, inputs[i].name, inputs[i].location, 0);
}

/* Returns whether the driver has taken it for that. The program's errors stay its own. */
static bool is_spirv(struct gs_thread *thread, uint32_t shader)
{
	struct gs_context *context = gs_context_current(thread);
	GLint is = 0;
	if (!context || context->in_block)
		return false;
	gs_error_take(context);
	GL(glGetShaderiv)(shader, GL_SPIR_V_BINARY, &is);
	gs_error_drop();
	return is;
}

static void after_shader_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	const uint32_t *names = (const uint32_t *)call->args[1];
	bool spirv = call->args[2] == GL_SHADER_BINARY_FORMAT_SPIR_V && names &&
		     (int32_t)call->args[0] > 0 && is_spirv(thread, names[0]);
	struct gs_group *group = lock_group(thread);
	for (int32_t i = 0; group && names && i < (int32_t)call->args[0]; i++) {
		struct shader *shader = shader_find(group, names[i], true);
		if (!shader)
			break;
		shader_clear(shader);
		shader->binary = true;
		if (spirv)
			name_inputs(shader, (const void *)call->args[3], (uint32_t)call->args[4]);
	}
	if (group)
		pthread_mutex_unlock(&group->lock);
}

/* A new object of that name, or the end of the old one. */
static void forget(struct gs_thread *thread, uint32_t name, bool shader_gone, bool program_gone)
{
	struct gs_group *group = lock_group(thread);
	if (!group)
		return;
	if (shader_gone)
		shader_end(group, name);
	if (program_gone)
		program_end(group, name);
	pthread_mutex_unlock(&group->lock);
}

/* The names of deleted objects, for free(); NULL: no memory, or too few of them to ask. */
static uint32_t *take_deleted(struct gs_group *group, unsigned *n)
{
	uint32_t *names = group->n_deleted >= group->ask_at
				  ? calloc(group->n_deleted, sizeof *names)
				  : NULL;
	*n = 0;
	for (unsigned i = 0; names && i < 2 * BUCKETS; i++) {
		struct object **buckets = i < BUCKETS ? group->shaders : group->programs;
		for (struct object *o = buckets[i % BUCKETS]; o; o = o->next)
			if (o->is_deleted)
				names[(*n)++] = o->name;
	}
	return names;
}

/* A shader ends with the last program that it is attached to, a program where another one is put to
 * use, by calls that do not name it. So those that were deleted are asked for now and then: when
 * there are twice as many as were left. */
static void forget_deleted(struct gs_thread *thread, uint32_t name)
{
	unsigned n;
	struct gs_group *group = lock_group(thread);
	mark_deleted(group, *object_place(group->shaders, name));
	mark_deleted(group, *object_place(group->programs, name));
	uint32_t *names = take_deleted(group, &n);
	pthread_mutex_unlock(&group->lock);
	if (!names)
		return;
	for (unsigned i = 0; i < n; i++)
		forget(thread, names[i], !is_shader(names[i]), !is_program(names[i]));
	free(names);
	pthread_mutex_lock(&group->lock);
	group->ask_at = 2 * group->n_deleted + DELETED_AT_FIRST;
	pthread_mutex_unlock(&group->lock);
}

static void after_create(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (call->ret)
		forget(thread, (uint32_t)call->ret, true, true);
}

static void after_delete(struct gs_thread *thread, struct gs_wire_call *call)
{
	uint32_t name = (uint32_t)call->args[0];
	if (!name || !group_of(thread))
		return;
	forget(thread, name, !is_shader(name), !is_program(name));
	forget_deleted(thread, name);
}

/* ---- program objects ---- */

static void bind(struct gs_thread *thread, uint32_t name, bool output, const char *variable,
	uint64_t location, uint64_t index)
{
	struct gs_group *group = variable && group_of(thread) && is_program(name)
					 ? lock_group(thread)
					 : NULL;
	if (!group)
		return;
	struct program *program = program_find(group, name, true);
	if (program && output)
		gs_bindings_set(&program->outputs, &program->n_outputs, variable,
			(uint32_t)location, (uint32_t)index);
	else if (program)
		gs_bindings_set(&program->attributes, &program->n_attributes, variable,
			(uint32_t)location, 0);
	pthread_mutex_unlock(&group->lock);
}

static void after_bind_attribute(struct gs_thread *thread, struct gs_wire_call *call)
{
	bind(thread, (uint32_t)call->args[0], false, (const char *)call->args[2], call->args[1], 0);
}

static void after_bind_output(struct gs_thread *thread, struct gs_wire_call *call)
{
	bind(thread, (uint32_t)call->args[0], true, (const char *)call->args[2], call->args[1], 0);
}

static void after_bind_output_indexed(struct gs_thread *thread, struct gs_wire_call *call)
{
	bind(thread, (uint32_t)call->args[0], true, (const char *)call->args[3], call->args[1],
		call->args[2]);
}

static char **copy_names(const char *const *names, unsigned n)
{
	char **copy = calloc(n + 1, sizeof *copy);
	for (unsigned i = 0; copy && i < n; i++) {
		copy[i] = strdup(names[i] ? names[i] : "");
		if (!copy[i]) {
			gs_names_free(copy, i);
			return NULL;
		}
	}
	return copy;
}

static void after_varyings(struct gs_thread *thread, struct gs_wire_call *call)
{
	uint32_t name = (uint32_t)call->args[0];
	int32_t n = (int32_t)call->args[1];
	const char *const *names = (const char *const *)call->args[2];
	if (n < 0 || n > 4096 || (n && !names) || !group_of(thread) || !is_program(name))
		return;
	char **copy = copy_names(names, (unsigned)n);
	struct gs_group *group = lock_group(thread);
	struct program *program = copy ? program_find(group, name, true) : NULL;
	if (program) {
		gs_names_free(program->varyings, program->n_varyings);
		program->varyings = copy;
		program->n_varyings = (unsigned)n;
		program->varyings_mode = (uint32_t)call->args[3];
	} else if (copy)
		gs_names_free(copy, (unsigned)n);
	pthread_mutex_unlock(&group->lock);
}

/* ---- links ---- */

/* Locked. The bindings in force when the program is linked. */
static bool copy_bindings(struct gs_link *link, const struct program *program)
{
	for (unsigned i = 0; i < program->n_attributes; i++)
		gs_bindings_set(&link->attributes, &link->n_attributes, program->attributes[i].name,
			program->attributes[i].location, 0);
	for (unsigned i = 0; i < program->n_outputs; i++)
		gs_bindings_set(&link->outputs, &link->n_outputs, program->outputs[i].name,
			program->outputs[i].location, program->outputs[i].index);
	link->varyings_mode = program->varyings_mode;
	link->varyings = copy_names((const char *const *)program->varyings, program->n_varyings);
	if (link->varyings)
		link->n_varyings = program->n_varyings;
	return link->varyings != NULL;
}

/* What is attached, with types but without sources yet. */
static struct gs_link *link_ask(uint32_t program)
{
	enum { MOST = 64 };
	GLuint names[MOST];
	GLsizei n = 0;
	struct gs_link *link = calloc(1, sizeof *link);
	if (!link || !GL_HAS(glGetAttachedShaders))
		return link;
	GL(glGetAttachedShaders)(program, MOST, &n, names);
	link->shaders = calloc((size_t)n + 1, sizeof *link->shaders);
	for (GLsizei i = 0; link->shaders && i < n; i++) {
		GLint type = 0;
		GL(glGetShaderiv)(names[i], GL_SHADER_TYPE, &type);
		link->shaders[i].shader = names[i];
		link->shaders[i].type = (uint32_t)type;
		link->n_shaders++;
	}
	return link;
}

/* Moves a link whose success has not been asked yet to where it belongs. */
static void settle(struct gs_thread *thread, uint32_t name)
{
	struct gs_group *group = lock_group(thread);
	if (!group)
		return;
	struct program *program = program_find(group, name, false);
	bool pending = program && program->pending;
	pthread_mutex_unlock(&group->lock);
	if (!pending)
		return;
	bool succeeded = link_succeeded(name);
	pthread_mutex_lock(&group->lock);
	program = program_find(group, name, false);
	struct gs_link *link = program ? program->pending : NULL;
	if (program)
		program->pending = NULL;
	if (link && succeeded) {
		gs_link_bury(program->linked);
		program->linked = link;
		end_edit(program);
		link->serial = atomic_fetch_add(&links, 1) + 1;
	} else
		gs_link_free(link);
	pthread_mutex_unlock(&group->lock);
}

/* Locked. Takes the link. */
static void set_pending(
	struct gs_thread *thread, struct gs_group *group, uint32_t name, struct gs_link *link)
{
	link->made_at = atomic_fetch_add(&clock_, 1) + 1;
	link->made_by = gs_context_current(thread)->number;
	struct program *program = program_find(group, name, true);
	if (!program || (!link->binary && !copy_bindings(link, program))) {
		gs_link_free(link);
		return;
	}
	gs_link_free(program->pending);
	program->pending = link;
}

static void before_link(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (group_of(thread))
		settle(thread, (uint32_t)call->args[0]);
}

static void after_link(struct gs_thread *thread, struct gs_wire_call *call)
{
	uint32_t name = (uint32_t)call->args[0];
	struct gs_link *link = group_of(thread) && is_program(name) ? link_ask(name) : NULL;
	if (!link)
		return;
	struct gs_group *group = lock_group(thread);
	for (unsigned i = 0; i < link->n_shaders; i++) {
		struct shader *shader = shader_find(group, link->shaders[i].shader, false);
		link->shaders[i].source = shader && !shader->binary
						  ? gs_source_reference(shader->compiled)
						  : NULL;
		for (unsigned k = 0; shader && shader->binary && k < shader->n_inputs; k++)
			gs_bindings_set(&link->attributes, &link->n_attributes,
				shader->inputs[k].name, shader->inputs[k].location, 0);
	}
	set_pending(thread, group, name, link);
	pthread_mutex_unlock(&group->lock);
}

static void after_program_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	uint32_t name = (uint32_t)call->args[0];
	struct gs_link *link = group_of(thread) && is_program(name) ? calloc(1, sizeof *link)
								    : NULL;
	if (!link)
		return;
	link->binary = true;
	struct gs_group *group = lock_group(thread);
	set_pending(thread, group, name, link);
	pthread_mutex_unlock(&group->lock);
}

static void made_program(struct gs_thread *thread, uint32_t name, uint32_t type, int32_t n,
	const char *const *strings)
{
	if (!name || n < 0 || !strings || !group_of(thread))
		return;
	forget(thread, name, true, true);
	struct gs_link *link = calloc(1, sizeof *link);
	if (link)
		link->shaders = calloc(1, sizeof *link->shaders);
	if (!link || !link->shaders) {
		free(link);
		return;
	}
	link->n_shaders = 1;
	link->shaders[0] = (struct gs_linked_shader){
		0, type, source_expanded(gs_source_new(n, strings, NULL), 0, NULL, NULL)};
	struct gs_group *group = lock_group(thread);
	set_pending(thread, group, name, link);
	pthread_mutex_unlock(&group->lock);
}

static void after_create_shader_program(struct gs_thread *thread, struct gs_wire_call *call)
{
	made_program(thread, (uint32_t)call->ret, (uint32_t)call->args[0], (int32_t)call->args[1],
		(const char *const *)call->args[2]);
}

static void after_create_shader_program_ext(struct gs_thread *thread, struct gs_wire_call *call)
{
	const char *string = (const char *)call->args[1];
	made_program(
		thread, (uint32_t)call->ret, (uint32_t)call->args[0], 1, string ? &string : NULL);
}

/* The program after its pending link was settled, with its group locked if there is one; NULL:
 * there is no such program. */
static struct program *lock_program(
	struct gs_thread *thread, uint32_t name, struct gs_group **group)
{
	settle(thread, name);
	*group = lock_group(thread);
	return *group ? program_find(*group, name, false) : NULL;
}

static void unlock(struct gs_group *group)
{
	if (group)
		pthread_mutex_unlock(&group->lock);
}

const struct gs_link *gs_shadow_link(struct gs_thread *thread, uint32_t name)
{
	struct gs_group *group;
	struct program *program = lock_program(thread, name, &group);
	const struct gs_link *link = !program	       ? NULL
				     : program->edited ? program->edited
						       : program->linked;
	unlock(group);
	return link;
}

/* ---- for snapshots ---- */

unsigned gs_shadow_names(
	struct gs_thread *thread, bool are_programs, uint32_t *names, unsigned room)
{
	struct gs_group *group = lock_group(thread);
	unsigned n = 0;
	if (!group)
		return 0;
	struct object **buckets = are_programs ? group->programs : group->shaders;
	for (unsigned i = 0; i < BUCKETS; i++)
		for (const struct object *object = buckets[i]; object; object = object->next, n++)
			if (n < room)
				names[n] = object->name;
	pthread_mutex_unlock(&group->lock);
	return n;
}

void gs_shadow_shader(struct gs_thread *thread, uint32_t name, const struct gs_source **given,
	const struct gs_source **compiled)
{
	struct gs_group *group = lock_group(thread);
	struct shader *shader = group ? shader_find(group, name, false) : NULL;
	*given = shader ? shader->given : NULL;
	*compiled = shader ? shader->compiled : NULL;
	if (group)
		pthread_mutex_unlock(&group->lock);
}

/* ---- edits ---- */

const struct gs_link *gs_shadow_original(struct gs_thread *thread, uint32_t name)
{
	struct gs_group *group;
	struct program *program = lock_program(thread, name, &group);
	const struct gs_link *link = program ? program->linked : NULL;
	unlock(group);
	return link;
}

static bool copy_link(struct gs_link *copy, const struct gs_link *link)
{
	const struct program bindings = {.attributes = link->attributes,
		.n_attributes = link->n_attributes,
		.outputs = link->outputs,
		.n_outputs = link->n_outputs,
		.varyings = link->varyings,
		.n_varyings = link->n_varyings,
		.varyings_mode = link->varyings_mode};
	copy->shaders = calloc((size_t)link->n_shaders + 1, sizeof *copy->shaders);
	if (!copy->shaders || !copy_bindings(copy, &bindings))
		return false;
	for (unsigned i = 0; i < link->n_shaders; i++) {
		copy->shaders[i] = link->shaders[i];
		gs_source_reference(copy->shaders[i].source);
		copy->n_shaders++;
	}
	copy->made_at = link->made_at;
	copy->made_by = link->made_by;
	copy->serial = atomic_fetch_add(&links, 1) + 1;
	return true;
}

struct gs_link *gs_shadow_override_copy(
	const struct gs_link *link, unsigned shader, struct gs_source *source, const char *text)
{
	struct gs_link *copy = calloc(1, sizeof *copy);
	struct gs_source *new = text ? gs_source_new(1, &text, NULL) : gs_source_reference(source);
	if (!copy || !new || !copy_link(copy, link)) {
		gs_source_release(new);
		gs_link_free(copy);
		return NULL;
	}
	gs_source_release(copy->shaders[shader].source);
	copy->shaders[shader].source = new;
	return copy;
}

uint32_t gs_shadow_set_override(
	struct gs_thread *thread, uint32_t name, struct gs_link *link, uint32_t edited)
{
	struct gs_group *group = lock_group(thread);
	struct program *program = group ? program_find(group, name, false) : NULL;
	uint32_t before = program ? program->edited_name : 0;
	if (program) {
		end_edit(program);
		program->edited = link;
		program->edited_name = edited;
		if (link)
			atomic_fetch_add(&gs_source_override_count, 1);
	}
	if (group)
		pthread_mutex_unlock(&group->lock);
	return before;
}

uint32_t gs_shadow_override(struct gs_thread *thread, uint32_t name)
{
	struct gs_group *group;
	struct program *program = lock_program(thread, name, &group);
	uint32_t edited = program ? program->edited_name : 0;
	unlock(group);
	return edited;
}

void gs_shadow_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glShaderSource, NULL, after_shader_source},
		{GS_FN_glShaderSourceARB, NULL, after_shader_source},
		{GS_FN_glCompileShader, NULL, after_compile},
		{GS_FN_glCompileShaderARB, NULL, after_compile},
		{GS_FN_glCompileShaderIncludeARB, NULL, after_compile_include},
		{GS_FN_glShaderBinary, NULL, after_shader_binary},
		{GS_FN_glCreateShader, NULL, after_create},
		{GS_FN_glCreateShaderObjectARB, NULL, after_create},
		{GS_FN_glCreateProgram, NULL, after_create},
		{GS_FN_glCreateProgramObjectARB, NULL, after_create},
		{GS_FN_glDeleteShader, NULL, after_delete},
		{GS_FN_glDeleteProgram, NULL, after_delete},
		{GS_FN_glDeleteObjectARB, NULL, after_delete},
		{GS_FN_glBindAttribLocation, NULL, after_bind_attribute},
		{GS_FN_glBindAttribLocationARB, NULL, after_bind_attribute},
		{GS_FN_glBindFragDataLocation, NULL, after_bind_output},
		{GS_FN_glBindFragDataLocationEXT, NULL, after_bind_output},
		{GS_FN_glBindFragDataLocationIndexed, NULL, after_bind_output_indexed},
		{GS_FN_glBindFragDataLocationIndexedEXT, NULL, after_bind_output_indexed},
		{GS_FN_glTransformFeedbackVaryings, NULL, after_varyings},
		{GS_FN_glTransformFeedbackVaryingsEXT, NULL, after_varyings},
		{GS_FN_glLinkProgram, before_link, after_link},
		{GS_FN_glLinkProgramARB, before_link, after_link},
		{GS_FN_glProgramBinary, before_link, after_program_binary},
		{GS_FN_glProgramBinaryOES, before_link, after_program_binary},
		{GS_FN_glCreateShaderProgramv, NULL, after_create_shader_program},
		{GS_FN_glCreateShaderProgramvEXT, NULL, after_create_shader_program},
		{GS_FN_glCreateShaderProgramEXT, NULL, after_create_shader_program_ext},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
}
