/* SPDX-License-Identifier: MIT */
#include "ui/source-panel.h"

#include <string.h>
#include <gtksourceview/gtksource.h>
#include "ui/icon.h"

enum { MARK_SIZE = 14 };

struct page {
	enum gs_stage stage;
	unsigned nth; /* object of the stage */
	char *text;
	GtkWidget *scroller;
	GtkSourceView *view;
	GtkSourceBuffer *buffer;
	GtkTextTag *expression, *line;
	bool is_current;
	int height;
};

struct _GsSourcePanel {
	GtkBox parent;
	GtkStack *stack;
	GtkLabel *empty;
	GtkStack *sources;
	GtkStackSwitcher *tabs;
	GtkLabel *place;
	GPtrArray *pages; /* those in use first */
	unsigned n_used;
};

G_DEFINE_TYPE(GsSourcePanel, gs_source_panel, GTK_TYPE_BOX)

/* ---- a page ---- */

static void page_free(gpointer data)
{
	struct page *page = data;
	g_free(page->text);
	g_free(page);
}

static char *page_title(enum gs_stage stage, unsigned nth, unsigned n)
{
	g_autofree char *name = g_strdup(gs_stage_name(stage));
	name[0] = g_ascii_toupper(name[0]);
	return n > 1 ? g_strdup_printf("%s %u", name, nth + 1) : g_strdup(name);
}

static void toggle_at(GsSourcePanel *panel, const GtkTextIter *iter)
{
	gs_panel_ask(panel, "toggle-break",
		g_variant_new_uint32((guint32)gtk_text_iter_get_line(iter) + 1));
}

static void gutter_clicked(
	GtkSourceView *view, GtkTextIter *iter, GdkEvent *event, GsSourcePanel *panel)
{
	guint button = 0;
	if (gdk_event_get_button(event, &button) && button == 1)
		toggle_at(panel, iter);
}

static void add_mark_kind(GtkSourceView *view, const char *category, const char *symbol, double r,
	double g, double b, int priority)
{
	cairo_surface_t *surface = gs_icon_surface(symbol, MARK_SIZE, r, g, b);
	g_autoptr(GdkPixbuf)
		pixbuf = gdk_pixbuf_get_from_surface(surface, 0, 0, MARK_SIZE, MARK_SIZE);
	GtkSourceMarkAttributes *attributes = gtk_source_mark_attributes_new();
	gtk_source_mark_attributes_set_pixbuf(attributes, pixbuf);
	gtk_source_view_set_mark_attributes(view, category, attributes, priority);
	g_object_unref(attributes);
	cairo_surface_destroy(surface);
}

static void style_buffer(GtkSourceBuffer *buffer)
{
	GtkSourceLanguage *language = gtk_source_language_manager_get_language(
		gtk_source_language_manager_get_default(), "glsl");
	GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme(
		gtk_source_style_scheme_manager_get_default(), "classic");
	if (language)
		gtk_source_buffer_set_language(buffer, language);
	if (scheme)
		gtk_source_buffer_set_style_scheme(buffer, scheme);
	gtk_source_buffer_set_highlight_matching_brackets(buffer, FALSE);
}

static void page_allocated(GtkWidget *scroller, GdkRectangle *allocation, struct page *page);

static struct page *page_new(GsSourcePanel *panel)
{
	struct page *page = g_new0(struct page, 1);
	page->buffer = gtk_source_buffer_new(NULL);
	style_buffer(page->buffer);
	page->line = gtk_text_buffer_create_tag(
		GTK_TEXT_BUFFER(page->buffer), NULL, "paragraph-background", "#fff6d6", NULL);
	page->expression = gtk_text_buffer_create_tag(GTK_TEXT_BUFFER(page->buffer), NULL,
		"background", "#ffd54a", "foreground", "#1c1c1c", NULL);
	page->view = GTK_SOURCE_VIEW(gtk_source_view_new_with_buffer(page->buffer));
	g_object_unref(page->buffer); /* the view's */
	gtk_text_view_set_editable(GTK_TEXT_VIEW(page->view), FALSE);
	gtk_text_view_set_monospace(GTK_TEXT_VIEW(page->view), TRUE);
	gtk_text_view_set_left_margin(GTK_TEXT_VIEW(page->view), 4);
	gtk_source_view_set_show_line_numbers(page->view, TRUE);
	gtk_source_view_set_show_line_marks(page->view, TRUE);
	gtk_source_view_set_tab_width(page->view, 4);
	add_mark_kind(page->view, "breakpoint", "breakpoint", 0.75, 0.11, 0.16, 1);
	add_mark_kind(page->view, "current", "current", 0.85, 0.55, 0, 2);
	g_signal_connect(page->view, "line-mark-activated", G_CALLBACK(gutter_clicked), panel);
	page->scroller = gtk_scrolled_window_new(NULL, NULL);
	gtk_container_add(GTK_CONTAINER(page->scroller), GTK_WIDGET(page->view));
	g_signal_connect_after(page->scroller, "size-allocate", G_CALLBACK(page_allocated), page);
	gtk_widget_show_all(page->scroller);
	g_autofree char *id = g_strdup_printf("%u", panel->pages->len);
	gtk_stack_add_titled(panel->sources, page->scroller, id, "");
	g_ptr_array_add(panel->pages, page);
	return page;
}

static void set_title(struct page *page, const char *title)
{
	gtk_container_child_set(GTK_CONTAINER(gtk_widget_get_parent(page->scroller)),
		page->scroller, "title", title, NULL);
}

static void page_fill(
	struct page *page, const struct gs_source_info *info, unsigned nth, unsigned n)
{
	g_free(page->text);
	page->text = g_strdup(info->source);
	page->stage = info->stage;
	page->nth = nth;
	page->is_current = false;
	g_autofree char *valid = g_utf8_make_valid(info->source, -1);
	gtk_text_buffer_set_text(GTK_TEXT_BUFFER(page->buffer), valid, -1);
	GtkTextIter start;
	gtk_text_buffer_get_start_iter(GTK_TEXT_BUFFER(page->buffer), &start);
	gtk_text_buffer_place_cursor(GTK_TEXT_BUFFER(page->buffer), &start);
	g_autofree char *title = page_title(page->stage, nth, n);
	g_autofree char *name = g_strdup_printf("Source %s", title);
	set_title(page, title);
	gs_panel_name(page->view, name);
}

static void clear_marks(struct page *page, const char *category)
{
	GtkTextIter start, end;
	gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(page->buffer), &start, &end);
	gtk_source_buffer_remove_source_marks(page->buffer, &start, &end, category);
	if (strcmp(category, "current"))
		return;
	gtk_text_buffer_remove_tag(GTK_TEXT_BUFFER(page->buffer), page->line, &start, &end);
	gtk_text_buffer_remove_tag(GTK_TEXT_BUFFER(page->buffer), page->expression, &start, &end);
}

/* Lines and byte columns from 1, beyond the end: the end. */
static void iter_at(struct page *page, unsigned line, unsigned column, GtkTextIter *iter)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	int n = gtk_text_buffer_get_line_count(buffer);
	gtk_text_buffer_get_iter_at_line(buffer, iter, CLAMP((int)line - 1, 0, n - 1));
	int bytes = gtk_text_iter_get_bytes_in_line(iter), wanted = column ? (int)column - 1 : 0;
	if (wanted < bytes)
		gtk_text_iter_set_line_index(iter, wanted);
	else if (!gtk_text_iter_ends_line(iter))
		gtk_text_iter_forward_to_line_end(iter);
}

static void scroll_to_cursor(struct page *page)
{
	gtk_text_view_scroll_to_mark(GTK_TEXT_VIEW(page->view),
		gtk_text_buffer_get_insert(GTK_TEXT_BUFFER(page->buffer)), 0.2, FALSE, 0, 0);
}

static void mark_current(struct page *page, const struct gs_span *span)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter start, end, line_start, line_end;
	iter_at(page, span->line, span->column, &start);
	iter_at(page, span->end_line, span->end_column, &end);
	if (gtk_text_iter_equal(&start, &end))
		gtk_text_iter_forward_char(&end);
	line_start = start;
	gtk_text_iter_set_line_offset(&line_start, 0);
	line_end = end;
	gtk_text_iter_forward_line(&line_end);
	gtk_text_buffer_apply_tag(buffer, page->line, &line_start, &line_end);
	gtk_text_buffer_apply_tag(buffer, page->expression, &start, &end);
	gtk_source_buffer_create_source_mark(page->buffer, NULL, "current", &line_start);
	gtk_text_buffer_place_cursor(buffer, &start);
	scroll_to_cursor(page);
}

/* The decision bar came or went: what is marked stays in sight. */
static void page_allocated(GtkWidget *scroller, GdkRectangle *allocation, struct page *page)
{
	if (allocation->height == page->height)
		return;
	page->height = allocation->height;
	if (page->is_current)
		scroll_to_cursor(page);
}

/* ---- the panel ---- */

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
		struct page *page = g_ptr_array_index(panel->pages, i);
		if (page->stage != program->sources[i].stage ||
			strcmp(page->text, program->sources[i].source))
			return false;
	}
	return true;
}

/* Pages are kept for the next program and hidden meanwhile. */
static void use_pages(GsSourcePanel *panel, unsigned n)
{
	while (panel->pages->len < n)
		page_new(panel);
	panel->n_used = n;
	for (guint i = 0; i < panel->pages->len; i++)
		gtk_widget_set_visible(
			((struct page *)g_ptr_array_index(panel->pages, i))->scroller, i < n);
}

static void show_page(GsSourcePanel *panel, int n)
{
	gtk_stack_set_visible_child(panel->sources,
		((struct page *)g_ptr_array_index(panel->pages, (guint)n))->scroller);
}

static void set_sources(GsSourcePanel *panel, const struct gs_program_info *program)
{
	if (same_sources(panel, program))
		return;
	int fragment = -1;
	use_pages(panel, (unsigned)program->n_sources);
	for (size_t i = 0; i < program->n_sources; i++) {
		const struct gs_source_info *info = &program->sources[i];
		unsigned nth = 0;
		for (size_t k = 0; k < i; k++)
			nth += program->sources[k].stage == info->stage;
		page_fill(g_ptr_array_index(panel->pages, i), info, nth,
			objects_of(program, info->stage));
		if (info->stage == GS_STAGE_FRAGMENT && fragment < 0)
			fragment = (int)i;
	}
	if (panel->n_used)
		show_page(panel, MAX(fragment, 0));
}

static void set_breaks(GsSourcePanel *panel, const struct gs_ui_state *state)
{
	for (guint i = 0; i < panel->n_used; i++) {
		struct page *page = g_ptr_array_index(panel->pages, i);
		clear_marks(page, "breakpoint");
		for (size_t k = 0; k < state->n_breaks; k++) {
			const struct gs_line_break *b = &state->breaks[k];
			if (page->stage != GS_STAGE_FRAGMENT || b->object != page->nth)
				continue;
			GtkTextIter iter;
			iter_at(page, b->line, 1, &iter);
			gtk_source_buffer_create_source_mark(
				page->buffer, NULL, "breakpoint", &iter);
		}
	}
}

static void set_where(GsSourcePanel *panel, const struct gs_ui_state *state)
{
	for (guint i = 0; i < panel->n_used; i++) {
		struct page *page = g_ptr_array_index(panel->pages, i);
		clear_marks(page, "current");
		bool here = state->in_shader && page->stage == state->where.stage &&
			    page->nth == state->where.object;
		g_autofree char *title = page_title(
			page->stage, page->nth, objects_of(&state->program, page->stage));
		g_autofree char *shown = here ? g_strdup_printf("▸ %s", title) : g_strdup(title);
		set_title(page, shown);
		page->is_current = here;
		if (!here)
			continue;
		show_page(panel, (int)i);
		mark_current(page, &state->where.span);
	}
}

/* The call path in a line. */
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

static const char *why_empty(const struct gs_ui_state *state)
{
	if (!state->alive)
		return "No program runs. Start it again to go on.";
	if (!state->has_stop)
		return "The program runs. Its shaders are shown when it stops.";
	if (state->stop.outside_gl)
		return "The program is paused outside GL, where no shader can be looked at.";
	if (state->sources_note)
		return state->sources_note;
	return "No GLSL program is in use yet. Next draw runs on to the next draw call.";
}

void gs_source_panel_set(GsSourcePanel *panel, const struct gs_ui_state *state, unsigned parts)
{
	if (!(parts & (GS_PART_SOURCES | GS_PART_WHERE | GS_PART_BREAKS | GS_PART_STOP |
			      GS_PART_RUN)))
		return;
	if (parts & GS_PART_SOURCES) {
		if (state->has_program)
			set_sources(panel, &state->program);
		else
			use_pages(panel, 0);
	}
	gs_panel_label(panel->empty, "%s", why_empty(state));
	gtk_stack_set_visible_child_name(panel->stack, panel->n_used ? "sources" : "empty");
	if (parts & (GS_PART_SOURCES | GS_PART_WHERE | GS_PART_BREAKS))
		set_breaks(panel, state);
	if (parts & (GS_PART_SOURCES | GS_PART_WHERE)) {
		set_where(panel, state);
		set_place(panel, state);
	}
}

unsigned gs_source_panel_line(GsSourcePanel *panel)
{
	const struct page *page = NULL;
	for (guint i = 0; i < panel->n_used; i++) {
		const struct page *candidate = g_ptr_array_index(panel->pages, i);
		if (candidate->scroller == gtk_stack_get_visible_child(panel->sources))
			page = candidate;
	}
	if (!page)
		return 0;
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter iter;
	gtk_text_buffer_get_iter_at_mark(buffer, &iter, gtk_text_buffer_get_insert(buffer));
	return (unsigned)gtk_text_iter_get_line(&iter) + 1;
}

void gs_source_panel_go_to(GsSourcePanel *panel, unsigned line)
{
	GtkTextIter iter;
	for (guint i = 0; i < panel->n_used; i++) {
		struct page *page = g_ptr_array_index(panel->pages, i);
		if (page->scroller != gtk_stack_get_visible_child(panel->sources))
			continue;
		iter_at(page, line, 1, &iter);
		gtk_text_buffer_place_cursor(GTK_TEXT_BUFFER(page->buffer), &iter);
		scroll_to_cursor(page);
		gtk_widget_grab_focus(GTK_WIDGET(page->view));
	}
}

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
}

static void gs_source_panel_init(GsSourcePanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->pages = g_ptr_array_new_with_free_func(page_free);
	gs_panel_name(panel->sources, "Sources");
	gs_panel_name(panel->tabs, "Stages");
	gs_panel_name(panel->place, "Function");
}
