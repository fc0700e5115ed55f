/* SPDX-License-Identifier: MIT */
/* debugger/engine/show/mesh-edges - the lines and faces between the vertices of a primitive. */
#ifndef GS_MESH_EDGES_H
#define GS_MESH_EDGES_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

/* The lines round and between n vertices, of which the first has number `first`; appended to edges
 * (uint32_t[2]). False: the mode has none (points, patches). OpenGL 4.6 section 10.1; OpenGL 4.6
 * compatibility profile for quads and polygons. */
bool gs_mesh_add_edges(uint32_t mode, uint32_t first, uint32_t n, GArray *edges);
/* Appends the triangles of these vertices to faces (uint32_t[3]); of modes without faces none. */
void gs_mesh_add_faces(uint32_t mode, uint32_t first, uint32_t n, GArray *faces);

#endif
