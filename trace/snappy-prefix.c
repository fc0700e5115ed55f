/* SPDX-License-Identifier: MIT */
/* The beginning of a snappy block that the file's end cuts. libsnappy's C interface takes whole
 * blocks only. Source: "Snappy compressed format description" of the snappy project. */
#include <string.h>
#include "trace/private.h"

struct block {
	const uint8_t *p, *end;
	uint8_t *out;
	size_t written, room;
};

static bool skip_length(struct block *b)
{
	while (b->p < b->end)
		if (*b->p++ < 0x80)
			return true;
	return false;
}

/* n bytes, low ones first; false: they are not there. */
static bool number(struct block *b, unsigned n, size_t *value)
{
	*value = 0;
	if ((size_t)(b->end - b->p) < n)
		return false;
	for (unsigned i = 0; i < n; i++)
		*value |= (size_t)*b->p++ << 8 * i;
	return true;
}

static bool literal(struct block *b, unsigned tag)
{
	size_t n = tag >> 2, left;

	if (n >= 60 && !number(b, (unsigned)n - 59, &n))
		return false;
	n++;
	left = (size_t)(b->end - b->p);
	if (n > left)
		n = left;
	if (n > b->room - b->written)
		return false;
	memcpy(b->out + b->written, b->p, n);
	b->written += n;
	b->p += n;
	return n > 0;
}

static bool copy(struct block *b, unsigned tag)
{
	size_t n = (tag >> 2) + 1, distance;

	if ((tag & 3) == 1) {
		if (!number(b, 1, &distance))
			return false;
		n = (tag >> 2 & 7) + 4;
		distance |= (size_t)(tag >> 5) << 8;
	} else if (!number(b, (tag & 3) == 2 ? 2 : 4, &distance)) {
		return false;
	}
	if (distance == 0 || distance > b->written || n > b->room - b->written)
		return false;
	for (; n > 0; n--, b->written++) /* the two may overlap */
		b->out[b->written] = b->out[b->written - distance];
	return true;
}

size_t gs_trace_snappy_prefix(const uint8_t *in, size_t n_in, uint8_t *out, size_t room)
{
	struct block b = {in, in + n_in, out, 0, room};

	if (!skip_length(&b))
		return 0;
	while (b.p < b.end) {
		unsigned tag = *b.p++;
		if (!((tag & 3) == 0 ? literal(&b, tag) : copy(&b, tag)))
			break;
	}
	return b.written;
}
