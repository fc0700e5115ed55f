/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/fetch-ahead - for idle times: fetches values that the next steps will
 * ask for, if a program with them is compiled already.
 */
#ifndef GS_FETCH_AHEAD_H
#define GS_FETCH_AHEAD_H

#include <stdbool.h>
#include <glib.h>

struct gs_debug;

/* Fetches them at no more than one of the next positions; sets *more if there may be another.
 * Returns false if no request is possible any more. */
bool gs_debug_fetch_ahead(struct gs_debug *debug, bool *more, GError **error);

#endif
