/* SPDX-License-Identifier: MIT */
/*
 * The program's state that a redraw changes: saved, neutralised, restored. gs_saved_enter is called
 * before the first GL call of a redraw that changes anything, gs_saved_leave after the last.
 * Between the two the program's queries are ended, its transform feedback is paused, and
 * conditional rendering and debug output are off.
 */
#ifndef GS_PRELOAD_CAPTURE_SAVE_H
#define GS_PRELOAD_CAPTURE_SAVE_H

#include "preload/capture/saved/blend.h"
#include "preload/capture/saved/queries.h"
#include "wire/capture.h"

struct gs_rectangle {
	GLint x, y, width, height;
};

/* How the tests, depth and stencil of the debug draw differ from the program's. Zeroed: they do
 * not. */
struct gs_fragment_options {
	enum gs_test test[GS_N_TESTED]; /* captures ignore BLEND and MASK, and clear_alpha */
	bool clear_depth, clear_stencil,
		clear_alpha; /* clear to the values below; else copy the program's */
	GLfloat depth, alpha;
	GLint stencil;
	bool names_samples; /* of captures: see gs_saved_sample_rate */
	bool stands_in;	    /* of vertices: see GS_STANDS_IN */
	unsigned fragment; /* 0: what passes the tests; else 1 + number of the only fragment at each
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
	bool chose_fragment;			/* the stencil test chose one: restore it */
	bool two_sided; /* EXT_stencil_two_side is on: the back face has its own mask */
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

/* Saves and neutralises the state. conditional_query: 0 outside of conditional rendering. */
void gs_saved_enter(struct gs_saved *saved, const struct gs_caps *caps, GLuint conditional_query,
	GLenum conditional_mode);
/* Likewise for requests that do not draw: transform feedback and queries go on, except statistics.
 */
void gs_saved_enter_reading(struct gs_saved *saved, const struct gs_caps *caps,
	GLuint conditional_query, GLenum conditional_mode);
void gs_saved_leave(struct gs_saved *saved);

/* Only the program and its subroutine choices, which leave restores if program_changed. */
void gs_saved_enter_program(struct gs_saved *saved, const struct gs_caps *caps);
void gs_saved_leave_program(struct gs_saved *saved);

/* Only the state of reading pixels, set to its defaults. */
void gs_saved_enter_pixels(struct gs_saved *saved, const struct gs_caps *caps);
void gs_saved_leave_pixels(struct gs_saved *saved);

/* Between enter and leave: */

/* Sets depth and stencil test as the options say. */
void gs_saved_tests(struct gs_saved *saved, const struct gs_fragment_options *options);
/* Sets blending as the options say, after gs_saved_own_output. */
void gs_saved_blend(const struct gs_saved *saved, const struct gs_fragment_options *options);
/* Whether this draw buffer blends then, whatever its format. */
bool gs_saved_blends(
	const struct gs_saved *saved, const struct gs_fragment_options *options, unsigned buffer);
/* Sets what depends on the alpha of draw buffer 0, alpha test and alpha to coverage, as program and
 * options have it; off if draw buffer 0 does not get the program's colour. */
void gs_saved_alpha(
	const struct gs_saved *saved, const struct gs_fragment_options *options, bool on);
/* If the options choose one fragment: counts fragments or not; call it after gs_saved_masks. */
void gs_saved_count_fragments(const struct gs_fragment_options *options, bool on);
/* Forces a run of the shader for each sample, or not. A driver may else run a variant once per
 * pixel because its code no longer uses gl_SampleID and the like. */
void gs_saved_sample_rate(const struct gs_saved *saved, bool each);
/* Whether the program's state asks for a run for each of that many samples. */
bool gs_saved_shades_samples(const struct gs_saved *saved, unsigned samples);
/* Whether gs_saved_alpha has any effect. */
bool gs_saved_needs_alpha(const struct gs_saved *saved, const struct gs_fragment_options *options);
/* Whether the program's target clamps what fragment shaders write. */
bool gs_saved_clamps(const struct gs_saved *saved, bool fixed_point);
/* Switches blend, logic op, dither, sRGB and alpha to one off. As our target is not fixed-point,
 * vertex colours are clamped as the program's target would have it, and with clamp fragment
 * colours, too (for the alpha test). */
void gs_saved_plain_output(
	const struct gs_saved *saved, bool program_target_is_fixed_point, bool clamp);
/* Sets the colour masks, and the depth and stencil masks, as the program has them, or off. */
void gs_saved_masks(const struct gs_saved *saved, bool colour, bool depth_stencil);
/* Switch scissor and rasterizer discard off (for clears and blits); or set discard as the program
 * has it and the scissor as test says, within an area (NULL: all). */
void gs_saved_scissor_off(const struct gs_saved *saved);
void gs_saved_scissor(
	const struct gs_saved *saved, enum gs_test test, const struct gs_rectangle *area);
/* Sets discard likewise, but the area in place of the program's scissors. */
void gs_saved_scissor_only(const struct gs_saved *saved, const struct gs_rectangle *area);
/* Sets tests, masks, blending and all other per-fragment operations as the program has them. */
void gs_saved_own_output(const struct gs_saved *saved);
/* Sets the pixel store for tightly packed reads into memory. */
void gs_saved_plain_pack(const struct gs_saved *saved);
/* Makes the program's own program or pipeline current again, with its subroutine choices. */
void gs_saved_restore_program(struct gs_saved *saved);

#endif
