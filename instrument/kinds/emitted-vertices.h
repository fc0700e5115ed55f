/* SPDX-License-Identifier: MIT */
/* instrument/kinds/emitted-vertices - a record for each vertex that a geometry shader emits
 * (GS_VARIANT_EMITTED). */
#ifndef GS_EMITTED_VERTICES_H
#define GS_EMITTED_VERTICES_H

#include "instrument/text/rewrite.h"

enum { GS_PROBABLE_VERTICES = 64 }; /* assumed if the program sets max_vertices, not the text */
/* Returns the number of word vectors that a vertex has room for. */
unsigned gs_emitted_vertices_vectors(const struct gs_rewrite *rw);
bool gs_emitted_vertices_choose(struct gs_rewrite *rw, size_t first_capture);
void gs_emitted_vertices_insert(struct gs_rewrite *rw);

#endif
