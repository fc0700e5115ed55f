/* SPDX-License-Identifier: MIT */
/* A list of calls that is bounded beside one that is not, which gets the same calls: what is left
 * is the same, numbers and counts are those of all, and what was dropped is refused. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data/data.h"
#include "debugger/calls/info.h"
#include "debugger/calls/search.h"
#include "debugger/calls/view.h"
#include "wire/memory.h"

enum {
	KEEPS = 100 * 1000, /* bytes */
	FRAME = 300,
	CALLS = 120 * 1000,
	THREAD = 7,
	OTHER = 3005,	 /* place of the call that makes another window current */
	PIECE = 1 << 20, /* of a temporary file, at least */
};

static uint64_t frame_calls; /* of one frame */

static unsigned function_of(uint64_t n)
{
	if (n == 0 || n == OTHER)
		return GS_FN_glXMakeCurrent;
	switch (n % frame_calls % FRAME) {
	case 0:
	case 150:
		return GS_FN_glBindFramebuffer;
	case 1:
	case 151:
		return GS_FN_glClear;
	case 2:
	case 160:
		return GS_FN_glPushDebugGroup;
	case 10:
		return GS_FN_glUseProgram;
	case 100:
	case 200:
		return GS_FN_glPopDebugGroup;
	case FRAME - 1:
		return n % frame_calls == frame_calls - 1 ? GS_FN_glXSwapBuffers : GS_FN_glFlush;
	default:
		return n % 7 == 3 ? GS_FN_glDrawArrays : GS_FN_glVertexAttrib1f;
	}
}

/* Names the group that the call opens, or gives a program some bytes to read. */
static size_t write_memory(uint8_t *memory, uint64_t n)
{
	char *name = g_strdup_printf("group %u", (unsigned)(n % 10));
	struct gs_wire_memory entry = {
		.argument = 3, .kind = GS_WIRE_TEXT, .count = strlen(name), .size = strlen(name)};
	memset(memory, 0, 128);
	uint8_t *to = gs_memory_write(memory, &entry, gs_memory_head_size(&entry));
	memcpy(to, name, strlen(name));
	size_t size = (size_t)(to - memory) + gs_memory_padded(strlen(name));
	g_free(name);
	return size;
}

static uint64_t draws; /* before the next call */

/* The nth call; its memory in that of 128 bytes. */
static struct gs_record nth(uint64_t n, uint8_t *memory)
{
	struct gs_record record = {
		.call = {.index = n + n / 1000, /* gaps: the log was off */
			.function = function_of(n),
			.frame = n / frame_calls,
			.draw = draws,
			.n_args = 2,
			.flags = GS_CALL_EXECUTED | THREAD << GS_CALL_TID_SHIFT}};
	struct gs_wire_call *call = &record.call;
	call->args[0] = n % 5 + 1;
	call->args[1] = n;
	if (call->function == GS_FN_glUseProgram) {
		call->n_args = 1;
		call->args[0] = n / frame_calls % 5 + 1;
	} else if (call->function == GS_FN_glBindFramebuffer) {
		call->args[0] = 0x8d40; /* GL_FRAMEBUFFER */
		call->args[1] = n % frame_calls % FRAME == 150;
	} else if (call->function == GS_FN_glPushDebugGroup) {
		record.memory_size = write_memory(memory, n);
		record.memory = memory;
	}
	if (call->function == GS_FN_glXSwapBuffers)
		call->args[1] = n < OTHER ? 0x100 : 0x300;
	if (call->function == GS_FN_glXMakeCurrent) {
		call->n_args = 3;
		call->args[1] = n ? 0x300 : 0x100;
		call->args[2] = 0x500; /* the context */
		call->flags |= GS_CALL_RETURNED;
		call->ret = 1;
	}
	draws += call->function == GS_FN_glDrawArrays;
	return record;
}

struct lists {
	struct gs_call_store *all, *some;
};

static void append(struct lists *lists, uint64_t from, uint64_t end)
{
	uint8_t memory[128];
	for (uint64_t n = from; n < end; n++) {
		struct gs_record record = nth(n, memory);
		gs_call_store_append(lists->all, &record, 1);
		g_assert_cmpint(gs_call_store_append(lists->some, &record, 1), ==, GS_CALLS_KEPT);
	}
}

static struct lists begin(uint64_t calls_of_frame)
{
	struct lists lists = {gs_call_store_new(NULL), gs_call_store_new(NULL)};
	gs_call_store_keep(lists.some, KEEPS);
	frame_calls = calls_of_frame;
	draws = 0;
	return lists;
}

static void end(struct lists *lists)
{
	gs_call_store_free(lists->all);
	gs_call_store_free(lists->some);
}

/* ---- what is left ---- */

/* What a list says of a call; g_free. */
static char *text_of(struct gs_call_store *store, struct gs_call_place place)
{
	struct gs_call_info call;
	struct gs_call_drawn drawn;
	g_assert_true(gs_call_info_at(store, place, &call));
	gs_call_drawn_at(store, place, &call, &drawn);
	g_autofree char *text = gs_call_info_text(&call), *shown = gs_call_drawn_text(&drawn);
	g_autofree char *whose = gs_call_whose_text(store, place, &call);
	g_autofree char *window = gs_call_window_at(store, place, &call);
	g_autofree char *standing = gs_call_draw_text(store, &call);
	char *all = g_strdup_printf("%s|%s|%s|%s|%s|%u|%u", text, shown, whose, window, standing,
		(unsigned)call.index, (unsigned)call.frame);
	gs_call_drawn_clear(&drawn);
	gs_call_info_clear(&call);
	return all;
}

static void check_calls(struct lists *lists)
{
	uint64_t first = gs_call_store_first(lists->some).n;
	uint64_t count = gs_call_store_count(lists->some);
	uint64_t named = 0;
	struct gs_wire_call call;
	g_assert_cmpuint(count, ==, gs_call_store_count(lists->all));
	g_assert_cmpuint(gs_call_store_first(lists->all).n, ==, 0);
	g_assert_cmpuint(first, >, 0);
	/* a record takes 64 bytes or less: at least half of the list is used */
	g_assert_cmpuint((count - first) * 64, >, KEEPS / 2);
	g_assert_cmpuint((count - first) * 16, <, KEEPS);
	for (uint64_t n = first; n < count; n++) {
		struct gs_call_place place = {n};
		g_assert_true(gs_call_store_get(lists->some, place, &call));
		g_assert_cmpuint(call.index, ==, n + n / 1000);
		g_assert_cmpuint(call.function, ==, function_of(n));
		g_assert_cmpuint(gs_call_store_find(lists->some, call.index).n, ==, n);
		g_autofree char *one = text_of(lists->all, place);
		g_autofree char *other = text_of(lists->some, place);
		g_assert_cmpstr(one, ==, other);
		g_assert_nonnull(strstr(other, "window 0x300"));
		named += strstr(other, ", program ") != NULL;
	}
	g_assert_cmpuint(named, >, 0);
	for (uint64_t n = 0; n < first; n += n + 1 < first ? MIN(97, first - 1 - n) : 1) {
		struct gs_call_info info;
		uint16_t tag;
		g_assert_false(gs_call_store_get(lists->some, (struct gs_call_place){n}, &call));
		g_assert_false(gs_call_info_at(lists->some, (struct gs_call_place){n}, &info));
		g_assert_cmpuint(
			gs_call_store_tags(lists->some, (struct gs_call_place){n}, &tag, 1), ==, 0);
		g_assert_cmpuint(gs_call_store_find(lists->some, n + n / 1000).n, ==, first);
	}
	struct gs_call_dropped dropped;
	g_assert_false(gs_call_store_dropped(lists->all, &dropped));
	g_assert_true(gs_call_store_dropped(lists->some, &dropped));
	g_assert_cmpuint(dropped.first.n, ==, first);
	g_assert_cmpuint(dropped.index, ==, first + first / 1000);
	g_assert_cmpuint(dropped.frame, ==, (first + frame_calls - 1) / frame_calls);
	g_autofree char *text = gs_call_dropped_text(&dropped);
	g_autofree char *begins = g_strdup_printf(
		"calls before %u were dropped: the list keeps", (unsigned)(first + first / 1000));
	g_assert_true(g_str_has_prefix(text, begins));
}

/* Of the whole run, and of the frame that the first call is in. */
static void check_counts(struct lists *lists)
{
	uint64_t counts[GS_WIRE_FUNCTIONS], known[GS_WIRE_FUNCTIONS] = {0};
	uint64_t count = gs_call_store_count(lists->some);
	for (uint64_t n = 0; n < count; n++)
		known[function_of(n)]++;
	gs_calls_statistics(lists->some, (struct gs_call_place){0}, GS_NO_CALL_PLACE, counts);
	g_assert_cmpmem(counts, sizeof counts, known, sizeof known);
	uint64_t first = gs_call_store_first(lists->some).n, frame = first / frame_calls;
	struct gs_call_place from = gs_calls_frame(lists->some, frame);
	struct gs_call_place behind = gs_calls_frame(lists->some, frame + 1);
	g_assert_cmpuint(from.n, ==, frame * frame_calls);
	memset(known, 0, sizeof known);
	for (uint64_t n = from.n; n < MIN(behind.n, count); n++)
		known[function_of(n)]++;
	gs_calls_statistics(lists->some, from, behind, counts);
	g_assert_cmpmem(counts, sizeof counts, known, sizeof known);
}

/* A search begins at what is left, forwards and backwards. */
static void check_search(struct lists *lists)
{
	struct gs_call_pattern pattern;
	uint64_t first = gs_call_store_first(lists->some).n;
	uint64_t count = gs_call_store_count(lists->some), n = 0, known = 0;
	g_assert_true(gs_call_pattern_init(&pattern, lists->some, "glClear", NULL, NULL));
	struct gs_call_place place = {0};
	for (uint64_t i = first; i < count; i++)
		known += function_of(i) == GS_FN_glClear;
	for (; gs_calls_search(lists->some, &pattern, &place, false, 0); place.n++, n++)
		g_assert_cmpuint(function_of(place.n), ==, GS_FN_glClear);
	g_assert_cmpuint(n, ==, known);
	place.n = count - 1;
	for (n = 0; gs_calls_search(lists->some, &pattern, &place, true, 0); place.n--, n++)
		g_assert_cmpuint(place.n, >=, first);
	g_assert_cmpuint(n, ==, known);
	place.n = first / 2;
	g_assert_false(gs_calls_search(lists->some, &pattern, &place, true, 0));
	gs_call_pattern_clear(&pattern);
}

/* ---- rows ---- */

static void check_row(const struct gs_call_row *one, const struct gs_call_row *other, bool cut)
{
	g_assert_cmpint(one->kind, ==, other->kind);
	g_assert_cmpuint(one->depth, ==, other->depth);
	g_assert_cmpuint(one->frame, ==, other->frame);
	g_assert_cmpstr(one->name, ==, other->name);
	g_assert_cmpint(one->folded, ==, other->folded);
	g_assert_cmpuint(one->number, ==, other->number);
	g_assert_cmpuint(one->first_draw, ==, other->first_draw);
	g_assert_cmpuint(one->pass.draws, ==, other->pass.draws);
	if (cut) /* it begins before the first call */
		return;
	g_assert_cmpuint(one->place.n, ==, other->place.n);
	g_assert_cmpuint(one->calls, ==, other->calls);
}

/* Behind the call that closes the group which that call opens. */
static uint64_t group_end(uint64_t place)
{
	while (function_of(place) != GS_FN_glPopDebugGroup)
		place++;
	return place + 1;
}

/* The rows of one view are those of the other that are of what is left. */
static void compare_rows(struct lists *lists, struct gs_call_view *all, struct gs_call_view *some)
{
	uint64_t first = gs_call_store_first(lists->some).n, place = 0;
	uint64_t n_all = gs_call_view_update(all), n = gs_call_view_update(some), row = 0;
	struct gs_call_row one, other;
	g_assert_true(gs_call_view_row(some, 0, &other));
	g_assert_cmpint(other.kind, ==, GS_ROW_DROPPED);
	g_assert_nonnull(strstr(other.name, "were dropped"));
	g_free(other.name);
	for (uint64_t i = 0; i < n_all; i++) {
		g_assert_true(gs_call_view_row(all, i, &one));
		bool is_call = one.kind == GS_ROW_CALL;
		uint64_t end = is_call			  ? one.place.n + 1
			       : one.kind == GS_ROW_FRAME ? (one.frame + 1) * frame_calls
			       : one.kind == GS_ROW_PASS  ? one.pass.end.n
							  : group_end(one.place.n);
		if (end > first) {
			g_assert_true(gs_call_view_row(some, ++row, &other));
			check_row(&one, &other, one.place.n < first);
			g_assert_cmpuint(other.place.n, >=, MAX(place, first));
			place = other.place.n;
			if (is_call)
				g_assert_cmpuint(gs_call_view_find(some, other.place), ==, row);
			g_free(other.name);
		}
		g_free(one.name);
	}
	g_assert_cmpuint(row + 1, ==, n);
	g_assert_cmpuint(gs_call_view_find(some, (struct gs_call_place){0}), ==, 0);
}

struct views {
	struct gs_call_view *all, *some;
};

static struct views new_views(struct lists *lists, bool filtered, bool grouped)
{
	struct views views = {gs_call_view_new(lists->all), gs_call_view_new(lists->some)};
	struct gs_call_view *both[] = {views.all, views.some};
	struct gs_call_filter filter = {{0}};
	if (filtered)
		g_assert_true(gs_call_filter_change(&filter, "glVertexAttrib1f", false, NULL));
	gs_call_view_tell_dropped(views.some, true);
	for (size_t i = 0; i < G_N_ELEMENTS(both); i++) {
		gs_call_view_set_filter(both[i], &filter);
		gs_call_view_set_grouped(both[i], grouped);
	}
	return views;
}

static void unfold_frames(struct lists *lists, struct views *views)
{
	uint64_t count = gs_call_store_count(lists->some);
	for (uint64_t n = gs_call_store_first(lists->some).n; n < count; n += FRAME / 3) {
		gs_call_view_find(views->all, (struct gs_call_place){n});
		gs_call_view_find(views->some, (struct gs_call_place){n});
	}
}

/* ---- tests ---- */

/* Views that have taken in all of it as it came, and others that see the end alone. */
static void test_same(gconstpointer calls_of_frame)
{
	struct lists lists = begin(GPOINTER_TO_UINT(calls_of_frame));
	struct views views[4];
	for (unsigned i = 0; i < 4; i++)
		views[i] = new_views(&lists, i % 2, i / 2);
	for (uint64_t n = 0, some; n < CALLS; n += some) {
		some = MIN((uint64_t)g_random_int_range(1, 3000), CALLS - n);
		append(&lists, n, n + some);
		for (unsigned i = 0; i < 4; i++)
			gs_call_view_update(views[i].some);
	}
	check_calls(&lists);
	check_counts(&lists);
	check_search(&lists);
	for (unsigned i = 0; i < 4; i++) {
		struct views fresh = new_views(&lists, i % 2, i / 2);
		gs_call_view_update(views[i].all);
		compare_rows(&lists, views[i].all, views[i].some);
		compare_rows(&lists, fresh.all, fresh.some);
		unfold_frames(&lists, &fresh);
		compare_rows(&lists, fresh.all, fresh.some);
		struct views *both[] = {&views[i], &fresh};
		for (unsigned k = 0; k < 2; k++) {
			gs_call_view_free(both[k]->all);
			gs_call_view_free(both[k]->some);
		}
	}
	end(&lists);
}

/* The selected row stays the same call's while others are dropped, or becomes the first. */
static void test_locate(void)
{
	struct lists lists = begin(FRAME);
	append(&lists, 0, CALLS / 2);
	struct views views = new_views(&lists, false, false);
	gs_call_view_update(views.some);
	struct gs_call_row row, now;
	uint64_t rows = gs_call_view_rows(views.some);
	g_assert_true(gs_call_view_row(views.some, rows - 1, &row));
	unsigned changes = gs_call_view_changes(views.some);
	append(&lists, CALLS / 2, CALLS / 2 + 2 * FRAME);
	gs_call_view_update(views.some);
	g_assert_cmpuint(gs_call_view_changes(views.some), !=, changes);
	uint64_t at = gs_call_view_locate(views.some, &row);
	g_assert_cmpuint(at, <, rows - 1);
	g_assert_true(gs_call_view_row(views.some, at, &now));
	g_assert_cmpuint(now.place.n, ==, row.place.n);
	append(&lists, CALLS / 2 + 2 * FRAME, CALLS);
	gs_call_view_update(views.some);
	g_assert_cmpuint(gs_call_view_locate(views.some, &row), ==, 0);
	gs_call_view_free(views.all);
	gs_call_view_free(views.some);
	end(&lists);
}

/* ---- while it grows ---- */

static int over;

static gpointer read_along(gpointer data)
{
	struct gs_call_store *store = data;
	struct gs_call_view *view = gs_call_view_new(store);
	struct gs_call_filter filter = {{0}};
	uint64_t counts[GS_WIRE_FUNCTIONS];
	gs_call_filter_change(&filter, "glVertexAttrib1f", false, NULL);
	gs_call_view_set_filter(view, &filter);
	gs_call_view_set_grouped(view, true);
	gs_call_view_tell_dropped(view, true);
	while (!g_atomic_int_get(&over)) {
		struct gs_wire_call call;
		uint64_t before = gs_call_store_count(store), all = 0;
		uint64_t first = gs_call_store_first(store).n, n = (first + before) / 2;
		if (gs_call_store_get(store, (struct gs_call_place){n}, &call))
			g_assert_cmpuint(call.index, ==, n + n / 1000);
		else
			g_assert_true(n < gs_call_store_first(store).n || n >= before);
		gs_calls_statistics(store, (struct gs_call_place){0}, GS_NO_CALL_PLACE, counts);
		for (unsigned f = 0; f < GS_WIRE_FUNCTIONS; f++)
			all += counts[f];
		g_assert_cmpuint(all, >=, before);
		g_assert_cmpuint(all, <=, gs_call_store_count(store));
		uint64_t rows = gs_call_view_update(view);
		for (uint64_t i = 0; i < rows; i += 1 + rows / 20) {
			struct gs_call_row row;
			if (gs_call_view_row(view, i, &row))
				g_free(row.name);
		}
		if (before)
			gs_call_view_find(view, (struct gs_call_place){n});
	}
	gs_call_view_free(view);
	return NULL;
}

static void test_readers(void)
{
	struct lists lists = begin(FRAME);
	GThread *readers[2];
	g_atomic_int_set(&over, 0);
	for (unsigned i = 0; i < G_N_ELEMENTS(readers); i++)
		readers[i] = g_thread_new("reader", read_along, lists.some);
	append(&lists, 0, CALLS);
	g_atomic_int_set(&over, 1);
	for (unsigned i = 0; i < G_N_ELEMENTS(readers); i++)
		g_thread_join(readers[i]);
	check_calls(&lists);
	end(&lists);
}

/* ---- what it takes ---- */

/* Bytes on the disk of files without a name. */
static uint64_t bytes_on_disk(void)
{
	uint64_t bytes = 0;
	struct stat status;
	for (int fd = 3; fd < 200; fd++)
		if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && !status.st_nlink)
			bytes += (uint64_t)status.st_blocks * 512;
	return bytes;
}

static void append_memory(
	struct gs_call_store *store, uint64_t n, const uint8_t *memory, uint64_t size)
{
	const struct gs_record record = {
		.call = {.index = n, .function = GS_FN_glFlush, .flags = GS_CALL_EXECUTED},
		.memory = memory,
		.memory_size = size};
	gs_call_store_append(store, &record, 1);
}

/* The call is there; its memory, too, if it begins with that byte. */
static void check_memory(struct gs_call_store *store, uint64_t n, int byte)
{
	struct gs_wire_call call;
	GBytes *bytes;
	g_assert_true(gs_call_store_get_memory(store, (struct gs_call_place){n}, &call, &bytes));
	g_assert_cmpuint(call.index, ==, n);
	g_assert_cmpint(bytes ? *(const uint8_t *)g_bytes_get_data(bytes, NULL) : -1, ==, byte);
	g_bytes_unref(bytes);
}

/* A few calls whose memory is more than the list keeps: it has that of the last ones. */
static void test_large(void)
{
	enum { KEEP = 16 << 20, SIZE = 1 << 20, N = 40 };
	struct gs_call_store *store = gs_call_store_new(NULL);
	uint8_t *memory = g_malloc0(SIZE);
	gs_call_store_keep(store, KEEP);
	for (unsigned n = 0; n < N; n++) {
		memory[0] = (uint8_t)n;
		append_memory(store, n, memory, SIZE);
		g_assert_cmpuint(bytes_on_disk(), <=, KEEP + 2 * PIECE);
		check_memory(store, n, (int)n);
	}
	check_memory(store, 0, -1);
	check_memory(store, N - 4, N - 4);
	g_free(memory);
	gs_call_store_free(store);
}

/* What the buffers hold of a small list is not written once it is dropped. */
static void test_small(void)
{
	enum { KEEP = 200 * 1000, N = 200000 };
	struct gs_call_store *store = gs_call_store_new(NULL);
	uint64_t most = 0;
	gs_call_store_keep(store, KEEP);
	for (uint64_t n = 0; n < N; n++) {
		append_memory(store, n, n % 10 ? NULL : (const uint8_t *)"memory", n % 10 ? 0 : 6);
		most = MAX(most, n % 64 ? 0 : bytes_on_disk());
	}
	g_assert_cmpuint(gs_call_store_first(store).n, >, N / 2);
	check_memory(store, N - 10, 'm');
	g_assert_cmpuint(most, >, 0);
	g_assert_cmpuint(most, <=, KEEP + PIECE / 2);
	gs_call_store_free(store);
}

/* Memory counts as well; what is set to less, or to all, holds at once. */
static void test_disk(void)
{
	enum { MANY = 16 << 20, LARGE = 20 * 1000 };
	struct gs_call_store *store = gs_call_store_new(NULL);
	uint8_t *memory = g_malloc0(4 * LARGE);
	gs_call_store_keep(store, MANY);
	for (uint64_t n = 0; n < 2000; n++) {
		memory[0] = (uint8_t)n;
		append_memory(store, n, memory, LARGE + n % 3 * LARGE);
		g_assert_cmpuint(bytes_on_disk(), <=, MANY + 2 * PIECE);
		check_memory(store, n, (uint8_t)n);
	}
	uint64_t first = gs_call_store_first(store).n;
	g_assert_cmpuint(first, >, 0);
	g_assert_cmpuint(bytes_on_disk(), >, MANY / 2);
	gs_call_store_keep(store, MANY / 4);
	g_assert_cmpuint(bytes_on_disk(), <=, MANY / 4 + 2 * PIECE + LARGE * 3);
	g_assert_cmpuint(gs_call_store_first(store).n, >=, first);
	first = gs_call_store_first(store).n;
	gs_call_store_keep(store, GS_CALLS_UNLIMITED);
	for (uint64_t n = 2000; n < 2300; n++) {
		append_memory(store, n, memory, LARGE);
	}
	g_assert_cmpuint(gs_call_store_first(store).n, ==, first);
	g_assert_cmpuint(gs_call_store_keeps(store), ==, GS_CALLS_UNLIMITED);
	gs_call_store_clear(store);
	g_assert_cmpuint(gs_call_store_first(store).n, ==, 0);
	g_assert_cmpuint(bytes_on_disk(), <, PIECE);
	gs_call_store_keep(store, 0); /* what it is by default */
	g_assert_cmpuint(gs_call_store_keeps(store), <=, 4000000000u);
	g_free(memory);
	gs_call_store_free(store);
}

static void test_sizes(void)
{
	static const struct {
		const char *text;
		uint64_t bytes; /* 0: it is none */
	} sizes[] = {{"200M", 200000000}, {"4 GB", 4000000000u}, {"1.5g", 1500000000},
		{"70000", 70000}, {"100kb", 100000}, {"2T", 2000000000000u},
		{"Unlimited", GS_CALLS_UNLIMITED}, {"", 0}, {"4", 0}, {"4X", 0}, {"-4G", 0},
		{"0", 0}, {"4GX", 0}, {"nan", 0}, {"1e30G", 0}, {"G", 0}, {"10 000 000", 0}};
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autoptr(GError) error = NULL;
		uint64_t bytes = 0;
		g_assert_cmpint(
			gs_call_size_parse(sizes[i].text, &bytes, &error), ==, sizes[i].bytes != 0);
		g_assert_cmpuint(bytes, ==, sizes[i].bytes);
		g_assert_true(!error == (sizes[i].bytes != 0));
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_data_func("/calls/bounded/frames", GUINT_TO_POINTER(FRAME), test_same);
	g_test_add_data_func("/calls/bounded/long-frame", GUINT_TO_POINTER(100 * FRAME), test_same);
	g_test_add_func("/calls/bounded/locate", test_locate);
	g_test_add_func("/calls/bounded/readers", test_readers);
	g_test_add_func("/calls/bounded/disk", test_disk);
	g_test_add_func("/calls/bounded/large", test_large);
	g_test_add_func("/calls/bounded/small", test_small);
	g_test_add_func("/calls/bounded/sizes", test_sizes);
	return g_test_run();
}
