/* SPDX-License-Identifier: MIT */
#include "replay/snapshot/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "replay/link.h"
#include "replay/private.h"

struct gs_checkpoint {
	uint64_t number;
	uint32_t thread;
	char *file;
};

struct gs_checkpoint *gs_checkpoint_new(const char *file)
{
	char *text = NULL;
	if (!file || !g_file_get_contents(file, &text, NULL, NULL) || !*text) {
		g_free(text);
		return NULL;
	}
	struct gs_checkpoint *checkpoint = g_new0(struct gs_checkpoint, 1);
	char **lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++) {
		if (g_str_has_prefix(*line, "call "))
			checkpoint->number = g_ascii_strtoull(*line + 5, NULL, 10);
		else if (g_str_has_prefix(*line, "thread "))
			checkpoint->thread = (uint32_t)g_ascii_strtoull(*line + 7, NULL, 10);
		else if (g_str_has_prefix(*line, "file ") && !checkpoint->file)
			checkpoint->file = g_strdup(*line + 5);
	}
	g_strfreev(lines);
	g_free(text);
	return checkpoint;
}

void gs_checkpoint_free(struct gs_checkpoint *checkpoint)
{
	if (checkpoint)
		g_free(checkpoint->file);
	g_free(checkpoint);
}

bool gs_checkpoint_is_before(const struct gs_checkpoint *checkpoint, uint64_t number)
{
	return checkpoint && checkpoint->number == number;
}

static bool fail(const struct gs_checkpoint *checkpoint, const char *why)
{
	fprintf(stderr,
		"glstep-replay: call %llu: the contents of the checkpoint cannot be given: %s\n",
		(unsigned long long)checkpoint->number, why);
	return false;
}

/* NULL, or why not. The signatures of the file are other ones than the trace's. */
static const char *make_calls(
	struct gs_player *player, struct gs_trace_reader *reader, uint32_t thread)
{
	GPtrArray *plays = player->plays;
	const struct gs_trace_call *call;
	bool are_made = true;
	player->plays = g_ptr_array_new_with_free_func(g_free);
	player->is_giving = true;
	while (are_made && (call = gs_trace_next_call(reader))) {
		struct gs_trace_call own = *call;
		own.thread = thread;
		gs_replay_follow(player, &own);
		are_made = gs_replay_make_call(player, gs_play_of(player, call->function), &own);
		gs_replay_forget_taken(player);
	}
	g_ptr_array_free(player->plays, TRUE);
	player->plays = plays;
	player->is_giving = false;
	if (gs_replay_errors(player))
		return "the driver refuses a call";
	if (!are_made)
		return "a call of the file cannot be made";
	return gs_trace_reader_state(reader) == GS_TRACE_END ? NULL : "the file is damaged";
}

bool gs_checkpoint_give(struct gs_checkpoint *checkpoint, struct gs_player *player)
{
	char *why_not = NULL;
	struct gs_trace_reader *reader = checkpoint->file ? gs_trace_open(checkpoint->file, NULL,
								    NULL, &why_not)
							  : NULL;
	free(why_not);
	if (!reader)
		return fail(checkpoint, "the file cannot be read");
	gs_replay_enter_thread(player, checkpoint->thread);
	const char *why = "no context is current";
	if (gs_replay_context(player)) {
		gs_replay_errors(player);
		gs_link_mute(true);
		why = make_calls(player, reader, checkpoint->thread);
		gs_link_mute(false);
	}
	gs_trace_close(reader);
	return why ? fail(checkpoint, why) : true;
}
