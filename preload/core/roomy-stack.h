/* SPDX-License-Identifier: MIT */
/* preload/core/roomy-stack - what needs more stack than a program's thread may have. */
#ifndef GS_PRELOAD_ROOMY_STACK_H
#define GS_PRELOAD_ROOMY_STACK_H

/* Calls the function: where the thread's own stack has little room left, on another one. */
void gs_with_room(void (*function)(void *data), void *data);

#endif
