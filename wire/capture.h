/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * GS_REQUEST_DEBUG_BEGIN and GS_REQUEST_CAPTURE: redraw the pending draw and read values back.
 *
 * Elements form a grid. Each attachment of the answer is one image of the grid: 4 words of 32 bits
 * per element, row after row.
 *
 *   stage            element                       grid                       output channel
 *   fragment         a sample of a pixel           width x (height * planes), draw buffers
 *                                                  row 0 at y = 0; plane =
 *                                                  sample + samples * layer
 *   vertex           one invocation, by index and  known from each answer:    transform feedback:
 *                    instance, in order            width vertices per         the draw's vertices
 *                                                  instance, height           as GL_POINTS, without
 *                                                  instances (all draws of a  the later stages,
 *                                                  multi-draw in one row if   rasterizer discard on
 *                                                  their counts differ)
 *   tess-control     output vertex of a patch      width elements, height 1,  transform feedback of
 *                                                  in order of output         an added evaluation
 *                                                                             shader
 *   tess-evaluation  generated vertex              likewise                   transform feedback,
 *                                                                             point_mode
 *   geometry         input primitive x invocation  likewise                   transform feedback,
 *                                                                             points out
 *   compute          invocation                    width x, height y * z      a storage buffer
 *
 * GS_REQUEST_CAPTURE, input (wire/stream.h):
 *   u32 n_passes (1 or 2), each - drawn one after the other into the same cleared target:
 *     u32 flags             enum gs_pass_flag
 *     u32 n_texts, each:    u32 shader (GL name of the original object that it replaces; 0: an
 *                           additional one), u32 enum gs_stage, string text
 *   u32 n_attachments       each, in order: u32 enum gs_attachment, string output.
 *                           Fragment: "" if the text has its own layout(location) or writes
 *                           gl_FragData/gl_FragColor; else bound with glBindFragDataLocation.
 *                           Transform feedback: name of the varying, a vec4 or uvec4.
 *                           Storage: "", see below
 *   u32 n_drawn             fragment: number of attachments, from the first, that are drawn and
 *                           returned; 0, and for other stages: all
 *   u32 x, y, width, height the part of the grid that is needed; width 0: all of it.
 *                           Stages other than fragment: always all
 *   u32 upgrade             enum gs_version_upgrade: the #version lines of the other stages are
 *                           upgraded likewise (their text is otherwise kept)
 *   string uniform          name of an array of int that is set before the draws, or "";
 *                           u32 n, then n values (i32)
 * request.number[0], fragment: how often the last pass is to be drawn and timed; 0: not at all.
 * Attachments are cleared to zero bits. Storage: one buffer at gs_wire_debug.storage_binding, an
 * array of uvec4; the image of attachment a begins at element a * (number of elements).
 * Answer:
 *   u32 n_attachments (those returned), u32 x, y, width, height,
 *   u64 offset[n_attachments] of each image from the start of the bulk area (16 bytes per element,
 *   tightly packed), u64 samples_passed of the last pass (fragment; other stages: elements)
 *   number[0]: programs compiled since the session began; where it was timed: [1] how often, [2] the
 *   least time until GL had finished it, [3] the median, [4] the least time to wait for nothing, ns
 *
 * If an element may give several records or none (GS_VARIANT_EMITTED), width is the number of
 * records.
 *
 * Refusals: GS_STATUS_DRIVER_REFUSED with the log; GS_STATUS_UNSUPPORTED with the GL limit's name.
 */
/* clang-format on */
#ifndef GS_WIRE_CAPTURE_H
#define GS_WIRE_CAPTURE_H

#include <stdint.h>
#include <assert.h>

enum gs_attachment {
	GS_ATTACHMENT_UINT = 0,	 /* RGBA32UI */
	GS_ATTACHMENT_FLOAT = 1, /* RGBA32F */
	GS_ATTACHMENT_ALPHA =
		2, /* a float vec4 that carries the program's own colour: alpha test, alpha to
		    * coverage. Read back as floats, but as exact as the program's target only */
	GS_ATTACHMENT_BYTES = 3, /* four RGBA8 buffers, from draw buffer 4 * i, each with the bytes
				  * of a float's IEEE format, the lowest in red. Read back as
				  * floats. OpenGL ES 2.0, instead of all others */
};

enum gs_pass_flag {
	GS_PASS_NO_DEPTH_STENCIL_WRITE = 1 << 0,
	GS_PASS_OWN_RATE = 1 << 1, /* as often as the driver finds necessary, despite
				      GS_NAMES_SAMPLES */
};

enum gs_version_upgrade {
	GS_UPGRADE_NONE = 0,
	GS_UPGRADE_400_COMPATIBILITY = 1, /* desktop 1.10-1.50 in a compatibility context */
	GS_UPGRADE_400 = 2,		  /* core 1.40-3.30 */
	GS_UPGRADE_310_ES = 3,
	GS_UPGRADE_320_ES = 4,
};

/* GS_REQUEST_DEBUG_BEGIN: number[0] the stage. Fragments: per-fragment operations of the debug
 * draw. number[1]: enum gs_test of each enum gs_tested, a byte each from
 * the lowest; number[2]: enum gs_clear bits; number[3]: the floats' bits to clear depth (lower
 * half) and alpha (upper half) to; number[4]: the integer to clear stencil to; number[5]: 0, or 1 +
 * K: of several fragments at a pixel only the Kth (from 0, in the order drawn, those discarded not
 * counted) gets through; then neither depth nor the program's stencil is tested. Blending, the
 * colour mask and alpha have no effect on captures, which are of integers: only on
 * GS_REQUEST_DRAWN. GS_NAMES_SAMPLES in number[2]: captures are drawn with one run of the shader
 * for each sample, whatever is left of it in a variant. Vertices: GS_STANDS_IN in number[2]: the
 * captures' shader stands in the place of the program's own, of which nothing is used. */
enum gs_test {
	GS_TEST_PROGRAM = 0, /* as in the program */
	GS_TEST_ON = 1,
	GS_TEST_OFF = 2,
};
enum gs_tested {
	GS_TESTED_DEPTH,
	GS_TESTED_STENCIL,
	GS_TESTED_ALPHA,
	GS_TESTED_BLEND,
	GS_TESTED_SCISSOR,
	GS_TESTED_MASK, /* of colours; on: as the program */
	GS_N_TESTED
};
enum gs_clear { /* else the program's are copied */
	GS_CLEAR_DEPTH = 1 << 0,
	GS_CLEAR_STENCIL = 1 << 1,
	GS_CLEAR_ALPHA = 1 << 2, /* of colour buffers that do not hold integers */
	GS_NAMES_SAMPLES = 1 << 3,
	GS_STANDS_IN = 1 << 4,
};

/*
 * A sift is a variant that tells only whether something happens to any element: fragments to which
 * nothing does are discarded; the second word of other elements is 0 then. It is drawn into the
 * program's own framebuffer with all masks off, and needs neither target nor session.
 *
 * GS_REQUEST_KEEP_SIFT, while a shader is debugged: its stage's sift, input as of
 * GS_REQUEST_CAPTURE. It is kept for the program as it is linked now, until GS_REQUEST_DEBUG_END
 * without GS_KEEPS_VARIANTS.
 *
 * GS_REQUEST_SIFT, number[0]: a set of stages, 1 << enum gs_stage of each. Draws the pending draw
 * with the sifts of these. Answer: struct gs_wire_sifted. What would refuse a redraw is told as
 * GS_SIFT_UNKNOWN.
 */
enum gs_sift {
	GS_SIFT_NONE,	 /* the program has no shader of that stage, or it was not asked for */
	GS_SIFT_UNKNOWN, /* there is no sift of it */
	GS_SIFT_CLEAR,	 /* nothing happens in it */
	GS_SIFT_MARKED,	 /* something may happen: to hidden fragments, too */
};
struct gs_wire_sifted {
	uint32_t program[6], sift[6]; /* by stage: the program it is of, and enum gs_sift */
};
static_assert(sizeof(struct gs_wire_sifted) == 48, "wire layout");

/* How a display list whose draws are executed one by one may differ from the program's own call. */
enum gs_list_difference {
	GS_LIST_SPLITS_QUADS = 1 << 0,	 /* drivers may make other triangles of quads */
	GS_LIST_LEAVES_CURRENT = 1 << 1, /* they may leave other current values behind blocks */
};

/* GS_REQUEST_CHOOSE_DRAW: number[0] 1 + the draw that is to be debugged of those that the pending
 * glCallList, glCallLists or glMultiDraw* makes: the draws before it are executed. 0: the pending
 * one, or all as one if number[1] is 1 and it is possible (it always is for a glMultiDraw*). */
struct gs_wire_draws {
	uint32_t draws, draw; /* number of draws; the pending one, from 0 */
	uint32_t all;	      /* 1: all draws as one */
	uint32_t differs;     /* enum gs_list_difference bits */
};
static_assert(sizeof(struct gs_wire_draws) == 16, "wire layout");

#define GS_NO_MODE UINT32_MAX

/* Answer of GS_REQUEST_DEBUG_BEGIN. Vertex shaders: behind it, to the end, of each draw of a
 * glMultiDraw*Indirect[Count] u32 vertices of an instance, u32 instances; nothing where they are
 * not known. */
struct gs_wire_debug {
	uint32_t width,
		height; /* of the target, pixels; compute: of the grid; else 0: see the answers */
	uint32_t samples;
	uint32_t y_flipped; /* window's framebuffer, rasterised upside down */
	uint32_t max_draw_buffers;
	uint32_t need_alpha;	   /* the program's alpha must be kept: attachment 0 is
				      GS_ATTACHMENT_ALPHA */
	uint32_t glsl_version;	   /* highest version the context supports, 100 * major + minor */
	uint32_t n_draw_buffers;   /* of the program's framebuffer */
	uint32_t float_renderable; /* RGBA32F can be rendered to */
	uint32_t uint_renderable;
	uint32_t byte_outputs; /* 1: attachments are GS_ATTACHMENT_BYTES, all of them */
	uint32_t mirrored; /* rows of the target if the capture is drawn upside down: the variant
			      has to mirror what tells of y; else 0 */
	uint32_t planes;   /* fragment: samples * layers, at least 1 */
	uint32_t layers;   /* 0: not layered */
	uint32_t max_feedback_words; /* most interleaved components of a transform feedback record
					that the stage can write */
	uint32_t storage_binding; /* compute: a shader storage binding that the program leaves free
				   */
	uint32_t groups[3], local[3]; /* compute: work groups, and invocations of one */
	uint32_t depth_alpha;	      /* a bound texture has GL_DEPTH_TEXTURE_MODE GL_ALPHA: shaders
					 below 1.30 must not be upgraded */
	uint32_t undrawn; /* 1: conditional rendering keeps the draw itself from being executed */
	uint32_t patch_vertices; /* tessellation: of an input patch of the stage; else 0 */
	uint32_t mode;		 /* of the draw's primitives; GS_NO_MODE: it has several, or none */
	uint32_t restarts;	 /* 1: an index may restart primitives */
	uint32_t clamp_alpha;	 /* with need_alpha: alpha is tested clamped to 0 .. 1, which the
				    variant has to do */
	uint32_t viewport[2];	/* vertex and the like: width and height of the first one, pixels */
	uint32_t reads_samples; /* 1: a capture that reads gl_SampleID or gl_SamplePosition runs the
				   shader as often as the draw does */
	uint32_t padding;
	/* OpenGL ES counts no samples: there, and in the answer of a capture, 1 stands for any */
	uint64_t samples_real; /* samples passed by the draw into its own framebuffer, masks off */
	uint64_t samples_redraw; /* samples passed by the uninstrumented redraw into the capture
				    target */
};
static_assert(sizeof(struct gs_wire_debug) == 144, "wire layout");

#endif
