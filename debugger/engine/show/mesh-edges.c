/* SPDX-License-Identifier: MIT */
#include <epoxy/gl.h>
#include "debugger/engine/show/mesh-edges.h"

/* How primitives follow each other: each has so many vertices, the next begins so many on; its
 * corners, in a ring or a line. */
static const struct shape {
	uint32_t mode;
	uint8_t size, step, n;
	uint8_t corner[4];
	bool open; /* no line from the last corner to the first */
} shapes[] = {
	{GL_LINES, 2, 2, 2, {0, 1}, true},
	{GL_LINE_STRIP, 2, 1, 2, {0, 1}, true},
	{GL_LINE_LOOP, 2, 1, 2, {0, 1}, true},
	{GL_TRIANGLES, 3, 3, 3, {0, 1, 2}, false},
	{GL_TRIANGLE_STRIP, 3, 1, 3, {0, 1, 2}, false},
	{GL_QUADS, 4, 4, 4, {0, 1, 2, 3}, false},
	{GL_QUAD_STRIP, 4, 2, 4, {0, 1, 3, 2}, false},
	{GL_LINES_ADJACENCY, 4, 4, 2, {1, 2}, true},
	{GL_LINE_STRIP_ADJACENCY, 4, 1, 2, {1, 2}, true},
	{GL_TRIANGLES_ADJACENCY, 6, 6, 3, {0, 2, 4}, false},
	{GL_TRIANGLE_STRIP_ADJACENCY, 6, 2, 3, {0, 2, 4}, false},
};

static void add(GArray *edges, uint32_t a, uint32_t b)
{
	uint32_t edge[2] = {a, b};
	g_array_append_val(edges, edge);
}

static void add_fan(uint32_t mode, uint32_t first, uint32_t n, GArray *edges)
{
	for (uint32_t i = 1; n >= 3 && i + 1 < n; i++) {
		if (mode == GL_TRIANGLE_FAN || i == 1)
			add(edges, first, first + i);
		add(edges, first + i, first + i + 1);
	}
	if (n >= 3)
		add(edges, first + n - 1, first);
}

static void add_shapes(const struct shape *s, uint32_t first, uint32_t n, GArray *edges)
{
	for (uint32_t at = 0; n >= s->size && at <= n - s->size; at += s->step)
		for (unsigned i = 0; i < s->n - (unsigned)s->open; i++)
			add(edges, first + at + s->corner[i],
				first + at + s->corner[(i + 1) % s->n]);
}

bool gs_mesh_add_edges(uint32_t mode, uint32_t first, uint32_t n, GArray *edges)
{
	if (mode == GL_TRIANGLE_FAN || mode == GL_POLYGON) {
		add_fan(mode, first, n, edges);
		return true;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
		if (shapes[i].mode != mode)
			continue;
		add_shapes(&shapes[i], first, n, edges);
		if (mode == GL_LINE_LOOP && n >= 2)
			add(edges, first + n - 1, first);
		return true;
	}
	return false;
}

static void add_face(GArray *faces, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t face[3] = {a, b, c};
	g_array_append_val(faces, face);
}

/* Each shape as a fan round its first corner. */
static void add_shape_faces(const struct shape *s, uint32_t first, uint32_t n, GArray *faces)
{
	for (uint32_t at = 0; n >= s->size && at <= n - s->size; at += s->step)
		for (unsigned i = 1; i + 1 < s->n; i++)
			add_face(faces, first + at + s->corner[0], first + at + s->corner[i],
				first + at + s->corner[i + 1]);
}

void gs_mesh_add_faces(uint32_t mode, uint32_t first, uint32_t n, GArray *faces)
{
	if (mode == GL_TRIANGLE_FAN || mode == GL_POLYGON)
		for (uint32_t i = 1; i + 1 < n; i++)
			add_face(faces, first, first + i, first + i + 1);
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++)
		if (shapes[i].mode == mode)
			add_shape_faces(&shapes[i], first, n, faces);
}
