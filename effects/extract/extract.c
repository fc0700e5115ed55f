/* SPDX-License-Identifier: MIT */
#include "effects/extract/extract.h"

#include <glib.h>
#include <stdlib.h>
#include "data/data.h"
#include "trace/raw.h"

struct extraction {
	/* Readers of the trace; the second is for what comes after the data. */
	struct gs_trace_reader *readers[2];
	struct gs_effects *effects;
	struct gs_given *given; /* NULL: write calls only */
	uint8_t *kept;	 /* by place: calls kept beside given contents; NULL: write calls only */
	GArray *remarks; /* uint64_t: numbers of comments that every part keeps */
};

struct selection {
	uint8_t *kept; /* by call number */
	uint64_t n;
	uint64_t made_up; /* written calls that the recorder made up */
};

static bool wants(void *data, size_t part, const struct gs_trace_call *call)
{
	struct selection *selection = data;
	bool is_kept = call->number < selection->n && selection->kept[call->number];
	(void)part;
	selection->made_up += is_kept && call->is_fake && call->has_left; /* once each */
	return is_kept;
}

/* Return the frame of a call; UINT64_MAX: there is no such call. */
static uint64_t frame_of(struct gs_trace_reader *reader, uint64_t number)
{
	const struct gs_trace_call *call;
	uint64_t frame = 0;
	while ((call = gs_trace_next_call(reader)) && call->number != number)
		frame += call->has_left && call->ends_frame;
	gs_trace_seek(reader, 0);
	return call ? frame : UINT64_MAX;
}

/* What the recorder says of how the trace begins. */
static bool is_remark(const struct gs_trace_call *call)
{
	return gs_trace_is_comment(call, GS_COMMENT_LIVES) ||
	       gs_trace_is_comment(call, GS_COMMENT_MISSING);
}

static void read_calls(struct extraction *e)
{
	const struct gs_trace_call *call;
	while ((call = gs_trace_next_call(e->readers[0]))) {
		if (!call->has_left)
			continue;
		if (e->given)
			gs_given_before(e->given, e->effects, call);
		gs_effects_add(e->effects, call);
		if (is_remark(call))
			g_array_append_val(e->remarks, call->number);
	}
}

/* Those up to the place of the last call that is asked for. */
static void keep_remarks(const struct extraction *e, struct selection *selection)
{
	for (guint i = 0; i < e->remarks->len; i++) {
		uint64_t number = g_array_index(e->remarks, uint64_t, i);
		if (number >= selection->n)
			continue;
		selection->kept[number] = 1;
		if (e->kept)
			e->kept[gs_effects_place(e->effects, number)] = 1;
	}
}

/* Find the first and last place of what is asked for. Return false, with a sentence in *why, if
 * there is none. */
static bool find_places(const struct gs_effects *effects, const struct gs_extract_wish *wish,
	uint64_t places[2], char **why)
{
	uint64_t frames = gs_effects_frames(effects), first;
	if (wish->is_call) {
		places[0] = places[1] = gs_effects_place(effects, wish->first);
		if (places[0] == UINT64_MAX)
			*why = g_strdup_printf("there is no call %" G_GUINT64_FORMAT, wish->first);
		return places[0] != UINT64_MAX;
	}
	if (wish->first < frames &&
		gs_effects_frame(effects, wish->first, &places[0], &places[1]) &&
		gs_effects_frame(effects, MIN(wish->last, frames - 1), &first, &places[1])) {
		uint64_t end;
		if (wish->with_rest && gs_effects_frame(effects, frames, &first, &end))
			places[1] = end;
		return true;
	}
	*why = g_strdup_printf("there is no frame %" G_GUINT64_FORMAT ": it has %" G_GUINT64_FORMAT,
		wish->first, frames);
	return false;
}

/* Keep the call that ends the frame, so that a player shows what was drawn. */
static void add_frame_end(const struct extraction *e, uint64_t place, struct selection *selection)
{
	uint64_t end = gs_effects_frame_end(e->effects, place);
	if (end == UINT64_MAX)
		return;
	if (gs_effects_number_of(e->effects, end) < selection->n)
		selection->kept[gs_effects_number_of(e->effects, end)] = 1;
	if (e->kept)
		e->kept[end] = 1;
}

/* Return the name of what the part is taken from, to be freed with g_free(): the file, or, if that
 * is overwritten, the program, if the trace names it; else NULL. */
static char *origin_of(struct gs_trace_reader *reader, const char *in, const char *out)
{
	struct gs_trace_figures figures;
	const char *path = g_str_equal(in, out) ? NULL : in;
	gs_trace_reader_figures(reader, &figures);
	for (size_t i = 0; !path && i < figures.n_properties; i++)
		if (g_str_equal(figures.properties[i].name, "process.name"))
			path = figures.properties[i].value;
	return path ? g_path_get_basename(path) : NULL;
}

/* Return the comment that says where the part begins, to be freed with g_free(); NULL: at the
 * trace's first call. origin: may be NULL. */
static char *comment_of(const struct gs_effects *effects, const char *origin,
	const struct gs_extract_wish *wish, uint64_t place)
{
	uint64_t last = MIN(wish->last, gs_effects_frames(effects) - 1);
	bool is_one = wish->is_call || wish->first == last;
	uint64_t before = wish->is_call ? 0 : wish->first_frame;
	if (!place)
		return NULL;
	GString *comment = g_string_new(GS_COMMENT_BEGINS);
	g_string_append_printf(comment, "%s %" G_GUINT64_FORMAT,
		wish->is_call ? "call"
		: is_one      ? "frame"
			      : "frames",
		before + wish->first);
	if (!is_one)
		g_string_append_printf(comment, "-%" G_GUINT64_FORMAT, before + last);
	if (origin) {
		char *valid = g_utf8_make_valid(origin, -1);
		g_string_append_printf(comment, " of %s", valid);
		g_free(valid);
	}
	return g_string_free(comment, FALSE);
}

/* Write the selected calls; selection: NULL all calls. comment: written before `call`; NULL:
 * none. */
static enum gs_extract_result write_selection(struct gs_trace_reader *reader, const char *out,
	struct selection *selection, const char *comment, uint64_t call, char **why)
{
	struct gs_trace_parts parts = {.readers = &reader,
		.n = 1,
		.wants = selection ? wants : NULL,
		.data = selection,
		.comment = comment,
		.comment_call = call};
	const char *text;
	gs_trace_seek(reader, 0);
	enum gs_trace_written written = gs_trace_write_file(out, &parts, &text);
	*why = text ? g_strdup(text) : NULL;
	if (gs_trace_reader_state(reader) == GS_TRACE_STOPPED)
		return GS_EXTRACT_STOPPED;
	return written == GS_TRACE_WRITTEN   ? GS_EXTRACT_DONE
	       : written == GS_TRACE_NO_FILE ? GS_EXTRACT_NO_FILE
					     : GS_EXTRACT_NOT_WRITTEN;
}

/* Replace the written file by calls and contents, if that is smaller. */
static void write_given(const struct gs_given *given, const struct gs_effects *effects,
	struct gs_trace_reader *readers[2], const char *out, const uint8_t *kept,
	const char *comment, struct gs_extract_figures *figures)
{
	struct gs_given_written written;
	gs_trace_seek(readers[0], 0);
	if (!gs_given_put(
		    given, effects, readers, out, kept, comment, &written, &figures->not_given))
		return;
	figures->other_kept = figures->kept;
	figures->other_bytes = written.bytes_before;
	figures->kept = written.calls;
	figures->bytes = written.bytes;
	figures->given = gs_given_objects(given);
}

/* Open the trace. Return NULL, with a sentence in *why, if it cannot be opened. */
static struct gs_trace_reader *open_trace(
	const char *file, const struct gs_extract_wish *wish, char **why)
{
	char *text = NULL;
	struct gs_trace_reader *reader = gs_trace_open(file, NULL, NULL, &text);
	if (!reader)
		*why = g_strdup(text ? text : "there is no memory left");
	else
		gs_trace_reader_ask(reader, wish->stops, wish->stops_data);
	free(text);
	return reader;
}

static enum gs_extract_result extract(struct extraction *e, const char *in, const char *out,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures, char **why)
{
	struct selection selection = {0};
	char *comment, *origin;
	enum gs_extract_result result;
	enum gs_given_result given = GS_GIVEN_NOTHING;
	uint64_t places[2];
	read_calls(e);
	if (gs_trace_reader_state(e->readers[0]) == GS_TRACE_STOPPED) {
		*why = g_strdup("it was interrupted");
		return GS_EXTRACT_STOPPED;
	}
	if (!find_places(e->effects, wish, places, why))
		return GS_EXTRACT_NOTHING_THERE;
	if (e->given)
		given = gs_given_choose(e->given, e->effects, places[0], places[1], wish->play,
			wish->play_data, &e->kept);
	if (given == GS_GIVEN_NOT_PLAYED) {
		*why = g_strdup("its contents could not be read back: without --as-data it can be "
				"extracted");
		return GS_EXTRACT_NOT_PLAYED;
	}
	/* Open `in` a second time before `out` replaces it, as they may be the same file. */
	if (given == GS_GIVEN_SOME)
		e->readers[1] = open_trace(in, wish, why);
	if (given == GS_GIVEN_SOME && !e->readers[1])
		return GS_EXTRACT_NO_TRACE;
	selection.kept = gs_effects_needed(e->effects, places[0], places[1], false, &selection.n);
	keep_remarks(e, &selection);
	if (wish->is_call)
		add_frame_end(e, places[1], &selection);
	origin = wish->origin ? g_strdup(wish->origin) : origin_of(e->readers[0], in, out);
	comment = comment_of(e->effects, origin, wish, places[0]);
	g_free(origin);
	result = write_selection(e->readers[0], out, &selection, comment,
		gs_effects_number_of(e->effects, places[0]), why);
	*figures = (struct gs_extract_figures){.calls = gs_effects_calls(e->effects),
		.frames = gs_effects_frames(e->effects),
		.asked = places[1] - places[0] + 1,
		.kept = comment != NULL,
		.made_up = (comment != NULL) + selection.made_up};
	figures->keeps_swapped = gs_effects_begins_with_old(e->effects, places[0]);
	for (uint64_t i = 0; i < selection.n; i++)
		figures->kept += selection.kept[i];
	free(selection.kept);
	if (result == GS_EXTRACT_DONE && e->readers[1])
		write_given(e->given, e->effects, e->readers, out, e->kept, comment, figures);
	g_free(comment);
	return result;
}

static enum gs_extract_result extract_from(struct extraction *e, const char *in, const char *out,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures, char **why)
{
	if (wish->is_all)
		return write_selection(e->readers[0], out, NULL, NULL, 0, why);
	if (wish->play)
		e->given = gs_given_new(
			wish->is_call ? frame_of(e->readers[0], wish->first) : wish->first);
	return extract(e, in, out, wish, figures, why);
}

enum gs_extract_result gs_extract(const char *in, const char *out,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures,
	struct gs_effects **effects, char **why)
{
	struct extraction e = {0};
	enum gs_extract_result result = GS_EXTRACT_NO_TRACE;
	*why = NULL;
	e.readers[0] = open_trace(in, wish, why);
	e.remarks = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	if (e.readers[0]) {
		e.effects = gs_effects_new(wish->trust);
		gs_effects_keep_bound(e.effects);
		result = extract_from(&e, in, out, wish, figures, why);
		gs_given_free(e.given);
		g_free(e.kept);
		for (size_t i = 0; i < G_N_ELEMENTS(e.readers) && e.readers[i]; i++)
			gs_trace_close(e.readers[i]);
	}
	g_array_unref(e.remarks);
	if (effects)
		*effects = e.effects;
	else if (e.effects)
		gs_effects_free(e.effects);
	return result;
}
