/* SPDX-License-Identifier: MIT */
/* What the pending call is. */
#include "data/constants.h"
#include "preload/core/preload.h"

bool gs_block_recorded(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	return context && context->block_recorded;
}

bool gs_pending_is_draw(struct gs_thread *thread)
{
	unsigned function = thread->call ? thread->call->function : GS_N_FUNCTIONS;
	unsigned flags = gs_data_flags(function);
	if (!(flags & GS_FUNCTION_DRAWS))
		return false;
	struct gs_context *context = gs_context_current(thread);
	if (!context)
		return false;
	if (context->list_mode == GL_COMPILE && (flags & GS_FUNCTION_LISTED))
		return false;
	return function == GS_FN_glEnd || !(context->in_block || gs_block_recorded(thread));
}
