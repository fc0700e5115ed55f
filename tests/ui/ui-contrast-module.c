/* SPDX-License-Identifier: MIT */
/*
 * A GTK module for the window of tests/ui/ui-contrast.py: at SIGUSR1 it writes the colour of every
 * text that is shown, and what is behind it, as GTK's style sheets and the cells' own colours
 * resolve them, into $GS_TEST_CONTRAST: "text back kind where"; also each text that has too little
 * room, kind "cut", or leans, kind "italic". Behind a text is what its widget and those around it
 * draw, taken from the pixels. Text that cannot be used is left out, as WCAG 2 does (1.4.3). Loaded
 * before the others (LD_PRELOAD) it also sees what glstep and GtkSourceView draw by themselves,
 * kind "drawn": the colour is cairo's source, and behind it is what most of the pixels were there
 * before.
 */
#include <dlfcn.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *file;
static bool drawing; /* all is being drawn anew, to be seen */

struct rgb {
	double r, g, b;
};

static struct rgb over(const GdkRGBA *top, double opacity, struct rgb under)
{
	double a = top->alpha * opacity;
	return (struct rgb){top->red * a + under.r * (1 - a), top->green * a + under.g * (1 - a),
		top->blue * a + under.b * (1 - a)};
}

static void put(const struct rgb *text, const struct rgb *back, const char *kind, const char *where)
{
	g_autofree char *line = g_strndup(where, 400);
	g_strdelimit(line, "\n\r\t", ' ');
	fprintf(file, "%.4f,%.4f,%.4f %.4f,%.4f,%.4f %s %s\n", text->r, text->g, text->b, back->r,
		back->g, back->b, kind, line);
}

/* ---- what is behind ---- */

static void draw_behind(GtkWidget *widget, GtkWidget *of, cairo_t *cr)
{
	int x, y;
	if (gtk_widget_get_parent(widget))
		draw_behind(gtk_widget_get_parent(widget), of, cr);
	if (!gtk_widget_translate_coordinates(widget, of, 0, 0, &x, &y))
		return;
	gtk_render_background(gtk_widget_get_style_context(widget), cr, x, y,
		gtk_widget_get_allocated_width(widget), gtk_widget_get_allocated_height(widget));
}

/* At a place of the widget; style: what else is drawn there, NULL nothing. */
static struct rgb behind(GtkWidget *widget, double x, double y, GtkStyleContext *style)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	cairo_t *cr = cairo_create(surface);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_translate(cr, -x, -y);
	draw_behind(widget, widget, cr);
	if (style)
		gtk_render_background(style, cr, 0, 0, gtk_widget_get_allocated_width(widget),
			gtk_widget_get_allocated_height(widget));
	cairo_destroy(cr);
	cairo_surface_flush(surface);
	guint32 pixel = *(const guint32 *)cairo_image_surface_get_data(surface);
	cairo_surface_destroy(surface);
	return (struct rgb){
		(pixel >> 16 & 255) / 255.0, (pixel >> 8 & 255) / 255.0, (pixel & 255) / 255.0};
}

static double opacity_of(GtkWidget *widget)
{
	double opacity = 1;
	for (; widget; widget = gtk_widget_get_parent(widget)) {
		double css = 1;
		GtkStyleContext *style = gtk_widget_get_style_context(widget);
		gtk_style_context_get(
			style, gtk_style_context_get_state(style), "opacity", &css, NULL);
		opacity *= css * gtk_widget_get_opacity(widget);
	}
	return opacity;
}

/* ---- kinds of texts ---- */

static void put_plain(GtkWidget *widget, const char *kind, const char *text)
{
	GtkStyleContext *style = gtk_widget_get_style_context(widget);
	GtkWidget *top = gtk_widget_get_toplevel(widget);
	GdkRGBA colour;
	int x, y;
	if (!gtk_widget_translate_coordinates(widget, top,
		    gtk_widget_get_allocated_width(widget) / 2,
		    gtk_widget_get_allocated_height(widget) / 2, &x, &y) ||
		x < 0 || y < 0 || x >= gtk_widget_get_allocated_width(top) ||
		y >= gtk_widget_get_allocated_height(top))
		return; /* scrolled out of sight */
	gtk_style_context_get_color(style, gtk_style_context_get_state(style), &colour);
	struct rgb back = behind(widget, gtk_widget_get_allocated_width(widget) / 2.0,
		gtk_widget_get_allocated_height(widget) / 2.0, NULL);
	struct rgb front = over(&colour, opacity_of(widget), back);
	put(&front, &back, kind, text);
}

static void put_cell(GtkTreeView *view, GtkCellRenderer *cell, bool selected)
{
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(view));
	gboolean own = FALSE, painted = FALSE;
	g_autofree char *text = NULL;
	g_autoptr(PangoAttrList) attributes = NULL;
	GdkRGBA *wanted = NULL, *painting = NULL, colour;
	g_object_get(cell, "text", &text, "foreground-set", &own, "foreground-rgba", &wanted,
		"attributes", &attributes, "cell-background-set", &painted, "cell-background-rgba",
		&painting, NULL);
	gtk_style_context_save(style);
	gtk_style_context_set_state(
		style, selected ? GTK_STATE_FLAG_SELECTED : GTK_STATE_FLAG_NORMAL);
	gtk_style_context_get_color(style, gtk_style_context_get_state(style), &colour);
	struct rgb back = behind(GTK_WIDGET(view), 3, 3, style);
	gtk_style_context_restore(style);
	if (painted && painting && !selected)
		back = over(painting, 1, back);
	if (own && wanted)
		colour = *wanted;
	struct rgb front = over(&colour, 1, back);
	const char *kind = selected ? "selected-cell" : "cell";
	if (text && *text)
		put(&front, &back, kind, text);
	PangoAttrIterator *i = attributes && text && *text
				       ? pango_attr_list_get_iterator(attributes)
				       : NULL;
	for (bool more = i != NULL; more; more = pango_attr_iterator_next(i)) {
		PangoAttribute *a = pango_attr_iterator_get(i, PANGO_ATTR_FOREGROUND);
		if (!a || a->end_index < G_MAXINT) /* a swatch is no text */
			continue;
		PangoColor c = ((PangoAttrColor *)a)->color;
		front = (struct rgb){c.red / 65535.0, c.green / 65535.0, c.blue / 65535.0};
		put(&front, &back, kind, text);
	}
	if (i)
		pango_attr_iterator_destroy(i);
	gdk_rgba_free(wanted);
	gdk_rgba_free(painting);
}

static const struct rgb black, white = {1, 1, 1};

/* Kind "cut": a text that has not all the room that it needs. */
static void put_cut(const char *text)
{
	put(&black, &white, "cut", text);
}

/* Kind "begins": what there is room for, of one that is cut. */
static void put_beginning(GtkTreeView *view, GtkCellRenderer *cell, const char *text, int width)
{
	int weight = PANGO_WEIGHT_NORMAL, index = 0;
	g_object_get(cell, "weight", &weight, NULL);
	g_autofree char *dots = g_strconcat("…", text, NULL);
	g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(view), dots);
	g_autoptr(PangoAttrList) list = pango_attr_list_new();
	pango_attr_list_insert(list, pango_attr_weight_new((PangoWeight)weight));
	pango_layout_set_attributes(layout, list);
	pango_layout_line_x_to_index(
		pango_layout_get_line_readonly(layout, 0), width * PANGO_SCALE, &index, NULL);
	g_autofree char *beginning = g_strndup(text, (gsize)MAX(index - (int)strlen("…"), 0));
	put(&black, &white, "begins", beginning);
}

static void put_cut_cell(GtkTreeView *view, GtkTreeViewColumn *column, GtkCellRenderer *cell)
{
	g_autofree char *text = NULL;
	int width = 0, needed = 0, wrapped = -1;
	g_object_get(cell, "text", &text, "wrap-width", &wrapped, NULL);
	gtk_tree_view_column_cell_get_position(column, cell, NULL, &width);
	gtk_cell_renderer_get_preferred_width(cell, GTK_WIDGET(view), NULL, &needed);
	if (!text || !*text || wrapped >= 0 || needed <= width)
		return;
	put_cut(text);
	put_beginning(view, cell, text, width - 4);
}

/* Kind "italic": where a text leans, in the list of that name: what stands in the first columns of
 * the rows that it is below, and in its own. */
static void put_italic(GtkTreeView *view, GtkCellRenderer *cell, const char *row)
{
	g_autofree char *text = NULL;
	PangoStyle style = PANGO_STYLE_NORMAL;
	const char *name = atk_object_get_name(gtk_widget_get_accessible(GTK_WIDGET(view)));
	g_object_get(cell, "text", &text, "style", &style, NULL);
	g_autofree char *where = g_strdup_printf("%s: %s", name ? name : "", row);
	if (style == PANGO_STYLE_ITALIC && text && *text)
		put(&black, &white, "italic", where);
}

/* A row's cells; what stands in the first column. g_free */
static char *put_row(GtkTreeView *view, GtkTreeModel *model, GtkTreeIter *row, const char *above)
{
	char *name = NULL;
	for (guint k = 0; k < gtk_tree_view_get_n_columns(view); k++) {
		GtkTreeViewColumn *column = gtk_tree_view_get_column(view, (int)k);
		g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(column));
		gtk_tree_view_column_cell_set_cell_data(column, model, row, FALSE, FALSE);
		for (GList *c = cells; c; c = c->next) {
			if (!GTK_IS_CELL_RENDERER_TEXT(c->data))
				continue;
			if (!name) {
				g_autofree char *text = NULL;
				g_object_get(c->data, "text", &text, NULL);
				name = g_strdup_printf("%s%s", above, text ? text : "");
			}
			put_cell(view, c->data, false);
			put_cell(view, c->data, true);
			put_cut_cell(view, column, c->data);
			put_italic(view, c->data, name);
		}
	}
	return name;
}

enum { MAX_ROWS = 60 };

/* The rows below one that are unfolded; NULL: all. *n counts them. */
static void put_rows(
	GtkTreeView *view, GtkTreeModel *model, GtkTreeIter *parent, const char *above, int *n)
{
	GtkTreeIter row;
	bool more = gtk_tree_model_iter_children(model, &row, parent);
	for (; more && *n < MAX_ROWS; more = gtk_tree_model_iter_next(model, &row)) {
		g_autoptr(GtkTreePath) path = gtk_tree_model_get_path(model, &row);
		++*n;
		g_autofree char *name = put_row(view, model, &row, above);
		g_autofree char *below = g_strconcat(name ? name : "", "/", NULL);
		if (gtk_tree_view_row_expanded(view, path))
			put_rows(view, model, &row, below, n);
	}
}

static void put_tree(GtkTreeView *view)
{
	GtkTreeModel *model = gtk_tree_view_get_model(view);
	int n = 0;
	if (model)
		put_rows(view, model, NULL, "", &n);
}

/* Every stretch of text that looks alike. */
static void put_text(GtkTextView *view)
{
	GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
	GtkTextAttributes *values = gtk_text_view_get_default_attributes(view);
	struct rgb plain = behind(GTK_WIDGET(view), 3, 3, NULL);
	GtkTextIter at, end;
	gtk_text_buffer_get_start_iter(buffer, &at);
	while (!gtk_text_iter_is_end(&at)) {
		end = at;
		if (!gtk_text_iter_forward_to_tag_toggle(&end, NULL))
			gtk_text_buffer_get_end_iter(buffer, &end);
		g_autofree char *text = g_strstrip(gtk_text_iter_get_slice(&at, &end));
		GtkTextAttributes *own = gtk_text_attributes_copy(values);
		gtk_text_iter_get_attributes(&at, own);
		GdkRGBA colour;
		GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(view));
		gtk_style_context_get_color(style, gtk_style_context_get_state(style), &colour);
		const GdkRGBA *painted = own->appearance.rgba[0], *paragraph = own->pg_bg_rgba,
			      *written = own->appearance.rgba[1];
		struct rgb back = paragraph ? over(paragraph, 1, plain) : plain;
		if (painted)
			back = over(painted, 1, back);
		struct rgb front = over(written ? written : &colour, 1, back);
		if (*text)
			put(&front, &back, "source", text);
		gtk_text_attributes_unref(own);
		at = end;
	}
	gtk_text_attributes_unref(values);
}

/* What takes the focus in a combo box is a button that is not in the tree of accessible objects:
 * its name, "" none, is told here. */
static void put_button(GtkWidget *widget, gpointer data)
{
	if (!GTK_IS_BUTTON(widget)) {
		if (GTK_IS_CONTAINER(widget))
			gtk_container_forall(GTK_CONTAINER(widget), put_button, NULL);
		return;
	}
	const char *name = atk_object_get_name(gtk_widget_get_accessible(widget));
	put(&black, &white, "combo-button", name ? name : "");
}

static void walk(GtkWidget *widget, gpointer data)
{
	if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget))
		return;
	if (GTK_IS_LABEL(widget) &&
		pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(widget))))
		put_cut(gtk_label_get_text(GTK_LABEL(widget)));
	if (GTK_IS_LABEL(widget) && *gtk_label_get_text(GTK_LABEL(widget)))
		put_plain(widget, "label", gtk_label_get_text(GTK_LABEL(widget)));
	else if (GTK_IS_ENTRY(widget) && *gtk_entry_get_text(GTK_ENTRY(widget)))
		put_plain(widget, "entry", gtk_entry_get_text(GTK_ENTRY(widget)));
	else if (GTK_IS_TREE_VIEW(widget))
		put_tree(GTK_TREE_VIEW(widget));
	else if (GTK_IS_TEXT_VIEW(widget))
		put_text(GTK_TEXT_VIEW(widget));
	if (GTK_IS_COMBO_BOX(widget))
		gtk_container_forall(GTK_CONTAINER(widget), put_button, NULL);
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), walk, NULL);
}

/* ---- what is drawn without GTK ---- */

static int by_value(gconstpointer a, gconstpointer b)
{
	guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
	return x < y ? -1 : x > y;
}

/* The commonest pixel of a surface among those that were painted; false: none was. */
static bool commonest(cairo_surface_t *surface, int width, int height, struct rgb *found)
{
	g_autofree guint32 *pixels = g_new(guint32, (gsize)width * height + 1);
	int stride = cairo_image_surface_get_stride(surface);
	size_t n = (size_t)width * height, most = 0;
	guint32 best = 0;
	cairo_surface_flush(surface);
	for (int y = 0; y < height; y++)
		memcpy(pixels + (gsize)y * width,
			cairo_image_surface_get_data(surface) + (gsize)y * stride,
			(size_t)width * 4);
	qsort(pixels, n, 4, by_value);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && pixels[to] == pixels[from]; to++)
			;
		if (to - from > most && pixels[from] >> 24 == 255) {
			most = to - from;
			best = pixels[from];
		}
	}
	*found = (struct rgb){
		(best >> 16 & 255) / 255.0, (best >> 8 & 255) / 255.0, (best & 255) / 255.0};
	return most > 0;
}

/* A text about to be drawn into a rectangle of the user's space. */
static void put_drawn(
	cairo_t *cr, const char *text, double x, double y, double width, double height)
{
	double r, g, b, a;
	struct rgb back;
	cairo_surface_t *target = cairo_get_group_target(cr);
	if (!file || !drawing || !text || !*text ||
		cairo_pattern_get_rgba(cairo_get_source(cr), &r, &g, &b, &a) !=
			CAIRO_STATUS_SUCCESS)
		return;
	double x1 = x + width, y1 = y + height, cx, cy, cx1, cy1;
	cairo_clip_extents(cr, &cx, &cy, &cx1, &cy1);
	x = MAX(x, cx);
	y = MAX(y, cy);
	x1 = MIN(x1, cx1);
	y1 = MIN(y1, cy1);
	cairo_user_to_device(cr, &x, &y);
	cairo_user_to_device(cr, &x1, &y1);
	double w = width, h = height;
	cairo_user_to_device_distance(cr, &w, &h);
	if (x1 - x < 1 || y1 - y < 1 ||
		(x1 - x) * (y1 - y) < w * h / 4) /* out of sight, but for an edge */
		return;
	cairo_surface_t *copy = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, (int)(x1 - x), (int)(y1 - y));
	cairo_t *to = cairo_create(copy);
	cairo_set_source_surface(to, target, -x, -y);
	cairo_paint(to);
	cairo_destroy(to);
	bool seen = commonest(copy, (int)(x1 - x), (int)(y1 - y), &back);
	cairo_surface_destroy(copy);
	if (!seen)
		return;
	const GdkRGBA colour = {r, g, b, a};
	struct rgb front = over(&colour, 1, back);
	put(&front, &back, "drawn", text);
}

/* Whether the code at an address is glstep's own, or GtkSourceView's. */
static bool is_watched(void *address)
{
	Dl_info info;
	if (!dladdr(address, &info) || !info.dli_fname)
		return false;
	return g_str_has_suffix(info.dli_fname, "/glstep") ||
	       strstr(info.dli_fname, "libgtksourceview");
}

static int within; /* a function of GTK's that draws for GtkSourceView */

G_MODULE_EXPORT void gtk_render_layout(
	GtkStyleContext *style, cairo_t *cr, gdouble x, gdouble y, PangoLayout *layout)
{
	void (*real)(GtkStyleContext *, cairo_t *, gdouble, gdouble, PangoLayout *) = dlsym(
		RTLD_NEXT, "gtk_render_layout");
	bool watched = is_watched(__builtin_return_address(0));
	within += watched;
	real(style, cr, x, y, layout);
	within -= watched;
}

G_MODULE_EXPORT void pango_cairo_show_layout(cairo_t *cr, PangoLayout *layout)
{
	void (*real)(cairo_t *, PangoLayout *) = dlsym(RTLD_NEXT, "pango_cairo_show_layout");
	if (drawing && (within || is_watched(__builtin_return_address(0)))) {
		PangoRectangle ink;
		double x = 0, y = 0;
		cairo_get_current_point(cr, &x, &y);
		pango_layout_get_pixel_extents(layout, &ink, NULL);
		put_drawn(cr, pango_layout_get_text(layout), x + ink.x, y + ink.y, ink.width,
			ink.height);
	}
	real(cr, layout);
}

G_MODULE_EXPORT void cairo_show_text(cairo_t *cr, const char *text)
{
	void (*real)(cairo_t *, const char *) = dlsym(RTLD_NEXT, "cairo_show_text");
	if (drawing && is_watched(__builtin_return_address(0))) {
		cairo_text_extents_t e;
		double x = 0, y = 0;
		cairo_get_current_point(cr, &x, &y);
		cairo_text_extents(cr, text, &e);
		put_drawn(cr, text, x + e.x_bearing, y + e.y_bearing, e.width, e.height);
	}
	real(cr, text);
}

static int n_awaited; /* windows that are still to be drawn */

static void queue_all(GtkWidget *widget, gpointer data)
{
	gtk_widget_queue_draw(widget);
	if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), queue_all, NULL);
}

static void finish(void)
{
	const char *path = g_getenv("GS_TEST_CONTRAST");
	g_autofree char *part = g_strconcat(path, ".part", NULL);
	drawing = false;
	if (file && !fclose(file))
		rename(part, path); /* whole, or not there */
	file = NULL;
}

static void unmapped(GtkWidget *window, gpointer data);

static void painted(GdkFrameClock *clock, gpointer window)
{
	g_signal_handlers_disconnect_by_func(clock, painted, window);
	g_signal_handlers_disconnect_by_func(window, unmapped, clock);
	if (--n_awaited == 0)
		finish();
}

/* A tooltip may go before it is drawn. */
static void unmapped(GtkWidget *window, gpointer clock)
{
	painted(clock, window);
}

static gboolean measure(gpointer data)
{
	const char *path = g_getenv("GS_TEST_CONTRAST");
	g_autofree char *part = g_strconcat(path, ".part", NULL);
	if (file) /* still at it */
		return G_SOURCE_CONTINUE;
	file = fopen(part, "w");
	g_autoptr(GList) windows = gtk_window_list_toplevels();
	n_awaited = 0;
	for (GList *w = windows; file && w; w = w->next) {
		walk(w->data, NULL);
		if (!gtk_widget_get_mapped(w->data))
			continue;
		n_awaited++;
		GdkFrameClock *clock = gtk_widget_get_frame_clock(w->data);
		g_signal_connect(clock, "after-paint", G_CALLBACK(painted), w->data);
		g_signal_connect(w->data, "unmap", G_CALLBACK(unmapped), clock);
		queue_all(w->data, NULL);
	}
	drawing = n_awaited > 0;
	if (!drawing)
		finish();
	return G_SOURCE_CONTINUE;
}

G_MODULE_EXPORT void gtk_module_init(gint *argc, gchar ***argv);

void gtk_module_init(gint *argc, gchar ***argv)
{
	g_unsetenv("LD_PRELOAD"); /* of no use to what glstep starts */
	if (g_getenv("GS_TEST_CONTRAST"))
		g_unix_signal_add(SIGUSR1, measure, NULL);
}
