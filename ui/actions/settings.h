/* SPDX-License-Identifier: MIT */
/*
 * ui/actions/settings - the window's persistent settings: one key file,
 * $XDG_CONFIG_HOME/glstep/window.ini. A file that cannot be read counts as empty.
 */
#ifndef GS_UI_SETTINGS_H
#define GS_UI_SETTINGS_H

#include <stdbool.h>
#include <glib.h>
#include "debugger/host/host.h"

GKeyFile *gs_settings(void); /* read when first asked for; change it as you like */
/* What other windows have added to the programs used lately stays. NULL: saved. Else a sentence;
 * g_free. */
char *gs_settings_save(void);
int gs_settings_int(const char *group, const char *key, int otherwise);

/* A program that was debugged, latest first. */
struct gs_recent {
	char **argv;
	char *directory;		     /* "" none */
	char **environment;		     /* NAME=VALUE */
	bool refuse_binaries, freeze_clocks; /* struct gs_launch */
};
GPtrArray *gs_recent_list(void); /* struct gs_recent; unref frees all */
/* Notes what is launched, without its output file; it becomes a recent program once it has started,
 * so that what was mistyped does not stay. */
void gs_recent_launch(const struct gs_launch *launch);
void gs_recent_started(void);
const struct gs_recent *gs_recent_launched(void); /* NULL: none that has not started yet */

#endif
