/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/error - the codes of all GErrors of debugger/, verbs/ and the user interfaces. The
 * console shows each as a word, and the manual page (data/glstep.1, ERRORS) says what it means.
 */
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

/* Return the word of a code, static: "cannot-start" of GS_ERROR_CANNOT_START. */
const char *gs_error_word(enum gs_error code);
/* Return whether the error, TIMEOUT or NO_PROGRAM, says that nothing more can be asked of the
 * program: whoever gets one ends what it does. Other errors are of one request alone. */
bool gs_error_is_fatal(const GError *error);

#endif
