/* SPDX-License-Identifier: MIT */
/* frontend/verb-names - what the session says, in the words of the window. */
#ifndef GS_FRONTEND_VERB_NAMES_H
#define GS_FRONTEND_VERB_NAMES_H

#include <glib.h>

/* Commands of the console between ` and ` become names of the window's controls, where they have
 * one; g_free.
 */
char *gs_window_words(const char *text);

#endif
