/* SPDX-License-Identifier: MIT */
/* A library in place of the preload library, of a version, that does nothing. */
#include "wire/wire.h"

#ifndef TEST_VERSION
#define TEST_VERSION GS_WIRE_VERSION
#endif

extern const char gs_test_mark[];
const char gs_test_mark[] = GS_WIRE_MARK_OF(TEST_VERSION);
