/* SPDX-License-Identifier: MIT */
#include "debugger/output-file.h"

#include <errno.h>

#include "debugger/error.h"

FILE *gs_output_open(const char *path, GError **error)
{
	FILE *file = fopen(path, "we");
	if (!file)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be written: %s", path,
			g_strerror(errno));
	return file;
}

bool gs_output_close(FILE *file, const char *path, GError **error)
{
	bool good = !ferror(file);
	if (fclose(file) == 0 && good)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' could not be written to the end: %s",
		path, g_strerror(errno));
	return false;
}
