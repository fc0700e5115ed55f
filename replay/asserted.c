/* SPDX-License-Identifier: MIT */
/* Assertions of a trace (assertion.h): each is asked again, and differences are reported. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "follow/assertion.h"
#include "replay/private.h"
#include "trace/raw.h"

static bool is_real(const struct gs_play_parameter *p)
{
	return p->element_class == GS_CLASS_FLOAT || p->element_class == GS_CLASS_DOUBLE;
}

static double real_of(uint64_t raw, unsigned bits)
{
	float single;
	double value;
	if (bits == 64) {
		memcpy(&value, &raw, sizeof value);
		return value;
	}
	memcpy(&single, &raw, sizeof single);
	return (double)single;
}

/* Return whether one number of an answer is the same here. */
static bool is_same(const struct gs_play_parameter *p, uint64_t here, uint64_t recorded)
{
	uint64_t mask = p->element_bits >= 64 ? ~0ull : (1ull << p->element_bits) - 1;
	double a, b;
	if (!is_real(p))
		return (here & mask) == (recorded & mask);
	a = real_of(here, p->element_bits);
	b = real_of(recorded, p->element_bits);
	return fabs(a - b) <= 1e-4 * (fabs(a) + fabs(b)) + 1e-6;
}

static void add_here(const struct gs_play_parameter *p, uint64_t raw, GString *to)
{
	unsigned shift = 64u - p->element_bits;
	if (is_real(p))
		g_string_append_printf(to, "%.9g", real_of(raw, p->element_bits));
	else
		g_string_append_printf(to, "%lld", (long long)((int64_t)(raw << shift) >> shift));
}

static void tell(struct gs_player *player, const struct gs_trace_call *call, const char *here,
	const struct gs_trace_value *recorded)
{
	char *question = gs_assertion_question(call);
	char *kind = g_strconcat("asserts ", call->function->name, " ", question, NULL);
	struct gs_trace_text text = {0};
	gs_trace_value_text(&text, recorded);
	const char *then = text.data ? text.data : "";
	gs_replay_tell(player, kind, call, "the trace asserts that %s is %s, and it is %s here",
		question, *then == '&' ? then + 1 : then, here);
	free(text.data);
	g_free(kind);
	g_free(question);
}

static void compare_answer(struct gs_player *player, const struct gs_play_parameter *p,
	const struct gs_trace_call *call, const struct gs_trace_value *value, const uint8_t *answer)
{
	size_t each = p->element_bits / 8u;
	GString *here = g_string_new(value->n > 1 ? "{" : "");
	bool is_alike = true;
	for (uint32_t i = 0; i < value->n; i++) {
		uint64_t raw = 0, recorded = 0;
		memcpy(&raw, answer + i * each, each);
		is_alike = is_alike &&
			   gs_trace_raw(&value->items[i], p->element_class, p->element_bits,
				   &recorded) &&
			   is_same(p, raw, recorded);
		g_string_append(here, i ? ", " : "");
		add_here(p, raw, here);
	}
	g_string_append(here, value->n > 1 ? "}" : "");
	if (!is_alike)
		tell(player, call, here->str, value);
	g_string_free(here, TRUE);
}

void gs_replay_compare_asserted(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result)
{
	bool was = call->result.class == GS_TRACE_TRUE, is = (result & 0xff) != 0;
	if (!gs_is_assertion(call))
		return;
	if (call->result.class != GS_TRACE_NONE && was != is)
		tell(player, call, is ? "true" : "false", &call->result);
	for (unsigned i = 0; i < play->info->n_parameters; i++) {
		const struct gs_play_parameter *p = &play->parameters[i];
		bool is_number = p->element_bits >= 8 && p->element_bits <= 64 &&
				 p->element_class != GS_CLASS_VOID &&
				 p->element_class != GS_CLASS_STRUCT &&
				 p->element_class != GS_CLASS_POINTER;
		if (p->is_out && is_number && args[i] && call->args[i].class == GS_TRACE_ARRAY)
			compare_answer(player, p, call, &call->args[i],
				(const uint8_t *)(uintptr_t)args[i]);
	}
}
