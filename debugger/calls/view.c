/* SPDX-License-Identifier: MIT */
#include "debugger/calls/view.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, CHUNK = 64 * BLOCK };

enum header { HEADER_NONE, HEADER_FRAME, HEADER_GROUP, HEADER_PASS };

/* Rows from .row on: first, if .header, that of a frame, group or pass, then those of calls from
 * .place up to the next segment's place. */
struct segment {
	uint64_t row, place;
	uint64_t end;	 /* place behind the last call of the frame, group or pass */
	uint64_t draws;	 /* of a pass, as far as the view has come */
	uint32_t number; /* of that, in the list's groups */
	uint16_t depth;	 /* of its calls */
	uint8_t header;	 /* enum header */
	bool hidden;	 /* in something folded: no rows */
};

/* How far segments are made. */
struct made {
	guint segments;
	size_t frames;
	uint64_t rows, last_place; /* of the last segment */
	bool last_hidden;
};

struct gs_call_view {
	struct gs_call_store *store;
	unsigned generation;
	struct gs_call_filter filter;
	bool all;	 /* the filter lets all through */
	uint64_t first;	 /* place of the first call: those before it were dropped */
	uint64_t count;	 /* place behind the calls taken in */
	GArray *matches; /* uint64_t: calls let through before each block of BLOCK, from that of
			    first on */
	uint64_t n_matches, n_dropped; /* let through so far, and before first */
	bool tells_dropped;
	bool grouped;
	GArray *segments;   /* struct segment; grouped only */
	struct made before; /* before the last frame, which alone changes when calls come */
	GHashTable *folds;  /* header << 32 | number -> 1 folded, 2 not: by the user */
	uint64_t n_rows;
	size_t n_frames;  /* that have segments */
	unsigned changes; /* how often rows may have become others */
};

static void forget_matches(struct gs_call_view *view);

struct gs_call_view *gs_call_view_new(struct gs_call_store *store)
{
	struct gs_call_view *view = g_new0(struct gs_call_view, 1);
	view->store = gs_call_store_ref(store);
	view->all = true;
	view->matches = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	view->segments = g_array_new(FALSE, FALSE, sizeof(struct segment));
	view->folds = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	view->generation = gs_call_store_generation(store);
	forget_matches(view);
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

/* All calls are counted anew, from the first that is there. */
static void forget_matches(struct gs_call_view *view)
{
	g_array_set_size(view->matches, 0);
	view->first = view->count = gs_call_store_first(view->store).n;
	view->n_matches = view->n_dropped = view->all ? view->first : 0;
}

/* Number of the place's block in matches. */
static size_t block_of(const struct gs_call_view *view, uint64_t place)
{
	return (size_t)(place / BLOCK - view->first / BLOCK);
}

static void count_matches(struct gs_call_view *view, uint64_t count)
{
	uint16_t tags[BLOCK];
	if (view->all) {
		view->count = view->n_matches = MAX(count, view->first);
		return;
	}
	while (view->count < count) {
		uint64_t at = view->count % BLOCK;
		if (at == 0 || !view->matches->len)
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

/* Of the calls from one place up to another, of one block. False: not all of them are there. */
static bool count_some(const struct gs_call_view *view, uint64_t from, uint64_t end, uint64_t *n)
{
	uint16_t tags[BLOCK];
	size_t got = gs_call_store_tags(
		view->store, (struct gs_call_place){from}, tags, (size_t)(end - from));
	for (size_t i = 0; i < got; i++)
		*n += passes(view, tags[i]);
	return got == end - from;
}

/* Calls let through before this place. */
static uint64_t rank(const struct gs_call_view *view, uint64_t place)
{
	if (place <= view->first)
		return view->n_dropped;
	if (view->all || place >= view->count)
		return view->all ? MIN(place, view->count) : view->n_matches;
	uint64_t n = g_array_index(view->matches, uint64_t, block_of(view, place));
	count_some(view, MAX(place / BLOCK * BLOCK, view->first), place, &n);
	return n;
}

/* Place of the k-th call let through; n_dropped <= k < n_matches. */
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
	if (!low)
		return view->first;
	uint64_t start = MAX((view->first / BLOCK + low - 1) * BLOCK, view->first);
	uint64_t left = k - g_array_index(view->matches, uint64_t, low - 1);
	size_t got = gs_call_store_tags(view->store, (struct gs_call_place){start}, tags, BLOCK);
	for (size_t i = 0; i < got; i++)
		if (passes(view, tags[i]) && left-- == 0)
			return start + i;
	return start;
}

/* Leaves out the calls before that place. False: some behind it were dropped meanwhile. */
static bool leave_out(struct gs_call_view *view, uint64_t first)
{
	if (first >= view->count || view->all) {
		uint64_t count = view->count;
		forget_matches(view);
		count_matches(view, count);
		return true;
	}
	uint64_t end = MIN((first / BLOCK + 1) * BLOCK, view->count), n = 0;
	if (!count_some(view, first, end, &n))
		return false;
	size_t block = block_of(view, first);
	view->n_dropped = rank(view, end) - n;
	g_array_remove_range(view->matches, 0, (guint)block);
	g_array_index(view->matches, uint64_t, 0) = view->n_dropped;
	view->first = first;
	return true;
}

/* Returns whether calls were dropped since the last update. */
static bool take_dropped(struct gs_call_view *view)
{
	uint64_t first;
	bool any = false;
	while ((first = gs_call_store_first(view->store).n) > view->first &&
		gs_call_store_generation(view->store) == view->generation) {
		leave_out(view, first);
		any = true;
	}
	return any;
}

/* Rows in front of all others. */
static uint64_t rows_before(const struct gs_call_view *view)
{
	return view->tells_dropped && view->first > 0;
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

/* A frame, or a group or pass in it. */
struct item {
	uint64_t first, end, draws;
	uint32_t number;
	enum header header;
};

struct builder {
	struct gs_call_view *view;
	GArray *items; /* struct item: of frames, each with what is in it if it is unfolded */
	GArray *open;  /* uint64_t: ends of groups and passes that have not ended */
	uint64_t hidden_until; /* a folded frame, group or pass ends there */
	struct made made;
};

/* ---- frames and what is in them ---- */

static void add_item(
	struct builder *b, enum header header, size_t number, uint64_t first, uint64_t end)
{
	struct item item = {first, end, 0, (uint32_t)number, header};
	g_array_append_val(b->items, item);
}

/* What is round the other comes first. */
static gint compare_items(gconstpointer a, gconstpointer b)
{
	const struct item *one = a, *other = b;
	if (one->first != other->first)
		return one->first < other->first ? -1 : 1;
	if (one->end != other->end)
		return one->end > other->end ? -1 : 1;
	return (one->header < other->header) - (one->header > other->header);
}

static void gather_frame(struct builder *b, const struct gs_call_groups *groups, size_t i)
{
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	size_t n = gs_call_groups_frames(groups);
	const struct gs_call_frame *frame = gs_call_groups_frame(groups, i);
	const struct gs_call_frame *next = i + 1 < n ? gs_call_groups_frame(groups, i + 1) : NULL;
	uint64_t end = next ? next->first.n : UINT64_MAX, begin = b->view->first;
	size_t n_groups = next ? next->group : gs_call_groups_count(groups);
	size_t n_passes = next ? next->pass : gs_call_passes_count(passes);
	if (end <= begin)
		return; /* it was dropped, after others by which the view is older */
	add_item(b, HEADER_FRAME, i, MAX(frame->first.n, begin), end);
	if (is_folded(b->view, HEADER_FRAME, (uint32_t)i, end >= b->view->count))
		return;
	guint from = b->items->len;
	for (size_t g = MAX(frame->group, gs_call_groups_begin(groups)); g < n_groups; g++) {
		const struct gs_call_group *group = gs_call_groups_get(groups, g);
		if (group->end.n > begin)
			add_item(b, HEADER_GROUP, g, MAX(group->first.n, begin),
				MIN(group->end.n, end));
	}
	for (size_t p = MAX(frame->pass, gs_call_passes_begin(passes)); p < n_passes; p++) {
		const struct gs_call_pass *pass = gs_call_passes_get(passes, p);
		if (pass->end.n <= begin)
			continue;
		add_item(b, HEADER_PASS, p, MAX(pass->first.n, begin), MIN(pass->end.n, end));
		g_array_index(b->items, struct item, b->items->len - 1).draws = pass->draws;
	}
	if (b->items->len > from)
		qsort(&g_array_index(b->items, struct item, from), b->items->len - from,
			sizeof(struct item), compare_items);
}

/* From that frame on, as far as the view has come. */
static void gather(struct builder *b, size_t from)
{
	struct gs_call_view *view = b->view;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(view->store);
	size_t n = gs_call_groups_frames(groups);
	for (size_t i = MAX(from, gs_call_groups_first_frame(groups)); i < n; i++) {
		if (gs_call_groups_frame(groups, i)->first.n >= view->count)
			break;
		gather_frame(b, groups, i);
	}
	gs_call_store_unlock_groups(view->store);
}

/* ---- segments ---- */

static void add_segment(struct builder *b, uint64_t place, const struct item *item)
{
	struct gs_call_view *view = b->view;
	struct made *made = &b->made;
	if (view->segments->len && !made->last_hidden)
		made->rows += rank(view, place) - rank(view, made->last_place);
	bool hidden = place < b->hidden_until, inner = item && item->header != HEADER_FRAME;
	struct segment segment = {made->rows, place, item ? item->end : place,
		item ? item->draws : 0, item ? item->number : 0,
		(uint16_t)(1 + b->open->len + inner), (uint8_t)(item ? item->header : HEADER_NONE),
		hidden};
	g_array_append_val(view->segments, segment);
	if (item && !hidden)
		made->rows++;
	made->last_place = place;
	made->last_hidden = hidden;
}

/* Folds what begins here, if it is to be: its calls are in a hidden part of the segment. */
static void fold_from(struct builder *b, const struct item *item)
{
	bool last = item->end >= b->view->count;
	if (!b->made.last_hidden && is_folded(b->view, item->header, item->number, last)) {
		b->hidden_until = item->end;
		b->made.last_hidden = true;
	}
}

/* Ends what has ended before this place. */
static void close_items(struct builder *b, uint64_t place)
{
	for (;;) {
		uint64_t first = UINT64_MAX;
		guint which = 0;
		for (guint i = 0; i < b->open->len; i++) {
			uint64_t end = g_array_index(b->open, uint64_t, i);
			if (end < first) {
				first = end;
				which = i;
			}
		}
		if (first > place || first >= b->view->count)
			return;
		g_array_remove_index(b->open, which);
		add_segment(b, first, NULL);
	}
}

static void add_header(struct builder *b, const struct item *item)
{
	close_items(b, item->first);
	if (item->header == HEADER_FRAME) {
		g_array_set_size(b->open, 0); /* no group or pass is shown beyond its frame */
		b->made.segments = b->view->segments->len;
		b->made.frames = item->number;
		b->view->before = b->made;
	}
	add_segment(b, item->first, item);
	if (item->header != HEADER_FRAME)
		g_array_append_val(b->open, item->end);
	fold_from(b, item);
}

/* Of the frames from the last one on that has segments, or of all. */
static void build_segments(struct gs_call_view *view, bool all)
{
	const struct made none = {.rows = rows_before(view)};
	struct builder b = {.view = view, .made = all ? none : view->before};
	b.open = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	b.items = g_array_new(FALSE, FALSE, sizeof(struct item));
	view->before = b.made;
	view->n_frames = b.made.frames;
	g_array_set_size(view->segments, b.made.segments);
	gather(&b, b.made.frames);
	for (guint i = 0; i < b.items->len; i++) {
		const struct item *item = &g_array_index(b.items, struct item, i);
		if (item->header == HEADER_FRAME || item->first < view->count)
			add_header(&b, item);
		if (item->header == HEADER_FRAME)
			view->n_frames = item->number + 1;
	}
	close_items(&b, UINT64_MAX);
	view->n_rows = b.made.rows;
	if (view->segments->len && !b.made.last_hidden)
		view->n_rows += view->n_matches - rank(view, b.made.last_place);
	g_array_free(b.items, TRUE);
	g_array_free(b.open, TRUE);
}

/* ---- rows ---- */

static void rebuild(struct gs_call_view *view, bool all)
{
	if (view->grouped)
		build_segments(view, all);
	else
		view->n_rows = rows_before(view) + view->n_matches - view->n_dropped;
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
	bool dropped = take_dropped(view);
	count_matches(view, count);
	anew |= dropped;
	if (anew || (view->grouped && view->count != before))
		rebuild(view, anew);
	else if (!view->grouped)
		view->n_rows = rows_before(view) + view->n_matches - view->n_dropped;
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
	rebuild(view, true);
}

void gs_call_view_set_grouped(struct gs_call_view *view, bool grouped)
{
	view->grouped = grouped;
	rebuild(view, true);
}

void gs_call_view_tell_dropped(struct gs_call_view *view, bool tells)
{
	view->tells_dropped = tells;
	rebuild(view, true);
}

uint64_t gs_call_view_rows(const struct gs_call_view *view)
{
	return view->n_rows;
}

uint64_t gs_call_view_calls(const struct gs_call_view *view)
{
	return view->n_matches - view->n_dropped;
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

static void fill_pass(
	const struct gs_call_groups *groups, size_t number, struct gs_call_row *result)
{
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	result->pass = *gs_call_passes_get(passes, number);
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, result->pass.first);
	result->frame = frame->frame;
	result->is_needed = frame->is_needed;
	if (frame->is_needed || frame->is_part)
		return;
	result->number = 1;
	result->first_draw = result->pass.draw - MIN(frame->draw, result->pass.draw) + 1;
	size_t n = gs_call_passes_count(passes), begin = gs_call_passes_begin(passes);
	result->number += begin - MIN(frame->pass, begin); /* they were dropped */
	for (size_t i = MAX(frame->pass, begin); i < n; i++) {
		struct gs_call_place first = gs_call_passes_get(passes, i)->first;
		if (i > number && gs_call_groups_frame_at(groups, first) != frame)
			break;
		result->number += first.n < result->pass.first.n;
	}
}

/* Nothing where the list has been emptied meanwhile, or what is told of was dropped. */
static void fill_said(
	const struct gs_call_groups *groups, const struct segment *s, struct gs_call_row *result)
{
	switch ((enum header)s->header) {
	case HEADER_FRAME:
		result->kind = GS_ROW_FRAME;
		if (s->number >= gs_call_groups_first_frame(groups) &&
			s->number < gs_call_groups_frames(groups)) {
			const struct gs_call_frame *f = gs_call_groups_frame(groups, s->number);
			result->frame = f->frame;
			result->is_needed = f->is_needed;
		}
		break;
	case HEADER_GROUP:
		result->kind = GS_ROW_GROUP;
		if (s->number >= gs_call_groups_begin(groups) &&
			s->number < gs_call_groups_count(groups))
			result->name = g_strdup(
				gs_call_group_name(groups, gs_call_groups_get(groups, s->number)));
		break;
	default:
		result->kind = GS_ROW_PASS;
		if (s->number >= gs_call_passes_begin(gs_call_groups_passes(groups)) &&
			s->number < gs_call_passes_count(gs_call_groups_passes(groups)))
			fill_pass(groups, s->number, result);
		result->pass.draws = s->draws;
	}
}

static void fill_header(
	struct gs_call_view *view, const struct segment *s, struct gs_call_row *result)
{
	fill_said(gs_call_store_lock_groups(view->store), s, result);
	gs_call_store_unlock_groups(view->store);
	bool last = s->number + 1 == view->n_frames;
	result->folded = is_folded(view, (enum header)s->header, s->number, last);
	result->calls = rank(view, MIN(s->end, view->count)) - rank(view, s->place);
}

static void fill_dropped(struct gs_call_view *view, struct gs_call_row *result)
{
	struct gs_call_dropped dropped;
	gs_call_store_dropped(view->store, &dropped);
	result->kind = GS_ROW_DROPPED;
	result->name = gs_call_dropped_text(&dropped);
}

bool gs_call_view_row(struct gs_call_view *view, uint64_t row, struct gs_call_row *result)
{
	memset(result, 0, sizeof *result);
	if (row >= view->n_rows)
		return false;
	if (row < rows_before(view)) {
		fill_dropped(view, result);
		return true;
	}
	if (!view->grouped || !view->segments->len) {
		result->place.n = find_match(view, row - rows_before(view) + view->n_dropped);
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
	const struct segment *s = view->grouped && row >= rows_before(view) ? segment_at(view, row)
									    : NULL;
	if (!s || !s->header || s->row != row)
		return;
	uint64_t *key = g_new(uint64_t, 1);
	*key = key_of((enum header)s->header, s->number);
	g_hash_table_insert(view->folds, key, GINT_TO_POINTER(folded ? 1 : 2));
	rebuild(view, true);
}

static void unfold(struct gs_call_view *view, enum header header, uint32_t number)
{
	uint64_t *key = g_new(uint64_t, 1);
	*key = key_of(header, number);
	g_hash_table_insert(view->folds, key, GINT_TO_POINTER(2));
}

/* Unfolds the frame, the groups and passes that the place is in. */
static void unfold_around(struct gs_call_view *view, uint64_t place)
{
	guint n = segments_up_to(view, place, true);
	bool changed = false;
	/* those of a folded frame are known only when that is open */
	for (int round = 0; round < 2; round++) {
		for (guint i = 0; i < n; i++) {
			const struct segment *s = &g_array_index(view->segments, struct segment, i);
			bool last = s->number + 1 == view->n_frames;
			if (s->header && s->end > place &&
				is_folded(view, (enum header)s->header, s->number, last)) {
				unfold(view, (enum header)s->header, s->number);
				changed = true;
			}
		}
		if (!changed)
			return;
		rebuild(view, true);
		n = segments_up_to(view, place, true);
		changed = false;
	}
}

uint64_t gs_call_view_find(struct gs_call_view *view, struct gs_call_place wanted)
{
	uint64_t place = MIN(wanted.n, view->count ? view->count - 1 : 0);
	uint64_t k = rank(view, place + 1); /* the last of these is it, or is before it */
	if (k == view->n_dropped)
		return 0;
	if (!view->grouped)
		return rows_before(view) + k - 1 - view->n_dropped;
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
	enum header header = wanted->kind == GS_ROW_FRAME   ? HEADER_FRAME
			     : wanted->kind == GS_ROW_GROUP ? HEADER_GROUP
							    : HEADER_PASS;
	while (low-- > 0) {
		const struct segment *s = &g_array_index(view->segments, struct segment, low);
		bool is_it = s->place == wanted->place.n && s->header == header;
		if (!s->hidden && s->header && (is_it || s->place < wanted->place.n))
			return s->row;
	}
	return 0;
}

uint64_t gs_call_view_locate(struct gs_call_view *view, const struct gs_call_row *wanted)
{
	uint64_t place = MIN(wanted->place.n, view->count ? view->count - 1 : 0);
	uint64_t k = rank(view, place + 1);
	if (wanted->kind == GS_ROW_DROPPED)
		return 0;
	if (!view->grouped)
		return k > view->n_dropped ? rows_before(view) + k - 1 - view->n_dropped : 0;
	guint low = segments_up_to(view, place, true);
	if (!low)
		return 0;
	const struct segment *s = &g_array_index(view->segments, struct segment, low - 1);
	if (wanted->kind != GS_ROW_CALL || s->hidden)
		return row_of_header(view, low, wanted);
	uint64_t before = rank(view, s->place), header = s->header != HEADER_NONE;
	return k > before ? s->row + header + k - 1 - before : s->row;
}
