/* SPDX-License-Identifier: MIT */
#include "ui/profile-counts.h"

#include <math.h>
#include "ui/image.h"
#include "ui/image-view.h"

struct _GsProfileCounts {
	GtkBox parent;
	GsImageView *view;
	GtkLabel *label;
	struct gs_field *field; /* NULL: nothing is shown */
};

G_DEFINE_TYPE(GsProfileCounts, gs_profile_counts, GTK_TYPE_BOX)

static struct gs_field *make_field(const struct gs_profile *profile)
{
	struct gs_field *field = g_new0(struct gs_field, 1);
	size_t n = (size_t)profile->width * profile->height;
	field->width = profile->width;
	field->height = profile->height;
	field->planes = 1;
	field->n_scalars = 1;
	field->values = g_new0(double, n + 1);
	field->active = g_new0(uint8_t, n + 1);
	for (size_t i = 0; i < n; i++) {
		const struct gs_loop_profile *p = &profile->elements[i];
		field->active[i] = p->end != GS_LOOP_NOT_REACHED;
		field->values[i] = field->active[i] ? (double)p->iterations : NAN;
	}
	return field;
}

void gs_profile_counts_set(GsProfileCounts *counts, const struct gs_profile *profile)
{
	const struct gs_image_look look = {.map = GS_MAP_VIRIDIS};
	struct gs_image_channel channel[3] = {{0}};
	g_clear_pointer(&counts->field, gs_field_free);
	gtk_widget_set_visible(GTK_WIDGET(counts), profile && profile->elements);
	gs_image_view_set_surface(counts->view, NULL, "Iterations of each element");
	gs_panel_label(counts->label, " ");
	if (!profile || !profile->elements)
		return;
	counts->field = make_field(profile);
	channel[0].field = counts->field;
	channel[0].max = profile->max_iterations ? (double)profile->max_iterations : 1;
	cairo_surface_t *surface = gs_image_from_fields(channel, &look);
	if (!surface)
		return;
	gs_image_view_set_surface(counts->view, surface, NULL);
	cairo_surface_destroy(surface);
}

static char *count_text(gpointer data, unsigned x, unsigned y)
{
	const struct gs_field *field = GS_PROFILE_COUNTS(data)->field;
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
		gs_panel_label(counts->label, "%s", inside ? "does not come to the loop" : " ");
}

static void picked(GsImageView *view, guint x, guint y, GsProfileCounts *counts)
{
	gs_panel_ask(counts, "focus", g_variant_new("(uu)", x, y));
}

static void finalize(GObject *object)
{
	g_clear_pointer(&GS_PROFILE_COUNTS(object)->field, gs_field_free);
	G_OBJECT_CLASS(gs_profile_counts_parent_class)->finalize(object);
}

static void gs_profile_counts_class_init(GsProfileCountsClass *class)
{
	G_OBJECT_CLASS(class)->finalize = finalize;
}

static void gs_profile_counts_init(GsProfileCounts *counts)
{
	gtk_orientable_set_orientation(GTK_ORIENTABLE(counts), GTK_ORIENTATION_VERTICAL);
	gtk_widget_set_no_show_all(GTK_WIDGET(counts), TRUE); /* there is a profile first */
	counts->view = g_object_new(GS_TYPE_IMAGE_VIEW, NULL);
	gs_panel_name(counts->view, "Iterations of each element");
	gtk_widget_set_tooltip_text(GTK_WIDGET(counts->view),
		"How often each element runs through the loop: few dark, many bright\n"
		"A click takes it into focus");
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
