/* SPDX-License-Identifier: MIT */
#include "debugger/base/environment.h"
#include "debugger/session/trace/indexing.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include "effects/extract/folder.h"
#include "debugger/base/debug-log.h"
#include "debugger/open/needed.h"
#include "debugger/open/opened.h"
#include "debugger/session/private.h"

enum { NICE = 10, PART_OF_ROOM = 4 };

static const char prefix[] = "checkpoints-";
static const char name_of_files[] = "contents"; /* with ".N" behind it: of the one at call N */

/* ---- files ---- */

/* Those whose glstep lives no more: its process is in the name. */
static void remove_left(const char *cache)
{
	GDir *dir = g_dir_open(cache, 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		long pid = g_str_has_prefix(name, prefix) ? atol(name + strlen(prefix)) : 0;
		if (pid <= 0 || kill((pid_t)pid, 0) == 0 || errno != ESRCH)
			continue;
		char *folder = g_build_filename(cache, name, NULL);
		gs_folder_remove(folder);
		g_free(folder);
	}
	if (dir)
		g_dir_close(dir);
}

static char *make_folder(void)
{
	char *cache = g_build_filename(g_get_user_cache_dir(), "glstep", NULL);
	char *folder = NULL;
	if (g_mkdir_with_parents(cache, 0700) == 0) {
		remove_left(cache);
		char *name = g_strdup_printf("%s%d-XXXXXX", prefix, (int)getpid());
		folder = g_build_filename(cache, name, NULL);
		if (!g_mkdtemp(folder))
			g_clear_pointer(&folder, g_free);
		g_free(name);
	}
	g_free(cache);
	return folder;
}

static uint64_t room_in(const char *folder)
{
	struct statvfs status;
	if (statvfs(folder, &status))
		return 0;
	uint64_t part = (uint64_t)status.f_bavail * status.f_frsize / PART_OF_ROOM;
	return MIN(part, (uint64_t)GS_INDEXING_MOST);
}

/* ---- the player ---- */

/* In the new process: it ends with us, but not by a terminal's Ctrl-C, and others come first. */
static void set_up(gpointer data)
{
	(void)data;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	setpriority(PRIO_PROCESS, 0, NICE);
}

static bool start_player(struct gs_session *session, const char *file, GError **error)
{
	bool tells = gs_debug_log_wants(GS_DEBUG_SESSION);
	GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
			    (tells ? 0 : G_SPAWN_STDERR_TO_DEV_NULL);
	char *argv[] = {session->launch.argv[0], (char *)"--checkpoints", (char *)file,
		(char *)gs_session_trace_path(session), NULL};
	g_auto(GStrv) environment = gs_environment_with(session->launch.environment);
	return g_spawn_async(session->launch.directory, argv, environment, flags, set_up, NULL,
		&session->indexing.player, error);
}

static bool ask(struct gs_session *session, const char *file, GError **error)
{
	char *question = gs_needed_ask(session->needed, file);
	if (!question) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"the trace has no contents of objects that are from many calls");
		return false;
	}
	char *text = g_strdup_printf(
		"bytes %" PRIu64 "\n%s", room_in(session->indexing.folder), question);
	bool is_good = g_file_set_contents(file, text, -1, error) &&
		       start_player(session, file, error);
	g_free(text);
	g_free(question);
	return is_good;
}

static void begin(struct gs_session *session)
{
	struct gs_indexing *indexing = &session->indexing;
	GError *error = NULL;
	indexing->was_begun = true;
	if (!indexing->folder)
		indexing->folder = make_folder();
	char *file = indexing->folder ? g_build_filename(indexing->folder, name_of_files, NULL)
				      : NULL;
	if (file && ask(session, file, &error))
		gs_debug_log(GS_DEBUG_SESSION, "a player goes to keep checkpoints as %s", file);
	else
		gs_debug_log(GS_DEBUG_SESSION, "no checkpoints are kept: %s",
			error ? error->message : "no folder for them can be made");
	g_clear_error(&error);
	g_free(file);
}

static void reap(struct gs_indexing *indexing)
{
	int status;
	if (!indexing->player || waitpid(indexing->player, &status, WNOHANG) == 0)
		return;
	gs_debug_log(GS_DEBUG_SESSION, "the player that keeps checkpoints has ended");
	indexing->player = 0;
}

void gs_indexing_follow(struct gs_session *session, uint64_t number)
{
	uint64_t n, calls;
	reap(&session->indexing);
	if (!session->indexing.was_begun && gs_needed_known(session->needed, number, &n, &calls) &&
		calls >= GS_SPARE_WORTH)
		begin(session);
}

static void end_player(struct gs_indexing *indexing)
{
	if (!indexing->player)
		return;
	kill(indexing->player, SIGKILL);
	while (waitpid(indexing->player, NULL, 0) < 0 && errno == EINTR)
		;
	indexing->player = 0;
}

/* Remove the files of checkpoints behind that call, and what was not finished. */
static void remove_behind(const char *folder, uint64_t from)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		const char *dot = strrchr(name, '.');
		char *end = NULL;
		uint64_t number = dot ? g_ascii_strtoull(dot + 1, &end, 10) : 0;
		bool is_kept = end && end != dot + 1 && !*end && number <= from &&
			       g_str_has_prefix(name, name_of_files);
		g_autofree char *path = g_build_filename(folder, name, NULL);
		if (!is_kept)
			unlink(path);
	}
	if (dir)
		g_dir_close(dir);
}

void gs_indexing_edited(struct gs_session *session, uint64_t from)
{
	struct gs_indexing *indexing = &session->indexing;
	end_player(indexing);
	indexing->was_begun = false;
	if (indexing->folder)
		remove_behind(indexing->folder, from);
}

void gs_indexing_use(struct gs_session *session)
{
	const char *folder = session->indexing.folder;
	g_autofree char *file = folder ? g_build_filename(folder, name_of_files, NULL) : NULL;
	if (file)
		gs_needed_use_answers(session->needed, file);
}

void gs_indexing_close(struct gs_session *session)
{
	struct gs_indexing *indexing = &session->indexing;
	end_player(indexing);
	if (indexing->folder)
		gs_folder_remove(indexing->folder);
	g_free(indexing->folder);
	*indexing = (struct gs_indexing){0};
}
