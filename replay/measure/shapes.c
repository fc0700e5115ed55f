/* SPDX-License-Identifier: MIT */
#include "replay/measure/shapes.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_CORNERS = 3 + 7, PLANES = 7 };

/* A position, or a plane; a position is inside where the product of both is not negative. */
struct four {
	double v[4];
};

static double product(const struct four *a, const struct four *b)
{
	return a->v[0] * b->v[0] + a->v[1] * b->v[1] + a->v[2] * b->v[2] + a->v[3] * b->v[3];
}

/* Store the planes of the view volume. Return how many; the last one excludes what is behind the
 * eye, where no other plane does. */
static unsigned planes_of(const struct gs_shape_rules *rules, struct four planes[PLANES])
{
	static const struct four sides[] = {
		{{1, 0, 0, 1}}, {{-1, 0, 0, 1}}, {{0, 1, 0, 1}}, {{0, -1, 0, 1}}};
	static const struct four far = {{0, 0, -1, 1}}, eye = {{0, 0, 0, 1}};
	unsigned n = sizeof(sides) / sizeof(*sides);
	memcpy(planes, sides, sizeof(sides));
	if (!rules->clamps_depth) {
		planes[n++] = (struct four){{0, 0, 1, rules->zero_to_one ? 0 : 1}};
		planes[n++] = far;
	}
	planes[n++] = eye;
	return n;
}

/* Cut a polygon or line by a plane. Return the number of corners that are left; sets *cut if not
 * all was inside. */
static unsigned cut_by(const struct four *plane, const struct four *from, unsigned n,
	struct four *to, bool is_closed, bool *cut)
{
	unsigned m = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct four *a = &from[i], *b = &from[(i + 1) % n];
		double in_a = product(plane, a), in_b = product(plane, b);
		if (in_a >= 0)
			to[m++] = *a;
		else
			*cut = true;
		if ((in_a >= 0) == (in_b >= 0) || (!is_closed && i + 1 == n))
			continue;
		for (unsigned c = 0; c < 4; c++)
			to[m].v[c] = a->v[c] + (b->v[c] - a->v[c]) * (in_a / (in_a - in_b));
		m++;
	}
	return m;
}

/* Cut the shape by all planes, in place. Return the number of corners that are left. */
static unsigned cut(const struct gs_shape_rules *rules, struct four *corners, unsigned n,
	bool is_closed, bool *is_cut)
{
	struct four planes[PLANES], to[MOST_CORNERS];
	unsigned n_planes = planes_of(rules, planes);
	for (unsigned i = 0; i < n_planes && n; i++) {
		n = cut_by(&planes[i], corners, n, to, is_closed, is_cut);
		memcpy(corners, to, n * sizeof(*to));
	}
	return n;
}

/* Return the area in pixels; above 0: counterclockwise, seen with y upwards. */
static double area_of(const struct gs_shape_rules *rules, const struct four *corners, unsigned n)
{
	double twice = 0;
	for (unsigned i = 0; i < n; i++) {
		const double *a = corners[i].v, *b = corners[(i + 1) % n].v;
		if (a[3] <= 0 || b[3] <= 0)
			return 0;
		twice += a[0] / a[3] * (b[1] / b[3]) - b[0] / b[3] * (a[1] / a[3]);
	}
	return twice / 2 * (rules->width / 2) * (rules->height / 2);
}

/* Return whether the triangle has no area. Products of three floats do not fit into a double, so a
 * volume within its last bits counts as none; positions themselves are a billion times less
 * exact. */
static bool is_flat(const struct four *c)
{
	const double *a = c[0].v, *b = c[1].v, *d = c[2].v;
	const double terms[6] = {a[0] * (b[1] * d[3]), -a[0] * (b[3] * d[1]), -a[1] * (b[0] * d[3]),
		a[1] * (b[3] * d[0]), a[3] * (b[0] * d[1]), -a[3] * (b[1] * d[0])};
	double volume = 0, size = 0;
	for (unsigned i = 0; i < 6; i++) {
		volume += terms[i];
		size += fabs(terms[i]);
	}
	return !isfinite(volume) || fabs(volume) <= 8 * DBL_EPSILON * size;
}

static bool is_culled(const struct gs_shape_rules *rules, double area)
{
	bool is_clockwise = (area < 0) != rules->y_is_down;
	bool is_front = is_clockwise == rules->front_is_clockwise;
	return is_front ? rules->culls_front : rules->culls_back;
}

void gs_shapes_add(struct gs_shapes *shapes, const struct gs_shape_rules *rules,
	const float (*positions)[4], unsigned n)
{
	struct four corners[MOST_CORNERS];
	bool is_triangle = n == 3, is_cut = false;
	double area = 0;
	shapes->assembled++;
	for (unsigned i = 0; i < n; i++)
		for (unsigned c = 0; c < 4; c++)
			corners[i].v[c] = (double)positions[i][c];
	if (is_triangle && is_flat(corners)) {
		shapes->degenerate++;
		return;
	}
	unsigned left = cut(rules, corners, n, is_triangle, &is_cut);
	if (is_triangle)
		area = left > 2 ? area_of(rules, corners, left) : 0;
	/* A triangle that only touches the view volume has no area in it. */
	if (is_triangle ? left < 3 || area == 0 : !left) {
		shapes->outside++;
		return;
	}
	if (is_triangle && is_culled(rules, area)) {
		shapes->culled++;
		return;
	}
	shapes->rasterized++;
	shapes->clipped += is_cut;
	shapes->triangles += is_triangle;
	shapes->area += fabs(area);
}
