/* SPDX-License-Identifier: MIT */
/* ui/calls/call-list - the executed GL calls and, last, the pending one. */
#ifndef GS_UI_CALL_LIST_H
#define GS_UI_CALL_LIST_H

#include "ui/panel.h"

#define GS_TYPE_CALL_LIST (gs_call_list_get_type())
G_DECLARE_FINAL_TYPE(GsCallList, gs_call_list, GS, CALL_LIST, GtkBox)

/* Gives the keyboard to the entry that searches. */
void gs_call_list_find(GsCallList *list);
/* Finds the next call that names the object, as "texture 5". */
void gs_call_list_find_uses(GsCallList *list, const char *object);
/* Selects the call of that number. */
void gs_call_list_show(GsCallList *list, uint64_t number);

#endif
