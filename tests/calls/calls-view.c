/* SPDX-License-Identifier: MIT */
/* The list of calls as it is shown: every row of every filter and fold against a list made by hand;
 * and what 10 million calls cost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "data/data.h"
#include "debugger/calls/view.h"
#include "wire/memory.h"

enum { CALLS = 3000, MANY = 10 * 1000 * 1000 };

static const unsigned functions[] = {GS_FN_glClear, GS_FN_glDrawArrays, GS_FN_glUniform1f,
	GS_FN_glPushDebugGroup, GS_FN_glPopDebugGroup, GS_FN_glXSwapBuffers};

/* What the test knows of its calls. */
struct known {
	unsigned function;
	uint64_t frame;
	unsigned depth; /* groups open before it; a push counts from the next on */
	int group;	/* opened by it, -1 */
};

static struct known known[CALLS];
static uint64_t group_first[CALLS], group_end[CALLS];
static int n_groups;

/* name: of a group that the call opens, NULL none. */
static void append(struct gs_call_store *store, uint64_t i, unsigned function, uint64_t frame,
	const char *name)
{
	struct gs_record record = {.call = {.index = i, .function = function, .frame = frame}};
	record.call.flags = GS_CALL_EXECUTED | 7 << GS_CALL_TID_SHIFT;
	uint8_t memory[128] = {0};
	if (name) {
		struct gs_wire_memory entry = {.argument = 3,
			.kind = GS_WIRE_TEXT,
			.count = strlen(name),
			.size = strlen(name)};
		uint8_t *to = gs_memory_write(memory, &entry, gs_memory_head_size(&entry));
		memcpy(to, name, strlen(name));
		record.memory = memory;
		record.memory_size = (uint64_t)(to - memory) + gs_memory_padded(strlen(name));
	}
	g_assert_cmpint(gs_call_store_append(store, &record, 1), ==, GS_CALLS_KEPT);
}

static void make_calls(struct gs_call_store *store)
{
	int stack[8];
	unsigned depth = 0;
	uint64_t frame = 0;
	n_groups = 0;
	for (uint64_t i = 0; i < CALLS; i++) {
		unsigned kind = (unsigned)g_random_int_range(0, 40);
		kind = kind < 30 ? kind % 3 : kind < 34 ? 3 : kind < 38 ? 4 : 5;
		if ((kind == 3 && depth == G_N_ELEMENTS(stack)) || (kind == 4 && !depth))
			kind = 0;
		char name[16];
		known[i] = (struct known){functions[kind], frame, depth, -1};
		if (kind == 3) {
			snprintf(name, sizeof name, "group %d", n_groups);
			group_first[n_groups] = i;
			group_end[n_groups] = UINT64_MAX;
			known[i].group = n_groups;
			stack[depth++] = n_groups++;
		} else if (kind == 4) {
			group_end[stack[--depth]] = i + 1;
		}
		append(store, i, functions[kind], frame, kind == 3 ? name : NULL);
		frame += kind == 5;
	}
}

/* ---- by hand ---- */

struct hand {
	enum gs_call_row_kind kind;
	uint64_t place;
	unsigned depth, number;
};

static struct hand hand[3 * CALLS];
static uint64_t n_hand;
static bool folded_frames[CALLS], folded_groups[CALLS];

static void list_by_hand(const struct gs_call_filter *filter, bool grouped)
{
	uint64_t hidden_until = 0, last_frame = known[CALLS - 1].frame;
	n_hand = 0;
	for (uint64_t i = 0; i < CALLS; i++) {
		const struct known *k = &known[i];
		bool new_frame = i == 0 || k->frame != known[i - 1].frame;
		if (grouped && new_frame && i >= hidden_until) {
			hand[n_hand++] = (struct hand){GS_ROW_FRAME, i, 0, (unsigned)k->frame};
			if (folded_frames[k->frame])
				for (hidden_until = CALLS;
					hidden_until > i + 1 &&
					known[hidden_until - 1].frame != k->frame;
					hidden_until--)
					;
		}
		if (grouped && k->group >= 0 && i >= hidden_until) {
			hand[n_hand++] = (struct hand){
				GS_ROW_GROUP, i, 1 + k->depth, (unsigned)k->group};
			if (folded_groups[k->group])
				hidden_until = group_end[k->group];
		}
		unsigned in = k->depth + (k->group >= 0);
		if (i >= hidden_until && gs_call_filter_shows(filter, k->function))
			hand[n_hand++] = (struct hand){GS_ROW_CALL, i, grouped ? 1 + in : 0, 0};
	}
	(void)last_frame;
}

static void compare(struct gs_call_view *view)
{
	struct gs_call_row row;
	g_assert_cmpuint(gs_call_view_update(view), ==, n_hand);
	for (uint64_t i = 0; i < n_hand; i++) {
		g_assert_true(gs_call_view_row(view, i, &row));
		g_assert_cmpint(row.kind, ==, hand[i].kind);
		g_assert_cmpuint(row.place.n, ==, hand[i].place);
		g_assert_cmpuint(row.depth, ==, hand[i].depth);
		if (row.kind == GS_ROW_FRAME) {
			g_assert_cmpuint(row.frame, ==, hand[i].number);
			g_assert_cmpint(row.folded, ==, folded_frames[hand[i].number]);
		} else if (row.kind == GS_ROW_GROUP) {
			char *name = g_strdup_printf("group %u", hand[i].number);
			g_assert_cmpstr(row.name, ==, name);
			g_assert_cmpint(row.folded, ==, folded_groups[hand[i].number]);
			g_free(name);
		}
		g_free(row.name);
	}
	g_assert_false(gs_call_view_row(view, n_hand, &row));
}

static void fold_some(struct gs_call_view *view, const struct gs_call_filter *filter)
{
	for (int n = 0; n < 20; n++) {
		uint64_t row = (uint64_t)g_random_int_range(0, (gint32)n_hand);
		while (row < n_hand && hand[row].kind == GS_ROW_CALL)
			row++;
		if (row == n_hand)
			continue;
		bool *folded = hand[row].kind == GS_ROW_FRAME ? &folded_frames[hand[row].number]
							      : &folded_groups[hand[row].number];
		*folded = !*folded;
		gs_call_view_fold(view, row, *folded);
		list_by_hand(filter, true);
		compare(view);
	}
}

static void check_find(struct gs_call_view *view, const struct gs_call_filter *filter)
{
	for (int n = 0; n < 50; n++) {
		uint64_t place = (uint64_t)g_random_int_range(0, CALLS), wanted = place;
		struct gs_call_row row;
		while (wanted > 0 && !gs_call_filter_shows(filter, known[wanted].function))
			wanted--;
		if (!gs_call_filter_shows(filter, known[wanted].function))
			continue;
		g_assert_true(gs_call_view_row(
			view, gs_call_view_find(view, (struct gs_call_place){place}), &row));
		g_assert_cmpint(row.kind, ==, GS_ROW_CALL);
		g_assert_cmpuint(row.place.n, ==, wanted);
		g_free(row.name);
	}
}

static void test_rows(void)
{
	static const char *const words[][3] = {{NULL}, {"glClear", NULL},
		{"glUniform*", "glClear", NULL},
		{"category:Drawing", "extension:GL_VERSION_1_0", NULL}, {"*", NULL},
		{"category:debugging", NULL}};
	struct gs_call_store *store = gs_call_store_new(NULL);
	for (int round = 0; round < 3; round++) {
		gs_call_store_clear(store);
		struct gs_call_view *view = gs_call_view_new(store);
		make_calls(store);
		for (size_t w = 0; w < G_N_ELEMENTS(words); w++) {
			struct gs_call_filter filter;
			gs_call_filter_from_words(&filter, words[w]);
			gs_call_view_set_filter(view, &filter);
			gs_call_view_set_grouped(view, false);
			list_by_hand(&filter, false);
			compare(view);
			check_find(view, &filter);
		}
		gs_call_view_free(view);
		for (size_t w = 0; w < G_N_ELEMENTS(words); w++) {
			struct gs_call_filter filter;
			view = gs_call_view_new(store);
			gs_call_filter_from_words(&filter, words[w]);
			gs_call_view_update(view);
			gs_call_view_set_filter(view, &filter);
			gs_call_view_set_grouped(view, true);
			memset(folded_groups, 0, sizeof folded_groups);
			for (unsigned f = 0; f < CALLS; f++)
				folded_frames[f] = f != known[CALLS - 1].frame;
			list_by_hand(&filter, true);
			compare(view);
			fold_some(view, &filter);
			check_find(view, &filter);
			gs_call_view_free(view);
		}
	}
	gs_call_store_free(store);
}

static void test_filter(void)
{
	struct gs_call_filter filter = {{0}}, again;
	GError *error = NULL;
	g_assert_true(gs_call_filter_is_all(&filter));
	g_assert_true(gs_call_filter_change(&filter, "category:uni", false, NULL));
	g_assert_false(gs_call_filter_shows(&filter, GS_FN_glUniform4fv));
	g_assert_cmpint(gs_call_filter_category(&filter, gs_data_category(GS_FN_glUniform1f)), ==,
		GS_FILTER_NONE);
	g_assert_cmpint(gs_call_filter_origin(&filter, gs_data_origin(GS_FN_glUniform1f)), ==,
		GS_FILTER_SOME);
	gs_call_filter_set(&filter, GS_FN_glUniform1f, true);
	g_assert_cmpint(gs_call_filter_category(&filter, gs_data_category(GS_FN_glUniform1f)), ==,
		GS_FILTER_SOME);
	g_assert_true(gs_call_filter_change(&filter, "extension:GL_VERSION_1_1", false, NULL));
	g_assert_false(gs_call_filter_shows(&filter, GS_FN_glDrawArrays));
	char **words = gs_call_filter_to_words(&filter);
	gs_call_filter_from_words(&again, (const char *const *)words);
	g_assert_cmpmem(&filter, sizeof filter, &again, sizeof again);
	g_strfreev(words);
	for (const char *bad = "glNoSuch*\0category:\0category:x\0extension:GL\0"; *bad;
		bad += strlen(bad) + 1) {
		g_assert_false(gs_call_filter_change(&filter, bad, false, &error));
		g_assert_nonnull(error);
		g_clear_error(&error);
	}
}

static long resident(void)
{
	long pages = 0, all;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
		pages = 0;
	if (file)
		fclose(file);
	return pages * sysconf(_SC_PAGESIZE);
}

/* Only what is exact is asserted: memory. Times are printed. */
static void test_many(void)
{
	struct gs_call_store *store = gs_call_store_new(NULL);
	long before = resident();
	gint64 start = g_get_monotonic_time();
	for (uint64_t i = 0; i < MANY; i++)
		append(store, i, functions[i % 3], i / 1000, NULL);
	printf("# %d calls kept in %.1f s\n", MANY, (g_get_monotonic_time() - start) / 1e6);
	struct gs_call_view *view = gs_call_view_new(store);
	struct gs_call_filter filter = {{0}};
	gs_call_filter_change(&filter, "glClear", false, NULL);
	start = g_get_monotonic_time();
	gs_call_view_set_filter(view, &filter);
	gs_call_view_set_grouped(view, true);
	printf("# filtered and grouped in %.1f ms\n", (g_get_monotonic_time() - start) / 1e3);
	double each = (double)(resident() - before) / MANY;
	printf("# %.2f bytes of memory a call\n", each);
	g_assert_cmpfloat(each, <=, 64);
	gs_call_view_set_grouped(view, false);
	g_assert_cmpuint(gs_call_view_rows(view), ==, MANY - (MANY + 2) / 3);
	start = g_get_monotonic_time();
	struct gs_call_row row;
	for (uint64_t i = 0; i < 100000; i++) {
		uint64_t wanted = i * 60 + i % 2;
		g_assert_true(gs_call_view_row(view, wanted, &row));
		g_assert_cmpuint(row.place.n, ==, wanted / 2 * 3 + 1 + wanted % 2);
	}
	printf("# %.2f us a row\n", (g_get_monotonic_time() - start) / 1e5);
	gs_call_view_free(view);
	gs_call_store_free(store);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/calls/view/rows", test_rows);
	g_test_add_func("/calls/view/filter", test_filter);
	g_test_add_func("/calls/view/many", test_many);
	return g_test_run();
}
