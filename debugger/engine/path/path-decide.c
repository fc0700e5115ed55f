/* SPDX-License-Identifier: MIT */
/* A path provider that captures each decision where it is met: a variant a position, works wherever
 * a capture works. */
#include "debugger/engine/engine.h"

struct capture_provider {
	struct gs_path_provider base;
	struct gs_debug *debug;
};

static bool decide_by_capture(struct gs_path_provider *provider, const struct gs_position *position,
	unsigned *decision, GError **error)
{
	struct gs_debug *debug = ((struct capture_provider *)provider)->debug;
	return !gs_debug_is_expired(debug, error) &&
	       gs_position_cache_decision(debug->position_cache, position, debug->focus_x,
		       debug->focus_y, decision, error);
}

static void free_provider(struct gs_path_provider *provider)
{
	g_free(provider);
}

struct gs_path_provider *gs_path_provider_capture_new(struct gs_debug *debug)
{
	struct capture_provider *p = g_new0(struct capture_provider, 1);
	p->base = (struct gs_path_provider){"capture", decide_by_capture, NULL, free_provider};
	p->debug = debug;
	return &p->base;
}
