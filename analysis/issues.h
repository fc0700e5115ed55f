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
/* Return the i-th issue, in the order of their first calls; NULL: past the end. */
const struct gs_issue *gs_issues_at(const struct gs_issues *issues, size_t i);
/* Return how often an issue was left out since there were too many. */
uint64_t gs_issues_left_out(const struct gs_issues *issues);
/* Set the call and frame at which the next issues are found. */
void gs_issues_stand_at(struct gs_issues *issues, uint64_t call, uint64_t frame);
/* Add an issue at the current call, or another call to an issue with the same text. id: static.
 * is_sure: false: only if the shader executes what it tells. */
void gs_issues_found(struct gs_issues *issues, enum gs_issue_kind kind, const char *id,
	bool is_sure, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* ---- completeness.c: which images textures have ---- */

struct gs_completeness;

struct gs_completeness *gs_completeness_new(struct gs_effects *effects);
void gs_completeness_free(struct gs_completeness *images);
/* Follow a call that is executed. */
void gs_completeness_add(struct gs_completeness *images, const struct gs_analysed_call *analysed);
/* Return what makes the texture incomplete, so that lookups give black; NULL: nothing, as far as is
 * known. The text lives until the next call. `sampler`: the bound sampler object, or 0. */
const char *gs_completeness_fault(
	struct gs_completeness *images, uint32_t texture, uint32_t target, uint32_t sampler);
/* Find the levels that lookups with this sampler use, from *first to *last. */
void gs_completeness_levels(struct gs_completeness *images, uint32_t texture, uint32_t sampler,
	unsigned *first, unsigned *last);

/* Return whether lookups with this sampler (0: none) compare depths. */
bool gs_completeness_compares(struct gs_completeness *images, uint32_t texture, uint32_t sampler);

/* An image of a texture. faces: faces of a cube that it has, one bit each. */
struct gs_image {
	int32_t width, height, depth;
	uint32_t format; /* internal */
	uint8_t faces;
	unsigned samples;
};
/* Describe the image of a texture at a level. Return false if it is not known. */
bool gs_completeness_at(
	struct gs_completeness *images, uint32_t texture, unsigned level, struct gs_image *image);

/* ---- framebuffers.c: whether framebuffers are complete ---- */

struct gs_framebuffers;

struct gs_framebuffers *gs_framebuffers_new(
	struct gs_effects *effects, struct gs_completeness *images);
void gs_framebuffers_free(struct gs_framebuffers *framebuffers);
/* Follow a call that is executed. */
void gs_framebuffers_add(
	struct gs_framebuffers *framebuffers, const struct gs_analysed_call *analysed);
/* Return what makes the draw framebuffer incomplete; NULL: nothing, as far as is known. The text
 * lives until the next call. */
const char *gs_framebuffers_fault(struct gs_framebuffers *framebuffers);

/* ---- draw-issues.c: what is undefined or black at draws ---- */

struct gs_draw_issues;

struct gs_draw_issues *gs_draw_issues_new(struct gs_effects *effects, struct gs_issues *issues);
void gs_draw_issues_free(struct gs_draw_issues *draws);
/* Add each call that is executed, before it takes effect. */
void gs_draw_issues_add(struct gs_draw_issues *draws, const struct gs_analysed_call *analysed);

#endif
