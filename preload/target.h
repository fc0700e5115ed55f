/* SPDX-License-Identifier: MIT */
/*
 * The capture target: a framebuffer of ours that rasterises, tests depth and stencil, and is
 * oriented exactly like the program's draw framebuffer, but whose colour is 32-bit integers or
 * floats.
 */
#ifndef GS_PRELOAD_TARGET_H
#define GS_PRELOAD_TARGET_H

#include "preload/capture-save.h"
#include "wire/capture.h"

enum gs_colour_class {
	GS_COLOUR_FIXED,
	GS_COLOUR_FLOAT,
	GS_COLOUR_INT,
	GS_COLOUR_UINT,
	GS_COLOUR_NONE
};

/* The program's draw framebuffer, as it concerns us. */
struct gs_drawable {
	GLuint framebuffer;
	unsigned width, height;
	unsigned samples;
	unsigned n_draw_buffers;     /* the highest that is not GL_NONE, plus one */
	enum gs_colour_class colour; /* of draw buffer 0 */
	GLint red_bits;
	bool layered;
	bool flipped; /* rasterised upside down */
	GLint depth_bits, stencil_bits;
	bool depth_float;
};

/* The framebuffer must be bound for drawing. False: incomplete and the like. Does not change any
 * state visible to the program, once gs_saved_leave has run. */
bool gs_drawable_get(
	const struct gs_saved *saved, struct gs_drawable *drawable, struct gs_refusal *refusal);
/* Size of the window or pbuffer that is current for drawing; false: unknown. Provided by what
 * embeds this file. */
bool gs_drawable_window_size(unsigned *width, unsigned *height);

/* Not every context can be asked a texture's target: it binds to no other. *image: for
 * glGetTexLevelParameter. */
GLenum gs_texture_target(GLuint texture, GLenum *image);
GLenum gs_texture_binding(GLenum target); /* GL_TEXTURE_BINDING_2D of GL_TEXTURE_2D, ... */

struct gs_target {
	struct gs_drawable like;
	GLuint framebuffer;
	GLuint colour[3][GS_MAX_DRAW_BUFFERS]; /* renderbuffers by enum gs_attachment */
	GLuint attached[GS_MAX_DRAW_BUFFERS];
	unsigned n_attached;
	GLuint depth, stencil; /* renderbuffers; the same one for a packed format */
	GLuint depth_texture;  /* instead: where no renderbuffer has the format */
	GLbitfield copy;       /* what to blit from the program's framebuffer */
	GLuint source;	       /* framebuffer to blit from if not the program's own, 0 */
};

/* A target like the drawable, without colour attachments. False: refused; *target then holds
 * nothing. */
bool gs_target_init(struct gs_target *target, const struct gs_saved *saved,
	const struct gs_drawable *like, struct gs_refusal *refusal);
void gs_target_finish(struct gs_target *target);

/* Bound for drawing, with these attachments, cleared to zero bits, and the program's present depth
 * and stencil in it. area: the part that matters, NULL all. */
bool gs_target_prepare(struct gs_target *target, const struct gs_saved *saved, unsigned n,
	const enum gs_attachment *attachments, const struct gs_rectangle *area,
	struct gs_refusal *refusal);

/* One attachment's pixels, 16 bytes each, row 0 at y = 0. */
void gs_target_read(const struct gs_target *target, unsigned attachment, enum gs_attachment type,
	const struct gs_rectangle *area, void *pixels);

#endif
