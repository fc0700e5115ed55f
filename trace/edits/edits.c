/* SPDX-License-Identifier: MIT */
/* The list of edits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"

struct item {
	struct gs_trace_edit edit;
	unsigned undone; /* when it was taken back: of several, the later has more */
};

struct gs_trace_edits {
	struct item *items;
	size_t n, room;
	unsigned last_id, times_undone;
};

struct gs_trace_edits *gs_trace_edits_new(void)
{
	return calloc(1, sizeof(struct gs_trace_edits));
}

static void clear_item(struct item *item)
{
	free((char *)item->edit.argument);
	free((char *)item->edit.text);
}

void gs_trace_edits_free(struct gs_trace_edits *edits)
{
	for (size_t i = 0; edits && i < edits->n; i++)
		clear_item(&edits->items[i]);
	if (edits)
		free(edits->items);
	free(edits);
}

/* -- Names --------------------------------------------------------------------------------------
 */

const char *gs_trace_edit_kind_name(enum gs_trace_edit_kind kind)
{
	static const char *const names[GS_TRACE_EDIT_KINDS] = {
		[GS_TRACE_EDIT_ARGUMENT] = "argument",
		[GS_TRACE_EDIT_SKIP] = "skip",
		[GS_TRACE_EDIT_INSERT] = "insert",
		[GS_TRACE_EDIT_MOVE] = "move"};

	return names[kind];
}

void gs_trace_edit_name_text(struct gs_trace_text *text, uint64_t name)
{
	char line[32];
	int n = snprintf(line, sizeof(line), "%s%llu", name & GS_TRACE_INSERTED ? "+" : "",
		(unsigned long long)(name & ~GS_TRACE_INSERTED));

	gs_trace_text_add(text, line, (size_t)n);
}

bool gs_trace_edit_read_name(const char *text, uint64_t *name)
{
	const char *digits = text + (*text == '+');
	size_t n = strspn(digits, "0123456789");

	if (!n || n > 18 || digits[n])
		return false;
	*name = strtoull(digits, NULL, 10);
	if (*text == '+')
		*name |= GS_TRACE_INSERTED;
	return true;
}

/* -- What an edit may be ------------------------------------------------------------------------
 */

static bool has_texts(struct gs_edit_parser *parser, const struct gs_trace_edit *edit)
{
	bool wants_argument = edit->kind == GS_TRACE_EDIT_ARGUMENT;
	bool wants_text = wants_argument || edit->kind == GS_TRACE_EDIT_INSERT;
	bool wants_before = edit->kind == GS_TRACE_EDIT_INSERT || edit->kind == GS_TRACE_EDIT_MOVE;

	if ((wants_argument && !edit->argument) || (wants_text && !edit->text))
		return gs_edit_fail(parser, "an edit of the kind '%s' has no %s",
			gs_trace_edit_kind_name(edit->kind),
			wants_argument && !edit->argument ? "argument" : "text");
	if (edit->kind != GS_TRACE_EDIT_INSERT && edit->call == GS_TRACE_NO_CALL)
		return gs_edit_fail(parser, "an edit does not say which call it changes");
	if (wants_before && (edit->before == GS_TRACE_NO_CALL || edit->before & GS_TRACE_INSERTED))
		return gs_edit_fail(parser, "a call is inserted or moved before one of the file, "
					    "which is named by its number there");
	if (edit->kind == GS_TRACE_EDIT_SKIP || edit->kind == GS_TRACE_EDIT_MOVE)
		return !(edit->call & GS_TRACE_INSERTED) ||
		       gs_edit_fail(parser, "a call that was inserted is not skipped or moved: "
					    "take that edit back");
	return true;
}

static bool check(struct gs_edit_parser *parser, const struct gs_trace_edit *edit)
{
	struct gs_trace_value value;
	struct gs_edit_change change;
	struct gs_edit_call call;

	if (!has_texts(parser, edit))
		return false;
	parser->p = edit->text;
	if (edit->kind == GS_TRACE_EDIT_ARGUMENT)
		return gs_edit_parse_argument(parser, edit->argument, &change) &&
		       gs_edit_parse_value(parser, &value);
	if (edit->kind == GS_TRACE_EDIT_INSERT && !gs_edit_parse_call(parser, &call))
		return false;
	if (edit->kind == GS_TRACE_EDIT_INSERT && gs_data_find(call.name) < 0)
		return gs_edit_fail(parser, "there is no function '%.60s'", call.name);
	return true;
}

/* -- The list -----------------------------------------------------------------------------------
 */

static bool make_room(struct gs_trace_edits *edits)
{
	size_t room = edits->room ? 2 * edits->room : 16;
	struct item *items;

	if (edits->n < edits->room)
		return true;
	items = realloc(edits->items, room * sizeof(*items));
	if (!items)
		return false;
	edits->items = items;
	edits->room = room;
	return true;
}

static bool append(struct gs_trace_edits *edits, const struct gs_trace_edit *edit)
{
	struct item *item;

	if (!make_room(edits))
		return false;
	item = &edits->items[edits->n];
	*item = (struct item){.edit = *edit};
	item->edit.argument = edit->argument ? strdup(edit->argument) : NULL;
	item->edit.text = edit->text ? strdup(edit->text) : NULL;
	if ((edit->argument && !item->edit.argument) || (edit->text && !item->edit.text)) {
		clear_item(item);
		return false;
	}
	if (!item->edit.id)
		item->edit.id = edits->last_id + 1;
	if (edit->is_undone)
		item->undone = ++edits->times_undone;
	edits->last_id = item->edit.id;
	edits->n++;
	return true;
}

unsigned gs_trace_edits_add(
	struct gs_trace_edits *edits, const struct gs_trace_edit *edit, char **why)
{
	size_t held = 0;
	struct gs_trace_arena arena = {.held = &held, .limit = GS_TRACE_MAX_EVENT};
	struct gs_edit_parser parser = {.arena = &arena};
	bool is_good = check(&parser, edit);

	if (is_good && edit->id && edit->id <= edits->last_id)
		is_good = gs_edit_fail(&parser, "the numbers of edits do not grow");
	gs_trace_arena_finish(&arena);
	*why = is_good ? NULL : strdup(parser.why);
	return is_good && append(edits, edit) ? edits->last_id : 0;
}

void gs_trace_edits_drop_last(struct gs_trace_edits *edits)
{
	if (edits->n == 0)
		return;
	clear_item(&edits->items[--edits->n]);
	edits->last_id = edits->n ? edits->items[edits->n - 1].edit.id : 0;
}

size_t gs_trace_edits_count(const struct gs_trace_edits *edits)
{
	return edits->n;
}

const struct gs_trace_edit *gs_trace_edits_get(const struct gs_trace_edits *edits, size_t i)
{
	return &edits->items[i].edit;
}

const struct gs_trace_edit *gs_trace_edits_undo(struct gs_trace_edits *edits, unsigned id)
{
	for (size_t i = edits->n; i-- > 0;) {
		struct item *item = &edits->items[i];
		if (item->undone || (id && item->edit.id != id))
			continue;
		item->undone = ++edits->times_undone;
		item->edit.is_undone = true;
		return &item->edit;
	}
	return NULL;
}

const struct gs_trace_edit *gs_trace_edits_redo(struct gs_trace_edits *edits, unsigned id)
{
	struct item *found = NULL;

	for (size_t i = 0; i < edits->n; i++) {
		struct item *item = &edits->items[i];
		if (item->undone && (!id || item->edit.id == id) &&
			(!found || item->undone > found->undone))
			found = item;
	}
	if (!found)
		return NULL;
	found->undone = 0;
	found->edit.is_undone = false;
	return &found->edit;
}

bool gs_trace_edits_any(const struct gs_trace_edits *edits)
{
	for (size_t i = 0; i < edits->n; i++)
		if (!edits->items[i].undone)
			return true;
	return false;
}

bool gs_trace_edits_reorder(const struct gs_trace_edits *edits)
{
	for (size_t i = 0; i < edits->n; i++)
		if (!edits->items[i].undone &&
			(edits->items[i].edit.kind == GS_TRACE_EDIT_INSERT ||
				edits->items[i].edit.kind == GS_TRACE_EDIT_MOVE))
			return true;
	return false;
}
