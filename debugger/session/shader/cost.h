/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/shader/cost - how long the pending draw takes up to each statement of a block of
 * its fragment shader: the draw with a shader that ends there, timed. As all of a session
 * (session.h).
 */
#ifndef GS_SESSION_COST_H
#define GS_SESSION_COST_H

#include "debugger/session/session.h"

struct gs_statement_cost {
	unsigned object, line, column;
	char *text;
	double up_to;	  /* the whole draw where the shader ends before the statement, ns */
	bool is_measured; /* whether a shader can end behind it: not if it is a return or discard */
	double own;	  /* how much longer it takes where it ends behind it; may be below 0 */
	double own_spread; /* by how much that may be off: by which the second fastest sweep was
			      slower, of both */
};
struct gs_cost {
	unsigned object, line; /* of the block */
	const char *function;  /* borrowed until the shader is left */
	struct gs_statement_cost *statements;
	size_t n_statements;
	double whole, whole_spread; /* the draw with the shader as it is; ns */
	double kept;  /* where it ends at the end of the block, with all that is visible kept */
	bool has_end; /* the end can be reached: .kept is known */
	unsigned n_draws;
};

/* Measure the block of the first statement on the line of a shader object; line 0: main's. NULL
 * with USAGE: it cannot be; UNSUPPORTED: it is no fragment shader. gs_cost_free. */
struct gs_cost *gs_session_cost(
	struct gs_session *session, unsigned object, unsigned line, GError **error);
void gs_cost_free(struct gs_cost *cost);

#endif
