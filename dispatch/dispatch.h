/* SPDX-License-Identifier: MIT */
/*
 * dispatch - a GL, GLX or EGL function called by its number (data/data.h), with the arguments as
 * raw words: what the preload library executes recorded calls with. Knows neither where the
 * function comes from nor what its pointers point at: both are the caller's.
 */
#ifndef GS_DISPATCH_H
#define GS_DISPATCH_H

#include "data/data.h"
#include "wire/wire.h"

extern __attribute__((visibility("hidden"))) void (*const gs_dispatch_table[GS_N_FUNCTIONS])(
	void *real, struct gs_wire_call *call);

/* Calls real, which must be the function of call->function, with call->args, of which there must
 * be as many as it has parameters. Where it returns something, sets call->ret and
 * GS_CALL_RETURNED. */
static inline void gs_dispatch(void *real, struct gs_wire_call *call)
{
	gs_dispatch_table[call->function](real, call);
}

#endif
