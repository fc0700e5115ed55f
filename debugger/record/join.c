/* SPDX-License-Identifier: MIT */
/*
 * The segments of a recording that keeps the last frames become one trace. Each but one that
 * began with the program can play by itself, as it has what lived when it began. Behind another
 * one it is to go on with what that has left: without the contexts that it makes anew, but with
 * calls that it could not play alone. Marks say which these are; they are in no trace.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "debugger/base/error.h"
#include "debugger/record/private.h"
#include "trace/raw.h"

struct gs_recording_join {
	struct gs_trace_reader *readers[2];
	uint64_t calls[2]; /* of each, that were in it when the join began */
	size_t n;
	GHashTable *contexts; /* handles of those that the calls taken so far have made */
	bool is_left_out;     /* what comes next, up to a mark */
	uint64_t decided;     /* the call for which `takes` says whether it is taken */
	size_t decided_part;
	bool takes;
};

void gs_recording_join_free(struct gs_recording_join *join)
{
	for (size_t i = 0; i < join->n; i++)
		gs_trace_close(join->readers[i]);
	g_hash_table_destroy(join->contexts);
	g_free(join);
}

/* The file has no name any more. */
static struct gs_trace_reader *open_segment(const struct gs_recording_segment *segment)
{
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", segment->fd);
	g_autofree char *why = NULL;
	return gs_trace_open(path, NULL, NULL, &why);
}

struct gs_recording_join *gs_recording_join_new(
	const struct gs_recording_segment *older, const struct gs_recording_segment *newer)
{
	const struct gs_recording_segment *segments[] = {older, newer};
	struct gs_recording_join *join = g_new0(struct gs_recording_join, 1);
	join->contexts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	join->decided = UINT64_MAX;
	for (size_t i = 0; i < G_N_ELEMENTS(segments); i++) {
		if (!segments[i])
			continue;
		join->calls[join->n] = gs_trace_writer_calls(segments[i]->values.writer);
		join->readers[join->n] = open_segment(segments[i]);
		if (!join->readers[join->n++]) {
			join->n--;
			gs_recording_join_free(join);
			return NULL;
		}
	}
	return join;
}

/* Take in what a mark says. Return false if the call is none. */
static bool read_mark(struct gs_recording_join *join, size_t part, const struct gs_trace_call *call)
{
	if (!call->is_fake || call->function->n_args < 2 || call->args[1].class != GS_TRACE_STRING)
		return false;
	const char *text = call->args[1].text;
	if (gs_trace_is_comment(call, GS_MARK_BEFORE)) {
		join->is_left_out = part == 0;
	} else if (gs_trace_is_comment(call, GS_MARK_CONTEXT)) {
		uint64_t handle = g_ascii_strtoull(text + strlen(GS_MARK_CONTEXT), NULL, 10);
		join->is_left_out = g_hash_table_contains(join->contexts, &handle);
	} else if (gs_trace_is_comment(call, GS_MARK_GOES_ON)) {
		join->is_left_out = false;
	} else {
		return false;
	}
	return true;
}

static void note_context(struct gs_recording_join *join, const struct gs_trace_call *call)
{
	uint64_t handle = gs_trace_handle(&call->result);
	if (handle)
		g_hash_table_add(join->contexts, g_memdup2(&handle, sizeof handle));
}

static bool wants(void *data, size_t part, const struct gs_trace_call *call)
{
	struct gs_recording_join *join = data;
	if (join->decided != call->number || join->decided_part != part) {
		join->decided = call->number;
		join->decided_part = part;
		join->takes = call->number < join->calls[part] && !read_mark(join, part, call) &&
			      !join->is_left_out;
	}
	if (join->takes && call->has_left && (call->function->kinds & GS_KIND_CREATES_CONTEXT))
		note_context(join, call);
	return join->takes;
}

static struct gs_trace_parts parts_of(struct gs_recording_join *join)
{
	return (struct gs_trace_parts){
		.readers = join->readers, .n = join->n, .wants = wants, .data = join};
}

bool gs_recording_join_write(struct gs_recording_join *join, const char *path, GError **error)
{
	const struct gs_trace_parts parts = parts_of(join);
	const char *why;
	bool is_written = gs_trace_write_file(path, &parts, &why) == GS_TRACE_WRITTEN;
	if (!is_written)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the trace '%s' cannot be written: %s", path, why);
	gs_recording_join_free(join);
	return is_written;
}

bool gs_recording_join_write_fd(struct gs_recording_join *join, int fd, GError **error)
{
	const struct gs_trace_parts parts = parts_of(join);
	const char *why = gs_trace_write_fd(fd, &parts);
	if (why)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the last frames cannot be put together: %s", why);
	gs_recording_join_free(join);
	return !why;
}
