/* SPDX-License-Identifier: MIT */
/* frontend/verb-names - replaces names of console commands in the session's messages by the names
 * of the window's controls. */
#ifndef GS_FRONTEND_VERB_NAMES_H
#define GS_FRONTEND_VERB_NAMES_H

#include <glib.h>

/* Return the text with each console command between ` and ` replaced by the name of the window's
 * control for it, if there is one; g_free. */
char *gs_window_words(const char *text);

#endif
