/* SPDX-License-Identifier: MIT */
/* wire/told - what the program is told that its driver has, where the user wants it to be told
 * something else. All of it is written by the debugger before the program starts. */
#ifndef GS_WIRE_TOLD_H
#define GS_WIRE_TOLD_H

#include <stdint.h>

enum { GS_TOLD_MASKED = 4096, GS_TOLD_LIMITS = 64, GS_TOLD_TEXT = 256 };

/* What glGet gives for a name. */
struct gs_wire_limit {
	uint32_t name;
	uint32_t reserved;
	double value;
};

enum gs_wire_told_text {
	GS_TOLD_VENDOR,
	GS_TOLD_RENDERER,
	GS_TOLD_VERSION, /* "3.1": in place of the number in the driver's text */
	GS_TOLD_LANGUAGE_VERSION,
	GS_TOLD_TEXTS
};

struct gs_wire_told {
	char masked[GS_TOLD_MASKED]; /* [D] shell patterns of extensions that there are not, a space
					behind each; "": none */
	uint32_t n_limits, reserved; /* [D] */
	struct gs_wire_limit limits[GS_TOLD_LIMITS];
	char texts[GS_TOLD_TEXTS][GS_TOLD_TEXT]; /* [D] by enum gs_wire_told_text; "": the driver's
						    own */
};

#endif
