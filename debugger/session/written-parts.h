/* SPDX-License-Identifier: MIT */
/* debugger/session/written-parts - which parts of a variable may have been written. */
#ifndef GS_SESSION_WRITTEN_PARTS_H
#define GS_SESSION_WRITTEN_PARTS_H

#include <glib.h>
#include "glsl/glsl.h"

/* Of one variable, in the order of its scalars (gs_type_scalars). */
struct gs_written {
	size_t index;	 /* + 1, of the position after the last write on the path */
	size_t n;	 /* of scalar; 0: all of them count as written */
	uint8_t *scalar; /* 1: it may have been written */
};

void gs_written_free(gpointer written);
/* The text has run, and has written to the variable: to the parts that its assignments name with
 * members and literal indices, else to all of it. */
void gs_written_add(
	struct gs_written *written, const struct gs_symbol *symbol, const struct gs_node *text);

struct gs_part {
	const struct gs_symbol *symbol;
	size_t first, n; /* scalars of the symbol */
	bool is_exact;	 /* the name stands for no less */
};

/* A part that has all of what a name with members and indices stands for: an index that is no
 * literal may be any. False: it is no such name, or its scalars cannot be counted. */
bool gs_part_of(const struct gs_node *node, struct gs_part *part);

#endif
