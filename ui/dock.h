/* SPDX-License-Identifier: MIT */
/*
 * ui/dock - panels as tabs in a few slots (notebooks). Tabs can be dragged from one slot to
 * another; where they are is remembered in the settings.
 */
#ifndef GS_UI_DOCK_H
#define GS_UI_DOCK_H

#include <stdbool.h>
#include <gtk/gtk.h>

struct gs_dock;

struct gs_dock *gs_dock_new(void);
void gs_dock_free(struct gs_dock *dock);
/* Makes the notebook a slot; id and title ("upper left") are static. */
void gs_dock_add_slot(
	struct gs_dock *dock, GtkNotebook *notebook, const char *id, const char *title);
/* id and title are static. slot: where it is if the user has not said otherwise. The panel is
 * destroyed with its slot, whoever else has a reference. */
void gs_dock_add(struct gs_dock *dock, GtkWidget *panel, const char *id, const char *title,
	const char *slot, const char *tip);
/* After the last panel was added: puts them where the settings say. */
void gs_dock_load(struct gs_dock *dock);
void gs_dock_save(struct gs_dock *dock); /* to the settings, not yet to disk */
void gs_dock_reset(struct gs_dock *dock);
void gs_dock_show(struct gs_dock *dock, const char *id);  /* brings its tab to the front */
bool gs_dock_shows(struct gs_dock *dock, const char *id); /* it is at the front */
void gs_dock_focus(struct gs_dock *dock, const char *id); /* and the keyboard's focus into it */
/* Moves the panel that has the keyboard's focus to the slot of that id; false: none has it. */
bool gs_dock_move(struct gs_dock *dock, const char *slot);
/* To the next (by 1) or previous (-1) panel of the slot that has the focus. */
void gs_dock_turn(struct gs_dock *dock, int by);
/* A menu of all panels, whose items activate an action with the id. */
GMenuModel *gs_dock_panels_menu(struct gs_dock *dock, const char *action);
/* A menu of all slots, whose items activate an action with the id. */
GMenuModel *gs_dock_slots_menu(struct gs_dock *dock, const char *action);

#endif
