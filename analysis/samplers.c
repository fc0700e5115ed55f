/* SPDX-License-Identifier: MIT */
/*
 * Which textures programs look up: samplers that sources declare, whose locations the program has
 * asked for (others may have been optimised away), and the units to which it has set them. Arrays
 * of samplers, and those in blocks and structures, are not followed.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/issues.h"
#include "trace/raw.h"

enum { UNITS = 32 };

struct declared {
	char *name;
	uint32_t target, unit; /* unit: that of the beginning */
};

/* A shader, or a program: what its shaders have. */
struct program {
	GArray *declared;      /* struct declared */
	GHashTable *attached;  /* shaders -> themselves */
	GHashTable *locations; /* location -> 1 + index into declared; of programs */
	GArray *used;	       /* struct gs_sampler, by index into declared; target 0: not asked */
	bool branches;
};

struct gs_samplers {
	struct gs_content *content;
	GHashTable *programs; /* object -> struct program */
	GHashTable *enabled;  /* context -> uint32_t [UNITS]: targets of fixed function */
	GRegex *uniform, *branch, *comment;
	GArray *answer; /* struct gs_sampler */
};

static void clear_declared(gpointer data)
{
	g_free(((struct declared *)data)->name);
}

static void free_program(gpointer data)
{
	struct program *program = data;
	g_array_free(program->declared, TRUE);
	g_hash_table_destroy(program->attached);
	g_hash_table_destroy(program->locations);
	g_array_free(program->used, TRUE);
	g_free(program);
}

struct gs_samplers *gs_samplers_new(struct gs_content *content)
{
	struct gs_samplers *samplers = g_new0(struct gs_samplers, 1);
	samplers->content = content;
	samplers->programs = g_hash_table_new_full(NULL, NULL, NULL, free_program);
	samplers->enabled = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	samplers->uniform = g_regex_new("(\\blayout\\s*\\([^)]*\\)\\s*)?\\buniform\\s+"
					"(?:lowp\\s+|mediump\\s+|highp\\s+)?"
					"([iu]?sampler\\w+)\\s+(\\w+)\\s*;",
		0, 0, NULL);
	samplers->branch = g_regex_new("\\b(if|for|while|switch|discard)\\b|\\?", 0, 0, NULL);
	samplers->comment = g_regex_new("//[^\\n]*|/\\*.*?\\*/", G_REGEX_DOTALL, 0, NULL);
	samplers->answer = g_array_new(FALSE, TRUE, sizeof(struct gs_sampler));
	return samplers;
}

void gs_samplers_free(struct gs_samplers *samplers)
{
	g_hash_table_destroy(samplers->programs);
	g_hash_table_destroy(samplers->enabled);
	g_regex_unref(samplers->uniform);
	g_regex_unref(samplers->branch);
	g_regex_unref(samplers->comment);
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
	program->declared = g_array_new(FALSE, TRUE, sizeof(struct declared));
	g_array_set_clear_func(program->declared, clear_declared);
	program->attached = g_hash_table_new(NULL, NULL);
	program->locations = g_hash_table_new(NULL, NULL);
	program->used = g_array_new(FALSE, TRUE, sizeof(struct gs_sampler));
	g_hash_table_insert(samplers->programs, key, program);
	return program;
}

static struct program *program_named(
	struct gs_samplers *samplers, const struct gs_look *look, const char *names)
{
	return program_at(samplers, gs_content_object_named(samplers->content, GS_OBJECT_PROGRAM,
					    gs_look_number(look, names)));
}

/* ---- sources ---- */

/* 0: a kind that is always complete, or not followed. */
static uint32_t target_of(const char *type)
{
	static const struct {
		const char *type;
		uint32_t target;
	} types[] = {
		{"sampler1D", GL_TEXTURE_1D},
		{"sampler1DShadow", GL_TEXTURE_1D},
		{"sampler2D", GL_TEXTURE_2D},
		{"sampler2DShadow", GL_TEXTURE_2D},
		{"sampler2DRect", GL_TEXTURE_RECTANGLE},
		{"sampler2DRectShadow", GL_TEXTURE_RECTANGLE},
		{"sampler3D", GL_TEXTURE_3D},
		{"samplerCube", GL_TEXTURE_CUBE_MAP},
		{"samplerCubeShadow", GL_TEXTURE_CUBE_MAP},
		{"sampler2DArray", GL_TEXTURE_2D_ARRAY},
		{"sampler2DArrayShadow", GL_TEXTURE_2D_ARRAY},
	};
	type += *type == 'i' || *type == 'u';
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (strcmp(types[i].type, type) == 0)
			return types[i].target;
	return 0;
}

/* -1: the qualifiers say more than a number. */
static int64_t binding_of(const char *qualifiers)
{
	const char *binding = strstr(qualifiers, "binding");
	uint64_t unit;
	char *end;
	if (!binding)
		return 0;
	binding += strcspn(binding, "=");
	binding += *binding == '=';
	unit = g_ascii_strtoull(binding, &end, 10);
	return end == binding || end[strspn(end, " \t")] == 0 ||
			       !strchr(",)", end[strspn(end, " \t")])
		       ? -1
		       : (int64_t)unit;
}

static void declare(struct program *program, const char *name, uint32_t target, uint32_t unit)
{
	struct declared declared = {.target = target, .unit = unit};
	for (guint i = 0; i < program->declared->len; i++)
		if (strcmp(g_array_index(program->declared, struct declared, i).name, name) == 0)
			return;
	declared.name = g_strdup(name);
	g_array_append_val(program->declared, declared);
}

static void read_source(struct gs_samplers *samplers, struct program *shader, const char *text)
{
	GMatchInfo *match;
	char *plain = g_regex_replace_literal(samplers->comment, text, -1, 0, " ", 0, NULL);
	if (!plain)
		return;
	shader->branches |= g_regex_match(samplers->branch, plain, 0, NULL);
	g_regex_match(samplers->uniform, plain, 0, &match);
	while (g_match_info_matches(match)) {
		char *layout = g_match_info_fetch(match, 1), *type = g_match_info_fetch(match, 2),
		     *name = g_match_info_fetch(match, 3);
		if (target_of(type) && binding_of(layout) >= 0)
			declare(shader, name, target_of(type), (uint32_t)binding_of(layout));
		g_free(layout);
		g_free(type);
		g_free(name);
		g_match_info_next(match, NULL);
	}
	g_match_info_free(match);
	g_free(plain);
}

static void set_source(struct gs_samplers *samplers, const struct gs_look *look)
{
	struct program *shader = program_named(samplers, look, "shader|shaderObj");
	const struct gs_trace_value *texts = gs_look_value(look, "string");
	GString *whole = g_string_new(NULL);
	if (shader) {
		g_array_set_size(shader->declared, 0);
		shader->branches = false;
	}
	for (uint32_t i = 0; texts && texts->class == GS_TRACE_ARRAY && i < texts->n; i++)
		if (texts->items[i].class == GS_TRACE_STRING)
			g_string_append(whole, texts->items[i].text);
	if (shader && g_utf8_validate(whole->str, -1, NULL))
		read_source(samplers, shader, whole->str);
	g_string_free(whole, TRUE);
}

/* ---- programs ---- */

static void link_program(struct gs_samplers *samplers, const struct gs_look *look)
{
	struct program *program = program_named(samplers, look, "program|programObj");
	GHashTableIter iter;
	gpointer key;
	if (!program)
		return;
	g_array_set_size(program->declared, 0);
	g_array_set_size(program->used, 0);
	g_hash_table_remove_all(program->locations);
	program->branches = false;
	g_hash_table_iter_init(&iter, program->attached);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const struct program *shader = program_at(samplers, GPOINTER_TO_UINT(key));
		program->branches |= shader->branches;
		for (guint i = 0; i < shader->declared->len; i++) {
			const struct declared *declared = &g_array_index(
				shader->declared, struct declared, i);
			declare(program, declared->name, declared->target, declared->unit);
		}
	}
	g_array_set_size(program->used, program->declared->len);
	for (guint i = 0; i < program->declared->len; i++)
		g_array_index(program->used, struct gs_sampler, i).unit =
			g_array_index(program->declared, struct declared, i).unit;
}

static void attach(struct gs_samplers *samplers, const struct gs_look *look, bool is_attached)
{
	struct program *program = program_named(samplers, look, "program|containerObj");
	gpointer shader = GUINT_TO_POINTER(
		gs_content_object_named(samplers->content, GS_OBJECT_PROGRAM,
			gs_look_number(look, strstr(look->plan->name, "Object") ? "obj|attachedObj"
										: "shader")));
	if (!program || !shader)
		return;
	if (is_attached)
		g_hash_table_insert(program->attached, shader, shader);
	else
		g_hash_table_remove(program->attached, shader);
}

static void take_location(struct gs_samplers *samplers, const struct gs_look *look)
{
	struct program *program = program_named(samplers, look, "program|programObj");
	const struct gs_trace_value *name = gs_look_value(look, "name");
	int32_t location = (int32_t)gs_trace_number(&look->call->result);
	if (!program || location < 0 || !name || name->class != GS_TRACE_STRING)
		return;
	for (guint i = 0; i < program->declared->len && i < program->used->len; i++) {
		const struct declared *declared = &g_array_index(
			program->declared, struct declared, i);
		struct gs_sampler *used = &g_array_index(program->used, struct gs_sampler, i);
		if (strcmp(declared->name, name->text))
			continue;
		used->name = declared->name;
		used->target = declared->target;
		used->is_sure = !program->branches;
		g_hash_table_insert(
			program->locations, GINT_TO_POINTER(location), GUINT_TO_POINTER(i + 1));
	}
}

static void set_unit(struct gs_samplers *samplers, const struct gs_look *look)
{
	struct program *program = gs_look_has(look, "program")
					  ? program_named(samplers, look, "program")
					  : program_at(samplers, gs_content_bound(samplers->content,
									 GS_OBJECT_PROGRAM, 0));
	const struct gs_trace_value *value = gs_look_value(look, "v0|value");
	gpointer location = GINT_TO_POINTER((gint)gs_look_number(look, "location"));
	guint i = program ? GPOINTER_TO_UINT(g_hash_table_lookup(program->locations, location)) : 0;
	if (value && value->class == GS_TRACE_ARRAY)
		value = value->n ? &value->items[0] : NULL;
	if (i && i <= program->used->len && value)
		g_array_index(program->used, struct gs_sampler, i - 1).unit = (uint32_t)
			gs_trace_number(value);
}

/* ---- fixed function ---- */

static uint32_t *enabled_of(struct gs_samplers *samplers)
{
	gpointer key = GUINT_TO_POINTER(gs_content_context(samplers->content));
	uint32_t *enabled = g_hash_table_lookup(samplers->enabled, key);
	if (enabled)
		return enabled;
	enabled = g_new0(uint32_t, UNITS);
	g_hash_table_insert(samplers->enabled, key, enabled);
	return enabled;
}

static void enable(struct gs_samplers *samplers, const struct gs_look *look, bool is_enabled)
{
	uint32_t unit = gs_content_active_unit(samplers->content);
	uint64_t target = gs_look_number(look, "cap");
	switch (target) {
	case GL_TEXTURE_1D:
	case GL_TEXTURE_2D:
	case GL_TEXTURE_3D:
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_RECTANGLE:
		break;
	default:
		return;
	}
	if (unit >= UNITS)
		return;
	if (is_enabled)
		enabled_of(samplers)[unit] = (uint32_t)target;
	else if (enabled_of(samplers)[unit] == target)
		enabled_of(samplers)[unit] = 0;
}

void gs_samplers_add(struct gs_samplers *samplers, const struct gs_look *look)
{
	const char *name = look->plan->name;
	if (strncmp(name, "glShaderSource", 14) == 0)
		set_source(samplers, look);
	else if (strncmp(name, "glAttach", 8) == 0)
		attach(samplers, look, true);
	else if (strncmp(name, "glDetach", 8) == 0)
		attach(samplers, look, false);
	else if (strncmp(name, "glLinkProgram", 13) == 0)
		link_program(samplers, look);
	else if (strncmp(name, "glGetUniformLocation", 20) == 0)
		take_location(samplers, look);
	else if (look->plan->what & GS_WHAT_UNIFORM && strstr(name, "1i"))
		set_unit(samplers, look);
	else if (strcmp(name, "glEnable") == 0 || strcmp(name, "glDisable") == 0)
		enable(samplers, look, name[2] == 'E');
	else if (strcmp(name, "glPopAttrib") == 0) /* what it enables is not followed */
		memset(enabled_of(samplers), 0, UNITS * sizeof(uint32_t));
}

const struct gs_sampler *gs_samplers_used(struct gs_samplers *samplers, size_t *n)
{
	uint32_t object = gs_content_bound(samplers->content, GS_OBJECT_PROGRAM, 0);
	const struct program *program = program_at(samplers, object);
	const uint32_t *enabled = object ? NULL : enabled_of(samplers);
	g_array_set_size(samplers->answer, 0);
	for (guint i = 0; program && i < program->used->len; i++)
		if (g_array_index(program->used, struct gs_sampler, i).target)
			g_array_append_val(samplers->answer,
				g_array_index(program->used, struct gs_sampler, i));
	for (uint32_t unit = 0; enabled && unit < UNITS; unit++) {
		struct gs_sampler fixed = {.unit = unit, .target = enabled[unit], .is_sure = true};
		if (enabled[unit])
			g_array_append_val(samplers->answer, fixed);
	}
	*n = samplers->answer->len;
	return (const struct gs_sampler *)(const void *)samplers->answer->data;
}
