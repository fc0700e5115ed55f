/* SPDX-License-Identifier: MIT */
/*
 * debugger/open/sources - which call of a trace gives a program the source of one of its stages.
 */
#ifndef GS_OPEN_SOURCES_H
#define GS_OPEN_SOURCES_H

#include <stdint.h>
#include <glib.h>
#include "debugger/base/patience.h"

/* Read the trace up to the call of that number. Return the number of the call that gave the source
 * of the object-th shader of that stage, which the program with that name was linked from last;
 * UINT64_MAX: there is none, or the user has enough of it. *argument: which of its arguments is the
 * source: "string", static. */
uint64_t gs_opened_find_source(const char *path, uint64_t before, uint64_t program, uint32_t stage,
	unsigned object, const struct gs_patience *patience, const char **argument);

#endif
