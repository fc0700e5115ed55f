/* SPDX-License-Identifier: MIT */
/*
 * follow/wishes - what calls of GLX and EGL ask of the window system, as the trace says. Needs no
 * GL, so that an export reads it as the player does.
 */
#ifndef GS_WISHES_H
#define GS_WISHES_H

#include <stdbool.h>
#include <stdint.h>
#include "trace/trace.h"

enum gs_config_attribute {
	GS_CONFIG_RED,
	GS_CONFIG_GREEN,
	GS_CONFIG_BLUE,
	GS_CONFIG_ALPHA,
	GS_CONFIG_DEPTH,
	GS_CONFIG_STENCIL,
	GS_CONFIG_SAMPLES,
	GS_CONFIG_DOUBLE,	/* 1: double-buffered; EGL's always are */
	GS_CONFIG_ACCUMULATION, /* red bits */
	GS_CONFIG_SRGB,		/* GLX's can encode; of EGL's surfaces each says whether it does */
	GS_N_CONFIG_ATTRIBUTES
};

/* What a program asked for, and what it was told that it has. */
struct gs_config {
	int least[GS_N_CONFIG_ATTRIBUTES];
	int exact[GS_N_CONFIG_ATTRIBUTES]; /* -1: it was not told */
};

/* What most programs have: 8 bits each, depth 24, stencil 8, double-buffered. */
extern const struct gs_config gs_config_usual;

struct gs_context_wish {
	const struct gs_config *config;
	bool es;
	int major, minor;	 /* 0: none asked for */
	unsigned profile, flags; /* bits as in GLX and EGL */
	void *share;		 /* a context; NULL: none */
};

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
/* All but .config and .share of the context that a call creates. is_opengl: the API that is bound
 * to the thread (struct gs_follow_thread). */
void gs_wish_new_context(
	const struct gs_trace_call *call, bool is_opengl, struct gs_context_wish *wish);
/* The value behind that name; 0: it is not there. */
uint64_t gs_wish_in_list(const struct gs_trace_call *call, unsigned argument, uint64_t name);

#endif
