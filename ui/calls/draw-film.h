/* SPDX-License-Identifier: MIT */
/*
 * ui/calls/draw-film - pictures of what each draw call of a part of an opened trace leaves, without
 * having stood there: a player in the background plays the trace, and what it writes is made small
 * as it comes. One whole picture is in memory at a time.
 */
#ifndef GS_UI_DRAW_FILM_H
#define GS_UI_DRAW_FILM_H

#include <gtk/gtk.h>
#include <stdbool.h>
#include <stdint.h>

struct gs_draw_film;

/* Called in the main loop, until the film is freed. */
struct gs_draw_film_events {
	/* A picture of what the call has left, that fits into the size; it is the callee's. */
	void (*taken)(gpointer data, uint64_t call, GdkPixbuf *picture);
	/* There will be no more; why: a sentence about what went wrong, or NULL. */
	void (*ended)(gpointer data, const char *why);
};

/* Begin to play the trace up to the last of these calls ("100-200/draw"). Return NULL and set error
 * if the player cannot be started. */
struct gs_draw_film *gs_draw_film_new(const char *trace, const char *calls, int width, int height,
	const struct gs_draw_film_events *events, gpointer data, GError **error);
/* End the player, if it still plays. NULL is fine. */
void gs_draw_film_free(struct gs_draw_film *film);

#endif
