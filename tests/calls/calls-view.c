/* SPDX-License-Identifier: MIT */
/* The list of calls as it is shown: every row of every filter and fold against a list made by hand;
 * and what 10 million calls cost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "data/data.h"
#include "debugger/calls/info.h"
#include "debugger/calls/view.h"
#include "wire/memory.h"

enum { CALLS = 3000, MANY = 10 * 1000 * 1000 };

static const unsigned functions[] = {GS_FN_glClear, GS_FN_glDrawArrays, GS_FN_glUniform1f,
	GS_FN_glPushDebugGroup, GS_FN_glPopDebugGroup, GS_FN_glXSwapBuffers,
	GS_FN_glBindFramebuffer, GS_FN_glFramebufferTexture2D};
enum { PUSH = 3, POP, SWAP, BIND, ATTACH };

/* What the test knows of its calls. */
struct known {
	unsigned function;
	uint64_t frame;
	unsigned depth;	      /* groups open before it; a push counts from the next on */
	int group;	      /* opened by it, -1 */
	uint32_t framebuffer; /* bound before it */
	uint64_t draws;	      /* before it */
};

static struct known known[CALLS];
static uint64_t group_first[CALLS], group_end[CALLS];
static int n_groups;
enum { DEEPEST = 8 };

static uint32_t bound;	 /* by the next glBindFramebuffer */
static uint64_t n_draws; /* so far */

/* name: of a group that the call opens, NULL none. */
static void append(struct gs_call_store *store, uint64_t i, unsigned function, uint64_t frame,
	const char *name)
{
	struct gs_record record = {.call = {.index = i, .function = function, .frame = frame}};
	record.call.n_args = 2;
	record.call.args[0] = 0x8d40; /* GL_FRAMEBUFFER */
	record.call.args[1] = bound;
	record.call.draw = n_draws;
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

static unsigned random_kind(unsigned depth)
{
	unsigned kind = (unsigned)g_random_int_range(0, 46);
	kind = kind < 30   ? kind % 3
	       : kind < 34 ? PUSH
	       : kind < 38 ? POP
	       : kind < 40 ? SWAP
	       : kind < 45 ? BIND
			   : ATTACH;
	return (kind == PUSH && depth == DEEPEST) || (kind == POP && !depth) ? 0 : kind;
}

/* view: takes them in as they come. */
static void make_calls(struct gs_call_store *store, struct gs_call_view *view)
{
	int stack[DEEPEST];
	unsigned depth = 0;
	uint64_t frame = 0;
	n_groups = 0;
	n_draws = bound = 0;
	for (uint64_t i = 0; i < CALLS; i++) {
		unsigned kind = random_kind(depth);
		char name[16];
		known[i] = (struct known){functions[kind], frame, depth, -1, bound, n_draws};
		if (kind == PUSH) {
			snprintf(name, sizeof name, "group %d", n_groups);
			group_first[n_groups] = i;
			group_end[n_groups] = UINT64_MAX;
			known[i].group = n_groups;
			stack[depth++] = n_groups++;
		} else if (kind == POP) {
			group_end[stack[--depth]] = i + 1;
		} else if (kind == BIND) {
			bound = (uint32_t)g_random_int_range(0, 3);
		}
		append(store, i, functions[kind], frame, kind == PUSH ? name : NULL);
		if (g_random_int_range(0, 30) == 0)
			gs_call_view_update(view);
		frame += kind == SWAP;
		n_draws += functions[kind] == GS_FN_glDrawArrays;
	}
}

/* ---- passes ---- */

static struct gs_call_pass passes[CALLS];
static size_t n_passes;

static bool fills(uint64_t i)
{
	return known[i].function == GS_FN_glClear || known[i].function == GS_FN_glDrawArrays;
}

static gint by_place(gconstpointer a, gconstpointer b)
{
	const struct gs_call_pass *one = a, *other = b;
	return one->first.n < other->first.n ? -1 : one->first.n > other->first.n;
}

static void take_passes(struct gs_call_store *store)
{
	const struct gs_call_passes *all = gs_call_groups_passes(gs_call_store_lock_groups(store));
	n_passes = gs_call_passes_count(all);
	for (size_t p = 0; p < n_passes; p++) {
		passes[p] = *gs_call_passes_get(all, p);
		passes[p].end.n = MIN(passes[p].end.n, CALLS);
	}
	gs_call_store_unlock_groups(store);
	qsort(passes, n_passes, sizeof *passes, by_place);
}

static void check_counts(const struct gs_call_pass *pass)
{
	uint64_t draws = 0, clears = 0, first = UINT64_MAX;
	for (uint64_t i = pass->first.n; i < pass->end.n; i++) {
		if (fills(i) && first == UINT64_MAX)
			first = i;
		g_assert_cmpuint(known[i].frame, ==, known[pass->first.n].frame);
		g_assert_cmpuint(known[i].function, !=, GS_FN_glXSwapBuffers);
		if (!fills(i))
			continue;
		g_assert_cmpuint(known[i].framebuffer, ==, pass->binding.framebuffer);
		/* a clear after a draw begins another one */
		g_assert_false(known[i].function == GS_FN_glClear && draws);
		draws += known[i].function == GS_FN_glDrawArrays;
		clears += known[i].function == GS_FN_glClear;
	}
	g_assert_cmpuint(pass->draws, ==, draws);
	g_assert_cmpuint(pass->others, ==, clears);
	g_assert_cmpuint(draws + clears, >, 0);
	g_assert_cmpuint(pass->draw, >=, known[pass->first.n].draws);
	g_assert_cmpuint(pass->draw, <=, known[first].draws);
}

/* Each group is in it, round it, or beside it. */
static void check_nesting(const struct gs_call_pass *pass)
{
	for (int g = 0; g < n_groups; g++) {
		uint64_t first = group_first[g], end = MIN(group_end[g], CALLS);
		bool apart = end <= pass->first.n || first >= pass->end.n;
		bool inside = first >= pass->first.n && end <= pass->end.n;
		bool round = first < pass->first.n && end >= pass->end.n;
		/* one that is still open when the frame ends is shown as far as that */
		bool open = first >= pass->first.n && pass->end.n < CALLS &&
			    known[end - 1].frame != known[pass->first.n].frame;
		g_assert_true(apart || inside || round || open || end == CALLS);
	}
}

/* Why a pass has to end between two draws or clears of a frame. */
static bool must_end(uint64_t from, uint64_t to)
{
	unsigned depth = known[from].depth, lowest = depth;
	for (uint64_t i = from + 1; i <= to; i++) {
		if (known[i].framebuffer != known[from].framebuffer ||
			known[i].function == GS_FN_glFramebufferTexture2D)
			return true;
		lowest = MIN(lowest, known[i].depth);
	}
	return known[to].function == GS_FN_glClear || lowest < depth || known[to].depth > lowest;
}

static void check_passes(struct gs_call_store *store)
{
	take_passes(store);
	uint64_t last = UINT64_MAX;
	size_t p = 0, last_pass = 0;
	for (size_t i = 0; i < n_passes; i++) {
		g_assert_true(i == 0 || passes[i].first.n >= passes[i - 1].end.n);
		check_counts(&passes[i]);
		check_nesting(&passes[i]);
	}
	for (uint64_t i = 0; i < CALLS; i++) {
		if (!fills(i))
			continue;
		while (p < n_passes && passes[p].end.n <= i)
			p++;
		g_assert_cmpuint(p, <, n_passes); /* each is in one */
		g_assert_cmpuint(passes[p].first.n, <=, i);
		if (last != UINT64_MAX && last_pass != p && known[last].frame == known[i].frame)
			g_assert_true(must_end(last, i));
		last = i;
		last_pass = p;
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
static bool folded_frames[CALLS], folded_groups[CALLS], folded_passes[CALLS];

/* Where the frame of that call ends. */
static uint64_t frame_end(uint64_t i)
{
	uint64_t frame = known[i].frame;
	while (i < CALLS && known[i].frame == frame)
		i++;
	return i;
}

/* Headers round the call that begin in its frame, itself included. */
static unsigned depth_at(uint64_t i)
{
	unsigned depth = 1;
	for (int g = 0; g < n_groups && group_first[g] <= i; g++)
		depth += group_end[g] > i && known[group_first[g]].frame == known[i].frame;
	for (size_t p = 0; p < n_passes; p++)
		depth += passes[p].first.n <= i && passes[p].end.n > i;
	return depth;
}

static void list_by_hand(const struct gs_call_filter *filter, bool grouped)
{
	uint64_t hidden_until = 0;
	n_hand = 0;
	for (uint64_t i = 0, p = 0; i < CALLS; i++) {
		const struct known *k = &known[i];
		bool new_frame = i == 0 || k->frame != known[i - 1].frame;
		bool pass = p < n_passes && passes[p].first.n == i;
		unsigned depth = depth_at(i) - 1 - (k->group >= 0);
		if (grouped && new_frame && i >= hidden_until) {
			hand[n_hand++] = (struct hand){GS_ROW_FRAME, i, 0, (unsigned)k->frame};
			if (folded_frames[k->frame])
				hidden_until = frame_end(i);
		}
		if (grouped && pass && i >= hidden_until) {
			hand[n_hand++] = (struct hand){GS_ROW_PASS, i, depth, (unsigned)p};
			if (folded_passes[p])
				hidden_until = passes[p].end.n;
		}
		p += pass;
		if (grouped && k->group >= 0 && i >= hidden_until) {
			hand[n_hand++] = (struct hand){
				GS_ROW_GROUP, i, depth + 1, (unsigned)k->group};
			if (folded_groups[k->group])
				hidden_until = MIN(group_end[k->group], frame_end(i));
		}
		if (i >= hidden_until && gs_call_filter_shows(filter, k->function))
			hand[n_hand++] = (struct hand){
				GS_ROW_CALL, i, grouped ? depth_at(i) : 0, 0};
	}
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
		} else if (row.kind == GS_ROW_PASS) {
			g_assert_cmpuint(row.pass.first.n, ==, passes[hand[i].number].first.n);
			g_assert_cmpint(row.folded, ==, folded_passes[hand[i].number]);
			uint64_t frame = known[row.place.n].frame, number = 1;
			for (size_t p = 0; p < hand[i].number; p++)
				number += known[passes[p].first.n].frame == frame;
			g_assert_cmpuint(row.number, ==, number);
			g_assert_cmpuint(row.pass.draws, ==, passes[hand[i].number].draws);
			g_assert_cmpuint(row.frame, ==, frame);
		}
		g_free(row.name);
	}
	g_assert_false(gs_call_view_row(view, n_hand, &row));
}

/* As it is at first: but the frames before the last. */
static void fold_nothing(void)
{
	memset(folded_groups, 0, sizeof folded_groups);
	memset(folded_passes, 0, sizeof folded_passes);
	for (unsigned f = 0; f < CALLS; f++)
		folded_frames[f] = f != known[CALLS - 1].frame;
}

static void fold_some(struct gs_call_view *view, const struct gs_call_filter *filter)
{
	for (int n = 0; n < 20; n++) {
		uint64_t row = (uint64_t)g_random_int_range(0, (gint32)n_hand);
		while (row < n_hand && hand[row].kind == GS_ROW_CALL)
			row++;
		if (row == n_hand)
			continue;
		unsigned number = hand[row].number;
		bool *folded = hand[row].kind == GS_ROW_FRAME  ? &folded_frames[number]
			       : hand[row].kind == GS_ROW_PASS ? &folded_passes[number]
							       : &folded_groups[number];
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
		struct gs_call_view *growing = gs_call_view_new(store);
		struct gs_call_filter some;
		gs_call_filter_from_words(&some, words[round]);
		gs_call_view_set_filter(growing, &some);
		gs_call_view_set_grouped(growing, true);
		make_calls(store, growing);
		check_passes(store);
		fold_nothing();
		list_by_hand(&some, true);
		compare(growing);
		gs_call_view_free(growing);
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
			fold_nothing();
			list_by_hand(&filter, true);
			compare(view);
			fold_some(view, &filter);
			check_find(view, &filter);
			gs_call_view_free(view);
		}
	}
	gs_call_store_free(store);
}

/* Calls that have come since the view was updated do not count, in any figure of a row. */
static void test_behind(void)
{
	struct gs_call_store *store = gs_call_store_new(NULL);
	struct gs_call_view *view = gs_call_view_new(store);
	n_draws = bound = 0;
	gs_call_view_set_grouped(view, true);
	append(store, 0, GS_FN_glClear, 0, NULL);
	for (uint64_t i = 1; i <= 6; i++) {
		struct gs_call_row row;
		append(store, i, GS_FN_glDrawArrays, 0, NULL);
		n_draws++;
		if (i == 1 || i == 6)
			gs_call_view_update(view);
		g_assert_true(gs_call_view_row(view, 1, &row));
		g_assert_cmpint(row.kind, ==, GS_ROW_PASS);
		g_assert_cmpuint(row.calls, ==, i < 6 ? 2 : 7);
		g_assert_cmpuint(row.pass.draws, ==, i < 6 ? 1 : 6);
	}
	gs_call_view_free(view);
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

/* ---- windows ---- */

static void check_drawn(
	struct gs_call_store *store, struct gs_call_info *call, const char *expected)
{
	g_autofree char *text = gs_call_draw_text(store, call);
	g_assert_cmpstr(text, ==, expected);
	gs_call_info_clear(call);
}

/* Two threads: a and b draw, A and B show windows of their own, m and n make these current, and p
 * makes the first one current in the second thread. */
static void append_of_window(
	struct gs_call_store *store, char what, uint64_t *frame, const char *expected)
{
	enum { FIRST = 7, SECOND = 8 };
	bool shows = strchr("AB", what), draws = strchr("ab", what);
	unsigned thread = strchr("aAm", what) ? FIRST : SECOND;
	struct gs_record record = {.call = {.index = gs_call_store_count(store)}};
	struct gs_wire_call *call = &record.call;
	call->function = shows	 ? GS_FN_glXSwapBuffers
			 : draws ? GS_FN_glDrawArrays
				 : GS_FN_glXMakeCurrent;
	call->n_args = 3;
	call->args[1] = 10 * (what == 'p' ? FIRST : thread);
	call->args[2] = thread;
	call->frame = *frame;
	call->draw = n_draws;
	call->flags = GS_CALL_EXECUTED | thread << GS_CALL_TID_SHIFT |
		      (shows ? GS_CALL_ENDS_FRAME : 0);
	struct gs_call_info pending;
	gs_call_from_wire(call, (pid_t)thread, NULL, &pending);
	check_drawn(store, &pending, expected);
	g_assert_cmpint(gs_call_store_append(store, &record, 1), ==, GS_CALLS_KEPT);
	*frame += shows;
	n_draws += draws;
}

static void check_windows(struct gs_call_store *store, const char *const *expected, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		struct gs_call_info call;
		g_assert_true(gs_call_info_at(store, (struct gs_call_place){i}, &call));
		check_drawn(store, &call, expected[i]);
	}
}

static void check_whose(struct gs_call_store *store, uint64_t n, const char *expected)
{
	const struct gs_call_place place = {n};
	struct gs_call_info call;
	g_assert_true(gs_call_info_at(store, place, &call));
	g_autofree char *text = gs_call_whose_text(store, place, &call);
	g_assert_cmpstr(text, ==, expected);
	gs_call_info_clear(&call);
}

/* Each call while it is pending, and then wherever the list ends. */
static void test_windows(void)
{
	static const char calls[] = "mnabbABaABbAppnB";
	static const char *const expected[] = {"before its draws", "before its draws", "draw 1",
		"draw 2", "draw 3", "after draw 3", "after 2 draws", "draw 1", "after draw 1",
		"before its draws", "draw 1", "after draw 1", "after 1 draw", "before its draws",
		"before its draws", "after 1 draw"};
	struct gs_call_store *store = gs_call_store_new(NULL);
	uint64_t frame = 0;
	n_draws = 0;
	for (uint64_t i = 0; calls[i]; i++) {
		append_of_window(store, calls[i], &frame, expected[i]);
		if (i == 0)
			check_whose(store, i, NULL);
		check_windows(store, expected, i + 1);
	}
	check_whose(store, 0, "thread 7");
	check_whose(store, 1, "thread 8");
	check_whose(store, 2, "thread 7, window 0x46");
	check_whose(store, 3, "thread 8, window 0x50");
	check_whose(store, 14, "thread 8, window 0x46");
	check_whose(store, strlen(calls) - 1, "thread 8, window 0x50");
	gs_call_store_free(store);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/calls/view/rows", test_rows);
	g_test_add_func("/calls/view/behind", test_behind);
	g_test_add_func("/calls/view/filter", test_filter);
	g_test_add_func("/calls/view/windows", test_windows);
	g_test_add_func("/calls/view/many", test_many);
	return g_test_run();
}
