/* SPDX-License-Identifier: MIT */
#include "ui/widgets/save-part.h"

#include <string.h>
#include "effects/extract/extract.h"
#include "ui/actions/menu.h"
#include "ui/record-bar.h"

struct _GsSavePart {
	GtkPopover parent;
	GtkWidget *frames, *draw; /* radio buttons: frames, or one draw call */
	GtkEntry *first, *last, *call;
	GtkWidget *save;
	GtkWidget *window;
	GtkWidget *question; /* asks whether to restart the program */
	GtkMenuButton *menu;
	struct gs_controller *controller; /* NULL: the window was closed */
	GSimpleAction *action;
	struct gs_extract_wish wish;
};

G_DEFINE_TYPE(GsSavePart, gs_save_part, GTK_TYPE_POPOVER)

/* ---- a part of the trace ---- */

static bool read_number(GtkEntry *entry, uint64_t *number)
{
	guint64 value;
	if (!g_ascii_string_to_unsigned(gtk_entry_get_text(entry), 10, 0, G_MAXINT64, &value, NULL))
		return false;
	*number = value;
	return true;
}

/* Read a frame's number as the list shows it. Return false if there is no such frame. */
static bool read_frame(const GsSavePart *part, GtkEntry *entry, uint64_t *frame)
{
	uint64_t shown;
	return read_number(entry, &shown) &&
	       gs_session_find_frame(gs_controller_state(part->controller)->session, shown, frame);
}

/* Read the form. Return false, after a message that says why, if it is wrong. */
static bool read_wish(GsSavePart *part)
{
	struct gs_extract_wish *wish = &part->wish;
	const char *why = NULL;
	*wish = (struct gs_extract_wish){.trust = GS_EFFECTS_SWAP_FORGETS};
	wish->is_call = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(part->draw));
	if (wish->is_call && !read_number(part->call, &wish->first))
		why = "Type the number of the draw call, as GL calls shows it.";
	else if (!wish->is_call && (!read_frame(part, part->first, &wish->first) ||
					   !read_frame(part, part->last, &wish->last)))
		why = "Type the numbers of the first and the last frame, as GL calls shows them.";
	else if (!wish->is_call && wish->last < wish->first)
		why = "The last frame must not come before the first.";
	if (why)
		gs_panel_activate(part->window, "complain", g_variant_new_string(why));
	return !why;
}

static void part_chosen(GtkNativeDialog *dialog, gint response, GsSavePart *part)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	if (response == GTK_RESPONSE_ACCEPT && path && part->controller)
		gs_controller_save_part(part->controller, path, &part->wish);
	g_object_unref(dialog);
	g_object_unref(part);
}

/* Return a name for the file, such as "game-frame-3.trace" for "game.trace"; g_free. */
static char *name_of(const GsSavePart *part)
{
	const struct gs_ui_state *state = gs_controller_state(part->controller);
	const struct gs_extract_wish *wish = &part->wish;
	uint64_t first = gs_session_shown_frame(state->session, wish->first);
	uint64_t last = gs_session_shown_frame(state->session, wish->last);
	g_autofree char *base = g_path_get_basename(
		state->is_trace ? state->program_name : state->recording.path);
	if (g_str_has_suffix(base, ".trace"))
		base[strlen(base) - strlen(".trace")] = 0;
	if (wish->is_call || wish->first == wish->last)
		return g_strdup_printf("%s-%s-%" G_GUINT64_FORMAT ".trace", base,
			wish->is_call ? "draw" : "frame",
			(guint64)(wish->is_call ? wish->first : first));
	return g_strdup_printf("%s-frames-%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT ".trace", base,
		(guint64)first, (guint64)last);
}

static void save(GtkButton *button, GsSavePart *part)
{
	if (!read_wish(part))
		return;
	g_autofree char *name = name_of(part);
	gtk_popover_popdown(GTK_POPOVER(part));
	gs_panel_save_dialog(part->window, "Save part of the trace", name, G_CALLBACK(part_chosen),
		g_object_ref(part));
}

static void set_number(GtkEntry *entry, uint64_t number)
{
	g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)number);
	gtk_entry_set_text(entry, text);
}

/* Open the form with the present frame and draw call filled in. */
static void ask_part(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	GsSavePart *part = data;
	const struct gs_ui_state *state = gs_controller_state(part->controller);
	uint64_t frame = gs_session_shown_frame(
		state->session, state->has_stop ? state->stop.frame : 0);
	set_number(part->first, frame);
	set_number(part->last, frame);
	if (state->has_stop && state->stop.is_draw)
		set_number(part->call, state->stop.call.index);
	gtk_popover_popup(GTK_POPOVER(part));
}

/* ---- a frame of a program that was not recorded ---- */

static void anew_chosen(GtkNativeDialog *dialog, gint response, GsSavePart *part)
{
	g_autofree char *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
	if (response == GTK_RESPONSE_ACCEPT && path && part->controller)
		gs_controller_record_anew(part->controller, path);
	g_object_unref(dialog);
	g_object_unref(part);
}

static void start_anew(GtkButton *button, GsSavePart *part)
{
	gtk_popover_popdown(GTK_POPOVER(part->question));
	gs_record_bar_ask(part->window, gs_controller_state(part->controller)->program_name,
		G_CALLBACK(anew_chosen), g_object_ref(part));
}

static GtkWidget *new_question(GsSavePart *part, GtkWidget *at)
{
	GtkWidget *question = gtk_popover_new(at), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10);
	GtkWidget *text = gtk_label_new(
		"This frame cannot be kept: no recording that runs has what it needs. Record from "
		"now on, with what lives now, and each later frame can be kept. Or start the "
		"program anew: it is recorded, and run on to the frame of this number, which is "
		"kept then.");
	GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
	GtkWidget *record = gtk_button_new_with_label("Record…");
	GtkWidget *button = gtk_button_new_with_label("Start anew…");
	g_object_set(text, "wrap", TRUE, "max-width-chars", 50, "xalign", 0.0, NULL);
	g_object_set(box, "margin", 12, NULL);
	gtk_widget_set_halign(buttons, GTK_ALIGN_END);
	gtk_container_add(GTK_CONTAINER(box), text);
	gtk_container_add(GTK_CONTAINER(box), buttons);
	gtk_container_add(GTK_CONTAINER(buttons), record);
	gtk_container_add(GTK_CONTAINER(buttons), button);
	gtk_container_add(GTK_CONTAINER(question), box);
	gtk_widget_show_all(box);
	gs_panel_name(text, "Why not");
	gs_panel_name(record, "Record from now on");
	gs_panel_name(button, "Start anew");
	gtk_actionable_set_action_name(GTK_ACTIONABLE(record), "win.record");
	g_signal_connect_swapped(
		record, "clicked", G_CALLBACK(gtk_popover_popdown), GTK_POPOVER(question));
	g_signal_connect(button, "clicked", G_CALLBACK(start_anew), part);
	return question;
}

static void ask_anew(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	gtk_popover_popup(GTK_POPOVER(GS_SAVE_PART(data)->question));
}

/* ---- the object ---- */

static const char *why_not(const struct gs_ui_state *state)
{
	if (state->is_opening || (!state->is_trace && !state->recording.runs))
		return "no trace is open, and none is being recorded";
	return state->work.busy && state->work.slow ? "wait until the current operation has ended"
						    : NULL;
}

void gs_save_part_set(GsSavePart *part, const struct gs_ui_state *state)
{
	const char *why = why_not(state);
	g_simple_action_set_enabled(part->action, !why);
	gs_menu_explain(part->menu, "Save part of trace…",
		"Write some frames or a draw to a file of their own", why);
}

static void destroy(GtkWidget *widget)
{
	GS_SAVE_PART(widget)->controller = NULL; /* a dialog that is still open must not use it */
	GTK_WIDGET_CLASS(gs_save_part_parent_class)->destroy(widget);
}

static void gs_save_part_class_init(GsSavePartClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	widget->destroy = destroy;
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "save-part.ui");
	gtk_widget_class_bind_template_child(widget, GsSavePart, frames);
	gtk_widget_class_bind_template_child(widget, GsSavePart, draw);
	gtk_widget_class_bind_template_child(widget, GsSavePart, first);
	gtk_widget_class_bind_template_child(widget, GsSavePart, last);
	gtk_widget_class_bind_template_child(widget, GsSavePart, call);
	gtk_widget_class_bind_template_child(widget, GsSavePart, save);
}

static void gs_save_part_init(GsSavePart *part)
{
	gtk_widget_init_template(GTK_WIDGET(part));
	gs_panel_name(part, "Part of the trace");
	gs_panel_name(part->first, "First frame");
	gs_panel_name(part->last, "Last frame");
	gs_panel_name(part->draw, "One draw");
	gs_panel_name(part->call, "Call of the draw");
	gs_panel_name(part->save, "Save part");
	gtk_popover_set_default_widget(GTK_POPOVER(part), part->save);
	g_signal_connect(part->save, "clicked", G_CALLBACK(save), part);
}

GsSavePart *gs_save_part_new(GtkApplicationWindow *window, GtkMenuButton *menu, GtkWidget *keep,
	struct gs_controller *controller)
{
	static const GActionEntry entries[] = {
		{"save-part", ask_part, NULL, NULL, NULL, {0}},
		{"record-anew", ask_anew, NULL, NULL, NULL, {0}},
	};
	GActionMap *map = G_ACTION_MAP(window);
	GsSavePart *part = g_object_new(GS_TYPE_SAVE_PART, "relative-to", menu, NULL);
	part->window = GTK_WIDGET(window);
	part->menu = menu;
	part->question = new_question(part, keep);
	part->controller = controller;
	g_action_map_add_action_entries(map, entries, G_N_ELEMENTS(entries), part);
	part->action = G_SIMPLE_ACTION(g_action_map_lookup_action(map, "save-part"));
	return part;
}
