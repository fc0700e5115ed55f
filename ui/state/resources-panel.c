/* SPDX-License-Identifier: MIT */
#include "data/constants.h"
#include "ui/state/resources-panel.h"

#include <cairo-gobject.h>
#include "effects/context.h"
#include "data/data.h"
#include "data/draw.h"
#include "data/object.h"
#include "debugger/calls/objects.h"
#include "frontend/pictures/image-thumb.h"
#include "frontend/pictures/resource-thumb.h"
#include "ui/state/block-view.h"
#include "ui/images/image-box.h"
#include "ui/widgets/list-copy.h"
#include "ui/images/pixel-menu.h"
#include "ui/state/resource-menu.h"
#include "ui/state/uses-view.h"
#include "ui/calls/visible-thumbs.h"
#include "wire/inspect.h"

enum {
	COLUMN_BINDING,
	COLUMN_NAME,
	COLUMN_WHAT,
	COLUMN_INDEX,
	COLUMN_PICTURED, /* name of its thumbnail; NULL: it is no image */
	COLUMN_THUMBNAIL,
	COLUMN_ICON, /* icon in place of a thumbnail; NULL: none */
	COLUMN_TOOLTIP,
	N_COLUMNS
};

enum { VIEW_WIDTH = 116 }; /* least width beside the list */
enum { MAX_ROWS = 2000 };  /* rows of a buffer's table */

struct _GsResourcesPanel {
	GtkBox parent;
	GtkTreeView *view, *table, *block;
	GtkListStore *store, *rows;
	GtkLabel *note;
	GtkSpinButton *level, *layer, *sample;
	GtkComboBoxText *when;
	GtkEntry *layout;
	GtkWidget *head, *image_bar, *buffer_bar;
	GtkStack *stack;
	GtkToggleButton *calls; /* show the uses in place of the contents */
	GsUsesView *uses;
	uint64_t stop; /* number of the call at which the resources were listed */
	guint asking;
	GsImageBox *box;
	GArray *resources;	    /* struct gs_wire_resource, as listed */
	const GPtrArray *blocks;    /* struct gs_block, listed last; the state's; NULL */
	char *block_name;	    /* name of the shown block; NULL: another resource is shown */
	char *ranged;		    /* names the image that the range was initialized for */
	struct gs_ui_inspect shown; /* the resource that the contents are of */
	bool is_past;		    /* everything shown is of the last stop */
	bool busy;		    /* the lists are being filled */
};

GS_DEFINE_PANEL(GsResourcesPanel, gs_resources_panel)

static const struct gs_wire_resource *chosen(GsResourcesPanel *panel)
{
	GtkTreeModel *model;
	GtkTreeIter iter;
	guint index;
	if (!gtk_tree_selection_get_selected(
		    gtk_tree_view_get_selection(panel->view), &model, &iter))
		return NULL;
	gtk_tree_model_get(model, &iter, COLUMN_INDEX, &index, -1);
	return index < panel->resources->len
		       ? &g_array_index(panel->resources, struct gs_wire_resource, index)
		       : NULL;
}

/* Return the shown block; NULL if none is, or it no longer exists. */
static const struct gs_block *shown_block(GsResourcesPanel *panel)
{
	for (guint i = 0; panel->block_name && panel->blocks && i < panel->blocks->len; i++) {
		const struct gs_block *block = g_ptr_array_index(panel->blocks, i);
		if (!strcmp(block->name, panel->block_name))
			return block;
	}
	return NULL;
}

/* ---- menus of pixels and rows ---- */

static struct gs_menu_pixel pixel_at(GsResourcesPanel *panel, guint x, guint y)
{
	const struct gs_wire_resource *r = chosen(panel);
	return (struct gs_menu_pixel){.x = x,
		.y = y,
		.is_drawn = r && r->kind == GS_RESOURCE_ATTACHMENT,
		.is_resource = true,
		.texture = r && r->kind == GS_RESOURCE_TEXTURE && r->target != GL_TEXTURE_BUFFER
				   ? r->name
				   : 0,
		.level = (unsigned)gtk_spin_button_get_value_as_int(panel->level),
		.layer = (unsigned)gtk_spin_button_get_value_as_int(panel->layer),
		.sample = (unsigned)gtk_spin_button_get_value_as_int(panel->sample)};
}

static void pixel_menu(GsImageView *view, guint x, guint y, GsResourcesPanel *panel)
{
	struct gs_menu_pixel pixel = pixel_at(panel, x, y);
	g_autofree char *text = gs_image_box_pixel_text(panel->box, x, y);
	pixel.text = text;
	gs_pixel_menu_show(view, &pixel);
}

static void pixel_opened(GsImageView *view, guint x, guint y, GsResourcesPanel *panel)
{
	struct gs_menu_pixel pixel = pixel_at(panel, x, y);
	if (pixel.is_drawn)
		gs_pixel_menu_debug(view, x, y, pixel.layer, pixel.sample);
}

static char *object_text(enum gs_object_kind kind, unsigned name)
{
	return g_strdup_printf("%s %u", gs_call_object_word(kind), name);
}

/* Return the name of the selected row's object, such as "texture 7" (g_free), or NULL if it has
 * none. */
static char *object_of(GsResourcesPanel *panel)
{
	const struct gs_wire_resource *r = chosen(panel);
	const struct gs_block *block = shown_block(panel);
	if (block)
		return block->buffer ? object_text(GS_OBJECT_BUFFER, block->buffer) : NULL;
	if (!r || !r->name)
		return NULL;
	return object_text(r->kind == GS_RESOURCE_BUFFER  ? GS_OBJECT_BUFFER
			   : r->target == GL_RENDERBUFFER ? GS_OBJECT_RENDERBUFFER
							  : GS_OBJECT_TEXTURE,
		r->name);
}

static bool row_menu(GsResourcesPanel *panel, const GdkEvent *event)
{
	GtkTreeModel *model;
	GtkTreeIter row;
	if (!gtk_tree_selection_get_selected(
		    gtk_tree_view_get_selection(panel->view), &model, &row))
		return false;
	g_autofree char *object = object_of(panel);
	g_autofree char *text = gs_list_copy_text(panel->view, model, &row);
	const struct gs_resource_menu menu = {object, text, panel->calls};
	gs_resource_menu_popup(panel->view, &menu, event);
	return true;
}

static gboolean row_pressed(GtkWidget *widget, GdkEventButton *event, GsResourcesPanel *panel)
{
	if (!gdk_event_triggers_context_menu((GdkEvent *)event) ||
		!gs_panel_select_under(panel->view, event))
		return FALSE;
	return row_menu(panel, (GdkEvent *)event);
}

static gboolean row_popup(GtkWidget *widget, GsResourcesPanel *panel)
{
	return row_menu(panel, NULL);
}

/* ---- uses of the selected object in the trace ---- */

static bool shows_calls(GsResourcesPanel *panel)
{
	return gtk_toggle_button_get_active(panel->calls);
}

static void ask_uses(GsResourcesPanel *panel)
{
	static const enum gs_object_kind kinds[] = {[GS_RESOURCE_TEXTURE] = GS_OBJECT_TEXTURE,
		[GS_RESOURCE_BUFFER] = GS_OBJECT_BUFFER,
		[GS_RESOURCE_ATTACHMENT] = GS_OBJECT_FRAMEBUFFER};
	const struct gs_wire_resource *r = chosen(panel);
	const struct gs_block *block = shown_block(panel);
	if (block)
		gs_panel_activate(panel, "uses",
			g_variant_new("(uuut)", GS_OBJECT_BUFFER,
				block->storage ? GL_SHADER_STORAGE_BUFFER : GL_UNIFORM_BUFFER,
				block->binding, (guint64)0));
	else if (r && r->kind < G_N_ELEMENTS(kinds))
		gs_panel_activate(panel, "uses",
			g_variant_new(
				"(uuut)", kinds[r->kind], r->where, r->index, (guint64)r->size));
}

static gboolean ask_uses_now(gpointer data)
{
	GsResourcesPanel *panel = data;
	panel->asking = 0;
	ask_uses(panel);
	return G_SOURCE_REMOVE;
}

/* Request the uses later, as the panels are being updated. */
static void ask_uses_later(GsResourcesPanel *panel)
{
	if (!panel->asking)
		panel->asking = g_idle_add(ask_uses_now, panel);
}

/* Show a page of the contents, or the uses if these are wanted. */
static void show_page(GsResourcesPanel *panel, const char *page)
{
	gtk_stack_set_visible_child_name(panel->stack, shows_calls(panel) ? "uses" : page);
}

/* ---- the selected resource ---- */

static void show_block(GsResourcesPanel *panel)
{
	const struct gs_block *block = shown_block(panel);
	g_autofree char *title = block ? gs_block_title(block) : NULL;
	gs_block_view_set(panel->block, block);
	gtk_widget_hide(panel->head);
	show_page(panel, "block");
	if (block)
		gs_panel_label(panel->note, "%s, %" G_GUINT64_FORMAT " bytes%s%s", title,
			block->size, block->note ? ": " : "", block->note ? block->note : "");
	else
		gs_panel_label(
			panel->note, "The program in use has no block %s", panel->block_name);
}

/* Return the name of the block whose row is selected, or NULL. */
static const char *chosen_block(GsResourcesPanel *panel)
{
	GtkTreeModel *model;
	GtkTreeIter iter;
	guint index;
	if (!panel->blocks || !gtk_tree_selection_get_selected(
				      gtk_tree_view_get_selection(panel->view), &model, &iter))
		return NULL;
	gtk_tree_model_get(model, &iter, COLUMN_INDEX, &index, -1);
	guint at = index - panel->resources->len;
	return index >= panel->resources->len && at < panel->blocks->len
		       ? ((const struct gs_block *)g_ptr_array_index(panel->blocks, at))->name
		       : NULL;
}

/* Return whether the shown contents are those of the selected row. */
static bool shows_chosen(GsResourcesPanel *panel)
{
	const struct gs_wire_resource *r = chosen(panel);
	return r && panel->shown.chosen && r->kind == panel->shown.kind &&
	       r->where == panel->shown.where && r->index == panel->shown.index;
}

/* Make contents of another row, or of the last stop, pale. */
static void set_pale(GsResourcesPanel *panel)
{
	bool is_other = chosen(panel) && !shows_chosen(panel);
	gs_panel_pale(panel->box, panel->is_past || is_other);
	gs_panel_pale(panel->table, is_other);
}

static void ask(GsResourcesPanel *panel)
{
	const struct gs_wire_resource *r = chosen(panel);
	if (panel->busy || !r)
		return;
	gtk_widget_set_visible(panel->head, !shows_calls(panel));
	gtk_widget_set_visible(panel->image_bar, r->kind != GS_RESOURCE_BUFFER);
	gtk_widget_set_visible(panel->buffer_bar, r->kind == GS_RESOURCE_BUFFER);
	gtk_widget_set_visible(GTK_WIDGET(panel->when), r->kind == GS_RESOURCE_ATTACHMENT);
	gs_panel_activate(panel, "inspect",
		g_variant_new("(uuuuuuus)", r->kind, r->where, r->index,
			(guint)gtk_spin_button_get_value_as_int(panel->level),
			(guint)gtk_spin_button_get_value_as_int(panel->layer),
			(guint)gtk_spin_button_get_value_as_int(panel->sample),
			(guint)MAX(gtk_combo_box_get_active(GTK_COMBO_BOX(panel->when)), 0),
			gtk_entry_get_text(panel->layout)));
}

/* Set the ranges of level, layer and sample that can be chosen. */
static void limit(GsResourcesPanel *panel, const struct gs_wire_resource *r)
{
	bool was_busy = panel->busy, whole = r->kind == GS_RESOURCE_TEXTURE;
	panel->busy = true;
	gtk_spin_button_set_range(panel->level, 0, whole ? MAX((int)r->levels - 1, 0) : 0);
	gtk_spin_button_set_range(
		panel->layer, 0, whole || r->layer == GS_NO_INDEX ? MAX((int)r->depth - 1, 0) : 0);
	gtk_spin_button_set_range(panel->sample, 0, MAX((int)r->samples - 1, 0));
	panel->busy = was_busy;
}

static void selected(GtkTreeSelection *selection, GsResourcesPanel *panel)
{
	const struct gs_wire_resource *r = panel->busy ? NULL : chosen(panel);
	const char *block = panel->busy || r ? NULL : chosen_block(panel);
	if (!r && !block)
		return;
	set_pale(panel);
	g_free(panel->block_name);
	panel->block_name = g_strdup(block);
	if (shows_calls(panel))
		ask_uses(panel);
	if (block) {
		show_block(panel);
		return;
	}
	limit(panel, r);
	ask(panel);
}

static char *describe(const struct gs_wire_resource *r, const char *window)
{
	if (r->kind == GS_RESOURCE_BUFFER)
		return g_strdup_printf("%" G_GUINT64_FORMAT " bytes, %s", r->size,
			r->usage ? gs_resource_enum(r->usage) : "");
	g_autofree char *depth = r->depth > 1 ? g_strdup_printf(" × %u", r->depth) : g_strdup("");
	g_autofree char *samples = r->samples > 1 ? g_strdup_printf(", %u samples", r->samples)
						  : g_strdup("");
	const char *format = gs_resource_format(r->format);
	bool is_window = r->kind == GS_RESOURCE_ATTACHMENT && !r->name && window;
	return g_strdup_printf("%u × %u%s%s%s%s%s%s", r->width, r->height, depth, format ? " " : "",
		format ? format : "", samples, is_window ? ", " : "", is_window ? window : "");
}

/* ---- thumbnails ---- */

static char *pictured(GtkTreeModel *model, GtkTreeIter *row)
{
	char *name;
	gtk_tree_model_get(model, row, COLUMN_PICTURED, &name, -1);
	return name;
}

/* Return the placeholder of a thumbnail that is not known yet, so that rows keep their height. */
static cairo_surface_t *blank_thumb(void)
{
	static cairo_surface_t *blank;
	if (!blank)
		blank = gs_image_thumb_blank();
	return blank;
}

static void show_thumb(
	GsResourcesPanel *panel, GtkTreeIter *row, const struct gs_resource_thumb *thumb)
{
	cairo_surface_t *shown = NULL;
	g_autofree char *what = NULL;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), row, COLUMN_WHAT, &what, COLUMN_THUMBNAIL,
		&shown, -1);
	bool is_new = !shown || shown != thumb->surface;
	g_clear_pointer(&shown, cairo_surface_destroy);
	if (!is_new)
		return;
	const char *title = thumb->surface ? "Thumbnail: " : "No thumbnail: ";
	bool any = thumb->note && *thumb->note;
	g_autofree char *tip = g_markup_printf_escaped(
		"%s%s%s%s", what, any ? "\n" : "", any ? title : "", any ? thumb->note : "");
	gtk_list_store_set(panel->store, row, COLUMN_THUMBNAIL,
		thumb->surface ? thumb->surface : blank_thumb(), COLUMN_ICON,
		thumb->surface ? NULL : "image-missing", COLUMN_TOOLTIP, tip, -1);
}

static void show_thumbs(GsResourcesPanel *panel, const struct gs_ui_state *state)
{
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	GtkTreeIter row;
	for (gboolean more = gtk_tree_model_get_iter_first(model, &row); more;
		more = gtk_tree_model_iter_next(model, &row)) {
		g_autofree char *name = pictured(model, &row);
		const struct gs_resource_thumb *thumb = name ? g_hash_table_lookup(
								       state->resource_thumbs, name)
							     : NULL;
		if (thumb)
			show_thumb(panel, &row, thumb);
	}
	gs_visible_thumbs_ask(panel->view);
}

static void set_thumb_cell(GtkTreeViewColumn *column, GtkCellRenderer *cell, GtkTreeModel *model,
	GtkTreeIter *row, gpointer data)
{
	cairo_surface_t *surface = NULL;
	g_autofree char *icon = NULL;
	gtk_tree_model_get(model, row, COLUMN_THUMBNAIL, &surface, COLUMN_ICON, &icon, -1);
	if (icon)
		g_object_set(cell, "icon-name", icon, NULL);
	else
		g_object_set(cell, "surface", surface, NULL);
	g_clear_pointer(&surface, cairo_surface_destroy);
}

static void add_thumbs(GsResourcesPanel *panel)
{
	GtkCellRenderer *cell = gtk_cell_renderer_pixbuf_new();
	GtkTreeViewColumn *column = gtk_tree_view_column_new_with_attributes("", cell, NULL);
	g_object_set(cell, "ypad", 1, NULL);
	gtk_tree_view_column_set_cell_data_func(column, cell, set_thumb_cell, NULL, NULL);
	gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
	gtk_tree_view_column_set_fixed_width(column, GS_THUMB_WIDTH + 4);
	gtk_tree_view_append_column(panel->view, column);
	gs_visible_thumbs_setup(panel->view, GS_RESOURCE_THUMBS, pictured);
}

/* ---- the list ---- */

static void add_row(GsResourcesPanel *panel, GtkTreeIter *iter, const char *binding, guint name,
	const char *label, const char *what, guint index)
{
	const struct gs_wire_resource *r = index < panel->resources->len
						   ? &g_array_index(panel->resources,
							     struct gs_wire_resource, index)
						   : NULL;
	g_autofree char *picture = r ? gs_resource_thumb_name(r) : NULL;
	g_autofree char *tip = g_markup_escape_text(what, -1);
	g_autofree char *text = !name	 ? g_strdup("")
				: *label ? g_strdup_printf("%u %s", name, label)
					 : g_strdup_printf("%u", name);
	gtk_list_store_insert_with_values(panel->store, iter, -1, COLUMN_BINDING, binding,
		COLUMN_NAME, text, COLUMN_WHAT, what, COLUMN_INDEX, index, COLUMN_PICTURED, picture,
		COLUMN_THUMBNAIL, picture ? blank_thumb() : NULL, COLUMN_TOOLTIP, tip, -1);
}

/* Return the name of a binding with what the program calls it, such as "unit 0: tiles"; g_free. */
static char *named_binding(const struct gs_wire_resource *r, const struct gs_ui_state *state)
{
	char *binding = gs_resource_binding(r);
	g_autofree char *users = state->has_program ? gs_resource_users(r, &state->program) : NULL;
	if (!users)
		return binding;
	char *named = g_strdup_printf("%s: %s", binding, users);
	g_free(binding);
	return named;
}

/* Return whether to list a resource: at a draw call only what it uses, but all for a display list,
 * which may use other programs and textures. */
static bool is_listed(const struct gs_wire_resource *r, const struct gs_ui_state *state)
{
	bool known = state->has_stop && state->stop.is_draw && state->has_program &&
		     !state->program_stale &&
		     !gs_data_draws_from(
			     (unsigned)gs_data_find(state->stop.call.name), GS_DRAW_LISTS);
	return !known || gs_resource_is_read(r, &state->program);
}

static void add_resources(GsResourcesPanel *panel, const struct gs_ui_state *state,
	const struct gs_wire_resource *before, bool first)
{
	bool found = false;
	g_autofree char *window = gs_ui_state_window(state);
	const char *which = strcmp(window, "window") != 0 ? window : NULL; /* if several */
	for (size_t i = 0; i < state->resources.n; i++) {
		const struct gs_wire_resource *r = &state->resources.list[i];
		if (!is_listed(r, state))
			continue;
		g_autofree char *binding = named_binding(r, state);
		g_autofree char *what = describe(r, which);
		GtkTreeIter iter;
		add_row(panel, &iter, binding, r->name, r->label, what, (guint)i);
		bool same = r->kind == before->kind && r->where == before->where &&
			    r->index == before->index;
		if (!found && !panel->block_name && (same || first))
			gtk_tree_selection_select_iter(
				gtk_tree_view_get_selection(panel->view), &iter);
		found = found || same;
		first = false;
	}
}

static const char *label_of_buffer(GsResourcesPanel *panel, guint name)
{
	for (guint i = 0; i < panel->resources->len; i++) {
		const struct gs_wire_resource *r = &g_array_index(
			panel->resources, struct gs_wire_resource, i);
		if (r->kind == GS_RESOURCE_BUFFER && r->name == name)
			return r->label;
	}
	return "";
}

static void add_blocks(GsResourcesPanel *panel)
{
	for (guint i = 0; panel->blocks && i < panel->blocks->len; i++) {
		const struct gs_block *block = g_ptr_array_index(panel->blocks, i);
		g_autofree char *binding = g_strdup_printf("block %s", block->name);
		g_autofree char *what = g_strdup_printf("%" G_GUINT64_FORMAT
							" bytes, %s block at binding %u",
			block->size, block->storage ? "storage" : "uniform", block->binding);
		GtkTreeIter iter;
		add_row(panel, &iter, binding, block->buffer, label_of_buffer(panel, block->buffer),
			what, panel->resources->len + i);
		if (!g_strcmp0(block->name, panel->block_name))
			gtk_tree_selection_select_iter(
				gtk_tree_view_get_selection(panel->view), &iter);
	}
}

static void fill_list(GsResourcesPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_wire_resource *now = chosen(panel);
	struct gs_wire_resource before = now ? *now
					     : (struct gs_wire_resource){
						       .kind = GS_RESOURCE_ATTACHMENT};
	bool first = !now && !panel->block_name;
	panel->busy = true;
	gtk_list_store_clear(panel->store);
	g_array_set_size(panel->resources, 0);
	g_array_append_vals(panel->resources, state->resources.list, state->resources.n);
	panel->blocks = state->blocks.list;
	add_resources(panel, state, &before, first);
	add_blocks(panel);
	show_thumbs(panel, state);
	if (chosen(panel))
		limit(panel, chosen(panel));
	panel->busy = false;
	if (first)
		selected(NULL, panel);
}

static void fill_table(GsResourcesPanel *panel, const struct gs_field *field)
{
	gtk_list_store_clear(panel->rows);
	for (unsigned i = 0; i < field->width && i < MAX_ROWS; i++) {
		g_autofree char *index = g_strdup_printf("%u", i);
		GString *text = g_string_new(NULL);
		for (size_t k = 0; k < field->n_scalars; k++) {
			const struct gs_scalar scalar = gs_field_scalar(field, i, k);
			g_autofree char *number = gs_scalar_text(&scalar);
			g_string_append_printf(text, "%s%s", k ? ", " : "", number);
		}
		gtk_list_store_insert_with_values(
			panel->rows, NULL, -1, 0, index, 1, text->str, -1);
		g_string_free(text, TRUE);
	}
}

/* Begin another image with the range 0 to 1 if it has fixed-point colours, else with that of the
 * data. */
static void begin_range(
	GsResourcesPanel *panel, const struct gs_ui_inspect *what, const struct gs_field *field)
{
	char *image = g_strdup_printf(
		"%u %u %u %u", what->kind, what->name, what->where, what->when);
	if (g_strcmp0(image, panel->ranged))
		gs_image_box_begin_range(panel->box, field->unit_range);
	g_free(panel->ranged);
	panel->ranged = image;
}

static void calls_toggled(GtkToggleButton *button, GsResourcesPanel *panel)
{
	gtk_widget_set_visible(GTK_WIDGET(panel->note), !shows_calls(panel));
	if (shows_calls(panel)) {
		ask_uses(panel);
		gtk_widget_hide(panel->head);
		show_page(panel, NULL);
	} else if (panel->block_name) {
		show_block(panel);
	} else {
		ask(panel);
	}
}

static void set_uses(GsResourcesPanel *panel, const struct gs_ui_state *state)
{
	gs_panel_allow(GTK_WIDGET(panel->calls), NULL,
		state->is_trace	 ? NULL
		: state->session ? "they are told of a trace: record the program, then open the "
				   "trace"
				 : "no program is chosen");
	gs_uses_view_set(panel->uses, state);
}

/* Show why there are no contents, or describe them. */
static void say(
	GsResourcesPanel *panel, const struct gs_ui_state *state, const struct gs_field *field)
{
	const char *why = gs_ui_state_note(state, state->resources.note);
	bool is_buffer = field &&
			 (state->resources.shown.kind == GS_RESOURCE_BUFFER || field->elements);
	const char *format = field && !is_buffer ? gs_resource_format(field->format) : NULL;
	if (!field)
		gs_image_box_set_fields(panel->box, NULL, NULL,
			why ? why : "Select an attachment, texture, buffer or block to show");
	if (field)
		gs_panel_label(panel->note, "%s: %u × %u %s", field->expression, field->width,
			MAX(field->height, 1), format ? format : field->type_name);
	else
		gs_panel_label(panel->note, "%s", why ? why : "");
	gtk_widget_set_tooltip_text(GTK_WIDGET(panel->note), field ? NULL : why);
}

/* Disable what is out of date, except the rows of a trace, whose uses can still be requested. */
static void set_past(GsResourcesPanel *panel, const struct gs_ui_state *state)
{
	bool past = gs_ui_state_is_past(state);
	panel->is_past = past;
	gtk_widget_set_sensitive(GTK_WIDGET(panel->view), !past || state->is_trace);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->table), !past);
	gtk_widget_set_sensitive(GTK_WIDGET(panel->block), !past);
	set_pale(panel);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsResourcesPanel *panel = GS_RESOURCES_PANEL(widget);
	panel->blocks = state->blocks.list; /* the blocks may have been replaced */
	set_uses(panel, state);
	panel->shown = state->resources.shown;
	if (parts & (GS_PART_RESOURCES | GS_PART_SOURCES)) /* sources: names */
		fill_list(panel, state);
	else if (parts & GS_PART_THUMBNAILS)
		show_thumbs(panel, state);
	set_past(panel, state);
	const struct gs_field *field = shows_chosen(panel) && state->resources.contents &&
						       state->resources.contents->len
					       ? g_ptr_array_index(state->resources.contents, 0)
					       : NULL;
	if (parts & (GS_PART_RESOURCES | GS_PART_STOP) && !panel->block_name)
		say(panel, state, field);
	if (!(parts & GS_PART_RESOURCES))
		return;
	if (shows_calls(panel) && state->has_stop && panel->stop != state->stop.call.index)
		ask_uses_later(panel);
	panel->stop = state->has_stop ? state->stop.call.index : 0;
	if (panel->block_name) {
		show_block(panel);
		return;
	}
	bool is_buffer = state->resources.shown.kind == GS_RESOURCE_BUFFER;
	is_buffer = is_buffer || (field && field->elements); /* a buffer texture */
	if (field && !is_buffer)
		begin_range(panel, &state->resources.shown, field);
	show_page(panel, is_buffer && field ? "table" : "image");
	if (is_buffer && field)
		fill_table(panel, field);
	else if (field)
		gs_image_box_set_fields(
			panel->box, state->resources.contents, field->expression, NULL);
}

static void dispose(GObject *object)
{
	g_clear_handle_id(&GS_RESOURCES_PANEL(object)->asking, g_source_remove);
	G_OBJECT_CLASS(gs_resources_panel_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	g_array_unref(GS_RESOURCES_PANEL(object)->resources);
	g_free(GS_RESOURCES_PANEL(object)->ranged);
	g_free(GS_RESOURCES_PANEL(object)->block_name);
	G_OBJECT_CLASS(gs_resources_panel_parent_class)->finalize(object);
}

static void gs_resources_panel_class_init(GsResourcesPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->dispose = dispose;
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GS_TYPE_IMAGE_BOX);
	g_type_ensure(GS_TYPE_USES_VIEW);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "resources-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, head);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, image_bar);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, level);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, layer);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, sample);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, when);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, buffer_bar);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, layout);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, note);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, view);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, calls);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, stack);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, box);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, table);
	gtk_widget_class_bind_template_child(widget, GsResourcesPanel, uses);
}

static void build_lists(GsResourcesPanel *panel)
{
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_UINT, G_TYPE_STRING, CAIRO_GOBJECT_TYPE_SURFACE, G_TYPE_STRING,
		G_TYPE_STRING);
	gtk_tree_view_set_model(panel->view, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	GtkCellRenderer *cells[] = {
		gs_panel_column(panel->view, "Bound to", COLUMN_BINDING, 92, NULL),
		gs_panel_column(panel->view, "Name", COLUMN_NAME, 38, NULL),
		gs_panel_column(panel->view, "What", COLUMN_WHAT, 0, NULL)};
	for (size_t i = 0; i < G_N_ELEMENTS(cells); i++)
		gs_panel_wrap(gtk_tree_view_get_column(panel->view, (int)i), cells[i]);
	add_thumbs(panel);
	gtk_tree_view_set_tooltip_column(panel->view, COLUMN_TOOLTIP);
	panel->rows = gtk_list_store_new(2, G_TYPE_STRING, G_TYPE_STRING);
	gtk_tree_view_set_model(panel->table, GTK_TREE_MODEL(panel->rows));
	g_object_unref(panel->rows); /* the view owns it now */
	gs_panel_column(panel->table, "Index", 0, 70, NULL);
	gs_panel_column(panel->table, "Value", 1, 0, NULL);
	panel->block = gs_block_view_new(
		GTK_BOX(gtk_stack_get_child_by_name(panel->stack, "block")), "Block members");
}

static void gs_resources_panel_init(GsResourcesPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->resources = g_array_new(FALSE, FALSE, sizeof(struct gs_wire_resource));
	build_lists(panel);
	gs_image_box_set_name(panel->box, "Resource");
	gs_panel_name(panel->when, "When");
	gs_panel_narrow(GTK_COMBO_BOX(panel->when));
	GsImageView *view = gs_image_box_view(panel->box);
	gtk_widget_set_size_request(GTK_WIDGET(view), VIEW_WIDTH, -1);
	g_signal_connect(view, "menu", G_CALLBACK(pixel_menu), panel);
	g_signal_connect(panel->view, "button-press-event", G_CALLBACK(row_pressed), panel);
	g_signal_connect(panel->view, "popup-menu", G_CALLBACK(row_popup), panel);
	g_signal_connect(view, "open", G_CALLBACK(pixel_opened), panel);
	g_signal_connect_swapped(panel->level, "value-changed", G_CALLBACK(ask), panel);
	g_signal_connect_swapped(panel->layer, "value-changed", G_CALLBACK(ask), panel);
	g_signal_connect_swapped(panel->sample, "value-changed", G_CALLBACK(ask), panel);
	g_signal_connect_swapped(panel->when, "changed", G_CALLBACK(ask), panel);
	g_signal_connect_swapped(panel->layout, "activate", G_CALLBACK(ask), panel);
	g_signal_connect(panel->calls, "toggled", G_CALLBACK(calls_toggled), panel);
	g_signal_connect(
		gtk_tree_view_get_selection(panel->view), "changed", G_CALLBACK(selected), panel);
}
