/* SPDX-License-Identifier: MIT */
#include "follow/told-configs.h"

#include "follow/wishes.h"
#include "trace/raw.h"

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

void gs_told_configs_init(struct gs_told_configs *told)
{
	told->known = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	told->asked = gs_config_usual;
}

void gs_told_configs_clear(struct gs_told_configs *told)
{
	g_clear_pointer(&told->known, g_hash_table_destroy);
}

static void keep(struct gs_told_configs *told, uint64_t id, const struct gs_config *config)
{
	if (id)
		g_hash_table_replace(told->known, key(id), g_memdup2(config, sizeof *config));
}

/* Of several lists a configuration has what each of them was asked for. */
static void keep_list(struct gs_told_configs *told, const struct gs_trace_value *ids)
{
	for (uint32_t i = 0; ids->class == GS_TRACE_ARRAY && i < ids->n; i++) {
		uint64_t id = gs_trace_handle(&ids->items[i]);
		struct gs_config *known = g_hash_table_lookup(told->known, key(id));
		if (known)
			gs_wish_narrow(known, &told->asked);
		else
			keep(told, id, &told->asked);
	}
}

static void choose_visual(struct gs_told_configs *told, const struct gs_trace_call *call)
{
	gs_wish_configs(call, 2, true, &told->asked);
	keep(told, gs_trace_handle(&call->result), &told->asked);
}

static void choose_glx(struct gs_told_configs *told, const struct gs_trace_call *call)
{
	gs_wish_configs(call, 2, false, &told->asked);
	keep_list(told, &call->result);
}

static void choose_egl(struct gs_told_configs *told, const struct gs_trace_call *call)
{
	gs_wish_configs(call, 1, false, &told->asked);
	if (call->function->n_args > 2)
		keep_list(told, &call->args[2]);
}

static void take_attribute(struct gs_told_configs *told, const struct gs_trace_call *call)
{
	int attribute = gs_wish_attribute(gs_trace_argument(call, 2));
	uint64_t id = gs_wish_handle(call, 1), value;
	if (attribute < 0 || !gs_wish_answer(call, &value))
		return;
	if (!g_hash_table_contains(told->known, key(id)))
		keep(told, id, &gs_wish_nothing);
	struct gs_config *config = g_hash_table_lookup(told->known, key(id));
	if (config && value < 1024)
		config->exact[attribute] = config->least[attribute] = (int)value;
}

static void take_visual(struct gs_told_configs *told, const struct gs_trace_call *call)
{
	struct gs_config config = *gs_told_config(told, call, 1);
	keep(told, gs_trace_handle(&call->result), &config);
}

typedef void (*take)(struct gs_told_configs *told, const struct gs_trace_call *call);

static take find_take(unsigned function)
{
	switch (function) {
	case GS_FN_glXChooseVisual:
		return choose_visual;
	case GS_FN_glXChooseFBConfig:
	case GS_FN_glXChooseFBConfigSGIX:
	case GS_FN_glXGetFBConfigs:
		return choose_glx;
	case GS_FN_eglChooseConfig:
		return choose_egl;
	case GS_FN_glXGetFBConfigAttrib:
	case GS_FN_glXGetConfig:
	case GS_FN_eglGetConfigAttrib:
		return take_attribute;
	case GS_FN_glXGetVisualFromFBConfig:
	case GS_FN_glXGetVisualFromFBConfigSGIX:
		return take_visual;
	default:
		return NULL;
	}
}

bool gs_told_configs_tells(unsigned function)
{
	return find_take(function);
}

void gs_told_configs_add(
	struct gs_told_configs *told, unsigned function, const struct gs_trace_call *call)
{
	take take = find_take(function);
	if (take)
		take(told, call);
}

const struct gs_config *gs_told_config(
	const struct gs_told_configs *told, const struct gs_trace_call *call, unsigned argument)
{
	uint64_t id = gs_wish_handle(call, argument);
	const struct gs_config *config = g_hash_table_lookup(told->known, key(id));
	return config ? config : &told->asked;
}

const struct gs_config *gs_told_config_of(const struct gs_told_configs *told, uint64_t handle)
{
	return g_hash_table_lookup(told->known, key(handle));
}
