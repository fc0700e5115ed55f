/* SPDX-License-Identifier: MIT */
/* ui/actions/trace-actions - the actions on an opened trace, its survey and its calls, and on the
 * list of calls that panels activate. */
#ifndef GS_UI_TRACE_ACTIONS_H
#define GS_UI_TRACE_ACTIONS_H

#include "frontend/controller.h"
#include "ui/calls/call-list.h"
#include "ui/dock.h"

/* Add the actions survey, stop-survey, uses (struct gs_effects_binding), stop-uses, same-call (a
 * function, and which of its calls in the next frame) and show-call (a call's number: selects it in
 * the list and shows the list). */
void gs_trace_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller,
	struct gs_dock *dock, GsCallList *list);

#endif
