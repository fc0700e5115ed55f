/* SPDX-License-Identifier: MIT */
/* Private to instrument/: shared by the files that put tests for faults into a variant: faults.c,
 * and for what takes more than a function, fault-uses.c and fault-groups.c. */
#ifndef GS_FAULT_WRITING_H
#define GS_FAULT_WRITING_H

#include "instrument/flow/fault-rules.h"
#include "instrument/kinds/faults.h"

/* A function of ours that is being written. */
struct gs_fault_writing {
	struct gs_rewrite *rw;
	const struct gs_fault_operation *o;
	char *parameter[GS_MOST_OPERANDS]; /* its text; that of a constant is its value */
	GString *text;
};

/* fault-writing.c: Whether the variant tells of one fault, or of all together. */
bool gs_fault_tells_values(const struct gs_rewrite *rw);
bool gs_fault_sifts(const struct gs_rewrite *rw);
/* Whether the variant looks for the fault of that number; none below 0. */
bool gs_fault_is_asked(const struct gs_rewrite *rw, int site);
/* Return the type's name as a function of ours declares it; g_free. */
char *gs_fault_type_of(const struct gs_rewrite *rw, const struct gs_type *type);
bool gs_fault_has_floats(const struct gs_type *type);
/* Append the name of a scalar of a value. Where the value has one alone, it is the same for all. */
void gs_fault_append_scalar(
	GString *out, const char *value, const struct gs_type *type, size_t scalar);
/* Append what notes that the fault happens; and what is done besides, its operands kept. */
void gs_fault_append_reach(const struct gs_rewrite *rw, uint64_t site, GString *out);
void gs_fault_append_hit(struct gs_fault_writing *writing, int site);

/* fault-uses.c: Whether variables are followed, as some reads of them are looked for. */
bool gs_fault_is_use(const struct gs_fault_operation *operation);
bool gs_fault_uses_followed(const struct gs_rewrite *rw);
void gs_fault_use_insert(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *operation);
void gs_fault_uses_declare(struct gs_rewrite *rw);

/* fault-groups.c: Whether it looks for barriers that a part of a work group comes to. */
bool gs_fault_has_barriers(const struct gs_rewrite *rw);
void gs_fault_barrier_insert(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *operation);
/* Append what tells, and marks, how a shared variable is touched; its index is `i`. */
void gs_fault_append_race(struct gs_fault_writing *writing);
void gs_fault_groups_declare(struct gs_rewrite *rw);

#endif
