/* SPDX-License-Identifier: MIT */
#include "debugger/calls/view.h"

#include <string.h>

enum { BLOCK = 256, CHUNK = 64 * BLOCK };

/* Rows from .row on: first, if .header, that of a frame or group, then those of calls from .place
 * up to the next segment's place. */
struct segment {
	uint64_t row, place;
	uint32_t number; /* of the frame or group */
	uint16_t depth;	 /* of its calls */
	uint8_t header;	 /* enum header */
	bool hidden;	 /* in something folded: no rows */
};

enum header { HEADER_NONE, HEADER_FRAME, HEADER_GROUP };

struct gs_call_view {
	struct gs_call_store *store;
	unsigned generation;
	struct gs_call_filter filter;
	bool all;	 /* the filter lets all through */
	uint64_t count;	 /* calls taken in */
	GArray *matches; /* uint64_t: calls let through before each block of BLOCK */
	uint64_t n_matches;
	bool grouped;
	GArray *segments;  /* struct segment; grouped only */
	GHashTable *folds; /* header << 32 | number -> 1 folded, 2 not: by the user */
	uint64_t n_rows;
	size_t n_frames;  /* that have segments */
	unsigned changes; /* how often rows may have become others */
};

struct gs_call_view *gs_call_view_new(struct gs_call_store *store)
{
	struct gs_call_view *view = g_new0(struct gs_call_view, 1);
	view->store = gs_call_store_ref(store);
	view->all = true;
	view->matches = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	view->segments = g_array_new(FALSE, FALSE, sizeof(struct segment));
	view->folds = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	view->generation = gs_call_store_generation(store);
	return view;
}

void gs_call_view_free(struct gs_call_view *view)
{
	if (!view)
		return;
	gs_call_store_free(view->store);
	g_array_free(view->matches, TRUE);
	g_array_free(view->segments, TRUE);
	g_hash_table_destroy(view->folds);
	g_free(view);
}

/* ---- which calls the filter lets through ---- */

static bool passes(const struct gs_call_view *view, uint16_t tag)
{
	return gs_call_filter_shows(&view->filter, tag & GS_CALL_TAG_FUNCTION);
}

static void forget_matches(struct gs_call_view *view)
{
	g_array_set_size(view->matches, 0);
	view->count = view->n_matches = 0;
}

static void count_matches(struct gs_call_view *view, uint64_t count)
{
	uint16_t tags[BLOCK];
	if (view->all) {
		view->count = view->n_matches = count;
		return;
	}
	while (view->count < count) {
		uint64_t at = view->count % BLOCK;
		if (at == 0)
			g_array_append_val(view->matches, view->n_matches);
		size_t n = gs_call_store_tags(view->store, (struct gs_call_place){view->count},
			tags, (size_t)MIN(BLOCK - at, count - view->count));
		if (!n)
			return;
		for (size_t i = 0; i < n; i++)
			view->n_matches += passes(view, tags[i]);
		view->count += n;
	}
}

/* Calls let through before this place. */
static uint64_t rank(const struct gs_call_view *view, uint64_t place)
{
	uint16_t tags[BLOCK];
	if (view->all || place >= view->count)
		return view->all ? MIN(place, view->count) : view->n_matches;
	uint64_t n = g_array_index(view->matches, uint64_t, place / BLOCK);
	uint64_t start = place / BLOCK * BLOCK;
	size_t got = gs_call_store_tags(
		view->store, (struct gs_call_place){start}, tags, (size_t)(place - start));
	for (size_t i = 0; i < got; i++)
		n += passes(view, tags[i]);
	return n;
}

/* Place of the k-th call let through; k < n_matches. */
static uint64_t find_match(const struct gs_call_view *view, uint64_t k)
{
	uint16_t tags[BLOCK];
	if (view->all)
		return k;
	size_t low = 0, high = view->matches->len; /* first block with more than k before it */
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (g_array_index(view->matches, uint64_t, middle) <= k)
			low = middle + 1;
		else
			high = middle;
	}
	uint64_t start = (uint64_t)(low - 1) * BLOCK;
	uint64_t left = k - g_array_index(view->matches, uint64_t, low - 1);
	size_t got = gs_call_store_tags(view->store, (struct gs_call_place){start}, tags, BLOCK);
	for (size_t i = 0; i < got; i++)
		if (passes(view, tags[i]) && left-- == 0)
			return start + i;
	return start;
}

/* ---- frames and groups ---- */

static uint64_t key_of(enum header header, uint32_t number)
{
	return (uint64_t)header << 32 | number;
}

static bool is_folded(
	const struct gs_call_view *view, enum header header, uint32_t number, bool last_frame)
{
	uint64_t key = key_of(header, number);
	gpointer said = g_hash_table_lookup(view->folds, &key);
	return said ? GPOINTER_TO_INT(said) == 1 : header == HEADER_FRAME && !last_frame;
}

struct builder {
	struct gs_call_view *view;
	const struct gs_call_groups *groups;
	GArray *open;	       /* uint32_t: groups that have not ended */
	uint64_t hidden_until; /* a folded frame or group ends there */
	uint64_t last_place;   /* of the last segment */
	bool last_hidden;
};

static void add_segment(struct builder *b, uint64_t place, enum header header, uint32_t number)
{
	struct gs_call_view *view = b->view;
	if (view->segments->len && !b->last_hidden)
		view->n_rows += rank(view, place) - rank(view, b->last_place);
	bool hidden = place < b->hidden_until;
	struct segment segment = {view->n_rows, place, number,
		(uint16_t)(1 + b->open->len + (header == HEADER_GROUP)), header, hidden};
	g_array_append_val(view->segments, segment);
	if (header && !hidden)
		view->n_rows++;
	b->last_place = place;
	b->last_hidden = hidden;
}

static uint64_t frame_end(const struct builder *b, size_t i)
{
	return i + 1 < gs_call_groups_frames(b->groups)
		       ? gs_call_groups_frame(b->groups, i + 1)->first.n
		       : UINT64_MAX;
}

/* Of those that the view has taken in: the list may have more. */
static bool is_last_frame(const struct builder *b, size_t i)
{
	return frame_end(b, i) >= b->view->count;
}

/* Folds what begins here, if it is to be: its calls are in a hidden part of the segment. */
static void fold_from(
	struct builder *b, enum header header, uint32_t number, uint64_t end, bool last_frame)
{
	if (!b->last_hidden && is_folded(b->view, header, number, last_frame)) {
		b->hidden_until = end;
		b->last_hidden = true;
	}
}

/* Ends the groups that have ended before this place. */
static void close_groups(struct builder *b, uint64_t place)
{
	for (;;) {
		uint64_t first = UINT64_MAX;
		guint which = 0;
		for (guint i = 0; i < b->open->len; i++) {
			uint32_t number = g_array_index(b->open, uint32_t, i);
			uint64_t end = gs_call_groups_get(b->groups, number)->end.n;
			if (end < first) {
				first = end;
				which = i;
			}
		}
		if (first > place || first >= b->view->count)
			return;
		g_array_remove_index(b->open, which);
		add_segment(b, first, HEADER_NONE, 0);
	}
}

static void add_frame(struct builder *b, size_t i)
{
	const struct gs_call_frame *frame = gs_call_groups_frame(b->groups, i);
	close_groups(b, frame->first.n);
	add_segment(b, frame->first.n, HEADER_FRAME, (uint32_t)i);
	fold_from(b, HEADER_FRAME, (uint32_t)i, frame_end(b, i), is_last_frame(b, i));
}

static void add_group(struct builder *b, uint32_t i)
{
	const struct gs_call_group *group = gs_call_groups_get(b->groups, i);
	close_groups(b, group->first.n);
	add_segment(b, group->first.n, HEADER_GROUP, i);
	g_array_append_val(b->open, i);
	fold_from(b, HEADER_GROUP, i, group->end.n, false);
}

static void build_segments(struct gs_call_view *view)
{
	struct builder b = {.view = view};
	b.open = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_array_set_size(view->segments, 0);
	view->n_rows = 0;
	struct gs_call_groups *groups = gs_call_store_copy_groups(view->store);
	b.groups = groups;
	size_t frames = gs_call_groups_frames(groups), n = gs_call_groups_count(groups);
	size_t f = 0, g = 0;
	while (f < frames || g < n) {
		uint64_t frame = f < frames ? gs_call_groups_frame(groups, f)->first.n : UINT64_MAX;
		uint64_t group = g < n ? gs_call_groups_get(groups, g)->first.n : UINT64_MAX;
		if (MIN(frame, group) >= view->count)
			break;
		if (frame <= group)
			add_frame(&b, f++);
		else
			add_group(&b, (uint32_t)g++);
	}
	view->n_frames = f;
	close_groups(&b, UINT64_MAX);
	if (view->segments->len && !b.last_hidden)
		view->n_rows += view->n_matches - rank(view, b.last_place);
	gs_call_groups_free(groups);
	g_array_free(b.open, TRUE);
}

/* ---- rows ---- */

static void rebuild(struct gs_call_view *view)
{
	if (view->grouped)
		build_segments(view);
	else
		view->n_rows = view->n_matches;
	view->changes++;
}

uint64_t gs_call_view_update(struct gs_call_view *view)
{
	unsigned generation = gs_call_store_generation(view->store);
	uint64_t count = gs_call_store_count(view->store), before = view->count;
	bool anew = generation != view->generation;
	if (anew) {
		view->generation = generation;
		g_hash_table_remove_all(view->folds);
		forget_matches(view);
	}
	count_matches(view, count);
	if (anew || (view->grouped && view->count != before))
		rebuild(view);
	else if (!view->grouped)
		view->n_rows = view->n_matches;
	return view->n_rows;
}

unsigned gs_call_view_changes(const struct gs_call_view *view)
{
	return view->changes;
}

void gs_call_view_set_filter(struct gs_call_view *view, const struct gs_call_filter *filter)
{
	view->filter = *filter;
	view->all = gs_call_filter_is_all(filter);
	forget_matches(view);
	count_matches(view, gs_call_store_count(view->store));
	rebuild(view);
}

void gs_call_view_set_grouped(struct gs_call_view *view, bool grouped)
{
	view->grouped = grouped;
	rebuild(view);
}

uint64_t gs_call_view_rows(const struct gs_call_view *view)
{
	return view->n_rows;
}

uint64_t gs_call_view_calls(const struct gs_call_view *view)
{
	return view->n_matches;
}

/* How many segments have a .row, or with by_place a .place, <= limit: they come first. */
static guint segments_up_to(const struct gs_call_view *view, uint64_t limit, bool by_place)
{
	guint low = 0, high = view->segments->len;
	while (low < high) {
		guint middle = (low + high) / 2;
		const struct segment *s = &g_array_index(view->segments, struct segment, middle);
		if ((by_place ? s->place : s->row) <= limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The last segment with .row <= row that has rows. */
static const struct segment *segment_at(const struct gs_call_view *view, uint64_t row)
{
	guint low = segments_up_to(view, row, false);
	while (low-- > 0) {
		const struct segment *s = &g_array_index(view->segments, struct segment, low);
		/* one without rows has the row number of the next */
		if (!s->hidden)
			return s;
	}
	return NULL;
}

static void fill_header(
	struct gs_call_view *view, const struct segment *s, struct gs_call_row *result)
{
	const struct gs_call_groups *groups = gs_call_store_lock_groups(view->store);
	uint64_t end = UINT64_MAX;
	bool last = false;
	if (s->header == HEADER_FRAME) {
		result->kind = GS_ROW_FRAME;
		result->frame = gs_call_groups_frame(groups, s->number)->frame;
		last = s->number + 1 == view->n_frames; /* there may be more by now */
		end = last ? UINT64_MAX : gs_call_groups_frame(groups, s->number + 1)->first.n;
	} else {
		const struct gs_call_group *group = gs_call_groups_get(groups, s->number);
		result->kind = GS_ROW_GROUP;
		result->name = g_strdup(gs_call_group_name(groups, group));
		end = group->end.n;
	}
	gs_call_store_unlock_groups(view->store);
	result->folded = is_folded(view, (enum header)s->header, s->number, last);
	result->calls = rank(view, MIN(end, view->count)) - rank(view, s->place);
}

bool gs_call_view_row(struct gs_call_view *view, uint64_t row, struct gs_call_row *result)
{
	memset(result, 0, sizeof *result);
	if (row >= view->n_rows)
		return false;
	if (!view->grouped || !view->segments->len) {
		result->place.n = find_match(view, row);
		return true;
	}
	const struct segment *s = segment_at(view, row);
	if (!s)
		return false;
	result->depth = s->depth;
	result->place.n = s->place;
	if (s->header && row == s->row) {
		result->depth = s->header == HEADER_FRAME ? 0 : s->depth - 1u;
		fill_header(view, s, result);
		return true;
	}
	uint64_t k = row - s->row - (s->header != HEADER_NONE);
	result->place.n = find_match(view, rank(view, s->place) + k);
	return true;
}

void gs_call_view_fold(struct gs_call_view *view, uint64_t row, bool folded)
{
	const struct segment *s = view->grouped ? segment_at(view, row) : NULL;
	if (!s || !s->header || s->row != row)
		return;
	uint64_t *key = g_new(uint64_t, 1);
	*key = key_of((enum header)s->header, s->number);
	g_hash_table_insert(view->folds, key, GINT_TO_POINTER(folded ? 1 : 2));
	rebuild(view);
}

static void unfold(struct gs_call_view *view, enum header header, uint32_t number)
{
	uint64_t *key = g_new(uint64_t, 1);
	*key = key_of(header, number);
	g_hash_table_insert(view->folds, key, GINT_TO_POINTER(2));
}

/* Unfolds the frame and the groups that the place is in. */
static void unfold_around(struct gs_call_view *view, uint64_t place)
{
	const struct gs_call_groups *groups = gs_call_store_lock_groups(view->store);
	size_t n = gs_call_groups_frames(groups), low = 0, high = n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_call_groups_frame(groups, middle)->first.n <= place)
			low = middle + 1;
		else
			high = middle;
	}
	if (low)
		unfold(view, HEADER_FRAME, (uint32_t)(low - 1));
	n = gs_call_groups_count(groups);
	for (size_t i = 0; i < n && gs_call_groups_get(groups, i)->first.n <= place; i++) {
		const struct gs_call_group *group = gs_call_groups_get(groups, i);
		if (group->end.n > place)
			unfold(view, HEADER_GROUP, (uint32_t)i);
	}
	gs_call_store_unlock_groups(view->store);
	rebuild(view);
}

uint64_t gs_call_view_find(struct gs_call_view *view, struct gs_call_place wanted)
{
	uint64_t place = MIN(wanted.n, view->count ? view->count - 1 : 0);
	uint64_t k = rank(view, place + 1); /* the last of these is it, or is before it */
	if (k == 0)
		return 0;
	if (!view->grouped)
		return k - 1;
	uint64_t found = find_match(view, k - 1);
	unfold_around(view, found);
	guint low = segments_up_to(view, found, true);
	if (!low)
		return 0;
	const struct segment *s = &g_array_index(view->segments, struct segment, low - 1);
	return s->row + (s->header != HEADER_NONE) + (k - 1) - rank(view, s->place);
}

/* A row of this kind and place, among those of segments up to `low`, or what hides it. */
static uint64_t row_of_header(
	const struct gs_call_view *view, guint low, const struct gs_call_row *wanted)
{
	while (low-- > 0) {
		const struct segment *s = &g_array_index(view->segments, struct segment, low);
		bool is_it = s->place == wanted->place.n &&
			     s->header ==
				     (wanted->kind == GS_ROW_FRAME ? HEADER_FRAME : HEADER_GROUP);
		if (!s->hidden && s->header && (is_it || s->place < wanted->place.n))
			return s->row;
	}
	return 0;
}

uint64_t gs_call_view_locate(struct gs_call_view *view, const struct gs_call_row *wanted)
{
	uint64_t place = MIN(wanted->place.n, view->count ? view->count - 1 : 0);
	uint64_t k = rank(view, place + 1);
	if (!view->grouped)
		return k ? k - 1 : 0;
	guint low = segments_up_to(view, place, true);
	if (!low)
		return 0;
	const struct segment *s = &g_array_index(view->segments, struct segment, low - 1);
	if (wanted->kind != GS_ROW_CALL || s->hidden)
		return row_of_header(view, low, wanted);
	uint64_t before = rank(view, s->place), header = s->header != HEADER_NONE;
	return k > before ? s->row + header + k - 1 - before : s->row;
}
