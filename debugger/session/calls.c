/* SPDX-License-Identifier: MIT */
/* The list of calls. */
#include "data/pointee.h"
#include "debugger/calls/calls.h"
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

uint64_t gs_calls_count(struct gs_session *session)
{
	struct gs_call_store *calls = session->calls;
	return calls ? gs_call_store_count(calls) : 0;
}

void gs_session_keep_calls(struct gs_session *session, uint64_t bytes)
{
	session->launch.list_size = bytes;
	if (session->calls && !session->opened)
		gs_call_store_keep(session->calls, bytes);
}

bool gs_session_has_windows(const struct gs_session *session)
{
	return session->host && atomic_load(&gs_host_wire(session->host)->several_drawables);
}

bool gs_session_has_threads(const struct gs_session *session)
{
	const struct gs_wire_header *header = session->host ? gs_host_wire(session->host) : NULL;
	unsigned n = 0;
	for (unsigned i = 0; header && i < GS_WIRE_SLOTS; i++)
		n += atomic_load(&header->slots[i].tid) != 0;
	return n > 1;
}

struct gs_call_store *gs_session_call_store(struct gs_session *session)
{
	return session->calls;
}

void gs_session_flush_calls(struct gs_session *session)
{
	gs_session_begin(session);
	if (session->host)
		gs_host_flush_log(session->host);
}

bool gs_calls_get(struct gs_session *session, struct gs_call_place place, struct gs_call_info *call)
{
	return gs_call_info_at(session->calls, place, call);
}

GBytes *gs_session_pending_memory(struct gs_session *session, uint64_t limit)
{
	enum { PATIENCE = 5 * G_USEC_PER_SEC };
	const uint64_t number[6] = {limit};
	struct gs_stream answer;
	size_t n;
	if (session->life != GS_LIFE_STOPPED || session->debug ||
		!gs_data_memory_rules_of(gs_session_slot(session)->call.function, &n) || !n)
		return NULL;
	/* the stop may have come with the very end of the function's time */
	gint64 deadline = session->deadline;
	session->deadline = MAX(deadline, g_get_monotonic_time() + PATIENCE);
	bool good = gs_session_request(
		session, GS_REQUEST_CALL_MEMORY, number, NULL, &answer, NULL);
	session->deadline = deadline;
	return good ? g_bytes_new(answer.data, answer.size) : NULL;
}
