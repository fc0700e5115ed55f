/* SPDX-License-Identifier: MIT */
#include "ui/draw-choice.h"

#include <string.h>
#include "data/data.h"
#include "data/draw.h"

enum { ALL = -1, MOST = 1000000 };

struct _GsDrawChoice {
	GtkBox parent;
	GtkSpinButton *number; /* a draw from 0; ALL: no selection */
	GtkLabel *of;
	bool busy; /* code, not the user, is changing the entry */
};

G_DEFINE_TYPE(GsDrawChoice, gs_draw_choice, GTK_TYPE_BOX)

static gboolean show_number(GtkSpinButton *spin, GsDrawChoice *choice)
{
	int number = (int)gtk_adjustment_get_value(gtk_spin_button_get_adjustment(spin));
	g_autofree char *text = number == ALL ? g_strdup("all") : g_strdup_printf("%d", number);
	if (strcmp(gtk_entry_get_text(GTK_ENTRY(spin)), text))
		gtk_entry_set_text(GTK_ENTRY(spin), text);
	return TRUE;
}

static gint read_number(GtkSpinButton *spin, double *number, GsDrawChoice *choice)
{
	const char *text = gtk_entry_get_text(GTK_ENTRY(spin));
	char *end;
	*number = g_ascii_strtod(text, &end);
	if (!strcmp(text, "all"))
		*number = ALL;
	else if (end == text || *end)
		return GTK_INPUT_ERROR;
	return TRUE;
}

static void chosen(GtkSpinButton *spin, GsDrawChoice *choice)
{
	if (!choice->busy)
		gs_panel_activate(choice, "choose-draw",
			g_variant_new_uint32(
				(guint32)(gtk_spin_button_get_value_as_int(spin) + 1)));
}

/* While one draw is debugged, those before it have been executed, so "all" cannot be selected. */
void gs_draw_choice_set(GsDrawChoice *choice, const struct gs_ui_state *s)
{
	const struct gs_where *where = s->in_shader ? &s->where : NULL;
	unsigned function = s->has_stop && s->stop.has_call
				    ? (unsigned)gs_data_find(s->stop.call.name)
				    : GS_N_FUNCTIONS;
	bool several = gs_data_draws_several(function) ||
		       gs_data_draws_from(function, GS_DRAW_LISTS);
	unsigned total = where ? where->call_draws : 0;
	bool alone = where && where->draws > 0;
	int number = alone ? (int)where->draw : where ? ALL : (int)s->chosen_draw - 1;
	gtk_widget_set_visible(GTK_WIDGET(choice),
		s->session && s->alive && several && total != 1 && !gs_ui_state_draws_fixed(s));
	choice->busy = true;
	gtk_spin_button_set_range(choice->number, alone ? (double)where->draw : ALL,
		total ? (double)total - 1 : MOST);
	gtk_spin_button_set_value(choice->number, number);
	choice->busy = false;
	if (total)
		gs_panel_label(choice->of, "of %u", total);
	else
		gs_panel_label(choice->of, "%s", "");
	gs_panel_allow(choice->number, NULL,
		s->work.slow ? "wait until the current operation has ended" : NULL);
}

static void gs_draw_choice_class_init(GsDrawChoiceClass *class)
{
}

static void gs_draw_choice_init(GsDrawChoice *choice)
{
	gtk_box_set_spacing(GTK_BOX(choice), 5);
	choice->number = GTK_SPIN_BUTTON(gtk_spin_button_new_with_range(ALL, MOST, 1));
	choice->of = GTK_LABEL(gtk_label_new(""));
	gtk_spin_button_set_numeric(choice->number, FALSE); /* "all" */
	gtk_entry_set_width_chars(GTK_ENTRY(choice->number), 3);
	gs_panel_name(choice->number, "Draw of the call");
	gs_panel_name(choice->of, "Draws of the call");
	gtk_widget_set_tooltip_text(GTK_WIDGET(choice->number),
		"Which draw of the call is debugged, counted from 0; the draws before it are "
		"executed. All: all draws as one, or the first draw if a display list cannot be "
		"debugged as one");
	g_signal_connect(choice->number, "output", G_CALLBACK(show_number), choice);
	g_signal_connect(choice->number, "input", G_CALLBACK(read_number), choice);
	g_signal_connect(choice->number, "value-changed", G_CALLBACK(chosen), choice);
	gtk_container_add(GTK_CONTAINER(choice), gtk_label_new("Draw"));
	gtk_container_add(GTK_CONTAINER(choice), GTK_WIDGET(choice->number));
	gtk_container_add(GTK_CONTAINER(choice), GTK_WIDGET(choice->of));
	gtk_widget_show_all(GTK_WIDGET(choice));
	gtk_widget_hide(GTK_WIDGET(choice));
	gtk_spin_button_set_value(choice->number, ALL);
	gtk_spin_button_update(choice->number);
}
