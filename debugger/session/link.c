/* SPDX-License-Identifier: MIT */
/* How the engine reaches the program: through the session's host, in the session's time. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/wait.h"

static bool begin_input(void *data, struct gs_stream *input)
{
	return gs_session_input(data, input);
}

static bool request(void *data, enum gs_wire_request_kind kind, const uint64_t number[6],
	const struct gs_stream *input, struct gs_program_answer *answer, GError **error)
{
	struct gs_session *session = data;
	GError *failure = NULL;
	bool good = gs_session_request(session, kind, number, input, &answer->bulk, &failure);
	if (good)
		answer->area = GS_WIRE_BULK_SIZE;
	if (good || !gs_error_is_fatal(failure))
		memcpy(answer->number, gs_session_slot(session)->answer.number,
			sizeof answer->number);
	if (!good)
		g_propagate_error(error, failure);
	return good;
}

static bool send(void *data, enum gs_wire_request_kind kind, const struct gs_stream *input,
	gs_program_served_func served, void *served_data, GError **error)
{
	return gs_session_send(data, kind, input, served, served_data, error);
}

static bool await(void *data, GError **error)
{
	return gs_session_await(data, error);
}

static bool is_expired(void *data, GError **error)
{
	return gs_session_expired(data, error);
}

static bool read_memory(void *data, uint64_t address, void *to, size_t size)
{
	struct gs_session *session = data;
	return gs_host_read(session->host, address, to, size);
}

struct gs_program_link gs_session_link(struct gs_session *session)
{
	return (struct gs_program_link){
		begin_input, request, send, await, is_expired, read_memory, session};
}
