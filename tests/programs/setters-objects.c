/* SPDX-License-Identifier: MIT */
/* Of test-setters: what sets state of objects, and state with an index; in core contexts, too. */
#include "setters.h"

#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

static void set_viewports(int k)
{
	const float part = (float)(k % 7) / 8;
	const GLfloat viewports[3][4] = {
		{0.5F, part, 20, 10 + (float)k}, {1, 2, 3, (float)k}, {(float)k, 0, 5.25F, 6}};
	const GLint scissors[2][4] = {{1, k, 30, 4}, {k, 2, 7, 8 + k}}, one[4] = {k, k, 9, 10};
	const GLdouble ranges[2][2] = {{part, 0.75}, {1, part / 2}};
	glViewportArrayv(1 + (GLuint)k % 3, 3, viewports[0]);
	glScissorArrayv((GLuint)k % 4, 2, scissors[0]);
	glDepthRangeArrayv(1 + (GLuint)k % 2, 2, ranges[0]);
	if (k % 3 == 0)
		glViewportIndexedfv(5, viewports[1]);
	if (k % 3 == 1)
		glScissorIndexedv(6, one);
	if (k % 4 == 3) {
		glViewport(1, k, 12, 13);
		glScissor(k, 3, 14, 15);
		glDepthRangef(part, 0.5F);
	}
	glEnablei(GL_SCISSOR_TEST, 1 + (GLuint)k % 3);
	glDisablei(GL_SCISSOR_TEST, 1 + (GLuint)(k + 1) % 3);
}

void set_objects(int k)
{
	set_viewports(k);
}
