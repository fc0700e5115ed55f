/* SPDX-License-Identifier: MIT */
/* How calls of a function are played, found out at the first of them. */
#include <string.h>
#include "data/targets.h"
#include "replay/private.h"

static void describe(struct gs_play *play, unsigned i)
{
	const struct gs_parameter *p = &play->info->parameters[i];
	struct gs_play_parameter *to = &play->parameters[i];
	const struct gs_memory_rule *rule = gs_data_memory_rule(play->number, i);
	to->class = p->class;
	to->bits = p->bits;
	/* The rule says of a bit pattern that it is an image; in traces it is an array of bytes. */
	bool by_rule = rule && (rule->class != GS_CLASS_VOID || p->pointee == GS_CLASS_VOID);
	to->element_class = by_rule ? rule->class : p->pointee;
	to->element_bits = by_rule ? rule->bits : p->pointee_bits;
	to->rule = rule ? rule->kind : 0;
	to->memory = rule;
	to->is_out = p->class == GS_CLASS_POINTER && (rule ? rule->out : !p->in);
	to->is_kept = to->rule == GS_MEMORY_RULE_ATTACHED;
	to->offset_target = rule ? gs_data_offset_target(play->number, rule) : 0;
}

static struct gs_play *make_play(const struct gs_trace_function *function)
{
	struct gs_play *play = g_new0(struct gs_play, 1);
	play->trace = function;
	play->number = function->number;
	play->info = gs_data_function(play->number);
	gs_replay_find_special(play);
	if (!play->info)
		return play;
	play->rules = gs_data_object_rules(play->number, &play->n_rules);
	for (unsigned i = 0; i < play->info->n_parameters; i++)
		describe(play, i);
	gs_replay_find_arrays(play);
	play->is_seen = play->number == GS_FN_glBegin || gs_data_draws_pixels(play->number);
	play->question = (int8_t)gs_data_question(play->number);
	play->asks = gs_data_kinds(play->number) & GS_KIND_ASKS;
	return play;
}

struct gs_play *gs_play_of(struct gs_player *player, const struct gs_trace_function *function)
{
	if (function->id >= player->plays->len)
		g_ptr_array_set_size(player->plays, (gint)function->id + 1);
	gpointer *at = &player->plays->pdata[function->id];
	if (!*at)
		*at = make_play(function);
	return *at;
}
