/* SPDX-License-Identifier: MIT */
#include "follow/wishes.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glx.h>
#include <string.h>
#include "trace/raw.h"

const struct gs_config gs_config_usual = {
	{8, 8, 8, 8, 24, 8, 0, 1, 0, 0},
	{8, 8, 8, 8, 24, 8, 0, 1, -1, -1},
};

uint64_t gs_wish_handle(const struct gs_trace_call *call, unsigned argument)
{
	return argument < call->function->n_args ? gs_trace_handle(&call->args[argument]) : 0;
}

/* What a question has answered, as its fourth argument. False: the trace does not say. */
bool gs_wish_answer(const struct gs_trace_call *call, uint64_t *answer)
{
	const struct gs_trace_value *array = gs_trace_array(call, 3);
	if (!array || array->n != 1)
		return false;
	*answer = gs_trace_number(&array->items[0]);
	return true;
}

int gs_wish_attribute(uint64_t name)
{
	switch (name) {
	case GLX_RED_SIZE:
	case EGL_RED_SIZE:
		return GS_CONFIG_RED;
	case GLX_GREEN_SIZE:
	case EGL_GREEN_SIZE:
		return GS_CONFIG_GREEN;
	case GLX_BLUE_SIZE:
	case EGL_BLUE_SIZE:
		return GS_CONFIG_BLUE;
	case GLX_ALPHA_SIZE:
	case EGL_ALPHA_SIZE:
		return GS_CONFIG_ALPHA;
	case GLX_DEPTH_SIZE:
	case EGL_DEPTH_SIZE:
		return GS_CONFIG_DEPTH;
	case GLX_STENCIL_SIZE:
	case EGL_STENCIL_SIZE:
		return GS_CONFIG_STENCIL;
	case GLX_SAMPLES:
	case EGL_SAMPLES:
		return GS_CONFIG_SAMPLES;
	case GLX_DOUBLEBUFFER:
		return GS_CONFIG_DOUBLE;
	case GLX_ACCUM_RED_SIZE:
		return GS_CONFIG_ACCUMULATION;
	case GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB:
		return GS_CONFIG_SRGB;
	default:
		return -1;
	}
}

const struct gs_config gs_wish_nothing = {
	{0, 0, 0, 0, 0, 0, 0, 1, 0, 0}, {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1}};

/* In the list of glXChooseVisual some attributes stand without a value. */
void gs_wish_configs(const struct gs_trace_call *call, unsigned argument, bool has_flags,
	struct gs_config *config)
{
	*config = gs_wish_nothing;
	if (has_flags)
		config->least[GS_CONFIG_DOUBLE] = 0;
	const struct gs_trace_value *list = gs_trace_array(call, argument);
	for (uint32_t i = 0; list && i < list->n; i++) {
		uint64_t name = gs_trace_number(&list->items[i]);
		int attribute = gs_wish_attribute(name);
		if (has_flags &&
			(name <= GLX_RGBA || name == GLX_DOUBLEBUFFER || name == GLX_STEREO) &&
			name != GLX_BUFFER_SIZE && name != GLX_LEVEL) {
			if (name == GLX_DOUBLEBUFFER)
				config->least[GS_CONFIG_DOUBLE] = 1;
			continue;
		}
		if (++i < list->n && attribute >= 0) {
			uint64_t value = gs_trace_number(&list->items[i]);
			if (value < 1024)
				config->least[attribute] = (int)value;
		}
	}
}

void gs_wish_narrow(struct gs_config *config, const struct gs_config *asked)
{
	for (unsigned i = 0; i < GS_N_CONFIG_ATTRIBUTES; i++) {
		int a = config->least[i], b = asked->least[i];
		/* two buffers are what nothing is asked about */
		config->least[i] = (a > b) == (i == GS_CONFIG_DOUBLE) ? b : a;
	}
}

void gs_wish_context(
	const struct gs_trace_call *call, unsigned argument, struct gs_context_wish *wish)
{
	const struct gs_trace_value *list = gs_trace_array(call, argument);
	for (uint32_t i = 0; list && i + 1 < list->n; i += 2) {
		uint64_t value = gs_trace_number(&list->items[i + 1]);
		switch (gs_trace_number(&list->items[i])) {
		case GLX_CONTEXT_MAJOR_VERSION_ARB:
		case EGL_CONTEXT_CLIENT_VERSION:
			wish->major = (int)(value & 15);
			break;
		case GLX_CONTEXT_MINOR_VERSION_ARB:
		case EGL_CONTEXT_MINOR_VERSION_KHR:
			wish->minor = (int)(value & 15);
			break;
		case GLX_CONTEXT_FLAGS_ARB:
		case EGL_CONTEXT_FLAGS_KHR:
			wish->flags |= (unsigned)value & 7;
			break;
		case EGL_CONTEXT_OPENGL_DEBUG:
			wish->flags |= value ? 1 : 0;
			break;
		case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE:
			wish->flags |= value ? 2 : 0;
			break;
		case GLX_CONTEXT_PROFILE_MASK_ARB:
		case EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR:
			wish->es |= value & 4;
			wish->profile = (unsigned)value & 3;
			break;
		default:
			break;
		}
	}
}

void gs_wish_new_context(
	const struct gs_trace_call *call, bool is_opengl, struct gs_context_wish *wish)
{
	if (call->function->kinds & GS_KIND_EGL) {
		wish->es = !is_opengl;
		wish->major = wish->es;
		gs_wish_context(call, 3, wish);
	} else if (call->function->number == GS_FN_glXCreateContextAttribsARB) {
		gs_wish_context(call, 4, wish);
	}
}

uint64_t gs_wish_in_list(const struct gs_trace_call *call, unsigned argument, uint64_t name)
{
	const struct gs_trace_value *list = gs_trace_array(call, argument);
	for (uint32_t i = 0; list && i + 1 < list->n; i += 2)
		if (gs_trace_number(&list->items[i]) == name)
			return gs_trace_number(&list->items[i + 1]);
	return 0;
}
