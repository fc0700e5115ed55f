/* SPDX-License-Identifier: MIT */
/*
 * Copying memory that may not be there. The code (preload/core/arch) stands between two addresses
 * that the debugger knows (header.copy). It traces this process, and so sees each fault before any
 * handler does: where one comes from in between, it has the thread go on at the third address, and
 * nothing else in the program learns of it. docs/decisions/037-guarded-copies.md says why so.
 */
#include "preload/core/core.h"

void gs_copy_tell(void)
{
	gs_arch_copy_place(&gs_wire->copy);
}

bool gs_copy_is_guarded(void)
{
	return GS_ARCH_HAS_COPY && gs_role == GS_ROLE_OWNER &&
	       atomic_load_explicit(&gs_wire->attached, memory_order_relaxed);
}

bool gs_copy_guarded(void *to, const void *from, size_t size)
{
	return gs_arch_copy(to, from, size);
}
