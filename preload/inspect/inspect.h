/* SPDX-License-Identifier: MIT */
/*
 * preload/inspect - what is bound, and what it holds (wire/inspect.h). As for a capture: the
 * context is current, no block open, no list being compiled, the error flags taken; what the
 * program can query is afterwards what it was.
 */
#ifndef GS_PRELOAD_INSPECT_H
#define GS_PRELOAD_INSPECT_H

#include "preload/capture/capture.h"
#include "preload/core/request.h"
#include "wire/inspect.h"

/* ---- resources.c ---- */

gs_serve_func gs_serve_resources, gs_serve_buffer, gs_serve_set_buffer;
/* What the program calls the object, "": nothing; the error flags are taken. */
void gs_label_get(const struct gs_caps *caps, GLenum kind, GLuint name, char label[GS_LABEL_SIZE]);
/* Return the size of the buffer that is bound to the target. */
GLint64 gs_buffer_size(const struct gs_caps *caps, GLenum target);
/* Read a part of the buffer that is bound to the target through a copy, where there is no
 * glGetBufferSubData. Return false if the driver does not copy it. */
bool gs_buffer_read_copy(GLenum target, GLint64 start, GLint64 size, void *bytes);
/* its size; a binding is used, and put back */
GLint64 gs_buffer_bytes(const struct gs_caps *caps, GLuint name);

/* ---- blocks.c ---- */

gs_serve_func gs_serve_blocks;

/* ---- texels.c ---- */

/* An image, and where it is. */
struct gs_texel_source {
	bool window;
	GLenum buffer; /* of the window: for glReadBuffer, or GL_DEPTH, GL_STENCIL, ... */
	GLuint texture, renderbuffer;
	GLenum target, image; /* texture: and of a level, for glGetTexLevelParameter */
	GLint level, layer, sample;
	bool stencil;
	/* found out by gs_texel_source_ask */
	GLint width, height, depth, samples, format;
	GLint bits[8]; /* red, green, blue, alpha, luminance, intensity, depth, stencil */
	GLenum type;   /* GL_FLOAT, GL_INT, GL_UNSIGNED_INT, GL_UNSIGNED_NORMALIZED ... of what is
			  read */
};
/* Sizes and format. Uses GL_RENDERBUFFER and texture units, which are put back or saved. */
void gs_texel_source_ask(const struct gs_caps *caps, struct gs_texel_source *source);
/* What is attached at a point of the draw framebuffer; false: nothing. */
bool gs_texel_source_attached(const struct gs_caps *caps, GLuint framebuffer, GLenum point,
	struct gs_texel_source *source);
/* False: GL does not tell which components the image has. */
bool gs_texel_source_has_components(const struct gs_texel_source *source);
/* Bound for both, with the image as its only attachment; 0: GL does not take it. */
GLuint gs_texel_source_framebuffer(const struct gs_texel_source *source);
/* "GL_RGBA8", or "format 0x1234" in text. */
const char *gs_texel_format_name(GLint format, char text[32]);
/* What glTexStorage takes for the same: GL may tell an unsized format. */
GLenum gs_texel_source_sized(const struct gs_texel_source *source);
/* Part of one sample, of a layer, of a texture or renderbuffer that has several; flipped: row 0 is
 * the uppermost. May change the framebuffers that are bound. */
bool gs_texels_fetch(struct gs_saved *saved, const struct gs_texel_source *source, bool flipped,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal);
/* Of the read framebuffer with its read buffer, as the source says. */
bool gs_texels_read(const struct gs_caps *caps, const struct gs_texel_source *source,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal);

/* A part of an image that was asked for, as it is now; not of what only glGetTexImage gives, unless
 * it is all. May change the framebuffers that are bound. */
bool gs_texel_source_read(struct gs_saved *saved, const struct gs_texel_source *source,
	const struct gs_rectangle *area, struct gs_wire_texels *texels, void *words,
	struct gs_refusal *refusal);

/* ---- serve-texels.c ---- */

/* A level and layer of a texture, by its shown name. Return false if it is refused. */
bool gs_texel_source_texture(const struct gs_caps *caps, GLuint shown, uint32_t level,
	uint32_t layer, struct gs_texel_source *source, struct gs_refusal *refusal);

gs_serve_func gs_serve_texels;

/* ---- pixel.c ---- */

gs_serve_func gs_serve_pixel;
/* Handlers (preload/core/hooks.h). */
bool gs_pixel_may_be_touched(unsigned function);
bool gs_pixel_is_touched(struct gs_thread *thread, bool covered);

/* ---- drawn.c ---- */

gs_serve_func gs_serve_drawn;

/* A copy of the draw framebuffer that is bound, to see whether draws cover one pixel of it: in one
 * layer, and in each of its samples. In a redraw. */
struct gs_covering;
struct gs_covering_place {
	unsigned draw_buffer, layer, sample;
	struct gs_rectangle area; /* the pixel */
};
/* NULL: refused. Another framebuffer may be bound afterwards. */
struct gs_covering *gs_covering_begin(
	struct gs_saved *saved, const struct gs_covering_place *at, struct gs_refusal *refusal);
/* Bound, with nothing drawn; the program's state, but no blending and the like. tests: with what
 * its depth and stencil buffers hold. */
void gs_covering_prepare(struct gs_covering *covering, const struct gs_saved *saved, bool tests);
bool gs_covering_draw(const struct gs_covering *covering, const struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal);
/* *covered: bit S, where the sample S was drawn to since it was prepared; only the one asked about,
 * or all. */
bool gs_covering_read(struct gs_covering *covering, struct gs_saved *saved, bool all,
	uint64_t *covered, struct gs_refusal *refusal);
void gs_covering_end(struct gs_covering *covering);

/* ---- framebuffer.c ---- */

gs_serve_func gs_serve_framebuffer;

/* ---- serve-state.c ---- */

gs_serve_func gs_serve_state;
/* Handlers (preload/core/hooks.h): keeps what the state is; frees what was kept. */
void gs_state_note(struct gs_thread *thread, uint64_t call);
void gs_state_forget(struct gs_context *context);

#endif
