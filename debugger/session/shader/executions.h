/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/shader/executions - how often the pending draw executes each position of the
 * shader, each line and each loop, summed over its elements. As all of a session (session.h).
 */
#ifndef GS_SESSION_EXECUTIONS_H
#define GS_SESSION_EXECUTIONS_H

#include "debugger/session/shader/debug.h"

/* A position, whatever calls lead to it. */
struct gs_executed_site {
	unsigned object, line, column;
	enum gs_site_kind kind;
	const char *function; /* borrowed until the shader is left */
	char *text;
	uint64_t executions, elements; /* of how many elements they are */
	/* It is a call whose arguments may discard: elements that they discard are counted, too. */
	bool counts_more;
};
/* A line on which a position begins. */
struct gs_executed_line {
	unsigned object, line;
	char *text;	     /* of the source, without white space at its ends */
	uint64_t executions; /* of the position on it that is executed most often */
	uint64_t steps;	     /* of all positions on it together */
};
struct gs_executed_loop {
	unsigned object, line, column;
	const char *function; /* as above */
	char *text;	      /* up to its body; of a do: its test */
	uint64_t elements, entries, iterations;
	uint64_t least, most; /* iterations of an element, in all of its entries together */
};
struct gs_executions {
	struct gs_executed_site *sites; /* by object, line and column */
	size_t n_sites;
	struct gs_executed_line *lines; /* likewise */
	size_t n_lines;
	struct gs_executed_loop *loops; /* the one with the most iterations first */
	size_t n_loops;
	uint64_t elements, steps; /* of the draw: how many, and of all positions together */
	unsigned n_draws;	  /* that it took */
	/* An element has executed something more often than the driver can tell: all numbers of
	 * that are too low. 0: none has. */
	uint64_t limit;
};

/* Return them; gs_executions_free. NULL: error. */
struct gs_executions *gs_session_executions(struct gs_session *session, GError **error);
void gs_executions_free(struct gs_executions *executions);

#endif
