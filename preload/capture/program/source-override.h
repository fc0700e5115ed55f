/* SPDX-License-Identifier: MIT */
/*
 * preload/capture/program/source-override - the program runs on with another source for a stage.
 *
 * The program's own object is not touched: its locations, indices, sources and everything else that
 * it can ask stay what they are. A second program is made of the edited source, and put in the
 * place of the first for the time of each draw, with the first one's uniforms, blocks and
 * subroutine choices. Linking the program anew ends the edit.
 */
#ifndef GS_PRELOAD_SOURCE_OVERRIDE_H
#define GS_PRELOAD_SOURCE_OVERRIDE_H

#include "preload/core/request.h"

/* Call these around a draw while gs_source_override_count (preload/core/core.h) is not 0: enter
 * makes the edited program current. It returns true if leave must follow. */
bool gs_source_override_enter(struct gs_thread *thread);
void gs_source_override_leave(struct gs_thread *thread);
/* The same for callers that have saved the program's error flag and debug output already. */
bool gs_source_override_swap(struct gs_thread *thread);
void gs_source_override_swap_back(void);

gs_serve_func gs_serve_set_source;

#endif
