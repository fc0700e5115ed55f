/* SPDX-License-Identifier: MIT */
/* preload/core/names - what objects are called where the user sees it: while a trace is played, as
 * the trace calls them; else by GL's names. */
#ifndef GS_PRELOAD_NAMES_H
#define GS_PRELOAD_NAMES_H

#include <stdint.h>
#include "data/object.h"

#ifdef GS_STANDALONE /* as in preload/core/gl.h: there are no traces */
static inline uint32_t gs_name_shown(enum gs_object_kind kind, uint32_t name)
{
	return name;
}

static inline uint32_t gs_name_real(enum gs_object_kind kind, uint32_t shown)
{
	return shown;
}
#else
/* Return what GL's name of the present context is shown as. */
uint32_t gs_name_shown(enum gs_object_kind kind, uint32_t name);
/* Return GL's name of what is shown so. */
uint32_t gs_name_real(enum gs_object_kind kind, uint32_t shown);
#endif

#endif
