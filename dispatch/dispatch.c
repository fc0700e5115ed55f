/* SPDX-License-Identifier: MIT */
/* No GL header may be included here: functions are declared by what a register holds, not by GL's
 * types. */
#include "dispatch/dispatch.h"

#include "dispatch/raw.h"
#include "dispatch/signatures.h"

/* Of each binary interface: the call with arguments from a record. */
#define GS_NOTHING(s)                                                                              \
	static void execute_##s(void *real, struct gs_wire_call *call)                             \
	{                                                                                          \
		const uint64_t *args __attribute__((unused)) = call->args;                         \
		((void (*)(GS_PARAMETERS_##s))real)(GS_UNPACK_##s);                                \
	}
#define GS_VALUE(s, r)                                                                             \
	static void execute_##s(void *real, struct gs_wire_call *call)                             \
	{                                                                                          \
		const uint64_t *args __attribute__((unused)) = call->args;                         \
		call->ret = gs_pack_##r(((GS_RET_##s(*)(GS_PARAMETERS_##s))real)(GS_UNPACK_##s));  \
		call->flags |= GS_CALL_RETURNED;                                                   \
	}
GS_SIGNATURES

#define GS_FUNCTION(name, s) [GS_FN_##name] = execute_##s,
void (*const gs_dispatch_table[GS_N_FUNCTIONS])(void *real, struct gs_wire_call *call) = {
#include "dispatch/functions.inc"
};
