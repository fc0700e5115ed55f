/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/fetch-ahead - for idle times: the values that the next steps will ask
 * for, as far as a program that is compiled already has them.
 */
#ifndef GS_FETCH_AHEAD_H
#define GS_FETCH_AHEAD_H

#include <stdbool.h>
#include <glib.h>

struct gs_debug;

/* Fetches them at one of the next positions at most; *more: there may be another. False: nothing
 * more can be asked of the program. */
bool gs_debug_fetch_ahead(struct gs_debug *debug, bool *more, GError **error);

#endif
