/* SPDX-License-Identifier: MIT */
/* debugger/session/request - requests to the stopped thread (request.c), and the engine's way to
 * them (link.c). */
#ifndef GS_SESSION_REQUEST_H
#define GS_SESSION_REQUEST_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"

/* A stream for what the next request carries. False: there is no room for any. */
bool gs_session_input(struct gs_session *session, struct gs_stream *stream);
/* input: what gs_session_input began, NULL none. */
bool gs_session_request(struct gs_session *session, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_stream *answer,
	GError **error);

/*
 * Has the thread serve a request while nobody waits for it. What needs the thread calls
 * gs_session_await first, as gs_session_request does; all else is done meanwhile. One at a time:
 * gs_session_await before gs_session_input. served is called from there. False: it was not sent.
 */
bool gs_session_send(struct gs_session *session, enum gs_wire_request_kind kind,
	const struct gs_stream *input, gs_program_served_func served, gpointer data,
	GError **error);
/* gs_session_await would wait. */
bool gs_session_is_serving(struct gs_session *session);
/* True: nothing is being served. False: TIMEOUT, it is still, and can be awaited again; or
 * NO_PROGRAM. */
bool gs_session_await(struct gs_session *session, GError **error);
/* What gs_session_set_gives_way has set says so. */
bool gs_session_is_to_give_way(struct gs_session *session);

struct gs_program_link gs_session_link(struct gs_session *session);
/* Whose shader it is: each gs_debug of ours has the session's link. */
static inline struct gs_session *gs_debug_session(const struct gs_debug *debug)
{
	return debug->link.data;
}

#endif
