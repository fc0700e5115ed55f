/* SPDX-License-Identifier: MIT */
#include "follow/assertion.h"

#include <glib.h>
#include <stdlib.h>
#include "data/answer.h"
#include "data/data.h"
#include "data/object.h"
#include "trace/raw.h"

char *gs_assertion_question(const struct gs_trace_call *call)
{
	bool has_answer = call->result.class == GS_TRACE_NONE && call->function->n_args;
	unsigned n = call->function->n_args - has_answer;
	struct gs_trace_text text = {0};
	for (unsigned i = 0; i < n; i++) {
		gs_trace_text_add(&text, ", ", i ? 2 : 0);
		gs_trace_value_text(&text, &call->args[i]);
	}
	char *question = g_strdup(text.data ? text.data : "");
	free(text.data);
	return question;
}

/* Return whether the answer is a number that GL gives out, which a player has its own of. */
static bool answers_with_object(unsigned function)
{
	size_t n;
	const struct gs_object_rule *rules = gs_data_object_rules(function, &n);
	for (size_t i = 0; i < n; i++)
		if (rules[i].argument == GS_OBJECT_RETURNED)
			return true;
	return false;
}

enum gs_answer_class gs_asked_class(const struct gs_trace_call *call, int question)
{
	uint32_t name = question < 0 ? 0 : (uint32_t)gs_trace_argument(call, (unsigned)question);
	return gs_data_answer_named(call->function->number, name);
}

/* Return whether the answer is a number or a state, neither a name nor a matter of the driver's. */
static bool is_compared(const struct gs_trace_call *call)
{
	enum gs_answer_class class = gs_asked_class(call, gs_data_question(call->function->number));
	return gs_answer_is_compared(class) && class != GS_ANSWER_OBJECT;
}

bool gs_is_assertion(const struct gs_trace_call *call)
{
	bool asks = call->function->kinds & GS_KIND_ASKS_MOMENT ||
		    call->function->number == GS_FN_glIsEnabled;
	return call->is_fake && asks && !answers_with_object(call->function->number) &&
	       is_compared(call);
}
