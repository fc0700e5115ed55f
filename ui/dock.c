/* SPDX-License-Identifier: MIT */
#include "ui/dock.h"

#include <string.h>
#include "ui/panel.h"
#include "ui/actions/settings.h"
#include "ui/tab-list.h"

#define GROUP "layout"

struct slot {
	GtkNotebook *notebook;
	const char *id, *title;
};

struct panel {
	GtkWidget *widget;
	const char *id, *title, *slot, *tip;
};

struct gs_dock {
	GArray *slots;	/* struct slot */
	GArray *panels; /* struct panel */
};

struct gs_dock *gs_dock_new(void)
{
	struct gs_dock *dock = g_new0(struct gs_dock, 1);
	dock->slots = g_array_new(FALSE, TRUE, sizeof(struct slot));
	dock->panels = g_array_new(FALSE, TRUE, sizeof(struct panel));
	return dock;
}

void gs_dock_free(struct gs_dock *dock)
{
	if (!dock)
		return;
	for (guint i = 0; i < dock->panels->len; i++)
		g_object_unref(g_array_index(dock->panels, struct panel, i).widget);
	g_array_unref(dock->slots);
	g_array_unref(dock->panels);
	g_free(dock);
}

/* Keep an empty slot wide enough to drop a tab on. */
static void pages_changed(GtkNotebook *notebook, GtkWidget *child, guint n, gpointer data)
{
	bool empty = gtk_notebook_get_n_pages(notebook) == 0;
	gtk_widget_set_size_request(GTK_WIDGET(notebook), empty ? 48 : -1, empty ? 36 : -1);
}

/* Name the pages' accessible objects; otherwise GTK would ask for the label of a page that has just
 * been removed. */
static void name_tab(GtkNotebook *notebook, GtkWidget *child, guint n, gpointer dock)
{
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(notebook));
	for (int i = 0; i < gtk_notebook_get_n_pages(notebook); i++) {
		AtkObject *page = atk_object_ref_accessible_child(accessible, i);
		GtkWidget *label = gtk_notebook_get_tab_label(
			notebook, gtk_notebook_get_nth_page(notebook, i));
		if (page && GTK_IS_LABEL(label))
			atk_object_set_name(page, gtk_label_get_text(GTK_LABEL(label)));
		g_clear_object(&page);
	}
}

/* Hide the tabs while a page is removed. GTK would ask the removed page's accessible object for the
 * label of its tab, but only while tabs are shown. Nothing is drawn in between. */
static void page_going(GtkNotebook *notebook, GtkWidget *child, guint n, gpointer dock)
{
	gtk_notebook_set_show_tabs(notebook, FALSE);
}

static void page_gone(GtkNotebook *notebook, GtkWidget *child, guint n, gpointer dock)
{
	gtk_notebook_set_show_tabs(notebook, TRUE);
}

void gs_dock_add_slot(
	struct gs_dock *dock, GtkNotebook *notebook, const char *id, const char *title)
{
	struct slot slot = {notebook, id, title};
	gtk_notebook_set_group_name(notebook, "glstep-panels");
	gtk_notebook_set_scrollable(notebook, TRUE);
	gtk_notebook_popup_enable(notebook); /* also lists tabs that do not fit */
	gtk_notebook_set_show_border(notebook, FALSE);
	gtk_style_context_add_class(gtk_widget_get_style_context(GTK_WIDGET(notebook)), "dock");
	g_signal_connect(notebook, "page-removed", G_CALLBACK(page_going), NULL);
	g_signal_connect_after(notebook, "page-removed", G_CALLBACK(page_gone), NULL);
	g_signal_connect(notebook, "page-added", G_CALLBACK(pages_changed), NULL);
	g_signal_connect(notebook, "page-removed", G_CALLBACK(pages_changed), NULL);
	g_signal_connect_after(notebook, "page-added", G_CALLBACK(name_tab), NULL);
	/* Creates the accessible object, which must be connected to "page-removed" after
	 * page_going. */
	g_autofree char *name = g_strconcat("Panels, ", title, NULL);
	gs_panel_name(notebook, name);
	gs_tab_list_setup(notebook, title);
	g_array_append_val(dock->slots, slot);
}

/* Keep a click that no part of the panel handles from the tabs, which would open their menu. */
static gboolean keep_click(GtkWidget *panel, GdkEvent *event, gpointer data)
{
	return gdk_event_triggers_context_menu(event);
}

static gboolean keep_key(GtkWidget *panel, gpointer data)
{
	return TRUE;
}

/* Return a scroller with the panel: it is scrolled if it has less room than it needs, as in a
 * window that has half of the screen, or on a small screen. */
static GtkWidget *scrolled(GtkWidget *panel)
{
	GtkWidget *scroller = gtk_scrolled_window_new(NULL, NULL);
	/* A viewport made by gtk_container_add would be destroyed with the scroller, but not the
	 * panel in it. */
	GtkWidget *viewport = gtk_viewport_new(NULL, NULL);
	gtk_scrolled_window_set_policy(
		GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
	gtk_viewport_set_shadow_type(GTK_VIEWPORT(viewport), GTK_SHADOW_NONE);
	gtk_container_add(GTK_CONTAINER(viewport), panel);
	gtk_container_add(GTK_CONTAINER(scroller), viewport);
	gtk_widget_show(panel);
	gtk_widget_show(viewport);
	g_signal_connect(scroller, "button-press-event", G_CALLBACK(keep_click), NULL);
	g_signal_connect(scroller, "popup-menu", G_CALLBACK(keep_key), NULL);
	return scroller;
}

void gs_dock_add(struct gs_dock *dock, GtkWidget *widget, const char *id, const char *title,
	const char *slot, const char *tip)
{
	struct panel panel = {scrolled(widget), id, title, slot, tip};
	g_object_ref_sink(panel.widget);
	g_array_append_val(dock->panels, panel);
}

static struct slot *find_slot(struct gs_dock *dock, const char *id)
{
	for (guint i = 0; i < dock->slots->len; i++) {
		struct slot *slot = &g_array_index(dock->slots, struct slot, i);
		if (!strcmp(slot->id, id))
			return slot;
	}
	return &g_array_index(dock->slots, struct slot, 0);
}

static struct panel *find_panel(struct gs_dock *dock, const char *id)
{
	for (guint i = 0; i < dock->panels->len; i++) {
		struct panel *panel = &g_array_index(dock->panels, struct panel, i);
		if (!strcmp(panel->id, id))
			return panel;
	}
	return NULL;
}

static void put(struct panel *panel, struct slot *slot)
{
	GtkWidget *parent = gtk_widget_get_parent(panel->widget);
	if (parent)
		gtk_container_remove(GTK_CONTAINER(parent), panel->widget);
	GtkWidget *label = gtk_label_new(panel->title);
	gtk_widget_set_tooltip_text(label, panel->tip);
	gtk_notebook_append_page(slot->notebook, panel->widget, label);
	gtk_notebook_set_tab_detachable(slot->notebook, panel->widget, TRUE);
	gtk_notebook_set_tab_reorderable(slot->notebook, panel->widget, TRUE);
	gtk_widget_show(panel->widget);
}

static void take_out(struct gs_dock *dock)
{
	for (guint i = 0; i < dock->panels->len; i++) {
		struct panel *panel = &g_array_index(dock->panels, struct panel, i);
		GtkWidget *parent = gtk_widget_get_parent(panel->widget);
		if (parent)
			gtk_container_remove(GTK_CONTAINER(parent), panel->widget);
	}
}

static void put_rest(struct gs_dock *dock)
{
	for (guint i = 0; i < dock->panels->len; i++) {
		struct panel *panel = &g_array_index(dock->panels, struct panel, i);
		if (!gtk_widget_get_parent(panel->widget))
			put(panel, find_slot(dock, panel->slot));
	}
}

void gs_dock_load(struct gs_dock *dock)
{
	take_out(dock);
	for (guint i = 0; i < dock->slots->len; i++) {
		struct slot *slot = &g_array_index(dock->slots, struct slot, i);
		g_auto(GStrv) ids = g_key_file_get_string_list(
			gs_settings(), GROUP, slot->id, NULL, NULL);
		for (char **id = ids; id && *id; id++) {
			struct panel *panel = find_panel(dock, *id);
			if (panel && !gtk_widget_get_parent(panel->widget))
				put(panel, slot);
		}
	}
	put_rest(dock);
	for (guint i = 0; i < dock->slots->len; i++) {
		struct slot *slot = &g_array_index(dock->slots, struct slot, i);
		g_autofree char *key = g_strconcat(slot->id, "-shown", NULL);
		gtk_notebook_set_current_page(slot->notebook, gs_settings_int(GROUP, key, 0));
	}
}

static const char *id_of(struct gs_dock *dock, GtkWidget *widget)
{
	for (guint i = 0; i < dock->panels->len; i++) {
		struct panel *panel = &g_array_index(dock->panels, struct panel, i);
		if (panel->widget == widget)
			return panel->id;
	}
	return "";
}

void gs_dock_save(struct gs_dock *dock)
{
	for (guint i = 0; i < dock->slots->len; i++) {
		struct slot *slot = &g_array_index(dock->slots, struct slot, i);
		g_autoptr(GPtrArray) ids = g_ptr_array_new();
		g_autofree char *key = g_strconcat(slot->id, "-shown", NULL);
		for (int n = 0; n < gtk_notebook_get_n_pages(slot->notebook); n++)
			g_ptr_array_add(ids, (gpointer)id_of(dock,
						     gtk_notebook_get_nth_page(slot->notebook, n)));
		g_key_file_set_string_list(
			gs_settings(), GROUP, slot->id, (const char *const *)ids->pdata, ids->len);
		g_key_file_set_integer(
			gs_settings(), GROUP, key, gtk_notebook_get_current_page(slot->notebook));
	}
}

void gs_dock_reset(struct gs_dock *dock)
{
	take_out(dock);
	put_rest(dock);
	for (guint i = 0; i < dock->slots->len; i++)
		gtk_notebook_set_current_page(
			g_array_index(dock->slots, struct slot, i).notebook, 0);
}

void gs_dock_show(struct gs_dock *dock, const char *id)
{
	struct panel *panel = find_panel(dock, id);
	GtkWidget *parent = panel ? gtk_widget_get_parent(panel->widget) : NULL;
	if (GTK_IS_NOTEBOOK(parent))
		gtk_notebook_set_current_page(GTK_NOTEBOOK(parent),
			gtk_notebook_page_num(GTK_NOTEBOOK(parent), panel->widget));
}

bool gs_dock_shows(struct gs_dock *dock, const char *id)
{
	struct panel *panel = find_panel(dock, id);
	return panel && gtk_widget_get_mapped(panel->widget);
}

/* Set *largest to the largest widget in it that can have the focus: the panel's list or image. */
static void find_largest(GtkWidget *widget, gpointer data)
{
	GtkWidget **largest = data;
	int area = gtk_widget_get_allocated_width(widget) * gtk_widget_get_allocated_height(widget);
	bool candidate = gtk_widget_get_mapped(widget) && gtk_widget_is_sensitive(widget) &&
			 gtk_widget_get_can_focus(widget) && !GTK_IS_SCROLLED_WINDOW(widget);
	if (candidate && (!*largest || area > gtk_widget_get_allocated_width(*largest) *
						       gtk_widget_get_allocated_height(*largest)))
		*largest = widget;
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find_largest, data);
}

void gs_dock_focus(struct gs_dock *dock, const char *id)
{
	struct panel *panel = find_panel(dock, id);
	GtkWidget *largest = NULL;
	gs_dock_show(dock, id);
	if (panel)
		find_largest(panel->widget, &largest);
	if (largest)
		gtk_widget_grab_focus(largest);
}

static struct panel *focused_panel(struct gs_dock *dock)
{
	for (guint i = 0; i < dock->panels->len; i++) {
		struct panel *panel = &g_array_index(dock->panels, struct panel, i);
		GtkWidget *top = gtk_widget_get_toplevel(panel->widget);
		GtkWidget *focus = GTK_IS_WINDOW(top) ? gtk_window_get_focus(GTK_WINDOW(top))
						      : NULL;
		if (focus && gtk_widget_is_ancestor(focus, panel->widget))
			return panel;
		if (GTK_IS_NOTEBOOK(focus) && focus == gtk_widget_get_parent(panel->widget) &&
			gtk_widget_get_mapped(panel->widget)) /* the panel's tab has the focus */
			return panel;
	}
	return NULL;
}

bool gs_dock_move(struct gs_dock *dock, const char *id)
{
	struct panel *panel = focused_panel(dock);
	if (!panel)
		return false;
	put(panel, find_slot(dock, id));
	gs_dock_focus(dock, panel->id);
	return true;
}

void gs_dock_turn(struct gs_dock *dock, int by)
{
	struct panel *panel = focused_panel(dock);
	if (!panel)
		return;
	GtkNotebook *notebook = GTK_NOTEBOOK(gtk_widget_get_parent(panel->widget));
	int n = gtk_notebook_get_n_pages(notebook);
	int page = (gtk_notebook_page_num(notebook, panel->widget) + by + n) % n;
	gs_dock_focus(dock, id_of(dock, gtk_notebook_get_nth_page(notebook, page)));
}

GMenuModel *gs_dock_panels_menu(struct gs_dock *dock, const char *action)
{
	GMenu *menu = g_menu_new();
	for (guint i = 0; i < dock->panels->len; i++) {
		const struct panel *panel = &g_array_index(dock->panels, struct panel, i);
		g_autofree char *detailed = g_strdup_printf("%s::%s", action, panel->id);
		g_menu_append(menu, panel->title, detailed);
	}
	return G_MENU_MODEL(menu);
}

GMenuModel *gs_dock_slots_menu(struct gs_dock *dock, const char *action)
{
	GMenu *menu = g_menu_new();
	for (guint i = 0; i < dock->slots->len; i++) {
		const struct slot *slot = &g_array_index(dock->slots, struct slot, i);
		g_autofree char *title = g_strdup(slot->title);
		title[0] = g_ascii_toupper(title[0]);
		g_autofree char *detailed = g_strdup_printf("%s::%s", action, slot->id);
		g_menu_append(menu, title, detailed);
	}
	return G_MENU_MODEL(menu);
}
