/* SPDX-License-Identifier: MIT */
#include "preload/capture/requests/draw-extent.h"

#include <string.h>
#include "preload/core/preload.h"
#include "preload/memory/call-memory.h"

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

static void dispatch_extent(
	const struct gs_wire_call *call, const struct gs_caps *c, struct gs_redraw_extent *extent)
{
	switch (call->function) {
	case GS_FN_glDispatchComputeGroupSizeARB:
		for (unsigned i = 0; i < 3; i++)
			extent->local[i] = call->args[3 + i];
		/* fall through */
	case GS_FN_glDispatchCompute:
		for (unsigned i = 0; i < 3; i++)
			extent->groups[i] = call->args[i];
		break;
	case GS_FN_glDispatchComputeIndirect:
		extent->indirect_unread = !read_words(c, GL_DISPATCH_INDIRECT_BUFFER,
			GL_DISPATCH_INDIRECT_BUFFER_BINDING, call->args[0], extent->groups, 3);
		break;
	default:
		extent->indirect_unread = true;
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
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	if (gs_draw_has(rule->draws))
		return 0;
	if (gs_draw_is_of_vertices(rule) && gs_draw_has(rule->indirect))
		return indirect_instances(call, c, rule->indirect);
	return gs_draw_has(rule->instances) ? call->args[rule->instances] : 1;
}

void gs_extent_get(
	const struct gs_wire_call *call, const struct gs_caps *c, struct gs_redraw_extent *extent)
{
	unsigned flags = gs_data_flags(call->function);
	memset(extent, 0, sizeof *extent);
	if (flags & GS_FUNCTION_DISPATCHES)
		dispatch_extent(call, c, extent);
	else if (flags & GS_FUNCTION_DRAWS)
		extent->instances = draw_instances(call, c);
	gs_caps_drain();
}

static bool find_commands(const struct gs_wire_call *call, struct gs_draw_commands *commands)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	return gs_draw_is_of_vertices(rule) && !rule->is_bindless && gs_draw_has(rule->indirect) &&
	       gs_draw_has(rule->draws) && gs_multi_commands(call, commands) && commands->n > 0;
}

unsigned gs_extent_commands(const struct gs_wire_call *call, const struct gs_caps *c,
	uint32_t (*words)[2], unsigned most)
{
	struct gs_draw_commands commands;
	GLint bound = 0;
	if (!find_commands(call, &commands) || (uint32_t)commands.n > most)
		return 0;
	GL(glGetIntegerv)(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
	for (int32_t i = 0; i < commands.n; i++) {
		uint64_t at = commands.at + (uint64_t)(i * commands.stride);
		if (!bound && at && c->api == GS_API_COMPATIBILITY)
			memcpy(words[i], (const void *)(uintptr_t)at, sizeof words[i]);
		else if (!read_words(c, GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING,
				 at, words[i], 2))
			return 0;
	}
	gs_caps_drain();
	return (unsigned)commands.n;
}
