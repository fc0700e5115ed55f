/* SPDX-License-Identifier: MIT */
/* ui/calls/pass-pictures - size, formats and a thumbnail of what a pass draws to, and a thumbnail
 * of what a draw call changes. They are made from the framebuffer's picture at each stop, so only
 * passes and draw calls at which the program has stopped have them, and the draw calls of a trace's
 * frame of which a film was made. */
#ifndef GS_UI_PASS_PICTURES_H
#define GS_UI_PASS_PICTURES_H

#include <gtk/gtk.h>
#include "debugger/calls/calls.h"
#include "frontend/state.h"

struct gs_pass_picture {
	unsigned width, height;	  /* of the framebuffer */
	uint32_t colour, depth;	  /* GL's constants of its formats; 0: none, or unknown */
	uint64_t call;		  /* number of the call that was pending */
	bool after;		  /* the picture contains that call's result */
	GdkPixbuf *small, *large; /* NULL: there is no colour buffer */
};

struct gs_draw_picture {
	uint64_t n;		  /* number of pixels that the draw call changes */
	GdkPixbuf *small, *large; /* the changed pixels, others transparent; NULL: none are */
	bool is_whole;		  /* of a film: all that it leaves, and n is not known */
};

struct gs_pass_pictures;

/* Return a new, empty set. `changed` is called when pictures have been added. */
struct gs_pass_pictures *gs_pass_pictures_new(void (*changed)(gpointer data), gpointer data);
void gs_pass_pictures_free(struct gs_pass_pictures *pictures);
/* Remove all pictures, as the list holds other calls now. */
void gs_pass_pictures_clear(struct gs_pass_pictures *pictures);
/* Call when the picture of the framebuffer has been fetched. Makes the pictures of the pending
 * call's pass and draw in the thread of pictures. */
void gs_pass_pictures_take(struct gs_pass_pictures *pictures, struct gs_call_store *store,
	const struct gs_ui_state *state);
/* Return a pass's picture, or NULL. Borrowed, valid until control returns to the main loop. */
const struct gs_pass_picture *gs_pass_pictures_get(
	const struct gs_pass_pictures *pictures, const struct gs_call_pass *pass);
/* Return the picture of the draw call with that number, as above. */
const struct gs_draw_picture *gs_pass_pictures_draw(
	const struct gs_pass_pictures *pictures, struct gs_call_store *store, uint64_t call);
/* Begin to make the pictures of all draw calls of an opened trace's frame, the one of that place,
 * in the background. widget: has the window's actions, of which "complain" tells what goes wrong.
 */
void gs_pass_pictures_film(struct gs_pass_pictures *pictures, GtkWidget *widget,
	struct gs_session *session, struct gs_call_place place);
/* Return whether that goes on, and how many there are so far. */
bool gs_pass_pictures_is_filmed(const struct gs_pass_pictures *pictures, unsigned *n);
void gs_pass_pictures_stop_film(struct gs_pass_pictures *pictures);
/* Return size and formats as text, such as ", 512 × 512 RGBA8, DEPTH24_STENCIL8"; g_free. */
char *gs_pass_picture_text(const struct gs_pass_picture *picture);

#endif
