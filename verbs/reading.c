/* SPDX-License-Identifier: MIT */
#include "verbs/reading.h"

#include <stdlib.h>
#include "debugger/base/patience.h"
#include "debugger/open/measuring.h"

enum { LOOK_EVERY = 1024 }; /* calls, whether the user has enough of it */

static bool gives_up(struct gs_reading *r)
{
	const struct gs_patience *patience = r->of->patience;
	return patience && patience->gives_up(patience->data, &r->error);
}

/* What cannot be played is told of as far as the file goes. */
static bool measure(struct gs_reading *r, const struct gs_arguments *arguments, GError **error)
{
	const char *frames = gs_argument_text(arguments, "FRAMES");
	uint64_t first, last;
	if (frames && !gs_trace_range(frames, &first, &last)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is no frame, and no range of frames like 10-20", frames);
		return false;
	}
	g_atomic_int_set(&r->of->progress, -1);
	r->measured = gs_player_measure(r->of->player ? r->of->player : "glstep-replay",
		r->of->path, frames, r->of->patience, &r->unmeasured);
	g_atomic_int_set(&r->of->progress, 0);
	return true;
}

bool gs_reading_begin(struct gs_reading *r, const struct gs_verbs *verbs,
	const struct gs_arguments *arguments, GError **error)
{
	char *why = NULL;
	*r = (struct gs_reading){.of = verbs->of};
	g_atomic_int_set(&r->of->progress, 0);
	r->reader = gs_trace_open(r->of->path, NULL, NULL, &why);
	if (!r->reader)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s: %s",
			r->of->name ? r->of->name : r->of->path,
			why ? why : "there is no memory left");
	free(why);
	if (!r->reader)
		return false;
	if (!gs_argument_has(arguments, "replay") || measure(r, arguments, error))
		return true;
	gs_trace_close(r->reader);
	return false;
}

static void note_progress(struct gs_reading *r)
{
	struct gs_trace_figures f;
	gs_trace_reader_figures(r->reader, &f);
	g_atomic_int_set(&r->of->progress,
		f.file_bytes ? (int)((double)f.file_read / (double)f.file_bytes * 1000) : 1000);
}

const struct gs_trace_call *gs_reading_next(struct gs_reading *r)
{
	if (r->error || (r->n++ % LOOK_EVERY == 0 && gives_up(r)))
		return NULL;
	if (r->n % LOOK_EVERY == 0)
		note_progress(r);
	return gs_trace_next_call(r->reader);
}

bool gs_reading_end(struct gs_reading *r, struct gs_reply *reply, GError **error)
{
	const char *message = gs_trace_reader_message(r->reader);
	g_autofree char *both = r->unmeasured && message
					? g_strdup_printf("%s; %s", message, r->unmeasured)
					: NULL;
	gs_json_optional(reply->json, "incomplete",
		both	  ? both
		: message ? message
			  : r->unmeasured);
	r->of->is_damaged = r->unmeasured || gs_trace_reader_state(r->reader) == GS_TRACE_DAMAGED;
	gs_trace_close(r->reader);
	gs_measured_free(r->measured);
	g_free(r->unmeasured);
	if (!r->error)
		return true;
	g_propagate_error(error, r->error);
	return false;
}
