/* SPDX-License-Identifier: MIT */
#include "debugger/calls/search.h"

#include <stdio.h>
#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"
#include "debugger/base/output-file.h"
#include "debugger/calls/info.h"
#include "debugger/calls/repeats.h"
#include "debugger/base/error.h"

enum { TAGS = 4096 };
#define USES "uses "

/* ---- patterns ---- */

bool gs_call_pattern_init(struct gs_call_pattern *pattern, struct gs_call_store *store,
	const char *text, const char *condition, GError **error)
{
	GPatternSpec *spec = g_pattern_spec_new(text);
	const struct gs_function_info *info;
	memset(pattern, 0, sizeof *pattern);
	bool any = g_str_has_prefix(text, USES) &&
		   gs_call_object_parse(text + strlen(USES), &pattern->object);
	if (any)
		gs_call_object_functions(pattern->object.kind, pattern->functions);
	for (unsigned f = 0; f < GS_WIRE_FUNCTIONS && (info = gs_call_store_function(store, f));
		f++) {
		if (!g_pattern_spec_match_string(spec, info->name))
			continue;
		any = true;
		pattern->functions[f / 8] |= (uint8_t)(1 << f % 8);
	}
	g_pattern_spec_free(spec);
	if (!any) {
		memset(pattern->functions, 0xff, sizeof pattern->functions);
		pattern->text = g_utf8_casefold(text, -1);
		pattern->repeats = gs_call_repeats_new();
	}
	if (condition && !(pattern->condition = gs_call_condition_new(
				   condition, pattern->functions, error))) {
		gs_call_pattern_clear(pattern);
		return false;
	}
	return true;
}

void gs_call_pattern_clear(struct gs_call_pattern *pattern)
{
	gs_call_condition_free(pattern->condition);
	g_free(pattern->text);
	gs_call_repeats_free(pattern->repeats);
	memset(pattern, 0, sizeof *pattern);
}

/* Most texts have letters of ASCII alone, and are folded in their place. */
static bool has_text(char *shown, const char *text)
{
	unsigned char all = 0;
	for (char *c = shown; *c; c++) {
		all |= (unsigned char)*c;
		*c = g_ascii_tolower(*c);
	}
	if (all < 0x80)
		return strstr(shown, text);
	char *folded = g_utf8_casefold(shown, -1);
	bool found = strstr(folded, text);
	g_free(folded);
	return found;
}

/* What was found out about calls like it; NULL: nothing is kept of such. */
static struct gs_call_repeat *find_repeat(struct gs_call_store *store,
	struct gs_call_repeats *repeats, uint16_t tag, struct gs_call_place place,
	struct gs_wire_call *call, bool tells_names)
{
	return !(tag & GS_CALL_TAG_MEMORY) && gs_call_store_get(store, place, call)
		       ? gs_call_repeats_find(repeats, call, tells_names)
		       : NULL;
}

static bool text_matches(struct gs_call_store *store, const struct gs_call_pattern *pattern,
	uint16_t tag, struct gs_call_place place)
{
	struct gs_call_info call;
	struct gs_wire_call wire;
	struct gs_call_repeat *like = find_repeat(store, pattern->repeats, tag, place, &wire, true);
	if (like && like->is_known)
		return like->found;
	if (!gs_call_info_at(store, place, &call))
		return false;
	char *shown = gs_call_info_text(&call);
	bool found = has_text(shown, pattern->text);
	g_free(shown);
	gs_call_info_clear(&call);
	if (like) {
		like->is_known = true;
		like->found = found;
	}
	return found;
}

static bool names_object(struct gs_call_store *store, const struct gs_call_object *object,
	struct gs_call_place place)
{
	struct gs_call_info call;
	if (!gs_call_info_at(store, place, &call))
		return false;
	bool found = gs_call_names_object(&call, object);
	gs_call_info_clear(&call);
	return found;
}

static bool condition_holds(struct gs_call_store *store, const struct gs_call_condition *condition,
	struct gs_call_place place)
{
	struct gs_wire_call call;
	GBytes *memory = NULL;
	bool there = gs_call_condition_needs_memory(condition)
			     ? gs_call_store_get_memory(store, place, &call, &memory)
			     : gs_call_store_get(store, place, &call);
	bool holds = there && gs_call_condition_holds(condition, &call, memory);
	g_bytes_unref(memory);
	return holds;
}

static bool matches(struct gs_call_store *store, const struct gs_call_pattern *pattern,
	uint16_t tag, struct gs_call_place place)
{
	return gs_wire_bit(pattern->functions, tag & GS_CALL_TAG_FUNCTION) &&
	       (!pattern->condition || condition_holds(store, pattern->condition, place)) &&
	       (!pattern->object.kind || names_object(store, &pattern->object, place)) &&
	       (!pattern->text || text_matches(store, pattern, tag, place));
}

static bool search_tags(struct gs_call_store *store, const struct gs_call_pattern *pattern,
	const uint16_t *tags, uint64_t start, size_t n, bool backwards, gint64 until,
	struct gs_call_place *place)
{
	unsigned looked = 0;
	for (size_t i = 0; i < n; i++) {
		size_t at = backwards ? n - 1 - i : i;
		place->n = start + at;
		bool slow = (pattern->text || pattern->condition || pattern->object.kind) &&
			    ++looked % 256 == 0;
		if (slow && until && g_get_monotonic_time() > until)
			return false;
		if (matches(store, pattern, tags[at], *place))
			return true;
	}
	place->n = !backwards ? start + n : start ? start - 1 : UINT64_MAX;
	return false;
}

bool gs_calls_search(struct gs_call_store *store, const struct gs_call_pattern *pattern,
	struct gs_call_place *place, bool backwards, gint64 until)
{
	uint16_t tags[TAGS];
	uint64_t count = store ? gs_call_store_count(store) : 0, first;
	if (backwards && count && !gs_call_place_is_none(*place))
		place->n = MIN(place->n, count - 1);
	while (place->n < count) {
		first = gs_call_store_first(store).n;
		if (!backwards)
			place->n = MAX(place->n, first);
		uint64_t at = place->n, start = backwards ? MAX(at - at % TAGS, first) : at;
		size_t n = at < start ? 0
				      : gs_call_store_tags(store, (struct gs_call_place){start},
						tags, backwards ? (size_t)(at - start + 1) : TAGS);
		if (!n && at >= start && start < gs_call_store_first(store).n)
			continue; /* it was dropped meanwhile */
		if (!n)
			break;
		if (search_tags(store, pattern, tags, start, n, backwards, until, place))
			return true;
		if (until && g_get_monotonic_time() > until)
			return false;
	}
	*place = GS_NO_CALL_PLACE;
	return false;
}

/* ---- counting ---- */

/* False: some of them were dropped before they were counted. */
static bool count_calls(struct gs_call_store *store, struct gs_call_place from,
	struct gs_call_place end, uint64_t *counts)
{
	uint16_t tags[TAGS];
	for (size_t n; from.n < end.n && (n = gs_call_store_tags(store, from, tags, TAGS));
		from.n += n)
		for (size_t i = 0; i < n && from.n + i < end.n; i++)
			counts[tags[i] & GS_CALL_TAG_FUNCTION]++;
	return from.n >= end.n || from.n >= gs_call_store_first(store).n;
}

void gs_calls_statistics(struct gs_call_store *store, struct gs_call_place from,
	struct gs_call_place end, uint64_t *counts)
{
	bool counted = !store || from.n >= end.n;
	memset(counts, 0, GS_WIRE_FUNCTIONS * sizeof *counts);
	while (!counted) /* anew if calls are dropped meanwhile */
		counted = count_calls(
			store, gs_call_store_count_dropped(store, from, counts), end, counts);
}

struct gs_call_place gs_calls_frame(struct gs_call_store *store, uint64_t frame)
{
	if (!store)
		return (struct gs_call_place){0};
	struct gs_call_place found = {gs_call_store_count(store)};
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	size_t low = gs_call_groups_first_frame(groups), high = gs_call_groups_frames(groups);
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_call_groups_frame(groups, middle)->frame < frame)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + 1 < gs_call_groups_frames(groups) &&
		gs_call_groups_frame(groups, low)->is_needed &&
		gs_call_groups_frame(groups, low + 1)->frame == frame)
		low++;
	if (low < gs_call_groups_frames(groups))
		found = gs_call_groups_frame(groups, low)->first;
	gs_call_store_unlock_groups(store);
	return found;
}

struct gs_call_place gs_calls_frame_start(struct gs_call_store *store, struct gs_call_place place)
{
	const struct gs_call_frame *frame = gs_call_groups_frame_at(
		gs_call_store_lock_groups(store), place);
	struct gs_call_place first = frame ? frame->first : (struct gs_call_place){0};
	gs_call_store_unlock_groups(store);
	return first;
}

/* ---- saving ---- */

static void add_quoted(GString *to, const char *text)
{
	if (!strpbrk(text, ",\"\n\r")) {
		g_string_append(to, text);
		return;
	}
	g_string_append_c(to, '"');
	for (; *text; text++) {
		if (*text == '"')
			g_string_append_c(to, '"');
		g_string_append_c(to, *text);
	}
	g_string_append_c(to, '"');
}

/* Function, arguments and result, as columns. */
static char *csv_text(const struct gs_call_info *call)
{
	GString *text = g_string_new(call->name), *arguments = g_string_new(NULL);
	for (size_t i = 0; i < call->n_arguments; i++)
		g_string_append_printf(arguments, "%s%s = %s", i ? ", " : "",
			call->arguments[i].name, call->arguments[i].text);
	g_string_append_c(text, ',');
	add_quoted(text, arguments->str);
	g_string_append_c(text, ',');
	if (call->has_return)
		add_quoted(text, call->returned.text);
	g_string_free(arguments, TRUE);
	return g_string_free(text, FALSE);
}

/* The digits, and what separates them from the next; printf takes most of the time of a file. */
static char *put_number(char *to, uint64_t number)
{
	char digits[20];
	unsigned n = 0;
	do
		digits[n++] = (char)('0' + number % 10);
	while (number /= 10);
	while (n)
		*to++ = digits[--n];
	*to++ = ',';
	return to;
}

static void write_csv(FILE *file, const struct gs_wire_call *call, const char *text)
{
	const uint64_t numbers[] = {
		call->index, call->frame, call->draw, call->flags >> GS_CALL_TID_SHIFT};
	const char *note = call->flags & GS_CALL_SKIPPED  ? "skipped"
			   : call->flags & GS_CALL_EDITED ? "edited"
			   : call->flags & GS_CALL_FAKE	  ? "fake"
							  : "";
	char line[G_N_ELEMENTS(numbers) * 21], *end = line;
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		end = put_number(end, numbers[i]);
	fwrite(line, 1, (size_t)(end - line), file);
	fputs(text, file);
	if (!call->gl_error && !*note)
		fputs(",,\n", file);
	else
		fprintf(file, ",%s,%s\n", call->gl_error ? gs_gl_error_name(call->gl_error) : "",
			note);
}

static void write_text(FILE *file, const struct gs_wire_call *call, const char *text)
{
	fprintf(file, "%" G_GUINT64_FORMAT "  %s%s%s%s%s%s\n", (guint64)call->index, text,
		call->gl_error ? "  -> " : "",
		call->gl_error ? gs_gl_error_name(call->gl_error) : "",
		call->flags & GS_CALL_SKIPPED ? "  (skipped)" : "",
		call->flags & GS_CALL_EDITED ? "  (edited)" : "",
		call->flags & GS_CALL_FAKE ? "  (fake)" : "");
}

struct saving {
	struct gs_call_store *store;
	struct gs_call_repeats *repeats;
	const struct gs_call_filter *filter;
	FILE *file;
	bool csv;
	const struct gs_patience *patience;
};

static bool write_call(const struct saving *s, uint16_t tag, struct gs_call_place place)
{
	struct gs_call_info call;
	struct gs_wire_call wire;
	struct gs_call_repeat *like = find_repeat(s->store, s->repeats, tag, place, &wire, !s->csv);
	char *text = like ? like->text : NULL;
	if (!text) {
		if (!gs_call_store_get(s->store, place, &wire) ||
			!gs_call_info_at(s->store, place, &call))
			return false;
		text = s->csv ? csv_text(&call) : gs_call_info_text(&call);
		gs_call_info_clear(&call);
	}
	(s->csv ? write_csv : write_text)(s->file, &wire, text);
	if (like)
		like->text = text;
	else
		g_free(text);
	return true;
}

static void refuse_gone(GError **error)
{
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the list of calls cannot be read any more: the program runs on and they were "
		"dropped meanwhile, or it was started again, or the list's temporary file is "
		"damaged");
}

static bool write_calls(const struct saving *s, uint64_t *written, GError **error)
{
	uint16_t tags[TAGS];
	struct gs_call_place place = {0};
	if (s->store)
		place = gs_call_store_first(s->store);
	for (size_t n; s->store && (n = gs_call_store_tags(s->store, place, tags, TAGS));
		place.n += n) {
		for (size_t i = 0; i < n; i++) {
			if (!gs_call_filter_shows(s->filter, tags[i] & GS_CALL_TAG_FUNCTION))
				continue;
			if (!write_call(s, tags[i], (struct gs_call_place){place.n + i})) {
				refuse_gone(error);
				return false;
			}
			++*written;
		}
		if (ferror(s->file))
			return true; /* told when it is closed */
		if (s->patience && s->patience->gives_up(s->patience->data, error))
			return false;
	}
	if (s->store && place.n < gs_call_store_first(s->store).n) {
		refuse_gone(error);
		return false;
	}
	return true;
}

bool gs_calls_save(struct gs_call_store *store, const struct gs_call_filter *filter,
	const char *path, uint64_t *n, const struct gs_patience *patience, GError **error)
{
	bool csv = g_str_has_suffix(path, ".csv");
	struct gs_output *output = gs_output_open(path, patience, error);
	*n = 0;
	if (!output)
		return false;
	FILE *file = gs_output_stream(output);
	struct gs_call_repeats *repeats = gs_call_repeats_new();
	const struct saving saving = {store, repeats, filter, file, csv, patience};
	if (csv)
		fputs("index,frame,draw,thread,function,arguments,return,error,note\n", file);
	bool good = write_calls(&saving, n, error);
	gs_call_repeats_free(repeats);
	if (good)
		return gs_output_close(output, error);
	gs_output_abandon(output);
	return false;
}
