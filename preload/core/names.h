/* SPDX-License-Identifier: MIT */
/* preload/core/names - object names as the user sees them: the trace's while a trace is played,
 * else GL's. */
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
/* Returns the shown name for GL's name in the current context. */
uint32_t gs_name_shown(enum gs_object_kind kind, uint32_t name);
/* Returns GL's name for a shown name. */
uint32_t gs_name_real(enum gs_object_kind kind, uint32_t shown);
#endif

#endif
