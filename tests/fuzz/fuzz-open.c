/* SPDX-License-Identifier: MIT */
/* Any bytes as a trace that is opened as a list of calls: what is listed, found, filtered, grouped,
 * counted and saved must be of one list; arguments, and what they point at, are looked at. */
#include <string.h>
#include "data/data.h"
#include "debugger/base/patience.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/info.h"
#include "debugger/calls/search.h"
#include "debugger/calls/view.h"
#include "debugger/open/opened.h"
#include "tests/fuzz/trace-input.h"

enum { MOST_LOOKED_AT = 300, MOST_ITEMS = 20 };

/* ---- calls and their arguments ---- */

static void look_at_contents(const struct gs_argument_contents *contents)
{
	size_t n = contents ? gs_contents_n(contents) : 0;

	for (size_t i = 0; i < n && i < MOST_ITEMS; i++) {
		bool is_real;
		double real;
		int64_t integer;
		char *text = gs_contents_text(contents, i);
		gs_contents_number(contents, i, &is_real, &real, &integer);
		g_free(text);
	}
}

static void look_at_call(const struct gs_call_info *call)
{
	for (size_t i = 0; i < call->n_arguments; i++)
		look_at_contents(call->arguments[i].contents);
	for (size_t i = 0; i < call->n_memory; i++)
		look_at_contents(call->memory[i].contents);
	if (call->has_return)
		look_at_contents(call->returned.contents);
	g_free(gs_call_info_text(call));
}

/* Forwards, then some again by the index. */
static void look_at_calls(struct gs_call_store *store, uint64_t n)
{
	uint64_t last = 0;

	for (uint64_t i = 0; i < n && i < MOST_LOOKED_AT; i++) {
		struct gs_call_info call;
		if (!gs_call_info_at(store, (struct gs_call_place){i}, &call))
			abort();
		if (i > 0 && call.index <= last)
			abort();
		last = call.index;
		look_at_call(&call);
		if (gs_call_store_find(store, call.index).n != i)
			abort();
		gs_call_info_clear(&call);
	}
	for (uint64_t i = 0; i < 8 && n > 0; i++) {
		struct gs_call_info call;
		if (!gs_call_info_at(store, (struct gs_call_place){i * 7919 % n}, &call))
			abort();
		gs_call_info_clear(&call);
	}
}

/* ---- finding and counting ---- */

static uint64_t count_found(struct gs_call_store *store, const struct gs_call_pattern *pattern)
{
	struct gs_call_place place = {0};
	uint64_t found = 0;

	while (gs_calls_search(store, pattern, &place, false, INT64_MAX)) {
		found++;
		place.n++;
	}
	return found;
}

static void find_some(struct gs_call_store *store, uint64_t n)
{
	static const char *const patterns[][2] = {{"*", NULL}, {"glDraw*", NULL}, {"texture", NULL},
		{"glBufferData", "size > 3 && data[0] == 1"},
		{"glDrawArrays", "mode == GL_TRIANGLES || count > 2"},
		{"glShaderSource", "string[0] == \"a\""}, {"glClear*", "error || thread > 1"}};
	struct gs_call_pattern pattern;

	for (size_t i = 0; i < G_N_ELEMENTS(patterns); i++) {
		GError *error = NULL;
		if (!gs_call_pattern_init(
			    &pattern, store, patterns[i][0], patterns[i][1], &error)) {
			g_clear_error(&error);
			continue;
		}
		uint64_t found = count_found(store, &pattern);
		if (i == 0 && found != n)
			abort();
		gs_call_pattern_clear(&pattern);
	}
}

static void count_all(struct gs_call_store *store, uint64_t n)
{
	static uint64_t counts[GS_WIRE_FUNCTIONS];
	uint64_t sum = 0;

	memset(counts, 0, sizeof(counts));
	gs_calls_statistics(store, (struct gs_call_place){0}, (struct gs_call_place){n}, counts);
	for (size_t i = 0; i < GS_WIRE_FUNCTIONS; i++)
		sum += counts[i];
	if (sum != n)
		abort();
}

/* ---- rows, and saving ---- */

static void look_at_rows(struct gs_call_store *store, const struct gs_call_filter *filter)
{
	struct gs_call_view *view = gs_call_view_new(store);

	gs_call_view_set_filter(view, filter);
	gs_call_view_set_grouped(view, true);
	uint64_t rows = gs_call_view_update(view);
	for (uint64_t i = 0; i < rows && i < MOST_LOOKED_AT; i++) {
		struct gs_call_row row;
		if (!gs_call_view_row(view, i, &row))
			abort();
		g_free(row.name);
		if (row.kind != GS_ROW_CALL) {
			gs_call_view_fold(view, i, !row.folded);
			rows = gs_call_view_update(view);
		}
	}
	gs_call_view_free(view);
}

static void save_all(
	struct gs_call_store *store, const struct gs_call_filter *filter, uint64_t n, bool all)
{
	uint64_t saved;

	if (n <= MOST_LOOKED_AT &&
		(!gs_calls_save(store, filter, "/dev/null", &saved, NULL, NULL) ||
			(all && saved != n)))
		abort();
}

static void try_list(struct gs_opened *opened, struct gs_call_store *store)
{
	struct gs_opened_figures figures;
	struct gs_call_filter filter = {0};
	uint64_t n = gs_call_store_count(store);

	gs_opened_figures(opened, &figures);
	if (figures.calls != n || figures.fakes > n || figures.frames > n)
		abort();
	look_at_calls(store, n);
	find_some(store, n);
	count_all(store, n);
	look_at_rows(store, &filter);
	save_all(store, &filter, n, true);
	gs_call_filter_change(&filter, "gl*Buffer*", false, NULL);
	look_at_rows(store, &filter);
	save_all(store, &filter, n, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[64];
	int fd = input_file(data, size, path);
	struct gs_opened *opened = gs_opened_new(path, NULL);

	if (opened) {
		struct gs_call_store *store = gs_call_store_new(NULL);
		if (!store || !gs_opened_fill(opened, store, NULL, NULL))
			abort();
		try_list(opened, store);
		gs_call_store_free(store);
	}
	gs_opened_free(opened);
	close(fd);
	return 0;
}
