/* SPDX-License-Identifier: MIT */
/*
 * preload/inspect/watched - the one pixel of an image that is asked about: whether the draw
 * framebuffer that is bound draws into it, and what it holds. What calls do to it is pixel.c's.
 */
#ifndef GS_PRELOAD_WATCHED_H
#define GS_PRELOAD_WATCHED_H

#include "preload/inspect/inspect.h"

struct gs_watched {
	struct gs_rectangle pixel;
	uint64_t buffer; /* as gs_wire_pixel.buffer names it; 0: that of the first draw buffer which
			    has one, and of all layers the one below */
	unsigned sample, layer;
	bool anywhere; /* all levels and layers of the texture, with no pixel */
};

/* Fill in what the draw framebuffer that is bound has of it: buffer, draw_buffer and layered; and
 * the point where. Return false if it does not draw into it; buffer is 0 then. */
bool gs_watched_find(struct gs_thread *thread, const struct gs_caps *caps,
	const struct gs_watched *watched, struct gs_wire_pixel *answer, GLenum *point);
/* Read what it holds: of a texture that is watched wherever that is attached, else what is at that
 * point of the draw framebuffer; fill in size and samples, and the buffer. Return false if it is
 * refused; `softly`, a texture that has no such texel is not: the width is 0 then, and where there
 * is no texture the buffer. May change the framebuffers that are bound. */
bool gs_watched_read(struct gs_saved *saved, const struct gs_watched *watched, GLenum point,
	bool softly, struct gs_wire_pixel *answer, struct gs_wire_texels *texels,
	struct gs_refusal *refusal);

#endif
