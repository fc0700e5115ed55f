/* SPDX-License-Identifier: MIT */
#include "debugger/calls/binding.h"

struct gs_call_binding gs_call_binding_of(const struct gs_follow *follow, uint32_t thread)
{
	const struct gs_follow_thread *of = gs_follow_thread(follow, thread);
	const struct gs_follow_context *context = gs_follow_state(follow, of);
	bool is_pipeline = !context->program.name && context->pipeline.name;
	const struct gs_follow_binding *program = is_pipeline ? &context->pipeline
							      : &context->program;
	return (struct gs_call_binding){.context = context->handle,
		.drawable = of && of->draw ? of->draw->handle : 0,
		.group = context->group->number,
		.framebuffer = (uint32_t)context->draw_framebuffer.name,
		.program = (uint32_t)program->name,
		.framebuffer_known = gs_follow_knows(follow, &context->draw_framebuffer),
		.program_known = gs_follow_knows(follow, program),
		.is_pipeline = is_pipeline,
		.compiles = context->list && !context->list_executes};
}
