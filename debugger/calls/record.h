/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/record - one call as bytes, told from the call before it: about 20 bytes. What
 * comes from the program is not trusted.
 */
#ifndef GS_CALL_RECORD_H
#define GS_CALL_RECORD_H

#include <stdint.h>
#include "wire/wire.h"

enum { GS_CALL_RECORD_MAX = 5 + GS_WIRE_ARGS / 4 + 8 * 7 + 8 * GS_WIRE_ARGS };

struct gs_call_record {
	struct gs_wire_call call;
	uint64_t detail_offset, detail_size; /* what its pointers point at; size 0 none */
};

/* to: room for GS_CALL_RECORD_MAX bytes and 8 more. last: the call before; zeros for the first of a
 * block. Returns the end. */
uint8_t *gs_call_encode(
	uint8_t *to, const struct gs_call_record *record, const struct gs_wire_call *last);
const uint8_t *gs_call_decode(
	const uint8_t *from, struct gs_call_record *record, const struct gs_wire_call *last);

#endif
