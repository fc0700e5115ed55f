/* SPDX-License-Identifier: MIT */
/* Where in a shader values part, with equal inputs of the draw: in the pixel's fragment (steps.c),
 * or, if its inputs differ already, in the stages before (stages.c). */
#include <string.h>
#include "compare/private.h"

/* ---- what the shader begins with ---- */

/* Begin to debug the pixel. Return the line of the first statement; 0: that cannot be done. */
static uint64_t begin(struct gs_console_side *console, const struct gs_compared *found)
{
	g_autoptr(JsonObject) where = gs_console_ask(console, "pixel %d %d", found->x, found->y);
	return (uint64_t)MAX(gs_why_number(where, "line"), 0);
}

static bool input_differs(struct gs_why *why, const char *name)
{
	char *a = gs_why_value(why->consoles[GS_COMPARE_A], name);
	char *b = gs_why_value(why->consoles[GS_COMPARE_B], name);
	if (a && b && strcmp(a, b) != 0)
		return gs_why_note(why, GS_CAUSE_SHADER, g_strdup_printf("input %s", name), a, b);
	g_free(a);
	g_free(b);
	return false;
}

/* Compare the inputs of both, which the stages before and the driver's interpolation make. */
static bool compare_inputs(struct gs_why *why)
{
	g_autoptr(JsonObject) scope = gs_console_ask(why->consoles[GS_COMPARE_A], "scope");
	JsonArray *variables = gs_why_list(scope, "variables");
	bool is_found = false;
	for (guint i = 0; variables && !is_found && i < json_array_get_length(variables); i++) {
		JsonObject *of = json_array_get_object_element(variables, i);
		const char *qualifier = gs_why_word(of, "qualifier");
		if (!json_object_get_boolean_member_with_default(of, "hidden", FALSE) &&
			(strcmp(qualifier, "in") == 0 || strcmp(qualifier, "varying") == 0))
			is_found = input_differs(why, gs_why_word(of, "name"));
	}
	return is_found;
}

/* Find the stage before the fragment shader in which values part first. */
static bool find_before(struct gs_why *why)
{
	static const char *const stages[] = {
		"vertex", "tess-control", "tess-evaluation", "geometry"};
	for (size_t i = 0; i < G_N_ELEMENTS(stages); i++)
		if (gs_why_stage(why, stages[i]))
			return true;
	return false;
}

bool gs_why_steps(struct gs_why *why)
{
	if (!why->found->has_pixel)
		return gs_why_stage(why, "compute");
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		why->found->line = begin(why->consoles[i], why->found);
		if (!why->found->line)
			return false;
	}
	bool is_input = compare_inputs(why);
	if (!is_input && !gs_why_path(why))
		return false;
	why->found->stage = g_strdup("fragment");
	if (is_input)
		find_before(why);
	return true;
}
