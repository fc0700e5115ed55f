/* SPDX-License-Identifier: MIT */
/* Requests to the stopped thread, and their answers. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "debugger/base/debug-log.h"
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

/* Why there will be no answer. */
static void take_end(struct gs_session *session, const GError *failure)
{
	struct gs_host_event event;
	if (!g_error_matches(failure, GS_ERROR, GS_ERROR_NO_PROGRAM))
		return;
	gs_host_wait(session->host, GS_PAUSE_LIMIT_MS, &event);
	gs_session_take_event(session, &event);
}

/* ---- one that nobody waits for ---- */

bool gs_session_send(struct gs_session *session, enum gs_wire_request_kind kind,
	const struct gs_stream *input, gs_program_served_func served, gpointer data, GError **error)
{
	GError *failure = NULL;
	if (gs_host_begin_request(
		    session->host, session->slot, kind, NULL, input ? input->at : 0, &failure)) {
		session->sent = (struct gs_session_sent){true, served, data};
		gs_debug_log(GS_DEBUG_SESSION, "request %d is sent ahead", kind);
		return true;
	}
	take_end(session, failure);
	g_propagate_error(error, failure);
	return false;
}

bool gs_session_is_serving(struct gs_session *session)
{
	return session->sent.is_pending && !gs_host_is_served(session->host, session->slot);
}

bool gs_session_await(struct gs_session *session, GError **error)
{
	if (!session->sent.is_pending)
		return true;
	GError *failure = NULL;
	bool good = gs_host_end_request(session->host, session->slot, gs_session_left(session),
		session->gives_way, session->gives_way_data, &failure);
	if (g_error_matches(failure, GS_ERROR, GS_ERROR_TIMEOUT)) {
		g_propagate_error(error, failure);
		return false;
	}
	struct gs_session_sent sent = session->sent;
	memset(&session->sent, 0, sizeof session->sent);
	gs_debug_log(GS_DEBUG_SESSION, "what was sent ahead is served: %s",
		good ? "answered" : failure->message);
	static const uint64_t none[6];
	bool over = failure && gs_error_is_fatal(failure);
	if (sent.served)
		sent.served(
			over ? none : gs_session_slot(session)->answer.number, failure, sent.data);
	if (!over) {
		g_clear_error(&failure);
		return true;
	}
	take_end(session, failure);
	g_propagate_error(error, failure);
	return false;
}

bool gs_session_is_to_give_way(struct gs_session *session)
{
	return session->gives_way && session->gives_way(session->gives_way_data);
}

void gs_session_set_gives_way(
	struct gs_session *session, bool (*gives_way)(gpointer data), gpointer data)
{
	session->gives_way = gives_way;
	session->gives_way_data = data;
}

/* ---- one that is waited for ---- */

bool gs_session_request(struct gs_session *session, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_stream *answer,
	GError **error)
{
	static const uint64_t none[6];
	GError *failure = NULL;
	if (!gs_session_await(session, error))
		return false;
	bool good = gs_host_request(session->host, session->slot, kind, number ? number : none,
		input ? input->at : 0, gs_session_left(session), &failure);
	if (!good) {
		if (g_error_matches(failure, GS_ERROR, GS_ERROR_TIMEOUT)) {
			session->life = GS_LIFE_RUNNING;
			session->serving = true;
		}
		take_end(session, failure);
		g_propagate_error(error, failure);
		return false;
	}
	uint64_t size = gs_session_slot(session)->answer.bulk_size;
	if (answer)
		*answer = (struct gs_stream){
			.data = gs_host_bulk(session->host), .size = MIN(size, GS_WIRE_BULK_SIZE)};
	return true;
}
