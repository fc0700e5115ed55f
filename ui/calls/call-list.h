/* SPDX-License-Identifier: MIT */
/* ui/calls/call-list - the panel that lists the executed GL calls and, last, the pending one. */
#ifndef GS_UI_CALL_LIST_H
#define GS_UI_CALL_LIST_H

#include "ui/panel.h"

#define GS_TYPE_CALL_LIST (gs_call_list_get_type())
G_DECLARE_FINAL_TYPE(GsCallList, gs_call_list, GS, CALL_LIST, GtkBox)

/* Give the keyboard focus to the entry that searches. */
void gs_call_list_find(GsCallList *list);
/* Search for the next call that names an object, such as "texture 5". */
void gs_call_list_find_uses(GsCallList *list, const char *object);
/* Select the call with that number, or show why the list does not have it. */
void gs_call_list_show(GsCallList *list, uint64_t number);

#endif
