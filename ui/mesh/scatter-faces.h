/* SPDX-License-Identifier: MIT */
/* ui/mesh/scatter-faces - renders triangles: the nearest at each pixel, lit from the viewer's
 * position. */
#ifndef GS_UI_SCATTER_FACES_H
#define GS_UI_SCATTER_FACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cairo.h>

/* A corner, in pixels from the upper left corner; depth grows towards the viewer. */
struct gs_face_corner {
	double x, y, depth;
	bool is_there; /* false: triangles with this corner are not drawn */
};

struct gs_faces;

/* Return a picture of n triangles between corners, given by their indices, which the caller has
 * checked. with_lines: draw their sides, too. Free with gs_faces_free. */
struct gs_faces *gs_faces_paint(int width, int height, const struct gs_face_corner *corners,
	const uint32_t (*faces)[3], size_t n, bool with_lines);
void gs_faces_free(struct gs_faces *faces); /* NULL is fine */
/* Return the picture, which the faces own; transparent where there is no triangle. */
cairo_surface_t *gs_faces_surface(const struct gs_faces *faces);
/* Return whether a face is in front of the corner. */
bool gs_faces_hide(const struct gs_faces *faces, const struct gs_face_corner *corner);

#endif
