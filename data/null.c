/* SPDX-License-Identifier: MIT */
#include "data/null.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

bool gs_data_takes_null(const char *name)
{
	static const char *const patterns[] = {"gl*BufferData*", "gl*BufferStorage*", "gl*Image?D*",
		"glClear*Data*", "glClearTex*", "glBitmap", "glBind*", "glShaderSource*",
		"glCompileShaderInclude*", "glVertexArrayVertexBuffers", "gl*Label*"};
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
		if (!fnmatch(patterns[i], name, 0))
			return !strstr(name, "SubImage") && !strstr(name, "Location");
	return false;
}
