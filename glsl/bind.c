/* SPDX-License-Identifier: MIT */
#include "glsl/private.h"

void gs_bind(struct gs_context *context, struct gs_messages *messages)
{
	context->shader.binding_note = "glslang is not used.";
}
