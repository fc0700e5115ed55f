/* SPDX-License-Identifier: MIT */
#include "follow/assertion.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "data/object.h"

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

/* Mesa 26.1 answers with the halves of one double where it is asked for GL_DEPTH_BOUNDS_EXT. */
bool gs_is_assertion(const struct gs_trace_call *call)
{
	static const char *const odd[] = {
		"_BINDING", "GL_LIST_BASE", "GL_CURRENT_PROGRAM", "GL_DEPTH_BOUNDS_EXT"};
	bool asks = call->function->kinds & GS_KIND_ASKS_MOMENT ||
		    call->function->number == GS_FN_glIsEnabled;
	if (!call->is_fake || !asks || answers_with_object(call->function->number))
		return false;
	char *question = gs_assertion_question(call);
	bool is_odd = false;
	for (size_t i = 0; i < G_N_ELEMENTS(odd); i++)
		is_odd = is_odd || strstr(question, odd[i]);
	g_free(question);
	return !is_odd;
}
