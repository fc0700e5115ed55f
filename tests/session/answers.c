/* SPDX-License-Identifier: MIT */
/* Answers of a program that make no sense: tests/host/host-fake gives them. Each is an error that
 * says so, and not taken for what it does not say. */
#include <stdio.h>
#include <string.h>
#include "data/data.h"
#include "debugger/session/session.h"

static int failures;

static void check(bool good, const char *name, const GError *error)
{
	printf("%s %s%s%s\n", good ? "PASS" : "FAIL", name, !good && error ? ": " : "",
		!good && error ? error->message : "");
	failures += !good;
}

/* A display list is asked how many draws it makes. */
static void test_short_draws(char *fake)
{
	char *function = g_strdup_printf("%d", GS_FN_glCallList);
	char *argv[] = {fake, (char *)"function", function, NULL};
	const struct gs_launch launch = {.argv = argv};
	struct gs_session *session = gs_session_new(&launch);
	struct gs_stop stop;
	struct gs_where where = {0};
	GError *error = NULL;
	bool good = gs_session_start(session, &stop, &error) && stop.is_draw;
	check(good, "the display list is pending", error);
	gs_stop_clear(&stop);
	bool begun = good && gs_session_shader(session, GS_STAGE_FRAGMENT, &where, &error);
	check(good && !begun && g_error_matches(error, GS_ERROR, GS_ERROR_INTERNAL) &&
			strstr(error->message, "draws"),
		"a list of draws that ends too early is malformed", error);
	gs_where_clear(&where);
	g_clear_error(&error);
	gs_session_free(session);
	g_free(function);
}

int main(void)
{
	char *exe = g_file_read_link("/proc/self/exe", NULL), *here = g_path_get_dirname(exe);
	char *fake = g_build_filename(here, "..", "host", "host-fake", NULL);
	char *marked = g_build_filename(here, "..", "..", "libtest-marked.so", NULL);
	g_setenv("GLSTEP_PRELOAD", marked, TRUE); /* host-fake speaks the protocol itself */
	test_short_draws(fake);
	g_free(marked);
	g_free(fake);
	g_free(here);
	g_free(exe);
	return failures ? 1 : 0;
}
