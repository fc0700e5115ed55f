/* SPDX-License-Identifier: MIT */
#include "preload/core/gl.h"
#include "preload/memory/call-memory.h"

/* Of OpenGL 4.6 and ARB_indirect_parameters alike. */
#define PARAMETER_BUFFER 0x80EE
#define PARAMETER_BUFFER_BINDING 0x80EF

bool gs_multi_count(uint64_t at, uint32_t *count)
{
	GLint64 size = 0;
	GLint bound = 0;
	GL(glGetIntegerv)(PARAMETER_BUFFER_BINDING, &bound);
	if (!bound)
		return false;
	GL(glGetBufferParameteri64v)(PARAMETER_BUFFER, GL_BUFFER_SIZE, &size);
	if (size < 4 || at > (uint64_t)size - 4)
		return false;
	GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	GL(glGetBufferSubData)(PARAMETER_BUFFER, (GLintptr)at, sizeof *count, count);
	return true;
}
