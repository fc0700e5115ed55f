/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "debugger/base/halves.h"
#include "debugger/base/image-memory.h"
#include "debugger/engine/captured/multi-site.h"
#include "debugger/engine/engine.h"

struct gs_position_cache {
	struct gs_debug *debug;
	struct gs_multi_site_programs *programs, *image_programs;
	GHashTable *by_position; /* struct gs_position * (its own) to struct
				    gs_captured_position */
	GQueue recent;		 /* latest first */
	size_t bytes;
	size_t image_bytes; /* of the first attachment that came last */
};

static void free_value(gpointer data)
{
	gs_captured_value_free(data);
}

static void free_captured(gpointer data)
{
	struct gs_captured_position *captured = data;
	gs_image_memory_free(captured->flags);
	g_free(captured->choices);
	g_ptr_array_free(captured->values, TRUE);
	g_free(captured->position);
	g_free(captured);
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
	struct gs_position_cache *cache = g_new0(struct gs_position_cache, 1);
	cache->debug = debug;
	cache->programs = gs_multi_site_programs_new(debug, GS_MULTI_SITE_ALL);
	cache->image_programs = gs_multi_site_programs_new(debug, GS_MULTI_SITE_IMAGES);
	cache->by_position = g_hash_table_new_full(
		hash_position, equal_positions, NULL, free_captured);
	return cache;
}

void gs_position_cache_free(struct gs_position_cache *cache)
{
	if (!cache)
		return;
	g_hash_table_destroy(cache->by_position);
	gs_multi_site_programs_free(cache->programs);
	gs_multi_site_programs_free(cache->image_programs);
	g_free(cache);
}

struct gs_multi_site_programs *gs_position_cache_programs(struct gs_position_cache *cache)
{
	return cache->programs;
}

bool gs_position_cache_lacks_programs(struct gs_position_cache *cache)
{
	return gs_multi_site_programs_lack(cache->programs) ||
	       (gs_debug_is_huge(cache->debug) &&
		       gs_multi_site_programs_lack(cache->image_programs));
}

bool gs_position_cache_prepare(struct gs_position_cache *cache, bool *more, GError **error)
{
	if (!gs_multi_site_programs_prepare(cache->programs, more, error))
		return false;
	if (*more || !gs_debug_is_huge(cache->debug))
		return true;
	gs_image_memory_prepare(cache->image_bytes);
	return gs_multi_site_programs_prepare(cache->image_programs, more, error);
}

static void drop_oldest(struct gs_position_cache *cache)
{
	while (cache->bytes > GS_POSITION_CACHE_BYTES && cache->recent.length > 1) {
		struct gs_captured_position *captured = g_queue_peek_tail(&cache->recent);
		g_queue_unlink(&cache->recent, &captured->link);
		cache->bytes -= captured->bytes;
		g_hash_table_remove(cache->by_position, captured->position);
	}
}

static void add_bytes(
	struct gs_position_cache *cache, struct gs_captured_position *captured, size_t bytes)
{
	captured->bytes += bytes;
	cache->bytes += bytes;
}

struct gs_captured_position *gs_position_cache_get(
	struct gs_position_cache *cache, const struct gs_position *position)
{
	struct gs_captured_position *captured = g_hash_table_lookup(cache->by_position, position);
	if (captured) {
		g_queue_unlink(&cache->recent, &captured->link);
	} else {
		captured = g_new0(struct gs_captured_position, 1);
		captured->position = gs_position_copy(position);
		captured->values = g_ptr_array_new_with_free_func(free_value);
		captured->link.data = captured;
		g_hash_table_insert(cache->by_position, captured->position, captured);
		add_bytes(cache, captured, sizeof *captured + gs_position_size(position));
	}
	g_queue_push_head_link(&cache->recent, &captured->link);
	drop_oldest(cache);
	return captured;
}

struct gs_captured_position *gs_position_cache_peek(
	struct gs_position_cache *cache, const struct gs_position *position)
{
	struct gs_captured_position *captured = g_hash_table_lookup(cache->by_position, position);
	return captured && captured->flags ? captured : NULL;
}

static uint16_t read_choice(const struct gs_capture_result *result, size_t pixel)
{
	return gs_variant_decided(result->variant, &result->images, pixel)
		       ? gs_variant_decision(result->variant, &result->images, pixel)
		       : GS_NO_CHOICE;
}

/* Outside fragment shaders, cells without an element have no flags: they fill the grid's last row.
 */
static void drop_uncovered(const struct gs_debug *debug, uint8_t *flags, size_t from, size_t n)
{
	for (size_t i = from; debug->stage != GS_STAGE_FRAGMENT && i < from + n; i++)
		if (!debug->covered[i])
			flags[i] = 0;
}

struct flag_counts {
	size_t active, yes, no, left;
};

static void count_flags(struct flag_counts *counts, const uint8_t *flags, size_t n)
{
	size_t active = 0, yes = 0, no = 0, left = 0;
	for (size_t i = 0; i < n; i++) {
		active += (flags[i] & GS_ELEMENT_HERE) != 0;
		yes += (flags[i] & GS_ELEMENT_TRUE) != 0;
		no += (flags[i] & GS_ELEMENT_FALSE) != 0;
		left += (flags[i] & GS_ELEMENT_LEFT) != 0;
	}
	counts->active += active;
	counts->yes += yes;
	counts->no += no;
	counts->left += left;
}

static void add_counts(struct gs_captured_position *captured, const struct flag_counts *counts)
{
	captured->n_active += counts->active;
	captured->n_true += counts->yes;
	captured->n_false += counts->no;
	captured->n_left += counts->left;
}

static void read_choices(const struct gs_debug *debug, struct gs_captured_position *captured,
	const struct gs_capture_result *result, size_t pixel, size_t to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (debug->stage == GS_STAGE_FRAGMENT || debug->covered[to + i])
			captured->choices[to + i] = read_choice(result, pixel + i);
}

/* Some rows of a result's flags. */
struct flag_rows {
	const struct gs_debug *debug;
	struct gs_captured_position *captured;
	const struct gs_capture_result *result;
	unsigned width; /* of the result, as far as it lies in the target */
	struct flag_counts counts;
};

static void read_flag_rows(void *data, unsigned first, unsigned last)
{
	struct flag_rows *rows = data;
	const struct gs_capture_result *result = rows->result;
	struct gs_captured_position *captured = rows->captured;
	for (size_t y = first; y < last; y++) {
		size_t pixel = y * result->images.width;
		size_t to = (y + result->y) * rows->debug->target.width + result->x;
		uint8_t *flags = captured->flags + to;
		gs_variant_flags_of(result->variant, &result->images, pixel, rows->width, flags);
		drop_uncovered(rows->debug, captured->flags, to, rows->width);
		count_flags(&rows->counts, flags, rows->width);
		if (captured->choices)
			read_choices(rows->debug, captured, result, pixel, to, rows->width);
	}
}

static void read_flags(struct gs_position_cache *cache, struct gs_captured_position *captured,
	const struct gs_capture_result *result)
{
	const struct gs_debug *debug = cache->debug;
	unsigned width = debug->target.width, height = debug->target.height;
	size_t size = (size_t)width * height;
	captured->flags = gs_image_memory_new0(size);
	cache->image_bytes = (size_t)result->images.width * result->images.height * 16;
	if (gs_site_chooses(&debug->plan->sites[gs_position_site(captured->position)]))
		captured->choices = g_new(uint16_t, size);
	for (size_t i = 0; captured->choices && i < size; i++)
		captured->choices[i] = GS_NO_CHOICE;
	struct flag_rows low = {debug, captured, result}, high;
	if (result->x < width && result->y < height) {
		low.width = MIN(result->images.width, width - result->x);
		high = low;
		gs_in_halves(low.width, MIN(result->images.height, height - result->y),
			read_flag_rows, &low, &high);
		add_counts(captured, &low.counts);
		add_counts(captured, &high.counts);
	}
	add_bytes(cache, captured, captured->choices ? 3 * size : size);
}

void gs_position_cache_begin(struct gs_position_cache *cache, const struct gs_position *position)
{
	struct gs_captured_position *captured = gs_position_cache_get(cache, position);
	const struct gs_debug *debug = cache->debug;
	size_t size = (size_t)debug->target.width * debug->target.height;
	captured->flags = gs_image_memory_new(size);
	for (size_t i = 0; i < size; i++)
		captured->flags[i] = debug->covered[i] ? GS_ELEMENT_COVERED | GS_ELEMENT_HERE : 0;
	struct flag_counts counts = {0};
	count_flags(&counts, captured->flags, size);
	add_counts(captured, &counts);
	add_bytes(cache, captured, size);
}

static struct gs_captured_value *find_value(struct gs_position_cache *cache,
	struct gs_captured_position *captured, unsigned frame, const char *text)
{
	for (unsigned i = 0; i < captured->values->len; i++) {
		struct gs_captured_value *value = g_ptr_array_index(captured->values, i);
		if (value->frame == frame && strcmp(value->text, text) == 0)
			return value;
	}
	struct gs_captured_value *value = gs_captured_value_new(
		cache->debug, captured->position, frame, text);
	g_ptr_array_add(captured->values, value);
	return value;
}

/* A series of draws that captures values: the next draw begins at this value and scalar. */
struct series {
	struct gs_captured_value **values;
	size_t n, capture, scalar;
};

/* One draw captures as many of the values as fit, and the series moves on. */
static bool capture_values(struct gs_position_cache *cache, struct gs_captured_position *captured,
	struct series *s, GError **error)
{
	struct gs_capture *captures = g_new0(struct gs_capture, s->n + 1);
	for (size_t i = 0; i < s->n; i++)
		captures[i] = (struct gs_capture){s->values[i]->parsed, s->values[i]->frame};
	struct gs_variant_request request = {
		.kind = GS_VARIANT_POSITION,
		.position = captured->position,
		.captures = captures,
		.n_captures = s->n,
		.in_parts = true,
		.first_scalar = s->scalar,
	};
	struct gs_capture_result *result = gs_debug_capture(
		cache->debug, &request, s->capture, NULL, error);
	g_free(captures);
	if (!result)
		return false;
	if (!captured->flags)
		read_flags(cache, captured, result);
	size_t next = result->variant->next_capture;
	bool moved = next > s->capture || result->variant->next_scalar > s->scalar;
	for (size_t i = s->capture;
		i < s->n && (i < next || (i == next && result->variant->next_scalar)); i++) {
		g_ptr_array_add(s->values[i]->results, gs_capture_result_ref(result));
		s->values[i]->capture = i;
		s->values[i]->whole = i < next;
	}
	if (s->n)
		add_bytes(cache, captured, result->bytes);
	s->capture = next;
	s->scalar = result->variant->next_scalar;
	gs_capture_result_unref(result);
	if (moved || s->n == 0)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"'%s' does not fit one draw: ask for a part of it", s->values[s->capture]->text);
	return false;
}

static bool capture_flags(
	struct gs_position_cache *cache, struct gs_captured_position *captured, GError **error)
{
	struct series none = {0};
	return captured->flags || capture_values(cache, captured, &none, error);
}

/* Where one program for all values fails, each gets a program of its own: a value that the driver
 * refuses must not cost the others. */
static bool capture_singly(struct gs_position_cache *cache, struct gs_captured_position *captured,
	struct gs_captured_value **values, size_t n, GError **error)
{
	if (!capture_flags(cache, captured, error))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct series one = {&values[i], 1, 0, 0};
		GError *failure = NULL;
		if (values[i]->whole)
			continue;
		g_ptr_array_set_size(values[i]->results, 0);
		while (one.capture < 1 && !failure)
			capture_values(cache, captured, &one, &failure);
		if (failure && gs_error_is_fatal(failure)) {
			g_propagate_error(error, failure);
			return false;
		}
		values[i]->error = failure;
	}
	return true;
}

/* Captures the first n_needed values, and the others where a draw has room for them. */
static bool capture_all(struct gs_position_cache *cache, struct gs_captured_position *captured,
	struct gs_captured_value **values, size_t n, size_t n_needed, GError **error)
{
	struct series s = {values, n, 0, 0};
	do {
		GError *failure = NULL;
		if (gs_debug_is_expired(cache->debug, error))
			return false;
		if (!capture_values(cache, captured, &s, &failure)) {
			if (gs_error_is_fatal(failure)) {
				g_propagate_error(error, failure);
				return false;
			}
			g_clear_error(&failure);
			return capture_singly(cache, captured, values, n_needed, error);
		}
	} while (s.capture < n_needed);
	return true;
}

/* Drops what a failed series or a prefetch has captured in part. */
static void forget_parts(struct gs_captured_value **values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!values[i]->whole)
			g_ptr_array_set_size(values[i]->results, 0);
}

static void want(GPtrArray *wanted, struct gs_captured_value *value)
{
	if (!value->whole && !value->error && !g_ptr_array_find(wanted, value, NULL))
		g_ptr_array_add(wanted, value);
}

/* Variables that will be asked for next fill a draw that has to be made anyway, unless its images
 * are large. */
static void want_variables(struct gs_position_cache *cache, struct gs_captured_position *captured,
	unsigned frame, GPtrArray *wanted)
{
	const struct gs_debug *debug = cache->debug;
	const struct gs_site *site = &debug->plan->sites[captured->position->frame[frame].site];
	const struct gs_symbol *symbols[GS_MAX_UNASKED];
	if (!gs_debug_is_small(debug))
		return;
	size_t n = gs_site_unasked(debug->shader, site, symbols);
	for (size_t i = 0; i < n; i++)
		want(wanted, find_value(cache, captured, frame, symbols[i]->name));
}

/* Whether it was asked for of all elements lately. */
static bool is_image(const struct gs_position_cache *cache, const char *text)
{
	const char *asked[GS_MAX_RECENT_EXPRESSIONS];
	size_t n = gs_debug_recent_expressions(cache->debug, true, asked);
	for (size_t i = 0; i < n; i++)
		if (strcmp(asked[i], text) == 0)
			return true;
	return false;
}

/* How many attachments of the program hold what is wanted; 0: it holds nothing that is needed. */
static unsigned look_into_program(const struct gs_position_cache *cache,
	const struct gs_captured_position *captured, struct gs_multi_site_programs *programs,
	const struct gs_multi_site_program *program, const GPtrArray *wanted, size_t n_needed)
{
	unsigned all = gs_multi_site_program_flag_attachments(program);
	bool any = !captured->flags;
	for (unsigned i = 0; i < wanted->len; i++) {
		const struct gs_captured_value *value = g_ptr_array_index(wanted, i);
		struct gs_capture_location holding = gs_multi_site_program_holds(
			program, captured->position, value->text);
		if (holding.held == GS_CAPTURE_AVAILABLE) {
			all = MAX(all, holding.n_attachments);
			if (!gs_debug_is_small(cache->debug) && !holding.is_image &&
				is_image(cache, value->text))
				gs_multi_site_programs_outdate(programs);
			any |= i < n_needed;
		} else if (i < n_needed && holding.held == GS_CAPTURE_NOT_REQUESTED &&
			   (programs == cache->programs || is_image(cache, value->text))) {
			gs_multi_site_programs_outdate(programs);
		}
	}
	return any ? all : 0;
}

/* Adds what was asked for lately and lies in the same attachments. */
static void want_beside(struct gs_position_cache *cache, struct gs_captured_position *captured,
	const struct gs_multi_site_program *program, unsigned n_attachments, GPtrArray *wanted)
{
	const char *asked[GS_MAX_RECENT_EXPRESSIONS];
	size_t n = gs_debug_recent_expressions(cache->debug, false, asked);
	for (size_t i = 0; i < n; i++) {
		struct gs_capture_location holding = gs_multi_site_program_holds(
			program, captured->position, asked[i]);
		if (holding.held == GS_CAPTURE_AVAILABLE && holding.n_attachments <= n_attachments)
			want(wanted, find_value(cache, captured, captured->position->n_frames - 1,
					     asked[i]));
	}
}

/* From a multi-site program, if one can be had, with all that it captures here; what it has
 * captured is taken out of wanted. False: error. */
static bool capture_from_program(struct gs_position_cache *cache,
	struct gs_captured_position *captured, unsigned frame, GPtrArray *wanted, size_t *n_needed,
	GError **error)
{
	GPtrArray *nothing = g_ptr_array_new();
	GPtrArray *here = frame == captured->position->n_frames - 1
				  ? wanted
				  : nothing; /* other frames are captured separately */
	GError *failure = NULL;
	struct gs_multi_site_programs *programs = gs_debug_is_huge(cache->debug)
							  ? cache->image_programs
							  : cache->programs;
	struct gs_multi_site_program *program = gs_multi_site_programs_find(
		programs, captured->position, &failure);
	if (failure)
		program = NULL;
	if (program)
		want_variables(cache, captured, frame, wanted);
	unsigned n = program ? look_into_program(
				       cache, captured, programs, program, here, *n_needed)
			     : 0;
	struct gs_capture_result *result = n ? gs_multi_site_program_capture(programs, program,
						       captured->position, NULL, n, &failure)
					     : NULL;
	if (result && here == wanted)
		want_beside(cache, captured, program, n, here);
	if (result && !captured->flags)
		read_flags(cache, captured, result);
	if (result)
		add_bytes(cache, captured, result->bytes);
	if (result)
		gs_multi_site_program_take(program, captured->position, result, here, n_needed);
	g_ptr_array_free(nothing, TRUE);
	gs_capture_result_unref(result);
	if (failure)
		g_propagate_error(error, failure);
	return !failure;
}

bool gs_position_cache_fetch(struct gs_position_cache *cache, struct gs_captured_position *captured,
	unsigned frame, const char *const *texts, size_t n, bool prefetch,
	struct gs_captured_value **values, GError **error)
{
	GPtrArray *wanted = g_ptr_array_new();
	bool good = true;
	for (size_t i = 0; i < n; i++) {
		struct gs_captured_value *value = find_value(cache, captured, frame, texts[i]);
		if (values)
			values[i] = value;
		want(wanted, value);
	}
	size_t n_needed = prefetch ? 0 : wanted->len;
	if (n_needed || !captured->flags)
		good = capture_from_program(cache, captured, frame, wanted, &n_needed, error);
	if (n_needed)
		want_variables(cache, captured, frame, wanted);
	if (!n_needed && captured->flags)
		g_ptr_array_set_size(wanted, 0);
	if (good && wanted->len)
		good = capture_all(cache, captured, (struct gs_captured_value **)wanted->pdata,
			wanted->len, n_needed, error);
	forget_parts((struct gs_captured_value **)wanted->pdata, wanted->len);
	good = good && capture_flags(cache, captured, error);
	g_ptr_array_free(wanted, TRUE);
	return good;
}

bool gs_position_cache_is_large(struct gs_position_cache *cache,
	struct gs_captured_position *captured, unsigned frame, const char *text)
{
	const struct gs_captured_value *value = find_value(cache, captured, frame, text);
	const struct gs_debug *debug = cache->debug;
	uint64_t pixels = (uint64_t)debug->bounds.width * debug->bounds.height;
	return !value->error && !value->whole &&
	       gs_type_scalars(&value->parsed->type) * pixels * 4 > GS_LARGE_BYTES;
}

/* ---- one element ---- */

bool gs_position_cache_decision(struct gs_position_cache *cache, const struct gs_position *position,
	unsigned x, unsigned y, unsigned *decision, GError **error)
{
	struct gs_debug *debug = cache->debug;
	struct gs_captured_position *captured = gs_position_cache_peek(cache, position);
	const struct gs_site *site = &debug->plan->sites[gs_position_site(position)];
	size_t at = (size_t)y * debug->target.width + x;
	unsigned flags = captured ? captured->flags[at] : 0;
	if (captured) {
		*decision = captured->choices ? captured->choices[at]
					      : (flags & GS_ELEMENT_TRUE) != 0;
	} else {
		unsigned rect[4] = {x, y, 1, 1};
		struct gs_variant_request request = {
			.kind = GS_VARIANT_POSITION, .position = position};
		struct gs_capture_result *result = gs_debug_capture(
			cache->debug, &request, 0, rect, error);
		size_t pixel;
		if (!result)
			return false;
		if (gs_capture_result_pixel(result, x, y, &pixel)) {
			flags = gs_variant_flags(result->variant, &result->images, pixel);
			*decision = gs_variant_decision(result->variant, &result->images, pixel);
		}
		gs_capture_result_unref(result);
	}
	/* An element that reaches the condition and does not decide is discarded in a function that
	 * the condition calls. Its path ends there, so the decision does not matter. */
	if (flags & GS_ELEMENT_HERE)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the driver reports no decision of the focus element at line %u; `shader leave` "
		"ends shader debugging",
		gs_node_span(site->marked).line);
	return false;
}
