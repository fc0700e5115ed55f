/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "debugger/engine/multi-site.h"
#include "debugger/engine/engine.h"

struct gs_position_cache {
	struct gs_debug *debug;
	struct gs_multi_site_programs *batches;
	GHashTable *by_position; /* struct gs_position * (in the place) to struct
				    gs_captured_position */
	GQueue recent;		 /* latest first */
	size_t bytes;
};

static void free_sample(gpointer data)
{
	gs_captured_value_free(data);
}

static void free_place(gpointer data)
{
	struct gs_captured_position *place = data;
	g_free(place->flags);
	g_free(place->choices);
	g_ptr_array_free(place->samples, TRUE);
	g_free(place->position);
	g_free(place);
}

static guint hash_position(gconstpointer p)
{
	return gs_position_hash(p);
}

static gboolean equal_positions(gconstpointer a, gconstpointer b)
{
	return gs_position_equal(a, b);
}

struct gs_position_cache *gs_position_cache_new(struct gs_debug *debug)
{
	struct gs_position_cache *places = g_new0(struct gs_position_cache, 1);
	places->debug = debug;
	places->batches = gs_multi_site_programs_new(debug);
	places->by_position = g_hash_table_new_full(
		hash_position, equal_positions, NULL, free_place);
	return places;
}

void gs_position_cache_free(struct gs_position_cache *places)
{
	if (!places)
		return;
	g_hash_table_destroy(places->by_position);
	gs_multi_site_programs_free(places->batches);
	g_free(places);
}

struct gs_multi_site_programs *gs_position_cache_programs(struct gs_position_cache *places)
{
	return places->batches;
}

static void drop_oldest(struct gs_position_cache *places)
{
	while (places->bytes > GS_POSITION_CACHE_BYTES && places->recent.length > 1) {
		struct gs_captured_position *place = g_queue_peek_tail(&places->recent);
		g_queue_unlink(&places->recent, &place->link);
		places->bytes -= place->bytes;
		g_hash_table_remove(places->by_position, place->position);
	}
}

static void add_bytes(
	struct gs_position_cache *places, struct gs_captured_position *place, size_t bytes)
{
	place->bytes += bytes;
	places->bytes += bytes;
}

struct gs_captured_position *gs_position_cache_get(
	struct gs_position_cache *places, const struct gs_position *position)
{
	struct gs_captured_position *place = g_hash_table_lookup(places->by_position, position);
	if (place) {
		g_queue_unlink(&places->recent, &place->link);
	} else {
		place = g_new0(struct gs_captured_position, 1);
		place->position = gs_position_copy(position);
		place->samples = g_ptr_array_new_with_free_func(free_sample);
		place->link.data = place;
		g_hash_table_insert(places->by_position, place->position, place);
		add_bytes(places, place, sizeof *place + gs_position_size(position));
	}
	g_queue_push_head_link(&places->recent, &place->link);
	drop_oldest(places);
	return place;
}

struct gs_captured_position *gs_position_cache_peek(
	struct gs_position_cache *places, const struct gs_position *position)
{
	struct gs_captured_position *place = g_hash_table_lookup(places->by_position, position);
	return place && place->flags ? place : NULL;
}

static uint16_t read_choice(const struct gs_capture_result *shot, size_t pixel)
{
	return gs_variant_decided(shot->variant, &shot->images, pixel)
		       ? gs_variant_decision(shot->variant, &shot->images, pixel)
		       : GS_NO_CHOICE;
}

/* Only those whose stage ran, elsewhere than in a fragment shader: the grid's last row may be
 * filled up. */
static void drop_uncovered(const struct gs_debug *debug, uint8_t *flags, size_t from, size_t n)
{
	for (size_t i = from; debug->stage != GS_STAGE_FRAGMENT && i < from + n; i++)
		if (!debug->covered[i])
			flags[i] = 0;
}

static void count_flags(struct gs_captured_position *place, size_t from, size_t n)
{
	for (size_t i = from; i < from + n; i++) {
		unsigned flags = place->flags[i];
		place->n_active += (flags & GS_ELEMENT_HERE) != 0;
		place->n_true += (flags & GS_ELEMENT_TRUE) != 0;
		place->n_false += (flags & GS_ELEMENT_FALSE) != 0;
		place->n_left += (flags & GS_ELEMENT_LEFT) != 0;
	}
}

static void read_choices(const struct gs_debug *debug, struct gs_captured_position *place,
	const struct gs_capture_result *shot, size_t pixel, size_t to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (debug->stage == GS_STAGE_FRAGMENT || debug->covered[to + i])
			place->choices[to + i] = read_choice(shot, pixel + i);
}

static void read_flags(struct gs_position_cache *places, struct gs_captured_position *place,
	const struct gs_capture_result *shot)
{
	const struct gs_debug *debug = places->debug;
	size_t width = debug->target.width, height = debug->target.height, size = width * height;
	place->flags = g_malloc0(size);
	if (gs_site_chooses(&debug->plan->sites[gs_position_site(place->position)]))
		place->choices = g_new(uint16_t, size);
	for (size_t i = 0; place->choices && i < size; i++)
		place->choices[i] = GS_NO_CHOICE;
	size_t n = shot->x < width ? MIN(shot->images.width, width - shot->x) : 0;
	for (size_t y = 0; y < shot->images.height && y + shot->y < height; y++) {
		size_t pixel = y * shot->images.width, to = (y + shot->y) * width + shot->x;
		gs_variant_flags_of(shot->variant, &shot->images, pixel, n, place->flags + to);
		drop_uncovered(debug, place->flags, to, n);
		count_flags(place, to, n);
		if (place->choices)
			read_choices(debug, place, shot, pixel, to, n);
	}
	add_bytes(places, place, place->choices ? 3 * size : size);
}

static struct gs_captured_value *find_sample(struct gs_position_cache *places,
	struct gs_captured_position *place, unsigned frame, const char *text)
{
	for (unsigned i = 0; i < place->samples->len; i++) {
		struct gs_captured_value *sample = g_ptr_array_index(place->samples, i);
		if (sample->frame == frame && strcmp(sample->text, text) == 0)
			return sample;
	}
	struct gs_captured_value *sample = gs_captured_value_new(
		places->debug, place->position, frame, text);
	g_ptr_array_add(place->samples, sample);
	return sample;
}

/* The captures of a series of draws: from which sample and scalar on to go on. */
struct series {
	struct gs_captured_value **samples;
	size_t n, capture, scalar;
};

/* One draw for as many of the samples as fit; goes on in the series. */
static bool shoot_samples(struct gs_position_cache *places, struct gs_captured_position *place,
	struct series *s, GError **error)
{
	struct gs_capture *captures = g_new0(struct gs_capture, s->n + 1);
	for (size_t i = 0; i < s->n; i++)
		captures[i] = (struct gs_capture){s->samples[i]->parsed, s->samples[i]->frame};
	struct gs_variant_request request = {
		.kind = GS_VARIANT_POSITION,
		.position = place->position,
		.captures = captures,
		.n_captures = s->n,
		.in_parts = true,
		.first_scalar = s->scalar,
	};
	struct gs_capture_result *shot = gs_debug_capture(
		places->debug, &request, s->capture, NULL, error);
	g_free(captures);
	if (!shot)
		return false;
	if (!place->flags)
		read_flags(places, place, shot);
	size_t next = shot->variant->next_capture;
	bool moved = next > s->capture || shot->variant->next_scalar > s->scalar;
	for (size_t i = s->capture;
		i < s->n && (i < next || (i == next && shot->variant->next_scalar)); i++) {
		g_ptr_array_add(s->samples[i]->shots, gs_capture_result_ref(shot));
		s->samples[i]->capture = i;
		s->samples[i]->whole = i < next;
	}
	if (s->n)
		add_bytes(places, place, shot->bytes);
	s->capture = next;
	s->scalar = shot->variant->next_scalar;
	gs_capture_result_unref(shot);
	if (moved || s->n == 0)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"'%s' does not fit one draw: ask for a part of it", s->samples[s->capture]->text);
	return false;
}

static bool shoot_flags(
	struct gs_position_cache *places, struct gs_captured_position *place, GError **error)
{
	struct series none = {0};
	return place->flags || shoot_samples(places, place, &none, error);
}

/* All together could not be had: each alone, so that one that the driver refuses does not take the
 * others with it. */
static bool shoot_singly(struct gs_position_cache *places, struct gs_captured_position *place,
	struct gs_captured_value **samples, size_t n, GError **error)
{
	if (!shoot_flags(places, place, error))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct series one = {&samples[i], 1, 0, 0};
		GError *failure = NULL;
		if (samples[i]->whole)
			continue;
		g_ptr_array_set_size(samples[i]->shots, 0);
		while (one.capture < 1 && !failure)
			shoot_samples(places, place, &one, &failure);
		if (failure && gs_error_is_fatal(failure)) {
			g_propagate_error(error, failure);
			return false;
		}
		samples[i]->error = failure;
	}
	return true;
}

/* The first n_needed of the samples; the others where there is room beside them. */
static bool shoot_all(struct gs_position_cache *places, struct gs_captured_position *place,
	struct gs_captured_value **samples, size_t n, size_t n_needed, GError **error)
{
	struct series s = {samples, n, 0, 0};
	do {
		GError *failure = NULL;
		if (gs_debug_is_expired(places->debug, error))
			return false;
		if (!shoot_samples(places, place, &s, &failure)) {
			if (gs_error_is_fatal(failure)) {
				g_propagate_error(error, failure);
				return false;
			}
			g_clear_error(&failure);
			return shoot_singly(places, place, samples, n_needed, error);
		}
	} while (s.capture < n_needed);
	return true;
}

/* What a broken series or a prefetch left half done. */
static void forget_parts(struct gs_captured_value **samples, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!samples[i]->whole)
			g_ptr_array_set_size(samples[i]->shots, 0);
}

static void want(GPtrArray *wanted, struct gs_captured_value *sample)
{
	if (!sample->whole && !sample->error && !g_ptr_array_find(wanted, sample, NULL))
		g_ptr_array_add(wanted, sample);
}

/* Variables that will be asked for next fill a draw that has to be made anyway, unless its images
 * are large. */
static void want_variables(struct gs_position_cache *places, struct gs_captured_position *place,
	unsigned frame, GPtrArray *wanted)
{
	const struct gs_debug *debug = places->debug;
	const struct gs_site *site = &debug->plan->sites[place->position->frame[frame].site];
	const struct gs_symbol *symbols[GS_MAX_UNASKED];
	if (!gs_debug_is_small(debug))
		return;
	size_t n = gs_site_unasked(debug->shader, site, symbols);
	for (size_t i = 0; i < n; i++)
		want(wanted, find_sample(places, place, frame, symbols[i]->name));
}

/* Is it to come along as an image at each position? */
static bool is_image(const struct gs_position_cache *places, const char *text)
{
	const char *asked[GS_MAX_RECENT_EXPRESSIONS];
	size_t n = gs_debug_recent_expressions(places->debug, true, asked);
	for (size_t i = 0; i < n; i++)
		if (strcmp(asked[i], text) == 0)
			return true;
	return false;
}

/* What of it is wanted from the program; returns how many attachments that needs, 0: nothing that
 * is needed is there. */
static unsigned look_into_batch(struct gs_position_cache *places,
	const struct gs_captured_position *place, const struct gs_multi_site_program *batch,
	const GPtrArray *wanted, size_t n_needed)
{
	unsigned all = gs_multi_site_program_flag_attachments(batch);
	bool any = !place->flags;
	for (unsigned i = 0; i < wanted->len; i++) {
		const struct gs_captured_value *sample = g_ptr_array_index(wanted, i);
		struct gs_capture_location holding = gs_multi_site_program_holds(
			batch, place->position, sample->text);
		if (holding.held == GS_CAPTURE_AVAILABLE) {
			all = MAX(all, holding.n_attachments);
			if (!gs_debug_is_small(places->debug) && !holding.is_image &&
				is_image(places, sample->text))
				gs_multi_site_programs_outdate(places->batches);
			any |= i < n_needed;
		} else if (i < n_needed && holding.held == GS_CAPTURE_NOT_REQUESTED) {
			gs_multi_site_programs_outdate(places->batches);
		}
	}
	return any ? all : 0;
}

/* What else was asked for lately and comes with those attachments. */
static void want_beside(struct gs_position_cache *places, struct gs_captured_position *place,
	const struct gs_multi_site_program *batch, unsigned n_attachments, GPtrArray *wanted)
{
	const char *asked[GS_MAX_RECENT_EXPRESSIONS];
	size_t n = gs_debug_recent_expressions(places->debug, false, asked);
	for (size_t i = 0; i < n; i++) {
		struct gs_capture_location holding = gs_multi_site_program_holds(
			batch, place->position, asked[i]);
		if (holding.held == GS_CAPTURE_AVAILABLE && holding.n_attachments <= n_attachments)
			want(wanted, find_sample(places, place, place->position->n_frames - 1,
					     asked[i]));
	}
}

/* From a program that serves several places, with all that it captures here; what was had is taken
 * out of wanted. False: error. */
static bool shoot_batch(struct gs_position_cache *places, struct gs_captured_position *place,
	unsigned frame, GPtrArray *wanted, size_t *n_needed, GError **error)
{
	GPtrArray *nothing = g_ptr_array_new();
	GPtrArray *here = frame == place->position->n_frames - 1
				  ? wanted
				  : nothing; /* others' captures are of their own */
	GError *failure = NULL;
	struct gs_multi_site_program *batch = gs_multi_site_programs_find(
		places->batches, place->position, &failure);
	if (failure)
		g_propagate_error(error, failure);
	if (batch)
		want_variables(places, place, frame, wanted);
	unsigned n = batch ? look_into_batch(places, place, batch, here, *n_needed) : 0;
	struct gs_capture_result *shot = n ? gs_multi_site_program_capture(places->batches, batch,
						     place->position, NULL, n, error)
					   : NULL;
	if (shot && here == wanted)
		want_beside(places, place, batch, n, here);
	if (shot && !place->flags)
		read_flags(places, place, shot);
	if (shot)
		add_bytes(places, place, shot->bytes);
	if (shot)
		gs_multi_site_program_take(batch, place->position, shot, here, n_needed);
	g_ptr_array_free(nothing, TRUE);
	bool good = !failure && (shot || !n);
	gs_capture_result_unref(shot);
	return good;
}

bool gs_position_cache_fetch(struct gs_position_cache *places, struct gs_captured_position *place,
	unsigned frame, const char *const *texts, size_t n, bool prefetch,
	struct gs_captured_value **samples, GError **error)
{
	GPtrArray *wanted = g_ptr_array_new();
	bool good = true;
	for (size_t i = 0; i < n; i++) {
		struct gs_captured_value *sample = find_sample(places, place, frame, texts[i]);
		if (samples)
			samples[i] = sample;
		want(wanted, sample);
	}
	size_t n_needed = prefetch ? 0 : wanted->len;
	if (n_needed || !place->flags)
		good = shoot_batch(places, place, frame, wanted, &n_needed, error);
	if (n_needed)
		want_variables(places, place, frame, wanted);
	if (!n_needed && place->flags)
		g_ptr_array_set_size(wanted, 0);
	if (good && wanted->len)
		good = shoot_all(places, place, (struct gs_captured_value **)wanted->pdata,
			wanted->len, n_needed, error);
	forget_parts((struct gs_captured_value **)wanted->pdata, wanted->len);
	good = good && shoot_flags(places, place, error);
	g_ptr_array_free(wanted, TRUE);
	return good;
}

bool gs_position_cache_is_large(struct gs_position_cache *places,
	struct gs_captured_position *place, unsigned frame, const char *text)
{
	const struct gs_captured_value *sample = find_sample(places, place, frame, text);
	const struct gs_debug *debug = places->debug;
	uint64_t pixels = (uint64_t)debug->bounds.width * debug->bounds.height;
	return !sample->error && !sample->whole &&
	       gs_type_scalars(&sample->parsed->type) * pixels * 4 > GS_LARGE_BYTES;
}

/* ---- one element ---- */

bool gs_position_cache_decision(struct gs_position_cache *places,
	const struct gs_position *position, unsigned x, unsigned y, unsigned *decision,
	GError **error)
{
	struct gs_debug *debug = places->debug;
	struct gs_captured_position *place = gs_position_cache_peek(places, position);
	const struct gs_site *site = &debug->plan->sites[gs_position_site(position)];
	size_t at = (size_t)y * debug->target.width + x;
	unsigned flags = place ? place->flags[at] : 0;
	if (place) {
		*decision = place->choices ? place->choices[at] : (flags & GS_ELEMENT_TRUE) != 0;
	} else {
		unsigned rect[4] = {x, y, 1, 1};
		struct gs_variant_request request = {
			.kind = GS_VARIANT_POSITION, .position = position};
		struct gs_capture_result *shot = gs_debug_capture(
			places->debug, &request, 0, rect, error);
		size_t pixel;
		if (!shot)
			return false;
		if (gs_capture_result_pixel(shot, x, y, &pixel)) {
			flags = gs_variant_flags(shot->variant, &shot->images, pixel);
			*decision = gs_variant_decision(shot->variant, &shot->images, pixel);
		}
		gs_capture_result_unref(shot);
	}
	/* One that comes here and does not decide is discarded in a call that the condition makes:
	 * its path ends there, whatever is said here. */
	if (flags & GS_ELEMENT_HERE)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the driver reports no decision of the focus element at line %u; `shader leave` "
		"ends shader debugging",
		gs_node_span(site->marked).line);
	return false;
}
