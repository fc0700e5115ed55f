/* SPDX-License-Identifier: MIT */
/* Any bytes as a trace: read, found again, printed, copied; the copy must say what the original
 * says. The first byte chooses: 0, the rest is a file; else it is the stream of a snappy container,
 * in chunks of that many times 16 bytes. libFuzzer's entry; with FUZZ_FILES a main that reads
 * files. */
#include <fcntl.h>
#include <snappy-c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "trace/trace.h"

enum { MAX_FINDS = 8, MAX_COMPARED = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned reports;

static void report(void *data, const struct gs_trace_violation *violation)
{
	reports += violation->text[0] != 0;
}

static int memory_file(void)
{
	int fd = memfd_create("trace", MFD_CLOEXEC);

	if (fd < 0)
		abort();
	return fd;
}

static struct gs_trace_reader *open_file(int fd)
{
	char path[64], *why = NULL;
	struct gs_trace_reader *reader;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	reader = gs_trace_open(path, report, NULL, &why);
	free(why);
	return reader;
}

static void write_bytes(int fd, const void *bytes, size_t n)
{
	if (write(fd, bytes, n) != (ssize_t)n)
		abort();
}

static void write_chunks(int fd, const uint8_t *data, size_t size, size_t step)
{
	write_bytes(fd, "at", 2);
	for (size_t at = 0; at < size; at += step) {
		size_t n = size - at < step ? size - at : step;
		size_t length = snappy_max_compressed_length(n);
		char *chunk = malloc(length);
		if (!chunk || snappy_compress((const char *)data + at, n, chunk, &length))
			abort();
		uint8_t header[4] = {(uint8_t)length, (uint8_t)(length >> 8),
			(uint8_t)(length >> 16), (uint8_t)(length >> 24)};
		write_bytes(fd, header, sizeof(header));
		write_bytes(fd, chunk, length);
		free(chunk);
	}
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
	struct gs_trace_reader *copied;

	copy_all(reader, fd);
	copied = open_file(fd);
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
	int fd = memory_file();
	struct gs_trace_reader *reader;

	if (size > 0 && data[0])
		write_chunks(fd, data + 1, size - 1, data[0] * 16u);
	else if (size > 0)
		write_bytes(fd, data + 1, size - 1);
	reader = open_file(fd);
	if (reader)
		try_reader(reader);
	gs_trace_close(reader);
	close(fd);
	return 0;
}

#ifdef FUZZ_FILES
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		static uint8_t data[1 << 20];
		int fd = open(argv[i], O_RDONLY | O_CLOEXEC);
		ssize_t n = fd < 0 ? -1 : read(fd, data, sizeof(data));
		if (n < 0) {
			fprintf(stderr, "fuzz-trace-files: cannot read %s\n", argv[i]);
			return 99;
		}
		close(fd);
		LLVMFuzzerTestOneInput(data, (size_t)n);
	}
	return argc > 1 ? 0 : 99;
}
#endif
