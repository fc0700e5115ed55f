/* SPDX-License-Identifier: MIT */
/* `glstep-trace statistics --times --trace-events FILE`: the times of a trace's calls for viewers
 * of timelines. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "analysis/timed.h"
#include "analysis/timeline.h"
#include "app/trace-tool.h"
#include "effects/context.h"

/* Return the program, or pipeline, that draws. */
static char *program_of(struct gs_effects *effects)
{
	uint32_t program = gs_effects_bound(effects, GS_OBJECT_PROGRAM, 0);
	uint32_t pipeline = program ? 0 : gs_effects_bound(effects, GS_OBJECT_PIPELINE, 0);
	if (program)
		return g_strdup_printf("program %" PRIu64, gs_effects_name(effects, program));
	if (pipeline)
		return g_strdup_printf("pipeline %" PRIu64, gs_effects_name(effects, pipeline));
	return g_strdup("fixed function");
}

static char *target_of(struct gs_effects *effects)
{
	uint64_t target = gs_effects_target_name(effects);
	return target ? g_strdup_printf("framebuffer %" PRIu64, target) : g_strdup("window");
}

/* The call has taken effect. */
static void add(struct gs_timeline *timeline, struct gs_effects *effects,
	const struct gs_trace_call *call, const struct gs_timed_row *row, uint64_t frame)
{
	bool works = !row->why;
	g_autofree char *program = works ? program_of(effects) : NULL;
	g_autofree char *target = works ? target_of(effects) : NULL;
	const struct gs_timeline_call told = {.call = call->number,
		.frame = frame,
		.thread = call->thread,
		.name = call->function->name,
		.program = program,
		.target = target,
		.began = row->began,
		.took = row->cpu,
		.gpu = row->gpu,
		.has_gpu = works};
	gs_timeline_add(timeline, &told);
}

int gs_tool_write_events(const char *file, const struct gs_timed *timed, const char *out)
{
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	struct gs_timeline *timeline = gs_timeline_new();
	struct gs_effects *effects = gs_effects_new(0);
	const struct gs_trace_call *call;
	uint64_t frame = 0;
	FILE *to = fopen(out, "w");
	bool is_written = false;

	while (to && reader && (call = gs_trace_next_call(reader))) {
		const struct gs_timed_row *row = gs_timed_find(timed, call->number);
		gs_effects_add(effects, call);
		if (row)
			add(timeline, effects, call, row, frame);
		frame += call->ends_frame;
	}
	gs_timeline_set_method(timeline, gs_timed_method(timed));
	is_written = to && gs_timeline_write_events(timeline, to);
	if (to && fclose(to) != 0)
		is_written = false;
	gs_effects_free(effects);
	gs_timeline_free(timeline);
	if (reader)
		gs_trace_close(reader);
	return is_written ? 0 : gs_tool_fail(GS_TOOL_FAILED, out, strerror(errno));
}
