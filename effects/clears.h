/* SPDX-License-Identifier: MIT */
/*
 * effects/clears - the pixel that glClearBufferData and similar calls write over and over,
 * converted to the buffer's internal format as OpenGL 4.6, section 6.2.1, says; table 8.16 has the
 * formats.
 */
#ifndef GS_EFFECTS_CLEARS_H
#define GS_EFFECTS_CLEARS_H

#include <stdint.h>

enum { GS_CLEAR_MOST = 16 }; /* bytes */

struct gs_clear_value {
	uint32_t internal_format, format, type;
	const uint8_t *pixel; /* as the program gave it; NULL: GL writes zeros */
	uint64_t n;	      /* size of .pixel in bytes */
};

/* Store the pixel as GL writes it in `pattern`. Return its size in bytes (1, a zero, for a NULL
 * pixel); 0 if it is not known, because drivers may round it differently or no rule here covers the
 * formats. */
unsigned gs_clear_pattern(const struct gs_clear_value *clear, uint8_t pattern[GS_CLEAR_MOST]);

#endif
