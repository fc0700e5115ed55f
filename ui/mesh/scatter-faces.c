/* SPDX-License-Identifier: MIT */
#include "ui/mesh/scatter-faces.h"

#include <glib.h>
#include <math.h>

enum { RED = 0x9c, GREEN = 0xaa, BLUE = 0xc0, LINE = 0x3c }; /* of a face seen from the front */

struct gs_faces {
	int width, height;
	cairo_surface_t *surface;
	float *depth; /* depth of the nearest face at each pixel; -INFINITY: none */
};

/* A side of a triangle as a linear function: the distance, in pixels, by which a point is
 * inside. */
struct side {
	double a, b, c;
};

static struct side side_of(
	const struct gs_face_corner *from, const struct gs_face_corner *to, double sign)
{
	double dx = to->x - from->x, dy = to->y - from->y, length = hypot(dx, dy);
	double scale = length > 0 ? sign / length : 0;
	return (struct side){-dy * scale, dx * scale, (dy * from->x - dx * from->y) * scale};
}

/* Return the colour of a face, which is darker the more it is turned away from the viewer. */
static uint32_t colour_of(const double normal[3])
{
	double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	double light = length > 0 ? 0.25 + 0.75 * fabs(normal[2]) / length : 0.25;
	return 0xff000000u | (uint32_t)(RED * light) << 16 | (uint32_t)(GREEN * light) << 8 |
	       (uint32_t)(BLUE * light);
}

static void find_normal(const struct gs_face_corner *const corner[3], double normal[3])
{
	double u[3] = {corner[1]->x - corner[0]->x, corner[1]->y - corner[0]->y,
		corner[1]->depth - corner[0]->depth};
	double v[3] = {corner[2]->x - corner[0]->x, corner[2]->y - corner[0]->y,
		corner[2]->depth - corner[0]->depth};
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		normal[i] = u[j] * v[k] - u[k] * v[j];
	}
}

static int bound(double value, int most)
{
	return (int)fmin(fmax(value, 0), most);
}

static void paint(
	struct gs_faces *faces, const struct gs_face_corner *const corner[3], bool with_lines)
{
	double normal[3];
	find_normal(corner, normal);
	if (!(fabs(normal[2]) > 0))
		return; /* the face is seen edge-on */
	double sign = normal[2] > 0 ? 1 : -1;
	const struct side sides[3] = {side_of(corner[0], corner[1], sign),
		side_of(corner[1], corner[2], sign), side_of(corner[2], corner[0], sign)};
	uint32_t colour = colour_of(normal);
	const struct gs_face_corner *a = corner[0], *b = corner[1], *c = corner[2];
	int left = bound(floor(fmin(a->x, fmin(b->x, c->x))), faces->width);
	int right = bound(ceil(fmax(a->x, fmax(b->x, c->x))), faces->width);
	int top = bound(floor(fmin(a->y, fmin(b->y, c->y))), faces->height);
	int bottom = bound(ceil(fmax(a->y, fmax(b->y, c->y))), faces->height);
	for (int y = top; y < bottom; y++) {
		uint32_t *row = (uint32_t *)(void *)(cairo_image_surface_get_data(faces->surface) +
						     (size_t)y *
							     (size_t)cairo_image_surface_get_stride(
								     faces->surface));
		for (int x = left; x < right; x++) {
			double px = x + 0.5, py = y + 0.5, within = INFINITY;
			for (int i = 0; i < 3; i++)
				within = fmin(
					within, sides[i].a * px + sides[i].b * py + sides[i].c);
			float depth = (float)(a->depth -
					      (normal[0] * (px - a->x) + normal[1] * (py - a->y)) /
						      normal[2]);
			float *nearest =
				&faces->depth[(size_t)y * (size_t)faces->width + (size_t)x];
			if (within < 0 || depth < *nearest)
				continue;
			*nearest = depth;
			row[x] = with_lines && within < 1 ? 0xff000000u | LINE * 0x010101u : colour;
		}
	}
}

struct gs_faces *gs_faces_paint(int width, int height, const struct gs_face_corner *corners,
	const uint32_t (*triangles)[3], size_t n, bool with_lines)
{
	struct gs_faces *faces = g_new0(struct gs_faces, 1);
	size_t size = (size_t)width * (size_t)height;
	faces->width = width;
	faces->height = height;
	faces->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	faces->depth = g_new(float, size);
	for (size_t i = 0; i < size; i++)
		faces->depth[i] = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		const struct gs_face_corner *const corner[3] = {&corners[triangles[i][0]],
			&corners[triangles[i][1]], &corners[triangles[i][2]]};
		if (corner[0]->is_there && corner[1]->is_there && corner[2]->is_there)
			paint(faces, corner, with_lines);
	}
	cairo_surface_mark_dirty(faces->surface);
	return faces;
}

void gs_faces_free(struct gs_faces *faces)
{
	if (!faces)
		return;
	cairo_surface_destroy(faces->surface);
	g_free(faces->depth);
	g_free(faces);
}

cairo_surface_t *gs_faces_surface(const struct gs_faces *faces)
{
	return faces->surface;
}

bool gs_faces_hide(const struct gs_faces *faces, const struct gs_face_corner *corner)
{
	enum { NEAR = 2 }; /* pixels; tolerance, so that a face does not hide its own corners */
	if (!(corner->x >= 0 && corner->x < faces->width && corner->y >= 0 &&
		    corner->y < faces->height))
		return false;
	size_t at = (size_t)corner->y * (size_t)faces->width + (size_t)corner->x;
	return faces->depth[at] > corner->depth + NEAR;
}
