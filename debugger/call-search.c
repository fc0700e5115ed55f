/* SPDX-License-Identifier: MIT */
#include "debugger/call-search.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "data/data.h"
#include "debugger/calls.h"
#include "debugger/session-private.h"

enum { TAGS = 4096 };

/* ---- patterns ---- */

bool gs_call_pattern_init(struct gs_call_pattern *pattern, const char *text, const char *condition,
	GError **error)
{
	GPatternSpec *spec = g_pattern_spec_new(text);
	bool any = false;
	memset(pattern, 0, sizeof *pattern);
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		if (!g_pattern_spec_match_string(spec, gs_data_name(f)))
			continue;
		any = true;
		pattern->functions[f / 8] |= (uint8_t)(1 << f % 8);
	}
	g_pattern_spec_free(spec);
	if (!any) {
		memset(pattern->functions, 0xff, sizeof pattern->functions);
		pattern->text = g_utf8_casefold(text, -1);
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
	memset(pattern, 0, sizeof *pattern);
}

static bool text_matches(struct gs_session *session, const char *text, uint64_t place)
{
	struct gs_call_info call;
	if (!gs_calls_get(session, place, &call))
		return false;
	char *shown = gs_call_info_text(&call);
	char *folded = g_utf8_casefold(shown, -1);
	bool found = strstr(folded, text);
	g_free(folded);
	g_free(shown);
	gs_call_info_clear(&call);
	return found;
}

static bool condition_holds(
	struct gs_session *session, const struct gs_call_condition *condition, uint64_t place)
{
	struct gs_wire_call call;
	GBytes *detail = NULL;
	bool there = gs_call_condition_needs_detail(condition)
			     ? gs_call_store_get_detail(session->calls, place, &call, &detail)
			     : gs_call_store_get(session->calls, place, &call);
	bool holds = there && gs_call_condition_holds(condition, &call, detail);
	g_bytes_unref(detail);
	return holds;
}

static bool matches(struct gs_session *session, const struct gs_call_pattern *pattern,
	uint16_t tag, uint64_t place)
{
	return gs_wire_bit(pattern->functions, tag & GS_CALL_TAG_FUNCTION) &&
	       (!pattern->condition || condition_holds(session, pattern->condition, place)) &&
	       (!pattern->text || text_matches(session, pattern->text, place));
}

uint64_t gs_calls_search(struct gs_session *session, const struct gs_call_pattern *pattern,
	uint64_t place, bool backwards, GError **error)
{
	uint16_t tags[TAGS];
	gs_session_begin(session);
	uint64_t count = gs_calls_count(session);
	unsigned looked = 0;
	if (!count || (!backwards && place >= count))
		return UINT64_MAX;
	place = MIN(place, count - 1);
	for (;;) {
		uint64_t start = backwards ? place - place % TAGS : place;
		size_t n = gs_call_store_tags(session->calls, start, tags,
			backwards ? (size_t)(place - start + 1) : TAGS);
		for (size_t i = 0; i < n; i++) {
			size_t at = backwards ? n - 1 - i : i;
			if (matches(session, pattern, tags[at], start + at))
				return start + at;
			if (pattern->text && ++looked % 256 == 0 &&
				gs_session_expired(session, error))
				return UINT64_MAX;
		}
		if (!n || (backwards && start == 0) || gs_session_expired(session, error))
			return UINT64_MAX;
		place = backwards ? start - 1 : start + n;
	}
}

/* ---- counting ---- */

void gs_calls_statistics(struct gs_session *session, uint64_t from, uint64_t *counts)
{
	uint16_t tags[TAGS];
	memset(counts, 0, GS_WIRE_FUNCTIONS * sizeof *counts);
	if (!session->calls)
		return;
	for (size_t n; (n = gs_call_store_tags(session->calls, from, tags, TAGS)); from += n)
		for (size_t i = 0; i < n; i++)
			counts[tags[i] & GS_CALL_TAG_FUNCTION]++;
}

uint64_t gs_calls_frame(struct gs_session *session, uint64_t frame)
{
	if (!session->calls)
		return 0;
	uint64_t found = gs_call_store_count(session->calls);
	const struct gs_call_groups *groups = gs_call_store_lock_groups(session->calls);
	size_t low = 0, high = gs_call_groups_frames(groups);
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_call_groups_frame(groups, middle)->frame < frame)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < gs_call_groups_frames(groups))
		found = gs_call_groups_frame(groups, low)->first;
	gs_call_store_unlock_groups(session->calls);
	return found;
}

/* ---- saving ---- */

static void write_quoted(FILE *file, const char *text)
{
	if (!strpbrk(text, ",\"\n\r")) {
		fputs(text, file);
		return;
	}
	fputc('"', file);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', file);
		fputc(*text, file);
	}
	fputc('"', file);
}

static void write_csv(FILE *file, const struct gs_call_info *call)
{
	fprintf(file,
		"%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%d,%s,",
		call->index, call->frame, call->draw, (int)call->thread, call->name);
	GString *arguments = g_string_new(NULL);
	for (size_t i = 0; i < call->n_arguments; i++)
		g_string_append_printf(arguments, "%s%s = %s", i ? ", " : "",
			call->arguments[i].name, call->arguments[i].text);
	write_quoted(file, arguments->str);
	g_string_free(arguments, TRUE);
	fputc(',', file);
	if (call->has_return)
		write_quoted(file, call->returned.text);
	fprintf(file, ",%s,%s\n", call->gl_error ? gs_gl_error_name(call->gl_error) : "",
		call->skipped  ? "skipped"
		: call->edited ? "edited"
			       : "");
}

static void write_text(FILE *file, const struct gs_call_info *call)
{
	char *text = gs_call_info_text(call);
	fprintf(file, "%" G_GUINT64_FORMAT "  %s%s%s%s%s\n", call->index, text,
		call->gl_error ? "  -> " : "",
		call->gl_error ? gs_gl_error_name(call->gl_error) : "",
		call->skipped ? "  (skipped)" : "", call->edited ? "  (edited)" : "");
	g_free(text);
}

static bool write_calls(struct gs_session *session, const struct gs_call_filter *filter,
	FILE *file, bool csv, uint64_t *written, GError **error)
{
	uint16_t tags[TAGS];
	uint64_t place = 0;
	for (size_t n; session->calls &&
		       (n = gs_call_store_tags(session->calls, place, tags, TAGS)); place += n) {
		for (size_t i = 0; i < n; i++) {
			struct gs_call_info call;
			if (!gs_call_filter_shows(filter, tags[i] & GS_CALL_TAG_FUNCTION) ||
				!gs_calls_get(session, place + i, &call))
				continue;
			if (csv)
				write_csv(file, &call);
			else
				write_text(file, &call);
			gs_call_info_clear(&call);
			++*written;
		}
		if (ferror(file) || gs_session_expired(session, error))
			return false;
	}
	return true;
}

bool gs_calls_save(struct gs_session *session, const struct gs_call_filter *filter,
	const char *path, uint64_t *n, GError **error)
{
	GError *failure = NULL;
	bool csv = g_str_has_suffix(path, ".csv");
	FILE *file = fopen(path, "we");
	*n = 0;
	gs_session_begin(session);
	if (!file) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be written: %s", path,
			g_strerror(errno));
		return false;
	}
	if (csv)
		fputs("index,frame,draw,thread,function,arguments,return,error,note\n", file);
	bool good = write_calls(session, filter, file, csv, n, &failure);
	bool written = !ferror(file);
	written = fclose(file) == 0 && written;
	if (!failure && !written) {
		g_set_error(&failure, GS_ERROR, GS_ERROR_USAGE,
			"'%s' could not be written to the end: %s", path, g_strerror(errno));
		good = false;
	}
	if (failure)
		g_propagate_error(error, failure);
	return good;
}
