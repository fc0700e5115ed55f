/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include <stdlib.h>
#include <string.h>
#include "preload/capture/saved/save.h"
#include "preload/core/core.h"

/* ---- the order ---- */

static void *find(void *user, unsigned function)
{
	(void)user;
	return gs_real(function);
}

static void add_shared(struct gs_live_snapshot *s)
{
	gs_snapshot_buffers(s);
	gs_snapshot_textures(s);
	if (s->caps.framebuffers)
		gs_snapshot_renderbuffers(s);
	if (s->caps.samplers)
		gs_snapshot_samplers(s);
	gs_snapshot_programs(s);
	if (s->context->compatibility) {
		gs_snapshot_assembly(s);
		gs_snapshot_lists(s);
	}
}

static void add_own(struct gs_live_snapshot *s)
{
	if (s->caps.pipelines)
		gs_snapshot_pipelines(s);
	if (s->caps.framebuffers) {
		gs_snapshot_window(s);
		gs_snapshot_framebuffers(s);
	}
	gs_snapshot_vertex_arrays(s);
	gs_snapshot_queries(s);
	gs_snapshot_feedbacks(s);
}

static void make_up(struct gs_made_up *calls, struct gs_made_up *missing, struct gs_thread *thread,
	struct gs_context *context, bool has_shared)
{
	struct gs_live_snapshot s = {
		.calls = calls, .missing = missing, .thread = thread, .context = context};
	struct gs_saved saved;
	gs_caps_get(&s.caps);
	s.gl = (struct gs_snapshot_gl){find, NULL, s.caps.api == GS_API_ES};
	GS_PUT(&s, glPixelStorei, GL_UNPACK_ALIGNMENT, 1);
	gs_saved_enter_pixels(&saved, &s.caps);
	if (!has_shared)
		add_shared(&s);
	add_own(&s);
	gs_saved_leave_pixels(&saved);
	gs_snapshot_bindings(&s);
	if (context->compatibility)
		gs_snapshot_legacy(&s);
	gs_groups_set(calls, context, GL_ALL_ATTRIB_BITS);
	gs_snapshot_indexed(&s);
	gs_groups_set_rest(calls, context);
	gs_snapshot_pixel_buffers(&s);
	gs_snapshot_under_way(&s);
	if (context->es && context->version < 20)
		gs_snapshot_miss(&s, "state", 0,
			"of fixed function in OpenGL ES 1, matrices, lights, materials, fog and "
			"arrays are not in it");
	gs_caps_drain();
}

/* ---- snapshots that are kept ---- */

static struct gs_kept_snapshot *new_snapshot(
	struct gs_thread *thread, struct gs_context *context, uint32_t recording)
{
	struct gs_kept_snapshot *kept = calloc(1, sizeof *kept);
	if (!kept)
		return NULL;
	kept->recording = recording;
	kept->has_shared = gs_context_told_partner(context, recording);
	gs_made_up_begin_piece(&kept->calls);
	make_up(&kept->calls, &kept->missing, thread, context, kept->has_shared);
	kept->in_piece = kept->calls.in_piece;
	if (kept->in_piece)
		kept->piece = gs_made_up_end_piece(&kept->calls);
	return kept;
}

void gs_snapshot_free(struct gs_kept_snapshot *kept, bool is_read)
{
	if (!kept)
		return;
	if (kept->in_piece && !is_read)
		gs_piece_forget(kept->piece.size);
	gs_made_up_free(&kept->calls);
	gs_made_up_free(&kept->missing);
	free(kept);
}

void gs_snapshot_drop(struct gs_context *context)
{
	gs_snapshot_free(context->snapshot, false);
	context->snapshot = NULL;
}

struct gs_kept_snapshot *gs_snapshot_take(
	struct gs_thread *thread, struct gs_context *context, uint32_t recording)
{
	struct gs_kept_snapshot *kept = context->snapshot;
	bool has_shared = gs_context_told_partner(context, recording);
	if (kept && kept->recording == recording && kept->has_shared == has_shared) {
		context->snapshot = NULL;
		return kept;
	}
	gs_snapshot_drop(context);
	return new_snapshot(thread, context, recording);
}

bool gs_serve_snapshot(struct gs_serving *s)
{
	struct gs_context *context = gs_context_current(s->thread);
	gs_context_info(context);
	gs_snapshot_drop(context);
	context->snapshot = new_snapshot(s->thread, context, atomic_load(&gs_wire->snapshots));
	if (!context->snapshot)
		return gs_refuse(s->answer, GS_STATUS_INTERNAL,
			"there is no memory for what lives in the context", NULL);
	const struct gs_made_up *missing = &context->snapshot->missing;
	bool fits = missing->size <= s->bulk_size &&
		    (!missing->size || gs_reserve(s->bulk, missing->size));
	if (fits && missing->size)
		memcpy(s->bulk, missing->data, missing->size);
	s->size = fits ? missing->size : 0;
	return true;
}
