/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/requests/held-vertices - vertices of glBegin ... glEnd that Mesa has not drawn
 * yet. Whether there are some decides what the program's next glPopAttrib does to current values
 * (docs/decisions/018-driver-quirks.md), and what we ask has them drawn.
 */
#ifndef GS_PRELOAD_HELD_VERTICES_H
#define GS_PRELOAD_HELD_VERTICES_H

#include <stdbool.h>

/* Draws the vertices that Mesa holds; current values stay. Returns whether the program's next
 * glPopAttrib would have restored current values; false for other drivers. Call it in a context
 * with glBegin, outside of blocks and display lists. */
bool gs_held_vertices(void);
/* Has Mesa restore current values at the next glPopAttrib. */
void gs_held_vertices_again(void);

#endif
