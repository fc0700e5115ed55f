/* SPDX-License-Identifier: MIT */
/* The call list on 50 million calls: only what is shown is ever asked for, whatever one does; and
 * the worker's order. */
#include <stdio.h>
#include <string.h>
#include "ui/calls/call-model.h"
#include "debugger/base/worker.h"
#include "tests/patience.h"

enum { ROWS = 30 };

static int failures;
static uint64_t n_calls = 50000000, asked;

#define CHECK(condition) check(__LINE__, #condition, condition)

static void check(int line, const char *what, bool good)
{
	if (good)
		return;
	fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, line, what);
	failures++;
}

/* ---- the model ---- */

static uint64_t count(gpointer data)
{
	return n_calls;
}

static bool get(gpointer data, struct gs_call_place place, struct gs_call_info *call)
{
	uint64_t index = place.n;
	asked++;
	memset(call, 0, sizeof(*call));
	call->index = index;
	call->name = index % 2 ? "glEnd" : "glBegin";
	call->gl_error = index == 7 ? 0x500 : 0;
	call->fake = index == 11;
	call->executed = true;
	return true;
}

static char *text_at(GsCallModel *model, int row, int column)
{
	GtkTreeIter iter;
	char *text = NULL;
	if (gtk_tree_model_iter_nth_child(GTK_TREE_MODEL(model), &iter, NULL, row))
		gtk_tree_model_get(GTK_TREE_MODEL(model), &iter, column, &text, -1);
	return text;
}

static void expect(int line, GsCallModel *model, int row, int column, const char *expected)
{
	g_autofree char *text = text_at(model, row, column);
	if (!g_strcmp0(text, expected))
		return;
	fprintf(stderr, "%s:%d: row %d shows \"%s\", not \"%s\"\n", __FILE__, line, row,
		text ? text : "nothing", expected);
	failures++;
}

#define EXPECT(row, column, expected)                                                              \
	expect(__LINE__, model, row, GS_CALL_COLUMN_##column, expected)

static void test_window(GsCallModel *model)
{
	gs_call_model_set_window(model, 0, ROWS);
	CHECK(gs_call_model_total(model) == n_calls);
	CHECK(gtk_tree_model_iter_n_children(GTK_TREE_MODEL(model), NULL) == ROWS);
	CHECK(asked == 0);
	EXPECT(0, TEXT, "glBegin()");
	EXPECT(7, TEXT, "glEnd() → GL_INVALID_ENUM");
	EXPECT(7, COLOUR, "#b91824");
	EXPECT(8, COLOUR, NULL);
	EXPECT(11, COLOUR, "#5e5c64");
	EXPECT(11, TEXT, "glEnd() (fake)");
	EXPECT(11, DETAIL,
		"glEnd(); the recorder has made this call up, the program has not made it");
	CHECK(asked == 4);
	gs_call_model_set_window(model, 5, ROWS);
	EXPECT(2, INDEX, "7");
	EXPECT(2, COLOUR, "#b91824");
	CHECK(asked == 4); /* known from before the scroll */
	gs_call_model_set_window(model, n_calls - ROWS, ROWS);
	EXPECT(ROWS - 1, INDEX, "49999999");
	CHECK(asked == 5);
}

static void test_pending(GsCallModel *model)
{
	struct gs_call_info call = {.name = "glDrawArrays"};
	gs_call_model_set_pending(model, &call, NULL, NULL);
	CHECK(gs_call_model_total(model) == n_calls + 1);
	gs_call_model_set_window(model, n_calls + 1 - ROWS, ROWS);
	EXPECT(ROWS - 1, TEXT, "glDrawArrays()");
	EXPECT(ROWS - 1, BACKGROUND, "#f9e79f");
	n_calls++; /* it is executed, another is pending */
	EXPECT(ROWS - 1, TEXT, "glDrawArrays()");
	CHECK(gs_call_model_take_in(model));
	call.name = "glFinish";
	gs_call_model_set_pending(model, &call, NULL, NULL);
	gs_call_model_set_window(model, n_calls + 1 - ROWS, ROWS);
	EXPECT(ROWS - 2, TEXT, "glBegin()");
	EXPECT(ROWS - 2, BACKGROUND, NULL);
	EXPECT(ROWS - 1, TEXT, "glFinish()");
	call.index = n_calls - 5; /* another thread has made five calls since */
	gs_call_model_set_pending(model, &call, NULL, NULL);
	CHECK(gs_call_model_total(model) == n_calls + 1);
	gs_call_model_set_window(model, n_calls + 1 - ROWS, ROWS);
	n_calls +=
		3; /* and goes on while rows are fetched: the marked row stays the pending call's */
	EXPECT(ROWS - 1, TEXT, "glFinish()");
	EXPECT(ROWS - 1, INDEX, "49999996");
	EXPECT(ROWS - 1, BACKGROUND, "#f9e79f");
	EXPECT(ROWS - 2, BACKGROUND, NULL);
	CHECK(gs_call_model_take_in(model) && !gs_call_model_take_in(model));
	gs_call_model_set_window(model, n_calls + 1 - ROWS, ROWS);
	EXPECT(ROWS - 2, TEXT, "glEnd()");
	EXPECT(ROWS - 1, TEXT, "glFinish()");
	gs_call_model_set_pending(model, NULL, NULL, NULL);
	gs_call_model_set_window(model, n_calls - ROWS, ROWS);
	EXPECT(ROWS - 1, TEXT, "glEnd()");
}

static void test_scrolling(GsCallModel *model)
{
	asked = 0;
	gint64 begin = g_get_monotonic_time();
	for (uint64_t first = 0; first < n_calls - ROWS; first += n_calls / 1000) {
		gs_call_model_set_window(model, first, ROWS);
		for (int row = 0; row < ROWS; row++)
			g_free(text_at(model, row, GS_CALL_COLUMN_TEXT));
	}
	printf("1000 jumps through %" G_GUINT64_FORMAT " calls: %.1f ms\n", (guint64)n_calls,
		(g_get_monotonic_time() - begin) / 1000.0);
	CHECK(asked <= 1001 * ROWS);
	gs_call_model_set_source(model, NULL);
	CHECK(gs_call_model_total(model) == 0);
}

/* ---- the worker ---- */

struct step {
	struct gs_task task;
	char name;
	GThread *done_in;
};

static GString *order;
static GMutex gate;
static unsigned n_done;
static _Atomic bool begun;

static void work(struct gs_task *task)
{
	struct step *step = (struct step *)task;
	if (step->name == 'a') { /* the others queue up behind it */
		atomic_store(&begun, true);
		g_mutex_lock(&gate);
		g_mutex_unlock(&gate);
	}
	g_string_append_c(order, step->name);
}

static void done(struct gs_task *task)
{
	struct step *step = (struct step *)task;
	step->done_in = g_thread_self();
	n_done++;
}

static void test_worker(void)
{
	struct step steps[5] = {{.name = 'a'}, {.name = 'r', .task.is_refresh = true},
		{.name = 's', .task.is_refresh = true}, {.name = 'b'}, {.name = 'c'}};
	struct gs_worker *worker = gs_worker_new("test");
	order = g_string_new(NULL);
	g_mutex_lock(&gate);
	for (int i = 0; i < 5; i++) {
		steps[i].task.work = work;
		steps[i].task.done = done;
		gs_worker_push(worker, &steps[i].task);
		if (i == 0)
			WAIT_UNTIL(atomic_load(&begun)); /* it is being done now */
	}
	CHECK(!g_main_context_pending(NULL) || n_done == 0); /* nothing has blocked us */
	g_mutex_unlock(&gate);
	while (n_done < 5)
		g_main_context_iteration(NULL, TRUE);
	CHECK(!strcmp(order->str, "abcrs"));
	for (int i = 0; i < 5; i++)
		CHECK(steps[i].done_in == g_thread_self());
	gs_worker_free(worker);
	gs_worker_free(NULL);
	g_string_free(order, TRUE);
}

int main(void)
{
	GsCallModel *model = gs_call_model_new();
	struct gs_call_source source = {count, get, NULL};
	gs_call_model_set_source(model, &source);
	test_window(model);
	test_pending(model);
	test_scrolling(model);
	g_object_unref(model);
	test_worker();
	return failures != 0;
}
