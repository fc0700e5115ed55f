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

/* Says in the reply which calls were dropped, if one from that number on was that is asked for. */
static void reply_dropped_from(struct gs_reply *reply, struct gs_call_store *store, uint64_t index)
{
	struct gs_call_dropped dropped;
	if (!gs_call_store_dropped(store, &dropped) || index >= dropped.index)
		return;
	g_autofree char *text = gs_call_dropped_text(&dropped);
	text[0] = g_ascii_toupper(text[0]);
	gs_json_integer(reply->json, "first", (int64_t)dropped.index);
	gs_json_string(reply->json, "dropped", text);
}

/* Likewise, if something of that frame was. */
static void reply_dropped_frame(struct gs_reply *reply, struct gs_call_store *store, uint64_t frame)
{
	struct gs_call_dropped dropped;
	if (gs_call_store_dropped(store, &dropped) && frame < dropped.frame)
		reply_dropped_from(reply, store, 0);
}

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
	if (last && n > rows)
		reply_dropped_from(reply, store, 0);
	gs_json_begin_list(reply->json, "calls");
	for (uint64_t i = first; i < rows && i - first < n; i++) {
		struct gs_call_row row;
		if (gs_call_view_row(view, i, &row))
			reply_call_at(verbs, reply, row.place);
	}
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "count", (int64_t)gs_call_store_count(store));
	gs_json_integer(reply->json, "shown", (int64_t)rows);
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
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	uint64_t index = gs_argument_number(arguments, "INDEX", 0);
	struct gs_call_place place = gs_call_store_find(store, index);
	reply_dropped_from(reply, store, index);
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
	struct gs_call_dropped dropped;
	if (gs_call_store_dropped(store, &dropped) && index < dropped.index) {
		g_autofree char *text = gs_call_dropped_text(&dropped);
		g_set_error_literal(error, GS_ERROR, GS_ERROR_USAGE, text);
		return false;
	}
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
	gs_json_begin_list(reply->json, "calls");
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
	uint64_t index = gs_argument_number(arguments, "INDEX", 0);
	struct gs_call_place place = gs_call_store_find(store, index);
	reply_dropped_from(reply, store, index);
	bool good = find_calls(verbs, &pattern, place, reply, error);
	gs_call_pattern_clear(&pattern);
	return good;
}

/* ---- sets of calls ---- */

static bool is_in(const struct gs_call_set *set, const struct gs_wire_call *call)
{
	unsigned flags = gs_data_flags(call->function);
	bool draws = flags & GS_FUNCTION_DRAWS && !(flags & GS_FUNCTION_DISPATCHES);
	bool binds = gs_data_kinds(call->function) & GS_KIND_BINDS_FRAMEBUFFER;
	return gs_call_set_has(set, call->index, call->flags >> GS_CALL_TID_SHIFT,
		(draws ? GS_CALL_SET_DRAWS : 0) |
			(gs_data_ends_frame(call) ? GS_CALL_SET_ENDS_FRAME : 0) |
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
	reply_dropped_from(reply, store, gs_call_set_first(set));
	gs_json_begin_list(reply->json, "calls");
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
	if (is_more)
		gs_json_integer(reply->json, "next", (int64_t)call.index);
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

/* Of which calls there are so many, and how the filter shows them. */
static void reply_properties(struct gs_reply *reply, const struct gs_call_filter *filter,
	const uint64_t *counts, const char *key, unsigned (*property)(unsigned),
	const char *(*name_of)(unsigned),
	enum gs_call_filter_state (*state)(const struct gs_call_filter *, unsigned))
{
	static const char *const words[] = {"hidden", "some", "shown"};
	g_autofree char *key_of_counts = g_strconcat("calls_of_", key, NULL);
	g_autoptr(JsonObject) calls_of = json_object_new();
	gs_json_begin_object(reply->json, key);
	for (unsigned i = 0; name_of(i); i++) {
		uint64_t calls = 0;
		for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
			calls += property(f) == i ? counts[f] : 0;
		if (!calls)
			continue;
		gs_json_string(reply->json, name_of(i), words[state(filter, i)]);
		json_object_set_int_member(calls_of, name_of(i), (gint64)calls);
	}
	json_builder_end_object(reply->json);
	json_builder_set_member_name(reply->json, key_of_counts);
	json_builder_add_value(reply->json, json_node_init_object(json_node_alloc(), calls_of));
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
	gs_json_strings(reply->json, "hidden", words);
	gs_json_integer(reply->json, "shown", (int64_t)shown);
	gs_json_integer(reply->json, "calls", (int64_t)all);
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
	struct gs_reply *reply, uint64_t *first, uint64_t *end)
{
	bool is_one = gs_argument_has(arguments, "FRAME");
	uint64_t frame = gs_argument_number(arguments, "FRAME", 0);
	*first = is_one ? gs_calls_frame(store, frame).n : 0;
	*end = is_one ? gs_calls_frame(store, frame + 1).n : UINT64_MAX;
	if (is_one)
		gs_json_integer(reply->json, "frame", (int64_t)frame);
	reply_dropped_frame(reply, store, is_one ? frame : 0);
}

static bool do_calls_groups(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t first, end;
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	find_frame(store, arguments, reply, &first, &end);
	uint64_t count = gs_call_store_count(store);
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	gs_json_begin_list(reply->json, "groups");
	for (size_t i = gs_call_groups_begin(groups); i < gs_call_groups_count(groups); i++) {
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
	}
	json_builder_end_array(reply->json);
	gs_call_store_unlock_groups(store);
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
	gs_json_optional(reply->json, "label", label);
	json_builder_end_object(reply->json);
}

static bool do_calls_passes(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t first, end;
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	find_frame(store, arguments, reply, &first, &end);
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_passes *passes = gs_call_groups_passes(groups);
	gs_json_begin_list(reply->json, "passes");
	for (size_t i = gs_call_passes_begin(passes); i < gs_call_passes_count(passes); i++) {
		const struct gs_call_pass *pass = gs_call_passes_get(passes, i);
		if (pass->first.n >= first && pass->first.n < end)
			reply_pass(reply, groups, pass);
	}
	json_builder_end_array(reply->json);
	gs_call_store_unlock_groups(store);
	return true;
}

static bool do_calls_save(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	uint64_t n = 0;
	reply_dropped_from(reply, gs_session_call_store(verbs->session), 0);
	if (!gs_calls_save(gs_session_call_store(verbs->session), &verbs->filter, file, &n,
		    gs_session_patience(verbs->session), error))
		return false;
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "calls", (int64_t)n);
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
	gs_json_begin_object(reply->json, key);
	for (size_t i = 0; i < n && list[i].count; i++)
		gs_json_integer(reply->json, list[i].name, (int64_t)list[i].count);
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
	gs_json_flag(reply->json, "frame", frame);
	g_free(counts);
	return true;
}

/* What a verb replies with that is asked for calls which were dropped, and how that is told. */
#define DROPPED_MEMBERS "first?:integer dropped?:string "
#define DROPPED "{dropped?{dropped}.\n}"

static const struct gs_tab_column count_columns[] = {
	{"What", "{$}", 0}, {"Calls", "{.}", 100}, {NULL}};
static const struct gs_tab_control count_controls[] = {
	{"by function=|by extension=extension|by category=category", "Counted",
		"Whose calls are counted together"},
	{"frame", "This frame", "Count the calls of the frame that the program is in"},
	{NULL},
};
static const struct gs_tab count_tab = {
	.id = "call-counts",
	.title = "Call counts",
	.tip = "How often the program has called each function",
	.rows = "functions extensions categories",
	.columns = count_columns,
	.summary = "{frame?in this frame|so far}",
	.controls = count_controls,
};

/* Calls as the filter shows them. */
#define SHOWN                                                                                      \
	DROPPED "{calls*{@call}|{count?{shown?There is no call from that index on; the number of " \
		"calls "                                                                           \
		"is {count}.|None of {count} calls is shown: `calls filter all` shows them.}|No "  \
		"call has "                                                                        \
		"been executed yet.}\n}"

const struct gs_verb gs_call_verbs[] = {
	{"calls", "[N]", "the last N executed calls (20) that the filter shows", do_calls,
		GS_NEEDS_CALLS, DROPPED_MEMBERS "calls:[listed-call] count:integer shown:integer",
		SHOWN},
	{"calls from", "INDEX [N]", "N calls (20) from that one on", do_calls_from, GS_NEEDS_CALLS,
		DROPPED_MEMBERS "calls:[listed-call] count:integer shown:integer", SHOWN},
	{"calls in", "CALLS",
		"calls by number and kind, the first 20: 5, 10-20, draw, frame, thread=N, "
		"10-20/draw, "
		"@FILE",
		do_calls_in, GS_NEEDS_CALLS, DROPPED_MEMBERS "calls:[listed-call] next?:integer",
		DROPPED "{calls*{@call}|The list has no such call.\n}{next!more from {next} on\n}"},
	{"calls find", "PATTERN [from INDEX] [if CONDITION]",
		"calls by function, by a piece of their text, or by what they name (\"uses "
		"texture 5\"), the first 20",
		do_calls_find, GS_NEEDS_CALLS, DROPPED_MEMBERS "calls:[listed-call] next?:integer",
		DROPPED "{calls*{@call}|{next!|No call matches.\n}}{next!more from {next} on\n}"},
	{"calls filter", "[all | hide WHAT | show WHAT | only WHAT]",
		"what is shown: functions, category:NAME, extension:NAME", do_calls_filter,
		GS_NEEDS_NOTHING,
		"categories:{*:string} calls_of_categories:{*:integer} extensions:{*:string} "
		"calls_of_extensions:{*:integer} hidden:[string] shown:integer calls:integer",
		"{categories*{.:-7} {/calls_of_categories.$:10}  {$}\n}"
		"{extensions*{.:-7} {/calls_of_extensions.$:10}  {$}\n}{shown} of "
		"{calls#call|calls} {shown=1?is|are} shown\n"},
	{"calls groups", "[FRAME]", "the program's debug groups", do_calls_groups, GS_NEEDS_CALLS,
		"frame?:integer " DROPPED_MEMBERS
		"groups:[{name:string place:integer calls:integer depth:integer open:boolean}]",
		DROPPED "{groups*{place:10}  {depth^40}{name}  ({calls#call|calls}{open?, open})\n|"
			"{frame!No debug group begins in this frame.|"
			"The program has opened no debug group.}\n}"},
	{"calls passes", "[FRAME]", "what is drawn to one framebuffer after the other",
		do_calls_passes, GS_NEEDS_CALLS,
		"frame?:integer " DROPPED_MEMBERS
		"passes:[{frame:integer place:integer draws:integer others:integer "
		"needed?:boolean draw?:integer open:boolean framebuffer?:integer label?:string}]",
		DROPPED
		"{passes*{place:10}  {needed?needed: }"
		"{framebuffer!{framebuffer?framebuffer {framebuffer}{label? ({label})}|"
		"window}|framebuffer not known}, {draws#draw|draws}\n|"
		"{frame!Nothing is drawn in this frame so far.|Nothing has been drawn so far.}\n}"},
	{"calls save", "FILE", "the calls that the filter shows, as text or .csv", do_calls_save,
		GS_NEEDS_CALLS, DROPPED_MEMBERS "file:string calls:integer",
		"{file}: {calls#call|calls}\n" DROPPED},
	{"statistics", "[frame] [extension|category]", "calls by function, extension or category",
		do_statistics, GS_NEEDS_NOTHING,
		"frame?:boolean functions:{*:integer} | "
		"frame?:boolean extensions:{*:integer} | "
		"frame?:boolean categories:{*:integer}",
		"{functions@counts}{extensions@counts}{categories@counts}{functions?|{extensions?|"
		"{categories?|No call has been executed{frame? in this frame} yet.\n}}}",
		.tab = &count_tab},
	{NULL},
};
