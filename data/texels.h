/* SPDX-License-Identifier: MIT */
/*
 * data/texels - which calls write texels of a texture by their arguments alone, not by drawing:
 * from data/effects.in. Like data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_TEXELS_H
#define GS_DATA_TEXELS_H

#include <stdbool.h>
#include <stdint.h>

enum gs_texels_how {
	GS_TEXELS_GIVES,  /* from the program's memory, or a buffer */
	GS_TEXELS_COPIES, /* from what was drawn, or another image */
	GS_TEXELS_CLEARS,
	GS_TEXELS_HALVES, /* all levels but the first, from it */
	GS_TEXELS_MAKES,  /* gives all levels storage, or has them come from elsewhere */
};

enum { GS_TEXELS_NO_ARGUMENT = 255 };

/* Numbers of arguments, or GS_TEXELS_NO_ARGUMENT. */
struct gs_texels_rule {
	uint8_t how;	 /* enum gs_texels_how */
	uint8_t texture; /* its name; none: it is bound to ... */
	uint8_t target;	 /* ... this target, or the face that is meant ... */
	uint8_t unit;	 /* ... of this unit, GL_TEXTURE0 and so on; none: of the active one */
	uint8_t level;	 /* none: 0 */
	uint8_t x, y, z; /* the first texel; none: 0 */
	uint8_t width, height, depth;
};

/* Return NULL if the function writes none. */
const struct gs_texels_rule *gs_data_texels(unsigned function);

static inline bool gs_texels_has(uint8_t argument)
{
	return argument != GS_TEXELS_NO_ARGUMENT;
}

#endif
