/* SPDX-License-Identifier: MIT */
/* The first draw of a pass after which what is attached differs, and the first pixel. */
#include "compare/private.h"

/* A draw of both sides, or of one: UINT64_MAX. */
struct event {
	struct gs_joint_place place;
	uint64_t calls[GS_COMPARE_SIDES];
};

struct walk {
	const struct gs_compare_wish *wish;
	const struct gs_pairs *pairs;
	struct gs_watched_player *sides[GS_COMPARE_SIDES];
	struct gs_seen base[GS_COMPARE_SIDES]; /* before the first draw; without images: equal */
	GArray *events;
	struct gs_compared *found;
};

/* ---- the draws of both sides, in their joint order ---- */

static int compare_events(const void *a, const void *b)
{
	return gs_compare_places(
		((const struct event *)a)->place, ((const struct event *)b)->place);
}

/* A mate is a call of the same function, so it draws, too. */
static void add_events(struct walk *w, int side, const struct gs_pass_pair *pass)
{
	g_autoptr(GArray) calls = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	gs_pairs_drawing(w->pairs, side, pass->first[side], pass->last[side], calls);
	for (guint i = 0; i < calls->len; i++) {
		uint64_t call = g_array_index(calls, uint64_t, i), mate;
		bool is_there = gs_pairs_mate(w->pairs, side, call, &mate) &&
				mate >= pass->first[!side] && mate <= pass->last[!side];
		struct event event = {
			gs_pairs_place(w->pairs, side, call), {UINT64_MAX, UINT64_MAX}};
		event.calls[side] = call;
		if (is_there)
			event.calls[!side] = mate;
		if (side == GS_COMPARE_A || !is_there)
			g_array_append_val(w->events, event);
	}
}

static void find_events(struct walk *w, const struct gs_pass_pair *pass)
{
	w->events = g_array_new(FALSE, FALSE, sizeof(struct event));
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		add_events(w, i, pass);
	g_array_sort(w->events, compare_events);
}

/* ---- the walk ---- */

/* Take over what the players wait at before the first draw. */
static void take_base(struct walk *w)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		gs_seen_take(&w->sides[i]->seen, &w->base[i]);
}

/* Get the pixels of what differs before the first draw: it does not count. */
static bool find_base(struct walk *w, GError **error)
{
	const struct gs_tolerance exact = {GS_TOLERANCE_EXACT, 0};
	struct gs_picture_difference difference;
	bool differs;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (w->sides[i]->has_ended || w->sides[i]->seen.where != GS_SEEN_BEFORE)
			return true;
	if (!gs_pictures_compare(w->sides, &exact, NULL, &differs, &difference, error))
		return false;
	for (int i = 0; differs && i < GS_COMPARE_SIDES; i++)
		for (guint k = 0; k < w->sides[i]->seen.images->len; k++)
			if (!gs_watched_pixels(w->sides[i], k, error))
				return false;
	if (differs)
		take_base(w);
	return true;
}

/* Go on until the call has drawn. Return false with an error. */
static bool go_to(struct walk *w, int side, uint64_t call, GError **error)
{
	struct gs_watched_player *watched = w->sides[side];
	while (!watched->has_ended &&
		(watched->seen.where == GS_SEEN_BEFORE || watched->seen.last < call))
		if (!gs_watched_next(watched, error))
			return false;
	return true;
}

static void note(
	const struct walk *w, const struct event *event, const struct gs_picture_difference *d)
{
	struct gs_compared *found = w->found;
	int side = event->calls[GS_COMPARE_A] == UINT64_MAX;
	const struct gs_seen *seen = &w->sides[side]->seen;
	found->is_equal = false;
	found->frame = seen->frame;
	found->draw = seen->draws;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		found->calls[i] = event->calls[i];
	g_free(found->attachment);
	found->attachment = g_strdup(d->attachment);
	found->has_pixel = d->x >= 0;
	found->x = d->x;
	found->y = d->y;
	found->pixels = d->pixels;
	found->n = d->n;
	found->is_from_before = w->base[0].images->len;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		for (unsigned k = 0; k < d->n; k++)
			found->values[i][k] = d->values[i][k];
}

static bool walk(struct walk *w, GError **error)
{
	for (guint i = 0; i < w->events->len; i++) {
		const struct event *event = &g_array_index(w->events, struct event, i);
		struct gs_picture_difference difference;
		bool differs;
		for (int side = 0; side < GS_COMPARE_SIDES; side++)
			if (event->calls[side] != UINT64_MAX &&
				!go_to(w, side, event->calls[side], error))
				return false;
		if (!gs_pictures_compare(w->sides, &w->wish->tolerance,
			    w->base[0].images->len ? w->base : NULL, &differs, &difference, error))
			return false;
		if (!differs)
			continue;
		note(w, event, &difference);
		return true;
	}
	return false;
}

static void end(struct walk *w)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		gs_seen_finish(&w->base[i]);
		gs_watched_free(w->sides[i]);
	}
	g_array_free(w->events, TRUE);
}

/* A pass that only one side has: its first draw. */
static bool take_alone(
	const struct gs_pairs *pairs, const struct gs_pass_pair *pass, struct gs_compared *found)
{
	int side = pass->last[GS_COMPARE_A] == UINT64_MAX;
	GArray *calls = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	gs_pairs_drawing(pairs, side, pass->first[side], pass->last[side], calls);
	found->is_equal = false;
	found->frame = pass->frame;
	found->draw = pass->draws;
	found->calls[side] = calls->len ? g_array_index(calls, uint64_t, 0) : pass->first[side];
	found->calls[!side] = UINT64_MAX;
	g_array_free(calls, TRUE);
	return true;
}

bool gs_find_draw(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	const struct gs_pass_pair *pass, struct gs_compared *found, GError **error)
{
	struct walk w = {.wish = wish, .pairs = pairs, .found = found};
	bool good = true;
	if (pass->last[GS_COMPARE_A] == UINT64_MAX || pass->last[GS_COMPARE_B] == UINT64_MAX)
		return take_alone(pairs, pass, found);
	find_events(&w, pass);
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		g_autofree char *points = g_strdup_printf(
			"%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, pass->first[i], pass->last[i]);
		w.base[i].images = gs_seen_images_new();
		w.sides[i] = good ? gs_watched_new(wish, i, points, error) : NULL;
		good = w.sides[i];
	}
	bool is_found = good && find_base(&w, error) && walk(&w, error);
	end(&w);
	return is_found;
}
