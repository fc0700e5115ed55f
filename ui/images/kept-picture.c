/* SPDX-License-Identifier: MIT */
#include "ui/images/kept-picture.h"

#include <stdlib.h>
#include <string.h>

enum { COMPONENTS = 4, ALPHA = 3, OPAQUE = 255 };

void gs_kept_take(struct gs_kept_picture *kept, const struct gs_picture *picture)
{
	if (kept->picture.rgba)
		gs_picture_clear(&kept->picture);
	memset(kept, 0, sizeof *kept);
	if (!picture || !picture->rgba)
		return;
	kept->picture = *picture;
	g_bytes_ref(kept->picture.rgba);
}

bool gs_kept_fits(const struct gs_kept_picture *kept, const struct gs_picture *picture)
{
	return kept->picture.rgba && picture->rgba && kept->picture.width == picture->width &&
	       kept->picture.height == picture->height;
}

GBytes *gs_kept_difference(struct gs_kept_picture *kept, const struct gs_picture *picture)
{
	const uint8_t *a = g_bytes_get_data(kept->picture.rgba, NULL);
	const uint8_t *b = g_bytes_get_data(picture->rgba, NULL);
	size_t n = (size_t)picture->width * picture->height;
	uint8_t *difference = g_malloc(COMPONENTS * n + 1);
	kept->differing = 0;
	for (size_t i = 0; i < n; i++) {
		/* row by row from the lowest, the last in memory */
		size_t row = picture->height - 1 - i / picture->width, column = i % picture->width;
		size_t at = COMPONENTS * (row * picture->width + column);
		for (size_t k = 0; k < ALPHA; k++)
			difference[at + k] = (uint8_t)abs(b[at + k] - a[at + k]);
		difference[at + ALPHA] = OPAQUE;
		if (memcmp(a + at, b + at, COMPONENTS) == 0 || kept->differing++)
			continue;
		kept->x = (unsigned)column;
		kept->y = (unsigned)(i / picture->width);
	}
	return g_bytes_new_take(difference, COMPONENTS * n);
}
