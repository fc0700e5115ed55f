/* SPDX-License-Identifier: MIT */
#include "compare/compare.h"

#include "compare/private.h"

enum {
	MOST_ALARMS = 16,  /* passes that differ, of which no draw does */
	MOST_DRAWS = 4000, /* of which each is looked at where only calls differ */
	LONGEST_NUMBER = 24,
};

static const struct gs_compared nothing = {.is_equal = true,
	.calls = {UINT64_MAX, UINT64_MAX},
	.setters = {UINT64_MAX, UINT64_MAX},
	.cause = GS_CAUSE_UNKNOWN};

/* Points at which players wait, as replay/watch.h has them. */
static const char PASSES[] = "passes", FRAMES[] = "frames", ALL_DRAWS[] = "0-";

/* A pass whose pictures differ, though no draw of it made them differ. */
static void take_pass(const struct gs_pass_pair *pass, struct gs_compared *found)
{
	found->is_equal = false;
	found->frame = pass->frame;
	found->draw = pass->draws;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		found->calls[i] = pass->last[i];
}

static bool find_by(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	const char *points, struct gs_compared *found, GError **error)
{
	GError *own = NULL;
	struct gs_pass_search *search = gs_pass_search_new(wish, pairs, points, found, &own);
	for (unsigned i = 0; i < MOST_ALARMS && search && !own; i++) {
		struct gs_pass_pair pass;
		if (!gs_pass_search_next(search, &pass, &own) ||
			gs_find_draw(wish, pairs, &pass, found, &own) || own ||
			!gs_pass_search_ignore(search, &own))
			break;
		if (i + 1 == MOST_ALARMS)
			take_pass(&pass, found);
	}
	gs_pass_search_free(search);
	if (own)
		g_propagate_error(error, own);
	return !own;
}

/* Return whether to look behind each draw: what differs can be drawn over within its pass. */
static bool is_worth_it(const struct gs_compare_wish *wish, const struct gs_pairs *pairs)
{
	if (wish->every_draw || !gs_pairs_differing(pairs))
		return wish->every_draw;
	GArray *calls = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	gs_pairs_drawing(pairs, GS_COMPARE_A, 0, UINT64_MAX, calls);
	bool is_little = calls->len <= MOST_DRAWS;
	g_array_free(calls, TRUE);
	return is_little;
}

/* Find what differs first among these frames of each side. */
static bool find_in_frames(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	const uint64_t first[GS_COMPARE_SIDES], const uint64_t last[GS_COMPARE_SIDES],
	struct gs_compared *found, GError **error)
{
	struct gs_compare_wish own = *wish;
	char ranges[GS_COMPARE_SIDES][2 * LONGEST_NUMBER];
	const uint64_t points = found->points, calls_differing = found->calls_differing;
	gs_compared_clear(found);
	found->calls_differing = calls_differing;
	found->points = points;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		g_snprintf(ranges[i], sizeof ranges[i], "%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT,
			first[i], last[i]);
		own.frames[i] = ranges[i];
	}
	return find_by(&own, pairs, PASSES, found, error);
}

/* Find the first frame at whose end the pictures differ, and what differs first in it. Where that
 * is nothing, or something that was so before, it is looked for in all frames up to it. */
static bool bisect(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	struct gs_compared *found, GError **error)
{
	GError *own = NULL;
	struct gs_pass_pair frame;
	struct gs_pass_search *search = gs_pass_search_new(wish, pairs, FRAMES, found, &own);
	bool is_found = search && gs_pass_search_next(search, &frame, &own);
	gs_pass_search_free(search);
	if (own)
		g_propagate_error(error, own);
	if (!is_found)
		return !own;
	if (frame.last[GS_COMPARE_A] == UINT64_MAX || frame.last[GS_COMPARE_B] == UINT64_MAX)
		return gs_find_draw(wish, pairs, &frame, found, error);
	if (!find_in_frames(wish, pairs, frame.frames, frame.frames, found, error))
		return false;
	if (!found->is_equal && !found->is_from_before)
		return true;
	uint64_t first[GS_COMPARE_SIDES] = {0, 0}, last;
	for (int i = 0; i < GS_COMPARE_SIDES && wish->frames[i]; i++)
		gs_trace_range(wish->frames[i], &first[i], &last);
	return find_in_frames(wish, pairs, first, frame.frames, found, error);
}

static bool find(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	struct gs_compared *found, GError **error)
{
	if (wish->bisect)
		return bisect(wish, pairs, found, error);
	if (!find_by(wish, pairs, PASSES, found, error))
		return false;
	return !found->is_equal || !is_worth_it(wish, pairs) ||
	       find_by(wish, pairs, ALL_DRAWS, found, error);
}

bool gs_compare(const struct gs_compare_wish *wish, struct gs_compared *found, GError **error)
{
	*found = nothing;
	struct gs_pairs *pairs = gs_pairs_new(wish, error);
	if (pairs)
		found->calls_differing = gs_pairs_differing(pairs);
	bool good = pairs && find(wish, pairs, found, error);
	if (good && !found->is_equal)
		gs_find_why(wish, pairs, found);
	gs_pairs_free(pairs);
	return good;
}

void gs_compared_clear(struct gs_compared *found)
{
	g_free(found->function);
	g_free(found->attachment);
	g_free(found->what);
	g_free(found->stage);
	g_free(found->element);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		g_free(found->details[i]);
	*found = nothing;
}
