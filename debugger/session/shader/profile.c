/* SPDX-License-Identifier: MIT */
/* Loop profiles and counts: a number of every element from a draw or two, curves made of them. */
#include <math.h>
#include <string.h>
#include "debugger/engine/show/curves.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/values.h"

enum {
	MAX_DRAWS = 3,
	MAX_WINDOW = 64, /* entries of a loop that one draw can bring back */
};

/* ---- which loop ---- */

static const struct gs_node *loop_round(const struct gs_site *site)
{
	const struct gs_node *node = site->node;
	while (node && node->kind != GS_NODE_FOR && node->kind != GS_NODE_WHILE &&
		node->kind != GS_NODE_DO)
		node = node->parent;
	return node;
}

/* A site in the loop that an initialiser begins: the next one that is a loop deeper. */
static const struct gs_site *inside(const struct gs_debug *debug, const struct gs_site *init)
{
	const struct gs_node *loop = loop_round(init);
	for (size_t i = init->id + 1; i < debug->plan->n_sites; i++) {
		const struct gs_site *site = &debug->plan->sites[i];
		if (site->function == init->function && site->n_loops == init->n_loops + 1 &&
			site->unit == loop->unit && site->marked->first >= loop->first &&
			site->marked->last <= loop->last)
			return site;
	}
	return NULL;
}

/* The position at a loop: that of the frame looked from; g_free. */
static struct gs_position *find_loop(const struct gs_debug *debug, GError **error)
{
	struct gs_position *position = gs_position_copy(gs_path_position(debug->path));
	position->n_frames -= debug->frame;
	struct gs_frame *frame = &position->frame[position->n_frames - 1];
	const struct gs_site *site = &debug->plan->sites[frame->site];
	if (site->kind == GS_SITE_LOOP_INIT) {
		const struct gs_site *in = inside(debug, site);
		if (in) {
			frame->site = in->id;
			frame->iterations[frame->n_iterations++] = 0;
			return position;
		}
	} else if (site->n_loops > 0) {
		return position;
	}
	g_free(position);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"this position is not in a loop: step to one, `profile` works at a loop and inside "
		"it");
	return NULL;
}

static void describe_loop(const struct gs_debug *debug, const struct gs_position *position,
	struct gs_profile *profile)
{
	const struct gs_site *site = &debug->plan->sites[gs_position_site(position)];
	const struct gs_node *loop = loop_round(site);
	for (size_t i = 0; i < debug->plan->n_sites; i++) {
		const struct gs_site *test = &debug->plan->sites[i];
		if (test->kind == GS_SITE_LOOP_TEST && loop_round(test) == loop) {
			profile->line = gs_node_span(test->marked).line;
			profile->text = gs_node_source(test->marked);
			return;
		}
	}
	profile->line = loop ? gs_node_span(loop).line : 0;
	profile->text = g_strdup(loop ? loop->unit->tokens[loop->first].text : "");
}

/* ---- drawing ---- */

struct results {
	struct gs_capture_result *result[MAX_DRAWS];
	unsigned n;
	size_t window;			     /* entries in each */
	uint64_t most;			     /* entries of any element */
	uint64_t deepest, deepest_of_all;    /* last index of the curves */
	bool cut;			     /* an entry had more iterations than its word holds */
	struct gs_capture_result *histogram; /* NULL: the entries are all there */
};

static void free_results(struct results *results)
{
	for (unsigned i = 0; i < results->n; i++)
		gs_capture_result_unref(results->result[i]);
	gs_capture_result_unref(results->histogram);
}

static void look_at_entries(struct results *results, const struct gs_capture_result *result)
{
	struct gs_loop_entry entries[MAX_WINDOW];
	size_t pixels = (size_t)result->images.width * result->images.height;
	for (size_t i = 0; i < pixels; i++) {
		size_t n = gs_variant_entries(
			result->variant, &result->images, i, entries, MAX_WINDOW);
		for (size_t k = 0; k < n; k++) {
			uint64_t last = gs_curves_index(entries[k].iterations, entries[k].end);
			results->deepest_of_all = MAX(results->deepest_of_all, last);
			results->cut = results->cut || entries[k].cut;
		}
	}
}

static bool capture(struct gs_debug *debug, const struct gs_position *position,
	struct results *results, GError **error)
{
	struct gs_variant_request request = {.kind = GS_VARIANT_PROFILE,
		.position = position,
		.first_decision = results->n * results->window};
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, NULL, error);
	if (!result)
		return false;
	results->result[results->n++] = result;
	results->window = gs_variant_window(result->variant);
	look_at_entries(results, result);
	return true;
}

static void read_elements(
	const struct gs_debug *debug, struct results *results, struct gs_profile *profile)
{
	const struct gs_capture_result *result = results->result[0];
	for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);) {
		struct gs_loop_profile *p = &profile->elements[(size_t)c.y * profile->width + c.x];
		*p = gs_variant_profile(result->variant, &result->images, c.pixel);
		profile->entries += p->entries;
		profile->iterations += p->all_iterations;
		results->most = MAX(results->most, p->entries);
		if (p->end == GS_LOOP_NOT_REACHED)
			continue;
		profile->n_elements++;
		profile->max_iterations = MAX(profile->max_iterations, p->iterations);
		results->deepest = MAX(results->deepest, gs_curves_index(p->iterations, p->end));
	}
}

static void sum_entries(
	const struct gs_debug *debug, const struct results *results, struct gs_profile *profile)
{
	struct gs_loop_entry entries[MAX_WINDOW];
	gs_curves_begin(&profile->all, results->deepest_of_all);
	for (unsigned s = 0; s < results->n; s++) {
		const struct gs_capture_result *result = results->result[s];
		for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);) {
			size_t n = gs_variant_entries(
				result->variant, &result->images, c.pixel, entries, MAX_WINDOW);
			for (size_t k = 0; k < n; k++)
				gs_curves_add(&profile->all, entries[k].iterations, entries[k].end);
		}
	}
	gs_curves_end(&profile->all);
}

/* Of a histogram. False: it does not hold all. */
static bool sum_bins(
	const struct gs_debug *debug, const struct results *results, struct gs_profile *profile)
{
	const struct gs_capture_result *result = results->histogram;
	uint32_t finished[MAX_WINDOW], left[MAX_WINDOW];
	size_t n = gs_variant_window(result->variant);
	struct gs_curves *all = &profile->all;
	bool whole = n > 0 && n <= MAX_WINDOW;
	gs_curves_begin(all, n);
	for (struct gs_covered c = {0}; whole && gs_covered_next(debug, result, &c);) {
		whole = gs_variant_bins(result->variant, &result->images, c.pixel, finished, left);
		for (size_t k = 0; k < n; k++) {
			all->finished[k] += finished[k];
			all->left[k] += left[k];
		}
	}
	if (!whole) {
		gs_curves_finish(all);
		return false;
	}
	while (n > 1 && all->finished[n - 1] == 0 && all->left[n - 1] == 0)
		n--;
	all->n = n;
	for (size_t k = n; k-- > 0;) /* elements that leave here or later began before */
		all->active[k] = all->left[k] +
				 (k + 1 < n ? all->finished[k + 1] + all->active[k + 1] : 0);
	return true;
}

/* The curves of all entries, by the draws that are left. */
static void find_all(struct gs_debug *debug, const struct gs_position *position,
	struct results *results, struct gs_profile *profile)
{
	unsigned passes = results->result[0]->variant->n_passes;
	bool whole = !results->cut && results->window > 0;
	profile->n_draws = passes;
	if (whole && results->most > results->window && 2 * passes <= MAX_DRAWS) {
		struct gs_variant_request request = {
			.kind = GS_VARIANT_PROFILE, .position = position, .histogram = true};
		results->histogram = gs_debug_capture(debug, &request, 0, NULL, NULL);
		profile->n_draws += passes;
		if (results->histogram && sum_bins(debug, results, profile))
			return;
	}
	while (whole && results->n * results->window < results->most) {
		whole = profile->n_draws + passes <= MAX_DRAWS &&
			(results->n + 1) * results->window >= results->most &&
			capture(debug, position, results, NULL) && !results->cut;
		profile->n_draws += whole ? passes : 0;
	}
	if (whole)
		sum_entries(debug, results, profile);
	else if (results->most <= 1 &&
		 profile->entries == profile->n_elements) /* there is no other */
		gs_curves_copy(&profile->all, &profile->curves);
	else
		profile->why_not_all = "an element enters the loop too often, with too many "
				       "iterations, for three draws";
}

static struct gs_profile *make_profile(
	struct gs_debug *debug, const struct gs_position *position, struct results *results)
{
	struct gs_profile *profile = g_new0(struct gs_profile, 1);
	profile->width = debug->target.width;
	profile->height = debug->target.height;
	profile->elements = g_new0(
		struct gs_loop_profile, (size_t)profile->width * profile->height + 1);
	describe_loop(debug, position, profile);
	read_elements(debug, results, profile);
	gs_curves_begin(&profile->curves, results->deepest);
	for (size_t i = 0; i < (size_t)profile->width * profile->height; i++)
		gs_curves_add(&profile->curves, profile->elements[i].iterations,
			profile->elements[i].end);
	gs_curves_end(&profile->curves);
	return profile;
}

struct gs_profile *gs_session_profile(struct gs_session *session, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	struct gs_position *position = find_loop(debug, error);
	struct gs_profile *profile = NULL;
	struct results results = {0};
	if (position && capture(debug, position, &results, error)) {
		profile = make_profile(debug, position, &results);
		find_all(debug, position, &results, profile);
		free_results(&results);
	}
	g_free(position);
	return profile;
}

/* ---- counts ---- */

static struct gs_field *new_field(const struct gs_debug *debug, const char *const *names, size_t n)
{
	struct gs_field *field = g_new0(struct gs_field, 1);
	size_t cells = (size_t)debug->target.width * debug->target.height;
	field->width = debug->target.width;
	field->height = debug->target.height;
	field->planes = MAX(debug->target.planes, 1);
	if (debug->stage != GS_STAGE_FRAGMENT)
		field->elements = gs_debug_list_elements(debug);
	field->type = (struct gs_type){.base = GS_BASE_UINT, .columns = 1, .rows = 1};
	if (n > 1) {
		field->type.n_dimensions = 1;
		field->type.dimensions[0] = (int)n;
	}
	field->type_name = gs_type_string(&field->type);
	field->expression = g_strdup(n == 1 ? names[0] : "lookups");
	field->n_scalars = n;
	field->scalar_names = g_new0(char *, n + 1);
	gs_field_reserve(field, true);
	field->min = g_new(double, n);
	field->max = g_new(double, n);
	field->n_total = debug->n_total;
	for (size_t i = 0; i < cells * n; i++)
		field->values[i] = NAN;
	for (size_t k = 0; k < n; k++) {
		field->scalar_names[k] = g_strdup(names[k]);
		field->min[k] = field->max[k] = NAN;
	}
	return field;
}

static void set_count(struct gs_field *field, size_t cell, size_t k, uint64_t count)
{
	double v = (double)count;
	field->values[cell * field->n_scalars + k] = v;
	field->min[k] = isnan(field->min[k]) || v < field->min[k] ? v : field->min[k];
	field->max[k] = isnan(field->max[k]) || v > field->max[k] ? v : field->max[k];
	field->n_active += !field->active[cell];
	field->active[cell] = 1;
}

static struct gs_field *count_iterations(struct gs_session *session, GError **error)
{
	static const char *const name = "iterations";
	struct gs_profile *profile = gs_session_profile(session, error);
	if (!profile)
		return NULL;
	struct gs_field *field = new_field(session->debug, &name, 1);
	for (size_t i = 0; i < (size_t)field->width * field->height; i++)
		if (profile->elements[i].end != GS_LOOP_NOT_REACHED)
			set_count(field, i, 0, profile->elements[i].iterations);
	gs_profile_free(profile);
	return field;
}

/* Counters first to first + n - 1 of the variant. */
static struct gs_field *read_counts(const struct gs_debug *debug,
	const struct gs_capture_result *result, size_t first, size_t n)
{
	const char *const *names;
	gs_variant_counters(result->variant, &names);
	struct gs_field *field = new_field(debug, names + first, n);
	for (struct gs_covered c = {0}; gs_covered_next(debug, result, &c);)
		for (size_t k = 0; k < n; k++)
			set_count(field, (size_t)c.y * field->width + c.x, k,
				gs_variant_count(
					result->variant, &result->images, first + k, c.pixel));
	return field;
}

struct gs_field *gs_session_count(struct gs_session *session, enum gs_count what, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	if (what == GS_COUNT_ITERATIONS)
		return count_iterations(session, error);
	struct gs_debug *debug = session->debug;
	struct gs_variant_request request = {.kind = GS_VARIANT_COUNTS};
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, NULL, error);
	if (!result)
		return NULL;
	const char *const *names;
	size_t n = gs_variant_counters(result->variant, &names);
	struct gs_field *field = NULL;
	if (what == GS_COUNT_SITES)
		field = read_counts(debug, result, 0, 1);
	else if (n > 1)
		field = read_counts(debug, result, 1, n - 1);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"this shader makes no texture lookup: `count sites` counts what it "
			"executes");
	gs_capture_result_unref(result);
	return field;
}
