/* SPDX-License-Identifier: MIT */
/* preload/core/roomy-stack - code that needs more stack than the program's thread may have. */
#ifndef GS_PRELOAD_ROOMY_STACK_H
#define GS_PRELOAD_ROOMY_STACK_H

/* Calls the function, on another stack if the thread's own has little room left. */
void gs_with_room(void (*function)(void *data), void *data);

#endif
