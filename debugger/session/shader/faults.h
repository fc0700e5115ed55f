/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/shader/faults - what the shader that is being debugged does wrong in the pending
 * draw, over all of its elements (instrument/faults.h). As all of a session (session.h).
 */
#ifndef GS_SESSION_FAULTS_H
#define GS_SESSION_FAULTS_H

#include "debugger/session/shader/debug.h"
#include "instrument/faults.h"

/* A set of kinds, a bit each. */
#define GS_FAULT_BIT(kind) (1u << (kind))
enum { GS_ALL_FAULTS = (1u << GS_N_FAULT_KINDS) - 1 };

/* An operand, with the values that it had at an element. */
struct gs_fault_value {
	char *text; /* as the source has it; a word for what does not stand there: "length" */
	bool is_text;
	struct gs_type type;
	struct gs_scalar *scalars;
	size_t n_scalars;
};

/* An element to which a fault happens. */
struct gs_fault_element {
	unsigned x, y; /* its cell in the grid of elements */
	struct gs_element element;
	uint64_t times;			 /* how often it happens there; 0: that is not known */
	struct gs_fault_value *operands; /* when it happens first; NULL: not known */
	size_t n_operands;
};

/* A kind of fault at a place of the source. Of notes (GS_FAULT_UNUSED) there are no elements. */
struct gs_fault {
	size_t site; /* of gs_plan_faults; notes: SIZE_MAX */
	enum gs_fault_kind kind;
	unsigned object, line, column, end_line, end_column; /* as struct gs_span */
	char *expression;				     /* the operation, on one line */
	const char *function; /* where it stands; borrowed until the shader is left */
	const char *message, *section, *advice; /* static: see struct gs_fault_site */
	uint64_t elements;			/* to how many it happens */
	struct gs_fault_element first;		/* in the order of the grid */
	/* That to which it happens most often; .times is 0 where none is worse than the first. */
	struct gs_fault_element worst;
};

struct gs_faults {
	struct gs_fault *faults; /* by object, line, column, and kind */
	size_t n_faults;
	uint64_t elements; /* of the draw */
	uint64_t closed;   /* operations that cannot be looked at: see gs_plan_faults */
};

/* Return what goes wrong, of those kinds; gs_faults_free. NULL: error. */
struct gs_faults *gs_session_faults(struct gs_session *session, unsigned kinds, GError **error);
/* Get how often a fault of them happens, to which element most often, and with which operands. What
 * the program refuses stays unknown. Return false if nothing more can be asked. */
bool gs_session_fault_values(struct gs_session *session, struct gs_fault *fault, GError **error);
/* Have the program keep what tells of its draws, as it is linked, whether any of the kinds happens
 * in the stage that is being debugged. Return false with error where that cannot be told. */
bool gs_session_keep_sift(struct gs_session *session, unsigned kinds, GError **error);
/* Get what it tells of the pending draw, of stages, 1 << each; no shader may be debugged. Return
 * false with error if that cannot be asked. */
bool gs_session_sift(
	struct gs_session *session, unsigned stages, struct gs_wire_sifted *sifted, GError **error);
void gs_faults_free(struct gs_faults *faults);
void gs_fault_element_clear(struct gs_fault_element *element);

#endif
