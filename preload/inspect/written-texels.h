/* SPDX-License-Identifier: MIT */
/*
 * preload/inspect/written-texels - calls that write a texel otherwise than by drawing into the
 * framebuffer that is bound: uploads, copies, clears and generated levels, by their arguments
 * (data/texels.h); shaders, through image units.
 */
#ifndef GS_PRELOAD_WRITTEN_TEXELS_H
#define GS_PRELOAD_WRITTEN_TEXELS_H

#include "preload/inspect/watched.h"

/* Return whether calls of the function, which draws nothing, can write texels. */
bool gs_written_texels_may_be(unsigned function);
/* Return what the call that is pending does to the texel which is watched, by name, of a texture;
 * what a shader may store there counts as GS_PIXEL_STORE, or GS_PIXEL_DISPATCH. */
enum gs_pixel_kind gs_written_texels_by(
	struct gs_thread *thread, const struct gs_caps *caps, const struct gs_watched *watched);

#endif
