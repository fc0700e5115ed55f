/* SPDX-License-Identifier: MIT */
/*
 * Steps as the window makes them in a large target, and in a huge one, where images have programs
 * of their own: nothing is compiled in a step where the program has been made ready for it
 * (gs_session_prepare), all elements are counted later, and values, images and counts are those of
 * a program for each place (GLSTEP_PLACES=single) that counts at once.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "debugger/session/session.h"
#include "tests/patience.h"

enum { MOST_NAMES = 32 };

/* Where is stepped, and how often. */
static const struct course {
	const char *size;
	unsigned x, y, steps;
} large = {"720x400", 320, 100, 20}, huge = {"1280x900", 570, 225, 8};

static int failures;

static void check(bool good, const char *name)
{
	printf("%s %s\n", good ? "PASS" : "FAIL", name);
	failures += !good;
}

static struct gs_session *begin(const char *program, const struct course *course, bool later)
{
	char *argv[] = {(char *)program, (char *)"--headless", (char *)"--size",
		(char *)course->size, (char *)"--time-step", (char *)"0.25", NULL};
	const struct gs_launch launch = {.argv = argv};
	struct gs_session *session = gs_session_new(&launch);
	struct gs_stop stop;
	struct gs_where where;
	GError *error = NULL;
	gs_session_set_counting_later(session, later);
	bool good = gs_session_start(session, &stop, &error);
	if (good && !stop.is_draw) {
		gs_stop_clear(&stop);
		good = gs_session_run(session, GS_RUN_DRAW, 1, NULL, &stop, &error);
	}
	if (good)
		gs_stop_clear(&stop);
	good = good && gs_session_shader(session, GS_STAGE_FRAGMENT, &where, &error);
	if (good) {
		gs_where_clear(&where);
		good = gs_session_focus(session, course->x, course->y, &where, &error);
	}
	if (!good) {
		printf("FAIL begin: %s\n", error->message);
		exit(99);
	}
	gs_where_clear(&where);
	return session;
}

/* Appends what print_many says of all that has been written. */
static void tell_values(struct gs_session *session, GString *told)
{
	struct gs_variable_info *scope;
	size_t n_scope, n = 0;
	const char *names[MOST_NAMES];
	struct gs_value values[MOST_NAMES];
	char *types[MOST_NAMES];
	GError *errors[MOST_NAMES], *error = NULL;
	if (!gs_session_scope(session, &scope, &n_scope, NULL))
		return;
	for (size_t i = 0; i < n_scope && n < MOST_NAMES; i++)
		if (scope[i].written && !scope[i].is_builtin && !strstr(scope[i].type, "sampler"))
			names[n++] = scope[i].name;
	bool good = gs_session_print_many(session, names, n, values, types, errors, &error);
	for (size_t i = 0; i < n; i++) {
		g_string_append_printf(told, " %s", names[i]);
		for (size_t k = 0; good && k < values[i].n_scalars; k++)
			g_string_append_printf(
				told, " %" G_GINT64_MODIFIER "x", values[i].scalars[k].bits);
		if (good && !errors[i])
			gs_value_clear(&values[i]);
		if (good)
			g_clear_error(&errors[i]);
		if (good)
			g_free(types[i]);
	}
	g_clear_error(&error);
	gs_variables_free(scope, n_scope);
}

static bool is_glance_of(const struct gs_field *small, const struct gs_field *field, unsigned step)
{
	bool same = small->width == (field->width + step - 1) / step &&
		    small->height == (field->height + step - 1) / step &&
		    small->n_scalars == field->n_scalars;
	for (unsigned y = 0; same && y < small->height; y++)
		for (unsigned x = 0; same && x < small->width; x++) {
			size_t at = (size_t)y * small->width + x,
			       of = (size_t)y * step * field->width + x * step;
			same = small->active[at] == field->active[of] &&
			       (!field->active[of] || !memcmp(small->values + at * small->n_scalars,
							      field->values + of * field->n_scalars,
							      field->n_scalars * sizeof(double)));
		}
	return same;
}

static void check_glance(
	struct gs_session *session, const char *expression, const struct gs_field *field)
{
	static const unsigned steps[] = {2, 7};
	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
		struct gs_field *small = gs_session_glance(session, expression, steps[i], NULL);
		if (!small || !is_glance_of(small, field, steps[i])) {
			printf("FAIL a glance at every %uth element of %s\n", steps[i], expression);
			failures++;
		}
		gs_field_free(small);
	}
}

/* A number for all values of an image, and what it counts. */
static void tell_image(struct gs_session *session, GString *told)
{
	struct gs_field *field = gs_session_values(session, "screen", NULL);
	uint64_t hash = 5381;
	for (size_t i = 0; field && i < (size_t)field->width * field->height * field->n_scalars;
		i++) {
		uint64_t bits;
		memcpy(&bits, &field->values[i], sizeof(bits));
		hash = hash * 33 + (isnan(field->values[i]) ? 1 : bits);
	}
	if (field)
		check_glance(session, "screen", field);
	if (field)
		g_string_append_printf(told,
			" image %" G_GINT64_MODIFIER "x %" G_GINT64_MODIFIER "u %g %g", hash,
			field->n_active, field->min[0], field->max[1]);
	gs_field_free(field);
}

struct walk {
	GPtrArray *told;	    /* a line a position */
	unsigned compiled, counted; /* in how many steps */
	unsigned uncounted;	    /* after gs_session_where */
	uint64_t ahead;		    /* programs made while nothing was asked */
};

static void prepare(struct gs_session *session, struct walk *walk)
{
	uint64_t before = gs_session_programs(session);
	bool more = true, good = true;
	gint64 end = g_get_monotonic_time() + patience(10000) * G_GINT64_CONSTANT(1000);
	while (good && more && g_get_monotonic_time() < end) {
		good = gs_session_prepare(session, &more, NULL);
		g_usleep(1000);
	}
	walk->ahead += gs_session_programs(session) - before;
	check(!more, "it is ready some time");
}

static void step(struct gs_session *session, struct walk *walk, bool image)
{
	GString *told = g_string_new(NULL);
	struct gs_where where;
	GError *error = NULL;
	uint64_t before = gs_session_programs(session);
	if (!gs_session_move(session, GS_MOVE_STEP, 0, &where, &error)) {
		printf("FAIL step: %s\n", error->message);
		failures++;
		g_clear_error(&error);
		g_string_free(told, TRUE);
		return;
	}
	walk->counted += where.counted;
	gs_where_clear(&where);
	tell_values(session, told);
	if (image)
		tell_image(session, told);
	walk->compiled += gs_session_programs(session) != before;
	if (gs_session_where(session, &where, NULL)) {
		walk->uncounted += !where.counted;
		g_string_append_printf(told,
			" line %u %s: %" G_GINT64_MODIFIER "u of %" G_GINT64_MODIFIER "u",
			where.span.line, where.text, where.active, where.total);
		gs_where_clear(&where);
	}
	g_ptr_array_add(walk->told, g_string_free(told, FALSE));
}

static struct walk walk(const char *program, const struct course *course, bool as_window)
{
	struct walk walk = {.told = g_ptr_array_new_with_free_func(g_free)};
	struct gs_session *session = begin(program, course, as_window);
	GString *nothing = g_string_new(NULL);
	tell_values(session, nothing);
	tell_image(session, nothing);
	g_string_free(nothing, TRUE);
	for (unsigned i = 0; i < course->steps; i++) {
		if (as_window)
			prepare(session, &walk);
		step(session, &walk, i % 6 == 0);
	}
	gs_session_free(session);
	return walk;
}

static void compare(const struct walk *shared, const struct walk *single, const char *what)
{
	int before = failures;
	for (guint i = 0; i < shared->told->len; i++) {
		const char *a = g_ptr_array_index(shared->told, i),
			   *b = g_ptr_array_index(single->told, i);
		if (strcmp(a, b) != 0)
			printf("step %u:%s\n   alone:%s\n", i, a, b);
		failures += strcmp(a, b) != 0;
	}
	check(shared->told->len == single->told->len && failures == before, what);
}

struct walks {
	struct walk shared, single;
};

static struct walks walk_both(const char *program, const struct course *course)
{
	struct walks walks = {.shared = walk(program, course, true)};
	g_setenv("GLSTEP_PLACES", "single", TRUE);
	walks.single = walk(program, course, false);
	g_unsetenv("GLSTEP_PLACES");
	return walks;
}

static void forget(struct walks *walks)
{
	g_ptr_array_unref(walks->shared.told);
	g_ptr_array_unref(walks->single.told);
}

static void check_large(const char *program)
{
	struct walks walks = walk_both(program, &large);
	const struct walk *shared = &walks.shared, *single = &walks.single;
	check(shared->compiled == 0, "a step that was prepared compiles nothing");
	check(shared->ahead >= 2 && shared->ahead <= 4, "16 places have one program");
	check(shared->counted == 0 && single->counted == large.steps,
		"elements are counted later where that was asked for");
	check(shared->uncounted == 0, "where counts them");
	check(single->compiled >= large.steps / 2,
		"a program for each place is none that was there");
	compare(shared, single, "all is told as by a program for each place");
	forget(&walks);
}

static void check_huge(const char *program)
{
	struct walks walks = walk_both(program, &huge);
	const struct walk *shared = &walks.shared;
	check(shared->compiled == 0, "nor does one in a huge target");
	check(shared->ahead > 4, "where images have a program for each place, made ready before");
	compare(shared, &walks.single, "of which all is told as well");
	forget(&walks);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 99;
	check_large(argv[1]);
	check_huge(argv[1]);
	return failures > 0;
}
