/* SPDX-License-Identifier: MIT */
/*
 * effects/state/state - the values of GL's state after the calls added so far, as far as the
 * arguments of these calls tell; without GL. Names are those of the debugger's `state`, the rules
 * are in data/state.in, and names of objects are the trace's.
 *
 * Assumes that no call raised an error. State is left out where a rule cannot tell its value, or
 * only a driver knows it.
 */
#ifndef GS_EFFECTS_STATE_H
#define GS_EFFECTS_STATE_H

#include "effects/effects.h"
#include "data/state.h"

/* Follow state from now on. Call before the first gs_effects_add. */
void gs_effects_follow_state(struct gs_effects *effects);

struct gs_state_entry {
	const char *name; /* "TEXTURE0.GL_TEXTURE_2D.GL_TEXTURE_WRAP_S"; valid in the visit */
	uint32_t groups;  /* bits, as gs_data_state_group's numbers */
	uint8_t kind;	  /* enum gs_state_kind */
	uint8_t n;
	const double *values;
	bool is_set;   /* false: the initial value */
	uint64_t call; /* if is_set: number of the call that set the value */
};

typedef void (*gs_state_visit)(void *data, const struct gs_state_entry *entry);
/* Return whether a display list is being compiled in the context of the thread whose call was added
 * last. */
bool gs_effects_in_list(const struct gs_effects *effects);
/* Call `visit` for each variable with a known value of the context that is current in the thread,
 * after the calls added so far, roughly in the order of state.in. Return false if no context is
 * current there, or state is not followed. */
bool gs_effects_state(
	struct gs_effects *effects, uint32_t thread, gs_state_visit visit, void *data);

#endif
