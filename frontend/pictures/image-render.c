/* SPDX-License-Identifier: MIT */
#include "frontend/pictures/image-render.h"

#include <math.h>
#include <string.h>
#include "frontend/pictures/image-levels.h"

/* ---- in the thread ---- */

/* Replace the fields of the channels by the differences. Channels that share a field share its
 * difference. */
static void subtract(struct gs_render *r)
{
	const struct gs_field *of[3] = {
		r->channel[0].field, r->channel[1].field, r->channel[2].field};
	for (int i = 0; i < 3; i++) {
		struct gs_field *difference = NULL;
		if (!of[i] || !r->minus[i])
			continue;
		for (int k = 0; k < i && !difference; k++)
			if (of[k] == of[i] && r->minus[k] == r->minus[i])
				difference = (struct gs_field *)r->channel[k].field;
		if (!difference && (difference = gs_field_difference(of[i], r->minus[i])))
			g_ptr_array_add(r->differences, difference);
		r->unlike |= !difference;
		r->channel[i].field = difference;
	}
}

static void find_range(struct gs_render *r)
{
	bool plain = r->look.map == GS_MAP_CHANNELS && r->look.scale == GS_SCALE_LINEAR &&
		     !r->differences->len;
	if (r->auto_range && r->keep_colours && plain) {
		r->auto_range = !gs_image_choose_range(r->channel);
		return;
	}
	if (r->auto_range) {
		gs_image_auto_range(r->channel);
		return;
	}
	for (int i = 0; r->within && i < 3; i++) {
		double min, max;
		if (!r->channel[i].field || !gs_image_range_within(&r->channel[i], r->x0, r->y0,
						    r->x1, r->y1, &min, &max))
			continue;
		r->channel[i].min = min;
		r->channel[i].max = max;
	}
}

static bool has_field(const struct gs_render *r)
{
	bool any = false;
	for (int i = 0; i < 3; i++)
		any |= r->channel[i].field != NULL;
	return any;
}

static void count_bins(struct gs_render *r)
{
	bool any = false;
	for (int i = 0; i < 3; i++) {
		uint64_t n;
		if (!r->channel[i].field || (any && r->look.map != GS_MAP_CHANNELS))
			continue;
		gs_image_histogram(
			&r->channel[i], r->look.scale, r->bins[i], GS_HISTOGRAM_BINS, &n);
		any = true;
	}
}

static gpointer count_bins_beside(gpointer render)
{
	count_bins(render);
	return NULL;
}

static void render_fields(struct gs_render *r)
{
	GThread *other = NULL;
	subtract(r);
	find_range(r);
	if (!r->is_preview)
		other = g_thread_new("histogram", count_bins_beside, r);
	if (has_field(r))
		r->surface = gs_image_from_fields(r->channel, &r->look);
	if (other)
		g_thread_join(other);
}

void gs_render_now(struct gs_render *r)
{
	bool fields = has_field(r);
	if (fields) {
		render_fields(r);
	} else if (r->mask) {
		r->surface = gs_image_from_mask(r->mask, r->condition);
	} else if (r->picture.rgba) {
		r->surface = gs_image_from_picture(&r->picture, r->opaque);
		if (r->surface && r->vivid.bytes)
			gs_image_ghost(
				r->surface, g_bytes_get_data(r->vivid.bytes, NULL), r->fourths);
	}
	if (r->surface && !r->is_preview)
		gs_image_add_levels(r->surface, fields);
}

static void make(struct gs_picture_job *job)
{
	gs_render_now((struct gs_render *)job);
}

/* ---- in the main loop ---- */

static void done(struct gs_picture_job *job)
{
	struct gs_render *r = (struct gs_render *)job;
	r->done(r->owner, r);
}

static void free_job(struct gs_picture_job *job)
{
	struct gs_render *r = (struct gs_render *)job;
	gs_picture_jobs_drop(g_steal_pointer(&r->held));
	gs_picture_jobs_drop(g_steal_pointer(&r->differences));
	gs_render_free(r);
}

struct gs_render *gs_render_new(gpointer owner, gs_render_func func)
{
	struct gs_render *r = g_new0(struct gs_render, 1);
	r->job.make = make;
	r->job.done = done;
	r->job.free = free_job;
	r->owner = owner ? g_object_ref(owner) : NULL;
	r->done = func;
	r->held = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
	r->differences = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	return r;
}

void gs_render_hold(struct gs_render *r, GPtrArray *array)
{
	if (array)
		g_ptr_array_add(r->held, g_ptr_array_ref(array));
}

void gs_render_push(struct gs_render *r)
{
	gs_picture_job_push(&r->job, false);
}

void gs_render_cancel(struct gs_render *r)
{
	gs_picture_job_cancel(&r->job);
}

void gs_render_free(struct gs_render *r)
{
	if (r->surface)
		cairo_surface_destroy(r->surface);
	if (r->picture.rgba)
		gs_picture_clear(&r->picture);
	gs_pixel_set_clear(&r->vivid);
	g_clear_pointer(&r->differences, g_ptr_array_unref);
	g_clear_pointer(&r->held, g_ptr_array_unref);
	g_clear_object(&r->owner);
	g_free(r);
}
