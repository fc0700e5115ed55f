/* SPDX-License-Identifier: MIT */
/*
 * replay/link - if the player runs under glstep, tells glstep which calls are the trace's
 * (wire/player.h). Otherwise these functions do nothing.
 */
#ifndef GS_REPLAY_LINK_H
#define GS_REPLAY_LINK_H

#include <stdbool.h>
#include <stdint.h>

/* Look for glstep in this process. Call once, before all others. */
void gs_link_open(void);
/* Let glstep name objects as the trace does. find translates names in the current context:
 * `recorded` says whether it returns the trace's name for an object of this driver, or this
 * driver's name for one of the trace. */
void gs_link_tell_names(uint64_t (*find)(uint32_t kind, uint64_t name, uint32_t recorded));
/* Return whether the player runs under glstep. */
bool gs_link_is_open(void);
/* Say that the trace's call with this number comes next. */
void gs_link_begin(uint64_t number);
/* Return whether glstep wants the player hidden, as it said at the last gs_link_begin: no windows
 * are shown, and nothing is printed. */
bool gs_link_is_hidden(void);
/* Enclose the driver call that does what the trace's call does. */
void gs_link_enter(void);
void gs_link_leave(void);
/* Say why the trace's call is not made; draws: it is one that draws. */
void gs_link_leave_out(const char *why, bool draws);
/* Say what GL answers otherwise than in the recording, at that call of that function. */
void gs_link_differs(uint64_t number, const char *name, const char *what);
/* Switch gs_link_enter and gs_link_leave off or on; while they are off, all calls count as the
 * player's own. */
void gs_link_mute(bool muted);

#endif
