/* SPDX-License-Identifier: MIT */
/*
 * verbs/paths - names for all that the commands tell: "/program/uniforms/light/value". The first
 * parts of a path stand for a command that changes nothing, and the others lead to a member of its
 * result: of an object by its name, of a list to the element whose "name" it is, or by its number
 * from 0. A "/" within a part is written "%2F", a "%" "%25".
 *
 * "/at/N/..." is the same before call N of an open trace.
 */
#ifndef GS_VERBS_PATHS_H
#define GS_VERBS_PATHS_H

#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A kind of path. */
struct gs_path_root {
	const char *pattern; /* "textures/NAME/level/L": parts in capitals are values of usages */
	const char *line;    /* of the console, with $1 for the first of these */
	const char *help;
};
/* Return the i-th kind; NULL past the last. */
const struct gs_path_root *gs_path_root_at(size_t i);

/* A path in its parts. */
struct gs_told_path {
	char **parts;  /* without escapes */
	bool has_call; /* "/at/N" stood before them */
	uint64_t call;
};
/* Parse a path. Return false and set error USAGE if it is none; else clear it. */
bool gs_path_parse(const char *text, struct gs_told_path *path, GError **error);
void gs_path_clear(struct gs_told_path *path);
/* Return its text, from the first n parts; g_free. */
char *gs_path_text(const struct gs_told_path *path, size_t n);

/* Return the command that tells of the path: the console's line, g_free. *n: how many parts stand
 * for it. NULL with error UNKNOWN_NAME if none does. */
char *gs_path_command(const struct gs_told_path *path, size_t *n, GError **error);
/* Return what the parts from the n-th on lead to in its result, borrowed; NULL with error
 * UNKNOWN_NAME. */
JsonNode *gs_path_find(const struct gs_told_path *path, size_t n, JsonNode *result, GError **error);
/* Return the command that sets what the path names to a value; g_free. NULL with error
 * UNKNOWN_NAME if it cannot be set. */
char *gs_path_setter(const struct gs_told_path *path, const char *value, GError **error);

#endif
