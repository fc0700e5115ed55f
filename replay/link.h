/* SPDX-License-Identifier: MIT */
/*
 * replay/link - tells glstep, if the player runs under it, which calls are the trace's:
 * wire/player.h. Without it all of this does nothing.
 */
#ifndef GS_REPLAY_LINK_H
#define GS_REPLAY_LINK_H

#include <stdbool.h>
#include <stdint.h>

void gs_link_open(void);
/* Have glstep speak of objects as the trace does: find answers in the current context, with
 * recorded for what the trace calls the object that has the name here, else the other way round. */
void gs_link_tell_names(uint64_t (*find)(uint32_t kind, uint64_t name, uint32_t recorded));
/* The player runs under glstep. */
bool gs_link_is_open(void);
/* The trace's call with this number comes next. */
void gs_link_begin(uint64_t number);
/* As glstep has said when the last call began: the player shows no window and tells nothing. */
bool gs_link_is_hidden(void);
/* Around that call of this driver's that does what the trace's does. */
void gs_link_enter(void);
void gs_link_leave(void);
/* Why the trace's call, which draws or does something else, is not made. */
void gs_link_leave_out(const char *why, bool draws);
/* Meanwhile gs_link_enter does nothing: all calls are the player's own. */
void gs_link_mute(bool muted);

#endif
