/* SPDX-License-Identifier: MIT */
/* Events and calls of a trace as its edits have them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"
#include "trace/raw.h"

/* -- Numbers and names --------------------------------------------------------------------------
 */

/* Return how many of the sorted names are less than that. */
static size_t count_below(const uint64_t *names, size_t n, uint64_t name)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (names[middle] < name)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_among(const uint64_t *names, size_t n, uint64_t name)
{
	size_t i = count_below(names, n, name);

	return i < n && names[i] == name;
}

/* Return how many extras stand before that call of the file. */
static size_t extras_before(const struct gs_trace_edited *e, uint64_t call)
{
	size_t low = 0, high = e->n_extras;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (e->extras[middle].point <= call)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Return the number of a call of the file that was not moved. */
static uint64_t number_in_file(const struct gs_trace_edited *e, uint64_t call)
{
	return call - count_below(e->moved, e->n_moved, call) + extras_before(e, call);
}

/* Return the first call of the file that has that number or a greater one. */
static uint64_t first_in_file(const struct gs_trace_edited *e, uint64_t number)
{
	uint64_t low = 0, high = number + e->n_moved + 1;

	if (high < number)
		return number;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		if (number_in_file(e, middle) < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t gs_trace_number_of(const struct gs_trace_reader *reader, uint64_t name)
{
	const struct gs_trace_edited *e = reader->edited;

	for (size_t i = 0; e && i < e->n_extras; i++)
		if (e->extras[i].name == name)
			return e->extras[i].number;
	if (name & GS_TRACE_INSERTED)
		return GS_TRACE_NO_CALL;
	return e ? number_in_file(e, name) : name;
}

uint64_t gs_trace_name_of(const struct gs_trace_reader *reader, uint64_t number)
{
	const struct gs_trace_edited *e = reader->edited;
	uint64_t call;

	if (!e)
		return number;
	for (size_t i = 0; i < e->n_extras; i++)
		if (e->extras[i].number == number)
			return e->extras[i].name;
	call = first_in_file(e, number);
	while (is_among(e->moved, e->n_moved, call))
		call++;
	return call;
}

/* Return the first change of that call; NULL: there is none. */
static const struct gs_edit_change *find_changes(const struct gs_trace_edited *e, uint64_t name)
{
	size_t low = 0, high = e->n_changes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (e->changes[middle].call < name)
			low = middle + 1;
		else
			high = middle;
	}
	return low < e->n_changes && e->changes[low].call == name ? &e->changes[low] : NULL;
}

bool gs_trace_is_edited(const struct gs_trace_reader *reader, uint64_t name)
{
	const struct gs_trace_edited *e = reader->edited;

	return e && (name & GS_TRACE_INSERTED || find_changes(e, name) ||
			    is_among(e->moved, e->n_moved, name));
}

void gs_trace_reader_keep_left_out(struct gs_trace_reader *reader)
{
	if (reader->edited)
		reader->edited->keeps_left_out = true;
}

/* -- One call -----------------------------------------------------------------------------------
 */

/* Make the changes of a call in e->call. Return false if one cannot be made; *why says why. */
static bool change(struct gs_trace_edited *e, const struct gs_edit_change *first, char *why)
{
	struct gs_edit_parser parser = {.arena = &e->scratch};
	uint32_t n = e->call.function->n_args;
	struct gs_trace_value *args;

	if (e->scratch.blocks)
		gs_trace_arena_reset(&e->scratch);
	args = gs_trace_arena_get(&e->scratch, (n + 1) * sizeof(*args));
	if (!args) {
		snprintf(why, GS_EDIT_SENTENCE, "there is no memory left");
		return false;
	}
	memcpy(args, e->call.args, n * sizeof(*args));
	e->call.args = args;
	for (const struct gs_edit_change *c = first;
		c < e->changes + e->n_changes && c->call == first->call; c++) {
		if (gs_edit_apply(&parser, c, &e->call))
			continue;
		snprintf(why, GS_EDIT_SENTENCE, "edit %u: %.170s", c->id, parser.why);
		return false;
	}
	return true;
}

/* Count once what is left out. */
static void count_left_out(struct gs_trace_edited *e, const struct gs_trace_call *call)
{
	if (call->has_left || call->number < e->counted)
		return;
	e->counted = call->number + 1;
	e->n_left_out++;
	e->frames_left_out += call->ends_frame;
}

/* Return the call as the edits have it; NULL: it is not returned here. */
static struct gs_trace_call *edit(
	struct gs_trace_reader *reader, const struct gs_trace_call *call, uint64_t name)
{
	struct gs_trace_edited *e = reader->edited;
	const struct gs_edit_change *changes = find_changes(e, name);
	bool is_skipped = is_among(e->skipped, e->n_skipped, name);
	char why[GS_EDIT_SENTENCE];

	if (is_skipped && !e->keeps_left_out) {
		if (!(name & GS_TRACE_INSERTED))
			count_left_out(e, call);
		return NULL;
	}
	e->call = *call;
	e->call.is_left_out = is_skipped;
	if (changes && !change(e, changes, why)) {
		reader->state = GS_TRACE_DAMAGED;
		snprintf(reader->message, sizeof(reader->message), "%s", why);
		return NULL;
	}
	return &e->call;
}

static struct gs_trace_call *edit_in_file(
	struct gs_trace_reader *reader, const struct gs_trace_call *call)
{
	struct gs_trace_edited *e = reader->edited;
	struct gs_trace_call *edited;

	if (is_among(e->moved, e->n_moved, call->number))
		return NULL;
	/* the times of calls, which it names by other numbers than they have here */
	if (e->n_extras && gs_trace_is_comment(call, GS_COMMENT_TIMES))
		return NULL;
	edited = edit(reader, call, call->number);
	if (edited)
		edited->number = number_in_file(e, call->number);
	return edited;
}

/* Return the next event of the extra whose turn it is; NULL: it is not returned. */
static struct gs_trace_call *edit_extra(struct gs_trace_reader *reader)
{
	struct gs_trace_edited *e = reader->edited;
	struct gs_edited_extra *extra = &e->extras[e->next];
	struct gs_trace_call *edited;

	extra->call.number = extra->number;
	extra->call.has_left = e->has_entered;
	e->next += e->has_entered;
	e->has_entered = !e->has_entered;
	if (e->next > e->most_next)
		e->most_next = e->next;
	if (extra->number < e->first)
		return NULL;
	edited = edit(reader, &extra->call, extra->name);
	return edited;
}

/* -- Events and calls ---------------------------------------------------------------------------
 */

/* Return whether it is an extra's turn: before the call that is held back, or at the end. */
static bool is_extra_next(const struct gs_trace_reader *reader)
{
	const struct gs_trace_edited *e = reader->edited;

	if (e->next >= e->n_extras)
		return false;
	return e->held_back ? e->extras[e->next].point <= e->held_back->number
			    : reader->state == GS_TRACE_END || reader->state == GS_TRACE_CUT;
}

static struct gs_trace_call *next_edited_event(struct gs_trace_reader *reader)
{
	struct gs_trace_edited *e = reader->edited;
	struct gs_trace_call *call, *edited;

	for (;;) {
		if (is_extra_next(reader)) {
			edited = edit_extra(reader);
			if (edited)
				return edited;
			continue;
		}
		call = e->held_back ? e->held_back : gs_trace_file_event(reader);
		if (!call && is_extra_next(reader))
			continue;
		if (!call)
			return NULL;
		if (!e->held_back && !call->has_left && e->next < e->n_extras &&
			e->extras[e->next].point <= call->number) {
			e->held_back = call;
			continue;
		}
		e->held_back = NULL;
		edited = edit_in_file(reader, call);
		if (edited)
			return edited;
	}
}

/* Return the next call that never leaves. */
static struct gs_trace_call *next_unfinished(struct gs_trace_reader *reader)
{
	struct gs_trace_call *call, *edited = NULL;

	while (!edited && (call = gs_trace_file_unfinished(reader)))
		edited = edit_in_file(reader, call);
	return edited;
}

static struct gs_trace_call *next_edited_call(struct gs_trace_reader *reader)
{
	struct gs_trace_call *call;

	while ((call = next_edited_event(reader))) {
		if (call->has_left)
			return call;
		if (reader->given_up && (call = next_unfinished(reader)))
			return call;
	}
	return next_unfinished(reader);
}

static bool seek_edited(struct gs_trace_reader *reader, uint64_t number)
{
	struct gs_trace_edited *e = reader->edited;
	bool is_there = gs_trace_file_seek(reader, first_in_file(e, number));

	e->first = number;
	e->held_back = NULL;
	e->has_entered = false;
	e->next = 0;
	while (e->next < e->n_extras && e->extras[e->next].number < number)
		e->next++;
	if (!is_there)
		reader->first = UINT64_MAX; /* none of the file's calls comes any more */
	return is_there || e->next < e->n_extras;
}

struct gs_trace_call *gs_trace_next_event(struct gs_trace_reader *reader)
{
	return GS_UNLIKELY(reader->edited) ? next_edited_event(reader)
					   : gs_trace_file_event(reader);
}

struct gs_trace_call *gs_trace_next_call(struct gs_trace_reader *reader)
{
	return GS_UNLIKELY(reader->edited) ? next_edited_call(reader) : gs_trace_file_call(reader);
}

bool gs_trace_seek(struct gs_trace_reader *reader, uint64_t call)
{
	return reader->edited ? seek_edited(reader, call) : gs_trace_file_seek(reader, call);
}

struct gs_trace_call *gs_trace_find(struct gs_trace_reader *reader, uint64_t number)
{
	struct gs_trace_call *call;

	if (!gs_trace_seek(reader, number))
		return NULL;
	while ((call = gs_trace_next_call(reader)))
		if (call->number == number)
			return call;
	return NULL;
}

void gs_trace_scan(struct gs_trace_reader *reader)
{
	if (!gs_trace_seek(reader, 0)) /* no call at all, or the end is known */
		return;
	gs_trace_seek(reader, UINT64_MAX);
}

/* -- Checking ------------------------------------------------------------------------------------
 */

/* Return whether the call is there, and can be changed so. */
static bool check_call(struct gs_trace_reader *reader, uint64_t name, unsigned id, char **why)
{
	struct gs_trace_edited *e = reader->edited;
	bool keeps = e->keeps_left_out;
	uint64_t number = gs_trace_number_of(reader, name);
	const struct gs_trace_call *call;

	if (number == GS_TRACE_NO_CALL) /* its insertion was taken back */
		return true;
	e->keeps_left_out = true;
	call = gs_trace_find(reader, number);
	e->keeps_left_out = keeps;
	*why = NULL;
	if (!call && reader->state == GS_TRACE_DAMAGED)
		*why = strdup(reader->message);
	else if (!call && id &&
		 asprintf(why, "edit %u: the trace has no call %llu", id,
			 (unsigned long long)name) < 0)
		*why = NULL;
	else if (!call && !id &&
		 asprintf(why, "the trace has no call %llu, which is to be left out",
			 (unsigned long long)name) < 0)
		*why = NULL;
	return call;
}

bool gs_trace_check_edits(struct gs_trace_reader *reader, char **why)
{
	struct gs_trace_edited *e = reader->edited;

	for (size_t i = 0; e && i < e->n_changes; i++)
		if (!check_call(reader, e->changes[i].call, e->changes[i].id, why))
			return false;
	for (size_t i = 0; e && i < e->n_skipped; i++)
		if (!check_call(reader, e->skipped[i], 0, why))
			return false;
	return true;
}
