/* SPDX-License-Identifier: MIT */
#include "data/trace-class.h"

#include <stdbool.h>
#include <string.h>
#include "data/data.h"

const char *gs_data_trace_class_name(unsigned n)
{
	static const char *const names[] = {
		"operations", "primitives", "arrays", "textures", "pixels", "errors"};
	return n < sizeof(names) / sizeof(*names) ? names[n] : 0;
}

unsigned gs_data_trace_traits(const char *name)
{
	static const char *const image[] = {
		"glTex", "glCompressedTex", "glMultiTex", "glCompressedMultiTex", 0};
	static const char *const pixels[] = {"glBitmap", "glDrawPixels", 0};
	static const char *const window[] = {"glX", "egl", 0};
	bool array = strstr(name, "Pointer") && strncmp(name, "glGet", strlen("glGet"));
	return (gs_data_begins(name, window) ? GS_TRACE_WINDOW : 0u) |
	       (array || strcmp(name, "glInterleavedArrays") == 0 ? GS_TRACE_SETS_ARRAY : 0u) |
	       (gs_data_begins(name, image) && strstr(name, "Image") ? GS_TRACE_READS_TEXTURE
								     : 0u) |
	       (gs_data_begins(name, pixels) ? GS_TRACE_READS_PIXELS : 0u);
}
