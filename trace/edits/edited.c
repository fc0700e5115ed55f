/* SPDX-License-Identifier: MIT */
/* A list of edits, sorted so that a reader can make them as it goes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"

static int compare_names(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

static int compare_changes(const void *a, const void *b)
{
	const struct gs_edit_change *left = a, *right = b;

	if (left->call != right->call)
		return left->call < right->call ? -1 : 1;
	return left->id < right->id ? -1 : left->id > right->id;
}

/* The counts of edits of each kind are the most that there can be. */
static bool make_room(struct gs_trace_edited *e, size_t n)
{
	e->changes = gs_trace_arena_get(&e->arena, (n + 1) * sizeof(*e->changes));
	e->skipped = gs_trace_arena_get(&e->arena, (n + 1) * sizeof(*e->skipped));
	e->moved = gs_trace_arena_get(&e->arena, (n + 1) * sizeof(*e->moved));
	e->extras = gs_trace_arena_get(&e->arena, (n + 1) * sizeof(*e->extras));
	return e->changes && e->skipped && e->moved && e->extras;
}

static bool take_change(
	struct gs_trace_edited *e, struct gs_edit_parser *parser, const struct gs_trace_edit *edit)
{
	struct gs_edit_change *change = &e->changes[e->n_changes++];

	*change = (struct gs_edit_change){.id = edit->id, .call = edit->call};
	parser->p = edit->text;
	return gs_edit_parse_argument(parser, edit->argument, change) &&
	       gs_edit_parse_value(parser, &change->value);
}

/* Return the extra of that name; NULL: there is none. */
static struct gs_edited_extra *find_extra(struct gs_trace_edited *e, uint64_t name)
{
	for (size_t i = 0; i < e->n_extras; i++)
		if (e->extras[i].name == name)
			return &e->extras[i];
	return NULL;
}

/* Keep the extras in order: one comes behind those before the same call. */
static struct gs_edited_extra *put_extra(struct gs_trace_edited *e, uint64_t name, uint64_t point)
{
	size_t i = e->n_extras++;

	while (i > 0 && e->extras[i - 1].point > point) {
		e->extras[i] = e->extras[i - 1];
		i--;
	}
	e->extras[i] = (struct gs_edited_extra){.name = name, .point = point};
	return &e->extras[i];
}

static bool take_insertion(struct gs_trace_edited *e, struct gs_trace_reader *reader,
	struct gs_edit_parser *parser, const struct gs_trace_edit *edit)
{
	struct gs_edited_extra *extra = put_extra(e, edit->id | GS_TRACE_INSERTED, edit->before);
	struct gs_edit_call call;

	parser->p = edit->text;
	return gs_edit_parse_call(parser, &call) &&
	       gs_edit_make_call(reader, parser, &call, &extra->call);
}

/* Copy all of a call, since it stands elsewhere in the file. */
static bool copy_call(
	struct gs_trace_arena *arena, const struct gs_trace_call *from, struct gs_trace_call *to)
{
	uint32_t n = from->function->n_args;

	*to = *from;
	to->args = gs_trace_arena_get(arena, (n + 1) * sizeof(*to->args));
	if (!to->args)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!gs_edit_copy(arena, &from->args[i], &to->args[i]))
			return false;
	to->frames = NULL; /* of the program where it was */
	to->n_frames = 0;
	return gs_edit_copy(arena, &from->result, &to->result);
}

static bool take_move(struct gs_trace_edited *e, struct gs_trace_reader *reader,
	struct gs_edit_parser *parser, const struct gs_trace_edit *edit)
{
	struct gs_edited_extra *was = find_extra(e, edit->call);
	const struct gs_trace_call *call = gs_trace_file_find(reader, edit->call);
	struct gs_edited_extra *extra;

	if (!call)
		return gs_edit_fail(
			parser, "the trace has no call %llu", (unsigned long long)edit->call);
	if (was) { /* moved once more */
		memmove(was, was + 1, (size_t)(e->extras + e->n_extras - (was + 1)) * sizeof(*was));
		e->n_extras--;
	} else {
		e->moved[e->n_moved++] = edit->call;
	}
	extra = put_extra(e, edit->call, edit->before);
	return copy_call(&e->arena, call, &extra->call) ||
	       gs_edit_fail(parser, "there is no memory left");
}

static bool take(struct gs_trace_edited *e, struct gs_trace_reader *reader,
	struct gs_edit_parser *parser, const struct gs_trace_edit *edit)
{
	switch (edit->kind) {
	case GS_TRACE_EDIT_ARGUMENT:
		return take_change(e, parser, edit);
	case GS_TRACE_EDIT_INSERT:
		return take_insertion(e, reader, parser, edit);
	case GS_TRACE_EDIT_MOVE:
		return take_move(e, reader, parser, edit);
	default:
		e->skipped[e->n_skipped++] = edit->call;
		return true;
	}
}

/* Say which calls the extras come between, and who makes those that are inserted. */
static bool place_extras(
	struct gs_trace_edited *e, struct gs_trace_reader *reader, struct gs_edit_parser *parser)
{
	for (size_t i = 0; i < e->n_extras; i++) {
		struct gs_edited_extra *extra = &e->extras[i];
		const struct gs_trace_call *call;
		if (extra->point > reader->n_calls)
			return gs_edit_fail(parser, "the trace has no call %llu",
				(unsigned long long)extra->point);
		extra->number = extra->point + i;
		for (size_t k = 0; k < e->n_moved && e->moved[k] < extra->point; k++)
			extra->number--;
		if (!(extra->name & GS_TRACE_INSERTED))
			continue;
		call = reader->n_calls ? gs_trace_file_find(reader, extra->point < reader->n_calls
									    ? extra->point
									    : reader->n_calls - 1)
				       : NULL;
		extra->call.thread = call ? call->thread : 0;
	}
	return true;
}

static bool sort(struct gs_trace_edited *e, struct gs_trace_reader *reader,
	struct gs_edit_parser *parser, const struct gs_trace_edits *edits)
{
	if (!make_room(e, gs_trace_edits_count(edits)))
		return gs_edit_fail(parser, "there is no memory left");
	if (gs_trace_edits_reorder(edits))
		gs_trace_file_scan(reader);
	for (size_t i = 0; i < gs_trace_edits_count(edits); i++) {
		const struct gs_trace_edit *edit = gs_trace_edits_get(edits, i);
		char why[GS_EDIT_SENTENCE];
		if (edit->is_undone || take(e, reader, parser, edit))
			continue;
		memcpy(why, parser->why, sizeof(why));
		snprintf(parser->why, sizeof(parser->why), "edit %u: %.170s", edit->id, why);
		return false;
	}
	qsort(e->changes, e->n_changes, sizeof(*e->changes), compare_changes);
	qsort(e->skipped, e->n_skipped, sizeof(*e->skipped), compare_names);
	qsort(e->moved, e->n_moved, sizeof(*e->moved), compare_names);
	return place_extras(e, reader, parser);
}

void gs_trace_edited_figures(const struct gs_trace_edited *e, struct gs_trace_figures *figures)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->most_next; i++) {
		bool is_new = e->extras[i].name & GS_TRACE_INSERTED;
		figures->calls += is_new;
		figures->frames += is_new && e->extras[i].call.ends_frame;
	}
	figures->calls -= e->n_left_out;
	figures->frames -= e->frames_left_out;
}

void gs_trace_edited_free(struct gs_trace_edited *e)
{
	if (!e)
		return;
	gs_trace_arena_finish(&e->arena);
	gs_trace_arena_finish(&e->scratch);
	free(e);
}

struct gs_trace_edited *gs_trace_edited_new(
	struct gs_trace_reader *reader, const struct gs_trace_edits *edits, char **why)
{
	struct gs_trace_edited *e = calloc(1, sizeof(*e));
	struct gs_edit_parser parser = {0};

	*why = NULL;
	if (!e)
		return NULL;
	e->arena = (struct gs_trace_arena){.held = &e->held, .limit = 2u * GS_TRACE_MAX_EVENT};
	e->scratch = e->arena;
	parser.arena = &e->arena;
	if (sort(e, reader, &parser, edits))
		return e;
	*why = strdup(parser.why);
	gs_trace_edited_free(e);
	return NULL;
}
