/* SPDX-License-Identifier: MIT */
#include "analysis/parts.h"

#include <glib.h>

static const enum gs_per kinds[] = {GS_PER_FRAME, GS_PER_PASS, GS_PER_DRAW};

struct part {
	enum gs_per per;
	const struct gs_parts *of;
	struct gs_statistics *statistics;
};

struct gs_parts {
	gs_parts_row row;
	void *data;
	size_t n;
	struct part parts[G_N_ELEMENTS(kinds)];
};

static void take(void *data, const struct gs_counts *row)
{
	const struct part *part = data;
	bool is_rest = (part->per == GS_PER_PASS && !gs_counts_have_work(row)) ||
		       (part->per == GS_PER_DRAW && !row->function);
	if (!is_rest)
		part->of->row(part->of->data, part->per, row);
}

struct gs_parts *gs_parts_new(
	bool frames_alone, const struct gs_measured *measured, gs_parts_row row, void *data)
{
	struct gs_parts *parts = g_new0(struct gs_parts, 1);
	parts->row = row;
	parts->data = data;
	parts->n = frames_alone ? 1 : G_N_ELEMENTS(kinds);
	for (size_t i = 0; i < parts->n; i++) {
		struct part *part = &parts->parts[i];
		*part = (struct part){.per = kinds[i], .of = parts};
		part->statistics = gs_statistics_new(kinds[i], take, part);
		gs_statistics_set_measured(part->statistics, measured);
	}
	return parts;
}

void gs_parts_free(struct gs_parts *parts)
{
	for (size_t i = 0; i < parts->n; i++)
		gs_statistics_free(parts->parts[i].statistics);
	g_free(parts);
}

void gs_parts_add(struct gs_parts *parts, const struct gs_trace_call *call)
{
	for (size_t i = 0; i < parts->n; i++)
		gs_statistics_add(parts->parts[i].statistics, call);
}

const struct gs_counts *gs_parts_end(struct gs_parts *parts)
{
	const struct gs_counts *whole = NULL;
	for (size_t i = 0; i < parts->n; i++) {
		const struct gs_counts *all = gs_statistics_end(parts->parts[i].statistics);
		whole = whole ? whole : all;
	}
	return whole;
}

struct gs_statistics *gs_parts_frames(const struct gs_parts *parts)
{
	return parts->parts[0].statistics;
}
