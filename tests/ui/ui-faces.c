/* SPDX-License-Identifier: MIT */
/* Triangles as a picture: which one is seen, how light it is, and which points it hides. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ui/mesh/scatter-faces.h"

static int failures;

static void check(int line, const char *what, bool good)
{
	if (good)
		return;
	fprintf(stderr, "%s:%d: %s\n", __FILE__, line, what);
	failures++;
}

#define CHECK(what, good) check(__LINE__, what, good)

/* How light a pixel is, from the picture's green; -1: nothing is there. */
static int at(const struct gs_faces *faces, int x, int y)
{
	cairo_surface_t *surface = gs_faces_surface(faces);
	uint32_t pixel;
	memcpy(&pixel,
		cairo_image_surface_get_data(surface) +
			y * cairo_image_surface_get_stride(surface) + 4 * x,
		4);
	return pixel ? (int)(pixel >> 8 & 255) : -1;
}

int main(void)
{
	/* one parallel to the picture, and one that leans by 60 degrees: it is nearer at the left
	 * of x = 20 */
	const double slope = tan(M_PI / 3);
	const struct gs_face_corner corners[] = {{0, 0, 0, true}, {40, 0, 0, true},
		{0, 40, 0, true}, {0, 0, 20 * slope, true}, {40, 0, -20 * slope, true},
		{0, 40, 20 * slope, true}, {5, 5, 0, false}};
	const uint32_t both[][3] = {{0, 1, 2}, {3, 5, 4}}, absent[][3] = {{0, 1, 6}};
	struct gs_faces *faces = gs_faces_paint(50, 50, corners, both, 2, false);
	int straight = at(faces, 30, 5), leaning = at(faces, 10, 5);
	CHECK("one is seen at the right", straight > 0);
	CHECK("the other at the left, darker",
		abs(leaning * 1000 / straight - 625) < 10); /* 0.25 + 0.75 / 2 */
	CHECK("up to where they meet", at(faces, 18, 2) == leaning && at(faces, 21, 2) == straight);
	CHECK("nothing beside them", at(faces, 45, 45) == -1 && at(faces, 30, 20) == -1);
	CHECK("a corner behind is hidden", gs_faces_hide(faces, &corners[0]));
	CHECK("one of the nearest is not", !gs_faces_hide(faces, &corners[3]));
	CHECK("nor one beside them",
		!gs_faces_hide(faces, &(struct gs_face_corner){45, 45, -100, true}));
	CHECK("nor one outside",
		!gs_faces_hide(faces, &(struct gs_face_corner){-3, 99, -100, true}));
	gs_faces_free(faces);

	faces = gs_faces_paint(50, 50, corners, both, 1, true);
	CHECK("a line at its side", at(faces, 30, 0) < straight / 2 && at(faces, 30, 0) >= 0);
	CHECK("none within", at(faces, 10, 10) == straight);
	gs_faces_free(faces);

	faces = gs_faces_paint(50, 50, corners, absent, 1, false);
	CHECK("a corner that has no place", at(faces, 5, 1) == -1);
	gs_faces_free(faces);
	return failures != 0;
}
