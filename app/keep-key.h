/* SPDX-License-Identifier: MIT */
/* app/keep-key - a key that does something whichever window has the keyboard's focus: grabbed from
 * the X server (X Window System Protocol, GrabKey), so the windows do not get it. */
#ifndef GS_APP_KEEP_KEY_H
#define GS_APP_KEEP_KEY_H

#include <glib.h>

struct gs_keep_key;
/* Grab a key by its name, as `xev` shows it, behind any of "Ctrl+", "Shift+", "Alt+", "Super+":
 * "F11", "Ctrl+Print". From then on `pressed` is called in a thread of its own each time that the
 * key is pressed. Free it with gs_keep_key_free; NULL: USAGE. */
struct gs_keep_key *gs_keep_key_new(
	const char *name, void (*pressed)(void *data), void *data, GError **error);
/* End the thread, and give the key back. NULL is fine. */
void gs_keep_key_free(struct gs_keep_key *key);

#endif
