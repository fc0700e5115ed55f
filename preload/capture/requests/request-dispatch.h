/* SPDX-License-Identifier: MIT */
/* preload/capture/requests/request-dispatch - finds a request in the table of requests, provides
 * what it needs (preload/core/request.h) and calls the function that serves it. */
#ifndef GS_PRELOAD_CAPTURE_REQUEST_DISPATCH_H
#define GS_PRELOAD_CAPTURE_REQUEST_DISPATCH_H

#include "preload/core/request.h"

/* Sets the table of all requests; the caller keeps it. */
void gs_requests_set(const struct gs_request *table, size_t n);
/* The handler thread_asked (preload/core/hooks.h): answers or refuses. */
void gs_requests_answer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer);
/* Serves a request, be it in the table or not. All of serving but query must be set. */
void gs_request_serve(const struct gs_request *kind, struct gs_serving *serving);

#endif
