/* SPDX-License-Identifier: MIT */
/*
 * Functions of GL_EXT_direct_state_access that name a texture unit or a matrix where others use the
 * selected one. While such a call is looked at, what it names counts as selected.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"

/* Select a matrix; GL_TEXTURE2 as a mode is the texture matrix of unit 2. */
static void choose_matrix(struct gs_effects_context *context, uint64_t mode)
{
	bool is_of_unit = mode >= GL_TEXTURE0 && mode < GL_TEXTURE0 + GS_EFFECTS_UNITS;
	context->matrix_mode = is_of_unit ? GL_TEXTURE : mode;
	if (is_of_unit)
		context->unit = mode - GL_TEXTURE0;
}

enum gs_effects_choice gs_effects_choice_of(unsigned function)
{
	const struct gs_function_info *info = gs_data_function(function);
	const char *first = info && info->n_parameters ? info->parameters[0].name : "";
	switch (function) {
	case GS_FN_glEnableClientStateiEXT:
	case GS_FN_glEnableClientStateIndexedEXT:
	case GS_FN_glDisableClientStateiEXT:
	case GS_FN_glDisableClientStateIndexedEXT:
		return GS_CHOICE_CLIENT_UNIT;
	case GS_FN_glMatrixMode: /* sets it */
		return GS_CHOICE_NONE;
	default:
		if (strcmp(first, "texunit") == 0)
			return GS_CHOICE_UNIT;
		return strcmp(first, "mode") == 0 && gs_data_kinds(function) & GS_KIND_MATRIX
			       ? GS_CHOICE_MATRIX
			       : GS_CHOICE_NONE;
	}
}

void gs_effects_choose(const struct gs_effects_call *c, struct gs_effects_chosen *was)
{
	struct gs_effects_context *context = c->context;
	*was = (struct gs_effects_chosen){
		context->unit, context->client_unit, context->matrix_mode};
	if (c->recipe->choice == GS_CHOICE_UNIT)
		context->unit = context->client_unit = gs_effects_argument(c, 0) - GL_TEXTURE0;
	else if (c->recipe->choice == GS_CHOICE_MATRIX)
		choose_matrix(context, gs_effects_argument(c, 0));
	else if (c->recipe->choice == GS_CHOICE_CLIENT_UNIT)
		context->client_unit = gs_effects_argument(c, 1);
}

void gs_effects_choose_again(const struct gs_effects_call *c, const struct gs_effects_chosen *was)
{
	if (c->recipe->choice == GS_CHOICE_NONE)
		return;
	c->context->unit = was->unit;
	c->context->client_unit = was->client_unit;
	c->context->matrix_mode = was->matrix_mode;
}

void gs_effects_show(struct gs_effects *effects, const struct gs_effects_call *c, unsigned depth)
{
	struct gs_effects_chosen chosen;
	if (!effects->watch)
		return;
	if (c->context)
		gs_effects_choose(c, &chosen);
	effects->watch(effects->watch_data, c->call, depth);
	if (c->context)
		gs_effects_choose_again(c, &chosen);
}
