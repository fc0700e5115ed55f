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

/* What matters of the program's draw framebuffer. */
struct gs_draw_framebuffer {
	GLuint framebuffer;
	unsigned width, height;
	unsigned samples;
	unsigned n_draw_buffers;     /* 1 + the highest that is not GL_NONE */
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

/* Describes the framebuffer bound for drawing. Returns false if it is incomplete or the like. State
 * that it changes is restored by gs_saved_leave. */
bool gs_drawable_get(const struct gs_saved *saved, struct gs_draw_framebuffer *drawable,
	struct gs_refusal *refusal);
/* Returns the attachment point that draw buffer `buffer` draws into; glReadBuffer takes it, too. */
GLenum gs_drawable_colour_point(const struct gs_caps *caps, GLuint framebuffer, GLint buffer);
/* Gets the size of the window or pbuffer that is drawn into. Returns false if it is unknown.
 * Provided by whoever links this file. */
bool gs_drawable_window_size(unsigned *width, unsigned *height);
/* Gets the size of its buffers, if that is found to differ. */
bool gs_window_buffer_size(const struct gs_caps *caps, unsigned *width, unsigned *height);
/* Gets the size of the colour buffer bound for reading, if nothing else tells it. Returns false if
 * it is unknown. */
bool gs_bound_buffer_size(const struct gs_caps *caps, unsigned *width, unsigned *height);

/* An image of a texture or renderbuffer, as glCopyImageSubData names it. */
struct gs_image_name {
	GLuint name;
	GLenum target;
	GLint level;
};

/* The colour target in OpenGL ES 2.0. */
struct gs_byte_target {
	bool on;
	GLuint buffer[GS_MAX_DRAW_BUFFERS]; /* renderbuffers, four per attachment */
	const struct gs_depth_way *way;	    /* how depth_texture holds depth; NULL: it does not */
	void *depth;			    /* memory to copy depth through; NULL: not copied */
	bool is_mirrored;		    /* then these are the program's, to be restored: */
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
	GLuint depth_texture;  /* instead, if no renderbuffer has the format, and for layers */
	GLbitfield copy;       /* what to blit from the program's framebuffer */
	GLuint source;	       /* framebuffer to blit from if not the program's own, 0 */
	/* To copy instead of that into depth or depth_texture, and into stencil; name 0: none. */
	struct gs_image_name image[2];
	bool no_stencil;    /* the program has none, though the format of ours does */
	bool lacks_depth;   /* depth cannot be copied: only draws without tests can be redrawn */
	GLuint reader;	    /* framebuffer for one layer */
	GLuint fetch[2];    /* programs that fetch one sample: of floats, of integers */
	bool fetch_signed;  /* the integers are signed */
	bool fetch_srgb;    /* the floats are encoded as sRGB again */
	GLuint fetch_point; /* storage binding that they write to */
	GLuint fetched;	    /* the buffer that they write to */
	GLsizeiptr fetched_size;
};

/* Returns the rows of the grid of elements, whose planes lie one above the other. */
static inline unsigned gs_target_rows(const struct gs_target *target)
{
	return target->like.height * gs_drawable_planes(&target->like);
}

/* Makes a target like the drawable, without colour attachments. Returns false if refused; *target
 * is empty then. */
bool gs_target_init(struct gs_target *target, struct gs_saved *saved,
	const struct gs_draw_framebuffer *like, const struct gs_fragment_options *options,
	struct gs_refusal *refusal);
void gs_target_finish(struct gs_target *target);

/* Binds the target for drawing with these attachments, clears them to zero bits, and copies the
 * program's present depth and stencil. area: the part of the grid that matters; NULL: all. */
bool gs_target_prepare(struct gs_target *target, struct gs_saved *saved, unsigned n,
	const enum gs_attachment *attachments, const struct gs_rectangle *area,
	struct gs_refusal *refusal);

/* Restores what gs_target_prepare has changed and gs_saved_leave does not; call it before that. */
void gs_target_leave(struct gs_target *target);

/* Reads an area of the grid of one attachment: 16 bytes an element, row 0 is y = 0 of plane 0. May
 * leave another program current. */
bool gs_target_read(struct gs_target *target, struct gs_saved *saved, unsigned attachment,
	enum gs_attachment type, const struct gs_rectangle *area, void *pixels,
	struct gs_refusal *refusal);

/* ---- shared by the files target*.c ---- */

/* target-bytes.c: the same for OpenGL ES 2.0; the target's `like` and `options` are set. */
bool gs_byte_target_init(
	struct gs_target *target, struct gs_saved *saved, struct gs_refusal *refusal);
void gs_byte_target_finish(struct gs_target *target);
bool gs_byte_target_prepare(struct gs_target *target, struct gs_saved *saved, unsigned n,
	const enum gs_attachment *attachments, const struct gs_rectangle *area,
	struct gs_refusal *refusal);
bool gs_byte_target_read(struct gs_target *target, unsigned attachment,
	const struct gs_rectangle *area, void *pixels, struct gs_refusal *refusal);

/* Makes the target's depth and stencil, in a format that the program's can be copied to. */
bool gs_target_make_depth(
	struct gs_target *target, const struct gs_saved *saved, struct gs_refusal *refusal);
/* Whether depth or stencil is read or written with the present tests. */
bool gs_target_tests_depth(void);
/* Whether blits are forbidden, as into multisampled framebuffers of OpenGL ES: images must be
 * copied then. */
bool gs_target_forbids_blits(const struct gs_caps *caps, const struct gs_draw_framebuffer *like);
/* Returns the image at an attachment point of the read framebuffer; name 0 if there is none.
 * *image: as from gs_texture_target. */
struct gs_image_name gs_target_attached_image(GLenum point, GLenum *image);
/* Fills the target's depth and stencil: copies the program's, or clears, as the options say. */
void gs_target_fill_depth(const struct gs_target *target, const struct gs_caps *caps);
/* target-clear.c: clear the framebuffer bound for drawing. gs_target_clear_colour sets all
 * attachments to zero bits. */
void gs_target_clear_colour(
	const struct gs_caps *caps, unsigned n, const enum gs_attachment *types);
void gs_target_clear_depth(const struct gs_caps *caps, GLfloat depth);
void gs_target_clear_stencil(const struct gs_caps *caps, GLint stencil);
GLuint gs_target_renderbuffer(const struct gs_target *target, GLenum format);
/* Makes a texture of one level with all planes. */
GLuint gs_target_texture(const struct gs_target *target, GLenum format);
GLenum gs_target_texture_target(const struct gs_draw_framebuffer *like);
/* Attaches a texture with all its layers to a point of the draw framebuffer. */
void gs_target_attach_texture(const struct gs_target *target, GLenum point, GLuint texture);
/* Whether the context can read the planes back; refuses if not. */
bool gs_target_check_planes(const struct gs_saved *saved, const struct gs_draw_framebuffer *like,
	struct gs_refusal *refusal);
bool gs_target_read_planes(struct gs_target *target, struct gs_saved *saved, unsigned attachment,
	enum gs_attachment type, const struct gs_rectangle *area, void *pixels,
	struct gs_refusal *refusal);
void gs_target_set_flip(
	const struct gs_caps *caps, const struct gs_draw_framebuffer *like, GLenum framebuffer);

#endif
