/* SPDX-License-Identifier: MIT */
#include "content/extract.h"

#include <glib.h>
#include <stdlib.h>

struct selection {
	uint8_t *kept; /* by number */
	uint64_t n;
};

static bool wants(void *data, const struct gs_trace_call *call)
{
	const struct selection *selection = data;
	return call->number < selection->n && selection->kept[call->number];
}

static void read_calls(struct gs_content *content, struct gs_trace_reader *reader)
{
	const struct gs_trace_call *call;
	while ((call = gs_trace_next_call(reader)))
		if (call->has_left)
			gs_content_add(content, call);
}

/* False: *why says that there is no such thing. */
static bool find_places(const struct gs_content *content, const struct gs_extract_wish *wish,
	uint64_t places[2], char **why)
{
	uint64_t frames = gs_content_frames(content), first;
	if (wish->is_call) {
		places[0] = places[1] = gs_content_place(content, wish->first);
		if (places[0] == UINT64_MAX)
			*why = g_strdup_printf("there is no call %" G_GUINT64_FORMAT, wish->first);
		return places[0] != UINT64_MAX;
	}
	if (wish->first < frames &&
		gs_content_frame(content, wish->first, &places[0], &places[1]) &&
		gs_content_frame(content, MIN(wish->last, frames - 1), &first, &places[1]))
		return true;
	*why = g_strdup_printf("there is no frame %" G_GUINT64_FORMAT ": it has %" G_GUINT64_FORMAT,
		wish->first, frames);
	return false;
}

/* So that a player shows what was drawn. */
static void add_frame_end(
	const struct gs_content *content, uint64_t place, const struct selection *selection)
{
	uint64_t end = gs_content_frame_end(content, place);
	if (end != UINT64_MAX && gs_content_number_of(content, end) < selection->n)
		selection->kept[gs_content_number_of(content, end)] = 1;
}

static enum gs_extract_result write_selection(
	struct gs_trace_reader *reader, const char *out, struct selection *selection, char **why)
{
	struct gs_trace_parts parts = {&reader, 1, selection ? wants : NULL, selection};
	const char *text;
	gs_trace_seek(reader, 0);
	enum gs_trace_written written = gs_trace_write_file(out, &parts, &text);
	*why = text ? g_strdup(text) : NULL;
	return written == GS_TRACE_WRITTEN   ? GS_EXTRACT_DONE
	       : written == GS_TRACE_NO_FILE ? GS_EXTRACT_NO_FILE
					     : GS_EXTRACT_NOT_WRITTEN;
}

static enum gs_extract_result extract(struct gs_content *content, struct gs_trace_reader *reader,
	const char *out, const struct gs_extract_wish *wish, struct gs_extract_figures *figures,
	char **why)
{
	struct selection selection;
	enum gs_extract_result result;
	uint64_t places[2];
	if (wish->is_all)
		return write_selection(reader, out, NULL, why);
	read_calls(content, reader);
	if (!find_places(content, wish, places, why))
		return GS_EXTRACT_NOTHING_THERE;
	selection.kept = gs_content_needed(content, places[0], places[1], false, &selection.n);
	if (wish->is_call)
		add_frame_end(content, places[1], &selection);
	result = write_selection(reader, out, &selection, why);
	*figures = (struct gs_extract_figures){.calls = gs_content_calls(content),
		.frames = gs_content_frames(content),
		.asked = places[1] - places[0] + 1};
	for (uint64_t i = 0; i < selection.n; i++)
		figures->kept += selection.kept[i];
	free(selection.kept);
	return result;
}

enum gs_extract_result gs_extract(const char *in, const char *out,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures,
	struct gs_content **content, char **why)
{
	char *text = NULL;
	struct gs_trace_reader *reader = gs_trace_open(in, NULL, NULL, &text);
	struct gs_content *calls = NULL;
	enum gs_extract_result result = GS_EXTRACT_NO_TRACE;
	*why = NULL;
	if (reader) {
		calls = gs_content_new(wish->trust);
		gs_content_keep_bound(calls);
		result = extract(calls, reader, out, wish, figures, why);
		gs_trace_close(reader);
	} else {
		*why = g_strdup(text ? text : "there is no memory left");
	}
	free(text);
	if (content)
		*content = calls;
	else if (calls)
		gs_content_free(calls);
	return result;
}
