/* SPDX-License-Identifier: MIT */
/* The first pass after which what is attached differs. Both players go on in lockstep. */
#include "compare/private.h"

enum { BOTH_GO = GS_COMPARE_SIDES };

/* What is attached to a framebuffer of A, where a pass differs of which no draw does. */
struct base {
	unsigned framebuffer;
	struct gs_seen seen[GS_COMPARE_SIDES];
};

struct gs_pass_search {
	const struct gs_compare_wish *wish;
	const struct gs_pairs *pairs;
	struct gs_compared *found;
	bool is_by_draws;
	struct gs_watched_player *sides[GS_COMPARE_SIDES];
	GArray *bases; /* struct base */
	int goes;      /* who is to go on, a side or BOTH_GO; -1: nobody, at the beginning */
};

static struct gs_joint_place first_place(const struct gs_pass_search *s, int side)
{
	return gs_pairs_place(s->pairs, side, s->sides[side]->seen.first);
}

static struct gs_joint_place last_place(const struct gs_pass_search *s, int side)
{
	return gs_pairs_place(s->pairs, side, s->sides[side]->seen.last);
}

static void take_side(const struct gs_pass_search *s, int side, struct gs_pass_pair *pass)
{
	const struct gs_seen *seen = &s->sides[side]->seen;
	pass->first[side] = seen->first;
	pass->last[side] = seen->last;
	pass->frames[side] = seen->frame;
	if (side == GS_COMPARE_A || pass->last[GS_COMPARE_A] == UINT64_MAX) {
		pass->frame = seen->frame;
		pass->draws = seen->draws;
	}
}

/* Return which side's pass comes before all of the other's, or BOTH_GO. */
static int alone(const struct gs_pass_search *s)
{
	if (s->sides[GS_COMPARE_A]->has_ended)
		return GS_COMPARE_B;
	if (s->sides[GS_COMPARE_B]->has_ended)
		return GS_COMPARE_A;
	if (gs_compare_places(last_place(s, GS_COMPARE_A), first_place(s, GS_COMPARE_B)) < 0)
		return GS_COMPARE_A;
	if (gs_compare_places(last_place(s, GS_COMPARE_B), first_place(s, GS_COMPARE_A)) < 0)
		return GS_COMPARE_B;
	return BOTH_GO;
}

static const struct gs_seen *base_of(const struct gs_pass_search *s)
{
	for (guint i = s->bases->len; i > 0; i--) {
		const struct base *base = &g_array_index(s->bases, struct base, i - 1);
		if (base->framebuffer == s->sides[GS_COMPARE_A]->seen.framebuffer)
			return base->seen;
	}
	return NULL;
}

/* Look at the pass where the players wait, and find which of them are to go on. Return false with
 * an error. */
static bool look(
	struct gs_pass_search *s, struct gs_pass_pair *pass, bool *is_found, GError **error)
{
	struct gs_picture_difference difference;
	uint64_t mate;
	int side = alone(s);
	*pass = (struct gs_pass_pair){
		.first = {UINT64_MAX, UINT64_MAX}, .last = {UINT64_MAX, UINT64_MAX}};
	s->goes = side;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (side == BOTH_GO || side == i)
			take_side(s, i, pass);
	if (side == BOTH_GO)
		return gs_pictures_compare(
			s->sides, &s->wish->tolerance, base_of(s), is_found, &difference, error);
	/* One that is elsewhere on the other side is no difference of its own. */
	*is_found = !gs_pairs_mate(s->pairs, side, pass->first[side], &mate);
	return true;
}

/* Have those go on that are to, and both over where nothing was drawn yet. */
static bool go_on(struct gs_pass_search *s, GError **error)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		struct gs_watched_player *player = s->sides[i];
		if ((s->goes == BOTH_GO || s->goes == i) && !gs_watched_next(player, error))
			return false;
		if (!player->has_ended && player->seen.where == GS_SEEN_BEFORE &&
			!gs_watched_next(player, error))
			return false;
	}
	return true;
}

bool gs_pass_search_next(struct gs_pass_search *s, struct gs_pass_pair *pass, GError **error)
{
	bool is_found = false;
	while (!is_found) {
		if (!go_on(s, error))
			return false;
		if (s->sides[GS_COMPARE_A]->has_ended && s->sides[GS_COMPARE_B]->has_ended)
			return false;
		if (!look(s, pass, &is_found, error))
			return false;
		s->found->points += !s->is_by_draws;
		s->found->frames = MAX(s->found->frames, pass->frame + 1);
	}
	return true;
}

bool gs_pass_search_ignore(struct gs_pass_search *s, GError **error)
{
	struct base base = {.framebuffer = s->sides[GS_COMPARE_A]->seen.framebuffer};
	for (int i = 0; i < GS_COMPARE_SIDES && s->goes == BOTH_GO; i++)
		for (guint k = 0; k < s->sides[i]->seen.images->len; k++)
			if (!gs_watched_pixels(s->sides[i], k, error))
				return false;
	for (int i = 0; i < GS_COMPARE_SIDES && s->goes == BOTH_GO; i++) {
		base.seen[i].images = gs_seen_images_new();
		gs_seen_take(&s->sides[i]->seen, &base.seen[i]);
	}
	if (s->goes == BOTH_GO)
		g_array_append_val(s->bases, base);
	return true;
}

struct gs_pass_search *gs_pass_search_new(const struct gs_compare_wish *wish,
	const struct gs_pairs *pairs, const char *points, struct gs_compared *found, GError **error)
{
	struct gs_pass_search *s = g_new0(struct gs_pass_search, 1);
	bool good = true;
	s->wish = wish;
	s->pairs = pairs;
	s->found = found;
	s->is_by_draws = g_ascii_isdigit(*points);
	s->bases = g_array_new(FALSE, TRUE, sizeof(struct base));
	s->goes = -1;
	for (int i = 0; i < GS_COMPARE_SIDES && good; i++)
		good = (s->sides[i] = gs_watched_new(wish, i, points, error));
	if (good)
		return s;
	gs_pass_search_free(s);
	return NULL;
}

void gs_pass_search_free(struct gs_pass_search *s)
{
	if (!s)
		return;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		gs_watched_free(s->sides[i]);
		for (guint k = 0; k < s->bases->len; k++)
			gs_seen_finish(&g_array_index(s->bases, struct base, k).seen[i]);
	}
	g_array_free(s->bases, TRUE);
	g_free(s);
}
