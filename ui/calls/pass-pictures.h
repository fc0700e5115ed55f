/* SPDX-License-Identifier: MIT */
/* ui/calls/pass-pictures - size, formats and thumbnail of what a pass draws to, and a thumbnail of
 * what a draw changes, of those at which the program has stood: from the picture of the framebuffer
 * that is fetched then. */
#ifndef GS_UI_PASS_PICTURES_H
#define GS_UI_PASS_PICTURES_H

#include <gtk/gtk.h>
#include "debugger/calls/calls.h"
#include "frontend/state.h"

struct gs_pass_picture {
	unsigned width, height;	  /* of the framebuffer */
	uint32_t colour, depth;	  /* its formats, as GL has them; 0: none, or not known */
	uint64_t call;		  /* pending then */
	bool after;		  /* the picture has that call in it */
	GdkPixbuf *small, *large; /* NULL: it has no colour */
};

struct gs_draw_picture {
	uint64_t n;		  /* pixels that the draw changes */
	GdkPixbuf *small, *large; /* of these, the others are transparent; NULL: there are none */
};

struct gs_pass_pictures;

/* changed: some have been made. */
struct gs_pass_pictures *gs_pass_pictures_new(void (*changed)(gpointer data), gpointer data);
void gs_pass_pictures_free(struct gs_pass_pictures *pictures);
/* Of other calls from now on. */
void gs_pass_pictures_clear(struct gs_pass_pictures *pictures);
/* When the picture of the framebuffer has been fetched: makes those of its pass and its draw, in
 * the thread of pictures. */
void gs_pass_pictures_take(struct gs_pass_pictures *pictures, struct gs_call_store *store,
	const struct gs_ui_state *state);
/* NULL: there is none. Borrowed, until the main loop goes on. */
const struct gs_pass_picture *gs_pass_pictures_get(
	const struct gs_pass_pictures *pictures, const struct gs_call_pass *pass);
/* Likewise of the draw with that number. */
const struct gs_draw_picture *gs_pass_pictures_draw(
	const struct gs_pass_pictures *pictures, struct gs_call_store *store, uint64_t call);
/* ", 512 × 512 RGBA8, DEPTH24_STENCIL8"; g_free. */
char *gs_pass_picture_text(const struct gs_pass_picture *picture);

#endif
