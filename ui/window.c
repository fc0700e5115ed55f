/* SPDX-License-Identifier: MIT */
#include "ui/window.h"

#include <stdio.h>
#include <string.h>
#include "ui/call-list.h"
#include "ui/controller.h"
#include "ui/decision-bar.h"
#include "ui/framebuffer-panel.h"
#include "ui/icon.h"
#include "ui/image-panel.h"
#include "ui/source-panel.h"
#include "ui/start-page.h"
#include "ui/variables-panel.h"
#include "ui/watch-panel.h"

struct _GsWindow {
	GtkApplicationWindow parent;
	GtkHeaderBar *header;
	GtkRevealer *info_revealer;
	GtkInfoBar *info;
	GtkLabel *message, *status, *counters, *place, *pixel, *active;
	GtkSpinner *spinner;
	GtkStack *pages;
	GtkBox *host_bar, *shader_bar;
	GtkEntry *focus;
	GtkPaned *left_paned, *host_paned, *right_paned, *centre_paned, *value_paned;
	GsStartPage *start;
	GsCallList *calls;
	GsFramebufferPanel *framebuffer;
	GsSourcePanel *sources;
	GsDecisionBar *decision;
	GsImagePanel *image;
	GsVariablesPanel *variables;
	GsWatchPanel *watches;
	GHashTable *buttons; /* action name -> GtkButton */
	struct gs_controller *controller;
	bool no_log;
};

G_DEFINE_TYPE(GsWindow, gs_window, GTK_TYPE_APPLICATION_WINDOW)

/* ---- why something cannot be done now; NULL: it can ---- */

static const char *why_no_program(const struct gs_ui_state *s)
{
	if (!s->session)
		return "no program is chosen";
	if (s->slow)
		return s->program_runs ? "the program runs: pause it first"
				       : "wait for what is being done";
	return s->alive ? NULL : "the program has ended: restart it";
}

static const char *why_not_run(const struct gs_ui_state *s)
{
	return why_no_program(s);
}

static const char *why_not_step(const struct gs_ui_state *s)
{
	const char *why = why_no_program(s);
	if (!why && s->has_stop && s->stop.outside_gl)
		return "the program is paused outside GL: run it on";
	return why;
}

static const char *why_not_pause(const struct gs_ui_state *s)
{
	return s->busy && s->slow ? NULL : "nothing runs";
}

static const char *why_not_kill(const struct gs_ui_state *s)
{
	return s->session && (s->alive || s->busy) ? NULL : "no program runs";
}

static const char *why_not_restart(const struct gs_ui_state *s)
{
	return s->was_started ? NULL : "no program was started";
}

static const char *why_not_debug(const struct gs_ui_state *s)
{
	const char *why = why_not_step(s);
	if (why)
		return why;
	if (s->in_shader)
		return "it is being debugged";
	return s->has_stop && s->stop.is_draw
		       ? NULL
		       : "the pending call draws nothing: go to the next draw";
}

static const char *why_not_shader(const struct gs_ui_state *s)
{
	if (!s->in_shader)
		return "no shader is being debugged";
	return s->slow ? "wait for what is being done" : NULL;
}

static const char *why_not_forward(const struct gs_ui_state *s)
{
	const char *why = why_not_shader(s);
	return why || !s->where.finished ? why : "the shader is at its end: step back, or reset";
}

static const char *why_not_decide(const struct gs_ui_state *s)
{
	const char *why = why_not_shader(s);
	return why || s->where.is_decision ? why : "nothing is decided here";
}

/* ---- actions without parameter ---- */

static void do_run(GsWindow *w)
{
	gs_controller_run(w->controller, GS_RUN_CONTINUE);
}

static void do_step(GsWindow *w)
{
	gs_controller_run(w->controller, GS_RUN_STEP);
}

static void do_next_draw(GsWindow *w)
{
	gs_controller_run(w->controller, GS_RUN_DRAW);
}

static void do_next_frame(GsWindow *w)
{
	gs_controller_run(w->controller, GS_RUN_FRAME);
}

static void do_next_program(GsWindow *w)
{
	gs_controller_run(w->controller, GS_RUN_PROGRAM);
}

static void do_pause(GsWindow *w)
{
	gs_controller_pause(w->controller);
}

static void do_kill(GsWindow *w)
{
	gs_controller_kill(w->controller);
}

static void do_restart(GsWindow *w)
{
	gs_controller_restart(w->controller);
}

static void do_debug(GsWindow *w)
{
	gs_controller_shader(w->controller);
}

static void do_into(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_STEP, 0);
}

static void do_over(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_OVER, 0);
}

static void do_out(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_OUT, 0);
}

static void do_back(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_BACK, 0);
}

static void do_reset(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_RESET, 0);
}

static void do_continue(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_CONTINUE, 0);
}

static void do_to_nan(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_CONTINUE_NAN, 0);
}

static void do_to_cursor(GsWindow *w)
{
	unsigned line = gs_source_panel_line(w->sources);
	if (line)
		gs_controller_move(w->controller, GS_MOVE_UNTIL, line);
}

static void do_leave(GsWindow *w)
{
	gs_controller_leave(w->controller);
}

static void do_follow_true(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_BRANCH, 1);
}

static void do_follow_false(GsWindow *w)
{
	gs_controller_move(w->controller, GS_MOVE_BRANCH, 0);
}

static void do_toggle_line(GsWindow *w)
{
	unsigned line = gs_source_panel_line(w->sources);
	if (line)
		gs_controller_toggle_break(w->controller, line);
}

/* F5: whatever runs on. */
static void do_go(GsWindow *w)
{
	if (gs_controller_state(w->controller)->in_shader)
		do_continue(w);
	else
		do_run(w);
}

static const struct simple_action {
	const char *name, *accel, *label, *tip;
	void (*act)(GsWindow *w);
	const char *(*why_not)(const struct gs_ui_state *state);
} simple_actions[] = {
	{"run", "<Control>F5", "Run", "Run until a breakpoint, an error or the end (F5)", do_run,
		why_not_run},
	{"pause", "F6", "Pause", "Pause the program, or cancel what takes long (F6)", do_pause,
		why_not_pause},
	{"step", "F7", "Step", "Execute the pending call (F7)", do_step, why_not_step},
	{"next-draw", "F8", "Next draw", "Run to the next draw call (F8)", do_next_draw,
		why_not_step},
	{"next-frame", "<Shift>F8", "Next frame", "Run to the next buffer swap (Shift+F8)",
		do_next_frame, why_not_step},
	{"next-program", "<Control>F8", "Next program",
		"Run to the next change of the program object (Ctrl+F8)", do_next_program,
		why_not_step},
	{"restart", "<Control><Shift>F5", "Restart",
		"End the program and start it again (Ctrl+Shift+F5)", do_restart, why_not_restart},
	{"kill", "<Shift>F5", "Kill", "End the program (Shift+F5)", do_kill, why_not_kill},
	{"debug", "F2", "Debug fragment shader",
		"Debug the fragment shader of the pending draw call (F2)", do_debug, why_not_debug},
	{"into", "F11", "Step into", "Step, into functions (F11)", do_into, why_not_forward},
	{"over", "F10", "Step over", "Step, over functions (F10)", do_over, why_not_forward},
	{"out", "<Shift>F11", "Step out", "Run to the end of this function (Shift+F11)", do_out,
		why_not_forward},
	{"back", "<Shift>F10", "Step back", "Step backwards (Shift+F10)", do_back, why_not_shader},
	{"reset", "<Control>Home", "Reset", "Back to the shader's beginning (Ctrl+Home)", do_reset,
		why_not_shader},
	{"continue", "F4", "Continue", "Run to a breakpoint or the shader's end (F5)", do_continue,
		why_not_forward},
	{"to-cursor", "<Control>F10", "To cursor", "Run to the cursor's line (Ctrl+F10)",
		do_to_cursor, why_not_forward},
	{"to-nan", "<Control>F11", "To NaN",
		"Run to the first value that is NaN or infinite (Ctrl+F11)", do_to_nan,
		why_not_forward},
	{"leave", "<Shift>F2", "Leave",
		"End debugging the shader; the draw call is pending again (Shift+F2)", do_leave,
		why_not_shader},
	{"follow-true", NULL, NULL, NULL, do_follow_true, why_not_decide},
	{"follow-false", NULL, NULL, NULL, do_follow_false, why_not_decide},
	{"toggle-line", "F9", NULL, NULL, do_toggle_line, why_not_shader},
	{"go", "F5", NULL, NULL, do_go, NULL},
};

static void simple_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	const char *name = g_action_get_name(G_ACTION(action));
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++)
		if (!strcmp(simple_actions[i].name, name))
			simple_actions[i].act(GS_WINDOW(data));
}

/* A button that cannot be used says why when one points at it. */
static void update_actions(GsWindow *w)
{
	const struct gs_ui_state *state = gs_controller_state(w->controller);
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		const struct simple_action *a = &simple_actions[i];
		const char *why = a->why_not ? a->why_not(state) : NULL;
		GAction *action = g_action_map_lookup_action(G_ACTION_MAP(w), a->name);
		g_simple_action_set_enabled(G_SIMPLE_ACTION(action), why == NULL);
		GtkWidget *button = g_hash_table_lookup(w->buttons, a->name);
		if (!button)
			continue;
		g_autofree char *tip = why ? g_strdup_printf("%s\nNot now: %s.", a->tip, why)
					   : g_strdup(a->tip);
		gtk_widget_set_tooltip_text(button, tip);
		atk_object_set_description(gtk_widget_get_accessible(button), tip);
	}
	gtk_widget_set_sensitive(GTK_WIDGET(w->focus), !why_not_shader(state));
}

/* ---- actions with a parameter: what panels ask for ---- */

static void show_message(gpointer data, enum gs_message_kind kind, const char *text);

static void ask_focus(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	guint x, y;
	g_variant_get(parameter, "(uu)", &x, &y);
	gs_controller_focus(GS_WINDOW(data)->controller, x, y);
}

static void ask_toggle_break(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_toggle_break(GS_WINDOW(data)->controller, g_variant_get_uint32(parameter));
}

static void ask_watch(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_watch(GS_WINDOW(data)->controller, g_variant_get_string(parameter, NULL));
}

static void ask_unwatch(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_unwatch(GS_WINDOW(data)->controller, g_variant_get_string(parameter, NULL));
}

static void ask_fetch(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_fetch(GS_WINDOW(data)->controller, g_variant_get_string(parameter, NULL));
}

static void ask_image(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_image(GS_WINDOW(data)->controller, g_variant_get_string(parameter, NULL));
}

static void ask_channel(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	guint channel, scalar;
	const char *expression;
	g_variant_get(parameter, "(u&su)", &channel, &expression, &scalar);
	gs_controller_channel(GS_WINDOW(data)->controller, channel, expression, scalar);
}

static void ask_show(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_show(GS_WINDOW(data)->controller, g_variant_get_uint32(parameter));
}

static void ask_frame(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_frame(GS_WINDOW(data)->controller, g_variant_get_uint32(parameter));
}

static void ask_iteration(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_move(
		GS_WINDOW(data)->controller, GS_MOVE_ITERATION, g_variant_get_uint32(parameter));
}

static void ask_complain(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	show_message(data, GS_MESSAGE_ERROR, g_variant_get_string(parameter, NULL));
}

static void ask_launch(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsWindow *w = GS_WINDOW(data);
	g_auto(GStrv) argv = NULL;
	g_autofree char *directory = NULL;
	g_variant_get(parameter, "(^ass)", &argv, &directory);
	struct gs_launch launch = {
		.argv = argv, .directory = directory[0] ? directory : NULL, .output_fd = -1};
	show_message(w, GS_MESSAGE_CLEAR, "");
	gs_controller_launch(w->controller, &launch, false, w->no_log);
}

static const GActionEntry asked_actions[] = {
	{"focus", ask_focus, "(uu)", NULL, NULL, {0}},
	{"toggle-break", ask_toggle_break, "u", NULL, NULL, {0}},
	{"watch", ask_watch, "s", NULL, NULL, {0}},
	{"unwatch", ask_unwatch, "s", NULL, NULL, {0}},
	{"fetch", ask_fetch, "s", NULL, NULL, {0}},
	{"image", ask_image, "s", NULL, NULL, {0}},
	{"channel", ask_channel, "(usu)", NULL, NULL, {0}},
	{"show", ask_show, "u", NULL, NULL, {0}},
	{"frame", ask_frame, "u", NULL, NULL, {0}},
	{"iteration", ask_iteration, "u", NULL, NULL, {0}},
	{"complain", ask_complain, "s", NULL, NULL, {0}},
	{"launch", ask_launch, "(ass)", NULL, NULL, {0}},
};

static void focus_typed(GtkEntry *entry, GsWindow *w)
{
	unsigned x, y;
	char rest;
	if (sscanf(gtk_entry_get_text(entry), " %u , %u %c", &x, &y, &rest) == 2 ||
		sscanf(gtk_entry_get_text(entry), " %u %u %c", &x, &y, &rest) == 2)
		gs_controller_focus(w->controller, x, y);
	else
		show_message(w, GS_MESSAGE_ERROR, "Type a pixel as x, y: for example 400, 300.");
}

/* ---- what is known ---- */

static void show_message(gpointer data, enum gs_message_kind kind, const char *text)
{
	GsWindow *w = GS_WINDOW(data);
	gtk_info_bar_set_message_type(
		w->info, kind == GS_MESSAGE_ERROR ? GTK_MESSAGE_ERROR : GTK_MESSAGE_INFO);
	gs_panel_label(w->message, "%s", text);
	gtk_revealer_set_reveal_child(w->info_revealer, kind != GS_MESSAGE_CLEAR);
	gtk_widget_set_visible(GTK_WIDGET(w->info_revealer), kind != GS_MESSAGE_CLEAR);
}

static void info_closed(GtkInfoBar *info, gint response, GsWindow *w)
{
	show_message(w, GS_MESSAGE_CLEAR, "");
}

static void status_text(GsWindow *w, const struct gs_ui_state *s)
{
	if (!s->session)
		gs_panel_label(w->status, "No program");
	else if (s->busy && s->slow)
		gs_panel_label(w->status, "%s…", s->doing);
	else if (!s->alive)
		gs_panel_label(w->status, "The program has ended");
	else if (s->in_shader && s->where.frame > 0)
		gs_panel_label(w->status, "Looking from a caller's place");
	else if (s->in_shader && s->where.breakpoint >= 0)
		gs_panel_label(w->status, "At breakpoint %d", s->where.breakpoint);
	else if (s->in_shader)
		gs_panel_label(w->status, s->where.finished ? "At the end of the shader"
							    : "Before the marked expression");
	else if (s->has_stop && s->stop.outside_gl)
		gs_panel_label(w->status, "Paused outside GL");
	else if (s->has_stop && s->stop.has_call)
		gs_panel_label(w->status, "Before call %" G_GUINT64_FORMAT ", %s",
			(guint64)s->stop.call.index, s->stop.call.name);
	else
		gs_panel_label(w->status, s->has_stop ? "Stopped" : "Starting");
}

/* Tests wait for it, screen readers can ask for it. */
static void describe_status(GsWindow *w, const struct gs_ui_state *s)
{
	g_autofree char *text = g_strdup_printf(
		"%s after %u actions", s->settled ? "ready" : "busy", s->n_done);
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(w->status));
	if (g_strcmp0(atk_object_get_description(accessible), text))
		atk_object_set_description(accessible, text);
}

static void set_status(GsWindow *w, const struct gs_ui_state *s)
{
	status_text(w, s);
	describe_status(w, s);
	g_object_set(w->spinner, "active", s->busy && s->slow, "visible", s->busy && s->slow, NULL);
	if (s->has_stop)
		gs_panel_label(w->counters, "frame %" G_GUINT64_FORMAT "   draw %" G_GUINT64_FORMAT,
			(guint64)s->stop.frame, (guint64)s->stop.draw);
	else
		gs_panel_label(w->counters, "%s", "");
	gtk_widget_set_visible(GTK_WIDGET(w->place), s->in_shader);
	gtk_widget_set_visible(GTK_WIDGET(w->pixel), s->in_shader);
	gtk_widget_set_visible(GTK_WIDGET(w->active), s->in_shader);
	if (!s->in_shader) {
		gs_panel_label(w->place, "%s", "");
		gs_panel_label(w->pixel, "%s", "");
		gs_panel_label(w->active, "%s", "");
		return;
	}
	gs_panel_label(w->place, "%s:%u", gs_stage_name(s->where.stage), s->where.span.line);
	gs_panel_label(w->pixel, s->where.focus_here ? "pixel %u, %u" : "pixel %u, %u (not here)",
		s->where.focus_x, s->where.focus_y);
	gs_panel_label(w->active, "%" G_GUINT64_FORMAT " / %" G_GUINT64_FORMAT " here",
		(guint64)s->where.active, (guint64)s->where.total);
}

static void set_focus_entry(GsWindow *w, const struct gs_ui_state *s)
{
	g_autofree char *text = s->in_shader ? g_strdup_printf(
						       "%u, %u", s->where.focus_x, s->where.focus_y)
					     : g_strdup("");
	if (strcmp(gtk_entry_get_text(w->focus), text))
		gtk_entry_set_text(w->focus, text);
}

static void set_title(GsWindow *w, const struct gs_ui_state *s)
{
	g_autofree char *title = s->session && s->program_name
					 ? g_strdup_printf("%s – glstep", s->program_name)
					 : g_strdup("glstep");
	gtk_window_set_title(GTK_WINDOW(w), title);
	gtk_header_bar_set_title(w->header, title);
}

static void changed(gpointer data, unsigned parts)
{
	GsWindow *w = GS_WINDOW(data);
	const struct gs_ui_state *state = gs_controller_state(w->controller);
	gtk_stack_set_visible_child_name(w->pages, state->session ? "debug" : "start");
	set_title(w, state);
	set_status(w, state);
	update_actions(w);
	if (parts & GS_PART_WHERE)
		set_focus_entry(w, state);
	gs_call_list_set(w->calls, state, parts);
	gs_framebuffer_panel_set(w->framebuffer, state, parts);
	gs_source_panel_set(w->sources, state, parts);
	gs_decision_bar_set(w->decision, state, parts);
	gs_variables_panel_set(w->variables, state, parts);
	gs_watch_panel_set(w->watches, state, parts);
	gs_image_panel_set(w->image, state, parts);
}

/* ---- the object ---- */

static void collect_buttons(GtkWidget *widget, gpointer data)
{
	GsWindow *w = data;
	if (!GTK_IS_BUTTON(widget))
		return;
	const char *action = gtk_actionable_get_action_name(GTK_ACTIONABLE(widget));
	for (size_t i = 0; action && i < G_N_ELEMENTS(simple_actions); i++) {
		if (strcmp(simple_actions[i].name, action + strlen("win.")))
			continue;
		g_hash_table_insert(w->buttons, (gpointer)simple_actions[i].name, widget);
		gs_panel_name(widget, simple_actions[i].label);
	}
}

static void destroy(GtkWidget *widget)
{
	GsWindow *w = GS_WINDOW(widget);
	if (w->controller) {
		gtk_widget_hide(widget);
		struct gs_controller *controller = w->controller;
		gs_image_panel_set(w->image, gs_controller_state(controller), 0);
		GTK_WIDGET_CLASS(gs_window_parent_class)
			->destroy(widget); /* panels first: they read the state */
		w->controller = NULL;
		gs_controller_free(controller);
		return;
	}
	GTK_WIDGET_CLASS(gs_window_parent_class)->destroy(widget);
}

static void finalize(GObject *object)
{
	g_hash_table_unref(GS_WINDOW(object)->buttons);
	G_OBJECT_CLASS(gs_window_parent_class)->finalize(object);
}

#define BIND(child) gtk_widget_class_bind_template_child(widget, GsWindow, child)

static void ensure_types(void)
{
	g_type_ensure(GS_TYPE_ICON);
	g_type_ensure(GS_TYPE_START_PAGE);
	g_type_ensure(GS_TYPE_CALL_LIST);
	g_type_ensure(GS_TYPE_FRAMEBUFFER_PANEL);
	g_type_ensure(GS_TYPE_SOURCE_PANEL);
	g_type_ensure(GS_TYPE_DECISION_BAR);
	g_type_ensure(GS_TYPE_IMAGE_PANEL);
	g_type_ensure(GS_TYPE_VARIABLES_PANEL);
	g_type_ensure(GS_TYPE_WATCH_PANEL);
}

static void gs_window_class_init(GsWindowClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->destroy = destroy;
	ensure_types();
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "window.ui");
	BIND(header);
	BIND(info_revealer);
	BIND(info);
	BIND(message);
	BIND(status);
	BIND(counters);
	BIND(place);
	BIND(pixel);
	BIND(active);
	BIND(spinner);
	BIND(pages);
	BIND(host_bar);
	BIND(shader_bar);
	BIND(focus);
	BIND(left_paned);
	BIND(host_paned);
	BIND(right_paned);
	BIND(centre_paned);
	BIND(value_paned);
	BIND(start);
	BIND(calls);
	BIND(framebuffer);
	BIND(sources);
	BIND(decision);
	BIND(image);
	BIND(variables);
	BIND(watches);
}

static void init_names(GsWindow *w)
{
	gs_panel_name(w->message, "Message");
	gs_panel_name(w->status, "Status");
	gs_panel_name(w->counters, "Frame and draw");
	gs_panel_name(w->place, "Position");
	gs_panel_name(w->pixel, "Pixel in focus");
	gs_panel_name(w->active, "Pixels here");
	gs_panel_name(w->focus, "Pixel");
	gs_panel_name(w->host_bar, "Program controls");
	gs_panel_name(w->shader_bar, "Shader controls");
}

static void init_actions(GsWindow *w)
{
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		g_autoptr(GSimpleAction) action = g_simple_action_new(simple_actions[i].name, NULL);
		g_signal_connect(action, "activate", G_CALLBACK(simple_activated), w);
		g_action_map_add_action(G_ACTION_MAP(w), G_ACTION(action));
	}
	g_action_map_add_action_entries(
		G_ACTION_MAP(w), asked_actions, G_N_ELEMENTS(asked_actions), w);
	w->buttons = g_hash_table_new(g_str_hash, g_str_equal);
	gtk_container_foreach(GTK_CONTAINER(w->host_bar), collect_buttons, w);
	gtk_container_foreach(GTK_CONTAINER(w->shader_bar), collect_buttons, w);
}

static void gs_window_init(GsWindow *w)
{
	struct gs_controller_events events = {changed, show_message, w};
	gtk_widget_init_template(GTK_WIDGET(w));
	w->controller = gs_controller_new(&events);
	init_names(w);
	init_actions(w);
	show_message(w, GS_MESSAGE_CLEAR, "");
	g_signal_connect(w->info, "response", G_CALLBACK(info_closed), w);
	g_signal_connect(w->focus, "activate", G_CALLBACK(focus_typed), w);
}

static void place_panes(GsWindow *w, int width, int height)
{
	GdkRectangle area;
	gtk_window_set_default_size(GTK_WINDOW(w), width, height);
	gdk_monitor_get_workarea(
		gdk_display_get_monitor(gtk_widget_get_display(GTK_WIDGET(w)), 0), &area);
	if (area.width < width + 60 ||
		area.height < height + 60) { /* with its shadow it would not fit */
		gtk_window_maximize(GTK_WINDOW(w));
		width = area.width;
		height = area.height;
	}
	gtk_paned_set_position(w->left_paned, width * 21 / 100);
	gtk_paned_set_position(w->right_paned, width * 49 / 100);
	gtk_paned_set_position(w->host_paned, (height - 130) * 57 / 100);
	gtk_paned_set_position(w->centre_paned, (height - 130) * 56 / 100);
	gtk_paned_set_position(w->value_paned, (height - 130) * 62 / 100);
}

GsWindow *gs_window_new(GtkApplication *application, const struct gs_ui_options *options)
{
	GsWindow *w = g_object_new(GS_TYPE_WINDOW, "application", application, NULL);
	w->no_log = options->no_log;
	place_panes(w, options->width ? (int)options->width : 1280,
		options->height ? (int)options->height : 800);
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		g_autofree char *name = g_strdup_printf("win.%s", simple_actions[i].name);
		const char *accels[] = {simple_actions[i].accel, NULL};
		gtk_application_set_accels_for_action(application, name, accels);
	}
	changed(w, GS_PART_ALL);
	if (options->has_program)
		gs_controller_launch(
			w->controller, &options->launch, options->first_draw, options->no_log);
	return w;
}
