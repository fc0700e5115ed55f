/* SPDX-License-Identifier: MIT */
#include "ui/calls/table-controls.h"

#include <string.h>
#include "verbs/verbs.h"

enum kind { TOGGLE, CHOICE, FILE_BUTTON, ENTRY };

struct control {
	enum kind kind;
	const struct gs_tab_control *of;
	char **choices; /* words of each */
	GtkWidget *widget;
};

struct gs_table_controls {
	GArray *list; /* struct control */
	void (*changed)(gpointer data);
	gpointer data;
};

static enum kind kind_of(const char *words)
{
	return strchr(words, '|')			      ? CHOICE
	       : !strcmp(words, "FILE")			      ? FILE_BUTTON
	       : g_ascii_isupper(words[0]) || words[0] == '[' ? ENTRY
							      : TOGGLE;
}

static void chosen(gpointer widget, struct gs_table_controls *controls)
{
	controls->changed(controls->data);
}

/* "frame=per frame|draw=per draw": what is shown, and the words for it. */
static void add_choices(struct control *control)
{
	g_auto(GStrv) choices = g_strsplit(control->of->words, "|", -1);
	control->choices = g_new0(char *, g_strv_length(choices) + 1);
	control->widget = gtk_combo_box_text_new();
	for (guint i = 0; choices[i]; i++) {
		const char *sign = strchr(choices[i], '=');
		g_autofree char *title = sign ? g_strndup(choices[i], (gsize)(sign - choices[i]))
					      : g_strdup(choices[i]);
		gtk_combo_box_text_append_text(GTK_COMBO_BOX_TEXT(control->widget), title);
		control->choices[i] = g_strdup(sign ? sign + 1 : choices[i]);
	}
	gtk_combo_box_set_active(GTK_COMBO_BOX(control->widget), 0);
	gs_panel_narrow(GTK_COMBO_BOX(control->widget));
}

static void add(struct gs_table_controls *controls, GtkBox *head, const char *tab,
	const struct gs_tab_control *of)
{
	static const char *const signals[] = {[TOGGLE] = "toggled",
		[CHOICE] = "changed",
		[FILE_BUTTON] = "file-set",
		[ENTRY] = "activate"};
	struct control control = {.kind = kind_of(of->words), .of = of};
	if (control.kind == TOGGLE)
		control.widget = gtk_check_button_new_with_label(of->title);
	else if (control.kind == CHOICE)
		add_choices(&control);
	else if (control.kind == FILE_BUTTON)
		control.widget = gtk_file_chooser_button_new(
			of->title, GTK_FILE_CHOOSER_ACTION_OPEN);
	else
		control.widget = gtk_entry_new();
	if (control.kind == ENTRY)
		gtk_entry_set_placeholder_text(GTK_ENTRY(control.widget), of->title);
	gtk_widget_set_tooltip_text(control.widget, of->tip);
	g_autofree char *name = g_strdup_printf("%s: %s", tab, of->title);
	gs_panel_name(control.widget, name);
	gtk_widget_show(control.widget);
	gtk_box_pack_end(head, control.widget, FALSE, FALSE, 0);
	g_signal_connect(control.widget, signals[control.kind], G_CALLBACK(chosen), controls);
	g_array_append_val(controls->list, control);
}

static void clear(gpointer data)
{
	g_strfreev(((struct control *)data)->choices);
}

struct gs_table_controls *gs_table_controls_new(
	GtkBox *head, const struct gs_tab *tab, void (*changed)(gpointer data), gpointer data)
{
	struct gs_table_controls *controls = g_new0(struct gs_table_controls, 1);
	controls->list = g_array_new(FALSE, FALSE, sizeof(struct control));
	g_array_set_clear_func(controls->list, clear);
	controls->changed = changed;
	controls->data = data;
	for (const struct gs_tab_control *of = tab->controls; of && of->title; of++)
		add(controls, head, tab->title, of);
	return controls;
}

void gs_table_controls_free(struct gs_table_controls *controls)
{
	if (!controls)
		return;
	g_array_unref(controls->list);
	g_free(controls);
}

/* Return what is typed, behind the keyword where "[faults KINDS]" has one; g_free. */
static char *typed_words(const char *words, const char *typed)
{
	const char *space = *words == '[' ? strchr(words, ' ') : NULL;
	return space && *typed
		       ? g_strdup_printf("%.*s %s", (int)(space - words - 1), words + 1, typed)
		       : g_strdup(typed);
}

/* g_free; NULL: the user has not chosen any. */
static char *words_of(const struct control *control)
{
	int active;
	g_autofree char *path = NULL;
	switch (control->kind) {
	case TOGGLE:
		return g_strdup(gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(control->widget))
					? control->of->words
					: "");
	case CHOICE:
		active = gtk_combo_box_get_active(GTK_COMBO_BOX(control->widget));
		return g_strdup(active < 0 ? "" : control->choices[active]);
	case FILE_BUTTON:
		path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(control->widget));
		return path ? g_shell_quote(path) : NULL;
	default:
		path = g_strstrip(g_strdup(gtk_entry_get_text(GTK_ENTRY(control->widget))));
		return *path || control->of->words[0] == '[' ? typed_words(control->of->words, path)
							     : NULL;
	}
}

char *gs_table_controls_text(const struct gs_table_controls *controls)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < controls->list->len; i++) {
		g_autofree char *words = words_of(
			&g_array_index(controls->list, struct control, i));
		if (words && *words)
			g_string_append_printf(text, "%s%s", text->len ? " " : "", words);
	}
	return g_string_free(text, FALSE);
}

bool gs_table_controls_ready(const struct gs_table_controls *controls)
{
	for (guint i = 0; i < controls->list->len; i++) {
		g_autofree char *words = words_of(
			&g_array_index(controls->list, struct control, i));
		if (!words)
			return false;
	}
	return true;
}

void gs_table_controls_allow(struct gs_table_controls *controls, const struct gs_ui_state *state)
{
	for (guint i = 0; i < controls->list->len; i++)
		gs_panel_allow(g_array_index(controls->list, struct control, i).widget, NULL,
			!state->session	    ? "start a program or open a trace first"
			: state->is_opening ? "wait until the trace is open"
					    : NULL);
}
