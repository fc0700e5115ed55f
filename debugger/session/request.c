/* SPDX-License-Identifier: MIT */
/* Requests to the stopped thread, and their answers. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/wait.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Where the shared memory runs out, writing to it would end glstep. */
static bool find_memory(void *at, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)at / page * page;
	return madvise((void *)from, size + ((uintptr_t)at - from), MADV_POPULATE_WRITE) == 0 ||
	       errno == EINVAL;
}

bool gs_session_input(struct gs_session *session, struct gs_stream *stream)
{
	*stream = (struct gs_stream){.data = gs_host_bulk(session->host),
		.size = GS_WIRE_BULK_SIZE,
		.reserve = find_memory};
	return stream->data != NULL;
}

bool gs_session_request(struct gs_session *session, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_stream *answer,
	GError **error)
{
	static const uint64_t none[6];
	GError *failure = NULL;
	bool good = gs_host_request(session->host, session->slot, kind, number ? number : none,
		input ? input->at : 0, gs_session_left(session), &failure);
	if (!good) {
		struct gs_host_event event;
		if (g_error_matches(failure, GS_ERROR, GS_ERROR_TIMEOUT)) {
			session->life = GS_LIFE_RUNNING;
			session->serving = true;
		} else if (g_error_matches(failure, GS_ERROR, GS_ERROR_NO_PROGRAM)) {
			gs_host_wait(session->host, GS_PAUSE_LIMIT_MS, &event);
			gs_session_take_event(session, &event);
		}
		g_propagate_error(error, failure);
		return false;
	}
	uint64_t size = gs_session_slot(session)->answer.bulk_size;
	if (answer)
		*answer = (struct gs_stream){
			.data = gs_host_bulk(session->host), .size = MIN(size, GS_WIRE_BULK_SIZE)};
	return true;
}
