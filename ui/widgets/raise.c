/* SPDX-License-Identifier: MIT */
#include "ui/widgets/raise.h"

#ifdef GDK_WINDOWING_X11
#include <gdk/gdkx.h>
#endif
#include "ui/actions/settings.h"

/* A window that the program has opened just before a stop may get the focus up to this much
 * later. */
enum { LATE = 1500000 }; /* microseconds */

struct gs_raise {
	GtkWindow *window;
	bool runs;	   /* the program ran according to the last state */
	bool lets_go;	   /* it runs until something stops it */
	uint64_t call;	   /* number of the call of the last stop */
	gint64 stopped;	   /* time of the stop, while other windows may still cover this one; 0: not
			      any more */
	GdkWindow *before; /* window that had the focus at the last stop; NULL */
};

static bool is_on(const char *name)
{
	return gs_settings_int("window", name, 1);
}

static void set(GSimpleAction *action, GVariant *value, gpointer data)
{
	g_key_file_set_integer(gs_settings(), "window", g_action_get_name(G_ACTION(action)),
		g_variant_get_boolean(value));
	g_simple_action_set_state(action, value);
}

/* Return the active window of another program (g_object_unref); NULL if it is one of ours or
 * unknown. */
static GdkWindow *active_window(GtkWindow *window)
{
	GdkWindow *active = NULL;
	G_GNUC_BEGIN_IGNORE_DEPRECATIONS
	active = gdk_screen_get_active_window(gtk_window_get_screen(window));
	G_GNUC_END_IGNORE_DEPRECATIONS
	if (active && gdk_window_get_window_type(active) != GDK_WINDOW_FOREIGN)
		g_clear_object(&active);
	return active;
}

static guint32 now(GtkWindow *window)
{
#ifdef GDK_WINDOWING_X11
	GdkWindow *own = gtk_widget_get_window(GTK_WIDGET(window));
	if (own && GDK_IS_X11_WINDOW(own))
		return gdk_x11_get_server_time(own);
#endif
	return GDK_CURRENT_TIME;
}

static void come_to_front(struct gs_raise *raise)
{
	GdkWindow *active = active_window(raise->window);
	if (active)
		g_set_object(&raise->before, active);
	g_clear_object(&active);
	gtk_window_present_with_time(raise->window, now(raise->window));
}

static void activity_changed(GtkWindow *window, GParamSpec *spec, gpointer data)
{
	struct gs_raise *raise = data;
	if (gtk_window_is_active(window) || !raise->stopped)
		return;
	if (g_get_monotonic_time() - raise->stopped > LATE)
		raise->stopped = 0;
	else
		come_to_front(raise);
}

static void give_back(struct gs_raise *raise)
{
	if (raise->before && is_on("give-back") && gtk_window_is_active(raise->window))
		gdk_window_focus(raise->before, now(raise->window));
	g_clear_object(&raise->before);
}

void gs_raise_follow(struct gs_raise *raise, const struct gs_ui_state *state)
{
	bool runs = state->work.busy && state->work.program_runs;
	bool lets_go = runs && state->work.slow && state->work.runs_on &&
		       state->work.run == GS_RUN_CONTINUE;
	/* A short run may have happened between two states. */
	bool moves = !runs && state->has_stop && state->stop.call.index != raise->call;
	bool stops = (raise->runs || moves) && !runs && state->alive && is_on("come-to-front");
	if (moves)
		raise->call = state->stop.call.index;
	if (stops)
		raise->stopped = g_get_monotonic_time();
	if (stops && !gtk_window_is_active(raise->window))
		come_to_front(raise);
	if (runs)
		raise->stopped = 0;
	if (lets_go && !raise->lets_go)
		give_back(raise);
	raise->runs = runs;
	raise->lets_go = lets_go;
}

static void free_raise(gpointer data)
{
	struct gs_raise *raise = data;
	g_clear_object(&raise->before);
	g_free(raise);
}

struct gs_raise *gs_raise_new(GtkApplicationWindow *window)
{
	static const char *const names[] = {"come-to-front", "give-back"};
	struct gs_raise *raise = g_new0(struct gs_raise, 1);
	raise->window = GTK_WINDOW(window);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(GSimpleAction) action = g_simple_action_new_stateful(
			names[i], NULL, g_variant_new_boolean(is_on(names[i])));
		g_signal_connect(action, "change-state", G_CALLBACK(set), raise);
		g_action_map_add_action(G_ACTION_MAP(window), G_ACTION(action));
	}
	g_signal_connect(window, "notify::is-active", G_CALLBACK(activity_changed), raise);
	g_object_set_data_full(G_OBJECT(window), "raise", raise, free_raise);
	return raise;
}
