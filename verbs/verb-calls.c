/* SPDX-License-Identifier: MIT */
/* Commands on the list of executed calls. */
#include <stdlib.h>
#include <string.h>
#include "verbs/verbs.h"
#include "data/data.h"
#include "debugger/calls/search.h"
#include "debugger/calls/view.h"
#include "trace/call-set.h"

enum { FOUND_AT_ONCE = 20, PATIENT = 1 << 16, SLICE = 100000 /* microseconds */ };

static void reply_call_at(
	struct gs_verbs *verbs, struct gs_reply *reply, struct gs_call_place place)
{
	struct gs_call_info call;
	if (!gs_calls_get(verbs->session, place, &call))
		return;
	json_builder_begin_object(reply->json);
	gs_reply_call(reply, &call);
	struct gs_call_drawn drawn;
	gs_call_drawn_at(gs_session_call_store(verbs->session), place, &call, &drawn);
	gs_reply_drawn(reply, &drawn);
	gs_call_drawn_clear(&drawn);
	json_builder_end_object(reply->json);
	gs_call_info_clear(&call);
}

static void begin_calls(struct gs_reply *reply)
{
	json_builder_set_member_name(reply->json, "calls");
	json_builder_begin_array(reply->json);
}

/* People see no empty list. */
static void say_none(struct gs_reply *reply, uint64_t calls, uint64_t rows)
{
	if (!calls)
		g_string_append(reply->text, "No call has been executed yet.\n");
	else if (!rows)
		g_string_append_printf(reply->text,
			"None of %" G_GUINT64_FORMAT
			" calls is shown: `calls filter all` shows them.\n",
			calls);
	else
		g_string_append_printf(reply->text,
			"There is no call from that index on; the number of calls is "
			"%" G_GUINT64_FORMAT ".\n",
			calls);
}

/* The first row of a call at that place or behind it. */
static uint64_t first_row_from(struct gs_call_view *view, struct gs_call_place from)
{
	uint64_t row = from.n ? gs_call_view_find(view, (struct gs_call_place){from.n - 1}) : 0;
	struct gs_call_row shown;
	/* the row shown for the call before it is none of those from there on */
	while (gs_call_view_row(view, row, &shown) && shown.place.n < from.n)
		row++;
	return row;
}

static void reply_rows(struct gs_verbs *verbs, struct gs_reply *reply, struct gs_call_place from,
	uint64_t n, bool last)
{
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	struct gs_call_view *view = gs_call_view_new(store);
	gs_call_view_set_filter(view, &verbs->filter);
	uint64_t rows = gs_call_view_rows(view), position;
	if (last && (position = gs_session_list_position(verbs->session)) <
			    gs_call_store_count(store)) {
		/* a trace: what comes behind the pending call is there, too */
		rows = first_row_from(view, (struct gs_call_place){position});
	}
	uint64_t first = rows > n ? rows - n : 0;
	if (!last)
		first = first_row_from(view, from);
	begin_calls(reply);
	for (uint64_t i = first; i < rows && i - first < n; i++) {
		struct gs_call_row row;
		if (gs_call_view_row(view, i, &row))
			reply_call_at(verbs, reply, row.place);
	}
	json_builder_end_array(reply->json);
	if (first >= rows)
		say_none(reply, gs_call_store_count(store), rows);
	gs_call_view_free(view);
}

static bool do_calls(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t wanted;
	if (!gs_argument_count(arguments, "N", 20, &wanted, error))
		return false;
	reply_rows(verbs, reply, (struct gs_call_place){0}, wanted, true);
	return true;
}

static bool do_calls_from(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t n;
	if (!gs_argument_count(arguments, "N", 20, &n, error))
		return false;
	struct gs_call_place place = gs_call_store_find(
		gs_session_call_store(verbs->session), gs_argument_number(arguments, "INDEX", 0));
	reply_rows(verbs, reply, place, n, false);
	return true;
}

bool gs_verb_call_at(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t index = gs_argument_number(arguments, "N", 0);
	struct gs_call_info call;
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	struct gs_call_place place = gs_call_store_find(store, index);
	bool there = gs_calls_get(verbs->session, place, &call);
	if (there && call.index == index) {
		gs_reply_call(reply, &call);
		gs_call_info_clear(&call);
		return true;
	}
	if (there)
		gs_call_info_clear(&call);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"call %" G_GUINT64_FORMAT " is not in the list, which has %" G_GUINT64_FORMAT
		" calls",
		index, gs_call_store_count(store));
	return false;
}

/* ---- finding ---- */

static bool find_calls(struct gs_verbs *verbs, const struct gs_call_pattern *pattern,
	struct gs_call_place place, struct gs_reply *reply, GError **error)
{
	GError *failure = NULL;
	unsigned n = 0;
	begin_calls(reply);
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	while (!gs_call_place_is_none(place)) {
		gint64 until = g_get_monotonic_time() + SLICE;
		if (!gs_calls_search(store, pattern, &place, false, until)) {
			if (gs_session_gives_up(verbs->session, &failure))
				break;
			continue;
		}
		if (n == FOUND_AT_ONCE)
			break;
		reply_call_at(verbs, reply, place);
		place.n++;
		n++;
	}
	json_builder_end_array(reply->json);
	struct gs_wire_call call;
	bool more = !gs_call_place_is_none(place) &&
		    gs_call_store_get(gs_session_call_store(verbs->session), place, &call);
	if (more)
		gs_json_integer(reply->json, "next", (int64_t)call.index);
	if (more)
		g_string_append_printf(
			reply->text, "more from %" G_GUINT64_FORMAT " on\n", call.index);
	else if (!n)
		g_string_append(reply->text, "No call matches.\n");
	if (failure)
		g_propagate_error(error, failure);
	return !failure;
}

static bool do_calls_find(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	struct gs_call_pattern pattern;
	if (!gs_call_pattern_init(&pattern, store, gs_argument_text(arguments, "PATTERN"),
		    gs_argument_text(arguments, "CONDITION"), error))
		return false;
	struct gs_call_place place = gs_call_store_find(
		store, gs_argument_number(arguments, "INDEX", 0));
	bool good = find_calls(verbs, &pattern, place, reply, error);
	gs_call_pattern_clear(&pattern);
	return good;
}

/* ---- sets of calls ---- */

static bool is_in(const struct gs_call_set *set, const struct gs_wire_call *call)
{
	unsigned flags = gs_data_flags(call->function);
	bool draws = flags & GS_FUNCTION_DRAWS && !(flags & GS_FUNCTION_DISPATCHES);
	bool ends = flags & GS_FUNCTION_SWAPS || call->flags & GS_CALL_ENDS_FRAME;
	bool binds = gs_data_kinds(call->function) & GS_KIND_BINDS_FRAMEBUFFER;
	return gs_call_set_has(set, call->index, call->flags >> GS_CALL_TID_SHIFT,
		(draws ? GS_CALL_SET_DRAWS : 0) | (ends ? GS_CALL_SET_ENDS_FRAME : 0) |
			(binds ? GS_CALL_SET_BINDS_FRAMEBUFFER : 0));
}

/* Replies with calls of the set, up to FOUND_AT_ONCE. False: it was interrupted. */
static bool reply_set(struct gs_verbs *verbs, const struct gs_call_set *set, struct gs_reply *reply,
	GError **error)
{
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	struct gs_call_place place = gs_call_store_find(store, gs_call_set_first(set));
	uint64_t last = gs_call_set_last(set);
	struct gs_wire_call call;
	unsigned n = 0;
	bool is_more = false, is_good = true;
	begin_calls(reply);
	for (; !is_more && gs_call_store_get(store, place, &call) && call.index <= last;
		place.n++) {
		if (place.n % PATIENT == 0 && gs_session_gives_up(verbs->session, error)) {
			is_good = false;
			break;
		}
		if (!is_in(set, &call))
			continue;
		is_more = n == FOUND_AT_ONCE;
		if (!is_more)
			reply_call_at(verbs, reply, place);
		n += !is_more;
	}
	json_builder_end_array(reply->json);
	if (is_more) {
		gs_json_integer(reply->json, "next", (int64_t)call.index);
		g_string_append_printf(
			reply->text, "more from %" G_GUINT64_FORMAT " on\n", call.index);
	} else if (!n) {
		g_string_append(reply->text, "The list has no such call.\n");
	}
	return is_good;
}

static bool do_calls_in(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	char *why = NULL;
	struct gs_call_set *set = gs_call_set_new(gs_argument_text(arguments, "CALLS"), &why);
	bool is_good = set && reply_set(verbs, set, reply, error);
	if (!set)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "calls in CALLS: %s",
			why ? why : "there is no memory left");
	free(why);
	gs_call_set_free(set);
	return is_good;
}

/* ---- the filter ---- */

static void reply_properties(struct gs_reply *reply, const struct gs_call_filter *filter,
	const uint64_t *counts, const char *key, unsigned (*property)(unsigned),
	const char *(*name_of)(unsigned),
	enum gs_call_filter_state (*state)(const struct gs_call_filter *, unsigned))
{
	static const char *const words[] = {"hidden", "some", "shown"};
	json_builder_set_member_name(reply->json, key);
	json_builder_begin_object(reply->json);
	for (unsigned i = 0; name_of(i); i++) {
		uint64_t calls = 0;
		for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
			calls += property(f) == i ? counts[f] : 0;
		enum gs_call_filter_state how = state(filter, i);
		if (!calls)
			continue;
		gs_json_string(reply->json, name_of(i), words[how]);
		g_string_append_printf(reply->text, "%-7s %10" G_GUINT64_FORMAT "  %s\n",
			words[how], calls, name_of(i));
	}
	json_builder_end_object(reply->json);
}

static bool reply_filter(struct gs_verbs *verbs, struct gs_reply *reply)
{
	uint64_t *counts = g_new(uint64_t, GS_WIRE_FUNCTIONS), shown = 0, all = 0;
	gs_session_flush_calls(verbs->session);
	gs_calls_statistics(gs_session_call_store(verbs->session), (struct gs_call_place){0},
		GS_NO_CALL_PLACE, counts);
	for (unsigned f = 0; f < GS_WIRE_FUNCTIONS; f++) {
		all += counts[f];
		shown += gs_call_filter_shows(&verbs->filter, f) ? counts[f] : 0;
	}
	reply_properties(reply, &verbs->filter, counts, "categories", gs_data_category,
		gs_data_category_name, gs_call_filter_category);
	reply_properties(reply, &verbs->filter, counts, "extensions", gs_data_origin,
		gs_data_origin_name, gs_call_filter_origin);
	char **words = gs_call_filter_to_words(&verbs->filter);
	json_builder_set_member_name(reply->json, "hidden");
	json_builder_begin_array(reply->json);
	for (char **word = words; *word; word++)
		json_builder_add_string_value(reply->json, *word);
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "shown", (int64_t)shown);
	gs_json_integer(reply->json, "calls", (int64_t)all);
	g_string_append_printf(reply->text, "%" G_GUINT64_FORMAT " of ", shown);
	gs_text_count(reply->text, all, "call", "calls");
	g_string_append(reply->text, shown == 1 ? " is shown\n" : " are shown\n");
	g_strfreev(words);
	g_free(counts);
	return true;
}

static bool do_calls_filter(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_call_filter filter = verbs->filter;
	const char *what = gs_argument_text(arguments, "WHAT");
	if (gs_argument_has(arguments, "all"))
		memset(&filter, 0, sizeof filter);
	if (gs_argument_has(arguments, "only"))
		memset(&filter, 0xff, sizeof filter);
	if (what &&
		!gs_call_filter_change(&filter, what, !gs_argument_has(arguments, "hide"), error))
		return false;
	verbs->filter = filter;
	return reply_filter(verbs, reply);
}

/* ---- groups ---- */

/* Where the calls of the frame that was named begin and end; without one, all of them. */
static void find_frame(struct gs_call_store *store, const struct gs_arguments *arguments,
	uint64_t *first, uint64_t *end)
{
	bool is_one = gs_argument_has(arguments, "FRAME");
	uint64_t frame = gs_argument_number(arguments, "FRAME", 0);
	*first = is_one ? gs_calls_frame(store, frame).n : 0;
	*end = is_one ? gs_calls_frame(store, frame + 1).n : UINT64_MAX;
}

static bool do_calls_groups(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t first, end;
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	find_frame(store, arguments, &first, &end);
	uint64_t count = gs_call_store_count(store);
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	json_builder_set_member_name(reply->json, "groups");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < gs_call_groups_count(groups); i++) {
		const struct gs_call_group *g = gs_call_groups_get(groups, i);
		if (g->first.n < first || g->first.n >= end)
			continue;
		uint64_t calls = MIN(g->end.n, count) - g->first.n;
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", gs_call_group_name(groups, g));
		gs_json_integer(reply->json, "place", (int64_t)g->first.n);
		gs_json_integer(reply->json, "calls", (int64_t)calls);
		gs_json_integer(reply->json, "depth", g->depth);
		gs_json_boolean(reply->json, "open", gs_call_place_is_none(g->end));
		json_builder_end_object(reply->json);
		g_string_append_printf(reply->text,
			"%10" G_GUINT64_FORMAT "  %*s%s  (%" G_GUINT64_FORMAT " call%s%s)\n",
			g->first.n, (int)MIN(g->depth, 40) * 2, "", gs_call_group_name(groups, g),
			calls, calls == 1 ? "" : "s",
			gs_call_place_is_none(g->end) ? ", open" : "");
	}
	json_builder_end_array(reply->json);
	gs_call_store_unlock_groups(store);
	if (!reply->text->len)
		g_string_append(reply->text, gs_argument_has(arguments, "FRAME")
						     ? "No debug group begins in this frame.\n"
						     : "The program has opened no debug group.\n");
	return true;
}

static void reply_pass(struct gs_reply *reply, const struct gs_call_groups *groups,
	const struct gs_call_pass *pass)
{
	const struct gs_call_binding *bound = &pass->binding;
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, pass->first);
	uint64_t before = frame ? frame->draw : 0;
	bool is_needed = frame && frame->is_needed;
	const char *label = bound->framebuffer_known && bound->framebuffer
				    ? gs_call_names_framebuffer(gs_call_groups_names(groups),
					      bound->group, pass->end, bound->framebuffer)
				    : NULL;
	char *target = gs_call_groups_target(groups, pass);
	json_builder_begin_object(reply->json);
	gs_json_integer(reply->json, "frame", frame ? (int64_t)frame->frame : 0);
	gs_json_integer(reply->json, "place", (int64_t)pass->first.n);
	gs_json_integer(reply->json, "draws", (int64_t)pass->draws);
	gs_json_integer(reply->json, "others", (int64_t)pass->others);
	if (is_needed)
		gs_json_boolean(reply->json, "needed", true);
	else if (!frame || !frame->is_part)
		gs_json_integer(
			reply->json, "draw", (int64_t)(pass->draw - MIN(before, pass->draw) + 1));
	gs_json_boolean(reply->json, "open", gs_call_place_is_none(pass->end));
	if (bound->framebuffer_known)
		gs_json_integer(reply->json, "framebuffer", bound->framebuffer);
	if (label)
		gs_json_string(reply->json, "label", label);
	json_builder_end_object(reply->json);
	g_string_append_printf(reply->text, "%10" G_GUINT64_FORMAT "  ", pass->first.n);
	g_string_append_printf(reply->text, "%s%s, %" G_GUINT64_FORMAT " draw%s\n",
		is_needed ? "needed: " : "", target, pass->draws, pass->draws == 1 ? "" : "s");
	g_free(target);
}

static bool do_calls_passes(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t first, end;
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	find_frame(store, arguments, &first, &end);
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	json_builder_set_member_name(reply->json, "passes");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < gs_call_passes_count(passes); i++) {
		const struct gs_call_pass *pass = gs_call_passes_get(passes, i);
		if (pass->first.n >= first && pass->first.n < end)
			reply_pass(reply, groups, pass);
	}
	json_builder_end_array(reply->json);
	gs_call_store_unlock_groups(store);
	if (!reply->text->len)
		g_string_append(reply->text, gs_argument_has(arguments, "FRAME")
						     ? "Nothing is drawn in this frame so far.\n"
						     : "Nothing has been drawn so far.\n");
	return true;
}

static bool do_calls_save(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	uint64_t n = 0;
	if (!gs_calls_save(gs_session_call_store(verbs->session), &verbs->filter, file, &n,
		    gs_session_patience(verbs->session), error))
		return false;
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "calls", (int64_t)n);
	g_string_append_printf(reply->text, "%s: ", file);
	gs_text_count(reply->text, n, "call\n", "calls\n");
	return true;
}

/* ---- statistics ---- */

struct counted {
	const char *name;
	uint64_t count;
};

static int compare_counted(const void *a, const void *b)
{
	const struct counted *x = a, *y = b;
	return x->count < y->count ? 1 : x->count > y->count ? -1 : strcmp(x->name, y->name);
}

static void reply_counted(struct gs_reply *reply, const char *key, struct counted *list, size_t n)
{
	qsort(list, n, sizeof *list, compare_counted);
	json_builder_set_member_name(reply->json, key);
	json_builder_begin_object(reply->json);
	for (size_t i = 0; i < n && list[i].count; i++) {
		gs_json_integer(reply->json, list[i].name, (int64_t)list[i].count);
		g_string_append_printf(
			reply->text, "%10" G_GUINT64_FORMAT "  %s\n", list[i].count, list[i].name);
	}
	json_builder_end_object(reply->json);
}

static void reply_statistics(struct gs_reply *reply, const uint64_t *counts, const char *key,
	unsigned (*property)(unsigned), const char *(*name_of)(unsigned))
{
	struct counted *list = g_new0(struct counted, GS_N_FUNCTIONS + 1);
	size_t n = 0;
	while (name_of((unsigned)n) && n < GS_N_FUNCTIONS) {
		list[n].name = name_of((unsigned)n);
		n++;
	}
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
		list[property(f)].count += counts[f];
	reply_counted(reply, key, list, n);
	g_free(list);
}

static void reply_functions(
	struct gs_reply *reply, const uint64_t *counts, struct gs_call_store *store)
{
	struct counted *list = g_new0(struct counted, GS_WIRE_FUNCTIONS);
	const struct gs_function_info *info;
	unsigned n = 0;
	for (; n < GS_WIRE_FUNCTIONS && (info = gs_call_store_function(store, n)); n++)
		list[n] = (struct counted){info->name, counts[n]};
	reply_counted(reply, "functions", list, n);
	g_free(list);
}

static bool present_frame(struct gs_verbs *verbs, uint64_t *frame, GError **error)
{
	struct gs_stop stop;
	if (gs_session_is_trace(verbs->session) && !gs_session_has_program(verbs->session)) {
		g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
			"no frame is being looked at, as the trace is not played: `goto N` or "
			"`next frame` goes to one");
		return false;
	}
	if (!gs_session_stop_now(verbs->session, &stop, error))
		return false;
	*frame = stop.frame;
	gs_stop_clear(&stop);
	return true;
}

static bool do_statistics(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	bool frame = gs_argument_has(arguments, "frame");
	uint64_t present = 0;
	bool whole_trace = gs_session_is_trace(verbs->session) && !frame;
	if (!whole_trace && !present_frame(verbs, &present, error))
		return false;
	gs_session_flush_calls(verbs->session);
	uint64_t *counts = g_new(uint64_t, GS_WIRE_FUNCTIONS);
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	if (frame)
		gs_calls_statistics(store, gs_calls_frame(store, present),
			gs_calls_frame(store, present + 1), counts);
	else
		gs_calls_statistics(store, (struct gs_call_place){0}, GS_NO_CALL_PLACE, counts);
	if (gs_argument_has(arguments, "extension"))
		reply_statistics(reply, counts, "extensions", gs_data_origin, gs_data_origin_name);
	else if (gs_argument_has(arguments, "category"))
		reply_statistics(
			reply, counts, "categories", gs_data_category, gs_data_category_name);
	else
		reply_functions(reply, counts, store);
	if (!reply->text->len)
		g_string_append_printf(reply->text, "No call has been executed%s yet.\n",
			frame ? " in this frame" : "");
	g_free(counts);
	return true;
}

const struct gs_verb gs_call_verbs[] = {
	{"calls", "[N]", "the last N executed calls (20) that the filter shows", do_calls,
		GS_NEEDS_CALLS, "calls:[listed-call]"},
	{"calls from", "INDEX [N]", "N calls (20) from that one on", do_calls_from, GS_NEEDS_CALLS,
		"calls:[listed-call]"},
	{"calls in", "CALLS",
		"calls by number and kind, the first 20: 5, 10-20, draw, frame, thread=N, "
		"10-20/draw, "
		"@FILE",
		do_calls_in, GS_NEEDS_CALLS, "calls:[listed-call] next?:integer"},
	{"calls find", "PATTERN [from INDEX] [if CONDITION]",
		"calls by function, by a piece of their text, or by what they name (\"uses "
		"texture 5\"), the first 20",
		do_calls_find, GS_NEEDS_CALLS, "calls:[listed-call] next?:integer"},
	{"calls filter", "[all | hide WHAT | show WHAT | only WHAT]",
		"what is shown: functions, category:NAME, extension:NAME", do_calls_filter,
		GS_NEEDS_NOTHING,
		"categories:{*:string} extensions:{*:string} hidden:[string] shown:integer "
		"calls:integer"},
	{"calls groups", "[FRAME]", "the program's debug groups", do_calls_groups, GS_NEEDS_CALLS,
		"groups:[{name:string place:integer calls:integer depth:integer open:boolean}]"},
	{"calls passes", "[FRAME]", "what is drawn to one framebuffer after the other",
		do_calls_passes, GS_NEEDS_CALLS,
		"passes:[{frame:integer place:integer draws:integer others:integer needed?:boolean "
		"draw?:integer open:boolean framebuffer?:integer label?:string}]"},
	{"calls save", "FILE", "the calls that the filter shows, as text or .csv", do_calls_save,
		GS_NEEDS_CALLS, "file:string calls:integer"},
	{"statistics", "[frame] [extension|category]", "calls by function, extension or category",
		do_statistics, GS_NEEDS_NOTHING,
		"functions:{*:integer} | extensions:{*:integer} | categories:{*:integer}"},
	{NULL},
};
