/* SPDX-License-Identifier: MIT */
/* The lines and faces between a draw's vertices, mode by mode, against lists written by hand from
 * the specification's figures. */
#include <epoxy/gl.h>
#include <stdio.h>
#include "debugger/engine/show/mesh-edges.h"

static const struct expected {
	uint32_t mode, n;
	const char *edges, *faces;
} expected[] = {
	{GL_LINES, 5, "0-1 2-3", ""},
	{GL_LINE_STRIP, 4, "0-1 1-2 2-3", ""},
	{GL_LINE_LOOP, 4, "0-1 1-2 2-3 3-0", ""},
	{GL_LINE_LOOP, 1, "", ""},
	{GL_TRIANGLES, 8, "0-1 1-2 2-0 3-4 4-5 5-3", "0-1-2 3-4-5"},
	{GL_TRIANGLES, 2, "", ""},
	{GL_TRIANGLE_STRIP, 4, "0-1 1-2 2-0 1-2 2-3 3-1", "0-1-2 1-2-3"},
	{GL_TRIANGLE_FAN, 4, "0-1 1-2 0-2 2-3 3-0", "0-1-2 0-2-3"},
	{GL_POLYGON, 4, "0-1 1-2 2-3 3-0", "0-1-2 0-2-3"},
	{GL_POLYGON, 2, "", ""},
	{GL_QUADS, 9, "0-1 1-2 2-3 3-0 4-5 5-6 6-7 7-4", "0-1-2 0-2-3 4-5-6 4-6-7"},
	{GL_QUAD_STRIP, 7, "0-1 1-3 3-2 2-0 2-3 3-5 5-4 4-2", "0-1-3 0-3-2 2-3-5 2-5-4"},
	{GL_LINES_ADJACENCY, 8, "1-2 5-6", ""},
	{GL_LINE_STRIP_ADJACENCY, 5, "1-2 2-3", ""},
	{GL_TRIANGLES_ADJACENCY, 6, "0-2 2-4 4-0", "0-2-4"},
	{GL_TRIANGLE_STRIP_ADJACENCY, 8, "0-2 2-4 4-0 2-4 4-6 6-2", "0-2-4 2-4-6"},
};

static char *text_of(const GArray *shapes, unsigned corners, uint32_t first)
{
	GString *text = g_string_new(NULL);
	const uint32_t *corner = (const void *)shapes->data;
	for (guint i = 0; i < shapes->len * corners; i++)
		g_string_append_printf(text, "%s%u",
			i == 0	      ? ""
			: i % corners ? "-"
				      : " ",
			corner[i] - first);
	return g_string_free(text, FALSE);
}

static bool check_faces(const struct expected *e, uint32_t first)
{
	g_autoptr(GArray) faces = g_array_new(FALSE, FALSE, sizeof(uint32_t[3]));
	gs_mesh_add_faces(e->mode, first, e->n, faces);
	g_autofree char *text = text_of(faces, 3, first);
	bool good = g_str_equal(text, e->faces);
	if (!good)
		printf("mode 0x%x, %u vertices from %u: faces %s, expected %s\n", e->mode, e->n,
			first, text, e->faces);
	return good;
}

static bool check(const struct expected *e, uint32_t first)
{
	GArray *edges = g_array_new(FALSE, FALSE, sizeof(uint32_t[2]));
	bool good = gs_mesh_add_edges(e->mode, first, e->n, edges);
	char *text = text_of(edges, 2, first);
	good = good && g_str_equal(text, e->edges);
	if (!good)
		printf("mode 0x%x, %u vertices from %u: %s, expected %s\n", e->mode, e->n, first,
			text, e->edges);
	g_free(text);
	g_array_unref(edges);
	return good;
}

int main(void)
{
	bool good = true;
	GArray *none = g_array_new(FALSE, FALSE, sizeof(uint32_t[2]));
	for (size_t i = 0; i < G_N_ELEMENTS(expected); i++)
		good = check(&expected[i], 0) && check(&expected[i], 1000) &&
		       check_faces(&expected[i], 0) && check_faces(&expected[i], 1000) && good;
	good = !gs_mesh_add_edges(GL_POINTS, 0, 9, none) &&
	       !gs_mesh_add_edges(GL_PATCHES, 0, 9, none) && !none->len && good;
	g_array_unref(none);
	return good ? 0 : 1;
}
