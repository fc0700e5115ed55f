/* SPDX-License-Identifier: MIT */
/* ui/actions/trace-actions - what panels ask for of an opened trace, its survey and its calls, and
 * of the list of calls. */
#ifndef GS_UI_TRACE_ACTIONS_H
#define GS_UI_TRACE_ACTIONS_H

#include "frontend/controller.h"
#include "ui/calls/call-list.h"
#include "ui/dock.h"

/* Adds the actions survey, stop-survey, uses (struct gs_effects_place), stop-uses, same-call (a
 * function, and which of its calls in the next frame) and show-call (a call's number: it is
 * selected in the list, which comes to the front). */
void gs_trace_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller,
	struct gs_dock *dock, GsCallList *list);

#endif
