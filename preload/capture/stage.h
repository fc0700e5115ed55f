/* SPDX-License-Identifier: MIT */
/*
 * Between the files of a capture: capture.c (the requests, and draw buffers), used-program.c
 * (which program), redraw.c (the draw once more), feedback.c, compute.c (the other channels through
 * which a stage's words come back).
 *
 * begin: fills debugging->info; between gs_redraw_begin and gs_redraw_end, program and stage known
 * to be there. capture: redraws and writes the whole answer. gs_feedback_finish: GL objects of both
 * channels.
 */
#ifndef GS_PRELOAD_CAPTURE_STAGE_H
#define GS_PRELOAD_CAPTURE_STAGE_H

#include "preload/capture/capture.h"

/* A capture, as read from its stream. */
struct gs_capture_request {
	unsigned n_passes;
	uint32_t flags[2];
	struct gs_variant_sources variant[2];
	unsigned n_attachments;
	enum gs_attachment types[GS_MAX_ATTACHMENTS];
	struct gs_rectangle area; /* width 0: all of it */
};

bool gs_fragment_begin(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal);
bool gs_fragment_capture(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_capture_request *request,
	struct gs_stream *answer, struct gs_refusal *refusal);

bool gs_feedback_begin(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal);
bool gs_feedback_capture(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *request,
	struct gs_stream *answer, struct gs_refusal *refusal);
void gs_feedback_finish(struct gs_debugging *debugging);

bool gs_compute_begin(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal);
bool gs_compute_capture(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *request,
	struct gs_stream *answer, struct gs_refusal *refusal);

/* ---- redraw.c: all that redraws a draw begins and ends here ---- */

/* Enters *saved, with copies in the place of what the draw's shaders write. False: no draw may be
 * redrawn now; nothing was entered. */
bool gs_redraw_begin(const struct gs_redraw *redraw, const struct gs_caps *caps,
	struct gs_saved *saved, struct gs_refusal *refusal);
/* The draw once more, in a mode (-1 its own). False: it cannot be, or raises an error. */
bool gs_redraw_execute(const struct gs_redraw *redraw, const struct gs_saved *saved, int mode,
	struct gs_refusal *refusal);
void gs_redraw_end(struct gs_saved *saved);
/* capture.c: conditional rendering keeps the draw from being executed. */
bool gs_redraw_is_undrawn(const struct gs_saved *saved);

/* ---- answer.c ---- */

enum { GS_ANSWER_ALIGN = 4096 }; /* of the images in an answer */
/* The head of an answer: n images of width * height at area x, y. images (n places) gets where each
 * is to be written, *samples where the count goes (8 bytes, not aligned). What the images take is
 * counted as written. */
bool gs_answer_begin(struct gs_stream *answer, unsigned n, const struct gs_rectangle *area,
	uint8_t **images, void **samples, struct gs_refusal *refusal);
/* Behind the first so many bytes of the answers there is memory: shared memory that runs out kills
 * who writes to it. */
bool gs_has_memory(void *answer, uint64_t size, struct gs_refusal *refusal);
/* Bytes of all the images of an answer, its head included. */
uint64_t gs_answer_size(unsigned n, uint64_t elements);

/* ---- used-program.c ---- */

GLenum gs_stage_type(enum gs_stage stage);	/* GL_VERTEX_SHADER */
const char *gs_stage_text(enum gs_stage stage); /* "tessellation control" */
/* Its shaders may write through handles or addresses: to what, GL does not tell. */
bool gs_link_writes_unseen(const struct gs_caps *caps, const struct gs_link *link);
/* depth-mode.c: does a texture that is bound have GL_DEPTH_TEXTURE_MODE GL_ALPHA? */
bool gs_depth_alpha_bound(const struct gs_caps *caps);
bool gs_caps_stage(const struct gs_caps *caps, enum gs_stage stage); /* the context has it */
bool gs_used_program_check(const struct gs_caps *caps, const struct gs_used_program *used,
	enum gs_stage stage, struct gs_refusal *refusal);

/* ---- fixed-vertices.c ---- */

/* The draw's vertices are fixed function's, and the context has GLSL that computes the same. */
bool gs_fixed_vertices(const struct gs_caps *caps, const struct gs_used_program *used);
const struct gs_link *gs_fixed_link(void); /* stands for it, where its vertices are captured */
/* The attributes that it reads, as GS_REQUEST_PROGRAM has them; how many. all: the texture
 * coordinates of all units, which a fragment shader may read, not only of those whose textures are
 * enabled. Not while a display list is compiled. */
uint32_t gs_fixed_attributes_put(struct gs_stream *s, bool all);

#endif
