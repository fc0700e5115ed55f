/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/repeats - a cache for searches through all calls of a list. Programs make the same
 * calls over and over; what a search has found out about a call holds for those that are like it:
 * calls without memory, of the same function, with the same arguments and result.
 */
#ifndef GS_CALL_REPEATS_H
#define GS_CALL_REPEATS_H

#include <stdbool.h>
#include "wire/wire.h"

enum { GS_REPEATED_ARGS = 8 }; /* of calls that are remembered */

struct gs_call_repeat {
	uint64_t args[GS_REPEATED_ARGS], ret;
	uint32_t function, n_args, has_return;
	/* For the caller, which sets them when it has looked at the call; zero at first. */
	bool is_known, found;
	char *text; /* freed with the cache, by g_free */
};

struct gs_call_repeats;
struct gs_call_repeats *gs_call_repeats_new(void);
void gs_call_repeats_free(struct gs_call_repeats *repeats); /* NULL is fine */
/* Return the entry of calls like this one, a new one if the cache has none; borrowed until the next
 * call of this function, which may reuse it. NULL: the call cannot be cached. tells_names: what the
 * search finds out depends on the names of objects, which earlier calls give, so that calls with
 * names of objects cannot be cached. */
struct gs_call_repeat *gs_call_repeats_find(
	struct gs_call_repeats *repeats, const struct gs_wire_call *call, bool tells_names);

#endif
