/* SPDX-License-Identifier: MIT */
/* What the files of the report share. */
#ifndef GS_ANALYSIS_ISSUES_H
#define GS_ANALYSIS_ISSUES_H

#include "analysis/checks.h"
#include "analysis/report.h"

/* ---- issues.c ---- */

struct gs_issues;

struct gs_issues *gs_issues_new(void);
void gs_issues_free(struct gs_issues *issues);
const struct gs_issue *gs_issues_at(const struct gs_issues *issues, size_t i);
uint64_t gs_issues_left_out(const struct gs_issues *issues);
/* Where it happens next. */
void gs_issues_stand_at(struct gs_issues *issues, uint64_t call, uint64_t frame);
void gs_issues_found(struct gs_issues *issues, enum gs_issue_kind kind, const char *id,
	bool is_sure, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* ---- completeness.c: what textures hold ---- */

struct gs_completeness;

struct gs_completeness *gs_completeness_new(struct gs_effects *effects);
void gs_completeness_free(struct gs_completeness *images);
void gs_completeness_add(struct gs_completeness *images, const struct gs_analysed_call *analysed);
/* What is missing, so that the texture is black; NULL: nothing, as far as is known. In the text:
 * until the next call. `sampler`: the sampler object that is bound, or 0. */
const char *gs_completeness_fault(
	struct gs_completeness *images, uint32_t texture, uint32_t target, uint32_t sampler);
/* Levels that are looked up, with this sampler: from *first to *last. */
void gs_completeness_levels(struct gs_completeness *images, uint32_t texture, uint32_t sampler,
	unsigned *first, unsigned *last);

/* False: it is not known what is there. faces: those that are there, a bit each. */
struct gs_image {
	int32_t width, height, depth;
	uint32_t format; /* internal */
	uint8_t faces;
	unsigned samples;
};
bool gs_completeness_at(
	struct gs_completeness *images, uint32_t texture, unsigned level, struct gs_image *image);

/* ---- framebuffers.c: whether they are complete ---- */

struct gs_framebuffers;

struct gs_framebuffers *gs_framebuffers_new(
	struct gs_effects *effects, struct gs_completeness *images);
void gs_framebuffers_free(struct gs_framebuffers *framebuffers);
void gs_framebuffers_add(
	struct gs_framebuffers *framebuffers, const struct gs_analysed_call *analysed);
/* What is wrong with the one that is drawn into; NULL: nothing, as far as is known. In the text:
 * until the next call. */
const char *gs_framebuffers_fault(struct gs_framebuffers *framebuffers);

/* ---- draw-issues.c ---- */

struct gs_draw_issues;

struct gs_draw_issues *gs_draw_issues_new(struct gs_effects *effects, struct gs_issues *issues);
void gs_draw_issues_free(struct gs_draw_issues *draws);
/* Each call that is executed, before its effect. */
void gs_draw_issues_add(struct gs_draw_issues *draws, const struct gs_analysed_call *analysed);

#endif
