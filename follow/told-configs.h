/* SPDX-License-Identifier: MIT */
/*
 * follow/told-configs - the configurations of framebuffers (GLX, EGL) and visuals of a trace: what
 * the program has asked for when it looked for them, and what it was told that they have. Needs no
 * GL, so that an export reads it as the player does.
 */
#ifndef GS_TOLD_CONFIGS_H
#define GS_TOLD_CONFIGS_H

#include <glib.h>
#include "follow/wishes.h"
#include "trace/trace.h"

struct gs_told_configs {
	GHashTable *known;	/* handle, a uint64_t in a pointer -> struct gs_config */
	struct gs_config asked; /* what the program asked for last */
};

void gs_told_configs_init(struct gs_told_configs *told);
void gs_told_configs_clear(struct gs_told_configs *told);
/* Return whether calls of the function list or choose configurations, or tell of one. */
bool gs_told_configs_tells(unsigned function);
/* Add the next call of the trace. Calls of which gs_told_configs_tells returns false are ignored.
 */
void gs_told_configs_add(
	struct gs_told_configs *told, unsigned function, const struct gs_trace_call *call);
/* Return the configuration that an argument of the call names. If no list has named it, return what
 * the program asked for last. Borrowed until the next call is added. */
const struct gs_config *gs_told_config(
	const struct gs_told_configs *told, const struct gs_trace_call *call, unsigned argument);
/* Return the configuration of that handle, as far as it is known by now; borrowed. NULL: the trace
 * has told nothing of it. */
const struct gs_config *gs_told_config_of(const struct gs_told_configs *told, uint64_t handle);

#endif
