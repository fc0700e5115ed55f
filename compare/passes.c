/* SPDX-License-Identifier: MIT */
/* The first pass after which what is attached differs. Both players go on in lockstep. */
#include "compare/private.h"

enum { BOTH_GO = GS_COMPARE_SIDES };

struct search {
	const struct gs_compare_wish *wish;
	const struct gs_pairs *pairs;
	struct gs_watched_player *sides[GS_COMPARE_SIDES];
	struct gs_joint_place behind;
};

static struct gs_joint_place first_place(const struct search *s, int side)
{
	return gs_pairs_place(s->pairs, side, s->sides[side]->seen.first);
}

static struct gs_joint_place last_place(const struct search *s, int side)
{
	return gs_pairs_place(s->pairs, side, s->sides[side]->seen.last);
}

static void take_side(const struct search *s, int side, struct gs_pass_pair *pass)
{
	const struct gs_seen *seen = &s->sides[side]->seen;
	pass->first[side] = seen->first;
	pass->last[side] = seen->last;
	if (side == GS_COMPARE_A || pass->last[GS_COMPARE_A] == UINT64_MAX) {
		pass->frame = seen->frame;
		pass->draws = seen->draws;
	}
}

/* Return which side's pass comes before all of the other's, or BOTH_GO. */
static int alone(const struct search *s)
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

/* Look at the pass where the players wait, and find which of them are to go on: *goes, a side or
 * BOTH_GO. Return false with an error. */
static bool look(const struct search *s, struct gs_pass_pair *pass, bool *is_found, int *goes,
	GError **error)
{
	struct gs_picture_difference difference;
	uint64_t mate;
	int side = alone(s);
	*pass = (struct gs_pass_pair){
		.first = {UINT64_MAX, UINT64_MAX}, .last = {UINT64_MAX, UINT64_MAX}};
	*goes = side;
	*is_found = false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (side == BOTH_GO || side == i)
			take_side(s, i, pass);
	if (side != BOTH_GO) {
		/* One that is elsewhere on the other side is no difference of its own. */
		*is_found = gs_compare_places(last_place(s, side), s->behind) > 0 &&
			    !gs_pairs_mate(s->pairs, side, pass->first[side], &mate);
		return true;
	}
	if (gs_compare_places(last_place(s, GS_COMPARE_A), s->behind) <= 0)
		return true;
	return gs_pictures_compare(
		s->sides, &s->wish->tolerance, NULL, is_found, &difference, error);
}

static bool go_on(struct search *s, int goes, GError **error)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if ((goes == BOTH_GO || goes == i) && !gs_watched_next(s->sides[i], error))
			return false;
	return true;
}

static bool find(
	struct search *s, struct gs_pass_pair *pass, struct gs_compared *found, GError **error)
{
	while (!s->sides[GS_COMPARE_A]->has_ended || !s->sides[GS_COMPARE_B]->has_ended) {
		bool is_found;
		int goes;
		if (!look(s, pass, &is_found, &goes, error))
			return false;
		if (is_found)
			return true;
		found->points++;
		found->frames = MAX(found->frames, pass->frame + 1);
		if (!go_on(s, goes, error))
			return false;
	}
	return false;
}

/* Go on from where nothing was drawn yet. */
static bool pass_over(struct search *s, GError **error)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (!s->sides[i]->has_ended && s->sides[i]->seen.where == GS_SEEN_BEFORE &&
			!gs_watched_next(s->sides[i], error))
			return false;
	return true;
}

bool gs_find_pass(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	struct gs_joint_place behind, bool is_by_draws, struct gs_pass_pair *pass,
	struct gs_compared *found, GError **error)
{
	struct search s = {wish, pairs, {NULL, NULL}, behind};
	bool is_found = false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		s.sides[i] = i && !s.sides[0] ? NULL
					      : gs_watched_new(wish, i,
							is_by_draws ? "0-" : "passes", error);
	if (s.sides[GS_COMPARE_A] && s.sides[GS_COMPARE_B])
		is_found = pass_over(&s, error) && find(&s, pass, found, error);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		gs_watched_free(s.sides[i]);
	return is_found;
}
