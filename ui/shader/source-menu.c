/* SPDX-License-Identifier: MIT */
#include "ui/shader/source-menu.h"

#include <string.h>

/* ---- the expression at a position ---- */

static bool in_name(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

/* Find the opening bracket of the one that ends before `end`. Return false if it is not in the
 * line. */
static bool over_brackets(const char *line, size_t end, size_t *begin)
{
	int open = 0;
	for (size_t i = end; i-- > 0;) {
		open += (line[i] == ']') - (line[i] == '[');
		if (open == 0) {
			*begin = i;
			return true;
		}
	}
	return false;
}

/* Return whether a word is a keyword, a type or a qualifier. */
static bool is_keyword(const char *word)
{
	static const char *const words[] = {"if", "else", "for", "while", "do", "switch", "case",
		"default", "break", "continue", "return", "discard", "const", "in", "out", "inout",
		"uniform", "varying", "attribute", "void", "float", "int", "uint", "bool", "double",
		"struct", "layout", "precision", "highp", "mediump", "lowp", "flat", "smooth",
		"true", "false", "buffer", "shared", "centroid", "invariant", "define", "version",
		NULL};
	static const char *const shapes[] = {"vec", "mat", "sampler", "isampler", "usampler"};
	bool found = g_strv_contains(words, word);
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
		const char *shape = strstr(word, shapes[i]);
		found |= shape && shape - word <= 1 && g_ascii_isdigit(shape[strlen(shapes[i])]);
	}
	return found;
}

char *gs_source_expression_at(const char *line, size_t at)
{
	size_t begin = at, end = at;
	if (at >= strlen(line) || !in_name(line[at]))
		return NULL;
	while (begin > 0 && in_name(line[begin - 1]))
		begin--;
	while (in_name(line[end]))
		end++;
	if (g_ascii_isdigit(line[begin]) && !(begin > 0 && line[begin - 1] == '.'))
		return NULL;
	while (begin > 0 && line[begin - 1] == '.') { /* a member: also what it is a member of */
		size_t before = begin - 1;
		while (before > 0 && line[before - 1] == ']')
			if (!over_brackets(line, before, &before))
				return NULL;
		size_t name = before;
		while (name > 0 && in_name(line[name - 1]))
			name--;
		if (name == before || g_ascii_isdigit(line[name]))
			return NULL; /* the member of a call's result, or a number */
		begin = name;
	}
	while (line[end] == ' ')
		end++;
	if (line[end] == '(')
		return NULL;
	char *expression = g_strchomp(g_strndup(line + begin, end - begin));
	if (is_keyword(expression))
		g_clear_pointer(&expression, g_free);
	return expression;
}

static char *expression_at_iter(struct gs_source_page *page, const GtkTextIter *at)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter start, end;
	if (gtk_text_buffer_get_selection_bounds(buffer, &start, &end) &&
		gtk_text_iter_in_range(at, &start, &end) &&
		gtk_text_iter_get_line(&start) == gtk_text_iter_get_line(&end))
		return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
	start = end = *at;
	gtk_text_iter_set_line_offset(&start, 0);
	if (!gtk_text_iter_ends_line(&end))
		gtk_text_iter_forward_to_line_end(&end);
	g_autofree char *line = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
	return gs_source_expression_at(line, (size_t)gtk_text_iter_get_line_index(at));
}

/* ---- the value under the pointer ---- */

static gboolean query_tooltip(GtkWidget *widget, gint x, gint y, gboolean keyboard,
	GtkTooltip *tooltip, struct gs_source_page *page)
{
	GtkTextIter iter;
	int at_x, at_y;
	gtk_text_view_window_to_buffer_coords(
		GTK_TEXT_VIEW(widget), GTK_TEXT_WINDOW_WIDGET, x, y, &at_x, &at_y);
	if (keyboard || !page->state || !page->state->in_shader ||
		page->stage != page->state->where.stage ||
		gtk_text_view_get_window_type(GTK_TEXT_VIEW(widget),
			gtk_widget_get_window(widget)) == GTK_TEXT_WINDOW_LEFT ||
		!gtk_text_view_get_iter_at_position(GTK_TEXT_VIEW(widget), &iter, NULL, at_x, at_y))
		return FALSE;
	g_autofree char *expression = expression_at_iter(page, &iter);
	if (!expression || !expression[0]) {
		g_clear_pointer(
			&page->hovered, g_free); /* so that the same expression is queried again */
		return FALSE;
	}
	if (g_strcmp0(expression, page->hovered)) {
		g_free(page->hovered);
		page->hovered = g_strdup(expression);
		g_clear_pointer(&page->hovered_text, g_free);
		gs_panel_activate(page->view, "hover", g_variant_new_string(expression));
	}
	if (!page->hovered_text)
		return FALSE;
	gtk_tooltip_set_text(tooltip, page->hovered_text);
	return TRUE;
}

/* Return a value's text for the tooltip; g_free. */
static char *text_of(const struct gs_value_node *node)
{
	if (node->never_written_by)
		return g_strdup_printf("%s %s = %s  (%s: the %s shader never writes %s)",
			node->type, node->name, node->text,
			node->is_partly_unwritten ? "partly undefined" : "undefined",
			node->never_written_by, node->is_partly_unwritten ? "all of it" : "it");
	return g_strdup_printf("%s %s = %s%s", node->type, node->name, node->text,
		node->unwritten		    ? "  (not written yet)"
		: node->is_partly_unwritten ? "  (not all of it is written yet)"
		: node->dropped		    ? "  (" GS_DROPPED ")"
					    : "");
}

void gs_source_menu_hover(struct gs_source_page *page, const struct gs_value_node *node)
{
	if (!page->hovered)
		return;
	g_free(page->hovered_text);
	page->hovered_text = NULL;
	if (node && !node->error && !strcmp(node->name, page->hovered))
		page->hovered_text = text_of(node);
	gtk_widget_trigger_tooltip_query(GTK_WIDGET(page->view));
}

/* ---- a breakpoint with a condition ---- */

struct break_form {
	struct gs_source_page *page;
	GtkWidget *popover;
	GtkEntry *condition;
	GtkToggleButton *any;
	unsigned line, number; /* number of the breakpoint at the line; 0: none */
};

static void set_break(GtkWidget *widget, struct break_form *form)
{
	const char *condition = gtk_entry_get_text(form->condition);
	gboolean any = gtk_toggle_button_get_active(form->any);
	if (form->number)
		gs_panel_activate(form->page->view, "break-change",
			g_variant_new("(usb)", form->number, condition, any));
	else
		gs_panel_activate(form->page->view, "break-line",
			g_variant_new("(uusb)", form->page->nth, form->line, condition, any));
	gtk_popover_popdown(GTK_POPOVER(form->popover));
}

static void popover_closed(GtkPopover *popover, gpointer data)
{
	gtk_widget_destroy(GTK_WIDGET(popover));
}

static void fill_form(struct break_form *form, GtkWidget *box)
{
	const struct gs_ui_state *state = form->page->state;
	g_autofree char *title = g_strdup_printf("Stop at line %u, if", form->line);
	GtkWidget *set = gs_panel_button("Set breakpoint", "Set breakpoint", NULL, NULL);
	form->condition = GTK_ENTRY(gtk_entry_new());
	gtk_entry_set_placeholder_text(form->condition, "always; or an expression: x > 1.0");
	gtk_entry_set_width_chars(form->condition, 30);
	form->any = GTK_TOGGLE_BUTTON(
		gtk_check_button_new_with_label("for any element, not only the one in focus"));
	gs_panel_name(form->condition, "Condition");
	gs_panel_name(form->any, "For any element");
	for (size_t i = 0; state && i < state->n_breaks; i++) {
		const struct gs_breakpoint *b = &state->breaks[i];
		if (b->line != form->line || !gs_line_break_is_at(state, b, form->page->stage,
						     form->page->nth, form->page->text))
			continue;
		form->number = b->number;
		gtk_entry_set_text(form->condition, b->condition ? b->condition : "");
		gtk_toggle_button_set_active(form->any, b->any);
	}
	GtkWidget *const rows[] = {
		gtk_label_new(title), GTK_WIDGET(form->condition), GTK_WIDGET(form->any), set};
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		gtk_box_pack_start(GTK_BOX(box), rows[i], FALSE, FALSE, 0);
	gtk_widget_set_halign(rows[0], GTK_ALIGN_START);
	g_signal_connect(form->condition, "activate", G_CALLBACK(set_break), form);
	g_signal_connect(set, "clicked", G_CALLBACK(set_break), form);
}

/* Open a small form to set a breakpoint with its condition. */
static void open_break_form(struct gs_source_page *page, unsigned line)
{
	struct break_form *form = g_new0(struct break_form, 1);
	GtkTextIter iter;
	GdkRectangle place;
	form->page = page;
	form->line = line;
	gs_source_page_iter(page, line, 1, &iter);
	gtk_text_view_get_iter_location(GTK_TEXT_VIEW(page->view), &iter, &place);
	gtk_text_view_buffer_to_window_coords(GTK_TEXT_VIEW(page->view), GTK_TEXT_WINDOW_WIDGET,
		place.x, place.y, &place.x, &place.y);
	place.width = MAX(place.width, 1);
	form->popover = gtk_popover_new(GTK_WIDGET(page->view));
	gtk_popover_set_pointing_to(GTK_POPOVER(form->popover), &place);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
	gtk_container_set_border_width(GTK_CONTAINER(box), 8);
	fill_form(form, box);
	gtk_container_add(GTK_CONTAINER(form->popover), box);
	gtk_widget_show_all(box);
	g_object_set_data_full(G_OBJECT(form->popover), "form", form, g_free);
	g_signal_connect(form->popover, "closed", G_CALLBACK(popover_closed), NULL);
	gtk_popover_popup(GTK_POPOVER(form->popover));
	gtk_widget_grab_focus(GTK_WIDGET(form->condition));
}

static void toggle_break(struct gs_source_page *page, unsigned line)
{
	gs_panel_activate(page->view, "toggle-break",
		g_variant_new("(uuu)", (guint32)page->stage, page->nth, line));
}

static void gutter_clicked(GtkSourceGutterRenderer *renderer, GtkTextIter *iter, GdkRectangle *area,
	GdkEvent *event, struct gs_source_page *page)
{
	unsigned line = gs_source_page_position(page, iter).line;
	guint button = 0;
	gdk_event_get_button(event, &button);
	if (button == 1)
		toggle_break(page, line);
	else if (button == 3)
		open_break_form(page, line);
}

/* ---- the menu ---- */

static void menu_until(GtkMenuItem *item, struct gs_source_page *page)
{
	gs_panel_activate(
		page->view, "until", g_variant_new("(uu)", page->nth, gs_source_page_line(page)));
}

static void menu_toggle(GtkMenuItem *item, struct gs_source_page *page)
{
	toggle_break(page, gs_source_page_line(page));
}

static void menu_condition(GtkMenuItem *item, struct gs_source_page *page)
{
	open_break_form(page, gs_source_page_line(page));
}

static void menu_definition(GtkMenuItem *item, struct gs_source_page *page)
{
	gs_source_page_definition(page);
}

static void menu_watch(GtkMenuItem *item, struct gs_source_page *page)
{
	gs_panel_activate(page->view, "watch",
		g_variant_new_string(g_object_get_data(G_OBJECT(item), "expression")));
	gs_panel_activate(page->view, "raise-panel", g_variant_new_string("watches"));
}

/* Move the cursor to the pointer on a secondary click, as the menu is about the text at the
 * cursor. */
static gboolean button_pressed(
	GtkWidget *widget, GdkEventButton *event, struct gs_source_page *page)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter iter;
	int x, y;
	if (event->button != 3 ||
		event->window !=
			gtk_text_view_get_window(GTK_TEXT_VIEW(widget), GTK_TEXT_WINDOW_TEXT) ||
		gtk_text_buffer_get_has_selection(buffer))
		return FALSE;
	gtk_text_view_window_to_buffer_coords(
		GTK_TEXT_VIEW(widget), GTK_TEXT_WINDOW_TEXT, (int)event->x, (int)event->y, &x, &y);
	gtk_text_view_get_iter_at_position(GTK_TEXT_VIEW(widget), &iter, NULL, x, y);
	gtk_text_buffer_place_cursor(buffer, &iter);
	return FALSE;
}

static void menu_copy(GtkMenuItem *item, struct gs_source_page *page)
{
	g_signal_emit_by_name(page->view, "copy-clipboard");
}

static void menu_edit(GtkMenuItem *item, struct gs_source_page *page)
{
	gs_panel_activate(page->view, "edit-here", NULL);
}

static void menu_wrap(GtkCheckMenuItem *item, struct gs_source_page *page)
{
	gs_source_page_wrap(page, gtk_check_menu_item_get_active(item));
}

static void add_wrap(GtkWidget *menu, struct gs_source_page *page)
{
	GtkWidget *item = gtk_check_menu_item_new_with_label("Wrap long lines");
	gtk_check_menu_item_set_active(GTK_CHECK_MENU_ITEM(item),
		gtk_text_view_get_wrap_mode(GTK_TEXT_VIEW(page->view)) != GTK_WRAP_NONE);
	g_signal_connect(item, "toggled", G_CALLBACK(menu_wrap), page);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
}

static void remove_child(GtkWidget *child, gpointer menu)
{
	gtk_container_remove(GTK_CONTAINER(menu), child);
}

static void populate(GtkTextView *view, GtkWidget *menu, struct gs_source_page *page)
{
	if (!GTK_IS_MENU(menu))
		return;
	gtk_container_foreach(GTK_CONTAINER(menu), remove_child, menu); /* most are for editing */
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter iter;
	bool shader = page->state && page->state->in_shader &&
		      page->stage == page->state->where.stage;
	gtk_text_buffer_get_iter_at_mark(buffer, &iter, gtk_text_buffer_get_insert(buffer));
	g_autofree char *expression = expression_at_iter(page, &iter);
	struct {
		const char *text;
		GCallback func;
	} items[] = {{"Run to this line", G_CALLBACK(menu_until)},
		{"Breakpoint on this line", G_CALLBACK(menu_toggle)},
		{"Breakpoint with a condition…", G_CALLBACK(menu_condition)},
		{"Go to the definition", G_CALLBACK(menu_definition)}};
	for (size_t i = 0; i < G_N_ELEMENTS(items); i++)
		gs_panel_allow(gs_panel_menu_item(menu, items[i].text, items[i].func, page), NULL,
			shader ? NULL : "debug this shader first");
	if (expression && expression[0]) {
		g_autofree char *text = g_strdup_printf("Watch %s", expression);
		GtkWidget *item = gs_panel_menu_item(menu, text, G_CALLBACK(menu_watch), page);
		g_object_set_data_full(G_OBJECT(item), "expression", g_strdup(expression), g_free);
	}
	gs_panel_menu_item(menu, "Edit this source", G_CALLBACK(menu_edit), page);
	add_wrap(menu, page);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), gtk_separator_menu_item_new());
	gs_panel_allow(gs_panel_menu_item(menu, "Copy", G_CALLBACK(menu_copy), page), NULL,
		gtk_text_buffer_get_has_selection(buffer) ? NULL : "no text is selected");
	gtk_widget_show_all(menu);
}

void gs_source_menu_setup(struct gs_source_page *page)
{
	g_signal_connect(page->marks, "activate", G_CALLBACK(gutter_clicked), page);
	gtk_widget_set_has_tooltip(GTK_WIDGET(page->view), TRUE);
	g_signal_connect(page->view, "query-tooltip", G_CALLBACK(query_tooltip), page);
	g_signal_connect(page->view, "button-press-event", G_CALLBACK(button_pressed), page);
	/* runs after GtkSourceView's handler, which adds items for editing */
	g_signal_connect_after(page->view, "populate-popup", G_CALLBACK(populate), page);
}
