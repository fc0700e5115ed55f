/* SPDX-License-Identifier: MIT */
#include "replay/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "data/data.h"
#include "replay/attached.h"
#include "replay/private.h"
#include "replay/watching.h"
#include "trace/call-set.h"

enum { LONGEST_LINE = 64, SHOWING = GS_FUNCTION_SWAPS | GS_FUNCTION_SHOWS };

struct shown {
	unsigned which;
	struct gs_attached_pixels image;
};

struct gs_replay_watch {
	struct gs_player *player;
	FILE *out;
	struct gs_call_set *calls; /* NULL: passes, or frames */
	bool is_by_frames;
	bool is_before_done; /* the point before the first of the calls */
	bool has_drawn;	     /* since the last point, by .first to .last, in .thread */
	uint64_t first, last, frame;
	uint32_t thread;
	uint64_t draws; /* of this frame, and of it before .last */
	uint64_t draws_before_last;
	unsigned framebuffer; /* this driver's name of it; 0: the window */
	GArray *shown;	      /* struct shown: of the point at which the player waits */
};

struct gs_replay_watch *gs_watch_new(struct gs_player *player, bool *is_bad)
{
	const char *what = player->options->watch;
	char *why = NULL;
	*is_bad = false;
	if (!what)
		return NULL;
	struct gs_replay_watch *watch = g_new0(struct gs_replay_watch, 1);
	watch->player = player;
	watch->shown = g_array_new(FALSE, TRUE, sizeof(struct shown));
	watch->is_by_frames = strcmp(what, "frames") == 0;
	bool is_by_calls = !watch->is_by_frames && strcmp(what, "passes") != 0;
	if (is_by_calls)
		watch->calls = gs_call_set_new(what, &why);
	*is_bad = is_by_calls && !watch->calls;
	if (*is_bad)
		fprintf(stderr, "glstep-replay: --watch: %s\n", why ? why : "no memory is left");
	free(why);
	int out = dup(STDOUT_FILENO);
	watch->out = out >= 0 ? fdopen(out, "w") : NULL;
	if (watch->out)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	*is_bad |= !watch->out;
	if (!*is_bad)
		return watch;
	gs_watch_free(watch);
	return NULL;
}

/* ---- a point ---- */

static size_t size_of(const struct gs_attached_pixels *image)
{
	return gs_attached_bytes(&image->as) * (size_t)image->width * (size_t)image->height;
}

/* Read what is attached, or the window. */
static void read_attached(struct gs_replay_watch *watch, bool is_of_window)
{
	struct gs_attached a;
	if (!gs_attached_begin(&a, watch->player, watch->last, is_of_window))
		return;
	watch->framebuffer = a.framebuffer;
	unsigned n_colors = gs_attached_count_colors(&a);
	for (unsigned which = 0; which < GS_REPLAY_N_ATTACHMENTS; which++) {
		struct shown shown = {.which = which};
		bool is_color = which < GS_REPLAY_COLORS;
		if ((is_color && which >= n_colors) || !gs_attached_is_there(&a, which) ||
			!gs_attached_read_image(&a, which, &shown.image))
			continue;
		g_array_append_val(watch->shown, shown);
	}
	gs_attached_end(&a);
}

static void tell_point(struct gs_replay_watch *watch, const char *where)
{
	fprintf(watch->out, "point %s %llu %llu %llu %llu %u %u\n", where,
		(unsigned long long)watch->first, (unsigned long long)watch->last,
		(unsigned long long)watch->frame, (unsigned long long)watch->draws_before_last,
		watch->framebuffer, watch->shown->len);
	for (guint i = 0; i < watch->shown->len; i++) {
		const struct shown *shown = &g_array_index(watch->shown, struct shown, i);
		const struct gs_attached_pixels *image = &shown->image;
		char name[GS_ATTACHED_NAME];
		unsigned kept = 0;
		gs_attached_name(shown->which, name);
		for (unsigned k = 0; k < GS_ATTACHED_COMPONENTS; k++)
			kept |= (unsigned)image->has[k] << k;
		fprintf(watch->out, "%s %d %d %u %u %u %u %d %d %016llx\n", name, image->type,
			image->bits, image->as.format, image->as.type, image->n, kept, image->width,
			image->height,
			(unsigned long long)gs_replay_watch_sum(image->pixels, size_of(image)));
	}
	fflush(watch->out);
}

static void show_pixels(struct gs_replay_watch *watch, const char *number)
{
	unsigned long i = strtoul(number, NULL, 10);
	if (i >= watch->shown->len)
		return;
	const struct gs_attached_pixels *image =
		&g_array_index(watch->shown, struct shown, i).image;
	fwrite(image->pixels, 1, size_of(image), watch->out);
	fflush(watch->out);
}

/* Do as the lines on standard input say, until the player is to go on. */
static void wait_here(struct gs_replay_watch *watch)
{
	char line[LONGEST_LINE];
	static const char pixels[] = "pixels ";
	while (fgets(line, sizeof line, stdin)) {
		if (strcmp(line, "go\n") == 0)
			return;
		if (strcmp(line, "inputs\n") == 0) {
			gs_replay_watch_tell_inputs(watch->player, watch->out);
			continue;
		}
		if (strncmp(line, pixels, strlen(pixels)) != 0)
			break;
		show_pixels(watch, line + strlen(pixels));
	}
	watch->player->is_over = true;
}

static void make_point(struct gs_replay_watch *watch, const char *where, bool is_of_window)
{
	const struct gs_replay_options *options = watch->player->options;
	watch->has_drawn = false;
	if (watch->frame < options->first_frame || watch->player->is_over)
		return;
	read_attached(watch, is_of_window);
	tell_point(watch, where);
	wait_here(watch);
	for (guint i = 0; i < watch->shown->len; i++)
		g_free(g_array_index(watch->shown, struct shown, i).image.pixels);
	g_array_set_size(watch->shown, 0);
}

/* ---- where the points are ---- */

static bool can_read(const struct gs_replay_watch *watch)
{
	struct gs_player *player = watch->player;
	return gs_replay_draw(player) && !gs_replay_is_in_block(player) &&
	       !gs_replay_is_compiling(player);
}

static bool deletes_images(const struct gs_play *play)
{
	for (size_t i = 0; i < play->n_rules; i++)
		if (play->rules[i].is_deleted &&
			(play->rules[i].kind == GS_OBJECT_FRAMEBUFFER ||
				play->rules[i].kind == GS_OBJECT_TEXTURE ||
				play->rules[i].kind == GS_OBJECT_RENDERBUFFER))
			return true;
	return false;
}

/* Return whether what is drawn into may be other things, or hold others, behind the call. */
static bool ends_pass(const struct gs_play *play, const struct gs_trace_call *call)
{
	const uint64_t kinds = GS_KIND_BINDS_FRAMEBUFFER | GS_KIND_MAKES_CURRENT |
			       GS_KIND_ATTACHES | GS_KIND_CHOOSES_BUFFER |
			       GS_KIND_DESTROYS_CONTEXT | GS_KIND_RENDERBUFFER_STORAGE;
	if (call->ends_frame || call->function->kinds & kinds || deletes_images(play))
		return true;
	if (!play->info)
		return false;
	unsigned plain = gs_data_plain(play->number);
	return gs_data_flags(play->number) & SHOWING || plain == GS_FN_glInvalidateFramebuffer ||
	       plain == GS_FN_glDiscardFramebufferEXT || plain == GS_FN_glInvalidateSubFramebuffer;
}

void gs_watch_leave(
	struct gs_replay_watch *watch, const struct gs_play *play, const struct gs_trace_call *call)
{
	if (!watch)
		return;
	bool shows = call->ends_frame && play->info && gs_data_flags(play->number) & SHOWING;
	bool is_end = watch->is_by_frames ? call->ends_frame
					  : call->thread != watch->thread || ends_pass(play, call);
	if (watch->has_drawn && !watch->calls && is_end && can_read(watch))
		make_point(watch, "pass", watch->is_by_frames && shows);
}

static bool is_watched(const struct gs_replay_watch *watch, const struct gs_trace_call *call)
{
	return watch->calls && gs_call_set_has_call(watch->calls, call);
}

void gs_watch_before(
	struct gs_replay_watch *watch, const struct gs_play *play, const struct gs_trace_call *call)
{
	if (!watch || !play->is_seen || !can_read(watch))
		return;
	watch->frame = watch->player->frames;
	if (!watch->has_drawn)
		watch->first = call->number;
	watch->thread = call->thread;
	watch->last = call->number;
	watch->draws_before_last = watch->draws;
	if (!is_watched(watch, call) || watch->is_before_done)
		return;
	watch->is_before_done = true;
	make_point(watch, "before", false);
}

void gs_watch_behind(
	struct gs_replay_watch *watch, const struct gs_play *play, const struct gs_trace_call *call)
{
	if (!watch)
		return;
	if (call->ends_frame)
		watch->draws = 0;
	if (!play->is_seen || !can_read(watch))
		return;
	watch->has_drawn = !watch->calls;
	watch->last = call->number;
	watch->draws += (gs_data_flags(play->number) & GS_FUNCTION_DRAWS) != 0;
	if (is_watched(watch, call))
		make_point(watch, "draw", false);
}

void gs_watch_free(struct gs_replay_watch *watch)
{
	if (!watch)
		return;
	if (watch->out) {
		if (watch->has_drawn && !watch->calls && can_read(watch))
			make_point(watch, "pass", false);
		fputs("end\n", watch->out);
		fclose(watch->out);
	}
	gs_call_set_free(watch->calls);
	g_array_free(watch->shown, TRUE);
	g_free(watch);
}
