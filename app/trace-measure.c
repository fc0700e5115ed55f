/* SPDX-License-Identifier: MIT */
/* Lets glstep-replay play a trace and measure its draw calls. */
#include <glib.h>
#include "analysis/measured.h"
#include "app/trace-tool.h"
#include "debugger/open/measuring.h"

char *gs_tool_player(void)
{
	char *self = g_file_read_link("/proc/self/exe", NULL);
	char *folder = self ? g_path_get_dirname(self) : g_strdup(".");
	char *player = g_build_filename(folder, "glstep-replay", NULL);

	if (!g_file_test(player, G_FILE_TEST_IS_EXECUTABLE)) {
		g_free(player);
		player = g_strdup("glstep-replay");
	}
	g_free(folder);
	g_free(self);
	return player;
}

int gs_tool_play(const char *file, const char *option, const char *value, const char *frames)
{
	const char *const options[] = {option, value, NULL};
	g_autofree char *player = gs_tool_player();
	g_autoptr(GPtrArray) argv = gs_player_command(player, options, file, frames);
	g_autoptr(GError) error = NULL;
	int status;

	return g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
		       NULL, &status, &error) &&
			       g_spawn_check_wait_status(status, &error)
		       ? 0
		       : gs_tool_fail(GS_TOOL_FAILED, "glstep-replay", error->message);
}

bool gs_tool_take_replay(char ***words, struct gs_tool_replay *wish, int *status)
{
	uint64_t first, last;

	*status = 0;
	if (g_str_equal(**words, "--replay")) {
		wish->is_wanted = true;
		return true;
	}
	if (!g_str_equal(**words, "--frames"))
		return false;
	wish->frames = *++*words;
	if (!wish->frames || !gs_trace_range(wish->frames, &first, &last))
		*status = gs_tool_usage("--frames takes a number or a range like 10-20, and goes "
					"with --replay",
			wish->frames);
	return true;
}

int gs_tool_check_replay(const struct gs_tool_replay *wish, bool is_played)
{
	return wish->frames && !wish->is_wanted && !is_played
		       ? gs_tool_usage("--frames goes with --replay, or --times", NULL)
		       : 0;
}

struct gs_measured *gs_tool_measure(
	const char *file, const struct gs_tool_replay *wish, int *status)
{
	char *player = gs_tool_player(), *why = NULL;
	struct gs_measured *measured = NULL;

	*status = 0;
	if (wish->is_wanted)
		measured = gs_player_measure(player, file, wish->frames, NULL, &why);
	if (why)
		*status = gs_tool_fail(GS_TOOL_FAILED, file, why);
	g_free(why);
	g_free(player);
	return measured;
}
