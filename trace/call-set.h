/* SPDX-License-Identifier: MIT */
/*
 * Sets of calls, as users write them, after apitrace: items with commas or white space between.
 *
 *	12  10-20  10-  *                 a call, calls up to and with the last, from one on, all
 *	draw  frame  fbo  thread=1        all that draw, that end a frame, that bind a framebuffer
 *	                                  (the ends of frames too), that the thread has made
 *	10-20/2  10-20/draw  .../thread=1 of these every second from the first on, those that draw,
 *...
 *	@FILE                             the items that the file has
 *
 * `render` is another word for draw, and `rendertarget` for fbo. What draws is what the debugger
 * takes for a draw: no clear, and no dispatch.
 */
#ifndef GS_TRACE_CALL_SET_H
#define GS_TRACE_CALL_SET_H

#include <stdbool.h>
#include <stdint.h>

enum gs_call_set_kind {
	GS_CALL_SET_DRAWS = 1 << 0,
	GS_CALL_SET_ENDS_FRAME = 1 << 1,
	GS_CALL_SET_BINDS_FRAMEBUFFER = 1 << 2,
};

struct gs_call_set;
struct gs_trace_call;

/* Reads the text. NULL: it is no such set, and *why is a sentence that says what it lacks; to be
 * freed. */
struct gs_call_set *gs_call_set_new(const char *text, char **why);
void gs_call_set_free(struct gs_call_set *set);
/* kinds: enum gs_call_set_kind bits. */
bool gs_call_set_has(const struct gs_call_set *set, uint64_t call, uint32_t thread, unsigned kinds);
bool gs_call_set_has_call(const struct gs_call_set *set, const struct gs_trace_call *call);
/* The least and the greatest number that can be in it. */
uint64_t gs_call_set_first(const struct gs_call_set *set);
uint64_t gs_call_set_last(const struct gs_call_set *set);
/* It names no kinds of calls and no threads, so that it may be one of frames. */
bool gs_call_set_is_numbers(const struct gs_call_set *set);
/* One call, which the text names by its number alone. */
bool gs_call_set_is_call(const struct gs_call_set *set);

#endif
