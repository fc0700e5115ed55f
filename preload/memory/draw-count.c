/* SPDX-License-Identifier: MIT */
#include "preload/core/gl.h"
#include "preload/memory/call-memory.h"

/* Read the number that stands at that place of the parameter buffer. */
static bool read_count(uint64_t at, uint32_t *count)
{
	GLint64 size = 0;
	GLint bound = 0;
	GL(glGetIntegerv)(GL_PARAMETER_BUFFER_BINDING, &bound);
	if (!bound)
		return false;
	GL(glGetBufferParameteri64v)(GL_PARAMETER_BUFFER, GL_BUFFER_SIZE, &size);
	if (size < 4 || at > (uint64_t)size - 4)
		return false;
	GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	GL(glGetBufferSubData)(GL_PARAMETER_BUFFER, (GLintptr)at, sizeof *count, count);
	return true;
}

bool gs_multi_commands(const struct gs_wire_call *call, struct gs_draw_commands *commands)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	uint32_t n = 0;
	*commands = gs_data_draw_commands(rule, call->args);
	if (!gs_draw_has(rule->counted))
		return true;
	if (!read_count(call->args[rule->counted], &n))
		return false;
	if (commands->n > 0 && n < (uint32_t)commands->n)
		commands->n = (int32_t)n;
	return true;
}
