/* SPDX-License-Identifier: MIT */
#ifndef GS_TESTS_SETTERS_H
#define GS_TESTS_SETTERS_H

/* With values that go by the round. */
void set_objects(int round);

#endif
