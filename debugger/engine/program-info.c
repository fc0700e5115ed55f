/* SPDX-License-Identifier: MIT */
#include "debugger/engine/program-info.h"

#include <string.h>

const char *gs_stage_name(enum gs_stage stage)
{
	static const char *const names[GS_N_STAGES] = {
		"vertex",
		"tess-control",
		"tess-evaluation",
		"geometry",
		"fragment",
		"compute",
	};
	return (unsigned)stage < GS_N_STAGES ? names[stage] : "unknown";
}

int gs_stage_find(const char *name)
{
	for (int i = 0; i < GS_N_STAGES; i++)
		if (strcmp(name, gs_stage_name((enum gs_stage)i)) == 0)
			return i;
	return -1;
}

static void free_uniforms(struct gs_uniform_info *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		g_free(list[i].name);
		g_free(list[i].type);
		g_free(list[i].locations);
		g_free(list[i].as_linked);
		if (list[i].value)
			g_bytes_unref(list[i].value);
	}
	g_free(list);
}

bool gs_program_info_has_fixed(const struct gs_program_info *info)
{
	return info->api == GS_API_COMPATIBILITY ||
	       (info->api == GS_API_ES && info->gl_version < 20);
}

void gs_program_info_clear_sources(struct gs_program_info *info)
{
	for (size_t i = 0; i < info->n_sources; i++) {
		g_free(info->sources[i].source);
		g_free(info->sources[i].label);
		g_free(info->sources[i].program_label);
	}
	info->n_sources = 0;
}

void gs_program_info_clear(struct gs_program_info *info)
{
	gs_program_info_clear_sources(info);
	g_free(info->sources);
	free_uniforms(info->uniforms, info->n_uniforms);
	free_uniforms(info->attributes, info->n_attributes);
	for (size_t i = 0; i < info->n_outputs; i++)
		g_free(info->outputs[i].name);
	g_free(info->outputs);
	for (size_t i = 0; i < info->n_subroutines; i++) {
		g_free(info->subroutines[i].uniform);
		g_free(info->subroutines[i].function);
	}
	g_free(info->subroutines);
	g_free(info->renderer);
	memset(info, 0, sizeof *info);
}
