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
	struct gs_caps caps; /* version 0: not queried yet */
	/* noted by program-hooks.c */
	GLuint conditional_query;
	GLenum conditional_mode;
	bool condition_replaced; /* we have replaced the arguments of the glBeginConditionalRender
				    in progress */
	uint64_t condition[2];	 /* the program's */
	GLenum feedback_mode;
};

struct gs_inspection {
	struct gs_capture_context *own;
	struct gs_caps caps;
	struct gs_redraw redraw;   /* all but its extent and options */
	struct gs_refusal refusal; /* why the request cannot be served */
	struct gs_stream in;	   /* the input, copied; GS_NEEDS_INPUT */
	struct gs_stream out;	   /* the answer */
	bool debug;		   /* the program's debug output was on; we have switched it off */
	bool holds_vertices;	   /* held-vertices.h */
};

/* Provides what a request needs. Returns false if it has been refused; else gs_inspection_end must
 * follow, with what the server has returned. */
bool gs_inspection_begin(struct gs_inspection *query, struct gs_serving *serving, bool input);
void gs_inspection_end(struct gs_inspection *query, struct gs_serving *serving, bool served);
/* Restores the program's debug output early. */
void gs_inspection_restore_debug(struct gs_inspection *query);

/* Returns what is kept with the current context; NULL if none is current, or out of memory. */
struct gs_capture_context *gs_capture_context(struct gs_thread *thread);
/* Sets the thread whose context the files linked by tests refer to; NULL: none. Returns the one
 * before. */
struct gs_thread *gs_inspection_set_thread(struct gs_thread *thread);

#endif
