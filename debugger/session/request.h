/* SPDX-License-Identifier: MIT */
/* debugger/session/request - requests to the stopped thread (request.c), and the engine's way to
 * them (link.c). */
#ifndef GS_SESSION_REQUEST_H
#define GS_SESSION_REQUEST_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"

/* Begin a stream in the bulk area for what the next request carries. Return false if there is no
 * room at all. */
bool gs_session_input(struct gs_session *session, struct gs_stream *stream);
/* Have the stopped thread serve a request, and wait for its answer. input: the stream that
 * gs_session_input began and the caller has written to; NULL: none. *answer reads the answer in the
 * bulk area, which stays until the next request; NULL if it is not wanted. Return false and set
 * error if the request fails or is refused. */
bool gs_session_request(struct gs_session *session, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_stream *answer,
	GError **error);

/*
 * Have the thread serve a request without waiting for the answer. Whatever needs the thread then
 * calls gs_session_await first, as gs_session_request does; everything else can be done meanwhile.
 * There is one such request at a time: call gs_session_await before gs_session_input. served is
 * called by gs_session_await, with the answer. Return false and set error if it was not sent.
 */
bool gs_session_send(struct gs_session *session, enum gs_wire_request_kind kind,
	const struct gs_stream *input, gs_program_served_func served, gpointer data,
	GError **error);
/* Return whether gs_session_await would wait. */
bool gs_session_is_serving(struct gs_session *session);
/* Wait until no such request is being served. Return false and set error TIMEOUT if one still is,
 * which can be awaited again, or NO_PROGRAM. */
bool gs_session_await(struct gs_session *session, GError **error);
/* Return what the function set by gs_session_set_gives_way returns. */
bool gs_session_is_to_give_way(struct gs_session *session);

/* Return the functions by which the engine asks the session's program. */
struct gs_program_link gs_session_link(struct gs_session *session);
/* Return the session that debugs this shader, which gave the engine its link. */
static inline struct gs_session *gs_debug_session(const struct gs_debug *debug)
{
	return debug->link.data;
}

#endif
