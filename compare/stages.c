/* SPDX-License-Identifier: MIT */
/*
 * Where in a stage before the fragment shader, or in a compute shader, values part: both debuggers
 * run it to its end in all elements, write what each has in each variable as a table, and go along
 * the path of an element that differs. Of the vertices it is the one that lies nearest to the
 * pixel.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include "compare/private.h"

enum { X = 0, Y = 1, W = 3, VIEWPORT = 4 };

struct search {
	struct gs_why *why;
	const char *stage;
	char *folder;
	char *files[GS_COMPARE_SIDES];
	char *element;	/* that differs; NULL: none so far */
	char *variable; /* in which */
	char *details[GS_COMPARE_SIDES];
	double nearest;	  /* its distance from the pixel, squared */
	char **positions; /* lines of vertices' gl_Position; NULL: they are not known */
	double viewport[VIEWPORT];
};

/* ---- tables ---- */

/* Return the lines that a debugger writes of a variable, the first one names the columns;
 * g_strfreev. NULL: it has none. */
static char **table_of(struct search *s, int side, const char *variable)
{
	char *text = NULL;
	g_autoptr(JsonObject) answer = gs_console_ask(
		s->why->consoles[side], "values %s %s", variable, s->files[side]);
	if (!answer || !g_file_get_contents(s->files[side], &text, NULL, NULL))
		return NULL;
	char **lines = g_strsplit(g_strchomp(text), "\n", -1);
	g_free(text);
	return lines;
}

/* Return how many columns say which element it is: those before the variable's. */
static guint count_keys(const char *header, const char *variable)
{
	g_auto(GStrv) columns = g_strsplit(header, ",", -1);
	guint n = 0;
	while (columns[n] && !g_str_has_prefix(columns[n], variable))
		n++;
	return n;
}

/* Return a line's element, the words of `focus`, and what it has (*rest, borrowed); g_free. */
static char *element_of(const char *line, guint keys, const char **rest)
{
	const char *at = line;
	for (guint i = 0; i < keys && at; i++) {
		at = strchr(at, ',');
		at = at ? at + 1 : NULL;
	}
	*rest = at ? at : "";
	char *element = g_strndup(line, at && at > line ? (gsize)(at - 1 - line) : strlen(line));
	return g_strdelimit(element, ",", ' ');
}

/* ---- the nearest vertex ---- */

static void find_viewport(struct search *s)
{
	g_autoptr(JsonObject)
		state = gs_console_ask(s->why->consoles[GS_COMPARE_A], "state GL_VIEWPORT");
	g_autofree char *text = state ? gs_why_text(json_object_get_member(state, "GL_VIEWPORT"))
				      : NULL;
	const char *at = text ? text : "";
	for (int i = 0; i < VIEWPORT; i++) {
		char *end;
		at += strcspn(at, "-0123456789");
		s->viewport[i] = g_ascii_strtod(at, &end);
		at = end;
	}
}

/* Return how far the element of a line lies from the pixel, squared; infinite: nobody knows. */
static double distance(const struct search *s, guint line)
{
	double values[W + 1] = {0}, sum = 0;
	const double pixel[] = {s->why->found->x + 0.5, s->why->found->y + 0.5};
	const char *rest;
	if (!s->positions || line >= g_strv_length(s->positions))
		return INFINITY;
	g_free(element_of(s->positions[line], count_keys(s->positions[0], "gl_Position"), &rest));
	for (int i = 0; i <= W; i++) {
		char *end;
		values[i] = g_ascii_strtod(rest, &end);
		rest = *end ? end + 1 : end;
	}
	for (int i = X; i <= Y; i++) {
		double at = s->viewport[i] + (values[i] / values[W] + 1) / 2 * s->viewport[i + 2];
		sum += (at - pixel[i]) * (at - pixel[i]);
	}
	return isnan(sum) ? INFINITY : sum;
}

/* ---- elements ---- */

static void take(
	struct search *s, const char *variable, char *element, const char *a, const char *b)
{
	g_free(s->element);
	g_free(s->variable);
	g_free(s->details[GS_COMPARE_A]);
	g_free(s->details[GS_COMPARE_B]);
	s->element = element;
	s->variable = g_strdup(variable);
	s->details[GS_COMPARE_A] = g_strdup(a);
	s->details[GS_COMPARE_B] = g_strdup(b);
}

static void look(struct search *s, const char *variable)
{
	g_auto(GStrv) a = table_of(s, GS_COMPARE_A, variable);
	g_auto(GStrv) b = table_of(s, GS_COMPARE_B, variable);
	guint keys = a && *a ? count_keys(*a, variable) : 0;
	for (guint i = 1; a && b && a[i] && b[i]; i++) {
		const char *of_a, *of_b;
		char *element;
		double far;
		if (strcmp(a[i], b[i]) == 0)
			continue;
		far = distance(s, i);
		if (s->element && far >= s->nearest)
			continue;
		g_free(element_of(b[i], keys, &of_b));
		element = element_of(a[i], keys, &of_a);
		s->nearest = far;
		take(s, variable, element, of_a, of_b);
	}
}

/* Return whether what the variable holds at the end is the stage's own. */
static bool is_made(JsonObject *variable)
{
	static const char *const made[] = {"out", "varying", "local", "global", "shared", ""};
	const char *qualifier = gs_why_word(variable, "qualifier");
	for (size_t i = 0; i < G_N_ELEMENTS(made); i++)
		if (strcmp(qualifier, made[i]) == 0)
			return !json_object_get_boolean_member_with_default(
				variable, "hidden", FALSE);
	return false;
}

/* Have both debuggers run the stage to its end. Return false if one cannot. */
static bool run(const struct search *s)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		struct gs_console_side *console = s->why->consoles[i];
		g_autoptr(JsonObject) left = gs_console_ask(console, "shader leave");
		g_autoptr(JsonObject) begun = gs_console_ask(console, "shader %s", s->stage);
		g_autoptr(JsonObject) ended = begun ? gs_console_ask(console, "shader continue")
						    : NULL;
		if (!ended)
			return false;
	}
	return true;
}

static void find_element(struct search *s)
{
	g_autoptr(JsonObject) scope = gs_console_ask(s->why->consoles[GS_COMPARE_A], "scope");
	JsonArray *variables = gs_why_list(scope, "variables");
	guint n = variables ? json_array_get_length(variables) : 0;
	if (s->why->found->has_pixel && strcmp(s->stage, "vertex") == 0) {
		find_viewport(s);
		s->positions = table_of(s, GS_COMPARE_A, "gl_Position");
	}
	for (guint i = 0; i < n; i++) {
		JsonObject *of = json_array_get_object_element(variables, i);
		if (is_made(of))
			look(s, gs_why_word(of, "name"));
	}
}

/* Go to the element, and along its path. What differs at its end is the least that is known. */
static bool follow(struct search *s)
{
	struct gs_compared *found = s->why->found;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		struct gs_console_side *console = s->why->consoles[i];
		g_autoptr(JsonObject) there = gs_console_ask(console, "focus %s", s->element);
		g_autoptr(JsonObject) reset = gs_console_ask(console, "shader reset");
		if (!there || !reset)
			return false;
	}
	found->line = 0;
	if (!gs_why_path(s->why))
		gs_why_note(s->why, GS_CAUSE_SHADER, g_strdup(s->variable),
			g_steal_pointer(&s->details[GS_COMPARE_A]),
			g_steal_pointer(&s->details[GS_COMPARE_B]));
	g_free(found->stage);
	found->stage = g_strdup(s->stage);
	g_free(found->element);
	found->element = g_steal_pointer(&s->element);
	return true;
}

bool gs_why_stage(struct gs_why *why, const char *stage)
{
	struct search s = {.why = why, .stage = stage, .nearest = INFINITY};
	s.folder = g_dir_make_tmp("glstep-XXXXXX", NULL);
	s.files[GS_COMPARE_A] = s.folder ? g_build_filename(s.folder, "a.csv", NULL) : NULL;
	s.files[GS_COMPARE_B] = s.folder ? g_build_filename(s.folder, "b.csv", NULL) : NULL;
	if (s.folder && run(&s))
		find_element(&s);
	bool is_found = s.element && follow(&s);
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (s.files[i])
			g_unlink(s.files[i]);
		g_free(s.files[i]);
		g_free(s.details[i]);
	}
	if (s.folder)
		g_rmdir(s.folder);
	g_free(s.folder);
	g_free(s.element);
	g_free(s.variable);
	g_strfreev(s.positions);
	return is_found;
}
