/* SPDX-License-Identifier: MIT */
#include "effects/extract/folder.h"

#include <glib.h>
#include <glib/gstdio.h>

void gs_folder_remove(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		char *file = g_build_filename(folder, name, NULL);
		g_unlink(file);
		g_free(file);
	}
	if (dir)
		g_dir_close(dir);
	g_rmdir(folder);
}
