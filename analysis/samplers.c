/* SPDX-License-Identifier: MIT */
/*
 * Which textures programs look up: follows the samplers of the linked shaders, the locations that
 * the program has asked for (a driver that answers -1 has removed the sampler), and the units that
 * it has set. Program pipelines and binaries are not followed.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/issues.h"
#include "analysis/shaders.h"
#include "trace/raw.h"

enum { UNITS = 32 };

/* State of a declared sampler in a program. */
struct place {
	int32_t unit; /* -1: not known */
	bool has_location, is_active, is_left_out;
};

struct text {
	uint32_t type;
	char *text; /* g_ref_string */
};

/* A shader, or a program. */
struct program {
	uint32_t type;
	char *source, *compiled; /* g_ref_string */
	GHashTable *attached;	 /* set of shaders */
	GArray *linked;		 /* struct text: sources of its shaders when it was linked */
	bool is_read;
	struct gs_declared *declared; /* NULL: not read so far, or not understood */
	GArray *places;		      /* struct place for each declared sampler */
	GHashTable *locations; /* location -> index of the sampler, plus 1; OTHER: not a sampler */
	/* Block index that the program asked for -> index in .declared, plus 1. */
	GHashTable *blocks;
	/* Locations of attributes, plus 1, by name: those that the next link gives, and those that
	 * the program has. */
	GHashTable *chosen, *attributes;
};

#define OTHER GUINT_TO_POINTER(UINT32_MAX)

/* Fixed-function state of a context. */
struct fixed {
	uint32_t targets[UNITS]; /* by unit: enabled texture target; 0: none */
	uint32_t replaced;	 /* enum replacement bits: what replaces fixed function */
	bool discards;
};

enum replacement { BY_FRAGMENT_PROGRAM = 1, BY_ATI_SHADER = 2, BY_PIPELINE = 4 };

struct gs_samplers {
	struct gs_effects *effects;
	GHashTable *programs; /* object -> struct program */
	GHashTable *created;  /* context and name of a shader -> its type; also by name alone */
	GHashTable *fixed;    /* context -> struct fixed */
	GArray *answer;	      /* struct gs_sampler */
};

static void release(char *text)
{
	if (text)
		g_ref_string_release(text);
}

static void clear_text(gpointer data)
{
	release(((struct text *)data)->text);
}

static void forget_declared(struct program *program)
{
	gs_declared_free(program->declared);
	program->declared = NULL;
	g_hash_table_remove_all(program->blocks);
	program->is_read = false;
	g_array_set_size(program->places, 0);
	g_array_set_size(program->linked, 0);
	g_hash_table_remove_all(program->locations);
}

static void free_program(gpointer data)
{
	struct program *program = data;
	forget_declared(program);
	release(program->source);
	release(program->compiled);
	g_hash_table_destroy(program->attached);
	g_hash_table_destroy(program->locations);
	g_hash_table_destroy(program->blocks);
	g_hash_table_destroy(program->chosen);
	g_hash_table_destroy(program->attributes);
	g_array_free(program->linked, TRUE);
	g_array_free(program->places, TRUE);
	g_free(program);
}

struct gs_samplers *gs_samplers_new(struct gs_effects *effects)
{
	struct gs_samplers *samplers = g_new0(struct gs_samplers, 1);
	samplers->effects = effects;
	samplers->programs = g_hash_table_new_full(NULL, NULL, NULL, free_program);
	samplers->created = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	samplers->fixed = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	samplers->answer = g_array_new(FALSE, TRUE, sizeof(struct gs_sampler));
	return samplers;
}

void gs_samplers_free(struct gs_samplers *samplers)
{
	g_hash_table_destroy(samplers->programs);
	g_hash_table_destroy(samplers->created);
	g_hash_table_destroy(samplers->fixed);
	g_array_free(samplers->answer, TRUE);
	g_free(samplers);
}

static struct program *program_at(struct gs_samplers *samplers, uint32_t object)
{
	gpointer key = GUINT_TO_POINTER(object);
	struct program *program = object ? g_hash_table_lookup(samplers->programs, key) : NULL;
	if (program || !object)
		return program;
	program = g_new0(struct program, 1);
	program->attached = g_hash_table_new(NULL, NULL);
	program->linked = g_array_new(FALSE, TRUE, sizeof(struct text));
	g_array_set_clear_func(program->linked, clear_text);
	program->places = g_array_new(FALSE, TRUE, sizeof(struct place));
	program->locations = g_hash_table_new(NULL, NULL);
	program->blocks = g_hash_table_new(NULL, NULL);
	program->chosen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	program->attributes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_hash_table_insert(samplers->programs, key, program);
	return program;
}

static struct program *program_named(
	struct gs_samplers *samplers, const struct gs_analysed_call *analysed, const char *names)
{
	return program_at(samplers, gs_effects_object_named(samplers->effects, GS_OBJECT_PROGRAM,
					    gs_analysed_number(analysed, names)));
}

/* ---- sources ---- */

static void set_created(
	struct gs_samplers *samplers, uint64_t context, uint64_t name, uint32_t type)
{
	uint64_t *key = g_new(uint64_t, 1);
	*key = context << 32 | name;
	g_hash_table_replace(samplers->created, key, GUINT_TO_POINTER(type));
}

/* Note the type of a new shader. The call has not taken effect, so the name is not the new shader's
 * yet. */
static void create_shader(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	uint64_t name = gs_trace_number(&analysed->call->result) & UINT32_MAX;
	uint32_t type = (uint32_t)gs_analysed_number(analysed, "type|shaderType");
	set_created(samplers, gs_effects_context(samplers->effects), name, type);
	set_created(samplers, 0, name, type);
}

/* Return the type of a shader, which another context may have made. */
static uint32_t type_of(struct gs_samplers *samplers, uint64_t name)
{
	uint64_t own = (uint64_t)gs_effects_context(samplers->effects) << 32 | name;
	gpointer type = g_hash_table_lookup(samplers->created, &own);
	return GPOINTER_TO_UINT(type ? type : g_hash_table_lookup(samplers->created, &name));
}

/* Set a shader's source: its strings, each up to its length or NUL, in one. */
static void set_source(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *shader = program_named(samplers, analysed, "shader|shaderObj");
	const struct gs_trace_value *texts = gs_analysed_value(analysed, "string");
	GString *whole = g_string_new(NULL);
	for (uint32_t i = 0; texts && texts->class == GS_TRACE_ARRAY && i < texts->n; i++)
		if (texts->items[i].class == GS_TRACE_STRING)
			g_string_append_len(whole, texts->items[i].text,
				(gssize)strnlen(texts->items[i].text, texts->items[i].n));
	if (shader) {
		release(shader->source);
		shader->source = g_ref_string_new(whole->str);
		shader->type = type_of(
			samplers, gs_analysed_number(analysed, "shader|shaderObj") & UINT32_MAX);
	}
	g_string_free(whole, TRUE);
}

static void compile(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *shader = program_named(samplers, analysed, "shader|shaderObj");
	if (!shader)
		return;
	release(shader->compiled);
	shader->compiled = shader->source ? g_ref_string_acquire(shader->source) : NULL;
}

/* ---- programs ---- */

/* Note the location of an attribute: by a call that chooses it for the next link, or the answer of
 * one that asks for it. */
static void take_attribute(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	bool is_chosen = gs_analysed_has(analysed, "index");
	struct program *program = program_named(samplers, analysed, "program|programObj");
	const struct gs_trace_value *name = gs_analysed_value(analysed, "name");
	uint64_t location = is_chosen ? gs_analysed_number(analysed, "index")
				      : gs_trace_number(&analysed->call->result);
	if (program && name && name->class == GS_TRACE_STRING && location < GS_ATTRIBUTES)
		g_hash_table_insert(is_chosen ? program->chosen : program->attributes,
			g_strdup(name->text), GUINT_TO_POINTER((guint)location + 1));
}

static void copy_attribute(gpointer name, gpointer location, gpointer attributes)
{
	g_hash_table_insert(attributes, g_strdup(name), location);
}

static void link_program(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = program_named(samplers, analysed, "program|programObj");
	GHashTableIter iter;
	gpointer key;
	if (!program)
		return;
	forget_declared(program);
	g_hash_table_remove_all(program->attributes);
	g_hash_table_foreach(program->chosen, copy_attribute, program->attributes);
	g_hash_table_iter_init(&iter, program->attached);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const struct program *shader = program_at(samplers, GPOINTER_TO_UINT(key));
		struct text text = {.type = shader->type};
		if (!shader->compiled)
			continue;
		text.text = g_ref_string_acquire(shader->compiled);
		g_array_append_val(program->linked, text);
	}
}

static void forget_program(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = program_named(samplers, analysed, "program");
	if (program)
		forget_declared(program);
}

static void attach(
	struct gs_samplers *samplers, const struct gs_analysed_call *analysed, bool is_attached)
{
	struct program *program = program_named(samplers, analysed, "program|containerObj");
	gpointer shader = GUINT_TO_POINTER(gs_effects_object_named(samplers->effects,
		GS_OBJECT_PROGRAM, gs_analysed_number(analysed, "shader|obj|attachedObj")));
	if (!program || !shader)
		return;
	if (is_attached)
		g_hash_table_insert(program->attached, shader, shader);
	else
		g_hash_table_remove(program->attached, shader);
}

/* Parse the program's shaders at the first use, as some traces have many programs that are never
 * used. Return whether they are understood. */
static bool read_program(struct gs_samplers *samplers, struct program *program)
{
	GArray *texts;
	if (program->is_read)
		return program->declared;
	program->is_read = true;
	texts = g_array_new(FALSE, TRUE, sizeof(struct gs_shader_text));
	for (guint i = 0; i < program->linked->len; i++) {
		const struct text *linked = &g_array_index(program->linked, struct text, i);
		struct gs_shader_text text = {linked->type, linked->text};
		g_array_append_val(texts, text);
	}
	program->declared = gs_declared_read(
		(const struct gs_shader_text *)(const void *)texts->data, texts->len,
		gs_effects_is_es(samplers->effects));
	g_array_free(texts, TRUE);
	for (guint i = 0; program->declared && i < program->declared->samplers->len; i++) {
		const struct gs_declared_sampler *declared = &g_array_index(
			program->declared->samplers, struct gs_declared_sampler, i);
		struct place place = {
			.unit = declared->unit, .has_location = declared->location >= 0};
		g_array_append_val(program->places, place);
		if (declared->location >= 0)
			g_hash_table_insert(program->locations, GINT_TO_POINTER(declared->location),
				GUINT_TO_POINTER(i + 1));
	}
	return program->declared;
}

static const char *name_at(const struct program *program, guint i)
{
	return g_array_index(program->declared->samplers, struct gs_declared_sampler, i).name;
}

/* Return the index of a sampler by its name, where "pictures" means "pictures[0]"; UINT32_MAX: it
 * is none. */
static guint find(const struct program *program, const char *name)
{
	size_t n = strlen(name);
	for (guint i = 0; i < program->declared->samplers->len; i++) {
		const char *other = name_at(program, i);
		if (strncmp(other, name, n) == 0 && (!other[n] || strcmp(other + n, "[0]") == 0))
			return i;
	}
	return UINT32_MAX;
}

/* Return whether sampler i is an element of the same array as `first`: these have consecutive
 * locations, and are removed together. */
static bool is_next_element(const struct program *program, guint i, guint first)
{
	const char *name = name_at(program, first), *bracket = strrchr(name, '[');
	size_t n = bracket && !strchr(bracket, '.') ? (size_t)(bracket - name) + 1 : 0;
	return i == first || (n && i < program->declared->samplers->len &&
				     strncmp(name_at(program, i), name, n) == 0);
}

static void take_location(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = program_named(samplers, analysed, "program|programObj");
	const struct gs_trace_value *name = gs_analysed_value(analysed, "name");
	int32_t location = (int32_t)gs_trace_number(&analysed->call->result);
	guint first;
	if (!program || !name || name->class != GS_TRACE_STRING || !read_program(samplers, program))
		return;
	first = location <= INT32_MAX - (int32_t)program->declared->samplers->len
			? find(program, name->text)
			: UINT32_MAX;
	if (first == UINT32_MAX && location >= 0)
		g_hash_table_insert(program->locations, GINT_TO_POINTER(location), OTHER);
	for (guint i = first;
		i < program->declared->samplers->len && is_next_element(program, i, first); i++) {
		struct place *place = &g_array_index(program->places, struct place, i);
		gpointer key = GINT_TO_POINTER(location + (int32_t)(i - first));
		place->is_left_out = location < 0;
		place->is_active |= location >= 0 && i == first;
		place->has_location |= location >= 0;
		if (location >= 0 &&
			(i == first || !g_hash_table_contains(program->locations, key)))
			g_hash_table_insert(program->locations, key, GUINT_TO_POINTER(i + 1));
	}
}

/* Forget the units of samplers whose location was not asked for: one of them is set, and it is not
 * known which. */
static void doubt_units(struct program *program)
{
	for (guint i = 0; i < program->places->len; i++) {
		struct place *place = &g_array_index(program->places, struct place, i);
		if (!place->has_location)
			place->unit = -1;
	}
}

static void set_unit(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = gs_analysed_has(analysed, "program")
					  ? program_named(samplers, analysed, "program")
					  : program_at(samplers, gs_effects_bound(samplers->effects,
									 GS_OBJECT_PROGRAM, 0));
	const struct gs_trace_value *value = gs_analysed_value(analysed, "v0|value");
	int32_t location = (int32_t)gs_analysed_number(analysed, "location");
	bool is_array = value && value->class == GS_TRACE_ARRAY, is_doubted = false;
	if (!program || location < 0 || !read_program(samplers, program))
		return;
	for (uint32_t k = 0; k < (is_array ? value->n : 1) && k <= (uint32_t)(INT32_MAX - location);
		k++) {
		gpointer found = g_hash_table_lookup(
			program->locations, GINT_TO_POINTER(location + (int32_t)k));
		guint i = GPOINTER_TO_UINT(found);
		if (found == OTHER)
			return;
		if (i && i <= program->places->len && value && value->class != GS_TRACE_NONE)
			g_array_index(program->places, struct place, i - 1).unit = (int32_t)
				gs_trace_number(is_array ? &value->items[k] : value);
		else
			is_doubted = true;
	}
	if (is_doubted)
		doubt_units(program);
}

/* ---- blocks ---- */

static void take_block_index(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = program_named(samplers, analysed, "program");
	const struct gs_trace_value *name = gs_analysed_value(analysed, "uniformBlockName|name");
	uint32_t index = (uint32_t)gs_trace_number(&analysed->call->result);
	if (!program || !name || name->class != GS_TRACE_STRING || index == GL_INVALID_INDEX ||
		!read_program(samplers, program))
		return;
	for (guint i = 0; i < program->declared->blocks->len; i++)
		if (strcmp(g_array_index(program->declared->blocks, struct gs_declared_block, i)
				    .name,
			    name->text) == 0)
			g_hash_table_insert(
				program->blocks, GUINT_TO_POINTER(index), GUINT_TO_POINTER(i + 1));
}

/* Set a block's binding. If the index was not asked for, it may be any block's, and all bindings
 * become unknown. */
static void bind_block(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = program_named(samplers, analysed, "program");
	gpointer index = GUINT_TO_POINTER((guint)gs_analysed_number(analysed, "uniformBlockIndex"));
	if (!program || !read_program(samplers, program))
		return;
	guint at = GPOINTER_TO_UINT(g_hash_table_lookup(program->blocks, index));
	for (guint i = 0; i < program->declared->blocks->len; i++)
		if (!at || i + 1 == at)
			g_array_index(program->declared->blocks, struct gs_declared_block, i)
				.binding = at ? (int32_t)gs_analysed_number(
							analysed, "uniformBlockBinding")
					      : -1;
}

const struct gs_declared_block *gs_samplers_block(struct gs_samplers *samplers, unsigned i)
{
	struct program *program = program_at(
		samplers, gs_effects_bound(samplers->effects, GS_OBJECT_PROGRAM, 0));
	return program && read_program(samplers, program) &&
			       !program->declared->depends_on_driver &&
			       i < program->declared->blocks->len
		       ? &g_array_index(program->declared->blocks, struct gs_declared_block, i)
		       : NULL;
}

/* Note a failed link: the program cannot be used; one that is in use stays as it was. */
static void look_at_link(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	struct program *program = program_named(samplers, analysed, "program|obj");
	const struct gs_trace_value *value = gs_analysed_value(analysed, "params");
	if (value && value->class == GS_TRACE_ARRAY)
		value = value->n ? &value->items[0] : NULL;
	if (program && gs_analysed_number(analysed, "pname") == GL_LINK_STATUS && value &&
		value->class != GS_TRACE_NULL && value->class != GS_TRACE_NONE &&
		!gs_trace_number(value))
		forget_declared(program);
}

static bool is_array_element(const char *name)
{
	return strchr(name, '[') != NULL;
}

/* Add a sampler that a draw looks up. If an array is active, it is not known which elements are. */
static void add_used(struct gs_samplers *samplers, const struct program *program, guint i)
{
	const struct gs_declared_sampler *declared = &g_array_index(
		program->declared->samplers, struct gs_declared_sampler, i);
	const struct place *place = &g_array_index(program->places, struct place, i);
	struct gs_sampler used = {.name = declared->name,
		.unit = (uint32_t)place->unit,
		.target = declared->target,
		.is_shadow = declared->is_shadow};
	if (!declared->target || !declared->is_looked_up || place->unit < 0 || place->is_left_out ||
		(program->declared->depends_on_driver && !place->is_active))
		return;
	used.is_sure = !program->declared->depends_on_driver &&
		       (declared->is_drawn || (place->is_active && !declared->is_round &&
						      !is_array_element(declared->name)));
	g_array_append_val(samplers->answer, used);
}

/* ---- fixed function ---- */

static struct fixed *fixed_of(struct gs_samplers *samplers)
{
	return gs_kept_of(
		samplers->fixed, gs_effects_context(samplers->effects), sizeof(struct fixed));
}

static void set_bit(uint32_t *bits, uint32_t bit, bool is_set)
{
	*bits = is_set ? *bits | bit : *bits & ~bit;
}

static void enable(
	struct gs_samplers *samplers, const struct gs_analysed_call *analysed, bool is_enabled)
{
	struct fixed *fixed = fixed_of(samplers);
	uint32_t unit = gs_effects_active_unit(samplers->effects);
	uint64_t target = gs_analysed_number(analysed, "cap");
	switch (target) {
	case GL_TEXTURE_1D:
	case GL_TEXTURE_2D:
	case GL_TEXTURE_3D:
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_RECTANGLE:
		if (unit < UNITS && is_enabled)
			fixed->targets[unit] = (uint32_t)target;
		else if (unit < UNITS && fixed->targets[unit] == target)
			fixed->targets[unit] = 0;
		break;
	case GL_FRAGMENT_PROGRAM_ARB:
		set_bit(&fixed->replaced, BY_FRAGMENT_PROGRAM, is_enabled);
		break;
	case GL_FRAGMENT_SHADER_ATI:
		set_bit(&fixed->replaced, BY_ATI_SHADER, is_enabled);
		break;
	case GL_RASTERIZER_DISCARD:
		fixed->discards = is_enabled;
		break;
	default:
		break;
	}
}

void gs_samplers_add(struct gs_samplers *samplers, const struct gs_analysed_call *analysed)
{
	switch (analysed->function->plain) {
	case GS_FN_glCreateShader:
		create_shader(samplers, analysed);
		break;
	case GS_FN_glShaderSource:
		set_source(samplers, analysed);
		break;
	case GS_FN_glCompileShader:
	case GS_FN_glCompileShaderIncludeARB:
		compile(samplers, analysed);
		break;
	case GS_FN_glAttachShader:
	case GS_FN_glDetachShader:
		attach(samplers, analysed, analysed->function->plain == GS_FN_glAttachShader);
		break;
	case GS_FN_glLinkProgram:
		link_program(samplers, analysed);
		break;
	case GS_FN_glProgramBinary:
		forget_program(samplers, analysed);
		break;
	case GS_FN_glGetProgramiv:
	case GS_FN_glGetObjectParameterivARB:
		look_at_link(samplers, analysed);
		break;
	case GS_FN_glGetProgramResourceLocation:
		if (gs_analysed_number(analysed, "programInterface") != GL_UNIFORM)
			break;
		/* fall through */
	case GS_FN_glGetUniformLocation:
		take_location(samplers, analysed);
		break;
	case GS_FN_glGetProgramResourceIndex:
		if (gs_analysed_number(analysed, "programInterface") != GL_UNIFORM_BLOCK)
			break;
		/* fall through */
	case GS_FN_glGetUniformBlockIndex:
		take_block_index(samplers, analysed);
		break;
	case GS_FN_glBindAttribLocation:
	case GS_FN_glGetAttribLocation:
		take_attribute(samplers, analysed);
		break;
	case GS_FN_glUniformBlockBinding:
		bind_block(samplers, analysed);
		break;
	case GS_FN_glUniform1i:
	case GS_FN_glUniform1iv:
	case GS_FN_glProgramUniform1i:
	case GS_FN_glProgramUniform1iv:
		set_unit(samplers, analysed);
		break;
	case GS_FN_glEnable:
	case GS_FN_glDisable:
		enable(samplers, analysed, analysed->function->plain == GS_FN_glEnable);
		break;
	case GS_FN_glBindProgramPipeline:
		set_bit(&fixed_of(samplers)->replaced, BY_PIPELINE,
			gs_analysed_number(analysed, "pipeline") != 0);
		break;
	case GS_FN_glPopAttrib: /* the enables that it restores are not followed */
		memset(fixed_of(samplers)->targets, 0, sizeof(fixed_of(samplers)->targets));
		break;
	default:
		break;
	}
}

const struct gs_sampler *gs_samplers_used(struct gs_samplers *samplers, size_t *n)
{
	uint32_t object = gs_effects_bound(samplers->effects, GS_OBJECT_PROGRAM, 0);
	struct program *program = program_at(samplers, object);
	const struct fixed *fixed = fixed_of(samplers);
	bool is_fixed = !object && !fixed->replaced;
	g_array_set_size(samplers->answer, 0);
	if (program && !fixed->discards && read_program(samplers, program))
		for (guint i = 0; i < program->declared->samplers->len; i++)
			add_used(samplers, program, i);
	for (uint32_t unit = 0; is_fixed && !fixed->discards && unit < UNITS; unit++) {
		struct gs_sampler sampler = {
			.unit = unit, .target = fixed->targets[unit], .is_sure = true};
		if (sampler.target)
			g_array_append_val(samplers->answer, sampler);
	}
	*n = samplers->answer->len;
	return (const struct gs_sampler *)(const void *)samplers->answer->data;
}

bool gs_samplers_attribute(struct gs_samplers *samplers, unsigned i, struct gs_attribute *attribute)
{
	struct program *program = program_at(
		samplers, gs_effects_bound(samplers->effects, GS_OBJECT_PROGRAM, 0));
	const struct gs_declared_input *input;
	if (!program || !read_program(samplers, program) || program->declared->depends_on_driver ||
		i >= program->declared->inputs->len)
		return false;
	input = &g_array_index(program->declared->inputs, struct gs_declared_input, i);
	*attribute = (struct gs_attribute){
		.name = input->name, .location = input->location, .is_integer = input->is_integer};
	if (input->location < 0)
		attribute->location = GPOINTER_TO_INT(g_hash_table_lookup(
					      program->attributes, input->name)) -
				      1;
	if (!input->is_used)
		attribute->location = -1;
	return true;
}
