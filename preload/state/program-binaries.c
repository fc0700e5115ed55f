/* SPDX-License-Identifier: MIT */
/*
 * Where asked to, glProgramBinary fails to load anything, as it does after each update of a driver
 * (OpenGL 4.6, section 7.5: a program that keeps binaries has to be prepared to compile its
 * sources). The driver is given nothing of the binary; what is logged is what the program gave.
 */
#include "preload/core/core.h"
#include "preload/state/shadow.h"

enum { LENGTH = 3 };

static __thread uint64_t length __attribute__((tls_model("initial-exec")));

static void before_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	length = call->args[LENGTH];
	if (gs_wire && gs_wire->refuse_binaries && gs_wire->attached && (int32_t)length > 0)
		call->args[LENGTH] = 0;
}

static void after_binary(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	call->args[LENGTH] = length;
}

void gs_binaries_init(void)
{
	static const struct gs_hook table[] = {
		{GS_FN_glProgramBinary, before_binary, after_binary},
		{GS_FN_glProgramBinaryOES, before_binary, after_binary},
	};
	gs_hooks_add(table, sizeof table / sizeof *table);
}
