/* SPDX-License-Identifier: MIT */
/*
 * GS_REQUEST_DEBUG_BEGIN and GS_REQUEST_CAPTURE: the pending draw, replayed.
 *
 * The target of a capture has the size and orientation of the draw framebuffer. Every image comes back
 * with row 0 at y = 0 (window coordinates), whole target, RGBA, 32 bits a channel.
 *
 * GS_REQUEST_CAPTURE, input (wire/stream.h):
 *   u32 n_passes (1 or 2), each - drawn one after the other into the same cleared target:
 *     u32 flags             enum gs_pass_flag
 *     u32 n_texts, each:    u32 shader (GL name of the original object it replaces), string text
 *   u32 n_attachments       each, in order of draw buffer: u32 enum gs_attachment, string output ("" where the text
 *                           has its own layout(location) or writes gl_FragData/gl_FragColor; else bound with glBindFragDataLocation)
 *   u32 x, y, width, height the part needed; width 0: all of the target
 *   u32 lift                enum gs_lift: the other stages' #version lines are lifted likewise (text otherwise kept)
 * Attachments are cleared to zero bits. Answer:
 *   u32 n_attachments, u32 x, y, width, height, u64 offset[n_attachments] of each image from the start of the bulk area
 *   (16 bytes a pixel, tightly packed), u64 samples_passed of the last pass
 *
 * Refusals: GS_STATUS_DRIVER_REFUSED with the log; GS_STATUS_UNSUPPORTED naming the GL limit.
 */
#ifndef GS_WIRE_CAPTURE_H
#define GS_WIRE_CAPTURE_H

#include <stdint.h>
#include <assert.h>

enum gs_attachment {
	GS_ATTACHMENT_UINT = 0,	 /* RGBA32UI */
	GS_ATTACHMENT_FLOAT = 1, /* RGBA32F */
	GS_ATTACHMENT_ALPHA = 2, /* a float vec4 that carries the program's own colour: alpha test, alpha to coverage.
				  * Read back as floats, but as exact as the program's target only */
};

enum gs_pass_flag {
	GS_PASS_NO_DEPTH_STENCIL_WRITE = 1 << 0,
};

enum gs_lift {
	GS_LIFT_NONE = 0,
	GS_LIFT_400_COMPATIBILITY = 1, /* desktop 1.10-1.50 in a compatibility context */
	GS_LIFT_400 = 2,	       /* core 1.40-3.30 */
	GS_LIFT_310_ES = 3,
	GS_LIFT_320_ES = 4,
};

/* Answer of GS_REQUEST_DEBUG_BEGIN. */
struct gs_wire_debug {
	uint32_t width, height; /* of the target, pixels */
	uint32_t samples;
	uint32_t y_flipped; /* window's framebuffer, rasterised upside down */
	uint32_t max_draw_buffers;
	uint32_t need_alpha; /* the program's alpha must be kept: attachment 0 is GS_ATTACHMENT_ALPHA */
	uint32_t glsl_version; /* highest the context takes, 100 * major + minor */
	uint32_t n_draw_buffers; /* of the program's framebuffer */
	uint32_t dual_source; /* the program has outputs with index 1 */
	uint32_t float_renderable; /* RGBA32F can be rendered to */
	uint32_t uint_renderable;
	uint32_t reserved;
	/* OpenGL ES counts no samples: there, and in the answer of a capture, 1 stands for any */
	uint64_t samples_real;	 /* samples passed by the draw into its own framebuffer, masks off */
	uint64_t samples_replay; /* by the uninstrumented replay into the capture target */
};
static_assert(sizeof(struct gs_wire_debug) == 64, "wire layout");

#endif
