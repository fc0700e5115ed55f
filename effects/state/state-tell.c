/* SPDX-License-Identifier: MIT */
/* Pass variables, and values that are in no table, to the visitor under their names. */
#include <stdio.h>
#include "effects/state/state-private.h"

void gs_state_tell(const struct gs_state_teller *teller, const struct gs_state_variable *v,
	const char *prefix, const struct gs_state_held *held)
{
	char name[GS_STATE_NAME];
	double initial[GS_STATE_VALUES];
	struct gs_state_entry entry = {.name = name,
		.groups = v->groups,
		.kind = v->kind,
		.n = v->count,
		.values = initial};
	bool is_there = teller->context->apis == 0 || (v->apis & teller->context->apis);
	bool is_initial = v->has_initial;
	if (held ? !held->is_known : !v->has_initial)
		return;
	snprintf(name, sizeof name, "%s%s", prefix, v->name);
	for (unsigned i = 0; i < v->count; i++) {
		initial[i] = i < 4 ? (double)v->initial[i] : 0;
		is_initial &= !held || held->values[i] == initial[i];
	}
	if (!is_there && is_initial)
		return;
	if (held) {
		entry.values = held->values;
		entry.is_set = held->call != UINT64_MAX;
		entry.call = held->call;
	}
	teller->visit(teller->data, &entry);
}

void gs_state_tell_object(const struct gs_state_teller *teller, const struct gs_object *owner,
	unsigned scope, const char *prefix)
{
	const struct gs_state_variable *v;
	for (unsigned i = 0; (v = gs_data_state_variable(i)); i++)
		if (v->scope == scope)
			gs_state_tell(
				teller, v, prefix, gs_state_held_of(owner, i, GS_STATE_EVERY));
}

void gs_state_tell_values(const struct gs_state_teller *teller, const char *prefix,
	const struct gs_state_entry *values, const uint64_t *call)
{
	char whole[GS_STATE_NAME];
	struct gs_state_entry entry = *values;
	snprintf(whole, sizeof whole, "%.90s%.60s", prefix, values->name);
	entry.name = whole;
	entry.is_set = call != NULL;
	entry.call = call ? *call : 0;
	teller->visit(teller->data, &entry);
}

void gs_state_tell_number(const struct gs_state_teller *teller, const char *prefix,
	const char *name, unsigned group, double number, const uint64_t *call)
{
	const struct gs_state_entry entry = {.name = name,
		.groups = 1u << group,
		.kind = GS_STATE_INTEGER,
		.n = 1,
		.values = &number};
	gs_state_tell_values(teller, prefix, &entry, call);
}

const uint64_t *gs_state_bound_by(const struct gs_effects *effects, uint32_t node)
{
	return g_hash_table_lookup(effects->state->bound_by, GUINT_TO_POINTER(node));
}

uint64_t gs_state_name_of(const struct gs_object *object)
{
	return object ? object->name & UINT32_MAX : 0;
}

void gs_state_tell_bound(const struct gs_state_teller *teller, const char *prefix, const char *name,
	unsigned group, const struct gs_object *owner, uint32_t node)
{
	gs_state_tell_number(teller, prefix, name, group,
		(double)gs_state_name_of(gs_effects_referred(owner, node)),
		gs_state_bound_by(teller->effects, node));
}
