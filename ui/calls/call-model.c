/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-model.h"

#include <string.h>
#include "data/data.h"
#include "ui/widgets/theme.h"

struct row {
	bool known;
	char *index, *text, *detail;
	GdkPixbuf *small, *large;
	bool is_error, is_pending, is_current, is_frame_end, is_draw;
	bool is_fake; /* made by the recorder, not the program */
};

struct _GsCallModel {
	GObject parent;
	struct gs_call_source source;
	char *pending, *pending_detail; /* texts of the pending call; NULL: none */
	uint64_t pending_index;
	uint64_t count;	  /* number of the source's rows that were taken in; other threads may add
			     more */
	uint64_t current; /* number of a trace's pending call; UINT64_MAX: none */
	uint64_t first;
	struct row *rows;
	unsigned n_rows;
	int stamp;
};

static void tree_model_init(GtkTreeModelIface *iface);
G_DEFINE_TYPE_WITH_CODE(GsCallModel, gs_call_model, G_TYPE_OBJECT,
	G_IMPLEMENT_INTERFACE(GTK_TYPE_TREE_MODEL, tree_model_init))

/* ---- rows ---- */

static void row_clear(struct row *row)
{
	g_free(row->index);
	g_free(row->text);
	g_free(row->detail);
	g_clear_object(&row->small);
	g_clear_object(&row->large);
	memset(row, 0, sizeof(*row));
}

char *gs_call_short_text(const struct gs_call_info *call)
{
	GString *text = g_string_new(call->name);
	g_string_append_c(text, '(');
	for (size_t i = 0; i < call->n_arguments; i++) {
		const struct gs_argument *a = &call->arguments[i];
		g_string_append_printf(text, "%s%s", i ? ", " : "", a->text ? a->text : "");
		if (a->called)
			g_string_append_printf(text, " (%s)", a->called);
	}
	g_string_append_c(text, ')');
	if (call->has_return && call->returned.text)
		g_string_append_printf(text, " = %s", call->returned.text);
	return g_string_free(text, FALSE);
}

static char *indented(const struct gs_call_row *shown, const char *text)
{
	return g_strdup_printf("%*s%s", (int)MIN(shown->depth, 20) * 3, "", text);
}

static char *name_of_pass(GsCallModel *model, const struct gs_call_row *shown)
{
	g_autofree char *target = model->source.target(model->source.data, &shown->pass);
	g_autofree char *number = shown->number
					  ? g_strdup_printf(
						    "Pass %" G_GUINT64_FORMAT, shown->number)
					  : g_strdup(shown->is_needed ? "Needed pass" : "Pass");
	uint64_t draws = shown->pass.draws;
	if (draws < 2)
		return g_strdup_printf("%s: %s, %s", number, target, draws ? "1 draw" : "no draws");
	return g_strdup_printf("%s: %s, %" G_GUINT64_FORMAT " draws", number, target, draws);
}

/* Return a frame's name; g_free. *own: its number in this file if the name has another; g_free. */
static char *name_of_frame(GsCallModel *model, const struct gs_call_row *shown, char **own)
{
	uint64_t frame = shown->frame;
	if (shown->is_needed)
		return g_strdup("Needed beforehand");
	char *name = model->source.frame_name ? model->source.frame_name(model->source.data, frame)
					      : NULL;
	*own = name ? g_strdup_printf(", frame %" G_GUINT64_FORMAT " of this file", frame) : NULL;
	if (!name)
		return g_strdup_printf("Frame %" G_GUINT64_FORMAT, frame);
	name[0] = g_ascii_toupper(name[0]);
	return name;
}

/* Fill the row that says that the calls before the next one were dropped. */
static void fill_dropped(struct row *row, const struct gs_call_row *shown)
{
	row->text = g_strdup(shown->name);
	row->text[0] = g_ascii_toupper(row->text[0]);
	row->detail = g_strdup(row->text);
	row->is_frame_end = true;
}

static void fill_header(GsCallModel *model, struct row *row, const struct gs_call_row *shown)
{
	g_autofree char *own = NULL;
	g_autofree char *name = shown->kind == GS_ROW_PASS    ? name_of_pass(model, shown)
				: shown->kind == GS_ROW_FRAME ? name_of_frame(model, shown, &own)
							      : g_strdup(shown->name);
	g_autofree char *calls = g_strdup_printf(
		"%" G_GUINT64_FORMAT " call%s", shown->calls, shown->calls == 1 ? "" : "s");
	g_autofree char *text = g_strdup_printf(
		"%s %s   %s", shown->folded ? "▸" : "▾", name, calls);
	row->text = indented(shown, text);
	row->detail = g_strdup_printf("%s%s: %s", name, own ? own : "", calls);
	row->is_frame_end = true;
	const struct gs_pass_picture *picture = shown->kind == GS_ROW_PASS && model->source.picture
							? model->source.picture(
								  model->source.data, &shown->pass)
							: NULL;
	if (!picture || !picture->small)
		return;
	row->small = g_object_ref(picture->small);
	row->large = g_object_ref(picture->large);
	g_autofree char *detail = g_steal_pointer(&row->detail);
	row->detail = g_strdup_printf("%s; as it was %s call %" G_GUINT64_FORMAT, detail,
		picture->after ? "after" : "before", picture->call);
}

/* Return a row's text, such as "draw 3, sky, 12 triangles   glDrawArrays(...)": what is drawn comes
 * first, as the list may have no room for all arguments. */
static char *row_text(const char *text, const char *drawn)
{
	return drawn ? g_strdup_printf("%s   %s", drawn, text) : g_strdup(text);
}

/* Return a row's detailed text, such as "glDrawArrays(...) draw 3, sky, 12 triangles; thread 7". */
static char *with_drawn(const char *text, const char *drawn, const char *whose)
{
	return g_strdup_printf("%s%s%s%s%s", text, drawn ? "   " : "", drawn ? drawn : "",
		whose ? "; " : "", whose ? whose : "");
}

/* Add the thumbnail of what the draw call changes, if known, and the number of pixels. */
static void add_draw_picture(GsCallModel *model, struct row *row, uint64_t number)
{
	const struct gs_draw_picture *picture = model->source.draw_picture
							? model->source.draw_picture(
								  model->source.data, number)
							: NULL;
	if (!picture)
		return;
	row->small = picture->small ? g_object_ref(picture->small) : NULL;
	row->large = picture->large ? g_object_ref(picture->large) : NULL;
	if (picture->is_whole)
		return;
	g_autofree char *detail = g_steal_pointer(&row->detail);
	row->detail = g_strdup_printf("%s; changes %" G_GUINT64_FORMAT " pixel%s", detail,
		(guint64)picture->n, picture->n == 1 ? "" : "s");
}

static bool ends_frame(const struct gs_call_info *call)
{
	return gs_data_flags(call->function) & GS_FUNCTION_SWAPS;
}

/* Return the pending call's text, indented like the last call unless that ended the frame. */
static char *pending_text(GsCallModel *model)
{
	struct gs_call_row last = {0};
	struct gs_call_info call = {0};
	uint64_t count = model->count;
	if (count && model->source.row && model->source.row(model->source.data, count - 1, &last)) {
		if (last.kind != GS_ROW_CALL)
			last.depth += !last.folded;
		else if (model->source.get(model->source.data, last.place, &call) &&
			 ends_frame(&call))
			last.depth = 0;
		gs_call_info_clear(&call);
		g_clear_pointer(&last.name, g_free);
	}
	return indented(&last, model->pending);
}

static void fetch(GsCallModel *model, unsigned n)
{
	struct row *row = &model->rows[n];
	uint64_t index = model->first + n, count = model->count;
	struct gs_call_row shown = {.place = {index}};
	struct gs_call_info call = {0};
	row->known = true;
	if (index >= count) {
		row->is_pending = row->known = model->pending;
		if (!row->is_pending)
			return;
		row->index = g_strdup_printf("%" G_GUINT64_FORMAT, model->pending_index);
		row->text = pending_text(model);
		row->detail = g_strdup(model->pending_detail);
		add_draw_picture(model, row, model->pending_index);
		return;
	}
	if (model->source.row && model->source.row(model->source.data, index, &shown) &&
		shown.kind != GS_ROW_CALL) {
		if (shown.kind == GS_ROW_DROPPED)
			fill_dropped(row, &shown);
		else
			fill_header(model, row, &shown);
		g_free(shown.name);
		return;
	}
	if (!model->source.get(model->source.data, shown.place, &call)) {
		row->text = g_strdup("(not kept)");
		return;
	}
	row->index = g_strdup_printf("%" G_GUINT64_FORMAT, call.index);
	g_autofree char *drawn = model->source.drawn ? model->source.drawn(model->source.data,
							       shown.place, &call)
						     : NULL;
	g_autofree char *whose = model->source.whose ? model->source.whose(model->source.data,
							       shown.place, &call)
						     : NULL;
	g_autofree char *plain = gs_call_short_text(&call);
	g_autofree char *whole = row_text(plain, drawn);
	g_autofree char *detail = gs_call_info_text(&call);
	g_autofree char *text = indented(&shown, whole);
	row->detail = call.fake ? g_strdup_printf("%s; the recorder has made this call up, the "
						  "program has not made it",
					  detail)
				: with_drawn(detail, drawn, whose);
	row->is_draw = drawn;
	row->is_fake = call.fake;
	add_draw_picture(model, row, call.index);
	row->is_error = call.gl_error != 0;
	row->is_current = call.index == model->current;
	row->is_frame_end = ends_frame(&call);
	row->text = row->is_error
			    ? g_strdup_printf("%s → %s", text, gs_gl_error_name(call.gl_error))
		    : call.skipped ? g_strdup_printf("%s (skipped)", text)
		    : call.fake	   ? g_strdup_printf("%s (fake)", text)
				   : g_steal_pointer(&text);
	gs_call_info_clear(&call);
}

static struct row *row_at(GsCallModel *model, unsigned n)
{
	if (!model->rows[n].known) {
		row_clear(&model->rows[n]);
		fetch(model, n);
	}
	return &model->rows[n];
}

/* ---- GtkTreeModel ---- */

static bool set_iter(GsCallModel *model, GtkTreeIter *iter, unsigned n)
{
	iter->stamp = n < model->n_rows ? model->stamp : 0;
	iter->user_data = GUINT_TO_POINTER(n);
	return n < model->n_rows;
}

static GtkTreeModelFlags get_flags(GtkTreeModel *model)
{
	return GTK_TREE_MODEL_LIST_ONLY;
}

static gint get_n_columns(GtkTreeModel *model)
{
	return GS_N_CALL_COLUMNS;
}

static GType get_column_type(GtkTreeModel *model, gint column)
{
	return column == GS_CALL_COLUMN_WEIGHT					  ? G_TYPE_INT
	       : column == GS_CALL_COLUMN_SMALL || column == GS_CALL_COLUMN_LARGE ? GDK_TYPE_PIXBUF
										  : G_TYPE_STRING;
}

static gboolean get_iter(GtkTreeModel *model, GtkTreeIter *iter, GtkTreePath *path)
{
	int n = gtk_tree_path_get_indices(path)[0];
	return gtk_tree_path_get_depth(path) == 1 && n >= 0 &&
	       set_iter(GS_CALL_MODEL(model), iter, (unsigned)n);
}

static GtkTreePath *get_path(GtkTreeModel *model, GtkTreeIter *iter)
{
	return gtk_tree_path_new_from_indices((int)GPOINTER_TO_UINT(iter->user_data), -1);
}

static const char *colour(const struct row *row)
{
	return row->is_error			   ? gs_theme_colour(GS_COLOUR_WRONG)
	       : row->is_frame_end || row->is_fake ? gs_theme_colour(GS_COLOUR_SECONDARY)
						   : NULL;
}

static void get_value(GtkTreeModel *tree_model, GtkTreeIter *iter, gint column, GValue *value)
{
	const struct row *row = row_at(
		GS_CALL_MODEL(tree_model), GPOINTER_TO_UINT(iter->user_data));
	g_value_init(value, get_column_type(tree_model, column));
	switch (column) {
	case GS_CALL_COLUMN_INDEX:
		g_value_set_string(value, row->index);
		break;
	case GS_CALL_COLUMN_TEXT:
		g_value_set_string(value, row->text);
		break;
	case GS_CALL_COLUMN_DETAIL:
		g_value_set_string(value, row->detail);
		break;
	case GS_CALL_COLUMN_SMALL:
		g_value_set_object(value, row->small);
		break;
	case GS_CALL_COLUMN_LARGE:
		g_value_set_object(value, row->large);
		break;
	case GS_CALL_COLUMN_COLOUR:
		g_value_set_static_string(value, colour(row));
		break;
	case GS_CALL_COLUMN_BACKGROUND:
		g_value_set_static_string(value,
			row->is_pending || row->is_current ? gs_theme_colour(GS_COLOUR_PENDING)
			: row->is_error			   ? gs_theme_colour(GS_COLOUR_REFUSED)
							   : NULL);
		break;
	default:
		g_value_set_int(value, row->is_pending || row->is_current || row->is_draw
					       ? PANGO_WEIGHT_BOLD
					       : PANGO_WEIGHT_NORMAL);
	}
}

static gboolean iter_next(GtkTreeModel *model, GtkTreeIter *iter)
{
	return set_iter(GS_CALL_MODEL(model), iter, GPOINTER_TO_UINT(iter->user_data) + 1);
}

static gboolean iter_children(GtkTreeModel *model, GtkTreeIter *iter, GtkTreeIter *parent)
{
	return !parent && set_iter(GS_CALL_MODEL(model), iter, 0);
}

static gboolean iter_has_child(GtkTreeModel *model, GtkTreeIter *iter)
{
	return FALSE;
}

static gint iter_n_children(GtkTreeModel *model, GtkTreeIter *iter)
{
	return iter ? 0 : (gint)GS_CALL_MODEL(model)->n_rows;
}

static gboolean iter_nth_child(GtkTreeModel *model, GtkTreeIter *iter, GtkTreeIter *parent, gint n)
{
	return !parent && n >= 0 && set_iter(GS_CALL_MODEL(model), iter, (unsigned)n);
}

static gboolean iter_parent(GtkTreeModel *model, GtkTreeIter *iter, GtkTreeIter *child)
{
	return FALSE;
}

static void tree_model_init(GtkTreeModelIface *iface)
{
	iface->get_flags = get_flags;
	iface->get_n_columns = get_n_columns;
	iface->get_column_type = get_column_type;
	iface->get_iter = get_iter;
	iface->get_path = get_path;
	iface->get_value = get_value;
	iface->iter_next = iter_next;
	iface->iter_children = iter_children;
	iface->iter_has_child = iter_has_child;
	iface->iter_n_children = iter_n_children;
	iface->iter_nth_child = iter_nth_child;
	iface->iter_parent = iter_parent;
}

/* ---- the window of rows ---- */

static void resize(GsCallModel *model, unsigned n_rows)
{
	while (model->n_rows > n_rows) {
		row_clear(&model->rows[--model->n_rows]);
		g_autoptr(GtkTreePath)
			path = gtk_tree_path_new_from_indices((int)model->n_rows, -1);
		gtk_tree_model_row_deleted(GTK_TREE_MODEL(model), path);
	}
	model->rows = g_renew(struct row, model->rows, MAX(n_rows, 1));
	while (model->n_rows < n_rows) {
		GtkTreeIter iter;
		memset(&model->rows[model->n_rows], 0, sizeof(struct row));
		set_iter(model, &iter, model->n_rows++);
		iter.stamp = model->stamp;
		g_autoptr(GtkTreePath)
			path = gtk_tree_path_new_from_indices((int)model->n_rows - 1, -1);
		gtk_tree_model_row_inserted(GTK_TREE_MODEL(model), path, &iter);
	}
}

/* Move the window; rows that stay in it keep their contents. */
static void shift(GsCallModel *model, uint64_t first)
{
	struct row *old = model->rows;
	model->rows = g_new0(struct row, MAX(model->n_rows, 1));
	for (unsigned i = 0; i < model->n_rows; i++) {
		uint64_t index = model->first + i;
		if (index >= first && index - first < model->n_rows)
			model->rows[index - first] = old[i];
		else
			row_clear(&old[i]);
	}
	g_free(old);
	model->first = first;
}

static void rows_changed(GsCallModel *model)
{
	for (unsigned i = 0; i < model->n_rows; i++) {
		GtkTreeIter iter;
		set_iter(model, &iter, i);
		g_autoptr(GtkTreePath) path = gtk_tree_path_new_from_indices((int)i, -1);
		gtk_tree_model_row_changed(GTK_TREE_MODEL(model), path, &iter);
	}
}

void gs_call_model_set_window(GsCallModel *model, uint64_t first, unsigned n_rows)
{
	bool moved = first != model->first;
	if (moved)
		shift(model, first);
	resize(model, n_rows);
	/* A row that was pending or missing may be an executed call now. */
	bool stale = false;
	for (unsigned i = 0; i < model->n_rows; i++) {
		struct row *row = &model->rows[i];
		if (row->is_pending || !row->known) {
			row->known = false;
			stale = true;
		}
	}
	if (moved || stale)
		rows_changed(model);
}

void gs_call_model_refresh(GsCallModel *model)
{
	for (unsigned i = 0; i < model->n_rows; i++)
		row_clear(&model->rows[i]);
	rows_changed(model);
}

void gs_call_model_set_source(GsCallModel *model, const struct gs_call_source *source)
{
	for (unsigned i = 0; i < model->n_rows; i++)
		row_clear(&model->rows[i]);
	model->source = source ? *source : (struct gs_call_source){0};
	gs_call_model_take_in(model);
	rows_changed(model);
}

void gs_call_model_set_pending(
	GsCallModel *model, const struct gs_call_info *call, const char *drawn, const char *whose)
{
	g_autofree char *text = call ? gs_call_short_text(call) : NULL;
	g_autofree char *detail = call ? gs_call_info_text(call) : NULL;
	g_free(model->pending);
	g_free(model->pending_detail);
	model->pending_index = call ? call->index : 0;
	model->pending = call ? row_text(text, drawn) : NULL;
	model->pending_detail = call ? with_drawn(detail, drawn, whose) : NULL;
}

void gs_call_model_set_current(GsCallModel *model, uint64_t index)
{
	if (model->current != index) {
		model->current = index;
		gs_call_model_refresh(model);
	}
}

uint64_t gs_call_model_total(GsCallModel *model)
{
	return model->count + (model->pending ? 1 : 0);
}

bool gs_call_model_take_in(GsCallModel *model)
{
	uint64_t before = model->count;
	model->count = model->source.count ? model->source.count(model->source.data) : 0;
	return model->count != before;
}

uint64_t gs_call_model_first(GsCallModel *model)
{
	return model->first;
}

unsigned gs_call_model_rows(GsCallModel *model)
{
	return model->n_rows;
}

static void finalize(GObject *object)
{
	GsCallModel *model = GS_CALL_MODEL(object);
	for (unsigned i = 0; i < model->n_rows; i++)
		row_clear(&model->rows[i]);
	g_free(model->rows);
	g_free(model->pending);
	g_free(model->pending_detail);
	G_OBJECT_CLASS(gs_call_model_parent_class)->finalize(object);
}

static void gs_call_model_class_init(GsCallModelClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
}

static void gs_call_model_init(GsCallModel *model)
{
	model->stamp = g_random_int_range(1, G_MAXINT);
	model->current = UINT64_MAX;
}

GsCallModel *gs_call_model_new(void)
{
	return g_object_new(GS_TYPE_CALL_MODEL, NULL);
}
