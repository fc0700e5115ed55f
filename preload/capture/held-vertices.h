/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/held-vertices - vertices of glBegin ... glEnd that Mesa has not drawn yet.
 * Whether there are some decides what the program's next glPopAttrib does to current values
 * (docs/decisions/018-driver-quirks.md), and what we ask has them drawn.
 */
#ifndef GS_PRELOAD_HELD_VERTICES_H
#define GS_PRELOAD_HELD_VERTICES_H

#include <stdbool.h>

/* Tell whether there are some, which are drawn by that. Of a context with glBegin, outside of
 * blocks and display lists; current values stay. False also where the driver is another one. */
bool gs_held_vertices(void);
/* Have Mesa hold a vertex that no primitive is made of. Leave no error but what was there. */
void gs_held_vertices_again(void);

#endif
