/* SPDX-License-Identifier: MIT */
#include "ui/widgets/theme.h"

#include <string.h>
#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>

static struct {
	GtkCssProvider *names, *sheet; /* named colours, and the rules that use them */
	enum gs_theme chosen;
	gboolean desktop_prefers_dark;
	bool is_dark;	       /* GTK shows a dark theme */
	bool is_replaced;      /* the desktop's theme was replaced by ours */
	const char *scheme[2]; /* GtkSourceView's schemes: light, dark */
	GSList *watchers;      /* struct watcher */
} theme;

struct watcher {
	GObject *object;
	void (*changed)(gpointer object);
};

static const char *const colours[2][GS_N_COLOURS] = {
	{
		[GS_COLOUR_WRONG] = "#b91824",
		[GS_COLOUR_FAINT] = "#636268",
		[GS_COLOUR_SECONDARY] = "#5e5c64",
		[GS_COLOUR_CHANGED] = "#1a5fb4",
		[GS_COLOUR_LINE] = "#fff6d6",
		[GS_COLOUR_EXPRESSION] = "#ffd54a",
		[GS_COLOUR_DEAD] = "#737278",
		[GS_COLOUR_PENDING] = "#f9e79f",
		[GS_COLOUR_REFUSED] = "#fbe4e2",
		[GS_COLOUR_FOUND] = "#c7e3ff",
	},
	{
		[GS_COLOUR_WRONG] = "#ff8d85",
		[GS_COLOUR_FAINT] = "#b4b3b0",
		[GS_COLOUR_SECONDARY] = "#b8b7b4",
		[GS_COLOUR_CHANGED] = "#82b4ef",
		[GS_COLOUR_LINE] = "#3d3a27",
		[GS_COLOUR_EXPRESSION] = "#ffd54a",
		[GS_COLOUR_DEAD] = "#92969a",
		[GS_COLOUR_PENDING] = "#3f3a1d",
		[GS_COLOUR_REFUSED] = "#4a2826",
		[GS_COLOUR_FOUND] = "#1f4a78",
	},
};

/* Named colours for the style sheet. */
static const char light_names[] =
	"@define-color gs_text_bg #ffffff; @define-color gs_decision_bg #fdf6e0;"
	"@define-color gs_true #1f6b28; @define-color gs_false #b3261e; @define-color gs_left "
	"#8f5000;"
	"@define-color gs_blue #1a5fb4; @define-color gs_selected #d3e5fa; @define-color "
	"gs_selected_text #1c1c1c;";
static const char dark_names[] =
	"@define-color gs_text_bg #242629; @define-color gs_decision_bg #3a3626;"
	"@define-color gs_true #7fd18a; @define-color gs_false #ff8f86; @define-color gs_left "
	"#f0b35e;"
	"@define-color gs_blue #78aeed; @define-color gs_selected #25405c; @define-color "
	"gs_selected_text #ffffff;";

/* Write a scheme to a file and load it, as GtkSourceView reads schemes from files only; it keeps
 * them. */
static void load_scheme(const char *directory, bool dark)
{
	static const char *const otherwise[] = {"classic", "oblivion"}, *const names[] = {
										"glstep-light",
										"glstep-dark"};
	GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default();
	g_autofree char *file = g_strconcat(names[dark], ".xml", NULL);
	g_autofree char *resource = g_strconcat("/glstep/ui/", file, NULL);
	g_autofree char *path = g_build_filename(directory, file, NULL);
	g_autoptr(GBytes)
		scheme = g_resources_lookup_data(resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
	theme.scheme[dark] = otherwise[dark];
	if (!scheme || !g_file_set_contents(path, g_bytes_get_data(scheme, NULL),
			       (gssize)g_bytes_get_size(scheme), NULL))
		return;
	gtk_source_style_scheme_manager_force_rescan(manager);
	if (gtk_source_style_scheme_manager_get_scheme(manager, names[dark]))
		theme.scheme[dark] = names[dark];
}

static void load_schemes(void)
{
	g_autofree char *directory = g_dir_make_tmp("glstep-XXXXXX", NULL);
	if (directory)
		gtk_source_style_scheme_manager_append_search_path(
			gtk_source_style_scheme_manager_get_default(), directory);
	for (int dark = 0; dark < 2; dark++)
		load_scheme(directory ? directory : "", dark);
	for (int dark = 0; directory && dark < 2; dark++) {
		g_autofree char *path = g_strconcat(
			directory, dark ? "/glstep-dark.xml" : "/glstep-light.xml", NULL);
		g_unlink(path);
	}
	if (directory)
		g_rmdir(directory);
}

static void load_names(void)
{
	gtk_css_provider_load_from_data(
		theme.names, theme.is_dark ? dark_names : light_names, -1, NULL);
}

static GtkCssProvider *add_provider(void)
{
	GtkCssProvider *provider = gtk_css_provider_new();
	gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
		GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
	return provider;
}

/* Return whether GTK shows a dark theme, judged by its colours, not its name: a theme that is not
 * installed, or has no dark variant, is light. */
static bool is_shown_dark(void)
{
	g_autoptr(GtkStyleContext) style = gtk_style_context_new();
	GtkWidgetPath *path = gtk_widget_path_new();
	GdkRGBA colour;
	gtk_widget_path_append_type(path, GTK_TYPE_WINDOW);
	gtk_style_context_set_path(style, path);
	gtk_widget_path_unref(path);
	return gtk_style_context_lookup_color(style, "theme_bg_color", &colour) &&
	       0.3 * colour.red + 0.6 * colour.green + 0.1 * colour.blue < 0.5;
}

/* Replace the desktop's theme if it does not show the chosen variant, by the one that is built into
 * GTK, which has both. */
static void set_gtk_theme(bool is_dark)
{
	GtkSettings *settings = gtk_settings_get_default();
	if (theme.is_replaced)
		gtk_settings_reset_property(settings, "gtk-theme-name");
	g_object_set(settings, "gtk-application-prefer-dark-theme", is_dark, NULL);
	theme.is_replaced = theme.chosen != GS_THEME_DESKTOP && is_shown_dark() != is_dark;
	if (theme.is_replaced)
		g_object_set(settings, "gtk-theme-name", "Adwaita", NULL);
}

static void apply(void)
{
	bool was = theme.is_dark;
	set_gtk_theme(theme.chosen == GS_THEME_DARK ||
		      (theme.chosen == GS_THEME_DESKTOP && theme.desktop_prefers_dark));
	theme.is_dark = is_shown_dark();
	if (was == theme.is_dark)
		return;
	load_names();
	for (GSList *w = theme.watchers; w; w = w->next) {
		struct watcher *watcher = w->data;
		watcher->changed(watcher->object);
	}
}

void gs_theme_init(void)
{
	if (theme.names)
		return;
	g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme",
		&theme.desktop_prefers_dark, NULL);
	theme.names = add_provider();
	theme.sheet = add_provider();
	theme.is_dark = is_shown_dark();
	load_schemes();
	load_names();
	gtk_css_provider_load_from_resource(theme.sheet, "/glstep/ui/glstep.css");
}

void gs_theme_set(enum gs_theme chosen)
{
	theme.chosen = chosen;
	apply();
}

enum gs_theme gs_theme_get(void)
{
	return theme.chosen;
}

bool gs_theme_is_dark(void)
{
	return theme.is_dark;
}

const char *gs_theme_colour(enum gs_colour colour)
{
	return colours[theme.is_dark][colour];
}

const char *gs_theme_source_scheme(void)
{
	return theme.scheme[theme.is_dark];
}

static void forget(gpointer data, GObject *gone)
{
	theme.watchers = g_slist_remove(theme.watchers, data);
	g_free(data);
}

void gs_theme_watch(GObject *object, void (*changed)(gpointer object))
{
	struct watcher *watcher = g_new0(struct watcher, 1);
	watcher->object = object;
	watcher->changed = changed;
	theme.watchers = g_slist_prepend(theme.watchers, watcher);
	g_object_weak_ref(object, forget, watcher);
}
