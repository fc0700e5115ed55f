/* SPDX-License-Identifier: MIT */
/* debugger/engine/show/buffer-layout - a buffer's bytes as elements of given types. */
#ifndef GS_BUFFER_LAYOUT_H
#define GS_BUFFER_LAYOUT_H

#include <stdint.h>
#include <glib.h>

struct gs_field;
struct gs_buffer_layout;

/* How to read a buffer: each element becomes a cell of one row. layout: types separated by commas,
 * without gaps in memory: float vec3 int uvec4 double half short ushort byte ubyte; a number may
 * follow all but vectors (ubyte4), and an n integers that are normalized (ubyte4n); NULL: "float".
 * stride 0: the size of the types. count 0: as many as there are. */
struct gs_buffer_view {
	uint32_t buffer;
	const char *layout;
	uint64_t offset, stride, count;
	uint64_t length; /* bytes, from offset on; 0: to the end */
};

/* Parses a layout; NULL: "float". Returns NULL with USAGE, naming the word that is no type. */
struct gs_buffer_layout *gs_buffer_layout_parse(const char *text, GError **error);
void gs_buffer_layout_free(struct gs_buffer_layout *layout); /* NULL is fine */
/* Reads the view's `size` bytes as a field. Returns NULL with UNSUPPORTED if there are too many. */
struct gs_field *gs_buffer_layout_read(const struct gs_buffer_layout *layout,
	const struct gs_buffer_view *view, const uint8_t *bytes, uint64_t size, GError **error);

#endif
