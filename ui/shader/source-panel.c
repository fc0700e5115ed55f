/* SPDX-License-Identifier: MIT */
#include "ui/shader/source-panel.h"

#include <string.h>
#include "data/data.h"
#include "data/draw.h"
#include "ui/widgets/find-bar.h"
#include "ui/actions/settings.h"
#include "ui/shader/source-menu.h"

struct _GsSourcePanel {
	GtkBox parent;
	GtkStack *stack;
	GtkLabel *empty;
	GtkStack *sources;
	GtkStackSwitcher *tabs;
	GtkLabel *place;
	GtkToggleButton *lay_out, *executions;
	struct gs_find_bar *find;
	GPtrArray *pages; /* struct gs_source_page: the used ones first */
	unsigned n_used;
	uint32_t program; /* program object whose sources are shown */
	bool in_shader;
	bool busy; /* code, not the user, is changing the page */
};

GS_DEFINE_PANEL(GsSourcePanel, gs_source_panel)

static char *page_title(enum gs_stage stage, unsigned nth, unsigned n)
{
	g_autofree char *name = g_strdup(gs_stage_name(stage));
	name[0] = g_ascii_toupper(name[0]);
	return n > 1 ? g_strdup_printf("%s %u", name, nth + 1) : g_strdup(name);
}

static void set_title(struct gs_source_page *page, const char *title)
{
	gtk_container_child_set(GTK_CONTAINER(gtk_widget_get_parent(page->scroller)),
		page->scroller, "title", title, NULL);
}

static unsigned objects_of(const struct gs_program_info *program, enum gs_stage stage)
{
	unsigned n = 0;
	for (size_t i = 0; i < program->n_sources; i++)
		n += program->sources[i].stage == stage;
	return n;
}

static bool same_sources(GsSourcePanel *panel, const struct gs_program_info *program)
{
	if (panel->n_used != program->n_sources)
		return false;
	for (guint i = 0; i < panel->n_used; i++) {
		struct gs_source_page *page = g_ptr_array_index(panel->pages, i);
		if (page->stage != program->sources[i].stage ||
			strcmp(page->text, program->sources[i].source))
			return false;
	}
	return true;
}

/* Use n pages; others are hidden and kept for the next program. */
static void use_pages(GsSourcePanel *panel, unsigned n)
{
	while (panel->pages->len < n) {
		struct gs_source_page *page = gs_source_page_new();
		gs_source_menu_setup(page);
		gs_source_page_lay_out(page, gtk_toggle_button_get_active(panel->lay_out));
		g_autofree char *id = g_strdup_printf("%u", panel->pages->len);
		gtk_stack_add_titled(panel->sources, page->scroller, id, "");
		g_ptr_array_add(panel->pages, page);
	}
	panel->n_used = n;
	for (guint i = 0; i < panel->pages->len; i++)
		gtk_widget_set_visible(
			((struct gs_source_page *)g_ptr_array_index(panel->pages, i))->scroller,
			i < n);
}

static void show_page(GsSourcePanel *panel, int n)
{
	gtk_stack_set_visible_child(panel->sources,
		((struct gs_source_page *)g_ptr_array_index(panel->pages, (guint)n))->scroller);
}

static struct gs_source_page *shown_page(GsSourcePanel *panel)
{
	for (guint i = 0; i < panel->n_used; i++) {
		struct gs_source_page *page = g_ptr_array_index(panel->pages, i);
		if (page->scroller == gtk_stack_get_visible_child(panel->sources))
			return page;
	}
	return NULL;
}

/* Make the stage of the shown page the one to debug. */
static void page_shown(GtkStack *sources, GParamSpec *property, GsSourcePanel *panel)
{
	const struct gs_source_page *page = shown_page(panel);
	if (page && !panel->busy && !panel->in_shader)
		gs_panel_activate(
			panel, "choose-stage", g_variant_new_uint32((guint32)page->stage));
}

/* Return the index of the stage's first page; -1: none. */
static int find_stage(GsSourcePanel *panel, enum gs_stage stage)
{
	for (guint i = 0; i < panel->n_used; i++)
		if (((struct gs_source_page *)g_ptr_array_index(panel->pages, i))->stage == stage)
			return (int)i;
	return -1;
}

static void show_stage(GsSourcePanel *panel, enum gs_stage stage)
{
	const struct gs_source_page *shown = shown_page(panel);
	int n = find_stage(panel, stage);
	if (n >= 0 && (!shown || shown->stage != stage))
		show_page(panel, n);
}

static void set_sources(GsSourcePanel *panel, const struct gs_program_info *program)
{
	if (same_sources(panel, program))
		return;
	/* With the same program a source was replaced: other pages, and the cursor's line, stay. */
	bool edited = panel->program == program->program && panel->n_used == program->n_sources;
	panel->program = program->program;
	use_pages(panel, (unsigned)program->n_sources);
	for (size_t i = 0; i < program->n_sources; i++) {
		const struct gs_source_info *info = &program->sources[i];
		unsigned nth = 0;
		for (size_t k = 0; k < i; k++)
			nth += program->sources[k].stage == info->stage;
		g_autofree char *title = page_title(
			info->stage, nth, objects_of(program, info->stage));
		struct gs_source_page *page = g_ptr_array_index(panel->pages, i);
		unsigned line = edited ? gs_source_page_line(page) : 1;
		if (!edited || strcmp(page->text, info->source))
			gs_source_page_fill(page, info, nth, title, line);
		set_title(page, title);
	}
}

static void set_where(GsSourcePanel *panel, const struct gs_ui_state *state)
{
	for (guint i = 0; i < panel->n_used; i++) {
		struct gs_source_page *page = g_ptr_array_index(panel->pages, i);
		bool here = state->in_shader && page->stage == state->where.stage &&
			    page->nth == state->where.object;
		g_autofree char *title = page_title(
			page->stage, page->nth, objects_of(&state->program, page->stage));
		bool edited = gs_ui_state_source_override(state, page->stage, page->nth) != NULL;
		g_autofree char *shown = g_strdup_printf(
			"%s%s%s", here ? "▸ " : "", title, edited ? " (edited)" : "");
		set_title(page, shown);
		if (here)
			show_page(panel, (int)i);
		gs_source_page_set_where(page, state, here);
	}
}

/* Show the call path on one line. */
static void set_place(GsSourcePanel *panel, const struct gs_ui_state *state)
{
	GString *text = g_string_new(NULL);
	for (char **frame = state->in_shader ? state->call_path : NULL; frame && *frame; frame++) {
		g_auto(GStrv) parts = g_strsplit(*frame, ",", 2);
		g_string_append_printf(text, "%s%s", text->len ? " › " : "", parts[0]);
	}
	gs_panel_label(panel->place, "%s", text->str);
	g_string_free(text, TRUE);
}

/* Return whether the call executes display lists, whose vertices Mesh cannot show. */
static bool draws_lists(const struct gs_ui_state *state)
{
	return gs_data_draws_from((unsigned)gs_data_find(state->stop.call.name), GS_DRAW_LISTS);
}

static const char *why_empty(const struct gs_ui_state *state)
{
	if (!state->alive)
		return state->is_opening ? "The calls of the trace are being read."
		       : state->is_trace && !state->has_stop
			       ? "Double-click a call of the trace to play up to it, or go to the "
				 "next draw."
		       : state->work.busy && state->work.program_runs ? "The program is starting."
		       : state->detached ? "The program runs on without glstep. Restart begins it "
					   "anew, to be debugged."
					 : "No program is running. Restart it to continue.";
	if (!state->has_stop)
		return "The program is running. Its shaders are shown when it stops.";
	if (state->stop.outside_gl)
		return state->stop.inside ? "The program is paused in a call of GL that has not "
					    "returned, where no shader can be shown."
					  : "The program is paused outside GL, where no shader can "
					    "be shown.";
	if (state->sources_note)
		return state->sources_note;
	if (gs_ui_state_draws_fixed(state) && !gs_program_info_has_fixed(&state->program))
		return "This draw has no program: in this context GL draws nothing without one. "
		       "Was a program refused when it was linked? GL calls show its answers.";
	if (gs_ui_state_draws_fixed(state))
		return draws_lists(state) ? "This draw uses fixed function, without a shader: "
					    "Framebuffer shows what the display list draws, "
					    "Resources and GL state with what."
					  : "This draw uses fixed function, without a shader: "
					    "Mesh, Resources, GL state, Call and Framebuffer show "
					    "what it draws, and with what.";
	if (state->stop.is_draw && state->has_program && state->program.flags & GS_PROGRAM_ARB)
		return "This draw uses an ARB assembly program, which is not GLSL.";
	if (state->has_program && state->program.flags & GS_PROGRAM_NO_SOURCE)
		return state->is_trace ? "The program in use was made from a binary or SPIR-V: "
					 "there is no GLSL source to show."
				       : "The program in use was made from a binary or SPIR-V: "
					 "there is no GLSL source to show. Does it come from a "
					 "cache on disk? New session… in the menu, with Refuse "
					 "program binaries, makes the program compile its sources.";
	return "No GLSL program is in use here. Press Draw to run to the next draw call.";
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsSourcePanel *panel = GS_SOURCE_PANEL(widget);
	if (!(parts & (GS_PART_SOURCES | GS_PART_WHERE | GS_PART_BREAKS | GS_PART_STOP |
			      GS_PART_RUN | GS_PART_PATH_SUMMARY)))
		return;
	panel->busy = true;
	if (parts & GS_PART_SOURCES) {
		if (state->has_program)
			set_sources(panel, &state->program);
		else
			use_pages(panel, 0);
	}
	gs_panel_label(panel->empty, "%s", why_empty(state));
	gtk_stack_set_visible_child_name(panel->stack, panel->n_used ? "sources" : "empty");
	for (guint i = 0; i < panel->n_used; i++) {
		struct gs_source_page *page = g_ptr_array_index(panel->pages, i);
		if (parts & (GS_PART_SOURCES | GS_PART_WHERE | GS_PART_BREAKS))
			gs_source_page_set_breaks(page, state);
		if (parts & (GS_PART_SOURCES | GS_PART_WHERE | GS_PART_PATH_SUMMARY))
			gs_source_page_set_use(page, state);
	}
	if (parts & (GS_PART_SOURCES | GS_PART_WHERE)) {
		set_where(panel, state);
		set_place(panel, state);
	}
	panel->in_shader = state->in_shader;
	if (!state->in_shader)
		show_stage(panel, state->chosen_stage);
	panel->busy = false;
}

bool gs_source_panel_cursor(
	GsSourcePanel *panel, enum gs_stage *stage, unsigned *object, unsigned *line)
{
	const struct gs_source_page *page = shown_page(panel);
	if (!page)
		return false;
	*stage = page->stage;
	*object = page->nth;
	*line = gs_source_page_line(page);
	return true;
}

void gs_source_panel_go_to(
	GsSourcePanel *panel, enum gs_stage stage, unsigned object, unsigned line, unsigned column)
{
	for (guint i = 0; i < panel->n_used; i++) {
		struct gs_source_page *page = g_ptr_array_index(panel->pages, i);
		if (page->stage != stage || page->nth != object)
			continue;
		show_page(panel, (int)i);
		gs_source_page_go_to(page, line, column);
	}
}

void gs_source_panel_hover(GsSourcePanel *panel, const struct gs_value_node *node)
{
	struct gs_source_page *page = shown_page(panel);
	if (page)
		gs_source_menu_hover(page, node);
}

void gs_source_panel_definition(GsSourcePanel *panel)
{
	struct gs_source_page *page = shown_page(panel);
	if (page)
		gs_source_page_definition(page);
}

void gs_source_panel_next_stage(GsSourcePanel *panel)
{
	const struct gs_source_page *shown = shown_page(panel);
	int n = -1;
	for (unsigned by = 1; shown && by < GS_N_STAGES && n < 0; by++)
		n = find_stage(panel, (shown->stage + by) % GS_N_STAGES);
	if (n >= 0)
		show_page(panel, n);
}

GtkWidget *gs_source_panel_text(GsSourcePanel *panel)
{
	return GTK_WIDGET(panel->stack);
}

bool gs_source_panel_cursor_area(GsSourcePanel *panel, GdkRectangle *area, int *top)
{
	const struct gs_source_page *page = shown_page(panel);
	GtkTextIter cursor;
	if (!page || !gtk_widget_get_mapped(GTK_WIDGET(page->view)))
		return false;
	GtkTextView *view = GTK_TEXT_VIEW(page->view);
	GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
	gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
	gtk_text_view_get_iter_location(view, &cursor, area);
	gtk_text_view_buffer_to_window_coords(
		view, GTK_TEXT_WINDOW_WIDGET, area->x, area->y, &area->x, &area->y);
	gtk_widget_translate_coordinates(
		GTK_WIDGET(panel->sources), GTK_WIDGET(panel->stack), 0, 0, NULL, top);
	return gtk_widget_translate_coordinates(
		GTK_WIDGET(view), GTK_WIDGET(panel->stack), area->x, area->y, &area->x, &area->y);
}

static void lay_out_toggled(GtkToggleButton *button, GsSourcePanel *panel)
{
	bool is_on = gtk_toggle_button_get_active(button);
	g_key_file_set_integer(gs_settings(), "window", "source-layout", is_on);
	for (guint i = 0; i < panel->pages->len; i++)
		gs_source_page_lay_out(g_ptr_array_index(panel->pages, i), is_on);
}

static void executions_toggled(GtkToggleButton *button, GsSourcePanel *panel)
{
	gs_panel_activate(panel, "show-executions",
		g_variant_new_boolean(gtk_toggle_button_get_active(button)));
}

/* ---- find ---- */

void gs_source_panel_find(GsSourcePanel *panel)
{
	gs_find_bar_open(panel->find);
}

void gs_source_panel_find_next(GsSourcePanel *panel)
{
	gs_find_bar_next(panel->find);
}

static GtkSourceView *searched(gpointer data)
{
	struct gs_source_page *page = shown_page(data);
	return page ? page->view : NULL;
}

static void scroll(GtkSourceView *view, gpointer data)
{
	gs_source_page_show_cursor(shown_page(data));
}

/* ---- the object ---- */

static void finalize(GObject *object)
{
	g_ptr_array_unref(GS_SOURCE_PANEL(object)->pages);
	G_OBJECT_CLASS(gs_source_panel_parent_class)->finalize(object);
}

static void gs_source_panel_class_init(GsSourcePanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "source-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, stack);
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, empty);
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, sources);
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, tabs);
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, place);
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, lay_out);
	gtk_widget_class_bind_template_child(widget, GsSourcePanel, executions);
}

static void gs_source_panel_init(GsSourcePanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->pages = g_ptr_array_new_with_free_func(gs_source_page_free);
	panel->find = gs_find_bar_new(GTK_BOX(panel), "the source", "Find in this source",
		&(struct gs_find_hooks){searched, scroll}, panel);
	g_signal_connect(panel->sources, "notify::visible-child", G_CALLBACK(page_shown), panel);
	gs_panel_name(panel->sources, "Sources");
	gs_panel_name(panel->tabs, "Stages");
	gs_panel_name(panel->place, "Function");
	gs_panel_name(panel->lay_out, "Lay out");
	gtk_toggle_button_set_active(
		panel->lay_out, gs_settings_int("window", "source-layout", 0) != 0);
	g_signal_connect(panel->lay_out, "toggled", G_CALLBACK(lay_out_toggled), panel);
	gs_panel_name(panel->executions, "Executions of lines");
	g_signal_connect(panel->executions, "toggled", G_CALLBACK(executions_toggled), panel);
	gs_panel_name(panel->empty, "Why there is no source");
}
