/* SPDX-License-Identifier: MIT */
#include "frontend/remembered.h"

#include <string.h>

struct remembered {
	struct gs_breakpoint *breaks;
	size_t n_breaks;
	char **watches;
};

static GHashTable *programs; /* path -> struct remembered; NULL: of none so far */

static void remembered_free(gpointer data)
{
	struct remembered *r = data;
	gs_breakpoints_free(r->breaks, r->n_breaks);
	g_strfreev(r->watches);
	g_free(r);
}

void gs_remember(const char *program, const struct gs_ui_state *state)
{
	struct remembered *r = g_new0(struct remembered, 1);
	r->breaks = gs_breakpoints_copy(state->breaks, state->n_breaks);
	r->n_breaks = state->n_breaks;
	r->watches = g_new0(char *, state->watches->len + 1);
	for (guint i = 0; i < state->watches->len; i++)
		r->watches[i] = g_strdup(
			((struct gs_watch *)g_ptr_array_index(state->watches, i))->expression);
	if (!programs)
		programs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, remembered_free);
	g_hash_table_insert(programs, g_strdup(program), r);
}

void gs_recall(const char *program, struct gs_ui_state *state)
{
	const struct remembered *r = programs ? g_hash_table_lookup(programs, program) : NULL;
	if (!r)
		return;
	for (size_t i = 0; i < r->n_breaks; i++)
		gs_session_break_again(state->session, &r->breaks[i], NULL); /* as before */
	for (char **watch = r->watches; *watch; watch++)
		gs_ui_state_add_watch(state, *watch);
}
