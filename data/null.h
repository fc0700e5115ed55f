/* SPDX-License-Identifier: MIT */
/* data/null - functions that read what a pointer points at, and take NULL as well. No state. */
#ifndef GS_DATA_NULL_H
#define GS_DATA_NULL_H

#include <stdbool.h>

/* Of some argument of the function. */
bool gs_data_takes_null(const char *name);

#endif
