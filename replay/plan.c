/* SPDX-License-Identifier: MIT */
/* What is to be done for the calls of a function, found out at the first of them. */
#include <string.h>
#include "replay/private.h"

static void describe(struct gs_plan *plan, unsigned i)
{
	const struct gs_parameter *p = &plan->info->parameters[i];
	struct gs_plan_parameter *to = &plan->parameters[i];
	const struct gs_memory_rule *rule = gs_data_memory_rule(plan->number, i);
	to->class = p->class;
	to->bits = p->bits;
	/* a pattern of bits is an image to the rule, and an array of bytes in traces */
	bool by_rule = rule && (rule->class != GS_CLASS_VOID || p->pointee == GS_CLASS_VOID);
	to->element_class = by_rule ? rule->class : p->pointee;
	to->element_bits = by_rule ? rule->bits : p->pointee_bits;
	to->rule = rule ? rule->kind : 0;
	to->memory = rule;
	to->is_out = p->class == GS_CLASS_POINTER && (rule ? rule->out : !p->in);
	to->is_kept = to->rule == GS_MEMORY_RULE_ATTACHED;
	to->is_result = to->is_out && g_str_has_prefix(plan->info->name, "glGetQueryObject");
}

static bool is_seen(const struct gs_plan *plan)
{
	const char *name = plan->info->name;
	return (gs_data_flags(plan->number) & GS_FUNCTION_DRAWS &&
		       !g_str_has_prefix(name, "glDispatch")) ||
	       !strcmp(name, "glBegin") || !strcmp(name, "glClear") ||
	       (g_str_has_prefix(name, "glClearBuffer") &&
		       strchr("fiu", name[strlen("glClearBuffer")])) ||
	       g_str_has_prefix(name, "glBlit");
}

static struct gs_plan *make_plan(const struct gs_trace_function *function)
{
	struct gs_plan *plan = g_new0(struct gs_plan, 1);
	int number = gs_data_find(function->name);
	plan->trace = function;
	plan->number = number < 0 ? GS_N_FUNCTIONS : (unsigned)number;
	plan->info = gs_data_function(plan->number);
	gs_replay_find_special(plan);
	if (!plan->info)
		return plan;
	plan->rules = gs_data_object_rules(plan->number, &plan->n_rules);
	for (unsigned i = 0; i < plan->info->n_parameters; i++)
		describe(plan, i);
	gs_replay_find_arrays(plan);
	plan->is_seen = is_seen(plan);
	return plan;
}

struct gs_plan *gs_replay_plan(struct gs_player *player, const struct gs_trace_function *function)
{
	if (function->id >= player->plans->len)
		g_ptr_array_set_size(player->plans, (gint)function->id + 1);
	gpointer *at = &player->plans->pdata[function->id];
	if (!*at)
		*at = make_plan(function);
	return *at;
}
