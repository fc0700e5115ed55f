/* SPDX-License-Identifier: MIT */
/* Names of objects: those in the trace, and this driver's. */
#include <stdlib.h>
#include <string.h>
#include "replay/private.h"

enum {
	FREE_NAMES = 1 << 30,	    /* a range where no driver gives out names */
	MOST_ELEMENTS = 65536,	    /* elements of an array of uniforms */
	SUBROUTINE_BITS = 0x7fffff, /* of gs_replay_subroutine: without the stage */
};

static bool is_of_program(enum gs_object_kind kind)
{
	return kind >= GS_OBJECT_LOCATION && kind <= GS_OBJECT_SUBROUTINE;
}

/* Return the i-th context; NULL: it could not be made here. */
static const struct gs_replay_context *context_at(const GPtrArray *contexts, guint i)
{
	return ((const struct gs_follow_context *)contexts->pdata[i])->data;
}

static bool find_in_others(const struct gs_replay_context *context, enum gs_object_kind kind,
	uint64_t recorded, uint64_t *real)
{
	const GPtrArray *contexts = context->told->group->contexts;
	for (guint i = 0; i < contexts->len; i++) {
		const struct gs_replay_context *other = context_at(contexts, i);
		if (other && gs_name_map_real(other->names, kind, recorded, real))
			return true;
	}
	return false;
}

uint64_t gs_replay_recorded_name(
	const struct gs_replay_context *context, enum gs_object_kind kind, uint64_t real)
{
	uint64_t recorded;
	bool is_own = gs_object_is_of_context(kind);
	if (gs_name_map_recorded(
		    is_own ? context->names : context->group->names, kind, real, &recorded))
		return recorded;
	const GPtrArray *contexts = context->told->group->contexts;
	for (guint i = 0; is_own && i < contexts->len; i++) {
		const struct gs_replay_context *other = context_at(contexts, i);
		if (other && gs_name_map_recorded(other->names, kind, real, &recorded))
			return recorded;
	}
	return real & ~(uint64_t)FREE_NAMES;
}

uint64_t gs_replay_name_in(
	const struct gs_replay_context *context, enum gs_object_kind kind, uint64_t recorded)
{
	uint64_t real;
	if (!recorded || !context || kind == GS_OBJECT_LIST || kind == GS_OBJECT_NONE)
		return recorded;
	struct gs_name_map *names = gs_object_is_of_context(kind) ? context->names
								  : context->group->names;
	if (gs_name_map_real(names, kind, recorded, &real))
		return real;
	if (gs_object_is_of_context(kind) && find_in_others(context, kind, recorded, &real))
		return real;
	if (kind == GS_OBJECT_SYNC || kind == GS_OBJECT_HANDLE)
		return 0;
	return gs_name_map_is_taken(names, kind, recorded) ? recorded | FREE_NAMES : recorded;
}

uint64_t gs_replay_name(struct gs_player *player, enum gs_object_kind kind, uint64_t recorded)
{
	return gs_replay_name_in(gs_replay_context(player), kind, recorded);
}

uint64_t gs_replay_program(const struct gs_player *player)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	return context ? gs_follow_program(context->told) : 0;
}

/* Return the program whose numbers the rule is about. */
static uint64_t program_of(struct gs_player *player, const struct gs_object_rule *rule,
	const struct gs_trace_call *call)
{
	return rule->program != GS_OBJECT_NO_PROGRAM ? gs_trace_argument(call, rule->program)
						     : gs_replay_program(player);
}

/* Return the number as one that is unique in its program. */
static uint32_t number_of(
	const struct gs_object_rule *rule, const struct gs_trace_call *call, uint64_t number)
{
	unsigned stage = rule->argument == GS_OBJECT_RETURNED ? 1 : 0;
	return rule->kind == GS_OBJECT_SUBROUTINE
		       ? gs_replay_subroutine(gs_trace_argument(call, stage), false, number)
		       : (uint32_t)number;
}

static uint64_t map_one(struct gs_player *player, const struct gs_object_rule *rule,
	const struct gs_trace_call *call, uint64_t recorded)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	if (!is_of_program((enum gs_object_kind)rule->kind))
		return gs_replay_name(player, (enum gs_object_kind)rule->kind, recorded);
	uint32_t real = gs_name_map_find_in(context->group->names, (enum gs_object_kind)rule->kind,
		program_of(player, rule, call), number_of(rule, call, recorded));
	if (rule->kind == GS_OBJECT_SUBROUTINE)
		return real & SUBROUTINE_BITS;
	return rule->kind == GS_OBJECT_LOCATION ? (uint64_t)(int64_t)(int32_t)real : real;
}

static void map_items(struct gs_player *player, const struct gs_play *play,
	const struct gs_object_rule *rule, const struct gs_trace_call *call, uint64_t address)
{
	const struct gs_trace_value *array = gs_trace_array(call, rule->argument);
	size_t each = play->parameters[rule->argument].element_bits / 8u;
	if (!array || play->parameters[rule->argument].is_out || (each != 4 && each != 8))
		return;
	for (uint32_t i = 0; i < array->n; i++) {
		uint64_t real = map_one(player, rule, call, gs_trace_number(&array->items[i]));
		memcpy((char *)(uintptr_t)address + i * each, &real, each);
	}
}

void gs_replay_map_names(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args)
{
	for (size_t i = 0; i < play->n_rules; i++) {
		const struct gs_object_rule *rule = &play->rules[i];
		if (rule->argument >= play->info->n_parameters)
			continue;
		if (play->parameters[rule->argument].class == GS_CLASS_POINTER)
			map_items(player, play, rule, call, args[rule->argument]);
		else
			args[rule->argument] = map_one(player, rule, call, args[rule->argument]);
	}
}

static struct gs_name_map *names_for(
	const struct gs_replay_context *context, enum gs_object_kind kind)
{
	return gs_object_is_of_context(kind) ? context->names : context->group->names;
}

static void learn_items(struct gs_player *player, const struct gs_play *play,
	const struct gs_object_rule *rule, const struct gs_trace_call *call, uint64_t address)
{
	const struct gs_trace_value *array = gs_trace_array(call, rule->argument);
	struct gs_name_map *names = names_for(
		gs_replay_context(player), (enum gs_object_kind)rule->kind);
	size_t each = play->parameters[rule->argument].element_bits / 8u;
	for (uint32_t i = 0; array && i < array->n && (each == 4 || each == 8); i++) {
		uint64_t recorded = gs_trace_number(&array->items[i]), real = 0;
		memcpy(&real, (char *)(uintptr_t)address + i * each, each);
		if (rule->is_deleted)
			gs_name_map_remove(names, (enum gs_object_kind)rule->kind, recorded);
		else
			gs_name_map_add(names, (enum gs_object_kind)rule->kind, recorded, real);
	}
}

/* Split the name of an array element: for "a[3]" return 3, and a length of 1; 0 for "a". */
static unsigned split_element(const char *name, size_t *length)
{
	const char *bracket = strrchr(name, '[');
	size_t n = strlen(name);
	bool is_element = bracket && n && name[n - 1] == ']';
	*length = is_element ? (size_t)(bracket - name) : n;
	return is_element ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
}

/* Note the locations of an array's other elements: programs compute them from the location of one.
 * Locations that the program has asked for itself stay. */
static void learn_elements(struct gs_player *player, const struct gs_trace_call *call,
	uint32_t recorded, uint64_t program)
{
	unsigned n_args = call->function->n_args;
	const struct gs_trace_value *name = n_args ? &call->args[n_args - 1] : NULL;
	int32_t (*find)(uint32_t, const char *) = gs_replay_find(player, "glGetUniformLocation");
	struct gs_name_map *names = gs_replay_context(player)->group->names;
	uint32_t real_program = (uint32_t)gs_replay_name(player, GS_OBJECT_PROGRAM, program);
	size_t length;
	if (!name || name->class != GS_TRACE_STRING || !find)
		return;
	unsigned first = split_element(name->text, &length);
	for (int step = -1; step <= 1; step += 2) {
		int32_t real = 0;
		for (unsigned k = first + (unsigned)step; k < MOST_ELEMENTS && real >= 0;
			k += (unsigned)step) {
			uint32_t here = recorded + k - first;
			g_autofree char *element = g_strdup_printf(
				"%.*s[%u]", (int)length, name->text, k);
			real = find(real_program, element);
			if (real >= 0 && (int32_t)here >= 0 &&
				gs_name_map_find_in(names, GS_OBJECT_LOCATION, program, here) ==
					here)
				gs_name_map_add_in(
					names, GS_OBJECT_LOCATION, program, here, (uint32_t)real);
		}
	}
}

void gs_replay_learn_location(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t program, uint32_t real)
{
	uint32_t recorded = (uint32_t)gs_trace_number(&call->result);
	struct gs_name_map *names = gs_replay_context(player)->group->names;
	if ((int32_t)recorded == -1 || (int32_t)real == -1)
		return;
	gs_name_map_add_in(names, GS_OBJECT_LOCATION, program, recorded, real);
	if (recorded != real)
		learn_elements(player, call, recorded, program);
}

static void tell_result(struct gs_player *player, const struct gs_trace_call *call,
	uint64_t recorded, uint64_t result)
{
	g_autofree char *then = g_strdup_printf("%lld", (long long)recorded);
	g_autofree char *here = g_strdup_printf("%lld", (long long)result);
	const struct gs_replay_difference d = {.kind = GS_DIFFERENCE_VALUE,
		.call = call->number,
		.name = call->function->name,
		.once = call->function->name,
		.recorded = then,
		.here = here};
	gs_replay_differ(player, &d, "gives %s here, and gave %s when it was recorded", here, then);
}

static void learn_result(struct gs_player *player, const struct gs_object_rule *rule,
	const struct gs_trace_call *call, uint64_t result)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	uint64_t recorded = gs_trace_number(&call->result);
	enum gs_object_kind kind = (enum gs_object_kind)rule->kind;
	if (kind == GS_OBJECT_LOCATION) {
		gs_replay_learn_location(
			player, call, program_of(player, rule, call), (uint32_t)result);
	} else if (is_of_program(kind)) {
		if ((int32_t)recorded != -1 && (int32_t)result != -1)
			gs_name_map_add_in(context->group->names, kind,
				program_of(player, rule, call), number_of(rule, call, recorded),
				(uint32_t)result);
	} else if (rule->is_new && kind != GS_OBJECT_LIST && result) {
		gs_name_map_add(names_for(context, kind), kind, recorded, result);
	}
	bool differ = is_of_program(kind) ? ((int32_t)recorded == -1) != ((int32_t)result == -1)
					  : !recorded != !result;
	if (differ)
		tell_result(player, call, recorded, result);
}

void gs_replay_learn_names(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result)
{
	for (size_t i = 0; i < play->n_rules; i++) {
		const struct gs_object_rule *rule = &play->rules[i];
		if (rule->argument == GS_OBJECT_RETURNED) {
			learn_result(player, rule, call, result);
		} else if (!rule->is_new && !rule->is_deleted) {
			continue;
		} else if (play->parameters[rule->argument].class == GS_CLASS_POINTER) {
			learn_items(player, play, rule, call, args[rule->argument]);
		} else if (rule->kind != GS_OBJECT_PROGRAM) { /* it lives while in use */
			gs_name_map_remove(names_for(gs_replay_context(player),
						   (enum gs_object_kind)rule->kind),
				(enum gs_object_kind)rule->kind,
				gs_trace_argument(call, rule->argument));
		}
	}
}
