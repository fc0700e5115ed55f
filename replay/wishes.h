/* SPDX-License-Identifier: MIT */
/*
 * replay/wishes - what calls of GLX and EGL ask of the window system, as the trace says. Needs no
 * GL, so that an export reads it as the player does.
 */
#ifndef GS_REPLAY_WISHES_H
#define GS_REPLAY_WISHES_H

#include "replay/window.h"
#include "trace/trace.h"

/* Of the window system's object that an argument is; 0: there is no such argument. */
uint64_t gs_wish_handle(const struct gs_trace_call *call, unsigned argument);
/* What a question has answered, as its fourth argument. False: the trace does not say. */
bool gs_wish_answer(const struct gs_trace_call *call, uint64_t *answer);
/* Of the name that GLX or EGL has for it: enum gs_config_attribute; -1: none of these. */
int gs_wish_attribute(uint64_t name);
extern const struct gs_config gs_wish_nothing; /* is asked for */
/* A list of attributes of configurations; in that of glXChooseVisual some stand without a value. */
void gs_wish_configs(const struct gs_trace_call *call, unsigned argument, bool has_flags,
	struct gs_config *config);
/* A configuration that both wishes have found, with what either of them asks for. */
void gs_wish_narrow(struct gs_config *config, const struct gs_config *asked);
/* A list of attributes of a context: all but .config and .share. */
void gs_wish_context(
	const struct gs_trace_call *call, unsigned argument, struct gs_context_wish *wish);
/* The value behind that name; 0: it is not there. */
uint64_t gs_wish_in_list(const struct gs_trace_call *call, unsigned argument, uint64_t name);

#endif
