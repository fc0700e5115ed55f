/* SPDX-License-Identifier: MIT */
#include "ui/actions/menu.h"

#include <string.h>
#include "config.h"
#include "ui/actions/actions.h"
#include "ui/panel.h"
#include "ui/actions/settings.h"
#include "ui/widgets/theme.h"

#ifndef GS_DOC_DIR
#define GS_DOC_DIR "/usr/share/doc/glstep"
#endif

static const char *const themes[] = {"desktop", "light", "dark"};

static void move_panel(GSimpleAction *action, GVariant *slot, gpointer dock)
{
	gs_dock_move(dock, g_variant_get_string(slot, NULL));
}

static void next_panel(GSimpleAction *action, GVariant *parameter, gpointer dock)
{
	gs_dock_turn(dock, 1);
}

static void previous_panel(GSimpleAction *action, GVariant *parameter, gpointer dock)
{
	gs_dock_turn(dock, -1);
}

static void set_theme(GSimpleAction *action, GVariant *value, gpointer data)
{
	for (int i = 0; i < 3; i++)
		if (!strcmp(themes[i], g_variant_get_string(value, NULL))) {
			gs_theme_set(i);
			g_key_file_set_integer(gs_settings(), "window", "theme", i);
		}
	g_simple_action_set_state(action, value);
}

/* ---- help ---- */

static GtkWidget *text_window(GtkWindow *parent, const char *title, const char *name)
{
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_title(GTK_WINDOW(window), title);
	gtk_window_set_default_size(GTK_WINDOW(window), 560, 560);
	gtk_window_set_transient_for(GTK_WINDOW(window), parent);
	gtk_window_set_destroy_with_parent(GTK_WINDOW(window), TRUE);
	/* else some window managers place a part of it off the screen */
	gtk_window_set_position(GTK_WINDOW(window), GTK_WIN_POS_CENTER_ON_PARENT);
	gs_panel_name(window, name);
	return window;
}

static gboolean close_on_escape(GtkWidget *window, GdkEventKey *event, gpointer data)
{
	if (event->keyval != GDK_KEY_Escape)
		return FALSE;
	gtk_widget_destroy(window);
	return TRUE;
}

static void show_keys(GSimpleAction *action, GVariant *parameter, gpointer parent)
{
	GtkWidget *window = text_window(parent, "Keys", "Keys window");
	GtkListStore *store = gtk_list_store_new(2, G_TYPE_STRING, G_TYPE_STRING);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	g_autofree char *keys = gs_actions_keys();
	g_autofree char *all = g_strconcat(keys,
		"+ − 0 1\tIn an image: larger, smaller, fit, one to one\narrows, Enter\tIn an "
		"image: move the cursor, focus its pixel\nCtrl+C\tCopy the selected row of a "
		"list\nCtrl+F\tFind in the list, the "
		"editor or the source\nF3\tFind "
		"next\nF12\tGo to the definition\nCtrl+L\tType the element to focus\nCtrl+W\tType "
		"a new watch\nCtrl+E\tEdit the source that is shown\nCtrl+Enter\tIn the editor: "
		"compile, and run on with it\nAlt+S\tShow the next stage, which is the "
		"one to debug\nCtrl+N\tBack to the page that asks for a program\nCtrl+O\tOpen a "
		"trace\nCtrl+R\tRecord a trace\nCtrl+Shift+R\tStop "
		"recording\nCtrl+0\tGo "
		"to the source\nCtrl+1\tGo to GL "
		"calls\nCtrl+2\tFramebuffer\nCtrl+3\tImage\nCtrl+4\tHistory\nCtrl+"
		"5\tElements\nCtrl+6\tVariables\nCtrl+7\tWatch\nCtrl+8\tBreakpoints\nCtrl+9\tGL "
		"state\nAlt+1\tMove this panel to the upper left\nAlt+2\tTo the lower "
		"left\nAlt+3\tBelow the source\nAlt+4\tTo the upper right\nAlt+5\tTo the lower "
		"right\nCtrl+Page Up, Down\tThe panel before, after this\nMenu, "
		"Ctrl+Shift+F10\tActions for the selected item\nAlt+M\tThe menu: where panels are, "
		"light or dark, help\nF1\tThe manual\nCtrl+Q\tQuit\n",
		NULL);
	g_auto(GStrv) lines = g_strsplit(g_strchomp(all), "\n", -1);
	for (char **line = lines; *line; line++) {
		g_auto(GStrv) parts = g_strsplit(*line, "\t", 2);
		gtk_list_store_insert_with_values(
			store, NULL, -1, 0, parts[0], 1, parts[0] ? parts[1] : "", -1);
	}
	GtkTreeView *view = gs_panel_list(GTK_BOX(box), "Keys", GTK_TREE_MODEL(store));
	g_object_unref(store);
	gs_panel_column(view, "Key", 0, 130, NULL);
	gs_panel_column(view, "What it does", 1, 0, NULL);
	gtk_container_add(GTK_CONTAINER(window), box);
	g_signal_connect(window, "key-press-event", G_CALLBACK(close_on_escape), NULL);
	gtk_widget_show_all(window);
}

/* Return the path of the manual: the installed one, or that of the build tree which glstep is run
 * from; g_free. */
static char *manual_path(void)
{
	const char *named = g_getenv("GLSTEP_MANUAL");
	char *installed = g_build_filename(GS_DOC_DIR, "manual", "index.html", NULL);
	g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *folder = g_path_get_dirname(program ? program : ".");
	char *built = g_build_filename(folder, "docs", "index.html", NULL);
	bool here = g_file_test(built, G_FILE_TEST_EXISTS);
	char *path = named ? g_strdup(named) : g_strdup(here ? built : installed);
	g_free(installed);
	g_free(built);
	return path;
}

static void show_manual(GSimpleAction *action, GVariant *parameter, gpointer parent)
{
	g_autofree char *path = manual_path();
	g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
	g_autoptr(GError) error = NULL;
	g_autofree char *message = NULL;
	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		message = g_strdup_printf("The manual is not installed: %s is missing.", path);
	else if (!gtk_show_uri_on_window(parent, uri, GDK_CURRENT_TIME, &error))
		message = g_strdup_printf(
			"The manual is %s, but no application for it is installed.", path);
	if (message)
		gs_panel_activate(parent, "complain", g_variant_new_string(message));
}

static void show_about(GSimpleAction *action, GVariant *parameter, gpointer parent)
{
	GtkWidget *about = gtk_about_dialog_new();
	gtk_window_set_transient_for(GTK_WINDOW(about), parent);
	g_object_set(about, "program-name", "glstep", "version", PACKAGE_VERSION, "comments",
		"An interactive GLSL debugger for OpenGL programs", "logo-icon-name", "glstep",
		"license-type", GTK_LICENSE_MIT_X11, NULL);
	g_signal_connect(about, "response", G_CALLBACK(gtk_widget_destroy), NULL);
	gtk_widget_show(about);
}

/* ---- the menu ---- */

static GMenuModel *new_model(struct gs_dock *dock)
{
	g_autoptr(GMenuModel) slots = gs_dock_slots_menu(dock, "win.move-panel");
	g_autoptr(GMenuModel) panels = gs_dock_panels_menu(dock, "win.show-panel");
	GMenu *menu = g_menu_new(), *view = g_menu_new(), *colours = g_menu_new(),
	      *help = g_menu_new(), *file = g_menu_new();
	g_menu_append(file, "New session…", "win.new-session");
	g_menu_append(file, "Open trace…", "win.open-trace");
	g_menu_append(file, "Record…", "win.record");
	g_menu_append(file, "Stop recording", "win.stop-recording");
	g_menu_append(file, "Save part of trace…", "win.save-part");
	g_menu_append(file, "Export as C…", "win.export-c");
	g_menu_append(colours, "As the desktop", "win.theme::desktop");
	g_menu_append(colours, "Light", "win.theme::light");
	g_menu_append(colours, "Dark", "win.theme::dark");
	g_menu_append_submenu(view, "Light or dark", G_MENU_MODEL(colours));
	g_menu_append_submenu(view, "Go to panel", panels);
	g_menu_append_submenu(view, "Move this panel", slots);
	g_menu_append(view, "Put panels back", "win.reset-layout");
	g_menu_append(view, "Come to the front at a stop", "win.come-to-front");
	g_menu_append(view, "Give the keyboard back at Run", "win.give-back");
	g_menu_append(help, "Manual", "win.manual");
	g_menu_append(help, "Keys", "win.keys");
	g_menu_append(help, "About glstep", "win.about");
	g_menu_append_section(menu, NULL, G_MENU_MODEL(file));
	g_menu_append_section(menu, NULL, G_MENU_MODEL(view));
	g_menu_append_section(menu, NULL, G_MENU_MODEL(help));
	g_object_unref(file);
	g_object_unref(view);
	g_object_unref(colours);
	g_object_unref(help);
	return G_MENU_MODEL(menu);
}

struct explanation {
	const char *entry, *tip, *why;
};

static void explain(GtkWidget *item, gpointer data)
{
	const struct explanation *e = data;
	if (!g_strcmp0(atk_object_get_name(gtk_widget_get_accessible(item)), e->entry))
		gs_panel_allow(item, e->tip, e->why);
}

void gs_menu_explain(GtkMenuButton *button, const char *entry, const char *tip, const char *why)
{
	struct explanation e = {entry, tip, why};
	gtk_container_foreach(GTK_CONTAINER(gtk_menu_button_get_popup(button)), explain, &e);
}

static gboolean end_lost_menu(gpointer data)
{
	GtkWidget *menu = gtk_grab_get_current();
	if (GTK_IS_MENU(menu) && !gtk_widget_get_mapped(menu))
		gtk_menu_shell_deactivate(GTK_MENU_SHELL(menu));
	return G_SOURCE_REMOVE;
}

/* End a menu that cannot be shown because another program, or a menu that is being closed, has the
 * X server's grab. A combo box does not notice that, and its menu would take all clicks and keys
 * from then on (GTK 3.24). */
static void grab_changed(GtkWidget *window, gboolean is_free, gpointer data)
{
	if (!is_free)
		g_idle_add_full(G_PRIORITY_HIGH, end_lost_menu, NULL, NULL);
}

/* Open the context menu by a key of our own: Shift+F10, the usual one, steps back here. */
static void show_popup(GSimpleAction *action, GVariant *parameter, gpointer window)
{
	GtkWidget *focus = gtk_window_get_focus(window);
	gboolean handled;
	if (focus)
		g_signal_emit_by_name(focus, "popup-menu", &handled);
}

static void quit(GSimpleAction *action, GVariant *parameter, gpointer window)
{
	gtk_window_close(window);
}

static void open_menu(GSimpleAction *action, GVariant *parameter, gpointer button)
{
	gtk_toggle_button_set_active(button, TRUE);
}

void gs_menu_setup(GtkApplicationWindow *window, GtkMenuButton *button, struct gs_dock *dock)
{
	static const GActionEntry entries[] = {
		{"keys", show_keys, NULL, NULL, NULL, {0}},
		{"manual", show_manual, NULL, NULL, NULL, {0}},
		{"about", show_about, NULL, NULL, NULL, {0}},
		{"popup", show_popup, NULL, NULL, NULL, {0}},
		{"quit", quit, NULL, NULL, NULL, {0}},
	};
	static const GActionEntry layout[] = {
		{"move-panel", move_panel, "s", NULL, NULL, {0}},
		{"next-panel", next_panel, NULL, NULL, NULL, {0}},
		{"previous-panel", previous_panel, NULL, NULL, NULL, {0}},
	};
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
	g_action_map_add_action_entries(G_ACTION_MAP(window), layout, G_N_ELEMENTS(layout), dock);
	int theme = gs_settings_int("window", "theme", GS_THEME_DESKTOP);
	theme = CLAMP(theme, 0, 2);
	g_autoptr(GSimpleAction) action = g_simple_action_new_stateful(
		"theme", G_VARIANT_TYPE_STRING, g_variant_new_string(themes[theme]));
	g_signal_connect(action, "change-state", G_CALLBACK(set_theme), NULL);
	g_action_map_add_action(G_ACTION_MAP(window), G_ACTION(action));
	gs_theme_set(theme);
	GtkApplication *application = gtk_window_get_application(GTK_WINDOW(window));
	static const char *const accels[][2] = {{"win.manual", "F1"},
		{"win.keys", "<Control>question"}, {"win.menu", "<Alt>m"},
		{"win.popup", "<Control><Shift>F10"}, {"win.quit", "<Control>q"},
		{"win.show-panel::calls", "<Control>1"},
		{"win.show-panel::framebuffer", "<Control>2"},
		{"win.show-panel::image", "<Control>3"}, {"win.show-panel::history", "<Control>4"},
		{"win.show-panel::elements", "<Control>5"},
		{"win.show-panel::variables", "<Control>6"},
		{"win.show-panel::watches", "<Control>7"},
		{"win.show-panel::breakpoints", "<Control>8"},
		{"win.show-panel::gl-state", "<Control>9"},
		{"win.next-panel", "<Control>Page_Down"},
		{"win.previous-panel", "<Control>Page_Up"}, {"win.move-panel::left-top", "<Alt>1"},
		{"win.move-panel::left-bottom", "<Alt>2"},
		{"win.move-panel::centre-bottom", "<Alt>3"},
		{"win.move-panel::right-top", "<Alt>4"},
		{"win.move-panel::right-bottom", "<Alt>5"}};
	for (size_t i = 0; i < G_N_ELEMENTS(accels); i++) {
		const char *keys[] = {accels[i][1], NULL};
		gtk_application_set_accels_for_action(application, accels[i][0], keys);
	}
	static const GActionEntry open = {"menu", open_menu, NULL, NULL, NULL, {0}};
	g_action_map_add_action_entries(G_ACTION_MAP(window), &open, 1, button);
	g_autoptr(GMenuModel) model = new_model(dock);
	gtk_menu_button_set_menu_model(button, model);
	gs_panel_name(button, "Menu");
	g_signal_connect(window, "grab-notify", G_CALLBACK(grab_changed), NULL);
}
