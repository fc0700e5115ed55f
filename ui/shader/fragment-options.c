/* SPDX-License-Identifier: MIT */
#include "ui/shader/fragment-options.h"

#include <string.h>
#include "ui/widgets/icon.h"

enum { DEPTH = GS_TESTED_DEPTH, STENCIL = GS_TESTED_STENCIL, ALPHA = GS_TESTED_ALPHA };
enum { N_BUFFERS = 3 }; /* depth, stencil, alpha */
enum { MAX_FRAGMENT = 254 };

struct _GsFragmentOptions {
	GtkMenuButton parent;
	GtkWidget *popover;
	GtkComboBox *test[GS_N_TESTED], *buffer[N_BUFFERS]; /* rows: enum gs_test; copy, clear */
	GtkSpinButton *value[N_BUFFERS], *fragment;
	GtkToggleButton *one_fragment;
	GtkButton *reset;
	bool busy; /* code, not the user, is changing the widgets */
};

G_DEFINE_TYPE(GsFragmentOptions, gs_fragment_options, GTK_TYPE_MENU_BUTTON)

static const char *const tested[GS_N_TESTED] = {
	"depth", "stencil", "alpha", "blend", "scissor", "mask"};

/* Takes the line. */
static void ask(GsFragmentOptions *o, char *line)
{
	if (!o->busy)
		gs_panel_activate(o, "operations", g_variant_new_string(line));
	g_free(line);
}

static void ask_buffer(GsFragmentOptions *o, int buffer)
{
	char value[G_ASCII_DTOSTR_BUF_SIZE];
	g_ascii_dtostr(value, sizeof value, gtk_spin_button_get_value(o->value[buffer]));
	bool clears = gtk_combo_box_get_active(o->buffer[buffer]) == 1;
	ask(o, g_strdup_printf("set buffer %s %s %s", tested[buffer], clears ? "clear" : "copy",
		       clears ? value : ""));
}

static void ask_fragment(GsFragmentOptions *o)
{
	bool is_one = gtk_toggle_button_get_active(o->one_fragment);
	ask(o, is_one ? g_strdup_printf(
				"set fragment %d", gtk_spin_button_get_value_as_int(o->fragment))
		      : g_strdup("set fragment visible"));
}

static void changed(GtkWidget *widget, GsFragmentOptions *o)
{
	static const char *const how[] = {"program", "on", "off"};
	for (int i = 0; i < GS_N_TESTED; i++)
		if (widget == GTK_WIDGET(o->test[i]))
			ask(o, g_strdup_printf("set test %s %s", tested[i],
				       how[MAX(gtk_combo_box_get_active(o->test[i]), 0)]));
	for (int i = 0; i < N_BUFFERS; i++)
		if (widget == GTK_WIDGET(o->buffer[i]))
			ask_buffer(o, i);
	if (widget == GTK_WIDGET(o->one_fragment))
		ask_fragment(o);
}

/* Set the operations if they use the number that has changed. */
static void value_changed(GtkWidget *widget, GsFragmentOptions *o)
{
	for (int i = 0; i < N_BUFFERS; i++)
		if (widget == GTK_WIDGET(o->value[i]) &&
			gtk_combo_box_get_active(o->buffer[i]) == 1)
			ask_buffer(o, i);
	if (widget == GTK_WIDGET(o->fragment) && gtk_toggle_button_get_active(o->one_fragment))
		ask_fragment(o);
}

static void reset(GtkWidget *widget, GsFragmentOptions *o)
{
	ask(o, g_strdup("set test all program"));
}

static const char *why_not(const struct gs_ui_state *s)
{
	if (!s->session || !s->alive)
		return "no program is running";
	if (s->work.slow)
		return "wait until the current operation has ended";
	return s->in_shader && s->where.stage != GS_STAGE_FRAGMENT
		       ? "they apply to fragments only, and another stage is being debugged"
		       : NULL;
}

static const char all_as_program[] = "no option differs from the program's own";

static void show(GsFragmentOptions *o, const struct gs_fragment_operations *now)
{
	const bool clears[N_BUFFERS] = {now->clear_depth, now->clear_stencil, now->clear_alpha};
	bool own = now->fragment != 0;
	o->busy = true;
	for (int i = 0; i < GS_N_TESTED; i++) {
		gtk_combo_box_set_active(o->test[i], (int)now->test[i]);
		own = own || now->test[i];
	}
	for (int i = 0; i < N_BUFFERS; i++) {
		gtk_combo_box_set_active(o->buffer[i], clears[i]);
		own = own || clears[i];
	}
	if (clears[DEPTH])
		gtk_spin_button_set_value(o->value[DEPTH], now->depth);
	if (clears[STENCIL])
		gtk_spin_button_set_value(o->value[STENCIL], now->stencil);
	if (clears[ALPHA])
		gtk_spin_button_set_value(o->value[ALPHA], now->alpha);
	gtk_toggle_button_set_active(o->one_fragment, now->fragment != 0);
	if (now->fragment)
		gtk_spin_button_set_value(o->fragment, now->fragment - 1);
	gs_panel_allow(o->reset, NULL, own ? NULL : all_as_program);
	GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(o));
	if (own)
		gtk_style_context_add_class(style, "own-tests");
	else
		gtk_style_context_remove_class(style, "own-tests");
	o->busy = false;
}

void gs_fragment_options_set(GsFragmentOptions *o, const struct gs_ui_state *state, unsigned parts)
{
	static const char tip[] =
		"Tests and buffers of the debug draw, and which of several fragments "
		"at a pixel is shown";
	if (parts & GS_PART_OPERATIONS)
		show(o, &state->operations);
	if (!(parts & (GS_PART_RUN | GS_PART_WHERE)))
		return;
	gs_panel_allow(o, tip, why_not(state));
}

/* ---- building ---- */

static GtkComboBox *new_combo(const char *name, const char *const *texts)
{
	GtkWidget *combo = gtk_combo_box_text_new();
	for (; *texts; texts++)
		gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(combo), *texts);
	gtk_combo_box_set_active(GTK_COMBO_BOX(combo), 0);
	gs_panel_name(combo, name);
	return GTK_COMBO_BOX(combo);
}

static GtkSpinButton *new_spin(const char *name, double end, double step, unsigned digits)
{
	GtkWidget *spin = gtk_spin_button_new_with_range(0, end, step);
	gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), digits);
	gtk_entry_set_width_chars(GTK_ENTRY(spin), digits ? (int)digits + 2 : 6); /* "1.000000" */
	gs_panel_name(spin, name);
	return GTK_SPIN_BUTTON(spin);
}

static GtkWidget *heading(const char *text)
{
	GtkWidget *label = gtk_label_new(text);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_style_context_add_class(gtk_widget_get_style_context(label), "dim-label");
	return label;
}

static void build_tests(GsFragmentOptions *o, GtkGrid *grid)
{
	static const char *const tests[] = {"as the program", "on", "off", NULL};
	static const char *const buffers[] = {"copy of the program's", "cleared to", NULL};
	static const char *const names[GS_N_TESTED][4] = {
		{"Depth", "Depth test", "Depth buffer", "Depth value"},
		{"Stencil", "Stencil test", "Stencil buffer", "Stencil value"},
		{"Alpha", "Alpha test", "Alpha buffer", "Alpha value"}, {"Blending", "Blending"},
		{"Scissor", "Scissor test"}, {"Colour mask", "Colour mask"}};
	gtk_grid_attach(grid, heading("Test"), 1, 0, 1, 1);
	gtk_grid_attach(grid, heading("Buffer it tests against, or blends with"), 2, 0, 2, 1);
	o->value[DEPTH] = new_spin(names[DEPTH][3], 1, 0.01, 6);
	o->value[STENCIL] = new_spin(names[STENCIL][3], 255, 1, 0);
	o->value[ALPHA] = new_spin(names[ALPHA][3], 1, 0.01, 6);
	gtk_spin_button_set_value(o->value[DEPTH], 1);
	gtk_spin_button_set_value(o->value[ALPHA], 1);
	for (int i = 0; i < GS_N_TESTED; i++) {
		GtkWidget *title = gtk_label_new(names[i][0]);
		gtk_label_set_xalign(GTK_LABEL(title), 0);
		gtk_grid_attach(grid, title, 0, i + 1, 1, 1);
		o->test[i] = new_combo(names[i][1], tests);
		gtk_grid_attach(grid, GTK_WIDGET(o->test[i]), 1, i + 1, 1, 1);
		g_signal_connect(o->test[i], "changed", G_CALLBACK(changed), o);
		if (i >= N_BUFFERS)
			continue;
		o->buffer[i] = new_combo(names[i][2], buffers);
		gtk_grid_attach(grid, GTK_WIDGET(o->buffer[i]), 2, i + 1, 1, 1);
		gtk_grid_attach(grid, GTK_WIDGET(o->value[i]), 3, i + 1, 1, 1);
		g_signal_connect(o->buffer[i], "changed", G_CALLBACK(changed), o);
		g_signal_connect(o->value[i], "value-changed", G_CALLBACK(value_changed), o);
	}
}

static void build_fragment(GsFragmentOptions *o, GtkGrid *grid)
{
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	o->one_fragment = GTK_TOGGLE_BUTTON(
		gtk_check_button_new_with_label("Of several fragments at a pixel, number"));
	gs_panel_name(o->one_fragment, "One fragment");
	gtk_widget_set_tooltip_text(GTK_WIDGET(o->one_fragment),
		"Counted from 0 in the order drawn, whatever the "
		"tests say; else the one that stays visible");
	o->fragment = new_spin("Fragment number", MAX_FRAGMENT, 1, 0);
	gtk_box_pack_start(GTK_BOX(row), GTK_WIDGET(o->one_fragment), FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(row), GTK_WIDGET(o->fragment), FALSE, FALSE, 0);
	gtk_grid_attach(grid, row, 0, GS_N_TESTED + 2, 4, 1);
	g_signal_connect(o->one_fragment, "toggled", G_CALLBACK(changed), o);
	g_signal_connect(o->fragment, "value-changed", G_CALLBACK(value_changed), o);
}

static void gs_fragment_options_class_init(GsFragmentOptionsClass *class)
{
}

static void gs_fragment_options_init(GsFragmentOptions *o)
{
	GtkWidget *grid = gtk_grid_new(), *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 5);
	gtk_box_pack_start(GTK_BOX(content), g_object_new(GS_TYPE_ICON, "symbol", "tests", NULL),
		FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(content), gtk_label_new("Tests"), FALSE, FALSE, 0);
	gtk_container_add(GTK_CONTAINER(o), content);
	gtk_widget_show_all(content);
	gs_panel_name(o, "Tests");
	gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
	gtk_grid_set_column_spacing(GTK_GRID(grid), 8);
	gtk_container_set_border_width(GTK_CONTAINER(grid), 10);
	build_tests(o, GTK_GRID(grid));
	gtk_grid_attach(GTK_GRID(grid),
		heading("Resources, After the draw shows blending, the colour mask and the alpha "
			"buffer:"
			"\nvalues are never blended or masked, each element shows its own "
			"fragment."),
		0, GS_N_TESTED + 1, 4, 1);
	build_fragment(o, GTK_GRID(grid));
	o->reset = GTK_BUTTON(gs_panel_button("Tests as the program", "All as the program", NULL,
		"Use the program's own tests and buffers, and show the visible fragment"));
	gtk_widget_set_halign(GTK_WIDGET(o->reset), GTK_ALIGN_END);
	gs_panel_allow(o->reset, NULL, all_as_program);
	gtk_grid_attach(GTK_GRID(grid), GTK_WIDGET(o->reset), 0, GS_N_TESTED + 3, 4, 1);
	g_signal_connect(o->reset, "clicked", G_CALLBACK(reset), o);
	o->popover = gtk_popover_new(GTK_WIDGET(o));
	gtk_container_add(GTK_CONTAINER(o->popover), grid);
	gtk_widget_show_all(grid);
	gtk_menu_button_set_popover(GTK_MENU_BUTTON(o), o->popover);
}
