/* SPDX-License-Identifier: MIT */
/*
 * preload/capture - the pending draw, replayed: what GS_REQUEST_DEBUG_BEGIN, _CAPTURE and
 * _DEBUG_END do, told of the draw by callbacks, so that tests can run it on a draw of their own.
 *
 * The context must be current, no block (glBegin) open, no display list being compiled, the GL
 * error flags taken.
 */
#ifndef GS_PRELOAD_CAPTURE_H
#define GS_PRELOAD_CAPTURE_H

#include "preload/capture-buffers.h"
#include "preload/target.h"
#include "preload/variant.h"
#include "wire/stream.h"

/* The pending draw. */
struct gs_replay {
	bool (*draw)(void *data,
		const char **why); /* does it once more; false: it cannot be, why says so */
	const struct gs_link *(*link)(void *data, uint32_t program); /* gs_shadow_link */
	void *data;
	GLuint conditional_query; /* the program is between glBeginConditionalRender and glEnd...; 0
				     not */
	GLenum conditional_mode;
};

/* One draw being debugged in one context. Zeroed: none. */
struct gs_debugging {
	bool active;
	struct gs_caps caps;
	struct gs_used_program used;
	struct gs_target target;
	struct gs_variants variants;
	struct gs_wire_debug info;
	GLuint query;
};

/* False: refused, *debugging not active. A session that is active already is ended first. */
bool gs_debugging_begin(struct gs_debugging *debugging, const struct gs_replay *replay,
	enum gs_stage stage, struct gs_refusal *refusal);
/* request: as wire/capture.h says. The answer is written to answer, images behind it (offsets from
 * answer->data). */
bool gs_debugging_capture(struct gs_debugging *debugging, const struct gs_replay *replay,
	struct gs_stream *request, struct gs_stream *answer, struct gs_refusal *refusal);
void gs_debugging_end(struct gs_debugging *debugging);

/* The program whose fragment stage a draw would run now. */
struct gs_used_program gs_used_program_get(
	const struct gs_caps *caps, const struct gs_replay *replay);

#endif
