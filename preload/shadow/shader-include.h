/* SPDX-License-Identifier: MIT */
/*
 * preload/shadow/shader-include - #include of named strings (ARB_shading_language_include), put in
 * its place when the shader is compiled, so that all that comes after has to do with plain text.
 */
#ifndef GS_PRELOAD_INCLUDE_H
#define GS_PRELOAD_INCLUDE_H

#include "preload/shadow/shadow.h"

/* The source's strings joined, each #include that names a string become a comment with that string
 * after it; malloc'ed. NULL: there is nothing to be done, or no memory. paths: where relative names
 * are looked for, in this order; lengths: NULL, or negative for NUL-terminated ones. Calls GL. */
char *gs_include_expand(const struct gs_source *source, int32_t n_paths, const char *const *paths,
	const int32_t *lengths);

#endif
