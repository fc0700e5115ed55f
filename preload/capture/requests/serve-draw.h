/* SPDX-License-Identifier: MIT */
/* preload/capture/requests/serve-draw - the requests about the pending draw (wire/capture.h). */
#ifndef GS_PRELOAD_SERVE_DRAW_H
#define GS_PRELOAD_SERVE_DRAW_H

#include "preload/capture/capture.h"
#include "preload/core/request.h"

gs_serve_func gs_serve_choose_draw, gs_serve_debug_begin, gs_serve_capture, gs_serve_debug_end,
	gs_serve_keep_sift, gs_serve_sift;

/* Returns the options that GS_REQUEST_DEBUG_BEGIN and GS_REQUEST_DRAWN share: all but the number of
 * a fragment. */
struct gs_fragment_options gs_request_options(const struct gs_wire_request *request);

#endif
