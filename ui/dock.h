/* SPDX-License-Identifier: MIT */
/*
 * ui/dock - arranges panels as tabs in a few slots (notebooks). The user can drag tabs from one
 * slot to another; the settings remember where they are.
 */
#ifndef GS_UI_DOCK_H
#define GS_UI_DOCK_H

#include <stdbool.h>
#include <gtk/gtk.h>

struct gs_dock;

/* Return a dock without slots and panels. */
struct gs_dock *gs_dock_new(void);
void gs_dock_free(struct gs_dock *dock);
/* Make the notebook a slot; id and title ("upper left") are static. */
void gs_dock_add_slot(
	struct gs_dock *dock, GtkNotebook *notebook, const char *id, const char *title);
/* Add a panel; id, title, slot and tip are static. slot: the id of the slot that it is in unless
 * the user has moved it; tip: its tab's tooltip. The panel is destroyed with its slot, even if it
 * has other references. */
void gs_dock_add(struct gs_dock *dock, GtkWidget *panel, const char *id, const char *title,
	const char *slot, const char *tip);
/* Call after the last panel was added. Puts the panels where the settings say, and panels that the
 * settings do not list into their default slots. */
void gs_dock_load(struct gs_dock *dock);
/* Store in the settings where the panels are, without writing the settings' file. */
void gs_dock_save(struct gs_dock *dock);
/* Put all panels into their default slots. */
void gs_dock_reset(struct gs_dock *dock);
void gs_dock_show(struct gs_dock *dock, const char *id);  /* bring its tab to the front */
bool gs_dock_shows(struct gs_dock *dock, const char *id); /* whether its tab is in front */
void gs_dock_focus(struct gs_dock *dock, const char *id); /* also give it the keyboard focus */
/* Move the panel that has the keyboard focus to the slot with that id. Return false if none has
 * it. */
bool gs_dock_move(struct gs_dock *dock, const char *slot);
/* Show and focus the next (by 1) or previous (-1) panel of the slot that has the focus. */
void gs_dock_turn(struct gs_dock *dock, int by);
/* Return a menu of all panels, whose items activate the action with a panel's id;
 * g_object_unref. */
GMenuModel *gs_dock_panels_menu(struct gs_dock *dock, const char *action);
/* Return a menu of all slots, whose items activate the action with a slot's id; g_object_unref. */
GMenuModel *gs_dock_slots_menu(struct gs_dock *dock, const char *action);

#endif
