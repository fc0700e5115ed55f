/* SPDX-License-Identifier: MIT */
/* Whether the process runs what is registered for its exit. */
#include <stdlib.h>
#include "preload/core/core.h"

static _Atomic bool is_ending;

static void note_end(void)
{
	is_ending = true;
}

void gs_process_watch_end(void)
{
	static _Atomic bool is_watched;
	if (!atomic_exchange(&is_watched, true))
		atexit(note_end);
}

bool gs_process_is_ending(void)
{
	return is_ending;
}
