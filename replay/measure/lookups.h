/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/lookups - shaders that count their texture lookups, from those of a program:
 * glsl/ reads them, and instrument/ rewrites them. Knows no GL.
 */
#ifndef GS_LOOKUPS_H
#define GS_LOOKUPS_H

#include <stdbool.h>
#include <stddef.h>
#include "wire/describe.h"

/* Words in the sums of each stage: invocations, then their lookups, 64 bits each, the lower word
 * first. */
enum { GS_LOOKUPS_WORDS = 4 };

struct gs_lookups_wish {
	enum gs_stage stage;
	unsigned storage_binding; /* other stages than the fragment's */
	enum gs_api api;
	const char *const *texts; /* of all shader objects of the stage */
	size_t n;		  /* not 0 */
	/* Whether the driver's preprocessor finds the condition true, below these lines. */
	bool (*holds)(void *data, const char *head, const char *condition);
	void *data;
};

/* Texts for the same objects, NULL-terminated (g_strfreev). Those of fragments: their one output, a
 * vec4, has 1 in its red and in its green the lookups that the invocation has executed; they
 * discard nothing, but count nothing either where the program's shader had discarded. *output: its
 * name, to be bound to draw buffer 0, or "" if they say that themselves (g_free). Those of other
 * stages do all that the program's do, and add to GS_LOOKUPS_WORDS of their stage in the storage
 * buffer. NULL: they cannot be read, or a lookup in them cannot be counted. */
char **gs_lookups_count(const struct gs_lookups_wish *wish, char **output);

#endif
