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
	if (s->caps.framebuffers)
		gs_snapshot_window(s);
	if (s->caps.framebuffers)
		gs_snapshot_framebuffers(s);
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

/* ---- one that is made while the program stands ---- */

struct gs_kept_snapshot {
	uint32_t recording;
	bool has_shared; /* it is without what the context shares */
	struct gs_made_up calls, missing;
};

void gs_snapshot_drop(struct gs_context *context)
{
	struct gs_kept_snapshot *kept = context->snapshot;
	if (!kept)
		return;
	gs_made_up_free(&kept->calls);
	gs_made_up_free(&kept->missing);
	free(kept);
	context->snapshot = NULL;
}

void gs_snapshot_take(struct gs_made_up *calls, struct gs_made_up *missing,
	struct gs_thread *thread, struct gs_context *context, uint32_t recording)
{
	struct gs_kept_snapshot *kept = context->snapshot;
	bool has_shared = gs_context_told_partner(context, recording);
	if (kept && kept->recording == recording && kept->has_shared == has_shared) {
		*calls = kept->calls;
		*missing = kept->missing;
		kept->calls = kept->missing = (struct gs_made_up){0};
	} else {
		make_up(calls, missing, thread, context, has_shared);
	}
	gs_snapshot_drop(context);
}

bool gs_serve_snapshot(struct gs_serving *s)
{
	struct gs_context *context = gs_context_current(s->thread);
	struct gs_kept_snapshot *kept = calloc(1, sizeof *kept);
	if (!kept)
		return gs_refuse(s->answer, GS_STATUS_INTERNAL,
			"there is no memory for what lives in the context", NULL);
	gs_context_info(context);
	gs_snapshot_drop(context);
	kept->recording = atomic_load(&gs_wire->snapshots);
	kept->has_shared = gs_context_told_partner(context, kept->recording);
	make_up(&kept->calls, &kept->missing, s->thread, context, kept->has_shared);
	context->snapshot = kept;
	size_t size = kept->missing.size;
	bool fits = size <= s->bulk_size && (!size || gs_reserve(s->bulk, size));
	if (fits && size)
		memcpy(s->bulk, kept->missing.data, size);
	s->size = fits ? size : 0;
	return true;
}
