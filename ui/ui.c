/* SPDX-License-Identifier: MIT */
#include "ui/ui.h"

#include <stdio.h>
#include <gtk/gtk.h>

int gs_ui_run(const struct gs_ui_options *options, int *argc, char ***argv)
{
	if (!gtk_init_check(argc, argv)) {
		fprintf(stderr, "glstep: there is no display; use glstep --console, or set DISPLAY\n");
		return 2;
	}
	(void)options;
	return 0;
}
