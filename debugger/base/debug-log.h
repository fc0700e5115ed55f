/* SPDX-License-Identifier: MIT */
/*
 * debugger/base/debug-log - tells what each layer of glstep decides, one line an event, on standard
 * error: time, thread, layer, sentence. The environment asks for it: GLSTEP_DEBUG=host,session, or
 * all. Any thread may call.
 *
 *   host     what ptrace reports, signals that are passed on, launches, detaching
 *   wire     each request to the program, and its answer: status, sizes, time
 *   session  what the user asked for, and where that led
 *   capture  each variant: for what, how many captures, what came back
 */
#ifndef GS_DEBUG_LOG_H
#define GS_DEBUG_LOG_H

#include <glib.h>
#include <stdbool.h>

enum gs_debug_layer {
	GS_DEBUG_HOST = 1 << 0,
	GS_DEBUG_WIRE = 1 << 1,
	GS_DEBUG_SESSION = 1 << 2,
	GS_DEBUG_CAPTURE = 1 << 3,
};

/* Return whether the environment asks for the layer, so that a text that costs time is not made in
 * vain. */
bool gs_debug_log_wants(enum gs_debug_layer layer);
/* Print a line of the layer, if the environment asks for it. The format has no newline at its end.
 */
void gs_debug_log(enum gs_debug_layer layer, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
