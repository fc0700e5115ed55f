/* SPDX-License-Identifier: MIT */
/* debugger/engine/undefined/written-parts - which parts of a variable may have been written, and
 * which parts of an expression are undefined because of what was not. */
#ifndef GS_WRITTEN_PARTS_H
#define GS_WRITTEN_PARTS_H

#include <glib.h>
#include "glsl/glsl.h"

/* What may have been written of a variable, in the order of its scalars (gs_type_scalars). */
struct gs_written {
	size_t index;	 /* 1 + that of the position after the last write on the path */
	size_t n;	 /* length of scalar; 0: all count as written */
	uint8_t *scalar; /* 1: it may have been written */
};

void gs_written_free(gpointer written);
/* Adds what an executed text that writes to the variable may have written of it: the parts that its
 * assignments select by members and indices, else all. An index that is not constant may be any. */
void gs_written_add(
	struct gs_written *written, const struct gs_symbol *symbol, const struct gs_node *text);
/* Does the same for all texts of a shader, executed or not. */
void gs_written_add_shader(
	struct gs_written *written, const struct gs_symbol *symbol, const struct gs_shader *shader);
/* Whether scalar k may have been written. */
bool gs_written_has(const struct gs_written *written, size_t k);

/* Why a scalar is undefined; bits. */
enum {
	GS_UNDEFINED_YET = 1,	/* the path has not written it */
	GS_UNDEFINED_NEVER = 2, /* the stage before never writes this input */
};

/* Marks the undefined scalars of a variable. n: how many there are; 1 if they cannot be counted:
 * one mark is for all then. */
typedef void (*gs_undefined_func)(
	const struct gs_symbol *symbol, uint8_t *marks, size_t n, void *data);

/* Returns the marks of an expression's scalars: what is computed from several scalars is undefined
 * where one of them is. *n: how many there are; 1 where they cannot be counted. NULL: all are
 * defined. g_free. */
uint8_t *gs_undefined_parts(
	const struct gs_node *expression, gs_undefined_func func, void *data, size_t *n);
/* Returns the marked parts of a value as expressions, the largest that are marked as a whole:
 * "v.yz", "s.a", "m[1]"; NULL-terminated, g_strfreev. */
char **gs_undefined_names(const char *expression, const struct gs_type *type, const uint8_t *marks);

#endif
