/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/repeats - programs make the same calls over and over. Where all calls of a list
 * are looked at, what was found out about one holds for those that are like it: the same function
 * with the same arguments and result, without memory.
 */
#ifndef GS_CALL_REPEATS_H
#define GS_CALL_REPEATS_H

#include <stdbool.h>
#include "wire/wire.h"

enum { GS_REPEATED_ARGS = 8 }; /* of calls that are remembered */

struct gs_call_repeat {
	uint64_t args[GS_REPEATED_ARGS], ret;
	uint32_t function, n_args, has_return;
	bool is_known, found; /* for whoever asks: nothing is known of it at first */
	char *text;	      /* likewise; freed with all of them */
};

struct gs_call_repeats;
struct gs_call_repeats *gs_call_repeats_new(void);
void gs_call_repeats_free(struct gs_call_repeats *repeats); /* NULL: nothing */
/* The one for the call, until the next is asked for. NULL: it is not to be remembered. tells_names:
 * what is found out may depend on what the call's objects are called there, which the calls before
 * have said. */
struct gs_call_repeat *gs_call_repeats_find(
	struct gs_call_repeats *repeats, const struct gs_wire_call *call, bool tells_names);

#endif
