/* SPDX-License-Identifier: MIT */
/* Error codes of the session: those of the console, word for word. */
#ifndef GS_ERROR_H
#define GS_ERROR_H

#include <stdbool.h>
#include <glib.h>

#define GS_ERROR gs_error_quark()
GQuark gs_error_quark(void);

enum gs_error {
	GS_ERROR_CANNOT_START,
	GS_ERROR_NO_GL,
	GS_ERROR_NO_PROGRAM,
	GS_ERROR_NO_DRAW,
	GS_ERROR_NO_SHADER,
	GS_ERROR_NO_SOURCE,
	GS_ERROR_NOT_GLSL,
	GS_ERROR_NOT_COVERED,
	GS_ERROR_NO_ELEMENT,
	GS_ERROR_UNKNOWN_NAME,
	GS_ERROR_UNKNOWN_TYPE,
	GS_ERROR_NOT_READABLE,
	GS_ERROR_SIDE_EFFECTS,
	GS_ERROR_DRIVER_REFUSED,
	GS_ERROR_UNSUPPORTED,
	GS_ERROR_OUTSIDE_GL,
	GS_ERROR_TIMEOUT,
	GS_ERROR_CANNOT_WRITE,
	GS_ERROR_USAGE,
	GS_ERROR_INTERNAL,
	GS_N_ERRORS,
};

/* "cannot-start", ... */
const char *gs_error_word(enum gs_error code);
/* Nothing more can be asked of the program: TIMEOUT or NO_PROGRAM. The operation ends here. */
bool gs_error_is_fatal(const GError *error);

#endif
