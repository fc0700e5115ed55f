/* SPDX-License-Identifier: MIT */
#include "ui/window.h"

#include <stdio.h>
#include <string.h>
#include "debugger/engine/element.h"
#include "debugger/open/opened.h"
#include "ui/actions/actions.h"
#include "ui/shader/breaks-panel.h"
#include "ui/calls/call-list.h"
#include "ui/calls/call-panel.h"
#include "ui/shader/check-bar.h"
#include "frontend/controller.h"
#include "ui/shader/decision-bar.h"
#include "ui/dock.h"
#include "ui/shader/editor-panel.h"
#include "ui/mesh/elements-panel.h"
#include "ui/actions/end-question.h"
#include "ui/mesh/emitted-panel.h"
#include "ui/actions/export-c.h"
#include "ui/draw-choice.h"
#include "ui/shader/fragment-options.h"
#include "ui/state/resources-panel.h"
#include "ui/widgets/save-part.h"
#include "ui/images/framebuffer-panel.h"
#include "ui/state/gl-panel.h"
#include "ui/images/history-panel.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/latency.h"
#include "ui/widgets/list-copy.h"
#include "ui/actions/menu.h"
#include "ui/actions/open-trace.h"
#include "ui/mesh/mesh-panel.h"
#include "ui/message-position.h"
#include "ui/actions/new-session.h"
#include "ui/images/image-panel.h"
#include "ui/pane.h"
#include "ui/panes.h"
#include "ui/images/pixel-panel.h"
#include "ui/shader/profile-panel.h"
#include "ui/widgets/raise.h"
#include "ui/record-bar.h"
#include "ui/actions/settings.h"
#include "ui/shader/source-panel.h"
#include "ui/shader/stack-panel.h"
#include "ui/calls/statistics-panel.h"
#include "ui/calls/table-panel.h"
#include "ui/start-page.h"
#include "ui/status-text.h"
#include "ui/widgets/theme.h"
#include "ui/actions/tool-bar.h"
#include "ui/actions/trace-actions.h"
#include "ui/state/uniforms-panel.h"
#include "ui/shader/variables-panel.h"
#include "ui/shader/watch-panel.h"
#include "verbs/verbs.h"

/* The panels that are tabs, each with its default slot. */
static const struct panel_kind {
	const char *id, *title, *slot, *tip;
	GType (*type)(void);
	unsigned wants; /* parts of the state that are only fetched while it is visible */
} panel_kinds[] = {
	{"calls", "GL calls", "left-top", "All calls that the program has made",
		gs_call_list_get_type, 0},
	{"call", "Call", "left-top", "The pending call and its arguments, which can be edited",
		gs_call_panel_get_type, 0},
	{"framebuffer", "Framebuffer", "left-bottom", "The contents of the draw framebuffer",
		gs_framebuffer_panel_get_type, 0},
	{"image", "Image", "centre-bottom", "A variable at every pixel, as an image",
		gs_image_panel_get_type, 0},
	{"history", "History", "centre-bottom", "The steps of the element in focus",
		gs_history_panel_get_type, GS_PART_CHANGES},
	{"pixel", "Pixel history", "centre-bottom", "The calls of a frame that touch a pixel",
		gs_pixel_panel_get_type, 0},
	{"profile", "Profile", "centre-bottom", "Iterations of a loop, over all elements",
		gs_profile_panel_get_type, 0},
	{"elements", "Elements", "centre-bottom",
		"Vertices, primitives or invocations, one per row", gs_elements_panel_get_type,
		GS_PART_TABLE | GS_PART_EMITTED},
	{"emitted", "Emitted", "centre-bottom", "The vertices that the geometry shader emits",
		gs_emitted_panel_get_type, GS_PART_EMITTED},
	{"editor", "Editor", "centre-bottom", "Change a shader's source and run on with it",
		gs_editor_panel_get_type, 0},
	{"mesh", "Mesh", "centre-bottom",
		"The vertices of the pending draw, before and after the vertex shader",
		gs_mesh_panel_get_type, GS_PART_MESH},
	{"resources", "Resources", "centre-bottom",
		"Bound attachments, textures, buffers and blocks, and their contents",
		gs_resources_panel_get_type, GS_PART_RESOURCES},
	{NULL, NULL, "centre-bottom"}, /* those of verbs */
	{"statistics", "Statistics", "centre-bottom", "What each frame of an opened trace does",
		gs_statistics_panel_get_type, 0},
	{"variables", "Variables", "right-top", "The variables in scope at the position",
		gs_variables_panel_get_type, 0},
	{"uniforms", "Uniforms", "right-top", "Uniforms of the program in use, which can be edited",
		gs_uniforms_panel_get_type, GS_PART_BLOCKS},
	{"gl-state", "GL state", "right-top", "GL's state by group, with changes marked",
		gs_gl_panel_get_type, GS_PART_GL},
	{"watches", "Watch", "right-bottom", "Expressions that you enter", gs_watch_panel_get_type,
		0},
	{"stack", "Call stack", "right-bottom",
		"The call stacks of the shader's position and of the GL call",
		gs_stack_panel_get_type, GS_PART_HOST_STACK},
	{"breakpoints", "Breakpoints", "right-bottom", "Breakpoints on calls, GL errors and lines",
		gs_breaks_panel_get_type, 0},
};

struct _GsWindow {
	GtkApplicationWindow parent;
	GtkHeaderBar *header;
	GtkOverlay *overlay;
	GtkRevealer *info_revealer;
	GtkInfoBar *info;
	GtkWidget *go_to_element;
	GtkLabel *message, *status, *counters, *place, *pixel, *active;
	GtkSpinner *spinner;
	GtkBox *status_bar;
	GtkStack *pages;
	GsToolBar *host_bar, *shader_bar;
	GtkEntry *focus;
	GsFragmentOptions *options;
	GsDrawChoice *draw;
	struct gs_panes panes;
	GsStartPage *start;
	GsSourcePanel *sources;
	GsDecisionBar *decision;
	GsCheckBar *check;
	GsRecordBar *recording;
	GtkMenuButton *menu;
	GsSavePart *part;
	GsExportC *export;
	struct gs_raise *raise;
	bool in_shader, is_trace; /* as last shown */
	GtkNotebook *left_top, *left_bottom, *centre_bottom, *right_top, *right_bottom;
	GPtrArray *panels; /* GsPanel */
	struct gs_controller *controller;
	struct gs_actions *actions;
	struct gs_dock *dock;
};

G_DEFINE_TYPE(GsWindow, gs_window, GTK_TYPE_APPLICATION_WINDOW)

/* ---- messages, status ---- */

static void show_message(gpointer data, enum gs_message_kind kind, const char *text);

static void focus_typed(GtkEntry *entry, GsWindow *w)
{
	uint32_t at[4];
	unsigned n = 0;
	const char *text = gtk_entry_get_text(entry);
	bool good = true;
	while (good && *text) {
		char *end;
		guint64 value = g_ascii_strtoull(text, &end, 10);
		if (end == text) {
			good = *text == ' ' || *text == ',';
			text++;
		} else {
			good = n < 4 && value <= G_MAXUINT32 && !strchr("-+", *text);
			if (good)
				at[n++] = (uint32_t)value;
			text = end;
		}
	}
	bool pixel = gs_controller_state(w->controller)->where.stage == GS_STAGE_FRAGMENT;
	if (!good || !n || (pixel && n < 2))
		show_message(w, GS_MESSAGE_ERROR,
			pixel ? "Type a pixel as x, y: for example 400, 300."
			      : "Type the element's numbers: for example 3, or 3, 1.");
	else if (pixel && n == 2)
		gs_controller_focus(w->controller, at[0], at[1]);
	else
		gs_controller_focus_element(w->controller, at, n);
}

/* ---- showing the state ---- */

/* Show the button that goes to the element which the message names; s NULL: hide it. */
static void offer_element(GsWindow *w, const struct gs_ui_state *s)
{
	gtk_widget_set_visible(w->go_to_element, s != NULL);
	if (!s)
		return;
	g_autofree char *name = gs_element_text(s->where.stage, &s->where.holds_at);
	g_autofree char *label = g_strdup_printf("Go to %s", name);
	gtk_button_set_label(GTK_BUTTON(w->go_to_element), label);
	gtk_actionable_set_action_target(
		GTK_ACTIONABLE(w->go_to_element), "(uu)", s->where.holds_x, s->where.holds_y);
	/* after the target, without which it could not be activated */
	gtk_actionable_set_action_name(GTK_ACTIONABLE(w->go_to_element), "win.focus");
}

static void show_message(gpointer data, enum gs_message_kind kind, const char *text)
{
	GsWindow *w = GS_WINDOW(data);
	gtk_info_bar_set_message_type(
		w->info, kind == GS_MESSAGE_ERROR ? GTK_MESSAGE_ERROR : GTK_MESSAGE_INFO);
	gs_panel_label(w->message, "%s", text);
	offer_element(w, kind == GS_MESSAGE_ELEMENT ? gs_controller_state(w->controller) : NULL);
	gtk_revealer_set_reveal_child(w->info_revealer, kind != GS_MESSAGE_CLEAR);
	gtk_widget_set_visible(GTK_WIDGET(w->info_revealer), kind != GS_MESSAGE_CLEAR);
}

static void info_closed(GtkInfoBar *info, gint response, GsWindow *w)
{
	show_message(w, GS_MESSAGE_CLEAR, "");
}

/* Set the status line's accessible description: a counter that tests wait for, also visible to
 * screen readers. */
static void describe_status(GsWindow *w, const struct gs_ui_state *s)
{
	g_autofree char *text = g_strdup_printf(
		"%s after %u actions", s->work.settled ? "ready" : "busy", s->work.n_done);
	AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(w->status));
	if (g_strcmp0(atk_object_get_description(accessible), text))
		atk_object_set_description(accessible, text);
}

/* Show the numbers of the present frame and draw call as the list has them, and whose they are. */
static void set_counters(GsWindow *w, const struct gs_ui_state *s)
{
	bool known = s->has_stop && s->stop.has_call && !s->stop.outside_gl;
	g_autofree char *draw = known ? gs_call_draw_text(
						gs_session_call_store(s->session), &s->stop.call)
				      : NULL;
	g_autofree char *frame = s->has_stop ? g_strdup_printf("frame %" G_GUINT64_FORMAT,
						       (guint64)s->stop.frame)
					     : g_strdup("");
	g_autofree char *name = s->has_stop ? gs_ui_state_frame(s, s->stop.frame) : g_strdup("");
	g_autofree char *own = strcmp(name, frame) ? g_strdup_printf("%s of this file", frame)
						   : NULL;
	g_autofree char *whose = gs_ui_state_whose(s);
	gs_panel_label(w->counters, "%s%s%s%s%s", name, draw ? "   " : "", draw ? draw : "",
		whose ? "   " : "", whose ? whose : "");
	gtk_widget_set_tooltip_text(GTK_WIDGET(w->counters), own);
}

/* Return the name of the elements that are counted, in the plural even for one: it is one of so
 * many. */
static const char *elements_name(const struct gs_where *where)
{
	return where->stage == GS_STAGE_FRAGMENT && where->samples > 1
		       ? "samples"
		       : gs_stage_elements_name(where->stage);
}

static void set_status(GsWindow *w, const struct gs_ui_state *s)
{
	g_autofree char *text = gs_status_text(s);
	bool waits = (s->work.busy && s->work.slow) || s->work.fetching;
	bool fetches = s->work.fetching && !(s->work.busy && s->work.slow);
	gs_panel_label(w->status, "%s%s%s%s", text, fetches ? " – " : "",
		fetches ? s->work.fetching : "", fetches ? "…" : "");
	gtk_widget_set_tooltip_text(GTK_WIDGET(w->status), gs_status_tip(s));
	describe_status(w, s);
	g_object_set(w->spinner, "active", waits, "visible", waits, NULL);
	gs_open_trace_show(w->status_bar, s);
	set_counters(w, s);
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
	g_autofree char *element = gs_element_text(s->where.stage, &s->where.focus);
	g_autofree char *fragment = s->where.fragment ? g_strdup_printf(", fragment %u",
								s->where.fragment - 1)
						      : g_strdup("");
	gs_panel_label(
		w->pixel, "%s%s%s", element, fragment, s->where.focus_here ? "" : " (not here)");
	g_autofree char *n = s->where.counted ? g_strdup_printf("%" G_GUINT64_FORMAT,
							(guint64)s->where.active)
					      : g_strdup("…");
	gs_panel_label(w->active, "%s / %" G_GUINT64_FORMAT " %s here", n, (guint64)s->where.total,
		elements_name(&s->where));
}

static void set_focus_entry(GsWindow *w, const struct gs_ui_state *s)
{
	g_autoptr(GString) numbers = g_string_new(NULL);
	for (unsigned i = 0; s->in_shader && i < s->where.focus.n; i++)
		g_string_append_printf(numbers, "%s%u", i ? ", " : "", s->where.focus.at[i]);
	const char *text = numbers->str;
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

/* Show a panel of the stage's elements if none is shown. Fragments are pixels of the
 * framebuffer. */
static void show_elements(GsWindow *w, enum gs_stage stage)
{
	bool elements = gs_dock_shows(w->dock, "elements") || gs_dock_shows(w->dock, "emitted");
	if (stage == GS_STAGE_FRAGMENT && elements)
		gs_dock_show(w->dock, "image");
	else if (stage != GS_STAGE_FRAGMENT && !elements && !gs_dock_shows(w->dock, "mesh"))
		gs_dock_show(w->dock, stage == GS_STAGE_GEOMETRY ? "emitted" : "elements");
}

static void changed(gpointer data, unsigned parts)
{
	GsWindow *w = GS_WINDOW(data);
	const struct gs_ui_state *state = gs_controller_state(w->controller);
	gtk_stack_set_visible_child_name(w->pages, state->session ? "debug" : "start");
	set_title(w, state);
	set_status(w, state);
	gs_actions_update(w->actions, state);
	gs_panel_allow(w->focus, NULL, gs_actions_why_not_shader(state));
	if (parts & GS_PART_WHERE)
		set_focus_entry(w, state);
	if (state->in_shader && !w->in_shader)
		show_elements(w, state->where.stage);
	w->in_shader = state->in_shader;
	if (state->is_trace || (state->alive && state->was_started))
		gs_recent_started();
	if (state->is_trace && !w->is_trace) /* a trace is debugged from its list of calls */
		gs_dock_show(w->dock, "calls");
	w->is_trace = state->is_trace;
	gs_panel_set(GS_PANEL(w->sources), state, parts);
	gs_decision_bar_set(w->decision, state, parts);
	gs_check_bar_set(w->check, state, parts);
	gs_record_bar_set(w->recording, state, parts);
	gs_save_part_set(w->part, state);
	gs_export_c_set(w->export, state);
	gs_raise_follow(w->raise, state);
	gs_fragment_options_set(w->options, state, parts);
	gs_draw_choice_set(w->draw, state);
	for (guint i = 0; i < w->panels->len; i++)
		gs_panel_set(w->panels->pdata[i], state, parts);
}

/* Show the panels again whose rows hold colours of the theme. */
static void recolour(gpointer data)
{
	changed(data, GS_PART_VALUES | GS_PART_GL | GS_PART_PATH_SUMMARY | GS_PART_CHANGES |
			      GS_PART_EMITTED | GS_PART_HOST_STACK);
}

/* ---- the object ---- */

static void asked(gpointer data)
{
	gs_latency_asked();
}

static void known(gpointer data, const char *what)
{
	gs_latency_known(what);
}

static void go_to(
	gpointer data, enum gs_stage stage, unsigned object, unsigned line, unsigned column)
{
	gs_source_panel_go_to(GS_WINDOW(data)->sources, stage, object, line, column);
}

static void save_layout(GsWindow *w)
{
	if (!gs_panes_save(&w->panes, GTK_WINDOW(w)))
		return;
	gs_dock_save(w->dock);
	g_autofree char *why = gs_settings_save();
	if (why) /* no window is left to show it */
		g_printerr("glstep: %s\n", why);
}

/* Save the layout: a widget is unmapped before it is destroyed, so sizes are known for the last
 * time. */
static void unmap(GtkWidget *widget)
{
	save_layout(GS_WINDOW(widget));
	GTK_WIDGET_CLASS(gs_window_parent_class)->unmap(widget);
}

/* Hide the window while its widgets exist: closing a popover gives the focus back to what had it
 * before. */
static void dispose(GObject *object)
{
	gtk_widget_hide(GTK_WIDGET(object));
	G_OBJECT_CLASS(gs_window_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	g_ptr_array_unref(GS_WINDOW(object)->panels);
	G_OBJECT_CLASS(gs_window_parent_class)->finalize(object);
}

static void destroy(GtkWidget *widget)
{
	GsWindow *w = GS_WINDOW(widget);
	if (w->controller) {
		struct gs_controller *controller = w->controller;
		gs_controller_unhover(controller);
		GTK_WIDGET_CLASS(gs_window_parent_class)
			->destroy(widget); /* destroys the panels before the state that they read */
		w->controller = NULL;
		g_clear_pointer(&w->dock, gs_dock_free);
		gs_controller_free(controller);
		g_clear_pointer(&w->actions, gs_actions_free);
		return;
	}
	GTK_WIDGET_CLASS(gs_window_parent_class)->destroy(widget);
}

#define BIND(child) gtk_widget_class_bind_template_child(widget, GsWindow, child)
#define BIND_PANE(pane)                                                                            \
	gtk_widget_class_bind_template_child_full(                                                 \
		widget, #pane "_paned", FALSE, G_STRUCT_OFFSET(GsWindow, panes.pane))

static void gs_window_class_init(GsWindowClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->dispose = dispose;
	G_OBJECT_CLASS(class)->finalize = finalize;
	widget->destroy = destroy;
	widget->unmap = unmap;
	g_type_ensure(GS_TYPE_ICON);
	g_type_ensure(GS_TYPE_PANE);
	g_type_ensure(GS_TYPE_TOOL_BAR);
	g_type_ensure(GS_TYPE_START_PAGE);
	g_type_ensure(GS_TYPE_SOURCE_PANEL);
	g_type_ensure(GS_TYPE_DECISION_BAR);
	g_type_ensure(GS_TYPE_CHECK_BAR);
	g_type_ensure(GS_TYPE_RECORD_BAR);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "window.ui");
	BIND(header);
	BIND(menu);
	BIND(overlay);
	BIND(info_revealer);
	BIND(info);
	BIND(message);
	BIND(go_to_element);
	BIND(status);
	BIND(counters);
	BIND(place);
	BIND(pixel);
	BIND(active);
	BIND(spinner);
	BIND(status_bar);
	BIND(pages);
	BIND(host_bar);
	BIND(shader_bar);
	BIND(focus);
	BIND_PANE(left);
	BIND_PANE(host);
	BIND_PANE(right);
	BIND_PANE(centre);
	BIND_PANE(value);
	BIND(left_top);
	BIND(left_bottom);
	BIND(centre_bottom);
	BIND(right_top);
	BIND(right_bottom);
	BIND(start);
	BIND(sources);
	BIND(decision);
	BIND(check);
	BIND(recording);
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

static void panel_mapped(GtkWidget *panel, GsWindow *w)
{
	const struct panel_kind *kind = g_object_get_data(G_OBJECT(panel), "kind");
	if (w->controller)
		gs_controller_want(w->controller, kind->wants, gtk_widget_get_mapped(panel));
}

/* The panel of that type; the first, if there are more. */
static gpointer panel_of(GsWindow *w, GType type)
{
	for (guint i = 0; i < w->panels->len; i++)
		if (G_TYPE_CHECK_INSTANCE_TYPE(w->panels->pdata[i], type))
			return w->panels->pdata[i];
	return NULL;
}

static void add_panel(GsWindow *w, const struct panel_kind *kind)
{
	GtkWidget *panel = g_object_new(kind->type(), NULL);
	if (kind->wants) {
		g_object_set_data(G_OBJECT(panel), "kind", (gpointer)kind);
		g_signal_connect_after(panel, "map", G_CALLBACK(panel_mapped), w);
		g_signal_connect_after(panel, "unmap", G_CALLBACK(panel_mapped), w);
	}
	g_ptr_array_add(w->panels, panel);
	gs_dock_add(w->dock, panel, kind->id, kind->title, kind->slot, kind->tip);
}

/* Of verbs, which say what they show. */
static void add_tables(GsWindow *w, const char *slot)
{
	const struct gs_tab *tab;
	for (unsigned i = 0; (tab = gs_table_panel_tab(i)); i++) {
		GsTablePanel *panel = gs_table_panel_new(i);
		g_ptr_array_add(w->panels, panel);
		gs_dock_add(w->dock, GTK_WIDGET(panel), tab->id, tab->title, slot, tab->tip);
	}
}

static void init_panels(GsWindow *w)
{
	w->dock = gs_dock_new();
	const struct {
		GtkNotebook *notebook;
		const char *id, *title;
	} slots[] = {{w->left_top, "left-top", "upper left"},
		{w->left_bottom, "left-bottom", "lower left"},
		{w->centre_bottom, "centre-bottom", "below the source"},
		{w->right_top, "right-top", "upper right"},
		{w->right_bottom, "right-bottom", "lower right"}};
	for (size_t i = 0; i < G_N_ELEMENTS(slots); i++)
		gs_dock_add_slot(w->dock, slots[i].notebook, slots[i].id, slots[i].title);
	gs_panel_name(w->panes.left, "Width of the left panels");
	gs_panel_name(w->panes.right, "Width of the right panels");
	gs_panel_name(w->panes.host, "Height of the upper left panels");
	gs_panel_name(w->panes.centre, "Height of the source");
	gs_panel_name(w->panes.value, "Height of the upper right panels");
	w->panels = g_ptr_array_new();
	for (size_t i = 0; i < G_N_ELEMENTS(panel_kinds); i++)
		if (panel_kinds[i].type)
			add_panel(w, &panel_kinds[i]);
		else
			add_tables(w, panel_kinds[i].slot);
	gs_dock_load(w->dock);
}

static void gs_window_init(GsWindow *w)
{
	struct gs_controller_events events = {changed, show_message, go_to, asked, known, w};
	gtk_widget_init_template(GTK_WIDGET(w));
	w->controller = gs_controller_new(&events);
	init_names(w);
	init_panels(w);
	show_message(w, GS_MESSAGE_CLEAR, "");
	gs_message_position_setup(w->overlay, GTK_WIDGET(w->info_revealer), w->status, w->sources);
	g_signal_connect(w->info, "response", G_CALLBACK(info_closed), w);
	g_signal_connect(w->focus, "activate", G_CALLBACK(focus_typed), w);
}

static void ask_reset_layout(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsWindow *w = data;
	gs_dock_reset(w->dock);
	gs_panes_reset(&w->panes, GTK_WINDOW(w));
}

static void ask_raise_panel(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_dock_show(GS_WINDOW(data)->dock, g_variant_get_string(parameter, NULL));
}

static bool cursor(gpointer data, enum gs_stage *stage, unsigned *object, unsigned *line)
{
	return gs_source_panel_cursor(GS_WINDOW(data)->sources, stage, object, line);
}

static void ask_go_to_line(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	guint stage, object, line, column;
	g_variant_get(parameter, "(uuuu)", &stage, &object, &line, &column);
	gs_source_panel_go_to(GS_WINDOW(data)->sources, stage, object, line, column);
}

static void hovered(gpointer data, const struct gs_value_node *node)
{
	gs_source_panel_hover(GS_WINDOW(data)->sources, node);
}

static void ask_hover(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_hover(
		GS_WINDOW(data)->controller, g_variant_get_string(parameter, NULL), hovered, data);
}

static void ask_reformat(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	changed(data, GS_PART_VALUES);
}

static void ask_more_calls(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	changed(data, GS_PART_CALLS);
}

static void ask_cancel_opening(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_pause(GS_WINDOW(data)->controller);
}

static GsEditorPanel *editor_of(GsWindow *w)
{
	return panel_of(w, GS_TYPE_EDITOR_PANEL);
}

/* Search in what has the keyboard focus: the list of calls, another list, the editor, or else the
 * source. */
static void ask_find(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsWindow *w = GS_WINDOW(data);
	GsEditorPanel *editor = editor_of(w);
	GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(w));
	GtkWidget *calls = focus ? gtk_widget_get_ancestor(focus, GS_TYPE_CALL_LIST) : NULL;
	if (calls)
		gs_call_list_find(GS_CALL_LIST(calls));
	else if (GTK_IS_TREE_VIEW(focus))
		gs_panel_find(GTK_TREE_VIEW(focus));
	else if (!editor || !gs_editor_panel_find(editor))
		gs_source_panel_find(w->sources);
}

static void ask_find_next(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsEditorPanel *editor = editor_of(GS_WINDOW(data));
	if (!editor || !gs_editor_panel_find_next(editor))
		gs_source_panel_find_next(GS_WINDOW(data)->sources);
}

static void ask_definition_here(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_source_panel_definition(GS_WINDOW(data)->sources);
}

static void ask_focus_entry(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gtk_widget_grab_focus(GTK_WIDGET(GS_WINDOW(data)->focus));
}

static void ask_new_watch(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsWindow *w = GS_WINDOW(data);
	gs_dock_show(w->dock, "watches");
	gs_watch_panel_type(panel_of(w, GS_TYPE_WATCH_PANEL));
}

static void ask_find_uses(GSimpleAction *action, GVariant *parameter, gpointer window)
{
	GsWindow *w = window;
	gs_dock_show(w->dock, "calls");
	gs_call_list_find_uses(
		panel_of(w, GS_TYPE_CALL_LIST), g_variant_get_string(parameter, NULL));
}

static void ask_show_panel(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_dock_focus(GS_WINDOW(data)->dock, g_variant_get_string(parameter, NULL));
}

static void ask_show_source(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gtk_widget_child_focus(GTK_WIDGET(GS_WINDOW(data)->sources), GTK_DIR_TAB_FORWARD);
}

static void ask_choose_stage(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_controller_choose_stage(GS_WINDOW(data)->controller, g_variant_get_uint32(parameter));
}

static void ask_next_stage(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gs_source_panel_next_stage(GS_SOURCE_PANEL(GS_WINDOW(data)->sources));
}

static void ask_edit_here(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsWindow *w = data;
	enum gs_stage stage;
	unsigned object, line;
	gs_dock_show(w->dock, "editor");
	if (cursor(w, &stage, &object, &line))
		gs_editor_panel_go_to(editor_of(w), stage, object, line);
}

static char *edits(GtkWindow *window)
{
	GsEditorPanel *editor = editor_of(GS_WINDOW(window));
	return editor ? gs_editor_panel_edits(editor) : NULL;
}

static void begin_anew(GtkApplication *application, bool no_log)
{
	const struct gs_ui_options options = {.asks_again = true, .no_log = no_log};
	gtk_window_present(GTK_WINDOW(gs_window_new(application, &options)));
}

GsWindow *gs_window_new(GtkApplication *application, const struct gs_ui_options *options)
{
	static const GActionEntry own[] = {
		{"go-to-line", ask_go_to_line, "(uuuu)", NULL, NULL, {0}},
		{"hover", ask_hover, "s", NULL, NULL, {0}},
		{"reformat", ask_reformat, NULL, NULL, NULL, {0}},
		{"more-calls", ask_more_calls, NULL, NULL, NULL, {0}},
		{"cancel-opening", ask_cancel_opening, NULL, NULL, NULL, {0}},
		{"find", ask_find, NULL, NULL, NULL, {0}},
		{"find-next", ask_find_next, NULL, NULL, NULL, {0}},
		{"definition-here", ask_definition_here, NULL, NULL, NULL, {0}},
		{"edit-here", ask_edit_here, NULL, NULL, NULL, {0}},
		{"focus-entry", ask_focus_entry, NULL, NULL, NULL, {0}},
		{"new-watch", ask_new_watch, NULL, NULL, NULL, {0}},
		{"show-panel", ask_show_panel, "s", NULL, NULL, {0}},
		{"find-uses", ask_find_uses, "s", NULL, NULL, {0}},
		{"raise-panel", ask_raise_panel, "s", NULL, NULL, {0}},
		{"reset-layout", ask_reset_layout, NULL, NULL, NULL, {0}},
		{"show-source", ask_show_source, NULL, NULL, NULL, {0}},
		{"choose-stage", ask_choose_stage, "u", NULL, NULL, {0}},
		{"next-stage", ask_next_stage, NULL, NULL, NULL, {0}},
	};
	GsWindow *w = g_object_new(GS_TYPE_WINDOW, "application", application, NULL);
	struct gs_actions_hooks hooks = {cursor, show_message, w, options->no_log};
	w->actions = gs_actions_new(GTK_APPLICATION_WINDOW(w), w->controller, &hooks);
	g_action_map_add_action_entries(G_ACTION_MAP(w), own, G_N_ELEMENTS(own), w);
	gs_list_copy_setup(GTK_WINDOW(w));
	static const char *const keys[][2] = {{"win.find", "<Control>f"}, {"win.find-next", "F3"},
		{"win.definition-here", "F12"}, {"win.edit-here", "<Control>e"},
		{"win.focus-entry", "<Control>l"}, {"win.new-watch", "<Control>w"},
		{"win.show-source", "<Control>0"}, {"win.next-stage", "<Alt>s"}};
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		const char *accels[] = {keys[i][1], NULL};
		gtk_application_set_accels_for_action(application, keys[i][0], accels);
	}
	gs_actions_fill_bar(w->actions, GTK_BOX(w->host_bar), GS_BAR_HOST);
	gs_actions_fill_bar(w->actions, GTK_BOX(w->shader_bar), GS_BAR_SHADER);
	gs_actions_fill_bar(
		w->actions, gs_call_panel_bar(panel_of(w, GS_TYPE_CALL_PANEL)), GS_BAR_CALL);
	gs_trace_actions_setup(
		GTK_APPLICATION_WINDOW(w), w->controller, w->dock, panel_of(w, GS_TYPE_CALL_LIST));
	w->options = g_object_new(GS_TYPE_FRAGMENT_OPTIONS, "visible", TRUE, NULL);
	gtk_box_pack_end(GTK_BOX(w->shader_bar), GTK_WIDGET(w->options), FALSE, FALSE, 0);
	w->draw = g_object_new(GS_TYPE_DRAW_CHOICE, NULL);
	gtk_box_pack_end(GTK_BOX(w->shader_bar), GTK_WIDGET(w->draw), FALSE, FALSE, 0);
	gs_menu_setup(GTK_APPLICATION_WINDOW(w), w->menu, w->dock);
	gs_theme_watch(G_OBJECT(w), recolour);
	gs_open_trace_setup(GTK_APPLICATION_WINDOW(w), w->controller);
	gs_end_question_setup(GTK_WINDOW(w), w->controller, edits);
	gs_new_session_setup(GTK_APPLICATION_WINDOW(w), w->controller, options->no_log, begin_anew);
	gs_record_bar_setup(w->recording, GTK_APPLICATION_WINDOW(w), w->menu, w->controller);
	w->raise = gs_raise_new(GTK_APPLICATION_WINDOW(w));
	w->part = gs_save_part_new(GTK_APPLICATION_WINDOW(w), w->menu,
		gs_actions_button(w->actions, "keep-frame"), w->controller);
	w->export = gs_export_c_new(GTK_APPLICATION_WINDOW(w), w->menu, w->controller);
	gs_panes_place(&w->panes, GTK_WINDOW(w), GTK_WIDGET(w->recording),
		options->width ? (int)options->width : gs_settings_int("window", "width", 1280),
		options->height ? (int)options->height : gs_settings_int("window", "height", 800));
	changed(w, GS_PART_ALL);
	if (options->has_program)
		gs_recent_launch(&options->launch);
	if (options->asks_again || options->has_program)
		gs_start_page_fill(
			w->start); /* the page is shown again if the program does not start */
	if (!options->has_program)
		return w;
	struct gs_launch launch = options->launch;
	if (!launch.keep_last && !launch.mesa_trace && !gs_opened_is_trace(launch.argv[0]))
		launch.keep_last = gs_settings_keep_last();
	gs_controller_launch(w->controller, &launch, options->first_draw, options->no_log, NULL);
	return w;
}
