/* SPDX-License-Identifier: MIT */
/* What the fuzzers of traces are given: the first byte chooses: 0, the rest is a file; else it is
 * the stream of a snappy container, in chunks of that many times 16 bytes. With FUZZ_FILES a main
 * that reads files. For one file of C each. */
#ifndef GS_TEST_TRACE_INPUT_H
#define GS_TEST_TRACE_INPUT_H

#include <fcntl.h>
#include <snappy-c.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int memory_file(void)
{
	int fd = memfd_create("trace", MFD_CLOEXEC);

	if (fd < 0)
		abort();
	return fd;
}

static inline void write_bytes(int fd, const void *bytes, size_t n)
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

/* The trace that the bytes are, in memory; *path: how it can be opened. */
static int input_file(const uint8_t *data, size_t size, char path[64])
{
	int fd = memory_file();

	if (size > 0 && data[0])
		write_chunks(fd, data + 1, size - 1, data[0] * 16u);
	else if (size > 0)
		write_bytes(fd, data + 1, size - 1);
	snprintf(path, 64, "/proc/self/fd/%d", fd);
	return fd;
}

#ifdef FUZZ_FILES
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		static uint8_t data[1 << 20];
		int fd = open(argv[i], O_RDONLY | O_CLOEXEC);
		ssize_t n = fd < 0 ? -1 : read(fd, data, sizeof(data));
		if (n < 0) {
			fprintf(stderr, "%s: cannot read %s\n", argv[0], argv[i]);
			return 99;
		}
		close(fd);
		LLVMFuzzerTestOneInput(data, (size_t)n);
	}
	return argc > 1 ? 0 : 99;
}
#endif

#endif
