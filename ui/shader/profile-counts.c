/* SPDX-License-Identifier: MIT */
#include "ui/shader/profile-counts.h"

#include "frontend/pictures/image-render.h"
#include "ui/images/image-view.h"

struct _GsProfileCounts {
	GtkBox parent;
	GsImageView *view;
	GtkLabel *label;
	GPtrArray *fields; /* one struct gs_field; NULL: nothing is shown */
	struct gs_render *pending;
};

G_DEFINE_TYPE(GsProfileCounts, gs_profile_counts, GTK_TYPE_BOX)

static void rendered(gpointer data, struct gs_render *render)
{
	GsProfileCounts *counts = data;
	counts->pending = NULL;
	gs_image_view_set_surface(counts->view, render->surface,
		render->surface ? NULL : "Iterations of each element");
}

void gs_profile_counts_set(GsProfileCounts *counts, GPtrArray *fields, double max)
{
	bool any = fields && fields->len;
	gtk_widget_set_visible(GTK_WIDGET(counts), any);
	gs_panel_label(counts->label, " ");
	gs_picture_jobs_drop(counts->fields);
	counts->fields = any ? g_ptr_array_ref(fields) : NULL;
	if (counts->pending)
		gs_render_cancel(counts->pending);
	counts->pending = NULL;
	if (!any) {
		gs_image_view_set_surface(counts->view, NULL, "Iterations of each element");
		return;
	}
	counts->pending = gs_render_new(counts, rendered);
	counts->pending->look.map = GS_MAP_VIRIDIS;
	counts->pending->channel[0].field = g_ptr_array_index(fields, 0);
	counts->pending->channel[0].max = MAX(max, 1);
	gs_render_hold(counts->pending, fields);
	gs_render_push(counts->pending);
}

static const struct gs_field *field_of(const GsProfileCounts *counts)
{
	return counts->fields ? g_ptr_array_index(counts->fields, 0) : NULL;
}

static char *count_text(gpointer data, unsigned x, unsigned y)
{
	const struct gs_field *field = field_of(data);
	size_t cell = field ? (size_t)y * field->width + x : 0;
	bool inside = field && x < field->width && y < field->height && field->active[cell];
	return inside ? g_strdup_printf("%.0f", field->values[cell]) : NULL;
}

static void hovered(GsImageView *view, gboolean inside, guint x, guint y, GsProfileCounts *counts)
{
	g_autofree char *text = inside ? count_text(counts, x, y) : NULL;
	if (text)
		gs_panel_label(counts->label, "%u, %u: %s iterations", x, y, text);
	else
		gs_panel_label(counts->label, "%s", inside ? "does not reach the loop" : " ");
}

static void picked(GsImageView *view, guint x, guint y, GsProfileCounts *counts)
{
	gs_panel_activate(counts, "focus", g_variant_new("(uu)", x, y));
}

static void dispose(GObject *object)
{
	GsProfileCounts *counts = GS_PROFILE_COUNTS(object);
	if (counts->pending)
		gs_render_cancel(counts->pending);
	counts->pending = NULL;
	G_OBJECT_CLASS(gs_profile_counts_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
	gs_picture_jobs_drop(GS_PROFILE_COUNTS(object)->fields);
	G_OBJECT_CLASS(gs_profile_counts_parent_class)->finalize(object);
}

static void gs_profile_counts_class_init(GsProfileCountsClass *class)
{
	G_OBJECT_CLASS(class)->dispose = dispose;
	G_OBJECT_CLASS(class)->finalize = finalize;
}

static void gs_profile_counts_init(GsProfileCounts *counts)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(counts), GTK_ORIENTATION_VERTICAL);
	gtk_widget_set_no_show_all(GTK_WIDGET(counts), TRUE); /* hidden until there is a profile */
	counts->view = g_object_new(GS_TYPE_IMAGE_VIEW, NULL);
	gs_panel_name(counts->view, "Iterations of each element");
	gtk_widget_set_tooltip_text(GTK_WIDGET(counts->view),
		"How often each element runs through the loop: few dark, "
		"many bright\nClick an element to focus it");
	gtk_widget_set_size_request(GTK_WIDGET(counts->view), 120, 80);
	gs_image_view_set_cells(counts->view, count_text, counts);
	counts->label = GTK_LABEL(gtk_label_new(" "));
	gtk_label_set_ellipsize(counts->label, PANGO_ELLIPSIZE_END);
	gs_panel_name(counts->label, "Iterations under the pointer");
	gtk_box_pack_start(GTK_BOX(counts), GTK_WIDGET(counts->view), TRUE, TRUE, 0);
	gtk_box_pack_start(GTK_BOX(counts), GTK_WIDGET(counts->label), FALSE, FALSE, 2);
	gtk_widget_show(GTK_WIDGET(counts->view));
	gtk_widget_show(GTK_WIDGET(counts->label));
	g_signal_connect(counts->view, "hover", G_CALLBACK(hovered), counts);
	g_signal_connect(counts->view, "pick", G_CALLBACK(picked), counts);
}
