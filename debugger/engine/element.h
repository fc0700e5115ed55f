/* SPDX-License-Identifier: MIT */
/* debugger/engine/element - which element a cell of the grid is: a sample of a pixel, a vertex of
 * an instance, an invocation of a primitive, ... */
#ifndef GS_ELEMENT_H
#define GS_ELEMENT_H

#include <glib.h>
#include "debugger/engine/show/field.h"

struct gs_debug;
struct gs_capture_result;

/* For stages whose grid only an answer tells: takes its size and its elements from the first result
 * (GS_VARIANT_COVERAGE). */
bool gs_debug_identify(
	struct gs_debug *debug, const struct gs_capture_result *result, GError **error);
/* x, y within the grid. */
struct gs_element gs_debug_element(const struct gs_debug *debug, unsigned x, unsigned y);
/* "(3, 4)" of a pixel, "(index 3, instance 0)"; g_free. */
char *gs_debug_element_text(const struct gs_debug *debug, unsigned x, unsigned y);
char *gs_debug_focus_text(const struct gs_debug *debug);
/* The cell of the element that its stage counts so (see gs_session_focus_element). */
bool gs_debug_find_element(const struct gs_debug *debug, const uint32_t *at, unsigned n,
	unsigned *x, unsigned *y, GError **error);
/* What an element of this stage is called: "pixel", "vertex", "patch vertex", ...; static. */
const char *gs_stage_element_name(enum gs_stage stage);
/* Several of them, in a few letters. */
const char *gs_stage_elements_name(enum gs_stage stage);

#endif
