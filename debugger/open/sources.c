/* SPDX-License-Identifier: MIT */
#include "debugger/open/sources.h"

#include <stdlib.h>
#include "data/data.h"
#include "trace/raw.h"
#include "trace/trace.h"

enum { ASK_EVERY = 4096 };

struct shader {
	uint32_t stage;
	uint64_t source; /* the number of the last call that gave it one; UINT64_MAX: none has */
};

/* What a program was linked from. */
struct part {
	uint64_t shader; /* its name; 0: the program was made from source alone */
	uint32_t stage;
	uint64_t source;
};

/* Names of contexts that share nothing are taken for one another's, the last that was given. */
struct search {
	GHashTable *shaders;  /* name -> struct shader */
	GHashTable *programs; /* name -> GArray of struct part: what is attached */
	GHashTable *linked;   /* likewise: what was attached when it was linked */
};

static gpointer key_of(uint64_t name)
{
	return GSIZE_TO_POINTER((gsize)name);
}

static void free_parts(gpointer parts)
{
	g_array_free(parts, TRUE);
}

static GArray *parts_of(GHashTable *programs, uint64_t name)
{
	GArray *parts = g_hash_table_lookup(programs, key_of(name));
	if (!parts) {
		parts = g_array_new(FALSE, FALSE, sizeof(struct part));
		g_hash_table_insert(programs, key_of(name), parts);
	}
	return parts;
}

static void create(struct search *s, const struct gs_trace_call *call)
{
	struct shader *shader = g_new(struct shader, 1);
	*shader = (struct shader){
		.stage = (uint32_t)gs_trace_argument(call, 0), .source = UINT64_MAX};
	g_hash_table_replace(s->shaders, key_of(gs_trace_number(&call->result)), shader);
}

static void give_source(struct search *s, const struct gs_trace_call *call)
{
	struct shader *shader = g_hash_table_lookup(s->shaders, key_of(gs_trace_argument(call, 0)));
	if (shader)
		shader->source = call->number;
}

static void attach(struct search *s, const struct gs_trace_call *call, bool attaches)
{
	GArray *parts = parts_of(s->programs, gs_trace_argument(call, 0));
	const struct part part = {.shader = gs_trace_argument(call, 1)};
	if (attaches) {
		g_array_append_val(parts, part);
		return;
	}
	for (guint i = 0; i < parts->len; i++)
		if (g_array_index(parts, struct part, i).shader == part.shader) {
			g_array_remove_index(parts, i);
			return;
		}
}

/* Keep what the shaders are now: they may get other sources, or be deleted. */
static void link_program(struct search *s, uint64_t name)
{
	GArray *parts = parts_of(s->programs, name), *linked = parts_of(s->linked, name);
	g_array_set_size(linked, 0);
	for (guint i = 0; i < parts->len; i++) {
		struct part part = g_array_index(parts, struct part, i);
		const struct shader *shader = g_hash_table_lookup(s->shaders, key_of(part.shader));
		if (!shader)
			continue;
		part.stage = shader->stage;
		part.source = shader->source;
		g_array_append_val(linked, part);
	}
}

static void create_program(struct search *s, const struct gs_trace_call *call)
{
	GArray *linked = parts_of(s->linked, gs_trace_number(&call->result));
	const struct part part = {
		.stage = (uint32_t)gs_trace_argument(call, 0), .source = call->number};
	g_array_set_size(linked, 0);
	g_array_append_val(linked, part);
}

static void follow(struct search *s, const struct gs_trace_call *call)
{
	switch (gs_data_plain(call->function->number)) {
	case GS_FN_glCreateShader:
	case GS_FN_glCreateShaderObjectARB:
		create(s, call);
		break;
	case GS_FN_glShaderSource:
	case GS_FN_glShaderSourceARB:
		give_source(s, call);
		break;
	case GS_FN_glCreateProgram:
	case GS_FN_glCreateProgramObjectARB:
		g_hash_table_remove(s->programs, key_of(gs_trace_number(&call->result)));
		break;
	case GS_FN_glAttachShader:
	case GS_FN_glAttachObjectARB:
		attach(s, call, true);
		break;
	case GS_FN_glDetachShader:
	case GS_FN_glDetachObjectARB:
		attach(s, call, false);
		break;
	case GS_FN_glLinkProgram:
	case GS_FN_glLinkProgramARB:
		link_program(s, gs_trace_argument(call, 0));
		break;
	case GS_FN_glCreateShaderProgramv:
		create_program(s, call);
		break;
	}
}

static uint64_t find_part(
	struct search *s, uint64_t program, uint32_t stage, unsigned object, const char **argument)
{
	const GArray *linked = g_hash_table_lookup(s->linked, key_of(program));
	for (guint i = 0; linked && i < linked->len; i++) {
		const struct part *part = &g_array_index(linked, struct part, i);
		if (part->stage != stage || object--)
			continue;
		*argument = part->shader ? "string" : "strings";
		return part->source;
	}
	return UINT64_MAX;
}

uint64_t gs_opened_find_source(const char *path, uint64_t before, uint64_t program, uint32_t stage,
	unsigned object, const struct gs_patience *patience, const char **argument)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(path, NULL, NULL, &why);
	const struct gs_trace_call *call;
	unsigned n = 0;
	struct search s = {g_hash_table_new_full(NULL, NULL, NULL, g_free),
		g_hash_table_new_full(NULL, NULL, NULL, free_parts),
		g_hash_table_new_full(NULL, NULL, NULL, free_parts)};
	bool is_enough = !reader;
	free(why);
	while (!is_enough && (call = gs_trace_next_call(reader)) && call->number < before) {
		follow(&s, call);
		is_enough = ++n % ASK_EVERY == 0 && patience &&
			    patience->gives_up(patience->data, NULL);
	}
	uint64_t number = is_enough ? UINT64_MAX : find_part(&s, program, stage, object, argument);
	g_hash_table_destroy(s.shaders);
	g_hash_table_destroy(s.programs);
	g_hash_table_destroy(s.linked);
	gs_trace_close(reader);
	return number;
}
