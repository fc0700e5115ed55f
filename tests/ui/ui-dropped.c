/* SPDX-License-Identifier: MIT */
/* A program that calls no GL, or cannot be executed: its session is dropped, and nothing of it is
 * left that would be called later, neither for the next session nor after the controller's end. */
#include <stdio.h>
#include "frontend/controller.h"
#include "tests/patience.h"

static int failures;

#define CHECK(condition) check(__LINE__, #condition, condition)

static void check(int line, const char *what, bool good)
{
	if (good)
		return;
	fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, line, what);
	failures++;
}

static void changed(gpointer data, unsigned parts)
{
}

static void message(gpointer data, enum gs_message_kind kind, const char *text)
{
	if (kind == GS_MESSAGE_ERROR)
		++*(unsigned *)data;
}

static void go_to(
	gpointer data, enum gs_stage stage, unsigned object, unsigned line, unsigned column)
{
}

static void asked(gpointer data)
{
}

static void known(gpointer data, const char *what)
{
}

static bool has_source(struct gs_controller *c)
{
	return g_main_context_find_source_by_user_data(NULL, c) != NULL;
}

static void launch(struct gs_controller *c, char *program)
{
	char *argv[] = {program, NULL};
	const struct gs_launch launch = {.argv = argv};
	const struct gs_ui_state *state = gs_controller_state(c);
	gs_controller_launch(c, &launch, false, false, NULL);
	CHECK(state->session != NULL && has_source(c));
	WAIT_UNTIL(
		!g_main_context_iteration(NULL, FALSE) && !state->session && state->work.settled);
}

int main(void)
{
	unsigned errors = 0;
	const struct gs_controller_events events = {changed, message, go_to, asked, known, &errors};
	struct gs_controller *c = gs_controller_new(&events);
	for (unsigned i = 0; i < 3; i++) {
		launch(c, i == 1 ? "/" : "true");
		CHECK(!has_source(c));
		CHECK(errors == i + 1);
	}
	gs_controller_free(c);
	CHECK(!has_source(c));
	return failures != 0;
}
