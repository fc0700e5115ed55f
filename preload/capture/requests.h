/* SPDX-License-Identifier: MIT */
/* preload/capture/requests - hands each request to the function that serves it, after having seen
 * to what it needs (preload/core/requests.h). */
#ifndef GS_PRELOAD_CAPTURE_REQUESTS_H
#define GS_PRELOAD_CAPTURE_REQUESTS_H

#include "preload/core/requests.h"

/* The table of all requests; it stays the caller's. */
void gs_requests_set(const struct gs_request *table, size_t n);
/* A handler (preload/core/hooks.h): answers, or refuses. */
void gs_requests_answer(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer);
/* Serves one, whether it is in the table or not. serving: all but query. */
void gs_request_serve(const struct gs_request *kind, struct gs_serving *serving);

#endif
