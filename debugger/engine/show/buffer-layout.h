/* SPDX-License-Identifier: MIT */
/* debugger/engine/show/buffer-layout - a buffer's bytes as elements of given types. */
#ifndef GS_BUFFER_LAYOUT_H
#define GS_BUFFER_LAYOUT_H

#include <stdint.h>
#include <glib.h>

struct gs_field;
struct gs_buffer_layout;

/* layout: types, with commas between them, one after the other without gaps: float vec3 int uvec4
 * double half short ushort byte ubyte, with a number behind all but vectors (ubyte4), n behind
 * integers for normalized ones (ubyte4n). stride 0: their size. count 0: as many as there are. An
 * element a cell of one row; NULL layout: "float". */
struct gs_buffer_view {
	uint32_t buffer;
	const char *layout;
	uint64_t offset, stride, count;
	uint64_t length; /* bytes, from offset on; 0: to the end */
};

/* Reads the types; NULL: "float". NULL: USAGE names the word that is no type. */
struct gs_buffer_layout *gs_buffer_layout_parse(const char *text, GError **error);
void gs_buffer_layout_free(struct gs_buffer_layout *layout); /* NULL is fine */
/* The view's bytes, of which there are size, as a field. NULL: UNSUPPORTED, they are too many. */
struct gs_field *gs_buffer_layout_read(const struct gs_buffer_layout *layout,
	const struct gs_buffer_view *view, const uint8_t *bytes, uint64_t size, GError **error);

#endif
