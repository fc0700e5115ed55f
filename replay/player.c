/* SPDX-License-Identifier: MIT */
/* Plays a trace: passes its calls to the driver one after the other. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "replay/snapshot/checkpoint.h"
#include "replay/snapshot/snapshot.h"
#include "replay/link.h"
#include "replay/measure/experiments.h"
#include "replay/measure/measure.h"
#include "replay/measure/times.h"
#include "replay/private.h"
#include "replay/watch.h"
#include "trace/call-set.h"
#include "trace/edits/edits.h"
#include "wire/player.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2 };

static struct {
	volatile uint64_t number;
	const char *volatile name;
} now;

static void on_crash(int number)
{
	char text[256];
	int n = snprintf(text, sizeof text, "glstep-replay: call %llu, %s: the driver crashed\n",
		(unsigned long long)now.number, now.name ? now.name : "?");
	if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0)
		n = 0;
	signal(number, SIG_DFL);
	raise(number);
}

static void watch_for_crashes(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		signal(numbers[i], on_crash);
}

/* ---- one call ---- */

/* Return whether pictures are wanted behind the call. */
static bool is_pictured_behind(const struct gs_player *player, const struct gs_trace_call *call)
{
	const struct gs_replay_options *options = player->options;
	return options->at && gs_call_set_has_call(options->at, call) &&
	       player->frames >= options->first_frame &&
	       (!options->frames || gs_call_set_has(options->frames, player->frames, 0, 0));
}

static void show(
	struct gs_player *player, const struct gs_trace_call *call, bool is_shown, bool is_pictured)
{
	if (is_shown)
		gs_replay_show_drawn(player, call->number);
	if (is_pictured)
		gs_replay_write_pictures(player, call->number);
}

static void play_call(struct gs_player *player, const struct gs_trace_call *call)
{
	struct gs_play *play = gs_play_of(player, call->function);
	now.number = call->number;
	now.name = call->function->name;
	gs_link_begin(call->number);
	if (player->is_hidden && !gs_link_is_hidden())
		gs_replay_show_windows(player);
	player->is_hidden = gs_link_is_hidden();
	gs_watch_leave(player->watch, play, call);
	if (player->is_over)
		return;
	gs_replay_enter_thread(player, call->thread);
	player->step = gs_replay_follow(player, call);
	gs_replay_end_image_target(player, call);
	const struct gs_call_set *shown = player->options->calls;
	bool is_shown = shown && gs_call_set_has_call(shown, call);
	bool is_pictured = is_pictured_behind(player, call);
	/* Show before a swap: after it the contents of the back buffer are undefined. */
	if (call->ends_frame)
		show(player, call, is_shown, is_pictured);
	gs_watch_before(player->watch, play, call);
	if (player->is_over)
		return;
	if (play->act)
		play->act(player, play, call);
	else
		gs_replay_make_call(player, play, call);
	gs_replay_forget_taken(player);
	player->calls++;
	if (call->ends_frame)
		gs_measure_end_frame(player->measure);
	if (!call->ends_frame)
		show(player, call, is_shown, is_pictured);
	gs_watch_behind(player->watch, play, call);
	player->is_over |= is_shown && gs_call_set_is_call(shown);
	player->is_over |= is_pictured && gs_call_set_is_call(player->options->at);
}

/* Count the call, and end the playing after the last one that is asked for. */
static void end_behind(struct gs_player *player, const struct gs_trace_call *call)
{
	const struct gs_call_set *calls = player->options->calls, *at = player->options->at;
	uint64_t last = calls ? gs_call_set_last(calls) : at ? gs_call_set_last(at) : UINT64_MAX;
	player->n_up_to_last += call->number <= last;
	player->is_over |= last < UINT64_MAX && player->n_up_to_last > last;
}

/* ---- names of objects for glstep ---- */

static struct gs_player *named;

static uint64_t find_name(uint32_t kind, uint64_t name, uint32_t recorded)
{
	const struct gs_replay_context *context = gs_replay_context(named);
	if (kind == GS_PLAYER_DRAWABLE)
		return gs_replay_recorded_drawable(named, name);
	if (!context || kind >= GS_N_OBJECT_KINDS)
		return name;
	return recorded ? gs_replay_recorded_name(context, (enum gs_object_kind)kind, name)
			: gs_replay_name_in(context, (enum gs_object_kind)kind, name);
}

/* ---- all of them ---- */

static void free_drawables(struct gs_player *player)
{
	GHashTableIter iter;
	gpointer told;
	gs_follow_drawables(player->follow, &iter);
	while (g_hash_table_iter_next(&iter, NULL, &told))
		if (((struct gs_follow_drawable *)told)->data)
			player->system->destroy_drawable(((struct gs_follow_drawable *)told)->data);
}

/* Return some drawable; NULL: there is none. */
static struct gs_drawable *any_drawable(struct gs_player *player)
{
	struct gs_drawable *drawable = NULL;
	GHashTableIter iter;
	gpointer told;
	gs_follow_drawables(player->follow, &iter);
	while (!drawable && g_hash_table_iter_next(&iter, NULL, &told))
		drawable = ((struct gs_follow_drawable *)told)->data;
	return drawable;
}

/* Finish drawing in all contexts, also those that are not current any more. Mesa's llvmpipe waits
 * forever if the display is closed meanwhile: one of its threads has begun to draw, and another one
 * ends without drawing. */
static void finish_contexts(struct gs_player *player)
{
	void (*finish)(void) = gs_replay_find(player, "glFinish");
	struct gs_drawable *any = any_drawable(player);
	GHashTableIter iter;
	gpointer data;
	gs_follow_threads(player->follow, &iter);
	while (finish && g_hash_table_iter_next(&iter, NULL, &data)) {
		const struct gs_replay_context *context;
		player->thread = data;
		context = player->thread->data ? gs_replay_context(player) : NULL;
		if (context && player->system->make_current(gs_replay_draw(player),
				       gs_replay_read(player), context->own))
			finish();
	}
	gs_follow_contexts(player->follow, &iter);
	while (finish && any && g_hash_table_iter_next(&iter, NULL, &data)) {
		const struct gs_replay_context *context = ((struct gs_follow_context *)data)->data;
		if (context && player->system->make_current(any, any, context->own))
			finish();
	}
}

static bool is_asked(const struct gs_replay_options *options)
{
	return options->contents || options->checkpoints;
}

/* Take the name of the recorded program: drivers have workarounds for some programs, and look at
 * the name when they are opened. */
static void take_name(const struct gs_trace_reader *reader)
{
	static char name[NAME_MAX + 1];
	struct gs_trace_figures figures;
	gs_trace_reader_figures(reader, &figures);
	for (size_t i = 0; i < figures.n_properties; i++) {
		const char *path = figures.properties[i].value, *slash = strrchr(path, '/');
		const char *last = slash ? slash + 1 : path, *backslash = strrchr(last, '\\');
		if (strcmp(figures.properties[i].name, "process.name") != 0)
			continue;
		g_strlcpy(name, backslash ? backslash + 1 : last, sizeof name);
		if (*name)
			program_invocation_name = program_invocation_short_name = name;
	}
}

static bool open_player(struct gs_player *player)
{
	char *why = NULL;
	const char *file = player->options->file;
	player->reader = gs_trace_open_with(file, player->options->edits, NULL, NULL, &why);
	if (!player->reader) {
		fprintf(stderr, "glstep-replay: %s: %s\n", file, why ? why : "no memory");
		free(why);
		return false;
	}
	struct gs_trace_call *first = gs_trace_next_call(player->reader);
	take_name(player->reader);
	bool is_egl = first && first->function->kinds & GS_KIND_EGL;
	enum gs_replay_system wanted = player->options->system;
	if (wanted == GS_REPLAY_EGL || (wanted == GS_REPLAY_AS_RECORDED && is_egl))
		player->system = &gs_window_egl;
	else
		player->system = &gs_window_glx;
	const struct gs_replay_options *options = player->options;
	player->is_shown = !options->md5 && !options->images && !options->at && !options->measure &&
			   !options->times && !options->experiments && !options->watch &&
			   !is_asked(options);
	if (!player->system->open(player->is_shown, &why)) {
		fprintf(stderr, "glstep-replay: %s\n", why);
		g_free(why);
		return false;
	}
	gs_trace_seek(player->reader, 0);
	return true;
}

static void begin(struct gs_player *player)
{
	player->plays = g_ptr_array_new_with_free_func(g_free);
	player->functions = g_hash_table_new(NULL, NULL);
	gs_told_configs_init(&player->configs);
	player->follow = gs_replay_new_follow();
	player->images = g_hash_table_new(NULL, NULL);
	player->regions = gs_regions_new();
	player->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	player->large = g_ptr_array_new_with_free_func(g_free);
}

static void end(struct gs_player *player)
{
	if (player->system && player->follow) {
		gs_link_mute(true);
		finish_contexts(player);
		/* NVIDIA's driver does not release a context in feedback mode, and uses the display
		 * again at the end of the process: close it only if the release succeeds. */
		if (player->system->make_current(NULL, NULL, NULL)) {
			free_drawables(player);
			player->system->close();
		}
	}
	gs_follow_free(player->follow);
	g_hash_table_destroy(player->functions);
	gs_told_configs_clear(&player->configs);
	g_hash_table_destroy(player->images);
	g_hash_table_destroy(player->told);
	g_ptr_array_free(player->plays, TRUE);
	g_ptr_array_free(player->large, TRUE);
	gs_regions_free(player->regions);
	g_free(player->only);
	gs_checkpoint_free(player->checkpoint);
	gs_trace_close(player->reader);
}

/* Report what is left of the contexts that have not ended. */
static void end_errors(struct gs_player *player)
{
	GHashTableIter iter;
	gpointer data;
	gs_follow_contexts(player->follow, &iter);
	while (g_hash_table_iter_next(&iter, NULL, &data))
		if (((struct gs_follow_context *)data)->data)
			gs_replay_end_errors(player, ((struct gs_follow_context *)data)->data);
}

static int say_end(struct gs_player *player, gint64 started)
{
	const char *message = gs_trace_reader_message(player->reader);
	double seconds = (double)(g_get_monotonic_time() - started) / G_TIME_SPAN_SECOND;
	if (message)
		fprintf(stderr, "glstep-replay: %s: %s\n", player->options->file, message);
	if (player->options->bench)
		printf("%llu calls, %llu frames, %.3f seconds\n", (unsigned long long)player->calls,
			(unsigned long long)player->frames, seconds);
	else if (!player->options->md5 && !player->options->measure && !player->options->times &&
		 !player->options->experiments && !player->options->watch &&
		 !is_asked(player->options))
		fprintf(stderr, "glstep-replay: %llu calls, %llu frames, %llu differences\n",
			(unsigned long long)player->calls, (unsigned long long)player->frames,
			(unsigned long long)player->differences);
	if (player->options->strict)
		gs_replay_sum_differences(player);
	if (!player->had_context)
		fprintf(stderr, "glstep-replay: %s: %s\n", player->options->file,
			player->calls ? "no context of the trace was ever current here, so none of "
					"its calls of GL was made"
				      : "the trace has no calls");
	else if (player->options->at && !player->n_pictures && !player->has_failed) {
		fprintf(stderr, "glstep-replay: no picture is written: none of the calls that were "
				"asked for was made, or nothing that was asked for is attached "
				"there\n");
		player->has_failed = true;
	}
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "glstep-replay: standard output: %s\n", g_strerror(errno));
		player->has_failed = true;
	}
	bool damaged = gs_trace_reader_state(player->reader) == GS_TRACE_DAMAGED;
	if (player->has_failed || damaged)
		return STATUS_FAILED;
	if (player->options->strict && player->differences && player->had_context)
		return STATUS_FAILED;
	return player->had_context ? 0 : STATUS_USAGE;
}

/* Make no context current; queries so far were not the trace's. glstep stops here first: the driver
 * is loaded, and no call of the trace was made. */
static void stand_ready(struct gs_player *player)
{
	player->system->make_current(NULL, NULL, NULL);
}

/* Read the file of calls to be made; if it cannot be read, all are made. */
static void read_only(struct gs_player *player)
{
	const char *file = player->options->only;
	if (file && !g_file_get_contents(file, &player->only, &player->n_only, NULL))
		fprintf(stderr, "glstep-replay: %s: it cannot be read: all calls are made\n", file);
}

static bool is_wanted(const struct gs_player *player, const struct gs_trace_call *call)
{
	if (call->number < player->n_only && !player->only[call->number])
		return false;
	return call->has_left ||
	       (call->function->number < GS_N_FUNCTIONS && !(call->function->kinds & GS_KIND_EGL));
}

/* Begin to measure, or to read contents, if that is asked for. Return false on failure, which has
 * been reported. */
static bool begin_asking(struct gs_player *player)
{
	if (player->options->measure && !(player->measure = gs_measure_new(player)))
		return false;
	bool is_bad;
	player->watch = gs_watch_new(player, &is_bad);
	return !is_bad &&
	       (!is_asked(player->options) || (player->snapshot = gs_snapshot_new(player)));
}

static void end_asking(struct gs_player *player)
{
	gs_watch_free(g_steal_pointer(&player->watch));
	if (!gs_measure_free(g_steal_pointer(&player->measure)))
		player->has_failed = true;
	if (!gs_snapshot_free(g_steal_pointer(&player->snapshot)))
		player->has_failed = true;
}

/* Return whether the player must stop before the call, as all contents that were asked for have
 * been read back. */
static bool is_asked_before(struct gs_player *player, const struct gs_trace_call *call)
{
	if (!player->snapshot)
		return false;
	now.number = call->number;
	now.name = "while contents are read back before it";
	return gs_snapshot_before(player->snapshot, call);
}

/* Give the contents of the checkpoint if it is before this call. Call before each call, also before
 * those that are left out. */
static void start_from_checkpoint(struct gs_player *player, const struct gs_trace_call *call)
{
	if (!gs_checkpoint_is_before(player->checkpoint, call->number))
		return;
	now.number = call->number;
	now.name = "while contents of a checkpoint are given before it";
	if (!gs_checkpoint_give(player->checkpoint, player))
		player->has_failed = player->is_over = true;
}

int gs_replay_run(const struct gs_replay_options *options)
{
	struct gs_player player = {.options = options};
	const struct gs_trace_call *call;
	gs_link_open();
	named = &player;
	gs_link_tell_names(find_name);
	if (!open_player(&player)) {
		if (player.reader)
			gs_trace_close(player.reader);
		return STATUS_USAGE;
	}
	begin(&player);
	stand_ready(&player);
	watch_for_crashes();
	read_only(&player);
	player.checkpoint = gs_checkpoint_new(options->given);
	if (!begin_asking(&player)) {
		end(&player);
		return STATUS_FAILED;
	}
	if (options->times)
		gs_times_begin_round(options->times, &player);
	gint64 started = g_get_monotonic_time();
	while (!player.is_over && (call = gs_trace_next_call(player.reader)) &&
		!is_asked_before(&player, call)) {
		start_from_checkpoint(&player, call);
		gs_times_see(options->times, call);
		bool is_last = gs_experiments_see(options->experiments, &player, call);
		if (!player.is_over && is_wanted(&player, call))
			play_call(&player, call);
		end_behind(&player, call);
		player.is_over |= is_last;
	}
	if (options->experiments && player.had_context &&
		!gs_experiments_make(options->experiments, &player, play_call))
		player.has_failed = true;
	end_asking(&player);
	if (options->times)
		gs_times_end_round(options->times);
	end_errors(&player);
	int status = say_end(&player, started);
	end(&player);
	return status;
}
