/* SPDX-License-Identifier: MIT */
/* debugger/engine/element - which element a cell of the grid is: a sample of a pixel, a vertex of
 * an instance, an invocation of a primitive, ... */
#ifndef GS_ELEMENT_H
#define GS_ELEMENT_H

#include <glib.h>
#include "debugger/engine/show/field.h"

struct gs_debug;
struct gs_capture_result;

/* For stages whose grid is not known beforehand: takes its size and elements from the first result
 * (GS_VARIANT_COVERAGE). */
bool gs_debug_identify(
	struct gs_debug *debug, const struct gs_capture_result *result, GError **error);
/* Returns the element at a cell of the grid. */
struct gs_element gs_debug_element(const struct gs_debug *debug, unsigned x, unsigned y);
/* Return the text of an element, such as "(3, 4)" or "(index 3, instance 0)"; g_free. */
char *gs_debug_element_text(const struct gs_debug *debug, unsigned x, unsigned y);
char *gs_debug_focus_text(const struct gs_debug *debug);
/* Finds the cell of an element by its numbers (see gs_session_focus_element). Returns false if
 * there is none. */
bool gs_debug_find_element(const struct gs_debug *debug, const uint32_t *at, unsigned n,
	unsigned *x, unsigned *y, GError **error);
/* Returns the word for an element of this stage: "pixel", "vertex", "patch vertex", ...; static. */
const char *gs_stage_element_name(enum gs_stage stage);
/* Returns a short plural of it; static. */
const char *gs_stage_elements_name(enum gs_stage stage);

#endif
