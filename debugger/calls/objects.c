/* SPDX-License-Identifier: MIT */
#include "debugger/calls/objects.h"

#include <string.h>
#include "data/data.h"
#include "data/object.h"

static const char *const words[GS_N_OBJECT_KINDS] = {
	[GS_OBJECT_TEXTURE] = "texture",
	[GS_OBJECT_BUFFER] = "buffer",
	[GS_OBJECT_RENDERBUFFER] = "renderbuffer",
	[GS_OBJECT_SAMPLER] = "sampler",
	[GS_OBJECT_PROGRAM] = "program",
	[GS_OBJECT_ASSEMBLY] = "assembly",
	[GS_OBJECT_SYNC] = "sync",
	[GS_OBJECT_FENCE] = "fence",
	[GS_OBJECT_ATI_SHADER] = "ati-shader",
	[GS_OBJECT_MEMORY] = "memory",
	[GS_OBJECT_SEMAPHORE] = "semaphore",
	[GS_OBJECT_HANDLE] = "handle",
	[GS_OBJECT_VERTEX_ARRAY] = "vertex-array",
	[GS_OBJECT_FRAMEBUFFER] = "framebuffer",
	[GS_OBJECT_QUERY] = "query",
	[GS_OBJECT_FEEDBACK] = "feedback",
	[GS_OBJECT_PIPELINE] = "pipeline",
	[GS_OBJECT_LIST] = "list",
};

const char *gs_call_object_word(unsigned kind)
{
	return kind < GS_N_OBJECT_KINDS ? words[kind] : NULL;
}

bool gs_call_object_parse(const char *text, struct gs_call_object *object)
{
	for (unsigned kind = 0; kind < GS_N_OBJECT_KINDS; kind++) {
		size_t length = words[kind] ? strlen(words[kind]) : 0;
		const char *number = text + length;
		if (!length || strncmp(text, words[kind], length) != 0 || *number != ' ')
			continue;
		number += strspn(number, " ");
		char *end;
		uint64_t name = g_ascii_strtoull(number, &end, 0);
		if (!g_ascii_isdigit(*number) || *end)
			return false;
		*object = (struct gs_call_object){kind, name};
		return true;
	}
	return false;
}

/* ---- of a call ---- */

/* Where a call's objects go, one by one. */
struct visit {
	bool (*each)(const struct gs_call_object *object, void *data); /* false: no more of them */
	void *data;
	bool is_over;
};

static void give(struct visit *visit, unsigned kind, uint64_t name)
{
	const struct gs_call_object object = {kind, name};
	if (name && !visit->is_over)
		visit->is_over = !visit->each(&object, visit->data);
}

static void give_argument(struct visit *visit, unsigned kind, const struct gs_argument *argument)
{
	const struct gs_argument_contents *contents = argument->contents;
	if (argument->kind != GS_VALUE_POINTER || kind == GS_OBJECT_SYNC) {
		give(visit, kind, argument->raw);
		return;
	}
	for (size_t i = 0; contents && i < gs_contents_n(contents) && !visit->is_over; i++) {
		bool is_real;
		double real;
		int64_t integer;
		if (gs_contents_number(contents, i, &is_real, &real, &integer) && !is_real)
			give(visit, kind, (uint64_t)integer);
	}
}

static bool sets_label(unsigned function)
{
	return function == GS_FN_glObjectLabel || function == GS_FN_glObjectLabelKHR ||
	       function == GS_FN_glLabelObjectEXT;
}

static void visit_objects(const struct gs_call_info *call, struct visit *visit)
{
	int function = gs_data_find(call->name);
	size_t n = 0;
	const struct gs_object_rule *rules = function < 0
						     ? NULL
						     : gs_data_object_rules((unsigned)function, &n);
	for (size_t i = 0; i < n; i++) {
		bool returned = rules[i].argument == GS_OBJECT_RETURNED;
		if (!gs_call_object_word(rules[i].kind))
			continue;
		if (returned && call->has_return)
			give_argument(visit, rules[i].kind, &call->returned);
		else if (!returned && rules[i].argument < call->n_arguments)
			give_argument(visit, rules[i].kind, &call->arguments[rules[i].argument]);
	}
	if (function >= 0 && sets_label((unsigned)function) && call->n_arguments > 1) {
		unsigned kind = gs_data_label_kind((uint32_t)call->arguments[0].raw);
		if (gs_call_object_word(kind))
			give(visit, kind, call->arguments[1].raw);
	}
}

static bool is_same(const struct gs_call_object *a, const struct gs_call_object *b)
{
	return a->kind == b->kind && a->name == b->name;
}

struct objects {
	GArray *found;
	guint most;
};

static bool add(const struct gs_call_object *object, void *data)
{
	const struct objects *objects = data;
	for (guint i = 0; i < objects->found->len; i++)
		if (is_same(&g_array_index(objects->found, struct gs_call_object, i), object))
			return true;
	g_array_append_val(objects->found, *object);
	return objects->found->len < objects->most;
}

void gs_call_objects(const struct gs_call_info *call, guint most, GArray *found)
{
	struct objects objects = {found, most};
	visit_objects(call, &(struct visit){.each = add, .data = &objects});
}

struct sought {
	const struct gs_call_object *object;
	bool is_there;
};

static bool compare(const struct gs_call_object *object, void *data)
{
	struct sought *sought = data;
	sought->is_there = is_same(object, sought->object);
	return !sought->is_there;
}

bool gs_call_names_object(const struct gs_call_info *call, const struct gs_call_object *object)
{
	struct sought sought = {object, false};
	visit_objects(call, &(struct visit){.each = compare, .data = &sought});
	return sought.is_there;
}

void gs_call_object_functions(unsigned kind, uint8_t *functions)
{
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		size_t n;
		const struct gs_object_rule *rules = gs_data_object_rules(f, &n);
		bool may = sets_label(f);
		for (size_t i = 0; i < n; i++)
			may |= rules[i].kind == kind;
		if (may)
			functions[f / 8] |= (uint8_t)(1 << f % 8);
	}
}
