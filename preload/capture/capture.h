/* SPDX-License-Identifier: MIT */
/*
 * preload/capture - redraws the pending draw: what GS_REQUEST_DEBUG_BEGIN, _CAPTURE and _DEBUG_END
 * do. The draw is described by callbacks, so that tests can use draws of their own.
 *
 * The context must be current, no block (glBegin) open, no display list being compiled, the GL
 * error flags taken.
 */
#ifndef GS_PRELOAD_CAPTURE_H
#define GS_PRELOAD_CAPTURE_H

#include "preload/capture/saved/buffers.h"
#include "preload/capture/target/target.h"
#include "preload/capture/program/variant.h"
#include "preload/capture/sift.h"
#include "wire/stream.h"

/* How much a draw does, by its arguments. */
struct gs_redraw_extent {
	unsigned instances;   /* of one draw; 0: unknown, or several draws in one call */
	uint32_t groups[3];   /* compute: work groups */
	uint32_t local[3];    /* compute: invocations of one, where the call says it; else 0 */
	bool indirect_unread; /* compute: groups come from a buffer that could not be read */
};

/* The pending draw. */
struct gs_redraw {
	/* Draws once more, in its own mode (-1) or as GL_POINTS and the like. Returns false if it
	 * cannot, and sets *why. */
	bool (*draw)(void *data, int mode, const char **why);
	const struct gs_link *(*link)(void *data, uint32_t program); /* gs_shadow_link */
	uint32_t (*edited)(void *data,
		uint32_t program);   /* returns the program drawn with instead; 0, or NULL: none */
	bool (*in_list)(void *data); /* gs_list_may_use_program; NULL: it is no list */
	void *data;
	GLuint conditional_query; /* of the program's glBeginConditionalRender; 0 outside of it */
	GLenum conditional_mode;
	GLenum feedback_mode; /* of the program's last glBeginTransformFeedback; 0 none */
	GLint copied; /* framebuffer that glCopyPixels reads; -1: the draw is another call */
	struct gs_redraw_extent extent;
	struct gs_fragment_options options; /* for gs_debugging_begin */
};

/* GL objects of the output channels transform feedback and storage buffer. */
struct gs_output_channel_objects {
	GLuint feedback, buffer, query[2];
	GLuint framebuffer, renderbuffer; /* 0: the program's is used */
	uint64_t size;			  /* of the buffer, bytes */
	uint64_t records;		  /* of the last capture */
};

/* The draw being debugged in a context. Zeroed: none. */
struct gs_debugging {
	bool active;
	enum gs_stage stage;
	struct gs_caps caps;
	struct gs_used_program used;
	struct gs_target target;
	struct gs_output_channel_objects channel;
	struct gs_variants variants;
	struct gs_sifts sifts;
	struct gs_wire_debug info;
	GLuint query;
	struct gs_draw_times *times; /* of the capture being served; NULL: it is not timed */
};

/* How long a fragment capture's last pass takes to draw: each time until GL has finished it, into a
 * target that is cleared before, without what reading it back takes. Nanoseconds. */
struct gs_draw_times {
	unsigned rounds; /* how often it is to be drawn; then, how often it was */
	uint64_t least, median;
	uint64_t idle; /* the least time to wait for GL that has nothing to do */
};

/* Begins debugging the draw; ends an active session first. Returns false if refused; *debugging is
 * inactive then. */
bool gs_debugging_begin(struct gs_debugging *debugging, const struct gs_redraw *redraw,
	enum gs_stage stage, struct gs_refusal *refusal);
/* Serves a capture as wire/capture.h describes it: writes the answer, and behind it the images (at
 * offsets from answer->data). Returns false if refused. */
bool gs_debugging_capture(struct gs_debugging *debugging, const struct gs_redraw *redraw,
	struct gs_stream *request, struct gs_stream *answer, struct gs_refusal *refusal);
/* Sifts are kept with variants. */
void gs_debugging_end(struct gs_debugging *debugging, bool keeps_variants);

/* Returns the program whose shader of that stage a draw would run now; .program is 0 if there is
 * none. */
struct gs_used_program gs_used_program_get(
	const struct gs_caps *caps, const struct gs_redraw *redraw, enum gs_stage stage);

/* ---- handlers (preload/core/hooks.h) ---- */

void gs_capture_init(void); /* adds hooks */
void gs_capture_context_gone(struct gs_context *context);

#endif
