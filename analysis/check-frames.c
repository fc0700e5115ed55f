/* SPDX-License-Identifier: MIT */
/* Finds which window's frame a call belongs to; frames of several windows end independently. */
#include <string.h>
#include "analysis/checks.h"

static void free_frame(gpointer data)
{
	struct gs_check_frame *frame = data;
	g_hash_table_destroy(frame->asked);
	g_free(frame);
}

static struct gs_check_frame *new_frame(struct gs_check_frames *frames)
{
	struct gs_check_frame *frame = g_new0(struct gs_check_frame, 1);
	frame->serial = ++frames->serials;
	frame->asked = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return frame;
}

void gs_check_frames_init(struct gs_check_frames *frames)
{
	frames->windows = g_hash_table_new_full(NULL, NULL, NULL, free_frame);
	frames->now = frames->nobody = new_frame(frames);
}

void gs_check_frames_clear(struct gs_check_frames *frames)
{
	g_hash_table_destroy(frames->windows);
	if (frames->nobody)
		free_frame(frames->nobody);
}

static struct gs_check_frame *add_window(struct gs_check_frames *frames, uint32_t drawable)
{
	struct gs_check_frame *frame = new_frame(frames);
	g_hash_table_insert(frames->windows, GUINT_TO_POINTER(drawable), frame);
	return frame;
}

/* What is drawn without a window, or into a pbuffer that was never shown, belongs to the next frame
 * of any window that ends. */
void gs_check_frames_stand(struct gs_check_frames *frames, const struct gs_effects *effects)
{
	bool is_pbuffer;
	uint32_t drawable = gs_effects_drawable(effects, &is_pbuffer);
	frames->now = g_hash_table_lookup(frames->windows, GUINT_TO_POINTER(drawable));
	if (frames->now)
		return;
	if (drawable && !is_pbuffer)
		frames->now = add_window(frames, drawable);
	else
		frames->now = frames->ended ? frames->ended : frames->nobody;
}

struct gs_check_frame *gs_check_frames_end(
	struct gs_check_frames *frames, const struct gs_effects *effects)
{
	bool is_pbuffer;
	uint32_t shown = gs_effects_shown(effects);
	struct gs_check_frame *frame;
	if (!shown)
		shown = gs_effects_drawable(effects, &is_pbuffer);
	frame = g_hash_table_lookup(frames->windows, GUINT_TO_POINTER(shown));
	if (!frame && !frames->ended) { /* the first frame of a pbuffer: all calls so far */
		frame = frames->nobody;
		frames->nobody = NULL;
		g_hash_table_insert(frames->windows, GUINT_TO_POINTER(shown), frame);
	}
	return frame ? frame : add_window(frames, shown);
}

void gs_check_frames_begin(struct gs_check_frames *frames, struct gs_check_frame *frame)
{
	memset(frame->pending, 0, sizeof frame->pending);
	frame->depth_is_cleared = frame->depth_is_found = false;
	frame->last = frame->serial;
	frame->serial = ++frames->serials;
	frame->number++;
	frames->ended = frame;
	frames->n_ended++;
	frames->most = MAX(frames->most, frame->number);
}
