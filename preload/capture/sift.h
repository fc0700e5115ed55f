/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/sift - the pending draw with variants that tell only whether something happens to
 * any element (wire/capture.h). They are kept by program, so that a draw that was looked at before
 * costs one redraw a stage, and nothing is read back of pixels.
 */
#ifndef GS_PRELOAD_SIFT_H
#define GS_PRELOAD_SIFT_H

#include "preload/capture/program/variant.h"
#include "wire/capture.h"
#include "wire/stream.h"

enum { GS_MAX_SIFTS = 64 };

struct gs_kept_sift {
	GLuint program, pipeline;
	uint64_t serial; /* of the program's link */
	enum gs_stage stage;
	uint32_t patch_vertices, storage_binding; /* as the variant has them */
	uint8_t *request;			  /* as of GS_REQUEST_CAPTURE; NULL: free */
	uint64_t size, last_use;
	uint64_t records; /* of the last draw */
	bool is_refused;  /* it could not be drawn */
};

/* Zeroed: empty. */
struct gs_sifts {
	struct gs_kept_sift kept[GS_MAX_SIFTS];
	uint64_t clock;
};
/* kept-sifts.c: return that of the program's stage, NULL: none; or a free place, for which the
 * least recently used is dropped. */
struct gs_kept_sift *gs_sifts_find(
	struct gs_sifts *sifts, const struct gs_used_program *used, enum gs_stage stage);
struct gs_kept_sift *gs_sifts_make_room(struct gs_sifts *sifts);
void gs_sift_drop(struct gs_kept_sift *kept);
void gs_sifts_finish(struct gs_sifts *sifts);

struct gs_debugging;
struct gs_redraw;
/* Keep the sift of the stage that is being debugged; request: a capture's. Return false if refused.
 */
bool gs_sift_keep(struct gs_debugging *debugging, const struct gs_stream *request,
	struct gs_refusal *refusal);
/* Draw with the sifts of these stages, and get what they tell. answer: room for what is read back.
 * Ends an active session. */
void gs_sift(struct gs_debugging *debugging, const struct gs_redraw *redraw, unsigned stages,
	struct gs_stream *answer, struct gs_wire_sifted *sifted);

#endif
