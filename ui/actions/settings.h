/* SPDX-License-Identifier: MIT */
/*
 * ui/actions/settings - the window's settings, in the key file $XDG_CONFIG_HOME/glstep/window.ini.
 * A file that cannot be read counts as empty.
 */
#ifndef GS_UI_SETTINGS_H
#define GS_UI_SETTINGS_H

#include <stdbool.h>
#include <glib.h>
#include "debugger/host/host.h"

GKeyFile *gs_settings(void); /* read by the first call; may be changed */
/* Write the settings to the file, keeping recent programs that other windows have added. Return
 * NULL, or a sentence that says why it failed; g_free. */
char *gs_settings_save(void);
/* Return a number of the settings, or `otherwise` if there is none. */
int gs_settings_int(const char *group, const char *key, int otherwise);

/* How many of the last frames sessions hold; 0: none. */
uint32_t gs_settings_keep_last(void);
void gs_settings_set_keep_last(uint32_t frames);

/* A program or trace that was debugged. */
struct gs_recent {
	char **argv;
	char *directory;		     /* "": none */
	char **environment;		     /* NAME=VALUE */
	bool refuse_binaries, freeze_clocks; /* as in struct gs_launch */
};
GPtrArray *gs_recent_list(void); /* struct gs_recent, the latest first; g_ptr_array_unref */
/* Note the program that is launched (without its output file), and call gs_recent_started once it
 * has started, which makes it a recent program: so a mistyped one does not stay. */
void gs_recent_launch(const struct gs_launch *launch);
void gs_recent_started(void);
const struct gs_recent *gs_recent_launched(void); /* NULL: none is starting */

#endif
