/* SPDX-License-Identifier: MIT */
/* GS_REQUEST_PROGRAM, GS_REQUEST_SET_UNIFORM and GS_REQUEST_MACROS (wire/describe.h). */
#ifndef GS_PRELOAD_PROGRAM_H
#define GS_PRELOAD_PROGRAM_H

#include "preload/capture/capture.h"
#include "preload/core/request.h"

/* Describes what a draw would use now. False: it did not fit. */
bool gs_program_describe(
	const struct gs_caps *caps, const struct gs_redraw *redraw, struct gs_stream *answer);
/* The programs that a draw or dispatch uses, one or the pipeline's; returns how many. */
unsigned gs_programs_in_use(
	const struct gs_caps *caps, const struct gs_redraw *redraw, GLuint programs[GS_N_STAGES]);
bool gs_program_set_uniform(const struct gs_caps *caps, const struct gs_redraw *redraw,
	struct gs_stream *request, struct gs_refusal *refusal);
bool gs_program_macros(const struct gs_caps *caps, struct gs_stream *request,
	struct gs_stream *answer, struct gs_refusal *refusal);

gs_serve_func gs_serve_program, gs_serve_set_uniform, gs_serve_macros;

#endif
