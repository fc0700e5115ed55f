/* SPDX-License-Identifier: MIT */
#include "compare/compare.h"

#include "compare/private.h"

enum {
	MOST_ALARMS = 16,  /* passes that differ, of which no draw does */
	MOST_DRAWS = 4000, /* of which each is looked at where only calls differ */
};

/* Points at which players wait, as replay/watch.h has them. */
static const char PASSES[] = "passes", ALL_DRAWS[] = "0-";

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

static bool find(const struct gs_compare_wish *wish, const struct gs_pairs *pairs,
	struct gs_compared *found, GError **error)
{
	if (!find_by(wish, pairs, PASSES, found, error))
		return false;
	return !found->is_equal || !is_worth_it(wish, pairs) ||
	       find_by(wish, pairs, ALL_DRAWS, found, error);
}

bool gs_compare(const struct gs_compare_wish *wish, struct gs_compared *found, GError **error)
{
	*found = (struct gs_compared){.is_equal = true,
		.calls = {UINT64_MAX, UINT64_MAX},
		.setters = {UINT64_MAX, UINT64_MAX},
		.cause = GS_CAUSE_UNKNOWN};
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
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		g_free(found->details[i]);
	*found = (struct gs_compared){.is_equal = true};
}
