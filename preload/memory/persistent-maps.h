/* SPDX-License-Identifier: MIT */
/*
 * preload/memory/persistent-maps - buffers that stay mapped while GL reads them
 * (GL_MAP_PERSISTENT_BIT, OpenGL 4.6, 6.3). No call tells what the program writes there: what has
 * changed is found by comparing, before each call that may make GL read it.
 */
#ifndef GS_PRELOAD_PERSISTENT_MAPS_H
#define GS_PRELOAD_PERSISTENT_MAPS_H

#include "preload/memory/reader.h"

struct gs_group;

void gs_persistent_init(void); /* adds hooks */
void gs_persistent_forget(struct gs_group *group);
/* GL may read mapped memory from this call on, or it is the last one that can tell its contents. */
bool gs_persistent_synchronizes(unsigned function);
/* Some buffer is mapped so, and a recording or `log full` wants to know what is written there. */
bool gs_persistent_any(void);
/* The buffer is: its changes come from gs_persistent_add, not from the call that gives it back. */
bool gs_persistent_has(const struct gs_group *group, uint64_t address);
/* Entries GS_WIRE_MAPPED for what the program has written since the last time. */
void gs_persistent_add(struct gs_memory_reader *r, const struct gs_context *context);

#endif
