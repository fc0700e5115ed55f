/* SPDX-License-Identifier: MIT */
/* Asking GL about the pending call, so that the program notices nothing. */
#include "preload/core/gl.h"
#include "preload/memory/reader.h"

bool gs_memory_question_begin(struct gs_memory_reader *r, struct gs_memory_question *asked)
{
	struct gs_context *context = gs_context_current(r->thread);
	if (!context || context->in_block)
		return false;
	gs_context_info(context);
	gs_error_take(context);
	/* into a display list that is being compiled, nothing of ours may go */
	bool has_debug = !context->list_mode && (context->version >= (context->es ? 32u : 43u) ||
							gs_context_has(context, "GL_KHR_debug"));
	*asked = (struct gs_memory_question){
		context, has_debug && GL(glIsEnabled)(GL_DEBUG_OUTPUT)};
	if (asked->debug)
		GL(glDisable)(GL_DEBUG_OUTPUT);
	return true;
}

void gs_memory_question_end(struct gs_memory_question *asked)
{
	if (asked->debug)
		GL(glEnable)(GL_DEBUG_OUTPUT);
	gs_error_drop();
}

int32_t gs_call_memory_integer(uint32_t name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

uint32_t gs_call_memory_buffer(const struct gs_context *context, uint32_t binding)
{
	static const struct {
		GLenum binding;
		unsigned desktop, es; /* versions that have it; 0 none */
	} known[] = {{GL_ARRAY_BUFFER_BINDING, 15, 11}, {GL_ELEMENT_ARRAY_BUFFER_BINDING, 15, 11},
		{GL_PIXEL_UNPACK_BUFFER_BINDING, 21, 30}, {GL_PIXEL_PACK_BUFFER_BINDING, 21, 30},
		{GL_DRAW_INDIRECT_BUFFER_BINDING, 40, 31}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned since = context->es ? known[i].es : known[i].desktop;
		if (known[i].binding == binding)
			return context->version >= since ? (uint32_t)gs_call_memory_integer(binding)
							 : 0;
	}
	return 0;
}

bool gs_call_memory_add_offset(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context, uint32_t target, uint32_t binding)
{
	uint32_t buffer = gs_call_memory_buffer(context, binding);
	if (!buffer)
		return false;
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	entry.kind = GS_WIRE_OFFSET;
	entry.info[0] = buffer;
	entry.info[1] = target;
	gs_call_memory_put(r, &entry, 0);
	return true;
}
