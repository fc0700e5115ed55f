/* SPDX-License-Identifier: MIT */
/* debugger/session/program/bound - what the samplers and images of the program in use look at. */
#ifndef GS_SESSION_BOUND_H
#define GS_SESSION_BOUND_H

#include "debugger/session/session.h"
#include "wire/inspect.h"

/* One sampler or image. */
struct gs_bound {
	char type[40]; /* "sampler2D" */
	bool is_image;
	uint32_t unit;
	/* The texture that it reads there; NULL: none. Borrowed from gs_bindings. */
	const struct gs_wire_resource *texture;
};

/* All that is bound at a stop, and the program that reads it. */
struct gs_bindings;
/* Return it, to be freed by gs_bindings_free; NULL and error if it cannot be asked now. */
struct gs_bindings *gs_bindings_get(struct gs_session *session, GError **error);
void gs_bindings_free(struct gs_bindings *bindings);
/* Return what a sampler, or each of an array of them, reads, as struct gs_bound, for "picture",
 * "tables" or "tables[1]"; g_array_unref. NULL: it is no sampler or image, or several programs of a
 * pipeline have different ones of that name. *is_array: it is an array of them. */
GArray *gs_bindings_find(
	const struct gs_bindings *bindings, const char *expression, bool *is_array);

/* Return whether the expression names a uniform where the shader stands: a function's parameter may
 * have the same name, and read another texture. scope: as gs_session_scope lists it. */
bool gs_bound_is_uniform(
	const struct gs_variable_info *scope, size_t n_scope, const char *expression);

/* Return "unit 1: texture 7 red, 4 × 4 RGBA8"; g_free. */
char *gs_bound_text(const struct gs_bound *bound);

#endif
