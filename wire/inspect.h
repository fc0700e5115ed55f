/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * GS_REQUEST_RESOURCES, _TEXELS, _BUFFER, _DRAWN, _PIXEL and _BLOCKS: the objects bound at a stop, and
 * their contents. They change nothing of the program's state, contents or error flags.
 * GS_REQUEST_SET_BUFFER changes contents.
 *
 * GS_REQUEST_RESOURCES  answer: u32 n, then n times struct gs_wire_resource, one per binding
 * GS_REQUEST_TEXELS     number: [0] texture name, 0: an attachment of the draw framebuffer;
 *                       [1] that attachment's point; [2] level; [3] layer (cube maps: face, arrays
 *                       of them: 6 * cube + face; 3D: slice); [4] sample; [5] 8 bits each from
 *                       the lowest: enum gs_texel_aspect, enum gs_texel_flag; step from bit 32 on,
 *                       where it is greater than 1: of each square of so many texels only one in
 *                       its middle is wanted.
 *                       Answer: struct gs_wire_texels, then rows, row 0 at y = 0, as glReadPixels.
 *                       Buffer textures: only answer.number: [0] its buffer, [1] first byte,
 *                       [2] bytes, 0: all, [3] format; 0 for other textures
 * GS_REQUEST_BUFFER     number: [0] name, [1] first byte, [2] bytes, 0: to the end.
 *                       Answer: the bytes; answer.number[0]: its whole size
 * GS_REQUEST_DRAWN      redraws the pending draw with the program's own shaders onto a copy of its
 *                       framebuffer. number: [0] 8 bits each from the lowest: enum gs_drawn, draw
 *                       buffer, sample, enum gs_drawn_aspect; then 24 bits layer, 8 bits of
 *                       all but _AFTER, _COUNTED: 0, or the enum gs_pixel_test from which on none is made;
 *                       [1] to [4] per-fragment operations as in GS_REQUEST_DEBUG_BEGIN; [5]
 *                       rectangle: x, y, width, height, 16 bits each from the lowest (width 0:
 *                       all).
 *                       Answer as of TEXELS; answer.number[0]: enum gs_drawn_by bits
 * GS_REQUEST_PIXEL      one pixel of a colour buffer, and what the pending call will do to it.
 *                       number: [0] x, y, 32 bits each from the lowest, y = 0 the lowest row, or
 *                       GS_PIXEL_ANYWHERE: in all levels and layers of the texture that [1] names
 *                       (then what draws into it counts as GS_PIXEL_DRAW, and nothing is read);
 *                       [1] the colour buffer, as gs_wire_pixel.buffer names it, 0: that of the
 *                       first draw buffer that has one; [2] sample, layer, 32 bits each from the
 *                       lowest (the layer of a layered framebuffer, where [1] names no texture's);
 *                       [3] enum gs_pixel_wish. Answer: struct gs_wire_pixel; then, with
 *                       GS_PIXEL_WISH_COLOUR, the pixel as the answer of TEXELS, but where the
 *                       buffer that [1] names is not one of the framebuffer's (buffer 0), and no
 *                       texture, or has no such texel now (width 0)
 * GS_REQUEST_BLOCKS     answer: u32 program (0: none is in use), u32 n, then each active uniform
 *                       and storage block of the programs in use, in the driver's layout:
 *                       struct gs_wire_block, string name ("Lights", "Lights[1]"), then each
 *                       member: struct gs_wire_member, string name in GL's form
 *                       ("Lights.place[0]")
 * GS_REQUEST_SET_BUFFER number: [0] name. Input: u32 n, n x (u64 first byte, bytes to write there)
 */
/* clang-format on */
#ifndef GS_WIRE_INSPECT_H
#define GS_WIRE_INSPECT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include "wire/wire.h"

enum gs_resource_kind {
	GS_RESOURCE_TEXTURE = 0,
	GS_RESOURCE_BUFFER = 1,
	GS_RESOURCE_ATTACHMENT = 2,
};

enum gs_texel_aspect { GS_ASPECT_COLOUR_OR_DEPTH = 0, GS_ASPECT_STENCIL = 1 };
enum gs_texel_flag {
	GS_TEXEL_QUICKLY = 1 << 0, /* with a step: a large image is refused where the driver gives
				      all of it only */
};

enum gs_pixel_wish {
	GS_PIXEL_WISH_COLOUR = 1 << 0, /* the pixel, as it is now */
	GS_PIXEL_WISH_COUNTS = 1 << 1, /* all of gs_wire_pixel.left; else only whether it is 0 at
					  GS_PIXEL_COVERED and at the end */
	GS_PIXEL_WISH_TOUCH = 1 << 2,  /* what the call does; else kind is GS_PIXEL_NOTHING */
};

/* What a call does to a pixel of a colour buffer. */
enum gs_pixel_kind {
	GS_PIXEL_NOTHING = 0, /* it does not draw into the buffer, or not there */
	GS_PIXEL_DRAW = 1,
	GS_PIXEL_CLEAR = 2,
	GS_PIXEL_COPY = 3,   /* a blit */
	GS_PIXEL_UNSURE = 4, /* a draw that cannot be done once more, or whose own stencil
				operations decide; a call that makes a texture's levels */
	/* of a texture that gs_wire_run.pixel or the request names */
	GS_PIXEL_UPLOAD = 5,   /* the program gives it texels */
	GS_PIXEL_MIPMAP = 6,   /* its level is made from another one */
	GS_PIXEL_DISPATCH = 7, /* the texture is bound as an image that a shader may store into */
	GS_PIXEL_STORE = 8,    /* likewise, a draw */
	GS_N_PIXEL_KINDS = 9,
};

/* How many of a draw's samples at the pixel are left after each, in this order. The first are those
 * that its primitives cover, whichever way they face; what the shader discards is found out there:
 * GS_PIXEL_COVERED counts what it does not discard, gs_wire_pixel.discards says that it ran. */
enum gs_pixel_test {
	GS_PIXEL_COVERED = 0,
	GS_PIXEL_FACING = 1, /* GL_CULL_FACE */
	GS_PIXEL_SCISSOR = 2,
	GS_PIXEL_ALPHA = 3, /* the alpha test, alpha to coverage */
	GS_PIXEL_STENCIL = 4,
	GS_PIXEL_DEPTH = 5, /* the last: these are written */
	GS_N_PIXEL_TESTS = 6,
};

/* gs_wire_pixel.buffer. The uppermost two bits say what it is. Of a window's colour buffer, below
 * them stands which window, then which of its buffers (GL_BACK_LEFT); where one of these is 0 in a
 * question, any. Of a texture, from the top: GS_PIXEL_OF_STENCIL, in a question, of one that has
 * depth, too; the level, 5 bits from 48 on, the layer or face (GS_PIXEL_LAYERS: all), 16 bits, the
 * name. Of a renderbuffer, its name. */
enum {
	GS_PIXEL_TEXTURE = 1,
	GS_PIXEL_RENDERBUFFER = 2,
	GS_PIXEL_WINDOW = 3,
	GS_PIXEL_DRAWABLE_SHIFT = 16
};
#define GS_PIXEL_DRAWABLE (((1ull << 46) - 1) << GS_PIXEL_DRAWABLE_SHIFT)
#define GS_PIXEL_POINT ((1ull << GS_PIXEL_DRAWABLE_SHIFT) - 1)
#define GS_PIXEL_LAYERS 0xffffu
#define GS_PIXEL_OF_STENCIL (1ull << 53)
#define GS_PIXEL_ANYWHERE UINT64_MAX

/* A window's handle of GLX (32 bits) or EGL (an address, a multiple of 16) as GS_PIXEL_DRAWABLE. */
static inline uint64_t gs_pixel_drawable(uint64_t handle)
{
	return (handle >> 4 | handle << 42) << GS_PIXEL_DRAWABLE_SHIFT & GS_PIXEL_DRAWABLE;
}

static inline unsigned gs_pixel_layer(uint64_t buffer)
{
	return buffer >> 62 == GS_PIXEL_TEXTURE ? buffer >> 32 & 0xffff : 0;
}

static inline unsigned gs_pixel_level(uint64_t buffer)
{
	return buffer >> 62 == GS_PIXEL_TEXTURE ? buffer >> 48 & 31 : 0;
}

static inline bool gs_pixel_is_of_texture(uint64_t buffer)
{
	return buffer >> 62 == GS_PIXEL_TEXTURE;
}

/* Returns gs_wire_pixel.buffer of a texture's level and layer. */
static inline uint64_t gs_pixel_texture_buffer(uint32_t texture, uint64_t level, uint64_t layer)
{
	return (uint64_t)GS_PIXEL_TEXTURE << 62 | (level & 31) << 48 | (layer & 0xffff) << 32 |
	       texture;
}

enum { GS_PIXEL_PRIMITIVES = 8 };

/* gs_wire_pixel.draw_buffer of a framebuffer that has no colour: its depth, or its stencil alone.
 */
#define GS_PIXEL_DEPTH_BUFFER UINT32_MAX
#define GS_PIXEL_STENCIL_BUFFER (UINT32_MAX - 1)

/* [P] OpenGL ES counts no samples: there 1 stands for any. Of a framebuffer that is multisampled or
 * layered, 1 stands for any in the sample and layer that was asked about. */
struct gs_wire_pixel {
	uint64_t buffer; /* which colour buffer: for the same one at another call; 0 none */
	uint32_t kind;	 /* enum gs_pixel_kind */
	uint32_t draw_buffer;
	uint32_t masked;   /* 1: glColorMask keeps all of its channels */
	uint32_t discards; /* 1: the shader runs at the pixel, and discards all that it makes there;
			      in which sample and layer, is not known */
	/* Of the buffer; only with GS_PIXEL_WISH_COLOUR. */
	uint32_t width, height, samples; /* samples 1: it is not multisampled */
	uint32_t layered;		 /* 1: the framebuffer is */
	uint64_t left[GS_N_PIXEL_TESTS]; /* GS_PIXEL_DRAW */
	/* With GS_PIXEL_WISH_COUNTS, of a draw of arrays or elements: the primitives that cover the
	 * pixel, in their order; of an instanced draw, those of any instance. */
	uint32_t n_primitives;	  /* 0: not known */
	uint32_t more_primitives; /* 1: there are, or may be, more of them */
	struct {
		uint32_t index;
		/* Samples of it that pass all tests, against the depth and stencil buffers as they
		 * are before the draw. */
		uint32_t passed;
	} primitives[GS_PIXEL_PRIMITIVES];
	/* With GS_PIXEL_WISH_COUNTS, of a multisampled framebuffer: to how many of the pixel's
	 * samples the draw writes, if to the one asked about. */
	uint32_t samples_written;
	/* The sample asked about; of a multisampled window, of which no single one can be read, one
	 * that the draw covers. */
	uint32_t sample;
};
static_assert(sizeof(struct gs_wire_pixel) == 168, "wire layout");

#define GS_NO_INDEX UINT32_MAX

/* All [P]. */
struct gs_wire_resource {
	uint32_t kind;	/* enum gs_resource_kind */
	uint32_t name;	/* of GL; 0: a buffer of the window */
	uint32_t where; /* the binding: a target, GL_COLOR_ATTACHMENT0 ..., GL_BACK, GL_DEPTH,
			   GL_STENCIL */
	uint32_t index; /* texture unit, indexed binding, vertex attribute; GS_NO_INDEX: has none */
	uint32_t target;	       /* of the texture; GL_RENDERBUFFER; 0 the window */
	uint32_t format;	       /* internal format, 0 unknown */
	uint32_t width, height, depth; /* of level 0; an attachment's own level. 1D arrays: height
					  1, depth layers */
	uint32_t levels, samples;
	uint32_t level, layer; /* attachment: what of the texture; layer GS_NO_INDEX: all */
	union {
		uint32_t usage;	  /* buffer: GL_STATIC_DRAW ... */
		uint32_t enabled; /* texture: 1 where fixed function reads it */
	};
	uint64_t size;		   /* buffer: bytes */
	uint64_t offset, length;   /* indexed binding: the part bound; length 0: all */
	char label[GS_LABEL_SIZE]; /* the program's, cut where it is longer; "": none */
};
static_assert(sizeof(struct gs_wire_resource) == 144, "wire layout");

/* All [P]. GL has no 64-bit sizes of blocks. */
struct gs_wire_block {
	uint32_t program; /* of GL */
	uint32_t storage; /* 0: a uniform block */
	uint32_t binding;
	uint32_t size;	 /* bytes that the driver needs; run-time arrays count as one element */
	uint32_t buffer; /* bound there; 0 none */
	uint32_t n_members;
	uint64_t buffer_size;
	uint64_t offset, length; /* the part bound; length 0: all */
};
static_assert(sizeof(struct gs_wire_block) == 48, "wire layout");

struct gs_wire_member {
	uint32_t type;	     /* of GL */
	uint32_t array_size; /* 1: no array, or of one element (its name ends in "[0]" then); 0: as
				many as there is room for */
	uint32_t offset;     /* bytes from the block's beginning */
	uint32_t array_stride, matrix_stride;
	uint32_t row_major;
	/* Of storage blocks, where only the first element of an array at the top is listed
	 * ("lights[0].place"): how many there are, 0 as many as there is room for; 1 no array. */
	uint32_t top_size, top_stride;
};
static_assert(sizeof(struct gs_wire_member) == 32, "wire layout");

enum gs_texel_scalar { GS_TEXEL_FLOAT = 0, GS_TEXEL_INT = 1, GS_TEXEL_UINT = 2 };

/* [P] Then width * height * components words of 32 bits. */
struct gs_wire_texels {
	uint32_t width, height;
	uint32_t components;
	uint32_t scalar; /* enum gs_texel_scalar */
	char letters[8]; /* one a component: r g b a, l(uminance), i(ntensity), d(epth), s(tencil),
			     c(overed samples) */
	uint32_t format;
	uint32_t samples;
};
static_assert(sizeof(struct gs_wire_texels) == 32, "wire layout");

enum gs_drawn {
	GS_DRAWN_OUTPUT = 0,  /* the shader's output, unblended, unmasked, in 32 bits per channel; 0
				 where nothing is drawn */
	GS_DRAWN_AFTER = 1,   /* the framebuffer after the draw */
	GS_DRAWN_COVERED = 2, /* of each pixel, how many samples have a fragment that passes all
				 tests: one component; the sample that is asked for is ignored */
	GS_DRAWN_LINES = 3,   /* likewise, with polygons drawn as lines, one pixel wide */
	GS_DRAWN_COUNTED = 4, /* of each pixel, how many fragments the draw makes that are not
				 discarded, up to 255, without tests of depth and stencil */
};

/* Depth and stencil: of GS_DRAWN_AFTER only. */
enum gs_drawn_aspect { GS_DRAWN_COLOUR = 0, GS_DRAWN_DEPTH = 1, GS_DRAWN_STENCIL = 2 };

/* Reasons why the framebuffer may differ from the shader's output; the last one of depth and
 * stencil, too, and of what is covered. */
enum gs_drawn_by {
	GS_BY_BLEND = 1 << 0,
	GS_BY_LOGIC_OP = 1 << 1,
	GS_BY_MASK = 1 << 2,
	GS_BY_DITHER = 1 << 3,
	GS_BY_SRGB = 1 << 4,
	GS_BY_ALPHA_TO_ONE = 1 << 5,
	GS_BY_ALPHA_TO_COVERAGE = 1 << 6,
	GS_BY_FIXED_POINT = 1 << 7, /* clamped and rounded to the bits that the buffer has */
	GS_BY_ALPHA_TEST = 1 << 8,
	GS_BY_CONDITION = 1 << 9, /* glBeginConditionalRender's is not met: nothing is drawn */
};

#endif
