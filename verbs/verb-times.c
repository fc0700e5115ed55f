/* SPDX-License-Identifier: MIT */
/* times: how long the calls of a frame take. */
#include "analysis/timeline.h"
#include "debugger/base/output-file.h"
#include "debugger/session/times.h"
#include "verbs/verbs.h"

enum { LONGEST = 20 };

static void put_time(JsonBuilder *json, const char *key, uint64_t time, bool is_known)
{
	json_builder_set_member_name(json, key);
	if (is_known)
		json_builder_add_int_value(json, (gint64)time);
	else
		json_builder_add_null_value(json);
}

static void put_call(struct gs_reply *reply, const struct gs_call_time *time)
{
	json_builder_begin_object(reply->json);
	gs_json_integer(reply->json, "call", (int64_t)time->call);
	gs_json_string(reply->json, "function", time->function);
	gs_json_integer(reply->json, "frame", (int64_t)time->frame);
	gs_json_integer(reply->json, "thread", time->thread);
	gs_json_string(reply->json, "program", time->program);
	gs_json_string(reply->json, "target", time->target);
	put_time(reply->json, "began_ns", time->began, time->began);
	gs_json_integer(reply->json, "cpu_ns", (int64_t)time->took);
	put_time(reply->json, "gpu_ns", time->gpu, time->has_gpu);
	put_time(reply->json, "spread_ns", time->spread, time->has_spread);
	json_builder_end_object(reply->json);
}

/* ---- sums ---- */

struct of_program {
	const char *program;
	uint64_t draws, gpu;
};

/* Return what the calls of each program take together. */
static GArray *programs_of(const struct gs_call_times *times)
{
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct of_program));
	for (guint i = 0; i < times->calls->len; i++) {
		const struct gs_call_time *time = &g_array_index(
			times->calls, struct gs_call_time, i);
		const struct of_program none = {.program = time->program};
		guint k = 0;
		if (!time->program)
			continue;
		/* Texts that are equal are the same. */
		while (k < all->len &&
			g_array_index(all, struct of_program, k).program != time->program)
			k++;
		if (k == all->len)
			g_array_append_val(all, none);
		struct of_program *of = &g_array_index(all, struct of_program, k);
		of->draws++;
		of->gpu += time->gpu;
	}
	return all;
}

static gint most_first(gconstpointer a, gconstpointer b)
{
	const struct of_program *x = a, *y = b;
	return x->gpu > y->gpu ? -1 : x->gpu < y->gpu;
}

static void put_programs(struct gs_reply *reply, const struct gs_call_times *times)
{
	g_autoptr(GArray) programs = programs_of(times);
	g_array_sort(programs, most_first);
	gs_json_begin_list(reply->json, "programs");
	for (guint i = 0; i < programs->len; i++) {
		const struct of_program *of = &g_array_index(programs, struct of_program, i);
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "program", of->program);
		gs_json_integer(reply->json, "draws", (int64_t)of->draws);
		gs_json_integer(reply->json, "gpu_ns", (int64_t)of->gpu);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

static uint64_t longer_of(const struct gs_call_time *time)
{
	return MAX(time->took, time->gpu);
}

static gint longest_first(gconstpointer a, gconstpointer b)
{
	uint64_t x = longer_of(a), y = longer_of(b);
	return x > y ? -1 : x < y;
}

static void put_longest(struct gs_reply *reply, const struct gs_call_times *times)
{
	g_autoptr(GArray) sorted = g_array_copy(times->calls);
	g_array_sort(sorted, longest_first);
	gs_json_begin_list(reply->json, "longest");
	for (guint i = 0; i < MIN(sorted->len, LONGEST); i++)
		put_call(reply, &g_array_index(sorted, struct gs_call_time, i));
	json_builder_end_array(reply->json);
}

static void put_times(struct gs_reply *reply, const struct gs_call_times *times)
{
	uint64_t took = 0, gpu = 0;
	gs_json_integer(reply->json, "frame", (int64_t)times->frame);
	gs_json_integer(reply->json, "frames", (int64_t)times->frames);
	gs_json_begin_list(reply->json, "calls");
	for (guint i = 0; i < times->calls->len; i++) {
		const struct gs_call_time *time = &g_array_index(
			times->calls, struct gs_call_time, i);
		put_call(reply, time);
		took += time->took;
		gpu += time->gpu;
	}
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "cpu_ns", (int64_t)took);
	gs_json_integer(reply->json, "gpu_ns", (int64_t)gpu);
	put_programs(reply, times);
	put_longest(reply, times);
	gs_json_string(reply->json, "method", times->method);
}

static bool write_events(
	struct gs_verbs *verbs, const struct gs_call_times *times, const char *path, GError **error)
{
	struct gs_output *output = gs_output_open(path, gs_session_patience(verbs->session), error);
	if (!output)
		return false;
	struct gs_timeline *timeline = gs_call_times_timeline(times);
	gs_timeline_write_events(timeline, gs_output_stream(output));
	gs_timeline_free(timeline);
	return gs_output_close(output, error);
}

bool gs_verb_times(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_call_times times;
	struct gs_stop stop;
	uint64_t n;
	if (!gs_argument_count(arguments, "N", 1, &n, error) ||
		!gs_session_time(verbs->session, n, &times, &stop, error))
		return false;
	bool good = !file || write_events(verbs, &times, file, error);
	if (good) {
		put_times(reply, &times);
		gs_json_optional(reply->json, "file", file);
		gs_reply_keep_stop(reply, &stop);
	} else {
		gs_stop_clear(&stop);
	}
	gs_call_times_clear(&times);
	return good;
}
