/* SPDX-License-Identifier: MIT */
/*
 * effects/clears - what glClearBufferData and the like write over and over: a pixel in the format
 * that they name. OpenGL 4.6, section 6.2.1, converts it as an image's, table 8.16 has the formats.
 */
#ifndef GS_EFFECTS_CLEARS_H
#define GS_EFFECTS_CLEARS_H

#include <stdint.h>

enum { GS_CLEAR_MOST = 16 }; /* bytes */

struct gs_clear_value {
	uint32_t internal_format, format, type;
	const uint8_t *pixel; /* as the program gave it; NULL: zeros are written */
	uint64_t n;	      /* its bytes */
};

/* Bytes of a pixel as it is written. 0: it is not known, as drivers may round it otherwise, or the
 * format is none of the plain ones. */
unsigned gs_clear_pattern(const struct gs_clear_value *clear, uint8_t pattern[GS_CLEAR_MOST]);

#endif
