/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/operations - the per-fragment operations of the debug draw
 * (operations.c). */
#ifndef GS_SESSION_OPERATIONS_H
#define GS_SESSION_OPERATIONS_H

#include "debugger/session/session.h"

/* Others than the program's, for what is captured. */
bool gs_session_other_operations(const struct gs_session *session);
/* With both the same is captured. */
bool gs_operations_capture_same(
	const struct gs_fragment_operations *a, const struct gs_fragment_operations *b);
/* As GS_REQUEST_DEBUG_BEGIN: number[1] to [4]; [5] the fragment. */
void gs_session_put_operations(const struct gs_session *session, uint64_t number[6]);

#endif
