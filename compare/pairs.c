/* SPDX-License-Identifier: MIT */
/* Which call of the one trace is which of the other, by analysis/comparison.h; where both are the
 * same file, each call is itself. */
#include <stdlib.h>
#include <string.h>
#include "analysis/comparison.h"
#include "compare/private.h"
#include "data/data.h"
#include "data/object.h"
#include "debugger/base/error.h"

enum { NONE_LEFT = UINT32_MAX, MOST_LOOKED_AT = 256, BEHIND = 64 };

struct pair {
	uint64_t calls[GS_COMPARE_SIDES];
	bool is_changed;
};

/* A difference in the order of places; UINT64_MAX: that side has no such call. */
struct apart {
	struct gs_joint_place place;
	uint64_t calls[GS_COMPARE_SIDES];
};

struct gs_pairs {
	bool is_same_file;
	struct gs_trace_reader *readers[GS_COMPARE_SIDES];
	struct gs_normal_trace *traces[GS_COMPARE_SIDES];
	struct gs_comparison *comparison;
	GArray *by[GS_COMPARE_SIDES]; /* struct pair, by the calls of that side */
	GArray *apart;		      /* struct apart */
	/* Names at .named of both sides; NULL: nobody has asked. */
	struct gs_normal_names *names[GS_COMPARE_SIDES];
	uint64_t named[GS_COMPARE_SIDES];
};

/* ---- making them ---- */

static bool open_reader(
	struct gs_pairs *pairs, const struct gs_compare_wish *wish, int side, GError **error)
{
	char *why = NULL;
	pairs->readers[side] = gs_trace_open(wish->files[side], NULL, NULL, &why);
	if (!pairs->readers[side])
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s': %s", wish->files[side],
			why ? why : "there is no memory left");
	free(why);
	return pairs->readers[side];
}

static void add_pair(struct gs_pairs *pairs, const struct gs_compared_thread *thread, uint32_t a,
	uint32_t b, bool is_changed)
{
	struct pair pair = {
		{gs_normal_call(thread->a, a)->number, gs_normal_call(thread->b, b)->number},
		is_changed};
	g_array_append_val(pairs->by[GS_COMPARE_A], pair);
}

static void add_apart(struct gs_pairs *pairs, const struct gs_compared_thread *thread,
	const struct gs_difference *d)
{
	struct apart apart = {{0, 0}, {UINT64_MAX, UINT64_MAX}};
	if (d->kind != GS_CALL_ONLY_B)
		apart.calls[GS_COMPARE_A] = gs_normal_call(thread->a, d->a)->number;
	if (d->kind != GS_CALL_ONLY_A)
		apart.calls[GS_COMPARE_B] = gs_normal_call(thread->b, d->b)->number;
	g_array_append_val(pairs->apart, apart);
}

static void add_thread(struct gs_pairs *pairs, const struct gs_compared_thread *thread)
{
	uint32_t a = 0, b = 0;
	uint32_t n_a = thread->a ? gs_normal_length(thread->a) : 0;
	uint32_t n_b = thread->b ? gs_normal_length(thread->b) : 0;
	for (guint i = 0; i < thread->differences->len; i++) {
		const struct gs_difference *d = &g_array_index(
			thread->differences, struct gs_difference, i);
		for (; a < n_a && b < n_b && a < d->a && b < d->b; a++, b++)
			add_pair(pairs, thread, a, b, false);
		if (d->kind == GS_CALL_CHANGED)
			add_pair(pairs, thread, a, b, true);
		add_apart(pairs, thread, d);
		a += d->kind != GS_CALL_ONLY_B;
		b += d->kind != GS_CALL_ONLY_A;
	}
	for (; a < n_a && b < n_b; a++, b++)
		add_pair(pairs, thread, a, b, false);
}

static int compare_by(const void *a, const void *b, void *side)
{
	uint64_t left = ((const struct pair *)a)->calls[GPOINTER_TO_INT(side)];
	uint64_t right = ((const struct pair *)b)->calls[GPOINTER_TO_INT(side)];
	return left < right ? -1 : left > right;
}

static int compare_apart(const void *a, const void *b)
{
	return gs_compare_places(
		((const struct apart *)a)->place, ((const struct apart *)b)->place);
}

static void align(struct gs_pairs *pairs)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		pairs->traces[i] = gs_normal_trace_new(pairs->readers[i]);
	pairs->comparison = gs_comparison_new(
		pairs->traces[GS_COMPARE_A], pairs->traces[GS_COMPARE_B]);
	for (guint i = 0; i < pairs->comparison->threads->len; i++)
		add_thread(pairs, pairs->comparison->threads->pdata[i]);
	g_array_append_vals(pairs->by[GS_COMPARE_B], pairs->by[GS_COMPARE_A]->data,
		pairs->by[GS_COMPARE_A]->len);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		g_array_sort_with_data(pairs->by[i], compare_by, GINT_TO_POINTER(i));
	for (guint i = 0; i < pairs->apart->len; i++) {
		struct apart *apart = &g_array_index(pairs->apart, struct apart, i);
		bool is_b = apart->calls[GS_COMPARE_A] == UINT64_MAX;
		apart->place = gs_pairs_place(
			pairs, is_b ? GS_COMPARE_B : GS_COMPARE_A, apart->calls[is_b]);
	}
	g_array_sort(pairs->apart, compare_apart);
}

struct gs_pairs *gs_pairs_new(const struct gs_compare_wish *wish, GError **error)
{
	struct gs_pairs *pairs = g_new0(struct gs_pairs, 1);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		pairs->by[i] = g_array_new(FALSE, FALSE, sizeof(struct pair));
	pairs->apart = g_array_new(FALSE, FALSE, sizeof(struct apart));
	pairs->is_same_file = strcmp(wish->files[GS_COMPARE_A], wish->files[GS_COMPARE_B]) == 0;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (open_reader(pairs, wish, i, error))
			continue;
		gs_pairs_free(pairs);
		return NULL;
	}
	if (!pairs->is_same_file)
		align(pairs);
	return pairs;
}

void gs_pairs_free(struct gs_pairs *pairs)
{
	if (!pairs)
		return;
	if (pairs->comparison)
		gs_comparison_free(pairs->comparison);
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (pairs->traces[i])
			gs_normal_trace_free(pairs->traces[i]);
		gs_normal_names_free(pairs->names[i]);
		if (pairs->readers[i])
			gs_trace_close(pairs->readers[i]);
		g_array_free(pairs->by[i], TRUE);
	}
	g_array_free(pairs->apart, TRUE);
	g_free(pairs);
}

/* ---- asking them ---- */

/* Return the last pair whose call of that side is not behind this one; NULL: there is none. */
static const struct pair *last_up_to(const struct gs_pairs *pairs, int side, uint64_t call)
{
	const GArray *all = pairs->by[side];
	guint low = 0, high = all->len;
	while (low < high) {
		guint half = (low + high) / 2;
		if (g_array_index(all, struct pair, half).calls[side] <= call)
			low = half + 1;
		else
			high = half;
	}
	return low ? &g_array_index(all, struct pair, low - 1) : NULL;
}

bool gs_pairs_is_same_file(const struct gs_pairs *pairs)
{
	return pairs->is_same_file;
}

struct gs_trace_reader *gs_pairs_reader(const struct gs_pairs *pairs, int side)
{
	return pairs->readers[side];
}

uint64_t gs_pairs_differing(const struct gs_pairs *pairs)
{
	return pairs->apart->len;
}

struct gs_joint_place gs_pairs_place(const struct gs_pairs *pairs, int side, uint64_t call)
{
	if (side == GS_COMPARE_A || pairs->is_same_file)
		return (struct gs_joint_place){call, 0};
	const struct pair *pair = last_up_to(pairs, side, call);
	if (!pair)
		return (struct gs_joint_place){0, call + 1};
	return (struct gs_joint_place){pair->calls[GS_COMPARE_A], call - pair->calls[GS_COMPARE_B]};
}

bool gs_pairs_mate(const struct gs_pairs *pairs, int side, uint64_t call, uint64_t *mate)
{
	const struct pair *pair = pairs->is_same_file ? NULL : last_up_to(pairs, side, call);
	*mate = pairs->is_same_file ? call : pair ? pair->calls[!side] : 0;
	return pairs->is_same_file || (pair && pair->calls[side] == call);
}

bool gs_pairs_is_changed(const struct gs_pairs *pairs, uint64_t a)
{
	const struct pair *pair = pairs->is_same_file ? NULL : last_up_to(pairs, GS_COMPARE_A, a);
	return pair && pair->calls[GS_COMPARE_A] == a && pair->is_changed;
}

static bool is_drawing(const struct gs_trace_function *function)
{
	return function->number < GS_N_FUNCTIONS && gs_data_draws_pixels(function->number);
}

void gs_pairs_drawing(
	const struct gs_pairs *pairs, int side, uint64_t first, uint64_t last, GArray *calls)
{
	struct gs_trace_reader *reader = pairs->readers[side];
	const struct gs_trace_call *call;
	if (!gs_trace_seek(reader, first))
		return;
	/* Calls come in the order of their ends. */
	uint64_t end = last > UINT64_MAX - BEHIND ? last : last + BEHIND;
	while ((call = gs_trace_next_call(reader)) && call->number <= end)
		if (call->number >= first && call->number <= last && is_drawing(call->function))
			g_array_append_val(calls, call->number);
}

char *gs_pairs_text(const struct gs_pairs *pairs, int side, uint64_t number)
{
	struct gs_trace_text text = {0};
	const struct gs_trace_call *call = gs_trace_find(pairs->readers[side], number);
	if (call)
		gs_trace_call_text(&text, call);
	char *copy = call && !text.failed ? g_strndup(text.data, text.length) : NULL;
	free(text.data);
	return copy ? g_strchomp(copy) : NULL;
}

char *gs_pairs_function(const struct gs_pairs *pairs, int side, uint64_t number)
{
	const struct gs_trace_call *call = gs_trace_find(pairs->readers[side], number);
	return call ? g_strdup(call->function->name) : NULL;
}

bool gs_pairs_is_same_object(struct gs_pairs *pairs, const uint64_t calls[GS_COMPARE_SIDES],
	enum gs_object_kind kind, const uint64_t names[GS_COMPARE_SIDES])
{
	uint32_t objects[GS_COMPARE_SIDES];
	if (pairs->is_same_file || !names[0] || !names[1])
		return names[0] == names[1];
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (pairs->names[i] && pairs->named[i] != calls[i])
			g_clear_pointer(&pairs->names[i], gs_normal_names_free);
		if (!pairs->names[i])
			pairs->names[i] = gs_normal_names_new(pairs->readers[i], calls[i]);
		pairs->named[i] = calls[i];
		objects[i] = gs_normal_named(pairs->names[i], kind, names[i]);
		if (objects[i] == UINT32_MAX)
			return true; /* nothing is known of it */
	}
	return objects[0] < pairs->traces[0]->objects &&
	       pairs->comparison->objects_of_a[objects[0]] == objects[1];
}

/* ---- in what calls differ ---- */

static struct gs_normal_parts *parts_of(
	const struct gs_pairs *pairs, int side, uint64_t call, GHashTable **table)
{
	*table = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, gs_normal_parts_free);
	g_hash_table_insert(*table, g_memdup2(&call, sizeof call), NULL);
	gs_normal_find_parts(pairs->readers[side], *table);
	return g_hash_table_lookup(*table, &call);
}

static char *value_text(const struct gs_trace_call *call, uint32_t i)
{
	struct gs_trace_text text = {0};
	char *copy = NULL;
	if (call && i < call->function->n_args) {
		gs_trace_value_text(&text, &call->args[i]);
		copy = text.failed ? NULL : g_strndup(text.data, text.length);
	}
	free(text.data);
	return copy;
}

bool gs_pairs_argument(const struct gs_pairs *pairs, uint64_t a, uint64_t b, char **what,
	char *details[GS_COMPARE_SIDES])
{
	const uint64_t calls[GS_COMPARE_SIDES] = {a, b};
	GHashTable *tables[GS_COMPARE_SIDES];
	struct gs_normal_parts *parts[GS_COMPARE_SIDES];
	uint32_t found = NONE_LEFT;
	if (pairs->is_same_file)
		return false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		parts[i] = parts_of(pairs, i, calls[i], &tables[i]);
	if (parts[GS_COMPARE_A] && parts[GS_COMPARE_B]) /* the last part is what GL answers */
		for (uint32_t i = 0; found == NONE_LEFT && i + 1 < parts[GS_COMPARE_A]->n; i++)
			if (!gs_comparison_is_same_part(
				    pairs->comparison, parts[GS_COMPARE_A], parts[GS_COMPARE_B], i))
				found = i;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		g_hash_table_destroy(tables[i]);
	for (int i = 0; found != NONE_LEFT && i < GS_COMPARE_SIDES; i++) {
		const struct gs_trace_call *call = gs_trace_find(pairs->readers[i], calls[i]);
		if (!i)
			*what = g_strdup(call && found < call->function->n_args
						 ? call->function->args[found]
						 : "");
		details[i] = value_text(call, found);
	}
	return found != NONE_LEFT;
}

/* Return what a difference of such calls can be the cause of; UNKNOWN: of nothing that is drawn. */
static enum gs_cause cause_of(const struct gs_trace_function *function)
{
	const uint64_t textures = GS_KIND_TEXTURE | GS_KIND_TEXTURE_LEVEL |
				  GS_KIND_TEXTURE_STORAGE | GS_KIND_GENERATES_LEVELS |
				  GS_KIND_TEXTURE_ELSEWHERE;
	const uint64_t buffers = GS_KIND_BUFFER_DATA | GS_KIND_BUFFER_PART | GS_KIND_MAPS |
				 GS_KIND_UNMAPS | GS_KIND_FLUSHES_MAPPED | GS_KIND_COPIES_BUFFER |
				 GS_KIND_CLEARS_BUFFER | GS_KIND_ARRAY;
	const uint64_t none = GS_KIND_ASKS | GS_KIND_ASKS_WINDOW | GS_KIND_ASKS_CONFIG |
			      GS_KIND_READS_BUFFER | GS_KIND_READS_PIXELS | GS_KIND_RESULT;
	if (function->kinds & GS_KIND_UNIFORM)
		return GS_CAUSE_UNIFORM;
	if (function->kinds & GS_KIND_SHADER)
		return GS_CAUSE_SOURCE;
	if (function->kinds & textures)
		return GS_CAUSE_TEXTURE;
	if (function->kinds & buffers || strcmp(function->name, "memcpy") == 0)
		return GS_CAUSE_BUFFER;
	if (function->kinds & none || is_drawing(function) || function->ends_frame)
		return GS_CAUSE_UNKNOWN;
	return function->kinds & GS_KIND_VERTEX ? GS_CAUSE_ARGUMENT : GS_CAUSE_STATE;
}

bool gs_pairs_setter(const struct gs_pairs *pairs, enum gs_cause cause,
	const uint64_t before[GS_COMPARE_SIDES], uint64_t setters[GS_COMPARE_SIDES])
{
	guint looked_at = 0;
	for (guint i = pairs->apart->len; i > 0 && looked_at < MOST_LOOKED_AT; i--) {
		const struct apart *apart = &g_array_index(pairs->apart, struct apart, i - 1);
		int side = apart->calls[GS_COMPARE_A] == UINT64_MAX;
		if (apart->calls[side] >= before[side])
			continue;
		looked_at++;
		const struct gs_trace_call *call = gs_trace_find(
			pairs->readers[side], apart->calls[side]);
		if (!call || cause_of(call->function) != cause)
			continue;
		memcpy(setters, apart->calls, sizeof apart->calls);
		return true;
	}
	return false;
}
