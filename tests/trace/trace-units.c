/* SPDX-License-Identifier: MIT */
/* The writer and the index: what is written is read again, at any moment the file is whole, a disk
 * that is full costs the last chunk only, and a call that is looked for is found without the rest.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data/functions.h"
#include "trace/times.h"
#include "trace/trace.h"

static char path[] = "trace-units.XXXXXX";

static void fail(int line, const char *what)
{
	fprintf(stderr, "FAIL %s:%d: %s\n", __FILE__, line, what);
	unlink(path);
	exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static const char *const two_names[] = {"first", "second"};
static const struct gs_trace_function draw = {
	.id = 7, .n_args = 2, .name = "glDraw", .args = two_names};
static const struct gs_trace_function swap = {.id = 0, .name = "glXSwapBuffers"};
static const struct gs_trace_function far_function = {.id = GS_TRACE_MAX_ID + 1, .name = "far"};
static const struct gs_trace_constant constants[] = {{"GL_A", 1}, {"GL_MINUS", -1}};
static const struct gs_trace_names enum_names = {.id = 3, .n = 2, .constants = constants};
static const struct gs_trace_names flag_names = {.id = 3, .n = 1, .constants = constants};
static const struct gs_trace_struct pair = {
	.id = 1, .n_members = 2, .name = "pair", .members = two_names};

static struct gs_trace_writer *create(int *fd)
{
	static const struct gs_trace_property properties[] = {{"process.name", "units"}};
	struct gs_trace_writer *writer;

	*fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(*fd >= 0);
	writer = gs_trace_writer_new(*fd, 6, properties, 1);
	CHECK(writer);
	return writer;
}

static struct gs_trace_reader *open_trace(void)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(path, NULL, NULL, &why);

	if (!reader)
		fprintf(stderr, "%s\n", why);
	CHECK(reader);
	return reader;
}

static char *all_text(struct gs_trace_reader *reader)
{
	struct gs_trace_text text = {0};
	struct gs_trace_call *call;

	while ((call = gs_trace_next_call(reader)))
		gs_trace_call_text(&text, call);
	CHECK(!text.failed);
	return text.data;
}

static void put_scalars(struct gs_trace_writer *writer)
{
	gs_trace_put_array(writer, 11);
	gs_trace_put_null(writer);
	gs_trace_put_bool(writer, true);
	gs_trace_put_sint(writer, INT64_MIN);
	gs_trace_put_sint(writer, 5);
	gs_trace_put_uint(writer, UINT64_MAX);
	gs_trace_put_float(writer, 0.5f);
	gs_trace_put_double(writer, 0.25);
	gs_trace_put_enum(writer, &enum_names, -1);
	gs_trace_put_bitmask(writer, &flag_names, 3);
	gs_trace_put_pointer(writer, 0x1234);
	gs_trace_put_pointer(writer, 0);
}

static void put_others(struct gs_trace_writer *writer)
{
	static const uint32_t wide[] = {'w', 'i', 'd', 'e'};

	gs_trace_put_struct(writer, &pair);
	gs_trace_put_string(writer, "text", 4);
	gs_trace_put_repr(writer);
	gs_trace_put_wide(writer, wide, 4);
	gs_trace_put_blob(writer, "blob", 4);
}

static void test_values(void)
{
	static const struct gs_trace_frame inner = {4, "module", "function", "file.c", 12, 255};
	static const struct gs_trace_frame outer = {
		.id = 5, .module = "other", .line = -1, .offset = -1};
	static const struct gs_trace_frame *const frames[] = {&inner, &outer, &inner};
	int fd;
	struct gs_trace_writer *writer = create(&fd);
	struct gs_trace_reader *reader;
	uint64_t first, second;
	char *text;

	first = gs_trace_enter(writer, 2, &draw, 0);
	gs_trace_stack(writer, frames, 3);
	gs_trace_arg(writer, 0);
	put_scalars(writer);
	gs_trace_end(writer);
	second = gs_trace_enter(writer, 1, &swap, GS_TRACE_FAKE);
	gs_trace_end(writer);
	gs_trace_leave(writer, second);
	gs_trace_end(writer);
	gs_trace_leave(writer, first);
	gs_trace_arg(writer, 1);
	put_others(writer);
	gs_trace_result(writer);
	gs_trace_put_uint(writer, 9);
	gs_trace_end(writer);
	CHECK(gs_trace_writer_free(writer));
	reader = open_trace();
	text = all_text(reader);
	CHECK(!strcmp(text, "1 glXSwapBuffers() // fake\n\n"
			    "0 glDraw(first = {NULL, true, -9223372036854775808, 5, "
			    "18446744073709551615, 0.5, 0.25, GL_MINUS, GL_A | 0x2, 0x1234, NULL}, "
			    "second = {first = \"text\", second = L\"wide\"}) = 9\nBacktrace:\n"
			    "module: function+0xff: file.c:12\nother\n"
			    "module: function+0xff: file.c:12\n"));
	CHECK(gs_trace_reader_state(reader) == GS_TRACE_END);
	free(text);
	gs_trace_close(reader);
	close(fd);
}

static void write_call(struct gs_trace_writer *writer, uint32_t thread, uint64_t value, size_t blob)
{
	static uint8_t bytes[8 << 20];
	uint64_t call = gs_trace_enter(writer, thread, &draw, 0);

	for (size_t i = 0; i + 8 <= blob; i += 8)
		memcpy(bytes + i, &(uint64_t){(value + i) * 0x9e3779b97f4a7c15u}, 8);
	gs_trace_arg(writer, 0);
	gs_trace_put_uint(writer, value);
	gs_trace_arg(writer, 1);
	gs_trace_put_blob(writer, bytes, blob);
	gs_trace_end(writer);
	gs_trace_leave(writer, call);
	gs_trace_end(writer);
}

static bool ends_well(const struct gs_trace_reader *reader, bool is_written)
{
	enum gs_trace_state state = gs_trace_reader_state(reader);

	return state == GS_TRACE_END || (is_written && state == GS_TRACE_CUT);
}

/* Reads the file as it is now, and counts its calls. While it is written, its last chunk may be
 * cut. */
static uint64_t calls_in_file(bool is_written)
{
	struct gs_trace_reader *reader = open_trace();
	struct gs_trace_call *call;
	uint64_t n = 0;

	while ((call = gs_trace_next_call(reader))) {
		CHECK(call->has_left || ends_well(reader, is_written));
		if (!call->has_left)
			continue;
		CHECK(call->args[0].class == GS_TRACE_UINT && call->args[0].uint == n);
		CHECK(call->args[1].class == GS_TRACE_BLOB);
		for (uint64_t i = 0; i + 8 <= call->args[1].n; i += 8)
			CHECK(!memcmp(call->args[1].bytes + i,
				&(uint64_t){(n + i) * 0x9e3779b97f4a7c15u}, 8));
		n++;
	}
	CHECK(ends_well(reader, is_written));
	gs_trace_close(reader);
	return n;
}

/* Chunks are no larger than apitrace has room for. */
static void check_chunks(void)
{
	FILE *file = fopen(path, "rb");
	uint8_t head[8];

	CHECK(file && fread(head, 1, 2, file) == 2 && head[0] == 'a' && head[1] == 't');
	while (fread(head, 1, 8, file) == 8) {
		long length = head[0] | head[1] << 8 | head[2] << 16 | (long)head[3] << 24;
		unsigned long plain = 0;
		for (int i = 0; i < 4; i++) {
			plain |= (unsigned long)(head[4 + i] & 0x7f) << 7 * i;
			if (head[4 + i] < 0x80)
				break;
		}
		CHECK(plain <= GS_TRACE_CHUNK);
		CHECK(fseek(file, length - 4, SEEK_CUR) == 0);
	}
	fclose(file);
}

static void test_whole(void)
{
	static const size_t blobs[] = {
		0, 17, 1000, GS_TRACE_CHUNK - 40, GS_TRACE_CHUNK, 5 << 20, 0, 3, 300000};
	int fd;
	struct gs_trace_writer *writer = create(&fd);
	uint64_t n = 0;

	CHECK(calls_in_file(false) == 0);
	for (; n < 60; n++) {
		write_call(writer, n % 3, n, blobs[n % (sizeof(blobs) / sizeof(*blobs))]);
		CHECK(calls_in_file(true) <= n + 1);
		if (n % 7 != 3)
			continue;
		CHECK(gs_trace_flush(writer));
		CHECK(calls_in_file(false) == n + 1);
	}
	gs_trace_enter(writer, 0, &draw, 0); /* a flush amid an event leaves it out */
	CHECK(gs_trace_flush(writer));
	CHECK(calls_in_file(false) == n);
	gs_trace_end(writer);
	CHECK(gs_trace_writer_free(writer));
	CHECK(calls_in_file(false) == n);
	check_chunks();
	close(fd);
}

/* The file may not grow beyond the limit, as with a full disk. */
static void test_full(size_t blob, rlim_t limit)
{
	struct rlimit old;
	struct stat status;
	int fd;
	struct gs_trace_writer *writer = create(&fd);
	uint64_t n = 0, in_file, mark[2];

	CHECK(getrlimit(RLIMIT_FSIZE, &old) == 0);
	CHECK(setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, old.rlim_max}) == 0);
	while (!gs_trace_writer_error(writer) && n < 1000000) {
		gs_trace_writer_set_mark(writer, (const uint64_t[2]){n, 2 * n});
		write_call(writer, 0, n++, blob);
	}
	CHECK(gs_trace_writer_error(writer) == EFBIG);
	for (int i = 0; i < 100; i++)
		write_call(writer, 0, 12345, 30000);
	CHECK(!gs_trace_flush(writer) && gs_trace_writer_error(writer) == EFBIG);
	CHECK(fstat(fd, &status) == 0);
	CHECK((uint64_t)status.st_size == gs_trace_writer_file_bytes(writer));
	gs_trace_writer_whole_mark(writer, mark);
	CHECK(!gs_trace_writer_free(writer));
	CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0);
	in_file = calls_in_file(false);
	CHECK(in_file < n && in_file > 0);
	CHECK(mark[0] <= in_file && in_file <= mark[0] + 1 && mark[1] == 2 * mark[0]);
	close(fd);
}

static void test_bad_id(void)
{
	int fd;
	struct gs_trace_writer *writer = create(&fd);

	gs_trace_enter(writer, 0, &far_function, 0);
	gs_trace_end(writer);
	CHECK(gs_trace_writer_error(writer) == EINVAL);
	CHECK(!gs_trace_writer_free(writer));
	CHECK(calls_in_file(false) == 0);
	close(fd);
}

enum { CALLS = 300000, FINDS = 200 };

/* Calls of two threads, of which one is often within a call while the other makes many. */
static void write_many(void)
{
	int fd;
	struct gs_trace_writer *writer = create(&fd);
	uint64_t call, waiting = UINT64_MAX;

	for (uint64_t i = 0; i < CALLS;) {
		if (i % 1000 == 10 && waiting == UINT64_MAX) {
			waiting = gs_trace_enter(writer, 1, &swap, 0);
			gs_trace_end(writer);
			i++;
			continue;
		}
		call = gs_trace_enter(writer, 0, &draw, 0);
		CHECK(call == i++);
		gs_trace_arg(writer, 0);
		gs_trace_put_uint(writer, call * call * 0x9e3779b97f4a7c15u);
		gs_trace_end(writer);
		gs_trace_leave(writer, call);
		gs_trace_end(writer);
		if (i % 1700 == 5 && waiting != UINT64_MAX) {
			gs_trace_leave(writer, waiting);
			gs_trace_end(writer);
			waiting = UINT64_MAX;
		}
	}
	CHECK(gs_trace_writer_free(writer));
	close(fd);
}

static uint64_t bytes_read(void)
{
	FILE *file = fopen("/proc/self/io", "r");
	unsigned long long n = 0;

	CHECK(file && fscanf(file, "rchar: %llu", &n) == 1);
	fclose(file);
	return n;
}

static void check_found(const struct gs_trace_call *call, uint64_t number)
{
	CHECK(call && call->number == number);
	if (call->function->n_args)
		CHECK(call->args[0].uint == number * number * 0x9e3779b97f4a7c15u);
	else
		CHECK(call->thread == 1 && call->ends_frame);
}

static void test_index(void)
{
	struct gs_trace_reader *reader = open_trace();
	struct gs_trace_figures f;
	struct gs_trace_call *call;
	uint64_t before, number;

	check_found(gs_trace_find(reader, CALLS / 2), CALLS / 2); /* before the end was ever read */
	gs_trace_reader_figures(reader, &f);
	CHECK(f.calls >= CALLS / 2 && f.calls < CALLS);
	gs_trace_scan(reader);
	gs_trace_reader_figures(reader, &f);
	CHECK(f.calls == CALLS && f.threads == 2 && f.chunks > 5 && f.unfinished <= 1);
	CHECK(!gs_trace_find(reader, CALLS) && !gs_trace_seek(reader, UINT64_MAX));
	srand(1);
	for (int i = 0; i < FINDS; i++) {
		number = (uint64_t)rand() % CALLS;
		before = bytes_read();
		call = gs_trace_find(reader, number);
		check_found(call, number);
		if (call->function->n_args) /* the others return much later */
			CHECK(bytes_read() - before < 3 * f.file_bytes / f.chunks);
	}
	CHECK(gs_trace_seek(reader, 250000));
	for (number = 0; (call = gs_trace_next_call(reader)); number++)
		CHECK(call->number >= 250000);
	CHECK(number == CALLS - 250000);
	gs_trace_close(reader);
}

static bool stops(void *data)
{
	unsigned *asked = data;
	return ++*asked >= 3;
}

/* A reader that is told to stop gives no more calls until it is sought, and what it is written to
 * does not come about. */
static void test_stop(void)
{
	static const char out[] = "trace-units.stopped";
	struct gs_trace_reader *reader = open_trace();
	const struct gs_trace_parts parts = {&reader, 1, NULL, NULL};
	const char *why = NULL;
	unsigned asked = 0;
	uint64_t n = 0;

	gs_trace_reader_ask(reader, stops, &asked);
	while (gs_trace_next_event(reader))
		n++;
	CHECK(asked == 3 && n > 0 && n < CALLS);
	CHECK(gs_trace_reader_state(reader) == GS_TRACE_STOPPED && !gs_trace_next_event(reader));
	CHECK(gs_trace_seek(reader, 0));
	CHECK(gs_trace_write_file(out, &parts, &why) == GS_TRACE_NOT_WRITTEN && why);
	CHECK(gs_trace_reader_state(reader) == GS_TRACE_STOPPED && access(out, F_OK) != 0);
	gs_trace_reader_ask(reader, NULL, NULL);
	CHECK(gs_trace_seek(reader, 0));
	CHECK(gs_trace_write_file(out, &parts, &why) == GS_TRACE_WRITTEN);
	CHECK(unlink(out) == 0);
	gs_trace_close(reader);
}

/* A comment on times is read as it was written, and nothing else as one. */
static void test_times(void)
{
	static const struct gs_trace_time written[] = {
		{5, 1000, 20, 0}, {6, UINT64_MAX, 0, 1}, {UINT64_MAX, 3, UINT64_MAX, UINT64_MAX}};
	static const char *const malformed[] = {"", "5", "5,6", "5,6,", "5,6,7,", "5,6,7 ",
		" 5,6,7", "5,6,7  1,1,1", "-5,6,7", "5,-,7", "5,6,-7", "5,6,7,8,9", "5,6,7,-8",
		"a,6,7", "5 6 7"};
	char *text = gs_trace_times_text(written, 3), whole[100];
	struct gs_trace_value args[2] = {{.class = GS_TRACE_UINT}, {.class = GS_TRACE_STRING}};
	static const struct gs_trace_function marker = {.name = "glStringMarkerGREMEDY",
		.n_args = 2,
		.number = GS_FN_glStringMarkerGREMEDY};
	struct gs_trace_call call = {.function = &marker, .is_fake = true, .args = args};
	struct gs_trace_time *times;
	size_t n = 0;

	CHECK(text);
	args[1].text = text;
	times = gs_trace_times_read(&call, &n);
	CHECK(times && n == 3 && !memcmp(times, written, sizeof(written)));
	free(times);
	for (size_t i = 0; i < sizeof(malformed) / sizeof(*malformed); i++) {
		snprintf(whole, sizeof(whole), "times %s", malformed[i]);
		args[1].text = whole;
		CHECK(!gs_trace_times_read(&call, &n));
	}
	args[1].text = text;
	call.is_fake = false;
	CHECK(!gs_trace_times_read(&call, &n));
	free(text);
}

int main(void)
{
	CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
	CHECK(close(mkstemp(path)) == 0);
	test_values();
	test_times();
	test_whole();
	test_full(1000, 10000000);
	test_full(1000, 10000001);
	test_full(5 << 20, 20000000);
	test_bad_id();
	write_many();
	test_index();
	test_stop();
	unlink(path);
	puts("PASS trace-units");
	return 0;
}
