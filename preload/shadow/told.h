/* SPDX-License-Identifier: MIT */
/* preload/shadow/told - what the program is told that its driver has. */
#ifndef GS_PRELOAD_TOLD_H
#define GS_PRELOAD_TOLD_H

#include <stdbool.h>

void gs_told_init(void); /* adds hooks */
/* Returns whether the program is told anything else than the driver says. */
bool gs_told_otherwise(void);

#endif
