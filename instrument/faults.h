/* SPDX-License-Identifier: MIT */
/*
 * instrument/faults - what a shader may do wrong, found in its tree: operations whose result GLSL
 * leaves undefined for some operands, or that make a NaN or an infinity of finite ones. Three
 * variants tell what becomes of them in a draw (instrument.h):
 *
 * GS_VARIANT_FAULTS        of every element, which of the faults happen to it at least once
 * GS_VARIANT_FAULT_VALUES  of every element, how often one fault happens to it, and with which
 *                          operands first
 * GS_VARIANT_SIFT          whether any fault happens to each element: fragments to which none does
 *                          are discarded; of other elements the second word is 0 then
 *
 * The rules are those of the GLSL specification, version 4.60, which ES 3.20 shares; each says its
 * section. Nothing counts after a discard.
 */
#ifndef GS_FAULTS_H
#define GS_FAULTS_H

#include <glib.h>
#include "instrument/instrument.h"

enum gs_fault_kind {
	GS_FAULT_NAN,	     /* of operands that are neither NaN nor infinite */
	GS_FAULT_INFINITY,   /* likewise */
	GS_FAULT_DOMAIN,     /* a built-in function is called outside of where it is defined */
	GS_FAULT_DIVISION,   /* of integers, by zero and the like */
	GS_FAULT_SHIFT,	     /* by a negative number, or as many bits as there are, or more */
	GS_FAULT_CONVERSION, /* of a number to an integer that cannot hold it */
	GS_FAULT_INDEX,	     /* outside of an array, vector or matrix */
	GS_FAULT_FETCH,	     /* texelFetch outside of the texture */
	GS_FAULT_STORAGE,    /* outside of an image, or of a storage block's array */
	GS_FAULT_UNWRITTEN,  /* a variable, or a part, is read that nothing has written */
	GS_FAULT_DERIVATIVE, /* taken where neighbours do not take it */
	GS_FAULT_LOOP,	     /* more iterations than GS_FAULT_ITERATIONS */
	GS_FAULT_BARRIER,    /* executed by a part of a work group: see below */
	GS_FAULT_PRECISION,  /* a mediump or lowp variable cannot hold it */
	GS_FAULT_UNUSED,     /* a note, of no element: nothing reads it */
	GS_FAULT_RACE,	     /* two invocations touch the same without a barrier between */
	GS_N_FAULT_KINDS,
};
/* Returns its name as the console and reports write it: "nan". */
const char *gs_fault_kind_name(enum gs_fault_kind kind);
/* Gets the kind of that name. Returns false if there is none. */
bool gs_fault_kind_find(const char *name, enum gs_fault_kind *kind);

enum { GS_MOST_OPERANDS = 4, GS_FAULT_ITERATIONS = 10000 };

struct gs_fault_operand {
	const struct gs_node *node; /* NULL: it does not stand in the text */
	const char *name;	    /* then: "size" */
	struct gs_type type;
};

struct gs_fault_site {
	enum gs_fault_kind kind;
	const struct gs_node *node;		 /* the operation */
	unsigned operation;			 /* private */
	const struct gs_fault_operand *operands; /* those whose values can be told */
	unsigned n_operands;
	/* What is wrong, where GLSL says so ("8.2"), and what to do: sentences without an end. */
	const char *message, *section, *advice;
};

struct gs_fault_sites {
	struct gs_fault_site *sites; /* those of an operation follow each other */
	size_t n_sites;
	/* Operations that may go wrong where no code can be inserted: these are not among them. */
	size_t n_closed;
};
/* What is declared, or given values, and read by nothing. */
struct gs_unused {
	const struct gs_node *node;		/* its declarator, of a variable */
	const char *message, *section, *advice; /* as of a site */
};
/* Return what of the shader is unused, struct gs_unused, as far as that is certain; g_array_unref.
 * others: texts of the program's other stages, NULL-terminated. is_fed_back: transform feedback
 * reads outputs. */
GArray *gs_plan_unused(const struct gs_plan *plan, const char *const *others, bool is_fed_back);

/* Returns what may go wrong in what main can come to, where code can be inserted; borrowed from the
 * plan. */
const struct gs_fault_sites *gs_plan_faults(const struct gs_plan *plan);

/* FAULTS: whether a fault happens to the element, which is one of gs_variant_window sites from
 * request->first_decision on. */
bool gs_variant_faulted(const struct gs_variant *variant, const struct gs_images *images,
	size_t site, size_t pixel);

/* No variant tells of a BARRIER whether it is one: FAULT_VALUES tells how often each element comes
 * to it, which must be the same for all of a work group; and a sift as the third word a number
 * that must be. */

/* FAULT_VALUES, of the site request->first_decision: returns how often it happens to the element;
 * gets the scalars of its operands as they were first, one operand after the other, at most `most`
 * of them, and how many these are. Operands that the draw has no room for are left out. */
uint64_t gs_variant_fault(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_scalar *scalars, size_t most, size_t *n);

#endif
