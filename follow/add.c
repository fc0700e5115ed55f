/* SPDX-License-Identifier: MIT */
/* A call of any form: who follows it. */
#include "follow/private.h"

bool gs_follow_wants(unsigned function)
{
	return gs_follow_wants_window(function) || gs_follow_wants_bound(function) ||
	       gs_follow_wants_buffer(function);
}

const struct gs_follow_step *gs_follow_add(
	struct gs_follow *follow, const struct gs_follow_call *call)
{
	gs_follow_enter(follow, call->thread);
	gs_follow_begin_step(follow);
	if (gs_follow_wants_window(call->function))
		gs_follow_window(follow, call);
	else if (gs_follow_wants_buffer(call->function))
		gs_follow_buffers(follow, call);
	else
		gs_follow_bound(follow, call);
	return &follow->step;
}
