/* SPDX-License-Identifier: MIT */
/* Commands on one element: which one is followed, and the vertices that a primitive emits. */
#include <string.h>
#include "verbs/verbs.h"

/* The numbers that were given, in order, "layer" and "sample" as the third and the fourth. Returns
 * how many are to be looked at. */
static unsigned read_element(const struct gs_arguments *arguments, uint32_t at[4])
{
	static const char *const names[4][3] = {
		{"X", "N", "PATCH"}, {"Y", "INSTANCE", "VERTEX"}, {"Z", "DRAW", "L"}, {"S"}};
	unsigned n = 0;
	for (unsigned i = 0; i < 4; i++) {
		for (unsigned k = 0; k < 3 && names[i][k]; k++) {
			if (!gs_argument_has(arguments, names[i][k]))
				continue;
			at[i] = gs_argument_unsigned(arguments, names[i][k], 0);
			n = i + 1;
		}
	}
	return n;
}

/* Selects one of several fragments at a pixel; a change restarts the debug draw. */
static bool choose_fragment(struct gs_verbs *verbs, unsigned fragment, GError **error)
{
	struct gs_fragment_operations o;
	struct gs_where where;
	GError *why = NULL;
	gs_session_fragment_operations(verbs->session, &o);
	if (o.fragment == fragment)
		return true;
	o.fragment = fragment;
	if (gs_session_set_fragment_operations(verbs->session, &o, &where, &why)) {
		gs_where_clear(&where);
		return true;
	}
	if (fragment && g_error_matches(why, GS_ERROR, GS_ERROR_NOT_COVERED)) {
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_COVERED,
			"no pixel has a fragment %u that is not discarded: fragments count from 0",
			fragment - 1);
		g_error_free(why);
	} else {
		g_propagate_error(error, why);
	}
	return false;
}

static bool focus_line(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	return gs_reply_where(reply,
		gs_session_focus_line(verbs->session,
			gs_argument_unsigned(arguments, "object N", 0),
			gs_argument_unsigned(arguments, "LINE", 1),
			gs_argument_text(arguments, "EXPRESSION"), &where, error),
		&where, false);
}

bool gs_verb_focus(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	uint32_t at[4] = {0};
	unsigned n = read_element(arguments, at), fragment = 0;
	struct gs_fragment_operations before;
	if (gs_argument_has(arguments, "LINE"))
		return focus_line(verbs, arguments, reply, error);
	if (gs_argument_has(arguments, "cell"))
		return gs_reply_where(reply,
			gs_session_focus(verbs->session, at[0], at[1], &where, error), &where,
			false);
	if (gs_argument_has(arguments, "fragment"))
		fragment = gs_argument_unsigned(arguments, "K", 0) + 1;
	gs_session_fragment_operations(verbs->session, &before);
	if (!choose_fragment(verbs, fragment, error))
		return false;
	if (!gs_session_focus_element(verbs->session, at, n, &where, error)) {
		choose_fragment(verbs, before.fragment, NULL);
		return false;
	}
	return gs_reply_where(reply, true, &where, false);
}

static void reply_vertex(
	struct gs_reply *reply, const struct gs_emitted *emitted, const struct gs_emitted_vertex *v)
{
	JsonBuilder *json = reply->json;
	json_builder_begin_object(json);
	gs_json_integer(json, "vertex", v->vertex);
	gs_json_integer(json, "primitive", v->strip);
	gs_json_integer(json, "stream", v->stream);
	gs_json_boolean(json, "emitted", v->emitted);
	bool any_undefined = false;
	if (v->emitted) {
		gs_json_begin_object(json, "values");
		for (size_t i = 0; i < emitted->n_names; i++) {
			any_undefined = any_undefined || v->values[i].undefined;
			json_builder_set_member_name(json, emitted->names[i]);
			gs_json_value(json, &v->values[i].type, v->values[i].scalars);
		}
		json_builder_end_object(json);
	}
	if (any_undefined) {
		gs_json_begin_object(json, "undefined_at");
		for (size_t i = 0; i < emitted->n_names; i++)
			gs_json_undefined(json, emitted->names[i], v->values[i].undefined,
				v->values[i].n_scalars);
		json_builder_end_object(json);
	}
	json_builder_end_object(json);
}

/* Their types, as the first vertex that is emitted tells. */
static void reply_outputs(struct gs_reply *reply, const struct gs_emitted *emitted)
{
	size_t first = 0;
	while (first < emitted->n_vertices && !emitted->vertices[first].emitted)
		first++;
	gs_json_begin_list(reply->json, "outputs");
	for (size_t i = 0; first < emitted->n_vertices && i < emitted->n_names; i++) {
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", emitted->names[i]);
		gs_json_type(reply->json, &emitted->vertices[first].values[i].type);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

/* Saves the emitted vertices of all primitives. */
static bool save_emissions(
	struct gs_verbs *verbs, const char *path, struct gs_reply *reply, GError **error)
{
	struct gs_emissions *all = gs_session_emissions(verbs->session, error);
	size_t n = 0;
	bool good = all && gs_emissions_save(all, path, gs_session_patience(verbs->session), error);
	for (size_t i = 0; good && i < all->n_vertices; i++)
		n += all->vertices[i].emitted;
	gs_emissions_free(all);
	if (!good)
		return false;
	gs_json_integer(reply->json, "written", (gint64)n);
	gs_json_string(reply->json, "file", path);
	return true;
}

bool gs_verb_emitted(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *path = gs_argument_text(arguments, "FILE.csv");
	if (path && !g_str_has_suffix(path, ".csv")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"emitted vertices are saved as .csv only: '%s' does not end in .csv", path);
		return false;
	}
	if (path && !save_emissions(verbs, path, reply, error))
		return false;
	struct gs_emitted *emitted = gs_session_emitted(verbs->session, error);
	if (!emitted)
		return false;
	gs_json_begin_list(reply->json, "vertices");
	for (size_t i = 0; i < emitted->n_vertices; i++)
		reply_vertex(reply, emitted, &emitted->vertices[i]);
	json_builder_end_array(reply->json);
	reply_outputs(reply, emitted);
	gs_json_strings(reply->json, "undefined", emitted->undefined);
	gs_emitted_free(emitted);
	return true;
}
