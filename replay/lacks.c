/* SPDX-License-Identifier: MIT */
/* What this driver's context does not have, and the recording's must have had. */
#include <string.h>
#include "data/answer.h"
#include "data/constants.h"
#include "replay/private.h"
#include "trace/raw.h"

/* Return whether the context has what only compatibility profiles have, or the recording's did not
 * have it either. */
static bool has_compatibility(struct gs_player *player)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	if (context->is_es || context->version < 31)
		return true;
	if (context->version == 31 ? gs_replay_has(player, "GL_ARB_compatibility")
				   : !context->is_core)
		return true;
	return context->was_core;
}

static bool provides(struct gs_player *player, const struct gs_provision *provision)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	const struct gs_provider *provider = gs_data_provider(provision->provider);
	if (!provider->version)
		return gs_replay_has(player, provider->name);
	if (provision->is_compatibility && !has_compatibility(player))
		return false;
	return provider->api == (context->is_es ? GS_FUNCTION_GLES : GS_FUNCTION_GL) &&
	       context->version >= provider->version;
}

static bool is_lacking(struct gs_player *player, const struct gs_provision *provisions, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (provides(player, &provisions[i]))
			return false;
	return n > 0;
}

/* Return whether the argument, or what it points at, holds constants; *value: the first. */
static bool is_constant(
	const struct gs_play *play, const struct gs_trace_call *call, unsigned i, uint64_t *value)
{
	const struct gs_parameter *p = &play->info->parameters[i];
	bool is_parameter = play->info->parameters[i].class == GS_CLASS_INT &&
			    (gs_data_kinds(play->number) &
				    (GS_KIND_TEXTURE_PARAMETER | GS_KIND_SAMPLER_PARAMETER));
	*value = gs_trace_argument(call, i);
	return p->class == GS_CLASS_ENUM || is_parameter;
}

static bool is_format(const char *group)
{
	return group && strstr(group, "Format");
}

bool gs_replay_lacks_function(struct gs_player *player, const struct gs_play *play)
{
	size_t n;
	const struct gs_provision *provisions = gs_data_function_provisions_of(play->number, &n);
	gs_replay_know_context(player);
	return is_lacking(player, provisions, n);
}

char *gs_replay_lacks(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, enum gs_replay_difference_kind *kind)
{
	size_t n;
	gs_replay_know_context(player);
	const struct gs_provision *provisions = gs_data_function_provisions_of(play->number, &n);
	*kind = GS_DIFFERENCE_MISSING;
	if (is_lacking(player, provisions, n))
		return g_strdup_printf("%s (%s%s)", play->info->name,
			gs_data_provider(provisions->provider)->name,
			provisions->is_compatibility ? ", compatibility profile" : "");
	for (unsigned i = 0; i < play->info->n_parameters && i < call->function->n_args; i++) {
		uint64_t value;
		if (!is_constant(play, call, i, &value))
			continue;
		provisions = gs_data_constant_provisions_of(value, &n);
		if (!is_lacking(player, provisions, n))
			continue;
		const char *group = play->info->parameters[i].group;
		const char *name = gs_data_enum_name(group, value, GS_FUNCTION_GL);
		if (is_format(group))
			*kind = GS_DIFFERENCE_FORMAT;
		return g_strdup_printf("%s (%s)", name ? name : play->info->parameters[i].name,
			gs_data_provider(provisions->provider)->name);
	}
	return NULL;
}
