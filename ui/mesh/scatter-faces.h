/* SPDX-License-Identifier: MIT */
/* ui/mesh/scatter-faces - triangles as a picture: the nearest at each pixel, lit from where the
 * viewer is. */
#ifndef GS_UI_SCATTER_FACES_H
#define GS_UI_SCATTER_FACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cairo.h>

/* In pixels from the upper left corner; depth grows towards the viewer. */
struct gs_face_corner {
	double x, y, depth;
	bool is_there; /* false: no triangle with it is drawn */
};

struct gs_faces;

/* Paints triangles of these corners, by their numbers, which the caller has checked. with_lines:
 * along their sides, too. Free with gs_faces_free. */
struct gs_faces *gs_faces_paint(int width, int height, const struct gs_face_corner *corners,
	const uint32_t (*faces)[3], size_t n, bool with_lines);
void gs_faces_free(struct gs_faces *faces); /* NULL is fine */
/* Returns the picture, which belongs to the faces; transparent where there is none. */
cairo_surface_t *gs_faces_surface(const struct gs_faces *faces);
/* Returns whether a face is in front of the corner. */
bool gs_faces_hide(const struct gs_faces *faces, const struct gs_face_corner *corner);

#endif
