/* SPDX-License-Identifier: MIT */
#include "preload/capture/shape.h"

#include <string.h>
#include "preload/core/preload.h"

/* n words at an offset of the buffer that is bound to a target; false: none bound, or too small. */
static bool read_words(const struct gs_caps *c, GLenum target, GLenum binding, uint64_t offset,
	uint32_t *words, unsigned n)
{
	GLint bound = 0;
	GLint64 size = 0;
	GL(glGetIntegerv)(binding, &bound);
	if (!bound)
		return false;
	GL(glGetBufferParameteri64v)(target, GL_BUFFER_SIZE, &size);
	if (size < 0 || offset > (uint64_t)size || (uint64_t)size - offset < 4 * n)
		return false;
	gs_caps_drain();
	GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	if (c->api != GS_API_ES) {
		GL(glGetBufferSubData)(target, offset, 4 * n, words);
		return gs_caps_drain() == GL_NO_ERROR;
	}
	const void *data = GL(glMapBufferRange)(target, offset, 4 * n, GL_MAP_READ_BIT);
	if (data)
		memcpy(words, data, 4 * n);
	if (data)
		GL(glUnmapBuffer)(target);
	return data != NULL;
}

static void dispatch_shape(
	const struct gs_wire_call *call, const struct gs_caps *c, struct gs_redraw_shape *shape)
{
	switch (call->function) {
	case GS_FN_glDispatchComputeGroupSizeARB:
		for (unsigned i = 0; i < 3; i++)
			shape->local[i] = call->args[3 + i];
		/* fall through */
	case GS_FN_glDispatchCompute:
		for (unsigned i = 0; i < 3; i++)
			shape->groups[i] = call->args[i];
		break;
	case GS_FN_glDispatchComputeIndirect:
		shape->indirect_unread = !read_words(c, GL_DISPATCH_INDIRECT_BUFFER,
			GL_DISPATCH_INDIRECT_BUFFER_BINDING, call->args[0], shape->groups, 3);
		break;
	default:
		shape->indirect_unread = true;
	}
}

/* Both kinds of indirect parameters begin with count and number of instances. */
static unsigned indirect_instances(
	const struct gs_wire_call *call, const struct gs_caps *c, unsigned argument)
{
	uint32_t words[2] = {0, 1};
	uint64_t at = call->args[argument];
	GLint bound = 0;
	GL(glGetIntegerv)(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
	if (bound)
		read_words(
			c, GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING, at, words, 2);
	else if (at && c->api == GS_API_COMPATIBILITY)
		memcpy(words, (const void *)(uintptr_t)at, sizeof words);
	return words[1];
}

static unsigned draw_instances(const struct gs_wire_call *call, const struct gs_caps *c)
{
	const char *name = gs_data_name(call->function);
	if (call->function == GS_FN_glDrawArraysIndirect)
		return indirect_instances(call, c, 1);
	if (call->function == GS_FN_glDrawElementsIndirect)
		return indirect_instances(call, c, 2);
	if (!strncmp(name, "glMultiDraw", 11))
		return 0;
	if (!strstr(name, "Instanced"))
		return 1;
	if (!strncmp(name, "glDrawArrays", 12))
		return call->args[3];
	if (!strncmp(name, "glDrawElements", 14))
		return call->args[4];
	if (!strncmp(name, "glDrawTransformFeedbackStream", 29))
		return call->args[3];
	return call->args[2]; /* glDrawTransformFeedbackInstanced */
}

void gs_shape_get(
	const struct gs_wire_call *call, const struct gs_caps *c, struct gs_redraw_shape *shape)
{
	unsigned flags = gs_data_flags(call->function);
	memset(shape, 0, sizeof *shape);
	if (flags & GS_FUNCTION_DISPATCHES)
		dispatch_shape(call, c, shape);
	else if (flags & GS_FUNCTION_DRAWS)
		shape->instances = draw_instances(call, c);
	gs_caps_drain();
}

/* Where a multi-draw's commands lie. */
struct commands {
	uint64_t at, stride, n;
};

/* glMultiDrawArraysIndirect(mode, indirect, drawcount, stride), of elements with a type behind the
 * mode; ...Count has an offset in drawcount's place and the most behind it. */
static bool find_commands(
	const struct gs_wire_call *call, const struct gs_caps *c, struct commands *commands)
{
	const char *name = gs_data_name(call->function);
	bool elements = strstr(name, "Elements"), counted = strstr(name, "IndirectCount");
	const uint64_t *args = call->args + (elements ? 2 : 1);
	uint32_t n = (uint32_t)args[1];
	if (strncmp(name, "glMultiDraw", 11) || !strstr(name, "Indirect") ||
		strstr(name, "Bindless"))
		return false;
	if (counted &&
		!read_words(c, GL_PARAMETER_BUFFER, GL_PARAMETER_BUFFER_BINDING, args[1], &n, 1))
		return false;
	if (counted && n > (uint32_t)args[2])
		n = (uint32_t)args[2];
	uint64_t stride = args[counted ? 3 : 2];
	*commands = (struct commands){args[0], stride ? stride : elements ? 20 : 16, n};
	return (int32_t)n > 0;
}

unsigned gs_shape_commands(const struct gs_wire_call *call, const struct gs_caps *c,
	uint32_t (*words)[2], unsigned most)
{
	struct commands commands;
	GLint bound = 0;
	if (!find_commands(call, c, &commands) || commands.n > most)
		return 0;
	GL(glGetIntegerv)(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
	for (uint64_t i = 0; i < commands.n; i++) {
		uint64_t at = commands.at + i * commands.stride;
		if (!bound && at && c->api == GS_API_COMPATIBILITY)
			memcpy(words[i], (const void *)(uintptr_t)at, sizeof words[i]);
		else if (!read_words(c, GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING,
				 at, words[i], 2))
			return 0;
	}
	gs_caps_drain();
	return (unsigned)commands.n;
}
