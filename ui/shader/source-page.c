/* SPDX-License-Identifier: MIT */
#include "ui/shader/source-page.h"

#include <string.h>
#include "debugger/session/shader/executions.h"
#include "ui/widgets/theme.h"

/* ---- the view ---- */

/* Return the tooltip of a breakpoint's mark (g_free); NULL for the position's, which needs none. */
static char *mark_tip(GtkSourceMark *mark, gpointer data)
{
	struct gs_source_page *page = data;
	GtkTextIter iter;
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	gtk_text_buffer_get_iter_at_mark(buffer, &iter, GTK_TEXT_MARK(mark));
	unsigned line = gs_source_page_position(page, &iter).line;
	for (size_t i = 0; page->state && i < page->state->n_breaks; i++) {
		const struct gs_breakpoint *b = &page->state->breaks[i];
		if (b->line != line ||
			!gs_line_break_is_at(page->state, b, page->stage, page->nth, page->text))
			continue;
		return g_strdup_printf("Breakpoint %u%s%s, for %s; hit %" G_GUINT64_FORMAT
				       " times\nClick removes it, a right click changes it",
			b->number, b->condition ? " if " : "", b->condition ? b->condition : "",
			b->any ? "any element" : "the element in focus", (guint64)b->hits);
	}
	return NULL;
}

static void apply_theme(gpointer view)
{
	GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER(gtk_text_view_get_buffer(view));
	struct gs_source_page *page = g_object_get_data(view, "page");
	GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme(
		gtk_source_style_scheme_manager_get_default(), gs_theme_source_scheme());
	if (scheme)
		gtk_source_buffer_set_style_scheme(buffer, scheme);
	if (!page)
		return;
	g_object_set(page->line, "paragraph-background", gs_theme_colour(GS_COLOUR_LINE), NULL);
	g_object_set(page->expression, "background", gs_theme_colour(GS_COLOUR_EXPRESSION), NULL);
	g_object_set(page->dead, "foreground", gs_theme_colour(GS_COLOUR_DEAD), NULL);
}

static void page_allocated(
	GtkWidget *scroller, GdkRectangle *allocation, struct gs_source_page *page);

static void new_buffer(struct gs_source_page *page)
{
	page->buffer = gtk_source_buffer_new(NULL);
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkSourceLanguage *language = gtk_source_language_manager_get_language(
		gtk_source_language_manager_get_default(), "glsl");
	if (language)
		gtk_source_buffer_set_language(page->buffer, language);
	gtk_source_buffer_set_highlight_matching_brackets(page->buffer, FALSE);
	page->line = gtk_text_buffer_create_tag(buffer, NULL, NULL);
	page->dead = gtk_text_buffer_create_tag(buffer, NULL, NULL);
	page->expression = gtk_text_buffer_create_tag(buffer, NULL, "foreground", "#1c1c1c", NULL);
}

static void number_line(GtkSourceGutterRenderer *renderer, GtkTextIter *start, GtkTextIter *end,
	GtkSourceGutterRendererState state, struct gs_source_page *page);

/* Add numbers of the source's lines, for use while it is laid out: the view's own would count the
 * shown lines. */
static void add_numbers(struct gs_source_page *page)
{
	enum { BESIDE = -20 }; /* where the view's own are, behind the marks */
	page->numbers = g_object_new(GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT, "visible", FALSE,
		"xalign", 1.0, "xpad", 2, NULL);
	gtk_source_gutter_insert(gtk_source_view_get_gutter(page->view, GTK_TEXT_WINDOW_LEFT),
		page->numbers, BESIDE);
	g_signal_connect(page->numbers, "query-data", G_CALLBACK(number_line), page);
}

static void new_view(struct gs_source_page *page)
{
	static const struct gs_mark_kind kinds[] = {
		{"breakpoint", "breakpoint", {0.75, 0.11, 0.16}},
		{"condition", "breakpoint", {0.55, 0.2, 0.65}},
		{"current", "current", {0.85, 0.55, 0}}, {0}};
	page->view = GTK_SOURCE_VIEW(gtk_source_view_new_with_buffer(page->buffer));
	g_object_set_data(G_OBJECT(page->view), "page", page);
	GtkTextView *text = GTK_TEXT_VIEW(page->view);
	gtk_text_view_set_editable(text, FALSE);
	gtk_text_view_set_monospace(text, TRUE);
	gtk_text_view_set_left_margin(text, 4);
	gtk_source_view_set_show_line_numbers(page->view, TRUE);
	gtk_source_view_set_tab_width(page->view, 4);
	page->marks = gs_mark_gutter_add(page->view, kinds, mark_tip, page);
	page->gutter = g_object_new(GS_TYPE_SOURCE_GUTTER, "size", GS_SOURCE_GUTTER_WIDTH, NULL);
	gtk_source_gutter_insert(gtk_source_view_get_gutter(page->view, GTK_TEXT_WINDOW_LEFT),
		GTK_SOURCE_GUTTER_RENDERER(page->gutter), 10);
	add_numbers(page);
}

struct gs_source_page *gs_source_page_new(void)
{
	struct gs_source_page *page = g_new0(struct gs_source_page, 1);
	new_buffer(page);
	new_view(page);
	g_object_unref(page->buffer); /* the view owns it now */
	apply_theme(page->view);
	gs_theme_watch(G_OBJECT(page->view), apply_theme);
	page->scroller = gtk_scrolled_window_new(NULL, NULL);
	gtk_container_add(GTK_CONTAINER(page->scroller), GTK_WIDGET(page->view));
	g_signal_connect_after(page->scroller, "size-allocate", G_CALLBACK(page_allocated), page);
	gtk_widget_show_all(page->scroller);
	return page;
}

void gs_source_page_free(gpointer data)
{
	struct gs_source_page *page = data;
	if (page->keeping)
		g_source_remove(page->keeping);
	g_free(page->text);
	gs_source_layout_free(page->layout);
	g_free(page->hovered);
	g_free(page->hovered_text);
	g_free(page);
}

/* ---- places ---- */

/* Get an iterator at a position of the buffer; beyond the end, the end. */
static void iter_at(const struct gs_source_page *page, const struct gs_text_position *position,
	GtkTextIter *iter)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	int n = gtk_text_buffer_get_line_count(buffer);
	gtk_text_buffer_get_iter_at_line(buffer, iter, CLAMP((int)position->line - 1, 0, n - 1));
	int bytes = gtk_text_iter_get_bytes_in_line(iter);
	int wanted = position->column ? (int)position->column - 1 : 0;
	if (wanted < bytes)
		gtk_text_iter_set_line_index(iter, wanted);
	else if (!gtk_text_iter_ends_line(iter))
		gtk_text_iter_forward_to_line_end(iter);
}

void gs_source_page_iter(
	const struct gs_source_page *page, unsigned line, unsigned column, GtkTextIter *iter)
{
	struct gs_text_position position = {line, column};
	if (page->layout)
		position = gs_source_layout_shown(page->layout, position, false);
	iter_at(page, &position, iter);
}

/* Get the position in the buffer directly behind what ends at a line and column. */
static void iter_behind(
	const struct gs_source_page *page, unsigned line, unsigned column, GtkTextIter *iter)
{
	struct gs_text_position position = {line, column};
	if (page->layout)
		position = gs_source_layout_shown(page->layout, position, true);
	iter_at(page, &position, iter);
}

struct gs_text_position gs_source_page_position(
	const struct gs_source_page *page, const GtkTextIter *iter)
{
	const struct gs_text_position position = {(unsigned)gtk_text_iter_get_line(iter) + 1,
		(unsigned)gtk_text_iter_get_line_index(iter) + 1};
	return page->layout ? gs_source_layout_original(page->layout, position) : position;
}

static struct gs_text_position cursor_of(const struct gs_source_page *page)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter iter;
	gtk_text_buffer_get_iter_at_mark(buffer, &iter, gtk_text_buffer_get_insert(buffer));
	return gs_source_page_position(page, &iter);
}

static unsigned count_lines(const struct gs_source_page *page)
{
	return page->layout
		       ? gs_source_layout_lines(page->layout)
		       : (unsigned)gtk_text_buffer_get_line_count(GTK_TEXT_BUFFER(page->buffer));
}

/* Get all of the buffer that a line of the source is shown as. */
static void line_bounds(
	const struct gs_source_page *page, unsigned line, GtkTextIter *start, GtkTextIter *end)
{
	gs_source_page_iter(page, line, 1, start);
	if (line < count_lines(page))
		gs_source_page_iter(page, line + 1, 1, end);
	else
		gtk_text_buffer_get_end_iter(GTK_TEXT_BUFFER(page->buffer), end);
}

/* Set the number beside a shown line: the source line's if it begins there, else none. */
static void number_line(GtkSourceGutterRenderer *renderer, GtkTextIter *start, GtkTextIter *end,
	GtkSourceGutterRendererState state, struct gs_source_page *page)
{
	GtkSourceGutterRendererText *text = GTK_SOURCE_GUTTER_RENDERER_TEXT(renderer);
	GtkTextIter first;
	unsigned line = gs_source_page_position(page, start).line;
	gs_source_page_iter(page, line, 1, &first);
	g_autofree char *number = gtk_text_iter_get_line(&first) == gtk_text_iter_get_line(start)
					  ? g_strdup_printf("%u", line)
					  : g_strdup("");
	gtk_source_gutter_renderer_text_set_text(text, number, -1);
}

/* ---- scrolling ---- */

/* Scroll sideways to a position in a long line, or back to the line's beginning if that shows
 * it. */
static void keep_in_width(
	struct gs_source_page *page, const GdkRectangle *place, const GdkRectangle *seen)
{
	GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment(GTK_SCROLLABLE(page->view));
	int room = seen->width * 3 / 4; /* leaves room for the marked text behind it */
	if (place->x >= seen->x && place->x <= seen->x + room)
		return;
	gtk_adjustment_set_value(adjustment, place->x <= room ? 0 : place->x - seen->width / 4);
}

/* Scroll to the cursor at once: GTK's animation may be interrupted by the next change of the text
 * or the view's height. */
static gboolean keep_in_sight(gpointer data)
{
	struct gs_source_page *page = data;
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(page->view));
	GtkTextIter cursor;
	GdkRectangle place, seen;
	page->keeping = 0;
	if (!page->is_current && !page->is_sought)
		return G_SOURCE_REMOVE;
	page->is_sought = false;
	gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
	gtk_text_view_get_iter_location(GTK_TEXT_VIEW(page->view), &cursor, &place);
	gtk_text_view_get_visible_rect(GTK_TEXT_VIEW(page->view), &seen);
	int below = place.y + place.height - (seen.y + seen.height), above = seen.y - place.y;
	if (below > 0 || above > 0)
		gtk_adjustment_set_value(adjustment,
			gtk_adjustment_get_value(adjustment) + (below > 0 ? below : -above) +
				(below > 0 ? 0.2 : -0.2) * seen.height);
	keep_in_width(page, &place, &seen);
	return G_SOURCE_REMOVE;
}

/* Scroll to the cursor once GTK knows the heights of lines. */
static void keep_soon(struct gs_source_page *page)
{
	if (!page->keeping)
		page->keeping = g_idle_add_full(G_PRIORITY_LOW, keep_in_sight, page, NULL);
}

void gs_source_page_show_cursor(struct gs_source_page *page)
{
	page->is_sought = true;
	keep_soon(page);
}

void gs_source_page_wrap(struct gs_source_page *page, bool wraps)
{
	gtk_text_view_set_wrap_mode(
		GTK_TEXT_VIEW(page->view), wraps ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
	keep_soon(page);
}

/* Return whether a line is so long that it was generated or minified. */
static bool has_long_line(const char *text)
{
	enum { LONG = 300 };
	for (const char *end; *text; text = *end ? end + 1 : end) {
		end = strchrnul(text, '\n');
		if (end - text > LONG)
			return true;
	}
	return false;
}

static void show_numbers(struct gs_source_page *page)
{
	g_autofree char *widest = g_strdup_printf("%u", count_lines(page));
	int width;
	gtk_source_view_set_show_line_numbers(page->view, !page->layout);
	gtk_source_gutter_renderer_set_visible(page->numbers, page->layout != NULL);
	gtk_source_gutter_renderer_text_measure(
		GTK_SOURCE_GUTTER_RENDERER_TEXT(page->numbers), widest, &width, NULL);
	gtk_source_gutter_renderer_set_size(page->numbers, width);
}

/* Show the source, laid out if wanted, with the cursor at a position of the source. */
static void show_text(struct gs_source_page *page, const struct gs_text_position *cursor)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	g_autofree char *valid = g_utf8_make_valid(page->text, -1);
	gs_source_layout_free(page->layout);
	page->layout = page->is_laid_out ? gs_source_layout_new(valid) : NULL;
	const char *shown = page->layout ? gs_source_layout_text(page->layout) : valid;
	gtk_text_buffer_set_text(buffer, shown, -1);
	page->has_dead = false;
	gs_source_page_wrap(page, has_long_line(shown));
	show_numbers(page);
	GtkTextIter at;
	gs_source_page_iter(page, cursor->line, cursor->column, &at);
	gtk_text_buffer_place_cursor(buffer, &at);
	gs_source_page_show_cursor(page);
}

void gs_source_page_fill(struct gs_source_page *page, const struct gs_source_info *info,
	unsigned nth, const char *title, unsigned line)
{
	g_free(page->text);
	page->text = g_strdup(info->source);
	page->stage = info->stage;
	page->nth = nth;
	page->is_current = false;
	show_text(page, &(struct gs_text_position){line, 1});
	g_autofree char *name = g_strdup_printf("Source %s", title);
	gs_panel_name(page->view, name);
}

void gs_source_page_lay_out(struct gs_source_page *page, bool is_laid_out)
{
	const struct gs_text_position cursor = cursor_of(page);
	if (is_laid_out == page->is_laid_out)
		return;
	page->is_laid_out = is_laid_out;
	if (!page->text)
		return;
	show_text(page, &cursor);
	if (!page->state)
		return;
	gs_source_page_set_breaks(page, page->state);
	gs_source_page_set_use(page, page->state);
	gs_source_page_set_where(page, page->state, page->is_current);
}

/* ---- marks ---- */

static void clear_marks(struct gs_source_page *page, const char *category)
{
	GtkTextIter start, end;
	gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(page->buffer), &start, &end);
	gtk_source_buffer_remove_source_marks(page->buffer, &start, &end, category);
}

static void clear_tag(struct gs_source_page *page, GtkTextTag *tag)
{
	GtkTextIter start, end;
	gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(page->buffer), &start, &end);
	gtk_text_buffer_remove_tag(GTK_TEXT_BUFFER(page->buffer), tag, &start, &end);
}

static void mark_current(struct gs_source_page *page, const struct gs_span *span)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(page->buffer);
	GtkTextIter start, end, line_start, line_end;
	gs_source_page_iter(page, span->line, span->column, &start);
	iter_behind(page, span->end_line, span->end_column, &end);
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
	gs_source_page_show_cursor(page);
}

/* Keep the marked text visible after a bar was shown or hidden. */
static void page_allocated(
	GtkWidget *scroller, GdkRectangle *allocation, struct gs_source_page *page)
{
	if (allocation->height == page->height)
		return;
	page->height = allocation->height;
	keep_soon(page);
}

void gs_source_page_set_breaks(struct gs_source_page *page, const struct gs_ui_state *state)
{
	page->state = state;
	clear_marks(page, "breakpoint");
	clear_marks(page, "condition");
	for (size_t k = 0; k < state->n_breaks; k++) {
		const struct gs_breakpoint *b = &state->breaks[k];
		if (!gs_line_break_is_at(state, b, page->stage, page->nth, page->text))
			continue;
		GtkTextIter iter;
		gs_source_page_iter(page, b->line, 1, &iter);
		gtk_source_buffer_create_source_mark(
			page->buffer, NULL, b->condition ? "condition" : "breakpoint", &iter);
	}
}

void gs_source_page_set_where(
	struct gs_source_page *page, const struct gs_ui_state *state, bool here)
{
	page->state = state;
	g_clear_pointer(&page->hovered, g_free); /* values may have changed */
	clear_marks(page, "current");
	clear_tag(page, page->line);
	clear_tag(page, page->expression);
	page->is_current = here;
	if (here)
		mark_current(page, &state->where.span);
}

/* Grey lines that no element reaches, or that the preprocessor skips. */
static void grey_dead(struct gs_source_page *page, const struct gs_line_use *use, unsigned n)
{
	if (page->has_dead)
		clear_tag(page, page->dead);
	page->has_dead = false;
	for (unsigned i = 0; i < n; i++) {
		GtkTextIter start, end;
		if (!use[i].skipped && (!use[i].counted || use[i].elements))
			continue;
		line_bounds(page, i + 1, &start, &end);
		gtk_text_buffer_apply_tag(GTK_TEXT_BUFFER(page->buffer), page->dead, &start, &end);
		page->has_dead = true;
	}
}

/* Set the gutter: the use of each line beside the first line that it is shown as. */
static void set_gutter(
	struct gs_source_page *page, const struct gs_line_use *use, unsigned n, guint64 total)
{
	unsigned shown = (unsigned)gtk_text_buffer_get_line_count(GTK_TEXT_BUFFER(page->buffer));
	g_autofree struct gs_line_use *beside = g_new0(struct gs_line_use, shown);
	for (unsigned i = 0; i < n; i++) {
		GtkTextIter start;
		gs_source_page_iter(page, i + 1, 1, &start);
		beside[gtk_text_iter_get_line(&start)] = use[i];
	}
	gs_source_gutter_set(page->gutter, beside, shown, total);
}

static void use_executions(const struct gs_source_page *page, const struct gs_ui_state *state,
	struct gs_line_use *use, unsigned n)
{
	const struct gs_executions *e = state->wants_executions ? state->executions : NULL;
	uint64_t most = 1;
	for (size_t i = 0; e && i < e->n_lines; i++)
		most = MAX(most, e->lines[i].steps);
	for (size_t i = 0; e && i < e->n_lines; i++) {
		const struct gs_executed_line *line = &e->lines[i];
		if (line->object != page->nth || !line->line || line->line > n)
			continue;
		use[line->line - 1].is_executed = TRUE;
		use[line->line - 1].executions = line->executions;
		use[line->line - 1].bar = (double)line->steps / (double)most;
		use[line->line - 1].share = e->steps ? (double)line->steps / (double)e->steps : 0;
	}
}

void gs_source_page_set_use(struct gs_source_page *page, const struct gs_ui_state *state)
{
	unsigned n = count_lines(page);
	g_autofree struct gs_line_use *use = g_new0(struct gs_line_use, n);
	bool mine = state->in_shader && page->stage == state->where.stage;
	for (unsigned i = 0; mine && state->path_summary && i < n; i++)
		use[i].times = GPOINTER_TO_UINT(g_hash_table_lookup(
			state->path_summary->lines, GS_PATH_SUMMARY_LINE(page->nth, i + 1)));
	for (size_t i = 0; mine && i < state->n_reach; i++) {
		const struct gs_reach *reach = &state->reach[i];
		if (reach->object != page->nth || !reach->line || reach->line > n)
			continue;
		use[reach->line - 1].skipped = reach->is_skipped;
		use[reach->line - 1].counted = !reach->is_skipped;
		use[reach->line - 1].elements = reach->elements;
	}
	if (mine)
		use_executions(page, state, use, n);
	set_gutter(page, use, n, mine ? state->where.total : 0);
	grey_dead(page, use, n);
}

/* ---- the cursor ---- */

unsigned gs_source_page_line(const struct gs_source_page *page)
{
	return cursor_of(page).line;
}

void gs_source_page_go_to(struct gs_source_page *page, unsigned line, unsigned column)
{
	GtkTextIter iter;
	gs_source_page_iter(page, line, column, &iter);
	gtk_text_buffer_place_cursor(GTK_TEXT_BUFFER(page->buffer), &iter);
	gs_source_page_show_cursor(page);
	gtk_widget_grab_focus(GTK_WIDGET(page->view));
}

void gs_source_page_definition(struct gs_source_page *page)
{
	const struct gs_text_position cursor = cursor_of(page);
	gs_panel_activate(page->view, "definition",
		g_variant_new(
			"(uuuu)", (guint32)page->stage, page->nth, cursor.line, cursor.column));
}
