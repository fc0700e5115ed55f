/* SPDX-License-Identifier: MIT */
/* glVertexPointer and the like with an address of the program, of which no draw has come yet that
 * reads there. A draw that crashes, as nothing can be read there, comes without its arrays. */
#include "debugger/record/private.h"

enum { MOST_KEPT = 64 };

struct kept {
	uint32_t thread;
	struct gs_wire_call call;
	char *comment; /* or NULL */
};

static void clear(gpointer data)
{
	g_free(((struct kept *)data)->comment);
}

GArray *gs_recording_pointers_new(void)
{
	GArray *pointers = g_array_new(FALSE, FALSE, sizeof(struct kept));
	g_array_set_clear_func(pointers, clear);
	return pointers;
}

static bool has_index(unsigned function)
{
	return function == GS_FN_glVertexAttribPointer ||
	       function == GS_FN_glVertexAttribIPointer || function == GS_FN_glVertexAttribLPointer;
}

static bool is_of(const struct kept *kept, uint32_t thread, unsigned function, uint64_t index)
{
	return kept->thread == thread && kept->call.function == function &&
	       (!has_index(function) || kept->call.args[0] == index);
}

void gs_recording_drop_pointer(
	const struct values *v, uint32_t thread, unsigned function, uint64_t index)
{
	for (guint i = v->pointers->len; i-- > 0;)
		if (is_of(&g_array_index(v->pointers, struct kept, i), thread, function, index))
			g_array_remove_index(v->pointers, i);
}

void gs_recording_put_pointer_comment(
	const struct values *v, uint32_t thread, unsigned function, uint64_t index)
{
	for (guint i = 0; i < v->pointers->len; i++) {
		const struct kept *kept = &g_array_index(v->pointers, struct kept, i);
		if (kept->comment && is_of(kept, thread, function, index))
			gs_recording_put_comment(v, thread, kept->comment);
	}
}

void gs_recording_note_pointer(const struct values *v, uint32_t thread,
	const struct gs_record *record, const char *comment)
{
	const struct kept kept = {thread, record->call, g_strdup(comment)};
	gs_recording_drop_pointer(v, thread, record->call.function, record->call.args[0]);
	if (v->pointers->len == MOST_KEPT)
		g_array_remove_index(v->pointers, 0);
	g_array_append_val(v->pointers, kept);
}

void gs_recording_put_pointers(const struct values *v)
{
	for (guint i = 0; i < v->pointers->len; i++) {
		const struct kept *kept = &g_array_index(v->pointers, struct kept, i);
		const struct gs_wire_call *call = &kept->call;
		if (kept->comment)
			gs_recording_put_comment(v, kept->thread, kept->comment);
		gs_recording_make_up(v, kept->thread, call->function, call->args, call->n_args);
	}
	g_array_set_size(v->pointers, 0);
}
