/* SPDX-License-Identifier: MIT */
/* follow/assertion - what a trace asserts of GL's state (glTraceAssertAttribMESA, and the console's
 * `trace assert`): queries that the recorder has made up, with the answers of that time. */
#ifndef GS_ASSERTION_H
#define GS_ASSERTION_H

#include "data/answer.h"
#include "trace/trace.h"

/* Returns what kind of thing the call answers, by the constant that it is asked for. question:
 * gs_data_question of its function. */
enum gs_answer_class gs_asked_class(const struct gs_trace_call *call, int question);
/* Returns whether the call asserts something that can be compared: names of objects are the
 * driver's own, and some drivers answer some questions oddly. */
bool gs_is_assertion(const struct gs_trace_call *call);
/* What is asked for: the arguments before the answer, as a dump has them; to be freed with
 * g_free(). */
char *gs_assertion_question(const struct gs_trace_call *call);

#endif
