/* SPDX-License-Identifier: MIT */
/*
 * preload/shadow/shadow-memory - the memory of sources and links, for shadow.c: who holds them, and
 * when they end.
 */
#ifndef GS_PRELOAD_SHADOW_MEMORY_H
#define GS_PRELOAD_SHADOW_MEMORY_H

#include "preload/shadow/shadow.h"

/* As glShaderSource takes them: lengths may be NULL, or negative for NUL-terminated. The caller's
 * reference; NULL: no memory, or a NULL among the strings, which the driver has refused. */
struct gs_source *gs_source_new(int32_t n, const char *const *strings, const int32_t *lengths);
bool gs_source_has_null(int32_t n, const char *const *strings);
/* Both take NULL. */
struct gs_source *gs_source_reference(struct gs_source *source);
void gs_source_release(struct gs_source *source);

/* Give the name a location and an index, in place of those that it had. */
void gs_bindings_set(struct gs_shadow_binding **bindings, unsigned *n, const char *name,
	uint32_t location, uint32_t index);
void gs_bindings_free(struct gs_shadow_binding *bindings, unsigned n);
void gs_names_free(char **names, unsigned n);

/* Of one that nobody has found; NULL is fine. */
void gs_link_free(struct gs_link *link);
/* Nothing leads to it any more. A thread in its event loop may still have it in hands
 * (gs_shadow_hold): then it ends when the last of them lets go. NULL is fine. */
void gs_link_bury(struct gs_link *link);

#endif
