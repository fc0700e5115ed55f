/* SPDX-License-Identifier: MIT */
/* What the file of a trace tells of it: each verb here is a command of glstep-trace, too, and where
 * it has a tab, one of the window's. */
#include <string.h>
#include "analysis/checklist.h"
#include "analysis/report.h"
#include "effects/context.h"
#include "verbs/reading.h"

/* ---- checklist ---- */

static void put_item(JsonBuilder *json, const struct gs_check_item *item)
{
	json_builder_begin_object(json);
	gs_json_string(json, "id", item->id);
	gs_json_string(json, "title", item->title);
	gs_json_string(json, "rule", item->rule);
	gs_json_string(json, "advice", item->advice);
	gs_json_string(json, "saves", item->saves);
	if (item->is_told) {
		gs_json_integer(json, "found", (int64_t)item->n);
		gs_json_integer(json, "frames", (int64_t)item->frames);
		gs_json_integer(json, "bytes", (int64_t)item->bytes);
		gs_json_numbers(json, "calls", item->calls, MIN(item->n, GS_CHECK_CALLS));
	} else {
		json_builder_set_member_name(json, "found");
		json_builder_add_null_value(json);
	}
	json_builder_end_object(json);
}

static void put_names(JsonBuilder *json, const char *key, const struct gs_check_item *items,
	size_t n, bool is_told)
{
	gs_json_begin_list(json, key);
	for (size_t i = 0; i < n; i++)
		if (items[i].is_told == is_told && !(is_told && items[i].n))
			json_builder_add_string_value(json, items[i].id);
	json_builder_end_array(json);
}

/* Only those found, or all. */
static void put_items(JsonBuilder *json, const char *key, const struct gs_check_item *items,
	size_t n, bool only_found)
{
	struct gs_quality quality = gs_checklist_quality(items, n);
	gs_json_begin_list(json, key);
	for (size_t i = 0; i < n; i++)
		if (!only_found || (items[i].is_told && items[i].n))
			put_item(json, &items[i]);
	json_builder_end_array(json);
	put_names(json, "not_found", items, n, true);
	put_names(json, "not_told", items, n, false);
	gs_json_begin_object(json, "quality");
	gs_json_string(json, "verdict", quality.name);
	gs_json_integer(json, "rules", (int64_t)quality.rules);
	gs_json_integer(json, "kept", (int64_t)quality.kept);
	json_builder_end_object(json);
}

static bool do_checklist(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_reading reading;
	const struct gs_trace_call *call;
	size_t n;
	if (!gs_reading_begin(&reading, verbs, arguments, error))
		return false;
	struct gs_checklist *checklist = gs_checklist_new();
	gs_checklist_set_measured(checklist, reading.measured);
	while ((call = gs_reading_next(&reading)))
		gs_checklist_add(checklist, call);
	const struct gs_check_item *items = gs_checklist_end(checklist, &n);
	gs_json_string(reply->json, "file", verbs->of->name ? verbs->of->name : verbs->of->path);
	put_items(reply->json, "items", items, n, false);
	gs_checklist_free(checklist);
	return gs_reading_end(&reading, reply, error);
}

/* ---- report ---- */

static void put_issue(JsonBuilder *json, const struct gs_issue *issue)
{
	json_builder_begin_object(json);
	gs_json_string(json, "kind", gs_issue_kind_name(issue->kind));
	gs_json_string(json, "id", issue->id);
	gs_json_string(json, "text", issue->text);
	gs_json_boolean(json, "sure", issue->is_sure);
	gs_json_integer(json, "found", (int64_t)issue->n);
	gs_json_integer(json, "frames", (int64_t)issue->frames);
	gs_json_numbers(json, "calls", issue->calls, MIN(issue->n, GS_ISSUE_CALLS));
	json_builder_end_object(json);
}

static void put_report(JsonBuilder *json, const struct gs_report *report)
{
	const struct gs_issue *issue;
	gs_json_begin_list(json, "issues");
	for (size_t i = 0; (issue = gs_report_issue(report, i)); i++)
		put_issue(json, issue);
	json_builder_end_array(json);
	gs_json_integer(json, "left_out", (int64_t)gs_report_left_out(report));
	gs_json_begin_list(json, "checked");
	for (size_t i = 0; gs_report_checked(i); i++)
		json_builder_add_string_value(json, gs_report_checked(i));
	json_builder_end_array(json);
}

static bool do_report(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_reading reading;
	const struct gs_trace_call *call;
	int64_t calls = 0, frames = 0;
	size_t n;
	if (!gs_reading_begin(&reading, verbs, arguments, error))
		return false;
	struct gs_report *report = gs_report_new();
	struct gs_checklist *checklist = gs_checklist_new();
	gs_report_set_measured(report, reading.measured);
	gs_checklist_set_measured(checklist, reading.measured);
	while ((call = gs_reading_next(&reading))) {
		gs_report_add(report, call);
		gs_checklist_add(checklist, call);
		calls += !call->is_fake;
		frames += call->ends_frame;
	}
	const struct gs_check_item *items = gs_checklist_end(checklist, &n);
	gs_json_string(reply->json, "file", verbs->of->name ? verbs->of->name : verbs->of->path);
	gs_json_string(reply->json, "part", gs_report_part(report));
	gs_json_integer(reply->json, "calls", calls);
	gs_json_integer(reply->json, "frames", frames);
	put_report(reply->json, report);
	put_items(reply->json, "checklist", items, n, true);
	gs_report_free(report);
	gs_checklist_free(checklist);
	return gs_reading_end(&reading, reply, error);
}

/* ---- repeats ---- */

enum { FIRST_REPEATS = 20 }; /* calls of a function that are kept */

/* A function that sets state: how often, how often to what it is, and where that was. */
struct repeated {
	const char *function;
	uint64_t n, again, calls[FIRST_REPEATS];
};

static void note_repeat(
	GHashTable *functions, const struct gs_trace_call *call, enum gs_repeat repeat)
{
	const char *name = call->function->name;
	struct repeated *repeated = g_hash_table_lookup(functions, name);
	if (repeat == GS_REPEAT_NONE)
		return;
	if (!repeated) {
		repeated = g_new0(struct repeated, 1);
		repeated->function = name; /* the reader's */
		g_hash_table_insert(functions, (gpointer)name, repeated);
	}
	if (repeat == GS_REPEAT_IS && repeated->again++ < FIRST_REPEATS)
		repeated->calls[repeated->again - 1] = call->number;
	repeated->n++;
}

static int most_first(gconstpointer a, gconstpointer b)
{
	const struct repeated *one = a, *other = b;
	return one->again != other->again ? (one->again < other->again ? 1 : -1)
					  : strcmp(one->function, other->function);
}

static void put_repeats(JsonBuilder *json, GHashTable *functions)
{
	g_autoptr(GList) list = g_list_sort(g_hash_table_get_values(functions), most_first);
	uint64_t n = 0, again = 0;
	gs_json_begin_list(json, "functions");
	for (GList *at = list; at; at = at->next) {
		const struct repeated *repeated = at->data;
		n += repeated->n;
		again += repeated->again;
		if (!repeated->again)
			continue;
		json_builder_begin_object(json);
		gs_json_string(json, "function", repeated->function);
		gs_json_integer(json, "change_nothing", (int64_t)repeated->again);
		gs_json_integer(json, "of_calls", (int64_t)repeated->n);
		gs_json_integer(json, "percent", (int64_t)(100 * repeated->again / repeated->n));
		gs_json_numbers(
			json, "calls", repeated->calls, MIN(repeated->again, FIRST_REPEATS));
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	gs_json_integer(json, "change_nothing", (int64_t)again);
	gs_json_integer(json, "of_state_calls", (int64_t)n);
}

static bool do_repeats(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_reading reading;
	const struct gs_trace_call *call;
	if (!gs_reading_begin(&reading, verbs, arguments, error))
		return false;
	struct gs_effects *effects = gs_effects_new(0);
	gs_effects_keep_last(effects);
	struct gs_repeats *repeats = gs_repeats_new(effects);
	GHashTable *functions = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	while ((call = gs_reading_next(&reading))) {
		gs_effects_add(effects, call);
		note_repeat(functions, call, gs_repeats_add(repeats, call));
	}
	gs_json_string(reply->json, "file", verbs->of->name ? verbs->of->name : verbs->of->path);
	put_repeats(reply->json, functions);
	g_hash_table_destroy(functions);
	gs_repeats_free(repeats);
	gs_effects_free(effects);
	return gs_reading_end(&reading, reply, error);
}

/* ---- the verbs ---- */

#define ITEM                                                                                       \
	"id:string title:string rule:string advice:string saves:string found:integer|null "        \
	"frames?:integer bytes?:integer calls?:[integer]"
#define ITEMS(name)                                                                                \
	name ":[{" ITEM "}] not_found:[string] not_told:[string] "                                 \
	     "quality:{verdict:string rules:integer kept:integer}"
/* The first twenty calls; there may be more. */
#define FIRST_CALLS "calls {calls+, *{.}}{found>20?, ...}"
#define TELL_ITEMS(name)                                                                           \
	"{" name                                                                                   \
	"*{found?{id}: {title}\n  found: {found}{frames? in {frames#frame|frames}}; " FIRST_CALLS  \
	"\n  rule:  {rule}\n  do:    {advice}\n  saves: {saves}{bytes?: {bytes} bytes}\n\n}}"      \
	"{not_found?not found: {not_found+, *{.}}\n}"                                              \
	"{not_told?the file does not tell: {not_told+, *{.}}\n}"                                   \
	"quality: {quality.verdict}: {quality.kept} of the {quality.rules} rules that the file "   \
	"tells of are kept (good: all; fair: four of five)\n"

static const struct gs_tab_column report_columns[] = {
	{"Kind", "{kind?{kind}|checklist}", 110},
	{"What", "{kind?{text}|{title}}", 0},
	{"Calls", "{found}", 60},
	{"What to do", "{kind?{sure?|only if the shader gets there}|{advice}}", 0},
	{NULL},
};
#define REPLAY                                                                                     \
	{                                                                                          \
		"replay", "Replay",                                                                \
			"Play the trace first, and have the driver tell what it says of its "      \
			"calls, "                                                                  \
			"and which draws touch no pixel: takes milliseconds for each draw"         \
	}
static const struct gs_tab_control report_controls[] = {REPLAY, {NULL}};
static const struct gs_tab report_tab = {
	.id = "report",
	.title = "Report",
	.tip = "What is wrong in an opened trace, and what costs time",
	.rows = "issues checklist",
	.columns = report_columns,
	.summary = "{issues>0?{@found}|{checklist>0?{@found}|No errors, nothing undefined that is "
		   "looked for, nothing of the checklist}}{part? in this part}",
	.detail = "{kind?{id}: {text}\n{found#call|calls} in {frames#frame|frames}"
		  "{sure?|, if the shader gets there}|"
		  "{id}, in {frames#frame|frames}. {rule}\nDo: {advice}\nSaves: {saves}"
		  "{bytes?: {bytes#byte|bytes}}}",
	.marked = "{kind=error?!}{kind=undefined?!}",
	.call = "calls",
	.of = "found",
	.controls = report_controls,
};

const struct gs_verb gs_trace_verbs[] = {
	{"report", GS_READING_REPLAY,
		"what is wrong in the open trace, with its calls, and what costs time", do_report,
		GS_NEEDS_FILE,
		"file:string part:string|null calls:integer frames:integer "
		"issues:[{kind:string id:string text:string sure:boolean found:integer "
		"frames:integer calls:[integer]}] left_out:integer checked:[string] " ITEMS(
			"checklist") " " GS_READING_RESULT,
		"{part?a part: {part}; what came before, and is not needed for it, is not in the "
		"file\n\n}"
		"{issues*{id}: {text}\n  found: {found} in {frames#frame|frames}"
		"{sure?|, if the shader gets there}; " FIRST_CALLS "\n\n|"
		"no errors, and nothing undefined is found\n\n}"
		"{left_out?{left_out} more are left out\n\n}"
		"looked for: {checked+, *{.}}; what is not among these was not looked "
		"at\n\n" TELL_ITEMS("checklist") GS_READING_TOLD,
		.tab = &report_tab},
	{"checklist", GS_READING_REPLAY,
		"what is known to cost time or quality, by fixed rules, in the open trace",
		do_checklist, GS_NEEDS_FILE, "file:string " ITEMS("items") " " GS_READING_RESULT,
		TELL_ITEMS("items") GS_READING_TOLD},
	{"repeats", "", "state that the calls of the open trace set to what it is, by function",
		do_repeats, GS_NEEDS_FILE,
		"file:string functions:[{function:string change_nothing:integer of_calls:integer "
		"percent:integer calls:[integer]}] change_nothing:integer "
		"of_state_calls:integer " GS_READING_RESULT,
		"{functions*{change_nothing:10} of {of_calls:10} {percent:3} %  {function}; calls "
		"{calls+, *{.}}{change_nothing>20?, ...}\n}"
		"{change_nothing} of {of_state_calls} calls that set state change "
		"nothing\n" GS_READING_TOLD,
		.tab = &(const struct gs_tab){"repeats", "Repeated state",
			"Calls of an opened trace that set state to what it is, by function",
			.summary = "{change_nothing} of {of_state_calls} calls that set state "
				   "change nothing",
			.of = "change_nothing"}},
	{NULL},
};
