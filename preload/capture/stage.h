/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files of a capture: capture.c (requests, draw buffers), used-program.c (which
 * program), redraw.c (drawing once more), feedback.c, compute.c (the other output channels).
 *
 * The functions of a channel: ..._begin fills in debugging->info; it is called between
 * gs_redraw_begin and gs_redraw_end, when program and stage have been checked. ..._capture redraws
 * and writes the whole answer. gs_feedback_finish frees the GL objects of both channels.
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

/* Read it from its stream. Return false if it is malformed. */
bool gs_capture_request_read(struct gs_stream *stream, const struct gs_debugging *debugging,
	struct gs_capture_request *request);
/* Redraw, and count the samples that pass. */
bool gs_draw_counted(struct gs_debugging *debugging, const struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal);
/* Return what the last gs_draw_counted counted, 0 where nothing counts; waits for it. */
uint64_t gs_drawn_count(const struct gs_debugging *debugging);

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

/* Fill in the debugging's info, as gs_compute_begin does. */
bool gs_compute_describe(
	struct gs_debugging *debugging, const struct gs_redraw *redraw, struct gs_refusal *refusal);
bool gs_compute_begin(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal);
bool gs_compute_capture(struct gs_debugging *debugging, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *request,
	struct gs_stream *answer, struct gs_refusal *refusal);

/* ---- redraw.c: all that redraws a draw begins and ends here ---- */

/* Enters *saved, and binds copies of the memory that the draw's shaders write. Returns false if
 * nothing can be redrawn now; nothing was entered then. */
bool gs_redraw_begin(const struct gs_redraw *redraw, const struct gs_caps *caps,
	struct gs_saved *saved, struct gs_refusal *refusal);
/* Draws once more, in a mode (-1: its own). Returns false if that is impossible or raises an error.
 */
bool gs_redraw_execute(const struct gs_redraw *redraw, const struct gs_saved *saved, int mode,
	struct gs_refusal *refusal);
void gs_redraw_end(struct gs_saved *saved);
/* capture.c: whether conditional rendering discards the draw. */
bool gs_redraw_is_undrawn(const struct gs_saved *saved);

/* ---- answer.c ---- */

enum { GS_ANSWER_ALIGN = 4096 }; /* alignment of the images in an answer */
/* Writes the head of an answer with n images of an area. Sets images[0..n-1] to where each goes,
 * and *samples to where the sample count goes (8 bytes, unaligned), and advances the answer past
 * the images. Returns false if there is no room. */
bool gs_answer_begin(struct gs_stream *answer, unsigned n, const struct gs_rectangle *area,
	uint8_t **images, void **samples, struct gs_refusal *refusal);
/* Makes sure that the first `size` bytes of the answer can be written: writing to shared memory
 * that has run out kills the process. Returns false if not. */
bool gs_has_memory(void *answer, uint64_t size, struct gs_refusal *refusal);
/* Returns the bytes of an answer with n images, its head included. */
uint64_t gs_answer_size(unsigned n, uint64_t elements);

/* ---- used-program.c ---- */

GLenum gs_stage_type(enum gs_stage stage);	/* GL_VERTEX_SHADER */
const char *gs_stage_text(enum gs_stage stage); /* "tessellation control" */
/* Whether its shaders may write through bindless handles or addresses, which GL does not report. */
bool gs_link_writes_unseen(const struct gs_caps *caps, const struct gs_link *link);
/* depth-mode.c: whether a bound texture has GL_DEPTH_TEXTURE_MODE GL_ALPHA. */
bool gs_depth_alpha_bound(const struct gs_caps *caps);
bool gs_caps_stage(
	const struct gs_caps *caps, enum gs_stage stage); /* whether the context has it */
/* Whether one of its shaders is of that type. */
bool gs_link_has_stage(const struct gs_link *link, GLenum type);
bool gs_used_program_check(const struct gs_caps *caps, const struct gs_used_program *used,
	enum gs_stage stage, struct gs_refusal *refusal);

/* ---- fixed-vertices.c ---- */

/* Whether fixed function computes the draw's vertices, and the context has a GLSL that can compute
 * the same. */
bool gs_fixed_vertices(const struct gs_caps *caps, const struct gs_used_program *used);
/* Returns a link of one vertex shader, which every variant replaces: it stands for fixed function,
 * or for a program that has no source, where vertices are captured. */
const struct gs_link *gs_stand_in_link(void);
/* Writes the attributes that fixed function reads, as in GS_REQUEST_PROGRAM; returns how many. all:
 * texture coordinates of all units, which a fragment shader may read, not only of those with
 * textures enabled. Not while a display list is compiled. */
uint32_t gs_fixed_attributes_put(struct gs_stream *s, bool all);

#endif
