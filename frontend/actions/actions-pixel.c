/* SPDX-License-Identifier: MIT */
/* From a pixel's history to one of its calls. */
#include "debugger/calls/calls.h"
#include "frontend/private.h"
#include "frontend/actions/same-call.h"

/* Debug the corresponding call of the next frame: the program has gone on, and usually draws the
 * same in each frame. */
static void debug_in_next_frame(
	struct gs_controller *c, const struct gs_pixel_event *event, const struct gs_pixel *pixel)
{
	struct gs_call_store *store = gs_session_call_store(c->state.session);
	struct gs_call_info call = {0};
	struct gs_call_place place = gs_call_store_find(store, event->stop.call.index);
	if (gs_calls_get(c->state.session, place, &call) && call.index == event->stop.call.index)
		gs_controller_debug_in_same_call(c, place, &call, pixel);
	else
		gs_controller_say(c, GS_MESSAGE_ERROR,
			"The program has gone on, and its calls are not in the list, which would "
			"tell the same call of the next frame: stop at one with \"Run to the next "
			"change of this pixel\".");
	gs_call_info_clear(&call);
}

void gs_controller_debug_pixel_event(struct gs_controller *c, unsigned i)
{
	const struct gs_ui_pixel *shown = &c->state.pixel;
	if (!shown->history.events || i >= shown->history.events->len)
		return;
	const struct gs_pixel_event *event = g_ptr_array_index(shown->history.events, i);
	struct gs_pixel pixel = shown->pixel;
	if (pixel.is_texel) /* of the framebuffer that is bound then, which may have that layer
			       alone */
		pixel = (struct gs_pixel){.x = pixel.x,
			.y = pixel.y,
			.layer = event->what.layered ? pixel.layer : 0,
			.sample = pixel.sample};
	if (c->state.is_trace)
		gs_controller_debug_pixel_at(c, event->stop.call.index, &pixel);
	else
		debug_in_next_frame(c, event, &pixel);
}
