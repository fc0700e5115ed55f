/* SPDX-License-Identifier: MIT */
/*
 * The capture target: a framebuffer of ours that rasterises, tests depth and stencil, and is
 * oriented exactly like the program's draw framebuffer, but whose colour is 32-bit integers or
 * floats.
 */
#ifndef GS_PRELOAD_TARGET_H
#define GS_PRELOAD_TARGET_H

#include "preload/capture/saved/save.h"
#include "preload/caps/texture.h"
#include "wire/capture.h"

enum gs_colour_class {
	GS_COLOUR_FIXED,
	GS_COLOUR_FLOAT,
	GS_COLOUR_INT,
	GS_COLOUR_UINT,
	GS_COLOUR_NONE
};

/* The program's draw framebuffer, as it concerns us. */
struct gs_draw_framebuffer {
	GLuint framebuffer;
	unsigned width, height;
	unsigned samples;
	unsigned n_draw_buffers;     /* the highest that is not GL_NONE, plus one */
	enum gs_colour_class colour; /* of draw buffer 0 */
	GLint red_bits;
	unsigned layers; /* 0: not layered */
	bool flipped;	 /* rasterised upside down */
	GLint depth_bits, stencil_bits;
	bool depth_float;
};

static inline unsigned gs_drawable_planes(const struct gs_draw_framebuffer *drawable)
{
	return drawable->samples * (drawable->layers ? drawable->layers : 1);
}

/* The framebuffer must be bound for drawing. False: incomplete and the like. Does not change any
 * state visible to the program, once gs_saved_leave has run. */
bool gs_drawable_get(const struct gs_saved *saved, struct gs_draw_framebuffer *drawable,
	struct gs_refusal *refusal);
/* The attachment point that draws into GL_DRAW_BUFFERi = buffer go to; also what glReadBuffer takes
 * for it. */
GLenum gs_drawable_colour_point(const struct gs_caps *caps, GLuint framebuffer, GLint buffer);
/* Size of the window or pbuffer that is current for drawing; false: unknown. Provided by what
 * embeds this file. */
bool gs_drawable_window_size(unsigned *width, unsigned *height);
/* Likewise, of its buffers, where these are found to have another size. */
bool gs_window_buffer_size(const struct gs_caps *caps, unsigned *width, unsigned *height);
/* Of the colour buffer that is bound for reading, where nothing else tells its size; false:
 * unknown. */
bool gs_bound_buffer_size(const struct gs_caps *caps, unsigned *width, unsigned *height);

/* An image of a texture or renderbuffer, as glCopyImageSubData names it. */
struct gs_image_name {
	GLuint name;
	GLenum target;
	GLint level;
};

/* Of OpenGL ES 2.0, in place of colour. */
struct gs_byte_target {
	bool on;
	GLuint buffer[GS_MAX_DRAW_BUFFERS]; /* renderbuffers, four an attachment */
	const struct gs_depth_way *way;	    /* of what is in depth_texture; NULL: nothing */
	void *depth;			    /* memory to copy depth through; NULL: it is not */
	bool is_mirrored;		    /* then these are the program's: */
	GLint viewport[4], origin;
};

struct gs_target {
	struct gs_draw_framebuffer like;
	struct gs_fragment_options options;
	GLuint framebuffer;
	GLuint colour[3][GS_MAX_DRAW_BUFFERS]; /* by enum gs_attachment: renderbuffers, or textures
						  if planes > 1 */
	struct gs_byte_target bytes;
	GLuint attached[GS_MAX_DRAW_BUFFERS];
	unsigned n_attached;
	GLuint depth, stencil; /* renderbuffers; the same one for a packed format */
	GLuint depth_texture;  /* instead: where no renderbuffer has the format, and for layers */
	GLbitfield copy;       /* what to blit from the program's framebuffer */
	GLuint source;	       /* framebuffer to blit from if not the program's own, 0 */
	/* To copy instead of that into depth or depth_texture, and into stencil; name 0: none. */
	struct gs_image_name image[2];
	bool no_stencil;    /* the program has none, though one came along with depth */
	bool lacks_depth;   /* it can be had only for draws that do not test */
	GLuint reader;	    /* framebuffer for one layer */
	GLuint fetch[2];    /* programs that fetch one sample: of floats, of integers */
	bool fetch_signed;  /* the integers are signed */
	bool fetch_srgb;    /* the floats are encoded as sRGB again */
	GLuint fetch_point; /* storage binding that they write to */
	GLuint fetched;	    /* the buffer that they write to */
	GLsizeiptr fetched_size;
};

/* The grid of elements: planes one above the other. */
static inline unsigned gs_target_rows(const struct gs_target *target)
{
	return target->like.height * gs_drawable_planes(&target->like);
}

/* A target like the drawable, without colour attachments. False: refused; *target then holds
 * nothing. */
bool gs_target_init(struct gs_target *target, struct gs_saved *saved,
	const struct gs_draw_framebuffer *like, const struct gs_fragment_options *options,
	struct gs_refusal *refusal);
void gs_target_finish(struct gs_target *target);

/* Bound for drawing, with these attachments, cleared to zero bits, and the program's present depth
 * and stencil in it. area: the part of the grid that matters, NULL all. */
bool gs_target_prepare(struct gs_target *target, struct gs_saved *saved, unsigned n,
	const enum gs_attachment *attachments, const struct gs_rectangle *area,
	struct gs_refusal *refusal);

/* Puts back what gs_target_prepare has changed of the program's that gs_saved_leave does not know;
 * before that. */
void gs_target_leave(struct gs_target *target);

/* One attachment's part of the grid, 16 bytes an element, row 0 at y = 0 of plane 0. May leave
 * another program in use. */
bool gs_target_read(struct gs_target *target, struct gs_saved *saved, unsigned attachment,
	enum gs_attachment type, const struct gs_rectangle *area, void *pixels,
	struct gs_refusal *refusal);

/* ---- parts, between the files target*.c ---- */

/* target-bytes.c: the same of a target of OpenGL ES 2.0, whose `like` and `options` are set. */
bool gs_byte_target_init(
	struct gs_target *target, struct gs_saved *saved, struct gs_refusal *refusal);
void gs_byte_target_finish(struct gs_target *target);
bool gs_byte_target_prepare(struct gs_target *target, struct gs_saved *saved, unsigned n,
	const enum gs_attachment *attachments, const struct gs_rectangle *area,
	struct gs_refusal *refusal);
bool gs_byte_target_read(struct gs_target *target, unsigned attachment,
	const struct gs_rectangle *area, void *pixels, struct gs_refusal *refusal);

/* The program's depth and stencil: a place for them, in the format that can be copied. */
bool gs_target_make_depth(
	struct gs_target *target, const struct gs_saved *saved, struct gs_refusal *refusal);
/* Whether depth or stencil is read or written, as the tests are now. */
bool gs_target_tests_depth(void);
/* OpenGL ES forbids blits into multisampled framebuffers: there images are copied as such. */
bool gs_target_forbids_blits(const struct gs_caps *caps, const struct gs_draw_framebuffer *like);
/* The image at an attachment point of the read framebuffer; name 0: none. *image as
 * gs_texture_target has it. */
struct gs_image_name gs_target_attached_image(GLenum point, GLenum *image);
/* As they are now, or cleared. */
void gs_target_fill_depth(const struct gs_target *target, const struct gs_caps *caps);
/* target-clear.c: what is bound for drawing. The first: all attachments to zero bits. */
void gs_target_clear_colour(
	const struct gs_caps *caps, unsigned n, const enum gs_attachment *types);
void gs_target_clear_depth(const struct gs_caps *caps, GLfloat depth);
void gs_target_clear_stencil(const struct gs_caps *caps, GLint stencil);
GLuint gs_target_renderbuffer(const struct gs_target *target, GLenum format);
/* A texture with all the planes, of one level. */
GLuint gs_target_texture(const struct gs_target *target, GLenum format);
GLenum gs_target_texture_target(const struct gs_draw_framebuffer *like);
/* point: of the draw framebuffer, all layers */
void gs_target_attach_texture(const struct gs_target *target, GLenum point, GLuint texture);
/* Planes that the context can give back. */
bool gs_target_check_planes(const struct gs_saved *saved, const struct gs_draw_framebuffer *like,
	struct gs_refusal *refusal);
bool gs_target_read_planes(struct gs_target *target, struct gs_saved *saved, unsigned attachment,
	enum gs_attachment type, const struct gs_rectangle *area, void *pixels,
	struct gs_refusal *refusal);
void gs_target_set_flip(
	const struct gs_caps *caps, const struct gs_draw_framebuffer *like, GLenum framebuffer);

#endif
