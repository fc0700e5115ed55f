/* SPDX-License-Identifier: MIT */
/*
 * ui/settings - the window's persistent settings: one key file, $XDG_CONFIG_HOME/glstep/window.ini.
 * A file that cannot be read counts as empty.
 */
#ifndef GS_UI_SETTINGS_H
#define GS_UI_SETTINGS_H

#include <stdbool.h>
#include <glib.h>
#include "debugger/host/host.h"

GKeyFile *gs_settings(void); /* read when first asked for; change it as you like */
/* NULL: saved. Else a sentence; g_free. */
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
/* Records a launch, without its output file. */
void gs_recent_add(const struct gs_launch *launch);

#endif
