/* SPDX-License-Identifier: MIT */
/*
 * The program's state that a redraw touches: read, made harmless, put back. gs_saved_enter is
 * called before the first GL call of a redraw that changes anything, gs_saved_leave after the last:
 * between the two the program's queries are ended, its transform feedback paused, conditional
 * rendering and debug output off.
 */
#ifndef GS_PRELOAD_CAPTURE_SAVE_H
#define GS_PRELOAD_CAPTURE_SAVE_H

#include "preload/capture/saved/blend.h"
#include "preload/capture/saved/queries.h"
#include "wire/capture.h"

struct gs_rectangle {
	GLint x, y, width, height;
};

/* What the debug draw does with the tests, depth and stencil other than the program. Zeroed:
 * nothing. */
struct gs_fragment_options {
	enum gs_test test[GS_N_TESTED]; /* BLEND and MASK not of captures, as clear_alpha */
	bool clear_depth, clear_stencil,
		clear_alpha; /* to these values; else the program's are copied */
	GLfloat depth, alpha;
	GLint stencil;
	bool names_samples; /* of captures: see gs_saved_sample_rate */
	unsigned fragment;  /* 0: as the tests say; else one plus the number of the only one at each
			       pixel */
};

struct gs_stencil_side {
	GLint func, ref, mask, fail, depth_fail, pass;
};

struct gs_saved {
	const struct gs_caps *caps;
	struct gs_active_queries queries;
	bool debug, paused;
	GLuint own_feedback; /* bound while the program's is active */
	GLint feedback;
	GLuint conditional_query; /* 0: none */
	GLenum conditional_mode;
	GLint draw_framebuffer, read_framebuffer, renderbuffer;
	GLint program, pipeline;
	bool program_changed;
	struct {
		GLsizei n;
		GLuint *index; /* owned */
	} subroutines[GS_N_STAGES];
	GLint pack[7], pack_invert, pack_buffer;
	GLfloat transfer[8];
	GLboolean map_color;
	GLint clamp_read, clamp_vertex, clamp_fragment;
	GLboolean color_mask[GS_MAX_DRAW_BUFFERS][4];
	GLboolean depth_mask;
	GLint stencil_mask, stencil_back_mask;
	struct gs_stencil_side stencil_side[2]; /* front, back */
	bool chose_fragment; /* by the stencil test: what it had is to be restored */
	bool two_sided;	     /* EXT_stencil_two_side is on: its back face has a mask of its own */
	GLint stencil_face, two_sided_mask;
	GLboolean blend[GS_MAX_DRAW_BUFFERS];
	struct gs_blend_functions blend_functions;
	GLboolean depth_test, alpha_to_coverage, alpha_to_one;
	GLboolean stencil_test, dither, logic_op, srgb, alpha_test, discard, sample_shading;
	GLfloat min_sample_shading;
	GLboolean scissor[GS_MAX_VIEWPORTS];
	GLint scissor_box[GS_MAX_VIEWPORTS][4];
	GLint copy_read, copy_write, query_buffer;
	struct gs_write_copies *written; /* of gs_redraw_begin; preload/capture/saved/buffers.h */
};

/* conditional_query 0: the program is not rendering conditionally. */
void gs_saved_enter(struct gs_saved *saved, const struct gs_caps *caps, GLuint conditional_query,
	GLenum conditional_mode);
/* For what draws nothing: feedback goes on, and queries but those of statistics. */
void gs_saved_enter_reading(struct gs_saved *saved, const struct gs_caps *caps,
	GLuint conditional_query, GLenum conditional_mode);
void gs_saved_leave(struct gs_saved *saved);

/* Only the program and its subroutine choices; program_changed says whether they are put back. */
void gs_saved_enter_program(struct gs_saved *saved, const struct gs_caps *caps);
void gs_saved_leave_program(struct gs_saved *saved);

/* Only the state of reading pixels, made plain. */
void gs_saved_enter_pixels(struct gs_saved *saved, const struct gs_caps *caps);
void gs_saved_leave_pixels(struct gs_saved *saved);

/* Between enter and leave: */

/* Depth and stencil test as the options say. */
void gs_saved_tests(struct gs_saved *saved, const struct gs_fragment_options *options);
/* Blending as the options say, where gs_saved_own_output has made it as the program has it. */
void gs_saved_blend(const struct gs_saved *saved, const struct gs_fragment_options *options);
/* Does this draw buffer blend then, whatever its format? */
bool gs_saved_blends(
	const struct gs_saved *saved, const struct gs_fragment_options *options, unsigned buffer);
/* What depends on the alpha of draw buffer 0 - the alpha test, alpha to coverage -, as the program
 * (and the options) have it, or off, where what is there is not the program's colour. */
void gs_saved_alpha(
	const struct gs_saved *saved, const struct gs_fragment_options *options, bool on);
/* Where the options choose one fragment: whether fragments are counted, after gs_saved_masks. */
void gs_saved_count_fragments(const struct gs_fragment_options *options, bool on);
/* A run of the shader for each sample, or as the program has it. A driver may run a variant once
 * for a pixel, of which nothing that is left needs gl_SampleID and the like. */
void gs_saved_sample_rate(const struct gs_saved *saved, bool each);
/* Does the program's state ask for a run for each of so many samples? */
bool gs_saved_shades_samples(const struct gs_saved *saved, unsigned samples);
/* Would it do anything? */
bool gs_saved_needs_alpha(const struct gs_saved *saved, const struct gs_fragment_options *options);
/* Does the program's target clamp what fragment shaders write? */
bool gs_saved_clamps(const struct gs_saved *saved, bool fixed_point);
/* Blend, logic op, dither, sRGB, alpha to one off. Our target is not fixed-point: vertex colours
 * are clamped as the program's target would have it, and with clamp fragment colours too (for the
 * alpha test). */
void gs_saved_plain_output(
	const struct gs_saved *saved, bool program_target_is_fixed_point, bool clamp);
/* The masks as the program has them; none, or depth and stencil only. */
void gs_saved_masks(const struct gs_saved *saved, bool colour, bool depth_stencil);
/* Scissor off and rasterizer discard off (for clears and blits); or discard as the program has it
 * and the scissor as test says, within an area (NULL: all). */
void gs_saved_scissor_off(const struct gs_saved *saved);
void gs_saved_scissor(
	const struct gs_saved *saved, enum gs_test test, const struct gs_rectangle *area);
/* Rasterizer discard likewise, but only the area in the program's scissors' place. */
void gs_saved_scissor_only(const struct gs_saved *saved, const struct gs_rectangle *area);
/* Tests, masks, blending and the rest of what happens to a fragment, as the program has them. */
void gs_saved_own_output(const struct gs_saved *saved);
/* Pixel store for tightly packed read-back into memory. */
void gs_saved_plain_pack(const struct gs_saved *saved);
/* The program's own program or pipeline is current again, subroutines too. */
void gs_saved_restore_program(struct gs_saved *saved);

#endif
