/* SPDX-License-Identifier: MIT */
/*
 * What a call costs in a trace, in processor time: bench/trace-cost FILE [CALLS]. Writes the calls
 * of glxgears' frames into FILE, reads them, and finds some by their numbers; the best of several
 * rounds. Prints "write NS", "compress NS" (the part that compression takes), "snappy NS" (what
 * libsnappy would take), "read NS" a call, "find US" a call, "bytes B" a call in the file. FILE
 * stays, for others to read. With CALLS it only writes FILE, of about so many calls.
 */
#include <fcntl.h>
#include <snappy-c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "trace/private.h"

enum { FRAMES = 200000, CALLS_A_FRAME = 21, ROUNDS = 5, FINDS = 200 };

static const char *const names[] = {"x", "y", "z", "w"};
static const struct gs_trace_function push = {.id = 0, .name = "glPushMatrix"};
static const struct gs_trace_function pop = {.id = 1, .name = "glPopMatrix"};
static const struct gs_trace_function rotate = {2, 4, "glRotatef", names};
static const struct gs_trace_function translate = {3, 3, "glTranslatef", names};
static const struct gs_trace_function list = {4, 1, "glCallList", names};
static const struct gs_trace_function swap = {5, 1, "glXSwapBuffers", names};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void call_floats(struct gs_trace_writer *writer, const struct gs_trace_function *function,
	const float *values)
{
	uint64_t call = gs_trace_enter(writer, 0, function, 0);

	for (uint32_t i = 0; i < function->n_args; i++) {
		gs_trace_arg(writer, i);
		gs_trace_put_float(writer, values[i]);
	}
	gs_trace_end(writer);
	gs_trace_leave(writer, call);
	gs_trace_end(writer);
}

static void call_number(
	struct gs_trace_writer *writer, const struct gs_trace_function *function, uint32_t number)
{
	uint64_t call = gs_trace_enter(writer, 0, function, 0);

	gs_trace_arg(writer, 0);
	gs_trace_put_uint(writer, number);
	gs_trace_end(writer);
	gs_trace_leave(writer, call);
	gs_trace_end(writer);
}

static void write_frame(struct gs_trace_writer *writer, unsigned frame)
{
	const float view[] = {20, 1, 0, 0}, gear[] = {(float)frame * 0.35f, 0, 0, 1},
		    place[] = {-3, -2, 0};

	call_floats(writer, &push, NULL);
	for (int i = 0; i < 3; i++)
		call_floats(writer, &rotate, view);
	for (uint32_t i = 1; i <= 3; i++) {
		call_floats(writer, &push, NULL);
		call_floats(writer, &translate, place);
		call_floats(writer, &rotate, gear);
		call_number(writer, &list, i);
		call_floats(writer, &pop, NULL);
	}
	call_floats(writer, &pop, NULL);
	call_number(writer, &swap, 2097154);
}

static double measure_write(const char *path, unsigned frames)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	double start = now();
	struct gs_trace_writer *writer = gs_trace_writer_new(fd, GS_TRACE_VERSION, NULL, 0);

	for (unsigned frame = 0; writer && frame < frames; frame++)
		write_frame(writer, frame);
	if (!gs_trace_writer_free(writer) || close(fd) != 0) {
		fprintf(stderr, "trace-cost: %s cannot be written\n", path);
		exit(1);
	}
	return now() - start;
}

typedef void compress(const char *plain, size_t n, char *out);

static void compress_by_libsnappy(const char *plain, size_t n, char *out)
{
	size_t n_out = 2 * GS_TRACE_CHUNK;

	snappy_compress(plain, n, out, &n_out);
}

static void compress_by_writer(const char *plain, size_t n, char *out)
{
	gs_trace_snappy_compress((const uint8_t *)plain, n, (uint8_t *)out);
}

/* The same bytes compressed once more. */
static double measure_compression(const char *path, compress *compress)
{
	static char in[2 * GS_TRACE_CHUNK], plain[GS_TRACE_CHUNK], out[2 * GS_TRACE_CHUNK];
	FILE *file = fopen(path, "rb");
	uint8_t head[4];
	double sum = 0;

	if (!file || fseek(file, 2, SEEK_SET) != 0)
		exit(1);
	while (fread(head, 1, 4, file) == 4) {
		size_t n = head[0] | head[1] << 8 | head[2] << 16, n_plain = sizeof(plain);

		if (fread(in, 1, n, file) != n ||
			snappy_uncompress(in, n, plain, &n_plain) != SNAPPY_OK)
			exit(1);
		double start = now();
		compress(plain, n_plain, out);
		sum += now() - start;
	}
	fclose(file);
	return sum;
}

static struct gs_trace_reader *open_trace(const char *path)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(path, NULL, NULL, &why);

	if (!reader) {
		fprintf(stderr, "trace-cost: %s: %s\n", path, why);
		exit(1);
	}
	return reader;
}

static double measure_read(struct gs_trace_reader *reader)
{
	double start = now();
	uint64_t n = 0;

	while (gs_trace_next_call(reader))
		n++;
	if (n != (uint64_t)FRAMES * CALLS_A_FRAME)
		exit(1);
	return now() - start;
}

static double measure_find(struct gs_trace_reader *reader)
{
	double start = now();

	for (uint64_t i = 0; i < FINDS; i++)
		if (!gs_trace_find(reader, i * 7919 * 104729 % ((uint64_t)FRAMES * CALLS_A_FRAME)))
			exit(1);
	return now() - start;
}

static void keep_best(double *best, double time)
{
	if (*best == 0 || time < *best)
		*best = time;
}

int main(int argc, char **argv)
{
	double writing = 0, compressing = 0, snappy = 0, reading = 0, finding = 0;
	const double calls = (double)FRAMES * CALLS_A_FRAME;
	struct gs_trace_figures figures;

	if (argc != 2 && argc != 3) {
		fprintf(stderr, "Usage: trace-cost FILE [CALLS]\n");
		return 2;
	}
	if (argc == 3) {
		measure_write(argv[1], (unsigned)(strtoul(argv[2], NULL, 10) / CALLS_A_FRAME) + 1);
		return 0;
	}
	for (int round = 0; round < ROUNDS; round++) {
		keep_best(&writing, measure_write(argv[1], FRAMES));
		keep_best(&compressing, measure_compression(argv[1], compress_by_writer));
		keep_best(&snappy, measure_compression(argv[1], compress_by_libsnappy));
		struct gs_trace_reader *reader = open_trace(argv[1]);
		keep_best(&reading, measure_read(reader));
		keep_best(&finding, measure_find(reader));
		gs_trace_reader_figures(reader, &figures);
		gs_trace_close(reader);
	}
	printf("write %.1f\ncompress %.1f\nsnappy %.1f\nread %.1f\nfind %.0f\nbytes %.2f\n",
		writing / calls, compressing / calls, snappy / calls, reading / calls,
		finding / FINDS / 1e3, (double)figures.file_bytes / calls);
	return 0;
}
