/* SPDX-License-Identifier: MIT */
/*
 * ui/actions/actions - the user's commands as actions of the window: their keys and buttons, the
 * reason why one is disabled, and the controller's functions that they call. Panels activate them
 * with gs_panel_activate.
 */
#ifndef GS_UI_ACTIONS_H
#define GS_UI_ACTIONS_H

#include <gtk/gtk.h>
#include "frontend/controller.h"

struct gs_actions;

struct gs_actions_hooks {
	/* Get the cursor's line in the sources. Return false if no source is shown. */
	bool (*cursor)(gpointer data, enum gs_stage *stage, unsigned *object, unsigned *line);
	void (*message)(gpointer data, enum gs_message_kind kind, const char *text);
	gpointer data;
	bool no_log;
};

/* Add the actions to the window, and their keys to its application. The hooks are copied. */
struct gs_actions *gs_actions_new(GtkApplicationWindow *window, struct gs_controller *controller,
	const struct gs_actions_hooks *hooks);
void gs_actions_free(struct gs_actions *actions);

enum gs_bar {
	GS_BAR_NONE,
	GS_BAR_HOST, /* controls the program */
	GS_BAR_SHADER,
	GS_BAR_CALL, /* in the panel of the pending call; rarely used */
};
/* Add the buttons of a bar to the box. */
void gs_actions_fill_bar(struct gs_actions *actions, GtkBox *box, enum gs_bar bar);
/* Enable and disable the actions for a state; tooltips of disabled buttons say why. */
void gs_actions_update(struct gs_actions *actions, const struct gs_ui_state *state);
/* Return why no action on a shader is possible (static), or NULL if a shader is being debugged and
 * no other operation runs. */
const char *gs_actions_why_not_shader(const struct gs_ui_state *state);

/* Return the button of an action, or NULL if it has none. */
GtkWidget *gs_actions_button(struct gs_actions *actions, const char *name);
/* Return the keys as lines such as "F10\tStep, over functions"; g_free. */
char *gs_actions_keys(void);

#endif
