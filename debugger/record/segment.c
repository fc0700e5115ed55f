/* SPDX-License-Identifier: MIT */
/* One file of a recording: what was written to it, and what it can play by itself. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "debugger/record/private.h"

enum { SEMANTICS = 6 }; /* by whose rules calls are executed */

/* Return the program's path without symbolic links. */
static char *executable_of(const char *program)
{
	char *found = g_find_program_in_path(program);
	char *real = found ? realpath(found, NULL) : NULL;
	char *path = g_strdup(real ? real : program);
	free(real);
	g_free(found);
	return path;
}

static struct gs_trace_writer *new_writer(int fd, const char *program)
{
	char *executable = executable_of(program);
	const struct gs_trace_property name = {"process.name", executable};
	struct gs_trace_writer *writer = gs_trace_writer_new(fd, SEMANTICS, &name, 1);
	g_free(executable);
	return writer;
}

struct gs_recording_segment *gs_recording_segment_new(
	int fd, uint32_t number, const struct gs_recording_start *start)
{
	struct gs_recording_segment *segment = g_new0(struct gs_recording_segment, 1);
	segment->fd = fd;
	segment->number = number;
	segment->ends = g_array_new(FALSE, FALSE, sizeof(struct gs_recording_end));
	segment->missing = gs_recording_missing_new();
	segment->entered = g_hash_table_new(NULL, NULL);
	segment->alone = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	segment->trace = gs_mesa_trace_new();
	segment->values.writer = new_writer(fd, start->program);
	segment->values.signatures = gs_recording_signatures_new();
	segment->values.stacks = gs_recording_stacks_new();
	segment->values.repeats = start->plain_arrays ? NULL : gs_recording_repeats_new();
	segment->values.sizes = g_hash_table_new(NULL, NULL);
	segment->values.pointers = gs_recording_pointers_new();
	segment->values.times = g_array_new(FALSE, FALSE, sizeof(struct gs_trace_time));
	segment->values.lengths = &segment->lengths;
	segment->values.wire = start->number || start->keep_frames ? start->wire : NULL;
	return segment;
}

int gs_recording_segment_free(struct gs_recording_segment *segment)
{
	if (!segment)
		return 0;
	gs_recording_put_times(&segment->values, segment->thread);
	gs_trace_flush(segment->values.writer);
	int number = gs_trace_writer_error(segment->values.writer);
	gs_trace_writer_free(segment->values.writer);
	if (close(segment->fd) < 0 && !number)
		number = errno;
	gs_recording_signatures_free(segment->values.signatures);
	gs_recording_repeats_free(segment->values.repeats);
	g_hash_table_destroy(segment->values.sizes);
	g_array_free(segment->values.pointers, TRUE);
	g_array_free(segment->values.times, TRUE);
	gs_recording_stacks_free(segment->values.stacks);
	gs_mesa_trace_free(segment->trace);
	g_array_unref(segment->ends);
	g_hash_table_destroy(segment->entered);
	g_hash_table_destroy(segment->alone);
	g_ptr_array_unref(segment->missing);
	g_free(segment);
	return number;
}

/* What is in the file when all so far is. */
static void mark(struct gs_recording_segment *segment)
{
	const uint64_t so_far[2] = {segment->calls, segment->frames + segment->left_out};
	gs_trace_writer_set_mark(segment->values.writer, so_far);
}

void gs_recording_segment_flush(struct gs_recording_segment *segment)
{
	gs_recording_put_times(&segment->values, segment->thread);
	mark(segment);
	gs_trace_flush(segment->values.writer);
}

/* Write what the context is that comes with the call, and what its snapshot lacks. */
static void put_contexts(
	struct gs_recording_segment *segment, uint32_t thread, const struct gs_record *record)
{
	guint before = segment->missing->len;
	struct gs_wire_recording begun;
	struct gs_wire_memory entry;
	if (!gs_recording_find_memory(record, GS_WIRE_CONTEXT_CALLS, true, &entry))
		return;
	bool is_marked = segment->number && gs_recording_begun(record, &begun) && begun.context;
	if (is_marked) {
		g_autofree char *text = g_strdup_printf(
			GS_MARK_CONTEXT "%" G_GUINT64_FORMAT, begun.context);
		gs_recording_put_comment(&segment->values, thread, text);
	}
	gs_recording_missing_add(segment->missing, record);
	for (guint i = before; i < segment->missing->len; i++) {
		const struct gs_recording_missing *one = segment->missing->pdata[i];
		g_autofree char *text = g_strdup_printf(GS_COMMENT_MISSING "%s %" G_GUINT32_FORMAT
									   ": %s",
			one->kind, one->name, one->why);
		gs_recording_put_comment(&segment->values, thread, text);
	}
	gs_mesa_trace_put_contexts(segment->trace, &segment->values, thread, record);
	if (is_marked)
		gs_recording_put_comment(&segment->values, thread, GS_MARK_GOES_ON);
}

static bool is_of_before(const struct gs_recording_segment *segment, uint32_t thread)
{
	return segment->number &&
	       !g_hash_table_contains(segment->entered, GUINT_TO_POINTER(thread + 1));
}

static bool put(
	struct gs_recording_segment *segment, uint32_t thread, const struct gs_record *record)
{
	bool is_before = is_of_before(segment, thread);
	if (is_before)
		gs_recording_put_comment(&segment->values, thread, GS_MARK_BEFORE);
	if (record->memory && !segment->is_last)
		put_contexts(segment, thread, record);
	bool is_put = gs_mesa_trace_put(segment->trace, &segment->values, thread, record);
	if (is_before)
		gs_recording_put_comment(&segment->values, thread, GS_MARK_GOES_ON);
	return is_put;
}

static void end_frame(struct gs_recording_segment *segment, uint32_t thread, uint64_t index)
{
	const struct gs_recording_end end = {index, is_of_before(segment, thread)};
	if (segment->leads && end.is_before) {
		segment->left_out++;
		return;
	}
	segment->frames++;
	g_array_append_val(segment->ends, end);
}

void gs_recording_segment_put(
	struct gs_recording_segment *segment, uint32_t thread, const struct gs_record *record)
{
	if (gs_trace_writer_error(segment->values.writer)) {
		segment->lost++;
		return;
	}
	mark(segment);
	if (!put(segment, thread, record))
		return;
	segment->calls++;
	if (gs_record_is_unfinished(&record->call) && segment->unfinished++ == 0) {
		segment->first_unfinished = segment->lengths.call;
		segment->unfinished_function = gs_data_name(record->call.function);
	}
	bool ends_frame = gs_data_ends_frame(&record->call);
	segment->thread = thread;
	if (ends_frame || segment->values.times->len >= GS_TRACE_TIMES_MOST)
		gs_recording_put_times(&segment->values, thread);
	if (ends_frame)
		end_frame(segment, thread, record->call.index);
}

void gs_recording_segment_lead(struct gs_recording_segment *segment)
{
	struct gs_recording_end *ends = (void *)segment->ends->data;
	guint n = 0;
	for (guint i = 0; i < segment->ends->len; i++)
		if (!ends[i].is_before)
			ends[n++] = ends[i];
	uint64_t left_out = segment->ends->len - n;
	g_array_set_size(segment->ends, n);
	segment->frames -= left_out;
	segment->left_out += left_out;
	segment->leads = true;
}

void gs_recording_segment_count(
	const struct gs_recording_segment *segment, struct gs_recording_figures *figures)
{
	uint64_t calls = segment->calls, frames = segment->frames, whole[2];
	const struct gs_trace_writer *writer = segment->values.writer;
	if (gs_trace_writer_error(writer)) {
		gs_trace_writer_whole_mark(writer, whole);
		figures->lost += calls - whole[0];
		calls = whole[0];
		frames = whole[1] - MIN(whole[1], segment->left_out);
	} else {
		figures->made_up += gs_trace_writer_calls(writer) - calls;
	}
	if (!figures->unfinished && segment->unfinished) {
		figures->first_unfinished = segment->first_unfinished;
		figures->unfinished_function = segment->unfinished_function;
	}
	if (!figures->too_long)
		figures->first_too_long = segment->lengths.first_too_long;
	figures->calls += calls;
	figures->frames += frames;
	figures->lost += segment->lost;
	figures->unfinished += segment->unfinished;
	figures->too_long += segment->lengths.too_long;
	figures->bytes += gs_trace_writer_file_bytes(writer);
	figures->waiting += gs_trace_writer_waiting_bytes(writer);
}
