/* SPDX-License-Identifier: MIT */
/* debugger/engine/show/mesh-edges - the lines and faces between the vertices of a primitive. */
#ifndef GS_MESH_EDGES_H
#define GS_MESH_EDGES_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

/* Appends the lines of n vertices from number `first` on to edges (uint32_t[2]). Returns false for
 * modes without lines (points, patches). OpenGL 4.6, section 10.1; compatibility profile for quads
 * and polygons. */
bool gs_mesh_add_edges(uint32_t mode, uint32_t first, uint32_t n, GArray *edges);
/* Appends the triangles of these vertices to faces (uint32_t[3]); none for modes without faces. */
void gs_mesh_add_faces(uint32_t mode, uint32_t first, uint32_t n, GArray *faces);

#endif
