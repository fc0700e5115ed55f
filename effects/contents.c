/* SPDX-License-Identifier: MIT */
#include "effects/contents.h"

#include <stdlib.h>
#include <string.h>
#include "effects/private.h"

/* Bytes of a node whose writer was not found so far; `to` is their position in the answer. */
struct want {
	uint32_t node;
	uint64_t first, size, to;
};

struct search {
	struct gs_effects *effects;
	struct gs_trace_reader *reader;
	GArray *wants, *found; /* struct want; struct gs_contents_run */
};

/* What a log entry does to a range. */
struct writing {
	uint32_t node;
	uint64_t first, size, place;
	bool is_whole; /* the old bytes are all replaced */
};

/* ---- one call that writes ---- */

static int blob_of(const struct gs_trace_call *call)
{
	for (unsigned i = 0; call && i < call->function->n_args; i++)
		if (call->args[i].class == GS_TRACE_BLOB)
			return (int)i;
	return -1;
}

/* Return whether an argument is NULL: the call was given no data, so that its storage is undefined
 * or cleared. */
static bool has_null(const struct gs_trace_call *call)
{
	for (unsigned i = 0; call && i < call->function->n_args; i++)
		if (call->args[i].class == GS_TRACE_NULL)
			return true;
	return false;
}

static void tell(struct search *search, const struct want *part, enum gs_contents_kind kind,
	const struct gs_trace_call *call)
{
	struct gs_contents_run contents = {
		.first = part->to, .size = part->size, .kind = (uint8_t)kind};
	contents.has_call = call != NULL;
	contents.call = call ? call->number : 0;
	g_array_append_val(search->found, contents);
}

static void tell_drawn(struct search *search, const struct want *part,
	const struct writing *writing, const struct gs_trace_call *call)
{
	tell(search, part, GS_CONTENTS_DRAWN, call);
	if (call)
		g_array_index(search->found, struct gs_contents_run, search->found->len - 1)
			.origin = gs_effects_origin(search->effects, writing->place, call);
}

/* Add the bytes that the blob holds as recorded, and the rest as not set. */
static void tell_recorded(struct search *search, const struct want *part,
	const struct writing *writing, const struct gs_trace_call *call, unsigned argument)
{
	uint64_t offset = part->first - writing->first, n = call->args[argument].n;
	uint64_t there = offset < n ? MIN(part->size, n - offset) : 0;
	struct gs_contents_run contents = {part->to, there, GS_CONTENTS_RECORDED, true,
		call->number, argument, offset, {0}, 0};
	struct want rest = {part->node, part->first + there, part->size - there, part->to + there};
	if (there)
		g_array_append_val(search->found, contents);
	if (rest.size)
		tell(search, &rest, GS_CONTENTS_UNSET, call);
}

static uint32_t named(const struct gs_trace_call *call, const char *name)
{
	for (unsigned i = 0; i < call->function->n_args; i++)
		if (strcmp(call->function->args[i], name) == 0)
			return (uint32_t)gs_effects_number(&call->args[i]);
	return 0;
}

static void tell_cleared(struct search *search, const struct want *part,
	const struct writing *writing, const struct gs_trace_call *call)
{
	struct gs_contents_run contents = {.first = part->to,
		.size = part->size,
		.kind = GS_CONTENTS_CLEARED,
		.has_call = true,
		.call = call->number};
	int blob = blob_of(call);
	struct gs_clear_value clear = {.internal_format = named(call, "internalformat"),
		.format = named(call, "format"),
		.type = named(call, "type"),
		.pixel = blob < 0 ? NULL : call->args[blob].bytes,
		.n = blob < 0 ? 0 : call->args[blob].n};
	bool is_told = blob >= 0 || has_null(call);
	unsigned n = is_told ? gs_clear_pattern(&clear, contents.pattern) : 0;
	if (!n) {
		tell(search, part, GS_CONTENTS_DRAWN, call);
		return;
	}
	contents.n_pattern = (uint8_t)n;
	contents.offset = (part->first - writing->first) % n;
	g_array_append_val(search->found, contents);
}

/* Look for the bytes where the call, a copy, has read them. */
static void follow_copy(
	struct search *search, const struct want *part, const struct writing *writing)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(search->effects, writing->place, &n);
	struct want want = *part;
	for (uint64_t i = 0; i < n; i++) {
		if (words[i] >> GS_ACCESS_SHIFT == GS_ACCESS_READ_RANGE) {
			want.node = words[i] & GS_ACCESS_NODE;
			want.first = gs_log_number(words + i + 1) + part->first - writing->first;
		}
		i += gs_log_has_range(words[i] >> GS_ACCESS_SHIFT) ? 4 : 0;
	}
	g_array_append_val(search->wants, want);
}

static void explain(struct search *search, const struct want *part, const struct writing *writing)
{
	const struct gs_trace_call *call = gs_trace_find(
		search->reader, gs_effects_number_of(search->effects, writing->place));
	uint64_t kinds = call ? call->function->kinds : 0;
	int blob = blob_of(call);
	if (kinds & GS_KIND_COPIES_BUFFER)
		follow_copy(search, part, writing);
	else if (kinds & GS_KIND_CLEARS_BUFFER)
		tell_cleared(search, part, writing, call);
	else if (writing->is_whole && blob >= 0)
		tell_recorded(search, part, writing, call, (unsigned)blob);
	else if (writing->is_whole && has_null(call))
		tell(search, part, GS_CONTENTS_UNSET, call);
	else
		tell_drawn(search, part, writing, call);
}

/* ---- the way back ---- */

/* Explain the part of the i-th want that the call wrote, and go on looking for the rest of it. */
static void cut(struct search *search, guint i, const struct writing *writing)
{
	struct want want = g_array_index(search->wants, struct want, i);
	uint64_t end = writing->first + writing->size;
	uint64_t first = MAX(want.first, writing->first);
	end = MIN(want.first + want.size, end < writing->first ? UINT64_MAX : end);
	struct want before = {want.node, want.first, first - want.first, want.to};
	struct want part = {want.node, first, end - first, want.to + before.size};
	struct want after = {want.node, end, want.first + want.size - end, part.to + part.size};
	g_array_remove_index_fast(search->wants, i);
	if (before.size)
		g_array_append_val(search->wants, before);
	if (after.size)
		g_array_append_val(search->wants, after);
	explain(search, &part, writing);
}

static bool touches(const struct want *want, const struct writing *writing)
{
	return want->node == writing->node && want->first < writing->first + writing->size &&
	       writing->first < want->first + want->size;
}

static void take(struct search *search, const struct writing *writing)
{
	/* Wants that cut() appends need no visit: this call does not touch them, or they ask for
	 * contents before it. */
	for (guint i = search->wants->len; i-- > 0;)
		if (touches(&g_array_index(search->wants, struct want, i), writing))
			cut(search, i, writing);
}

/* Return whether the call only flushes what was written into a mapping, so that it changes nothing
 * by itself. */
static bool only_flushes(struct search *search, uint64_t place)
{
	const struct gs_trace_call *call = gs_trace_find(
		search->reader, gs_effects_number_of(search->effects, place));
	return call && call->function->kinds & GS_KIND_FLUSHES_MAPPED;
}

static bool is_wanted(const struct search *search, uint32_t node)
{
	for (guint i = 0; i < search->wants->len; i++)
		if (g_array_index(search->wants, struct want, i).node == node)
			return true;
	return false;
}

static void take_call(struct search *search, uint64_t place)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(search->effects, place, &n);
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT, node = words[i] & GS_ACCESS_NODE;
		bool adds = what == GS_ACCESS_ADD_RANGE;
		if ((adds || what == GS_ACCESS_SET_RANGE) && is_wanted(search, node) &&
			!(adds && only_flushes(search, place))) {
			uint64_t first = gs_log_number(words + i + 1);
			uint64_t size = MIN(gs_log_number(words + i + 3), UINT64_MAX - first);
			struct writing writing = {node, first, size, place, !adds};
			take(search, &writing);
		}
		i += gs_log_has_range(what) ? 4 : 0;
	}
}

static int compare(gconstpointer a, gconstpointer b)
{
	const struct gs_contents_run *x = a, *y = b;
	return x->first < y->first ? -1 : x->first > y->first;
}

static struct gs_object *buffer_of(struct gs_effects *effects, uint32_t thread, uint64_t name)
{
	struct gs_effects_context *context = gs_effects_context_of(effects, thread);
	return context ? gs_effects_object(effects, context, GS_OBJECT_BUFFER, name) : NULL;
}

bool gs_contents_buffer(struct gs_effects *effects, uint32_t thread, uint64_t name, uint64_t *size)
{
	const struct gs_object *buffer = buffer_of(effects, thread, name);
	*size = buffer ? buffer->buffer.size : 0;
	return *size;
}

struct gs_contents_run *gs_contents_find(struct gs_effects *effects, struct gs_trace_reader *reader,
	uint32_t thread, uint64_t name, uint64_t first, uint64_t size, size_t *n)
{
	const struct gs_object *buffer = buffer_of(effects, thread, name);
	struct search search = {effects, reader, g_array_new(FALSE, FALSE, sizeof(struct want)),
		g_array_new(FALSE, FALSE, sizeof(struct gs_contents_run))};
	struct want want = {0, first, size, first};
	*n = 0;
	if (buffer) {
		want.node = gs_object_part(effects, buffer, GS_SLOT_DATA);
		g_array_append_val(search.wants, want);
	}
	for (uint64_t place = effects->numbers->len; place-- > 0 && search.wants->len;)
		take_call(&search, place);
	for (guint i = 0; i < search.wants->len; i++)
		tell(&search, &g_array_index(search.wants, struct want, i), GS_CONTENTS_UNSET,
			NULL);
	g_array_free(search.wants, TRUE);
	g_array_sort(search.found, compare);
	*n = search.found->len;
	return (struct gs_contents_run *)(void *)g_array_free(search.found, FALSE);
}
