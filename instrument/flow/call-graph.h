/* SPDX-License-Identifier: MIT */
/* instrument/flow/call-graph - which functions of a flow program call which. */
#ifndef GS_CALL_GRAPH_H
#define GS_CALL_GRAPH_H

#include "instrument/flow/flow.h"

/* Sets order and calls_unknown of the flow, and reachable and may_discard of its functions, from
 * their ops. Returns a function that calls itself, or NULL. */
const struct gs_function *gs_call_graph_finish(struct gs_flow *flow, const struct gs_shader *shader,
	const struct gs_op *ops, size_t n_ops);

#endif
