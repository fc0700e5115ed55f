/* SPDX-License-Identifier: MIT */
/* Commands that count: loop profiles, sites, texture lookups. */
#include <string.h>
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
