/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/shader/mesh - the vertices of the pending draw, as its vertex shader gets them
 * and as it leaves them, and how primitives join them.
 */
#ifndef GS_MESH_H
#define GS_MESH_H

#include "debugger/session/session.h"

struct gs_mesh {
	GPtrArray *fields; /* struct gs_field: attributes that the shader uses, then its outputs,
			    * gl_Position first; an element each time that the shader runs. Their
			    * .type is not set */
	size_t n_inputs;
	uint32_t *vertex_ids; /* each element's gl_VertexID: which vertex of the arrays it is. NULL:
			       * not known, or the first number of all elements */
	size_t position, clip; /* fields: the attribute that looks like the position of vertices;
				  gl_Position. SIZE_MAX: there is none */
	uint32_t mode;	       /* of primitives; GS_NO_MODE (wire/capture.h): not one */
	uint32_t (*edges)[2];  /* cells of the fields */
	size_t n_edges;
	uint32_t (*faces)[3]; /* likewise, of primitives that have faces */
	size_t n_faces;
	double aspect; /* width of the viewport by its height; 1 also where that is not known */
	char *note;    /* what there is to say: why there are no edges; "" nothing */
};

/* While no shader is being debugged, or the vertex shader is. NULL: error. */
struct gs_mesh *gs_session_mesh(struct gs_session *session, GError **error);
void gs_mesh_free(struct gs_mesh *mesh);
/* A row a vertex; header as gs_field_save's. .csv only. */
bool gs_mesh_save(const struct gs_mesh *mesh, const char *path, const struct gs_patience *patience,
	GError **error);

#endif
