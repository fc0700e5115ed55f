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

/* A configuration, by enum gs_config_attribute. */
struct gs_config {
	int least[GS_N_CONFIG_ATTRIBUTES]; /* what the program asked for, at least */
	int exact[GS_N_CONFIG_ATTRIBUTES]; /* what it was told that there is; -1: it was not told */
};

/* What most programs ask for: 8 bits a colour, depth 24, stencil 8, double-buffered. */
extern const struct gs_config gs_config_usual;

/* A context that a program asks for. */
struct gs_context_wish {
	const struct gs_config *config;
	bool es;
	int major, minor;	 /* 0: none asked for */
	unsigned profile, flags; /* bits as in GLX and EGL */
	void *share;		 /* a context; NULL: none */
};

/* Return the handle of the window system's object that an argument names; 0: there is no such
 * argument. */
uint64_t gs_wish_handle(const struct gs_trace_call *call, unsigned argument);
/* Get what a call that asks for one attribute has answered in its fourth argument. Return false if
 * the trace does not tell it. */
bool gs_wish_answer(const struct gs_trace_call *call, uint64_t *answer);
/* Return the enum gs_config_attribute of GLX's or EGL's name; -1: it is none of these. */
int gs_wish_attribute(uint64_t name);
/* What asks for nothing and was told nothing. */
extern const struct gs_config gs_wish_nothing;
/* Read an argument that is a list of attributes of configurations. has_flags: some stand in it
 * without a value, as in that of glXChooseVisual. */
void gs_wish_configs(const struct gs_trace_call *call, unsigned argument, bool has_flags,
	struct gs_config *config);
/* Add to what *config asks for what `asked` does, as the program has found the same configuration
 * with both. */
void gs_wish_narrow(struct gs_config *config, const struct gs_config *asked);
/* Read an argument that is a list of attributes of a context: set all but .config and .share. */
void gs_wish_context(
	const struct gs_trace_call *call, unsigned argument, struct gs_context_wish *wish);
/* Set all but .config and .share of the context that a call creates. is_opengl: OpenGL, not OpenGL
 * ES, is bound to the thread as EGL's API (struct gs_follow_thread). */
void gs_wish_new_context(
	const struct gs_trace_call *call, bool is_opengl, struct gs_context_wish *wish);
/* Return the value behind that name in an argument that is a list of names and values; 0: the name
 * is not there. */
uint64_t gs_wish_in_list(const struct gs_trace_call *call, unsigned argument, uint64_t name);

#endif
