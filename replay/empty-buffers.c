/* SPDX-License-Identifier: MIT */
/*
 * Vertex arrays in buffers without data. What GL reads there is undefined; NVIDIA's driver reads
 * from address 0 on, and crashes.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include "replay/private.h"

bool gs_replay_is_empty(struct gs_player *player, int buffer)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	void (*get_named)(GLuint, GLenum, GLint *) = gs_replay_find(
		player, "glGetNamedBufferParameteriv");
	void (*bind)(GLenum, GLuint) = gs_replay_find(player, "glBindBuffer");
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(player, "glGetBufferParameteriv");
	GLboolean (*exists)(GLuint) = gs_replay_find(player, "glIsBuffer");
	int size = 1;
	/* A vertex array keeps a deleted buffer, whose size GL cannot be asked for. */
	if (!buffer || context->version < (context->is_es ? 30u : 31u) || !exists((GLuint)buffer))
		return false;
	if (!context->is_es && context->version >= 45) {
		get_named((GLuint)buffer, GL_BUFFER_SIZE, &size);
		return !size;
	}
	int was = gs_replay_get(player, GL_COPY_READ_BUFFER_BINDING);
	bind(GL_COPY_READ_BUFFER, (GLuint)buffer);
	get(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size);
	bind(GL_COPY_READ_BUFFER, (GLuint)was);
	return !size;
}

/* Return the most locations that an attribute takes: a matrix takes one for each column. */
static unsigned most_locations(GLenum type, int size)
{
	bool is_matrix = (type >= GL_FLOAT_MAT2 && type <= GL_FLOAT_MAT4) ||
			 (type >= GL_FLOAT_MAT2x3 && type <= GL_FLOAT_MAT4x3) ||
			 (type >= GL_DOUBLE_MAT2 && type <= GL_DOUBLE_MAT4x3);
	return (unsigned)size * (is_matrix ? 4 : 1);
}

bool gs_replay_reads_attribute(struct gs_player *player, unsigned attribute)
{
	void (*ask)(GLuint, GLenum, GLint *) = gs_replay_find(player, "glGetProgramiv");
	void (*get)(GLuint, GLuint, GLsizei, GLsizei *, GLint *, GLenum *, char *) = gs_replay_find(
		player, "glGetActiveAttrib");
	GLint (*locate)(GLuint, const char *) = gs_replay_find(player, "glGetAttribLocation");
	GLuint program = (GLuint)gs_replay_get(player, GL_CURRENT_PROGRAM);
	int n = 0;
	if (!program)
		return true;
	ask(program, GL_ACTIVE_ATTRIBUTES, &n);
	if (!n) /* it could not be linked again, and what it was is in use; or it has no such shader
		 */
		return true;
	for (GLuint i = 0; i < (GLuint)n; i++) {
		char name[1024] = "";
		GLenum type = 0;
		GLint size = 0;
		get(program, i, sizeof name, NULL, &size, &type, name);
		GLint at = locate(program, name);
		if (at >= 0 && attribute >= (GLuint)at &&
			attribute - (GLuint)at < most_locations(type, size))
			return true;
	}
	return false;
}
