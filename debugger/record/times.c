/* SPDX-License-Identifier: MIT */
/* How long calls took, in comments behind them. */
#include <stdlib.h>
#include "debugger/record/private.h"

void gs_recording_note_time(
	const struct values *v, uint64_t number, const struct gs_wire_call *call)
{
	const struct gs_trace_time time = {number, call->began, call->took, call->gl_took};
	if (call->began)
		g_array_append_val(v->times, time);
}

static gint by_call(gconstpointer a, gconstpointer b)
{
	const struct gs_trace_time *x = a, *y = b;
	return x->call < y->call ? -1 : x->call > y->call;
}

void gs_recording_put_times(const struct values *v, uint32_t thread)
{
	bool is_out_of_order = false;
	if (!v->times->len)
		return;
	/* They stand in the order in which they returned. */
	for (guint i = 1; i < v->times->len && !is_out_of_order; i++)
		is_out_of_order = by_call(&g_array_index(v->times, struct gs_trace_time, i - 1),
					  &g_array_index(v->times, struct gs_trace_time, i)) > 0;
	if (is_out_of_order)
		g_array_sort(v->times, by_call);
	char *text = gs_trace_times_text((const void *)v->times->data, v->times->len);
	g_array_set_size(v->times, 0);
	if (text)
		gs_recording_put_comment(v, thread, text);
	free(text);
}
