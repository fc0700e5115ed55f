/* SPDX-License-Identifier: MIT */
/* Hashes of values: equal for equal values, whichever way the recorder has written them. */
#include <string.h>
#include "analysis/normal-calls.h"
#include "trace/raw.h"

uint64_t gs_hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
	enum { LANES = 4, WORD = sizeof(uint64_t) };
	const uint8_t *at = bytes;
	uint64_t lanes[LANES] = {hash, hash + 1, hash + 2, hash + 3}, word;
	size_t left = n;
	for (; left >= LANES * WORD; left -= LANES * WORD)
		for (unsigned i = 0; i < LANES; i++, at += WORD) {
			memcpy(&word, at, WORD);
			lanes[i] = gs_hash_number(lanes[i], word);
		}
	for (; left; left -= MIN(left, WORD), at += WORD) {
		word = 0;
		memcpy(&word, at, MIN(left, WORD));
		lanes[0] = gs_hash_number(lanes[0], word);
	}
	hash = gs_hash_number(n, lanes[0]);
	for (unsigned i = 1; i < LANES; i++)
		hash = gs_hash_number(hash, lanes[i]);
	return hash;
}

static uint64_t hash_real(uint64_t hash, double real)
{
	uint64_t bits;
	memcpy(&bits, &real, sizeof bits);
	return gs_hash_number(hash, bits);
}

static uint64_t hash_items(
	uint64_t hash, const struct gs_trace_value *value, gs_hash_pointer pointer, void *data)
{
	hash = gs_hash_number(hash, value->n);
	for (uint32_t i = 0; i < value->n; i++)
		hash = gs_hash_value(hash, &value->items[i], pointer, data);
	return hash;
}

uint64_t gs_hash_value(
	uint64_t hash, const struct gs_trace_value *value, gs_hash_pointer pointer, void *data)
{
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_NONE:
		return gs_hash_number(hash, UINT64_MAX);
	case GS_TRACE_FLOAT:
		return hash_real(hash, (double)value->number);
	case GS_TRACE_DOUBLE:
		return hash_real(hash, value->real);
	case GS_TRACE_STRING:
		return gs_hash_bytes(hash, value->text, value->n);
	case GS_TRACE_WIDE:
		return gs_hash_bytes(hash, value->wide, (size_t)value->n * sizeof *value->wide);
	case GS_TRACE_BLOB:
		return gs_hash_bytes(hash, value->bytes, value->n);
	case GS_TRACE_ARRAY:
	case GS_TRACE_STRUCT:
		return hash_items(hash, value, pointer, data);
	case GS_TRACE_REPR:
		return gs_hash_value(hash, &value->items[1], pointer, data);
	case GS_TRACE_POINTER:
		return gs_hash_number(hash, pointer(data, value->uint));
	default:
		return gs_hash_number(hash, gs_trace_number(value));
	}
}
