/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-list.h"

#include <math.h>
#include <string.h>
#include "frontend/actions/same-call.h"
#include "ui/calls/call-columns.h"
#include "ui/calls/call-filter.h"
#include "ui/calls/call-menu.h"
#include "ui/calls/call-model.h"
#include "ui/calls/call-save.h"
#include "ui/calls/call-search.h"
#include "ui/widgets/list-copy.h"

struct _GsCallList {
	GtkBox parent;
	GtkLabel *count;
	GtkTreeView *view;
	GtkScrolledWindow *scroller;
	GtkScrollbar *bar;
	GtkAdjustment *adjustment;
	GsCallModel *model;
	struct gs_session *session;
	const struct gs_ui_state *state;
	struct gs_pass_pictures *pictures;
	uint64_t selected;	       /* selected row, counted in the whole list */
	struct gs_call_place standing; /* call at which a trace's player stands, or none */
	bool has_selected, at_end, busy, is_trace, is_opening;
	int row_height;
	size_t digits;	   /* number of digits of the largest number */
	uint64_t expected; /* number of executed calls, including those whose records have not
			      arrived */
	guint catch_up;
	/* the rows */
	struct gs_call_view *part; /* NULL: no list yet */
	unsigned changes;	   /* gs_call_view_changes(part) that the model knows */
	struct gs_call_filter filter;
	bool grouped;
	/* the search */
	GtkEntry *entry;
	GtkLabel *found;
	struct gs_call_search *search;
};

GS_DEFINE_PANEL(GsCallList, gs_call_list)

static struct gs_call_store *store_of(GsCallList *list)
{
	return list->session ? gs_session_call_store(list->session) : NULL;
}

static uint64_t count_rows(gpointer data)
{
	GsCallList *list = data;
	if (list->part)
		return gs_call_view_rows(list->part);
	return list->session ? gs_calls_count(list->session) : 0;
}

static bool get_call(gpointer data, struct gs_call_place place, struct gs_call_info *call)
{
	return gs_call_info_at(store_of(data), place, call);
}

static bool get_row(gpointer data, uint64_t n, struct gs_call_row *row)
{
	GsCallList *list = data;
	return gs_call_view_row(list->part, n, row);
}

static char *get_drawn(gpointer data, struct gs_call_place place, const struct gs_call_info *call)
{
	struct gs_call_drawn drawn;
	gs_call_drawn_at(store_of(data), place, call, &drawn);
	char *text = gs_call_drawn_text(&drawn);
	gs_call_drawn_clear(&drawn);
	return text;
}

static char *get_whose(gpointer data, struct gs_call_place place, const struct gs_call_info *call)
{
	return gs_call_whose_text(store_of(data), place, call);
}

static char *get_frame_name(gpointer data, uint64_t frame)
{
	GsCallList *list = data;
	return list->is_trace ? gs_session_trace_frame(list->session, frame) : NULL;
}

static const struct gs_pass_picture *get_picture(gpointer data, const struct gs_call_pass *pass)
{
	return gs_pass_pictures_get(((GsCallList *)data)->pictures, pass);
}

/* Return a pass's target, such as "framebuffer 3 (shadow), 512 × 512 RGBA8"; g_free. */
static char *get_target(gpointer data, const struct gs_call_pass *pass)
{
	const struct gs_pass_picture *picture = get_picture(data, pass);
	g_autofree char *target = gs_call_groups_shown_target(
		gs_call_store_lock_groups(store_of(data)), pass);
	gs_call_store_unlock_groups(store_of(data));
	g_autofree char *more = picture ? gs_pass_picture_text(picture) : g_strdup("");
	return g_strconcat(target, more, NULL);
}

static const struct gs_draw_picture *get_draw_picture(gpointer data, uint64_t number)
{
	GsCallList *list = data;
	return gs_pass_pictures_draw(list->pictures, store_of(list), number);
}

/* Connect the model with a view of the list of calls. */
static void connect_model(GsCallList *list)
{
	struct gs_call_store *store = store_of(list);
	g_clear_pointer(&list->part, gs_call_view_free);
	if (store) {
		list->part = gs_call_view_new(store);
		gs_call_view_tell_dropped(list->part, true);
		gs_call_view_set_filter(list->part, &list->filter);
		gs_call_view_set_grouped(list->part, list->grouped);
	}
	struct gs_call_source source = {count_rows, get_call, list, list->part ? get_row : NULL,
		get_drawn, get_whose, get_frame_name, get_target, get_picture, get_draw_picture};
	gs_call_model_set_source(list->model, list->session ? &source : NULL);
}

/* ---- the window of rows ---- */

static uint64_t row_of(GsCallList *list, struct gs_call_place place)
{
	if (!list->part)
		return place.n;
	gs_call_view_update(list->part);
	return gs_call_view_find(list->part, place);
}

static unsigned visible_rows(GsCallList *list)
{
	if (!list->row_height) {
		int height = 0, separator = 0;
		gtk_tree_view_column_cell_get_size(
			gtk_tree_view_get_column(list->view, 0), NULL, NULL, NULL, NULL, &height);
		gtk_widget_style_get(
			GTK_WIDGET(list->view), "vertical-separator", &separator, NULL);
		list->row_height = MAX(height + separator, 8);
	}
	int height = gtk_widget_get_allocated_height(GTK_WIDGET(list->scroller));
	return (unsigned)MAX(height / list->row_height, 1);
}

static void show_selection(GsCallList *list)
{
	GtkTreeSelection *selection = gtk_tree_view_get_selection(list->view);
	uint64_t first = gs_call_model_first(list->model);
	bool shown = list->has_selected && list->selected >= first &&
		     list->selected - first < gs_call_model_rows(list->model);
	list->busy = true;
	if (shown) {
		g_autoptr(GtkTreePath)
			path = gtk_tree_path_new_from_indices((int)(list->selected - first), -1);
		gtk_tree_view_set_cursor(list->view, path, NULL, FALSE);
	} else {
		gtk_tree_selection_unselect_all(selection);
	}
	list->busy = false;
}

/* Take in new calls. Rows of a grouped list may move then; the same row stays selected. Return the
 * new index of the first shown row. */
static uint64_t take_in(GsCallList *list)
{
	uint64_t first = gs_call_model_first(list->model);
	struct gs_call_row top = {0}, selected = {0};
	if (!list->part)
		return first;
	bool has_top = gs_call_view_row(list->part, first, &top);
	bool has_selected = list->has_selected &&
			    gs_call_view_row(list->part, list->selected, &selected);
	unsigned before = gs_call_view_changes(list->part);
	gs_call_view_update(list->part);
	if (gs_call_view_changes(list->part) != before) {
		if (has_top)
			first = gs_call_view_locate(list->part, &top);
		if (has_selected)
			list->selected = gs_call_view_locate(list->part, &selected);
	}
	g_free(top.name);
	g_free(selected.name);
	return first;
}

static void show_rows(GsCallList *list, uint64_t first)
{
	unsigned changes = list->part ? gs_call_view_changes(list->part) : 0;
	if (changes != list->changes)
		gs_call_model_refresh(list->model);
	list->changes = changes;
	gs_call_model_take_in(list->model);
	uint64_t total = gs_call_model_total(list->model), rows = visible_rows(list);
	uint64_t last_first = total > rows ? total - rows : 0;
	first = MIN(first, last_first);
	gs_call_model_set_window(list->model, first, (unsigned)MIN(rows, total - first));
	list->at_end = first == last_first;
	gtk_adjustment_configure(list->adjustment, (double)first, 0, (double)MAX(total, rows), 1,
		(double)rows - 1, (double)rows);
	gtk_widget_set_visible(GTK_WIDGET(list->bar), total > rows);
	show_selection(list);
}

/* Scroll to a row if it is not visible, with some rows before and after it. */
static void scroll_to(GsCallList *list, uint64_t row)
{
	uint64_t first = gs_call_model_first(list->model);
	unsigned rows = visible_rows(list), above = rows / 3;
	if (row < first || row - first >= rows)
		first = row > above ? row - above : 0;
	show_rows(list, first);
}

static struct gs_call_place selected_place(GsCallList *list)
{
	struct gs_call_row row = {.place = {list->selected}};
	if (list->part && gs_call_view_row(list->part, list->selected, &row))
		g_free(row.name);
	return row.kind == GS_ROW_DROPPED ? gs_call_store_first(store_of(list)) : row.place;
}

static void adjusted(GtkAdjustment *adjustment, GsCallList *list)
{
	uint64_t first = (uint64_t)fmax(0, round(gtk_adjustment_get_value(adjustment)));
	if (first != gs_call_model_first(list->model))
		show_rows(list, first);
}

static gboolean resized(gpointer data)
{
	GsCallList *list = data;
	/* The end of a trace that is being read is not followed. */
	bool follow = list->at_end && !list->is_trace && !list->is_opening;
	if (list->model) /* the window may have been closed meanwhile */
		show_rows(list, follow ? UINT64_MAX : gs_call_model_first(list->model));
	g_object_unref(list);
	return G_SOURCE_REMOVE;
}

/* Change the rows later: an allocation is in progress. */
static void allocated(GtkWidget *widget, GdkRectangle *allocation, GsCallList *list)
{
	uint64_t total = gs_call_model_total(list->model);
	unsigned rows = visible_rows(list);
	if ((unsigned)gtk_adjustment_get_page_size(list->adjustment) != rows ||
		gs_call_model_rows(list->model) != MIN(rows, total))
		g_idle_add_full(GTK_PRIORITY_RESIZE + 1, resized, g_object_ref(list), NULL);
}

/* ---- input ---- */

static gboolean scrolled(GtkWidget *widget, GdkEventScroll *event, GsCallList *list)
{
	double dx = 0, dy = 0;
	if (event->direction == GDK_SCROLL_UP)
		dy = -1;
	else if (event->direction == GDK_SCROLL_DOWN)
		dy = 1;
	else
		gdk_event_get_scroll_deltas((GdkEvent *)event, &dx, &dy);
	gtk_adjustment_set_value(
		list->adjustment, gtk_adjustment_get_value(list->adjustment) + dy * 3);
	return TRUE;
}

static void select_row(GsCallList *list, uint64_t row)
{
	gs_call_model_take_in(list->model); /* the row may be a new one */
	uint64_t total = gs_call_model_total(list->model), rows = visible_rows(list);
	if (!total)
		return;
	list->selected = MIN(row, total - 1);
	list->has_selected = true;
	uint64_t least = list->selected < rows ? 0 : list->selected - rows + 1;
	show_rows(list, CLAMP(gs_call_model_first(list->model), least, list->selected));
}

static gboolean key_pressed(GtkWidget *widget, GdkEventKey *event, GsCallList *list)
{
	uint64_t at = list->has_selected		      ? list->selected
		      : gs_call_place_is_none(list->standing) ? gs_call_model_first(list->model)
							      : row_of(list, list->standing);
	unsigned page = visible_rows(list);
	switch (event->keyval) {
	case GDK_KEY_Up:
		select_row(list, at ? at - 1 : 0);
		return TRUE;
	case GDK_KEY_Down:
		select_row(list, at + 1);
		return TRUE;
	case GDK_KEY_Page_Up:
		select_row(list, at > page ? at - page : 0);
		return TRUE;
	case GDK_KEY_Page_Down:
		select_row(list, at + page);
		return TRUE;
	case GDK_KEY_Home:
		select_row(list, 0);
		return TRUE;
	case GDK_KEY_End:
		select_row(list, UINT64_MAX);
		return TRUE;
	default:
		return FALSE;
	}
}

static void selected(GtkTreeSelection *selection, GsCallList *list)
{
	GtkTreeModel *model;
	GtkTreeIter iter;
	g_autoptr(GdkEvent) event = gtk_get_current_event();
	if (list->busy || !gtk_tree_selection_get_selected(selection, &model, &iter))
		return;
	if (event && event->type == GDK_KEY_PRESS) {
		show_selection(list); /* GTK selects the first row when the list gets the focus */
		return;
	}
	g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &iter);
	list->selected = gs_call_model_first(list->model) +
			 (uint64_t)gtk_tree_path_get_indices(path)[0];
	list->has_selected = true;
}

/* ---- folding, filtering, grouping ---- */

static void show_count(GsCallList *list);

static bool is_listed(GsCallList *list, struct gs_call_place place)
{
	struct gs_wire_call call;
	return !gs_call_place_is_none(place) && store_of(list) &&
	       gs_call_store_get(store_of(list), place, &call) &&
	       gs_call_filter_shows(&list->filter, call.function);
}

/* Show the list after the filter or grouping changed: at the selected call, else where a trace's
 * player stands, else at the end. */
static void show_anew(GsCallList *list)
{
	struct gs_call_place place = list->has_selected ? selected_place(list) : GS_NO_CALL_PLACE;
	list->has_selected = false;
	connect_model(list);
	if (is_listed(list, place)) {
		list->selected = row_of(list, place);
		list->has_selected = true;
		scroll_to(list, list->selected);
	} else if (is_listed(list, list->standing)) {
		scroll_to(list, row_of(list, list->standing));
	} else {
		show_rows(list, UINT64_MAX);
	}
	show_count(list);
}

static void activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsCallList *list)
{
	uint64_t n = gs_call_model_first(list->model) +
		     (uint64_t)gtk_tree_path_get_indices(path)[0];
	struct gs_call_row row = {.place = {n}};
	struct gs_wire_call call;
	if (list->part && !gs_call_view_row(list->part, n, &row))
		return;
	if (row.kind == GS_ROW_CALL || row.kind == GS_ROW_DROPPED) {
		g_free(row.name);
		if (list->is_trace && gs_call_store_get(store_of(list), row.place, &call))
			gs_panel_activate(list, "goto", g_variant_new_uint64(call.index));
		return;
	}
	g_free(row.name);
	gs_call_view_fold(list->part, n, !row.folded);
	show_rows(list, gs_call_model_first(list->model));
}

/* ---- the menu ---- */

static void search(GsCallList *list, bool backwards);

/* Searches from the selected row on; Enter in the entry finds the next one. */
void gs_call_list_find_uses(GsCallList *list, const char *object)
{
	g_autofree char *text = g_strconcat("uses ", object, NULL);
	gtk_entry_set_text(list->entry, text);
	search(list, false);
	gtk_widget_grab_focus(GTK_WIDGET(list->entry));
}

static void find_uses(GtkWidget *widget, const char *object)
{
	gs_call_list_find_uses(GS_CALL_LIST(widget), object);
}

/* Return the row's text that Ctrl+C copies; g_free. */
static char *row_text(GtkTreeModel *model, GtkTreeIter *row)
{
	char *text = NULL;
	gtk_tree_model_get(model, row, GS_CALL_COLUMN_DETAIL, &text, -1);
	return text ? text : g_strdup("");
}

/* Show the menu of the selected row. */
static void show_menu(GsCallList *list, const GdkEvent *event)
{
	GtkTreeModel *model;
	GtkTreeIter iter;
	struct gs_call_store *store = store_of(list);
	if (!store || !list->has_selected ||
		!gtk_tree_selection_get_selected(
			gtk_tree_view_get_selection(list->view), &model, &iter))
		return;
	g_autofree char *text = row_text(model, &iter);
	struct gs_call_menu menu = {.text = text, .pictures = list->pictures};
	struct gs_call_row row = {.place = {list->selected}};
	struct gs_call_info call = {0};
	if (list->selected >= count_rows(list)) /* the pending call is not in the list */
		row.place.n = gs_call_store_count(store);
	else if (list->part && gs_call_view_row(list->part, list->selected, &row))
		g_free(row.name);
	menu.place = row.place;
	const struct gs_call_info *found = &list->state->stop.call;
	if (row.place.n < gs_call_store_count(store))
		found = gs_call_info_at(store, row.place, &call) ? &call : NULL;
	if (found && found->name && row.kind == GS_ROW_CALL) {
		menu.function = found->name;
		menu.index = found->index;
		menu.same = gs_same_call_of(store, row.place, found);
		menu.call = found;
		menu.find = find_uses;
	}
	gs_call_menu_popup(GTK_WIDGET(list), list->state, &menu, event);
	gs_call_info_clear(&call);
}

static gboolean pressed(GtkWidget *widget, GdkEventButton *event, GsCallList *list)
{
	GtkTreePath *path = NULL;
	if (event->type != GDK_BUTTON_PRESS || event->button != GDK_BUTTON_SECONDARY ||
		!gtk_tree_view_get_path_at_pos(
			list->view, (int)event->x, (int)event->y, &path, NULL, NULL, NULL))
		return FALSE;
	gtk_tree_selection_select_path(gtk_tree_view_get_selection(list->view), path);
	gtk_tree_path_free(path);
	show_menu(list, (const GdkEvent *)event);
	return TRUE;
}

static gboolean menu_key(GtkWidget *widget, GsCallList *list)
{
	show_menu(list, NULL);
	return TRUE;
}

static void group_toggled(GtkToggleButton *button, GsCallList *list)
{
	list->grouped = gtk_toggle_button_get_active(button);
	show_anew(list);
}

static void count_functions(gpointer data, uint64_t *counts)
{
	gs_calls_statistics(store_of(data), (struct gs_call_place){0}, GS_NO_CALL_PLACE, counts);
}

static void filter_changed(gpointer data, const struct gs_call_filter *filter)
{
	GsCallList *list = data;
	list->filter = *filter;
	show_anew(list);
}

/* ---- searching ---- */

static void go_to_place(gpointer data, struct gs_call_place place)
{
	GsCallList *list = data;
	select_row(list, row_of(list, place));
}

static void say(gpointer data, const char *text)
{
	gs_panel_label(((GsCallList *)data)->found, "%s", text);
}

/* End the search and clear its answer, also when another text is typed. */
static void end_search(GsCallList *list)
{
	gs_call_search_stop(list->search);
	gs_panel_label(list->found, "%s", "");
}

/* Select the call with that number; if the list does not have it, say why. */
static void go_to_call(GsCallList *list, struct gs_call_store *store, uint64_t number)
{
	struct gs_wire_call call;
	struct gs_call_place place = gs_call_store_find(store, number);
	if (!gs_call_store_get(store, place, &call)) {
		gs_panel_label(
			list->found, "there is no call %" G_GUINT64_FORMAT " yet", (guint64)number);
		return;
	}
	go_to_place(list, place);
	g_autofree char *other = gs_call_search_other(store, &list->filter, number, &call);
	gs_panel_label(list->found, "%s", other ? other : "");
}

void gs_call_list_show(GsCallList *list, uint64_t number)
{
	struct gs_call_store *store = store_of(list);
	end_search(list);
	if (!store)
		return;
	uint64_t before = gs_call_model_first(list->model);
	go_to_call(list, store, number);
	unsigned above = visible_rows(list) / 3;
	if (gs_call_model_first(list->model) != before) /* show some calls before and after it */
		show_rows(list, list->selected > above ? list->selected - above : 0);
}

/* Search for the entry's text, "PATTERN [if CONDITION]" or the number of a call: from the selected
 * row, else from where a trace's player stands, else from an end. */
static void search(GsCallList *list, bool backwards)
{
	g_autofree char *text = g_strstrip(g_strdup(gtk_entry_get_text(list->entry)));
	struct gs_call_store *store = store_of(list);
	end_search(list);
	if (!*text || !store)
		return;
	if (strspn(text, "0123456789") == strlen(text))
		go_to_call(list, store, g_ascii_strtoull(text, NULL, 10));
	else
		gs_call_search_begin(list->search, store, text, &list->filter,
			list->has_selected ? selected_place(list) : list->standing, backwards);
}

void gs_call_list_find(GsCallList *list)
{
	gtk_widget_grab_focus(GTK_WIDGET(list->entry));
}

static void search_next(GtkEntry *entry, GsCallList *list)
{
	search(list, false);
}

static void search_previous(GtkEntry *entry, GsCallList *list)
{
	search(list, true);
}

/* ---- the panel ---- */

static void show_count(GsCallList *list)
{
	uint64_t n = list->session ? gs_calls_count(list->session) : 0;
	if (!list->session || !gs_session_has_threads(list->session))
		n = MAX(n, list->expected); /* records of the others have not arrived */
	g_autofree char *widest = g_strdup_printf("%" G_GUINT64_FORMAT, n);
	size_t digits = strlen(widest);
	if (digits != list->digits)
		gs_call_columns_make_room(list->view, digits);
	list->digits = digits;
	const char *what = list->is_trace ? "in the trace" : list->is_opening ? "read" : "executed";
	if (list->part && !gs_call_filter_is_all(&list->filter))
		gs_panel_label(list->count, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " %s",
			gs_call_view_calls(list->part), n, what);
	else
		gs_panel_label(list->count, "%" G_GUINT64_FORMAT " %s", n, what);
}

/* Take in calls that arrive after the stop, as the log takes another way. Go on while the program
 * is stopped if it has other threads that call GL. */
static gboolean catch_up(gpointer data)
{
	GsCallList *list = data;
	bool threads = list->session && gs_session_has_threads(list->session);
	bool there = !list->session || gs_calls_count(list->session) >= list->expected;
	uint64_t first = take_in(list);
	bool anew = list->part && gs_call_view_changes(list->part) != list->changes;
	if (gs_call_model_take_in(list->model) || anew) {
		show_rows(list, list->at_end ? UINT64_MAX : first);
		show_count(list);
		gs_panel_activate(list, "more-calls", NULL); /* other panels count calls, too */
	}
	if (!there || threads)
		return G_SOURCE_CONTINUE;
	list->catch_up = 0;
	return G_SOURCE_REMOVE;
}

static void begin_to_catch_up(GsCallList *list, bool pending)
{
	enum { OFTEN = 30, SELDOM = 200 }; /* ms */
	bool threads = pending && list->session && gs_session_has_threads(list->session);
	g_clear_handle_id(&list->catch_up, g_source_remove);
	if (list->session && (threads || gs_calls_count(list->session) < list->expected))
		list->catch_up = g_timeout_add(threads ? SELDOM : OFTEN, catch_up, list);
}

static bool is_pending(const struct gs_ui_state *state)
{
	const struct gs_stop *stop = &state->stop;
	return state->has_stop && stop->has_call && !stop->call.executed && !stop->outside_gl;
}

/* Set the pending call. The calls before it, which some of its text comes from, may arrive
 * later. */
static void set_pending(GsCallList *list, const struct gs_call_info *call)
{
	struct gs_call_store *store = store_of(list);
	struct gs_call_place place = {0}; /* other threads may be ahead */
	if (store && call)
		place = gs_call_store_find(store, call->index);
	g_autofree char *drawn = call ? get_drawn(list, place, call) : NULL;
	g_autofree char *whose = call ? gs_call_whose_text(store, place, call) : NULL;
	gs_call_model_set_pending(list->model, call, drawn, whose);
}

/* Show a trace, whose list has all calls, including the pending one. */
static void set_of_trace(GsCallList *list, const struct gs_ui_state *state, unsigned parts)
{
	const struct gs_stop *stop = state->has_stop ? &state->stop : NULL;
	bool stands = stop && stop->has_call && !stop->outside_gl;
	bool opened = state->is_trace && !list->is_trace;
	uint64_t first = take_in(list), number = stands ? stop->call.index : UINT64_MAX, beginning;
	list->is_trace = state->is_trace;
	list->is_opening = state->is_opening;
	gtk_tree_view_set_activate_on_single_click(list->view, FALSE); /* playing may take long */
	list->expected = 0;
	gs_call_model_set_pending(list->model, NULL, NULL, NULL);
	gs_call_model_set_current(list->model, is_pending(state) ? number : UINT64_MAX);
	list->standing = stands ? gs_call_store_find(store_of(list), number) : GS_NO_CALL_PLACE;
	if (opened)
		gs_call_model_refresh(list->model); /* the memory that calls read is known now */
	if (stands && parts & GS_PART_STOP) {
		list->has_selected = false; /* it would hide the pending call */
		scroll_to(list, row_of(list, list->standing));
	} else if (opened && gs_session_trace_beginning(list->session, &beginning)) {
		gs_call_list_show(list, beginning); /* such as the kept frame's first call */
	} else {
		show_rows(list, first);
	}
	show_count(list);
}

static void pictures_made(gpointer data)
{
	gs_call_model_refresh(((GsCallList *)data)->model);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsCallList *list = GS_CALL_LIST(widget);
	list->state = state;
	if (parts != (unsigned)GS_PART_ALL && parts & GS_PART_FRAMEBUFFER)
		gs_pass_pictures_take(list->pictures, store_of(list), state);
	if (parts != (unsigned)GS_PART_ALL && parts & GS_PART_SOURCES)
		gs_call_model_refresh(list->model); /* names of uniforms are known now */
	if (!(parts & (GS_PART_STOP | GS_PART_CALLS)))
		return;
	if (parts & GS_PART_STOP)
		gs_panel_label(list->found, "%s", ""); /* the answer is out of date */
	bool follow = list->at_end;
	if (state->session != list->session || (!list->part && store_of(list))) {
		list->session = state->session;
		gs_pass_pictures_clear(list->pictures);
		list->has_selected = false;
		gs_call_search_stop(list->search);
		connect_model(list);
		follow = true;
	}
	if (state->is_trace || state->is_opening) {
		set_of_trace(list, state, parts);
		return;
	}
	list->is_trace = list->is_opening = false;
	list->standing = GS_NO_CALL_PLACE;
	gtk_tree_view_set_activate_on_single_click(list->view, TRUE);
	if (parts & GS_PART_STOP) {
		bool pending = is_pending(state);
		set_pending(list, pending ? &state->stop.call : NULL);
		list->expected = pending ? state->stop.call.index : 0;
		begin_to_catch_up(list, pending);
		list->has_selected = false;
		follow = true;
	}
	uint64_t first = take_in(list);
	show_rows(list, follow ? UINT64_MAX : first);
	show_count(list);
}

static void save_clicked(GtkButton *button, GsCallList *list)
{
	gs_call_save(GTK_WIDGET(list), store_of(list), &list->filter);
}

/* Show the search's answer in place of the number of calls, as there is no room for both. */
static void answered(GtkLabel *answer, GParamSpec *spec, GsCallList *list)
{
	bool any = *gtk_label_get_text(answer);
	gtk_widget_set_visible(GTK_WIDGET(answer), any);
	gtk_widget_set_visible(GTK_WIDGET(list->count), !any);
}

static void add_controls(GsCallList *list)
{
	GtkBox *head = gs_panel_head(GTK_BOX(list));
	GtkWidget *entry = gtk_search_entry_new(),
		  *group = gtk_toggle_button_new_with_label("Group");
	GtkWidget *save = gs_panel_button(
		"Save calls", "Save", NULL, "Save the calls that are listed, as text or .csv");
	gtk_box_reorder_child(GTK_BOX(list), GTK_WIDGET(head), 1);
	gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "glTex* if width > 64");
	gtk_entry_set_width_chars(GTK_ENTRY(entry), 12);
	gtk_widget_set_tooltip_text(entry,
		"Find a call: a function or pattern, with 'if' and a condition on its arguments; a "
		"piece of text; 'uses texture 5'; 'thread=7'; a call's number. Enter: the next, "
		"Shift+Ctrl+G: the one before");
	gtk_widget_set_tooltip_text(group, "Group calls by frame, by the program's debug groups "
					   "and by pass: what is drawn to one "
					   "framebuffer");
	gs_panel_name(entry, "Find call");
	gs_panel_name(group, "Group calls");
	gtk_box_pack_start(head, entry, TRUE, TRUE, 0);
	gtk_box_pack_end(head, save, FALSE, FALSE, 0);
	gtk_box_pack_end(head, group, FALSE, FALSE, 0);
	gtk_box_pack_end(head, gs_call_filter_button(count_functions, filter_changed, list), FALSE,
		FALSE, 0);
	gtk_widget_show_all(GTK_WIDGET(head));
	list->entry = GTK_ENTRY(entry);
	g_object_bind_property(
		list->found, "label", list->found, "tooltip-text", G_BINDING_DEFAULT);
	g_signal_connect(list->found, "notify::label", G_CALLBACK(answered), list);
	g_signal_connect_swapped(entry, "changed", G_CALLBACK(end_search), list);
	g_signal_connect(entry, "activate", G_CALLBACK(search_next), list);
	g_signal_connect(entry, "next-match", G_CALLBACK(search_next), list);
	g_signal_connect(entry, "previous-match", G_CALLBACK(search_previous), list);
	g_signal_connect(group, "toggled", G_CALLBACK(group_toggled), list);
	g_signal_connect(save, "clicked", G_CALLBACK(save_clicked), list);
}

static void dispose(GObject *object)
{
	GsCallList *list = GS_CALL_LIST(object);
	g_clear_handle_id(&list->catch_up, g_source_remove);
	g_clear_pointer(&list->search, gs_call_search_free);
	g_clear_pointer(&list->part, gs_call_view_free);
	g_clear_pointer(&list->pictures, gs_pass_pictures_free);
	g_clear_object(&list->model);
	G_OBJECT_CLASS(gs_call_list_parent_class)->dispose(object);
}

static void gs_call_list_class_init(GsCallListClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->dispose = dispose;
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "call-list.ui");
	gtk_widget_class_bind_template_child(widget, GsCallList, count);
	gtk_widget_class_bind_template_child(widget, GsCallList, found);
	gtk_widget_class_bind_template_child(widget, GsCallList, view);
	gtk_widget_class_bind_template_child(widget, GsCallList, scroller);
	gtk_widget_class_bind_template_child(widget, GsCallList, bar);
	gtk_widget_class_bind_template_child(widget, GsCallList, adjustment);
}

static void gs_call_list_init(GsCallList *list)
{
	gtk_widget_init_template(GTK_WIDGET(list));
	static const struct gs_call_search_events events = {go_to_place, say};
	list->model = gs_call_model_new();
	list->search = gs_call_search_new(&events, list);
	list->pictures = gs_pass_pictures_new(pictures_made, list);
	list->at_end = true;
	list->standing = GS_NO_CALL_PLACE;
	gs_call_columns_add(list->view);
	gtk_tree_view_set_model(list->view, GTK_TREE_MODEL(list->model));
	gs_list_copy_as(list->view, row_text);
	gs_panel_name(list->view, "GL calls");
	gs_panel_name(list->bar, "Scroll GL calls");
	gs_call_filter_load(&list->filter);
	add_controls(list);
	gtk_tree_view_set_activate_on_single_click(list->view, TRUE);
	g_signal_connect(list->view, "row-activated", G_CALLBACK(activated), list);
	g_signal_connect(list->adjustment, "value-changed", G_CALLBACK(adjusted), list);
	g_signal_connect(list->scroller, "size-allocate", G_CALLBACK(allocated), list);
	g_signal_connect(list->view, "scroll-event", G_CALLBACK(scrolled), list);
	g_signal_connect(list->view, "key-press-event", G_CALLBACK(key_pressed), list);
	g_signal_connect(list->view, "button-press-event", G_CALLBACK(pressed), list);
	g_signal_connect(list->view, "popup-menu", G_CALLBACK(menu_key), list);
	g_signal_connect(
		gtk_tree_view_get_selection(list->view), "changed", G_CALLBACK(selected), list);
}
