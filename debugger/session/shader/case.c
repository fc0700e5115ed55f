/* SPDX-License-Identifier: MIT */
/* The cases of a switch, and which elements go to each; likewise for a call of one of several
 * functions. */
#include "debugger/session/shader/move.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"

void gs_cases_free(struct gs_case_info *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		g_free(cases[i].label);
	g_free(cases);
}

static struct gs_case_info *list_functions(const struct gs_choice *choice, size_t *n)
{
	struct gs_case_info *cases = g_new0(struct gs_case_info, choice->n_functions + 1);
	for (size_t i = 0; i < choice->n_functions; i++)
		cases[i].label = g_strdup(choice->functions[i]->name);
	*n = choice->n_functions;
	return cases;
}

/* Labels in the order in which decisions count them; the last entry is for those that none fits. */
static struct gs_case_info *list_cases(const struct gs_debug *debug, size_t *n)
{
	size_t n_labels;
	if (gs_path_site(debug->path)->marked->choice)
		return list_functions(gs_path_site(debug->path)->marked->choice, n);
	const struct gs_node *const *labels = gs_plan_switch_cases(
		debug->plan, gs_path_site(debug->path)->id, &n_labels);
	struct gs_case_info *cases = g_new0(struct gs_case_info, n_labels + 1);
	bool has_default = false;
	for (size_t i = 0; i < n_labels; i++) {
		const struct gs_node *label = labels[i]->n_children ? labels[i]->child[0] : NULL;
		cases[i].is_default = label == NULL;
		cases[i].label = label ? gs_node_source(label) : g_strdup("default");
		cases[i].has_value = label && gs_node_value(label, &cases[i].value);
		has_default = has_default || !label;
	}
	*n = n_labels;
	if (!has_default)
		cases[(*n)++] = (struct gs_case_info){
			.label = g_strdup("default"), .is_default = true};
	return cases;
}

static bool need_switch(struct gs_debug *debug, GError **error)
{
	if (gs_site_chooses(gs_path_site(debug->path)))
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"there is no switch at this position: this works where `where` says switch");
	return false;
}

bool gs_session_cases(
	struct gs_session *session, struct gs_case_info **cases, size_t *n, GError **error)
{
	*cases = NULL;
	*n = 0;
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error) || !need_switch(session->debug, error))
		return false;
	struct gs_debug *debug = session->debug;
	struct gs_captured_position *captured = gs_position_cache_get(
		debug->position_cache, gs_path_position(debug->path));
	if (!gs_debug_look(debug, captured, error))
		return false;
	*cases = list_cases(debug, n);
	size_t size = (size_t)debug->target.width * debug->target.height;
	for (size_t i = 0; i < size; i++)
		if (captured->choices[i] < *n)
			(*cases)[captured->choices[i]].elements++;
	return true;
}

bool gs_debug_move_case(struct gs_debug *debug, unsigned index, GError **error)
{
	if (!need_switch(debug, error))
		return false;
	size_t n;
	struct gs_case_info *cases = list_cases(debug, &n);
	bool is_call = gs_path_site(debug->path)->kind == GS_SITE_CALL;
	char *what = index < n ? g_strdup_printf(is_call		   ? "calls %s here"
						 : cases[index].is_default ? "goes to %s here"
									   : "goes to case %s here",
					 cases[index].label)
			       : NULL;
	gs_cases_free(cases, n);
	struct gs_position *position = gs_position_copy(gs_path_position(debug->path));
	bool moved, good = what &&
			   gs_debug_focus_nearest(debug, position, 0, (int)index, what, error) &&
			   gs_path_advance(debug->path, &moved, error);
	if (!what)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "the number of cases here is %zu", n);
	g_free(what);
	g_free(position);
	return good;
}
