/* SPDX-License-Identifier: MIT */
/* The values that variables of contexts and objects hold. */
#include <string.h>
#include "effects/state/state-private.h"

static gint64 key_of(unsigned variable, uint32_t index)
{
	return (gint64)((uint64_t)variable << 32 | index);
}

const struct gs_state_held *gs_state_held_of(
	const struct gs_object *owner, unsigned variable, uint32_t index)
{
	gint64 own = key_of(variable, index), every = key_of(variable, GS_STATE_EVERY);
	const struct gs_state_held *held = owner->held ? g_hash_table_lookup(owner->held, &own)
						       : NULL;
	return held || !owner->held ? held : g_hash_table_lookup(owner->held, &every);
}

void gs_state_hold(struct gs_object *owner, unsigned variable, uint32_t index,
	const struct gs_state_held *held)
{
	gint64 key = key_of(variable, index);
	if (!owner->held)
		owner->held = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	g_hash_table_replace(
		owner->held, g_memdup2(&key, sizeof key), g_memdup2(held, sizeof *held));
}

void gs_state_forget(struct gs_object *owner, unsigned variable, uint32_t index)
{
	gint64 key = key_of(variable, index);
	if (owner->held)
		g_hash_table_remove(owner->held, &key);
}

int gs_state_find(struct gs_effects *effects, unsigned scope, uint32_t name)
{
	gint64 key = key_of(scope, name);
	gpointer found;
	if (g_hash_table_lookup_extended(effects->state->numbers, &key, NULL, &found))
		return GPOINTER_TO_INT(found);
	int number = gs_data_find_state(scope, name);
	g_hash_table_insert(
		effects->state->numbers, g_memdup2(&key, sizeof key), GINT_TO_POINTER(number));
	return number;
}

void gs_state_set(struct gs_effects *effects, struct gs_object *owner,
	const struct gs_state_setting *setting, const double *number)
{
	struct gs_state_held held = {number != NULL, setting->call, {number ? *number : 0}};
	int variable = gs_state_find(effects, setting->scope, setting->name);
	if (variable >= 0)
		gs_state_hold(owner, (unsigned)variable, setting->index, &held);
}

void gs_state_note_extent(struct gs_effects *effects, uint32_t node, uint64_t first, uint64_t size)
{
	const struct gs_state_extent extent = {first, size};
	g_hash_table_replace(
		effects->state->extents, GUINT_TO_POINTER(node), g_memdup2(&extent, sizeof extent));
}
