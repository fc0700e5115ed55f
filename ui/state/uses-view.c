/* SPDX-License-Identifier: MIT */
#include "ui/state/uses-view.h"

#include "debugger/open/uses.h"
#include "ui/calls/call-rows.h"

enum { KEPT = 1000 }; /* most calls of a kind to list, around the stop */
enum { EVERY = 100 }; /* ms between updates */

struct _GsUsesView {
	GtkBox parent;
	GtkLabel *note;
	GtkWidget *progress, *cancel;
	GtkTreeView *tree;
	GtkTreeStore *store;
	const struct gs_ui_state *state;
	const struct gs_uses *shown; /* the uses that are shown, only to be compared; NULL: none */
	guint advancing;
};

G_DEFINE_TYPE(GsUsesView, gs_uses_view, GTK_TYPE_BOX)

/* Return how many of the sorted calls come before a call. */
static size_t n_before(const uint64_t *calls, size_t n, uint64_t call)
{
	size_t low = 0;
	while (low < n) {
		size_t middle = (low + n) / 2;
		if (calls[middle] < call)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* Add a row of one kind of use, with its calls below it. The row itself is of the last of them
 * before the stop. */
static void add_kind(GsUsesView *view, const struct gs_uses *uses, enum gs_use_kind kind)
{
	static const char *const titles[] = {
		[GS_USE_MAKES] = "Made by",
		[GS_USE_CHANGES] = "Written by",
		[GS_USE_READS] = "Used by",
		[GS_USE_NAMES] = "Bound by",
	};
	size_t n;
	const uint64_t *calls = gs_uses_calls(uses, kind, &n);
	size_t before = n_before(calls, n, gs_uses_call(uses)), first = 0;
	g_autofree char *text = NULL;
	GtkTreeIter row;
	if (!n)
		return;
	if (n > KEPT)
		first = MIN(before > KEPT / 2 ? before - KEPT / 2 : 0, n - KEPT);
	if (before)
		text = g_strdup_printf("%zu call%s, before here last %" G_GUINT64_FORMAT, n,
			n == 1 ? "" : "s", (guint64)calls[before - 1]);
	else
		text = g_strdup_printf("%zu call%s, none before here", n, n == 1 ? "" : "s");
	gtk_tree_store_insert_with_values(view->store, &row, NULL, -1, GS_CALL_ROW_TITLE,
		titles[kind], GS_CALL_ROW_TEXT, text, GS_CALL_ROW_CALL,
		(guint64)calls[before ? before - 1 : 0] + 1, -1);
	if (first) {
		g_autofree char *more = g_strdup_printf("… and %zu before", first);
		gtk_tree_store_insert_with_values(
			view->store, NULL, &row, -1, GS_CALL_ROW_TEXT, more, -1);
	}
	gs_call_rows_add(view->store, &row, calls + first, n - first, KEPT);
}

static void fill(GsUsesView *view, const struct gs_uses *uses)
{
	gtk_tree_store_clear(view->store);
	for (int kind = GS_USE_MAKES; uses && kind <= GS_USE_NAMES; kind++)
		add_kind(view, uses, kind);
}

static gboolean advance(gpointer data)
{
	GsUsesView *view = data;
	if (view->state->uses.reading)
		gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(view->progress),
			gs_uses_progress(view->state->uses.reading));
	return G_SOURCE_CONTINUE;
}

void gs_uses_view_set(GsUsesView *view, const struct gs_ui_state *state)
{
	bool reads = state->uses.reading != NULL;
	const char *note = reads ? "Reading the trace…" : state->uses.note;
	view->state = state;
	gtk_widget_set_visible(view->progress, reads);
	gtk_widget_set_visible(view->cancel, reads);
	if (reads && !view->advancing)
		view->advancing = g_timeout_add(EVERY, advance, view);
	else if (!reads)
		g_clear_handle_id(&view->advancing, g_source_remove);
	if (state->uses.calls && !reads)
		gs_panel_label(view->note,
			"In the trace it is called %" G_GUINT64_FORMAT
			"; as bound before call %" G_GUINT64_FORMAT,
			(guint64)gs_uses_name(state->uses.calls),
			(guint64)gs_uses_call(state->uses.calls));
	else
		gs_panel_label(view->note, "%s", note ? note : "");
	gs_call_rows_set(view->tree, state);
	if (state->uses.calls == view->shown)
		return;
	view->shown = state->uses.calls;
	fill(view, state->uses.calls);
}

static void cancel_clicked(GtkButton *button, GsUsesView *view)
{
	gs_panel_activate(view, "stop-uses", NULL);
}

static void dispose(GObject *object)
{
	g_clear_handle_id(&GS_USES_VIEW(object)->advancing, g_source_remove);
	G_OBJECT_CLASS(gs_uses_view_parent_class)->dispose(object);
}

static void gs_uses_view_class_init(GsUsesViewClass *class)
{
	G_OBJECT_CLASS(class)->dispose = dispose;
}

static void gs_uses_view_init(GsUsesView *view)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(view), GTK_ORIENTATION_VERTICAL);
	GtkBox *head = gs_panel_head(GTK_BOX(view));
	view->note = gs_panel_note(head);
	gs_panel_name(view->note, "Uses summary");
	view->progress = gtk_progress_bar_new();
	gtk_widget_set_valign(view->progress, GTK_ALIGN_CENTER);
	gs_panel_name(view->progress, "Reading the uses");
	view->cancel = gs_panel_button(
		"Cancel reading the uses", "Cancel", NULL, "Stop reading the trace");
	gtk_widget_hide(view->cancel);
	gtk_box_pack_start(head, view->progress, FALSE, FALSE, 0);
	gtk_box_pack_start(head, view->cancel, FALSE, FALSE, 0);
	view->store = gtk_tree_store_new(GS_N_CALL_ROW_COLUMNS, GS_CALL_ROW_TYPES);
	view->tree = gs_panel_list(GTK_BOX(view), "Uses", GTK_TREE_MODEL(view->store));
	g_object_unref(view->store); /* the view owns it now */
	gs_panel_column(view->tree, "By", GS_CALL_ROW_TITLE, 110, NULL);
	gs_panel_column(view->tree, "Call", GS_CALL_ROW_TEXT, 0, NULL);
	gs_call_rows_setup(view->tree, head, "Play up to the use");
	g_signal_connect(view->cancel, "clicked", G_CALLBACK(cancel_clicked), view);
}
