/* SPDX-License-Identifier: MIT */
/*
 * effects/state/state - what GL holds at a call, as far as the arguments of the calls before it
 * tell; knows no GL. The names are those of the debugger's `state`, the rules data/state.in's, and
 * names of objects the trace's.
 *
 * Assumed: no call raised an error. What a rule cannot tell is left out, and so is what only a
 * driver knows.
 */
#ifndef GS_EFFECTS_STATE_H
#define GS_EFFECTS_STATE_H

#include "effects/effects.h"
#include "data/state.h"

/* From now on state is followed: before the first gs_effects_add. */
void gs_effects_follow_state(struct gs_effects *effects);

struct gs_state_entry {
	const char *name; /* "TEXTURE0.GL_TEXTURE_2D.GL_TEXTURE_MIN_FILTER"; until the visit ends */
	uint32_t groups;  /* bits, as gs_data_state_group's numbers */
	uint8_t kind;	  /* enum gs_state_kind */
	uint8_t n;
	const double *values;
	bool is_set;   /* false: the initial value */
	uint64_t call; /* is_set: the number of the call from which the value is */
};

typedef void (*gs_state_visit)(void *data, const struct gs_state_entry *entry);
/* A display list is being compiled in the context of the thread whose call was added last. */
bool gs_effects_in_list(const struct gs_effects *effects);
/* Each variable that is known of the context that is current in that thread, after the calls added
 * so far; in the order of state.in. False: none is current there. */
bool gs_effects_state(
	struct gs_effects *effects, uint32_t thread, gs_state_visit visit, void *data);

#endif
