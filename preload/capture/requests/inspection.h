/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/requests/inspection - what serving a request needs of GL: what the context can,
 * the pending draw, the program's debug output switched off, and where the answer goes.
 */
#ifndef GS_PRELOAD_INSPECTION_H
#define GS_PRELOAD_INSPECTION_H

#include "preload/capture/capture.h"
#include "preload/core/request.h"

/* What we keep with each context (gs_context.capture). */
struct gs_capture_context {
	struct gs_debugging debugging;
	struct gs_caps caps; /* version 0: not asked so far */
	/* of the program's calls: program-hooks.c */
	GLuint conditional_query;
	GLenum conditional_mode;
	bool condition_replaced; /* glBeginConditionalRender's arguments while it is executed */
	uint64_t condition[2];	 /* what they were */
	GLenum feedback_mode;
};

struct gs_inspection {
	struct gs_capture_context *own;
	struct gs_caps caps;
	struct gs_redraw redraw;   /* all but its extent and options */
	struct gs_refusal refusal; /* why the request cannot be served */
	struct gs_stream in;	   /* the input, copied; GS_NEEDS_INPUT */
	struct gs_stream out;	   /* the answer */
	bool debug;		   /* the program has debug output on, and we off */
	bool holds_vertices;	   /* held-vertices.h */
};

/* False: refused already. Otherwise end must follow; served: what the server has returned. */
bool gs_inspection_begin(struct gs_inspection *query, struct gs_serving *serving, bool input);
void gs_inspection_end(struct gs_inspection *query, struct gs_serving *serving, bool served);
/* The program's debug output is as it was from here on. */
void gs_inspection_restore_debug(struct gs_inspection *query);

/* NULL: no context is current, or there is no memory. */
struct gs_capture_context *gs_capture_context(struct gs_thread *thread);
/* Whose context queries and drawables are asked of; NULL nobody's. Returns whose before. */
struct gs_thread *gs_inspection_set_thread(struct gs_thread *thread);

#endif
