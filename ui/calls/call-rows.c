/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-rows.h"

#include "debugger/calls/info.h"
#include "ui/calls/call-model.h"

void gs_call_rows_add(
	GtkTreeStore *store, GtkTreeIter *row, const uint64_t *calls, uint64_t n, uint64_t kept)
{
	for (uint64_t i = 0; i < MIN(n, kept); i++) {
		g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)calls[i]);
		gtk_tree_store_insert_with_values(store, NULL, row, -1, GS_CALL_ROW_TITLE, number,
			GS_CALL_ROW_CALL, (guint64)calls[i] + 1, -1);
	}
	if (n <= kept)
		return;
	g_autofree char *more = g_strdup_printf(
		"… and %" G_GUINT64_FORMAT " more", (guint64)(n - kept));
	gtk_tree_store_insert_with_values(store, NULL, row, -1, GS_CALL_ROW_TEXT, more, -1);
}

/* ---- texts of calls ---- */

static char *text_of(struct gs_session *session, uint64_t number)
{
	struct gs_call_store *store = gs_session_call_store(session);
	struct gs_call_info call = {0};
	if (!store || !gs_call_info_at(store, gs_call_store_find(store, number), &call))
		return NULL;
	char *text = call.index == number ? gs_call_short_text(&call) : NULL;
	gs_call_info_clear(&call);
	return text;
}

/* Read the texts of calls from the file when the row above them is expanded. */
static gboolean opens(GtkTreeView *view, GtkTreeIter *row, GtkTreePath *path, gpointer data)
{
	const struct gs_ui_state *state = g_object_get_data(G_OBJECT(view), "state");
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	GtkTreeIter child;
	for (bool more = gtk_tree_model_iter_children(model, &child, row); more;
		more = gtk_tree_model_iter_next(model, &child)) {
		g_autofree char *known = NULL, *text = NULL;
		guint64 call;
		gtk_tree_model_get(
			model, &child, GS_CALL_ROW_TEXT, &known, GS_CALL_ROW_CALL, &call, -1);
		if (known || !call || !state || !state->session)
			continue;
		text = text_of(state->session, call - 1);
		gtk_tree_store_set(GTK_TREE_STORE(model), &child, GS_CALL_ROW_TEXT,
			text ? text : "(not in the list)", -1);
	}
	return FALSE;
}

/* ---- going to calls ---- */

/* Get the number of the row's call, or of the first one below it. Return false if it has none. */
static bool call_of(GtkTreeModel *model, GtkTreeIter *row, uint64_t *number)
{
	GtkTreeIter child;
	guint64 call;
	gtk_tree_model_get(model, row, GS_CALL_ROW_CALL, &call, -1);
	if (!call && gtk_tree_model_iter_children(model, &child, row))
		gtk_tree_model_get(model, &child, GS_CALL_ROW_CALL, &call, -1);
	*number = call - 1;
	return call;
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, gpointer data)
{
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	GtkTreeIter row;
	uint64_t number;
	if (gtk_tree_model_get_iter(model, &row, path) && call_of(model, &row, &number))
		gs_panel_activate(view, "show-call", g_variant_new_uint64(number));
}

static bool selected_call(GtkTreeView *view, uint64_t *number)
{
	GtkTreeModel *model;
	GtkTreeIter row;
	return gtk_tree_selection_get_selected(gtk_tree_view_get_selection(view), &model, &row) &&
	       call_of(model, &row, number);
}

static void play(GtkButton *button, GtkTreeView *view)
{
	uint64_t number;
	if (selected_call(view, &number)) {
		gs_panel_activate(view, "show-call", g_variant_new_uint64(number));
		gs_panel_activate(view, "goto", g_variant_new_uint64(number));
	}
}

static void allow(GtkTreeView *view)
{
	const struct gs_ui_state *state = g_object_get_data(G_OBJECT(view), "state");
	uint64_t number;
	gs_panel_allow(g_object_get_data(G_OBJECT(view), "play"), NULL,
		!selected_call(view, &number) ? "select a call first"
		: state && !state->is_trace   ? "only an opened trace can be played up to a call"
		: state && state->work.slow   ? "wait until the current operation has ended"
					      : NULL);
}

static void selected(GtkTreeSelection *selection, GtkTreeView *view)
{
	allow(view);
}

void gs_call_rows_setup(GtkTreeView *view, GtkBox *head, const char *name)
{
	GtkWidget *button = gs_panel_button(
		name, "Play up to it", NULL, "Play the trace up to this call");
	gtk_box_pack_end(head, button, FALSE, FALSE, 0);
	g_object_set_data(G_OBJECT(view), "play", button);
	g_signal_connect(view, "test-expand-row", G_CALLBACK(opens), NULL);
	g_signal_connect(view, "row-activated", G_CALLBACK(activated), NULL);
	g_signal_connect(button, "clicked", G_CALLBACK(play), view);
	g_signal_connect(gtk_tree_view_get_selection(view), "changed", G_CALLBACK(selected), view);
	allow(view);
}

void gs_call_rows_set(GtkTreeView *view, const struct gs_ui_state *state)
{
	g_object_set_data(G_OBJECT(view), "state", (gpointer)state);
	allow(view);
}
