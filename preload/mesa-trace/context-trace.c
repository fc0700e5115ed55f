/* SPDX-License-Identifier: MIT */
#include "preload/mesa-trace/mesa-trace.h"

#include <stdlib.h>

struct gs_mesa_trace *gs_mesa_trace_of(struct gs_context *context)
{
	if (!context->trace && (context->trace = calloc(1, sizeof *context->trace)))
		context->trace->classes = GS_WIRE_TRACE_USUAL;
	return context->trace;
}

uint32_t gs_mesa_trace_classes(const struct gs_context *context)
{
	return context->trace ? context->trace->classes : GS_WIRE_TRACE_USUAL;
}
