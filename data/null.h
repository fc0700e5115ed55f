/* SPDX-License-Identifier: MIT */
/* data/null - functions for which NULL is a valid pointer argument, though they read memory. */
#ifndef GS_DATA_NULL_H
#define GS_DATA_NULL_H

#include <stdbool.h>

/* Return whether the GL function of that name may be given NULL for one of its pointers: contents
 * that are left undefined (glBufferData), lengths that strings tell (glShaderSource). Makes no
 * difference between its pointers. */
bool gs_data_takes_null(const char *name);

#endif
