/* SPDX-License-Identifier: MIT */
#include "preload/core/gl.h"
#include "preload/lists/list.h"

bool gs_attribute_stack_has_room(const char **why)
{
	GLint depth = 0, limit = 0;
	GL(glGetIntegerv)(GL_ATTRIB_STACK_DEPTH, &depth);
	GL(glGetIntegerv)(GL_MAX_ATTRIB_STACK_DEPTH, &limit);
	if (depth < limit)
		return true;
	*why = "the attribute stack is full (GL_MAX_ATTRIB_STACK_DEPTH): the state that the call "
	       "changes could not be restored, so it cannot be executed again";
	return false;
}
