/* SPDX-License-Identifier: MIT */
/*
 * preload/capture - the pending draw, redrawn: what GS_REQUEST_DEBUG_BEGIN, _CAPTURE and
 * _DEBUG_END do, told of the draw by callbacks, so that tests can run it on a draw of their own.
 *
 * The context must be current, no block (glBegin) open, no display list being compiled, the GL
 * error flags taken.
 */
#ifndef GS_PRELOAD_CAPTURE_H
#define GS_PRELOAD_CAPTURE_H

#include "preload/capture/saved/buffers.h"
#include "preload/capture/target/target.h"
#include "preload/capture/program/variant.h"
#include "wire/stream.h"

/* What the arguments of a draw say of its elements. */
struct gs_redraw_extent {
	unsigned instances;   /* of one draw; 0: unknown, or several draws in one call */
	uint32_t groups[3];   /* compute: work groups */
	uint32_t local[3];    /* compute: invocations of one, where the call says it; else 0 */
	bool indirect_unread; /* compute: groups come from a buffer that could not be read */
};

/* The pending draw. */
struct gs_redraw {
	/* Does it once more, in its own mode (-1), or as GL_POINTS and the like; false: it cannot
	 * be, why says so. */
	bool (*draw)(void *data, int mode, const char **why);
	const struct gs_link *(*link)(void *data, uint32_t program); /* gs_shadow_link */
	uint32_t (*edited)(void *data,
		uint32_t program);   /* what is drawn with in its place; 0, NULL: nothing is */
	bool (*in_list)(void *data); /* gs_list_may_use_program; NULL: it is no list */
	void *data;
	GLuint conditional_query; /* the program is between glBeginConditionalRender and glEnd...; 0
				     not */
	GLenum conditional_mode;
	GLenum feedback_mode; /* of the program's last glBeginTransformFeedback; 0 none */
	GLint copied; /* the framebuffer that glCopyPixels copies from; -1: the draw is no such call
		       */
	struct gs_redraw_extent extent;
	struct gs_fragment_options options; /* for gs_debugging_begin */
};

/* What a stage's words come back through when that is transform feedback, or a storage buffer. */
struct gs_output_channel_objects {
	GLuint feedback, buffer, query[2];
	GLuint framebuffer, renderbuffer; /* 0: the program's serves */
	uint64_t size;			  /* of the buffer, bytes */
	uint64_t records;		  /* so many came last */
};

/* One draw being debugged in one context. Zeroed: none. */
struct gs_debugging {
	bool active;
	enum gs_stage stage;
	struct gs_caps caps;
	struct gs_used_program used;
	struct gs_target target;
	struct gs_output_channel_objects channel;
	struct gs_variants variants;
	struct gs_wire_debug info;
	GLuint query;
};

/* False: refused, *debugging not active. A session that is active already is ended first. */
bool gs_debugging_begin(struct gs_debugging *debugging, const struct gs_redraw *redraw,
	enum gs_stage stage, struct gs_refusal *refusal);
/* request: as wire/capture.h says. The answer is written to answer, images behind it (offsets from
 * answer->data). */
bool gs_debugging_capture(struct gs_debugging *debugging, const struct gs_redraw *redraw,
	struct gs_stream *request, struct gs_stream *answer, struct gs_refusal *refusal);
void gs_debugging_end(struct gs_debugging *debugging);

/* The program whose shader of a stage a draw would run now; program 0: none. */
struct gs_used_program gs_used_program_get(
	const struct gs_caps *caps, const struct gs_redraw *redraw, enum gs_stage stage);

/* ---- handlers (preload/core/hooks.h) ---- */

void gs_capture_init(void); /* adds hooks */
void gs_capture_context_gone(struct gs_context *context);

#endif
