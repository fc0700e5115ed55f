/* SPDX-License-Identifier: MIT */
/* times: how long the calls of a frame take. */
#include "analysis/timeline.h"
#include "data/data.h"
#include "debugger/base/output-file.h"
#include "debugger/calls/calls.h"
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

static void put_call(
	struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_call_time *time)
{
	struct gs_call_store *store = gs_session_call_store(verbs->session);
	struct gs_wire_call call = {0};
	gs_call_store_get(store, time->place, &call);
	const struct gs_function_info *info = gs_call_store_function(store, call.function);
	g_autofree char *program = gs_call_time_program(verbs->session, time);
	g_autofree char *target = gs_call_time_target(verbs->session, time);
	json_builder_begin_object(reply->json);
	gs_json_integer(reply->json, "call", (int64_t)time->call);
	gs_json_string(reply->json, "function", info ? info->name : NULL);
	gs_json_integer(reply->json, "frame", (int64_t)time->frame);
	gs_json_integer(reply->json, "thread", call.flags >> GS_CALL_TID_SHIFT);
	gs_json_string(reply->json, "program", program);
	gs_json_string(reply->json, "target", target);
	put_time(reply->json, "began_ns", time->began, time->began);
	gs_json_integer(reply->json, "cpu_ns", (int64_t)time->took);
	put_time(reply->json, "gpu_ns", time->gpu, time->has_gpu);
	put_time(reply->json, "spread_ns", time->spread, time->has_spread);
	json_builder_end_object(reply->json);
}

/* ---- sums ---- */

struct of_program {
	char *program;
	uint64_t draws, gpu;
};

static void free_of_program(gpointer data)
{
	struct of_program *of = data;
	g_free(of->program);
	g_free(of);
}

/* Return what the calls of each program take together. */
static GPtrArray *programs_of(struct gs_verbs *verbs, const struct gs_call_times *times)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(free_of_program);
	for (guint i = 0; i < times->calls->len; i++) {
		const struct gs_call_time *time = &g_array_index(
			times->calls, struct gs_call_time, i);
		g_autofree char *program = gs_call_time_program(verbs->session, time);
		struct of_program *of = NULL;
		for (guint k = 0; program && k < all->len && !of; k++)
			if (!strcmp(((struct of_program *)all->pdata[k])->program, program))
				of = all->pdata[k];
		if (program && !of) {
			of = g_new0(struct of_program, 1);
			of->program = g_steal_pointer(&program);
			g_ptr_array_add(all, of);
		}
		if (of) {
			of->draws++;
			of->gpu += time->gpu;
		}
	}
	return all;
}

static gint most_first(gconstpointer a, gconstpointer b)
{
	const struct of_program *x = *(struct of_program *const *)a;
	const struct of_program *y = *(struct of_program *const *)b;
	return x->gpu > y->gpu ? -1 : x->gpu < y->gpu;
}

static void put_programs(
	struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_call_times *times)
{
	g_autoptr(GPtrArray) programs = programs_of(verbs, times);
	g_ptr_array_sort(programs, most_first);
	gs_json_begin_list(reply->json, "programs");
	for (guint i = 0; i < programs->len; i++) {
		const struct of_program *of = programs->pdata[i];
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

static void put_longest(
	struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_call_times *times)
{
	g_autoptr(GArray) sorted = g_array_copy(times->calls);
	g_array_sort(sorted, longest_first);
	gs_json_begin_list(reply->json, "longest");
	for (guint i = 0; i < MIN(sorted->len, LONGEST); i++)
		put_call(verbs, reply, &g_array_index(sorted, struct gs_call_time, i));
	json_builder_end_array(reply->json);
}

static void put_times(
	struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_call_times *times)
{
	uint64_t took = 0, gpu = 0;
	gs_json_integer(reply->json, "frame", (int64_t)times->frame);
	gs_json_integer(reply->json, "frames", (int64_t)times->frames);
	gs_json_begin_list(reply->json, "calls");
	for (guint i = 0; i < times->calls->len; i++) {
		const struct gs_call_time *time = &g_array_index(
			times->calls, struct gs_call_time, i);
		put_call(verbs, reply, time);
		took += time->took;
		gpu += time->gpu;
	}
	json_builder_end_array(reply->json);
	gs_json_integer(reply->json, "cpu_ns", (int64_t)took);
	gs_json_integer(reply->json, "gpu_ns", (int64_t)gpu);
	put_programs(verbs, reply, times);
	put_longest(verbs, reply, times);
	gs_json_string(reply->json, "method", times->method);
}

static bool write_events(
	struct gs_verbs *verbs, const struct gs_call_times *times, const char *path, GError **error)
{
	struct gs_output *output = gs_output_open(path, gs_session_patience(verbs->session), error);
	if (!output)
		return false;
	struct gs_timeline *timeline = gs_call_times_timeline(verbs->session, times);
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
		put_times(verbs, reply, &times);
		gs_json_optional(reply->json, "file", file);
		gs_reply_keep_stop(reply, &stop);
	} else {
		gs_stop_clear(&stop);
	}
	gs_call_times_clear(&times);
	return good;
}
