/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/lookups - makes shaders that count their texture lookups from those of a program:
 * glsl/ reads them, instrument/ rewrites them. Without GL.
 */
#ifndef GS_LOOKUPS_H
#define GS_LOOKUPS_H

#include <stdbool.h>
#include <stddef.h>
#include "wire/describe.h"

/* Words of each stage in the storage buffer of sums: invocations, then lookups, 64 bits each, the
 * lower word first. */
enum { GS_LOOKUPS_WORDS = 4 };

struct gs_lookups_wish {
	enum gs_stage stage;
	unsigned storage_binding; /* binding of the sums for stages but the fragment shader */
	enum gs_api api;
	const char *const *texts; /* sources of all shader objects of the stage */
	size_t n;		  /* not 0 */
	/* Return whether the driver's preprocessor finds the condition true below the lines of
	 * `head`. */
	bool (*holds)(void *data, const char *head, const char *condition);
	void *data;
};

/* Rewrite the shaders of a stage so that they count their lookups. Return texts for the same
 * objects, to be freed with g_strfreev(); NULL: they cannot be parsed, or a lookup in them cannot
 * be counted. Fragment shaders get one output, a vec4: red is 1, green the number of lookups that
 * the invocation has executed. They discard nothing, but do not count for fragments that the
 * program's shader would have discarded. *output is the output's name, to be bound to draw buffer
 * 0, or "" if the texts bind it themselves; free it with g_free(). Shaders of other stages do all
 * that the program's do, and add to the GS_LOOKUPS_WORDS of their stage in the storage buffer. */
char **gs_lookups_count(const struct gs_lookups_wish *wish, char **output);

#endif
