/* SPDX-License-Identifier: MIT */
#include "preload/lists/pending-draw.h"

#include <errno.h>
#include "dispatch/dispatch.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/lists/list.h"

bool gs_pending_exec(struct gs_thread *thread, int mode, const char **why)
{
	if (!thread->call || !thread->before) {
		*why = "no call is pending";
		return false;
	}
	if (thread->call->function == GS_FN_glEnd)
		return gs_immediate_redraw(thread, mode, why);
	if (thread->list_run)
		return gs_list_run_redraw(thread, mode, why);
	struct gs_wire_call call = *thread->call;
	enum gs_mode_change change = mode < 0 ? GS_MODE_CHANGED : gs_mode_change(&call, mode, why);
	if (change != GS_MODE_CHANGED)
		return change == GS_MODE_DRAWN;
	if (thread->multi_draws)
		return gs_multi_redraw(thread, &call, why);
	int error_number = errno;
	bool ok = true, moves = call.function == GS_FN_glBitmap; /* the raster position */
	if (call.function == GS_FN_glCallList || call.function == GS_FN_glCallLists) {
		ok = gs_list_redraw(thread, &call, why);
	} else if (moves && !gs_attribute_stack_has_room(why)) {
		ok = false;
	} else {
		if (moves)
			GL(glPushAttrib)(GL_CURRENT_BIT);
		gs_dispatch(gs_real_table[call.function], &call);
		if (moves)
			GL(glPopAttrib)();
	}
	errno = error_number;
	return ok;
}

uint32_t gs_pending_mode(struct gs_thread *thread)
{
	if (thread->call->function == GS_FN_glEnd)
		return gs_immediate_mode(thread);
	return thread->list_run ? gs_list_run_mode(thread) : gs_mode_of(thread->call);
}

bool gs_pending_take(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (gs_immediate_take(thread, call))
		return true;
	if (thread->list_run && !gs_list_run_has_begun(thread))
		gs_list_run_drop(thread); /* the program's own call does all of it */
	if (!thread->list_run && !thread->multi_draws)
		return false;
	errno = thread->error_number;
	if (thread->list_run)
		gs_list_run_finish(thread);
	else
		gs_multi_finish(thread);
	thread->error_number = errno;
	return true;
}

void gs_pending_drop(struct gs_thread *thread)
{
	gs_list_run_drop(thread);
	gs_multi_drop(thread);
}

void gs_lists_init(void)
{
	gs_immediate_init();
	gs_list_init();
}

void gs_lists_context_gone(struct gs_context *context)
{
	gs_list_drop_open(context);
	gs_immediate_free(context);
}
