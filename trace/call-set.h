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

/* Parses a set. Returns NULL on a syntax error, and sets *why to a sentence; free it. */
struct gs_call_set *gs_call_set_new(const char *text, char **why);
void gs_call_set_free(struct gs_call_set *set);
/* Whether the set contains the call; kinds: bits of enum gs_call_set_kind. */
bool gs_call_set_has(const struct gs_call_set *set, uint64_t call, uint32_t thread, unsigned kinds);
bool gs_call_set_has_call(const struct gs_call_set *set, const struct gs_trace_call *call);
/* Return the lowest and the highest call number that can be in it. */
uint64_t gs_call_set_first(const struct gs_call_set *set);
uint64_t gs_call_set_last(const struct gs_call_set *set);
/* Whether it names neither kinds of calls nor threads, so that it can be a set of frames. */
bool gs_call_set_is_numbers(const struct gs_call_set *set);
/* Whether it is a single call, given by its number. */
bool gs_call_set_is_call(const struct gs_call_set *set);

#endif
