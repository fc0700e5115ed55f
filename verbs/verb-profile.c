/* SPDX-License-Identifier: MIT */
/* Commands that count: loop profiles, sites, texture lookups. */
#include <math.h>
#include <string.h>
#include "debugger/session/shader/cost.h"
#include "debugger/session/shader/executions.h"
#include "verbs/verbs.h"

static void reply_curves(struct gs_reply *reply, const char *name, const struct gs_curves *curves)
{
	gs_json_begin_list(reply->json, name);
	for (size_t i = 0; i < curves->n; i++) {
		json_builder_begin_object(reply->json);
		if (curves->iteration[curves->n - 1] >= curves->n) /* not all are there */
			gs_json_integer(reply->json, "iteration", (int64_t)curves->iteration[i]);
		gs_json_integer(reply->json, "active", (int64_t)curves->active[i]);
		gs_json_integer(reply->json, "finished", (int64_t)curves->finished[i]);
		gs_json_integer(reply->json, "left", (int64_t)curves->left[i]);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

static void reply_profile(struct gs_reply *reply, const struct gs_profile *p, const char *file)
{
	gs_json_integer(reply->json, "line", p->line);
	gs_json_string(reply->json, "text", p->text);
	gs_json_integer(reply->json, "elements", (int64_t)p->n_elements);
	reply_curves(reply, "iterations", &p->curves);
	gs_json_begin_object(reply->json, "all");
	gs_json_integer(reply->json, "entries", (int64_t)p->entries);
	gs_json_integer(reply->json, "iterations", (int64_t)p->iterations);
	if (p->all.n)
		reply_curves(reply, "curves", &p->all);
	else
		gs_json_string(reply->json, "why", p->why_not_all ? p->why_not_all : "");
	json_builder_end_object(reply->json);
	gs_json_integer(reply->json, "max_iterations", (int64_t)p->max_iterations);
	gs_json_boolean(reply->json, "occluded", p->occluded_count);
	gs_json_integer(reply->json, "draws", p->n_draws);
	gs_json_optional(reply->json, "file", file);
}

bool gs_verb_profile(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	const char *old = gs_argument_text(arguments, "OLD.csv");
	const struct gs_patience *patience = gs_session_patience(verbs->session);
	struct gs_profile *profile = NULL, *with = NULL;
	if (old && g_str_has_suffix(file, ".csv")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a .csv holds only one profile: save as .png or .svg to compare two");
		return false;
	}
	bool good = (!old || (with = gs_profile_load(old, patience, error))) &&
		    (profile = gs_session_profile(verbs->session, error)) &&
		    (!file || gs_profile_save(profile, with, file, patience, error));
	if (good)
		reply_profile(reply, profile, file);
	gs_profile_free(profile);
	gs_profile_free(with);
	return good;
}

static void reply_count(struct gs_reply *reply, const struct gs_field *field, const char *file)
{
	gs_json_integer(reply->json, "total", (int64_t)field->n_total);
	gs_json_integer(reply->json, "active", (int64_t)field->n_active);
	gs_json_begin_list(reply->json, "counts");
	for (size_t k = 0; k < field->n_scalars; k++) {
		double sum = 0;
		for (size_t i = 0; i < (size_t)field->width * field->height; i++)
			sum += field->active[i] ? field->values[i * field->n_scalars + k] : 0;
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", field->scalar_names[k]);
		gs_json_integer(reply->json, "sum", (int64_t)sum);
		json_builder_set_member_name(reply->json, "min");
		gs_json_double(reply->json, field->min[k]);
		json_builder_set_member_name(reply->json, "max");
		gs_json_double(reply->json, field->max[k]);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	gs_json_optional(reply->json, "file", file);
}

bool gs_verb_count(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const names[] = {"sites", "lookups", "iterations"};
	int what = gs_argument_which(arguments, names, G_N_ELEMENTS(names));
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_field *field = gs_session_count(verbs->session, (enum gs_count)what, error);
	bool good = field && (!file || gs_field_save(field, file,
					       gs_session_patience(verbs->session), error));
	if (good)
		reply_count(reply, field, file);
	gs_field_free(field);
	return good;
}

bool gs_verb_reach(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	size_t n;
	struct gs_reach *list = gs_session_reach(verbs->session, &n, error);
	if (!list)
		return false;
	gs_json_begin_list(reply->json, "lines");
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "object", list[i].object);
		gs_json_integer(reply->json, "line", list[i].line);
		gs_json_integer(reply->json, "elements", (int64_t)list[i].elements);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	g_free(list);
	return true;
}

/* ---- executions ---- */

static void reply_whole(struct gs_reply *reply, const struct gs_executions *e)
{
	gs_json_integer(reply->json, "elements", (int64_t)e->elements);
	gs_json_integer(reply->json, "steps", (int64_t)e->steps);
	gs_json_integer(reply->json, "draws", e->n_draws);
	if (e->limit)
		gs_json_integer(reply->json, "limit", (int64_t)e->limit);
}

/* Rounded to four digits. */
static void reply_number(struct gs_reply *reply, const char *name, double value)
{
	double unit = value > 0 ? pow(10, floor(log10(value)) - 3) : 1;
	json_builder_set_member_name(reply->json, name);
	gs_json_double(reply->json, unit < 1 ? round(value / unit) / round(1 / unit) : value);
}

static void reply_lines(struct gs_reply *reply, const struct gs_executions *e)
{
	gs_json_begin_list(reply->json, "lines");
	for (size_t i = 0; i < e->n_lines; i++) {
		const struct gs_executed_line *line = &e->lines[i];
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "object", line->object);
		gs_json_integer(reply->json, "line", line->line);
		gs_json_integer(reply->json, "executions", (int64_t)line->executions);
		gs_json_integer(reply->json, "steps", (int64_t)line->steps);
		reply_number(reply, "percent",
			e->steps ? 100 * (double)line->steps / (double)e->steps : 0);
		gs_json_string(reply->json, "text", line->text);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

static void reply_sites(struct gs_reply *reply, const struct gs_executions *e)
{
	gs_json_begin_list(reply->json, "sites");
	for (size_t i = 0; i < e->n_sites; i++) {
		const struct gs_executed_site *site = &e->sites[i];
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "object", site->object);
		gs_json_integer(reply->json, "line", site->line);
		gs_json_integer(reply->json, "column", site->column);
		gs_json_string(reply->json, "kind", gs_site_kind_name(site->kind));
		gs_json_string(reply->json, "function", site->function);
		gs_json_integer(reply->json, "executions", (int64_t)site->executions);
		gs_json_integer(reply->json, "elements", (int64_t)site->elements);
		gs_json_flag(reply->json, "at_most", site->counts_more);
		gs_json_string(reply->json, "text", site->text);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

bool gs_verb_executions(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_executions *executions = gs_session_executions(verbs->session, error);
	if (!executions)
		return false;
	reply_whole(reply, executions);
	reply_lines(reply, executions);
	if (gs_argument_has(arguments, "sites"))
		reply_sites(reply, executions);
	gs_executions_free(executions);
	return true;
}

static void reply_loop(struct gs_reply *reply, const struct gs_executed_loop *loop)
{
	json_builder_begin_object(reply->json);
	gs_json_integer(reply->json, "object", loop->object);
	gs_json_integer(reply->json, "line", loop->line);
	gs_json_integer(reply->json, "column", loop->column);
	gs_json_string(reply->json, "function", loop->function);
	gs_json_integer(reply->json, "elements", (int64_t)loop->elements);
	gs_json_integer(reply->json, "entries", (int64_t)loop->entries);
	gs_json_integer(reply->json, "iterations", (int64_t)loop->iterations);
	gs_json_integer(reply->json, "least", (int64_t)loop->least);
	reply_number(reply, "mean",
		loop->elements ? (double)loop->iterations / (double)loop->elements : 0);
	gs_json_integer(reply->json, "most", (int64_t)loop->most);
	gs_json_string(reply->json, "text", loop->text);
	json_builder_end_object(reply->json);
}

bool gs_verb_loops(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_executions *executions = gs_session_executions(verbs->session, error);
	if (!executions)
		return false;
	reply_whole(reply, executions);
	gs_json_begin_list(reply->json, "loops");
	for (size_t i = 0; i < executions->n_loops; i++)
		reply_loop(reply, &executions->loops[i]);
	json_builder_end_array(reply->json);
	gs_executions_free(executions);
	return true;
}

/* ---- cost ---- */

static void reply_time(struct gs_reply *reply, const char *name, bool is_known, double time)
{
	json_builder_set_member_name(reply->json, name);
	if (is_known)
		json_builder_add_int_value(reply->json, (gint64)llround(time));
	else
		json_builder_add_null_value(reply->json);
}

static void reply_statement(
	struct gs_reply *reply, const struct gs_statement_cost *s, const struct gs_cost *cost)
{
	json_builder_begin_object(reply->json);
	gs_json_integer(reply->json, "object", s->object);
	gs_json_integer(reply->json, "line", s->line);
	gs_json_integer(reply->json, "column", s->column);
	reply_time(reply, "up_to_ns", true, s->up_to);
	reply_time(reply, "own_ns", s->is_measured, s->own);
	reply_time(reply, "spread_ns", s->is_measured, s->own_spread);
	json_builder_set_member_name(reply->json, "percent");
	if (s->is_measured && cost->whole > 0)
		gs_json_double(reply->json, round(1000 * s->own / cost->whole) / 10);
	else
		json_builder_add_null_value(reply->json);
	gs_json_string(reply->json, "text", s->text);
	json_builder_end_object(reply->json);
}

bool gs_verb_cost(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_cost *cost = gs_session_cost(verbs->session,
		gs_argument_unsigned(arguments, "object N", 0),
		gs_argument_unsigned(arguments, "LINE", 0), error);
	if (!cost)
		return false;
	gs_json_integer(reply->json, "object", cost->object);
	gs_json_integer(reply->json, "line", cost->line);
	gs_json_string(reply->json, "function", cost->function);
	reply_time(reply, "whole_ns", true, cost->whole);
	reply_time(reply, "spread_ns", true, cost->whole_spread);
	reply_time(reply, "kept_ns", cost->has_end, cost->kept);
	gs_json_integer(reply->json, "draws", cost->n_draws);
	gs_json_begin_list(reply->json, "statements");
	for (size_t i = 0; i < cost->n_statements; i++)
		reply_statement(reply, &cost->statements[i], cost);
	json_builder_end_array(reply->json);
	gs_cost_free(cost);
	return true;
}
