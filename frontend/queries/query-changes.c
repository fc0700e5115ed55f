/* SPDX-License-Identifier: MIT */
/* Background query for the values that the steps of the history wrote: piece by piece, from the
 * present position backwards, while nothing else is to be done and a panel shows them. */
#include "frontend/private.h"

#include <string.h>

enum { PAUSE = 100, TIMES = 2, PIECE = 32 };

static bool is_known(const struct gs_controller *c, size_t position)
{
	return position < c->changes_known->len && c->changes_known->data[position];
}

/* Set the positions to query next. Return false if all that the history lists are known. */
static bool next_piece(const struct gs_controller *c, size_t *first, size_t *last)
{
	const struct gs_path_summary *path_summary = c->state.path_summary;
	if (!path_summary || !path_summary->steps->len)
		return false;
	size_t oldest = MAX(g_array_index(path_summary->steps, struct gs_history_step, 0).index, 1);
	for (*last = path_summary->length - 1; *last >= oldest && is_known(c, *last);)
		--*last;
	*first = *last >= oldest + PIECE ? *last - PIECE + 1 : oldest;
	return *last >= oldest;
}

static bool may_ask(const struct gs_controller *c)
{
	return c->wants & GS_PART_CHANGES && gs_controller_may_ask_in_background(c) &&
	       !c->thumbs.pending && !c->changes.pending;
}

static void add_change(struct gs_step_changes *to, const struct gs_change *change)
{
	struct gs_value_node *node = gs_value_node_from(
		change->name, &change->value, change->type_name);
	char *before = to->text;
	to->text = g_strdup_printf(
		"%s%s%s = %s", before ? before : "", before ? ", " : "", node->name, node->text);
	to->at = change->at;
	to->is_wrong |= node->is_wrong;
	g_free(before);
	gs_value_node_free(node);
}

struct changes {
	struct gs_query query;
	size_t first, last; /* positions to query, both included */
	struct gs_change *changes;
	size_t n_changes;
};

static bool get(struct gs_query *query)
{
	struct changes *changes = (struct changes *)query;
	return gs_session_changes(query->session, changes->first, changes->last, &changes->changes,
		&changes->n_changes, &query->error);
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	const struct changes *from = (const struct changes *)query;
	for (size_t i = 0; i < from->n_changes; i++) {
		gpointer step = GSIZE_TO_POINTER(from->changes[i].step);
		struct gs_step_changes *of_step = g_hash_table_lookup(c->state.changes, step);
		if (!of_step) {
			of_step = g_new0(struct gs_step_changes, 1);
			g_hash_table_insert(c->state.changes, step, of_step);
		}
		add_change(of_step, &from->changes[i]);
	}
	while (c->changes_known->len <= from->last)
		g_byte_array_append(c->changes_known, (const guint8 *)"", 1);
	memset(c->changes_known->data + from->first, 1, from->last - from->first + 1);
	return GS_PART_CHANGES;
}

static void clear(struct gs_query *query)
{
	struct changes *changes = (struct changes *)query;
	gs_changes_free(changes->changes, changes->n_changes);
}

static const struct gs_query_class class = {
	.size = sizeof(struct changes),
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get,
	.take = take,
	.clear = clear,
};

static gboolean ask(gpointer data)
{
	struct gs_controller *c = data;
	size_t first, last;
	c->changes.timer = 0;
	if (!may_ask(c) || !next_piece(c, &first, &last))
		return G_SOURCE_REMOVE;
	struct changes *changes = gs_controller_new_query(c, &class);
	while (last > first && is_known(c, first))
		first++;
	changes->first = first;
	changes->last = last;
	gs_controller_push_piece(c, &c->changes, &changes->query);
	return G_SOURCE_REMOVE;
}

void gs_controller_changes_next(struct gs_controller *c)
{
	size_t first, last;
	gs_controller_ask_later(c, &c->changes.timer, may_ask(c) && next_piece(c, &first, &last),
		PAUSE + TIMES * c->changes.takes, ask);
}

static bool same_element(const struct gs_where *a, const struct gs_where *b)
{
	bool same = a->stage == b->stage && a->fragment == b->fragment && a->focus.n == b->focus.n;
	for (unsigned i = 0; same && i < a->focus.n; i++)
		same = a->focus.at[i] == b->focus.at[i];
	return same;
}

void gs_controller_changes_check(struct gs_controller *c, const struct gs_action *action)
{
	bool same = c->state.in_shader &&
		    (!action->has_where || same_element(&c->state.where, &action->where));
	if (action->class->flags & GS_ACTION_KEEPS_PATH && same)
		return;
	g_hash_table_remove_all(c->state.changes);
	g_byte_array_set_size(c->changes_known, 0);
}

void gs_controller_changes_finish(struct gs_controller *c)
{
	g_clear_handle_id(&c->changes.timer, g_source_remove);
	g_byte_array_unref(c->changes_known);
}
