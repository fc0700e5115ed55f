/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL: asks the window system here for what the program asked of its own. */
#include <stdio.h>
#include "replay/link.h"
#include "replay/measure/measure.h"
#include "replay/measure/times.h"
#include "replay/private.h"

enum { NO_WIDTH = 1, NO_HEIGHT = 1 };
enum { FORWARD_COMPATIBLE = 2, COMPATIBILITY_PROFILE = 2 }; /* bits of GLX and EGL */

/* ---- configurations ---- */

static void act_config(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	gs_told_configs_add(&player->configs, play->number, call);
}

/* ---- contexts ---- */

static void free_group(void *data)
{
	struct gs_replay_group *group = data;
	gs_name_map_free(group->names);
	g_clear_pointer(&group->verdicts, g_hash_table_destroy);
	g_clear_pointer(&group->measured_programs, g_hash_table_destroy);
	g_clear_pointer(&group->measured_lists, g_hash_table_destroy);
	g_free(group);
}

static void free_context(void *data)
{
	struct gs_replay_context *context = data;
	gs_name_map_free(context->names);
	g_hash_table_destroy(context->kept);
	g_hash_table_destroy(context->without_arrays);
	g_hash_table_destroy(context->momentary);
	g_clear_pointer(&context->extensions, g_hash_table_destroy);
	if (context->raised)
		g_ptr_array_free(context->raised, TRUE);
	g_free(context->arrays);
	g_free(context->feedback);
	g_free(context->selection);
	g_free(context->measured);
	g_free(context);
}

struct gs_follow *gs_replay_new_follow(void)
{
	const struct gs_follow_owner owner = {free_context, free_group, g_free, g_free};
	return gs_follow_new(&owner);
}

static struct gs_replay_context *new_context(void *own, struct gs_follow_context *told)
{
	struct gs_replay_context *context = g_new0(struct gs_replay_context, 1);
	context->own = own;
	context->told = told;
	context->names = gs_name_map_new();
	context->kept = gs_replay_new_kept();
	context->without_arrays = g_hash_table_new(NULL, NULL);
	context->momentary = g_hash_table_new(NULL, NULL);
	context->group = told->group->data;
	if (!context->group) {
		context->group = g_new0(struct gs_replay_group, 1);
		context->group->names = gs_name_map_new();
		told->group->data = context->group;
	}
	told->data = context;
	return context;
}

/* Return whether a context without what is deprecated is asked for. */
static bool is_core(const struct gs_context_wish *wish)
{
	bool is_compatible = wish->profile & COMPATIBILITY_PROFILE;
	return !wish->es && (wish->flags & FORWARD_COMPATIBLE ||
				    (wish->major * 10 + wish->minor >= 32 && !is_compatible));
}

static void create_context(struct gs_player *player, const struct gs_trace_call *call,
	const struct gs_follow_step *step)
{
	struct gs_context_wish wish = {.config = gs_told_config(&player->configs, call, 1)};
	const struct gs_replay_context *share = step->share ? step->share->data : NULL;
	gs_wish_new_context(call, step->thread->is_opengl, &wish);
	wish.share = share ? share->own : NULL;
	bool was_core = is_core(&wish);
	void *own = player->system->create_context(&wish);
	if (!own && (wish.major || wish.flags)) {
		gs_replay_tell(player, "context", call,
			"asks for a context that cannot be had here (version %d.%d): another is "
			"taken",
			wish.major, wish.minor);
		wish.major = wish.es ? 2 : 0;
		wish.minor = 0;
		wish.profile = wish.flags = 0;
		own = player->system->create_context(&wish);
	}
	if (!own) {
		gs_replay_tell(player, "no context", call,
			"makes a context, which fails here: what it draws is left out");
		return;
	}
	struct gs_replay_context *context = new_context(own, step->context);
	context->is_es = wish.es;
	context->was_core = was_core;
	context->is_double = wish.config->least[GS_CONFIG_DOUBLE];
}

static void end_context(struct gs_player *player, const struct gs_follow_context *told)
{
	struct gs_replay_context *context = told->data;
	if (!context)
		return;
	gs_replay_end_errors(player, context);
	player->system->destroy_context(context->own);
	if (told->group->contexts->len == 1)
		gs_regions_unmap(player->regions, context->group, 0);
}

/* ---- drawables ---- */

/* Return the drawable, which is made if the follower has one; NULL: there is none. */
static struct gs_drawable *drawable_of(struct gs_player *player, struct gs_follow_drawable *told)
{
	struct gs_drawable *drawable = told ? told->data : NULL;
	if (drawable || !told)
		return drawable;
	drawable = g_new0(struct gs_drawable, 1);
	drawable->width = MAX(told->width, NO_WIDTH);
	drawable->height = MAX(told->height, NO_HEIGHT);
	drawable->srgb = told->is_srgb;
	drawable->visible = player->is_shown && !told->is_pbuffer;
	told->data = drawable;
	return drawable;
}

uint64_t gs_replay_recorded_drawable(const struct gs_player *player, uint64_t handle)
{
	GHashTableIter iter;
	gpointer data;
	gs_follow_drawables(player->follow, &iter);
	while (g_hash_table_iter_next(&iter, NULL, &data)) {
		const struct gs_follow_drawable *told = data;
		if (told->data && player->system->handle(told->data) == handle)
			return told->handle;
	}
	return handle;
}

static bool make_own_current(struct gs_player *player)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	return player->system->make_current(
		gs_replay_draw(player), gs_replay_read(player), context ? context->own : NULL);
}

/* Make the thread's context current again, for its calls or a drawable's new size. This is no call
 * of the trace. */
static void enter(struct gs_player *player)
{
	gs_link_mute(true);
	bool done = make_own_current(player);
	gs_link_mute(false);
	if (!done && !player->has_failed)
		fprintf(stderr,
			"glstep-replay: a context cannot be made current once more: what is "
			"drawn from here on may be wrong\n");
	player->has_failed |= !done;
}

static void make_current(struct gs_player *player, const struct gs_trace_call *call)
{
	struct gs_follow_thread *thread = player->thread;
	struct gs_replay_thread *own = thread->data;
	gs_measure_leave(player->measure);
	gs_times_leave(player->options->times);
	own->is_refused = false;
	drawable_of(player, thread->draw);
	drawable_of(player, thread->read);
	if (thread->context && !gs_replay_context(player))
		gs_replay_tell(player, "current", call,
			"makes a context current that there is not here: its calls are left out");
	own->is_refused = !make_own_current(player);
	player->had_context |= gs_replay_context(player) != NULL;
	if (own->is_refused)
		gs_replay_tell(player, "refused", call,
			"makes a context current, which is refused here: its calls are left out");
}

void gs_replay_enter_thread(struct gs_player *player, uint32_t number)
{
	bool other = player->thread && player->thread->number != number;
	player->thread = gs_follow_enter(player->follow, number);
	if (!player->thread->data)
		player->thread->data = g_new0(struct gs_replay_thread, 1);
	if (other && gs_replay_context(player))
		enter(player);
}

static void resize(struct gs_player *player, const struct gs_follow_drawable *told)
{
	struct gs_drawable *drawable = told->data;
	if (!drawable || (drawable->width == told->width && drawable->height == told->height))
		return;
	bool current = gs_replay_draw(player) == drawable || gs_replay_read(player) == drawable;
	if (current) {
		gs_link_mute(true);
		player->system->make_current(NULL, NULL, NULL);
		gs_link_mute(false);
	}
	drawable->width = told->width;
	drawable->height = told->height;
	player->system->resize(drawable);
	if (current)
		enter(player);
}

const struct gs_follow_step *gs_replay_follow(
	struct gs_player *player, const struct gs_trace_call *call)
{
	bool was_in_block = gs_follow_state(player->follow, player->thread)->in_block;
	const struct gs_follow_step *step = gs_follow_trace(player->follow, call);
	player->in_block = was_in_block ||
			   gs_follow_state(player->follow, player->thread)->in_block;
	if (step->event == GS_FOLLOW_SIZES)
		resize(player, step->drawable);
	return step;
}

void gs_replay_show_windows(struct gs_player *player)
{
	GHashTableIter iter;
	gpointer told;
	gs_follow_drawables(player->follow, &iter);
	while (g_hash_table_iter_next(&iter, NULL, &told))
		if (((struct gs_follow_drawable *)told)->data)
			player->system->show(((struct gs_follow_drawable *)told)->data);
}

void gs_replay_present(struct gs_player *player, struct gs_drawable *drawable)
{
	if (!drawable || drawable->is_presented)
		return;
	drawable->is_presented = true;
	if (!gs_link_is_hidden())
		player->system->show(drawable);
}

static void swap(struct gs_player *player, const struct gs_follow_drawable *told)
{
	struct gs_drawable *drawable = told ? told->data : NULL;
	gs_replay_end_frame(player);
	if (!drawable || player->is_over)
		return;
	gs_replay_present(player, drawable);
	player->system->swap(drawable);
}

static void act_followed(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	const struct gs_follow_step *step = player->step;
	switch (step->event) {
	case GS_FOLLOW_CREATES:
		create_context(player, call, step);
		break;
	case GS_FOLLOW_MAKES_CURRENT:
		make_current(player, call);
		break;
	case GS_FOLLOW_MAKES_DRAWABLE:
		if (step->drawable->is_srgb && player->system != &gs_window_egl)
			gs_replay_tell(player, "colorspace", call,
				"makes a surface that encodes colours as sRGB, which only EGL "
				"does: it is left linear");
		break;
	case GS_FOLLOW_SHOWS:
		if (gs_data_flags(play->number) & GS_FUNCTION_SWAPS)
			swap(player, step->drawable);
		break;
	default:
		break;
	}
	if (step->ended)
		end_context(player, step->ended);
}

gs_replay_act gs_replay_window_act(unsigned function)
{
	if (gs_told_configs_tells(function))
		return act_config;
	return gs_follow_wants(function) ? act_followed : NULL;
}
