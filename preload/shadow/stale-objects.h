/* SPDX-License-Identifier: MIT */
/* preload/shadow/stale-objects - what other contexts of the share group have done to objects that
 * are in use here, of which GL tells nothing any more. */
#ifndef GS_PRELOAD_STALE_OBJECTS_H
#define GS_PRELOAD_STALE_OBJECTS_H

#include "preload/core/preload.h"

void gs_stale_init(void);  /* adds hooks */
void gs_stale_watch(void); /* contexts share objects from now on */
void gs_stale_free(struct gs_context *context);
/* The program in use of which this context has still what it was before another context's link; 0
 * none. gs_context_info must know the context. */
uint32_t gs_stale_program(struct gs_thread *thread);
/* What is bound here although another context has deleted it, and could not be bound again; NULL
 * nothing. */
const char *gs_stale_deleted_object(struct gs_thread *thread);

#endif
