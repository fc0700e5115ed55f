/* SPDX-License-Identifier: MIT */
/*
 * What the players' drivers have that the draw reads. A debugger asks the driver itself; what
 * stands between a player and its driver, such as a library that is preloaded, shows here alone.
 */
#include <string.h>
#include "compare/private.h"

enum { LONGEST_LINE = 4096, PARTS = 3 };

/* Return the lines, each KIND, NAME and VALUE; NULL: there are none. g_ptr_array_unref. */
static GPtrArray *ask(const struct gs_why *why, int side)
{
	uint64_t call = why->found->calls[side];
	g_autofree char *points = g_strdup_printf(
		"%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, call, call);
	struct gs_compare_wish wish = *why->wish;
	wish.frames[side] = NULL;
	struct gs_watched_player *player = gs_watched_new(&wish, side, points, NULL);
	GPtrArray *lines = NULL;
	char line[LONGEST_LINE];
	if (player && !player->has_ended && player->seen.where == GS_SEEN_BEFORE) {
		lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
		fputs("inputs\n", player->process.to);
		fflush(player->process.to);
		while (fgets(line, sizeof line, player->process.from) &&
			strcmp(line, "done\n") != 0) {
			char **parts = g_strsplit(g_strchomp(line), "\t", PARTS);
			if (g_strv_length(parts) == PARTS)
				g_ptr_array_add(lines, parts);
			else
				g_strfreev(parts);
		}
	}
	gs_watched_free(player);
	return lines;
}

static const char *value_in(const GPtrArray *lines, char **of)
{
	for (guint i = 0; i < lines->len; i++) {
		char **line = lines->pdata[i];
		if (strcmp(line[0], of[0]) == 0 && strcmp(line[1], of[1]) == 0)
			return line[2];
	}
	return NULL;
}

static enum gs_cause cause_named(const char *name)
{
	for (int i = 0; i < GS_N_CAUSES; i++)
		if (strcmp(gs_cause_names[i], name) == 0)
			return (enum gs_cause)i;
	return GS_CAUSE_UNKNOWN;
}

/* Say of a line of a shader's text, named as "GL_FRAGMENT_SHADER 12", where it is. */
static void tell_place(struct gs_why *why, const char *name)
{
	static const struct {
		const char *name, *stage;
	} stages[] = {{"GL_VERTEX_", "vertex"}, {"GL_TESS_CONTROL_", "tess-control"},
		{"GL_TESS_EVALUATION_", "tess-evaluation"}, {"GL_GEOMETRY_", "geometry"},
		{"GL_FRAGMENT_", "fragment"}, {"GL_COMPUTE_", "compute"}};
	const char *number = strchr(name, ' ');
	why->found->line = number ? g_ascii_strtoull(number, NULL, 10) : 0;
	for (size_t i = 0; i < G_N_ELEMENTS(stages); i++)
		if (g_str_has_prefix(name, stages[i].name)) {
			g_free(why->found->stage);
			why->found->stage = g_strdup(stages[i].stage);
			g_free(why->found->what);
			why->found->what = g_strdup_printf("%s shader", stages[i].stage);
		}
}

bool gs_why_inputs(struct gs_why *why)
{
	GPtrArray *a = ask(why, GS_COMPARE_A), *b = ask(why, GS_COMPARE_B);
	bool is_found = false;
	for (guint i = 0; a && b && i < a->len && !is_found; i++) {
		char **line = a->pdata[i];
		const char *other = value_in(b, line);
		if (other && strcmp(line[2], other) != 0)
			is_found = gs_why_note(why, cause_named(line[0]), g_strdup(line[1]),
				g_strdup(line[2]), g_strdup(other));
		if (is_found && why->found->cause == GS_CAUSE_SOURCE)
			tell_place(why, line[1]);
	}
	if (a)
		g_ptr_array_unref(a);
	if (b)
		g_ptr_array_unref(b);
	return is_found;
}
