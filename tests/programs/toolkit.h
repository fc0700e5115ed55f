/* SPDX-License-Identifier: MIT */
/* tests/programs/toolkit - the same triangle in windows of several toolkits. */
#ifndef TESTS_PROGRAMS_TOOLKIT_H
#define TESTS_PROGRAMS_TOOLKIT_H

#include <stdbool.h>

enum { TOOLKIT_SIZE = 64, TOOLKIT_FRAMES = 3 };

/* get: the toolkit's GetProcAddress. */
void toolkit_init(void *(*get)(const char *name));
/* A frame into what is bound; false: the pixel in the middle is not what it should be. */
bool toolkit_draw(void);

#endif
