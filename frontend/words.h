/* SPDX-License-Identifier: MIT */
/* frontend/words - what the session says, in the words of the window. */
#ifndef GS_FRONTEND_WORDS_H
#define GS_FRONTEND_WORDS_H

#include <glib.h>

/* Commands of the console between ` and ` become names of the window's controls, where they have
 * one; g_free.
 */
char *gs_window_words(const char *text);

#endif
