/* SPDX-License-Identifier: MIT */
/* Any bytes, compressed: libsnappy makes them of it again. */
#include <snappy-c.h>
#include <stdlib.h>
#include <string.h>
#include "trace/private.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *packed = malloc(gs_trace_snappy_room(size)), *back = malloc(size + 1);
	size_t n, got = size;

	if (!packed || !back)
		abort();
	n = gs_trace_snappy_compress(data, size, packed);
	if (snappy_uncompress((const char *)packed, n, (char *)back, &got) != SNAPPY_OK ||
		got != size || memcmp(back, data, size) != 0)
		abort();
	free(packed);
	free(back);
	return 0;
}
