/* SPDX-License-Identifier: MIT */
/* An image from elsewhere (EGLImage, pixmap, pbuffer) as glTexImage2D, for players that cannot make
 * it. */
#include <string.h>
#include "data/constants.h"
#include "debugger/record/private.h"

/* The pixel store's names, in the order of gs_wire_bound_image.unpack. GL_RGBA needs no other
 * alignment of rows than one of at most 4 bytes. */
static const struct {
	uint64_t name;
	int32_t most, plain;
} stores[] = {{GL_UNPACK_SWAP_BYTES, 0, 0}, {GL_UNPACK_LSB_FIRST, 0, 0},
	{GL_UNPACK_ROW_LENGTH, 0, 0}, {GL_UNPACK_SKIP_ROWS, 0, 0}, {GL_UNPACK_SKIP_PIXELS, 0, 0},
	{GL_UNPACK_ALIGNMENT, 4, 4}};

/* As the texels are, or else as the program has it. */
static void set_stores(const struct values *v, uint32_t thread,
	const struct gs_wire_bound_image *image, bool plain)
{
	const uint64_t buffer[2] = {GL_PIXEL_UNPACK_BUFFER, plain ? 0 : image->unpack_buffer};
	if (image->unpack_buffer)
		gs_recording_make_up(v, thread, GS_FN_glBindBuffer, buffer, 2);
	for (unsigned i = 0; i < G_N_ELEMENTS(stores); i++) {
		int32_t value = plain ? stores[i].plain : image->unpack[i];
		const uint64_t args[2] = {stores[i].name, (uint64_t)(int64_t)value};
		if (image->unpack[i] > stores[i].most)
			gs_recording_make_up(v, thread, GS_FN_glPixelStorei, args, 2);
	}
}

void gs_recording_make_up_image(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size)
{
	struct gs_wire_bound_image image;
	if (size < sizeof image)
		return;
	memcpy(&image, bytes, sizeof image);
	const uint64_t args[8] = {image.target, 0, image.internal_format, image.width, image.height,
		0, image.format, image.type};
	const struct gs_wire_memory texels = {.class = GS_CLASS_VOID,
		.bits = 8,
		.size = size - sizeof image,
		.count = size - sizeof image};
	set_stores(v, thread, &image, true);
	gs_recording_make_up_array(
		v, thread, GS_FN_glTexImage2D, args, &texels, bytes + sizeof image);
	set_stores(v, thread, &image, false);
}
