/* SPDX-License-Identifier: MIT */
/* Any bytes as a trace: read, found again, printed, copied; the copy must say what the original
 * says. */
#include <string.h>
#include "tests/fuzz/trace-input.h"
#include "trace/trace.h"

enum { MAX_FINDS = 8, MAX_COMPARED = 1000 };

static unsigned reports;

static void report(void *data, const struct gs_trace_violation *violation)
{
	reports += violation->text[0] != 0;
}

static struct gs_trace_reader *open_path(const char *path)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(path, report, NULL, &why);

	free(why);
	return reader;
}

/* All calls, and how many. */
static uint64_t print_all(
	struct gs_trace_reader *reader, struct gs_trace_text *text, struct gs_trace_text *json)
{
	struct gs_trace_call *call;
	uint64_t n = 0;

	for (; (call = gs_trace_next_call(reader)); n++) {
		gs_trace_call_text(text, call);
		if (json)
			gs_trace_call_json(json, call);
	}
	return n;
}

/* A call that is looked for is the same as when it came by itself. */
static void find_some(struct gs_trace_reader *reader, uint64_t n, const struct gs_trace_text *all)
{
	for (uint64_t i = 0; i < MAX_FINDS && n > 0; i++) {
		struct gs_trace_text text = {0};
		struct gs_trace_call *call = gs_trace_find(reader, i * 7919 % n);
		if (!call)
			abort();
		gs_trace_call_text(&text, call);
		if (!memmem(all->data, all->length, text.data, text.length))
			abort();
		free(text.data);
	}
	if (gs_trace_find(reader, n))
		abort();
}

static void copy_all(struct gs_trace_reader *reader, int fd)
{
	struct gs_trace_writer *writer = gs_trace_writer_new(fd, 6, NULL, 0);
	struct gs_trace_copy *copy = gs_trace_copy_new(writer);
	struct gs_trace_call *call;

	gs_trace_copy_from(copy, reader);
	gs_trace_seek(reader, 0);
	while ((call = gs_trace_next_event(reader)))
		if (!gs_trace_copy_event(copy, call))
			abort();
	if (!gs_trace_flush(writer))
		abort();
	gs_trace_writer_free(writer);
	gs_trace_copy_free(copy);
}

static void compare_copy(struct gs_trace_reader *reader, const struct gs_trace_text *all)
{
	struct gs_trace_text text = {0};
	int fd = memory_file();
	char path[64];
	struct gs_trace_reader *copied;

	copy_all(reader, fd);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	copied = open_path(path);
	if (!copied)
		abort();
	print_all(copied, &text, NULL);
	if (gs_trace_reader_state(copied) != GS_TRACE_END || text.length != all->length ||
		memcmp(text.data ? text.data : "", all->data ? all->data : "", text.length))
		abort();
	free(text.data);
	gs_trace_close(copied);
	close(fd);
}

static void try_reader(struct gs_trace_reader *reader)
{
	struct gs_trace_text text = {0}, json = {0};
	struct gs_trace_figures before, after;
	uint64_t n = print_all(reader, &text, &json);

	gs_trace_reader_figures(reader, &before);
	if (n != before.calls || text.failed || json.failed)
		abort();
	if (n < MAX_COMPARED) {
		find_some(reader, n, &text);
		compare_copy(reader, &text);
	}
	gs_trace_scan(reader);
	gs_trace_reader_figures(reader, &after);
	if (before.calls != after.calls || before.frames != after.frames ||
		before.unfinished != after.unfinished || before.threads != after.threads)
		abort();
	free(text.data);
	free(json.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[64];
	int fd = input_file(data, size, path);
	struct gs_trace_reader *reader = open_path(path);

	if (reader)
		try_reader(reader);
	gs_trace_close(reader);
	close(fd);
	return 0;
}
