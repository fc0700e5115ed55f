/* SPDX-License-Identifier: MIT */
#include "debugger/base/error.h"

static const char *const words[GS_N_ERRORS] = {
	[GS_ERROR_CANNOT_START] = "cannot-start",
	[GS_ERROR_NO_GL] = "no-gl",
	[GS_ERROR_NO_PROGRAM] = "no-program",
	[GS_ERROR_NO_DRAW] = "no-draw",
	[GS_ERROR_NO_SHADER] = "no-shader",
	[GS_ERROR_NO_SOURCE] = "no-source",
	[GS_ERROR_NOT_GLSL] = "not-glsl",
	[GS_ERROR_NOT_COVERED] = "not-covered",
	[GS_ERROR_NO_ELEMENT] = "no-element",
	[GS_ERROR_UNKNOWN_NAME] = "unknown-name",
	[GS_ERROR_UNKNOWN_TYPE] = "unknown-type",
	[GS_ERROR_NOT_READABLE] = "not-readable",
	[GS_ERROR_SIDE_EFFECTS] = "side-effects",
	[GS_ERROR_DRIVER_REFUSED] = "driver-refused",
	[GS_ERROR_UNSUPPORTED] = "unsupported",
	[GS_ERROR_OUTSIDE_GL] = "outside-gl",
	[GS_ERROR_TIMEOUT] = "timeout",
	[GS_ERROR_CANNOT_WRITE] = "cannot-write",
	[GS_ERROR_USAGE] = "usage",
	[GS_ERROR_INTERNAL] = "internal",
};

GQuark gs_error_quark(void)
{
	return g_quark_from_static_string("gs-error-quark");
}

const char *gs_error_word(enum gs_error code)
{
	return (unsigned)code < GS_N_ERRORS ? words[code] : "internal";
}

bool gs_error_is_fatal(const GError *error)
{
	return error->code == GS_ERROR_TIMEOUT || error->code == GS_ERROR_NO_PROGRAM;
}
