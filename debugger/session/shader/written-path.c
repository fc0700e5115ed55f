/* SPDX-License-Identifier: MIT */
#include "debugger/session/shader/written-path.h"

#include <string.h>
#include "data/constants.h"
#include "debugger/engine/undefined/written-parts.h"

static bool is_of_function(const struct gs_symbol *symbol)
{
	return symbol->storage <= GS_STORAGE_PARAMETER_INOUT;
}

static GHashTable *frame_at(const struct gs_written_path *t, unsigned frame)
{
	return frame < t->frames->len ? g_ptr_array_index(t->frames, frame) : NULL;
}

static GHashTable *new_table(void)
{
	return g_hash_table_new_full(NULL, NULL, NULL, gs_written_free);
}

static void enter_frame(struct gs_written_path *t, unsigned frame)
{
	GHashTable *table = frame_at(t, frame);
	if (table)
		g_hash_table_remove_all(table);
	else
		g_ptr_array_add(t->frames, new_table());
}

static const struct gs_node *loop_body(const struct gs_node *node)
{
	for (; node; node = node->parent) {
		if (node->kind == GS_NODE_FOR || node->kind == GS_NODE_WHILE)
			return node->child[node->n_children - 1];
		if (node->kind == GS_NODE_DO)
			return node->child[0];
	}
	return NULL;
}

static gboolean is_declared_in(gpointer key, gpointer value, gpointer data)
{
	const struct gs_symbol *symbol = key;
	const struct gs_node *body = data, *d = symbol->declaration;
	return d && d->unit == body->unit && d->first >= body->first && d->last <= body->last;
}

/* Variables of a loop's body are new in each iteration. */
static void renew_loop(struct gs_written_path *t, const struct gs_position *position)
{
	unsigned frame = position->n_frames - 1;
	const struct gs_site *site = &t->debug->plan->sites[gs_position_site(position)];
	const struct gs_node *body = site->kind == GS_SITE_LOOP_TEST ? loop_body(site->node) : NULL;
	if (body && frame_at(t, frame))
		g_hash_table_foreach_remove(frame_at(t, frame), is_declared_in, (gpointer)body);
}

static gboolean is_output(gpointer key, gpointer value, gpointer data)
{
	return ((const struct gs_symbol *)key)->storage == GS_STORAGE_OUT;
}

struct write {
	struct gs_written_path *tracker;
	const struct gs_node *text;
	unsigned frame;
	size_t index;
};

static void write_one(const struct gs_symbol *symbol, void *data)
{
	const struct write *w = data;
	GHashTable *table = is_of_function(symbol) ? frame_at(w->tracker, w->frame)
						   : w->tracker->globals;
	struct gs_written *written = g_hash_table_lookup(table, symbol);
	if (!written) {
		written = g_new0(struct gs_written, 1);
		g_hash_table_insert(table, (gpointer)symbol, written);
	}
	gs_written_add(written, symbol, w->text);
	written->index = w->index;
}

/* A marked text has written once it has run as a whole, since conditions and calls in it run
 * first. */
static void write_all(const struct gs_path_entry *over, size_t index, void *data)
{
	struct gs_written_path *t = data;
	const struct gs_site *site = &t->debug->plan->sites[over->site];
	struct write w = {t, site->marked, over->n_frames - 1, index};
	if (gs_site_emits_vertex(site))
		g_hash_table_foreach_remove(w.tracker->globals, is_output, NULL);
	gs_path_writes(w.tracker->debug->path, over, index, write_one, &w);
}

bool gs_written_path_step(size_t index, const struct gs_position *position, void *data)
{
	struct gs_written_path *t = data;
	if (index > 0)
		gs_path_close(t->debug->path, t->open, index, write_all, t);
	for (unsigned i = t->n_frames; i < position->n_frames; i++)
		enter_frame(t, i);
	renew_loop(t, position);
	t->n_frames = position->n_frames;
	return true;
}

void gs_written_path_init(struct gs_written_path *t, const struct gs_debug *debug)
{
	memset(t, 0, sizeof *t);
	t->debug = debug;
	t->frames = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_destroy);
	t->globals = new_table();
	t->open = g_array_new(FALSE, FALSE, sizeof(size_t));
}

void gs_written_path_finish(struct gs_written_path *t)
{
	g_hash_table_destroy(t->globals);
	g_array_free(t->open, TRUE);
	g_ptr_array_free(t->frames, TRUE);
}

/* NULL: it was not written on the path. */
static const struct gs_written *find_written(
	const struct gs_written_path *t, const struct gs_symbol *symbol)
{
	GHashTable *table = is_of_function(symbol) ? frame_at(t, t->frame) : t->globals;
	return table ? g_hash_table_lookup(table, symbol) : NULL;
}

size_t gs_written_path_last(const struct gs_written_path *t, const struct gs_symbol *symbol)
{
	const struct gs_written *written = find_written(t, symbol);
	return written ? written->index : 0;
}

static bool has_initial_value(const struct gs_symbol *symbol)
{
	switch (symbol->storage) {
	case GS_STORAGE_LOCAL:
	case GS_STORAGE_PARAMETER_OUT:
	case GS_STORAGE_OUT:
		return false;
	case GS_STORAGE_GLOBAL:
		return symbol->is_builtin ||
		       (symbol->declaration && symbol->declaration->n_children > 0);
	default:
		return true;
	}
}

/* GL may replace the texture coordinates of points (GL_COORD_REPLACE), whatever the stage before
 * wrote. */
static bool may_be_replaced(const struct gs_debug *debug, const struct gs_symbol *symbol)
{
	return symbol->is_builtin && debug->target.mode == GL_POINTS &&
	       !strcmp(symbol->name, "gl_TexCoord");
}

static void mark_inputs(
	const struct gs_debug *debug, const struct gs_symbol *symbol, uint8_t *marks, size_t n)
{
	if (!may_be_replaced(debug, symbol))
		gs_unwritten_inputs_mark(symbol, marks, n, debug->unwritten_inputs);
}

void gs_written_path_mark(const struct gs_symbol *symbol, uint8_t *marks, size_t n, void *data)
{
	const struct gs_written_path *t = data;
	mark_inputs(t->debug, symbol, marks, n);
	if (has_initial_value(symbol))
		return;
	const struct gs_written *written = find_written(t, symbol);
	for (size_t k = 0; k < n; k++)
		if (!written || !gs_written_has(written, k))
			marks[k] |= GS_UNDEFINED_YET;
}

void gs_written_path_mark_never(
	const struct gs_symbol *symbol, uint8_t *marks, size_t n, void *data)
{
	const struct gs_written_path *t = data;
	struct gs_written written = {0};
	mark_inputs(t->debug, symbol, marks, n);
	if (has_initial_value(symbol) ||
		(symbol->declaration && symbol->declaration->n_children > 0))
		return;
	gs_written_add_shader(&written, symbol, t->debug->shader);
	for (size_t k = 0; written.n && k < n; k++)
		if (!gs_written_has(&written, k))
			marks[k] |= GS_UNDEFINED_YET;
	g_free(written.scalar);
}
