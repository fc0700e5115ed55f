/* SPDX-License-Identifier: MIT */
/* What tests/host/host-ptrace.c and the program it debugs, tests/host/host-fake.c, tell each other
 * beside the protocol. */
#ifndef GS_TESTS_HOST_FAKE_H
#define GS_TESTS_HOST_FAKE_H

#include "wire/wire.h"

enum { FAKE_THREADS = 32 };

struct fake_shared {
	_Atomic uint32_t
		may_answer; /* by the test: ends a request that takes long, which sets it to 0 */
	_Atomic uint32_t looks[FAKE_THREADS]; /* mode "door": how often each thread has found the
						 door shut */
};

/* In the bulk area, where no test puts anything else. */
static inline struct fake_shared *fake_shared(struct gs_wire_header *header)
{
	return (struct fake_shared *)((char *)gs_wire_bulk(header) + (1 << 20));
}

#endif
