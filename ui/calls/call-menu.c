/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-menu.h"

#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/objects.h"

struct choice {
	GtkWidget *list;
	char *function, *text;
	uint64_t index;
	struct gs_same_call same;
	struct gs_session *session;
	struct gs_call_place place;
	struct gs_pass_pictures *pictures;
	void (*find)(GtkWidget *list, const char *object);
};

enum { MOST_OBJECTS = 8 }; /* most objects in a menu */

static void choice_free(gpointer data, GObject *menu)
{
	struct choice *choice = data;
	g_free(choice->function);
	g_free(choice->text);
	g_free(choice);
}

static void break_here(GtkMenuItem *item, struct choice *choice)
{
	gs_panel_activate(choice->list, "break-call", g_variant_new("(ss)", choice->function, ""));
}

static void run_to_same(GtkMenuItem *item, struct choice *choice)
{
	gs_panel_activate(choice->list, "same-call",
		g_variant_new(
			"(stt)", choice->function, choice->same.number, choice->same.drawable));
}

static void go_to(GtkMenuItem *item, struct choice *choice)
{
	gs_panel_activate(choice->list, "goto", g_variant_new_uint64(choice->index));
}

static void film(GtkMenuItem *item, struct choice *choice)
{
	gs_pass_pictures_film(choice->pictures, choice->list, choice->session, choice->place);
}

static void stop_film(GtkMenuItem *item, struct choice *choice)
{
	gs_pass_pictures_stop_film(choice->pictures);
}

/* A film of the frame's draws, or its end. */
static void add_film(GtkWidget *menu, struct choice *choice)
{
	unsigned n;
	if (!gs_pass_pictures_is_filmed(choice->pictures, &n)) {
		gs_panel_menu_item(
			menu, "Pictures of this frame's draws", G_CALLBACK(film), choice);
		return;
	}
	g_autofree char *text = g_strdup_printf("Stop making pictures, %u so far", n);
	gs_panel_menu_item(menu, text, G_CALLBACK(stop_film), choice);
}

static void copy(GtkMenuItem *item, struct choice *choice)
{
	gs_panel_copy(choice->text);
}

/* Find the uses of the item's object. */
static void find_uses(GtkMenuItem *item, struct choice *choice)
{
	choice->find(choice->list, g_object_get_data(G_OBJECT(item), "object"));
}

static void add_uses(GtkWidget *menu, const struct gs_call_info *call, struct choice *choice)
{
	GArray *objects = g_array_new(FALSE, FALSE, sizeof(struct gs_call_object));
	gs_call_objects(call, MOST_OBJECTS, objects);
	for (guint i = 0; i < objects->len; i++) {
		const struct gs_call_object *o = &g_array_index(objects, struct gs_call_object, i);
		char *object = g_strdup_printf(
			"%s %" G_GUINT64_FORMAT, gs_call_object_word(o->kind), (guint64)o->name);
		g_autofree char *text = g_strdup_printf("Find uses of %s", object);
		GtkWidget *item = gs_panel_menu_item(menu, text, G_CALLBACK(find_uses), choice);
		g_object_set_data_full(G_OBJECT(item), "object", object, g_free);
	}
	g_array_free(objects, TRUE);
}

static void add_of_call(GtkWidget *menu, const struct gs_ui_state *state, struct choice *choice)
{
	bool stands = state->alive && state->has_stop && !state->work.busy;
	g_autofree char *text = g_strdup_printf("Break at %s", choice->function);
	gs_panel_menu_item(menu, text, G_CALLBACK(break_here), choice);
	GtkWidget *run = state->is_trace ? gs_panel_menu_item(menu, "Go to this call",
						   G_CALLBACK(go_to), choice)
					 : gs_panel_menu_item(menu, "Run to this in the next frame",
						   G_CALLBACK(run_to_same), choice);
	gtk_widget_set_sensitive(run, state->is_trace ? !state->work.busy : stands);
}

void gs_call_menu_popup(GtkWidget *list, const struct gs_ui_state *state,
	const struct gs_call_menu *what, const GdkEvent *event)
{
	GtkWidget *menu = gtk_menu_new();
	struct choice *choice = g_new0(struct choice, 1);
	*choice = (struct choice){list, g_strdup(what->function), g_strdup(what->text), what->index,
		what->same, state->session, what->place, what->pictures, what->find};
	g_object_weak_ref(G_OBJECT(menu), choice_free, choice);
	if (what->function)
		add_of_call(menu, state, choice);
	if (what->call)
		add_uses(menu, what->call, choice);
	if (state->is_trace)
		add_film(menu, choice);
	gs_panel_menu_item(menu, "Copy", G_CALLBACK(copy), choice);
	gs_panel_popup(menu, list, event);
}
