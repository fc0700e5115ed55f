/* SPDX-License-Identifier: MIT */
/*
 * ui/dock - panels as tabs in a few places (notebooks). Tabs can be dragged from one place to
 * another; where they are is remembered in the settings.
 */
#ifndef GS_UI_DOCK_H
#define GS_UI_DOCK_H

#include <stdbool.h>
#include <gtk/gtk.h>

struct gs_dock;

struct gs_dock *gs_dock_new(void);
void gs_dock_free(struct gs_dock *dock);
/* Makes the notebook a place; id is static. */
void gs_dock_add_place(struct gs_dock *dock, GtkNotebook *notebook, const char *id);
/* id and title are static. place: where it is if the user has not said otherwise. */
void gs_dock_add(struct gs_dock *dock, GtkWidget *panel, const char *id, const char *title,
	const char *place, const char *tip);
/* After the last panel was added: puts them where the settings say. */
void gs_dock_load(struct gs_dock *dock);
void gs_dock_save(struct gs_dock *dock); /* to the settings, not yet to disk */
void gs_dock_reset(struct gs_dock *dock);
void gs_dock_show(struct gs_dock *dock, const char *id); /* brings its tab to the front */

#endif
