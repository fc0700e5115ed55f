/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/suppress - findings of shaders' faults that the user does not want to be told:
 * rules in a file, and comments in the shader's source. Those of a file have a line each, of which
 * those that begin with # are comments:
 *   KIND STAGE PATTERN
 * KIND and STAGE may be *; the shell pattern matches the whole expression, or the whole line of
 * source, each without white space at its ends.
 */
#ifndef GS_SESSION_SUPPRESS_H
#define GS_SESSION_SUPPRESS_H

#include "debugger/base/patience.h"
#include "instrument/faults.h"

struct gs_suppressions;

/* Read such a file. Return its rules, to be freed by gs_suppressions_free; NULL and error USAGE,
 * with the line, if one of them is none. */
struct gs_suppressions *gs_suppressions_read(
	const char *path, const struct gs_patience *patience, GError **error);
void gs_suppressions_free(struct gs_suppressions *suppressions);
/* Return whether a rule matches. suppressions NULL: there are none. */
bool gs_suppressions_match(const struct gs_suppressions *suppressions, enum gs_fault_kind kind,
	enum gs_stage stage, const char *expression, const char *line);

/* Return whether a comment of the line says that faults of the kind are to be ignored there:
 * "// glstep: ignore", which means all of them, or "// glstep: ignore nan, domain". *unknown gets a
 * word there that is no kind, to be freed by g_free; NULL: there is none. */
bool gs_line_ignores(const char *line, enum gs_fault_kind kind, char **unknown);

/* Set error USAGE that says which kinds, or stages, there are. */
void gs_refuse_kind(const char *name, GError **error);
void gs_refuse_stage(const char *name, GError **error);

#endif
