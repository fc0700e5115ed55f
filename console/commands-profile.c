/* SPDX-License-Identifier: MIT */
/* Commands that count: loop profiles, sites, texture lookups. */
#include <string.h>
#include "console/console.h"

static void reply_curves(struct gs_reply *reply, const char *name, const struct gs_curves *curves)
{
	json_builder_set_member_name(reply->json, name);
	json_builder_begin_array(reply->json);
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

/* As a table; a long one in parts. */
static void write_table(struct gs_reply *reply, const struct gs_curves *curves)
{
	enum { HEAD = 40 };
	g_string_append(reply->text, "iteration      active    finished        left\n");
	for (size_t i = 0; i < curves->n; i++) {
		if (i == HEAD && curves->n > HEAD + 4) {
			g_string_append_printf(reply->text, "  ... %zu more: `profile FILE.csv`\n",
				curves->n - HEAD - 1);
			i = curves->n - 1;
		}
		g_string_append_printf(reply->text,
			"%9" G_GUINT64_FORMAT " %11" G_GUINT64_FORMAT " %11" G_GUINT64_FORMAT
			" %11" G_GUINT64_FORMAT "\n",
			curves->iteration[i], curves->active[i], curves->finished[i],
			curves->left[i]);
	}
}

static void reply_profile(struct gs_reply *reply, const struct gs_profile *p, const char *file)
{
	gs_json_integer(reply->json, "line", p->line);
	gs_json_string(reply->json, "text", p->text);
	gs_json_integer(reply->json, "elements", (int64_t)p->n_elements);
	reply_curves(reply, "iterations", &p->curves);
	json_builder_set_member_name(reply->json, "all");
	json_builder_begin_object(reply->json);
	gs_json_integer(reply->json, "entries", (int64_t)p->entries);
	gs_json_integer(reply->json, "iterations", (int64_t)p->iterations);
	if (p->all.n)
		reply_curves(reply, "curves", &p->all);
	else
		gs_json_string(reply->json, "why", p->why_not_all ? p->why_not_all : "");
	json_builder_end_object(reply->json);
	gs_json_boolean(reply->json, "occluded", p->occluded_count);
	gs_json_integer(reply->json, "draws", p->n_draws);
	g_string_append_printf(reply->text,
		"loop in line %u (%s): %" G_GUINT64_FORMAT
		" elements reach it here, at most %" G_GUINT64_FORMAT " iterations\n",
		p->line, p->text, p->n_elements, p->max_iterations);
	write_table(reply, &p->curves);
	g_string_append_printf(reply->text,
		"all entries: %" G_GUINT64_FORMAT " with %" G_GUINT64_FORMAT " iterations%s%s%s\n",
		p->entries, p->iterations, p->why_not_all ? " (totals only: " : "",
		p->why_not_all ? p->why_not_all : "", p->why_not_all ? ")" : "");
	g_string_append_printf(reply->text, "%u draw%s; %s\n", p->n_draws,
		p->n_draws == 1 ? "" : "s",
		p->occluded_count ? "hidden elements are counted too"
				  : "hidden elements are not counted");
	if (file) {
		gs_json_string(reply->json, "file", file);
		g_string_append_printf(reply->text, "saved in %s\n", file);
	}
}

bool gs_command_profile(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	char **words = gs_parse_words(arguments, 0, 3, error);
	unsigned n = words ? g_strv_length(words) : 0;
	bool good = words != NULL;
	const struct gs_patience *patience = gs_session_patience(console->session);
	struct gs_profile *profile = NULL, *with = NULL;
	if (good && (n == 2 || (n == 3 && strcmp(words[1], "with") != 0))) {
		gs_bad_usage(error);
		good = false;
	}
	if (good && n == 3 && g_str_has_suffix(words[0], ".csv")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a .csv holds only one profile: save as .png or .svg to compare two");
		good = false;
	}
	good = good && (n < 3 || (with = gs_profile_load(words[2], patience, error))) &&
	       (profile = gs_session_profile(console->session, error)) &&
	       (n == 0 || gs_profile_save(profile, with, words[0], patience, error));
	if (good)
		reply_profile(reply, profile, n ? words[0] : NULL);
	gs_profile_free(profile);
	gs_profile_free(with);
	g_strfreev(words);
	return good;
}

static bool parse_count(const char *word, enum gs_count *what, GError **error)
{
	static const char *const names[] = {"sites", "lookups", "iterations"};
	for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
		if (strcmp(word, names[i]) == 0) {
			*what = i;
			return true;
		}
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' cannot be counted: choose sites, lookups or iterations", word);
	return false;
}

static void reply_count(struct gs_reply *reply, const struct gs_field *field, const char *file)
{
	gs_json_integer(reply->json, "total", (int64_t)field->n_total);
	gs_json_integer(reply->json, "active", (int64_t)field->n_active);
	json_builder_set_member_name(reply->json, "counts");
	json_builder_begin_array(reply->json);
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
		g_string_append_printf(reply->text, "%s: %.0f in ", field->scalar_names[k], sum);
		gs_text_count(reply->text, field->n_active, "element, ", "elements, ");
		g_string_append_printf(
			reply->text, "%.0f to %.0f each\n", field->min[k], field->max[k]);
	}
	json_builder_end_array(reply->json);
	if (file) {
		gs_json_string(reply->json, "file", file);
		g_string_append_printf(reply->text, "saved in %s\n", file);
	}
}

bool gs_command_count(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	char **words = gs_parse_words(arguments, 1, 2, error);
	enum gs_count what;
	struct gs_field *field = NULL;
	bool good = words && parse_count(words[0], &what, error) &&
		    (field = gs_session_count(console->session, what, error)) &&
		    (!words[1] || gs_field_save(field, words[1],
					  gs_session_patience(console->session), error));
	if (good)
		reply_count(reply, field, words[1]);
	gs_field_free(field);
	g_strfreev(words);
	return good;
}

bool gs_command_reach(
	struct gs_console *console, const char *arguments, struct gs_reply *reply, GError **error)
{
	size_t n;
	struct gs_reach *list = gs_parse_none(arguments, error)
					? gs_session_reach(console->session, &n, error)
					: NULL;
	if (!list)
		return false;
	json_builder_set_member_name(reply->json, "lines");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		gs_json_integer(reply->json, "object", list[i].object);
		gs_json_integer(reply->json, "line", list[i].line);
		gs_json_integer(reply->json, "elements", (int64_t)list[i].elements);
		json_builder_end_object(reply->json);
		g_string_append_printf(reply->text, "%5u %11" G_GUINT64_FORMAT "%s\n", list[i].line,
			list[i].elements, list[i].elements ? "" : "  nobody");
	}
	json_builder_end_array(reply->json);
	g_free(list);
	return true;
}
