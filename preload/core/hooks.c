/* SPDX-License-Identifier: MIT */
/* What is done around certain functions: shadowing, contexts, GetProcAddress, error flags. */
#include "preload/core/core.h"
#include "preload/core/hooks.h"

HIDDEN struct gs_handlers gs_core_handlers;

enum { MAX_HOOKS = 1024 };
static struct gs_hook hooks[MAX_HOOKS];
static uint16_t next_of[MAX_HOOKS]; /* index + 1 of the next hook of that function, 0 none */
static uint16_t first_of[GS_N_FUNCTIONS];
static uint8_t off[GS_N_FUNCTIONS];
static uint8_t when[GS_N_FUNCTIONS]; /* has hooks: ALWAYS, or in recordings */
enum { ALWAYS = 1, IN_RECORDINGS = 2 };
static unsigned n_hooks;

static void add(const struct gs_hook *more, size_t n, uint8_t needed)
{
	for (size_t i = 0; i < n && n_hooks < MAX_HOOKS; i++) {
		when[more[i].function] |= needed;
		uint16_t *link = &first_of[more[i].function];
		while (*link)
			link = &next_of[*link - 1];
		hooks[n_hooks++] = more[i];
		*link = (uint16_t)n_hooks;
	}
}

void gs_hooks_add(const struct gs_hook *more, size_t n)
{
	add(more, n, ALWAYS);
}

void gs_hooks_add_for_recordings(const struct gs_hook *more, size_t n)
{
	add(more, n, IN_RECORDINGS);
}

void gs_hooks_enable(unsigned function, bool on)
{
	if (function >= GS_N_FUNCTIONS || off[function] == !on)
		return;
	__atomic_store_n(&off[function], !on, __ATOMIC_RELAXED);
	gs_fast_path_disable_all();
}

bool gs_hooks_any(unsigned function)
{
	return ((when[function] & ALWAYS) && !__atomic_load_n(&off[function], __ATOMIC_RELAXED)) ||
	       ((when[function] & IN_RECORDINGS) && gs_call_policy.record);
}

void gs_hooks_before(struct gs_thread *thread, struct gs_wire_call *call)
{
	for (unsigned i = first_of[call->function]; i; i = next_of[i - 1])
		if (hooks[i - 1].before)
			hooks[i - 1].before(thread, call);
}

void gs_hooks_after(struct gs_thread *thread, struct gs_wire_call *call)
{
	for (unsigned i = first_of[call->function]; i; i = next_of[i - 1])
		if (hooks[i - 1].after)
			hooks[i - 1].after(thread, call);
}
