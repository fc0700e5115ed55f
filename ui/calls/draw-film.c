/* SPDX-License-Identifier: MIT */
#include "ui/calls/draw-film.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include "debugger/open/measuring.h"
#include "debugger/session/session.h"
#include "debugger/session/trace/recordings.h"

enum { MOST_PIXELS = 1 << 26 };

/* Shared by the main loop and the reader's thread. */
struct gs_draw_film {
	int cancelled; /* atomic */
	int width, height;
	struct gs_draw_film_events events;
	gpointer data;
	GSubprocess *player;
};

/* What the reader's thread tells the main loop. */
struct message {
	struct gs_draw_film *film;
	uint64_t call;
	GdkPixbuf *picture; /* NULL: there are no more */
	char *why;
};

static void clear_film(gpointer data)
{
	struct gs_draw_film *film = data;
	g_object_unref(film->player);
}

/* ---- in the main loop ---- */

static gboolean deliver(gpointer data)
{
	struct message *m = data;
	struct gs_draw_film *film = m->film;
	bool is_wanted = !g_atomic_int_get(&film->cancelled);
	if (is_wanted && m->picture)
		film->events.taken(film->data, m->call, g_steal_pointer(&m->picture));
	else if (is_wanted)
		film->events.ended(film->data, m->why);
	g_clear_object(&m->picture);
	g_free(m->why);
	g_free(m);
	g_atomic_rc_box_release_full(film, clear_film);
	return G_SOURCE_REMOVE;
}

/* ---- in the reader's thread ---- */

static void tell(struct gs_draw_film *film, uint64_t call, GdkPixbuf *picture, char *why)
{
	struct message *m = g_new0(struct message, 1);
	*m = (struct message){g_atomic_rc_box_acquire(film), call, picture, why};
	g_idle_add(deliver, m);
}

/* Read up to the pixels of the next picture. Return false at the end. */
static bool read_head(GDataInputStream *stream, uint64_t *call, unsigned *width, unsigned *height)
{
	unsigned long long number = 0;
	bool good = true;
	for (unsigned i = 0; i < 4 && good; i++) {
		g_autofree char *line = g_data_input_stream_read_line(stream, NULL, NULL, NULL);
		good = line != NULL;
		if (good && i == 1)
			good = sscanf(line, "# call-%llu-", &number) == 1;
		if (good && i == 2)
			good = sscanf(line, "%u %u", width, height) == 2 && *width && *height &&
			       (uint64_t)*width * *height <= MOST_PIXELS;
	}
	*call = number;
	return good;
}

static GdkPixbuf *shrink(
	const struct gs_draw_film *film, const guchar *pixels, unsigned width, unsigned height)
{
	g_autoptr(GdkPixbuf) whole = gdk_pixbuf_new_from_data(pixels, GDK_COLORSPACE_RGB, FALSE, 8,
		(int)width, (int)height, 3 * (int)width, NULL, NULL);
	double scale = MIN((double)film->width / width, (double)film->height / height);
	scale = MIN(scale, 1);
	return gdk_pixbuf_scale_simple(whole, MAX((int)(width * scale), 1),
		MAX((int)(height * scale), 1), GDK_INTERP_BILINEAR);
}

static gpointer read_pictures(gpointer data)
{
	struct gs_draw_film *film = data;
	g_autoptr(GDataInputStream)
		stream = g_data_input_stream_new(g_subprocess_get_stdout_pipe(film->player));
	unsigned width, height;
	uint64_t call;
	bool good = true;
	while (good && !g_atomic_int_get(&film->cancelled) &&
		read_head(stream, &call, &width, &height)) {
		size_t size = (size_t)width * height * 3, n = 0;
		g_autofree guchar *pixels = g_malloc(size);
		good = g_input_stream_read_all(
			       G_INPUT_STREAM(stream), pixels, size, &n, NULL, NULL) &&
		       n == size;
		if (good)
			tell(film, call, shrink(film, pixels, width, height), NULL);
	}
	g_subprocess_force_exit(film->player); /* it may still play */
	g_subprocess_wait(film->player, NULL, NULL);
	tell(film, 0, NULL, good ? NULL : g_strdup("the player ended in the middle of a picture"));
	g_atomic_rc_box_release_full(film, clear_film);
	return NULL;
}

/* ---- beginning and ending ---- */

struct gs_draw_film *gs_draw_film_new(const char *trace, const char *calls, int width, int height,
	const struct gs_draw_film_events *events, gpointer data, GError **error)
{
	const char *const options[] = {"--images", "-", "--at", calls, NULL};
	g_autofree char *player = gs_session_player();
	g_autoptr(GPtrArray)
		argv = gs_player_command(player ? player : "glstep-replay", options, trace, NULL);
	GSubprocess *process = g_subprocess_newv((const char *const *)argv->pdata,
		G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, error);
	if (!process)
		return NULL;
	struct gs_draw_film *film = g_atomic_rc_box_new0(struct gs_draw_film);
	*film = (struct gs_draw_film){0, width, height, *events, data, process};
	g_thread_unref(g_thread_new("film", read_pictures, g_atomic_rc_box_acquire(film)));
	return film;
}

void gs_draw_film_free(struct gs_draw_film *film)
{
	if (!film)
		return;
	g_atomic_int_set(&film->cancelled, 1);
	g_subprocess_force_exit(film->player);
	g_atomic_rc_box_release_full(film, clear_film);
}
