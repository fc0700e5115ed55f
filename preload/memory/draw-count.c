/* SPDX-License-Identifier: MIT */
#include "preload/core/gl.h"
#include "preload/memory/call-memory.h"

bool gs_multi_count(uint64_t at, uint32_t *count)
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
