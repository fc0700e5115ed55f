/* SPDX-License-Identifier: MIT */
/* Makes one call by the driver. */
#include <string.h>
#include "dispatch/dispatch.h"
#include "replay/link.h"
#include "replay/measure/experiments.h"
#include "replay/measure/measure.h"
#include "replay/measure/times.h"
#include "replay/private.h"

static bool take_values(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *to)
{
	to->n_args = play->info->n_parameters;
	if (call->function->n_args < to->n_args) {
		gs_replay_leave_out(player, play->info->name, call,
			"the trace says %u of %u arguments", call->function->n_args, to->n_args);
		return false;
	}
	for (unsigned i = 0; i < to->n_args; i++) {
		if (gs_replay_value(player, play, call, i, &to->args[i]))
			continue;
		gs_replay_leave_out(player, play->info->name, call,
			"the trace does not say what stands behind '%s'",
			play->info->parameters[i].name);
		return false;
	}
	return true;
}

/* Return whether the byte at `at` belongs to a pixel; GL does not change bytes between rows. */
static bool is_of_pixel(const struct gs_extent_rows *rows, uint64_t at)
{
	if (at < rows->skip || !rows->row || !rows->image)
		return false;
	uint64_t image = (at - rows->skip) / rows->image, in = (at - rows->skip) % rows->image;
	return image < rows->depth && in / rows->row < rows->height && in % rows->row < rows->used;
}

static void tell_bytes(
	struct gs_player *player, const struct gs_trace_call *call, uint32_t differing, uint32_t n)
{
	const struct gs_replay_difference d = {.kind = GS_DIFFERENCE_VALUE,
		.call = call->number,
		.name = call->function->name,
		.once = call->function->name,
		.here = "\"other bytes\""};
	gs_replay_differ(
		player, &d, "reads other bytes here than were recorded: %u of %u", differing, n);
}

/* Report where pixels or buffer contents that the program read back differ here. */
static void compare_bytes(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args)
{
	for (unsigned i = 0; i < play->info->n_parameters; i++) {
		const struct gs_trace_value *value = &call->args[i];
		if (!play->parameters[i].is_out || value->class != GS_TRACE_BLOB)
			continue;
		const uint8_t *bytes = (const uint8_t *)(uintptr_t)args[i];
		uint32_t differing = 0;
		struct gs_extent_rows rows;
		bool has_rows = memcmp(bytes, value->bytes, value->n) != 0 &&
				gs_replay_find_rows(player, play, call, args, i, &rows);
		for (uint32_t b = 0; b < value->n; b++)
			differing += bytes[b] != value->bytes[b] &&
				     (!has_rows || is_of_pixel(&rows, b));
		if (differing)
			tell_bytes(player, call, differing, value->n);
	}
}

static bool find_real(
	struct gs_player *player, struct gs_play *play, const struct gs_trace_call *call)
{
	if (!play->real && !play->is_missing) {
		play->real = play->info ? gs_replay_find(player, play->info->name) : NULL;
		play->is_missing = !play->real;
	}
	if (play->is_missing)
		gs_replay_leave_out(player, call->function->name, call, "%s",
			play->info ? "the driver does not have this function"
				   : "this function is not known");
	return play->real;
}

bool gs_replay_make_call(
	struct gs_player *player, struct gs_play *play, const struct gs_trace_call *call)
{
	struct gs_wire_call done = {.index = call->number, .function = play->number};
	if (!gs_replay_context(player)) {
		gs_replay_leave_out(
			player, "no context is current", call, "no context is current here");
		return false;
	}
	if (!find_real(player, play, call) || !take_values(player, play, call, &done))
		return false;
	gs_replay_map_names(player, play, call, done.args);
	if (!gs_replay_lengths_fit(player, play, call, done.args) ||
		(play->draws_arrays && !gs_replay_arrays_fit(player, play, call, done.args)))
		return false;
	if (play->prepare && !play->prepare(player, call, done.args))
		return false;
	if (play->is_seen && !gs_replay_context(player)->told->draw_framebuffer.name)
		gs_replay_present(player, gs_replay_draw(player));
	gs_measure_before(player->measure, play, call, &done);
	gs_measure_listen(player->measure, call->number);
	gs_replay_before_answers(player, play, call, done.args);
	gs_replay_judge_used(player, play, call);
	gs_replay_before_errors(player, play);
	gs_link_enter();
	gs_times_before(player->options->times, play);
	if (gs_experiments_before(player->options->experiments, play, call, &done)) {
		gs_dispatch(play->real, &done);
		gs_experiments_after(player->options->experiments, play);
	}
	gs_times_after(player->options->times, play);
	gs_link_leave();
	gs_replay_after_errors(player, play, call);
	gs_measure_heard(player->measure);
	gs_measure_after(player->measure, play, call, &done);
	if (play->changes_arrays)
		gs_replay_arrays_changed(player, play, done.args);
	gs_replay_learn_names(player, play, call, done.args, done.ret);
	if (play->learn)
		play->learn(player, call, done.args, done.ret);
	gs_replay_judge(player, play, call, done.args, done.ret);
	gs_replay_compare_answers(player, play, call, done.args, done.ret);
	gs_replay_compare_error(player, play, call);
	compare_bytes(player, play, call, done.args);
	return true;
}
