/* SPDX-License-Identifier: MIT */
/*
 * preload/lists - draws that are made of several calls, or several of one call: glBegin ... glEnd,
 * display lists, multi-draws; and the pending draw, whichever it is, once more. For other folders.
 * Texts that say why not are static, unless it says otherwise.
 */
#ifndef GS_PRELOAD_PENDING_DRAW_H
#define GS_PRELOAD_PENDING_DRAW_H

#include "preload/core/preload.h"

/* Does the thread's pending call once more (or for the first time), with its present arguments, but
 * in another mode (GL_POINTS, ...) unless that is -1. For
 * glEnd: the whole glBegin ... glEnd block. Counts and logs nothing; the return value is dropped.
 * May be called any number of times before the call itself. False: the pending call cannot be
 * redrawn, and *why says why. */
bool gs_pending_exec(struct gs_thread *thread, int mode, const char **why);
/* of its primitives; GS_NO_MODE: it has several, or none */
uint32_t gs_pending_mode(struct gs_thread *thread);

/* How many draws this glCallList or glCallLists would make. -1: it cannot be redrawn, and *why
 * says why (valid until the next call in this thread). */
int gs_list_draws(struct gs_thread *thread, const struct gs_wire_call *call, const char **why);

/* The pending call is a glCallList or glCallLists, and what it executes chooses a program, or is
 * not known. */
bool gs_list_may_use_program(struct gs_thread *thread);

/* Where the pending glCallList or glCallLists stands. */
struct gs_list_position {
	unsigned draws; /* that it makes */
	unsigned draw;	/* the pending one of them, unless all are */
	bool all;	/* not begun: all of them are pending, and can be redrawn as one */
	bool nothing;	/* refused because there is no draw */
	/* enum gs_list_difference bits (wire/capture.h); 0 while the program's own call can still
	 * be executed instead */
	unsigned differs;
};
/* Executes what comes before a draw of the list: choice 1 + its number; 0: stays where it is,
 * unless the draws cannot be redrawn as one (as_one false: are not to be), then goes to the first.
 * Context and error flags as for a capture, but debug output and queries are the program's. False:
 * not possible, and *why says why. */
bool gs_list_choose(struct gs_thread *thread, unsigned choice, bool as_one,
	struct gs_list_position *position, const char **why);
/* The same for the pending glMultiDraw*, all of whose draws can always be redrawn as one. */
bool gs_multi_choose(struct gs_thread *thread, unsigned choice, struct gs_list_position *position,
	const char **why);
bool gs_multi_is(const struct gs_wire_call *call);

/* ---- handlers (preload/core/hooks.h) ---- */

void gs_lists_init(void); /* adds hooks */
void gs_lists_context_gone(struct gs_context *context);
void gs_lists_forget(struct gs_group *group);
/* The call goes into the list that is being compiled, if one is. */
void gs_list_note(struct gs_thread *thread, const struct gs_wire_call *call);
/* It belongs to a block that is being recorded, or part of it was executed: executes the rest. */
bool gs_pending_take(struct gs_thread *thread, struct gs_wire_call *call);
/* What is left of it is not executed. */
void gs_pending_drop(struct gs_thread *thread);

#endif
