/* SPDX-License-Identifier: MIT */
/* A process of one of the sides, with its own environment; and a player that is watched. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <GL/gl.h>
#include "compare/private.h"
#include "debugger/base/environment.h"
#include "debugger/base/error.h"
#include "debugger/open/measuring.h"
#include "debugger/session/trace/recordings.h"

enum { LONGEST_LINE = 256, MOST_IMAGES = 64, MOST_COMPLAINTS = 4096 };

static const char *const side_names[GS_COMPARE_SIDES] = {"A", "B"};

bool gs_side_start(
	struct gs_side_process *process, char **argv, char *const *changes, GError **error)
{
	int to[2] = {-1, -1}, from[2] = {-1, -1};
	g_auto(GStrv) environment = gs_environment_with(changes);
	process->complaints = memfd_create("glstep-complaints", MFD_CLOEXEC);
	bool good = process->complaints >= 0 && pipe2(to, O_CLOEXEC) == 0 &&
		    pipe2(from, O_CLOEXEC) == 0;
	if (!good)
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "%s", g_strerror(errno));
	good = good &&
	       g_spawn_async_with_fds(NULL, argv, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL,
		       NULL, &process->pid, to[0], from[1], process->complaints, error);
	if (to[0] >= 0)
		close(to[0]);
	if (from[1] >= 0)
		close(from[1]);
	process->to = to[1] >= 0 ? fdopen(to[1], "w") : NULL;
	process->from = from[0] >= 0 ? fdopen(from[0], "r") : NULL;
	if (!good)
		process->pid = 0;
	return good;
}

void gs_side_stop(struct gs_side_process *process)
{
	int status;
	if (process->to)
		fclose(process->to);
	if (process->from)
		fclose(process->from);
	while (process->pid && waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (process->complaints >= 0)
		close(process->complaints);
	*process = (struct gs_side_process){.complaints = -1};
}

void gs_side_fail(struct gs_side_process *process, const struct gs_compare_wish *wish, int side,
	GError **error)
{
	char text[MOST_COMPLAINTS + 1];
	off_t length = lseek(process->complaints, 0, SEEK_END);
	off_t from = length > MOST_COMPLAINTS ? length - MOST_COMPLAINTS : 0;
	ssize_t n = pread(process->complaints, text, MOST_COMPLAINTS, from);
	text[MAX(n, 0)] = '\0';
	g_strchomp(text);
	const char *last = strrchr(text, '\n');
	g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM, "%s, '%s', could not be played%s%s",
		side_names[side], wish->files[side], *text ? ": " : "", last ? last + 1 : text);
}

/* ---- a watched player ---- */

GArray *gs_seen_images_new(void)
{
	return g_array_new(FALSE, TRUE, sizeof(struct gs_seen_image));
}

static void clear_seen(struct gs_seen *seen)
{
	for (guint i = 0; i < seen->images->len; i++)
		g_free(gs_seen_image(seen, i)->pixels);
	g_array_set_size(seen->images, 0);
}

void gs_seen_take(struct gs_seen *from, struct gs_seen *to)
{
	g_array_append_vals(to->images, from->images->data, from->images->len);
	g_array_set_size(from->images, 0);
}

void gs_seen_finish(struct gs_seen *seen)
{
	if (!seen->images)
		return;
	clear_seen(seen);
	g_array_free(seen->images, TRUE);
	seen->images = NULL;
}

struct gs_watched_player *gs_watched_new(
	const struct gs_compare_wish *wish, int side, const char *points, GError **error)
{
	struct gs_watched_player *watched = g_new0(struct gs_watched_player, 1);
	g_autofree char *player = gs_session_player();
	const char *const options[] = {"--watch", points, NULL};
	g_autoptr(GPtrArray)
		argv = gs_player_command(player, options, wish->files[side], wish->frames[side]);
	watched->wish = wish;
	watched->side = side;
	watched->process.complaints = -1;
	watched->seen.images = gs_seen_images_new();
	if (!player)
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"glstep-replay, which plays traces, is neither beside glstep nor in the "
			"PATH: install glstep anew");
	if (player &&
		gs_side_start(
			&watched->process, (char **)argv->pdata, wish->environment[side], error) &&
		gs_watched_next(watched, error))
		return watched;
	gs_watched_free(watched);
	return NULL;
}

void gs_watched_free(struct gs_watched_player *watched)
{
	if (!watched)
		return;
	if (watched->process.to && !watched->has_ended)
		fputs("stop\n", watched->process.to);
	gs_side_stop(&watched->process);
	gs_seen_finish(&watched->seen);
	g_free(watched);
}

static bool read_image(struct gs_watched_player *watched, struct gs_seen_image *image)
{
	char line[LONGEST_LINE];
	unsigned long long sum;
	bool good = fgets(line, sizeof line, watched->process.from) &&
		    sscanf(line, "%15s %d %d %*u %u %u %u %d %d %llx", image->name, &image->type,
			    &image->bits, &image->as, &image->n, &image->kept, &image->width,
			    &image->height, &sum) == 9;
	image->sum = good ? sum : 0;
	return good;
}

/* Read a point. Return false if there is no sense in it. */
static bool read_point(struct gs_watched_player *watched)
{
	char line[LONGEST_LINE], where[16];
	unsigned long long first, last, frame, draws;
	unsigned n;
	struct gs_seen *seen = &watched->seen;
	if (!fgets(line, sizeof line, watched->process.from))
		return false;
	watched->has_ended = strcmp(line, "end\n") == 0;
	if (watched->has_ended)
		return true;
	if (sscanf(line, "point %15s %llu %llu %llu %llu %u %u", where, &first, &last, &frame,
		    &draws, &seen->framebuffer, &n) != 7 ||
		n > MOST_IMAGES)
		return false;
	seen->where = *where == 'p' ? GS_SEEN_PASS : *where == 'b' ? GS_SEEN_BEFORE : GS_SEEN_DRAW;
	seen->first = first;
	seen->last = last;
	seen->frame = frame;
	seen->draws = draws;
	for (unsigned i = 0; i < n; i++) {
		struct gs_seen_image image = {.pixels = NULL};
		if (!read_image(watched, &image))
			return false;
		g_array_append_val(seen->images, image);
	}
	return true;
}

bool gs_watched_next(struct gs_watched_player *watched, GError **error)
{
	if (watched->has_ended)
		return true;
	clear_seen(&watched->seen);
	if (watched->has_begun) {
		fputs("go\n", watched->process.to);
		fflush(watched->process.to);
	}
	watched->has_begun = true;
	if (read_point(watched))
		return true;
	gs_side_fail(&watched->process, watched->wish, watched->side, error);
	return false;
}

size_t gs_seen_pixel_size(const struct gs_seen_image *image)
{
	return image->n * (image->as == GL_UNSIGNED_BYTE ? 1 : sizeof(float));
}

bool gs_watched_pixels(struct gs_watched_player *watched, unsigned i, GError **error)
{
	struct gs_seen_image *image = gs_seen_image(&watched->seen, i);
	if (image->pixels)
		return true;
	gsize size = (gsize)image->width * (gsize)image->height * gs_seen_pixel_size(image);
	image->pixels = g_malloc(size + 1);
	fprintf(watched->process.to, "pixels %u\n", i);
	fflush(watched->process.to);
	if (fread(image->pixels, 1, size, watched->process.from) == size)
		return true;
	gs_side_fail(&watched->process, watched->wish, watched->side, error);
	return false;
}
