/* SPDX-License-Identifier: MIT */
/*
 * Steps while the driver compiles the program of later ones (gs_session_prepare), of a shader that
 * takes it long: what is known already, and what comes next, is told meanwhile, a step that needs
 * that program waits for it and has no other compiled, and who has to wait can be told not to.
 * Times are compared with that of the compilation, in the same run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "debugger/session/session.h"
#include "debugger/session/shader/values.h"
#include "tests/patience.h"

enum { LINES = 150, STATEMENTS = 140, EVERY = 1000 /* us */ };

static int failures;

static void check(bool good, const char *name)
{
	printf("%s %s\n", good ? "PASS" : "FAIL", name);
	failures += !good;
}

static void need(bool good, const char *what, GError **error)
{
	if (good)
		return;
	printf("FAIL %s: %s\n", what, *error ? (*error)->message : "no reason");
	exit(99);
}

/* What takes long stands before the statements that are stepped, so each program has it. */
static char *long_shader(void)
{
	GString *text = g_string_new(
		"#version 330\nout vec4 color;\nfloat take_long(float x)\n{\n");
	for (unsigned i = 0; i < LINES; i++)
		g_string_append_printf(text, "\tx = sin(x * 1.%03u) + fract(x * %u.5);\n", i, i);
	g_string_append(text, "\treturn x;\n}\nvoid main()\n{\n"
			      "\tfloat v0 = take_long(gl_FragCoord.x);\n");
	for (unsigned i = 1; i < STATEMENTS; i++)
		g_string_append_printf(text, "\tfloat v%u = v%u + 0.5;\n", i, i - 1);
	g_string_append_printf(text, "\tcolor = vec4(v%u);\n}\n", STATEMENTS - 1);
	return g_string_free(text, FALSE);
}

static void move(struct gs_session *session, enum gs_shader_move move)
{
	struct gs_where where;
	GError *error = NULL;
	need(gs_session_move(session, move, 0, &where, &error), "a move", &error);
	gs_where_clear(&where);
}

static struct gs_session *begin(const char *program, const char *size)
{
	char *argv[] = {
		(char *)program, (char *)"--headless", (char *)"--size", (char *)size, NULL};
	const struct gs_launch launch = {.argv = argv};
	struct gs_session *session = gs_session_new(&launch);
	struct gs_stop stop;
	struct gs_where where;
	GError *error = NULL;
	char *text = long_shader();
	gs_session_set_counting_later(session, true);
	gs_session_set_timeout(session, patience(60000));
	need(gs_session_start(session, &stop, &error), "start", &error);
	if (!stop.is_draw) {
		gs_stop_clear(&stop);
		need(gs_session_run(session, GS_RUN_DRAW, 1, NULL, &stop, &error), "draw", &error);
	}
	gs_stop_clear(&stop);
	need(gs_session_set_source(session, GS_STAGE_FRAGMENT, 0, text, &error), "source", &error);
	need(gs_session_shader(session, GS_STAGE_FRAGMENT, &where, &error), "shader", &error);
	gs_where_clear(&where);
	g_free(text);
	move(session, GS_MOVE_OVER);
	return session;
}

static bool print(struct gs_session *session, const char *name, double *number, GError **error)
{
	g_autofree char *type = NULL;
	struct gs_value value;
	if (!gs_session_print(session, name, &value, &type, error))
		return false;
	*number = gs_scalar_number(&value.scalars[0]);
	gs_value_clear(&value);
	return true;
}

static double value_of(struct gs_session *session, unsigned variable)
{
	g_autofree char *name = g_strdup_printf("v%u", variable);
	double number = 0;
	GError *error = NULL;
	need(print(session, name, &number, &error), "a value", &error);
	return number;
}

static double values[STATEMENTS]; /* those that were told */

/* Steps on, each value being told, until a program for later ones is being compiled. Returns how
 * many there were before. */
static uint64_t begin_ahead(struct gs_session *session, unsigned *at)
{
	uint64_t before = 0;
	GError *error = NULL;
	bool more = false;
	for (unsigned steps = 0; !more; steps++) {
		move(session, GS_MOVE_STEP);
		++*at;
		values[*at] = value_of(session, *at);
		before = gs_session_programs(session);
		if (steps > 4)
			need(gs_session_prepare(session, &more, &error), "preparing", &error);
	}
	check(gs_session_programs(session) == before,
		"to have a program compiled ahead does not wait for it");
	return before;
}

/* Microseconds. */
static gint64 await_ahead(struct gs_session *session, uint64_t before)
{
	gint64 begun = g_get_monotonic_time();
	bool more = true;
	GError *error = NULL;
	while (more && gs_session_programs(session) == before) {
		g_usleep(EVERY);
		need(gs_session_prepare(session, &more, &error), "preparing", &error);
	}
	return g_get_monotonic_time() - begun;
}

/* All that is missing. */
static void finish(struct gs_session *session)
{
	bool more = true;
	GError *error = NULL;
	while (more) {
		need(gs_session_prepare(session, &more, &error), "preparing", &error);
		g_usleep(EVERY);
	}
}

static void test_known(struct gs_session *session, unsigned *at)
{
	bool same = true;
	uint64_t before = begin_ahead(session, at);
	gint64 begun = g_get_monotonic_time();
	for (unsigned i = 1; i <= 4; i++) {
		move(session, GS_MOVE_BACK);
		same &= value_of(session, *at - i) == values[*at - i];
	}
	for (unsigned i = 4; i > 0; i--) {
		move(session, GS_MOVE_STEP);
		same &= value_of(session, *at - i + 1) == values[*at - i + 1];
	}
	gint64 stepped = g_get_monotonic_time() - begun;
	check(gs_session_programs(session) == before,
		"eight steps to what is known are made before the compilation ends");
	gint64 compiled = stepped + await_ahead(session, before);
	check(stepped * 2 < compiled, "in a part of its time");
	printf("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " us\n", stepped, compiled);
	check(same, "and tell what they told");
	finish(session);
}

static void test_next(struct gs_session *session, unsigned *at)
{
	double next[5] = {0};
	uint64_t before = begin_ahead(session, at);
	for (unsigned i = 1; i <= 4; i++) {
		move(session, GS_MOVE_STEP);
		next[i] = value_of(session, *at + i);
	}
	check(gs_session_programs(session) == before,
		"four steps on, by a program that is ready, are made as well");
	bool right = true;
	for (unsigned i = 1; i <= 4; i++)
		right &= fabs(next[i] - values[*at] - 0.5 * i) < 1e-3;
	check(right, "and tell the right values");
	*at += 4;
	values[*at] = next[4];
	finish(session);
}

static void test_needed(struct gs_session *session, unsigned *at)
{
	uint64_t before = begin_ahead(session, at);
	for (unsigned i = 0; i < 8; i++, ++*at)
		move(session, GS_MOVE_STEP);
	double value = value_of(session, *at);
	check(gs_session_programs(session) == before + 1,
		"a step that needs the program being compiled has no other compiled");
	check(fabs(value - values[*at - 8] - 4) < 1e-3, "and tells the right value");
	finish(session);
}

static volatile gint wanted = 1;

static bool is_unwanted(gpointer data)
{
	return !g_atomic_int_get(&wanted);
}

static gpointer stop_wanting(gpointer session)
{
	g_usleep(20 * EVERY);
	g_atomic_int_set(&wanted, 0);
	gs_session_look_again(session);
	return NULL;
}

static gpointer interrupt(gpointer session)
{
	g_usleep(20 * EVERY);
	gs_session_interrupt(session);
	return NULL;
}

/* Needs the program, and is not waited for; then what is known is told. */
static void give_up(struct gs_session *session, unsigned *at, gpointer (*how)(gpointer session),
	const char *what)
{
	double number;
	uint64_t before = begin_ahead(session, at);
	GThread *thread = g_thread_new("other", how, session);
	GError *error = NULL;
	/* nobody has asked for that before */
	bool told = print(session, "v0 * 3.0", &number, &error);
	check(!told && g_error_matches(error, GS_ERROR, GS_ERROR_TIMEOUT), what);
	g_clear_error(&error);
	g_thread_join(thread);
	gs_session_set_gives_way(session, NULL, NULL);
	move(session, GS_MOVE_BACK);
	check(value_of(session, *at - 1) == values[*at - 1] &&
			gs_session_programs(session) == before,
		"and a step to what is known does not wait either");
	move(session, GS_MOVE_STEP);
	finish(session);
	before = gs_session_programs(session);
	move(session, GS_MOVE_STEP);
	++*at;
	values[*at] = value_of(session, *at);
	check(fabs(values[*at] - values[*at - 1] - 0.5) < 1e-3 &&
			gs_session_programs(session) == before,
		"the program serves later steps");
}

/* The shader is left, which is not waited for either; then the program runs on. */
static void test_left(struct gs_session *session, unsigned *at)
{
	struct gs_stop stop;
	GError *error = NULL;
	begin_ahead(session, at);
	GThread *thread = g_thread_new("other", interrupt, session);
	bool left = gs_session_leave(session, &stop, &error);
	check(!left && g_error_matches(error, GS_ERROR, GS_ERROR_TIMEOUT),
		"to leave the shader is interrupted, too");
	if (left)
		gs_stop_clear(&stop);
	g_clear_error(&error);
	g_thread_join(thread);
	check(gs_session_run(session, GS_RUN_DRAW, 1, NULL, &stop, &error) && stop.is_draw,
		"and the program runs on when it is asked to");
	gs_stop_clear(&stop);
	g_clear_error(&error);
}

/* Values come as images of all elements; or the focus element's alone. */
static void test_small(const char *program)
{
	unsigned at = 0;
	struct gs_session *session = begin(program, "160x120");
	value_of(session, at);
	finish(session);
	test_known(session, &at);
	test_next(session, &at);
	test_needed(session, &at);
	gs_session_set_gives_way(session, is_unwanted, NULL);
	give_up(session, &at, stop_wanting, "who waits for it gives way when told so");
	give_up(session, &at, interrupt, "or is interrupted");
	test_left(session, &at);
	gs_session_free(session);
}

static void test_large(const char *program)
{
	unsigned at = 0;
	struct gs_session *session = begin(program, "720x400");
	value_of(session, at);
	finish(session);
	test_known(session, &at);
	test_next(session, &at);
	test_needed(session, &at);
	begin_ahead(session, &at);
	gs_session_free(session); /* does not wait for it */
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 99;
	test_small(argv[1]);
	test_large(argv[1]);
	return failures > 0;
}
