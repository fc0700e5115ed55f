/* SPDX-License-Identifier: MIT */
/*
 * follow/told-configs - what a trace tells of configurations of framebuffers and of visuals: what
 * they were asked for, and what the program was told of them. Needs no GL, so that an export reads
 * it as the player does.
 */
#ifndef GS_TOLD_CONFIGS_H
#define GS_TOLD_CONFIGS_H

#include <glib.h>
#include "follow/wishes.h"
#include "trace/trace.h"

struct gs_told_configs {
	GHashTable *known;	/* by handle: uint64_t in a pointer; struct gs_config */
	struct gs_config asked; /* for last */
};

void gs_told_configs_init(struct gs_told_configs *told);
void gs_told_configs_clear(struct gs_told_configs *told);
/* Whether a call of the function tells of one, or lists or chooses some. */
bool gs_told_configs_tells(unsigned function);
/* Such calls, as they come in the trace. Others are nothing to it. */
void gs_told_configs_add(
	struct gs_told_configs *told, unsigned function, const struct gs_trace_call *call);
/* The one that an argument of the call names; one that no list has named comes from what was asked
 * for last. Until the next call. */
const struct gs_config *gs_told_config(
	const struct gs_told_configs *told, const struct gs_trace_call *call, unsigned argument);
/* The one of that handle, as it is known by now; NULL: nothing was told of it. */
const struct gs_config *gs_told_config_of(const struct gs_told_configs *told, uint64_t handle);

#endif
