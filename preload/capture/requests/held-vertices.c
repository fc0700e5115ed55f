/* SPDX-License-Identifier: MIT */
#include "preload/capture/requests/held-vertices.h"

#include <string.h>
#include "preload/core/gl.h"

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static bool is_mesa(void)
{
	const char *version = (const char *)GL(glGetString)(GL_VERSION);
	return version && strstr(version, "Mesa");
}

/* The normal stands for all values: glPopAttrib brings it back only where something waits to be
 * drawn or taken for current. What glGet answers before a flush may be the old value all the same.
 */
bool gs_held_vertices(void)
{
	GLfloat was[4] = {0}, other[4] = {0}, now[4] = {0};
	if (!is_mesa() || get(GL_ATTRIB_STACK_DEPTH) >= get(GL_MAX_ATTRIB_STACK_DEPTH))
		return false;
	GL(glGetFloatv)(GL_CURRENT_NORMAL, was);
	other[0] = was[0] == 0 ? 1 : 0;
	GL(glPushAttrib)(GL_CURRENT_BIT);
	GL(glNormal3fv)(other);
	GL(glPopAttrib)();
	GL(glFlush)();
	GL(glGetFloatv)(GL_CURRENT_NORMAL, now);
	GL(glNormal3fv)(was);
	return !memcmp(was, now, sizeof was);
}

void gs_held_vertices_again(void)
{
	GLfloat normal[4] = {0};
	GL(glGetFloatv)(GL_CURRENT_NORMAL, normal);
	GL(glNormal3fv)(normal);
}
